/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine to run checks on, for unit tests: virtual silicon, and a record of what was said. */
#ifndef TESTS_UNIT_SUPPORT_CHECKS_BENCH_H
#define TESTS_UNIT_SUPPORT_CHECKS_BENCH_H

#include "arch/host/host.h"
#include "core/check/check.h"
#include "tests/unit/support/unit.h"

#define ARENA_BYTES  (4u << 20)
#define OUTPUT_BYTES (1u << 20)

struct bench {
	struct arena arena;
	struct host host;
	struct machine machine;
	struct output output;
	char *said;
	size_t length;
	enum outcome (*read)(struct hw *, const struct location *, uint64_t *);
	enum outcome (*write)(struct hw *, const struct location *, uint64_t);
	unsigned accesses, violations;
	char violation[200]; /* the first */
};

static inline void take_output(void *context, const char *bytes, size_t length)
{
	struct bench *bench = context;

	assert_true(bench->length + length < OUTPUT_BYTES);
	memcpy(bench->said + bench->length, bytes, length);
	bench->length += length;
	bench->said[bench->length] = 0;
}

static inline void take_violation(void *context, const char *line)
{
	struct bench *bench = context;

	if (!bench->violations++)
		snprintf(bench->violation, sizeof(bench->violation), "%s", line);
}

/* The bench whose accesses are counted: struct hw has no room for a pointer to it. */
static struct bench *counting;

static inline enum outcome count_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	counting->accesses++;
	return counting->read(hw, where, value);
}

static inline enum outcome count_write(struct hw *hw, const struct location *where, uint64_t value)
{
	counting->accesses++;
	return counting->write(hw, where, value);
}

static inline void count_accesses(struct bench *bench)
{
	counting = bench;
	bench->read = bench->host.hw.read;
	bench->write = bench->host.hw.write;
	bench->host.hw.read = count_read;
	bench->host.hw.write = count_write;
}

/* With so many processors. */
static inline void set_up_cores(struct bench *bench, const char *machine, const char *scenario, unsigned cores)
{
	char error[200] = "";
	struct host_options options = {
		.machine = machine,
		.cores = cores,
		.scenario = slice_of(scenario),
		.violation = take_violation,
		.context = bench,
	};

	memset(bench, 0, sizeof(*bench));
	bench->arena = (struct arena){malloc(ARENA_BYTES), ARENA_BYTES, 0};
	bench->said = calloc(1, OUTPUT_BYTES);
	bench->machine.arena = &bench->arena;
	if (!host_start(&bench->host, &bench->machine, &options, error, sizeof(error)))
		fail_msg("%s: %s", scenario, error);
	assert_true(machine_inventory(&bench->machine));
	bench->machine.expects = (struct expectations){.cold = true, .boxes = "* "};
	output_start(&bench->output, take_output, bench, FORM_KTAP);
}

/* With eight processors a socket, or as many as the scenario says: what a part that was sold has more is like them. */
static inline void set_up(struct bench *bench, const char *machine, const char *scenario)
{
	bool sized = strstr(scenario, "cores = ") || strstr(scenario, "cboxes = ") || strstr(scenario, "chas = ");

	set_up_cores(bench, machine, scenario, sized ? 0 : 8);
}

static inline void tear_down(struct bench *bench)
{
	host_stop(&bench->host);
	free(bench->arena.at);
	free(bench->said);
}

static inline unsigned run_checks(struct bench *bench, const char *filter)
{
	return checks_run(&bench->machine, &bench->output, slice_of(filter), NULL, NULL);
}

/* One failing check as it was said: its id without the processor's name, and the diagnostics before its line. */
struct failure {
	char id[CHECK_ID_SIZE], box[32], reg[64];
};

static inline bool take_line(const char *line, const char *name, char *value, size_t size)
{
	size_t length = strlen(name);

	if (strncmp(line, name, length))
		return false;
	snprintf(value, size, "%.*s", (int)strcspn(line + length, "\n"), line + length);
	return true;
}

/* The next failing check at or after *at. */
static inline bool next_failure(const char **at, struct failure *failure)
{
	const char *line = *at;

	*failure = (struct failure){"", "", ""};
	for (const char *next; *line; line = next) {
		next = line + strcspn(line, "\n") + 1;
		take_line(line, "# box=", failure->box, sizeof(failure->box));
		take_line(line, "# register=", failure->reg, sizeof(failure->reg));
		if (!strncmp(line, "not ok ", 7)) {
			take_line(strchr(line, '.'), ".", failure->id, sizeof(failure->id));
			*at = next;
			return true;
		}
		if (!strncmp(line, "ok ", 3))
			*failure = (struct failure){"", "", ""};
	}
	return false;
}

/* True if `check` has failed and named `reg`. */
static inline bool failure_names(const struct bench *bench, const char *check, const char *reg)
{
	const char *at = bench->said;
	struct failure failure;

	while (next_failure(&at, &failure))
		if (!strcmp(failure.id, check) && !strcmp(failure.reg, reg))
			return true;
	return false;
}

/* The failing checks, for messages. */
static inline void show_failures(const struct bench *bench)
{
	for (const char *at = bench->said; (at = strstr(at, "not ok ")); at++)
		print_message("%.*s\n", (int)strcspn(at, "\n"), at);
}

#endif
