/* SPDX-License-Identifier: BSD-2-Clause */
/* info: describes the machine, the boxes that were found, and how they were found. */
#include "core/command/command.h"
#include "core/command/info_discovery.h"
#include "core/hardware/buses.h"
#include "core/hardware/core_pmu.h"
#include "core/hardware/identity.h"
#include "core/record/record_board.h"
#include "core/version.h"
#include "lib/memory.h"
#include "lib/text.h"

#define TABLE_ROW 64 /* bytes of a firmware table in a record */

static const char *or_none(const char *string)
{
	return string && *string ? string : "unknown";
}

static void show_processor(struct output *output, const struct machine *machine)
{
	const struct processor *processor = machine->processor;
	struct record record;

	record_begin(&record, output, "processor");
	record_text(&record, "name", processor ? processor->name : "unknown");
	record_text(&record, "title", processor ? processor->title : "unknown");
	record_text(&record, "vendor", machine->vendor);
	record_text(&record, "brand", machine->brand);
	record_u64(&record, "family", machine->family);
	record_u64(&record, "model", machine->model);
	record_u64(&record, "stepping", machine->stepping);
	record_u64(&record, "tsc_hz", machine->ticks_per_second);
	record_aside(&record);
	record_u64(&record, "known", processor != NULL);
	record_u64(&record, "cpuid", !machine->posted);
	record_end(&record);
}

/* True for the first listed CPU of its core, which need not be thread 0. */
static bool is_first_of_core(const struct machine *machine, unsigned number)
{
	const struct cpu *cpu = &machine->cpus[number];

	for (unsigned i = 0; i < number; i++)
		if (machine->cpus[i].socket == cpu->socket && machine->cpus[i].core == cpu->core)
			return false;
	return true;
}

static void show_socket(struct output *output, const struct machine *machine, unsigned socket)
{
	unsigned cores = 0, cpus = 0, usable = 0;
	struct record record;

	for (unsigned i = 0; i < machine->cpu_count; i++) {
		if (machine->cpus[i].socket != socket)
			continue;
		cores += is_first_of_core(machine, i);
		cpus++;
		usable += machine->cpus[i].usable;
	}
	record_begin(&record, output, "socket");
	record_u64(&record, "socket", socket);
	record_u64(&record, "cores", cores);
	record_u64(&record, "cpus", cpus);
	record_u64(&record, "usable", usable);
	record_identity(&record, machine, (uint16_t)socket);
	record_aside(&record);
	if (usable != cpus)
		record_format(&record, "unlike", "%u", usable);
	record_end(&record);
}

/* CHAs that are fused off may answer, too. If two registers disagree, the meaning of one of them is misunderstood. */
static void show_chas(struct record *record, const struct machine *machine, unsigned socket)
{
	const struct socket_identity *identity = &machine->identities[socket];
	unsigned said = identity->chas_said, set = identity->chas_set, found = 0;

	for (unsigned i = 0; i < machine->box_count; i++)
		found += machine->boxes[i].box.socket == socket && machine->boxes[i].state == BOX_FOUND &&
			 !strcmp(machine->boxes[i].box.type->name, "cha");
	if (set)
		record_u64(record, "chas_set", set);
	if (said)
		record_u64(record, "chas_said", said);
	record_u64(record, "chas_found", found);
	if (said && set && said != set)
		record_text(record, "complaint", "the two registers give different numbers of CHAs");
	else if (found < max_u64(said, set))
		record_text(record, "complaint", "fewer CHAs answer than that");
}

static void show_capabilities(struct output *output, const struct machine *machine, unsigned socket)
{
	const struct socket_identity *identity = &machine->identities[socket];
	const struct capability *capability = machine->processor->capabilities;
	const char *between = "";
	struct record record;
	struct text *text;

	if (!identity->answering && !identity->chas_said)
		return;
	record_begin(&record, output, "capabilities");
	record_u64(&record, "socket", socket);
	text = record_compose(&record, "registers");
	for (unsigned i = 0; i < CAPABILITIES_MOST; i++) {
		if (!(identity->answering & BIT(i)))
			continue;
		text_format(text, "%s%s 0x%x", between, capability[i].name, identity->capabilities[i]);
		between = ", ";
	}
	if (identity->chas_set || identity->chas_said)
		show_chas(&record, machine, socket);
	record_end(&record);
}

static void show_cpu(struct output *output, const struct machine *machine, unsigned index, bool all)
{
	const struct cpu *cpu = &machine->cpus[index];
	struct record record;

	record_begin(&record, output, "cpu");
	record_u64(&record, "cpu", index);
	record_u64(&record, "apic_id", cpu->apic_id);
	record_u64(&record, "socket", cpu->socket);
	record_u64(&record, "core", cpu->core);
	record_u64(&record, "thread", cpu->thread);
	record_u64(&record, "bootstrap", cpu->bootstrap);
	record_u64(&record, "usable", cpu->usable);
	record_aside(&record);
	record_u64(&record, "shown", all);
	record_text(&record, "number", machine->cpu_number);
	record_text(&record, "unusable",
		    cpu->left_alone ? "left alone"
		    : cpu->hidden   ? "hidden by firmware"
				    : "does not answer");
	record_end(&record);
}

static void show_core_pmu(struct output *output, const struct core_pmu *pmu)
{
	struct record record;

	record_begin(&record, output, "core_pmu");
	record_u64(&record, "version", pmu->version);
	record_u64(&record, "counters", pmu->counters);
	record_u64(&record, "counter_bits", pmu->counter_bits);
	record_u64(&record, "fixed_counters", pmu->fixed_counters);
	record_u64(&record, "fixed_bits", pmu->fixed_bits);
	record_end(&record);
}

static void show_name(struct output *output, const char *kind, const char *name)
{
	struct record record;

	record_begin(&record, output, kind);
	record_text(&record, "name", name);
	record_end(&record);
}

static void show_platform(struct output *output, const struct machine *machine)
{
	struct record record;

	show_name(output, "interrupt_controller", or_none(machine->interrupt_controller));
	if (machine->device_memory)
		show_name(output, "device_memory", machine->device_memory);
	show_name(output, "console", or_none(machine->console));
	record_begin(&record, output, "clock");
	record_u64(&record, "tsc_hz", machine->ticks_per_second);
	if (machine->clock_by)
		record_text(&record, "by", machine->clock_by);
	record_end(&record);
	if (*machine->hypervisor)
		show_name(output, "hypervisor", machine->hypervisor);
	show_name(output, "silicon", machine->virtual_silicon ? machine->virtual_silicon : "real or unknown");
}

static void show_pci(struct output *output, const struct machine *machine, bool all)
{
	struct record record;

	if (!machine->ecam_count)
		record_prose(output, "configuration  no access to PCI configuration space");
	for (unsigned i = 0; i < machine->ecam_count; i++) {
		const struct ecam_region *region = &machine->ecam[i];

		record_begin(&record, output, "ecam");
		record_u64(&record, "segment", region->segment);
		record_u64(&record, "first_bus", region->first_bus);
		record_u64(&record, "last_bus", region->last_bus);
		if (region->base == ECAM_BY_PORTS)
			record_text(&record, "base", "ports 0xcf8 and 0xcfc");
		else
			record_hex(&record, "base", region->base);
		record_end(&record);
	}

	record_begin(&record, output, "pci");
	record_u64(&record, "functions", machine->function_count);
	record_aside(&record);
	record_u64(&record, "more", !all && machine->function_count);
	record_end(&record);
	for (unsigned i = 0; i < machine->function_count; i++) {
		const struct pci_function *function = &machine->functions[i];

		record_begin(&record, output, "pci_function");
		record_format(&record, "address", "%04x:%02x:%02x.%x", function->segment, function->bus,
			      function->device, function->function);
		record_format(&record, "id", "%04x:%04x", function->vendor_id, function->device_id);
		record_aside(&record);
		record_u64(&record, "shown", all);
		record_end(&record);
	}
}

static void show_table_bytes(struct output *output, const struct firmware_table *table)
{
	for (uint32_t at = 0; at < table->length; at += TABLE_ROW) {
		struct record record;
		struct text *text;

		record_begin(&record, output, "table_bytes");
		record_text(&record, "signature", table->signature);
		record_hex(&record, "offset", at);
		text = record_compose(&record, "bytes");
		for (uint32_t i = at; i < table->length && i < at + TABLE_ROW; i++)
			text_format(text, "%02x", table->bytes[i]);
		record_end(&record);
	}
}

static void show_firmware(struct output *output, const struct machine *machine, bool all)
{
	struct record record;

	for (unsigned i = 0; i < machine->memory_count; i++) {
		const struct memory_region *region = &machine->memory[i];

		record_begin(&record, output, "memory");
		record_hex(&record, "start", region->start);
		record_hex(&record, "bytes", region->bytes);
		record_u64(&record, "reserved", region->reserved);
		record_aside(&record);
		record_u64(&record, "shown", all);
		record_end(&record);
	}
	for (unsigned i = 0; i < machine->table_count; i++) {
		const struct firmware_table *table = &machine->tables[i];

		record_begin(&record, output, "table");
		record_text(&record, "signature", table->signature);
		record_hex(&record, "address", table->address);
		record_u64(&record, "bytes", table->length);
		record_aside(&record);
		record_u64(&record, "shown", all);
		record_end(&record);
		if (all && table->bytes)
			show_table_bytes(output, table);
	}
}

/* Names the ways in which a bus was found. */
static void ways_text(const struct socket_bus *bus, struct text *text)
{
	static const char *const names[BASE_WAYS] = {
		[BASE_BY_CHAIN] = "the chain of bus numbers",
		[BASE_BY_MAP] = "a map of nodes",
		[BASE_BY_LOOKING] = "its functions",
	};
	const char *between = "found by ";

	for (unsigned way = 0; way < BASE_WAYS; way++) {
		if (bus->ways[way] == BUS_NOWHERE)
			continue;
		text_format(text, "%s%s", between, names[way]);
		if (bus->ways[way] != bus->base) {
			text_string(text, " elsewhere: ");
			buses_text(bus->ways[way], text);
		}
		between = ", ";
	}
}

static void show_buses(struct output *output, const struct machine *machine)
{
	for (unsigned socket = 0; machine->buses && socket < machine->socket_count; socket++) {
		const struct socket_bus *bus = &machine->buses[socket];
		const char *diagnostic = buses_diagnostic(machine, bus);
		struct record record;

		record_begin(&record, output, "socket_bus");
		record_u64(&record, "socket", socket);
		buses_text(bus->base, record_compose(&record, "bus"));
		buses_text(bus->ways[BASE_BY_CHAIN], record_compose(&record, "by_chain"));
		buses_text(bus->ways[BASE_BY_MAP], record_compose(&record, "by_map"));
		if (diagnostic)
			record_text(&record, "complaint", diagnostic);
		record_aside(&record);
		ways_text(bus, record_compose(&record, "ways"));
		record_end(&record);
	}
	if (machine->buses_too_many)
		record_note(output, "%u buses with boxes belong to sockets that have no processors here",
			    machine->buses_too_many);
}

static const char *const evidence[BOX_STATE_COUNT] = {
	[BOX_FOUND] = "held what was written, put back",
	[BOX_FAULTS] = "the access faulted",
	[BOX_NO_WRITE_BACK] = "can be read, but writes have no effect",
	[BOX_HIDDEN] = "reads all ones: hidden function",
	[BOX_ABSENT] = "no way to reach it",
	[BOX_WRONG_DEVICE] = "not the function that should be there",
	[BOX_DENIED] = "not touched: denied",
};

/* Counters that a box has on this machine. */
struct counters {
	unsigned general, bits, fixed;
};

/* Writes "6 x 48 bits + fixed", "2 x 40 bits + 3 fixed", or "none" for a box that only controls others. */
static void counters_text(const struct box_type *type, const struct counters *counters, struct text *text)
{
	if (type->postings) {
		text_format(text, "%u posted", counters->general);
		return;
	}
	if (!counters->bits) {
		text_string(text, "none");
		return;
	}
	text_format(text, "%u x %u bits", counters->general, counters->bits);
	if (counters->fixed == 1)
		text_string(text, " + fixed");
	else if (counters->fixed)
		text_format(text, " + %u fixed", counters->fixed);
}

static void show_box(struct output *output, const struct machine *machine, const struct machine_box *found, bool shown)
{
	const struct box *box = &found->box;
	const struct box_type *type = box->type;
	const struct counters has = {
		.general = type->postings ? type->event_count : core_pmu_counters(machine, type),
		.bits = box->counter_bits ? box->counter_bits : type->counter_bits,
		.fixed = type->fixed + core_pmu_fixed_counters(machine, type),
	};
	char name[BOX_NAME_SIZE];
	struct record record;

	box_name(box, name);
	record_begin(&record, output, "box");
	record_text(&record, "box", name);
	record_u64(&record, "socket", box->socket);
	record_text(&record, "state", box_state_name(found->state));
	record_text(&record, "title", type->title);
	record_u64(&record, "counters", has.general);
	record_u64(&record, "counter_bits", has.bits);
	record_u64(&record, "fixed_counters", has.fixed);
	location_text(&found->evidence, record_compose(&record, "evidence"));
	record_text(&record, "found_by", found->how ? found->how : evidence[found->state]);
	record_aside(&record);
	record_u64(&record, "shown", shown);
	counters_text(type, &has, record_compose(&record, "has"));
	record_end(&record);
}

/* Notes counters that CPUID reports and uncork does not use. */
static void show_left_alone(struct output *output, const struct machine *machine)
{
	for (unsigned i = 0; machine->processor && i < machine->processor->type_count; i++) {
		const struct box_type *type = machine->processor->types[i];
		const struct counter_quirk *forgets = core_pmu_quirk(machine, type, QUIRK_FORGETS);

		if (forgets && core_pmu_enables(machine) > forgets->from)
			record_note(
				output,
				"general counters of %s from %u on are not used: their control registers cannot be read back (erratum %s)",
				type->name, forgets->from, forgets->source);
	}
}

/* Boxes from discovery tables may be hundreds, so they are grouped. */
static void show_boxes(struct output *output, const struct machine *machine, bool all)
{
	bool grouped = machine->discovered && !all;
	struct record record;
	unsigned found = 0;

	for (unsigned i = 0; i < machine->box_count; i++) {
		show_box(output, machine, &machine->boxes[i], !grouped);
		found += machine->boxes[i].state == BOX_FOUND;
	}
	if (grouped)
		info_groups(output, machine);
	record_begin(&record, output, "boxes");
	record_u64(&record, "promised", machine->box_count);
	record_u64(&record, "found", found);
	record_aside(&record);
	record_u64(&record, "unknown", !machine->processor);
	record_end(&record);
}

void info_show(struct output *output, const struct machine *machine, bool all)
{
	struct record record;

	record_begin(&record, output, "version");
	record_text(&record, "name", "uncork");
	record_text(&record, "version", uncork_version);
	record_end(&record);
	show_processor(output, machine);
	for (unsigned s = 0; s < machine->socket_count; s++)
		show_socket(output, machine, s);
	for (unsigned i = 0; i < machine->cpu_count; i++)
		show_cpu(output, machine, i, all);
	show_platform(output, machine);
	if (machine->posted) {
		machine->posted->describe(machine, output, all);
	} else {
		show_core_pmu(output, &machine->core_pmu);
		show_firmware(output, machine, all);
		show_pci(output, machine, all);
		show_buses(output, machine);
	}

	info_discovery(output, machine);
	for (unsigned s = 0; machine->identities && machine->processor && s < machine->socket_count; s++)
		show_capabilities(output, machine, s);
	show_boxes(output, machine, all);
	show_left_alone(output, machine);
	for (unsigned i = 0; i < machine->refused_count; i++)
		record_note(output, "%s", machine->refused[i]);
	for (unsigned i = 0; i < machine->warning_count; i++)
		record_note(output, "%s", machine->warnings[i]);
}

static void run_info(struct shell *shell, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	bool all = false;
	int letter;

	while ((letter = option_next(&options, "av", shell->output))) {
		if (letter == '?')
			return;
		all = true;
	}
	if (options.index < argc) {
		record_error(shell->output, VERDICT_ERROR, "usage: info %s", command_info.usage);
		return;
	}
	identity_ask(shell->machine);
	info_show(shell->output, shell->machine, all);
}

const struct command command_info = {
	.name = "info",
	.usage = "[-av]",
	.summary = "show the machine and every box: found, missing or hidden",
	.details = "Shows processors, interrupts, console, configuration space and every box in the\n"
		   "processor's tables, with the result of looking for it:\n"
		   "\n"
		   "  found          a counter was written, read back and put back\n"
		   "  faults         the first access faulted: not implemented\n"
		   "  no-write-back  can be read, but writes have no effect: no register is at the address\n"
		   "  hidden         the PCI function reads all ones, or gives no address of the box\n"
		   "  wrong-device   another PCI function is there\n"
		   "  absent         this machine has no way to reach it\n"
		   "  denied         `deny` or `profile` forbids what is needed to find it\n"
		   "\n"
		   "  -a, -v         also list each CPU and its settings, the firmware's memory map and tables,\n"
		   "                 and each PCI function\n"
		   "\n"
		   "For a machine that describes its own uncore (PMON discovery) there is a line for each table\n"
		   "found, and one for each kind of block that is left out or unusual, with the reason. Boxes\n"
		   "with the same result share a line; with -a each box has its own.",
	.next = "test                 do the boxes work?\n"
		"list                 what can be counted\n",
	.of_machine = true,
	.run = run_info,
};
