/* SPDX-License-Identifier: BSD-2-Clause */
/* Intel Xeon 7500 series (Nehalem-EX, 06_2EH): what controls the socket, and what had to be assumed.
 * Sources as in xeon-7500-boxes.c. */
#include "boxes/xeon-7500.h"
#include "boxes/core-pmu.h"
#include "boxes/table.h"

/* clang-format off */

const struct box_type xeon_7500_core = {
	IX86ARCH_CORE, .events = xeon_7500_core_events, .event_count = CORE_PMU_EVENTS,
};

static const struct box_type *const types[] = {
	&xeon_7500_ubox, &xeon_7500_wbox, &xeon_7500_cbox, &xeon_7500_sbox, &xeon_7500_bbox,
	&xeon_7500_mbox, &xeon_7500_rbox, &xeon_7500_core,
};

const struct global_control xeon_7500_global = {
	.box            = &xeon_7500_ubox,
	.control        = "global_ctl",
	.status         = "status",
	.clear          = "ovf_ctl",
	.run            = U_CTL_EN_ALL, /* hardware clears it as it freezes */
	.latches        = true,
	.freezes        = true,
	.freeze_on_pmi  = U_CTL_FRZ_ALL,
	.reset_all      = U_CTL_RST_ALL,
	.core_select    = {.name = "pmi_core_sel", .low = 1, .width = 8, .access = ACCESS_RW},
	.pmi_received   = U_STATUS_PMI,
	.pmi_clear      = U_STATUS_PMI | U_STATUS_COND,
	/* IA32_DEBUGCTL: the SDM asks for it on 06_1AH; whether this part does was not found. */
	.gate           = 0x1d9,
	.gate_open      = BIT(13),
};

/* ---- an event for every counter -------------------------------------------------------------------- */

#define PORT(N) "rbox*::FLITS_SENT:port=" #N ",rbox*::NEW_PACKETS_RECV:ANY.ALL:port=" #N
const char xeon_7500_full_events[] =
	"wbox::FIXED_UNCORE_CLK,wbox::C_CYCLES_TURBO:C_ALL,wbox::C_THROTTLE_TMP:C_ALL,"
	"wbox::PROCHOT,wbox::TM1_ON,ubox::U2R_REQUESTS,"
	"cbox*::LLC_HITS:ALL,cbox*::LLC_MISSES:ALL,cbox*::LLC_S_FILLS:ALL,cbox*::LLC_VICTIMS:ALL,"
	"cbox*::SNPS:REMOTE_ANY,cbox*::SNP_HITS:REMOTE_ANY,"
	"sbox*::PKTS_SENT_HOM:RBBOX,sbox*::FLITS_SENT_DRS,sbox*::PKTS_RCVD_DRS_FROM_R,"
	"sbox*::REQ_TBL_OCCUPANCY:ALL,"
	"bbox*::IMT_VALID_OCCUPANCY,bbox*::IMT_INSERTS_ALL,bbox*::MSGS_B_TO_S,bbox*::CONFLICTS,"
	"mbox*::CYCLES,mbox*::FVC_EV0:BBOX_CMDS.READS,mbox*::DRAM_CMD:CAS_WR_OPN,"
	"mbox*::PAGE_HIT,mbox*::PAGE_MISS,mbox*::PAGE_EMPTY,"
	PORT(0) "," PORT(1) "," PORT(2) "," PORT(3) "," PORT(4) "," PORT(5) "," PORT(6) "," PORT(7);

/* ---- what the documents leave open --------------------------------------------------------------- */

static const uint64_t fixed_pmi_masks[] = {BIT(1), BIT(2), BIT(20)};
const struct assumption xeon_7500_fixed_pmi = {
	.name = "wbox.fixed_ctl.pmi_en",
	.candidates = fixed_pmi_masks, .candidate_count = ARRAY_SIZE(fixed_pmi_masks),
	.ground = "323535 p.138 implies the bit without placing it; bit 2 enables the PMI in the register at this address on 06_1AH (SDM), bit 20 in the other selects",
};

static const uint64_t core_select_masks[] = {MASK(1, 8), MASK(1, 4), MASK(1, 1)};
static const struct assumption core_select = {
	.name = "ubox.global_ctl.pmi_core_sel",
	.candidates = core_select_masks, .candidate_count = ARRAY_SIZE(core_select_masks),
	.ground = "one bit a core, bit 1 is core 0: width from HB, \"selected cores\" in 323535 p.86; Linux names bits 4:1 and does not use them, and a part with fewer cores may have fewer",
};
CONFIRMED(core_select, xeon_7500);
CONFIRMED(core_select, xeon_e7);

static const uint64_t status_pmi_masks[] = {U_STATUS_PMI};
static const struct assumption status_pmi = {
	.name = "ubox.status.pmi",
	.candidates = status_pmi_masks, .candidate_count = ARRAY_SIZE(status_pmi_masks),
	.ground = "323535 p.14 names the field, its position is HB's alone",
};
CONFIRMED(status_pmi, xeon_7500);
CONFIRMED(status_pmi, xeon_e7);

static const uint64_t status_cond_masks[] = {U_STATUS_COND};
static const struct assumption status_cond = {
	.name = "ubox.status.cond",
	.candidates = status_cond_masks, .candidate_count = ARRAY_SIZE(status_cond_masks),
	.ground = "position from HB alone; what sets it was not found",
};
CONFIRMED(status_cond, xeon_7500);
CONFIRMED(status_cond, xeon_e7);

static const uint64_t clear_masks[] = {
	U_STATUS_COND | U_STATUS_PMI | U_STATUS_OV_S0 | U_STATUS_OV_S1 | U_STATUS_OV_W | U_STATUS_OV_U,
};
static const struct assumption clear = {
	.name = "ubox.ovf_ctl",
	.candidates = clear_masks, .candidate_count = ARRAY_SIZE(clear_masks),
	.ground = "same positions as the status (HB)",
};
CONFIRMED(clear, xeon_7500);
CONFIRMED(clear, xeon_e7);

static const uint64_t event_select_masks[] = {MASK(0, 9), MASK(0, 8)};
static const struct assumption event_select = {
	.name = "ubox.ctl0.ev_sel",
	.candidates = event_select_masks, .candidate_count = ARRAY_SIZE(event_select_masks),
	.ground = "LIKWID lists and writes 9-bit codes, Linux masks 8 bits; 323535 p.17 was cut above it",
};
CONFIRMED(event_select, xeon_7500);
CONFIRMED(event_select, xeon_e7);

static const uint64_t tally_reset_masks[] = {BIT(17)};
static const struct assumption tally_reset = {
	.name = "sbox.ctl.reset_occ_cnt",
	.candidates = tally_reset_masks, .candidate_count = ARRAY_SIZE(tally_reset_masks),
	.ground = "323535 p.60 names the field without placing it; bit 17 is its place in other uncores of the family",
};
CONFIRMED(tally_reset, xeon_7500);
CONFIRMED(tally_reset, xeon_e7);

static const struct assumption overflow = {
	.name = ASSUMED_OVERFLOW, .answer = "carry",
	.ground = "323535 p.27 preloads 2^48 - N, p.43, p.112 and p.138 (2^48 - 1) - N; overflow is called the carry out of bit 47 throughout",
};
CONFIRMED(overflow, xeon_7500);
CONFIRMED(overflow, xeon_e7);
static const struct assumption threshold = {
	.name = ASSUMED_THRESHOLD, .answer = "at-least",
	.ground = "the prose of 323535 p.26, p.60 and p.138; its bit tables differ in wording",
};
CONFIRMED(threshold, xeon_7500);
CONFIRMED(threshold, xeon_e7);
static const struct assumption invert = {
	.name = ASSUMED_INVERT, .answer = "below",
	.ground = "the prose of 323535 p.26, p.60 and p.138; its bit tables differ in wording",
};
CONFIRMED(invert, xeon_7500);
CONFIRMED(invert, xeon_e7);
static const struct assumption select_encoding = {
	.name = ASSUMED_CORE_SELECT, .answer = "bits",
	.ground = "\"selected cores\" in 323535 p.86, and the sibling register of the E5 v2",
};
CONFIRMED(select_encoding, xeon_7500);
CONFIRMED(select_encoding, xeon_e7);
static const struct assumption pmi_gate = {
	.name = ASSUMED_PMI_GATE, .answer = "none",
	.ground = "the SDM asks for bit 13 of IA32_DEBUGCTL on 06_1AH and says nothing of this part",
};
CONFIRMED(pmi_gate, xeon_7500);
CONFIRMED(pmi_gate, xeon_e7);

const struct assumption *const xeon_7500_assumptions[] = {
	ASSUMED(xeon_7500_fixed_pmi, xeon_7500),
	ASSUMED(core_select, xeon_7500),
	ASSUMED(status_pmi, xeon_7500),
	ASSUMED(status_cond, xeon_7500),
	ASSUMED(clear, xeon_7500),
	ASSUMED(event_select, xeon_7500),
	ASSUMED(tally_reset, xeon_7500),
	ASSUMED(overflow, xeon_7500),
	ASSUMED(threshold, xeon_7500),
	ASSUMED(invert, xeon_7500),
	ASSUMED(select_encoding, xeon_7500),
	ASSUMED(pmi_gate, xeon_7500),
	NULL,
};
/* Of the Xeon E7 (06_2FH): the SDM applies the 7500's uncore programming interface to it, and Linux and LIKWID drive the registers
 * that these are about alike on both. */
const struct assumption *const xeon_e7_assumptions[] = {
	ASSUMED(xeon_7500_fixed_pmi, xeon_e7),
	ASSUMED(core_select, xeon_e7),
	ASSUMED(status_pmi, xeon_e7),
	ASSUMED(status_cond, xeon_e7),
	ASSUMED(clear, xeon_e7),
	ASSUMED(event_select, xeon_e7),
	ASSUMED(tally_reset, xeon_e7),
	ASSUMED(overflow, xeon_e7),
	ASSUMED(threshold, xeon_e7),
	ASSUMED(invert, xeon_e7),
	ASSUMED(select_encoding, xeon_e7),
	ASSUMED(pmi_gate, xeon_e7),
	NULL,
};

const struct processor xeon_7500 = {
	.name           = "xeon-7500",
	.title          = "Intel Xeon 7500 series (Nehalem-EX)",
	.model          = 0x2e,
	.types          = types,
	.type_count     = ARRAY_SIZE(types),
	XEON_7500_FAMILY(xeon_7500),
};

/* clang-format on */
