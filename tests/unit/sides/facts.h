/* SPDX-License-Identifier: BSD-2-Clause */
/* What one side says of a machine, in words that belong to neither side: a long list of facts. Each is about something
 * ("cbox3 msr 0xdd0"), says one thing of it ("keeps"), and is a number or a name. Two sides agree if their lists are
 * the same. */
#ifndef TESTS_UNIT_SIDES_FACTS_H
#define TESTS_UNIT_SIDES_FACTS_H

#include "lib/basic.h"

struct fact {
	char about[96], says[16], value[48];
};

struct facts {
	struct fact *at; /* by malloc */
	size_t count, room;
};

/* The value of a fact that the side does not know; it agrees with everything. */
#define NOBODY_KNOWS "?"

/* Appends a fact, whose `about` is put together as by printf. A text that does not fit ends the program. */
void fact_name(struct facts *facts, const char *value, const char *says, const char *about, ...) PRINTF_LIKE(4, 5);
void fact_number(struct facts *facts, uint64_t value, const char *says, const char *about, ...) PRINTF_LIKE(4, 5);

/* Of an address in device memory, which begins wherever a machine has it. */
#define FACT_MMIO MASK(0, 18)

/* A name that lists spell in several ways: capitals, and no dots. */
void fact_plain(char *name);

/* The order of two facts, struct fact, by what they are about and what they say of it: below, at or above 0. */
int facts_order(const void *a, const void *b);
void facts_sort(struct facts *facts);
void facts_free(struct facts *facts);

/* The machines of a side, in alphabetical order; NULL behind the last. */
const char *firmware_machine(unsigned index);
const char *silicon_machine(unsigned index);

/* What the tables of boxes/ say of a machine, and what those of silicon/models/ do. */
void firmware_tell(const char *machine, struct facts *facts);
void silicon_tell(const char *machine, struct facts *facts);

#endif
