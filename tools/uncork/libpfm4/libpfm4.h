/* SPDX-License-Identifier: BSD-2-Clause */
/* Answers exactly like libpfm4 (4.13) to an event string, including its errors: only its spelling, with its values,
 * even where they differ from the hardware's documents. docs/events-of-libpfm4.md lists the differences. The firmware
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
	uint8_t count; /* number of codes; 0 after an error */
	uint64_t codes[1 + EVENT_SETTINGS];
};

/* Answers one string. For a processor that libpfm4 does not have, the answer is uncork's, in libpfm4's terms. */
void libpfm4_ask(const struct processor *processor, struct slice string, struct libpfm4_answer *answer);

/* "PFM_SUCCESS", "PFM_ERR_NOTFOUND", ... */
const char *libpfm4_error_name(enum libpfm4_error error);

/* The codes, "0x5301b7 0x81008000", or the error's name. */
void libpfm4_text(const struct libpfm4_answer *answer, struct text *text);

#endif
