/* SPDX-License-Identifier: BSD-2-Clause */
/* The models of processors: the silicon side's only list of machines. */
#include "silicon/models/part.h"

/* clang-format off */
const struct model_part *const model_parts[] = {
	&model_xeon_7500,
	&model_xeon_e7,
	&model_knights_landing,
	&model_xeon_e5_2600,
	&model_xeon_e5_2600_v2,
	&model_xeon_e5_2600_v3,
	&model_xeon_e5_2600_v4,
	&model_skylake_sp,
	&model_cascade_lake_sp,
	&model_cooper_lake_sp,
	&model_ice_lake_sp,
	&model_unknown_xeon,
	&model_sapphire_rapids,
	&model_emerald_rapids,
	&model_granite_rapids,
	&model_sierra_forest,
	NULL,
};
/* clang-format on */
