/* SPDX-License-Identifier: BSD-2-Clause */
/* plan: what a run accesses on sound silicon is in its plan, and the plan accesses nothing but to ask. */
#include <stdlib.h>

#include "boxes/processors.h"
#include "core/hardware/plan.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

#define ACCESSES (1u << 22)

/* One access, as a key; of memory and configuration space it is the same from every socket. */
struct logged {
	uint64_t address, value;
	uint16_t socket, cpu;
	uint8_t space, write;
};

struct access_log {
	struct logged *at;
	size_t count;
};

static struct access_log made, listed;
static size_t writes, asked;
static unsigned missing; /* accesses of all runs that their plans have not */
static struct hw silicon;

static void note(struct access_log *log, const struct location *where, bool write, uint64_t value)
{
	bool shared = where->space == SPACE_PCI || where->space == SPACE_MMIO;

	if (!log->at)
		log->at = malloc(ACCESSES * sizeof(*log->at));
	assert_true(log->count < ACCESSES);
	log->at[log->count++] = (struct logged){.space = where->space,
						.address = where->address,
						.socket = shared || where->cpu ? 0 : where->socket,
						.cpu = shared ? 0 : where->cpu,
						.write = write,
						.value = value};
}

static enum outcome logged_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	enum outcome outcome = silicon.read(hw, where, value);

	note(&made, where, false, outcome == OUTCOME_OK ? *value : 0);
	return outcome;
}

static enum outcome logged_write(struct hw *hw, const struct location *where, uint64_t value)
{
	writes++;
	note(&made, where, true, value);
	return silicon.write(hw, where, value);
}

static uint64_t number_of(const char *line, const char *name)
{
	const char *at = strstr(line, name);

	return at ? strtoull(at + strlen(name), NULL, 0) : 0;
}

/* An access of the list: "space":"msr","address":"0x345","socket":0,"cpu":0,... */
static void take_line(const char *line)
{
	static const char space[] = "\"space\":\"";
	struct location where = {.socket = (uint16_t)number_of(line, "\"socket\":")};
	char name[8] = "";

	if (!strstr(line, "\"record\":\"access\""))
		return;
	sscanf(strstr(line, space) + sizeof(space) - 1, "%7[a-z]", name);
	where.space = (uint8_t)space_by_name(name);
	where.address = number_of(line, "\"address\":\"");
	if (strstr(line, "\"cpu\":"))
		where.cpu = (uint16_t)(1 + number_of(line, "\"cpu\":"));
	asked += number_of(line, "\"asked\":");
	note(&listed, &where, strstr(line, "\"operation\":\"write\""), number_of(line, "\"value\":\""));
}

static void take_lines(void *context, const char *bytes, size_t length)
{
	static char line[4096];
	static size_t used;

	(void)context;
	for (size_t i = 0; i < length; i++) {
		assert_true(used + 1 < sizeof(line));
		line[used++] = bytes[i];
		if (bytes[i] != '\n')
			continue;
		line[used] = 0;
		used = 0;
		take_line(line);
		if (strstr(line, "\"record\":\"error\""))
			print_message("%s", line);
	}
}

static void begin(const char *name, unsigned sockets)
{
	assert_true(shell_try(name, sockets, ""));
	output_start(&output, take_lines, NULL, FORM_JSON);
	silicon = host.hw;
	host.hw.read = logged_read;
	host.hw.write = logged_write;
	made.count = listed.count = writes = asked = 0;
}

static void end(void)
{
	plan_end();
	shell_restore(&shell);
	assert_int_equal(host_stop(&host), 0);
}

static void say(const char *what, const struct logged *access)
{
	print_message("%s %s space %u 0x%llx socket %u cpu %u value 0x%llx\n", what, access->write ? "write" : "read",
		      access->space, (unsigned long long)access->address, access->socket, access->cpu,
		      (unsigned long long)access->value);
}

static int compare(const void *a, const void *b)
{
	const struct logged *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	if (x->space != y->space)
		return x->space - y->space;
	if (x->socket != y->socket)
		return x->socket - y->socket;
	if (x->cpu != y->cpu)
		return x->cpu - y->cpu;
	return x->write - y->write;
}

/* How many registers and kinds of access were made that the list has not. */
static unsigned count_unlisted(void)
{
	unsigned count = 0;

	qsort(listed.at, listed.count, sizeof(*listed.at), compare);
	qsort(made.at, made.count, sizeof(*made.at), compare);
	for (size_t i = 0; i < made.count; i++) {
		if (i && !compare(&made.at[i], &made.at[i - 1]))
			continue;
		if (bsearch(&made.at[i], listed.at, listed.count, sizeof(*listed.at), compare))
			continue;
		if (count++ < 5)
			say("not in the plan:", &made.at[i]);
	}
	return count;
}

/* A counter that nothing stops reads something else each time. */
static bool counts_freely(const struct logged *access)
{
	const struct location where = {.space = access->space, .socket = access->socket, .address = access->address};
	const struct register_row *row;
	struct box box;
	unsigned index;

	return machine_register(&machine, &where, &box, &row, &index) && row->role == ROLE_FREE_COUNTER;
}

static bool is_as_planned(const struct logged *access, const struct logged *planned)
{
	return !compare(access, planned) && (access->value == planned->value || counts_freely(access));
}

/* Access by access, with what is read and written. */
static void info_is_as_planned(const char *name, unsigned sockets)
{
	unsigned otherwise = 0;

	begin(name, sockets);
	shell_line(&shell, slice_of("plan info"));
	assert_int_equal(writes, 0);
	assert_int_equal(made.count, asked);
	assert_true(plan_leave());
	made.count = 0;
	assert_true(machine_inventory(&machine));
	shell_line(&shell, slice_of("info"));
	for (size_t i = 0; i < made.count && i < listed.count; i++) {
		if (is_as_planned(&made.at[i], &listed.at[i]) || otherwise++)
			continue;
		print_message("%s: access %zu\n", name, i);
		say("planned", &listed.at[i]);
		say("made", &made.at[i]);
	}
	end();
	assert_int_equal(otherwise, 0);
	assert_int_equal(made.count, listed.count);
	assert_true(made.count > 40);
}

static void test_is_in_its_plan(const char *name, unsigned sockets, const char *filter)
{
	char line[64];
	unsigned unlisted;

	begin(name, sockets);
	snprintf(line, sizeof(line), "plan test %s", filter);
	shell_line(&shell, slice_of(line));
	assert_int_equal(writes, 0);
	assert_int_equal(made.count, asked);
	made.count = 0;
	shell_line(&shell, slice_of(line + strlen("plan ")));
	shell_restore(&shell);
	assert_true(writes > 10);
	unlisted = count_unlisted();
	end();
	if (unlisted)
		print_message("%s: %u accesses are not in the plan\n", name, unlisted);
	missing += unlisted;
}

static void each_machine(void (*check)(const char *name, unsigned sockets))
{
	for (const struct processor *const *known = processors; *known; known++)
		check((*known)->name, 1 + !strcmp((*known)->name, "xeon-7500"));
	for (const struct processor *const *known = described_processors; *known; known++)
		check((*known)->name, 1);
}

TEST(test_info)
{
	each_machine(info_is_as_planned);
}

static void all_checks(const char *name, unsigned sockets)
{
	test_is_in_its_plan(name, sockets, "");
}

TEST(test_test)
{
	missing = 0;
	each_machine(all_checks);
	assert_int_equal(missing, 0);
}

/* Some checks of one box need others: a clock, and what is stopped with it. */
TEST(test_some_checks)
{
	missing = 0;
	test_is_in_its_plan("xeon-7500", 2, "*cbox3.*");
	test_is_in_its_plan("xeon-e5-2600-v2", 2, "*imc1.*");
	test_is_in_its_plan("ice-lake-sp", 2, "*cha2.*");
	test_is_in_its_plan("xeon-7500", 2, "*cbox3.ctr0.*");
	test_is_in_its_plan("xeon-7500", 1, "*.counts");
	test_is_in_its_plan("xeon-e5-2600-v2", 2, "*imc1.ctr2.*");
	test_is_in_its_plan("xeon-e5-2600", 1, "*.selects");
	test_is_in_its_plan("knights-landing", 1, "*cha2.ctr1.*");
	test_is_in_its_plan("ice-lake-sp", 1, "*imc2.ctr0.*");
	test_is_in_its_plan("sapphire-rapids", 1, "*cha2.ctr0.*");
	test_is_in_its_plan("xeon-7500", 2, "*.freeze.by-core");
	test_is_in_its_plan("sapphire-rapids", 1, "*.freeze.by-core");
	assert_int_equal(missing, 0);
}

/* The comparison sees an access that the plan lacks. */
TEST(test_a_lack_is_seen)
{
	begin("xeon-7500", 1);
	shell_line(&shell, slice_of("plan test cbox3.ctr1.width"));
	made.count = 0;
	shell_line(&shell, slice_of("peek msr 0x1234"));
	assert_int_equal(count_unlisted(), 1);
	end();
}
