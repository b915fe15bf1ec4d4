/* SPDX-License-Identifier: BSD-2-Clause */
/* Machine checks. These processors broadcast one to all CPUs: each notes the contents of its banks, all meet, and one
 * of them decides for all. Intel SDM vol. 3B, "Machine-Check Architecture" and "Machine-Check Broadcasting". */
#include "arch/x86/access.h"
#include "arch/x86/cpu.h"
#include "arch/x86/fixup.h"
#include "arch/x86/meeting.h"
#include "arch/x86/platform.h"
#include "arch/x86/trap.h"
#include "core/hardware/deny.h"
#include "core/hardware/errors.h"

/* clang-format off */
#define MSR_MCG_CAP       0x179
#define   CAP_BANKS       MASK(0, 8)
#define MSR_MCG_STATUS    0x17a
#define   STATUS_IP_VALID BIT(0) /* RIPV: the interrupted code can continue */
#define   STATUS_IP_CAUSE BIT(1) /* EIPV: it caused the error */
#define MSR_BANK          0x400  /* four registers each: control, status, address, misc */
#define   BANK_STATUS     1
#define   BANK_ADDRESS    2
#define   BANK_MISC       3
#define CR4_MCE           BIT(6)
/* clang-format on */

#define MACHINE_CHECKS_MOST 100 /* more would not end */

static struct errors errors;

/* Bits that CPUs bring to a meeting. */
enum {
	HOPELESS = 1,  /* the processor cannot continue */
	EXPLAINED = 2, /* the error belongs to an access that expects failure */
};

static bool known; /* the processor has banks */
/* Limits the wait if a machine check is not broadcast. */
static struct meeting meeting = {.patience_ticks = UINT64_C(400000000)};

/* ---- banks ------------------------------------------------------------------------------------------------ */

/* Reads an MSR; a denied one reads 0: no error. */
static uint64_t read_allowed(uint32_t msr)
{
	const struct location where = {.space = SPACE_MSR, .width_bits = 64, .address = msr};

	return deny_covers(&where, platform_cpu()) ? 0 : msr_read(msr);
}

static uint64_t bank_register(unsigned bank, unsigned number)
{
	return read_allowed(MSR_BANK + 4 * bank + number);
}

/* Notes errors and leaves the banks unchanged, for later programs. Returns true if a new error is fatal. */
static bool note_banks(uint32_t cpu, enum error_when when)
{
	unsigned banks = (unsigned)(read_allowed(MSR_MCG_CAP) & CAP_BANKS);
	bool hopeless = false;

	for (unsigned bank = 0; bank < banks; bank++) {
		struct error_bank error = {
			.cpu = cpu,
			.socket = platform.described[cpu].socket,
			.bank = (uint8_t)bank,
			.when = (uint8_t)when,
			.status = bank_register(bank, BANK_STATUS),
		};

		if (error.status & ERROR_HAS_ADDRESS)
			error.address = bank_register(bank, BANK_ADDRESS);
		if (error.status & ERROR_HAS_MISC)
			error.misc = bank_register(bank, BANK_MISC);
		if (error.status & ERROR_VALID && errors_note(&errors, &error))
			hopeless |= error.status & ERROR_UNCORRECTED && error.status & ERROR_CORRUPT;
	}
	return hopeless;
}

static void note_own(void *context)
{
	const enum error_when *when = context;

	(void)note_banks(platform_cpu(), *when);
}

void machine_check_note(uint8_t when, bool own)
{
	enum error_when moment = (enum error_when)when;
	bool lost = false;

	for (uint32_t i = 0; known && i < platform.machine->cpu_count; i++)
		if (platform.described[i].usable && (own || i != platform.bootstrap))
			lost |= hw_run_on(&platform.hw, i, note_own, &moment) != OUTCOME_OK;
	if (lost)
		platform_warn("a processor has not said what its machine-check banks hold");
}

void machine_check_open(bool has_banks)
{
	errors = (struct errors){0};
	known = has_banks;
	platform.machine->errors = has_banks ? &errors : NULL;
}

/* Without it, a broadcast machine check shuts the machine down. CPUs started by firmware may have it off. */
bool machine_check_enable(void)
{
	uint64_t before = cpu_cr4();

	if (!known || before & CR4_MCE)
		return false;
	cpu_set_cr4(before | CR4_MCE);
	return true;
}

void machine_check_disable(bool enabled)
{
	if (enabled)
		cpu_set_cr4(cpu_cr4() & ~CR4_MCE);
}

/* ---- the meeting -------------------------------------------------------------------------------------------- */

/* Returns false if the run cannot continue. */
static bool judge(unsigned brought)
{
	errors.exceptions++;
	return brought != HOPELESS && errors.exceptions <= MACHINE_CHECKS_MOST;
}

static bool take_with_others(uint64_t status, bool expected_to_fail)
{
	bool hopeless = known && note_banks(platform_cpu(), ERROR_DURING);
	unsigned brought = 0;
	uint32_t awaited = 0;

	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		awaited += platform.described[i].usable && !platform.cpus[i].stop;
	if (expected_to_fail)
		brought = EXPLAINED;
	else if (hopeless || !(status & STATUS_IP_VALID))
		brought = HOPELESS;
	return meeting_hold(&meeting, brought, awaited, judge);
}

bool machine_check_take(struct trap_frame *frame)
{
	uint64_t status = msr_read(MSR_MCG_STATUS), landing = 0;
	bool good;

	/* The fix-up of the access that caused the error. */
	if (status & STATUS_IP_CAUSE)
		landing = fixup_find(fixup_table, (size_t)(fixup_table_end - fixup_table), frame->rip);
	good = platform.started ? take_with_others(status, landing) : landing;

	/* Unless the first machine check is cleared, a second one resets the machine. */
	msr_write(MSR_MCG_STATUS, 0);
	if (good && landing) {
		frame->rip = landing;
		frame->rdx = GUARD_FAULT | frame->vector;
	}
	return good;
}
