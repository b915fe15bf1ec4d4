/* SPDX-License-Identifier: BSD-2-Clause */
/* Archives from loaders: cpio in the "newc" form (cpio(5)). Pure; never reads past the given bytes. */
#ifndef LIB_ARCHIVE_H
#define LIB_ARCHIVE_H

#include "lib/parse.h"

/* A walk through an archive. It begins with `at` and `bytes` set and all else zero. */
struct archive {
	const uint8_t *at;
	uint64_t bytes;
	uint64_t next; /* where the next member begins */
	bool is_whole; /* the walk reached the archive's last member */
};

struct archive_member {
	struct slice name;
	const uint8_t *at;
	uint64_t bytes;
};

/* Returns the next member; false at the archive's end, or if it is damaged. */
MUST_CHECK bool archive_next(struct archive *archive, struct archive_member *member);

/* True if these bytes begin like an archive. */
bool archive_is(const uint8_t *at, uint64_t bytes);

#endif
