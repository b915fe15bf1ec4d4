/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of the U-, W- and C-Box. Codes and umasks as in LIKWID's list for Nehalem-EX, those of W and
 * some of C also on pages of the 323535 guide. Combined umasks need no rows: they count the sum of
 * their bits.
 *
 * Increments: the guide's maximum where a page gives it (C 0x0b: 8; 0x1b, 0x27 and all of W: 1). For
 * the occupancies no page does; that it is more than 1 follows from what they count, 4 is assumed.
 * All others: 1 is assumed. Runs are the model's own: 8 cycles for what counts cycles of a state. */
#include "silicon/models/xeon_7500.h"

enum { STATE = 8, OCCUPANCY = 4 };

#define CORES "C0 C1 C2 C3 C4 C5 C6 C7"
#define RINGS "AD_SB AD_NSB AK_SB AK_NSB BL_SB BL_NSB IV"

/* clang-format off */
static const struct model_event u_events[] = {
	{0x000, 0, 1, STATE, 0, "BUF_VALID_LOCAL_INT", ""},
	{0x001, 0, 1, STATE, 0, "BUF_VALID_REMOTE_INT", ""},
	{0x002, 0, 1, STATE, 0, "BUF_VALID_LOCK", ""},
	{0x003, 0, 1, STATE, 0, "BUF_VALID_STST", ""},
	{0x004, 0, 1, STATE, 0, "BUF_VALID_SPC_CYCLES", ""},
	{0x050, 0, 1, 1,     0, "U2R_REQUESTS", ""},
	{0x051, 0, 1, STATE, 0, "U2R_REQUEST_CYCLES", ""},
	{0x0f8, 0, 1, 1,     0, "WOKEN", ""},
	{0x0f9, 0, 1, 1,     0, "IPIS_SENT", ""},
	{0x1df, 0, 1, 1,     0, "RECOV", ""},
	{0x1e4, 0, 1, 1,     0, "CORRECTED_ERR", ""},
	{0x1e5, 0, 1, 1,     0, "UNCORRECTED_ERR", ""},
	{0x1e6, 0, 1, 1,     0, "FATAL_ERR", ""},
};

static const struct model_event w_events[] = {
	{0x00, 0xff, 1, STATE, 0, "C_THROTTLE_TMP", CORES},
	{0x01, 0xff, 1, STATE, 0, "C_C0_THROTTLE_DIE", CORES},
	{0x02, 0x00, 1, STATE, 0, "PROCHOT", ""},
	{0x03, 0xff, 1, STATE, 0, "C0_THROTTLE_PROCHOT", CORES},
	{0x04, 0xff, 1, STATE, 0, "C_CYCLES_TURBO", CORES},
	{0x07, 0xff, 1, STATE, 0, "TM1_ON", CORES},
	{0x08, 0xff, 1, 1,     0, "RATIO_CHANGE_ABORT", CORES},
};

static const struct model_event c_events[] = {
	{0x01, 0x03, 1, 1, 0, "BOUNCES_P2C_AD", "SB NSB"},
	{0x02, 0x03, 1, 1, 0, "BOUNCES_C2P_AK", "SB NSB"},
	{0x03, 0x03, 1, 1, 0, "BOUNCES_C2P_BL", "SB NSB"},
	{0x04, 0x00, 1, 1, 0, "BOUNCES_C2P_IV", ""},
	{0x05, 0x07, 1, 1, 0, "SINKS_P2C", "IV AK BL"},
	{0x06, 0x07, 1, 1, 0, "SINKS_C2P", "IV AK BL"},
	{0x07, 0x07, 1, 1, 0, "SINKS_S2C", "AD AK BL"},
	{0x08, 0x00, 1, 1, 0, "SINKS_S2P_BL", ""},
	{0x09, 0x7f, 1, 1, 0, "ARB_WINS", RINGS}, /* code inferred from the gap in the list */
	{0x0a, 0x7f, 1, 1, 0, "ARB_LOSSES", RINGS},
	{0x0b, 0xff, 8, STATE, 0, "STARVED_EGRESS",
	 "P2C_AD_SB C2S_AD_SB AD_NSB AK_SB AK_NSB BL_SB BL_NSB IV"},
	{0x0c, 0xff, 1, 1, 0, "EGRESS_BYPASS_WINS",
	 "AD_BYP0 AD_BYP1 AK_BYP0 AK_BYP1 BL_BYP0 BL_BYP1 IV_BYP0 IV_BYP1"},
	{0x0e, 0x0f, 1, 1, 0, "INGRESS_BYPASS_WINS_AD", "IRQ_BYP0 IRQ_BYP1 IPQ_BYP0 IPQ_BYP1"},
	{0x10, 0x00, 1, 1, 0, "MAF_ACK", ""},
	{0x11, 0xff, 1, 1, 0, "MAF_NACK1",
	 "GO_PENDING VIC_PENDING SNP_PENDING AC_PENDING IDX_BLOCK PA_BLOCK IDLE_QPI ALL_MAF_NACK1"},
	{0x12, 0xff, 1, 1, 0, "MAF_NACK2",
	 "MAF_FULL EGRESS_FULL VIQ_FULL NO_TRACKER_CREDITS NO_S_FIFO_CREDITS NO_S_REQTBL_ENTRIES "
	 "WB_PENDING NACK2_ELSE"},
	{0x14, 0x07, 1, 1, 0, "LLC_MISSES", "S F I"},
	{0x15, 0x0f, 1, 1, 0, "LLC_HITS", "M E S F"},
	{0x16, 0x0f, 1, 1, 0, "LLC_S_FILLS", "M E S F"},
	{0x17, 0x1f, 1, 1, 0, "LLC_VICTIMS", "M E S F I"},
	{0x18, 0x00, OCCUPANCY, STATE, 0, "OCCUPANCY_IRQ", ""},
	{0x19, 0x00, 1, 1, 0, "TRANS_IRQ", ""},
	{0x1a, 0x00, OCCUPANCY, STATE, 0, "OCCUPANCY_IPQ", ""},
	{0x1b, 0x00, 1, 1, 0, "TRANS_IPQ", ""},
	{0x1c, 0x00, OCCUPANCY, STATE, 0, "OCCUPANCY_VIQ", ""},
	{0x1d, 0x00, 1, 1, 0, "TRANS_VIQ", ""},
	{0x1e, 0x00, OCCUPANCY, STATE, 0, "OCCUPANCY_MAF", ""},
	{0x1f, 0x00, 1, 1, 0, "TRANS_MAF", ""},
	{0x20, 0x00, OCCUPANCY, STATE, 0, "OCCUPANCY_RWRF", ""},
	{0x21, 0x00, 1, 1, 0, "TRANS_RWRF", ""},
	{0x22, 0x00, OCCUPANCY, STATE, 0, "OCCUPANCY_RSPF", ""},
	{0x23, 0x00, 1, 1, 0, "TRANS_RSPF", ""},
	{0x27, 0x03, 1, 1, 0, "SNPS", "REMOTE_RD REMOTE_RFO"},
	{0x28, 0xff, 1, 1, 0, "SNP_HITS",
	 "REMOTE_RD_HITM REMOTE_RD_HITE REMOTE_RD_HITS REMOTE_RD_HITF "
	 "REMOTE_RFO_HITM REMOTE_RFO_HITE REMOTE_RFO_HITS REMOTE_RFO_HITF"},
};
/* clang-format on */

const struct model_event_list model_xeon_7500_u_events = {u_events, ARRAY_SIZE(u_events)};
const struct model_event_list model_xeon_7500_w_events = {w_events, ARRAY_SIZE(w_events)};
const struct model_event_list model_xeon_7500_c_events = {c_events, ARRAY_SIZE(c_events)};
