/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of Knights Landing's table, put together in knights-landing.c. */
#ifndef BOXES_KNIGHTS_LANDING_H
#define BOXES_KNIGHTS_LANDING_H

#include "boxes/box.h"

extern const struct processor knights_landing;

extern const struct box_type knights_landing_core, knights_landing_cha, knights_landing_m2pcie, knights_landing_irp;
extern const struct box_type knights_landing_edc_uclk, knights_landing_edc_eclk;
extern const struct box_type knights_landing_imc_uclk, knights_landing_imc;
extern const struct box_type knights_landing_ubox, knights_landing_pcu, knights_landing_global;

/* Generated from events/knights-landing.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char knights_landing_strings[];
extern const char knights_landing_words[];
extern const struct event knights_landing_core_events[174];
extern const struct event knights_landing_cha_events[423];
extern const struct event knights_landing_edc_uclk_events[7];
extern const struct event knights_landing_edc_eclk_events[3];
extern const struct event knights_landing_imc_uclk_events[1];
extern const struct event knights_landing_imc_events[4];
extern const struct event knights_landing_m2pcie_events[24];
extern const struct event knights_landing_irp_events[21];
extern const struct requirement knights_landing_requirements[];

/* Generated from metrics/knights-landing.tsv. */
extern const struct metric_table knights_landing_metrics;

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum knights_landing_core_row {
	KNIGHTS_LANDING_CORE_CTL,
	KNIGHTS_LANDING_CORE_CTR,
	KNIGHTS_LANDING_CORE_RSP_0,
	KNIGHTS_LANDING_CORE_RSP_1
};
enum {
	KNIGHTS_LANDING_CORE_CTL_EVENT,
	KNIGHTS_LANDING_CORE_CTL_UMASK,
	KNIGHTS_LANDING_CORE_CTL_EDGE,
	KNIGHTS_LANDING_CORE_CTL_CMASK
};
enum {
	KNIGHTS_LANDING_CORE_RSP_0_REQUEST,
	KNIGHTS_LANDING_CORE_RSP_0_RESPONSE,
	KNIGHTS_LANDING_CORE_RSP_0_OUTSTANDING
};
enum { KNIGHTS_LANDING_CORE_RSP_1_REQUEST, KNIGHTS_LANDING_CORE_RSP_1_RESPONSE };

enum knights_landing_cha_row {
	KNIGHTS_LANDING_CHA_CTL,
	KNIGHTS_LANDING_CHA_CTR,
	KNIGHTS_LANDING_CHA_FILTER0,
	KNIGHTS_LANDING_CHA_FILTER1
};
enum { KNIGHTS_LANDING_CHA_CTL_EVENT, KNIGHTS_LANDING_CHA_CTL_UMASK, KNIGHTS_LANDING_CHA_CTL_TID_EN };
enum { KNIGHTS_LANDING_CHA_FILTER0_STATE };
enum {
	KNIGHTS_LANDING_CHA_FILTER1_REM,
	KNIGHTS_LANDING_CHA_FILTER1_LOC,
	KNIGHTS_LANDING_CHA_FILTER1_ALL_OPC,
	KNIGHTS_LANDING_CHA_FILTER1_NM,
	KNIGHTS_LANDING_CHA_FILTER1_NOT_NM,
	KNIGHTS_LANDING_CHA_FILTER1_OPC,
	KNIGHTS_LANDING_CHA_FILTER1_C6,
	KNIGHTS_LANDING_CHA_FILTER1_NC,
	KNIGHTS_LANDING_CHA_FILTER1_ISOC
};

enum knights_landing_m2pcie_row { KNIGHTS_LANDING_M2PCIE_CTL };
enum { KNIGHTS_LANDING_M2PCIE_CTL_EVENT, KNIGHTS_LANDING_M2PCIE_CTL_UMASK };

#endif
