/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program/watchdog.h"

#include "lib/text.h"

bool watchdog_look(struct watchdog *watchdog, uint64_t mark, uint64_t ticks, uint64_t bound)
{
	uint64_t passed = ticks > watchdog->looked ? ticks - watchdog->looked : 0;
	bool same = mark && mark == watchdog->mark;

	watchdog->stood = same ? watchdog->stood + min_u64(passed, bound / WATCHDOG_LOOKS) : 0;
	watchdog->mark = mark;
	watchdog->looked = ticks;
	return watchdog->stood >= bound;
}

void stuck_access_text(const struct machine *machine, const struct stuck_access *access, struct text *text)
{
	text_format(text, "cpu %u hangs in its ", access->cpu);
	if (access->write)
		text_format(text, "write of 0x%llx to ", (unsigned long long)access->value);
	else
		text_string(text, "read of ");
	machine_location_text(machine, &access->where, text);
}
