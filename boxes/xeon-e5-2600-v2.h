/* SPDX-License-Identifier: BSD-2-Clause */
/* What the lists of the Xeon E5-2600 v2 refer to, and the checks' file. */
#ifndef BOXES_XEON_E5_2600_V2_H
#define BOXES_XEON_E5_2600_V2_H

#include "boxes/box.h"

extern const struct processor xeon_e5_2600_v2;

/* Fields that registers of the v3 have alike. */
extern const struct field xeon_e5_2600_v2_status_4_fields[2];
extern const struct field xeon_e5_2600_v2_status_3_fields[1];
extern const struct field xeon_e5_2600_v2_imc_status_fields[3];
extern const struct field xeon_e5_2600_v2_ubox_status_fields[2];
extern const struct field xeon_e5_2600_v2_ubox_fixed_select_fields[5];
extern const struct field xeon_e5_2600_v2_imc_fixed_select_fields[5];
extern const struct field xeon_e5_2600_v2_cbox_filter1_fields[5];

/* Generated from events/xeon-e5-2600-v2.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char xeon_e5_2600_v2_strings[];
extern const char xeon_e5_2600_v2_words[];
extern const struct event xeon_e5_2600_v2_ubox_events[22];
extern const struct event xeon_e5_2600_v2_cbox_events[157];
extern const struct event xeon_e5_2600_v2_pcu_events[76];
extern const struct event xeon_e5_2600_v2_ha_events[198];
extern const struct event xeon_e5_2600_v2_imc_events[199];
extern const struct event xeon_e5_2600_v2_irp_events[76];
extern const struct event xeon_e5_2600_v2_qpi_events[200];
extern const struct event xeon_e5_2600_v2_r2pcie_events[61];
extern const struct event xeon_e5_2600_v2_r3qpi_events[127];
extern const struct event xeon_e5_2600_v2_core_events[7];
extern const struct requirement xeon_e5_2600_v2_requirements[];

/* Generated from metrics/xeon-e5-2600-v2.tsv. */
extern const struct metric_table xeon_e5_2600_v2_metrics;

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum xeon_e5_2600_v2_cbox_row {
	XEON_E5_2600_V2_CBOX_CTL,
	XEON_E5_2600_V2_CBOX_CTR,
	XEON_E5_2600_V2_CBOX_FILTER0,
	XEON_E5_2600_V2_CBOX_FILTER1
};
enum { XEON_E5_2600_V2_CBOX_CTL_TID_EN };
enum { XEON_E5_2600_V2_CBOX_FILTER0_TID, XEON_E5_2600_V2_CBOX_FILTER0_LINK, XEON_E5_2600_V2_CBOX_FILTER0_STATE };
enum {
	XEON_E5_2600_V2_CBOX_FILTER1_NID,
	XEON_E5_2600_V2_CBOX_FILTER1_OPC,
	XEON_E5_2600_V2_CBOX_FILTER1_C6,
	XEON_E5_2600_V2_CBOX_FILTER1_NC,
	XEON_E5_2600_V2_CBOX_FILTER1_ISOC
};

enum xeon_e5_2600_v2_pcu_row { XEON_E5_2600_V2_PCU_CTL, XEON_E5_2600_V2_PCU_CTR, XEON_E5_2600_V2_PCU_FILTER };
/* A field that shares its spelling with another stands behind it. */
enum {
	XEON_E5_2600_V2_PCU_CTL_EV_SEL_EXT,
	XEON_E5_2600_V2_PCU_CTL_OCC_SEL,
	XEON_E5_2600_V2_PCU_CTL_EDGE_DET,
	XEON_E5_2600_V2_PCU_CTL_OCC_INVERT,
	XEON_E5_2600_V2_PCU_CTL_OCC_EDGE_DET
};
enum {
	XEON_E5_2600_V2_PCU_FILTER_BAND0,
	XEON_E5_2600_V2_PCU_FILTER_BAND1,
	XEON_E5_2600_V2_PCU_FILTER_BAND2,
	XEON_E5_2600_V2_PCU_FILTER_BAND3
};

enum xeon_e5_2600_v2_ha_row {
	XEON_E5_2600_V2_HA_CTL,
	XEON_E5_2600_V2_HA_CTR,
	XEON_E5_2600_V2_HA_ADDRMATCH0,
	XEON_E5_2600_V2_HA_ADDRMATCH1,
	XEON_E5_2600_V2_HA_OPCODEMATCH
};
enum { XEON_E5_2600_V2_HA_ADDRMATCH0_LO_ADDR };
enum { XEON_E5_2600_V2_HA_ADDRMATCH1_HI_ADDR };
enum { XEON_E5_2600_V2_HA_OPCODEMATCH_OPC };

enum xeon_e5_2600_v2_qpi_row {
	XEON_E5_2600_V2_QPI_CTL,
	XEON_E5_2600_V2_QPI_CTR,
	XEON_E5_2600_V2_QPI_MATCH0,
	XEON_E5_2600_V2_QPI_MATCH1,
	XEON_E5_2600_V2_QPI_MASK0,
	XEON_E5_2600_V2_QPI_MASK1
};
enum { XEON_E5_2600_V2_QPI_CTL_EV_SEL_EXT };
enum { XEON_E5_2600_V2_QPI_MATCH0_MC };

#endif
