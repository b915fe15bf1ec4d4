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

/* ---- runs as rows --------------------------------------------------------------------------------------------- */

enum { NONE = -1, SOME = -2, ANY = -3 };

/* A run of checks on new silicon, and what comes out of it. No software breaks a rule in it, and some check is planned. */
struct run {
	const char *machine, *scenario, *filter;
	unsigned cores;                     /* 0: as set_up() */
	const struct expectations *expects; /* NULL: all boxes, from a cold start */
	bool text;                          /* is said in the form of text, of every check; else as KTAP */
	int failed, skipped;                /* so many, SOME, or ANY */
	int passed, untested;               /* so many, NONE, or 0: any number */
	int passed_least;
	unsigned planned; /* at least */
	const char *said[3], *unsaid;
};

static inline bool is_as_many(int wanted, unsigned count)
{
	return wanted == ANY || (wanted == SOME ? count > 0 : count == (wanted == NONE ? 0 : (unsigned)wanted));
}

static inline bool is_as_expected(const struct run *run, const struct bench *bench)
{
	const struct output *output = &bench->output;

	for (unsigned i = 0; i < ARRAY_SIZE(run->said); i++)
		if (run->said[i] && !strstr(bench->said, run->said[i])) {
			print_message("not said: %s\n", run->said[i]);
			return false;
		}
	return output->planned && output->planned >= run->planned &&
	       output->passed + output->failed + output->skipped + output->untested == output->planned &&
	       (output->verdict == VERDICT_PASS) == !output->failed && !bench->violations &&
	       is_as_many(run->failed, output->failed) && is_as_many(run->skipped, output->skipped) &&
	       is_as_many(run->passed ? run->passed : ANY, output->passed) &&
	       is_as_many(run->untested ? run->untested : ANY, output->untested) &&
	       output->passed >= (unsigned)run->passed_least && !(run->unsaid && strstr(bench->said, run->unsaid));
}

static inline void expect_run(const struct run *run)
{
	struct bench bench;
	const struct output *output = &bench.output;

	if (run->cores)
		set_up_cores(&bench, run->machine, run->scenario, run->cores);
	else
		set_up(&bench, run->machine, run->scenario);
	if (run->expects)
		bench.machine.expects = *run->expects;
	if (run->text) {
		bench.output.form = FORM_TEXT;
		bench.output.every_check = true;
	}
	run_checks(&bench, run->filter);
	if (!is_as_expected(run, &bench)) {
		show_failures(&bench);
		fail_msg("%s, %s, %s: %u planned, %u failed, %u skipped, %u passed, %u untested, %u violations: %s",
			 run->machine, run->scenario, run->filter, output->planned, output->failed, output->skipped,
			 output->passed, output->untested, bench.violations, bench.violation);
	}
	tear_down(&bench);
}

static inline void expect_runs(const struct run runs[], size_t count)
{
	for (size_t i = 0; i < count; i++)
		expect_run(&runs[i]);
}

#define EXPECT_RUNS(RUNS) expect_runs((RUNS), ARRAY_SIZE(RUNS))

/* Runs checks on silicon with a fault; false, and the reason is printed, if `check` does not fail naming `reg`, or a rule is violated. */
static inline bool is_found(const char *machine, const char *scenario, const char *filter, const char *check,
			    const char *reg)
{
	struct bench bench;
	bool found;

	set_up(&bench, machine, scenario);
	run_checks(&bench, filter);
	found = failure_names(&bench, check, reg) && !bench.violations;
	if (!found) {
		print_message("---- %s on %s: %s does not fail naming %s, or there are %u violations: %s\n", scenario,
			      machine, check, reg, bench.violations, bench.violation);
		show_failures(&bench);
	}
	tear_down(&bench);
	return found;
}

#endif
