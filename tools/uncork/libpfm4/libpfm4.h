/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers as libpfm4 (4.13) does to an event string, to the letter, slips included: its spelling alone, with its
 * values, even where the hardware's documents differ. docs/events-of-libpfm4.md says where the two differ. The firmware
 * does not use this. */
#ifndef TOOLS_LIBPFM4_LIBPFM4_H
#define TOOLS_LIBPFM4_LIBPFM4_H

#include "core/event/event.h"

/* libpfm4's errors, in its order, without those that no string causes. */
enum libpfm4_error {
	LIBPFM4_SUCCESS,
	LIBPFM4_INVAL,
	LIBPFM4_NOTFOUND,
	LIBPFM4_FEATCOMB,
	LIBPFM4_UMASK,
	LIBPFM4_ATTR,
	LIBPFM4_ATTR_VAL,
	LIBPFM4_ATTR_SET,
	LIBPFM4_TOOMANY,
	LIBPFM4_ERRORS
};

struct libpfm4_answer {
	uint8_t error; /* enum libpfm4_error */
	uint8_t count; /* of codes; 0 where there is an error */
	uint64_t codes[1 + EVENT_SETTINGS];
};

/* Asks about one string. Of a processor that libpfm4 does not have, the answer is ours, in libpfm4's terms. */
void libpfm4_ask(const struct processor *processor, struct slice string, struct libpfm4_answer *answer);

/* "PFM_SUCCESS", "PFM_ERR_NOTFOUND", ... */
const char *libpfm4_error_name(enum libpfm4_error error);

/* The codes, "0x5301b7 0x81008000", or the error's name. */
void libpfm4_text(const struct libpfm4_answer *answer, struct text *text);

#endif
