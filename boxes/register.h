/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers: where they are, their fields, and the permitted accesses. */
#ifndef BOXES_REGISTER_H
#define BOXES_REGISTER_H

#include "lib/basic.h"

/* The ways a register is reached. */
enum space {
	SPACE_MSR,    /* RDMSR, WRMSR on a processor of the socket; address = MSR number */
	SPACE_PCI,    /* configuration space; address = segment:16 bus:8 device:5 function:3 offset:12 */
	SPACE_MMIO,   /* device memory; address = physical */
	SPACE_MEMORY, /* memory that microcode writes, big-endian; address = physical */
	SPACE_SPR,    /* special-purpose register of a POWER thread */
	SPACE_OPAL,   /* OPAL call; address = token */
	SPACE_PMC,    /* RDPMC on a processor: read-only access to its counters; address = ECX */
	SPACE_COUNT
};

/* The part of a register that one access reaches. */
enum halves {
	HALVES_NONE,  /* all of it */
	HALVES_STILL, /* half: low at the address, high after it and written first; the register does not change now */
	HALVES_LIVE   /* half, of a register that may change between the two accesses */
};

/* Where one register is. */
struct location {
	uint8_t space;      /* enum space */
	uint8_t width_bits; /* of one access: 8, 16, 32 or 64 */
	uint8_t halves;     /* enum halves; unless NONE, width_bits is 32 */
	bool bit_by_bit;    /* as register_layout.bit_by_bit; not with halves */
	uint16_t socket;    /* whose register; packages are numbered from 0 in order of APIC id */
	uint16_t cpu;       /* 1 + index into machine.cpus of the processor that has it; 0: any of the socket */
	uint64_t address;
};

/* How many bits the register has. */
static inline unsigned location_bits(const struct location *where)
{
	return where->halves == HALVES_NONE ? where->width_bits : 2u * where->width_bits;
}

/* The outcome of one access. A register that was not read is never shown as 0. */
enum outcome {
	OUTCOME_OK,
	OUTCOME_FAULT,    /* #GP or machine check: the register does not answer */
	OUTCOME_ALL_ONES, /* the PCI function is hidden or absent, or no device is at that place in memory */
	OUTCOME_ABSENT,   /* this machine has no such space, socket or address */
	OUTCOME_DROPPED,  /* written, but the read-back or check differs */
	OUTCOME_TIMEOUT,  /* no answer within the bound */
	OUTCOME_DENIED,   /* not made: the user denies the register (core/hardware/deny.h) */
	OUTCOME_COUNT
};

/* Access rights of software to a field. */
enum access {
	ACCESS_RW,
	ACCESS_RO,
	ACCESS_WO,
	ACCESS_W1C,      /* reads the state, a written 1 clears it */
	ACCESS_W1_TO,    /* write-only; a written 1 acts on another register */
	ACCESS_IGNORED,  /* reads zero, writes have no effect ("ig" in Intel's guides) */
	ACCESS_RESERVED, /* software writes 0 ("rsv") */
	ACCESS_W1S,      /* reads the state, a written 1 sets it; another bit clears it */
	ACCESS_VOLATILE, /* read-only, and changes by itself */
	ACCESS_COUNTING, /* counts by itself, and continues from a written value ("RW-V") */
	ACCESS_ONE,      /* software writes 1; the value read has no meaning */
	ACCESS_UNSURE    /* users may write it; it is not known to exist */
};

/* The meaning of a field to the code that composes a register. */
enum field_kind {
	FIELD_OTHER,
	FIELD_EVENT,          /* event select */
	FIELD_UMASK,          /* sub-event mask */
	FIELD_ENABLE,         /* lets this counter, or all of them, count */
	FIELD_PMI,            /* lets an overflow raise a PMI */
	FIELD_EDGE,           /* count 0-to-1 transitions */
	FIELD_INVERT,         /* invert the threshold test */
	FIELD_THRESHOLD,      /* count cycles whose increment passes this */
	FIELD_COUNT_ENABLES,  /* box control: bit i lets counter i count */
	FIELD_OVERFLOWS,      /* box status, clear: bit i belongs to counter i */
	FIELD_FIXED_ENABLE,   /* as COUNT_ENABLES, for the fixed counter */
	FIELD_FIXED_OVERFLOW, /* as OVERFLOWS, for the fixed counter */
	FIELD_CODE,           /* select: selects the event together with EVENT and UMASK */
	FIELD_CODE_ABOVE,     /* as CODE: bits of the number that perf calls event, above those of EVENT */
	FIELD_UMASK_ABOVE,    /* select: bits of the umask above those of UMASK */
	FIELD_ALWAYS,         /* select: set in every counter that shall count */
	FIELD_PRIVILEGE,      /* select: count at these privilege levels; if the user gives none, at all */
	FIELD_FROZEN, /* status: hardware has stopped all counters; a 1 written to the clear register restarts them */
	FIELD_BRANCHES_FROZEN, /* as FROZEN, for the record of branches */
	FIELD_ANY_THREAD,      /* select: count for all threads of the core; events of fixed counters */
	FIELD_TALLY_RESET,     /* select: a 1 empties the queue tally that belongs to the counter */
	FIELD_RESET,           /* select, ACCESS_W1_TO: a 1 clears the counter and does not stay set */
	/* Of ROLE_BOX_CONTROL. A box is stopped while FREEZE is set, if FREEZE_ENABLE is set, which it
	 * stays for a whole session. If a box is known to run only with that bit clear, the bit is a
	 * FREEZE as well. */
	FIELD_FREEZE,
	FIELD_FREEZE_ENABLE,
	FIELD_RESET_COUNTERS, /* ACCESS_W1_TO: a 1 clears all counters of the box */
	FIELD_RESET_CONTROLS, /* ACCESS_W1_TO: a 1 clears all its selects */
	/* Select: the counter's overflow shows in the global status and makes the ROLE_GLOBAL_FREEZE register freeze
	 * all boxes. */
	FIELD_FREEZE_ON_OVERFLOW,
	/* Select: the counter's overflow shows in the box's status and in the global status; it is not known whether it
	 * freezes or interrupts. */
	FIELD_REPORT_OVERFLOW,
	FIELD_KINDS
};

struct field {
	const char *name; /* as the manual has it */
	uint8_t low, width;
	uint8_t access; /* enum access */
	uint8_t kind;   /* enum field_kind */
	/* The largest value with a meaning; 0: all ones. For a field of one bit, 1: users write it as a
	 * number, not as yes or no. */
	uint8_t most;
	uint8_t least; /* the smallest value with a meaning */
	uint8_t needs; /* BOX_LACKS_...: a box that lacks one of these lacks the field; 0: every box has it */
	/* Spelling as a modifier of an event string, NULL if users may not set the field: libpfm4's
	 * ("t=4", "e") and perf's ("thresh=4", "edge"). Fields that select the event have only perf's
	 * spelling. */
	const char *modifier, *perf;
};

static inline uint64_t field_mask(const struct field *field)
{
	return MASK(field->low, field->width);
}

/* The largest value a field may be given. */
static inline uint64_t field_most(const struct field *field)
{
	return field->most ? field->most : MASK(0, field->width);
}

/* The purpose of a register. */
enum role {
	ROLE_OTHER,
	ROLE_CONTROL, /* enables the counters of a box */
	ROLE_STATUS,  /* which counters of a box overflowed */
	ROLE_CLEAR,   /* clears STATUS */
	ROLE_SELECT,  /* selects the event that a counter counts */
	ROLE_COUNTER,
	ROLE_FIXED_SELECT,
	ROLE_FIXED_COUNTER,
	ROLE_FILTER, /* filter register: match, mask, configuration */
	/* Freezes a box that controls itself, and clears its counters if it can. It is always written
	 * whole. A box that has neither this nor a ROLE_CONTROL is started and stopped by the enables in
	 * its selects. */
	ROLE_BOX_CONTROL,
	/* Counts from power-up on: cannot be stopped, and no measurement writes it. Without select. */
	ROLE_FREE_COUNTER,
	/* Of a processor: its FIELD_FREEZE_ENABLE makes hardware clear the enables of ROLE_CONTROL when a PMI is
	 * requested. Its other bits have other purposes and are kept. */
	ROLE_PMI_FREEZE,
	/* Of a processor: show whether its counters may be used, and their capabilities. Never written. */
	ROLE_AVAILABLE,
	ROLE_CAPABILITIES,
	/* Above boxes that control themselves. GLOBAL_FREEZE: its FIELD_FREEZE freezes all of them, its other bit
	 * starts them. BOX_COUNT: number of boxes of the types whose present_if.teller is its box's type. */
	ROLE_GLOBAL_FREEZE,
	ROLE_BOX_COUNT,
	/* Overflow flags of a box that controls itself: bit i for counter i; a written 1 clears it. No code polls
	 * it during a measurement. Of a box without counters: flags of the boxes that have overflows. */
	ROLE_FLAGS
};

/* The layout shared by registers of one kind. Bits that no field names must be written as 0. */
struct register_layout {
	const char *title;  /* the manual's name without box and number, for example "EVT_SEL" */
	const char *source; /* the document with the layout, and how certain it is */
	const struct field *fields;
	uint8_t field_count;
	uint8_t width_bits; /* 64 in PCI configuration space: two registers, the low half first */
	/* Parts of fields, or whole fields, with another spelling; only in events' names if the field has its own
	 * spelling. Setting a part sets the whole field: its other bits are 0 unless they are set as well. */
	const struct field *parts;
	uint8_t part_count;
	uint64_t reset;
	uint64_t reset_unknown; /* bits whose value after reset no document gives */
	uint64_t holes;         /* bits inside of fields that software must write as 0 */
	uint64_t joint;         /* bits that software must write all as 1 or all as 0 */
	bool bit_by_bit; /* a write that sets more than one bit beyond the last value faults: bits are set one by one */
	/* For a counter that takes 32 bits of a write and extends their sign: offset of the address at which
	 * the same counter takes all its bits, on processors with one (struct box); 0: it takes all here. */
	int16_t wide;
};

/* One register of a box, or `count` registers of one layout. */
struct register_row {
	const char *name; /* short name; a number follows if count > 1: "ctl" -> ctl0, ctl1, ... */
	const struct register_layout *layout;
	uint8_t role;  /* enum role */
	uint8_t bank;  /* index of the instance's base address to which `offset` is added */
	uint8_t count; /* at least 1 */
	uint8_t stride;
	int32_t offset;
	const int32_t *offsets; /* offset of each register if their distances differ; else NULL */
};

#endif
