/* SPDX-License-Identifier: BSD-2-Clause */
/* SDM volume 3, 10.11.7.1 (microcode revision), volume 4, table 2-25 (PPIN). */
#include "core/hardware/identity.h"

#include "boxes/archetype.h"
#include "core/arena.h"
#include "core/hardware/buses.h"
#include "core/hardware/deny.h"
#include "core/hardware/plan.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"

#define FAMILY        6
#define PPIN_CTL      0x4e
#define PPIN_ENABLED  BIT(1)
#define PPIN          0x4f
#define BIOS_SIGN_ID  0x8b /* bits 63:32: the revision, updated by CPUID leaf 1 */
#define PLATFORM_INFO 0xce
#define PPIN_CAP      BIT(23)

/* Reads a register. Returns false if it is denied or faults. */
static bool read(const struct machine *machine, const struct location *where, uint32_t cpu, uint64_t *value)
{
	struct accessed accessed = {.outcome = OUTCOME_DENIED};

	if (!deny_covers(where, cpu))
		accessed = write_ahead_read(machine->hw, where);
	*value = accessed.outcome == OUTCOME_OK ? accessed.value : 0;
	return accessed.outcome == OUTCOME_OK;
}

static uint64_t read_msr(const struct machine *machine, uint32_t cpu, uint64_t address)
{
	const struct location where = machine_msr(machine, cpu, address);
	uint64_t value;

	return read(machine, &where, cpu, &value) ? value : 0;
}

static void sign(void *context)
{
#if defined(__x86_64__)
	uint32_t eax = 1, ebx, ecx = 0, edx;

	__asm__ volatile("cpuid" : "+a"(eax), "=b"(ebx), "+c"(ecx), "=d"(edx));
#endif
	(void)context;
}

/* If one of the registers does not answer, the number of CHAs in the others is useless. */
static void read_capabilities(const struct machine *machine, uint16_t socket, uint32_t cpu,
			      struct socket_identity *identity)
{
	const struct capability *capability = machine->processor->capabilities;
	bool all = true;

	for (unsigned i = 0; i < CAPABILITIES_MOST && capability[i].name; i++) {
		struct location where = {.space = SPACE_PCI, .width_bits = 32, .socket = socket};
		uint64_t function = buses_function(machine, capability[i].id, socket), value;

		where.address = function + capability[i].offset;
		if (function == BUS_NOWHERE || !read(machine, &where, cpu, &value)) {
			all = false;
			continue;
		}
		identity->capabilities[i] = (uint32_t)value;
		identity->answering |= (uint8_t)BIT(i);
		identity->chas_set = (uint16_t)(identity->chas_set + count_bits(value & capability[i].chas));
	}
	if (!all)
		identity->chas_set = 0;
}

static void count_chas(const struct machine *machine, uint32_t cpu, struct socket_identity *identity)
{
	const struct processor *processor = machine->processor;
	struct present_if teller = {.msr = 0}; /* the MSR field that gives the number of CHAs */

	for (unsigned i = 0; i < processor->type_count; i++)
		if (processor->types[i]->present && processor->types[i]->present->msr)
			teller = *processor->types[i]->present;
	if (processor->described && processor->described->msr_of_count)
		teller = (struct present_if){.msr = (uint16_t)processor->described->msr_of_count,
					     .msr_width = DESCRIBED_COUNT_BITS};
	if (teller.msr)
		identity->chas_said = (uint16_t)(read_msr(machine, cpu, teller.msr) & MASK(0, teller.msr_width));
}

void identity_ask(struct machine *machine)
{
	if (machine->identities || strcmp(machine->vendor, "GenuineIntel") != 0 || machine->family != FAMILY)
		return;
	machine->identities = arena_take(machine->arena, machine->socket_count, sizeof(*machine->identities));
	plan_ask(true);
	for (uint16_t s = 0; machine->identities && s < machine->socket_count; s++) {
		uint32_t cpu = machine->hw->cpu_of_socket(machine->hw, s);
		struct socket_identity *identity;

		if (cpu == HW_NO_CPU)
			continue;
		identity = &machine->identities[s];
		/* CPUID stores the revision. If no update is loaded, the register keeps its reset value 0. Other software
		 * clears it first, which is not needed here, since nothing else writes to it; and this board may be
		 * read-only. */
		if (hw_run_on(machine->hw, cpu, sign, NULL) == OUTCOME_OK)
			identity->microcode = (uint32_t)(read_msr(machine, cpu, BIOS_SIGN_ID) >> 32);
		/* The number is not unlocked: whether it can be read is the owner's choice. */
		if (read_msr(machine, cpu, PLATFORM_INFO) & PPIN_CAP && read_msr(machine, cpu, PPIN_CTL) & PPIN_ENABLED)
			identity->number = read_msr(machine, cpu, PPIN);
		if (!machine->processor)
			continue;
		read_capabilities(machine, s, cpu, identity);
		count_chas(machine, cpu, identity);
	}
	plan_ask(false);
}
