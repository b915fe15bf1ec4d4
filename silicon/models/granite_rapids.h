/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of the models of Granite Rapids (06_AD) and Sierra Forest (06_AF). */
#ifndef SILICON_MODELS_GRANITE_RAPIDS_H
#define SILICON_MODELS_GRANITE_RAPIDS_H

#include "silicon/models/described.h"

/* Indices of model->setting. */
enum { SET_DCLK = DESCRIBED_SETTINGS, SET_PCLK, SET_UPI_CLOCK, SET_CHAS, GNR_SETTINGS };

extern const struct model_type model_gnr_discovery;
extern const struct model_box model_gnr_boxes[198], model_srf_boxes[198];

/* Those of Granite Rapids alone go on with what both have. */
extern const struct model_event_list model_gnr_b2cmi_events, model_gnr_b2cxl_events, model_gnr_b2hot_events,
	model_gnr_b2upi_events, model_gnr_cha_events, model_gnr_cxlcm_events, model_gnr_cxldp_events,
	model_gnr_iio_events, model_gnr_irp_events, model_gnr_mdf_events, model_gnr_granite_mdf_events,
	model_gnr_pcu_events, model_gnr_ubox_events, model_gnr_upi_events, model_gnr_imc_events,
	model_gnr_granite_imc_events;

#endif
