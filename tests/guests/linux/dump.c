/* SPDX-License-Identifier: BSD-2-Clause */
/* What Linux's uncore drivers know of a machine, as JSON, a type of boxes a line: a driver's own file is compiled with this one, and asked
 * for addresses as the kernel would. That of the Xeon 7500 and E7 (OF_NEHALEM_EX) is a program of its own: its names are the others', too. */
#include "kernel.h"

#include UNCORE

#define BOX_BYTES 4096
#ifdef OF_NEHALEM_EX
#define ICX_NUMBER_IMC_CHN 1
#endif

struct intel_uncore_type *empty_uncore[1], **uncore_msr_uncores = empty_uncore, **uncore_pci_uncores = empty_uncore,
					   **uncore_mmio_uncores = empty_uncore;
struct pci_driver *uncore_pci_driver, *uncore_pci_sub_driver;
struct pci_extra_dev *uncore_extra_pci_dev;
struct event_constraint uncore_constraint_empty;
int __uncore_max_dies = 1;
raw_spinlock_t pci2phy_map_lock;
struct list_head pci2phy_map_head;

/* Every tile of a part is there. */
static u64 fake_msr(u32 msr)
{
	return msr == 0x702 ? 40 : 0;
}

static struct pci_bus bus;
static struct pci_dev device = {.bus = &bus};

/* The functions that say how many boxes of MSRs there are: as many as there can be, of which CAPID7 has eight. */
static struct pci_dev *pci_get_device(unsigned vendor, unsigned id, struct pci_dev *from)
{
	return !from && (id == 0x2083 || id == 0x345b || id == 0x2fc0 || id == 0x6fc0) ? &device : NULL;
}

static unsigned noted;

/* The first register that a function of the driver's touches. */
static void note(unsigned address)
{
	if (!noted)
		noted = address;
}

static int read_config(int offset, u32 *value)
{
	note(offset);
	*value = offset == 0xa0 ? 0xff : ~0u;
	return 0;
}

ssize_t uncore_event_show(struct device *d, struct device_attribute *a, char *b)
{
	return 0;
}
struct event_constraint *uncore_get_constraint(struct intel_uncore_box *b, struct perf_event *e)
{
	return NULL;
}
void uncore_put_constraint(struct intel_uncore_box *b, struct perf_event *e)
{
}
u64 uncore_msr_read_counter(struct intel_uncore_box *b, struct perf_event *e)
{
	return 0;
}
u64 uncore_mmio_read_counter(struct intel_uncore_box *b, struct perf_event *e)
{
	return 0;
}
void uncore_mmio_exit_box(struct intel_uncore_box *b)
{
}
u64 uncore_shared_reg_config(struct intel_uncore_box *b, int i)
{
	return 0;
}
struct pci2phy_map *__find_pci2phy_map(int s)
{
	return NULL;
}
int uncore_pcibus_to_dieid(struct pci_bus *b)
{
	return 0;
}
int snb_pci2phy_map_init(int id)
{
	return 0;
}
int uncore_die_to_segment(int die)
{
	return 0;
}
void uncore_get_alias_name(char *n, struct intel_uncore_pmu *p)
{
}
#ifndef OF_NEHALEM_EX
/* As if a machine's table had one unit of each type that the driver has words for: where units are such a table says, and nothing of Linux's. */
static const struct unit {
	enum uncore_access_type access;
	int type;
} units[] = {
	{UNCORE_ACCESS_MSR, 0}, {UNCORE_ACCESS_MSR, 1},  {UNCORE_ACCESS_MSR, 2}, {UNCORE_ACCESS_PCI, 3},
	{UNCORE_ACCESS_MSR, 4}, {UNCORE_ACCESS_MMIO, 6}, {UNCORE_ACCESS_PCI, 7}, {UNCORE_ACCESS_PCI, 8},
	{UNCORE_ACCESS_PCI, 9}, {UNCORE_ACCESS_MSR, 11},
};

struct intel_uncore_type **intel_uncore_generic_init_uncores(enum uncore_access_type t, int n)
{
	static unsigned number[1];
	static struct intel_uncore_ops none;
	struct intel_uncore_type **types = calloc(ARRAY_SIZE(units) + n + 1, sizeof(*types));
	unsigned count = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
		if (units[i].access != t)
			continue;
		types[count] = calloc(1, sizeof(**types));
		*types[count++] = (struct intel_uncore_type){.type_id = units[i].type,
							     .num_boxes = 1,
							     .perf_ctr_bits = 48,
							     .event_mask = GENERIC_PMON_RAW_EVENT_MASK,
							     .box_ids = number,
							     .ops = &none};
	}
	return types;
}
#endif
void intel_generic_uncore_msr_init_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_msr_disable_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_msr_enable_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_mmio_init_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_mmio_disable_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_mmio_enable_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_mmio_disable_event(struct intel_uncore_box *b, struct perf_event *e)
{
}
void intel_generic_uncore_pci_init_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_pci_disable_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_pci_enable_box(struct intel_uncore_box *b)
{
}
void intel_generic_uncore_pci_disable_event(struct intel_uncore_box *b, struct perf_event *e)
{
}
u64 intel_generic_uncore_pci_read_counter(struct intel_uncore_box *b, struct perf_event *e)
{
	return 0;
}

static struct machine {
	const char *name;
	int model;
	void (*msr)(void), (*mmio)(void);
	int (*pci)(void);
	unsigned cores;
} machines[] = {
#ifdef OF_NEHALEM_EX
	{"xeon-e7", 0x2f, nhmex_uncore_cpu_init},
	{"xeon-7500", 0x2e, nhmex_uncore_cpu_init, .cores = 8}, /* the last one: fewer C-Boxes are so for good */
#else
	{"xeon-e5-2600", 0x2d, snbep_uncore_cpu_init, NULL, snbep_uncore_pci_init},
	{"xeon-e5-2600-v2", 0x3e, ivbep_uncore_cpu_init, NULL, ivbep_uncore_pci_init},
	{"xeon-e5-2600-v3", 0x3f, hswep_uncore_cpu_init, NULL, hswep_uncore_pci_init},
	{"xeon-e5-2600-v4", 0x4f, bdx_uncore_cpu_init, NULL, bdx_uncore_pci_init},
	{"knights-landing", 0x57, knl_uncore_cpu_init, NULL, knl_uncore_pci_init},
	{"skylake-sp", 0x55, skx_uncore_cpu_init, NULL, skx_uncore_pci_init},
	{"ice-lake-sp", 0x6a, icx_uncore_cpu_init, icx_uncore_mmio_init, icx_uncore_pci_init},
	{"sapphire-rapids", 0x8f, spr_uncore_cpu_init, spr_uncore_mmio_init, spr_uncore_pci_init},
#endif
};

static union {
	struct intel_uncore_box box;
	char bytes[BOX_BYTES];
} room;
static struct intel_uncore_pmu pmu;

static struct intel_uncore_box *box_of(struct intel_uncore_type *type, int number, char space)
{
	memset(&room, 0, sizeof(room));
	pmu = (struct intel_uncore_pmu){.type = type, .pmu_idx = number};
	room.box.pmu = &pmu;
	room.box.pci_dev = space == 'p' ? &device : NULL;
	if (type->ops->init_box && space != 'm')
		type->ops->init_box(&room.box);
	room.box.io_addr = space == 'm' ? room.bytes : NULL;
	return &room.box;
}

/* The register of a counter, as the driver's own functions touch it; `place` is what the kernel gives them. */
static unsigned register_of(struct intel_uncore_box *box, int counter, unsigned place, bool count, char space)
{
	struct perf_event event = {.hw = {.idx = counter,
					  .config_base = place,
					  .event_base = place,
					  .extra_reg = {.idx = EXTRA_REG_NONE},
					  .branch_reg = {.idx = EXTRA_REG_NONE}}};

	noted = 0;
	if (space == 'p' && count)
		box->pmu->type->ops->read_counter(box, &event);
	else if (space != 'm' && !count)
		box->pmu->type->ops->enable_event(box, &event);
	return noted ? noted : place;
}

/* Controllers of memory have three channels, each with its own registers after the controller's base. */
static void show_registers(struct intel_uncore_type *type, char space)
{
	printf("\"boxes\":[");
	for (int i = 0; i < type->num_boxes; i++) {
		struct intel_uncore_box *box = box_of(type, i, space);
		unsigned base = space == 'm' ? type->box_ctl + type->mmio_offset * (i % ICX_NUMBER_IMC_CHN) : 0;

		printf("%s{\"ctl\":[", i ? "," : "");
		for (int c = 0; c < type->num_counters; c++)
			printf("%s%u", c ? "," : "",
			       base + register_of(box, c, uncore_event_ctl(box, c), false, space));
		printf("],\"ctr\":[");
		for (int c = 0; c < type->num_counters; c++)
			printf("%s%u", c ? "," : "", base + register_of(box, c, uncore_perf_ctr(box, c), true, space));
		printf("],\"box_ctl\":%u,\"fixed_ctl\":%u,\"fixed_ctr\":%u}",
		       space == 'M'   ? uncore_msr_box_ctl(box)
		       : space == 'm' ? base
				      : type->box_ctl,
		       type->fixed_ctl ? base + uncore_fixed_ctl(box) : 0,
		       type->fixed_ctr ? base + uncore_fixed_ctr(box) : 0);
	}
	printf("]");
}

static void show_functions(unsigned number)
{
	const struct pci_device_id *ids[] = {uncore_pci_driver ? uncore_pci_driver->id_table : NULL,
					     uncore_pci_sub_driver ? uncore_pci_sub_driver->id_table : NULL};
	const char *between = "";

	printf(",\"functions\":[");
	for (unsigned table = 0; table < 2; table++)
		for (const struct pci_device_id *id = ids[table]; id && id->vendor; id++) {
			if (UNCORE_PCI_DEV_TYPE(id->driver_data) != number ||
			    UNCORE_PCI_DEV_TYPE(id->driver_data) == 0xff)
				continue;
			printf("%s[%u,%lu,%lu,%lu]", between, id->device,
			       (unsigned long)UNCORE_PCI_DEV_IDX(id->driver_data),
			       (unsigned long)UNCORE_PCI_DEV_DEV(id->driver_data),
			       (unsigned long)UNCORE_PCI_DEV_FUNC(id->driver_data));
			between = ",";
		}
	printf("]");
}

static void show_constraints(const struct intel_uncore_type *type)
{
	printf(",\"constraints\":[");
	for (const struct event_constraint *c = type->constraints; c && c->weight != -1; c++)
		printf("%s[%lu,%lu,%lu,%lu]", c == type->constraints ? "" : ",", (unsigned long)c->code,
		       (unsigned long)(c->code + c->size), (unsigned long)c->cmask, (unsigned long)c->idxmsk64);
	printf("]");
}

/* The register that an event brings along with everything in its select that a user may ask for, and its bits. */
static void show_whole(struct intel_uncore_type *type)
{
	struct intel_uncore_box *box = box_of(type, 0, 'M');
	struct perf_event event = {.hw = {.config = type->event_mask, .extra_reg = {.idx = EXTRA_REG_NONE}},
				   .attr = {.config = type->event_mask, .config1 = ~0ull}};

	if (type->ops->hw_config)
		type->ops->hw_config(box, &event);
	if (event.hw.extra_reg.idx != EXTRA_REG_NONE)
		printf(",\"whole\":[%u,%lu]", event.hw.extra_reg.reg, (unsigned long)event.hw.extra_reg.config);
}

/* Which bits of which register an event brings along, of all that a user may ask for, where the register is the box's own. */
static void show_filters(struct intel_uncore_type *type, char space)
{
	const char *between = "";

	printf(",\"filters\":[");
	for (u64 config = 0; type->ops->hw_config && space == 'M' && config < 0x10000; config++) {
		struct intel_uncore_box *box = box_of(type, 0, space);
		struct perf_event event = {.hw = {.config = config, .extra_reg = {.idx = EXTRA_REG_NONE}},
					   .attr = {.config = config, .config1 = ~0ull}};

		type->ops->hw_config(box, &event);
		if (event.hw.extra_reg.idx == EXTRA_REG_NONE || !event.hw.extra_reg.reg || !event.hw.extra_reg.config)
			continue;
		printf("%s[%lu,%u,%lu]", between, (unsigned long)config, event.hw.extra_reg.reg,
		       (unsigned long)event.hw.extra_reg.config);
		between = ",";
	}
	printf("]");
}

static void show_free(const struct intel_uncore_type *type)
{
	printf(",\"free\":[");
	for (int i = 0; i < type->num_freerunning_types; i++)
		for (unsigned c = 0; c < type->freerunning[i].num_counters; c++)
			printf("%s%u", i || c ? "," : "",
			       type->freerunning[i].counter_base + c * type->freerunning[i].counter_offset);
	printf("]");
}

static void show_types(const char *machine, struct intel_uncore_type **types, char space)
{
	for (unsigned number = 0; types[number]; number++) {
		struct intel_uncore_type *type = types[number];

		printf("{\"machine\":\"%s\",\"type\":\"%s\",\"id\":%d,\"space\":\"%s\",\"counters\":%d,\"bits\":%d,\"fixed_bits\":%d,\"mask\":%lu,",
		       machine, type->name, type->type_id,
		       space == 'M'   ? "msr"
		       : space == 'p' ? "pci"
				      : "mmio",
		       type->num_counters, type->perf_ctr_bits, type->fixed_ctr_bits,
		       (unsigned long)type->event_mask | (unsigned long)type->event_mask_ext << 32);
		if (type->perf_ctr_bits && type->ops) {
			show_registers(type, space);
			show_constraints(type);
			show_filters(type, space);
			if (space == 'M')
				show_whole(type);
		} else {
			printf("\"boxes\":[],\"constraints\":[],\"filters\":[]");
		}
		show_free(type);
		if (space == 'p')
			show_functions(number);
		printf("}\n");
	}
}

int main(void)
{
	for (unsigned i = 0; i < ARRAY_SIZE(machines); i++) {
		const struct machine *machine = &machines[i];

		boot_cpu_data = (struct cpuinfo_x86){.x86_model = machine->model,
						     .x86_max_cores = machine->cores ? machine->cores : 64};
		uncore_msr_uncores = uncore_pci_uncores = uncore_mmio_uncores = empty_uncore;
		uncore_pci_driver = uncore_pci_sub_driver = NULL;
		machine->msr();
		if (machine->pci && machine->pci())
			return 1;
		if (machine->mmio)
			machine->mmio();
		show_types(machine->name, uncore_msr_uncores, 'M');
		show_types(machine->name, uncore_pci_uncores, 'p');
		show_types(machine->name, uncore_mmio_uncores, 'm');
	}
	return 0;
}
