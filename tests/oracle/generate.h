/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings of every kind, from libpfm4's own tables: good ones, nearly good ones, and rubbish. The same
 * seed gives the same strings with the same libpfm4. */
#ifndef TESTS_ORACLE_GENERATE_H
#define TESTS_ORACLE_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GENERATED_BYTES 2048

/* One processor's strings. Lists end with NULL. */
struct dialect {
	const char *processor;        /* as we call it */
	const char *pmus;             /* how the names of its PMUs start */
	const char *favourite;        /* the PMU that most rules are about; NULL: all alike */
	const char *const *modifiers; /* those that libpfm4 has, and others */
	const char *const *prefixes;  /* what may stand before an event, mostly not rightly */
	bool core_alone;              /* only the favourite has modifiers that are worth every value */
};

#define DIALECTS 2
extern const struct dialect dialects[DIALECTS];

/* Forms of values, good and bad, and of numbers for umasks. */
extern const char *const generated_values[], *const generated_numbers[];

/* Names that libpfm4 has for an event's umasks and modifiers, as its tables have them. */
struct vocabulary_event {
	const char *pmu, *name;
	const char *const *umasks;
	unsigned umask_count;
};

struct vocabulary {
	const struct dialect *dialect;
	struct vocabulary_event *events;
	unsigned count;
};

/* Everything of one of the processor's PMUs, or of all (NULL); of several instances the first and the last.
 * libpfm4 must be initialized. The memory lives as long as the process. */
void vocabulary_read(struct vocabulary *vocabulary, const struct dialect *dialect, const char *wanted);

struct generator {
	const struct vocabulary *vocabulary;
	uint64_t state; /* the seed; not 0 */
};

/* Another string; `text` has room for GENERATED_BYTES. */
void generate(struct generator *generator, char *text);

/* A string that libpfm4 takes, most likely. */
void generate_good(struct generator *generator, char *text);

/* Calls `each` for strings that are listed rather than drawn: every event, umask, pair of umasks, set of umasks
 * where there are few, modifier with every form of value, and number for a umask. */
void enumerate(const struct vocabulary *vocabulary, void (*each)(void *context, const char *text), void *context);

#endif
