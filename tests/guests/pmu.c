/* SPDX-License-Identifier: BSD-2-Clause */
/* In a Linux guest: shows the PMUs that the kernel has, counts what a plan says, or samples. Nothing but perf_event_open and
 * sysfs is used, so what comes out is what the kernel's drivers made of the silicon.
 *
 *	pmu list                    every PMU: type, processors, format fields and event aliases
 *	pmu count MS < plan         one group a line, all of a round at once; a round ends with a line "go"
 *	pmu sample PERIOD COUNT     samples of cpu/cycles/ on processor 0 until there are COUNT
 *
 * A line of the plan is `ID PMU EVENT [REFERENCE]`, the last two as CONFIG:CONFIG1:CONFIG2 in hexadecimal. PMU is a name, or
 * one without its number, which is every instance. Each is counted on every processor that the PMU names. An event without a
 * reference is told with the time, in ns, for which it was counted at least and at most. What the format fields cannot say is
 * told, and not counted.
 *
 * Lines of output are `pmu: ` and words; `pmu: done` is the last. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define DEVICES "/sys/bus/event_source/devices"

enum { WORDS = 3, PMUS = 256, CPUS = 64, GROUPS = 4096, DATA_PAGES = 8, ANSWER_MS = 60000 };

struct pmu {
	char name[64];
	unsigned type;
	uint64_t fields[WORDS]; /* bits that some format field reaches, of config, config1 and config2 */
	unsigned cpu[CPUS], cpus;
};

struct event {
	uint64_t config[WORDS];
};

struct group {
	char id[32];
	const struct pmu *pmu;
	unsigned cpu;
	int reference, event;                  /* no reference: -1 */
	uint64_t started_ns[2], stopped_ns[2]; /* before and after it was asked for */
};

/* A line of the plan. */
struct planned {
	char id[32], name[64];
	struct event event, reference;
	bool alone; /* without a reference */
};

static struct pmu pmus[PMUS];
static unsigned pmu_count;
static struct group groups[GROUPS];
static unsigned group_count;

static void __attribute__((noreturn, format(printf, 1, 2))) fail(const char *format, ...)
{
	va_list arguments;

	printf("pmu: error ");
	va_start(arguments, format);
	vprintf(format, arguments);
	va_end(arguments);
	printf("\n");
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	exit(1);
}

/* ---- sysfs ------------------------------------------------------------------------------------------ */

/* The file's first line without its end; empty if there is none. */
static const char *read_line(const char *format, ...)
{
	static char line[512];
	char path[512];
	va_list arguments;
	FILE *file;

	va_start(arguments, format);
	vsnprintf(path, sizeof(path), format, arguments);
	va_end(arguments);
	line[0] = 0;
	file = fopen(path, "r");
	if (!file)
		return line;
	if (!fgets(line, sizeof(line), file))
		line[0] = 0;
	fclose(file);
	line[strcspn(line, "\n")] = 0;
	return line;
}

/* Calls `each` with every file of a PMU's directory, in no order; of none, of the directory of PMUs. */
static void walk(struct pmu *pmu, const char *kind, void (*each)(struct pmu *pmu, const char *name))
{
	char path[256];
	DIR *directory;
	struct dirent *entry;

	snprintf(path, sizeof(path), DEVICES "/%.63s/%.63s", pmu ? pmu->name : "", kind);
	directory = opendir(path);
	if (!directory)
		return;
	while ((entry = readdir(directory)))
		if (entry->d_name[0] != '.')
			each(pmu, entry->d_name);
	closedir(directory);
}

/* A format says `config:0-7,21`. */
static void take_field(struct pmu *pmu, const char *name)
{
	const char *text = read_line(DEVICES "/%s/format/%s", pmu->name, name);
	unsigned word = text[6] >= '1' && text[6] <= '2' ? (unsigned)(text[6] - '0') : 0;

	if (strncmp(text, "config", 6) || !strchr(text, ':'))
		return;
	for (text = strchr(text, ':'); *text; text += strcspn(text, ",")) {
		char *end;
		unsigned long first = strtoul(text + 1, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (unsigned long bit = first; bit <= last && bit < 64; bit++)
			pmu->fields[word] |= UINT64_C(1) << bit;
		text++;
	}
}

/* `0,8` or `0-1`; a PMU of cores has no such file, and is asked on processor 0. */
static void take_cpus(struct pmu *pmu)
{
	const char *text = read_line(DEVICES "/%s/cpumask", pmu->name);

	while (*text && pmu->cpus < CPUS) {
		char *end;
		unsigned long first = strtoul(text, &end, 10), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 10);
		for (unsigned long cpu = first; cpu <= last && pmu->cpus < CPUS; cpu++)
			pmu->cpu[pmu->cpus++] = (unsigned)cpu;
		text = *end ? end + 1 : end;
	}
	if (!pmu->cpus)
		pmu->cpus = 1;
}

static void take_pmu(struct pmu *unused, const char *name)
{
	struct pmu *pmu = &pmus[pmu_count];

	(void)unused;
	if (pmu_count == PMUS || strlen(name) >= sizeof(pmu->name))
		fail("too many PMUs");
	strcpy(pmu->name, name);
	pmu->type = (unsigned)strtoul(read_line(DEVICES "/%s/type", name), NULL, 10);
	walk(pmu, "format", take_field);
	take_cpus(pmu);
	pmu_count++;
}

/* ---- list ------------------------------------------------------------------------------------------- */

static void show_field(struct pmu *pmu, const char *name)
{
	printf("pmu: format %s %s %s\n", pmu->name, name, read_line(DEVICES "/%s/format/%s", pmu->name, name));
}

static void show_alias(struct pmu *pmu, const char *name)
{
	printf("pmu: event %s %s %s\n", pmu->name, name, read_line(DEVICES "/%s/events/%s", pmu->name, name));
}

static void list(void)
{
	for (unsigned i = 0; i < pmu_count; i++) {
		printf("pmu: device %s %u", pmus[i].name, pmus[i].type);
		for (unsigned cpu = 0; cpu < pmus[i].cpus; cpu++)
			printf("%c%u", cpu ? ',' : ' ', pmus[i].cpu[cpu]);
		printf("\n");
		walk(&pmus[i], "format", show_field);
		walk(&pmus[i], "events", show_alias);
	}
}

/* ---- count ------------------------------------------------------------------------------------------ */

static int open_event(const struct pmu *pmu, const struct event *event, unsigned cpu, int leader)
{
	struct perf_event_attr attr = {
		.type = pmu->type,
		.size = sizeof(attr),
		.config = event->config[0],
		.config1 = event->config[1],
		.config2 = event->config[2],
		.disabled = leader < 0,
	};

	return (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, leader, 0);
}

static bool can_say(const struct pmu *pmu, const struct event *event)
{
	for (unsigned i = 0; i < WORDS; i++)
		if (event->config[i] & ~pmu->fields[i])
			return false;
	return true;
}

static void open_group(const struct planned *planned, const struct pmu *pmu, unsigned cpu)
{
	struct group *group = &groups[group_count];

	if (group_count == GROUPS)
		fail("more than %d groups in a round", GROUPS);
	*group = (struct group){.pmu = pmu, .cpu = cpu, .reference = -1, .event = -1};
	strcpy(group->id, planned->id);
	if (!planned->alone)
		group->reference = open_event(pmu, &planned->reference, cpu, -1);
	if (planned->alone || group->reference >= 0)
		group->event = open_event(pmu, &planned->event, cpu, group->reference);
	if (group->event >= 0) {
		group_count++;
		return;
	}
	printf("pmu: refused %s %s %u %s\n", planned->id, pmu->name, cpu, strerror(errno));
	if (group->reference >= 0)
		close(group->reference);
}

/* True if `pmu` is named `name`, or is one of its instances. */
static bool is_named(const struct pmu *pmu, const char *name)
{
	size_t length = strlen(name);

	if (strncmp(pmu->name, name, length))
		return false;
	if (!pmu->name[length])
		return true;
	return pmu->name[length] == '_' && pmu->name[length + 1 + strspn(pmu->name + length + 1, "0123456789")] == 0 &&
	       pmu->name[length + 1];
}

static struct planned read_line_of_plan(const char *line)
{
	struct planned planned = {.alone = false};
	uint64_t *e = planned.event.config, *r = planned.reference.config;
	int words = sscanf(line, "%31s %63s %" SCNx64 ":%" SCNx64 ":%" SCNx64 " %" SCNx64 ":%" SCNx64 ":%" SCNx64,
			   planned.id, planned.name, &e[0], &e[1], &e[2], &r[0], &r[1], &r[2]);

	if (words != 5 && words != 8)
		fail("no line of a plan: %s", line);
	planned.alone = words == 5;
	return planned;
}

static void plan_line(const char *line)
{
	const struct planned planned = read_line_of_plan(line);
	bool found = false;

	for (unsigned i = 0; i < pmu_count; i++) {
		if (!is_named(&pmus[i], planned.name))
			continue;
		found = true;
		if (!can_say(&pmus[i], &planned.event)) {
			printf("pmu: unsaid %s %s\n", planned.id, pmus[i].name);
			continue;
		}
		for (unsigned cpu = 0; cpu < pmus[i].cpus; cpu++)
			open_group(&planned, &pmus[i], pmus[i].cpu[cpu]);
	}
	if (!found)
		printf("pmu: refused %s %s 0 there is no such PMU\n", planned.id, planned.name);
}

static uint64_t value_of(int file)
{
	uint64_t value = 0;

	if (read(file, &value, sizeof(value)) != sizeof(value))
		fail("a count cannot be read: %s", strerror(errno));
	return value;
}

static void wait_ms(unsigned ms)
{
	const struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};

	nanosleep(&time, NULL);
}

static uint64_t now_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* Starts or stops a group, and notes when. */
static void switch_group(const struct group *group, unsigned long request, uint64_t when_ns[2])
{
	when_ns[0] = now_ns();
	if (ioctl(group->reference >= 0 ? group->reference : group->event, request, PERF_IOC_FLAG_GROUP))
		fail("a group cannot be started or stopped: %s", strerror(errno));
	when_ns[1] = now_ns();
}

static void tell(const struct group *group)
{
	printf("pmu: %s %s %s %u %" PRIu64, group->reference < 0 ? "alone" : "count", group->id, group->pmu->name,
	       group->cpu, value_of(group->event));
	if (group->reference < 0)
		printf(" %" PRIu64 " %" PRIu64 "\n", group->stopped_ns[0] - group->started_ns[1],
		       group->stopped_ns[1] - group->started_ns[0]);
	else
		printf(" %" PRIu64 "\n", value_of(group->reference));
}

/* A group is stopped as one, with its box, before any of its counters is read. */
static void go(unsigned ms)
{
	for (unsigned i = 0; i < group_count; i++)
		switch_group(&groups[i], PERF_EVENT_IOC_ENABLE, groups[i].started_ns);
	wait_ms(ms);
	for (unsigned i = 0; i < group_count; i++)
		switch_group(&groups[i], PERF_EVENT_IOC_DISABLE, groups[i].stopped_ns);
	for (unsigned i = 0; i < group_count; i++) {
		tell(&groups[i]);
		close(groups[i].event);
		if (groups[i].reference >= 0)
			close(groups[i].reference);
	}
	group_count = 0;
}

static void count(unsigned ms)
{
	char line[512];

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!strcmp(line, "go"))
			go(ms);
		else if (*line)
			plan_line(line);
	}
}

/* ---- sample ----------------------------------------------------------------------------------------- */

/* Takes the records that there are; returns how many were samples, and counts those lost. */
static unsigned take_records(struct perf_event_mmap_page *page, uint64_t *lost)
{
	const char *data = (const char *)page + page->data_offset;
	uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE), tail = page->data_tail;
	unsigned samples = 0;

	while (tail < head) {
		const struct perf_event_header *header = (const void *)(data + tail % page->data_size);

		samples += header->type == PERF_RECORD_SAMPLE;
		*lost += header->type == PERF_RECORD_LOST;
		tail += header->size;
	}
	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
	return samples;
}

static void sample(uint64_t period, unsigned wanted)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_RAW,
		.size = sizeof(attr),
		.config = 0x3c, /* unhalted core cycles, on every processor with the architecture's events */
		.sample_period = period,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TIME,
		.disabled = 1,
	};
	size_t bytes = (size_t)(1 + DATA_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
	int file = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
	struct perf_event_mmap_page *page;
	unsigned samples = 0;
	uint64_t lost = 0;

	if (file < 0)
		fail("sampling: %s", strerror(errno));
	page = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (page == MAP_FAILED)
		fail("sampling: %s", strerror(errno));
	ioctl(file, PERF_EVENT_IOC_ENABLE, 0);
	for (unsigned ms = 0; samples < wanted && ms < ANSWER_MS; ms++) {
		wait_ms(1);
		samples += take_records(page, &lost);
	}
	ioctl(file, PERF_EVENT_IOC_DISABLE, 0);
	samples += take_records(page, &lost);
	printf("pmu: samples %u %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", samples, lost, period, value_of(file));
}

int main(int argc, char **argv)
{
	walk(NULL, "", take_pmu);
	if (argc == 2 && !strcmp(argv[1], "list"))
		list();
	else if (argc == 3 && !strcmp(argv[1], "count"))
		count((unsigned)strtoul(argv[2], NULL, 10));
	else if (argc == 4 && !strcmp(argv[1], "sample"))
		sample(strtoull(argv[2], NULL, 0), (unsigned)strtoul(argv[3], NULL, 0));
	else
		fail("usage: pmu list | pmu count MS < plan | pmu sample PERIOD COUNT");
	printf("pmu: done\n");
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	return 0;
}
