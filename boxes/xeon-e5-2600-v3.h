/* SPDX-License-Identifier: BSD-2-Clause */
/* What the lists of the Xeon E5-2600 v3 and v4 refer to, and the checks' files. */
#ifndef BOXES_XEON_E5_2600_V3_H
#define BOXES_XEON_E5_2600_V3_H

#include "boxes/box.h"

extern const struct processor xeon_e5_2600_v3, xeon_e5_2600_v4;

/* Generated from events/xeon-e5-2600-v3.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char xeon_e5_2600_v3_strings[];
extern const char xeon_e5_2600_v3_words[];
extern const struct event xeon_e5_2600_v3_ubox_v3_events[17], xeon_e5_2600_v3_ubox_v4_events[16];
extern const struct event xeon_e5_2600_v3_cbox_v3_events[163], xeon_e5_2600_v3_cbox_events[162];
extern const struct event xeon_e5_2600_v3_sbox_events[79], xeon_e5_2600_v3_sbox_v4_events[82];
extern const struct event xeon_e5_2600_v3_pcu_v3_events[64], xeon_e5_2600_v3_pcu_v4_events[59];
extern const struct event xeon_e5_2600_v3_ha_events[224], xeon_e5_2600_v3_ha_v4_events[226];
extern const struct event xeon_e5_2600_v3_imc_v3_events[324], xeon_e5_2600_v3_imc_v4_events[324];
extern const struct event xeon_e5_2600_v3_irp_events[112];
extern const struct event xeon_e5_2600_v3_qpi_events[149];
extern const struct event xeon_e5_2600_v3_r2pcie_events[59], xeon_e5_2600_v3_r2pcie_v4_events[62];
extern const struct event xeon_e5_2600_v3_r3qpi_events[147], xeon_e5_2600_v3_r3qpi_v4_events[150];
extern const struct event xeon_e5_2600_v3_core_events[7];
extern const struct requirement xeon_e5_2600_v3_requirements[];

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum xeon_e5_2600_v3_ubox_row { XEON_E5_2600_V3_UBOX_FILTER };
enum { XEON_E5_2600_V3_UBOX_FILTER_TID, XEON_E5_2600_V3_UBOX_FILTER_CID };

enum xeon_e5_2600_v3_cbox_row {
	XEON_E5_2600_V3_CBOX_CTL,
	XEON_E5_2600_V3_CBOX_CTR,
	XEON_E5_2600_V3_CBOX_FILTER0,
	XEON_E5_2600_V3_CBOX_FILTER1
};
enum { XEON_E5_2600_V3_CBOX_CTL_TID_EN };
enum { XEON_E5_2600_V3_CBOX_FILTER0_TID, XEON_E5_2600_V3_CBOX_FILTER0_LINK, XEON_E5_2600_V3_CBOX_FILTER0_STATE };
/* As on the v2. */
enum {
	XEON_E5_2600_V3_CBOX_FILTER1_NID,
	XEON_E5_2600_V3_CBOX_FILTER1_OPC,
	XEON_E5_2600_V3_CBOX_FILTER1_C6,
	XEON_E5_2600_V3_CBOX_FILTER1_NC,
	XEON_E5_2600_V3_CBOX_FILTER1_ISOC
};

enum xeon_e5_2600_v3_pcu_row { XEON_E5_2600_V3_PCU_CTL, XEON_E5_2600_V3_PCU_CTR, XEON_E5_2600_V3_PCU_FILTER };
/* A field that shares its spelling with another stands behind it. */
enum {
	XEON_E5_2600_V3_PCU_CTL_OCC_SEL,
	XEON_E5_2600_V3_PCU_CTL_EDGE_DET,
	XEON_E5_2600_V3_PCU_CTL_INVERT,
	XEON_E5_2600_V3_PCU_CTL_OCC_INVERT,
	XEON_E5_2600_V3_PCU_CTL_OCC_EDGE_DET
};
enum {
	XEON_E5_2600_V3_PCU_FILTER_BAND0,
	XEON_E5_2600_V3_PCU_FILTER_BAND1,
	XEON_E5_2600_V3_PCU_FILTER_BAND2,
	XEON_E5_2600_V3_PCU_FILTER_BAND3
};

enum xeon_e5_2600_v3_ha_row {
	XEON_E5_2600_V3_HA_CTL,
	XEON_E5_2600_V3_HA_CTR,
	XEON_E5_2600_V3_HA_ADDRMATCH0,
	XEON_E5_2600_V3_HA_ADDRMATCH1,
	XEON_E5_2600_V3_HA_OPCODEMATCH
};
enum { XEON_E5_2600_V3_HA_ADDRMATCH0_LO_ADDR };
enum { XEON_E5_2600_V3_HA_ADDRMATCH1_HI_ADDR };
enum { XEON_E5_2600_V3_HA_OPCODEMATCH_OPC };

enum xeon_e5_2600_v3_qpi_row {
	XEON_E5_2600_V3_QPI_CTL,
	XEON_E5_2600_V3_QPI_CTR,
	XEON_E5_2600_V3_QPI_MATCH0,
	XEON_E5_2600_V3_QPI_MATCH1,
	XEON_E5_2600_V3_QPI_MASK0,
	XEON_E5_2600_V3_QPI_MASK1
};
enum { XEON_E5_2600_V3_QPI_CTL_EV_SEL_EXT };
enum { XEON_E5_2600_V3_QPI_MATCH0_MC };

#endif
