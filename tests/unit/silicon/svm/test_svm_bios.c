/* SPDX-License-Identifier: BSD-2-Clause */
/* What the hypervisor says without UEFI, on a serial port that has room for 16 bytes and takes its time to send one. */
#define _GNU_SOURCE
#include "silicon/svm/bios.c"
#include "tests/unit/support/ports.h"
#include "tests/unit/support/unit.h"

#define FIFO 16
#define SLOW 7 /* looks at the status until a byte is sent */

/* Nothing here gets that far. */
const char image_start[1], image_end[1];
const char *silicon_why_not(void)
{
	return NULL;
}
uint64_t silicon_refuse(const struct loader *loader, const char *type, const char *reason)
{
	(void)loader, (void)type, (void)reason;
	return 0;
}
void silicon_report_running(const struct loader *loader, const char *banner)
{
	(void)loader, (void)banner;
}
uint64_t silicon_start(struct loader *loader)
{
	(void)loader;
	return 0;
}
struct blob loader_fwcfg_file(struct loader *loader, const char *name)
{
	(void)loader, (void)name;
	return (struct blob){0};
}
uint32_t processor_own_apic_id(void)
{
	return 0;
}
void processor_place(struct cpu *cpu, uint32_t apic_id)
{
	(void)cpu, (void)apic_id;
}
void processor_launch_own(struct hypervisor *hypervisor)
{
	(void)hypervisor;
}
bool processors_run(const struct hypervisor *hypervisor)
{
	(void)hypervisor;
	return false;
}
void cpu_launch(struct cpu *cpu)
{
	(void)cpu;
}
void startup_fill(void *page, const struct startup *startup)
{
	(void)page, (void)startup;
}

static struct {
	char sent[200];
	unsigned length, waiting, looks;
} port;

static uint8_t in(uint16_t at)
{
	if (at != SERIAL_STATUS)
		return 0xff;
	if (port.waiting && !(++port.looks % SLOW))
		port.waiting--;
	return port.waiting < FIFO ? SERIAL_EMPTY : 0;
}

/* A byte for which there is no room is lost. */
static void out(uint16_t at, uint8_t value)
{
	if (at != SERIAL_PORT || port.waiting == FIFO)
		return;
	port.waiting++;
	port.sent[port.length++] = (char)value;
}

TEST(lines_are_said_whole_on_a_slow_port)
{
	ports_play();
	ports.in = in;
	ports.out = out;
	say(NULL, "virtual silicon refuses to start:");
	say(NULL, "this processor has no SVM (QEMU: -cpu ...,+svm,+npt)");
	assert_string_equal(port.sent, "virtual silicon refuses to start:\r\n"
				       "this processor has no SVM (QEMU: -cpu ...,+svm,+npt)\r\n");
}
