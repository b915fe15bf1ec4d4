/* SPDX-License-Identifier: BSD-2-Clause */
/* Reset and power-off of a PC: by the firmware that booted uncork, or by ACPI. */
#ifndef ARCH_X86_POWER_H
#define ARCH_X86_POWER_H

#include "core/hardware/power.h"

/* machine.power of a PC: by ACPI alone, and with a function of struct x86_boot. */
extern const struct power x86_power_by_acpi, x86_power_by_firmware;

#endif
