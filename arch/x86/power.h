/* SPDX-License-Identifier: BSD-2-Clause */
/* Resetting a PC and switching it off: by the firmware that booted us, or as ACPI says. */
#ifndef ARCH_X86_POWER_H
#define ARCH_X86_POWER_H

#include "core/hardware/power.h"

/* machine.power of a PC: by ACPI alone, and where struct x86_boot has a way of its own. */
extern const struct power x86_power_by_acpi, x86_power_by_firmware;

#endif
