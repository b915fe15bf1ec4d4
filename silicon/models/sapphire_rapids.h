/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the models of Sapphire Rapids (06_8F) and Emerald Rapids (06_CF). */
#ifndef SILICON_MODELS_SAPPHIRE_RAPIDS_H
#define SILICON_MODELS_SAPPHIRE_RAPIDS_H

#include "silicon/models/described.h"

/* Indices of model->setting. */
enum { SET_DCLK = DESCRIBED_SETTINGS, SET_PCLK, SET_UPI_CLOCK, SET_CHAS, SPR_SETTINGS };

extern const struct model_type model_spr_discovery;
extern const struct model_box model_spr_boxes[111], model_emr_boxes[115];

#endif
