/* SPDX-License-Identifier: BSD-2-Clause */
/* Machine checks. Processors of these parts send one to all: each notes what its banks hold, all meet, and one of them judges for
 * all. Intel SDM vol. 3B, "Machine-Check Architecture" and "Machine-Check Broadcasting". */
#include "arch/x86/access.h"
#include "arch/x86/cpu.h"
#include "arch/x86/fixup.h"
#include "arch/x86/platform.h"
#include "arch/x86/trap.h"
#include "core/hardware/errors.h"

/* clang-format off */
#define MSR_MCG_CAP       0x179
#define   CAP_BANKS       MASK(0, 8)
#define MSR_MCG_STATUS    0x17a
#define   STATUS_IP_VALID BIT(0) /* RIPV: what was interrupted can go on */
#define   STATUS_IP_CAUSE BIT(1) /* EIPV: it is what the error belongs to */
#define MSR_BANK          0x400  /* four registers each: control, status, address, misc */
#define   BANK_STATUS     1
#define   BANK_ADDRESS    2
#define   BANK_MISC       3
#define CR4_MCE           BIT(6)
/* clang-format on */

/* A machine check that is not sent to all is waited for in vain so long. */
#define MEET_TICKS          UINT64_C(400000000)
#define STOP_TICKS          (UINT64_C(16) * MEET_TICKS)
#define MACHINE_CHECKS_MOST 100 /* what comes more often will not end */

static struct errors errors;

static struct {
	bool known;      /* the processor has banks */
	uint32_t round;  /* of meetings that are over */
	uint32_t leader; /* of the one under way: 1 + its number; 0: nobody */
	uint32_t arrived;
	bool hopeless;  /* somebody cannot go on */
	bool explained; /* the error belongs to an access that expects failure */
	bool over;      /* the last meeting found that the run cannot go on */
} meeting;

/* ---- banks ------------------------------------------------------------------------------------------------ */

static uint64_t bank_register(unsigned bank, unsigned number)
{
	return cpu_read_msr(MSR_BANK + 4 * bank + number);
}

static struct error_bank read_bank(uint32_t cpu, unsigned bank, enum error_when when)
{
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
	return error;
}

/* Banks are left as they are, for whoever comes after us. True if one has a new error with which nothing can go on. */
static bool note_banks(uint32_t cpu, enum error_when when)
{
	unsigned banks = (unsigned)(cpu_read_msr(MSR_MCG_CAP) & CAP_BANKS);
	bool hopeless = false;

	for (unsigned bank = 0; bank < banks; bank++) {
		struct error_bank error = read_bank(cpu, bank, when);

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

bool machine_check_note(uint8_t when)
{
	enum error_when moment = when;
	bool lost = false;

	for (uint32_t i = 0; meeting.known && i < platform.machine->cpu_count; i++)
		if (platform.described[i].usable)
			lost |= hw_run_on(&platform.hw, i, note_own, &moment) != OUTCOME_OK;
	return !lost;
}

void machine_check_open(bool has_banks)
{
	errors = (struct errors){0};
	meeting.known = has_banks;
	platform.machine->errors = has_banks ? &errors : NULL;
}

/* Without it a machine check that is sent to all shuts the machine down; processors that firmware has started may have it
 * off. */
bool machine_check_enable(void)
{
	uint64_t before = cpu_cr4();

	if (!meeting.known || before & CR4_MCE)
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

static uint32_t expected(void)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < platform.machine->cpu_count; i++)
		count += platform.described[i].usable && !platform.cpus[i].stop;
	return count;
}

/* Waits for the others, and decides. */
static bool lead(void)
{
	uint64_t start = cpu_ticks();
	uint32_t all = expected();

	while (__atomic_load_n(&meeting.arrived, __ATOMIC_ACQUIRE) < all && cpu_ticks() - start < MEET_TICKS)
		cpu_pause();
	errors.exceptions++;
	meeting.over = (__atomic_load_n(&meeting.hopeless, __ATOMIC_ACQUIRE) &&
			!__atomic_load_n(&meeting.explained, __ATOMIC_ACQUIRE)) ||
		       errors.exceptions > MACHINE_CHECKS_MOST;
	meeting.hopeless = meeting.explained = false;
	__atomic_store_n(&meeting.arrived, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&meeting.leader, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&meeting.round, meeting.round + 1, __ATOMIC_RELEASE);
	return !meeting.over;
}

/* The leader reports if nothing can go on, and stops all others: for that they wait. */
static bool follow(uint32_t round)
{
	uint64_t start = cpu_ticks();

	while (__atomic_load_n(&meeting.round, __ATOMIC_ACQUIRE) == round && cpu_ticks() - start < STOP_TICKS)
		cpu_pause();
	if (!meeting.over)
		return true;
	for (start = cpu_ticks(); cpu_ticks() - start < STOP_TICKS;)
		cpu_pause();
	return false;
}

static bool meet(uint32_t own)
{
	uint32_t round = __atomic_load_n(&meeting.round, __ATOMIC_ACQUIRE), nobody = 0;

	(void)__atomic_add_fetch(&meeting.arrived, 1, __ATOMIC_ACQ_REL);
	if (__atomic_compare_exchange_n(&meeting.leader, &nobody, own + 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return lead();
	return follow(round);
}

/* The landing of an access that may fail; 0 if the error belongs to none. */
static uint64_t landing_of(const struct trap_frame *frame, uint64_t status)
{
	if (!(status & STATUS_IP_CAUSE))
		return 0;
	return fixup_find(fixup_table, (size_t)(fixup_table_end - fixup_table), frame->rip);
}

static bool take_with_others(uint64_t status, bool expected_to_fail)
{
	bool hopeless = meeting.known && note_banks(platform_cpu(), ERROR_DURING);

	if (expected_to_fail)
		__atomic_store_n(&meeting.explained, true, __ATOMIC_RELEASE);
	else if (hopeless || !(status & STATUS_IP_VALID))
		__atomic_store_n(&meeting.hopeless, true, __ATOMIC_RELEASE);
	return meet(platform_cpu());
}

bool machine_check_take(struct trap_frame *frame)
{
	uint64_t status = cpu_read_msr(MSR_MCG_STATUS), landing = landing_of(frame, status);
	bool good = platform.started ? take_with_others(status, landing) : landing;

	/* A second one resets the machine unless the first is marked as dealt with. */
	cpu_write_msr(MSR_MCG_STATUS, 0);
	if (good && landing) {
		frame->rip = landing;
		frame->rdx = GUARD_FAULT | frame->vector;
	}
	return good;
}
