/* SPDX-License-Identifier: BSD-2-Clause */
/* What must not be touched on this board, as its user says: rules, which bus.c asks before every access to hardware. A denied
 * register is neither read nor written; what needs it learns OUTCOME_DENIED, and every refusal is counted.
 *
 * Of several rules the last that is about a register holds; without one it is allowed. Who denies the identifiers of a PCI
 * function denies the function: none of its registers is accessed without them. RDPMC reads the counters of MSRs, and goes by
 * their rules. */
#ifndef CORE_DENY_H
#define CORE_DENY_H

#include "core/hardware/hw.h"

struct arena;
struct box;
struct machine;

#define DENY_RULES     64 /* of the user */
#define DENY_BELOW     16 /* under them */
#define DENY_NAME_SIZE 40

/* About a range of addresses, or about registers by name. */
struct deny_rule {
	bool allow;
	uint8_t space;        /* enum space; SPACE_COUNT: by name */
	uint64_t first, last; /* addresses, both included */
	/* A glob: without a dot of boxes ("imc*", all their registers), with one of registers ("cbox3.ctr1"). */
	char name[DENY_NAME_SIZE];
};

/* Adds a rule; one that is there already moves to the end. False if there is no room for it. */
MUST_CHECK bool deny_add(const struct deny_rule *rule);

/* Adds a rule about a range under all that the user has given: each of those that is about it holds instead. False if there is no
 * room for it. */
MUST_CHECK bool deny_add_below(const struct deny_rule *rule);

/* The rules in their order; NULL behind the last. */
const struct deny_rule *deny_rule(unsigned number);

/* How much a run may change, as a rule beside all others: `allow` takes nothing of it back. */
enum profile {
	PROFILE_FULL,
	PROFILE_UNCORE, /* no register of a processor's own is written */
	PROFILE_SAFE,   /* none is written; processors that the firmware does not run on are not started */
	PROFILE_COUNT,
};
void deny_set_profile(enum profile profile);
enum profile deny_profile(void);
const char *profile_name(enum profile profile);

/* How the processors that profile safe keeps from being started are started later: false if none came. NULL: they cannot be. */
void deny_set_starter(bool (*start)(struct machine *machine));

/* Starts them; the inventory is to be made once more if that is true. */
MUST_CHECK bool deny_start_others(struct machine *machine);

/* True if the profile forbids to write there. In interrupt context, too. */
bool deny_by_profile(const struct location *where);

/* True if a rule, or the profile, is about an access at all. */
bool deny_is_on(void);

/* No rules, profile full, and nothing refused. */
void deny_clear(void);

/* True if no processor may make this access: `cpu` (index into machine.cpus) is the one that would. In interrupt context, too. */
bool deny_covers(const struct location *where, uint32_t cpu);

/* The same, and counted as refused if it is true. */
bool deny_refuse(const struct location *where, uint32_t cpu);

/* The same two of a write, which the profile may forbid as well. */
bool deny_covers_write(const struct location *where, uint32_t cpu);
bool deny_refuse_write(const struct location *where, uint32_t cpu);

/* How many accesses were refused so far, and the latest of them. */
uint32_t deny_refused(void);
struct location deny_latest(void);

/* Why: "denied", or "profile safe". */
const char *deny_latest_reason(void);

/* Makes room for what rules by name mean on this machine, whose boxes are listed, and forgets what they meant before. False if the
 * arena is full. */
MUST_CHECK bool deny_prepare(const struct machine *machine, struct arena *arena);

/* From here on rules by name hold for the registers of this box, whose base is known. */
void deny_resolve(const struct box *box);

/* How much of a box is denied. All of it, if all its registers are, or one by which it is controlled, or by which overflows are
 * seen and cleared; of a box without registers, its name. */
enum denied { DENIED_NOTHING, DENIED_PART, DENIED_BOX };
enum denied deny_of_box(const struct box *box);

/* True if the rule is about a range, or about a box or register that this machine has. */
bool deny_means_something(const struct machine *machine, const struct deny_rule *rule);

#endif
