/* SPDX-License-Identifier: BSD-2-Clause */
/* The user's rules on registers that must not be touched on this board. bus.c asks them before every access to hardware. A denied
 * register is neither read nor written: the access gives OUTCOME_DENIED, and is counted as refused.
 *
 * The last rule that matches a register decides; without one the register is allowed. A rule that denies the identifiers of a PCI
 * function denies all its registers. RDPMC reads counters that are MSRs, and follows the rules of those MSRs. */
#ifndef CORE_DENY_H
#define CORE_DENY_H

#include "core/hardware/hw.h"

struct arena;
struct box;
struct machine;

#define DENY_RULES     64 /* maximum of the user's rules */
#define DENY_BELOW     16 /* maximum of rules with lower priority */
#define DENY_NAME_SIZE 40

/* A rule for a range of addresses, or for registers by name. */
struct deny_rule {
	bool allow;
	uint8_t space;        /* enum space; SPACE_COUNT: by name */
	uint64_t first, last; /* addresses, both included */
	/* A glob of boxes ("imc*": all their registers), or with a dot, of registers ("cbox3.ctr1"). */
	char name[DENY_NAME_SIZE];
};

/* Adds a rule; if it exists, moves it to the end. False if there is no room for it. */
MUST_CHECK bool deny_add(const struct deny_rule *rule);

/* Adds a rule for a range, with lower priority than all of the user's rules. False if there is no room for it. */
MUST_CHECK bool deny_add_below(const struct deny_rule *rule);

/* Rule `number` in order; NULL after the last. */
const struct deny_rule *deny_rule(unsigned number);

/* The registers that a run may change. `allow` does not weaken a profile. */
enum profile {
	PROFILE_FULL,
	PROFILE_UNCORE, /* writes no registers that belong to a processor */
	PROFILE_SAFE,   /* writes no registers, and starts no processors */
	PROFILE_COUNT,
};
void deny_set_profile(enum profile profile);
enum profile deny_profile(void);
const char *profile_name(enum profile profile);

/* Sets the function that starts the processors that profile safe has kept from being started; it returns false if none started.
 * NULL: they cannot be started. */
void deny_set_starter(bool (*start)(struct machine *machine));

/* Starts these processors. If it returns true, make the inventory again. */
MUST_CHECK bool deny_start_others(struct machine *machine);

/* True if the profile forbids a write there. Callable in interrupt context. */
bool deny_by_profile(const struct location *where);

/* True if there is any rule, or a profile other than full. */
bool deny_is_on(void);

/* Resets everything: no rules, profile full, nothing refused. */
void deny_clear(void);

/* True if a rule denies this access by processor `cpu` (index into machine.cpus). Callable in interrupt context. */
bool deny_covers(const struct location *where, uint32_t cpu);

/* Like deny_covers(), and counts the access as refused if it is denied. */
bool deny_refuse(const struct location *where, uint32_t cpu);

/* Like the two above, for a write, which the profile may forbid, too. */
bool deny_covers_write(const struct location *where, uint32_t cpu);
bool deny_refuse_write(const struct location *where, uint32_t cpu);

/* Number of accesses refused so far, and the latest of them. */
uint32_t deny_refused(void);
struct location deny_latest(void);

/* Reason of the latest refusal: "denied", or "profile safe". */
const char *deny_latest_reason(void);

/* Makes room for the registers that rules by name match on this machine, and forgets earlier matches. Call it when the boxes are
 * listed. False if the arena is full. */
MUST_CHECK bool deny_prepare(const struct machine *machine, struct arena *arena);

/* Applies rules by name to the registers of this box, whose base must be known. */
void deny_resolve(const struct box *box);

/* How much of a box is denied. DENIED_BOX: all its registers are, or one that controls it or that shows or clears its overflows;
 * for a box without registers: its name is. */
enum denied { DENIED_NOTHING, DENIED_PART, DENIED_BOX };
enum denied deny_of_box(const struct box *box);

/* True if the rule is for a range, or matches a box or register of this machine. */
bool deny_means_something(const struct machine *machine, const struct deny_rule *rule);

#endif
