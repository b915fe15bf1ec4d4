/* SPDX-License-Identifier: BSD-2-Clause */
/* What the list of Ice Lake-SP refers to. */
#ifndef BOXES_ICE_LAKE_SP_H
#define BOXES_ICE_LAKE_SP_H

#include "boxes/skylake-sp.h"

extern const struct processor ice_lake_sp;

/* Generated from events/ice-lake-sp.tsv. The numbers of rows stand here so that a row lost or gained by accident does not compile. */
extern const char ice_lake_sp_strings[];
extern const char ice_lake_sp_words[];
extern const struct event ice_lake_sp_ubox_events[30];
extern const struct event ice_lake_sp_cha_events[1111];
extern const struct event ice_lake_sp_iio_events[424];
extern const struct event ice_lake_sp_irp_events[74];
extern const struct event ice_lake_sp_m2pcie_events[550];
extern const struct event ice_lake_sp_pcu_events[26];
extern const struct event ice_lake_sp_imc_events[185];
extern const struct event ice_lake_sp_imc_free_events[5];
extern const struct event ice_lake_sp_m2m_events[721];
extern const struct event ice_lake_sp_upi_events[127];
extern const struct event ice_lake_sp_m3upi_events[738];
extern const struct event ice_lake_sp_core_events[7];
extern const struct requirement ice_lake_sp_requirements[];

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum ice_lake_sp_cha_row { ICE_LAKE_SP_CHA_CTL, ICE_LAKE_SP_CHA_CTR, ICE_LAKE_SP_CHA_FILTER0 };
enum { ICE_LAKE_SP_CHA_CTL_TID_EN };
enum { ICE_LAKE_SP_CHA_FILTER0_TID };

enum ice_lake_sp_pcu_row { ICE_LAKE_SP_PCU_CTL = SKYLAKE_SP_PCU_CTL };
enum {
	ICE_LAKE_SP_PCU_CTL_OCC_INVERT = SKYLAKE_SP_PCU_CTL_OCC_INVERT,
	ICE_LAKE_SP_PCU_CTL_OCC_EDGE_DET = SKYLAKE_SP_PCU_CTL_OCC_EDGE_DET
};

#endif
