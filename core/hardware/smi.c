/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/smi.h"

#include "core/hardware/deny.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"

/* All processors of this family with uncore counters have the register (SDM volume 4). If one lacks it, the read faults
 * and there is no count. */
#define FAMILY 6

bool smi_count(const struct machine *machine, uint32_t cpu, uint64_t *count)
{
	const struct location where = machine_msr(machine, cpu, SMI_COUNT);
	struct accessed accessed;

	if (!machine->processor || strcmp(machine->vendor, "GenuineIntel") != 0 || machine->family != FAMILY)
		return false;
	if (deny_covers(&where, cpu))
		return false;
	accessed = write_ahead_read(machine->hw, &where);
	*count = accessed.value & SMI_COUNT_BITS;
	return accessed.outcome == OUTCOME_OK;
}

struct smi_watch smi_watch_start(const struct machine *machine, uint32_t cpu)
{
	struct smi_watch watch = {.machine = machine, .cpu = cpu};

	watch.told = smi_count(machine, cpu, &watch.before);
	return watch;
}

uint64_t smi_watch_count(const struct smi_watch *watch)
{
	uint64_t now;

	if (!watch->told || !smi_count(watch->machine, watch->cpu, &now))
		return 0;
	return (now - watch->before) & SMI_COUNT_BITS;
}
