/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the const tables of virtual silicon as canonical text (dump.h): everything that can be reached from a part. Types, banks, layouts and
 * lists of events have numbers, #1 the first that is met: code compares their addresses, so who shares one is a fact. Functions, and the tables of
 * flows, are printed by their names. */
#include <elf.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "silicon/models/model.h"
#include "tests/golden/dump.h"

/* ---- symbols: what is at an address, and how large it is ------------------------------------------------- */

static char *image; /* this program's file */
extern const char __executable_start[];

static bool read_image(void)
{
	FILE *file = fopen("/proc/self/exe", "rb");
	struct stat found;
	bool done = false;

	if (!file)
		return false;
	if (!fstat(fileno(file), &found)) {
		image = malloc((size_t)found.st_size);
		done = image && fread(image, (size_t)found.st_size, 1, file) == 1;
	}
	fclose(file);
	return done;
}

static const Elf64_Sym *find_symbol(const void *address, const char **name)
{
	const Elf64_Ehdr *head = (const void *)image;
	const Elf64_Shdr *sections = (const void *)(image + head->e_shoff);
	uint64_t at = (uint64_t)((uintptr_t)address - (uintptr_t)__executable_start);

	for (unsigned i = 0; i < head->e_shnum; i++) {
		const Elf64_Sym *symbols = (const void *)(image + sections[i].sh_offset);

		for (size_t k = 0; sections[i].sh_type == SHT_SYMTAB && k < sections[i].sh_size / sizeof(*symbols); k++)
			if (symbols[k].st_value == at && symbols[k].st_size) {
				*name = image + sections[sections[i].sh_link].sh_offset + symbols[k].st_name;
				return &symbols[k];
			}
	}
	return NULL;
}

static void print_symbol(const char *key, const void *address)
{
	const char *name = "?";

	if (!address)
		return;
	find_symbol(address, &name);
	fprintf(out, " %s=%s", key, name);
}

/* How many entries of `size` bytes the array has. */
static size_t entries_of(const void *array, size_t size)
{
	const char *name;
	const Elf64_Sym *symbol = array ? find_symbol(array, &name) : NULL;

	return symbol ? symbol->st_size / size : 0;
}

#define SYMBOL(OBJECT, MEMBER) print_symbol(#MEMBER, (const void *)(uintptr_t)(OBJECT)->MEMBER)

/* ---- what is met again ------------------------------------------------------------------------------------- */

static const void *met[4096];
static unsigned met_count;

/* Prints the object's number; false if it was printed before. */
static bool is_new(const void *object)
{
	unsigned i = 0;

	while (i < met_count && met[i] != object)
		i++;
	fprintf(out, " #%u", i + 1);
	if (i < met_count)
		return false;
	if (met_count < ARRAY_SIZE(met))
		met[met_count++] = object;
	return true;
}

static const char *const roles[] = {"GLOBAL_CTL", "STATUS", "OVF_CTL", "SELECT", "COUNTER",
				    "COMPANION",  "TICKER", "WINDOW",  "STORE"};
_Static_assert(ARRAY_SIZE(roles) == MODEL_ROLES, "each role has a name");
static const char *const spaces[] = {"MSR", "CONFIG", "MMIO", "PMC"};
static const char *const accesses[] = {"TAKES", "KEEPS", "RAISES_GP"};

/* ---- registers ------------------------------------------------------------------------------------------------ */

static void dump_layout(const struct model_layout *layout)
{
	begin("layout");
	if (is_new(layout)) {
		SEEN(model_layout, layout);
		NUMBER(layout, enable);
		NUMBER(layout, pmi);
		NUMBER(layout, edge);
		NUMBER(layout, invert);
		NUMBER(layout, event_low);
		NUMBER(layout, event_bits);
		NUMBER(layout, umask_low);
		NUMBER(layout, threshold_low);
		NUMBER(layout, threshold_bits);
		NUMBER(layout, reset_tally);
		NUMBER(layout, mode_low);
		NUMBER(layout, wrap);
		NUMBER(layout, clock);
		HEX(layout, clears);
		HEX(layout, more);
		HEX(layout, narrows[0]);
		HEX(layout, narrows[1]);
	}
	end();
}

static void dump_bank(const struct model_bank *bank)
{
	SEEN(model_bank, bank);
	begin("bank");
	TEXT(bank, name);
	WORD(bank, role, roles);
	NUMBER(bank, count);
	NUMBER(bank, stride);
	NUMBER(bank, numbered);
	NUMBER(bank, base);
	HEX(bank, offset);
	NUMBER(bank, bits);
	NUMBER(bank, number);
	NUMBER(bank, bit);
	NUMBER(bank, width);
	NUMBER(bank, shared);
	NUMBER(bank, lock);
	NUMBER(bank, lock_bit);
	NUMBER(bank, lock_gp);
	HEX(bank, writable);
	HEX(bank, zero);
	HEX(bank, ones);
	HEX(bank, refuses);
	WORD(bank, access, accesses);
	NUMBER(bank, extends);
	HEX(bank, reset);
	HEX(bank, acts);
	HEX(bank, hides);
	HEX(bank, compared);
	NUMBER(bank, unseen);
	NUMBER(bank, summary);
	HEX(bank, shows);
	TEXT(bank, source);
	NUMBER(bank, start_undocumented);
	NUMBER(bank, rate_undocumented);
	NUMBER(bank, use_undocumented);
	HEX(bank, undocumented);
	end();
	depth++;
	for (unsigned i = 0; bank->layout && i < (bank->shared ? bank->shared : 1u); i++)
		dump_layout(&bank->layout[i]);
	depth--;
}

static void dump_fields(const struct model_type *type)
{
	for (size_t i = 0; i < entries_of(type->field, sizeof(*type->field)); i++) {
		const struct model_field *field = &type->field[i];

		SEEN(model_field, field);
		begin("field");
		TEXT(field, name);
		fprintf(out, " %zu bank=%u low=%u width=%u", i, field->bank, field->low, field->width);
		NUMBER(field, shifted);
		NUMBER(field, widened);
		end();
	}
}

/* ---- events ------------------------------------------------------------------------------------------------- */

static void dump_choice(const struct model_choice *choice)
{
	SEEN(model_choice, choice);
	begin("choice");
	TEXT(choice, names);
	TEXT(choice, every);
	NUMBER(choice, field);
	NUMBER(choice, every_field);
	NUMBER(choice, every_value);
	NUMBER(choice, when);
	NUMBER(choice, may_lack);
	end();
}

static void dump_event(const struct model_event *event)
{
	SEEN(model_event, event);
	begin("event");
	HEX(event, code);
	HEX(event, subs);
	NUMBER(event, increment);
	NUMBER(event, run);
	HEX(event, counters);
	TEXT(event, name);
	TEXT(event, sub_names);
	HEX(event, flags);
	NUMBER(event, filter);
	NUMBER(event, scale);
	HEX(event, key);
	NUMBER(event, granule);
	NUMBER(event, base);
	NUMBER(event, setting);
	if (!event->choice && event->choices)
		fputs(" choice=NULL", out);
	NUMBER(event, choices);
	if (event->choice && is_new(event->choice)) {
		end();
		depth++;
		for (unsigned i = 0; i < event->choices; i++)
			dump_choice(&event->choice[i]);
		depth--;
		return;
	}
	end();
}

static void dump_list(const char *what, const struct model_event_list *list)
{
	begin(what);
	if (!is_new(list)) {
		end();
		return;
	}
	SEEN(model_event_list, list);
	ARRAY(list, row, count);
	NUMBER(list, count);
	end();
	depth++;
	for (unsigned i = 0; list->row && i < list->count; i++)
		dump_event(&list->row[i]);
	if (list->also) {
		begin("also");
		is_new(list->also);
		end();
	}
	depth--;
	for (; list->also; list = list->also)
		for (unsigned i = 0; i < list->also->count; i++)
			dump_event(&list->also->row[i]);
}

/* ---- boxes --------------------------------------------------------------------------------------------------- */

static void dump_type(const struct model_type *type, size_t places)
{
	SEEN(model_type, type);
	TEXT(type, name);
	WORD(type, space, spaces);
	NUMBER(type, single);
	NUMBER(type, per_core);
	HEX(type, has);
	HEX(type, id);
	for (size_t i = 0; type->ids && i < places; i++)
		fprintf(out, "%s0x%x", i ? "," : " ids=", type->ids[i]);
	HEX(type, id_undocumented);
	NUMBER(type, use_undocumented);
	NUMBER(type, filter_undocumented);
	NUMBER(type, summary_undocumented);
	NUMBER(type, tally_undocumented);
	NUMBER(type, pmi_undocumented);
	NUMBER(type, status_undocumented);
	HEX(type, uncounted);
	HEX(type, optional);
	NUMBER(type, as_cores);
	NUMBER(type, clock);
	NUMBER(type, spread);
	NUMBER(type, global);
	NUMBER(type, erratum);
	for (size_t i = 0; type->ending && i < places; i++)
		fprintf(out, "%s\"%s\"", i ? "," : " ending=", type->ending[i]);
	NUMBER(type, enabled_first);
	NUMBER(type, ports);
	NUMBER(type, serves);
	NUMBER(type, shift);
	NUMBER(type, unit);
	NUMBER(type, resets_low);
	NUMBER(type, resets_status);
	NUMBER(type, above);
	NUMBER(type, asked_summary);
	HEX(type, frozen);
	HEX(type, freezes);
	HEX(type, thaws);
	NUMBER(type, keeps_summary);
	NUMBER(type, asked_only);
	HEX(type, holds);
	SYMBOL(type, mean);
	SYMBOL(type, runs);
	SYMBOL(type, control);
	ARRAY(type, bank, banks);
	end();
	depth++;
	begin("banks");
	if (is_new(type->bank)) {
		end();
		for (unsigned i = 0; i < type->banks; i++)
			dump_bank(&type->bank[i]);
	} else {
		fprintf(out, " banks=%u", type->banks);
		end();
	}
	dump_fields(type);
	if (type->events)
		dump_list("events", type->events);
	depth--;
}

/* A type where the first of its boxes stands. */
static void dump_box(const struct model_part *part, const struct model_box *box)
{
	size_t places = 0;

	SEEN(model_box, box);
	begin("box");
	NUMBER(box, number);
	HEX(box, base[0]);
	HEX(box, base[1]);
	HEX(box, base[2]);
	HEX(box, summary);
	HEX(box, other);
	NUMBER(box, setting);
	for (unsigned i = 0; i < part->boxes; i++)
		if (part->box[i].type == box->type && part->box[i].number >= places)
			places = part->box[i].number + 1u;
	fputs(" type", out);
	if (is_new(box->type))
		dump_type(box->type, places);
	else
		end();
}

/* ---- parts --------------------------------------------------------------------------------------------------- */

static void dump_discovery(const struct model_discovery *discovery)
{
	SEEN(model_discovery, discovery);
	begin("discovery");
	NUMBER(discovery, table_bytes);
	NUMBER(discovery, stride);
	NUMBER(discovery, bar);
	NUMBER(discovery, wide_bar);
	ARRAY(discovery, odd, odds);
	fputs(" type", out);
	is_new(discovery->type);
	end();
	depth++;
	for (unsigned i = 0; i < discovery->odds; i++) {
		const struct model_odd_block *odd = &discovery->odd[i];

		SEEN(model_odd_block, odd);
		begin("odd");
		NUMBER(odd, before);
		HEX(odd, word[0]);
		HEX(odd, word[1]);
		HEX(odd, word[2]);
		end();
	}
	depth--;
}

static void dump_settings(const struct model_part *part)
{
	for (unsigned i = 0; i < part->settings; i++) {
		const struct model_setting *setting = &part->setting[i];

		SEEN(model_setting, setting);
		begin("setting");
		TEXT(setting, name);
		TEXT(setting, words);
		NUMBER(setting, minimum);
		NUMBER(setting, maximum);
		NUMBER(setting, value);
		end();
	}
}

static void dump_space(const struct model_part *part)
{
	for (unsigned i = 0; i < part->claims; i++) {
		SEEN(model_range, &part->claim[i]);
		begin("claim");
		HEX(&part->claim[i], first);
		HEX(&part->claim[i], last);
		end();
	}
	for (unsigned i = 0; i < part->fillers; i++) {
		const struct model_filler *filler = &part->filler[i];

		SEEN(model_filler, filler);
		begin("filler");
		HEX(filler, place);
		HEX(filler, id);
		HEX(filler, offset);
		NUMBER(filler, bit);
		NUMBER(filler, setting);
		NUMBER(filler, value);
		end();
	}
	if (part->window) {
		SEEN(model_window, part->window);
		begin("window");
		HEX(part->window, first);
		HEX(part->window, stride);
		HEX(part->window, bytes);
		end();
	}
}

static void dump_functions(const struct model_part *part)
{
	SYMBOL(part, flow);
	SYMBOL(part, settle);
	SYMBOL(part, start);
	SYMBOL(part, node);
	SYMBOL(part, bus);
	SYMBOL(part, rdpmc);
	SYMBOL(part, usual);
	SYMBOL(part, runs);
	SYMBOL(part, extra);
	SYMBOL(part, sees_pmi);
	SYMBOL(part, overflow);
	SYMBOL(part, targets);
	SYMBOL(part, expire);
	SYMBOL(part, cpuid);
}

static void dump_part(const void *tables)
{
	const struct model_part *part = tables;

	met_count = 0;
	SEEN(model_part, part);
	begin("processor");
	TEXT(part, name);
	NUMBER(part, family);
	HEX(part, number);
	HEX(part, steppings);
	NUMBER(part, sockets);
	NUMBER(part, cores);
	NUMBER(part, most_cores);
	NUMBER(part, buses);
	HEX(part, shared_buses);
	NUMBER(part, any_shape);
	NUMBER(part, freezes_unasked);
	NUMBER(part, clock);
	NUMBER(part, shift_setting);
	NUMBER(part, test_setting);
	NUMBER(part, invert_setting);
	NUMBER(part, box_setting);
	NUMBER(part, wide_setting);
	ARRAY(part, box, boxes);
	ARRAY(part, setting, settings);
	ARRAY(part, claim, claims);
	ARRAY(part, filler, fillers);
	dump_functions(part);
	end();
	depth++;
	dump_settings(part);
	dump_space(part);
	for (unsigned i = 0; i < part->boxes; i++)
		dump_box(part, &part->box[i]);
	if (part->discovery)
		dump_discovery(part->discovery);
	depth--;
}

int main(int argc, char **argv)
{
	struct dumped machines[64];
	unsigned count = 0;

	if (!read_image())
		return 2;
	for (; model_parts[count] && count < ARRAY_SIZE(machines); count++)
		machines[count] = (struct dumped){model_parts[count]->name, model_parts[count]};
	return run_dump(argc, argv, machines, count, dump_part);
}
