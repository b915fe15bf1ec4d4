/* SPDX-License-Identifier: BSD-2-Clause */
/* Register programs as text: what somebody else's driver did to registers, and what it read there. The virtual silicon
 * writes them (tools/boot --record), `replay` runs them.
 *
 *	register-program 1 MACHINE                                     the first line
 *	+NS SOCKET.PROCESSOR read|write SPACE ADDRESS BITS VALUE       each access
 *
 * NS are nanoseconds since the access before. PROCESSOR is its number in the socket. SPACE is msr, pci, mmio, or pmc, which is
 * only read: ADDRESS is then what RDPMC has in ECX. ADDRESS of pci is segment:16 bus:8 device:5 function:3 offset:12. BITS
 * are those of the access, VALUE what was written or read, or `fault`. Numbers are decimal or hexadecimal with 0x. Words are
 * apart by blanks; what follows a '#' is a comment, and lines without words do not count. */
#ifndef CORE_RECORDED_H
#define CORE_RECORDED_H

#include "boxes/register.h"
#include "lib/parse.h"

#define RECORDED_BYTES (1u << 20) /* of a file, at most */
#define RECORDED_MOST  16384      /* accesses of a file, at most */

struct recorded_access {
	uint64_t after_ns;
	uint64_t value;        /* 0 if it was a fault */
	struct location where; /* but for `cpu`; of a counter by number the address is that number */
	uint16_t processor;    /* in its socket */
	bool write;
	bool by_number; /* of RDPMC */
	bool fault;
};

/* Reads the first line. NULL, or what is wrong with it; *machine is then untouched. */
MUST_CHECK const char *recorded_head(struct slice line, struct slice *machine);

/* Reads a line of an access. NULL, or what is wrong with it. */
MUST_CHECK const char *recorded_parse(struct slice line, struct recorded_access *access);

/* The next line of the text that has words, without its comment; its number, from 1, is in *number, which is 0 before the
 * first. False at the end. */
MUST_CHECK bool recorded_line(struct slice *rest, struct slice *line, uint32_t *number);

#endif
