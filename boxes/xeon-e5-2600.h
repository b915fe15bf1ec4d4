/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of the Xeon E5-2600's table, put together in xeon-e5-2600.c. */
#ifndef BOXES_XEON_E5_2600_H
#define BOXES_XEON_E5_2600_H

#include "boxes/box.h"

extern const struct processor xeon_e5_2600;

extern const struct box_type xeon_e5_2600_ubox, xeon_e5_2600_cbox, xeon_e5_2600_pcu;
extern const struct box_type xeon_e5_2600_ha, xeon_e5_2600_imc, xeon_e5_2600_qpi;
extern const struct box_type xeon_e5_2600_r2pcie, xeon_e5_2600_r3qpi;

/* What boxes have alike: counters of 44 and 48 bits, and a box control that resets. */
extern const struct register_layout xeon_e5_2600_counter_44, xeon_e5_2600_counter_48;
extern const struct register_layout xeon_e5_2600_control;

/* Where boxes in PCI configuration space have their registers, on this part and on the v2. Needs boxes/table.h. */
#define XEON_E5_2600_PCI_COUNTERS(COUNT, SELECT, COUNTER) \
	SELECT_ROW(COUNT, SELECT, 4, 0xd8), COUNTER_ROW(COUNT, COUNTER, 8, 0xa0)
#define XEON_E5_2600_PCI_FIXED(SELECT, COUNTER) FIXED_SELECT_ROW(SELECT, 0xf0), FIXED_COUNTER_ROW(COUNTER, 0xd0)
#define XEON_E5_2600_PCI_CONTROL(LAYOUT)        CONTROL_ROW(LAYOUT, 0xf4)
#define XEON_E5_2600_PCI_STATUS(LAYOUT)         STATUS_ROW(LAYOUT, 0xf8)

/* Fields that the registers of the v2 and v3 have alike. */
extern const struct field xeon_e5_2600_addrmatch0_fields[1];
extern const struct field xeon_e5_2600_addrmatch1_fields[1];
extern const struct field xeon_e5_2600_opcodematch_fields[1];
extern const struct field xeon_e5_2600_match0_fields[7];
extern const struct field xeon_e5_2600_match1_fields[4];
extern const struct field xeon_e5_2600_mask0_fields[7];
extern const struct field xeon_e5_2600_mask1_fields[4];
extern const struct field xeon_e5_2600_control_fields[5];
extern const struct field xeon_e5_2600_counter_44_fields[1];
extern const struct field xeon_e5_2600_counter_48_fields[1];
extern const struct field xeon_e5_2600_pcu_filter_fields[4];
extern const struct field xeon_e5_2600_pcu_filter_parts[4];
extern const struct perf_alias xeon_e5_2600_imc_aliases[];
extern const struct field xeon_e5_2600_residency_fields[1];

/* Generated from events/xeon-e5-2600.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char xeon_e5_2600_strings[];
extern const char xeon_e5_2600_words[];
extern const struct event xeon_e5_2600_ubox_events[15];
extern const struct event xeon_e5_2600_cbox_events[142];
extern const struct event xeon_e5_2600_pcu_events[50];
extern const struct event xeon_e5_2600_ha_events[109];
extern const struct event xeon_e5_2600_imc_events[51];
extern const struct event xeon_e5_2600_qpi_events[78];
extern const struct event xeon_e5_2600_r2pcie_events[46];
extern const struct event xeon_e5_2600_r3qpi_events[67];
extern const struct event xeon_e5_2600_core_events[7];
extern const struct requirement xeon_e5_2600_requirements[];

/* Generated from metrics/xeon-e5-2600.tsv. */
extern const struct metric_table xeon_e5_2600_metrics;

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum xeon_e5_2600_ubox_row { XEON_E5_2600_UBOX_CTL };

enum xeon_e5_2600_cbox_row { XEON_E5_2600_CBOX_CTL, XEON_E5_2600_CBOX_CTR, XEON_E5_2600_CBOX_FILTER };
enum { XEON_E5_2600_CBOX_CTL_TID_EN };
enum {
	XEON_E5_2600_CBOX_FILTER_TID,
	XEON_E5_2600_CBOX_FILTER_NID,
	XEON_E5_2600_CBOX_FILTER_STATE,
	XEON_E5_2600_CBOX_FILTER_OPC
};

enum xeon_e5_2600_pcu_row { XEON_E5_2600_PCU_CTL, XEON_E5_2600_PCU_CTR, XEON_E5_2600_PCU_FILTER };
/* A field that shares its spelling with another stands behind it. */
enum {
	XEON_E5_2600_PCU_CTL_EV_SEL_EXT,
	XEON_E5_2600_PCU_CTL_OCC_SEL,
	XEON_E5_2600_PCU_CTL_EDGE_DET,
	XEON_E5_2600_PCU_CTL_INVERT,
	XEON_E5_2600_PCU_CTL_OCC_INVERT,
	XEON_E5_2600_PCU_CTL_OCC_EDGE_DET
};
enum {
	XEON_E5_2600_PCU_FILTER_BAND0,
	XEON_E5_2600_PCU_FILTER_BAND1,
	XEON_E5_2600_PCU_FILTER_BAND2,
	XEON_E5_2600_PCU_FILTER_BAND3
};

enum xeon_e5_2600_ha_row {
	XEON_E5_2600_HA_CTL,
	XEON_E5_2600_HA_CTR,
	XEON_E5_2600_HA_ADDRMATCH0,
	XEON_E5_2600_HA_ADDRMATCH1,
	XEON_E5_2600_HA_OPCODEMATCH
};
enum { XEON_E5_2600_HA_ADDRMATCH0_LO_ADDR };
enum { XEON_E5_2600_HA_ADDRMATCH1_HI_ADDR };
enum { XEON_E5_2600_HA_OPCODEMATCH_OPC };

enum xeon_e5_2600_qpi_row {
	XEON_E5_2600_QPI_CTL,
	XEON_E5_2600_QPI_CTR,
	XEON_E5_2600_QPI_MATCH0,
	XEON_E5_2600_QPI_MATCH1,
	XEON_E5_2600_QPI_MASK0,
	XEON_E5_2600_QPI_MASK1,
	XEON_E5_2600_QPI_BOX_CTL,
	XEON_E5_2600_QPI_RATE
};
enum { XEON_E5_2600_QPI_CTL_EV_SEL_EXT };
enum { XEON_E5_2600_QPI_MATCH0_MC };
enum { XEON_E5_2600_QPI_RATE_CODE, XEON_E5_2600_QPI_RATE_SLOW_MODE };

#endif
