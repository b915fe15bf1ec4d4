/* SPDX-License-Identifier: BSD-2-Clause */
/* The architectural PMU of a core (one logical processor), versions 3 to 6: at most eight general counters, three or four fixed
 * ones, the global registers, a PMI. SDM volume 3, architectural performance monitoring.
 *
 * A part with such cores has the settings below before its own, a box for each core whose first banks are those below, and events
 * in the table of its core's type; the rest is here. */
#ifndef SILICON_MODELS_CORE_H
#define SILICON_MODELS_CORE_H

#include "silicon/models/cpuid_dumps.h"
#include "silicon/models/model.h"

/* Indices of model->setting. */
enum {
	CORE_CLOCK,
	CORE_REFERENCE_CLOCK,
	CORE_COUNTERS,
	CORE_WIDTH,
	CORE_CAPABILITIES,
	CORE_THREADS,
	CORE_USER,
	CORE_ICOUNT,
	CORE_PMI_ENTRY,
	CORE_VERSION,
	CORE_RETIRED,
	CORE_LBR,
	CORE_FIXED_COUNTERS,
	CORE_CPUID,
	CORE_MISSING,
	CORE_ERRATUM,
	CORE_SETTINGS
};

/* Values of some settings. */
enum { ICOUNT_OFF };
enum { CORE_EDGE, CORE_LEVEL };                      /* CORE_PMI_ENTRY */
enum { CORE_RETIRED_REFUSED, CORE_RETIRED_IGNORED }; /* CORE_RETIRED: writes of AnyThread after its removal */
enum { CORE_LBR_LEGACY, CORE_LBR_ARCHITECTURAL };    /* CORE_LBR */

/* Effects of published errata of core counters. The setting CORE_ERRATUM is "none", or the id of an erratum of the part. */
enum core_erratum {
	CORE_SOUND,
	CORE_COUNTS_FEW, /* a sixteenth of the instructions is not counted */
	CORE_REPEATS, /* threads on: an overflow of fixed counter 0 that freezes sends another PMI when the entry is unmasked */
	CORE_STICKS, /* a counter that is disabled within its first 64 counts from 0 on leaves its overflow bit set for good */
	CORE_FORGETS,       /* threads off: selects 4 to 7 read as 0 */
	CORE_COUNTS_MANY,   /* on odd threads a sixteenth of the branches is counted twice */
	CORE_FREEZES_LOWER, /* threads off: general counters 4 to 7 continue although CTR_FRZ is set */
	CORE_UNPRIMED, /* a general counter with a changed event, not primed before its start, counts cycles; an odd one nothing */
};

/* Banks of the box of a core. */
enum {
	CORE_CTL,
	CORE_FIXED_CTL,
	CORE_CTR,
	CORE_FIXED_CTR,
	CORE_FULL,
	CORE_GLOBAL_CTL,
	CORE_STATUS,
	CORE_OVF_CTL,
	CORE_DEBUGCTL,
	CORE_MISC_ENABLE,
	CORE_PERF_CAPABILITIES,
	CORE_BANKS
};

/* In the box of a core general counters have numbers from 0 on, fixed ones from CORE_FIRST_FIXED on. */
enum { CORE_GENERIC = 8, CORE_FIRST_FIXED = CORE_GENERIC, CORE_FIXED = 4 };

/* IA32_PERFEVTSELx. */
#define CORE_SELECT_USR            BIT(16)
#define CORE_SELECT_OS             BIT(17)
#define CORE_SELECT_ANY            BIT(21)
#define CORE_SELECT_EN             BIT(22)

/* IA32_FIXED_CTR_CTRL: four bits for each counter. */
#define CORE_FIXED_FIELD(value, n) ((unsigned)((value) >> 4 * (n)&0xf))
#define CORE_FIXED_OS              1u
#define CORE_FIXED_USR             2u
#define CORE_FIXED_ANY             4u
#define CORE_FIXED_ANY_BITS        (BIT(2) | BIT(6) | BIT(10) | BIT(14))

/* IA32_PERF_GLOBAL_STATUS from version 4 on, and IA32_PERF_GLOBAL_STATUS_RESET, which clears the same. */
#define CORE_STATUS_TRACE          BIT(55)
#define CORE_STATUS_LBR_FROZEN     BIT(58)
#define CORE_STATUS_FROZEN         BIT(59)
#define CORE_STATUS_ENCLAVE        BIT(60)
#define CORE_STATUS_V4             (CORE_STATUS_TRACE | CORE_STATUS_LBR_FROZEN | CORE_STATUS_FROZEN | CORE_STATUS_ENCLAVE)

/* IA32_DEBUGCTL. */
#define CORE_DEBUGCTL_LBR          BIT(0)
#define CORE_DEBUGCTL_FREEZE_LBRS  BIT(11)
#define CORE_DEBUGCTL_FREEZE       BIT(12)
#define CORE_DEBUGCTL_SMM          BIT(14)

/* IA32_PERF_CAPABILITIES. */
#define CORE_CAPABILITY_SMM        BIT(12)
#define CORE_CAPABILITY_FULL_WIDTH BIT(13)
#define CORE_CAPABILITY_METRICS    BIT(15)
#define CORE_CAPABILITIES_USUAL    (CORE_CAPABILITY_FULL_WIDTH | CORE_CAPABILITY_SMM) /* from Sandy Bridge on */

#define CORE_GENERIC_BITS          MASK(0, CORE_GENERIC)
#define CORE_FIXED_BITS            MASK(32, CORE_FIXED)
/* Counters that exist only if a core has no second thread, or from version 5 on. */
#define CORE_UPPER_BITS            MASK(4, CORE_GENERIC - 4)
#define CORE_METRICS_BIT           BIT(48) /* of the enables and of the status, if IA32_PERF_METRICS exists */

/* IA32_MISC_ENABLE: performance monitoring is available; branch trace store, with its bits of IA32_DEBUGCTL, and PEBS are not. All
 * other bits do not belong to the PMU: writes of them change nothing here. */
#define CORE_MISC_AVAILABLE        BIT(7)

#define CORE_NO_ERRATA             "none"

extern const struct model_layout model_core_generic, model_core_fixed[CORE_FIXED];

/* clang-format off */

/* The settings, with the defaults that differ between parts. A core has at most `threads_` logical processors. The properties of
 * the core PMU are those of a dump of CPUID, one of `dumps_`, unless the scenario sets them; for parts without a dump (Sierra
 * Forest and similar) version 5 is the least that Linux expects. A PMI's entry is a level from Haswell-EP on (HSD91, BDM38).
 * `errata_`: values of CORE_ERRATUM, CORE_NO_ERRATA or more words. */
#define CORE_SETTING_ROWS(clock_, reference_, dumps_, threads_, entry_, capabilities_, errata_)                              \
	[CORE_CLOCK] = {"clock.core", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, (clock_)},                       \
	[CORE_REFERENCE_CLOCK] = {"clock.reference", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, (reference_)},    \
	[CORE_COUNTERS] = {"counters", NULL, 1, CORE_GENERIC, CORE_GENERIC},                       \
	[CORE_WIDTH] = {"width", NULL, 33, 48, 48},                                               \
	[CORE_CAPABILITIES] = {"perf_capabilities", NULL, 0, 0xffff, (capabilities_)},                  \
	[CORE_THREADS] = {"threads", NULL, 1, (threads_), 1},                                               \
	[CORE_USER] = {"user", NULL, 0, 1000, 0},                                                  \
	[CORE_ICOUNT] = {"icount", "off 0 1 2 3 4 5 6 7 8 9 10", 0, 0, ICOUNT_OFF},                \
	[CORE_PMI_ENTRY] = {"pmi.entry", "edge level", 0, 0, (entry_)},                            \
	[CORE_VERSION] = {"core_pmu.version", NULL, 3, 6, 5},                                      \
	[CORE_RETIRED] = {"core_pmu.any_thread", "refused ignored", 0, 0, CORE_RETIRED_REFUSED},   \
	[CORE_LBR] = {"core_pmu.lbr", "legacy architectural", 0, 0, CORE_LBR_ARCHITECTURAL},                     \
	[CORE_FIXED_COUNTERS] = {"core_pmu.fixed", NULL, 3, CORE_FIXED, CORE_FIXED},               \
	[CORE_CPUID] = {"cpuid", (dumps_), 0, 0, sizeof(dumps_) > sizeof(CPUID_OF_NONE)},           \
	[CORE_MISSING] = {"core_pmu.missing", NULL, 0, MASK(0, 8), 0},                             \
	[CORE_ERRATUM] = {"core_pmu.erratum", (errata_), 0, 0, 0}
/* clang-format on */

/* ---- core.c: the functions of a part for cores ---------------------------------------------------- */

/* True if the box is that of a core. */
static inline bool model_core_is(const struct model *model, unsigned box)
{
	return model->unit[box].type->per_core;
}

/* True for the selects that prime counters (Linux's workaround for AAJ91) on parts that need it; they count nothing. */
static inline bool model_core_primes(uint64_t select)
{
	return select == 0x4300b5 || select == 0x4300d2 || select == 0x4300b1;
}

/* Functions `runs` and `control` of struct model_type for cores. */
bool model_core_runs(const struct model *model, unsigned socket, unsigned counter);
void model_core_control(const struct model_write *write);

/* Functions `overflow`, `targets`, `expire` and `rdpmc` of struct model_part for parts whose only PMIs are cores'. */
void model_core_overflow(struct model *model, unsigned socket, uint64_t t);
struct silicon_cores model_core_targets(const struct model *model, unsigned socket, unsigned box);
void model_core_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t);
unsigned model_core_rdpmc(const struct model *model, uint64_t index);

/* True if a fault makes the box above treat an overflow of this core as one of the boxes below it. */
bool model_core_is_heard(const struct model *model, unsigned socket, unsigned box);
/* True if a PMI repeats when the local APIC's entry is unmasked while the overflow bit is set; false without core PMUs. */
bool model_core_level(const struct model *model);
/* True if an overflow bit of a processor is set whose counter requests a PMI. */
bool model_core_asks(const struct model *model, unsigned socket, unsigned core);
/* True if an erratum repeats a PMI when the entry of a processor is unmasked; true only once. */
bool model_core_repeats(struct model *model, unsigned socket, unsigned core);

/* Executes an access to a register of a core without content of its own: IA32_PERF_METRICS, IA32_PERF_GLOBAL_STATUS_SET and
 * IA32_PERF_GLOBAL_INUSE. SILICON_NOT_MINE: another register, or one that the machine lacks. */
enum silicon_answer model_core_access(struct model *model, const struct silicon_access *access, bool write,
				      uint64_t *value);

/* Returns the access with the first address of its register, if it uses one of the addresses that version 6 adds for registers of a
 * core. */
struct silicon_access model_core_place(const struct model *model, const struct silicon_access *access);

/* Function `usual` of struct model_part: the rate of instructions under QEMU's -icount, where a nanosecond is a fixed number of
 * them; one in four is a branch. */
uint64_t model_core_usual(const struct model *model, const struct model_event *event);

/* Answers CPUID by the dump that the scenario has chosen; leaf 0x0a, and all that depends on it, follow the settings. */
void model_core_cpuid(const struct model *model, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer);

/* Apply the dump and the settings to cores: missing registers, widths; and the contents of registers at the start. */
void model_core_settle(struct model *model);
void model_core_start(struct model *model, unsigned socket);

/* ---- core_counts.c -------------------------------------------------------------------------------- */

/* Adds the occurrences on `threads` cores from `first` on of an event that other registers filter. */
typedef void model_core_adder(const struct model_sight *sight, struct model_meaning *meaning, unsigned first,
			      unsigned threads);

/* Finds what a core's counter counts. `filtered` adds events with MODEL_FILTERED; NULL: there are none. */
void model_core_mean(const struct model_sight *sight, struct model_meaning *meaning, model_core_adder *filtered);

/* The seven events of the architecture, and the function `mean` of struct model_type for cores that have no others. */
extern const struct model_event_list model_core_events;
void model_core_mean_events(const struct model_sight *sight, struct model_meaning *meaning);

#endif
