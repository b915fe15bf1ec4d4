/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/watch/verdict.h"

/* What follows `prefix`; a null `at` if something else stands there. */
static struct slice behind(struct slice line, const char *prefix)
{
	struct slice start = slice_of(prefix);

	if (!slice_starts(line, prefix))
		return (struct slice){NULL, 0};
	return slice_between(line.at + start.length, line.at + line.length);
}

/* The result's name in an end record of each form: up to a character that ends it. */
static struct slice result_of(struct slice line)
{
	struct slice rest = behind(line, "{\"record\":\"end\",\"result\":\"");

	if (rest.at)
		return slice_cut(&rest, '"');
	rest = behind(line, "# end result=");
	if (rest.at)
		return slice_cut(&rest, ' ');
	rest = line;
	return slice_cut(&rest, ':');
}

bool verdict_read(struct slice line, enum watch_status *status)
{
	static const struct {
		const char *name;
		enum watch_status status;
	} results[] = {
		{"pass", WATCH_PASS},       {"fail", WATCH_FAIL},   {"error", WATCH_ERROR},
		{"timeout", WATCH_TIMEOUT}, {"crash", WATCH_CRASH},
	};
	struct slice result = result_of(line);

	for (size_t i = 0; i < ARRAY_SIZE(results); i++) {
		if (!slice_is(result, results[i].name))
			continue;
		*status = results[i].status;
		return true;
	}
	return false;
}

void verdict_take(struct run_verdict *verdict, struct slice line)
{
	verdict->crashed |= slice_starts(line, "crash:");
	verdict->ends = verdict_read(line, &verdict->status);
}

void verdict_take_lost(struct run_verdict *verdict)
{
	verdict->ends = false;
}

enum watch_status verdict_of(const struct run_verdict *verdict, const struct lines *lines)
{
	if (verdict->crashed)
		return WATCH_CRASH;
	if (!lines->ended || lines->contradicted || !verdict->ends)
		return WATCH_TIMEOUT;
	return verdict->status == WATCH_PASS && !lines_complete(lines) ? WATCH_ERROR : verdict->status;
}
