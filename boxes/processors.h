/* SPDX-License-Identifier: BSD-2-Clause */
/* The list of machines: every processor whose table the firmware has, by its name in C. Code that needs one line per
 * processor expands this list, so that a processor is added only here. (POWER9 describes itself: its processor is made
 * at run time.) */
#ifndef BOXES_PROCESSORS_H
#define BOXES_PROCESSORS_H

#include "boxes/box.h"

#define PROCESSORS(DO)      \
	DO(xeon_7500)       \
	DO(xeon_e7)         \
	DO(xeon_e5_2600)    \
	DO(xeon_e5_2600_v2) \
	DO(xeon_e5_2600_v3) \
	DO(xeon_e5_2600_v4) \
	DO(skylake_sp)      \
	DO(cascade_lake_sp) \
	DO(cooper_lake_sp)  \
	DO(ice_lake_sp)     \
	DO(knights_landing)

/* Processors that describe their uncore themselves, and for whose boxes there are names and events. */
#define DESCRIBED(DO)       \
	DO(sapphire_rapids) \
	DO(emerald_rapids)  \
	DO(granite_rapids)  \
	DO(sierra_forest)

/* A machine in none of the tables that describes itself: family 6, of any model. Taken if a discovery table is
 * found. */
extern const struct processor unknown_xeon;

#endif
