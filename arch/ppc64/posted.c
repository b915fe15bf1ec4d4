/* SPDX-License-Identifier: BSD-2-Clause */
/* Names the controls of posted counters and describes them for `info`. */
#include "arch/ppc64/posted.h"

#include "arch/ppc64/cpu.h"
#include "arch/ppc64/opal.h"
#include "arch/ppc64/platform.h"
#include "arch/ppc64/ppc64.h"
#include "core/record/record.h"
#include "lib/memory.h"

/* ---- names ------------------------------------------------------------------------------------------- */

static const char *const call_names[] = {"IMC INIT", "IMC START", "IMC STOP"};
static const char *const engine_names[] = {"?", "nest", "core", "trace"};

static bool name_call(const struct location *where, struct text *text)
{
	unsigned call = IMC_PLACE_TOKEN(where->address) - OPAL_IMC_COUNTERS_INIT;
	unsigned engine = IMC_PLACE_ENGINE(where->address);

	if (call >= ARRAY_SIZE(call_names))
		return false;
	text_format(text, "%s %s of PIR 0x%x", call_names[call],
		    engine < ARRAY_SIZE(engine_names) ? engine_names[engine] : engine_names[0],
		    IMC_PLACE_PIR(where->address));
	return true;
}

static bool has_event_at(const struct box_type *type, uint64_t offset)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (type->postings[i].offset == offset)
			return true;
	return false;
}

/* A word of a nest's control block. */
static bool name_word(const struct box *box, uint64_t address, struct text *text)
{
	static const char *const words[] = {"status", "command", "speed", "availability", "mode"};
	uint64_t first = posted_control(box, 0).address;

	if (address < first || address >= first + 8 * ARRAY_SIZE(words))
		return false;
	text_format(text, "nest.%s", words[(address - first) / 8]);
	return true;
}

/* Writes "core1+0x98" or "nest.status". All nest boxes of a chip share a region; the box with an event at this offset
 * is named. */
static bool name_memory(const struct machine *machine, uint64_t address, struct text *text)
{
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct box *box = &machine->boxes[i].box;
		uint64_t offset = address - box->base;
		bool nest = box->type->scope == BOX_OF_SOCKET;
		char box_bytes[BOX_NAME_SIZE];

		if (!box->base || address < box->base || offset >= box->type->region_bytes)
			continue;
		if (nest && name_word(box, address, text))
			return true;
		if (nest && !has_event_at(box->type, offset))
			continue;
		box_name(box, box_bytes);
		text_format(text, "%s+0x%llx", box_bytes, (unsigned long long)offset);
		return true;
	}
	return false;
}

static bool name(const struct location *where, struct text *text)
{
	switch (where->space) {
	case SPACE_OPAL: return name_call(where, text);
	case SPACE_MEMORY: return name_memory(platform.machine, where->address, text);
	case SPACE_SPR:
		text_string(text, where->address == SPR_LDBAR ? "LDBAR" : "");
		if (where->address != SPR_LDBAR)
			text_format(text, "spr %llu", (unsigned long long)where->address);
		if (where->cpu)
			text_format(text, " of cpu %u", where->cpu - 1u);
		return true;
	default: return false;
	}
}

static void explain(const struct location *where, struct text *text)
{
	uint64_t result;

	if (where->space != SPACE_OPAL || imc_last_result(where, &result) != OUTCOME_OK || !result)
		return;
	text_string(text, ", ");
	opal_result_text((int64_t)result, text);
}

/* ---- lines for `info` -------------------------------------------------------------------------------- */

static void PRINTF_LIKE(3, 4) say_fact(struct output *output, const char *title, const char *format, ...)
{
	char bytes[256];
	struct text text = TEXT_OVER(bytes);
	struct record record;
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&text, format, arguments);
	va_end(arguments);
	record_begin(&record, output, "fact");
	record_text(&record, "name", title);
	record_text(&record, "value", bytes);
	record_end(&record);
}

static void describe_processor(const struct machine *machine, struct output *output)
{
	const struct imc_facts *facts = posted_state.catalog.facts;
	uint32_t pvr = platform_pvr(machine);
	bool has_name = facts->chip_title && (pvr >> 12 & 0xf) == facts->chip;

	if (facts == &imc_unknown)
		say_fact(output, "version", "PVR 0x%08x: not in uncork's tables", pvr);
	else
		say_fact(output, "version", "PVR 0x%08x: %s%s%s DD%u.%u", pvr, facts->title, has_name ? " " : "",
			 has_name ? facts->chip_title : "", pvr >> 8 & 0xf, pvr & 0xff);
}

static void describe_software(struct output *output)
{
	struct tree_opal firmware;

	if (tree_opal(platform.tree, &firmware))
		say_fact(output, "firmware", "%s at 0x%llx", firmware.firmware ? firmware.firmware : "OPAL",
			 (unsigned long long)firmware.base);
	say_fact(output, "image", "0x%llx to 0x%llx", (unsigned long long)image_start,
		 (unsigned long long)image_end - 1);
}

static void describe_catalog(struct output *output)
{
	const struct catalog *catalog = &posted_state.catalog;

	if (!catalog->present)
		say_fact(output, "IMC catalog", "none: the flash has no catalog for this processor version");
	else
		say_fact(output, "IMC catalog",
			 "version 0x%llx: %u PMUs (%u nest, %u core, %u thread, %u trace), %u events",
			 (unsigned long long)catalog->version, catalog->pmu_count, catalog->kinds[IMC_NEST],
			 catalog->kinds[IMC_CORE], catalog->kinds[IMC_THREAD], catalog->kinds[IMC_TRACE],
			 catalog->event_count);
}

/* skiboot omits the nest's nodes if the microcode of any chip has status 0. */
static void describe_silent_nests(const struct machine *machine, struct output *output)
{
	for (uint16_t s = 0; s < machine->socket_count; s++) {
		uint32_t chip = platform.chips[s];
		struct range region;
		uint64_t status;

		if (!tree_nest_region(platform.tree, chip, &region) ||
		    !cpu_try_load(region.start + CATALOG_CONTROL_USUAL, 8, &status))
			continue;
		say_fact(output, "nest of", "chip %u: status %llu at 0x%llx: %s", chip, (unsigned long long)status,
			 (unsigned long long)(region.start + CATALOG_CONTROL_USUAL), posted_status_text(status));
	}
}

/* Explains why PMUs that the processor may have are not in the tree. */
static void describe_missing(const struct machine *machine, struct output *output)
{
	const struct catalog *catalog = &posted_state.catalog;
	uint32_t revision = platform_pvr(machine) & 0xfff;

	if (!catalog->present)
		return;
	if (!catalog->kinds[IMC_NEST]) {
		say_fact(output, "no nest", "firmware leaves out the nest while the OCC's microcode is not running");
		describe_silent_nests(machine, output);
	}
	if (!catalog->kinds[IMC_CORE] || !catalog->kinds[IMC_THREAD])
		say_fact(output, "no core", "the catalog does not have both core and thread");
	if (catalog->kinds[IMC_TRACE])
		return;
	if (revision < catalog->facts->trace_from)
		say_fact(output, "no trace", "firmware offers trace mode from %s on", catalog->facts->trace_needs);
	else if (catalog->facts->chip_title)
		say_fact(output, "no trace", "the catalog has none, or the chip is not a %s",
			 catalog->facts->chip_title);
	else
		say_fact(output, "no trace", "the catalog has none");
}

static void describe_interrupts(const struct machine *machine, struct output *output)
{
	uint64_t ticks = 0, doorbells = 0, others = 0;

	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		struct interrupt_count count = platform_interrupts(i);

		ticks += count.ticks;
		doorbells += count.doorbells;
		others += count.others;
	}
	say_fact(output, "taken so far", "%llu of the decrementer, %llu doorbells, %llu others",
		 (unsigned long long)ticks, (unsigned long long)doorbells, (unsigned long long)others);
}

/* Describes each thread's registers, as read after its arrival. */
static void describe_threads(const struct machine *machine, struct output *output, bool all)
{
	unsigned known = 0, good = 0;
	char name[32], bytes[256];

	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		const struct thread_state *state = &platform.threads[i].state;
		struct text title = TEXT_OVER(name), complaint = TEXT_OVER(bytes);

		if (!state->known)
			continue;
		known++;
		platform_complain(state, i, &complaint);
		good += !complaint.length;
		if (!all)
			continue;
		text_format(&title, "state of cpu %u", i);
		say_fact(output, name, "PIR 0x%llx, MSR 0x%llx, HID0 0x%llx, LPCR 0x%llx, HSPRG0 0x%llx",
			 (unsigned long long)state->pir, (unsigned long long)state->msr,
			 (unsigned long long)state->hid0, (unsigned long long)state->lpcr,
			 (unsigned long long)state->hsprg0);
	}
	say_fact(output, "threads set", "%u of %u as interrupts and machine checks need them", good, known);
}

static void describe_posted(const struct machine *machine, struct output *output, bool all)
{
	describe_processor(machine, output);
	describe_software(output);
	describe_interrupts(machine, output);
	describe_threads(machine, output, all);
	describe_catalog(output);
	describe_missing(machine, output);
}

const struct posted posted = {
	.protocol = &posted_protocol,
	.record = trace_record,
	.name = name,
	.explain = explain,
	.describe = describe_posted,
};
