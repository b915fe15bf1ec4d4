/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/record/crash_text.h"

#include "core/hardware/flight.h"
#include "core/hardware/leaving.h"

void crash_text_start(struct crash_text *report)
{
	report->line = TEXT_OVER(report->bytes);
}

void crash_say(struct crash_text *report, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&report->line, format, arguments);
	va_end(arguments);
}

void crash_end_line(struct crash_text *report)
{
	text_char(&report->line, '\n');
	if (report->line.truncated)
		report->line.at[report->line.length - 1] = '\n';
	report->write(report->context, report->line.at, report->line.length);
	text_clear(&report->line);
}

bool crash_in_image(const struct crash_image *image, uint64_t address)
{
	return address >= image->base && address - image->base < image->size;
}

void crash_symbol(const struct crash_image *image, uint64_t address, struct text *text)
{
	uint32_t below = 0, above = image->symbol_count;
	uint64_t offset = address - image->base + image->linked_at;

	if (!crash_in_image(image, address))
		return;
	while (below < above) {
		uint32_t middle = below + (above - below) / 2;

		if (image->symbols[middle].offset <= offset)
			below = middle + 1;
		else
			above = middle;
	}
	if (!below)
		text_format(text, " image+0x%llx", (unsigned long long)(address - image->base));
	else
		text_format(text, " %s+0x%llx", image->names + image->symbols[below - 1].name,
			    (unsigned long long)(offset - image->symbols[below - 1].offset));
}

void crash_say_address(struct crash_text *report, uint64_t address)
{
	crash_say(report, "0x%llx", (unsigned long long)address);
	crash_symbol(report->image, address, &report->line);
}

void crash_say_call(struct crash_text *report, unsigned number, uint64_t address)
{
	crash_say(report, "  #%-2u 0x%llx", number, (unsigned long long)address);
	crash_symbol(report->image, number ? address - 1 : address, &report->line);
	crash_end_line(report);
}

static void say_access(struct crash_text *report, const struct flight_access *access)
{
	const struct machine *machine = report->machine;
	const struct location *where = &access->where;
	const struct register_row *row;
	struct box box;
	unsigned index;

	crash_say(report, "  %-5s ", access->write ? "write" : "read");
	if (machine && machine_register(machine, where, &box, &row, &index)) {
		box_register_name(&box, row, index, &report->line);
		text_string(&report->line, ", ");
	} else if (machine && machine->posted && machine->posted->name(where, &report->line)) {
		text_string(&report->line, ", ");
	}
	crash_say(report, "%s 0x%llx socket %u", space_name((enum space)where->space),
		  (unsigned long long)where->address, where->socket);
	if (access->write || access->outcome == OUTCOME_OK)
		crash_say(report, " = 0x%llx", (unsigned long long)access->value);
	crash_say(report, ": %s", outcome_name((enum outcome)access->outcome));
	crash_end_line(report);
}

void crash_say_accesses(struct crash_text *report)
{
	const struct flight_access *access = flight_before(UINT64_MAX);

	crash_say(report, "crash: register accesses, latest first");
	crash_end_line(report);
	for (unsigned i = 0; access && i < FLIGHT_ACCESSES; i++) {
		say_access(report, access);
		access = flight_before(access->number);
	}
}

#define LEFT_LINES_MOST 16 /* every CPU may have left the same register */

static void say_left(struct crash_text *report, const struct left *left, unsigned number)
{
	if (number >= LEFT_LINES_MOST)
		return;
	crash_say(report, "crash: left ");
	if (left->name)
		crash_say(report, "%s", left->name);
	else
		machine_location_text(report->machine, &left->where, &report->line);
	if (left->where.cpu)
		crash_say(report, " of cpu %u", left->where.cpu - 1u);
	if (left->outcome == OUTCOME_OK)
		crash_say(report, ": 0x%llx", (unsigned long long)left->after);
	else
		crash_say(report, ": %s", outcome_name(left->outcome));
	crash_say(report, ", found 0x%llx", (unsigned long long)left->before);
	crash_end_line(report);
}

void crash_say_left(const struct machine *machine, bool (*entry)(uint32_t cpu, struct left *left),
		    void (*write)(void *context, const char *bytes, size_t length), void *context)
{
	struct crash_text report = {.machine = machine, .write = write, .context = context};
	struct leaving_walk walk = {0};
	struct left left;
	unsigned count = 0;

	if (!leaving_has_notes(machine))
		return;
	crash_text_start(&report);
	while (leaving_next(machine, &walk, &left))
		say_left(&report, &left, count++);
	for (uint32_t i = 0; i < machine->cpu_count; i++)
		if (entry(i, &left))
			say_left(&report, &left, count++);
	if (count)
		crash_say(&report, "crash: %u register%s left otherwise than found", count,
			  count == 1 ? " is" : "s are");
	else
		crash_say(&report, "crash: every register that was touched is as it was found");
	crash_end_line(&report);
}
