/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/sides/explained.h"

#define EX         "xeon-7500"
#define E7         "xeon-e7"
#define NHM        EX " " E7
#define EP         "xeon-e5-2600"
#define V2         "xeon-e5-2600-v2"
#define V3         "xeon-e5-2600-v3"
#define V4         "xeon-e5-2600-v4"
#define V34        V3 " " V4
#define EPS        EP " " V2 " " V34
#define KNL        "knights-landing"
#define SKX        "skylake-sp cascade-lake-sp cooper-lake-sp"
#define ICX        "ice-lake-sp"
#define SPS        SKX " " ICX
#define WITH_CORES NHM " " EPS " " KNL " " SPS

/* clang-format off */
const struct explained explained[] = {
	/* ---- cores ---- */
	{WITH_CORES, "core0 global_ctl", "keeps", ANY, "0x1000f000000ff",
	 "of twelve counters that the architecture may have silicon takes away what there is not when it has read the scenario"},
	{WITH_CORES, "core0 global_ctl", "zero", ANY, "0xfffefff0ffffff00", "the same"},
	{WITH_CORES, "core0 ovf_ctl", "acts", ANY, "0xfc81000f000000ff", "the same"},
	{WITH_CORES, "core0 ovf_ctl", "zero", ANY, "0x37efff0ffffff00", "the same"},
	{KNL, "core0 fixed_ctr3", "*", ABSENT, ANY, "the same"},
	{KNL, "core0 fixed 3", "*", ABSENT, ANY, "the same"},
	{ICX, "core0 ctl?", "*", ABSENT, ANY, "the firmware's table has four counters: that there are eight CPUID says"},
	{ICX, "core0 ctr?", "*", ABSENT, ANY, "the same"},
	{ICX, "core0 counter ?", "*", ABSENT, ANY, "the same"},
	{ICX, "core event *", "counters", "0xf", "0xff", "the same"},
	{WITH_CORES, "core0 full?", "*", ABSENT, ANY,
	 "the firmware has no register for a counter's wide window, but how far it is from the counter"},
	{NHM, "core0 debugctl", "keeps", "0x5843", "0x7843", "bit 13 lets PMIs of the uncore through: the firmware has it as the gate of the global control"},
	{NHM, "core0 debugctl", "zero", "0x0", "0xffffffffffff803c",
	 "the firmware keeps the bits that are not of performance counters as it finds them; a write that sets one of these faults"},
	{EP " " KNL, "core0 debugctl", "zero", "0x0", "0xffffffffffffa03c",
	 "the firmware keeps the bits that are not of performance counters as it finds them; a write that sets one of these faults"},

	/* ---- Xeon 7500 and Xeon E7 ---- */
	{EX, "cbox? ctl?", "zero", "0x6003ffff00000000", "0x7fffffff00030000",
	 "60:50 and 17:16 are printed as ignored, and HB has them written as 0: silicon holds programs to that"},
	{E7, "cbox? ctl?", "zero", "0x6003ffff00000000", "0x7fffffff00030000", "as on the Xeon 7500"},
	{NHM, "ubox global_ctl", "zero", "0xffffffff00000000", "0xffffffff4ffffe00",
	 "30 and 27:9 are ignored by HB, which nobody sets: silicon holds programs to that"},
	{NHM, "ubox ctl0", "bits", "0x20", "0x40", "323535 lists it with 32 bits and describes 64"},
	{NHM, "ubox", "summary", "0x1", "0x0", "the bit of the box that holds the status: silicon's code sets it"},
	{E7, "cbox?", "summary", "0xc", "0x8",
	 "through which S-Box each reports was not found for 06_2FH: the firmware looks at it when either does, silicon has it as on the Xeon 7500"},
	{E7, "cbox?", "summary", "0xc", "0x4", "the same"},
	{NHM, "wbox fixed_ctl", "keeps", "0x1", "0x100007",
	 "where the PMI enable is was not found: silicon has all places that a scenario may choose"},
	{NHM, "wbox fixed_ctl", "zero", "0xfffffffffffffffe", "0xffffffffffeffff8", "the same"},
	{NHM, "sbox? ctl?", "keeps", "0xffd4ffff", "0xffd6ffff",
	 "what reset_occ_cnt reads as was not found: silicon keeps it, the firmware expects nothing"},
	{NHM, "mbox? timestamp", "kind", "store", "free", "it counts by itself, and the firmware counts no events with it"},
	{NHM, "mbox? iss", "keeps", "0x3ff", "0x7ff", "LIKWID's list for 06_2FH alone uses bit 10"},
	{NHM, "mbox? iss", "zero", "0xfffffffffffffc00", "0xfffffffffffff800", "the same"},
	{NHM, "mbox? pgt", "keeps", "0x41", "0x841", "LIKWID's list for 06_2FH alone uses bit 11"},
	{NHM, "mbox? pgt", "zero", "0xffffffffffffffbe", "0xfffffffffffff7be", "the same"},
	{NHM, "mbox? pld", "keeps", "0x1f01", "0xff1f81", "LIKWID's list for 06_2FH alone uses bits 23:16 and 7"},
	{NHM, "mbox? pld", "zero", "0xffffffffffffe0fe", "0xffffffffff00e07e", "the same"},
	{EX, "mbox? zdp_ctl_fvc", "keeps", "0x7fffff", "0xffffff",
	 "what pbox_init_err does was not found: the firmware leaves it alone"},
	{EX, "mbox? zdp_ctl_fvc", "zero", "0xffffffffff800000", "0xffffffffff000000", "the same"},
	{E7, "mbox? zdp_ctl_fvc", "keeps", "0xffffff", "0x1ffffff", "the same, a bit higher"},
	{E7, "mbox? zdp_ctl_fvc", "zero", "0xffffffffff000000", "0xfffffffffe000000", "the same, a bit higher"},
	{E7, "ubox event DOORBELL", "*", ABSENT, ANY, "LIKWID's list for 06_2FH alone has it"},
	{E7, "ubox event PM_*", "*", ABSENT, ANY, "LIKWID's list for 06_2FH alone has them"},

	/* ---- Skylake-SP, Cascade Lake-SP, Ice Lake-SP ---- */
	{SPS, "core0 debugctl", "zero", "0x0", "0xffffffffffffa03c",
	 "the firmware keeps the bits that are not of performance counters as it finds them; a write that sets one of these faults"},
	{SPS, "ubox_config*", "*", ABSENT, ANY, "the firmware reads two fields of it to find a bus, and no more"},
	{ICX, "imc_config*", "*", ABSENT, ANY, "the firmware reads the fields of it that say where controllers are, and no more"},
	{SPS, "global cpubusno", "*", ABSENT, ANY, "the firmware finds buses by their U-Boxes alone"},
	{SPS, "global global_config", "*", ABSENT, ANY, "the firmware reads how many CHAs there are, and no more"},
	{SPS, "pcu filter", "*", ABSENT, ANY, "no event of perfmon's looks at it"},
	{SPS, "global global_ctl", "keeps", "0x0", "0x8000000000000000", "how the freeze reads nobody says: the firmware relies on neither"},
	{SPS, "global global_ctl", "acts", "0xa000000000000000", "0x2000000000000000", "the same"},
	{SPS, "* box_ctl", "zero", "0xfffffffffffefefc", "0xfffffffffffcfefc", "PCM sets bit 16 alone there, Linux none: silicon takes both bits"},
	{SPS, "* box_ctl", "zero", "0xfffffffffffffefc", "0xfffffffffffcfefc", "the same, where Linux alone is known to drive the box"},
	{SPS, "pcu event POWER_STATE_OCCUPANCY*", "umask", ANY, ABSENT, "a number in occ_sel, which is the upper part of silicon's umask"},
	{SPS, "ubox", "summary", "0x2", "0x3", "bit 0 is the fixed counter's, which no check has overflow"},
	{ICX, "capid capid6_0", "shows", "0xffffffff", ABSENT, "all of it, which silicon need not say"},
	{ICX, "capid capid6_1", "shows", "0xffffffff", "0xff", "no part has more than 40 CHAs, as silicon has it; the firmware counts all bits"},
	{ICX, "m2m? pci *", "bus", "0x1", "0x0", "boards have it on the U-Box's bus, and so has silicon; the firmware looks on all buses of a socket"},
	{ICX, "upi? pci *", "bus", "0x1", "0x0", "the same"},
	{ICX, "m3upi? pci *", "bus", "0x1", "0x0", "the same"},
	{SKX, "m2pcie event *", "*", ABSENT, ANY, "no source lists an event of it: silicon takes any code"},
	{SPS, "* event *", "umask", ABSENT, ANY, "a name of an earlier list, which the firmware has with that list's name of the event"},
	{SPS, "* event *", "umask", ANY, ABSENT, "of which port or message it is, masks above the umask say, which silicon's code reads"},

	/* ---- Xeon E5-2600 ---- */
	{EPS, "iio*", "*", ABSENT, ANY, "the firmware reads one field of it to find a bus, and no more"},
	{EPS, "ubox_config*", "*", ABSENT, ANY, "the firmware reads two fields of it to find a bus, and no more"},
	{EP, "qpi? rate", "shows", "0x1f", "0x7", "of bits 4:3 no document says more than a name: no check judges them"},
	{EPS, "cbox event LLC_VICTIMS", "umasks", "0x4f", "0xf", "bit 6 asks for a node, which is silicon's code"},
	{EPS, "cbox event LLC_VICTIMS:NID", "umask", "0x40", ABSENT, "the same"},
	{EPS, "cbox event TOR_*", "umask", ANY, ABSENT, "umasks are codes, and silicon's code says what each means"},
	{EPS, "pcu event POWER_STATE_OCCUPANCY:*", "umask", ANY, ABSENT, "a number in occ_sel, which silicon's code reads"},
	{EP, "imc event CLOCKTICKS", "*", ABSENT, ANY, "code 0 of a general counter, by perfmon; the firmware's event of that name is the fixed counter's"},
	{EP, "ubox event CLOCKTICKS", "*", ABSENT, ANY, "the same"},
	{EP, "ubox event FILTER_MATCH*", "*", ABSENT, ANY, "perfmon alone has it; it needs a filter that no document describes"},
	{EP, "ubox event MSG_CHNL_SIZE_COUNT*", "*", ABSENT, ANY, "perfmon alone has it; it needs a bit of the select that must be 0"},
	{EP, "ubox event PHOLD_CYCLES*", "*", ABSENT, ANY, "the same"},
	{EP, "ubox event RACU_REQUESTS*", "*", ABSENT, ANY, "the same"},
	{EP, "qpi event RXL_STALLS", "umasks", "0xc0", "0xff", "perfmon's descriptions of BGF_* are of other classes than its names"},
	{EP, "qpi event RXL_STALLS:BGF_*", "umask", ABSENT, ANY, "the same"},

	/* ---- Xeon E5-2600 v2 ---- */
	{V2, "core0 debugctl", "zero", "0x0", "0xffffffffffff803c",
	 "the firmware keeps the bits that are not of performance counters as it finds them; a write that sets one of these faults"},
	{V2, "core0 debugctl", "keeps", "0x5843", "0x7843", "bit 13 lets uncore PMIs through where a scenario has it so"},
	{V2, "* box_ctl", "acts", "0x103", "0x3", "frz is printed as write-only, and Linux reads it back: silicon keeps it, the firmware expects nothing"},
	{V2, "* box_ctl", "keeps", "0x0", "0x100", "the same"},
	{V2, "ubox global_ctl", "acts", "0xa0000000", "0x20000000", "frz_all reads 0; silicon keeps the freeze that it begins there"},
	{V2, "ubox global_ctl", "keeps", "0x40007fff", "0xc0007fff", "the same"},
	{V2, "ubox global_ctl", "kind", "store", "control", "the firmware has the control of the socket apart from its boxes"},
	{V2, "ubox global_status", "kind", "store", "status", "the same"},
	{V2, "ubox global_config", "shows", "0xffffffff", "0x0", "no source says what its fields are: no check judges them"},
	{V2, "ha? ctl?", "zero", "0xffffffff00ab0000", "0xffffffff00aa0000",
	 "silicon takes the reset of a queue's occupancy, which the firmware leaves alone"},
	{V2, "irp ctr?", "keeps", "0xffffffffffff", "0xfffffffffff",
	 "44 bits in one table, 48 in the rest: the firmware asks the hardware, a scenario chooses"},
	{V2, "qpi? pci *.0", "*", ABSENT, ANY, "LIKWID alone has the function: the firmware leaves it alone"},
	{V2, "qpi? rate", "*", ABSENT, ANY, "the same"},

	/* ---- Xeon E5-2600 v3 and v4 ---- */
	{V34, "core0 debugctl", "zero", "0x0", "0xffffffffffff803c",
	 "the firmware keeps the bits that are not of performance counters as it finds them; a write that sets one of these faults"},
	{V34, "core0 debugctl", "keeps", "0x5843", "0x7843", "bit 13 lets uncore PMIs through where a scenario has it so"},
	{V34, "ubox global_ctl", "acts", "0xa0000000", "0x20000000", "frz_all reads 0; silicon keeps the freeze that it begins there"},
	{V34, "ubox global_ctl", "keeps", "0x4003ffff", "0xc003ffff", "the same"},
	{V34, "ubox global_ctl", "kind", "store", "control", "the firmware has the control of the socket apart from its boxes"},
	{V34, "ubox global_status", "kind", "store", "status", "the same"},
	{V34, "ubox global_config", "shows", "0xffffffff", "0x0", "no source says what its fields are: no check judges them"},
	{V34, "pcu_config*", "*", ABSENT, ANY, "the firmware reads one field of it to tell a small part, and no more"},
	{V3, "ubox ctr?", "keeps", "0xffffffffffff", "0xfffffffffff", "48 bits in LIKWID, 44 in Linux: the firmware asks the hardware"},
	{V3, "sbox? ctr?", "keeps", "0xffffffffffff", "0xfffffffffff", "the same"},
	{V34, "r3qpi event CLOCKTICKS", "counters", "0x3", "0x7", "two in Linux's table of the v3, three in perfmon: the firmware takes those that both have"},
	{V4, "r3qpi? ctr?", "keeps", "0xffffffffffff", "0xfffffffffff", "44 bits in LIKWID, 48 in Linux: the same"},
	{V34, "qpi? pci *.0", "*", ABSENT, ANY, "LIKWID alone has the function: the firmware leaves it alone"},
	{V34, "qpi? rate", "*", ABSENT, ANY, "the same"},
	{V34, "cbox event LLC_VICTIMS", "umasks", "0x5f", "0x1f", "bit 6 asks for a node, which is silicon's code"},
	{V4, "cbox event LLC_VICTIMS:S_STATE", "umask", ABSENT, "0x4", "perfmon has that name for the v3 alone"},
	{V34, "imc event *_CAS_RANK?:*", "umask", ANY, ABSENT, "numbers of banks, which silicon's code reads"},

	/* ---- Knights Landing ---- */
	{KNL, "core0 rsp_?", "zero", ANY, "0x0", "whether reserved bits fault or are ignored is the scenario's"},
	{KNL, "core event CPU_CLK_UNHALTED:REF_P", "umask", "0x1", ABSENT, "silicon calls it REF"},
	{KNL, "core event CPU_CLK_UNHALTED:REF", "umask", ABSENT, "0x1", "the firmware calls it REF_P"},
	{KNL, "core event BR_INST_RETIRED:FAR_BRANCH", "umask", ABSENT, "0xbf", "the firmware calls it FAR, and FAR_BRANCH another name of it"},
	{KNL, "core event INSTRUCTION_RETIRED", "*", ANY, ABSENT, "the architecture's name of INST_RETIRED"},
	{KNL, "core event UNHALTED_CORE_CYCLES", "*", ANY, ABSENT, "the architecture's name of CPU_CLK_UNHALTED:THREAD_P"},
	{KNL, "core event LLC_MISSES", "*", ANY, ABSENT, "the architecture's name of L2_REQUESTS:MISS"},
	{KNL, "core event LLC_REFERENCES", "*", ANY, ABSENT, "the architecture's name of L2_REQUESTS:REFERENCE"},
	{KNL, "core event PAGE_WALKS:?_SIDE", "umask", ABSENT, ANY, "by itself it counts cycles, as edges walks: the firmware has names for both"},
	{KNL, "core event PAGE_WALKS:?_SIDE_*", "umask", ANY, ABSENT, "the same"},
	{KNL, "core event OFFCORE_REQUESTS*", "*", ABSENT, ANY, "LIKWID alone has it, without names of its umasks"},
	{KNL, "core event UOPS_RETIRED", "umasks", "0x71", "0x7f", "LIKWID alone has X87, MUL and DIV"},
	{KNL, "core event UOPS_RETIRED:*", "umask", ABSENT, ANY, "the same"},
	{KNL, "cha? box_ctl", "bits", "0x20", "0x40", "no source prints how wide it is; MSRs are accessed whole"},
	{KNL, "cha?? box_ctl", "bits", "0x20", "0x40", "the same"},
	{KNL, "cha* status", "bits", "0x20", "0x40", "the same"},
	{KNL, "pcu ctl?", "bits", "0x40", "0x20", "the same"},
	{KNL, "ubox *ctl*", "bits", "0x40", "0x20", "the same"},
	{KNL, "* ctl?", "pmi", "0x100000", "0x0", "LIKWID sets ov_en, and no PMI of the uncore is known: silicon keeps the bit, and it does nothing"},
	{KNL, "* ctl?", "tally", "0x10000", "0x0", "silicon takes the reset of a queue's occupancy, and has no queues"},
	{KNL, "cha* filter0", "zero", "0xffffffffffe3fe00", "0xffffffffffe3ee00", "Linux shows a bit 12, and drops it from what it writes"},
	{KNL, "pcu ctl?", "code", "0x7f", "0xc0ff", "of the occupancy's fields no event is known: the firmware has them by themselves"},
	{KNL, "cha event COUNTER0_OCCUPANCY", "*", ABSENT, ANY, "LIKWID alone has it"},
	{KNL, "irp event SNOOP_RESPONSES*", "*", ABSENT, ANY, "LIKWID alone has it, without names of its umasks"},
	{KNL, "irp event TRANSACTIONS*", "*", ABSENT, ANY, "the same"},
	{KNL, "irp event WRITE_CACHE*", "*", ABSENT, ANY, "the same"},
};
/* clang-format on */

const unsigned explained_count = ARRAY_SIZE(explained);
