/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the models of Granite Rapids (06_AD) and Sierra Forest (06_AF). */
#ifndef SILICON_MODELS_GRANITE_RAPIDS_H
#define SILICON_MODELS_GRANITE_RAPIDS_H

#include "silicon/models/described.h"

/* Indices of model->setting. */
enum { SET_DCLK = DESCRIBED_SETTINGS, SET_PCLK, SET_UPI_CLOCK, SET_CHAS, GNR_SETTINGS };

extern const struct model_type model_gnr_discovery;
extern const struct model_box model_gnr_boxes[198], model_srf_boxes[198];

#endif
