/* SPDX-License-Identifier: BSD-2-Clause */
/* What the list of Granite Rapids and Sierra Forest refers to. */
#ifndef BOXES_GRANITE_RAPIDS_H
#define BOXES_GRANITE_RAPIDS_H

#include "boxes/described.h"

/* Generated from events/granite-rapids.tsv. The numbers of rows stand here so that a row lost or gained by accident does not compile. */
extern const char granite_rapids_strings[];
extern const char granite_rapids_words[];
extern const struct event granite_rapids_b2cmi_events[79];
extern const struct event granite_rapids_b2cxl_events[1];
extern const struct event granite_rapids_b2hot_events[1];
extern const struct event granite_rapids_b2upi_events[1];
extern const struct event granite_rapids_cha_events[315];
extern const struct event granite_rapids_cha_granite_events[365];
extern const struct event granite_rapids_cha_sierra_events[333];
extern const struct event granite_rapids_chacms_events[3];
extern const struct event granite_rapids_cxlcm_events[1];
extern const struct event granite_rapids_cxldp_events[1];
extern const struct event granite_rapids_iio_events[185];
extern const struct event granite_rapids_irp_events[14];
extern const struct event granite_rapids_mdf_events[1];
extern const struct event granite_rapids_mdf_granite_events[37];
extern const struct event granite_rapids_pcu_events[11];
extern const struct event granite_rapids_ubox_events[5];
extern const struct event granite_rapids_upi_events[67];
extern const struct event granite_rapids_imc_events[91];
extern const struct event granite_rapids_imc_granite_events[95];
extern const struct event granite_rapids_core_events[7];
extern const struct requirement granite_rapids_requirements[];

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum { GRANITE_RAPIDS_CHA_FILTER = DESCRIBED_CHA_FILTER };
enum { GRANITE_RAPIDS_CHA_FILTER_TID = DESCRIBED_CHA_FILTER_TID };

#endif
