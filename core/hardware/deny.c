/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/deny.h"

#include "core/hardware/machine.h"
#include "lib/memory.h"
#include "lib/parse.h"
#include "lib/text.h"

#define UNIT_BYTES 4 /* of memory and configuration space: an access to any byte counts as an access to the unit */
#define PCI_OFFSET MASK(0, 12)

/* SDM volume 2, RDPMC: bit 30 of ECX means fixed counters. */
#define PMC_FIXED  BIT(30)
#define MSR_PMC    0xc1
#define MSR_FIXED  0x309

/* A register that a rule by name applies to. */
struct named {
	uint64_t address; /* of an MSR, or in units of UNIT_BYTES */
	uint16_t socket, cpu;
	uint8_t space;
	bool used, denied;
};

static struct {
	struct deny_rule rules[DENY_BELOW + DENY_RULES]; /* the first `below` are not the user's */
	unsigned count, below;
	struct named *named; /* hash table with linear probing; NULL: no rule by name is resolved */
	uint32_t room;       /* its size, a power of two */
	uint32_t refused;
	struct location latest;
	bool latest_by_profile;
	uint8_t profile; /* enum profile */
} deny;

/* ---- rules ------------------------------------------------------------------------------------------- */

static unsigned find_rule(const struct deny_rule *rule)
{
	for (unsigned at = 0; at < deny.count; at++) {
		const struct deny_rule *here = &deny.rules[at];

		if (here->allow == rule->allow && here->space == rule->space && here->first == rule->first &&
		    here->last == rule->last && !strcmp(here->name, rule->name))
			return at;
	}
	return deny.count;
}

bool deny_add(const struct deny_rule *rule)
{
	struct deny_rule added = *rule;
	unsigned at = find_rule(&added);

	if (at == deny.count && deny.count - deny.below == DENY_RULES)
		return false;
	if (at < deny.below)
		deny.below--;
	if (at < deny.count)
		memmove(&deny.rules[at], &deny.rules[at + 1], (--deny.count - at) * sizeof(*deny.rules));
	deny.rules[deny.count++] = added;
	return true;
}

bool deny_add_below(const struct deny_rule *rule)
{
	if (find_rule(rule) < deny.count)
		return true;
	if (deny.below == DENY_BELOW)
		return false;
	memmove(&deny.rules[deny.below + 1], &deny.rules[deny.below], (deny.count - deny.below) * sizeof(*deny.rules));
	deny.rules[deny.below++] = *rule;
	deny.count++;
	return true;
}

const struct deny_rule *deny_rule(unsigned number)
{
	return number < deny.count ? &deny.rules[number] : NULL;
}

void deny_clear(void)
{
	memset(&deny, 0, sizeof(deny));
}

/* ---- ranges by address --------------------------------------------------------------------------------- */

static bool is_in_bytes(unsigned space)
{
	return space == SPACE_PCI || space == SPACE_MMIO || space == SPACE_MEMORY;
}

static bool overlaps(const struct deny_rule *rule, unsigned space, uint64_t first, uint64_t last)
{
	return rule->space == space && rule->first <= last && rule->last >= first;
}

/* ---- units by name --------------------------------------------------------------------------------------- */

/* Memory and configuration space are the same from every socket. A CPU's own register has the CPU in its key. */
static struct named key_of(unsigned space, uint64_t address, uint16_t socket, uint16_t cpu)
{
	bool shared = is_in_bytes(space);

	return (struct named){.space = (uint8_t)space,
			      .address = address,
			      .socket = shared || cpu ? 0 : socket,
			      .cpu = shared ? 0 : cpu,
			      .used = true};
}

/* Fibonacci hashing. */
static struct named *slot_of(const struct named *key)
{
	uint64_t mixed = key->address ^ (uint64_t)key->cpu << 44 ^ (uint64_t)key->socket << 36;
	uint32_t at = (uint32_t)(mixed * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (deny.room - 1);

	for (; deny.named[at].used; at = (at + 1) & (deny.room - 1)) {
		const struct named *here = &deny.named[at];

		if (here->address == key->address && here->space == key->space && here->socket == key->socket &&
		    here->cpu == key->cpu)
			break;
	}
	return &deny.named[at];
}

static const struct named *find(unsigned space, uint64_t address, uint16_t socket, uint16_t cpu)
{
	struct named key = key_of(space, address, socket, cpu);
	const struct named *slot = deny.named ? slot_of(&key) : NULL;

	return slot && slot->used ? slot : NULL;
}

/* If an entry exists, it decides: it already includes all rules for the register, by name and by address, in their
 * order. */
static bool unit_denied(const struct location *where, uint32_t cpu, uint64_t first, uint64_t last)
{
	uint64_t address = is_in_bytes(where->space) ? first / UNIT_BYTES : first;
	const struct named *named = find(where->space, address, where->socket, 0);

	if (!named && where->space == SPACE_MSR)
		named = find(where->space, address, 0, (uint16_t)(where->cpu ? where->cpu : cpu + 1));
	if (named)
		return named->denied;
	for (unsigned i = deny.count; i--;)
		if (overlaps(&deny.rules[i], where->space, first, last))
			return !deny.rules[i].allow;
	return false;
}

static bool bytes_denied(const struct location *where, uint32_t cpu)
{
	uint64_t first = where->address, last = first + location_bits(where) / 8u - 1;

	if (last < first)
		last = UINT64_MAX;
	while (true) {
		uint64_t end = min_u64(first | (UNIT_BYTES - 1), last);

		if (unit_denied(where, cpu, first, end))
			return true;
		if (end == last)
			return false;
		first = end + 1;
	}
}

bool deny_covers(const struct location *where, uint32_t cpu)
{
	struct location ids = {.space = SPACE_PCI, .width_bits = 32, .address = where->address & ~PCI_OFFSET};

	if (!deny.count)
		return false;
	if (where->space == SPACE_PMC) {
		struct location counter = *where;

		counter.space = SPACE_MSR;
		counter.address = where->address & PMC_FIXED ? MSR_FIXED + (where->address & ~PMC_FIXED)
							     : MSR_PMC + where->address;
		if (deny_covers(&counter, cpu))
			return true;
	}
	if (!is_in_bytes(where->space))
		return unit_denied(where, cpu, where->address, where->address);
	return bytes_denied(where, cpu) || (where->space == SPACE_PCI && bytes_denied(&ids, cpu));
}

static bool refuse_if(bool covered, bool by_profile, const struct location *where)
{
	if (!covered)
		return false;
	deny.latest = *where;
	deny.latest_by_profile = by_profile;
	__atomic_fetch_add(&deny.refused, 1, __ATOMIC_RELAXED);
	return true;
}

bool deny_refuse(const struct location *where, uint32_t cpu)
{
	return refuse_if(deny_covers(where, cpu), false, where);
}

bool deny_covers_write(const struct location *where, uint32_t cpu)
{
	return deny_by_profile(where) || deny_covers(where, cpu);
}

bool deny_refuse_write(const struct location *where, uint32_t cpu)
{
	return refuse_if(deny_covers_write(where, cpu), deny_by_profile(where), where);
}

uint32_t deny_refused(void)
{
	return __atomic_load_n(&deny.refused, __ATOMIC_RELAXED);
}

struct location deny_latest(void)
{
	return deny.latest;
}

const char *deny_latest_reason(void)
{
	static const char *const reasons[PROFILE_COUNT] = {
		[PROFILE_FULL] = "denied", [PROFILE_UNCORE] = "profile uncore", [PROFILE_SAFE] = "profile safe"};

	return reasons[deny.latest_by_profile ? deny.profile : PROFILE_FULL];
}

/* ---- the profile ---------------------------------------------------------------------------------------------- */

/* MSRs of a CPU or its core, by number: Intel SDM volume 4, table 2-2. Numbers between these ranges may be counters
 * outside the cores: the W-Box's fixed counter (394H), the PCU's residencies (3FCH), boxes from 700H on. */
static const struct {
	uint32_t first, last;
} own_msrs[] = {
	{0x000, 0x393},           /* time, microcode, PMU, MCG_STATUS, PERF_CTL, MISC_ENABLE, DEBUGCTL, MTRRs, PAT */
	{0x396, 0x3f7},           /* PEBS */
	{0x400, 0x6ff},           /* machine checks, VMX, full-width PMCs, DS_AREA, LBRs, power, TSC_DEADLINE */
	{0x770, 0x777},           /* HWP */
	{0x800, 0x8ff},           /* the local APIC */
	{0x14ce, 0x14ce},         /* IA32_LBR_CTL */
	{0x1900, 0x19bf},         /* counters and selects of version 6: Linux, msr-index.h */
	{0xc0000000, 0xc0001fff}, /* EFER, STAR and others */
};

void deny_set_profile(enum profile profile)
{
	deny.profile = (uint8_t)profile;
}

enum profile deny_profile(void)
{
	return (enum profile)deny.profile;
}

static bool (*starter)(struct machine *machine);

void deny_set_starter(bool (*start)(struct machine *machine))
{
	starter = start;
}

bool deny_start_others(struct machine *machine)
{
	return starter && starter(machine);
}

const char *profile_name(enum profile profile)
{
	static const char *const names[PROFILE_COUNT] = {
		[PROFILE_FULL] = "full", [PROFILE_UNCORE] = "uncore", [PROFILE_SAFE] = "safe"};

	return profile < PROFILE_COUNT ? names[profile] : "?";
}

bool deny_is_on(void)
{
	return deny.count || deny.profile != PROFILE_FULL;
}

bool deny_by_profile(const struct location *where)
{
	if (deny.profile != PROFILE_UNCORE)
		return deny.profile == PROFILE_SAFE;
	if (where->cpu || where->space == SPACE_SPR || where->space == SPACE_PMC)
		return true;
	for (unsigned i = 0; where->space == SPACE_MSR && i < ARRAY_SIZE(own_msrs); i++)
		if (where->address >= own_msrs[i].first && where->address <= own_msrs[i].last)
			return true;
	return false;
}

/* ---- resolving names ---------------------------------------------------------------------------------------- */

/* True if the rule is by name and matches this register (row NULL: the box). */
static bool names(const struct deny_rule *rule, const struct box *box, const struct register_row *row, unsigned index)
{
	char bytes[BOX_NAME_SIZE + 32];
	struct text name = TEXT_OVER(bytes);
	const char *dot = rule->name;

	if (rule->space != SPACE_COUNT)
		return false;
	while (*dot && *dot != '.')
		dot++;
	if (!*dot) {
		box_name(box, bytes);
		return glob_match(slice_of(rule->name), bytes);
	}
	if (!row)
		return false;
	box_register_name(box, row, index, &name);
	return glob_match(slice_of(rule->name), bytes);
}

/* Applies all rules to a register. *named is set if one of them is by name. */
static bool register_denied(const struct box *box, const struct register_row *row, unsigned index, bool *named)
{
	const struct location where = box_location(box, row, index);
	uint64_t last = where.address + (is_in_bytes(where.space) ? location_bits(&where) / 8u - 1 : 0);
	bool denied = false;

	*named = false;
	for (unsigned i = 0; i < deny.count; i++) {
		bool by_name = names(&deny.rules[i], box, row, index);

		if (!by_name && !overlaps(&deny.rules[i], where.space, where.address, last))
			continue;
		*named |= by_name;
		denied = !deny.rules[i].allow;
	}
	return denied;
}

static void keep(const struct location *where, bool denied)
{
	uint64_t first = where->address, last = first;
	struct named *slot;

	if (is_in_bytes(where->space)) {
		last = (first + location_bits(where) / 8u - 1) / UNIT_BYTES;
		first /= UNIT_BYTES;
	}
	for (uint64_t at = first; at <= last; at++) {
		struct named key = key_of(where->space, at, where->socket, where->cpu);

		slot = slot_of(&key);
		key.denied = denied || (slot->used && slot->denied);
		*slot = key;
	}
}

void deny_resolve(const struct box *box)
{
	struct box twin = *box; /* a core's counter has two addresses */

	twin.wide = !box->wide;

	for (unsigned r = 0; deny.named && r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		for (unsigned i = 0; i < box_row_count(box, row); i++) {
			struct location where = box_location(box, row, i);
			bool named, denied = register_denied(box, row, i, &named);

			if (!named)
				continue;
			keep(&where, denied);
			if (!row->layout->wide)
				continue;
			where = box_location(&twin, row, i);
			keep(&where, denied);
		}
	}
}

bool deny_prepare(const struct machine *machine, struct arena *arena)
{
	uint64_t count = 1;
	uint32_t room = 16;
	bool any_by_name = false;

	for (unsigned i = 0; i < deny.count; i++)
		any_by_name |= deny.rules[i].space == SPACE_COUNT;
	if (!any_by_name && !deny.named)
		return true;

	/* Twice the number of entries: each register has at most two units or two addresses. */
	for (unsigned i = 0; i < machine->box_count; i++)
		for (unsigned r = 0; r < machine->boxes[i].box.type->register_count; r++)
			count += box_row_count(&machine->boxes[i].box, &machine->boxes[i].box.type->registers[r]);
	while (room < 4 * count)
		room *= 2;

	if (deny.named && deny.room == room) {
		memset(deny.named, 0, room * sizeof(*deny.named));
		return true;
	}
	deny.named = arena_take(arena, room, sizeof(*deny.named));
	deny.room = room;
	return deny.named;
}

enum denied deny_of_box(const struct box *box)
{
	static const uint64_t controlling = BIT(ROLE_CONTROL) | BIT(ROLE_STATUS) | BIT(ROLE_CLEAR) |
					    BIT(ROLE_BOX_CONTROL) | BIT(ROLE_GLOBAL_FREEZE) | BIT(ROLE_FLAGS);
	unsigned registers = 0, denied = 0;
	bool named, by_name = false;

	if (!deny.count)
		return DENIED_NOTHING;
	for (unsigned r = 0; r < box->type->register_count; r++) {
		const struct register_row *row = &box->type->registers[r];

		for (unsigned i = 0; i < box_row_count(box, row); i++, registers++) {
			if (!register_denied(box, row, i, &named))
				continue;
			if (controlling & BIT(row->role))
				return DENIED_BOX;
			denied++;
		}
	}
	if (registers)
		return denied == registers ? DENIED_BOX : denied ? DENIED_PART : DENIED_NOTHING;

	/* A box without registers is denied by its name. */
	for (unsigned i = 0; i < deny.count; i++)
		if (names(&deny.rules[i], box, NULL, 0))
			by_name = !deny.rules[i].allow;
	return by_name ? DENIED_BOX : DENIED_NOTHING;
}

static bool box_means(const struct box *box, const struct deny_rule *rule)
{
	if (names(rule, box, NULL, 0))
		return true;
	for (unsigned r = 0; r < box->type->register_count; r++)
		for (unsigned i = 0; i < box_row_count(box, &box->type->registers[r]); i++)
			if (names(rule, box, &box->type->registers[r], i))
				return true;
	return false;
}

bool deny_means_something(const struct machine *machine, const struct deny_rule *rule)
{
	for (unsigned i = 0; rule->space == SPACE_COUNT && i < machine->box_count; i++)
		if (box_means(&machine->boxes[i].box, rule))
			return true;
	return rule->space != SPACE_COUNT;
}
