/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/power.h"

#include "arch/x86/access.h"
#include "arch/x86/acpi_power.h"
#include "arch/x86/cpu.h"
#include "arch/x86/platform.h"

#define PATIENCE_MS  3000
#define TICKS_PER_MS UINT64_C(4000000) /* at the least, where nobody knows the clock's rate */

/* PM1 control: ACPI 6.4, table 4.13. */
/* clang-format off */
#define PM1_SCI_ENABLE   BIT(0)
#define PM1_SLEEP_TYPE   MASK(10, 3)
#define PM1_SLEEP_ENABLE BIT(13)
/* clang-format on */

static struct {
	bool asked;
	struct acpi_reset reset;
	struct acpi_off off;
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
	acpi_off(&acpi, &power.off);
	if (!power.reset.missing && power.reset.memory_mapped && guarded_load8(power.reset.address).fault)
		power.reset.missing = "the FADT's reset register is where nothing is mapped";
}

static const char *refuses_by_acpi(enum power_action action)
{
	ask_acpi();
	return action == POWER_RESET ? power.reset.missing : power.off.missing;
}

/* ---- doing it -------------------------------------------------------------------------------------------- */

/* Waits until a bit of a port is set, or only for a time; true if it was. */
static bool await_bit(uint16_t port, uint16_t bit)
{
	uint64_t rate = platform.machine->ticks_per_second / 1000;
	uint64_t end = cpu_ticks() + PATIENCE_MS * (rate ? rate : TICKS_PER_MS);

	while (cpu_ticks() < end) {
		if (bit && (cpu_in16(port) & bit))
			return true;
		cpu_pause();
	}
	return false;
}

static void do_reset(const struct acpi_reset *reset)
{
	if (reset->memory_mapped)
		*(volatile uint8_t *)reset->address = reset->value;
	else
		cpu_out8((uint16_t)reset->address, reset->value);
	(void)await_bit(0, 0);
}

static void write_control(const struct acpi_off *off, uint16_t control_a, uint16_t control_b)
{
	cpu_out16(off->pm1a, control_a);
	if (off->pm1b)
		cpu_out16(off->pm1b, control_b);
}

/* The type first, then the type and the bit that makes it so, as some chipsets want it. */
static void enter_s5(const struct acpi_off *off)
{
	uint16_t kept = (uint16_t)(cpu_in16(off->pm1a) & ~(PM1_SLEEP_TYPE | PM1_SLEEP_ENABLE));
	uint16_t control_a = (uint16_t)(kept | off->type_a << 10), control_b = (uint16_t)(kept | off->type_b << 10);

	write_control(off, control_a, control_b);
	write_control(off, control_a | PM1_SLEEP_ENABLE, control_b | PM1_SLEEP_ENABLE);
	(void)await_bit(0, 0);
}

static void do_off(const struct acpi_off *off)
{
	if (off->smi_port && !(cpu_in16(off->pm1a) & PM1_SCI_ENABLE)) {
		cpu_out8(off->smi_port, off->enable);
		if (!await_bit(off->pm1a, PM1_SCI_ENABLE))
			return;
	}
	enter_s5(off);
}

static void act_by_acpi(enum power_action action, bool crashed)
{
	(void)crashed;
	if (refuses_by_acpi(action))
		return;
	if (action == POWER_RESET)
		do_reset(&power.reset);
	else
		do_off(&power.off);
}

const struct power x86_power_by_acpi = {.by = "ACPI", .refuses = refuses_by_acpi, .act = act_by_acpi};

/* ---- by the firmware --------------------------------------------------------------------------------------- */

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
