/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors that processors themselves report: banks of the machine-check architecture, before, during and after a run. Intel SDM
 * vol. 3B, "Machine-Check Architecture"; AMD APM vol. 2, chapter 9, has the same registers. */
#ifndef CORE_ERRORS_H
#define CORE_ERRORS_H

#include "core/hardware/machine.h"

#define ERRORS_ROOM 256

/* clang-format off */
/* MCi_STATUS. */
#define ERROR_VALID       BIT(63)
#define ERROR_OVERFLOW    BIT(62)
#define ERROR_UNCORRECTED BIT(61)
#define ERROR_HAS_MISC    BIT(59)
#define ERROR_HAS_ADDRESS BIT(58)
#define ERROR_CORRUPT     BIT(57) /* PCC: the processor's context may be corrupt */
/* clang-format on */

/* When a bank was found to hold an error. */
enum error_when { ERROR_BEFORE, ERROR_DURING, ERROR_AFTER };

struct error_bank {
	uint32_t cpu; /* index into machine.cpus: the first to read it; others of its socket may share the bank */
	uint16_t socket;
	uint8_t bank;
	uint8_t when; /* enum error_when; during: within a machine check */
	uint64_t status, address, misc;
};

/* Several processors may fill it in at once, in exceptions, too. Read it when they are idle. */
struct errors {
	uint32_t count;          /* number of errors noted; those beyond ERRORS_ROOM are lost */
	uint32_t told;           /* number of errors recorded in the output */
	uint32_t exceptions;     /* machine checks taken; a broadcast one counts once */
	bool ready[ERRORS_ROOM]; /* the entry of `list` is complete */
	struct error_bank list[ERRORS_ROOM];
};

/* Notes an error, unless it is already noted for its socket. Callable anywhere, by any processor. False if it is not new. */
bool errors_note(struct errors *errors, const struct error_bank *error);

/* Number of errors in the list. */
uint32_t errors_count(const struct errors *errors);

/* "bank 5 of socket 0 (cpu 1): status 0xb2..., address 0x..., misc 0x...: uncorrected, what the processor did may be damaged" */
void error_text(const struct error_bank *error, struct text *text);

#endif
