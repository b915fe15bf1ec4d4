/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings of every kind, from libpfm4's own tables: good ones, nearly good ones, and rubbish. The same
 * seed gives the same strings with the same libpfm4. */
#ifndef TESTS_ORACLE_GENERATE_H
#define TESTS_ORACLE_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GENERATED_BYTES 2048

/* Names that libpfm4 has for an event's umasks and modifiers, as its tables have them. */
struct vocabulary_event {
	const char *pmu, *name;
	const char *const *umasks;
	unsigned umask_count;
};

struct vocabulary {
	struct vocabulary_event *events;
	unsigned count;
};

/* Everything of one of Knights Landing's PMUs, or of all (NULL); of several instances the first and the last.
 * libpfm4 must be initialized. The memory lives as long as the process. */
void vocabulary_read(struct vocabulary *vocabulary, const char *wanted);

struct generator {
	const struct vocabulary *vocabulary;
	uint64_t state; /* the seed; not 0 */
};

/* Another string; `text` has room for GENERATED_BYTES. */
void generate(struct generator *generator, char *text);

/* A string that libpfm4 takes, most likely. */
void generate_good(struct generator *generator, char *text);

/* Calls `each` for strings that are listed rather than drawn: every event, umask, pair of umasks, modifier with
 * every form of value, and number for a umask. */
void enumerate(const struct vocabulary *vocabulary, void (*each)(void *context, const char *text),
	       void *context);

#endif
