/* SPDX-License-Identifier: BSD-2-Clause */
/* A bench for the tests of virtual silicon: one model with its owner. */
#ifndef TESTS_UNIT_SUPPORT_MODEL_BENCH_H
#define TESTS_UNIT_SUPPORT_MODEL_BENCH_H

#include "silicon/silicon.h"
#include "tests/unit/support/unit.h"

struct bench {
	void *memory;
	struct silicon *silicon;
	uint64_t now;
	char error[1024];
	unsigned violations, logs, pmis;
	char violation[400], log[400]; /* the last ones */
	unsigned pmi_socket[8];
	uint64_t pmi_cores[8];
};

static void bench_pmi(void *context, unsigned socket, const struct silicon_cores *cores)
{
	struct bench *bench = context;

	if (bench->pmis < 8) {
		bench->pmi_socket[bench->pmis] = socket;
		bench->pmi_cores[bench->pmis] = cores->word[0];
	}
	bench->pmis++;
}

static void bench_violation(void *context, const char *line)
{
	struct bench *bench = context;

	assert_null(strchr(line, '\n'));
	bench->violations++;
	snprintf(bench->violation, sizeof(bench->violation), "%s", line);
}

static void bench_log(void *context, const char *line)
{
	struct bench *bench = context;

	assert_null(strchr(line, '\n'));
	bench->logs++;
	snprintf(bench->log, sizeof(bench->log), "%s", line);
}

/* Makes silicon of a machine; false with bench->error if the scenario is refused. */
static inline bool bench_try_of(struct bench *bench, const char *machine, unsigned sockets, const char *scenario)
{
	struct silicon_owner owner = {bench, bench_pmi, bench_violation, bench_log};

	struct silicon_extent asked = {.sockets = sockets};
	size_t bytes = silicon_size(machine, &asked, scenario, strlen(scenario));

	memset(bench, 0, sizeof(*bench));
	bench->memory = malloc(bytes);
	memset(bench->memory, 0x5a, bytes);
	bench->silicon = silicon_create(bench->memory, machine, &asked, scenario, strlen(scenario), &owner,
					bench->error, sizeof(bench->error));
	return bench->silicon != NULL;
}

static inline struct bench *bench_of(const char *machine, unsigned sockets, const char *scenario)
{
	struct bench *bench = malloc(sizeof(*bench));

	if (!bench_try_of(bench, machine, sockets, scenario))
		fail_msg("%s", bench->error);
	return bench;
}

static inline void bench_free(struct bench *bench)
{
	free(bench->memory);
	free(bench);
}

static inline void go(struct bench *bench, uint64_t ns)
{
	bench->now += ns;
	silicon_advance(bench->silicon, bench->now);
}

#endif
