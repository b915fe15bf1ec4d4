/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of the models of Sapphire Rapids (06_8F) and Emerald Rapids (06_CF). */
#ifndef SILICON_MODELS_SAPPHIRE_RAPIDS_H
#define SILICON_MODELS_SAPPHIRE_RAPIDS_H

#include "silicon/models/described.h"

/* Indices of model->setting. */
enum { SET_DCLK = DESCRIBED_SETTINGS, SET_PCLK, SET_UPI_CLOCK, SET_CHAS, SPR_SETTINGS };

extern const struct model_type model_spr_discovery;
extern const struct model_box model_spr_boxes[105], model_emr_boxes[109];

extern const struct model_event_list model_spr_ubox_events, model_spr_cha_events, model_spr_cxlcm_events,
	model_spr_cxldp_events, model_spr_iio_events, model_spr_irp_events, model_spr_m2m_events,
	model_spr_m2pcie_events, model_spr_m3upi_events, model_spr_mdf_events, model_spr_pcu_events,
	model_spr_upi_events, model_spr_imc_events;

#endif
