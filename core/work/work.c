/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/work/work.h"

#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"

#define DRAIN_NS     UINT64_C(1000000) /* writes are posted: they leave the memory controller's queues later */
#define STRETCH      4096              /* units that are sent to a CPU at once, so that it answers within a second */
#define LONGEST_WORK (UINT64_C(1) << 40)

/* clang-format off */
const struct work_kind *const work_kinds[] = {
	&work_read, &work_write, &work_copy, &work_nontemporal, &work_remote, &work_share, &work_lock, &work_ipi,
	&work_uncached, &work_pci, &work_instructions, &work_branches, &work_loads, NULL,
};
/* clang-format on */

/* ---- parsing the request ---------------------------------------------------------------------------------- */

/* Parses a number that may end with K, M or G. */
static bool parse_amount(struct slice number, struct work_request *request)
{
	static const char letters[] = "KMG";
	uint64_t times = 1, value;

	for (unsigned i = 0; letters[i]; i++)
		if (number.length && number.at[number.length - 1] == letters[i]) {
			number.length--;
			times = UINT64_C(1) << (10 * (i + 1));
			break;
		}
	if (!parse_u64(number, &value) || !value || value > LONGEST_WORK / times)
		return false;
	request->amount = value * times;
	if (times > 1 && request->kind->pages)
		request->amount = (request->amount + WORK_LINE_BYTES - 1) / WORK_LINE_BYTES;
	return true;
}

bool work_parse(struct slice string, struct work_request *request, struct text *why)
{
	struct slice name = string, number = {0};
	const struct work_kind *const *kind = work_kinds;

	for (size_t i = 0; i < string.length && !number.at; i++)
		if (string.at[i] == ':') {
			name.length = i;
			number = (struct slice){string.at + i + 1, string.length - i - 1};
		}

	while (*kind && !slice_is(name, (*kind)->name))
		kind++;
	*request = (struct work_request){.kind = *kind};
	if (!request->kind) {
		text_format(why, "no work \"%.*s\": there are", (int)name.length, name.at);
		for (kind = work_kinds; *kind; kind++)
			text_format(why, "%s%s", kind == work_kinds ? " " : ", ", (*kind)->name);
		return false;
	}

	request->amount = request->kind->usual;
	if (!number.at || parse_amount(number, request))
		return true;
	text_format(why, "%s: \"%.*s\" is not a number of %ss from 1, optionally with K, M or G%s", request->kind->name,
		    (int)number.length, number.at, request->kind->unit, request->kind->pages ? " of bytes" : "");
	return false;
}

/* ---- memory ------------------------------------------------------------------------------------------------- */

static bool is_home(const struct work *work, const struct node_memory *range, uint8_t home)
{
	uint16_t own = work->machine->cpus[work->cpu].socket;

	switch (home) {
	case WORK_OWN: return range->socket == own;
	case WORK_ALONE: return range->socket == MEMORY_ALONE;
	case WORK_SHARED: return range->socket == MEMORY_OF_SEVERAL;
	default: return range->socket < work->machine->socket_count && range->socket != own;
	}
}

/* Takes the memory from one range: all, else half, else a quarter ... */
static bool take_within(struct work *work, uint64_t first, uint64_t last, uint64_t pages)
{
	struct hw *hw = work->machine->hw;

	for (; pages >= WORK_PAGES_LEAST; pages /= 2) {
		work->memory = (struct hw_memory){.bytes = pages * WORK_PAGE_BYTES};
		if (last - first >= work->memory.bytes - 1 && hw->take_memory(hw, first, last, &work->memory)) {
			work->pages = pages;
			return true;
		}
	}
	work->memory = (struct hw_memory){0};
	return false;
}

/* Tries the highest range first: it has the most free memory and the least of other users. */
static bool take_of_home(struct work *work, uint8_t home, uint64_t pages)
{
	const struct machine *machine = work->machine;

	for (unsigned i = machine->node_count; i--;) {
		const struct node_memory *range = &machine->nodes[i];

		if (!is_home(work, range, home) ||
		    !take_within(work, range->base, range->base + range->bytes - 1, pages))
			continue;
		work->home = range->socket;
		return true;
	}
	return false;
}

static uint64_t power_of_two_from(uint64_t least)
{
	uint64_t power = 1;

	while (power < least)
		power *= 2;
	return power;
}

/* Takes as many pages as the amount needs, within the limits. If firmware describes no nodes, memory belongs to all
 * sockets. */
static bool take_work_memory(struct work *work)
{
	const struct machine *machine = work->machine;
	uint8_t home = work->request.home ? work->request.home : work->kind->home;
	uint64_t pages = work->kind->pages ? min_u64(work->request.amount, WORK_PAGES_MOST) * work->kind->pages : 1;

	if (work->request.pages)
		pages = min_u64(pages, work->request.pages);
	pages = min_u64(max_u64(power_of_two_from(pages), WORK_PAGES_LEAST), WORK_PAGES_MOST);

	if (take_of_home(work, home, pages))
		return true;
	if (home == WORK_OTHER)
		return take_of_home(work, WORK_ALONE, pages);
	if (home != WORK_OWN)
		return false;
	for (unsigned i = 0; i < machine->node_count; i++)
		if (machine->nodes[i].socket < machine->socket_count)
			return false;
	if (machine->node_count)
		return take_of_home(work, WORK_SHARED, pages) || take_of_home(work, WORK_ALONE, pages);
	work->home = machine->socket_count > 1 ? MEMORY_OF_SEVERAL : machine->cpus[work->cpu].socket;
	return take_within(work, WORK_PAGE_BYTES, UINT64_MAX - 1, pages);
}

uint64_t work_next_page(struct work *work)
{
	/* Visits all numbers below a power of two: the addend is odd, and the factor is 1 plus a multiple of 4. Less
	 * than half of them are outside the round. */
	for (uint64_t i = 0; i < work->order; i++) {
		work->place = (work->place * 1664525 + 1013904223) & (work->order - 1);
		if (work->place < work->round)
			break;
	}
	return work->place;
}

volatile uint64_t *work_line(const struct work *work, uint64_t page)
{
	uint64_t line = (17 * page + page / 64) % (WORK_PAGE_BYTES / WORK_LINE_BYTES);

	return (volatile uint64_t *)(work->memory.at + page * WORK_PAGE_BYTES + line * WORK_LINE_BYTES);
}

/* ---- begin and end ------------------------------------------------------------------------------------------- */

/* Another CPU of the socket, on another core if possible. */
static uint32_t find_mate(const struct machine *machine, uint32_t cpu)
{
	const struct cpu *own = &machine->cpus[cpu];
	uint32_t found = HW_NO_CPU;

	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		const struct cpu *other = &machine->cpus[i];

		if (i == cpu || !other->usable || other->socket != own->socket)
			continue;
		if (other->core != own->core)
			return i;
		found = i;
	}
	return found;
}

static const char *refusal(struct work *work)
{
	const struct work_kind *kind = work->kind;
	struct hw *hw = work->machine->hw;

	if (work->cpu >= work->machine->cpu_count || !work->machine->cpus[work->cpu].usable)
		return "that CPU does not answer";
	if (kind->home && (!hw->take_memory || !hw->flush_caches))
		return "this platform has neither memory to work on nor a way to empty its caches";
	if (kind->mate && work->mate == HW_NO_CPU)
		return "needs two CPUs of a socket";
	if (kind->home && !take_work_memory(work))
		return (work->request.home ? work->request.home : kind->home) == WORK_OTHER
			       ? "no memory of another socket: SRAT names none that is free"
			       : "out of memory";
	return kind->refuse ? kind->refuse(work) : NULL;
}

bool work_begin(struct work *work, struct machine *machine, const struct work_request *request, struct text *why)
{
	const char *refused;

	*work = (struct work){.machine = machine,
			      .kind = request->kind,
			      .request = *request,
			      .cpu = request->cpu,
			      .mate = HW_NO_CPU,
			      .home = MEMORY_OF_SEVERAL};
	if (request->kind->mate && request->cpu < machine->cpu_count)
		work->mate = find_mate(machine, request->cpu);
	refused = refusal(work);
	if (refused) {
		text_format(why, "%s: %s", request->kind->name, refused);
		return false;
	}

	work->prefetchers_off = prefetch_off(&work->prefetch[0], machine, work->cpu, request->enable);
	if (work->mate != HW_NO_CPU && machine->cpus[work->mate].core != machine->cpus[work->cpu].core &&
	    !prefetch_off(&work->prefetch[1], machine, work->mate, request->enable))
		work->prefetchers_off = false;
	return true;
}

void work_end(struct work *work)
{
	prefetch_restore(&work->prefetch[1]);
	prefetch_restore(&work->prefetch[0]);
	if (work->memory.at)
		work->machine->hw->give_memory(work->machine->hw, &work->memory);
	work->memory = (struct hw_memory){0};
}

/* ---- caches ---------------------------------------------------------------------------------------------------- */

static void flush_here(void *context)
{
	struct hw *hw = context;

	hw->flush_caches(hw);
}

static bool flush_of(struct work *work, uint32_t cpu)
{
	struct hw *hw = work->machine->hw;

	return cpu == HW_NO_CPU || hw_run_on(hw, cpu, flush_here, hw) == OUTCOME_OK;
}

/* Flushes on one CPU of each socket and on the working CPUs, which may have caches of their own. */
static bool flush_all(struct work *work)
{
	const struct machine *machine = work->machine;
	bool good = true;

	if (!machine->hw->flush_caches)
		return true;
	for (uint16_t s = 0; s < machine->socket_count && good; s++) {
		uint32_t cpu = machine->hw->cpu_of_socket(machine->hw, s);

		good = cpu == work->cpu || cpu == work->mate || flush_of(work, cpu);
	}
	work->flushes++;
	return good && flush_of(work, work->mate) && flush_of(work, work->cpu);
}

bool work_ready(struct work *work)
{
	struct hw *hw = work->machine->hw;
	bool good = flush_all(work);

	hw->wait(hw, hw->now_ns(hw) + DRAIN_NS);
	return good;
}

/* ---- work --------------------------------------------------------------------------------------------------------- */

/* Units that a CPU executes at once. */
struct work_stretch {
	struct work *work;
	uint64_t first, count;
	bool good;
};

static void run_stretch(void *context)
{
	struct work_stretch *stretch = context;

	stretch->good = stretch->work->kind->run(stretch->work, stretch->first, stretch->count);
}

/* Runs units that touch each page at most once. */
static bool do_round(struct work *work, uint64_t units)
{
	struct hw *hw = work->machine->hw;

	work->round = units;
	work->order = power_of_two_from(units);
	work->place = 0;
	for (uint64_t first = 0; first < units; first += STRETCH) {
		struct work_stretch stretch = {work, first, min_u64(STRETCH, units - first), false};

		if (work->between && !work->between(work->context))
			return false;
		if (work->kind->sends)
			run_stretch(&stretch);
		else if (hw_run_on(hw, work->cpu, run_stretch, &stretch) != OUTCOME_OK)
			return false;
		if (!stretch.good)
			return false;
	}
	work->units += units;
	work->rounds++;
	return true;
}

bool work_do(struct work *work, uint64_t units)
{
	struct hw *hw = work->machine->hw;
	uint64_t begin_ns = hw->now_ns(hw);
	uint64_t most = work->kind->pages ? work->pages / work->kind->pages : UINT64_MAX;
	bool good = true;

	for (uint64_t done = 0; done < units && good;) {
		uint64_t count = min_u64(units - done, most);

		good = (!done || flush_all(work)) && do_round(work, count);
		done += count;
	}
	if (work->kind->flushes)
		good = good && work_ready(work);
	work->time_ns += hw->now_ns(hw) - begin_ns;
	return good;
}

/* ---- the record -------------------------------------------------------------------------------------------------- */

void work_record(const struct work *work, struct output *output)
{
	const struct work_kind *kind = work->kind;
	struct record record;

	record_begin(&record, output, "work");
	record_text(&record, "work", kind->name);
	record_u64(&record, "units", work->units);
	record_format(&record, "unit", "%s", kind->unit);
	record_u64(&record, "cpu", work->cpu);
	record_u64(&record, "socket", work->machine->cpus[work->cpu].socket);
	if (work->mate != HW_NO_CPU)
		record_u64(&record, "mate", work->mate);
	if (kind->home && work->home == MEMORY_ALONE)
		record_text(&record, "home", "alone");
	else if (kind->home && work->home == MEMORY_OF_SEVERAL)
		record_text(&record, "home", "unknown");
	else if (kind->home)
		record_format(&record, "home", "socket%u", work->home);
	if (kind->pages) {
		record_u64(&record, "lines_read", work->units * kind->reads);
		record_u64(&record, "lines_written", work->units * kind->writes);
		record_u64(&record, "bytes", work->units * (kind->reads + kind->writes) * WORK_LINE_BYTES);
		record_u64(&record, "rounds", work->rounds);
	}
	if (kind->home)
		record_u64(&record, "flushes", work->flushes);
	record_text(&record, "prefetchers", work->prefetchers_off ? "off" : "unknown");
	record_u64(&record, "time_ns", work->time_ns);
	record_end(&record);
}
