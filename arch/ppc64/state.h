/* SPDX-License-Identifier: BSD-2-Clause */
/* Register values that a hardware thread needs so that interrupts reach uncork's handlers. Firmware, or an earlier
 * kernel, leaves its own values: each thread sets its registers on arrival and reads them back. Pure. */
#ifndef ARCH_PPC64_STATE_H
#define ARCH_PPC64_STATE_H

#include "lib/text.h"

/* Values read back. */
struct thread_state {
	uint64_t msr, hid0, lpcr, hsprg0, pir;
	bool known; /* it was read */
};

/* Values expected of one thread. */
struct thread_wanted {
	uint64_t hsprg0; /* address of the thread's struct */
	uint32_t pir;    /* PIR with which it was started */
	bool hile_known; /* the place of HILE in this processor's HID0 is known */
};

/* Power ISA 3.0B, book III. */
#define MSR_LE     BIT(0)
#define MSR_RI     BIT(1)
#define MSR_ME     BIT(12)
#define MSR_EE     BIT(15)

/* LPCR: LPES (external interrupts leave their state in SRR0 and SRR1 instead of HSRR0 and HSRR1) and
 * HDICE (the hypervisor decrementer interrupts). Both must be 0. */
#define LPCR_LPES  BIT(3)
#define LPCR_HDICE BIT(0)

/* POWER9, skiboot: interrupts in hypervisor state are taken little-endian. */
#define HID0_HILE  BIT(59)

/* Appends the errors, register by register; nothing if there are none. */
void state_complain(const struct thread_state *state, const struct thread_wanted *wanted, struct text *complaint);

#endif
