/* SPDX-License-Identifier: BSD-2-Clause */
/* The state that start-up, windows and exceptions share. There is one machine. */
#ifndef ARCH_X86_PLATFORM_H
#define ARCH_X86_PLATFORM_H

#include "arch/x86/apic.h"
#include "arch/x86/clock.h"
#include "arch/x86/idt.h"
#include "arch/x86/warnings.h"
#include "arch/x86/x86.h"

struct trap_frame;

/* What a window changed, in the order in which it did. */
struct window_saved {
	uint64_t flags;
	uint32_t svr, tpr, lint0, lvtpc;
	struct idt_gate pmi_gate, spurious_gate;
};

/* One per entry of machine.cpus. Only the bootstrap processor's is in use so far. */
struct x86_cpu {
	bool window_open;
	bool accepting; /* the PMI's entry is to be open; false while the window is being closed */
	struct window window;
	struct window_saved saved;
	uint8_t pmi_vector;
	volatile uint64_t pmis;       /* taken by a handler since start-up */
	uint64_t pmis_seen;           /* as of the last wait */
	volatile uint64_t stray_pmis; /* taken without a handler */
	volatile uint64_t nmis;
};

struct platform {
	struct hw hw; /* first, so that a struct hw can be turned back into this */
	struct machine *machine;
	struct x86_boot boot;
	struct apic apic;
	struct clock clock;
	struct warnings warnings;
	struct x86_cpu *cpus;
	uint32_t bootstrap; /* index into machine.cpus */
	bool started;
};

extern struct platform platform;

/* Functions of struct hw that have to do with windows (window.c). */
enum outcome window_open(struct hw *hw, const struct window *window);
void window_close(struct hw *hw);
void window_wait(struct hw *hw, uint64_t until_ns);
uint64_t window_stray_pmis(struct hw *hw);

/* A PMI was taken. Interrupt context. */
void window_take_pmi(const struct trap_frame *frame);

#endif
