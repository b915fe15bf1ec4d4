/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples of the tables, typed from the documents once more: some registers of each box, the fields of those registers
 * that events set beside their select, and some events, each with its page. tests/golden/test_sides.py compares everything
 * with what silicon has; a mistake that was made on both sides is found here. "p.N" is a page of the processor's guide:
 * 323535-001 for the Xeon 7500, 327043-001 for the Xeon E5-2600. Knights Landing has none. */
#include "core/event/encode.h"
#include "lib/parse.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

static const struct box_type *type_named(const char *processor, const char *name)
{
	const struct processor *found = processor_by_name(processor);

	for (unsigned i = 0; i < found->type_count; i++)
		if (!strcmp(found->types[i]->name, name))
			return found->types[i];
	fail_msg("%s has no %s", processor, name);
	return NULL;
}

static const struct register_row *row_named(const char *processor, const char *box, const char *name)
{
	const struct register_row *row = box_row_by_name(type_named(processor, box), name);

	if (!row)
		fail_msg("%s.%s has no %s", processor, box, name);
	return row;
}

/* ---- names ------------------------------------------------------------------------------------------- */

/* What libpfm4 and perf call a box; LIKWID and Linux where libpfm4 does not have it. */
TEST(boxes_have_the_names_that_others_give_them)
{
	static const char *const names[][4] = {
		{"xeon-7500", "wbox", "nhmex_unc_wbox", "uncore_wbox"},
		{"xeon-e7", "mbox", "nhmex_unc_mbox", "uncore_mbox"},
		{"xeon-e5-2600", "ubox", "snbep_unc_ubo", "uncore_ubox"},
		{"xeon-e5-2600", "cbox", "snbep_unc_cbo", "uncore_cbox"},
		{"xeon-e5-2600", "imc", "snbep_unc_imc", "uncore_imc"},
		{"xeon-e5-2600", "qpi", "snbep_unc_qpi", "uncore_qpi"},
		{"xeon-e5-2600-v3", "sbox", "hswep_unc_sbo", "uncore_sbox"},
		{"xeon-e5-2600-v4", "cbox", "bdx_unc_cbo", "uncore_cbox"},
		{"knights-landing", "core", "knl", "cpu"},
		{"knights-landing", "cha", "knl_unc_cha", "uncore_cha"},
		{"knights-landing", "edc_uclk", "knl_unc_edc_uclk", "uncore_edc_uclk"},
		{"skylake-sp", "ubox", "skx_unc_ubo", "uncore_ubox"},
		{"skylake-sp", "cha", "skx_unc_cha", "uncore_cha"},
		{"skylake-sp", "m3upi", "skx_unc_m3upi", "uncore_m3upi"},
		{"cascade-lake-sp", "imc", "clx_unc_imc", "uncore_imc"},
		{"ice-lake-sp", "imc_free", "icx_unc_imc_free", "uncore_imc_free_running"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		const struct box_type *type = type_named(names[i][0], names[i][1]);

		assert_string_equal(type->pmu, names[i][2]);
		assert_string_equal(type->perf, names[i][3]);
	}
}

/* ---- registers --------------------------------------------------------------------------------------- */

#define EX                            "xeon-7500"
#define E7                            "xeon-e7"
#define EP                            "xeon-e5-2600"
#define EP3                           "xeon-e5-2600-v3"
#define EP4                           "xeon-e5-2600-v4"
#define KNL                           "knights-landing"
#define SKX                           "skylake-sp"
#define CLX                           "cascade-lake-sp"
#define ICX                           "ice-lake-sp"

#define PCI(DEVICE, FUNCTION, OFFSET) ((DEVICE) << 15 | (FUNCTION) << 12 | (OFFSET))
#define ALL_BUT(BITS)                 (~(uint64_t)(BITS))
#define HIGH                          MASK(32, 32)

/* clang-format off */
static const struct {
	const char *processor, *box;
	uint8_t instance;
	const char *row;
	uint8_t index;
	uint32_t address;
	uint64_t writable; /* may be set, and reads back */
	uint64_t reserved; /* must be written as 0 */
	const char *source;
} registers[] = {
	{EX, "ubox", 0, "global_ctl", 0, 0xc00, 0xb00001ff, HIGH, "p.15"},
	{EX, "ubox", 0, "ctl0", 0, 0xc10, 0x005401ff, 0x400000000003fe00, "p.17"},
	{EX, "wbox", 0, "global_ctl", 0, 0xc80, 0x8000000f, HIGH, "p.137"},
	{EX, "wbox", 0, "ctl", 3, 0xc96, 0xffd4ffff, 0x6004000000000000, "p.139"},
	{EX, "wbox", 0, "fixed_ctr", 0, 0x394, MASK(0, 48), MASK(48, 16), "p.140"},
	{EX, "wbox", 0, "fixed_ctl", 0, 0x395, 1, ALL_BUT(1), "p.138"},
	{EX, "cbox", 3, "global_ctl", 0, 0xdc0, 0x3f, ALL_BUT(0x3f), "p.26"},
	{EX, "cbox", 1, "ctl", 0, 0xd90, 0xffd4ffff, 0x6003ffff00000000, "p.27"},
	{EX, "cbox", 6, "ctr", 5, 0xd7b, MASK(0, 48), MASK(48, 16), "p.27"},
	{E7, "cbox", 9, "ctl", 5, 0xfda, 0xffd4ffff, 0x6003ffff00000000, "LIKWID"},
	{EX, "bbox", 1, "ctl", 2, 0xc74, 0x10003f, 0x60040000000fffc0, "p.44"},
	{EX, "bbox", 1, "match", 0, 0xe4d, MASK(0, 60), MASK(60, 4), "p.45"},
	{EX, "sbox", 1, "ctl", 0, 0xcd0, 0xffd4ffff, 0x6000000000090000, "p.60"},
	{EX, "sbox", 0, "mm_cfg", 0, 0xe48, BIT(63), ALL_BUT(BIT(63)), "p.61"},
	{EX, "sbox", 0, "mask", 0, 0xe4a, 0x7fffffffff, BIT(63), "p.63"},
	{EX, "mbox", 1, "ctl", 5, 0xcfa, 0x383eff, 0x6000000001c7c100, "p.113"},
	{EX, "mbox", 1, "map", 0, 0xce7, 0x1ff, ALL_BUT(0x1ff), "p.131"},
	{E7, "mbox", 1, "map", 0, 0xce7, 0x3ff, ALL_BUT(0x3ff), "p.131, LIKWID"},
	{EX, "mbox", 0, "zdp_ctl_fvc", 0, 0xcab, 0x7fffff, ALL_BUT(0x7fffff), "p.127"},
	{EX, "rbox", 1, "ctl", 7, 0xe3e, 0x7f, 0x6000000000000000, "p.91"},
	{EX, "rbox", 0, "iperf_cfg1_port", 2, 0xe26, 0xff3fffff, ALL_BUT(0xff3fffff), "Linux, LIKWID"},
	{EX, "rbox", 1, "qlx_cfg_port", 3, 0xe2f, 0xffff, ALL_BUT(0xffff), "p.96"},
	{EX, "rbox", 1, "xbr2_mask_port", 1, 0xe96, 0x000f000f8003fff8, ALL_BUT(0x000f000f8003fff8), "p.97, Linux"},

	{EP, "ubox", 0, "ctl", 1, 0xc11, 0x1fc4ffff, HIGH | 0xe0390000, "p.20"},
	{EP, "ubox", 0, "fixed_ctl", 0, 0xc08, 0x00400000, HIGH | 0xffbfffff, "p.21"},
	{EP, "cbox", 5, "ctl", 2, 0xdb2, 0xffccffff, HIGH | 0x00310000, "p.28"},
	{EP, "cbox", 7, "filter", 0, 0xdf4, 0xfffffc1f, HIGH | 0x000003e0, "p.29"},
	{EP, "cbox", 2, "box_ctl", 0, 0xd44, 0x00010100, HIGH | 0xfffefefc, "p.27"},
	{EP, "pcu", 0, "ctl", 3, 0xc33, 0xdfe4c0ff, HIGH | 0x20193f00, "p.74"},
	{EP, "ha", 0, "ctl", 1, PCI(14, 1, 0xdc), 0xffc4ffff, HIGH | 0x003b0000, "p.47"},
	{EP, "ha", 0, "addrmatch1", 0, PCI(14, 1, 0x44), 0x00003fff, HIGH | 0xffffc000, "p.48"},
	{EP, "imc", 2, "fixed_ctl", 0, PCI(16, 4, 0xf0), 0x00400000, HIGH | 0xffb7ffff, "p.62"},
	{EP, "imc", 3, "ctr", 3, PCI(16, 5, 0xb8), MASK(0, 48), MASK(48, 16), "p.62"},
	{EP, "qpi", 1, "ctl", 0, PCI(9, 2, 0xd8), 0xffe4ffff, HIGH | 0x00190000, "p.89"},
	{EP, "qpi", 0, "mask1", 0, PCI(8, 6, 0x23c), 0x000f000f, HIGH | 0xfff0fff0, "p.14, p.92"},
	{EP, "r2pcie", 0, "ctl", 0, PCI(19, 1, 0xd8), 0xffc4ffff, HIGH | 0x00390000, "p.113"},
	{EP, "r3qpi", 1, "ctr", 2, PCI(19, 6, 0xb0), MASK(0, 44), MASK(44, 20), "p.121"},

	{EP3, "ubox", 0, "ctl", 1, 0x706, 0x1fd4ffff, HIGH | 0xe0290000, "Linux, LIKWID"},
	{EP3, "ubox", 0, "global_ctl", 0, 0x700, 0x4003ffff, HIGH | 0x1ffc0000, "PCM, LIKWID, Inspur"},
	{EP3, "cbox", 17, "ctl", 3, 0xf14, 0xffccffff, HIGH | 0x00310000, "Linux"},
	{EP3, "cbox", 2, "filter0", 0, 0xe25, 0x00fe03ff, HIGH | 0xff01fc00, "Linux"},
	{EP3, "sbox", 3, "ctr", 0, 0x744, MASK(0, 48), MASK(48, 16), "Linux"},
	{EP3, "sbox", 1, "box_ctl", 0, 0x72a, 0x00010100, HIGH | 0xfffefefc, "Linux"},
	{EP3, "pcu", 0, "ctl", 3, 0x714, 0xdfd4c0ff, HIGH | 0x20293f00, "Linux, PCM"},
	{EP3, "ha", 1, "ctl", 1, PCI(18, 5, 0xdc), 0xffd4ffff, HIGH | 0x002b0000, "Linux, LIKWID"},
	{EP3, "imc", 5, "ctr", 3, PCI(23, 1, 0xb8), MASK(0, 48), MASK(48, 16), "Linux, PCM, boards"},
	{EP3, "irp", 0, "ctr", 3, PCI(5, 6, 0xb8), MASK(0, 48), MASK(48, 16), "Linux"},
	{EP4, "cbox", 23, "ctr", 3, 0xf7b, MASK(0, 48), MASK(48, 16), "Linux, LIKWID"},
	{EP4, "qpi", 2, "mask1", 0, PCI(10, 6, 0x23c), 0x000f000f, HIGH | 0xfff0fff0, "Linux, LIKWID"},
	{EP4, "r3qpi", 2, "ctl", 2, PCI(11, 5, 0xe0), 0xffd4ffff, HIGH | 0x00290000, "Linux, LIKWID"},

	{KNL, "core", 0, "rsp_0", 0, 0x1a6, 0x799ffbb6e7, ALL_BUT(0x799ffbb6e7), "Linux"},
	{KNL, "core", 0, "rsp_1", 0, 0x1a7, 0x399ffbffe7, ALL_BUT(0x399ffbffe7), "Linux"},
	{KNL, "core", 0, "fixed_ctr", 2, 0x30b, MASK(0, 40), MASK(40, 24), "SDM, CPUID"},
	{KNL, "cha", 37, "ctr", 3, 0xfc7, MASK(0, 48), MASK(48, 16), "Linux"},
	{KNL, "cha", 1, "filter1", 0, 0xe12, 0xfffffe3b, HIGH | 0x1c4, "Linux, LIKWID"},
	{KNL, "cha", 0, "status", 0, 0xe07, 0, ALL_BUT(0xf), "LIKWID"},
	{KNL, "edc_eclk", 7, "ctl", 3, PCI(31, 2, 0xa2c), 0xffd4ffff, HIGH | 0x290000, "Linux"},
	{KNL, "imc", 4, "box_ctl", 0, PCI(9, 3, 0xb30), 0x10100, ALL_BUT(0x10103), "Linux"},
	{KNL, "imc_uclk", 1, "fixed_ctl", 0, PCI(11, 0, 0x454), 1, ALL_BUT(1), "Linux, LIKWID"},
	{KNL, "m2pcie", 0, "status", 0, PCI(12, 1, 0xf8), 0, ALL_BUT(0xf), "LIKWID"},
	{KNL, "irp", 0, "ctr", 1, PCI(5, 6, 0xa8), MASK(0, 48), MASK(48, 16), "LIKWID"},
	{KNL, "ubox", 0, "fixed_ctl", 0, 0x703, 0x400000, ALL_BUT(0x400000), "Linux"},
	{KNL, "pcu", 0, "ctr", 3, 0x71a, MASK(0, 48), MASK(48, 16), "Linux"},
	{SKX, "ubox", 0, "ctr", 1, 0x70a, MASK(0, 48), MASK(48, 16), "Linux"},
	{SKX, "cha", 27, "ctl", 3, 0xfb4, 0xffdcffff, ALL_BUT(0xffdeffff), "Linux, PCM"},
	{CLX, "cha", 1, "filter1", 0, 0xe16, 0xfffffe3b, ALL_BUT(0xfffffe3b), "Linux, PCM"},
	{SKX, "iio", 5, "ctl", 0, 0xae8, 0x7fffffd4ffff, ALL_BUT(0x7fffffd6ffff), "Linux"},
	{SKX, "iio", 2, "free_clock", 0, 0xa85, 0, MASK(36, 28), "Linux"},
	{SKX, "iio", 3, "free_out", 3, 0xb37, 0, MASK(36, 28), "Linux"},
	{SKX, "iio", 5, "free_util_out", 1, 0xb5b, 0, MASK(36, 28), "Linux"},
	{SKX, "irp", 1, "ctr", 1, 0xa7a, MASK(0, 48), MASK(48, 16), "Linux"},
	{SKX, "imc", 4, "fixed_ctr", 0, PCI(12, 6, 0xd0), MASK(0, 48), MASK(48, 16), "Linux"},
	{SKX, "m2m", 1, "ctl", 3, PCI(9, 0, 0x240), 0xffd4ffff, ALL_BUT(0xffd6ffff), "Linux"},
	{SKX, "upi", 2, "ctl", 1, PCI(16, 0, 0x358), 0xffefffffd4ffff, ALL_BUT(0xffefffffd6ffff), "Linux"},
	{SKX, "m3upi", 2, "ctr", 2, PCI(18, 5, 0xb0), MASK(0, 48), MASK(48, 16), "Linux"},
	{SKX, "m2pcie", 3, "box_ctl", 0, PCI(22, 5, 0xf4), 0x100, ALL_BUT(0x103), "three boards; Linux"},
	{ICX, "cha", 17, "box_ctl", 0, 0xeee, 0x100, ALL_BUT(0x103), "Linux, PCM"},
	{ICX, "cha", 18, "ctr", 3, 0xf15, MASK(0, 48), MASK(48, 16), "Linux, PCM"},
	{ICX, "cha", 33, "ctl", 0, 0xfdd, 0x3ffffffffdcffff, ALL_BUT(0x3ffffffffdeffff), "Linux, PCM"},
	{ICX, "cha", 39, "filter0", 0, 0xbab, 0x1ff, ALL_BUT(0x1ff), "Linux, PCM"},
	{ICX, "iio", 3, "ctl", 1, 0xae9, 0x7ffffffd4ffff, ALL_BUT(0x7ffffffd6ffff), "Linux"},
	{ICX, "iio", 5, "free_clock", 0, 0xb25, 0, MASK(48, 16), "Linux"},
	{ICX, "iio", 4, "free_in", 7, 0xb47, 0, MASK(48, 16), "Linux"},
	{ICX, "irp", 2, "ctl", 1, 0xa8e, 0xffd4ffff, ALL_BUT(0xffd6ffff), "Linux"},
	{ICX, "m2pcie", 1, "ctr", 0, 0xa61, MASK(0, 48), MASK(48, 16), "Linux"},
	{ICX, "imc", 5, "ctl", 3, 0x2a84c, 0xffd4ffff, ALL_BUT(0xffd6ffff), "Linux, PCM"},
	{ICX, "imc", 0, "fixed_ctr", 0, 0x22838, MASK(0, 48), MASK(48, 16), "Linux, PCM"},
	{ICX, "m2m", 3, "ctr", 1, PCI(15, 0, 0x448), MASK(0, 48), MASK(48, 16), "Linux"},
	{ICX, "upi", 1, "box_ctl", 0, PCI(3, 1, 0x318), 0x100, ALL_BUT(0x103), "Linux"},
	{ICX, "m3upi", 0, "ctl", 3, PCI(5, 1, 0xe4), 0xffd4ffff, ALL_BUT(0xffd6ffff), "Linux"},
};
/* clang-format on */

TEST(registers_are_where_and_as_the_documents_have_them)
{
	for (unsigned i = 0; i < ARRAY_SIZE(registers); i++) {
		const char *name = registers[i].row;
		const struct register_row *row = row_named(registers[i].processor, registers[i].box, name);
		struct box box = {.type = type_named(registers[i].processor, registers[i].box),
				  .instance = registers[i].instance};

		assert_true(registers[i].index < row->count);
		if (box_location(&box, row, registers[i].index).address != registers[i].address)
			fail_msg("%s.%s%u.%s: address, %s", registers[i].processor, registers[i].box,
				 registers[i].instance, name, registers[i].source);
		if (layout_writable(row->layout) != registers[i].writable ||
		    layout_reserved(row->layout) != registers[i].reserved)
			fail_msg("%s.%s.%s: writable 0x%llx, reserved 0x%llx; %s", registers[i].processor,
				 registers[i].box, name, (unsigned long long)layout_writable(row->layout),
				 (unsigned long long)layout_reserved(row->layout), registers[i].source);
	}
}

/* ---- fields ------------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct {
	const char *processor, *box, *row;
	const char *fields; /* NAME=HIGH:LOW or NAME=BIT, a blank between */
	const char *source;
} fields[] = {
	{EX, "ubox", "global_ctl", "frz_all=31 rst_all=29 en_all=28 pmi_core_sel=8:1 en=0", "p.15; HB"},
	{EX, "ubox", "status", "cond=31 pmi=30 ov_s0=3 ov_s1=2 ov_w=1 ov_u=0", "p.15; HB"},
	{EX, "cbox", "ctl", "threshold=31:24 invert=23 en=22 pmi_en=20 edge_detect=18 umask=15:8 ev_sel=7:0", "p.27"},
	{EX, "sbox", "ctl", "reset_occ_cnt=17", "p.60, inferred"},
	{EX, "sbox", "mask", "addr=38:1 hnid=0", "p.63"},
	{EX, "bbox", "ctl", "pmi_en=20 ev_sel=5:1 en=0", "p.44"},
	{EX, "bbox", "match", "opc_out=59:56 opc_in=55:52 msg_out=51:48 msg_in=47:44 addr=43:0", "p.45"},
	{EX, "bbox", "mask", "opc_out=59:56 opc_in=55:52 msg_out=51:48 msg_in=47:44 addr=43:0", "p.45"},
	{EX, "mbox", "ctl", "set_flag_sel=21:19 inc_sel=13:9 flag_mode=7 wrap_mode=6 storage_mode=5:4 count_mode=3:2 pmi_en=1 en=0", "p.113"},
	{EX, "mbox", "dsp", "fill=10:7", "p.123"},
	{EX, "mbox", "iss", "gate_mode=9:7 sched_mode=6:4 frame=3:0", "LIKWID"},
	{EX, "mbox", "map", "cmd=8:5 fvid=4:0", "p.131"},
	{E7, "mbox", "map", "cmd=9:6 fvid=5:0", "p.131, a bit up: LIKWID"},
	{EX, "mbox", "msc_thr", "down=10:9 up=8:7 dimm_sel=6:4 all_dimms=3", "LIKWID"},
	{EX, "mbox", "pgt", "state=6 transition=0", "LIKWID"},
	{EX, "mbox", "pld", "cmd=12:8 gated=0", "LIKWID"},
	{EX, "mbox", "zdp_ctl_fvc", "pbox_init_err=23 evnt3=22:20 evnt2=19:17 evnt1=16:14 evnt0=13:11 resp=10:8 bcmd=7:5 fvid=4:0", "p.127"},
	{E7, "mbox", "zdp_ctl_fvc", "pbox_init_err=24 evnt3=23:21 evnt2=20:18 evnt1=17:15 evnt0=14:12 resp=11:9 bcmd=8:6 fvid=5:0", "Linux, PCM"},
	{EX, "mbox", "addr_match", "addr=33:0", "Linux, LIKWID"},
	{EX, "mbox", "addr_mask", "mask=26:0", "Linux, LIKWID"},
	{EX, "rbox", "ctl", "pmi_en=6 ev_sel=5:1 en=0", "p.91"},
	{EX, "rbox", "iperf_cfg0_port", "flits_sent=31 null_idle=30 retryq_ov=29 retryq_ne=28 outputq_ovfl=27 outputq_ne=26 flits_recv_spec=25 flits_recv_err=24 eot_inserts=21 eot_class=20:17 eot_ne=16 alloc_to_arb=15:9 inque_read_win=8 vn=7:6 new_packets_recv=5:0", "LIKWID; partly p.86, PCM, Linux"},
	{EX, "rbox", "qlx_cfg_port", "ev1_sub=15 ev1_cls=14:12 ev1_type=11:8 ev0_sub=7 ev0_cls=6:4 ev0_type=3:0", "p.96; Linux"},
	{EX, "rbox", "xbr1_mm_cfg_port", "dis=63 mm_trig_en=21 ig_flt_cnt=20 match_flt_cnt=19:16 match_71_64=15:8 mask_71_64=7:0", "p.97"},
	{EX, "rbox", "xbr2_match_port", "rds=51:48 rnid=35:31 dnid=17:13 mc=12:9 opc=8:5 vnw=4:3", "p.97; below 31: 327043"},
	{EX, "rbox", "xbr1_mask_port", "rds=51:48 rnid=35:31 dnid=17:13 mc=12:9 opc=8:5 vnw=4:3", "p.97; below 31: 327043"},

	{EP, "ubox", "ctl", "thresh=28:24 invert=23 en=22 edge_det=18 rst=17 umask=15:8 ev_sel=7:0", "p.20"},
	{EP, "cbox", "ctl", "thresh=31:24 invert=23 en=22 tid_en=19 edge_det=18 rst=17", "p.28"},
	{EP, "cbox", "box_ctl", "frz_en=16 frz=8 rst_ctrs=1 rst_ctrl=0", "p.27"},
	{EP, "cbox", "filter", "opc=31:23 state=22:18 nid=17:10 tid=4:0", "p.29, p.43; tid: libpfm4"},
	{EP, "pcu", "ctl", "occ_edge_det=31 occ_invert=30 thresh=28:24 ev_sel_ext=21 occ_sel=15:14 ev_sel=7:0", "p.74"},
	{EP, "pcu", "filter", "band3=31:24 band2=23:16 band1=15:8 band0=7:0", "p.76"},
	{EP, "ha", "addrmatch0", "lo_addr=31:6", "p.49"},
	{EP, "ha", "addrmatch1", "hi_addr=13:0", "p.48"},
	{EP, "ha", "opcodematch", "opc=5:0", "p.48"},
	{EP, "imc", "fixed_ctl", "en=22 rst=19", "p.62"},
	{EP, "qpi", "ctl", "ev_sel_ext=21 rst=17", "p.89"},
	{EP, "qpi", "match0", "rnid_4=31 dnid=17:13 mc=12:9 opc=8:5 vnw=4:3", "p.90"},
	{EP, "qpi", "match1", "rds=19:16 rnid_3_0=3:0", "p.91"},
	{EP, "qpi", "mask0", "rnid_4=31 dnid=17:13 mc=12:9 opc=8:5 vnw=4:3", "p.92"},
	{EP, "qpi", "mask1", "rds=19:16 rnid_3_0=3:0", "p.92"},
	{EP, "qpi", "rate", "slow_mode=4 rate=2:0", "p.94"},

	{EP3, "ubox", "global_ctl", "frz_all=31 wk_on_pmi=30 unfrz_all=29 pmi_core_sel=17:0", "PCM, LIKWID, Inspur"},
	{EP3, "ubox", "global_status", "ov_r2=29 ov_r3=28:27 ov_q=26:25 ov_m=24:23 ov_h=22:21 ov_p=2 ov_u=1 ov_u_fixed=0", "LIKWID"},
	{EP3, "ubox", "filter", "cid=5:1 tid=0", "Linux"},
	{EP3, "cbox", "filter0", "state=23:17 link=9:6 tid=5:0", "Linux"},
	{EP4, "cbox", "filter1", "isoc=31 nc=30 c6=29 opc=28:20 nid=15:0", "Linux"},
	{EP4, "sbox", "ctl", "thresh=31:24 invert=23 en=22 tid_en=19 edge_det=18 rst=17", "Linux"},
	{EP3, "pcu", "ctl", "occ_edge_det=31 occ_invert=30 thresh=28:24 invert=23 ov_en=20 occ_sel=15:14 ev_sel=7:0", "Linux, LIKWID"},

	{KNL, "core", "rsp_0", "outstanding=38 response=37:16 request=15:0", "perfmon"},
	{KNL, "cha", "ctl", "thresh=31:24 invert=23 en=22 ov_en=20 tid_en=19 edge_det=18 rst=17 qor=16 umask=15:8 ev_sel=7:0", "Linux, LIKWID"},
	{KNL, "cha", "filter0", "state=20:18 tid=8:0", "Linux, LIKWID"},
	{KNL, "cha", "filter1", "isoc=31 nc=30 c6=29 opc=28:9 not_nm=5 nm=4 all_opc=3 loc=1 rem=0", "Linux, LIKWID"},
	{KNL, "pcu", "ctl", "occ_edge=31 occ_invert=30 thresh=29:24 occ_sel=15:14 use_occ=7 ev_sel=6:0", "Linux, LIKWID"},
	{SKX, "cha", "filter0", "state=26:17 link=12:9 tid=8:0", "Linux, PCM"},
	{SKX, "cha", "filter1", "isoc=31 nc=30 c6=29 opc1=28:19 opc0=18:9 not_nm=5 nm=4 all_opc=3 loc=1 rem=0", "Linux, PCM"},
	{SKX, "pcu", "ctl", "occ_edge_det=31 occ_invert=30 thresh=28:24 invert=23 en=22 ov_en=20 edge_det=18 rst=17 occ_sel=15:14 ev_sel=7:0", "Linux"},
	{SKX, "global", "status", "ov_m2m=63:62 ov_iio=60:56 ov_m3upi=47:46 ov_upi=43:41 ov_mc=40:39 ov_cha=30:3 ov_p=2 ov_u=1 ov_u_fixed=0", "LIKWID"},
	{KNL, "global", "status", "ov_irp=52 ov_m2pcie=51 ov_edc=50:43 ov_mc=42:41 ov_cha=40:3 ov_pcu=2 ov_ubox=1 ov_ubox_fixed=0", "LIKWID"},
};
/* clang-format on */

static void check_fields(const struct register_layout *layout, const char *expected, const char *where)
{
	char name[32];
	unsigned high, low;
	int length;

	for (; sscanf(expected, " %31[^=]=%u%n", name, &high, &length) == 2; expected += length) {
		const struct field *found = NULL;

		expected += length;
		length = 0;
		low = high;
		if (*expected == ':')
			sscanf(expected, ":%u%n", &low, &length);
		for (unsigned i = 0; i < layout->field_count; i++)
			if (!strcmp(layout->fields[i].name, name))
				found = &layout->fields[i];
		if (!found || found->low != low || found->width != high - low + 1)
			fail_msg("%s.%s is not %u:%u", where, name, high, low);
	}
}

TEST(fields_are_where_the_documents_have_them)
{
	for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
		char where[64];

		snprintf(where, sizeof(where), "%s.%s.%s", fields[i].processor, fields[i].box, fields[i].row);
		check_fields(row_named(fields[i].processor, fields[i].box, fields[i].row)->layout, fields[i].fields,
			     where);
	}
}

/* ---- events ------------------------------------------------------------------------------------------ */

/* clang-format off */
static const struct {
	const char *processor, *string;
	const char *registers; /* the select, and what else is written */
	const char *source;
} events[] = {
	{EX, "ubox::CORRECTED_ERR", "ctl0=0x4001e4", "LIKWID"},
	{EX, "wbox::C_CYCLES_TURBO:C3", "ctl=0x400804", "LIKWID"},
	{EX, "wbox::FIXED_UNCORE_CLK", "fixed_ctl=0x1", "p.138"},
	{EX, "cbox0::LLC_HITS:M", "ctl=0x400115", "LIKWID"},
	{EX, "cbox0::SNP_HITS:REMOTE_RFO_HITM", "ctl=0x401028", "LIKWID"},
	{EX, "bbox0::CONFLICTS", "ctl=0x2f", "LIKWID"},
	{EX, "bbox0::IMT_INSERTS_ALL", "ctl=0xf", "LIKWID"},
	{EX, "sbox0::TO_R_PROG_EV", "ctl=0x400000 mm_cfg=0x8000000000000000 match=0x0 mask=0x7fffffffff", "p.61, p.63"},
	{EX, "sbox0::TO_RING_R2S_MSGQ_CYCLES_NE", "ctl=0x40002c", "LIKWID"},
	{E7, "sbox0::TO_RING_R2S_MSGQ_CYCLES_NE", "ctl=0x40002b", "LIKWID"},
	{E7, "sbox0::NO_CREDIT_LOC_NCS", "ctl=0x40008b", "LIKWID"},
	{E7, "sbox0::FLITS_SENT_LOC_NCS", "ctl=0x400090", "LIKWID"},
	{EX, "mbox0::FVC_EV1:BBOX_CMDS.WRITES", "ctl=0x1c41 zdp_ctl_fvc=0x14020", "p.127"},
	{E7, "mbox0::FVC_EV1:BBOX_CMDS.WRITES", "ctl=0x1c41 zdp_ctl_fvc=0x28040", "Linux"},
	{EX, "mbox0::CYCLES_PGT_STATE:OPEN", "ctl=0x2800c1 pgt=0x40", "LIKWID"},
	{EX, "mbox0::DRAM_CMD:CAS_WR_OPN.WRPRIO", "ctl=0x1441 iss=0x100 pld=0x401 mm_cfg=0x0", "LIKWID"},
	{EX, "mbox0::THERM_TRP_UP:DIMM2_GT_LO", "ctl=0x841 msc_thr=0xb0", "LIKWID"},
	{EX, "mbox0::BCMD_SCHEDQ_OCCUPANCY:MERGE", "ctl=0x3000c1 map=0x40", "p.131"},
	{EX, "rbox0::NEW_PACKETS_RECV:VNA.DRS:port=2", "ctl=0x19 iperf_cfg0_port2=0x84", "PCM, Linux"},
	{EX, "rbox0::EOT_INSERTS:NDR:port=0", "ctl=0x1 iperf_cfg0_port0=0x260000", "LIKWID"},
	{EX, "rbox1::QUE_ARB_BID:SNP:port=5", "ctl=0x11 qlx_cfg_port1=0x10", "p.96"},
	{EX, "rbox1::STARVING:port=7:unit=1", "ctl=0x2b qlx_cfg_port3=0xa00", "p.96; Linux"},
	{EX, "rbox0::XBR_MATCH:SET1_SET2:port=1", "ctl=0x15 xbr1_mm_cfg_port1=0x210000 xbr1_match_port1=0x0 xbr1_mask_port1=0x0", "p.97"},

	{E7, "sbox0::PKTS_SENT_DRS:CBOX4_9", "ctl=0x401064", "LIKWID"},
	{E7, "sbox1::TO_R_LOC_NCS_MSGQ_CYCLES_NE:CBOX0_5", "ctl=0x40018d", "LIKWID"},

	{EP, "ubox::UNC_U_EVENT_MSG:IPI_RCVD", "ctl=0x400442", "327043, perfmon"},
	{EP, "ubox::UNC_U_CLOCKTICKS", "fixed_ctl=0x400000", "p.21"},
	{EP, "cbox0::UNC_C_TOR_INSERTS:MISS_OPCODE:opc=0x182", "ctl=0x400335 filter=0xc1000000", "p.42"},
	{EP, "cbox0::UNC_C_LLC_LOOKUP:DATA_READ", "ctl=0x400334 filter=0x7c0000", "p.35"},
	{EP, "cbox0::UNC_C_LLC_LOOKUP:NID:nf=1", "ctl=0x404334 filter=0x7c0400", "libpfm4; Linux, snbep_uncore_cbox_extra_regs"},
	{EP, "cbox0::UNC_C_LLC_LOOKUP:WRITE:NID:nf=2", "ctl=0x404534 filter=0x7c0800", "Linux, snbep_uncore_cbox_extra_regs"},
	{EP, "cbox0::UNC_C_LLC_VICTIMS:M_STATE:NID:nf=2", "ctl=0x404137 filter=0x800", "327043, p.29"},
	{EP, "pcu::UNC_P_FREQ_BAND2_CYCLES:ff=0x14", "ctl=0x40000d filter=0x140000", "p.76"},
	{EP, "pcu::UNC_P_CORE0_TRANSITION_CYCLES", "ctl=0x600003", "327043, perfmon"},
	{EP, "ha::UNC_H_ADDR_OPC_MATCH:FILT:lo_addr=0x1:hi_addr=3:opc=2", "ctl=0x400320 addrmatch0=0x40 addrmatch1=0x3 opcodematch=0x2", "pp. 48-49"},
	{EP, "imc0::UNC_M_CAS_COUNT:RD", "ctl=0x400304", "327043, perfmon"},
	{EP, "qpi0::UNC_Q_RXL_FLITS_G1:DRS_DATA", "ctl=0x600802", "327043, perfmon"},
	{EP, "qpi0::UNC_Q_CTO_COUNT:match0=0x1c00:mask0=0x1f80", "ctl=0x600038 match0=0x1c00 match1=0x0 mask0=0x1f80 mask1=0x0", "p.90"},
	{EP, "r2pcie::UNC_R2_RING_BL_USED:ANY", "ctl=0x400f09", "327043, perfmon"},
	{EP, "r3qpi0::UNC_R3_RXR_INSERTS:DRS", "ctl=0x400811", "327043, perfmon"},

	{EP3, "ubox::UNC_U_FIXED_CLOCKTICKS", "fixed_ctl=0x400000", "Linux, LIKWID"},
	{EP4, "ubox::UNC_U_CLOCKTICKS", "fixed_ctl=0x400000", "perfmon"},
	{EP3, "imc0::UNC_M_CLOCKTICKS", "ctl=0x400000", "perfmon"},
	{EP4, "imc0::UNC_M_CLOCKTICKS", "fixed_ctl=0x400000", "perfmon"},
	{EP3, "cbox0::UNC_C_TOR_INSERTS:MISS_OPCODE:opc=0x182", "ctl=0x400335 filter1=0x18200000", "perfmon, Linux"},
	{EP4, "cbox0::UNC_C_LLC_LOOKUP:NID:state=0x7f:nf=1", "ctl=0x404134 filter0=0xfe0000 filter1=0x1", "perfmon, Linux"},
	{EP3, "sbox0::UNC_S_RING_BL_USED:UP_EVEN", "ctl=0x40011d", "perfmon, libpfm4"},
	{EP3, "pcu::UNC_P_FREQ_BAND1_CYCLES:ff=0x14", "ctl=0x40000c filter=0x1400", "perfmon, Linux"},
	{EP4, "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3", "ctl=0x408080", "perfmon"},
	{EP3, "qpi0::UNC_Q_RXL_FLITS_G1:DRS_DATA", "ctl=0x600802", "perfmon, libpfm4"},
	{EP4, "r3qpi0::UNC_R3_RING_AD_USED:ALL", "ctl=0x400f07", "perfmon, libpfm4"},

	{KNL, "core::INST_RETIRED:ANY_P", "ctl=0x4300c0", "SDM"},
	{KNL, "core::MEM_UOPS_RETIRED:HITM", "ctl=0x432004", "perfmon"},
	{KNL, "core::OFFCORE_RESPONSE_0:ANY_DATA_RD:DDR_NEAR", "ctl=0x4301b7 rsp_0=0x80803081", "perfmon"},
	{KNL, "core::OFFCORE_RESPONSE_1:PARTIAL_WRITES:ANY_RESPONSE", "ctl=0x4302b7 rsp_1=0x10100", "perfmon"},
	{KNL, "cha0::UNC_H_SF_LOOKUP:DATA_READ", "ctl=0x400334 filter0=0x1c0000", "LIKWID"},
	{KNL, "cha0::UNC_H_TOR_INSERTS:IRQ_MISS", "ctl=0x402135 filter1=0x3b", "Linux, LIKWID"},
	{KNL, "imc0::UNC_M_CAS_COUNT:WR", "ctl=0x400203", "perfmon"},
	{KNL, "edc_uclk0::UNC_E_EDC_ACCESS:MISS_DIRTY", "ctl=0x400802", "perfmon"},
	{KNL, "edc_eclk0::UNC_E_RPQ_INSERTS", "ctl=0x400101", "perfmon"},
	{KNL, "m2pcie::UNC_M2P_EGRESS_INSERTS:BL_1", "ctl=0x404024", "perfmon"},
	{KNL, "irp::UNC_I_COHERENT_OPS:RFO", "ctl=0x400813", "LIKWID"},
	{SKX, "cha0::UNC_CHA_TOR_INSERTS:IA_MISS_DRD", "ctl=0x402135 filter1=0x40433", "perfmon"},
	{SKX, "cha0::UNC_CHA_LLC_LOOKUP:DATA_READ", "ctl=0x400334 filter0=0x7fe0000", "perfmon; all states"},
	{SKX, "cha0::UNC_CHA_TOR_INSERTS:IA_MISS", "ctl=0x402135 filter1=0x3b", "libpfm4"},
	{SKX, "cha0::UNC_CHA_TOR_INSERTS:IA_MISS:opc0=0x202", "ctl=0x402135 filter1=0x40433", "perfmon"},
	{SKX, "cha0::UNC_CHA_TOR_INSERTS:IA_MISS:opc0=0x202:all_opc=1", "ctl=0x402135 filter1=0x4043b", "Linux"},
	{SKX, "uncore_cha_0/event=0x35,umask=0x21,filter_opc0=0x202/", "ctl=0x402135 filter1=0x40433", "Linux"},
	{SKX, "iio1::UNC_IIO_DATA_REQ_OF_CPU:MEM_READ_PART2", "ctl=0x704000400483", "perfmon"},
	{SKX, "uncore_iio_1/event=0x83,umask=0x4,ch_mask=4,fc_mask=7/", "ctl=0x704000400483", "Linux"},
	{SKX, "upi0::UNC_UPI_TXL_BASIC_HDR_MATCH:RSPI", "ctl=0x100402a04", "perfmon"},
	{SKX, "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C3", "ctl=0x408080", "perfmon"},
	{SKX, "imc0::UNC_M_CLOCKTICKS_F", "fixed_ctl=0x400000", "perfmon, Linux"},
	{ICX, "cha0::UNC_CHA_TOR_INSERTS:IA_MISS_DRD", "ctl=0xc817fe00400135", "perfmon"},
	{ICX, "iio0::UNC_IIO_DATA_REQ_OF_CPU:MEM_READ_PART7", "ctl=0x7080000400483", "perfmon"},
	{ICX, "upi0::UNC_UPI_TXL_BASIC_HDR_MATCH:REQ_OPC", "ctl=0x100400804", "perfmon"},
	{ICX, "imc3::UNC_M_HCLOCKTICKS", "fixed_ctl=0x400000", "perfmon, Linux"},
	{CLX, "imc0::UNC_M_TAGCHK:MISS_DIRTY", "ctl=0x4004d3", "perfmon"},
	{CLX, "m2m1::UNC_M2M_TAG_HIT:NM_RD_HIT_DIRTY", "ctl=0x40022c", "perfmon"},
};

/* Umasks of the Xeon 7500 that are sums of others: silicon has no names for them. LIKWID; S-Box also p.64 to p.80. */
static const struct {
	const char *box, *events, *umasks; /* blanks between */
} sums[] = {
	{"wbox", "C_THROTTLE_TMP C_C0_THROTTLE_DIE C0_THROTTLE_PROCHOT C_CYCLES_TURBO TM1_ON RATIO_CHANGE_ABORT", "C_ALL=ff"},
	{"cbox", "BOUNCES_P2C_AD BOUNCES_C2P_AK BOUNCES_C2P_BL", "ALL=03"},
	{"cbox", "ARB_WINS ARB_LOSSES", "AD_ALL=03 AK_ALL=0c BL_ALL=30 ALL=7f"},
	{"cbox", "STARVED_EGRESS", "AD_SB=03 AD=07 AK=18 BL=60"},
	{"cbox", "MAF_NACK1", "TOTAL_MAF_NACKS=ff"},
	{"cbox", "LLC_MISSES", "ALL=07"},
	{"cbox", "LLC_HITS LLC_S_FILLS", "ALL=0f"},
	{"cbox", "LLC_VICTIMS", "ALL=1f"},
	{"cbox", "SNPS", "REMOTE_ANY=03"},
	{"cbox", "SNP_HITS", "REMOTE_HITM=11 REMOTE_HITE=22 REMOTE_HITS=44 REMOTE_HITF=88 REMOTE_ANY=ff"},
	{"sbox", "TO_R_B_HOM_MSGQ_CYCLES_FULL TO_R_B_HOM_MSGQ_CYCLES_NE TO_R_B_HOM_MSGQ_OCCUPANCY PKTS_SENT_HOM", "RBBOX=03"},
	{"sbox", "TO_R_DRS_MSGQ_CYCLES_NE TO_R_DRS_MSGQ_OCCUPANCY TO_R_NCB_MSGQ_CYCLES_NE TO_R_NCB_MSGQ_OCCUPANCY", "ALL=0f"},
	{"sbox", "TO_R_NCS_MSGQ_CYCLES_NE TO_R_NCS_MSGQ_OCCUPANCY PKTS_SENT_DRS PKTS_SENT_NCS PKTS_SENT_NCB", "ALL=0f"},
	{"sbox", "TO_RING_MSGQ_OCCUPANCY", "ALL=07"},
	{"sbox", "REQ_TBL_OCCUPANCY RBOX_SNP_BYPASS TO_R_B_REQUESTS NO_CREDIT_VNA", "ALL=03"},
	{"sbox", "EGRESS_BYPASS EGRESS_ARB_WINS EGRESS_ARB_LOSSES EGRESS_STARVED", "AD=03 AK=0c BL=30"},
};
/* clang-format on */

static void check_event(const char *processor, const char *string, const char *expected)
{
	char bytes[512];
	struct text text = TEXT_OVER(bytes);
	struct diagnostic diagnostic;
	struct encoding encoding;

	if (!encode_event(processor_by_name(processor), slice_of(string), &encoding, &diagnostic))
		fail_msg("%s: %s", string, diagnostic.reason);
	encode_names(&encoding, &text);
	/* Behind the canonical name. */
	assert_string_equal(strchr(bytes, ' ') + 1, expected);
}

TEST(events_have_the_documented_values)
{
	for (unsigned i = 0; i < ARRAY_SIZE(events); i++)
		check_event(events[i].processor, events[i].string, events[i].registers);
}

/* Of more than one C-Box at a time the guide leaves open what that counts. */
TEST(what_the_guide_leaves_undefined_is_refused)
{
	static const char *const strings[] = {
		"sbox0::TO_R_DRS_MSGQ_CYCLES_FULL:ALL",
		"sbox0::TO_R_NCB_MSGQ_CYCLES_FULL:ALL",
		"sbox0::TO_R_NCS_MSGQ_CYCLES_FULL:ALL",
	};

	for (unsigned i = 0; i < ARRAY_SIZE(strings); i++) {
		struct diagnostic diagnostic;
		struct encoding encoding;

		assert_false(encode_event(processor_by_name(EX), slice_of(strings[i]), &encoding, &diagnostic));
		assert_int_equal(diagnostic.kind, DIAGNOSTIC_MODIFIER); /* the words: tests/golden/event-errors.txt */
		assert_int_equal(diagnostic.column, 33);
	}
}

/* The umask of a row. */
static unsigned umask_of(const char *box, struct slice event, const char *umask)
{
	const struct processor *processor = processor_by_name(EX);
	const struct box_type *type = type_named(EX, box);

	for (unsigned i = 0; i < type->event_count; i++)
		if (slice_is(event, processor_string(processor, type->events[i].name)) &&
		    !strcmp(processor_string(processor, type->events[i].umask_name), umask))
			return type->events[i].umask;
	fail_msg("%.*s has no %s", (int)event.length, event.at, umask);
	return 0;
}

TEST(umasks_are_the_sums_that_their_names_say)
{
	for (unsigned i = 0; i < ARRAY_SIZE(sums); i++) {
		struct slice rest = slice_of(sums[i].events);

		while (rest.at) {
			struct slice event = slice_cut(&rest, ' ');
			const char *at = sums[i].umasks;
			char name[32];
			unsigned value;
			int length;

			for (; sscanf(at, " %31[^=]=%x%n", name, &value, &length) == 2; at += length)
				assert_int_equal(umask_of(sums[i].box, event, name), value);
		}
	}
}
