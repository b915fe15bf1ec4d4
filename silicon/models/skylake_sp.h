/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the models of Skylake-SP, Cascade Lake-SP, Cooper Lake-SP (06_55) and Ice Lake-SP (06_6A). No manual of
 * them was available: registers are those that Linux, PCM and LIKWID use, and overflows are assumed to be signalled as on the Xeon
 * E5-2600 v2. Facts without a source: Linux 6.12, events/intel/uncore_snbep.c. Points that no source states are settings of
 * scenario.h. */
#ifndef SILICON_MODELS_SKYLAKE_SP_H
#define SILICON_MODELS_SKYLAKE_SP_H

#include "silicon/models/described.h"

/* Indices of model->setting, after those of cores, nodes, and the freeze of the socket. */
enum {
	SKX_DCLK = DESCRIBED_SETTINGS,
	SKX_PCLK,
	SKX_UPI_CLOCK,
	SKX_OVERFLOW,
	SKX_CAPID6, /* a bit for each existing CHA; 0: the part's default, or as many as the cores need */
	SKX_SETTINGS,
	/* Skylake-SP and Cascade Lake-SP */
	SKX_STACKS = SKX_SETTINGS, /* number of stacks of input and output */
	SKX_OWN_SETTINGS,
	CPX_LINKS = SKX_OWN_SETTINGS, /* number of wired links */
	CPX_SETTINGS,
	/* Ice Lake-SP */
	SKX_CAPID7 = SKX_SETTINGS, /* the bits of further CHAs */
	ICX_CHANNELS,              /* number of channels of each memory controller */
	ICX_SETTINGS
};

/* Values of SKX_OVERFLOW: an overflow with ov_en freezes the socket, or only sets status bits. */
enum { SKX_FREEZES, SKX_TOLD };

/* U_MSR_PMON_GLOBAL_CTL (PCM, LIKWID). */
#define SKX_FREEZE_ALL   BIT(63)
#define SKX_UNFREEZE_ALL BIT(61)

#define SKX_SELECT_TID   BIT(19) /* CHA */

/* The boxes, in the order of the sheets. */
extern const struct model_box model_skx_boxes[64], model_clx_boxes[64], model_cpx_boxes[69], model_icx_boxes[91];

/* clang-format off */
#define SKX_SETTING_ROWS(clock_, dclk_, capid6_most_, dumps_, errata_)                                \
	DESCRIBED_SETTING_ROWS(clock_, DESCRIBED_RUNS, dumps_, errata_),                                 \
	[SKX_DCLK]      = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, (dclk_)},                     \
	[SKX_PCLK]      = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, 4000000000, 1000000000},                         \
	[SKX_UPI_CLOCK] = {"clock.upi", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 1300000000},                   \
	[SKX_OVERFLOW]  = {"overflow", "freezes told", 0, 0, SKX_FREEZES},                         \
	[SKX_CAPID6]    = {"capid6", NULL, 0, (capid6_most_), 0}

/* Members of struct model_part that are the same for all of them. */
#define SKX_PART                                                                                   \
	.family = 6, .sockets = MODEL_SOCKETS, .cores = 8,            \
	.any_shape = true, .freezes_unasked = true, .node = model_described_node,                  \
	.rdpmc = model_core_rdpmc, .usual = model_core_usual,     \
	.overflow = model_skx_overflow, .targets = model_core_targets,                             \
	.expire = model_described_expire, .cpuid = model_core_cpuid
/* clang-format on */

/* The PCU's power states. */
extern const struct model_choice model_skx_power_states[1];

/* Values of model_event.filter: the fields of the CHA's filters that act on an event. */
enum { SKX_LOOKUP = 1, SKX_TOR, SKX_LINKED };

/* Fields of the CHA's filters; model_described_share() uses the first. */
enum {
	SKX_TID,
	SKX_LINK,
	SKX_STATE,
	SKX_REMOTE,
	SKX_LOCAL,
	SKX_ALL_OPCODES,
	SKX_NEAR,
	SKX_NOT_NEAR,
	SKX_OPCODE0,
	SKX_OPCODE1,
	SKX_C6,
	SKX_NC,
	SKX_ISOC,
	SKX_CHA_FIELDS
};

/* Functions `mean` of struct model_type. */
void model_skx_mean_cha(const struct model_sight *sight, struct model_meaning *meaning);
void model_skx_mean_pcu(const struct model_sight *sight, struct model_meaning *meaning);

/* Function `control` of struct model_type for the global box. A command to unfreeze also cancels a freeze that is pending. */
void model_skx_control(const struct model_write *write);

/* The capability bits of CHAs if the scenario does not set capid6: `usual`, or more if the cores need more. */
uint64_t model_skx_capids(const struct model *model, uint64_t usual);

/* Functions `settle` and `overflow` of struct model_part. `chas`: number of CHAs, the number of set capability bits. */
void model_skx_settle(struct model *model, unsigned chas);
void model_skx_overflow(struct model *model, unsigned socket, uint64_t t);

#endif
