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

static bool has_crash(const struct lines *lines)
{
	for (uint64_t number = 1; number <= lines->highest; number++)
		if (behind(lines_text(lines, number), "crash:").at)
			return true;
	return false;
}

enum watch_status verdict_of(const struct lines *lines)
{
	enum watch_status status;

	if (has_crash(lines))
		return WATCH_CRASH;
	if (!lines->ended || lines->contradicted || !verdict_read(lines_text(lines, lines->count), &status))
		return WATCH_TIMEOUT;
	return status == WATCH_PASS && !lines_complete(lines) ? WATCH_ERROR : status;
}
