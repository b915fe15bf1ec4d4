/* SPDX-License-Identifier: BSD-2-Clause */
/* The device tree that the silicon makes out of skiboot's: read with libfdt, which had no part in it. */
#include <libfdt.h>

#include "silicon/opal/graft.h"
#include "tests/unit/support/unit.h"

enum { BLOB = 65536 };

static uint8_t skiboot[BLOB], blob[BLOB], scratch[BLOB], catalog[BLOB];

/* ---- trees to work on ---------------------------------------------------------------------------------------- */

static void put_cpu(void *tree, uint32_t pir, uint32_t chip, const char *status)
{
	char name[40];

	snprintf(name, sizeof(name), "PowerPC,POWER9@%x", pir);
	fdt_begin_node(tree, name);
	fdt_property_string(tree, "device_type", "cpu");
	fdt_property_u32(tree, "reg", pir);
	fdt_property_u32(tree, "ibm,chip-id", chip);
	fdt_property_u32(tree, "ibm,ppc-interrupt-server#s", pir);
	fdt_property_string(tree, "status", status);
	fdt_end_node(tree);
}

static void put_cpus(void *tree)
{
	fdt_begin_node(tree, "cpus");
	fdt_begin_node(tree, "l2-cache@0");
	fdt_property_string(tree, "device_type", "cache");
	fdt_property_u32(tree, "phandle", 1); /* the catalog has one of this number too */
	fdt_end_node(tree);
	put_cpu(tree, 0x104, 1, "okay");
	put_cpu(tree, 0x8, 0, "okay");
	put_cpu(tree, 0x0, 0, "okay");
	put_cpu(tree, 0x100, 1, "okay");
	put_cpu(tree, 0x4, 0, "okay");
	put_cpu(tree, 0x10c, 1, "disabled");
	fdt_end_node(tree);
}

static void put_opal(void *tree)
{
	static const fdt64_t region[2] = {0x7f, 0x80};

	fdt_begin_node(tree, "ibm,opal");
	fdt_property_u64(tree, "opal-base-address", 0x30000000);
	fdt_property_u64(tree, "opal-entry-address", 0x30003000);
	fdt_begin_node(tree, "firmware");
	fdt_begin_node(tree, "exports");
	fdt_property(tree, "imc_nest_chip_1", region, sizeof(region));
	fdt_property(tree, "hdat_map", region, sizeof(region));
	fdt_end_node(tree);
	fdt_end_node(tree);
	fdt_end_node(tree);
}

/* What skiboot gives, as far as it matters. */
static void make_skiboot(bool with_names)
{
	fdt64_t range[2] = {cpu_to_fdt64(0x30000000), cpu_to_fdt64(0x1000000)};

	assert_int_equal(fdt_create(skiboot, sizeof(skiboot)), 0);
	fdt_add_reservemap_entry(skiboot, 0x30000000, 0x1000000);
	fdt_finish_reservemap(skiboot);
	fdt_begin_node(skiboot, "");
	fdt_property_u32(skiboot, "phandle", 0x77);
	fdt_property(skiboot, "reserved-ranges", range, sizeof(range));
	if (with_names)
		fdt_property_string(skiboot, "reserved-names", "ibm,firmware");
	fdt_begin_node(skiboot, "chosen");
	fdt_property_u32(skiboot, "linux,initrd-start", 0x28000000);
	fdt_property_u32(skiboot, "linux,initrd-end", 0x28001000);
	fdt_property_string(skiboot, "bootargs", "info");
	fdt_end_node(skiboot);
	put_cpus(skiboot);
	put_opal(skiboot);
	fdt_begin_node(skiboot, "imc-counters");
	fdt_begin_node(skiboot, "old@0");
	fdt_end_node(skiboot);
	fdt_end_node(skiboot);
	fdt_begin_node(skiboot, "reserved-memory");
	fdt_end_node(skiboot);
	fdt_end_node(skiboot);
	assert_int_equal(fdt_finish(skiboot), 0);
}

static void put_pmu(const char *name, uint32_t type, uint32_t reg, const char *prefix, uint32_t events)
{
	fdt32_t cells[2] = {cpu_to_fdt32(reg), cpu_to_fdt32(8)};

	fdt_begin_node(catalog, name);
	fdt_property_string(catalog, "compatible", "ibm,imc-counters");
	fdt_property_u32(catalog, "type", type);
	fdt_property(catalog, "reg", cells, sizeof(cells));
	fdt_property_u32(catalog, "size", type == IMC_NEST ? 0x40000 : 0x2000);
	fdt_property_u32(catalog, "events", events);
	fdt_property_string(catalog, "events-prefix", prefix);
	fdt_property_string(catalog, "scale", "256");
	fdt_end_node(catalog);
}

static void put_event(const char *name, const char *event, uint32_t offset)
{
	fdt32_t cells[2] = {cpu_to_fdt32(offset), cpu_to_fdt32(8)};

	fdt_begin_node(catalog, name);
	fdt_property_string(catalog, "event-name", event);
	fdt_property(catalog, "reg", cells, sizeof(cells));
	fdt_end_node(catalog);
}

static void make_catalog(void)
{
	assert_int_equal(fdt_create(catalog, sizeof(catalog)), 0);
	fdt_finish_reservemap(catalog);
	fdt_begin_node(catalog, "");
	fdt_property_string(catalog, "name", "");
	fdt_property_string(catalog, "compatible", "ibm,opal-in-memory-counters");
	fdt_begin_node(catalog, "group-events");
	fdt_property_u32(catalog, "phandle", 1);
	put_event("event@0", "ONE", 0);
	put_event("event@8", "TWO", 8);
	fdt_end_node(catalog);
	put_pmu("mcs01@c8", IMC_NEST, 0xc8, "PM_MCS01_", 1);
	put_pmu("mcs23@48", IMC_NEST, 0x48, "PM_MCS23_", 1);
	put_pmu("core@18", IMC_CORE, 0x18, "", 1);
	put_pmu("thread@18", IMC_THREAD, 0x18, "CPM_", 1);
	put_pmu("trace@0", IMC_TRACE, 0, "trace_", 2);
	fdt_begin_node(catalog, "trace-events");
	fdt_property_u32(catalog, "phandle", 2);
	put_event("event@10200000", "cycles", 0x10200000);
	fdt_end_node(catalog);
	fdt_end_node(catalog);
	assert_int_equal(fdt_finish(catalog), 0);
}

/* ---- grafting ------------------------------------------------------------------------------------------------ */

static struct graft_machine machine;

/* The new tree with one fault of the catalog, or none. Its size. */
static uint32_t graft(unsigned fault, uint32_t size)
{
	static const struct catalog_chip chips[] = {{0, 0x38000000}, {1, 0x38400000}};
	struct tree from, what;
	struct graft_plan plan = {.tree = &from,
				  .machine = &machine,
				  .catalog = {.catalog = &what, .chip = chips, .chips = 2},
				  .entry = 0x3a000010,
				  .reserved = {0x38000000, 0x3000000},
				  .boot_cpu = 4};

	assert_true(tree_open(&from, skiboot, sizeof(skiboot)));
	assert_true(tree_open(&what, catalog, sizeof(catalog)));
	assert_true(graft_find_cores(&from, &machine));
	graft_hide_cores(&machine);
	if (fault < IMC_CATALOG_FAULTS)
		plan.catalog.fault[fault] = true;
	return graft_write(&plan, scratch, blob, size);
}

static void graft_well(unsigned fault)
{
	uint32_t size;

	make_skiboot(true);
	make_catalog();
	size = graft(fault, BLOB);
	assert_int_equal(size, fdt_totalsize(blob));
	assert_int_equal(fdt_check_full(blob, size), 0);
}

static int node(const char *path)
{
	return fdt_path_offset(blob, path);
}

static uint64_t number(const char *path, const char *name, unsigned index, unsigned bytes)
{
	int length;
	const uint8_t *value = fdt_getprop(blob, node(path), name, &length);
	uint64_t result = 0;

	if (!value || (int)((index + 1) * bytes) > length)
		fail_msg("%s/%s has no value %u", path, name, index);
	for (unsigned i = 0; i < bytes; i++)
		result = result << 8 | value[index * bytes + i];
	return result;
}

TEST(test_tree_is_changed_where_it_must)
{
	graft_well(IMC_CATALOG_FAULTS);
	assert_int_equal(fdt_boot_cpuid_phys(blob), 4);
	assert_int_equal(number("/ibm,opal", "opal-entry-address", 0, 8), 0x3a000010);
	assert_int_equal(number("/ibm,opal", "opal-base-address", 0, 8), 0x30000000);
	assert_null(fdt_getprop(blob, node("/chosen"), "linux,initrd-start", NULL));
	assert_null(fdt_getprop(blob, node("/chosen"), "linux,initrd-end", NULL));
	assert_string_equal(fdt_getprop(blob, node("/chosen"), "bootargs", NULL), "info");
	assert_int_equal(number("/ibm,opal/firmware/exports", "imc_nest_chip_1", 0, 8), 0x38580000);
	assert_int_equal(number("/ibm,opal/firmware/exports", "imc_nest_chip_1", 1, 8), 0x40000);
	assert_int_equal(number("/ibm,opal/firmware/exports", "hdat_map", 0, 1), 0x7f);
}

TEST(test_memory_is_taken)
{
	uint64_t address, size;
	int length;
	const char *names;

	graft_well(IMC_CATALOG_FAULTS);
	assert_int_equal(fdt_num_mem_rsv(blob), 2);
	fdt_get_mem_rsv(blob, 1, &address, &size);
	assert_true(address == 0x38000000 && size == 0x3000000);
	assert_int_equal(number("/", "reserved-ranges", 1, 8), 0x1000000);
	assert_int_equal(number("/", "reserved-ranges", 2, 8), 0x38000000);
	assert_int_equal(number("/", "reserved-ranges", 3, 8), 0x3000000);
	names = fdt_getprop(blob, 0, "reserved-names", &length);
	assert_int_equal(length, sizeof("ibm,firmware") + sizeof("uncork,silicon"));
	assert_string_equal(names + sizeof("ibm,firmware"), "uncork,silicon");
	assert_int_equal(number("/reserved-memory/uncork,silicon@38000000", "reg", 0, 8), 0x38000000);
}

TEST(test_last_cores_are_hidden)
{
	graft_well(IMC_CATALOG_FAULTS);
	assert_int_equal(machine.cores, 5);
	assert_true(node("/cpus/PowerPC,POWER9@0") > 0 && node("/cpus/PowerPC,POWER9@4") > 0);
	assert_true(node("/cpus/PowerPC,POWER9@100") > 0 && node("/cpus/l2-cache@0") > 0);
	assert_int_equal(node("/cpus/PowerPC,POWER9@8"), -FDT_ERR_NOTFOUND);
	assert_int_equal(node("/cpus/PowerPC,POWER9@104"), -FDT_ERR_NOTFOUND);
	assert_true(graft_is_hidden(&machine, 8) && graft_is_hidden(&machine, 0x104));
	assert_false(graft_is_hidden(&machine, 4) || graft_is_hidden(&machine, 0x10c));
}

TEST(test_single_core_is_not_hidden)
{
	struct graft_machine one = {.cores = 1, .core = {{.pir = {4}, .threads = 1}}};

	assert_int_equal(graft_hide_cores(&one), UINT32_MAX);
	assert_false(graft_is_hidden(&one, 4));
}

/* The node that a PMU's `events` points to. */
static int group_of(const char *pmu)
{
	return fdt_node_offset_by_phandle(blob, (uint32_t)number(pmu, "events", 0, 4));
}

TEST(test_catalog_is_grafted)
{
	int length;

	graft_well(IMC_CATALOG_FAULTS);
	assert_null(fdt_getprop(blob, node("/imc-counters"), "name", NULL));
	assert_int_equal(node("/imc-counters/old@0"), -FDT_ERR_NOTFOUND);
	assert_true(number("/imc-counters", "phandle", 0, 4) > 0x77);
	assert_int_equal(group_of("/imc-counters/mcs23@48"), node("/imc-counters/group-events"));
	assert_int_equal(group_of("/imc-counters/trace@0"), node("/imc-counters/trace-events"));
	assert_int_equal(number("/imc-counters/mcs01@c8", "base-addr", 1, 8), 0x38400000);
	assert_int_equal(number("/imc-counters/mcs01@c8", "chip-id", 1, 4), 1);
	fdt_getprop(blob, node("/imc-counters/mcs01@c8"), "chip-id", &length);
	assert_int_equal(length, 8);
	assert_null(fdt_getprop(blob, node("/imc-counters/core@18"), "base-addr", NULL));
	assert_int_equal(number("/imc-counters/trace-events/event@10200000", "reg", 0, 4), 0x10200000);
}

/* ---- a broken catalog ------------------------------------------------------------------------------------------ */

#define FIRST_PMU   "/imc-counters/mcs01@c8"
#define FIRST_EVENT "/imc-counters/group-events/event@0"
#define NEXT_EVENT  "/imc-counters/group-events/event@8"

TEST(test_missing_nodes)
{
	static const struct {
		enum imc_catalog_fault fault;
		const char *node;
	} rows[] = {
		{IMC_CATALOG_ABSENT, "/imc-counters"},           {IMC_CATALOG_NO_NEST, FIRST_PMU},
		{IMC_CATALOG_NO_CORE, "/imc-counters/core@18"},  {IMC_CATALOG_NO_THREAD, "/imc-counters/thread@18"},
		{IMC_CATALOG_NO_TRACE, "/imc-counters/trace@0"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		graft_well(rows[i].fault);
		assert_int_equal(node(rows[i].node), -FDT_ERR_NOTFOUND);
		assert_int_equal(node("/imc-counters/group-events") > 0, rows[i].fault != IMC_CATALOG_ABSENT);
	}
}

TEST(test_broken_events)
{
	int length;

	graft_well(IMC_CATALOG_BAD_OFFSET);
	assert_int_equal(number(FIRST_EVENT, "reg", 0, 4), 0x40000);
	graft_well(IMC_CATALOG_DUPLICATE);
	assert_string_equal(fdt_getprop(blob, node(NEXT_EVENT), "event-name", NULL), "ONE");
	graft_well(IMC_CATALOG_OVERLAP);
	assert_int_equal(number(NEXT_EVENT, "reg", 0, 4), 0);
	graft_well(IMC_CATALOG_NO_NAME);
	assert_null(fdt_getprop(blob, node(FIRST_EVENT), "event-name", NULL));
	graft_well(IMC_CATALOG_SHORT_REG);
	assert_non_null(fdt_getprop(blob, node(FIRST_EVENT), "reg", &length));
	assert_int_equal(length, 4);
}

TEST(test_broken_pmus)
{
	int length;

	graft_well(IMC_CATALOG_NO_EVENTS);
	assert_int_equal(group_of(FIRST_PMU), -FDT_ERR_NOTFOUND);
	graft_well(IMC_CATALOG_NO_PREFIX);
	assert_null(fdt_getprop(blob, node(FIRST_PMU), "events-prefix", NULL));
	assert_non_null(fdt_getprop(blob, node("/imc-counters/mcs23@48"), "events-prefix", NULL));
	graft_well(IMC_CATALOG_BAD_SCALE);
	assert_string_equal(fdt_getprop(blob, node(FIRST_PMU), "scale", NULL), "12x");
	graft_well(IMC_CATALOG_BAD_TYPE);
	assert_int_equal(number(FIRST_PMU, "type", 0, 4), 0x20);
	graft_well(IMC_CATALOG_CHIPS);
	fdt_getprop(blob, node(FIRST_PMU), "chip-id", &length);
	assert_int_equal(length, 12);
	fdt_getprop(blob, node(FIRST_PMU), "base-addr", &length);
	assert_int_equal(length, 16);
}

TEST(test_events_by_name)
{
	struct tree tree;
	enum imc_type type;
	uint32_t offset;

	make_catalog();
	assert_true(tree_open(&tree, catalog, sizeof(catalog)));
	assert_true(catalog_find(&tree, slice_of("mcs23"), slice_of("PM_MCS23_TWO"), &type, &offset));
	assert_true(type == IMC_NEST && offset == 0x50);
	assert_true(catalog_find(&tree, slice_of("core"), slice_of("ONE"), &type, &offset));
	assert_true(type == IMC_CORE && offset == 0x18);
	assert_true(catalog_find(&tree, slice_of("trace"), slice_of("trace_cycles"), &type, &offset));
	assert_false(catalog_find(&tree, slice_of("mcs23"), slice_of("PM_MCS01_TWO"), &type, &offset));
	assert_false(catalog_find(&tree, slice_of("mcs23@48"), slice_of("PM_MCS23_TWO"), &type, &offset));
	assert_false(catalog_find(&tree, slice_of("group-events"), slice_of("ONE"), &type, &offset));
	assert_false(catalog_find(&tree, slice_of("mcs23"), slice_of("PM_MCS23_THREE"), &type, &offset));
	assert_false(catalog_find(&tree, slice_of(""), slice_of(""), &type, &offset));
}

/* ---- what does not fit ------------------------------------------------------------------------------------------- */

TEST(test_no_room)
{
	uint32_t size;

	make_skiboot(true);
	make_catalog();
	size = graft(IMC_CATALOG_FAULTS, BLOB);
	for (uint32_t less = 0; less < size; less += 24)
		assert_int_equal(graft(IMC_CATALOG_FAULTS, less / 8 * 8), 0);
}

TEST(test_tree_without_what_must_be_changed)
{
	make_skiboot(false);
	make_catalog();
	assert_int_equal(graft(IMC_CATALOG_FAULTS, BLOB), 0);
}
