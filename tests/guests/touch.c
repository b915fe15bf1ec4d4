/* SPDX-License-Identifier: BSD-2-Clause */
/* In a Linux guest: touches pages of new memory, and says what the kernel's uncore_imc PMUs counted of it.
 *
 *	touch PREFETCH PAGES...     MSR 0x1a4 of processor 0 becomes PREFETCH; then so many pages are touched, each time of new memory
 *
 * Lines of output are `touch: PREFETCH PAGES READS`; `pmu: done` is the last, as of tests/guests/pmu.c. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#define DEVICES     "/sys/bus/event_source/devices"
#define CAS_READS   0x304 /* event 0x04, umask 0x03 */
#define MSR_MAJOR   202
#define MSR_CONTROL 0x1a4
#define MSR_NODE    "/msr0"

enum { CHANNELS = 16, PAGE = 4096 };

static int channels[CHANNELS];
static unsigned channel_count;

static void __attribute__((noreturn)) fail(const char *what)
{
	printf("touch: error %s: %s\n", what, strerror(errno));
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	exit(1);
}

static void set_prefetchers(uint64_t value)
{
	int file;

	if (mknod(MSR_NODE, S_IFCHR | 0600, makedev(MSR_MAJOR, 0)) && errno != EEXIST)
		fail("mknod");
	file = open(MSR_NODE, O_RDWR);
	if (file < 0 || pwrite(file, &value, sizeof(value), MSR_CONTROL) != sizeof(value))
		fail("MSR 0x1a4");
	close(file);
}

static void open_channel(const char *name)
{
	struct perf_event_attr attr = {.size = sizeof(attr), .config = CAS_READS, .disabled = 1};
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), DEVICES "/%s/type", name);
	file = fopen(path, "r");
	if (!file || fscanf(file, "%" SCNu32, &attr.type) != 1 || channel_count == CHANNELS)
		fail(name);
	fclose(file);
	channels[channel_count] = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0);
	if (channels[channel_count++] < 0)
		fail(name);
}

static void open_channels(void)
{
	DIR *directory = opendir(DEVICES);
	struct dirent *entry;

	while (directory && (entry = readdir(directory)))
		if (!strncmp(entry->d_name, "uncore_imc_", 11))
			open_channel(entry->d_name);
	if (!channel_count)
		fail("uncore_imc");
	closedir(directory);
}

static void tell_channels(unsigned long request)
{
	for (unsigned i = 0; i < channel_count; i++)
		if (ioctl(channels[i], request, 0))
			fail("ioctl");
}

static uint64_t reads(void)
{
	uint64_t sum = 0, value;

	for (unsigned i = 0; i < channel_count; i++) {
		if (read(channels[i], &value, sizeof(value)) != sizeof(value))
			fail("read");
		sum += value;
	}
	return sum;
}

/* Memory is never given back: what the kernel hands out again was touched before. */
static uint64_t touch(size_t pages)
{
	volatile char *memory =
		mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		fail("mmap");
	madvise((void *)(uintptr_t)memory, (pages + 1) * PAGE, MADV_NOHUGEPAGE);
	tell_channels(PERF_EVENT_IOC_RESET);
	tell_channels(PERF_EVENT_IOC_ENABLE);
	for (size_t i = 0; i < pages; i++)
		memory[i * PAGE] = 1;
	tell_channels(PERF_EVENT_IOC_DISABLE);
	return reads();
}

int main(int argc, char **argv)
{
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (argc < 3 || sched_setaffinity(0, sizeof(first), &first))
		fail("usage: touch PREFETCH PAGES...");
	set_prefetchers(strtoull(argv[1], NULL, 0));
	open_channels();
	for (int i = 2; i < argc; i++)
		printf("touch: %s %s %" PRIu64 "\n", argv[1], argv[i], touch(strtoull(argv[i], NULL, 0)));
	printf("pmu: done\n");
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	return 0;
}
