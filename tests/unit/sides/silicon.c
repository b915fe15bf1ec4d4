/* SPDX-License-Identifier: BSD-2-Clause */
/* What silicon/models/ says. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "silicon/models/core.h"
#include "silicon/models/part.h"
#include "tests/unit/sides/facts.h"

static const struct model_part *const parts[] = {
	&model_cascade_lake_sp, &model_cooper_lake_sp,  &model_ice_lake_sp,  &model_knights_landing,
	&model_skylake_sp,      &model_xeon_7500,       &model_xeon_e5_2600, &model_xeon_e5_2600_v2,
	&model_xeon_e5_2600_v3, &model_xeon_e5_2600_v4, &model_xeon_e7,
};

const char *silicon_machine(unsigned index)
{
	return index < ARRAY_SIZE(parts) ? parts[index]->name : NULL;
}

/* What is being told: a machine's facts. */
struct teller {
	struct facts *facts;
	const struct model_part *part;
};

/* ---- names ------------------------------------------------------------------------------------------- */

/* Names that each side has chosen for itself, of the same thing: silicon's box and register or event, and the other
 * side's. Machines are those that the pattern fits; none: all. No name: the box. */
/* clang-format off */
static const struct other_name {
	const char *machine, *box, *name, *other_box, *other;
} other_names[] = {
	{NULL, "mbox", "timestamp_unit",        "mbox", "timestamp"},
	{NULL, "rbox", "port%_iperf_cfg0",      "rbox", "iperf_cfg0_port"},
	{NULL, "rbox", "port%_iperf_cfg1",      "rbox", "iperf_cfg1_port"},
	{NULL, "rbox", "port%_qlx_cfg",         "rbox", "qlx_cfg_port"},
	{NULL, "rbox", "port%_xbr_set1_mm_cfg", "rbox", "xbr1_mm_cfg_port"},
	{NULL, "rbox", "port%_xbr_set1_match",  "rbox", "xbr1_match_port"},
	{NULL, "rbox", "port%_xbr_set1_mask",   "rbox", "xbr1_mask_port"},
	{NULL, "rbox", "port%_xbr_set2_mm_cfg", "rbox", "xbr2_mm_cfg_port"},
	{NULL, "rbox", "port%_xbr_set2_match",  "rbox", "xbr2_match_port"},
	{NULL, "rbox", "port%_xbr_set2_mask",   "rbox", "xbr2_mask_port"},

	{"xeon-e5-2600", "cbox", "box_filter", "cbox", "filter"},
	{"xeon-e5-2600", "pcu",  "box_filter", "pcu",  "filter"},
	{"xeon-e5-2600", "core", "c3_ctr",     "pcu",  "residency0"},
	{"xeon-e5-2600", "core", "c6_ctr",     "pcu",  "residency1"},
	/* The functions of a QPI port. */
	{"xeon-e5-2600", "qpi_match", NULL,          "qpi", NULL},
	{"xeon-e5-2600", "qpi_match", "pkt_match0",  "qpi", "match0"},
	{"xeon-e5-2600", "qpi_match", "pkt_match1",  "qpi", "match1"},
	{"xeon-e5-2600", "qpi_match", "pkt_mask0",   "qpi", "mask0"},
	{"xeon-e5-2600", "qpi_match", "pkt_mask1",   "qpi", "mask1"},
	{"xeon-e5-2600", "qpi_misc",  NULL,          "qpi", NULL},
	{"xeon-e5-2600", "qpi_misc",  "rate_status", "qpi", "rate"},
	/* CPUID's names. */
	{"xeon-e5-2600-v?", "core", "c3_ctr", "pcu", "residency0"},
	{"xeon-e5-2600-v?", "core", "c6_ctr", "pcu", "residency1"},
	{"xeon-e5-2600-v?", "qpi_match", NULL,          "qpi", NULL},
	{"xeon-e5-2600-v?", "qpi_match", "match0",      "qpi", "match0"},
	{"xeon-e5-2600-v?", "qpi_match", "match1",      "qpi", "match1"},
	{"xeon-e5-2600-v?", "qpi_match", "mask0",       "qpi", "mask0"},
	{"xeon-e5-2600-v?", "qpi_match", "mask1",       "qpi", "mask1"},
	{"xeon-e5-2600-v?", "qpi_misc",  NULL,          "qpi", NULL},
	{"xeon-e5-2600-v?", "qpi_misc",  "rate_status", "qpi", "rate"},

	{"*-sp",        "global", "global_status", "global", "status"},
	{"ice-lake-sp", "capid",  "capid6",        "capid",  "capid6_0"},
	{"ice-lake-sp", "capid",  "capid7",        "capid",  "capid6_1"},

	{"xeon-*", "core", "CPU_CLK_UNHALTED.THREAD_P", "core", "UNHALTED_CORE_CYCLES"},
	{"xeon-*", "core", "CPU_CLK_UNHALTED.REF",      "core", "UNHALTED_REFERENCE_CYCLES"},
	{"xeon-*", "core", "INST_RETIRED",              "core", "INSTRUCTION_RETIRED"},
	{"xeon-*", "core", "BR_INST_RETIRED.ANY",       "core", "BRANCH_INSTRUCTIONS_RETIRED"},
	{"xeon-*", "core", "BR_MISP_RETIRED.ANY",       "core", "MISPREDICTED_BRANCH_RETIRED"},
	{"*-sp", "core", "CPU_CLK_UNHALTED.THREAD_P", "core", "UNHALTED_CORE_CYCLES"},
	{"*-sp", "core", "CPU_CLK_UNHALTED.REF",      "core", "UNHALTED_REFERENCE_CYCLES"},
	{"*-sp", "core", "INST_RETIRED",              "core", "INSTRUCTION_RETIRED"},
	{"*-sp", "core", "BR_INST_RETIRED.ANY",       "core", "BRANCH_INSTRUCTIONS_RETIRED"},
	{"*-sp", "core", "BR_MISP_RETIRED.ANY",       "core", "MISPREDICTED_BRANCH_RETIRED"},

	{"knights-landing", "core", "offcore_rsp0", "core", "rsp_0"},
	{"knights-landing", "core", "offcore_rsp1", "core", "rsp_1"},
	/* LIKWID, which alone lists them, describes them without naming them. */
	{"knights-landing", "irp", "BL_DRS_ALLOCATIONS", "irp", "RXR_BL_DRS_INSERTS"},
	{"knights-landing", "irp", "BL_NCB_ALLOCATIONS", "irp", "RXR_BL_NCB_INSERTS"},
	{"knights-landing", "irp", "BL_NCS_ALLOCATIONS", "irp", "RXR_BL_NCS_INSERTS"},
	{"knights-landing", "irp", "BL_DRS_FULL",        "irp", "RXR_BL_DRS_CYCLES_FULL"},
	{"knights-landing", "irp", "BL_NCB_FULL",        "irp", "RXR_BL_NCB_CYCLES_FULL"},
	{"knights-landing", "irp", "BL_NCS_FULL",        "irp", "RXR_BL_NCS_CYCLES_FULL"},
	{"knights-landing", "irp", "BL_DRS_OCCUPANCY",   "irp", "RXR_BL_DRS_OCCUPANCY"},
	{"knights-landing", "irp", "BL_NCB_OCCUPANCY",   "irp", "RXR_BL_NCB_OCCUPANCY"},
	{"knights-landing", "irp", "BL_NCS_OCCUPANCY",   "irp", "RXR_BL_NCS_OCCUPANCY"},
	{"knights-landing", "irp", "AK_ALLOCATIONS",     "irp", "RXR_AK_INSERTS"},
	{"knights-landing", "irp", "OUTBOUND_OCCUPANCY", "irp", "TXR_REQUEST_OCCUPANCY"},
	{"knights-landing", "irp", "OUTBOUND_NCB",       "irp", "TXR_DATA_INSERTS_NCB"},
	{"knights-landing", "irp", "OUTBOUND_NCS",       "irp", "TXR_DATA_INSERTS_NCS"},
	{"knights-landing", "irp", "AD_STALLS",          "irp", "TXR_AD_STALL_CREDIT_CYCLES"},
	{"knights-landing", "irp", "BL_STALLS",          "irp", "TXR_BL_STALL_CREDIT_CYCLES"},
};
/* clang-format on */

static bool is_same(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* The names by which the other side calls a box, and something of it. */
static struct other_name called(const struct model_part *part, const struct model_type *type, const char *name)
{
	for (unsigned i = 0; i < ARRAY_SIZE(other_names); i++) {
		const struct other_name *at = &other_names[i];

		if ((!at->machine || !fnmatch(at->machine, part->name, 0)) && !strcmp(at->box, type->name) &&
		    is_same(at->name, name))
			return *at;
	}
	return (struct other_name){.other_box = type->name, .other = name};
}

/* "cbox3", or "cbox3 ctl0". */
static void name_thing(const struct teller *teller, const struct model_box *box, const struct model_bank *bank,
		       unsigned index, char *text, size_t size)
{
	struct other_name name = called(teller->part, box->type, bank ? bank->name : NULL);
	int length = snprintf(text, size, "%s", name.other_box);
	bool single = box->type->single || !strcmp(name.other_box, "pcu");

	if (!single)
		length += snprintf(text + length, size - (size_t)length, "%u", box->number);
	if (bank)
		length += snprintf(text + length, size - (size_t)length, " %s", name.other);
	if (bank && bank->numbered)
		snprintf(text + length, size - (size_t)length, "%u", index);
}

/* ---- registers --------------------------------------------------------------------------------------- */

static const char *const kinds[] = {
	[MODEL_GLOBAL_CTL] = "control", [MODEL_STATUS] = "status",   [MODEL_OVF_CTL] = "clear",
	[MODEL_SELECT] = "select",      [MODEL_COUNTER] = "counter", [MODEL_COMPANION] = "filter",
	[MODEL_TICKER] = "free",        [MODEL_WINDOW] = "window",   [MODEL_STORE] = "store",
};

static uint32_t address_of(const struct model_box *box, const struct model_bank *bank, unsigned index)
{
	return box->base[bank->base] + bank->offset + index * bank->stride;
}

/* The fixed counters of a box, and their selects. */
static bool is_fixed(const struct model_bank *bank)
{
	return !strncmp(bank->name, "fixed", 5);
}

static uint64_t bit_or_none(unsigned bit)
{
	return bit == MODEL_NO_BIT ? 0 : BIT(bit);
}

static uint64_t code_bits(const struct model_bank *bank)
{
	const struct model_layout *layout = bank->layout;
	uint64_t bits = layout->event_bits ? MASK(layout->event_low, layout->event_bits) : 0;

	if (layout->umask_low != MODEL_NO_BIT)
		bits |= MASK(layout->umask_low, 8);
	return bits & bank->writable;
}

static void tell_layout(const struct teller *teller, const struct model_bank *bank, const char *about)
{
	const struct model_layout *layout = bank->layout;
	unsigned width = layout->threshold_bits ? layout->threshold_bits : 8;
	uint64_t threshold = layout->threshold_low == MODEL_NO_BIT ? 0 : MASK(layout->threshold_low, width);

	fact_number(teller->facts, bit_or_none(layout->enable), "enable", "%s", about);
	fact_number(teller->facts, bit_or_none(layout->pmi), "pmi", "%s", about);
	fact_number(teller->facts, bit_or_none(layout->edge), "edge", "%s", about);
	fact_number(teller->facts, bit_or_none(layout->invert), "invert", "%s", about);
	fact_number(teller->facts, bit_or_none(layout->reset_tally), "tally", "%s", about);
	fact_number(teller->facts, threshold, "threshold", "%s", about);
	fact_number(teller->facts, code_bits(bank), "code", "%s", about);
}

/* What may be written to it. */
static void tell_bits(const struct teller *teller, const struct model_bank *bank, const char *about)
{
	bool clears = bank->role == MODEL_STATUS || bank->role == MODEL_OVF_CTL;
	/* Counters lose what is written beyond their width, unless the bank says that it must be 0. */
	bool unbounded = bank->role == MODEL_COUNTER && !bank->zero;
	uint64_t acts = clears ? bank->writable : bank->acts;
	uint64_t keeps = bank->writable & ~acts;

	if (unbounded)
		keeps &= MASK(0, bank->width);
	fact_number(teller->facts, keeps, "keeps", "%s", about);
	if (bank->role != MODEL_SELECT)
		fact_number(teller->facts, acts, "acts", "%s", about);
	if (bank->writable && !unbounded)
		fact_number(teller->facts, bank->zero | ~MASK(0, bank->bits), "zero", "%s", about);
	else
		fact_name(teller->facts, NOBODY_KNOWS, "zero", "%s", about);
}

static void tell_register(const struct teller *teller, const struct model_box *box, const struct model_bank *bank,
			  unsigned index)
{
	uint32_t at = address_of(box, bank, index);
	bool config = box->type->space == SILICON_CONFIG;
	char about[48];

	name_thing(teller, box, bank, index, about, sizeof(about));
	if (box->type->space == SILICON_MMIO)
		fact_number(teller->facts, at & FACT_MMIO, "mmio", "%s", about);
	else
		fact_number(teller->facts, config ? at & 0xfffff : at, config ? "pci" : "msr", "%s", about);
	fact_name(teller->facts, kinds[bank->role], "kind", "%s", about);
	fact_number(teller->facts, bank->bits, "bits", "%s", about);
	tell_bits(teller, bank, about);
	if (bank->role == MODEL_STORE && bank->undocumented)
		fact_number(teller->facts, ~bank->undocumented & MASK(0, bank->bits), "shows", "%s", about);
	if (bank->start_undocumented)
		fact_name(teller->facts, NOBODY_KNOWS, "reset", "%s", about);
	else
		fact_number(teller->facts, bank->reset, "reset", "%s", about);
	if (bank->role == MODEL_SELECT && !is_fixed(bank))
		tell_layout(teller, bank, about);
}

/* ---- counters ---------------------------------------------------------------------------------------- */

static const struct model_bank *bank_of_role(const struct model_type *type, enum model_role role)
{
	for (unsigned i = 0; i < type->banks; i++)
		if (type->bank[i].role == role && !is_fixed(&type->bank[i]))
			return &type->bank[i];
	return NULL;
}

static uint32_t select_of(const struct model_box *box, unsigned number)
{
	for (unsigned i = 0; i < box->type->banks; i++) {
		const struct model_bank *bank = &box->type->bank[i];
		unsigned shared = bank->shared ? bank->shared : 1;

		if (bank->role == MODEL_SELECT && number >= bank->number &&
		    number < bank->number + bank->count * shared)
			return address_of(box, bank, (number - bank->number) / shared);
	}
	return 0;
}

static void tell_counter(const struct teller *teller, const struct model_box *box, const struct model_bank *bank,
			 unsigned index)
{
	const struct model_bank *control = bank_of_role(box->type, MODEL_GLOBAL_CTL);
	uint64_t bit = bank->bit == MODEL_NO_BIT ? 0 : BIT(bank->bit + index);
	uint64_t mask = box->type->space == SILICON_MMIO ? FACT_MMIO : 0xfffff;
	char about[48];
	struct facts *facts = teller->facts;

	name_thing(teller, box, NULL, 0, about, sizeof(about));
	snprintf(about + strlen(about), sizeof(about) - strlen(about), " %s %u", is_fixed(bank) ? "fixed" : "counter",
		 is_fixed(bank) ? index : bank->number + index);
	fact_number(facts, address_of(box, bank, index) & mask, "at", "%s", about);
	fact_number(facts, select_of(box, bank->number + index) & mask, "select", "%s", about);
	fact_number(facts, bank->width ? bank->width : 48, "width", "%s", about);
	/* A control with commands is that of a box that controls itself, and has no enables. */
	fact_number(facts, control && !control->acts ? bit & control->writable : 0, "enable", "%s", about);
	fact_number(facts, bank_of_role(box->type, MODEL_STATUS) ? bit : 0, "flag", "%s", about);
}

/* How many of a bank there are: of a core's general counters as many as the machine has unless it is told otherwise. */
static unsigned count_of(const struct model_part *part, const struct model_box *box, const struct model_bank *bank)
{
	bool general = bank->numbered && !is_fixed(bank);

	if (!box->type->per_core || !general)
		return bank->count;
	return cpuid_say(cpuid_find_dump(part->setting[CORE_CPUID].words, 1), 0x0a, 0).eax >> 8 & 0xff;
}

/* ---- boxes ------------------------------------------------------------------------------------------- */

static void tell_function(const struct teller *teller, const struct model_box *box)
{
	const struct model_type *type = box->type;
	unsigned device = box->base[0] >> 15 & 0x1f, function = box->base[0] >> 12 & 7;
	char name[16];

	name_thing(teller, box, NULL, 0, name, sizeof(name));
	if (type->id_undocumented >> box->number & 1)
		fact_name(teller->facts, NOBODY_KNOWS, "id", "%s pci %u.%u", name, device, function);
	else
		fact_number(teller->facts, type->ids ? type->ids[box->number] : type->id, "id", "%s pci %u.%u", name,
			    device, function);
	fact_number(teller->facts, box->base[0] >> 20 != 0, "bus", "%s pci %u.%u", name, device, function);
}

/* The bits above that its overflows show in, of the box and of single counters. */
static uint64_t summary_of(const struct model_box *box)
{
	uint64_t bits = box->summary | box->other;

	for (unsigned i = 0; i < box->type->banks; i++)
		bits |= box->type->bank[i].summary ? BIT(box->type->bank[i].summary - 1) : 0;
	return bits;
}

/* Whether the box is only a part of one that the other side has, whose counters are in another. */
static bool is_part(const struct teller *teller, const struct model_box *box)
{
	char name[16], other[16];

	name_thing(teller, box, NULL, 0, name, sizeof(name));
	for (unsigned i = 0; !bank_of_role(box->type, MODEL_COUNTER) && i < teller->part->boxes; i++) {
		name_thing(teller, &teller->part->box[i], NULL, 0, other, sizeof(other));
		if (!strcmp(name, other) && bank_of_role(teller->part->box[i].type, MODEL_COUNTER))
			return true;
	}
	return false;
}

static void tell_box(const struct teller *teller, const struct model_box *box)
{
	const struct model_type *type = box->type;
	char name[16];

	name_thing(teller, box, NULL, 0, name, sizeof(name));
	if (!is_part(teller, box))
		fact_number(teller->facts, summary_of(box), "summary", "%s", name);
	if (type->space == SILICON_CONFIG)
		tell_function(teller, box);
	for (unsigned i = 0; i < type->banks; i++)
		for (unsigned j = 0; j < count_of(teller->part, box, &type->bank[i]); j++) {
			tell_register(teller, box, &type->bank[i], j);
			if (type->bank[i].role == MODEL_COUNTER)
				tell_counter(teller, box, &type->bank[i], j);
		}
}

/* ---- events ------------------------------------------------------------------------------------------ */

/* The select of a counter that counts the event. Codes are those of the event field, with umasks behind them if those
 * have no field of their own; what is more says which other bits are set. */
static uint64_t select_bits(const struct model_type *type, const struct model_event *event)
{
	const struct model_layout *layout = bank_of_role(type, MODEL_SELECT)->layout;
	unsigned code = event->code;

	/* M-Box: the flag's event instead of the increment's. */
	if (!strcmp(type->name, "mbox") && code >= 0x20)
		return BIT(7) | (uint64_t)(code - 0x20) << 19;
	/* PCU and QPI of the Xeon E5-2600: extra select. */
	if ((!strcmp(type->name, "pcu") || !strcmp(type->name, "qpi")) && code & 0x100)
		return BIT(21) | (code & 0xff);
	return (uint64_t)code << layout->event_low;
}

static void tell_umasks(const struct teller *teller, const struct model_event *event, const char *about)
{
	const char *names = event->sub_names ? event->sub_names : "";
	char name[64];

	for (unsigned bit = 0; bit < 8; bit++) {
		if (!(event->subs >> bit & 1))
			continue;
		do {
			size_t length = strcspn(names, "/ ");

			snprintf(name, sizeof(name), "%.*s", (int)length, names);
			fact_plain(name);
			if (length && strcmp(name, "-"))
				fact_number(teller->facts, BIT(bit), "umask", "%s:%s", about, name);
			names += length;
		} while (*names == '/' && names++);
		names += *names == ' ';
	}
	fact_number(teller->facts, event->subs, "umasks", "%s", about);
}

/* Of umasks that are numbers each has one name, as lists of events have it. */
static void tell_numbers(const struct teller *teller, const struct model_event *event, const char *about)
{
	const char *names = event->choices ? event->choice->names : "";

	while (*names) {
		size_t length = strcspn(names, "=");
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)length, names);
		fact_plain(name);
		names += length;
		if (strcmp(name, "-"))
			fact_number(teller->facts, strtoul(names + (*names == '='), NULL, 0), "umask", "%s:%s", about,
				    name);
		names += strcspn(names, " ");
		names += strspn(names, " ");
	}
	fact_name(teller->facts, NOBODY_KNOWS, "umasks", "%s", about);
}

/* How many events have the same name up to a point, and how many of them stand before this one. */
static unsigned of_this_name(const struct model_event_list *list, const struct model_event *event, unsigned *before)
{
	size_t length = strcspn(event->name, ".");
	unsigned count = 0;

	for (unsigned i = 0; i < list->count; i++) {
		if (&list->row[i] == event)
			*before = count;
		count += !strncmp(list->row[i].name, event->name, length) && strcspn(list->row[i].name, ".") == length;
	}
	return count;
}

/* "NAME.SUB" is the umask SUB of NAME, which is its code's upper half; of alike names each has a number. */
static void name_event(const struct model_event_list *list, const struct model_event *event, struct other_name *name,
		       char *text, size_t size)
{
	unsigned before, count = of_this_name(list, event, &before);

	snprintf(text, size, "%s event %s", name->other_box, name->other);
	for (char *c = text + strlen(name->other_box) + 7; *c; c++)
		*c = (char)toupper((unsigned char)*c);
	if (count > 1 && !strchr(event->name, '.'))
		snprintf(text + strlen(text), size - strlen(text), "_%u", before);
}

static void tell_event(const struct teller *teller, const struct model_type *type, const struct model_event_list *list,
		       const struct model_event *event, unsigned counters)
{
	struct other_name name = called(teller->part, type, event->name);
	uint64_t select = select_bits(type, event);
	char about[96], *umask;
	unsigned before;

	name_event(list, event, &name, about, sizeof(about));
	umask = strchr(about, '.');
	if (umask && of_this_name(list, event, &before) > 1) {
		*umask = ':';
		fact_number(teller->facts, select >> 8 & 0xff, "umask", "%s", about);
		*umask = 0;
		select &= ~MASK(8, 8);
		fact_name(teller->facts, NOBODY_KNOWS, "umasks", "%s", about);
	} else if (umask) {
		*umask = 0;
	}
	if (event->flags & MODEL_NUMBERED)
		tell_numbers(teller, event, about);
	else if (count_bits(event->subs) > 1)
		tell_umasks(teller, event, about);
	else if (event->subs)
		select |= (uint64_t)event->subs << 8;
	/* Its umasks are codes, and the model's own code says what each means. */
	if (event->choices && !event->subs)
		fact_name(teller->facts, NOBODY_KNOWS, "umasks", "%s", about);
	/* Of ports: codes are the model's own. */
	if (type->ports)
		fact_name(teller->facts, NOBODY_KNOWS, "select", "%s", about);
	else
		fact_number(teller->facts, select, "select", "%s", about);
	fact_number(teller->facts, event->counters ? event->counters : MASK(0, counters), "counters", "%s", about);
	fact_number(teller->facts, event->granule ? event->granule : 1, "each of", "%s", about);
	fact_number(teller->facts, !!(event->flags & MODEL_TALLIED), "tally", "%s", about);
	fact_number(teller->facts, event->increment, "most", "%s", about);
}

/* Whether a part that is like another has an event of its own of that name. */
static bool is_replaced(const struct model_event_list *own, const struct model_event_list *list, const char *name)
{
	for (; own != list; own = own->also)
		for (unsigned i = 0; i < own->count; i++)
			if (!strcmp(own->row[i].name, name))
				return true;
	return false;
}

static void tell_events(const struct teller *teller, const struct model_type *type, unsigned counters)
{
	for (const struct model_event_list *list = type->events; list; list = list->also)
		for (unsigned i = 0; i < list->count; i++)
			if (!is_replaced(type->events, list, list->row[i].name))
				tell_event(teller, type, list, &list->row[i], counters);
}

void silicon_tell(const char *machine, struct facts *facts)
{
	struct teller teller = {facts, NULL};

	for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
		if (!strcmp(parts[i]->name, machine))
			teller.part = parts[i];
	for (unsigned i = 0; teller.part && i < teller.part->boxes; i++) {
		const struct model_box *box = &teller.part->box[i];
		unsigned counters = 0;

		if (box->type->per_core && box->number)
			continue;
		tell_box(&teller, box);
		for (unsigned j = 0; j < box->type->banks; j++)
			if (box->type->bank[j].role == MODEL_COUNTER && !is_fixed(&box->type->bank[j]))
				counters += count_of(teller.part, box, &box->type->bank[j]);
		if (!box->number && counters)
			tell_events(&teller, box->type, counters);
	}
}
