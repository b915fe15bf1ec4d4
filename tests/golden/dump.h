/* SPDX-License-Identifier: BSD-2-Clause */
/* Canonical text of const tables, and a proof that each of their bytes shows in it. What is 0 or NULL is not printed; a pointer to an array of no
 * entries is `KEY=empty`, because code asks whether there is an array. Addresses are never printed. */
#ifndef TESTS_GOLDEN_DUMP_H
#define TESTS_GOLDEN_DUMP_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/basic.h"

/* Where the text goes, and how far a line is indented. */
extern FILE *out;
extern int depth;

/* ---- lines and values ------------------------------------------------------------------------------- */

/* Called for each object that is printed, with a struct of its type in which padding alone is 0. */
extern void (*seen)(const char *type, const void *object, const void *used, size_t size);

#ifdef __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define CLEAR_PADDING(OBJECT) __builtin_clear_padding(OBJECT)
#endif
#endif
#ifndef CLEAR_PADDING
#define CLEAR_PADDING(OBJECT) ((void)(OBJECT))
#endif
#define SEEN(TYPE, OBJECT)                                        \
	do {                                                      \
		struct TYPE used;                                 \
                                                                  \
		memset(&used, 0xff, sizeof(used));                \
		CLEAR_PADDING(&used);                             \
		if (seen)                                         \
			seen(#TYPE, OBJECT, &used, sizeof(used)); \
	} while (0)

/* A line: its first word, and its end. */
void begin(const char *word);
void end(void);

void print_number(const char *key, uint64_t value, bool hex);
void print_text(const char *key, const char *value);
void print_word(const char *key, const char *const *names, size_t count, uint64_t value);

/* A pointer to an array whose entries are printed below, if there are any. */
void print_array(const char *key, const void *array, unsigned count);

#define NUMBER(OBJECT, MEMBER) print_number(#MEMBER, (OBJECT)->MEMBER, false)
#define HEX(OBJECT, MEMBER)    print_number(#MEMBER, (OBJECT)->MEMBER, true)
#define TEXT(OBJECT, MEMBER)   print_text(#MEMBER, (OBJECT)->MEMBER)
#define SIGNED(OBJECT, MEMBER)                                                          \
	do {                                                                            \
		if ((OBJECT)->MEMBER)                                                   \
			fprintf(out, " " #MEMBER "=%lld", (long long)(OBJECT)->MEMBER); \
	} while (0)
#define WORD(OBJECT, MEMBER, NAMES)  print_word(#MEMBER, NAMES, ARRAY_SIZE(NAMES), (OBJECT)->MEMBER)
#define ARRAY(OBJECT, MEMBER, COUNT) print_array(#MEMBER, (OBJECT)->MEMBER, (OBJECT)->COUNT)

/* ---- the program ---------------------------------------------------------------------------------------- */

/* A machine whose tables are printed. */
struct dumped {
	const char *name;
	const void *tables;
};

/* A program that prints tables, by its arguments: `--all DIRECTORY`, a file for each machine; `--probe`: does each byte of each struct show?;
 * `--list`, the machines; MACHINE. */
int run_dump(int argc, char **argv, const struct dumped *machines, unsigned count, void (*dump)(const void *tables));

#endif
