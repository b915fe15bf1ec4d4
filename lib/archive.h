/* SPDX-License-Identifier: BSD-2-Clause */
/* Archives as loaders pass them on: cpio in the "newc" form (cpio(5)). Pure, and bounded by the bytes there are. */
#ifndef LIB_ARCHIVE_H
#define LIB_ARCHIVE_H

#include "lib/parse.h"

/* A walk through an archive. It begins with `at` and `bytes` set and all else zero. */
struct archive {
	const uint8_t *at;
	uint64_t bytes;
	uint64_t next; /* where the next member begins */
	bool is_whole; /* the walk came to its last member */
};

struct archive_member {
	struct slice name;
	const uint8_t *at;
	uint64_t bytes;
};

/* The next member; false at the archive's end, and where it is damaged. */
MUST_CHECK bool archive_next(struct archive *archive, struct archive_member *member);

/* True if these bytes begin like an archive. */
bool archive_is(const uint8_t *at, uint64_t bytes);

#endif
