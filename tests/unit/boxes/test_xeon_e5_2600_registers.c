/* SPDX-License-Identifier: BSD-2-Clause */
/* Every register of the Xeon E5-2600: its address, its bits and what software may do with them, against the
 * documents' tables typed anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boxes/box.h"

static const struct processor *xeon(void)
{
	return processor_by_name("xeon-e5-2600");
}

static const struct box_type *type_named(const char *name)
{
	for (unsigned i = 0; i < xeon()->type_count; i++)
		if (!strcmp(xeon()->types[i]->name, name))
			return xeon()->types[i];
	fail_msg("no %s", name);
	return NULL;
}

/* ---- addresses ----------------------------------------------------------------------------------- */

/* Registers of one name in one instance: numbers of MSRs, or device, function and offset. */
struct expected {
	const char *box;
	uint8_t instance;
	const char *row;
	uint32_t addresses[4];
};

/* clang-format off */
#define D(DEVICE, FUNCTION, OFFSET) ((DEVICE) << 15 | (FUNCTION) << 12 | (OFFSET))
#define FOUR(D_, F_, A, B, C, E)    {D(D_, F_, A), D(D_, F_, B), D(D_, F_, C), D(D_, F_, E)}
#define CBO(N, BOX, T0, T1, T2, T3, FILTER, R0, R1, R2, R3)  \
	{"cbox", N, "box_ctl", {BOX}},                       \
	{"cbox", N, "ctl", {T0, T1, T2, T3}},                \
	{"cbox", N, "filter", {FILTER}},                     \
	{"cbox", N, "ctr", {R0, R1, R2, R3}}
#define PCI4(BOX, N, DEVICE, FUNCTION)                                             \
	{BOX, N, "ctl", FOUR(DEVICE, FUNCTION, 0xd8, 0xdc, 0xe0, 0xe4)},           \
	{BOX, N, "ctr", FOUR(DEVICE, FUNCTION, 0xa0, 0xa8, 0xb0, 0xb8)},           \
	{BOX, N, "box_ctl", {D(DEVICE, FUNCTION, 0xf4)}}
#define IMC(N, FUNCTION)                                       \
	PCI4("imc", N, 16, FUNCTION),                          \
	{"imc", N, "fixed_ctl", {D(16, FUNCTION, 0xf0)}},      \
	{"imc", N, "fixed_ctr", {D(16, FUNCTION, 0xd0)}}
#define QPI(N, DEVICE)                                         \
	PCI4("qpi", N, DEVICE, 2),                             \
	{"qpi", N, "match0", {D(DEVICE, 6, 0x228)}},           \
	{"qpi", N, "match1", {D(DEVICE, 6, 0x22c)}},           \
	{"qpi", N, "mask0", {D(DEVICE, 6, 0x238)}},            \
	{"qpi", N, "mask1", {D(DEVICE, 6, 0x23c)}},            \
	{"qpi", N, "rate", {D(DEVICE, 0, 0xd4)}}
#define R3QPI(N, FUNCTION)                                                              \
	{"r3qpi", N, "ctl", {D(19, FUNCTION, 0xd8), D(19, FUNCTION, 0xdc), D(19, FUNCTION, 0xe0)}}, \
	{"r3qpi", N, "ctr", {D(19, FUNCTION, 0xa0), D(19, FUNCTION, 0xa8), D(19, FUNCTION, 0xb0)}}, \
	{"r3qpi", N, "box_ctl", {D(19, FUNCTION, 0xf4)}}

static const struct expected registers[] = {
	{"ubox", 0, "fixed_ctl", {0xc08}},
	{"ubox", 0, "fixed_ctr", {0xc09}},
	{"ubox", 0, "ctl", {0xc10, 0xc11}},
	{"ubox", 0, "ctr", {0xc16, 0xc17}},
	{"pcu", 0, "box_ctl", {0xc24}},
	{"pcu", 0, "ctl", {0xc30, 0xc31, 0xc32, 0xc33}},
	{"pcu", 0, "filter", {0xc34}},
	{"pcu", 0, "ctr", {0xc36, 0xc37, 0xc38, 0xc39}},
	{"pcu", 0, "residency", {0x3fc, 0x3fd}},
	CBO(0, 0xd04, 0xd10, 0xd11, 0xd12, 0xd13, 0xd14, 0xd16, 0xd17, 0xd18, 0xd19),
	CBO(1, 0xd24, 0xd30, 0xd31, 0xd32, 0xd33, 0xd34, 0xd36, 0xd37, 0xd38, 0xd39),
	CBO(2, 0xd44, 0xd50, 0xd51, 0xd52, 0xd53, 0xd54, 0xd56, 0xd57, 0xd58, 0xd59),
	CBO(3, 0xd64, 0xd70, 0xd71, 0xd72, 0xd73, 0xd74, 0xd76, 0xd77, 0xd78, 0xd79),
	CBO(4, 0xd84, 0xd90, 0xd91, 0xd92, 0xd93, 0xd94, 0xd96, 0xd97, 0xd98, 0xd99),
	CBO(5, 0xda4, 0xdb0, 0xdb1, 0xdb2, 0xdb3, 0xdb4, 0xdb6, 0xdb7, 0xdb8, 0xdb9),
	CBO(6, 0xdc4, 0xdd0, 0xdd1, 0xdd2, 0xdd3, 0xdd4, 0xdd6, 0xdd7, 0xdd8, 0xdd9),
	CBO(7, 0xde4, 0xdf0, 0xdf1, 0xdf2, 0xdf3, 0xdf4, 0xdf6, 0xdf7, 0xdf8, 0xdf9),
	PCI4("ha", 0, 14, 1),
	{"ha", 0, "addrmatch0", {D(14, 1, 0x40)}},
	{"ha", 0, "addrmatch1", {D(14, 1, 0x44)}},
	{"ha", 0, "opcodematch", {D(14, 1, 0x48)}},
	IMC(0, 0), IMC(1, 1), IMC(2, 4), IMC(3, 5),
	QPI(0, 8), QPI(1, 9),
	PCI4("r2pcie", 0, 19, 1),
	R3QPI(0, 5), R3QPI(1, 6),
};
/* clang-format on */

static unsigned count_of(const struct expected *expected)
{
	unsigned count = 0;

	while (count < ARRAY_SIZE(expected->addresses) && expected->addresses[count])
		count++;
	return count;
}

static void check_register(const struct expected *expected, const struct register_row *row)
{
	struct box box = {.type = type_named(expected->box), .instance = expected->instance};
	bool pci = box.type->space == SPACE_PCI;

	assert_int_equal(row->count, count_of(expected));
	for (unsigned i = 0; i < row->count; i++) {
		struct location where = box_location(&box, row, i);

		if (where.address != expected->addresses[i])
			fail_msg("%s%u.%s%u", expected->box, expected->instance, expected->row, i);
		assert_int_equal(where.space, box.type->space);
		assert_int_equal(where.width_bits, pci ? 32 : 64);
		assert_int_equal(where.halves != HALVES_NONE, pci && row->layout->width_bits == 64);
	}
}

static void all_registers_are_there_and_no_others(void **state)
{
	unsigned there = 0, expected = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(registers); i++) {
		const struct register_row *row = box_row_by_name(type_named(registers[i].box), registers[i].row);

		if (!row)
			fail_msg("%s has no %s", registers[i].box, registers[i].row);
		check_register(&registers[i], row);
		expected += count_of(&registers[i]);
	}
	for (unsigned t = 0; t < xeon()->type_count; t++) {
		const struct box_type *type = xeon()->types[t];

		for (unsigned i = 0; type->scope == BOX_OF_SOCKET && i < type->register_count; i++)
			there += type->registers[i].count * type->instances;
	}
	assert_int_equal(there, expected);
}

/* ---- bits ------------------------------------------------------------------------------------------ */

/* What software may set and read back; what a written 1 acts on; what must be written as 0. */
struct expected_bits {
	const char *box, *row;
	uint32_t writable, acting, zero; /* of the low 32 */
};

/* clang-format off */
static const struct expected_bits bits[] = {
	{"ubox", "ctl",         0x1fc4ffff, 0x00020000, 0xe0390000},
	{"ubox", "fixed_ctl",   0x00400000, 0,          0xffbfffff},
	{"cbox", "ctl",         0xffccffff, 0x00020000, 0x00310000},
	{"cbox", "box_ctl",     0x00010100, 0x00000003, 0xfffefefc},
	{"cbox", "filter",      0xfffffc1f, 0,          0x000003e0},
	{"pcu", "ctl",          0xdfe4c0ff, 0x00020000, 0x20193f00},
	{"pcu", "box_ctl",      0x00010100, 0x00000003, 0xfffefefc},
	{"pcu", "filter",       0xffffffff, 0,          0},
	{"ha", "ctl",           0xffc4ffff, 0,          0x003b0000},
	{"ha", "box_ctl",       0x00010100, 0,          0xfffefeff},
	{"ha", "addrmatch0",    0xffffffc0, 0,          0x0000003f},
	{"ha", "addrmatch1",    0x00003fff, 0,          0xffffc000},
	{"ha", "opcodematch",   0x0000003f, 0,          0xffffffc0},
	{"imc", "ctl",          0xffc4ffff, 0,          0x003b0000},
	{"imc", "box_ctl",      0x00010100, 0,          0xfffefeff},
	{"imc", "fixed_ctl",    0x00400000, 0x00080000, 0xffb7ffff},
	{"qpi", "ctl",          0xffe4ffff, 0x00020000, 0x00190000},
	{"qpi", "box_ctl",      0x00010100, 0x00000003, 0xfffefefc},
	{"qpi", "match0",       0x8003fff8, 0,          0x7ffc0007},
	{"qpi", "match1",       0x000f000f, 0,          0xfff0fff0},
	{"qpi", "mask0",        0x8003fff8, 0,          0x7ffc0007},
	{"qpi", "mask1",        0x000f000f, 0,          0xfff0fff0},
	{"qpi", "rate",         0,          0,          0xffffffe0},
	{"r2pcie", "ctl",       0xffc4ffff, 0x00020000, 0x00390000},
	{"r2pcie", "box_ctl",   0x00010100, 0x00000003, 0xfffefefc},
	{"r3qpi", "ctl",        0xffc4ffff, 0x00020000, 0x00390000},
	{"r3qpi", "box_ctl",    0x00010100, 0x00000003, 0xfffefefc},
};

/* Fields by name. */
static const struct expected_field {
	const char *box, *row, *field;
	uint64_t mask;
} fields[] = {
	{"ubox", "ctl", "ev_sel", 0xff}, {"ubox", "ctl", "umask", 0xff00}, {"ubox", "ctl", "edge_det", 1 << 18},
	{"ubox", "ctl", "en", 1 << 22}, {"ubox", "ctl", "invert", 1 << 23}, {"ubox", "ctl", "thresh", 0x1f000000},
	{"ubox", "ctr", "count", 0xfffffffffff}, {"ubox", "fixed_ctr", "count", 0xffffffffffff},
	{"ubox", "fixed_ctl", "en", 1 << 22},
	{"cbox", "ctl", "tid_en", 1 << 19}, {"cbox", "ctl", "rst", 1 << 17}, {"cbox", "ctl", "thresh", 0xff000000},
	{"cbox", "ctl", "invert", 1 << 23}, {"cbox", "ctl", "edge_det", 1 << 18}, {"cbox", "ctr", "count", 0xfffffffffff},
	{"cbox", "filter", "tid", 0x1f}, {"cbox", "filter", "nid", 0x3fc00}, {"cbox", "filter", "state", 0x7c0000},
	{"cbox", "filter", "opc", 0xff800000},
	{"cbox", "box_ctl", "rst_ctrl", 1}, {"cbox", "box_ctl", "rst_ctrs", 2}, {"cbox", "box_ctl", "frz", 1 << 8},
	{"cbox", "box_ctl", "frz_en", 1 << 16},
	{"pcu", "ctl", "ev_sel", 0xff}, {"pcu", "ctl", "occ_sel", 0xc000}, {"pcu", "ctl", "ev_sel_ext", 1 << 21},
	{"pcu", "ctl", "thresh", 0x1f000000}, {"pcu", "ctl", "occ_invert", 1 << 30},
	{"pcu", "ctl", "occ_edge_det", UINT32_C(1) << 31}, {"pcu", "ctr", "count", 0xffffffffffff},
	{"pcu", "filter", "band0", 0xff}, {"pcu", "filter", "band1", 0xff00}, {"pcu", "filter", "band2", 0xff0000},
	{"pcu", "filter", "band3", 0xff000000}, {"pcu", "residency", "count", UINT64_MAX},
	{"ha", "ctl", "thresh", 0xff000000}, {"ha", "ctr", "count", 0xffffffffffff},
	{"ha", "box_ctl", "frz", 1 << 8}, {"ha", "box_ctl", "frz_en", 1 << 16},
	{"ha", "addrmatch0", "lo_addr", 0xffffffc0}, {"ha", "addrmatch1", "hi_addr", 0x3fff},
	{"ha", "opcodematch", "opc", 0x3f},
	{"imc", "ctl", "thresh", 0xff000000}, {"imc", "ctr", "count", 0xffffffffffff},
	{"imc", "fixed_ctr", "count", 0xffffffffffff}, {"imc", "fixed_ctl", "en", 1 << 22},
	{"imc", "fixed_ctl", "rst", 1 << 19},
	{"qpi", "ctl", "ev_sel_ext", 1 << 21}, {"qpi", "ctl", "thresh", 0xff000000}, {"qpi", "ctr", "count", 0xffffffffffff},
	{"qpi", "match0", "rnid_4", UINT32_C(1) << 31}, {"qpi", "match0", "dnid", 0x3e000}, {"qpi", "match0", "mc", 0x1e00},
	{"qpi", "match0", "opc", 0x1e0}, {"qpi", "match0", "vnw", 0x18},
	{"qpi", "match1", "rds", 0xf0000}, {"qpi", "match1", "rnid_3_0", 0xf},
	{"qpi", "mask0", "rnid_4", UINT32_C(1) << 31}, {"qpi", "mask0", "dnid", 0x3e000}, {"qpi", "mask0", "mc", 0x1e00},
	{"qpi", "mask0", "opc", 0x1e0}, {"qpi", "mask0", "vnw", 0x18},
	{"qpi", "mask1", "rds", 0xf0000}, {"qpi", "mask1", "rnid_3_0", 0xf},
	{"qpi", "rate", "slow_mode", 1 << 4}, {"qpi", "rate", "rate", 7},
	{"r2pcie", "ctl", "thresh", 0xff000000}, {"r2pcie", "ctr", "count", 0xfffffffffff},
	{"r3qpi", "ctl", "thresh", 0xff000000}, {"r3qpi", "ctr", "count", 0xfffffffffff},
};
/* clang-format on */

static const struct register_layout *layout_of(const char *box, const char *row)
{
	const struct register_row *found = box_row_by_name(type_named(box), row);

	if (!found)
		fail_msg("%s has no %s", box, row);
	return found->layout;
}

static uint64_t acting_bits(const struct register_layout *layout)
{
	uint64_t acting = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_W1_TO)
			acting |= field_mask(&layout->fields[i]);
	return acting;
}

static void registers_have_the_documented_bits(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bits); i++) {
		const struct register_layout *layout = layout_of(bits[i].box, bits[i].row);
		uint64_t above = MASK(32, 32);

		if (layout_writable(layout) != bits[i].writable || acting_bits(layout) != bits[i].acting ||
		    layout_reserved(layout) != (bits[i].zero | above))
			fail_msg("%s.%s", bits[i].box, bits[i].row);
		assert_int_equal(layout->width_bits, 32);
		assert_int_equal(layout->reset, 0);
	}
}

static void fields_are_where_the_documents_have_them(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const struct register_layout *layout = layout_of(fields[i].box, fields[i].row);
		bool found = false;

		for (unsigned f = 0; f < layout->field_count; f++)
			found |= !strcmp(layout->fields[f].name, fields[i].field) &&
				 field_mask(&layout->fields[f]) == fields[i].mask;
		if (!found)
			fail_msg("%s.%s.%s", fields[i].box, fields[i].row, fields[i].field);
	}
}

/* ---- boxes ------------------------------------------------------------------------------------------ */

static void boxes_are_as_documented(void **state)
{
	static const struct {
		const char *box, *pmu, *perf;
		uint8_t instances, counters, bits;
		bool fixed;
	} boxes[] = {
		{"ubox", "snbep_unc_ubo", "uncore_ubox", 1, 2, 44, true},
		{"cbox", "snbep_unc_cbo", "uncore_cbox", 8, 4, 44, false},
		{"pcu", "snbep_unc_pcu", "uncore_pcu", 1, 4, 48, false},
		{"ha", "snbep_unc_ha", "uncore_ha", 1, 4, 48, false},
		{"imc", "snbep_unc_imc", "uncore_imc", 4, 4, 48, true},
		{"qpi", "snbep_unc_qpi", "uncore_qpi", 2, 4, 48, false},
		{"r2pcie", "snbep_unc_r2pcie", "uncore_r2pcie", 1, 4, 44, false},
		{"r3qpi", "snbep_unc_r3qpi", "uncore_r3qpi", 2, 3, 44, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(boxes); i++) {
		const struct box_type *type = type_named(boxes[i].box);

		assert_string_equal(type->pmu, boxes[i].pmu);
		assert_string_equal(type->perf, boxes[i].perf);
		assert_int_equal(type->instances, boxes[i].instances);
		assert_int_equal(type->counters, boxes[i].counters);
		assert_int_equal(type->counter_bits, boxes[i].bits);
		assert_int_equal(type->fixed, boxes[i].fixed);
		/* Only the U-Box stands and runs by its enables. */
		assert_int_equal(!box_row_of_role(type, ROLE_BOX_CONTROL), i == 0);
	}
	assert_int_equal(type_named("pcu")->free_counters, 2);
	assert_ptr_equal(processor_find("GenuineIntel", 6, 0x2d), xeon());
	assert_null(xeon()->global);
}

static void functions_are_identified_as_documented(void **state)
{
	static const struct {
		const char *box;
		uint8_t instance, bank;
		uint32_t function;
		uint16_t id;
	} functions[] = {
		{"ha", 0, 0, D(14, 1, 0), 0x3c46},    {"imc", 0, 0, D(16, 0, 0), 0x3cb0},
		{"imc", 1, 0, D(16, 1, 0), 0x3cb1},   {"imc", 2, 0, D(16, 4, 0), 0x3cb4},
		{"imc", 3, 0, D(16, 5, 0), 0x3cb5},   {"qpi", 0, 0, D(8, 2, 0), 0x3c41},
		{"qpi", 1, 0, D(9, 2, 0), 0x3c42},    {"qpi", 0, 1, D(8, 6, 0), 0x3c86},
		{"qpi", 1, 1, D(9, 6, 0), 0x3c96},    {"qpi", 0, 2, D(8, 0, 0), 0x3c80},
		{"qpi", 1, 2, D(9, 0, 0), 0},         {"r2pcie", 0, 0, D(19, 1, 0), 0x3c43},
		{"r3qpi", 0, 0, D(19, 5, 0), 0x3c44}, {"r3qpi", 1, 0, D(19, 6, 0), 0x3c45},
	};

	const struct base_finder *chain, *map;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		const struct box_place *place = &type_named(functions[i].box)->places[functions[i].instance];

		assert_int_equal(place->base[functions[i].bank], functions[i].function);
		assert_int_equal(place->id[functions[i].bank], functions[i].id);
	}
	chain = &xeon()->finders[0];
	assert_int_equal(chain->way, BASE_BY_CHAIN);
	assert_int_equal(chain->vendor, 0x8086);
	assert_int_equal(chain->at, D(5, 0, 0));
	assert_int_equal(chain->field.offset, 0x108);
	assert_int_equal(chain->field.low, 8);
	assert_int_equal(chain->field.width, 8);
	map = &xeon()->finders[1];
	assert_int_equal(map->way, BASE_BY_MAP);
	assert_int_equal(map->vendor, 0x8086);
	assert_int_equal(map->id, 0x3ce0);
	assert_int_equal(map->node.offset, 0x40);
	assert_int_equal(map->node.width, 3);
	assert_int_equal(map->field.offset, 0x54);
	assert_int_equal(map->field.width, 3);
	assert_int_equal(map->fields, 8);
	assert_int_equal(xeon()->finders[2].way, BASE_BY_LOOKING);
	assert_int_equal(xeon()->finders[2].vendor, 0x8086);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_registers_are_there_and_no_others),
		cmocka_unit_test(registers_have_the_documented_bits),
		cmocka_unit_test(fields_are_where_the_documents_have_them),
		cmocka_unit_test(boxes_are_as_documented),
		cmocka_unit_test(functions_are_identified_as_documented),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
