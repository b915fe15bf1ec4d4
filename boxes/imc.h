/* SPDX-License-Identifier: BSD-2-Clause */
/* In-memory counters: facts about a POWER processor known before its device tree, which has boxes and events, is read.
 * One table per processor, and one for unknown processors. */
#ifndef BOXES_IMC_H
#define BOXES_IMC_H

#include "boxes/box.h"

/* Posting groups: the microcode increments a word before and a word after the counters of a group whenever it
 * posts them. If these words are equal before and after a read, all counters read are of one posting. */
struct posting_group {
	uint16_t head, tail; /* offsets of the two words in the region */
	uint16_t twin_head,
		twin_tail;   /* of two groups whose heads are mixed up, the other's: their sums agree; tail 0: none */
	uint16_t first, end; /* offsets of the counters, from one up to the other */
	uint16_t period_us;  /* from one posting to the next, at least */
	uint8_t cycle;       /* number of postings until each of its units was posted once */
	uint8_t bits; /* width of the hardware counters if a read clears them; 0: the microcode takes differences */
};

/* PMUs in a known catalog of the processor, by the prefix of their names: only digits and '_' follow. */
struct imc_known {
	const char *prefix, *title; /* title NULL: no source says what it is */
	uint32_t factor;            /* number of events per count: the catalog's scale; 0: it has none */
};

/* Units of the availability word. IBM numbers bits from the most significant one. */
struct imc_units {
	const char *prefix;   /* of the PMU's name; the unit's number follows if there are several */
	uint8_t first, count; /* first bit of the first unit; number of units */
	uint8_t width;        /* bits of each unit */
	uint8_t state;        /* their value if the unit is present: 1 if it is one bit */
	bool combined;        /* each digit of the name is a unit, any of which will do: "mcs01" */
};

/* Events that occur all the time, by PMU. */
struct imc_usual {
	const char *pmu, *event;
};

struct imc_facts {
	const struct processor *processor;
	const char *title;         /* "POWER9" */
	uint32_t key, mask;        /* processor version register: (register & mask) == key */
	uint8_t chip;              /* bits 15:12 of that register that have a name of their own */
	const char *chip_title;    /* that name; NULL */
	uint16_t trace_from;       /* first revision on which firmware offers sampling: major << 8 | minor; 0: any */
	const char *trace_needs;   /* that revision in words */
	bool samples_say_state;    /* the two highest bits of a sample's word of the process are MSR[HV] and MSR[PR] */
	const char *const *clocks; /* events of a core that count clock_hz per second; NULL after the last */
	uint64_t clock_hz;
	const struct imc_known *known; /* prefix NULL after the last */
	const struct imc_units *units; /* prefix NULL after the last */
	const struct posting_group *groups;
	unsigned group_count;                      /* 0: the microcode's groups of counters are not known */
	const struct imc_usual *counted, *sampled; /* pmu NULL after the last */
	/* Returns the place at which the microcode posts a nest PMU's counter that the catalog has at `base` +
	 * `offset`; POSTED_NOWHERE if it does not post it. NULL: that sum, as far as is known. */
	uint32_t (*posted_at)(const char *pmu, uint32_t base, uint32_t offset);
};

extern const struct imc_facts imc_power9, imc_power10, imc_power10_dd1, imc_power11;

/* The table for a processor without one, of which nothing is known. */
extern const struct imc_facts imc_unknown;

/* The table of a processor by its version register: bits 31:16 the processor; 15:12 the chip, 11:8 and 7:0 the
 * revision. Never NULL. */
const struct imc_facts *imc_facts_of(uint32_t pvr);

/* The row of a PMU's name; NULL if no known catalog of the processor has one of that name. */
const struct imc_known *imc_known_of(const struct imc_facts *facts, const char *name);

/* True if a PMU of that name and factor (0: the catalog gives none) is another processor's: the table `facts` lacks the
 * name or has another factor, and another table has both. */
bool imc_is_of_another(const struct imc_facts *facts, const char *name, uint64_t factor);

/* Sets *there to whether the availability word shows the nest PMU's unit as present. Returns false, with *there
 * untouched, if the name is not known, or if the word is 0: the microcode has not filled it in yet. */
bool imc_unit_there(const struct imc_facts *facts, const char *name, uint64_t available, bool *there);

/* The place at which the microcode posts a nest PMU's counter, as imc_facts.posted_at. */
uint32_t imc_posted_at(const struct imc_facts *facts, const char *pmu, uint32_t base, uint32_t offset);

#endif
