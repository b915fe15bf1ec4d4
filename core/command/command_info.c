/* SPDX-License-Identifier: BSD-2-Clause */
/* What the machine is, what was found of it, and how. */
#include "core/command/command.h"
#include "core/hardware/buses.h"
#include "core/hardware/core_pmu.h"
#include "core/version.h"
#include "lib/memory.h"
#include "lib/text.h"

/* Room for one line of the listing. */
#define LINE_SIZE 192

static struct text titled(char bytes[LINE_SIZE], const char *title)
{
	struct text line = text_over(bytes, LINE_SIZE);

	text_format(&line, "%-15s", title);
	return line;
}

static bool says_text(const struct shell *shell)
{
	return shell->output->form == FORM_TEXT;
}

static const char *or_none(const char *string)
{
	return string && *string ? string : "unknown";
}

static void show_version(struct shell *shell)
{
	const struct record_pair pairs[] = {{"name", "uncork", 0}, {"version", UNCORK_VERSION, 0}, {NULL, NULL, 0}};

	record_item(shell->output, "version", pairs, "");
}

static void show_processor(struct shell *shell)
{
	const struct machine *machine = shell->machine;
	const struct processor *processor = machine->processor;
	const struct record_pair pairs[] = {{"name", processor ? processor->name : "unknown", 0},
					    {"title", processor ? processor->title : "unknown", 0},
					    {"vendor", machine->vendor, 0},
					    {"brand", machine->brand, 0},
					    {"family", NULL, machine->family},
					    {"model", NULL, machine->model},
					    {"stepping", NULL, machine->stepping},
					    {"tsc_hz", NULL, machine->ticks_per_second},
					    {NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = titled(bytes, "processor");

	if (processor)
		text_format(&line, "%s: %s", processor->name, processor->title);
	else
		text_string(&line, "not one that the tables know");
	if (!machine->posted)
		text_format(&line, "\n%15s%s family %u model 0x%02x stepping %u", "", machine->vendor, machine->family,
			    machine->model, machine->stepping);
	if (*machine->brand)
		text_format(&line, "\n%15s%s", "", machine->brand);
	record_item(shell->output, "processor", pairs, bytes);
}

static unsigned cpus_of(const struct machine *machine, unsigned socket, bool usable_only)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == socket && (machine->cpus[i].usable || !usable_only))
			count++;
	return count;
}

static unsigned cores_of(const struct machine *machine, unsigned socket)
{
	unsigned count = 0;

	for (unsigned i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == socket && machine->cpus[i].thread == 0)
			count++;
	return count;
}

static void show_socket(struct shell *shell, unsigned socket)
{
	const struct machine *machine = shell->machine;
	unsigned cpus = cpus_of(machine, socket, false), usable = cpus_of(machine, socket, true);
	const struct record_pair pairs[] = {{"socket", NULL, socket},
					    {"cores", NULL, cores_of(machine, socket)},
					    {"cpus", NULL, cpus},
					    {"usable", NULL, usable},
					    {NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = titled(bytes, socket ? "" : "topology");

	text_format(&line, "socket %u: cores %u, processors %u", socket, cores_of(machine, socket), cpus);
	if (usable != cpus)
		text_format(&line, " (%u usable)", usable);
	record_item(shell->output, "socket", pairs, bytes);
}

static void show_cpu(struct shell *shell, unsigned index)
{
	const struct cpu *cpu = &shell->machine->cpus[index];
	const struct record_pair pairs[] = {{"cpu", NULL, index},          {"apic_id", NULL, cpu->apic_id},
					    {"socket", NULL, cpu->socket}, {"core", NULL, cpu->core},
					    {"thread", NULL, cpu->thread}, {"bootstrap", NULL, cpu->bootstrap},
					    {"usable", NULL, cpu->usable}, {NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = titled(bytes, "");

	text_format(&line, "cpu %u: socket %u core %u thread %u, %s 0x%x%s%s", index, cpu->socket, cpu->core,
		    cpu->thread, shell->machine->cpu_number, cpu->apic_id, cpu->bootstrap ? ", runs uncork" : "",
		    cpu->usable ? "" : ", does not answer");
	record_item(shell->output, "cpu", pairs, bytes);
}

static void show_topology(struct shell *shell, bool all)
{
	for (unsigned s = 0; s < shell->machine->socket_count; s++)
		show_socket(shell, s);
	for (unsigned i = 0; i < shell->machine->cpu_count && (all || !says_text(shell)); i++)
		show_cpu(shell, i);
}

static void show_core_pmu(struct shell *shell)
{
	const struct core_pmu *pmu = &shell->machine->core_pmu;
	const struct record_pair pairs[] = {
		{"version", NULL, pmu->version},           {"counters", NULL, pmu->counters},
		{"counter_bits", NULL, pmu->counter_bits}, {"fixed_counters", NULL, pmu->fixed_counters},
		{"fixed_bits", NULL, pmu->fixed_bits},     {NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = titled(bytes, "core counters");

	if (!pmu->version)
		text_string(&line, "none (CPUID leaf 0xa is empty)");
	else
		text_format(&line, "version %u: %u of %u bits, %u fixed of %u bits", pmu->version, pmu->counters,
			    pmu->counter_bits, pmu->fixed_counters, pmu->fixed_bits);
	record_item(shell->output, "core_pmu", pairs, bytes);
}

static void show_fact(struct shell *shell, const char *title, const char *kind, const char *fact)
{
	const struct record_pair pairs[] = {{"name", fact, 0}, {NULL, NULL, 0}};
	char bytes[1024];
	struct text line = TEXT_OVER(bytes);

	text_format(&line, "%-15s%s", title, fact);
	record_item(shell->output, kind, pairs, bytes);
}

static void show_clock(struct shell *shell)
{
	uint64_t hertz = shell->machine->ticks_per_second;
	const struct record_pair pairs[] = {{"tsc_hz", NULL, hertz}, {NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = titled(bytes, "time stamps");

	if (hertz)
		text_format(&line, "%llu.%03u MHz", (unsigned long long)(hertz / 1000000),
			    (unsigned)(hertz / 1000 % 1000));
	else
		text_string(&line, "unknown rate");
	record_item(shell->output, "clock", pairs, bytes);
}

static void show_platform(struct shell *shell)
{
	const struct machine *machine = shell->machine;

	show_fact(shell, "interrupts", "interrupt_controller", or_none(machine->interrupt_controller));
	show_fact(shell, "console", "console", or_none(machine->console));
	show_clock(shell);
	show_fact(shell, "silicon", "silicon", machine->virtual_silicon ? machine->virtual_silicon : "real or unknown");
}

static void show_ecam(struct shell *shell, const struct ecam_region *region)
{
	char bytes[LINE_SIZE], base[24];
	struct text line = titled(bytes, "configuration"), hex = TEXT_OVER(base);
	const struct record_pair pairs[] = {{"segment", NULL, region->segment},
					    {"first_bus", NULL, region->first_bus},
					    {"last_bus", NULL, region->last_bus},
					    {"base", base, 0},
					    {NULL, NULL, 0}};

	text_format(&hex, "0x%llx", (unsigned long long)region->base);
	text_format(&line, "segment %u, buses 0x%02x to 0x%02x at %s", region->segment, region->first_bus,
		    region->last_bus, base);
	record_item(shell->output, "ecam", pairs, bytes);
}

static void show_function(struct shell *shell, const struct pci_function *function)
{
	char bytes[LINE_SIZE], address[24], id[16];
	struct text line = titled(bytes, ""), where = TEXT_OVER(address), ids = TEXT_OVER(id);
	const struct record_pair pairs[] = {{"address", address, 0}, {"id", id, 0}, {NULL, NULL, 0}};

	text_format(&where, "%04x:%02x:%02x.%x", function->segment, function->bus, function->device,
		    function->function);
	text_format(&ids, "%04x:%04x", function->vendor_id, function->device_id);
	text_format(&line, "%s  %s", address, id);
	record_item(shell->output, "pci_function", pairs, bytes);
}

static void show_pci_count(struct shell *shell, bool all)
{
	unsigned count = shell->machine->function_count;
	const struct record_pair pairs[] = {{"functions", NULL, count}, {NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = titled(bytes, "PCI functions");

	text_format(&line, "%u%s", count, all || !count ? "" : " (info -a lists them)");
	record_item(shell->output, "pci", pairs, bytes);
}

static void show_pci(struct shell *shell, bool all)
{
	const struct machine *machine = shell->machine;

	if (!machine->ecam_count && says_text(shell))
		show_fact(shell, "configuration", "ecam", "no memory-mapped PCI configuration space");
	for (unsigned i = 0; i < machine->ecam_count; i++)
		show_ecam(shell, &machine->ecam[i]);
	show_pci_count(shell, all);
	for (unsigned i = 0; i < machine->function_count && (all || !says_text(shell)); i++)
		show_function(shell, &machine->functions[i]);
}

/* How a bus was found. */
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

static void show_bus(struct shell *shell, unsigned socket)
{
	const struct socket_bus *bus = &shell->machine->buses[socket];
	const char *complaint = buses_complaint(shell->machine, bus);
	char bytes[LINE_SIZE], at_bytes[16], chain_bytes[16], map_bytes[16], ways_bytes[128];
	struct text line = titled(bytes, socket ? "" : "uncore buses");
	struct text at = TEXT_OVER(at_bytes), chain = TEXT_OVER(chain_bytes), map = TEXT_OVER(map_bytes),
		    ways = TEXT_OVER(ways_bytes);
	const struct record_pair pairs[] = {
		{"socket", NULL, socket},
		{"bus", at_bytes, 0},
		{"by_chain", chain_bytes, 0},
		{"by_map", map_bytes, 0},
		{complaint ? "complaint" : NULL, complaint, 0},
		{NULL, NULL, 0},
	};

	buses_text(bus->base, &at);
	buses_text(bus->ways[BASE_BY_CHAIN], &chain);
	buses_text(bus->ways[BASE_BY_MAP], &map);
	ways_text(bus, &ways);
	text_format(&line, "socket %u: %s %s%s%s", socket, at_bytes, ways_bytes, complaint ? "; " : "",
		    complaint ? complaint : "");
	record_item(shell->output, "socket_bus", pairs, bytes);
}

static void show_buses(struct shell *shell)
{
	const struct machine *machine = shell->machine;

	for (unsigned s = 0; machine->buses && s < machine->socket_count; s++)
		show_bus(shell, s);
	if (machine->buses_too_many)
		record_note(shell->output, "%u buses with boxes belong to sockets without processors here",
			    machine->buses_too_many);
}

static const char *const evidence[BOX_STATE_COUNT] = {
	[BOX_FOUND] = "held what was written, put back",
	[BOX_FAULTS] = "the access faulted",
	[BOX_DEAF] = "reads, but writes vanish",
	[BOX_HIDDEN] = "reads all ones: hidden function",
	[BOX_ABSENT] = "no way to reach it",
	[BOX_STRANGE] = "another function than it should be",
};

/* Of a box as this machine has it. */
struct counters {
	unsigned general, bits, fixed;
};

static struct counters counters_of(const struct machine *machine, const struct box *box)
{
	const struct box_type *type = box->type;
	unsigned fixed = core_pmu_fixed_counters(machine, type);

	return (struct counters){
		.general = type->postings ? type->event_count : core_pmu_counters(machine, type),
		.bits = box->counter_bits ? box->counter_bits : type->counter_bits,
		.fixed = type->fixed + fixed,
	};
}

/* "6 x 48 bits + fixed", "2 x 40 bits + 3 fixed", "none" of a box that only governs others. */
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

static void show_box(struct shell *shell, const struct machine_box *found)
{
	const struct box_type *type = found->box.type;
	const struct counters has = counters_of(shell->machine, &found->box);
	const char *how = found->how ? found->how : evidence[found->state];
	char bytes[LINE_SIZE], place_bytes[64], counters[32], name[BOX_NAME_SIZE];
	struct text line = TEXT_OVER(bytes), place = TEXT_OVER(place_bytes), counts = TEXT_OVER(counters);
	const struct record_pair pairs[] = {{"box", name, 0},
					    {"socket", NULL, found->box.socket},
					    {"state", box_state_name(found->state), 0},
					    {"title", type->title, 0},
					    {"counters", NULL, has.general},
					    {"counter_bits", NULL, has.bits},
					    {"fixed_counters", NULL, has.fixed},
					    {"evidence", place_bytes, 0},
					    {"found_by", how, 0},
					    {NULL, NULL, 0}};

	box_name(&found->box, name);
	counters_text(type, &has, &counts);
	location_text(&found->evidence, &place);
	if (shell->output->several_sockets)
		text_format(&line, "%-8u", found->box.socket);
	text_format(&line, "%-10s%-8s%-22s%s %s", name, box_state_name(found->state), counters, place_bytes, how);
	record_item(shell->output, "box", pairs, bytes);
}

static void show_box_heading(struct shell *shell)
{
	static const struct record_pair none[] = {{NULL, NULL, 0}};
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	if (!says_text(shell))
		return;
	text_format(&line, "\n%s%-10s%-8s%-22s%s", shell->output->several_sockets ? "socket  " : "", "box", "state",
		    "counters", "how it was found");
	record_item(shell->output, "heading", none, bytes);
}

static void show_sum(struct shell *shell)
{
	const struct machine *machine = shell->machine;
	unsigned found = 0;
	char bytes[LINE_SIZE];
	struct text line = TEXT_OVER(bytes);

	for (unsigned i = 0; i < machine->box_count; i++)
		found += machine->boxes[i].state == BOX_FOUND;
	const struct record_pair pairs[] = {
		{"promised", NULL, machine->box_count}, {"found", NULL, found}, {NULL, NULL, 0}};

	if (!machine->processor)
		text_string(&line, "no boxes answer: none is known for this processor");
	else if (!found)
		text_format(&line, "no boxes answer, of %u that this processor should have", machine->box_count);
	else
		text_format(&line, "%u of %u boxes answer", found, machine->box_count);
	record_item(shell->output, "boxes", pairs, bytes);
}

static void show_boxes(struct shell *shell)
{
	const struct machine *machine = shell->machine;

	if (machine->box_count)
		show_box_heading(shell);
	for (unsigned i = 0; i < machine->box_count; i++)
		show_box(shell, &machine->boxes[i]);
	show_sum(shell);
}

static void run(struct shell *shell, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	bool all = false;
	int letter;

	while ((letter = option_next(&options, "a", shell->output))) {
		if (letter == '?')
			return;
		all = true;
	}
	if (options.index < argc) {
		record_error(shell->output, VERDICT_ERROR, "usage: info %s", command_info.usage);
		return;
	}
	if (!says_text(shell))
		show_version(shell);
	show_processor(shell);
	show_topology(shell, all);
	show_platform(shell);
	if (shell->machine->posted) {
		shell->machine->posted->describe(shell->machine, shell->output);
	} else {
		show_core_pmu(shell);
		show_pci(shell, all);
		show_buses(shell);
	}
	show_boxes(shell);
	for (unsigned i = 0; i < shell->machine->warning_count; i++)
		record_note(shell->output, "%s", shell->machine->warnings[i]);
}

const struct command command_info = {
	.name = "info",
	.usage = "[-a]",
	.summary = "what the machine is, and every box: found, missing or hidden",
	.details = "Shows processors, interrupts, console, configuration space and every box that the\n"
		   "processor's tables promise, with how it answered:\n"
		   "\n"
		   "  found   a counter was written, read back and put back\n"
		   "  faults  the first access faulted: not implemented\n"
		   "  deaf    reads answer, writes vanish: nothing is behind the address\n"
		   "  hidden  the PCI function reads all ones\n"
		   "  absent  this machine has no way to reach it\n"
		   "\n"
		   "  -a      lists each processor and each PCI function, too",
	.next = "test                 does what was found work?\n"
		"list                 what can be counted\n",
	.run = run,
};
