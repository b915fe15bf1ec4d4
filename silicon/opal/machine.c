/* SPDX-License-Identifier: BSD-2-Clause */
/* opal-silicon.elf: skiboot enters it as its payload. It puts the virtual silicon between skiboot and the firmware in
 * the initrd, and enters that. */
#include "lib/memory.h"
#include "lib/text.h"
#include "silicon/opal/opal.h"
#include "silicon/opal/patch.h"

/* The place where skiboot puts and enters a payload, and the place below it for stubs: a branch reaches 32 MiB. */
#define FIRMWARE_PLACE UINT64_C(0x20000000)
#define STUBS_PLACE    UINT64_C(0x1ff00000)
#define STUBS_BYTES    0x10000
/* The model's HOMERs, up to the place where this program is linked. */
#define HOMER_PLACE    UINT64_C(0x38000000)
#define POISON         0xa5
#define POISON_BYTES   0x200000 /* after the file: memory outside it contains nothing useful */
#define TREE_BYTES     0x80000
#define RANGES         64
#define PVR_POWER9     0x004e /* bits 31:16 */

struct opal_machine opal_machine;
uint8_t opal_intercepted[OPAL_TOKENS];
uint64_t opal_stack_top[OPAL_PIRS];

static uint8_t stacks[OPAL_THREADS][OPAL_STACK_BYTES] __attribute__((aligned(16)));
static uint64_t new_tree[TREE_BYTES / 8], scratch[TREE_BYTES / 8];
static struct tree_range memory[RANGES], taken[RANGES];
static unsigned memories, takens;
static struct catalog_chip chips[IMC_CHIPS];
static unsigned chip_count;

extern const uint8_t opal_catalog_power9[], opal_catalog_power9_end[];
extern const uint8_t opal_catalog_power10[], opal_catalog_power10_end[];
extern char opal_bss_end[];

/* ---- memory ------------------------------------------------------------------------------------------------ */

static void add_range(struct tree_range *list, unsigned *count, uint64_t address, uint64_t bytes)
{
	if (*count == RANGES)
		opal_give_up("assert", "more than %u ranges of memory", RANGES);
	list[(*count)++] = (struct tree_range){address, bytes};
}

/* Adds pairs of addresses and sizes, of two cells each. */
static void add_pairs(struct tree_range *list, unsigned *count, const uint8_t *pairs, uint32_t bytes)
{
	for (uint32_t at = 0; pairs && at + 16 <= bytes; at += 16)
		add_range(list, count, tree_u64(pairs + at), tree_u64(pairs + at + 8));
}

static void find_memory(const struct tree *tree)
{
	struct tree_cursor cursor = tree_start(tree);
	const uint8_t *reservation = tree->blob + tree->reservations, *pairs;
	uint32_t bytes;

	while (cursor.kind != TREE_BAD && cursor.kind != TREE_END)
		if (tree_next(&cursor) == TREE_NODE && cursor.depth == 2 &&
		    slice_starts(slice_of(cursor.name), "memory@") &&
		    (pairs = tree_own_property(&cursor, "reg", &bytes)))
			add_pairs(memory, &memories, pairs, bytes);
	pairs = tree_property(tree, "/", "reserved-ranges", &bytes);
	add_pairs(taken, &takens, pairs, pairs ? bytes : 0);
	for (; tree_u64(reservation) || tree_u64(reservation + 8); reservation += 16)
		add_pairs(taken, &takens, reservation, 16);
}

void *opal_program_memory(uint64_t address, uint64_t bytes)
{
	unsigned i = 0;

	while (i < memories && (address < memory[i].address || bytes > memory[i].bytes ||
				address - memory[i].address > memory[i].bytes - bytes))
		i++;
	if (i == memories)
		return NULL;
	for (i = 0; i < takens; i++)
		if (address < taken[i].address + taken[i].bytes && taken[i].address < address + bytes)
			return NULL;
	return (void *)(uintptr_t)address;
}

/* Reserves memory for the silicon. */
static void take_memory(uint64_t address, uint64_t bytes)
{
	if (!opal_program_memory(address, bytes))
		opal_give_up("assert", "no free memory at 0x%llx, 0x%llx bytes", (unsigned long long)address,
			     (unsigned long long)bytes);
	add_range(taken, &takens, address, bytes);
}

/* ---- processors and chips ---------------------------------------------------------------------------------- */

static void find_machine(const struct tree *tree)
{
	unsigned used = 0;

	if (!graft_find_cores(tree, &opal_machine.cores))
		opal_give_up("assert", "the device tree names no processors, or too many");
	opal_machine.model_pir = graft_hide_cores(&opal_machine.cores);
	if (opal_machine.model_pir == UINT32_MAX)
		opal_give_up("assert", "the first chip has no second core for the virtual silicon");

	/* Each thread gets a stack, each chip a HOMER. */
	for (unsigned i = 0; i < opal_machine.cores.cores; i++) {
		const struct graft_core *core = &opal_machine.cores.core[i];

		for (unsigned j = 0; j < core->threads; j++) {
			if (core->pir[j] >= OPAL_PIRS || used == OPAL_THREADS)
				opal_give_up("assert", "no stack for processor 0x%x", core->pir[j]);
			opal_stack_top[core->pir[j]] = (uintptr_t)stacks[used++] + OPAL_STACK_BYTES;
		}
		if (chip_count && chips[chip_count - 1].id == core->chip)
			continue;
		if (chip_count == IMC_CHIPS)
			opal_give_up("assert", "more than %u chips", IMC_CHIPS);
		chips[chip_count] =
			(struct catalog_chip){core->chip, HOMER_PLACE + (uint64_t)chip_count * IMC_HOMER_BYTES};
		chip_count++;
	}
}

/* ---- the firmware and other files -------------------------------------------------------------------------- */

/* Reads one or two cells: QEMU and skiboot differ. */
static uint64_t chosen(const struct tree *tree, const char *name)
{
	uint32_t bytes;
	const uint8_t *value = tree_property(tree, "/chosen", name, &bytes);

	return !value ? 0 : bytes == 8 ? tree_u64(value) : bytes == 4 ? tree_u32(value) : 0;
}

static struct parts find_parts(const struct tree *tree)
{
	uint64_t start = chosen(tree, "linux,initrd-start"), end = chosen(tree, "linux,initrd-end");
	struct parts parts;

	if (!start || end <= start ||
	    !parts_open(&parts, (struct part){(const uint8_t *)(uintptr_t)start, end - start}))
		opal_give_up("assert", "the initrd contains no firmware");
	return parts;
}

/* Opens the catalog of the initrd, or else the built-in one. If that has nothing for this processor, the model will report it. */
static void open_catalog(const struct part *given)
{
	bool power9 = opal_pvr() >> 16 == PVR_POWER9;
	const uint8_t *blob = power9 ? opal_catalog_power9 : opal_catalog_power10;
	size_t size = (size_t)((power9 ? opal_catalog_power9_end : opal_catalog_power10_end) - blob);

	if (given->at) {
		blob = given->at;
		size = given->bytes;
	}
	if (!tree_open(&opal_machine.catalog, blob, size) || !tree_is_whole(&opal_machine.catalog))
		opal_give_up("scenario-error", "the catalog is not a device tree");
}

static struct patch patch;

static void patch_firmware(const struct elf *elf)
{
	patch = (struct patch){
		.little_endian = elf->little_endian,
		.areas = (uintptr_t)opal_hook_areas,
		.hook = STUBS_PLACE,
		.stubs = STUBS_PLACE + STUBS_BYTES / 2,
		.memory = (uint8_t *)(STUBS_PLACE + STUBS_BYTES / 2),
	};

	for (const uint8_t *at = opal_hook; at < opal_hook_end; at += 4)
		patch_put_word(&patch, (uint8_t *)STUBS_PLACE + (at - opal_hook), tree_u32(at));
	for (unsigned i = 0; i < elf->codes; i++) {
		uint64_t place = FIRMWARE_PLACE + elf->code[i].offset;

		if (!patch_code(&patch, (uint8_t *)(uintptr_t)place, elf->code[i].bytes, place))
			opal_give_up("assert", "the firmware writes LDBAR at more places than there are stubs");
	}
	opal_sync_code((void *)STUBS_PLACE, STUBS_BYTES);
	opal_log("log", "LDBAR is written at %u places and read at %u", patch.used, patch.reads);
}

/* Loads the firmware like skiboot: the whole file at one place, where it runs. */
static struct elf load_firmware(const struct part *file)
{
	uint8_t *place = (uint8_t *)FIRMWARE_PLACE;
	struct elf elf;

	if (!elf_open(&elf, *file))
		opal_give_up("assert", "the firmware is not an ELF file for 64-bit PowerPC");
	memmove(place, file->at, file->bytes);
	memset(place + file->bytes, POISON, POISON_BYTES);
	patch_firmware(&elf);
	opal_sync_code(place, file->bytes);
	opal_machine.firmware.address = FIRMWARE_PLACE + elf.entry;
	return elf;
}

/* ---- the model --------------------------------------------------------------------------------------------- */

static void *owner_memory(void *context, uint64_t address, uint64_t bytes)
{
	(void)context;
	return opal_program_memory(address, bytes);
}

static bool owner_find_event(void *context, struct slice pmu, struct slice event, enum imc_type *type, uint32_t *offset)
{
	(void)context;
	return catalog_find(&opal_machine.catalog, pmu, event, type, offset);
}

static void owner_violation(void *context, const char *line)
{
	(void)context;
	opal_log("violation", "%s", line);
}

static void owner_log(void *context, const char *line)
{
	(void)context;
	opal_log("log", "%s", line);
}

static void describe_machine(struct imc_machine *machine, const struct elf *elf)
{
	machine->pvr = opal_pvr();
	machine->chips = chip_count;
	for (unsigned i = 0; i < chip_count; i++) {
		machine->chip[i].id = chips[i].id;
		machine->chip[i].region = (void *)(uintptr_t)(chips[i].homer + IMC_REGION_OFFSET);
		memset(machine->chip[i].region, 0, IMC_REGION_BYTES);
	}
	for (unsigned i = 0; i < opal_machine.cores.cores; i++) {
		const struct graft_core *core = &opal_machine.cores.core[i];

		for (unsigned j = 0; !core->hidden && j < core->threads; j++) {
			if (machine->threads == IMC_THREADS)
				opal_give_up("assert", "more than %u threads", IMC_THREADS);
			machine->pir[machine->threads++] = core->pir[j];
		}
	}
	machine->code = FIRMWARE_PLACE + elf->code[0].offset;
	machine->code_bytes = elf->code[0].bytes;
}

static void create_model(const struct part *scenario, const struct elf *elf, void *room)
{
	static const struct imc_owner owner = {NULL, owner_memory, owner_find_event, owner_violation, owner_log};
	struct imc_machine machine = {0};
	char line[400];

	describe_machine(&machine, elf);
	opal_machine.imc = imc_create(room, &machine, (struct slice){(const char *)scenario->at, scenario->bytes},
				      &owner, line, sizeof(line));
	if (!opal_machine.imc)
		opal_give_up("scenario-error", "%s", line);
	opal_machine.surroundings = imc_surroundings(opal_machine.imc);
	imc_banner(opal_machine.imc, line, sizeof(line));
	opal_log("banner", "%s", line);
}

/* Patches the firmware's function for loads that may trap, with which it reads memory. */
static void watch_loads(const struct elf *elf)
{
	const struct imc_surroundings *around = &opal_machine.surroundings;
	uint64_t silent = around->silent_load ? around->silent_load : around->late_load;

	for (unsigned i = 0; i < elf->codes; i++) {
		uint64_t place = FIRMWARE_PLACE + elf->code[i].offset;

		if (!patch_loads(&patch, (uint8_t *)(uintptr_t)place, elf->code[i].bytes, place, silent,
				 around->late_load))
			opal_give_up("assert", "no room for a stub of the firmware's loads");
	}
	opal_sync_code((void *)FIRMWARE_PLACE, elf->code[0].offset + elf->code[0].bytes);
	opal_sync_code((void *)STUBS_PLACE, STUBS_BYTES);
}

/* ---- the tree ---------------------------------------------------------------------------------------------- */

static void write_tree(const struct tree *tree, uint32_t boot_cpu, const struct tree_range *reserved)
{
	struct graft_plan plan = {
		.tree = tree,
		.machine = &opal_machine.cores,
		.catalog = {.catalog = &opal_machine.catalog, .chip = chips, .chips = chip_count},
		.entry = (uintptr_t)opal_entry,
		.reserved = *reserved,
		.boot_cpu = boot_cpu,
		.bad_core = opal_machine.surroundings.bad_core,
	};

	for (unsigned i = 0; i < IMC_CATALOG_FAULTS; i++)
		plan.catalog.fault[i] = imc_catalog_fault(opal_machine.imc, i);
	if (!graft_write(&plan, scratch, new_tree, TREE_BYTES))
		opal_give_up("assert", "the device tree cannot be rewritten");
	opal_machine.firmware.tree = (uintptr_t)new_tree;
}

/* ---- start ------------------------------------------------------------------------------------------------- */

void opal_arrive(uint32_t pir)
{
	if (graft_is_hidden(&opal_machine.cores, pir))
		opal_work();
	opal_enter(&opal_machine.firmware);
}

void opal_main(void *blob, uint64_t base, uint64_t entry, uint64_t memory_end)
{
	struct tree tree;
	struct parts parts;
	struct elf elf;
	struct tree_range own = {HOMER_PLACE, 0};
	uint64_t room = ((uintptr_t)opal_bss_end + 7) / 8 * 8;
	uint32_t boot_cpu = opal_pir();
	int64_t code;

	opal_real_base = base;
	opal_real_entry = entry;
	opal_machine.firmware.memory_end = memory_end;
	if (!tree_open(&tree, blob, SIZE_MAX))
		opal_give_up("assert", "skiboot's device tree cannot be read");
	find_memory(&tree);
	find_machine(&tree);
	own.bytes = (room + imc_size() + 0xffff) / 0x10000 * 0x10000 - own.address;
	take_memory(own.address, own.bytes);
	take_memory(STUBS_PLACE, STUBS_BYTES);
	parts = find_parts(&tree);
	open_catalog(&parts.catalog);
	elf = load_firmware(&parts.firmware);
	create_model(&parts.scenario, &elf, (void *)(uintptr_t)room);
	watch_loads(&elf);
	/* The firmware starts on this thread, or on the first one if this one is hidden. */
	if (graft_is_hidden(&opal_machine.cores, boot_cpu))
		boot_cpu = opal_machine.cores.core[0].pir[0];
	write_tree(&tree, boot_cpu, &own);
	opal_intercept_calls();
	if (boot_cpu == opal_pir())
		opal_enter(&opal_machine.firmware);
	code = opal_call(OPAL_START_CPU, boot_cpu, (uintptr_t)opal_arrival, 0, 0, 0);
	if (code != OPAL_SUCCESS)
		opal_give_up("assert", "processor 0x%x does not start: %lld", boot_cpu, (long long)code);
	opal_call(OPAL_RETURN_CPU, 0, 0, 0, 0, 0);
	while (true)
		;
}
