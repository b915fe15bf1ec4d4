/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of the Xeon 7500 series' table, put together in xeon-7500.c. */
#ifndef BOXES_XEON_7500_H
#define BOXES_XEON_7500_H

#include "boxes/table.h"

extern const struct processor xeon_7500, xeon_e7;

extern const struct box_type xeon_7500_ubox, xeon_7500_wbox, xeon_7500_cbox;
extern const struct box_type xeon_7500_sbox, xeon_7500_bbox, xeon_7500_mbox, xeon_7500_rbox;
extern const struct box_type xeon_7500_core;
extern const struct box_type xeon_e7_cbox, xeon_e7_sbox, xeon_e7_mbox;

/* What both processors have alike. */
extern const struct global_control xeon_7500_global;
/* What the parts assume, each by itself; the lists end with NULL. */
extern const struct assumption xeon_7500_fixed_pmi;
CONFIRMED(xeon_7500_fixed_pmi, xeon_7500);
CONFIRMED(xeon_7500_fixed_pmi, xeon_e7);
extern const struct assumption *const xeon_7500_assumptions[], *const xeon_e7_assumptions[];
extern const struct register_layout xeon_7500_counter;
extern const struct metric_table xeon_7500_metrics;

/* What the processors of the family share, in the table of each. */
#define XEON_7500_FAMILY(PROCESSOR)                                                                    \
	.vendor = "GenuineIntel", .family = 6, .pmu_start = "nhmex_unc_", .global = &xeon_7500_global, \
	.fixed_pmi = ASSUMED(xeon_7500_fixed_pmi, PROCESSOR), .assumptions = PROCESSOR##_assumptions,  \
	.strings = xeon_7500_strings, .words = xeon_7500_words,                                        \
	.default_events = "nhmex_unc_wbox::FIXED_UNCORE_CLK,nhmex_unc_cbox*::LLC_HITS:ALL,"            \
			  "nhmex_unc_cbox*::LLC_MISSES:ALL",                                           \
	.full_events = xeon_7500_full_events, .metrics = &xeon_7500_metrics,                           \
	.prefetchers_off = 0xf, /* Intel, "Disclosure of Hardware Prefetcher Control" */               \
		.clock_event = "nhmex_unc_wbox::FIXED_UNCORE_CLK"

/* Bits of the U-Box's registers that control the whole socket. */
#define U_CTL_FRZ_ALL  BIT(31)
#define U_CTL_RST_ALL  BIT(29)
#define U_CTL_EN_ALL   BIT(28)
#define U_STATUS_OV_U  BIT(0)
#define U_STATUS_OV_W  BIT(1)
#define U_STATUS_OV_S1 BIT(2)
#define U_STATUS_OV_S0 BIT(3)
#define U_STATUS_PMI   BIT(30)
#define U_STATUS_COND  BIT(31)

/* Generated from events/xeon-7500.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char xeon_7500_strings[];
extern const char xeon_7500_full_events[];
extern const char xeon_7500_words[];
extern const struct event xeon_7500_ubox_events[13];
extern const struct event xeon_7500_wbox_events[56];
extern const struct event xeon_7500_cbox_events[132];
extern const struct event xeon_7500_sbox_events[176];
extern const struct event xeon_7500_sbox_e7_events[209];
extern const struct event xeon_7500_bbox_events[50];
extern const struct event xeon_7500_mbox_events[219];
extern const struct event xeon_7500_rbox_events[110];
extern const struct event xeon_7500_core_events[7];
extern const struct requirement xeon_7500_requirements[];

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD, BOX_RESOURCE ------------------------------ */

enum xeon_7500_sbox_row {
	XEON_7500_SBOX_CTL = 3,
	XEON_7500_SBOX_MM_CFG = 5,
	XEON_7500_SBOX_MATCH,
	XEON_7500_SBOX_MASK,
	XEON_7500_SBOX_ROWS
};
enum { XEON_7500_SBOX_MM_CFG_MM_EN };
enum { XEON_7500_SBOX_MATCH_MATCH };
enum { XEON_7500_SBOX_MASK_ADDR, XEON_7500_SBOX_MASK_HNID };

enum xeon_7500_bbox_row { XEON_7500_BBOX_CTL = 3, XEON_7500_BBOX_MATCH = 5, XEON_7500_BBOX_MASK, XEON_7500_BBOX_ROWS };
enum {
	XEON_7500_BBOX_MATCH_OPC_OUT,
	XEON_7500_BBOX_MATCH_OPC_IN,
	XEON_7500_BBOX_MATCH_MSG_OUT,
	XEON_7500_BBOX_MATCH_MSG_IN,
	XEON_7500_BBOX_MATCH_ADDR
};
enum {
	XEON_7500_BBOX_MASK_OPC_OUT,
	XEON_7500_BBOX_MASK_OPC_IN,
	XEON_7500_BBOX_MASK_MSG_OUT,
	XEON_7500_BBOX_MASK_MSG_IN,
	XEON_7500_BBOX_MASK_ADDR
};

enum xeon_7500_mbox_row {
	XEON_7500_MBOX_CTL = 3,
	XEON_7500_MBOX_TIMESTAMP = 5,
	XEON_7500_MBOX_DSP,
	XEON_7500_MBOX_ISS,
	XEON_7500_MBOX_MAP,
	XEON_7500_MBOX_MSC_THR,
	XEON_7500_MBOX_PGT,
	XEON_7500_MBOX_PLD,
	XEON_7500_MBOX_ZDP_CTL_FVC,
	XEON_7500_MBOX_MM_CFG,
	XEON_7500_MBOX_ADDR_MATCH,
	XEON_7500_MBOX_ADDR_MASK,
	XEON_7500_MBOX_ROWS
};
enum { XEON_7500_MBOX_CTL_SET_FLAG_SEL, XEON_7500_MBOX_CTL_FLAG_MODE };
enum { XEON_7500_MBOX_DSP_FILL };
enum { XEON_7500_MBOX_ISS_GATE_MODE, XEON_7500_MBOX_ISS_SCHED_MODE, XEON_7500_MBOX_ISS_FRAME };
enum { XEON_7500_MBOX_MAP_CMD, XEON_7500_MBOX_MAP_FVID };
enum {
	XEON_7500_MBOX_MSC_THR_DOWN,
	XEON_7500_MBOX_MSC_THR_UP,
	XEON_7500_MBOX_MSC_THR_DIMM_SEL,
	XEON_7500_MBOX_MSC_THR_ALL_DIMMS
};
enum { XEON_7500_MBOX_PGT_STATE, XEON_7500_MBOX_PGT_TRANSITION };
enum { XEON_7500_MBOX_PLD_CMD, XEON_7500_MBOX_PLD_GATED };
enum {
	XEON_7500_MBOX_ZDP_CTL_FVC_EVNT3,
	XEON_7500_MBOX_ZDP_CTL_FVC_EVNT2,
	XEON_7500_MBOX_ZDP_CTL_FVC_EVNT1,
	XEON_7500_MBOX_ZDP_CTL_FVC_EVNT0,
	XEON_7500_MBOX_ZDP_CTL_FVC_RESP,
	XEON_7500_MBOX_ZDP_CTL_FVC_BCMD,
	XEON_7500_MBOX_ZDP_CTL_FVC_FVID
};
enum { XEON_7500_MBOX_MM_CFG_MM_EN };
enum { XEON_7500_MBOX_ADDR_MATCH_ADDR };
enum { XEON_7500_MBOX_ADDR_MASK_MASK };
enum xeon_7500_mbox_resource { XEON_7500_MBOX_FVC };

enum xeon_7500_rbox_row {
	XEON_7500_RBOX_CTL = 3,
	XEON_7500_RBOX_IPERF_CFG0 = 5,
	XEON_7500_RBOX_IPERF_CFG1,
	XEON_7500_RBOX_QLX_CFG,
	XEON_7500_RBOX_XBR_SET1_MM_CFG,
	XEON_7500_RBOX_XBR_SET1_MATCH,
	XEON_7500_RBOX_XBR_SET1_MASK,
	XEON_7500_RBOX_XBR_SET2_MM_CFG,
	XEON_7500_RBOX_XBR_SET2_MATCH,
	XEON_7500_RBOX_XBR_SET2_MASK,
	XEON_7500_RBOX_ROWS
};
enum {
	XEON_7500_RBOX_QLX_CFG_EV1_SUB,
	XEON_7500_RBOX_QLX_CFG_EV1_CLS,
	XEON_7500_RBOX_QLX_CFG_EV1_TYPE,
	XEON_7500_RBOX_QLX_CFG_EV0_SUB,
	XEON_7500_RBOX_QLX_CFG_EV0_CLS,
	XEON_7500_RBOX_QLX_CFG_EV0_TYPE
};
enum {
	XEON_7500_RBOX_XBR_SET1_MM_CFG_DIS,
	XEON_7500_RBOX_XBR_SET1_MM_CFG_MM_TRIG_EN,
	XEON_7500_RBOX_XBR_SET1_MM_CFG_IG_FLT_CNT,
	XEON_7500_RBOX_XBR_SET1_MM_CFG_MATCH_FLT_CNT,
	XEON_7500_RBOX_XBR_SET1_MM_CFG_MATCH_71_64,
	XEON_7500_RBOX_XBR_SET1_MM_CFG_MASK_71_64
};
enum {
	XEON_7500_RBOX_XBR_SET1_MATCH_RDS,
	XEON_7500_RBOX_XBR_SET1_MATCH_RNID,
	XEON_7500_RBOX_XBR_SET1_MATCH_DNID,
	XEON_7500_RBOX_XBR_SET1_MATCH_MC,
	XEON_7500_RBOX_XBR_SET1_MATCH_OPC,
	XEON_7500_RBOX_XBR_SET1_MATCH_VNW
};
enum {
	XEON_7500_RBOX_XBR_SET1_MASK_RDS,
	XEON_7500_RBOX_XBR_SET1_MASK_RNID,
	XEON_7500_RBOX_XBR_SET1_MASK_DNID,
	XEON_7500_RBOX_XBR_SET1_MASK_MC,
	XEON_7500_RBOX_XBR_SET1_MASK_OPC,
	XEON_7500_RBOX_XBR_SET1_MASK_VNW
};
enum xeon_7500_rbox_resource { XEON_7500_RBOX_IPERF, XEON_7500_RBOX_QLX, XEON_7500_RBOX_XBR };

#endif
