/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory bandwidth is true: what a metric says, times how long it was counted, is what known work moved. */
#include "tests/unit/support/shell_bench.h"

/* A number of MB/s with six places behind `name` in a line, in millionths. */
static unsigned long long millionths(const char *line, const char *name)
{
	const char *at = strstr(line, name);
	char *end;
	unsigned long long whole;

	assert_non_null(at);
	whole = strtoull(at + strlen(name), &end, 10);
	assert_int_equal(*end, '.');
	return whole * 1000000 + strtoull(end + 1, &end, 10);
}

/* Bytes, of all boxes, or of the socket, that the metric's records come to. */
static unsigned long long bytes_of(const char *metric)
{
	char name[64];
	unsigned long long bytes = 0;
	unsigned records = 0;

	snprintf(name, sizeof(name), "\"metric\":\"%s\"", metric);
	for (const char *at = strstr(said, name); at; at = strstr(at + 1, name), records++)
		bytes += (millionths(at, "\"value\":") * shell_number(at, "\"time_ns\":") + 500000000) / 1000000000;
	assert_true(records > 0);
	return bytes;
}

static void expect_bytes(const char *name, const char *metric, const char *work, unsigned lines)
{
	unsigned long long moved = 64ull * lines, told;
	char line[128];

	assert_true(shell_try(name, 1, "background = 0\n"));
	snprintf(line, sizeof(line), "stat -M %s -w %s", metric, work);
	if (shell_run(line) != VERDICT_PASS)
		fail_msg("%s: %s", name, said);
	told = bytes_of(metric);
	/* Metrics are rounded to millionths of MB/s: some bytes. */
	if (told + 64 < moved || told > moved + 64)
		fail_msg("%s %s %s: %llu bytes, but %llu were moved", name, metric, work, told, moved);
}

/* Lines that are written are read first, for ownership. */
TEST(each_metric_says_what_was_moved)
{
	static const struct {
		const char *machine, *metric, *work;
		unsigned lines;
	} rows[] = {
		{"xeon-e5-2600", "MEM_BW_READS", "read:1M", 16384},
		{"xeon-e5-2600", "MEM_BW_TOTAL", "read:1M", 16384},
		{"xeon-e5-2600", "MEM_BW_WRITES", "write:1M", 16384},
		{"xeon-e5-2600", "MEM_BW_TOTAL", "write:1M", 32768},
		{"xeon-7500", "MEM_READ_BANDWIDTH", "read:1M", 16384},
		{"xeon-7500", "MEM_BANDWIDTH", "read:1M", 16384},
		{"xeon-7500", "MEM_WRITE_BANDWIDTH", "write:1M", 16384},
		{"xeon-7500", "MEM_BANDWIDTH", "write:1M", 32768},
		{"xeon-e7", "MEM_READ_BANDWIDTH", "read:1M", 16384},
		{"xeon-e7", "MEM_WRITE_BANDWIDTH", "write:1M", 16384},
		{"knights-landing", "DDR_READ_BANDWIDTH", "read:1M", 16384},
		{"knights-landing", "DDR_WRITE_BANDWIDTH", "write:1M", 16384},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		expect_bytes(rows[i].machine, rows[i].metric, rows[i].work, rows[i].lines);
}

/* More than the memory for it: in rounds, the caches being emptied between them. */
TEST(many_rounds_are_one_amount)
{
	expect_bytes("xeon-7500", "MEM_READ_BANDWIDTH", "read:8M", 131072);
}
