/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/host/host.h"

#include "arch/host/touched_memory.h"
#include "core/hardware/core_pmu.h"
#include "core/hardware/deny.h"
#include "core/hardware/limit.h"
#include "core/hardware/pci.h"
#include "core/hardware/plan.h"
#include "lib/memory.h"
#include "lib/text.h"

#define BARE            "bare-"
#define DEFAULT_CORES   8
#define KNIGHTS_LANDING 0x57 /* the model with memory that belongs to no socket */
/* Most PMIs that one call delivers: a handler that always causes another one must not run forever. */
#define PMIS_AT_ONCE    64

static struct host *host_of(struct hw *hw)
{
	return (struct host *)hw;
}

/* ---- interrupts -------------------------------------------------------------------------------- */

/* Silicon must not be called from here, so PMIs wait until it has returned. */
static void note_pmi(void *context, unsigned socket, const struct silicon_cores *cores)
{
	struct host *host = context;

	if (socket < HOST_SOCKETS)
		cores_join(&host->pending[socket], cores);
}

static void note_violation(void *context, const char *line)
{
	struct host *host = context;

	host->violations++;
	if (host->options.violation)
		host->options.violation(host->options.context, line);
}

static void note_log(void *context, const char *line)
{
	struct host *host = context;

	if (host->options.log)
		host->options.log(host->options.context, line);
}

/* Runs the PMI handler as `cpu`. All other CPUs' work is suspended meanwhile. */
static void call_handler(struct host *host, uint32_t cpu)
{
	struct pmi pmi = {
		.cpu = cpu,
		.ticks = host->now_ns * HOST_TICKS_PER_NS,
		/* in a range where a program could be, different each time */
		.ip = UINT64_C(0x7e000000) + (host->taken * 0x9e5) % 0x10000,
	};
	uint32_t interrupted = host->cpu;

	host->taken++;
	host->in_handler = true;
	host->cpu = cpu;
	host->windows[cpu].handler(host->windows[cpu].context, &pmi);
	host->cpu = interrupted;
	host->in_handler = false;
}

/* True if a fault keeps the entry masked. */
static bool keeps_entry(const struct host *host, uint32_t cpu)
{
	return host->silicon && host->masked[cpu] &&
	       silicon_keeps_entry(host->silicon, cpu / host->options.cores, cpu % host->options.cores);
}

/* Unmasks the entry. Overflow bits that are still set may raise another PMI. */
static void unmask(struct host *host, uint32_t cpu)
{
	unsigned socket = cpu / host->options.cores, core = cpu % host->options.cores;

	if (keeps_entry(host, cpu))
		return;
	host->masked[cpu] = false;
	if (host->silicon && silicon_asks_again(host->silicon, socket, core))
		cores_add(&host->pending[socket], core);
}

static void host_acknowledged(struct hw *hw)
{
	struct host *host = host_of(hw);

	if (host->in_handler && host->masked[host->cpu] && host->unmask[host->cpu] == UNMASK_LAST)
		unmask(host, host->cpu);
}

/* A missing core takes no PMI. */
static void host_take_pmi(struct host *host, unsigned socket, unsigned core)
{
	uint32_t cpu = socket * host->options.cores + core;

	if (core >= host->options.cores)
		return;
	if (!host->open[cpu] || !host->windows[cpu].handler) {
		host->strays[cpu]++;
		return;
	}
	if (host->masked[cpu])
		return;
	host->masked[cpu] = true;
	if (host->unmask[cpu] == UNMASK_FIRST)
		unmask(host, cpu);
	call_handler(host, cpu);
	if (host->unmask[cpu] == UNMASK_LAST && host->masked[cpu])
		unmask(host, cpu);
}

/* Takes one pending PMI; false if there is none. This runs after each access, so its cost must not grow with the number
 * of CPUs. */
static bool take_pending(struct host *host)
{
	for (unsigned s = 0; s < host->options.sockets; s++) {
		unsigned core = cores_first(&host->pending[s]);

		if (core == SILICON_CORES)
			continue;
		cores_remove(&host->pending[s], core);
		host_take_pmi(host, s, core);
		return true;
	}
	return false;
}

/* Interrupts stay pending while the handler runs and are taken after it. */
static void deliver(struct host *host)
{
	unsigned bound = PMIS_AT_ONCE;

	while (!host->in_handler && bound-- && take_pending(host))
		;
}

/* ---- accesses ---------------------------------------------------------------------------------- */

static enum outcome outcome_of(enum silicon_answer answer)
{
	switch (answer) {
	case SILICON_OK: return OUTCOME_OK;
	case SILICON_FAULT: return OUTCOME_FAULT;
	case SILICON_HANG: return OUTCOME_TIMEOUT;
	default: return OUTCOME_ABSENT;
	}
}

/* Answers like a machine without counters: unknown MSRs read 0, and PCI configuration space has no functions. */
static enum outcome answer_of_nobody(enum space space, uint64_t *value)
{
	if (space == SPACE_MSR) {
		*value = 0;
		return OUTCOME_OK;
	}
	if (space == SPACE_PCI) {
		*value = UINT64_MAX;
		return OUTCOME_ALL_ONES;
	}
	return OUTCOME_ABSENT;
}

/* Returns false if there is no such socket or space. */
static bool describe(const struct host *host, const struct location *where, struct silicon_access *access)
{
	static const uint8_t spaces[] = {[SPACE_MSR] = SILICON_MSR,
					 [SPACE_PCI] = SILICON_CONFIG,
					 [SPACE_MMIO] = SILICON_MMIO,
					 [SPACE_PMC] = SILICON_PMC};

	if (where->space >= ARRAY_SIZE(spaces) || (where->space && !spaces[where->space]) ||
	    where->socket >= host->options.sockets)
		return false;
	*access = (struct silicon_access){.space = spaces[where->space],
					  .bytes = where->width_bits / 8,
					  .socket = where->socket,
					  .core = (uint16_t)(host->cpu % host->options.cores),
					  .address = where->address};
	return true;
}

/* Returns false if a PCI function is hidden or absent, as its vendor ID shows. */
static bool function_answers(struct host *host, struct silicon_access access)
{
	uint64_t vendor = UINT16_MAX;

	access.address &= ~MASK(0, 12);
	access.bytes = 2;
	return silicon_read(host->silicon, host->now_ns, &access, &vendor) == SILICON_OK && vendor != UINT16_MAX;
}

static void begin_access(struct host *host)
{
	host->now_ns += HOST_ACCESS_NS;
	host->looks = 0;
}

static enum outcome host_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	struct host *host = host_of(hw);
	struct silicon_access access;
	enum silicon_answer answer = SILICON_NOT_MINE;
	enum outcome outcome;

	begin_access(host);
	if (!describe(host, where, &access))
		return OUTCOME_ABSENT;
	if (host->silicon)
		answer = silicon_read(host->silicon, host->now_ns, &access, value);
	outcome = outcome_of(answer);
	if (answer == SILICON_NOT_MINE)
		outcome = answer_of_nobody(where->space, value);
	else if (where->space == SPACE_PCI && *value == MASK(0, where->width_bits) && !function_answers(host, access))
		outcome = OUTCOME_ALL_ONES;
	deliver(host);
	return outcome;
}

static enum outcome host_write(struct hw *hw, const struct location *where, uint64_t value)
{
	struct host *host = host_of(hw);
	struct silicon_access access;
	enum silicon_answer answer = SILICON_NOT_MINE;
	uint64_t ignored;

	begin_access(host);
	if (!describe(host, where, &access))
		return OUTCOME_ABSENT;
	if (host->silicon)
		answer = silicon_write(host->silicon, host->now_ns, &access, value);
	deliver(host);
	return answer == SILICON_NOT_MINE ? answer_of_nobody(where->space, &ignored) : outcome_of(answer);
}

/* ---- time -------------------------------------------------------------------------------------- */

static void pass_time(struct host *host, uint64_t until_ns)
{
	host->now_ns = max_u64(host->now_ns, until_ns);
	if (host->silicon)
		silicon_advance(host->silicon, host->now_ns);
	deliver(host);
}

static uint64_t host_now_ns(struct hw *hw)
{
	struct host *host = host_of(hw);

	pass_time(host, host->now_ns + ((uint64_t)HOST_LOOK_NS << host->looks));
	if (host->looks < HOST_LOOK_DOUBLINGS)
		host->looks++;
	return host->now_ns;
}

static uint64_t host_ticks(struct hw *hw)
{
	return host_now_ns(hw) * HOST_TICKS_PER_NS;
}

static void host_wait(struct hw *hw, uint64_t until_ns)
{
	struct host *host = host_of(hw);
	uint64_t taken = host->taken;

	host->looks = 0;
	while (host->now_ns < until_ns && host->taken == taken) {
		uint64_t next = host->silicon ? silicon_next_event(host->silicon) : UINT64_MAX;

		pass_time(host, min_u64(until_ns, max_u64(next, host->now_ns + HOST_ACCESS_NS)));
	}
}

/* ---- windows ----------------------------------------------------------------------------------- */

static uint32_t cpu_count(const struct host *host)
{
	return host->options.sockets * host->options.cores;
}

static enum outcome host_window_open(struct hw *hw, const struct window *window)
{
	struct host *host = host_of(hw);

	if (window->cpu >= cpu_count(host) || host->open[window->cpu])
		return OUTCOME_ABSENT;
	host->windows[window->cpu] = *window;
	host->open[window->cpu] = true;
	host->masked[window->cpu] = keeps_entry(host, window->cpu);
	host->unmask[window->cpu] = window->acknowledges ? UNMASK_LAST : hw->unmask;
	return OUTCOME_OK;
}

static enum outcome host_window_unmask(struct hw *hw, uint32_t cpu, enum unmask when)
{
	struct host *host = host_of(hw);

	if (cpu >= cpu_count(host) || !host->open[cpu])
		return OUTCOME_ABSENT;
	host->unmask[cpu] = (uint8_t)when;
	unmask(host, cpu);
	deliver(host);
	return OUTCOME_OK;
}

static void host_window_close(struct hw *hw)
{
	memset(host_of(hw)->open, 0, sizeof(host_of(hw)->open));
}

static uint64_t host_stray_pmis(struct hw *hw, uint32_t cpu)
{
	return host_of(hw)->strays[cpu];
}

/* ---- processors -------------------------------------------------------------------------------- */

static uint32_t host_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	struct host *host = host_of(hw);

	if (host->cpus[host->cpu].socket == socket)
		return host->cpu;
	for (uint32_t i = socket * host->options.cores; i < cpu_count(host) && host->cpus[i].socket == socket; i++)
		if (host->cpus[i].usable)
			return i;
	return HW_NO_CPU;
}

/* Runs the work at once: virtual time has no parallel CPUs. */
static enum outcome host_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	struct host *host = host_of(hw);
	uint32_t own = host->cpu;

	if (cpu >= cpu_count(host) || !host->cpus[cpu].usable || (cpu != own && (host->in_handler || own)))
		return OUTCOME_ABSENT;
	host->cpu = cpu;
	work(context);
	host->cpu = own;
	return OUTCOME_OK;
}

static enum outcome host_await(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return OUTCOME_OK;
}

/* ---- memory of known work ---------------------------------------------------------------------- */

static void host_give_memory(struct hw *hw, const struct hw_memory *memory)
{
	(void)hw;
	touched_memory_give(memory->at);
}

static bool host_take_memory(struct hw *hw, uint64_t first, uint64_t last, struct hw_memory *memory)
{
	struct host *host = host_of(hw);

	for (unsigned node = 0; node < HOST_NODES; node++) {
		uint64_t base = TOUCHED_MEMORY_BASE(node), end = base + TOUCHED_MEMORY_BYTES;

		if (first >= end || last < base + memory->bytes - 1)
			continue;
		memory->at = touched_memory_take(host, node, max_u64(first, base), memory->bytes, &memory->physical);
		if (memory->at && memory->physical + memory->bytes - 1 > last)
			host_give_memory(hw, memory);
		else
			return memory->at;
	}
	return false;
}

static void host_flush_caches(struct hw *hw)
{
	touched_memory_flush(host_of(hw));
}

/* Makes a node for each socket and one for MCDRAM, like a board's SRAT. There is no other memory. */
static void fill_memory(struct host *host, struct machine *machine)
{
	unsigned nodes = host->options.sockets + (machine->processor->model == KNIGHTS_LANDING);

	for (unsigned node = 0; node < nodes; node++) {
		host->nodes[node] = (struct node_memory){
			.base = TOUCHED_MEMORY_BASE(node),
			.bytes = TOUCHED_MEMORY_BYTES,
			.socket = node < host->options.sockets ? (uint16_t)node : MEMORY_ALONE,
		};
		host->memory[node] = (struct memory_region){TOUCHED_MEMORY_BASE(node), TOUCHED_MEMORY_BYTES, false};
	}
	machine->nodes = host->nodes;
	machine->node_count = (uint16_t)nodes;
	machine->memory = host->memory;
	machine->memory_count = (uint16_t)nodes;
}

/* ---- start ------------------------------------------------------------------------------------- */

static void fill_cpus(struct host *host)
{
	unsigned threads = host->silicon ? silicon_threads(host->silicon) : 1;

	for (unsigned i = 0; i < cpu_count(host); i++) {
		unsigned number = i % host->options.cores, socket = i / host->options.cores;

		host->cpus[i] = (struct cpu){.apic_id = socket * HOST_CORES + number,
					     .socket = (uint16_t)socket,
					     .core = (uint16_t)(number / threads),
					     .thread = (uint16_t)(number % threads),
					     .bootstrap = i == 0};
	}
	limit_choose_cpus(host->cpus, (uint16_t)cpu_count(host));
	for (unsigned i = 0; i < cpu_count(host); i++)
		host->cpus[i].usable = !i || (!host->cpus[i].left_alone && deny_profile() != PROFILE_SAFE);
}

/* Model number. If uncork's tables have none, virtual silicon knows it. */
static uint16_t model_number(const struct processor *processor)
{
	for (unsigned number = 0; !processor->model && number <= UINT8_MAX; number++) {
		const char *machine = silicon_machine_of(processor->family, number, 0);

		if (machine && !strcmp(machine, processor->name))
			return (uint16_t)number;
	}
	return processor->model;
}

static struct core_pmu core_pmu_of_silicon(const struct host *host)
{
	struct silicon_cpuid features = {0}, more = {0}, yet_more = {0}, leaf = {0}, bitmaps = {0}, bitmap = {0};
	struct core_pmu_leaf said;

	if (host->silicon) {
		silicon_cpuid(host->silicon, 1, 0, &features);
		silicon_cpuid(host->silicon, 7, 0, &more);
		silicon_cpuid(host->silicon, 7, 1, &yet_more);
		silicon_cpuid(host->silicon, 0xa, 0, &leaf);
		silicon_cpuid(host->silicon, 0x23, 0, &bitmaps);
		silicon_cpuid(host->silicon, 0x23, 1, &bitmap);
	}
	said = (struct core_pmu_leaf){leaf.eax, leaf.ebx,     leaf.ecx,    leaf.edx,   features.ecx, more.edx,
				      more.eax, yet_more.eax, bitmaps.eax, bitmap.eax, bitmap.ebx};
	return core_pmu_of(&said);
}

/* CPUID's name of the processor, without leading blanks. */
static void fill_brand(const struct host *host, struct machine *machine)
{
	char raw[sizeof(machine->brand)] = {0};
	const char *from = raw;
	struct silicon_cpuid leaf;

	for (uint32_t i = 0; host->silicon && i < 3; i++) {
		leaf = (struct silicon_cpuid){0};
		silicon_cpuid(host->silicon, 0x80000002 + i, 0, &leaf);
		memcpy(raw + i * sizeof(leaf), &leaf, sizeof(leaf));
	}
	while (*from == ' ')
		from++;
	memcpy(machine->brand, from, strlen(from) + 1);
}

static const char *refuses_power(enum power_action action)
{
	(void)action;
	return "this machine is part of a process; a board, or QEMU, can do this";
}

static bool host_start_others(struct machine *machine)
{
	struct host *host = (struct host *)machine->hw; /* its first member */
	bool started = false;

	for (unsigned i = 0; i < cpu_count(host); i++) {
		if (host->cpus[i].left_alone)
			continue;
		started |= !host->cpus[i].usable;
		host->cpus[i].usable = true;
	}
	return started;
}

static const struct power host_power = {.by = "nobody", .refuses = refuses_power};

static void fill_machine(struct host *host, struct machine *machine)
{
	const struct processor *processor = machine->processor;

	memcpy(machine->vendor, processor->vendor, strlen(processor->vendor) + 1);
	machine->family = processor->family;
	machine->model = model_number(processor);
	machine->core_pmu = core_pmu_of_silicon(host);
	fill_brand(host, machine);
	machine->virtual_silicon = host->silicon ? host->banner : NULL;
	machine->interrupt_controller = "model";
	machine->console = "standard output";
	machine->cpu_number = "APIC id";
	machine->ticks_per_second = UINT64_C(1000000000) * HOST_TICKS_PER_NS;
	machine->cpus = host->cpus;
	machine->cpu_count = (uint16_t)cpu_count(host);
	machine->socket_count = (uint16_t)host->options.sockets;
	machine->hw = &host->hw;
	machine->power = &host_power;
	deny_set_starter(host_start_others);
}

static void fill_hw(struct host *host)
{
	host->hw = (struct hw){.read = host_read,
			       .write = host_write,
			       .cpu_of_socket = host_cpu_of_socket,
			       .send = host_send,
			       .await = host_await,
			       .now_ns = host_now_ns,
			       .ticks = host_ticks,
			       .wait = host_wait,
			       .window_open = host_window_open,
			       .window_close = host_window_close,
			       .window_unmask = host_window_unmask,
			       .acknowledged = host_acknowledged,
			       .stray_pmis = host_stray_pmis,
			       .take_memory = host_take_memory,
			       .give_memory = host_give_memory,
			       .flush_caches = host_flush_caches};
}

/* ---- PCI ------------------------------------------------------------------------------------------ */

#define FUNCTION_ROOM 8192

static uint32_t read_config(void *context, struct pci_address at, uint16_t offset)
{
	struct host *host = context;
	uint64_t address = (uint64_t)at.segment << 28 | (uint64_t)at.bus << 20 | (uint64_t)at.device << 15 |
			   (uint64_t)at.function << 12 | offset;
	struct silicon_access access = {.space = SILICON_CONFIG, .bytes = 4, .address = address};
	uint64_t value = UINT32_MAX;

	if (silicon_read(host->silicon, host->now_ns, &access, &value) != SILICON_OK)
		return UINT32_MAX;
	return (uint32_t)value;
}

/* Other buses than the silicon's are empty. */
static bool list_functions(struct host *host, struct machine *machine)
{
	struct pci_walk walk = {.read = read_config, .context = host, .capacity = FUNCTION_ROOM};
	struct ecam_region *regions;
	uint32_t first, last;
	uint16_t segments = 0;

	/* All segments with the silicon's buses, from 0 on. */
	for (unsigned i = 0; silicon_function_range(host->silicon, i, &first, &last); i++)
		segments = (uint16_t)max_u64(segments, (first >> 16) + 1);
	for (unsigned i = 0; segments && silicon_other_range(host->silicon, i, &first, &last); i++)
		segments = (uint16_t)max_u64(segments, (first >> 16) + 1);

	regions = arena_take(machine->arena, segments, sizeof(*regions));
	walk.functions = arena_take(machine->arena, FUNCTION_ROOM, sizeof(*walk.functions));
	if (!regions || !walk.functions)
		return false;
	for (uint16_t i = 0; i < segments; i++) {
		regions[i] = (struct ecam_region){.segment = i, .last_bus = UINT8_MAX};
		pci_walk(&walk, &regions[i]);
	}
	machine->ecam = regions;
	machine->ecam_count = segments;
	machine->functions = walk.functions;
	machine->function_count = walk.count;
	machine->walk_reads = walk.reads;
	return true;
}

static bool start_silicon(struct host *host, struct arena *arena, struct text *error)
{
	const struct host_options *options = &host->options;
	const struct silicon_owner owner = {host, note_pmi, note_violation, note_log};
	const struct silicon_extent asked = {options->sockets, options->cores};
	void *memory =
		arena_take(arena, 1,
			   silicon_size(options->machine, &asked, options->scenario.at ? options->scenario.at : "",
					options->scenario.length));

	if (!memory) {
		text_string(error, "no memory for the silicon");
		return false;
	}
	host->silicon =
		silicon_create(memory, options->machine, &asked, options->scenario.at ? options->scenario.at : "",
			       options->scenario.length, &owner, error->at, error->size);
	if (!host->silicon)
		return false;
	silicon_banner(host->silicon, host->banner, sizeof(host->banner));
	host->options.sockets = silicon_sockets(host->silicon);
	host->options.cores = silicon_processors(host->silicon);
	return true;
}

static bool refuse(struct text *error, const char *reason, const char *what)
{
	text_format(error, "%s%s", reason, what);
	return false;
}

bool host_start(struct host *host, struct machine *machine, const struct host_options *options, char *error,
		size_t error_size)
{
	bool bare = slice_starts(slice_of(options->machine), BARE);
	const char *name = options->machine + (bare ? strlen(BARE) : 0);
	struct text reason = text_over(error, error_size);
	struct arena *arena = machine->arena;

	*host = (struct host){.options = *options};
	*machine = (struct machine){.arena = arena};
	if (!processor_by_name(name))
		return refuse(&reason, "no such machine: ", options->machine);
	if (options->sockets > HOST_SOCKETS || options->cores > HOST_CORES)
		return refuse(&reason, "more sockets or cores than there can be", "");
	if (bare && options->scenario.length)
		return refuse(&reason, "a bare machine has no silicon and takes no scenario", "");
	if (!bare && !start_silicon(host, arena, &reason))
		return false;
	if (!host->options.sockets)
		host->options.sockets = 1;
	if (!host->options.cores)
		host->options.cores = DEFAULT_CORES;
	machine->processor = processor_by_name(name);
	fill_hw(host);
	fill_cpus(host);
	fill_machine(host, machine);
	fill_memory(host, machine);
	if ((!host->silicon || list_functions(host, machine)) && machine_inventory(machine))
		return true;
	return refuse(&reason, "no memory for the list of boxes", "");
}

uint64_t host_stop(struct host *host)
{
	if (host->silicon)
		silicon_leave(host->silicon, host->now_ns);
	touched_memory_give_all(host);
	deny_clear();
	plan_end();
	limit_set_cpus(0);
	return host->violations;
}
