/* SPDX-License-Identifier: BSD-2-Clause */
/* POWER10 and POWER11. Names, scales and offsets are in the machine's catalog; of the public ones those of key 800200 and
 * 820200 are the same, and that of the first revision, 800100, has other units and prescalers. What the microcode of their
 * OCC does no public source says: nothing of POWER9's layout is taken to be theirs. */
#include "boxes/imc.h"

static const struct processor power10 = {
	.name = "power10",
	.title = "IBM POWER10 (in-memory collection counters)",
	.vendor = "IBM",
	.family = 0x0080,
	.strings = "",
	.default_events = "",
	.clock_event = "",
};

static const struct processor power11 = {
	.name = "power11",
	.title = "IBM POWER11 (in-memory collection counters)",
	.vendor = "IBM",
	.family = 0x0082,
	.strings = "",
	.default_events = "",
	.clock_event = "",
};

/* The public catalogs. Titles are from the names of units and events. */
static const struct imc_known known[] = {
	{"pb", "fabric", 1024},
	{"pau", NULL, 256},
	{"mcs", "memory controllers, fabric side", 4096},
	{"pec", "PCI", 1024},
	{"xlink", "link between chips of a node", 65536},
	{"alink", "link between nodes", 65536},
	{"otl", "OpenCAPI link", 65536},
	{"phb", "PCI host bridge", 256},
	{"nx", "accelerators for compression and encryption", 65536},
	{"ocmb", "commands to memory", 65536},
	{"core", "counters of a core", 1},
	{"thread", "counters of a thread", 1},
	{"trace", "samples of a thread", 0},
	{NULL, NULL, 0},
};

/* ima-catalog, 81E00612.800100.dts: two PMUs are called pb and two mcs. */
static const struct imc_known known_dd1[] = {
	{"pb", "fabric", 1024},
	{"pau", NULL, 256},
	{"mcs", "memory controllers, fabric side", 4096},
	{"pci", "PCI", 1024},
	{"xlink", "link between chips of a node", 65536},
	{"alink", "link between nodes", 65536},
	{"otl", "OpenCAPI link", 65536},
	{"phb", "PCI host bridge", 65536},
	{"nx", "accelerators for compression and encryption", 65536},
	{"ocmb", "commands to memory", 65536},
	{"core", "counters of a core", 1},
	{"thread", "counters of a thread", 1},
	{"trace", "samples of a thread", 0},
	{NULL, NULL, 0},
};

/* skiboot, hw/imc.c: of each of eight links three bits say what it is used as. The host bridges of the word are numbered
 * otherwise than those of the catalog, and of the fabric, pau and the memory controllers no bit is known. */
static const struct imc_units units[] = {
	{"pec", 9, 2, 1, 1, false},  {"xlink", 11, 8, 3, 5, false}, {"alink", 11, 8, 3, 6, false},
	{"otl", 11, 8, 3, 7, false}, {"ocmb", 41, 16, 1, 1, false}, {"nx", 57, 1, 1, 1, false},
	{NULL, 0, 0, 0, 0, false},
};

static const struct imc_usual counted[] = {
	{"pb", "PM_PB_INT_DATA_XFER"},
	{"mcs01", "PM_MCS_128B_RD_DATA_BLOCKS_MC0_CHAN01"},
	{"mcs01", "PM_MCS_64B_WR_DATA_BLOCKS_MC0_CHAN01"},
	{"core", "CPM_NON_IDLE_PCYC"},
	{"core", "CPM_NON_IDLE_INST"},
	{"thread", "CPM_NON_IDLE_INST"},
	{NULL, NULL},
};

static const struct imc_usual sampled[] = {{"trace", "trace_cycles"}, {NULL, NULL}};

/* Sampling is on every chip. skiboot lets another counter's overflow take samples than on POWER9, whose event no source
 * names: how often they come is not known. Linux, imc-pmu.c: of ISA 3.1 samples say their state. */
#define SAME .units = units, .counted = counted, .sampled = sampled, .samples_say_state = true

const struct imc_facts imc_power10 = {
	.processor = &power10, .title = "POWER10", .key = 0x00800000, .mask = 0xffff0000, .known = known, SAME};
const struct imc_facts imc_power10_dd1 = {
	.processor = &power10, .title = "POWER10", .key = 0x00800100, .mask = 0xffff0f00, .known = known_dd1, SAME};
const struct imc_facts imc_power11 = {
	.processor = &power11, .title = "POWER11", .key = 0x00820000, .mask = 0xffff0000, .known = known, SAME};
