/* SPDX-License-Identifier: BSD-2-Clause */
/* Register programs as text: the register accesses of another program's driver, with the values read. The virtual silicon
 * writes them (tools/boot --record); `replay` runs them.
 *
 *	register-program 1 MACHINE                                     the first line
 *	+NS SOCKET.PROCESSOR read|write SPACE ADDRESS BITS VALUE       each access
 *
 * NS: nanoseconds since the access before. PROCESSOR: its number in the socket. SPACE: msr, pci, mmio, or pmc, which is
 * only read and whose ADDRESS is the ECX of RDPMC. ADDRESS of pci: segment:16 bus:8 device:5 function:3 offset:12. BITS:
 * width of the access. VALUE: the value written or read, or `fault`. Numbers are decimal, or hexadecimal with 0x. Blanks
 * separate words; '#' starts a comment; lines without words are ignored. */
#ifndef CORE_RECORDED_H
#define CORE_RECORDED_H

#include "boxes/register.h"
#include "lib/parse.h"

#define RECORDED_BYTES (1u << 20) /* maximum size of a file */
#define RECORDED_MOST  16384      /* maximum of accesses in a file */

struct recorded_access {
	uint64_t after_ns;
	uint64_t value;        /* 0 if it was a fault */
	struct location where; /* without `cpu`; for RDPMC, the address is the counter's number */
	uint16_t processor;    /* number in its socket */
	bool write;
	bool by_number; /* the access is an RDPMC */
	bool fault;
};

/* Parses the first line. Returns NULL, or the error; *machine is then unchanged. */
MUST_CHECK const char *recorded_head(struct slice line, struct slice *machine);

/* Parses the line of an access. Returns NULL, or the error. */
MUST_CHECK const char *recorded_parse(struct slice line, struct recorded_access *access);

/* Gets the next line that has words, without its comment, and its number, from 1. *number must be 0 before the first line. False at
 * the end. */
MUST_CHECK bool recorded_line(struct slice *rest, struct slice *line, uint32_t *number);

#endif
