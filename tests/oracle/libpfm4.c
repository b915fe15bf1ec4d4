/* SPDX-License-Identifier: BSD-2-Clause */
/* Our encoder against libpfm4, in one process: what `encode --raw` answers must be what libpfm4 answers, codes and
 * errors alike, for every string that can be thought of.
 *
 *   libpfm4 [STRINGS [SEED]]     the listed strings of each processor that libpfm4 has, and so many that are drawn
 *                                (100000, seed 1)
 *   libpfm4 -                    those of standard input, one a line
 *
 * Each difference must be one of those below, with its reason; any other fails the run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perfmon/pfmlib.h>

#include "tests/oracle/allocations.h"
#include "tests/oracle/generate.h"
#include "tools/uncork/libpfm4/libpfm4.h"

#define SHOWN 40 /* differences printed at most */

/* What libpfm4 or we say of a string. */
struct answer {
	const char *error; /* NULL: codes */
	unsigned count;
	uint64_t codes[8];
};

/* ---- differences that have a reason ---------------------------------------------------------------- */

/* libpfm4 has room for 64 attributes and looks whether there is some left for a modifier only: a umask too many
 * is written behind its array. */
static bool would_crash(const char *text, const struct answer *ours)
{
	if (!ours->error || strcmp(ours->error, "PFM_ERR_TOOMANY"))
		return false;
	for (const char *at = strpbrk(strstr(text, "::") + 2, ":."); at; at = strpbrk(at + 1, ":."))
		if (at[1] && at[2] && !strchr("=:.", at[2]))
			return true;
	return false;
}

/* libpfm4 knows other processors' PMUs, and without a prefix it asks those of the machine it runs on. */
static bool means_other_pmu(const char *text, const struct answer *ours)
{
	(void)ours;
	const char *colons = strstr(text, "::");

	for (unsigned i = 0; i < DIALECTS; i++)
		if (colons && !strncasecmp(text, dialects[i].pmus, strlen(dialects[i].pmus)))
			return false;
	return true;
}

static const struct difference {
	const char *name;
	bool (*covers)(const char *text, const struct answer *ours);
	bool asked; /* libpfm4 can be asked all the same */
	const char *judgement;
} differences[] = {
	{"more than 64 umasks", would_crash, false,
	 "libpfm4 writes behind its array and may crash; we say PFM_ERR_TOOMANY"},
	{"another PMU", means_other_pmu, true,
	 "libpfm4 has the PMUs of all processors, we those of the machine that is named"},
};

/* ---- answers ------------------------------------------------------------------------------------- */

static const char *error_name(int error)
{
	static const char *const names[] = {
		"PFM_SUCCESS",      "PFM_ERR_NOTSUPP", "PFM_ERR_INVAL",    "PFM_ERR_NOINIT", "PFM_ERR_NOTFOUND",
		"PFM_ERR_FEATCOMB", "PFM_ERR_UMASK",   "PFM_ERR_NOMEM",    "PFM_ERR_ATTR",   "PFM_ERR_ATTR_VAL",
		"PFM_ERR_ATTR_SET", "PFM_ERR_TOOMANY", "PFM_ERR_TOOSMALL",
	};

	return error <= 0 && -error < (int)ARRAY_SIZE(names) ? names[-error] : "another error";
}

static struct answer ask_library(const char *text)
{
	struct answer answer = {0};
	uint64_t *codes = NULL;
	int count = 0;
	int error = pfm_get_event_encoding(text, PFM_PLM0 | PFM_PLM3, NULL, NULL, &codes, &count);

	if (error != PFM_SUCCESS) {
		answer.error = error_name(error);
	} else {
		answer.count = (unsigned)count < ARRAY_SIZE(answer.codes) ? (unsigned)count
									  : (unsigned)ARRAY_SIZE(answer.codes);
		memcpy(answer.codes, codes, answer.count * sizeof(*codes));
	}
	free(codes);
	return answer;
}

static struct answer ask_us(const struct processor *processor, const char *text)
{
	struct libpfm4_answer said;
	struct answer answer = {0};

	libpfm4_ask(processor, slice_of(text), &said);
	if (said.error)
		answer.error = libpfm4_error_name((enum libpfm4_error)said.error);
	answer.count = said.count;
	for (unsigned i = 0; i < said.count && i < ARRAY_SIZE(answer.codes); i++)
		answer.codes[i] = said.codes[i];
	return answer;
}

static bool same(const struct answer *a, const struct answer *b)
{
	if (a->error || b->error)
		return a->error && b->error && !strcmp(a->error, b->error);
	return a->count == b->count && !memcmp(a->codes, b->codes, a->count * sizeof(a->codes[0]));
}

static void print_answer(const char *whose, const struct answer *answer)
{
	printf("  %s:", whose);
	if (answer->error)
		printf(" %s", answer->error);
	for (unsigned i = 0; i < answer->count; i++)
		printf(" 0x%llx", (unsigned long long)answer->codes[i]);
}

/* ---- comparing ----------------------------------------------------------------------------------- */

struct tally {
	const struct dialect *dialect;
	const struct processor *processor;
	uint64_t strings, accepted, explained[ARRAY_SIZE(differences)], unexplained, allocations;
};

static void print_string(const char *text)
{
	for (; *text; text++)
		printf(*text > ' ' && *text <= '~' ? "%c" : "\\x%02x", (unsigned char)*text);
	printf("\n");
}

static void compare(void *context, const char *text)
{
	struct tally *tally = context;
	uint64_t before = allocations();
	struct answer ours = ask_us(tally->processor, text), theirs;

	tally->strings++;
	tally->allocations += allocations() - before;
	for (unsigned i = 0; i < ARRAY_SIZE(differences); i++) {
		if (!differences[i].covers(text, &ours))
			continue;
		theirs = differences[i].asked ? ask_library(text) : ours;
		tally->explained[i] += !differences[i].asked || !same(&ours, &theirs);
		return;
	}
	theirs = ask_library(text);
	tally->accepted += !theirs.error;
	if (same(&ours, &theirs))
		return;
	if (tally->unexplained++ >= SHOWN)
		return;
	print_string(text);
	print_answer("we", &ours);
	print_answer("libpfm4", &theirs);
	printf("\n");
}

static bool speak(struct tally *tally, const struct dialect *dialect)
{
	tally->dialect = dialect;
	tally->processor = processor_by_name(dialect->processor);
	return tally->processor;
}

static void compare_input(struct tally *tally)
{
	char line[GENERATED_BYTES];

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		for (unsigned i = 0; i < DIALECTS; i++)
			if (!strncasecmp(line, dialects[i].pmus, strlen(dialects[i].pmus)))
				speak(tally, &dialects[i]);
		compare(tally, line);
	}
}

static void compare_generated(struct tally *tally, unsigned long count, uint64_t seed)
{
	struct vocabulary vocabulary;
	struct generator generator = {&vocabulary, seed ? seed : 1};
	uint64_t before = tally->strings;
	char text[GENERATED_BYTES];

	vocabulary_read(&vocabulary, tally->dialect, NULL);
	enumerate(&vocabulary, compare, tally);
	printf("%s: %llu strings listed from %u events\n", tally->dialect->processor,
	       (unsigned long long)(tally->strings - before), vocabulary.count);
	for (; count; count--) {
		generate(&generator, text);
		compare(tally, text);
	}
}

static int report(const struct tally *tally)
{
	printf("%llu strings, %llu of them good\n", (unsigned long long)tally->strings,
	       (unsigned long long)tally->accepted);
	for (unsigned i = 0; i < ARRAY_SIZE(differences); i++)
		printf("%llu differences: %s: %s\n", (unsigned long long)tally->explained[i], differences[i].name,
		       differences[i].judgement);
	printf("%llu unexplained differences\n%llu allocations of ours\n", (unsigned long long)tally->unexplained,
	       (unsigned long long)tally->allocations);
	return !tally->strings || tally->unexplained || tally->allocations;
}

int main(int argc, char **argv)
{
	struct tally tally = {0};

	setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
	if (pfm_initialize() != PFM_SUCCESS || !speak(&tally, &dialects[0])) {
		fprintf(stderr, "libpfm4 cannot be initialized\n");
		return 2;
	}
	if (argc > 1 && !strcmp(argv[1], "-")) {
		compare_input(&tally);
		return report(&tally);
	}
	for (unsigned i = 0; i < DIALECTS && speak(&tally, &dialects[i]); i++)
		compare_generated(&tally, argc > 1 ? strtoul(argv[1], NULL, 0) : 100000,
				  argc > 2 ? strtoull(argv[2], NULL, 0) : 1);
	return report(&tally);
}
