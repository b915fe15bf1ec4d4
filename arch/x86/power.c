/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/power.h"

#include "arch/x86/access.h"
#include "arch/x86/acpi_power.h"
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"

#define PATIENCE_MS  3000
#define TICKS_PER_MS UINT64_C(4000000) /* at least, if the clock's rate is unknown */

static struct {
	bool asked;
	struct acpi_reset reset;
} power;

static void ask_acpi(void)
{
	struct acpi_memory memory = {.read = access_copy};
	struct acpi acpi;

	if (power.asked)
		return;
	power.asked = true;
	acpi_open(&acpi, &memory, (uintptr_t)platform.boot.rsdp, NULL);
	acpi_reset(&acpi, &power.reset);
	if (!power.reset.missing && power.reset.memory_mapped && guarded_load8(power.reset.address).fault)
		power.reset.missing = "the FADT's reset register is at an unmapped address";
}

static const char *refuses_by_acpi(enum power_action action)
{
	ask_acpi();
	return action == POWER_RESET ? power.reset.missing : "without UEFI uncork cannot switch this machine off";
}

static void act_by_acpi(enum power_action action, bool crashed)
{
	const struct acpi_reset *reset = &power.reset;
	uint64_t rate = platform.machine->ticks_per_second / 1000, end;

	(void)crashed;
	if (refuses_by_acpi(action))
		return;
	end = cpu_ticks() + PATIENCE_MS * (rate ? rate : TICKS_PER_MS);
	if (reset->memory_mapped)
		*(volatile uint8_t *)reset->address = reset->value;
	else
		port_write8((uint16_t)reset->address, reset->value);
	while (cpu_ticks() < end)
		cpu_pause();
}

const struct power x86_power_by_acpi = {.by = "ACPI", .refuses = refuses_by_acpi, .act = act_by_acpi};

/* ---- power by firmware ------------------------------------------------------------------------------------- */

static const char *refuses_nothing(enum power_action action)
{
	(void)action;
	ask_acpi();
	return NULL;
}

static void act_by_firmware(enum power_action action, bool crashed)
{
	if (crashed)
		act_by_acpi(action, crashed);
	platform.boot.power(platform.boot.context, action);
	if (!crashed)
		act_by_acpi(action, crashed);
}

const struct power x86_power_by_firmware = {.by = "UEFI", .refuses = refuses_nothing, .act = act_by_firmware};
