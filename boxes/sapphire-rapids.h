/* SPDX-License-Identifier: BSD-2-Clause */
/* What the list of Sapphire Rapids and Emerald Rapids refers to. */
#ifndef BOXES_SAPPHIRE_RAPIDS_H
#define BOXES_SAPPHIRE_RAPIDS_H

#include "boxes/described.h"

/* Generated from events/sapphire-rapids.tsv. The numbers of rows stand here so that a row lost or gained by accident does not compile. */
extern const char sapphire_rapids_strings[];
extern const char sapphire_rapids_words[];
extern const struct event sapphire_rapids_cha_events[687];
extern const struct event sapphire_rapids_iio_events[231];
extern const struct event sapphire_rapids_irp_events[54];
extern const struct event sapphire_rapids_m2pcie_events[152];
extern const struct event sapphire_rapids_pcu_events[25];
extern const struct event sapphire_rapids_ubox_events[28];
extern const struct event sapphire_rapids_imc_events[162];
extern const struct event sapphire_rapids_m2m_events[186];
extern const struct event sapphire_rapids_upi_events[122];
extern const struct event sapphire_rapids_m3upi_events[324];
extern const struct event sapphire_rapids_mdf_events[14];
extern const struct event sapphire_rapids_cxlcm_events[49];
extern const struct event sapphire_rapids_cxldp_events[7];
extern const struct event sapphire_rapids_mchbm_events[68];
extern const struct event sapphire_rapids_m2hbm_events[175];
extern const struct event sapphire_rapids_cha_emerald_events[709];
extern const struct event sapphire_rapids_core_events[7];
extern const struct requirement sapphire_rapids_requirements[];

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum { SAPPHIRE_RAPIDS_CHA_FILTER = DESCRIBED_CHA_FILTER };
enum { SAPPHIRE_RAPIDS_CHA_FILTER_TID = DESCRIBED_CHA_FILTER_TID };

#endif
