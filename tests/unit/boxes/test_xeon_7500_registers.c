/* SPDX-License-Identifier: BSD-2-Clause */
/* Every register of the Xeon 7500 and the Xeon E7: its address and its bits, against the documents' tables
 * typed anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boxes/box.h"

/* ---- addresses ----------------------------------------------------------------------------------- */

/* Registers of one name in one instance. The E7 has C8 and C9, the 7500 has not. */
struct expected {
	const char *box;
	uint8_t instance;
	const char *row;
	uint16_t addresses[8];
};

/* clang-format off */
static const struct expected registers[] = {
	{"ubox", 0, "global_ctl", {0xc00}},
	{"ubox", 0, "status", {0xc01}},
	{"ubox", 0, "ovf_ctl", {0xc02}},
	{"ubox", 0, "ctl0", {0xc10}},
	{"ubox", 0, "ctr0", {0xc11}},
	{"wbox", 0, "global_ctl", {0xc80}},
	{"wbox", 0, "status", {0xc81}},
	{"wbox", 0, "ovf_ctl", {0xc82}},
	{"wbox", 0, "ctl", {0xc90, 0xc92, 0xc94, 0xc96}},
	{"wbox", 0, "ctr", {0xc91, 0xc93, 0xc95, 0xc97}},
	{"wbox", 0, "fixed_ctr", {0x394}},
	{"wbox", 0, "fixed_ctl", {0x395}},
	{"sbox", 0, "global_ctl", {0xc40}},
	{"sbox", 1, "global_ctl", {0xcc0}},
	{"sbox", 0, "status", {0xc41}},
	{"sbox", 1, "status", {0xcc1}},
	{"sbox", 0, "ovf_ctl", {0xc42}},
	{"sbox", 1, "ovf_ctl", {0xcc2}},
	{"sbox", 0, "ctl", {0xc50, 0xc52, 0xc54, 0xc56}},
	{"sbox", 1, "ctl", {0xcd0, 0xcd2, 0xcd4, 0xcd6}},
	{"sbox", 0, "ctr", {0xc51, 0xc53, 0xc55, 0xc57}},
	{"sbox", 1, "ctr", {0xcd1, 0xcd3, 0xcd5, 0xcd7}},
	{"sbox", 0, "mm_cfg", {0xe48}},
	{"sbox", 1, "mm_cfg", {0xe58}},
	{"sbox", 0, "match", {0xe49}},
	{"sbox", 1, "match", {0xe59}},
	{"sbox", 0, "mask", {0xe4a}},
	{"sbox", 1, "mask", {0xe5a}},
	{"bbox", 0, "global_ctl", {0xc20}},
	{"bbox", 1, "global_ctl", {0xc60}},
	{"bbox", 0, "status", {0xc21}},
	{"bbox", 1, "status", {0xc61}},
	{"bbox", 0, "ovf_ctl", {0xc22}},
	{"bbox", 1, "ovf_ctl", {0xc62}},
	{"bbox", 0, "ctl", {0xc30, 0xc32, 0xc34, 0xc36}},
	{"bbox", 1, "ctl", {0xc70, 0xc72, 0xc74, 0xc76}},
	{"bbox", 0, "ctr", {0xc31, 0xc33, 0xc35, 0xc37}},
	{"bbox", 1, "ctr", {0xc71, 0xc73, 0xc75, 0xc77}},
	{"bbox", 0, "match", {0xe45}},
	{"bbox", 1, "match", {0xe4d}},
	{"bbox", 0, "mask", {0xe46}},
	{"bbox", 1, "mask", {0xe4e}},
	{"mbox", 0, "global_ctl", {0xca0}},
	{"mbox", 1, "global_ctl", {0xce0}},
	{"mbox", 0, "status", {0xca1}},
	{"mbox", 1, "status", {0xce1}},
	{"mbox", 0, "ovf_ctl", {0xca2}},
	{"mbox", 1, "ovf_ctl", {0xce2}},
	{"mbox", 0, "timestamp", {0xca4}},
	{"mbox", 1, "timestamp", {0xce4}},
	{"mbox", 0, "dsp", {0xca5}},
	{"mbox", 1, "dsp", {0xce5}},
	{"mbox", 0, "iss", {0xca6}},
	{"mbox", 1, "iss", {0xce6}},
	{"mbox", 0, "map", {0xca7}},
	{"mbox", 1, "map", {0xce7}},
	{"mbox", 0, "msc_thr", {0xca8}},
	{"mbox", 1, "msc_thr", {0xce8}},
	{"mbox", 0, "pgt", {0xca9}},
	{"mbox", 1, "pgt", {0xce9}},
	{"mbox", 0, "pld", {0xcaa}},
	{"mbox", 1, "pld", {0xcea}},
	{"mbox", 0, "zdp_ctl_fvc", {0xcab}},
	{"mbox", 1, "zdp_ctl_fvc", {0xceb}},
	{"mbox", 0, "ctl", {0xcb0, 0xcb2, 0xcb4, 0xcb6, 0xcb8, 0xcba}},
	{"mbox", 1, "ctl", {0xcf0, 0xcf2, 0xcf4, 0xcf6, 0xcf8, 0xcfa}},
	{"mbox", 0, "ctr", {0xcb1, 0xcb3, 0xcb5, 0xcb7, 0xcb9, 0xcbb}},
	{"mbox", 1, "ctr", {0xcf1, 0xcf3, 0xcf5, 0xcf7, 0xcf9, 0xcfb}},
	{"mbox", 0, "mm_cfg", {0xe54}},
	{"mbox", 1, "mm_cfg", {0xe5c}},
	{"mbox", 0, "addr_match", {0xe55}},
	{"mbox", 1, "addr_match", {0xe5d}},
	{"mbox", 0, "addr_mask", {0xe56}},
	{"mbox", 1, "addr_mask", {0xe5e}},
	{"rbox", 0, "global_ctl", {0xe00}},
	{"rbox", 1, "global_ctl", {0xe20}},
	{"rbox", 0, "status", {0xe01}},
	{"rbox", 1, "status", {0xe21}},
	{"rbox", 0, "ovf_ctl", {0xe02}},
	{"rbox", 1, "ovf_ctl", {0xe22}},
	{"rbox", 0, "ctl", {0xe10, 0xe12, 0xe14, 0xe16, 0xe18, 0xe1a, 0xe1c, 0xe1e}},
	{"rbox", 1, "ctl", {0xe30, 0xe32, 0xe34, 0xe36, 0xe38, 0xe3a, 0xe3c, 0xe3e}},
	{"rbox", 0, "ctr", {0xe11, 0xe13, 0xe15, 0xe17, 0xe19, 0xe1b, 0xe1d, 0xe1f}},
	{"rbox", 1, "ctr", {0xe31, 0xe33, 0xe35, 0xe37, 0xe39, 0xe3b, 0xe3d, 0xe3f}},
	{"cbox", 0, "global_ctl", {0xd00}},
	{"cbox", 1, "global_ctl", {0xd80}},
	{"cbox", 2, "global_ctl", {0xd40}},
	{"cbox", 3, "global_ctl", {0xdc0}},
	{"cbox", 4, "global_ctl", {0xd20}},
	{"cbox", 5, "global_ctl", {0xda0}},
	{"cbox", 6, "global_ctl", {0xd60}},
	{"cbox", 7, "global_ctl", {0xde0}},
	{"cbox", 8, "global_ctl", {0xf40}},
	{"cbox", 9, "global_ctl", {0xfc0}},
	{"cbox", 0, "status", {0xd01}},
	{"cbox", 1, "status", {0xd81}},
	{"cbox", 2, "status", {0xd41}},
	{"cbox", 3, "status", {0xdc1}},
	{"cbox", 4, "status", {0xd21}},
	{"cbox", 5, "status", {0xda1}},
	{"cbox", 6, "status", {0xd61}},
	{"cbox", 7, "status", {0xde1}},
	{"cbox", 8, "status", {0xf41}},
	{"cbox", 9, "status", {0xfc1}},
	{"cbox", 0, "ovf_ctl", {0xd02}},
	{"cbox", 1, "ovf_ctl", {0xd82}},
	{"cbox", 2, "ovf_ctl", {0xd42}},
	{"cbox", 3, "ovf_ctl", {0xdc2}},
	{"cbox", 4, "ovf_ctl", {0xd22}},
	{"cbox", 5, "ovf_ctl", {0xda2}},
	{"cbox", 6, "ovf_ctl", {0xd62}},
	{"cbox", 7, "ovf_ctl", {0xde2}},
	{"cbox", 8, "ovf_ctl", {0xf42}},
	{"cbox", 9, "ovf_ctl", {0xfc2}},
	{"cbox", 0, "ctl", {0xd10, 0xd12, 0xd14, 0xd16, 0xd18, 0xd1a}},
	{"cbox", 1, "ctl", {0xd90, 0xd92, 0xd94, 0xd96, 0xd98, 0xd9a}},
	{"cbox", 2, "ctl", {0xd50, 0xd52, 0xd54, 0xd56, 0xd58, 0xd5a}},
	{"cbox", 3, "ctl", {0xdd0, 0xdd2, 0xdd4, 0xdd6, 0xdd8, 0xdda}},
	{"cbox", 4, "ctl", {0xd30, 0xd32, 0xd34, 0xd36, 0xd38, 0xd3a}},
	{"cbox", 5, "ctl", {0xdb0, 0xdb2, 0xdb4, 0xdb6, 0xdb8, 0xdba}},
	{"cbox", 6, "ctl", {0xd70, 0xd72, 0xd74, 0xd76, 0xd78, 0xd7a}},
	{"cbox", 7, "ctl", {0xdf0, 0xdf2, 0xdf4, 0xdf6, 0xdf8, 0xdfa}},
	{"cbox", 8, "ctl", {0xf50, 0xf52, 0xf54, 0xf56, 0xf58, 0xf5a}},
	{"cbox", 9, "ctl", {0xfd0, 0xfd2, 0xfd4, 0xfd6, 0xfd8, 0xfda}},
	{"cbox", 0, "ctr", {0xd11, 0xd13, 0xd15, 0xd17, 0xd19, 0xd1b}},
	{"cbox", 1, "ctr", {0xd91, 0xd93, 0xd95, 0xd97, 0xd99, 0xd9b}},
	{"cbox", 2, "ctr", {0xd51, 0xd53, 0xd55, 0xd57, 0xd59, 0xd5b}},
	{"cbox", 3, "ctr", {0xdd1, 0xdd3, 0xdd5, 0xdd7, 0xdd9, 0xddb}},
	{"cbox", 4, "ctr", {0xd31, 0xd33, 0xd35, 0xd37, 0xd39, 0xd3b}},
	{"cbox", 5, "ctr", {0xdb1, 0xdb3, 0xdb5, 0xdb7, 0xdb9, 0xdbb}},
	{"cbox", 6, "ctr", {0xd71, 0xd73, 0xd75, 0xd77, 0xd79, 0xd7b}},
	{"cbox", 7, "ctr", {0xdf1, 0xdf3, 0xdf5, 0xdf7, 0xdf9, 0xdfb}},
	{"cbox", 8, "ctr", {0xf51, 0xf53, 0xf55, 0xf57, 0xf59, 0xf5b}},
	{"cbox", 9, "ctr", {0xfd1, 0xfd3, 0xfd5, 0xfd7, 0xfd9, 0xfdb}},
	{"rbox", 0, "iperf_cfg0_port", {0xe04, 0xe05, 0xe06, 0xe07}},
	{"rbox", 1, "iperf_cfg0_port", {0xe08, 0xe09, 0xe0a, 0xe0b}},
	{"rbox", 0, "iperf_cfg1_port", {0xe24, 0xe25, 0xe26, 0xe27}},
	{"rbox", 1, "iperf_cfg1_port", {0xe28, 0xe29, 0xe2a, 0xe2b}},
	{"rbox", 0, "qlx_cfg_port", {0xe0c, 0xe0d, 0xe0e, 0xe0f}},
	{"rbox", 1, "qlx_cfg_port", {0xe2c, 0xe2d, 0xe2e, 0xe2f}},
	{"rbox", 0, "xbr1_mm_cfg_port", {0xe60, 0xe64, 0xe68, 0xe6c}},
	{"rbox", 1, "xbr1_mm_cfg_port", {0xe80, 0xe84, 0xe88, 0xe8c}},
	{"rbox", 0, "xbr1_match_port", {0xe61, 0xe65, 0xe69, 0xe6d}},
	{"rbox", 1, "xbr1_match_port", {0xe81, 0xe85, 0xe89, 0xe8d}},
	{"rbox", 0, "xbr1_mask_port", {0xe62, 0xe66, 0xe6a, 0xe6e}},
	{"rbox", 1, "xbr1_mask_port", {0xe82, 0xe86, 0xe8a, 0xe8e}},
	{"rbox", 0, "xbr2_mm_cfg_port", {0xe70, 0xe74, 0xe78, 0xe7c}},
	{"rbox", 1, "xbr2_mm_cfg_port", {0xe90, 0xe94, 0xe98, 0xe9c}},
	{"rbox", 0, "xbr2_match_port", {0xe71, 0xe75, 0xe79, 0xe7d}},
	{"rbox", 1, "xbr2_match_port", {0xe91, 0xe95, 0xe99, 0xe9d}},
	{"rbox", 0, "xbr2_mask_port", {0xe72, 0xe76, 0xe7a, 0xe7e}},
	{"rbox", 1, "xbr2_mask_port", {0xe92, 0xe96, 0xe9a, 0xe9e}},
};
/* clang-format on */

static const struct box_type *type_named(const struct processor *processor, const char *name)
{
	for (unsigned i = 0; i < processor->type_count; i++)
		if (!strcmp(processor->types[i]->name, name))
			return processor->types[i];
	return NULL;
}

/* Checks one line, and returns how many registers it has. */
static unsigned check_line(const struct processor *processor, const struct expected *expected)
{
	struct box box = {.type = type_named(processor, expected->box), .instance = expected->instance};
	const struct register_row *row;
	unsigned count = 0;

	assert_non_null(box.type);
	if (box.instance >= box.type->instances)
		return 0;
	row = box_row_by_name(box.type, expected->row);
	if (!row)
		fail_msg("%s has no %s", expected->box, expected->row);
	for (; count < 8 && expected->addresses[count]; count++) {
		struct location where = box_location(&box, row, count);

		if (where.address != expected->addresses[count])
			fail_msg("%s%u %s%u: 0x%x", expected->box, expected->instance, expected->row, count,
				 (unsigned)where.address);
		assert_int_equal(where.space, SPACE_MSR);
	}
	assert_int_equal(row->count, count);
	return count;
}

static unsigned check_lines(const struct processor *processor)
{
	unsigned count = 0;

	for (size_t i = 0; i < ARRAY_SIZE(registers); i++)
		count += check_line(processor, &registers[i]);
	return count;
}

static unsigned registers_of(const struct processor *processor)
{
	unsigned count = 0;

	for (unsigned t = 0; t < processor->type_count; t++)
		for (unsigned r = 0; r < processor->types[t]->register_count; r++)
			count += processor->types[t]->instances * processor->types[t]->registers[r].count;
	return count;
}

static void all_registers_are_there_and_no_others(void **state)
{
	(void)state;
	assert_int_equal(check_lines(processor_by_name("xeon-7500")), 354);
	assert_int_equal(registers_of(processor_by_name("xeon-7500")), 354);
	assert_int_equal(check_lines(processor_by_name("xeon-e7")), 384);
	assert_int_equal(registers_of(processor_by_name("xeon-e7")), 384);
}

/* ---- layouts ------------------------------------------------------------------------------------- */

struct expected_bits {
	const char *box, *row;
	uint64_t writable; /* may be set and reads back */
	uint64_t reserved; /* must be written as 0 */
};

#define ALL_BUT(bits) (~(uint64_t)(bits))

/* clang-format off */
static const struct expected_bits layouts[] = {
	{"sbox", "global_ctl", 0xf, ALL_BUT(0xf)},
	{"sbox", "status", 0, ALL_BUT(0xf)},
	{"sbox", "ovf_ctl", 0, ALL_BUT(0xf)},
	{"sbox", "ctl", 0xffd4ffff, 0x6000000000090000},
	{"sbox", "ctr", 0xffffffffffff, 0xffff000000000000},
	{"sbox", "mm_cfg", BIT(63), ALL_BUT(BIT(63))},
	{"sbox", "match", ALL_BUT(0), 0},
	{"sbox", "mask", 0x7fffffffff, BIT(63)},
	{"bbox", "global_ctl", 0xf, ALL_BUT(0xf)},
	{"bbox", "status", 0, ALL_BUT(0xf)},
	{"bbox", "ovf_ctl", 0, ALL_BUT(0xf)},
	{"bbox", "ctl", 0x10003f, 0x60040000000fffc0},
	{"bbox", "ctr", 0xffffffffffff, 0xffff000000000000},
	{"bbox", "match", 0x0fffffffffffffff, 0xf000000000000000},
	{"bbox", "mask", 0x0fffffffffffffff, 0xf000000000000000},
	{"mbox", "global_ctl", 0x3f, ALL_BUT(0x3f)},
	{"mbox", "status", 0, ALL_BUT(0x3f)},
	{"mbox", "ovf_ctl", 0, ALL_BUT(0x3f)},
	{"mbox", "ctl", 0x383eff, 0x6000000001c7c100},
	{"mbox", "ctr", 0xffffffffffff, 0xffff000000000000},
	{"mbox", "timestamp", 0, ALL_BUT(0xffff)},
	{"mbox", "dsp", 0x780, ALL_BUT(0x780)},
	{"mbox", "iss", 0x3ff, ALL_BUT(0x3ff)},
	{"mbox", "msc_thr", 0x7f8, ALL_BUT(0x7f8)},
	{"mbox", "pgt", 0x41, ALL_BUT(0x41)},
	{"mbox", "pld", 0x1f01, ALL_BUT(0x1f01)},
	{"mbox", "mm_cfg", BIT(63), ALL_BUT(BIT(63))},
	{"mbox", "addr_match", 0x3ffffffff, ALL_BUT(0x3ffffffff)},
	{"mbox", "addr_mask", 0x7ffffff, ALL_BUT(0x7ffffff)},
	{"rbox", "global_ctl", 0xff, ALL_BUT(0xff)},
	{"rbox", "status", 0, ALL_BUT(0xff)},
	{"rbox", "ovf_ctl", 0, ALL_BUT(0xff)},
	{"rbox", "ctl", 0x7f, 0x6000000000000000},
	{"rbox", "ctr", 0xffffffffffff, 0xffff000000000000},
	{"rbox", "iperf_cfg0_port", 0xff3fffff, ALL_BUT(0xff3fffff)},
	{"rbox", "iperf_cfg1_port", 0xff3fffff, ALL_BUT(0xff3fffff)},
	{"rbox", "qlx_cfg_port", 0xffff, ALL_BUT(0xffff)},
	{"rbox", "xbr1_mm_cfg_port", BIT(63) | 0x3fffff, 0},
	{"rbox", "xbr2_match_port", 0x000f000f8003fff8, ALL_BUT(0x000f000f8003fff8)},
	{"rbox", "xbr2_mask_port", 0x000f000f8003fff8, ALL_BUT(0x000f000f8003fff8)},
};
static const struct expected_bits of_7500[] = {
	{"mbox", "map", 0x1ff, ALL_BUT(0x1ff)},
	{"mbox", "zdp_ctl_fvc", 0x7fffff, ALL_BUT(0x7fffff)},
};
static const struct expected_bits of_e7[] = {
	{"mbox", "map", 0x3ff, ALL_BUT(0x3ff)},
	{"mbox", "zdp_ctl_fvc", 0xffffff, ALL_BUT(0xffffff)},
};
/* clang-format on */

static void check_layouts(const char *processor, const struct expected_bits *expected, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct box_type *type = type_named(processor_by_name(processor), expected[i].box);
		const struct register_layout *layout = box_row_by_name(type, expected[i].row)->layout;

		if (layout_writable(layout) != expected[i].writable || layout_reserved(layout) != expected[i].reserved)
			fail_msg("%s %s: writable 0x%llx, reserved 0x%llx", expected[i].box, expected[i].row,
				 (unsigned long long)layout_writable(layout),
				 (unsigned long long)layout_reserved(layout));
		assert_int_equal(layout->reset, 0);
	}
}

static void layouts_have_the_documented_bits(void **state)
{
	(void)state;
	check_layouts("xeon-7500", layouts, ARRAY_SIZE(layouts));
	check_layouts("xeon-e7", layouts, ARRAY_SIZE(layouts));
	check_layouts("xeon-7500", of_7500, ARRAY_SIZE(of_7500));
	check_layouts("xeon-e7", of_e7, ARRAY_SIZE(of_e7));
}

/* ---- fields -------------------------------------------------------------------------------------- */

struct expected_field {
	const char *box, *row, *field;
	uint64_t mask; /* on the 7500 */
	uint8_t up;    /* bits it stands higher on the E7 */
};

/* clang-format off */
static const struct expected_field fields[] = {
	{"sbox", "ctl", "reset_occ_cnt", BIT(17), 0},
	{"sbox", "mask", "addr", 0x7ffffffffe, 0},
	{"sbox", "mask", "hnid", 1, 0},
	{"bbox", "match", "opc_out", UINT64_C(0xf) << 56, 0},
	{"bbox", "match", "opc_in", UINT64_C(0xf) << 52, 0},
	{"bbox", "match", "msg_out", UINT64_C(0xf) << 48, 0},
	{"bbox", "mask", "msg_in", UINT64_C(0xf) << 44, 0},
	{"bbox", "mask", "addr", 0xfffffffffff, 0},
	{"mbox", "ctl", "set_flag_sel", 0x380000, 0},
	{"mbox", "ctl", "inc_sel", 0x3e00, 0},
	{"mbox", "ctl", "flag_mode", 0x80, 0},
	{"mbox", "ctl", "wrap_mode", 0x40, 0},
	{"mbox", "ctl", "storage_mode", 0x30, 0},
	{"mbox", "ctl", "count_mode", 0xc, 0},
	{"mbox", "ctl", "pmi_en", 2, 0},
	{"mbox", "dsp", "fill", 0x780, 0},
	{"mbox", "iss", "frame", 0xf, 0},
	{"mbox", "iss", "sched_mode", 0x70, 0},
	{"mbox", "iss", "gate_mode", 0x380, 0},
	{"mbox", "map", "cmd", 0x1e0, 1},
	{"mbox", "msc_thr", "down", 0x600, 0},
	{"mbox", "msc_thr", "up", 0x180, 0},
	{"mbox", "msc_thr", "dimm_sel", 0x70, 0},
	{"mbox", "msc_thr", "all_dimms", 8, 0},
	{"mbox", "pgt", "transition", 1, 0},
	{"mbox", "pgt", "state", 0x40, 0},
	{"mbox", "pld", "gated", 1, 0},
	{"mbox", "pld", "cmd", 0x1f00, 0},
	{"mbox", "zdp_ctl_fvc", "pbox_init_err", BIT(23), 1},
	{"mbox", "zdp_ctl_fvc", "evnt3", 0x700000, 1},
	{"mbox", "zdp_ctl_fvc", "evnt2", 0xe0000, 1},
	{"mbox", "zdp_ctl_fvc", "evnt1", 0x1c000, 1},
	{"mbox", "zdp_ctl_fvc", "evnt0", 0x3800, 1},
	{"mbox", "zdp_ctl_fvc", "resp", 0x700, 1},
	{"mbox", "zdp_ctl_fvc", "bcmd", 0xe0, 1},
	{"rbox", "ctl", "pmi_en", 0x40, 0},
	{"rbox", "ctl", "ev_sel", 0x3e, 0},
	{"rbox", "qlx_cfg_port", "ev1_sub", 0x8000, 0},
	{"rbox", "qlx_cfg_port", "ev1_cls", 0x7000, 0},
	{"rbox", "qlx_cfg_port", "ev1_type", 0xf00, 0},
	{"rbox", "qlx_cfg_port", "ev0_sub", 0x80, 0},
	{"rbox", "qlx_cfg_port", "ev0_cls", 0x70, 0},
	{"rbox", "qlx_cfg_port", "ev0_type", 0xf, 0},
	{"rbox", "xbr1_mm_cfg_port", "dis", BIT(63), 0},
	{"rbox", "xbr1_mm_cfg_port", "mm_trig_en", BIT(21), 0},
	{"rbox", "xbr2_mm_cfg_port", "ig_flt_cnt", BIT(20), 0},
	{"rbox", "xbr2_mm_cfg_port", "match_flt_cnt", 0xf0000, 0},
	{"rbox", "xbr1_match_port", "rds", UINT64_C(0xf) << 48, 0},
	{"rbox", "xbr1_match_port", "rnid", UINT64_C(0x1f) << 31, 0},
	{"rbox", "xbr1_match_port", "dnid", 0x3e000, 0},
	{"rbox", "xbr1_mask_port", "mc", 0x1e00, 0},
	{"rbox", "xbr1_mask_port", "opc", 0x1e0, 0},
	{"rbox", "xbr1_mask_port", "vnw", 0x18, 0},
};
/* clang-format on */

static void check_field(const char *processor, const struct expected_field *expected, unsigned up)
{
	const struct box_type *type = type_named(processor_by_name(processor), expected->box);
	const struct register_layout *layout = box_row_by_name(type, expected->row)->layout;

	for (unsigned i = 0; i < layout->field_count; i++) {
		if (strcmp(layout->fields[i].name, expected->field))
			continue;
		if (field_mask(&layout->fields[i]) != expected->mask << up)
			fail_msg("%s.%s.%s", expected->box, expected->row, expected->field);
		return;
	}
	fail_msg("%s.%s has no %s", expected->box, expected->row, expected->field);
}

static void fields_are_where_the_documents_have_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		check_field("xeon-7500", &fields[i], 0);
		check_field("xeon-e7", &fields[i], fields[i].up);
	}
}

/* ---- the hierarchy ------------------------------------------------------------------------------- */

static void overflows_are_summarised_where_the_hierarchy_says(void **state)
{
	static const char *const sides[] = {"sbox", "bbox", "mbox", "rbox"};
	const struct processor *e7 = processor_by_name("xeon-e7");

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(sides); i++) {
		const struct box_type *type = type_named(e7, sides[i]);

		assert_int_equal(type->instances, 2);
		assert_int_equal(type->places[0].summary, BIT(3));
		assert_int_equal(type->places[1].summary, BIT(2));
	}
	/* Through which side C8 and C9 report is not documented. */
	assert_int_equal(type_named(e7, "cbox")->instances, 10);
	assert_int_equal(type_named(e7, "cbox")->places[8].summary, BIT(3) | BIT(2));
	assert_int_equal(type_named(e7, "cbox")->places[9].summary, BIT(3) | BIT(2));
}

static void the_e7_is_found_by_its_model(void **state)
{
	(void)state;
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x2f), processor_by_name("xeon-e7"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_registers_are_there_and_no_others),
		cmocka_unit_test(layouts_have_the_documented_bits),
		cmocka_unit_test(fields_are_where_the_documents_have_them),
		cmocka_unit_test(overflows_are_summarised_where_the_hierarchy_says),
		cmocka_unit_test(the_e7_is_found_by_its_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
