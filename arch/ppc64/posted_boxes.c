/* SPDX-License-Identifier: BSD-2-Clause */
/* Inventory of posted boxes, and a test whether they post. A nest has a control block that says so. Cores and threads
 * have no such register, so all are started briefly and their pages are checked. */
#include "arch/ppc64/posted.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"
#include "core/hardware/bus.h"
#include "core/hardware/deny.h"
#include "lib/memory.h"

#define TRIAL_NS      UINT64_C(1000000000) /* within this time each page must show a posting */
#define TRIAL_STEP_NS 200000

/* ---- the list ---------------------------------------------------------------------------------------- */

static bool first_of_core(const struct machine *machine, uint16_t index)
{
	const struct cpu *cpus = machine->cpus;

	for (uint16_t i = 0; i < index; i++)
		if (cpus[i].socket == cpus[index].socket && cpus[i].core == cpus[index].core)
			return false;
	return true;
}

/* The boxes of a type on a chip: `boxes` may be NULL to count them. */
static unsigned list_type(const struct machine *machine, const struct box_type *type, uint16_t socket,
			  struct machine_box *boxes)
{
	unsigned count = 0;

	if (type->scope == BOX_OF_SOCKET) {
		if (boxes)
			boxes->box = (struct box){.type = type, .socket = socket};
		return 1;
	}
	for (uint16_t i = 0; i < machine->cpu_count; i++) {
		const struct cpu *cpu = &machine->cpus[i];
		bool core = type->scope == BOX_OF_CORE;

		if (cpu->socket != socket || (core && !first_of_core(machine, i)))
			continue;
		if (boxes)
			boxes[count].box = (struct box){
				.type = type,
				.socket = socket,
				.instance = (uint8_t)(core ? cpu->core : cpu->core * 4 + cpu->thread),
				.cpu = (uint16_t)(i + 1),
			};
		count++;
	}
	return count;
}

static bool list_boxes(struct machine *machine)
{
	const struct processor *processor = machine->processor;
	unsigned count = 0;

	for (uint16_t s = 0; s < machine->socket_count; s++)
		for (unsigned t = 0; t < processor->type_count; t++)
			count += list_type(machine, processor->types[t], s, NULL);
	machine->boxes = arena_take(machine->arena, count, sizeof(*machine->boxes));
	if (!machine->boxes || count > UINT16_MAX)
		return false;
	machine->box_count = 0;
	for (uint16_t s = 0; s < machine->socket_count; s++)
		for (unsigned t = 0; t < processor->type_count; t++)
			machine->box_count =
				(uint16_t)(machine->box_count + list_type(machine, processor->types[t], s,
									  machine->boxes + machine->box_count));
	return true;
}

static enum imc_kind posted_kind(const struct machine_box *box)
{
	return (enum imc_kind)catalog_pmu(&posted_state.catalog, box->box.type)->kind;
}

static void set_state(struct machine_box *box, enum box_state state, const char *how)
{
	box->state = (uint8_t)state;
	box->how = how;
}

/* ---- pages ------------------------------------------------------------------------------------------- */

/* Distance of two pages; each has room for a guard after it. */
#define STRIDE UINT64_C(16384)

void posted_set_guard(uint64_t after)
{
	volatile uint64_t *words = (volatile uint64_t *)after;

	for (unsigned i = 0; i < POSTED_GUARD / sizeof(*words); i++)
		words[i] = POSTED_GUARD_WORD;
}

const volatile uint64_t *posted_broken_guard(uint64_t after)
{
	const volatile uint64_t *words = (const volatile uint64_t *)after;

	for (unsigned i = 0; i < POSTED_GUARD / sizeof(*words); i++)
		if (words[i] != POSTED_GUARD_WORD)
			return &words[i];
	return NULL;
}

static uint64_t take_pages(struct arena *arena, size_t count)
{
	uint64_t taken = (uint64_t)arena_take(arena, count + 1, STRIDE);

	for (size_t i = 0; taken && i < count; i++)
		posted_set_guard(((taken + POSTED_PAGE - 1) & ~(uint64_t)(POSTED_PAGE - 1)) + i * STRIDE + POSTED_PAGE);
	return taken ? (taken + POSTED_PAGE - 1) & ~(uint64_t)(POSTED_PAGE - 1) : 0;
}

static bool same_core(const struct cpu *a, const struct cpu *b)
{
	return a->socket == b->socket && a->core == b->core;
}

/* Each core and each thread has its own page for the whole run, so that hardware never posts to other memory. */
static bool give_pages(struct machine *machine)
{
	uint64_t cores = take_pages(machine->arena, machine->cpu_count);
	uint64_t threads = take_pages(machine->arena, machine->cpu_count);

	posted_state.core_pages = arena_take(machine->arena, machine->cpu_count, sizeof(*posted_state.core_pages));
	posted_state.core_ready = arena_take(machine->arena, machine->cpu_count, sizeof(*posted_state.core_ready));
	if (!cores || !threads || !posted_state.core_pages || !posted_state.core_ready)
		return false;
	for (uint16_t i = 0; i < machine->cpu_count; i++) {
		uint16_t first = 0;

		while (!same_core(&machine->cpus[first], &machine->cpus[i]))
			first++;
		posted_state.core_pages[i] = cores + first * STRIDE;
	}
	for (unsigned b = 0; b < machine->box_count; b++) {
		struct box *box = &machine->boxes[b].box;

		if (posted_kind(&machine->boxes[b]) == IMC_CORE)
			box->base = posted_state.core_pages[box->cpu - 1];
		if (posted_kind(&machine->boxes[b]) == IMC_THREAD)
			box->base = threads + (box->cpu - 1u) * STRIDE;
	}
	return true;
}

/* ---- nest -------------------------------------------------------------------------------------------- */

static enum outcome read_word(struct machine *machine, const struct machine_box *box, unsigned word, uint64_t *value)
{
	const struct location where = posted_control(&box->box, word);
	struct accessed accessed = bus_read(machine->hw, &where);

	*value = accessed.value;
	return accessed.outcome;
}

static void judge_status(struct machine_box *box, uint64_t status)
{
	switch (status) {
	case NEST_INITIALISING:
		set_state(box, BOX_NO_WRITE_BACK, "status 0: no microcode runs, or it is starting");
		break;
	case NEST_RUNNING:
	case NEST_PAUSED: set_state(box, BOX_FOUND, posted_status_text(status)); break;
	default: set_state(box, BOX_FAULTS, posted_status_text(status)); break;
	}
}

static bool is_without_homer(const struct imc_pmu *pmu, uint32_t chip)
{
	uint32_t number;
	uint64_t base;

	for (unsigned i = 0; tree_cell(platform.tree, pmu->node, "chip-id", i, &number); i++)
		if (number == chip && tree_pair(platform.tree, pmu->node, "base-addr", i, &base))
			return !base;
	return false;
}

static bool is_guarded_chip(const struct machine *machine, uint16_t socket)
{
	for (uint16_t i = 0; i < machine->cpu_count; i++)
		if (machine->cpus[i].socket == socket && !machine->cpus[i].hidden)
			return false;
	return true;
}

static void ask_nest(struct machine *machine, struct machine_box *box)
{
	const struct imc_pmu *pmu = catalog_pmu(&posted_state.catalog, box->box.type);
	uint64_t status = 0, available = 0;
	bool there;

	if (is_without_homer(pmu, platform.chips[box->box.socket]))
		set_state(box, BOX_HIDDEN, "firmware has set up no HOMER for the chip");
	else
		set_state(box, BOX_ABSENT, "the device tree has no region for this chip");
	if (!catalog_region(platform.tree, pmu, platform.chips[box->box.socket], &box->box.base))
		return;
	platform_add_memory(&(struct range){box->box.base, pmu->type.region_bytes});
	box->evidence = posted_control(&box->box, NEST_STATUS);
	if (is_guarded_chip(machine, box->box.socket))
		set_state(box, BOX_HIDDEN,
			  "firmware leaves no core of the chip in use, and OPAL needs a core to call it");
	else
		set_state(box, BOX_ABSENT, "no CPU of the chip works");
	if (!posted_cpu_of(machine, box->box.socket))
		return;
	set_state(box, BOX_FAULTS, "the control block cannot be read");
	if (read_word(machine, box, NEST_STATUS, &status) != OUTCOME_OK ||
	    read_word(machine, box, NEST_AVAILABILITY, &available) != OUTCOME_OK)
		return;
	judge_status(box, status);
	/* The microcode has not filled in a word that is 0. */
	if (box->state == BOX_FOUND &&
	    imc_unit_there(posted_state.catalog.facts, box->box.type->name, available, &there) && !there)
		set_state(box, BOX_HIDDEN, "the availability word leaves the unit out");
}

/* ---- cores and threads ------------------------------------------------------------------------------- */

static enum outcome write_place(struct machine *machine, struct location where, uint64_t value)
{
	return bus_write(machine->hw, &where, value).outcome;
}

/* Describes why OPAL refused a call; the text stays valid. */
static const char *refusal(struct machine *machine, const char *call, struct location where)
{
	char bytes[80];
	struct text text = TEXT_OVER(bytes);
	char *kept;

	text_format(&text, "OPAL refuses IMC %s core", call);
	posted.explain(&where, &text);
	kept = arena_take(machine->arena, text.length + 1, 1);
	if (!kept)
		return "OPAL refuses a call";
	memcpy(kept, bytes, text.length);
	return kept;
}

static bool set_ldbar(struct machine *machine, uint16_t cpu, uint64_t value)
{
	const struct location ldbar = posted_ldbar(machine, cpu);
	struct accessed now;

	if (bus_write(machine->hw, &ldbar, value).outcome != OUTCOME_OK)
		return false;
	now = bus_read(machine->hw, &ldbar);
	return now.outcome == OUTCOME_OK && now.value == value;
}

static bool is_usable(const struct machine *machine, struct machine_box *box)
{
	const struct cpu *cpu = &machine->cpus[box->box.cpu - 1];

	if (platform.threads[box->box.cpu - 1].fused) {
		set_state(box, BOX_HIDDEN, "its core is fused with another, and such cores are not measured");
		return false;
	}
	if (cpu->usable)
		return true;
	if (cpu->left_alone)
		set_state(box, BOX_DENIED, "not touched: `cpus` leaves its CPU unused");
	else if (cpu->hidden)
		set_state(box, BOX_HIDDEN, "firmware marks its core as bad");
	else
		set_state(box, BOX_ABSENT, "its CPU does not work");
	return false;
}

/* If an ultravisor runs, LDBAR belongs to it (Linux, arch/powerpc/kernel/idle.c). */
static bool may_touch_ldbar(struct machine_box *box)
{
	if (!tree_has_compatible(platform.tree, "ibm,ultravisor"))
		return true;
	set_state(box, BOX_ABSENT, "LDBAR belongs to the ultravisor");
	return false;
}

/* A core gets its page once, while the page is zero. Its threads post only after that. */
static void begin_core(struct machine *machine, struct machine_box *box)
{
	uint16_t cpu = box->box.cpu;
	struct location init = posted_call(machine, cpu, OPAL_IMC_COUNTERS_INIT, IMC_ENGINE_CORE);

	box->evidence = (struct location){
		.space = SPACE_MEMORY, .width_bits = 64, .socket = box->box.socket, .address = box->box.base};
	if (!is_usable(machine, box))
		return;
	if (write_place(machine, init, posted_state.core_pages[cpu - 1]) != OUTCOME_OK) {
		set_state(box, BOX_FAULTS, refusal(machine, "INIT", init));
		return;
	}
	for (uint16_t i = 0; i < machine->cpu_count; i++)
		if (same_core(&machine->cpus[i], &machine->cpus[cpu - 1]))
			posted_state.core_ready[i] = true;
	set_state(box, BOX_NO_WRITE_BACK, "nothing is posted to its page");
}

/* A thread may have no counts at present, so its page may stay unchanged. A writable LDBAR is sufficient. */
static void begin_thread(struct machine *machine, struct machine_box *box)
{
	uint16_t cpu = box->box.cpu;

	box->evidence = posted_ldbar(machine, cpu);
	if (!is_usable(machine, box) || !may_touch_ldbar(box))
		return;
	if (!posted_state.core_ready[cpu - 1]) {
		set_state(box, BOX_FAULTS, "its core has no address to post to");
		return;
	}
	if (set_ldbar(machine, cpu, LDBAR_POST | (box->box.base & LDBAR_ADDRESS))) {
		set_state(box, BOX_FOUND, "LDBAR holds what is written");
		return;
	}
	set_state(box, BOX_ABSENT, "LDBAR does not hold what is written");
	/* LDBAR may hold another value, with which it must not post. */
	(void)!set_ldbar(machine, cpu, 0);
}

/* Samples need their own run, so a writable LDBAR is sufficient here. */
static void ask_trace(struct machine *machine, struct machine_box *box)
{
	box->evidence = posted_ldbar(machine, box->box.cpu);
	if (!is_usable(machine, box) || !may_touch_ldbar(box))
		return;
	if (set_ldbar(machine, box->box.cpu, 0))
		set_state(box, BOX_FOUND, "LDBAR holds what is written");
	else
		set_state(box, BOX_ABSENT, "LDBAR does not hold what is written");
}

static bool page_changed(const struct machine_box *box)
{
	const volatile uint64_t *page = (const volatile uint64_t *)box->box.base;

	for (unsigned i = 0; i < POSTED_PAGE / sizeof(*page); i++)
		if (page[i])
			return true;
	return false;
}

static unsigned look_at_pages(struct machine *machine)
{
	unsigned silent = 0;

	for (unsigned b = 0; b < machine->box_count; b++) {
		struct machine_box *box = &machine->boxes[b];

		if (posted_kind(box) != IMC_CORE || box->state != BOX_NO_WRITE_BACK)
			continue;
		if (page_changed(box))
			set_state(box, BOX_FOUND, "posts while it is started");
		else
			silent++;
	}
	return silent;
}

static void switch_engines(struct machine *machine, unsigned token, const char *name)
{
	for (unsigned b = 0; b < machine->box_count; b++) {
		struct machine_box *box = &machine->boxes[b];
		struct location call;

		if (posted_kind(box) != IMC_CORE || !posted_state.core_ready[box->box.cpu - 1])
			continue;
		call = posted_call(machine, box->box.cpu, token, IMC_ENGINE_CORE);
		if (write_place(machine, call, 0) != OUTCOME_OK)
			set_state(box, BOX_FAULTS, refusal(machine, name, call));
	}
}

/* A writable LDBAR does not prove that the hardware posts: newer versions of QEMU keep its value and post nothing.
 * Threads and traces are accepted only if a core posts, or the thread itself. */
static void doubt_threads(struct machine *machine)
{
	for (unsigned b = 0; b < machine->box_count; b++)
		if (posted_kind(&machine->boxes[b]) == IMC_CORE && machine->boxes[b].state == BOX_FOUND)
			return;
	for (unsigned b = 0; b < machine->box_count; b++) {
		struct machine_box *box = &machine->boxes[b];
		enum imc_kind kind = posted_kind(box);

		if (box->state != BOX_FOUND || (kind != IMC_THREAD && kind != IMC_TRACE))
			continue;
		if (kind == IMC_TRACE || !page_changed(box))
			set_state(box, BOX_NO_WRITE_BACK, "LDBAR holds what is written, but no core posts");
	}
}

static void try_cores(struct machine *machine)
{
	struct hw *hw = machine->hw;
	uint64_t deadline;
	bool late;

	for (unsigned b = 0; b < machine->box_count; b++)
		if (posted_kind(&machine->boxes[b]) == IMC_CORE)
			begin_core(machine, &machine->boxes[b]);
	for (unsigned b = 0; b < machine->box_count; b++)
		if (posted_kind(&machine->boxes[b]) == IMC_THREAD)
			begin_thread(machine, &machine->boxes[b]);

	switch_engines(machine, OPAL_IMC_COUNTERS_START, "START");
	deadline = hw->now_ns(hw) + TRIAL_NS;
	/* The time is read before the last look, because this CPU may be delayed for longer than the bound. */
	do {
		late = hw->now_ns(hw) >= deadline;
		hw->wait(hw, hw->now_ns(hw) + TRIAL_STEP_NS);
	} while (look_at_pages(machine) && !late);
	switch_engines(machine, OPAL_IMC_COUNTERS_STOP, "STOP");
	for (unsigned b = 0; b < machine->box_count; b++) {
		struct machine_box *box = &machine->boxes[b];

		if (posted_kind(box) == IMC_THREAD && box->state == BOX_FOUND && !set_ldbar(machine, box->box.cpu, 0))
			set_state(box, BOX_FAULTS, "LDBAR cannot be cleared");
	}

	if (posted_state.catalog.kinds[IMC_CORE])
		doubt_threads(machine);
	for (unsigned b = 0; b < machine->box_count; b++) {
		const struct machine_box *box = &machine->boxes[b];

		if (posted_kind(box) == IMC_CORE || posted_kind(box) == IMC_THREAD)
			memset((void *)box->box.base, 0, POSTED_PAGE);
	}
}

uint16_t posted_leave(struct machine *machine)
{
	uint16_t posting = 0;

	for (unsigned b = 0; b < machine->box_count; b++) {
		const struct machine_box *box = &machine->boxes[b];

		if (box->state == BOX_FOUND && (posted_kind(box) == IMC_THREAD || posted_kind(box) == IMC_TRACE) &&
		    !set_ldbar(machine, box->box.cpu, 0) && !posting)
			posting = box->box.cpu;
	}
	return posting;
}

/* A crashed kernel may have left engines that post into pages now used as normal memory. All are stopped before one is
 * used (Linux's imc-pmu.c does so first in a kexec'd kernel). The trial shows whether that worked. */
static void stop_engines(struct machine *machine)
{
	const struct catalog *catalog = &posted_state.catalog;
	bool ultravisor = tree_has_compatible(platform.tree, "ibm,ultravisor");

	if (!catalog->kinds[IMC_CORE] && !catalog->kinds[IMC_THREAD] && !catalog->kinds[IMC_TRACE])
		return;
	for (uint16_t i = 0; i < machine->cpu_count; i++) {
		uint16_t cpu = (uint16_t)(i + 1);

		if (first_of_core(machine, i) && !machine->cpus[i].hidden)
			(void)!write_place(machine, posted_call(machine, cpu, OPAL_IMC_COUNTERS_STOP, IMC_ENGINE_CORE),
					   0);
		if (machine->cpus[i].usable && !ultravisor)
			(void)!set_ldbar(machine, cpu, 0);
	}
}

/* Core and thread counters are set up by writes, nest counters are started by OPAL. Returns NULL if the box may be
 * asked. */
static const char *why_not_asked(const struct machine_box *box)
{
	if (deny_of_box(&box->box) == DENIED_BOX)
		return "not touched: denied";
	if (deny_profile() == PROFILE_SAFE)
		return "not touched: profile safe";
	if (deny_profile() == PROFILE_UNCORE && posted_kind(box) != IMC_NEST)
		return "not touched: profile uncore";
	return NULL;
}

bool posted_inventory(struct machine *machine)
{
	const struct imc_facts *facts = imc_facts_of(platform_pvr(machine));

	if (!catalog_read(&posted_state.catalog, platform.tree, facts, machine->arena, &platform.warnings))
		return false;
	machine->warning_count = platform.warnings.count;
	machine->posted = &posted;
	machine->processor = posted_state.catalog.processor;
	if (deny_profile() == PROFILE_FULL)
		stop_engines(machine);
	if (!machine_refuse_types(machine) || !list_boxes(machine) || !give_pages(machine))
		return false;
	/* Offsets and scales of another processor are useless. The catalog is wrong, not the hardware. */
	if (catalog_is_foreign(&posted_state.catalog)) {
		for (unsigned b = 0; b < machine->box_count; b++)
			set_state(&machine->boxes[b], BOX_HIDDEN, "the catalog is for another processor");
		return true;
	}
	for (unsigned b = 0; b < machine->box_count; b++) {
		struct machine_box *box = &machine->boxes[b];

		if (why_not_asked(box))
			continue;
		if (posted_kind(box) == IMC_NEST)
			ask_nest(machine, box);
		if (posted_kind(box) == IMC_TRACE)
			ask_trace(machine, box);
	}
	if (deny_profile() == PROFILE_FULL &&
	    (posted_state.catalog.kinds[IMC_CORE] || posted_state.catalog.kinds[IMC_THREAD]))
		try_cores(machine);
	for (unsigned b = 0; b < machine->box_count; b++)
		if (why_not_asked(&machine->boxes[b]))
			set_state(&machine->boxes[b], BOX_DENIED, why_not_asked(&machine->boxes[b]));
	return true;
}
