/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUID as real machines answered it: leaves 0, 1, 2, 4 to 7, 0AH, 1CH, 23H and 80000000H to 80000008H, without topology. */
#ifndef SILICON_MODELS_CPUID_DUMPS_H
#define SILICON_MODELS_CPUID_DUMPS_H

#include "lib/basic.h"
#include "silicon/silicon.h"

struct cpuid_row {
	uint32_t leaf, subleaf;
	struct silicon_cpuid says;
};

struct cpuid_dump {
	const char *name;
	const struct cpuid_dump *like; /* the dump that has the rows that it has not; NULL: there is none */
	const struct cpuid_row *row;
	unsigned rows;
};

extern const struct cpuid_dump cpuid_dumps[];
extern const unsigned cpuid_dump_count;

/* The names of each part's dumps, as the words of a setting; the first dump is the part's own. */
/* clang-format off */
#define CPUID_OF_NONE "none"
#define CPUID_OF_XEON_7500 \
	"none 206e5-beckton 206e4-beckton 206e6-beckton 206e6-beckton-2"
#define CPUID_OF_XEON_E7 \
	"none 206f2-eagleton"
#define CPUID_OF_XEON_E5_2600 \
	"none sandybridge-2xxeon-e5-2650 206d5-sandybridgeep 206d6-sandybridgee " \
	"206d7-sandybridgee-00"
#define CPUID_OF_XEON_E5_2600_V2 \
	"none 306e4-ivybridgeep 306e3-ivybridgeep 306e4-ivybridgee " \
	"ivybridge-12xxeon-e5-4620v2"
#define CPUID_OF_XEON_E5_2600_V3 \
	"none 306f2-haswellep 306f2-haswelle2 306f2-haswellep-00 306f2-haswellep-01 " \
	"306f2-haswellep-02 306f2-haswellep-04 306f2-haswellep-05 306f2-haswellep2 " \
	"haswell-2xxeon-e5-2680v3"
#define CPUID_OF_XEON_E5_2600_V4 \
	"none 406f1-broadwelle-4 406f1-broadwelle 406f1-broadwelle-01 " \
	"406f1-broadwelle-02 406f1-broadwelle-2 406f1-broadwelle-5 406f1-broadwelle-6 " \
	"broadwell-2xxeon-e5-2650lv4"
#define CPUID_OF_KNIGHTS_LANDING \
	"none 50671-knightslanding 50670-knightslanding 50671-knightslanding-2 " \
	"knightslanding-xeonphi-7210"
#define CPUID_OF_SKYLAKE_SP \
	"none 50654-skylakexeon-6 50654-skylaked 50654-skylakex 50654-skylakex-2 " \
	"50654-skylakex-3 50654-skylakexeon 50654-skylakexeon-10 50654-skylakexeon-11 " \
	"50654-skylakexeon-16 50654-skylakexeon-2 50654-skylakexeon-20 " \
	"50654-skylakexeon-5 50654-skylakexeon-8 50654-skylakexeon-9 " \
	"50654-skylakexeon-jintide-1 skylake-2xxeon6140"
#define CPUID_OF_CASCADE_LAKE_SP \
	"none 50657-cascadelakexeon 50656-cascadelakesp 50657-cascadelakesp-1 " \
	"50657-cascadelakesp-2 50657-cascadelakesp-3 50657-cascadelakew " \
	"50657-cascadelakex-1 50657-cascadelakex-2 50657-cascadelakexeon2 " \
	"cascadelake-2xxeon6230"
#define CPUID_OF_ICE_LAKE_SP \
	"none 606a6-icx-2 606a6-icx-04 606a6-icx-3 606c1-icx-01v"
#define CPUID_OF_SAPPHIRE_RAPIDS \
	"none 806f8-sapphirerapids-06 806f8-sapphirerapids-05 " \
	"sapphirerapids-2xxeonmax9460"
#define CPUID_OF_EMERALD_RAPIDS \
	"none c06f2-emeraldrapids-03 c06f2-emeraldrapids-01 c06f2-emeraldrapids-02"
#define CPUID_OF_GRANITE_RAPIDS \
	"none a06d1-graniterapids-03"
/* clang-format on */

/* Finds the dump that is word number `index` of such a setting. NULL for none. */
const struct cpuid_dump *cpuid_find_dump(const char *words, uint64_t index);

/* True if dumps hold that leaf. */
bool cpuid_is_dumped(uint32_t leaf);

/* What a dump says of such a leaf; zeros where the machine had nothing to say. */
struct silicon_cpuid cpuid_say(const struct cpuid_dump *dump, uint32_t leaf, uint32_t subleaf);

#endif
