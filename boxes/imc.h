/* SPDX-License-Identifier: BSD-2-Clause */
/* In-memory counters: what is known of a POWER processor before its device tree is read. Boxes and events come from
 * there. A table for each processor, and one of a processor that is in none. */
#ifndef BOXES_IMC_H
#define BOXES_IMC_H

#include "boxes/box.h"

/* Posting groups: the microcode counts up a word before and a word behind the counters of a group whenever it
 * posts them, so a group whose words are equal before and after a read is of one posting. */
struct posting_group {
	uint16_t head, tail; /* offsets of the two words in the region */
	uint16_t twin_head,
		twin_tail;   /* of two groups whose heads are mixed up, the other's: their sums agree; tail 0: none */
	uint16_t first, end; /* offsets of the counters, from one up to the other */
	uint16_t period_us;  /* from one posting to the next, at least */
	uint8_t cycle;       /* how many postings it takes until each of its units was posted once */
	uint8_t bits; /* of the hardware counters that are cleared as they are read; 0: it takes differences of others */
};

/* PMUs that a known catalog of the processor has, by the start of their names: what stands behind are digits and '_'. */
struct imc_known {
	const char *prefix, *title; /* title NULL: no source says what it is */
	uint32_t factor;            /* how many events make a count: the catalog's scale; 0: it has none */
};

/* Units of the availability word. IBM numbers bits from the most significant one. */
struct imc_units {
	const char *prefix;   /* of the PMU's name; the unit's number follows if there are several */
	uint8_t first, count; /* the first unit's first bit; how many units there are */
	uint8_t width;        /* bits of each */
	uint8_t state;        /* what they hold if the unit is there: 1 if it is one bit */
	bool combined;        /* each digit of the name is a unit, any of which will do: "mcs01" */
};

/* Events that are always going on, by PMU. */
struct imc_usual {
	const char *pmu, *event;
};

struct imc_facts {
	const struct processor *processor;
	const char *title;         /* "POWER9" */
	uint32_t key, mask;        /* of the processor version register: these bits of it are so */
	uint8_t chip;              /* bits 15:12 of that register that have a name of their own */
	const char *chip_title;    /* that name; NULL */
	uint16_t trace_from;       /* firmware offers sampling from that revision on: major << 8 | minor; 0: of any */
	const char *trace_needs;   /* that revision in words */
	bool samples_say_state;    /* the two highest bits of a sample's word of the process are MSR[HV] and MSR[PR] */
	const char *const *clocks; /* events of a core that count clock_hz a second; NULL behind the last */
	uint64_t clock_hz;
	const struct imc_known *known; /* prefix NULL behind the last */
	const struct imc_units *units; /* likewise */
	const struct posting_group *groups;
	unsigned group_count;                      /* 0: how the microcode groups its counters is not known */
	const struct imc_usual *counted, *sampled; /* pmu NULL behind the last */
	/* Where the microcode posts a nest PMU's counter that the catalog has at `base` + `offset`: POSTED_NOWHERE if it does
	 * not. NULL: at that sum, for all that is known. */
	uint32_t (*posted_at)(const char *pmu, uint32_t base, uint32_t offset);
};

extern const struct imc_facts imc_power9, imc_power10, imc_power10_dd1, imc_power11;

/* Of a processor that is in no table, of which nothing is known. */
extern const struct imc_facts imc_unknown;

/* The table of a processor by its version register: bits 31:16 the processor; 15:12 the chip, 11:8 and 7:0 the revision.
 * Never NULL. */
const struct imc_facts *imc_facts_of(uint32_t pvr);

/* The row of a PMU's name; NULL if no known catalog of the processor has one of that name. */
const struct imc_known *imc_known_of(const struct imc_facts *facts, const char *name);

/* True if a PMU of that name and factor (0: the catalog gives none) is another processor's: this one's table has not that
 * name, or another factor, and another table has both. */
bool imc_is_of_another(const struct imc_facts *facts, const char *name, uint64_t factor);

/* Whether a nest PMU's unit is there by the availability word. False, with *there untouched, if nothing is known of that
 * name, or the word is 0: then it is the microcode's to fill in. */
bool imc_unit_there(const struct imc_facts *facts, const char *name, uint64_t available, bool *there);

/* Where the microcode posts a nest PMU's counter, as imc_facts.posted_at. */
uint32_t imc_posted_at(const struct imc_facts *facts, const char *pmu, uint32_t base, uint32_t offset);

#endif
