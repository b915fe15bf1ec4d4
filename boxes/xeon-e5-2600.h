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

/* Generated from events/xeon-e5-2600.tsv. The numbers of rows stand here so that a row lost or gained
 * by accident does not compile. */
extern const char xeon_e5_2600_strings[];
extern const struct packed xeon_e5_2600_words;
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

enum ubox_row { UBOX_CTL };

enum cbox_row { CBOX_CTL, CBOX_CTR, CBOX_FILTER };
enum { CBOX_CTL_TID_EN };
enum { CBOX_FILTER_TID, CBOX_FILTER_NID, CBOX_FILTER_STATE, CBOX_FILTER_OPC };

enum pcu_row { PCU_CTL, PCU_CTR, PCU_FILTER };
/* A field that shares its spelling with another stands behind it. */
enum {
	PCU_CTL_EV_SEL_EXT,
	PCU_CTL_OCC_SEL,
	PCU_CTL_EDGE_DET,
	PCU_CTL_INVERT,
	PCU_CTL_OCC_INVERT,
	PCU_CTL_OCC_EDGE_DET
};
enum { PCU_FILTER_BAND0, PCU_FILTER_BAND1, PCU_FILTER_BAND2, PCU_FILTER_BAND3 };

enum ha_row { HA_CTL, HA_CTR, HA_ADDRMATCH0, HA_ADDRMATCH1, HA_OPCODEMATCH };
enum { HA_ADDRMATCH0_LO_ADDR };
enum { HA_ADDRMATCH1_HI_ADDR };
enum { HA_OPCODEMATCH_OPC };

enum qpi_row { QPI_CTL, QPI_CTR, QPI_MATCH0, QPI_MATCH1, QPI_MASK0, QPI_MASK1, QPI_BOX_CTL, QPI_RATE };
enum { QPI_CTL_EV_SEL_EXT };
enum { QPI_MATCH0_MC };

#endif
