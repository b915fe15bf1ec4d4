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

#define ROW(code_, subs_, increment_, run_, name_, sub_names_)                                               \
	{                                                                                                    \
		.code = (code_), .subs = (subs_), .increment = (increment_), .run = (run_), .name = (name_), \
		.sub_names = (sub_names_)                                                                    \
	}

/* clang-format off */
static const struct model_event u_events[] = {
	ROW(0x000, 0, 1, STATE, "BUF_VALID_LOCAL_INT", ""),
	ROW(0x001, 0, 1, STATE, "BUF_VALID_REMOTE_INT", ""),
	ROW(0x002, 0, 1, STATE, "BUF_VALID_LOCK", ""),
	ROW(0x003, 0, 1, STATE, "BUF_VALID_STST", ""),
	ROW(0x004, 0, 1, STATE, "BUF_VALID_SPC_CYCLES", ""),
	ROW(0x050, 0, 1, 1,     "U2R_REQUESTS", ""),
	ROW(0x051, 0, 1, STATE, "U2R_REQUEST_CYCLES", ""),
	ROW(0x0f8, 0, 1, 1,     "WOKEN", ""),
	ROW(0x0f9, 0, 1, 1,     "IPIS_SENT", ""),
	ROW(0x1df, 0, 1, 1,     "RECOV", ""),
	ROW(0x1e4, 0, 1, 1,     "CORRECTED_ERR", ""),
	ROW(0x1e5, 0, 1, 1,     "UNCORRECTED_ERR", ""),
	ROW(0x1e6, 0, 1, 1,     "FATAL_ERR", ""),
};

/* Which the E7 has beside them, by LIKWID's list for Westmere-EX. */
static const struct model_event e7_u_events[] = {
	ROW(0x005, 0, 1, 1, "DOORBELL", ""),
	ROW(0x006, 0, 1, 1, "PM_IN", ""),
	ROW(0x007, 0, 1, 1, "PM_OUT", ""),
};

static const struct model_event w_events[] = {
	ROW(0x00, 0xff, 1, STATE, "C_THROTTLE_TMP", CORES),
	ROW(0x01, 0xff, 1, STATE, "C_C0_THROTTLE_DIE", CORES),
	ROW(0x02, 0x00, 1, STATE, "PROCHOT", ""),
	ROW(0x03, 0xff, 1, STATE, "C0_THROTTLE_PROCHOT", CORES),
	ROW(0x04, 0xff, 1, STATE, "C_CYCLES_TURBO", CORES),
	ROW(0x07, 0xff, 1, STATE, "TM1_ON", CORES),
	ROW(0x08, 0xff, 1, 1,     "RATIO_CHANGE_ABORT", CORES),
};

static const struct model_event c_events[] = {
	ROW(0x01, 0x03, 1, 1, "BOUNCES_P2C_AD", "SB NSB"),
	ROW(0x02, 0x03, 1, 1, "BOUNCES_C2P_AK", "SB NSB"),
	ROW(0x03, 0x03, 1, 1, "BOUNCES_C2P_BL", "SB NSB"),
	ROW(0x04, 0x00, 1, 1, "BOUNCES_C2P_IV", ""),
	ROW(0x05, 0x07, 1, 1, "SINKS_P2C", "IV AK BL"),
	ROW(0x06, 0x07, 1, 1, "SINKS_C2P", "IV AK BL"),
	ROW(0x07, 0x07, 1, 1, "SINKS_S2C", "AD AK BL"),
	ROW(0x08, 0x00, 1, 1, "SINKS_S2P_BL", ""),
	ROW(0x09, 0x7f, 1, 1, "ARB_WINS", RINGS), /* code inferred from the gap in the list */
	ROW(0x0a, 0x7f, 1, 1, "ARB_LOSSES", RINGS),
	ROW(0x0b, 0xff, 8, STATE, "STARVED_EGRESS",
	 "P2C_AD_SB C2S_AD_SB AD_NSB AK_SB AK_NSB BL_SB BL_NSB IV"),
	ROW(0x0c, 0xff, 1, 1, "EGRESS_BYPASS_WINS",
	 "AD_BYP0 AD_BYP1 AK_BYP0 AK_BYP1 BL_BYP0 BL_BYP1 IV_BYP0 IV_BYP1"),
	ROW(0x0e, 0x0f, 1, 1, "INGRESS_BYPASS_WINS_AD", "IRQ_BYP0 IRQ_BYP1 IPQ_BYP0 IPQ_BYP1"),
	ROW(0x10, 0x00, 1, 1, "MAF_ACK", ""),
	ROW(0x11, 0xff, 1, 1, "MAF_NACK1",
	 "GO_PENDING VIC_PENDING SNP_PENDING AC_PENDING IDX_BLOCK PA_BLOCK IDLE_QPI ALL_MAF_NACK1"),
	ROW(0x12, 0xff, 1, 1, "MAF_NACK2",
	 "MAF_FULL EGRESS_FULL VIQ_FULL NO_TRACKER_CREDITS NO_S_FIFO_CREDITS NO_S_REQTBL_ENTRIES WB_PENDING NACK2_ELSE"),
	ROW(0x14, 0x07, 1, 1, "LLC_MISSES", "S F I"),
	ROW(0x15, 0x0f, 1, 1, "LLC_HITS", "M E S F"),
	ROW(0x16, 0x0f, 1, 1, "LLC_S_FILLS", "M E S F"),
	ROW(0x17, 0x1f, 1, 1, "LLC_VICTIMS", "M E S F I"),
	ROW(0x18, 0x00, OCCUPANCY, STATE, "OCCUPANCY_IRQ", ""),
	ROW(0x19, 0x00, 1, 1, "TRANS_IRQ", ""),
	ROW(0x1a, 0x00, OCCUPANCY, STATE, "OCCUPANCY_IPQ", ""),
	ROW(0x1b, 0x00, 1, 1, "TRANS_IPQ", ""),
	ROW(0x1c, 0x00, OCCUPANCY, STATE, "OCCUPANCY_VIQ", ""),
	ROW(0x1d, 0x00, 1, 1, "TRANS_VIQ", ""),
	ROW(0x1e, 0x00, OCCUPANCY, STATE, "OCCUPANCY_MAF", ""),
	ROW(0x1f, 0x00, 1, 1, "TRANS_MAF", ""),
	ROW(0x20, 0x00, OCCUPANCY, STATE, "OCCUPANCY_RWRF", ""),
	ROW(0x21, 0x00, 1, 1, "TRANS_RWRF", ""),
	ROW(0x22, 0x00, OCCUPANCY, STATE, "OCCUPANCY_RSPF", ""),
	ROW(0x23, 0x00, 1, 1, "TRANS_RSPF", ""),
	ROW(0x27, 0x03, 1, 1, "SNPS", "REMOTE_RD REMOTE_RFO"),
	/* No more than there are snoops. */
	{.code = 0x28, .subs = 0xff, .increment = 1, .run = 1, .base = 40009, .name = "SNP_HITS",
	 .sub_names = "REMOTE_RD_HITM REMOTE_RD_HITE REMOTE_RD_HITS REMOTE_RD_HITF REMOTE_RFO_HITM REMOTE_RFO_HITE REMOTE_RFO_HITS REMOTE_RFO_HITF"},
};
/* clang-format on */

const struct model_event_list model_xeon_7500_u_events = {u_events, ARRAY_SIZE(u_events), NULL};
const struct model_event_list model_xeon_7500_w_events = {w_events, ARRAY_SIZE(w_events), NULL};
const struct model_event_list model_xeon_7500_c_events = {c_events, ARRAY_SIZE(c_events), NULL};
const struct model_event_list model_xeon_e7_u_events = {e7_u_events, ARRAY_SIZE(e7_u_events),
							&model_xeon_7500_u_events};
