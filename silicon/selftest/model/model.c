/* SPDX-License-Identifier: BSD-2-Clause */
/* Machine "selftest", in place of a processor's model: see devices.h. */
#include "lib/memory.h"
#include "lib/text.h"
#include "silicon/selftest/devices.h"
#include "silicon/silicon.h"

#define NS_PER_COUNT 10
#define SOCKETS      8
#define CORES        8
#define FUNCTIONS    3
#define HELD_BYTES   16
#define NEVER        UINT64_MAX

struct core {
	uint64_t select, global_ctl, status;
	uint64_t base, since; /* the counter's value, and its time */
};

struct silicon {
	struct silicon_owner owner;
	struct silicon_statistics statistics;
	unsigned sockets;
	uint64_t now;
	struct core core[SOCKETS][CORES];
	uint8_t held[DEVICE_BUSES][FUNCTIONS][2][HELD_BYTES];
};

/* Independent of the processor, because the test names none. */
const char *silicon_machine_of(unsigned family, unsigned number, unsigned stepping)
{
	(void)family, (void)number, (void)stepping;
	return NULL;
}

size_t silicon_size(const char *machine, const struct silicon_extent *asked, const char *scenario,
		    size_t scenario_length)
{
	(void)machine, (void)asked, (void)scenario, (void)scenario_length;
	return sizeof(struct silicon);
}

struct silicon *silicon_create(void *memory, const char *machine, const struct silicon_extent *asked,
			       const char *scenario, size_t scenario_length, const struct silicon_owner *owner,
			       char *error, size_t error_size)
{
	struct silicon *silicon = memory;
	struct text text = text_over(error, error_size);

	(void)machine, (void)scenario, (void)scenario_length;
	if (asked->sockets > SOCKETS) {
		text_string(&text, "too many sockets");
		return NULL;
	}
	memset(silicon, 0, sizeof(*silicon));
	silicon->owner = *owner;
	silicon->sockets = asked->sockets;
	return silicon;
}

unsigned silicon_sockets(const struct silicon *silicon)
{
	return silicon->sockets;
}

/* ---- the core PMU -------------------------------------------------------------------------------- */

static bool is_counting(const struct core *core)
{
	return (core->select & SELECT_ENABLE) && (core->global_ctl & 1);
}

static uint64_t count(const struct core *core, uint64_t now)
{
	return core->base + (is_counting(core) ? (now - core->since) / NS_PER_COUNT : 0);
}

static uint64_t overflow_at(const struct core *core)
{
	if (!is_counting(core))
		return NEVER;
	return core->since + (BIT(PMU_BITS) - core->base) * NS_PER_COUNT;
}

static void set_counter(struct silicon *silicon, struct core *core, uint64_t value)
{
	core->base = value & MASK(0, PMU_BITS);
	core->since = silicon->now;
}

void silicon_advance(struct silicon *silicon, uint64_t now_ns)
{
	silicon->now = max_u64(silicon->now, now_ns);
	for (unsigned i = 0; i < SOCKETS * CORES; i++) {
		unsigned socket = i / CORES, number = i % CORES;
		struct core *core = &silicon->core[socket][number];
		struct silicon_cores own = cores_one(number);
		uint64_t at = overflow_at(core);

		if (at > silicon->now)
			continue;
		core->base = 0;
		core->since = at;
		core->status |= 1;
		silicon->statistics.overflows++;
		if (!(core->select & SELECT_PMI))
			continue;
		silicon->statistics.pmis++;
		silicon->owner.pmi(silicon->owner.context, socket, &own);
	}
}

uint64_t silicon_next_event(const struct silicon *silicon)
{
	uint64_t next = NEVER;

	for (unsigned i = 0; i < SOCKETS; i++)
		for (unsigned j = 0; j < CORES; j++)
			next = min_u64(next, overflow_at(&silicon->core[i][j]));
	return next;
}

static bool is_ours(const struct silicon *silicon, uint64_t msr)
{
	uint32_t first, last;

	for (unsigned i = 0; silicon_msr_range(silicon, i, &first, &last); i++)
		if (msr >= first && msr <= last)
			return true;
	return false;
}

static enum silicon_answer read_msr(const struct silicon *silicon, const struct core *core, uint64_t address,
				    uint64_t *value)
{
	switch (address) {
	case PMU_COUNTER: *value = count(core, silicon->now); break;
	case PMU_SELECT: *value = core->select; break;
	case PMU_MISC_ENABLE: *value = MISC_ENABLE_PMU; break;
	case PMU_STATUS: *value = core->status; break;
	case PMU_GLOBAL_CTL: *value = core->global_ctl; break;
	case PMU_OVF_CTL: *value = 0; break;
	default: return is_ours(silicon, address) ? SILICON_FAULT : SILICON_NOT_MINE;
	}
	return SILICON_OK;
}

static enum silicon_answer write_msr(struct silicon *silicon, struct core *core, uint64_t address, uint64_t value)
{
	set_counter(silicon, core, count(core, silicon->now));
	switch (address) {
	case PMU_COUNTER: set_counter(silicon, core, value); break;
	case PMU_SELECT: core->select = value; break;
	case PMU_GLOBAL_CTL: core->global_ctl = value; break;
	case PMU_OVF_CTL: core->status &= ~value; break;
	case PMU_MISC_ENABLE: break;
	default: return is_ours(silicon, address) ? SILICON_FAULT : SILICON_NOT_MINE;
	}
	return SILICON_OK;
}

/* This machine does not count instructions. */
unsigned silicon_instruction_ns(const struct silicon *silicon)
{
	(void)silicon;
	return 0;
}

/* Its PMIs are edges. */
bool silicon_pmis_come_again(const struct silicon *silicon)
{
	(void)silicon;
	return false;
}

bool silicon_asks_again(struct silicon *silicon, unsigned socket, unsigned core)
{
	(void)silicon;
	(void)socket;
	(void)core;
	return false;
}

bool silicon_keeps_entry(const struct silicon *silicon, unsigned socket, unsigned core)
{
	(void)silicon;
	(void)socket;
	(void)core;
	return false;
}

bool silicon_msr_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last)
{
	static const uint32_t ranges[][2] = {
		{PMU_COUNTER, PMU_COUNTER + 1},
		{PMU_SELECT, PMU_SELECT + 1},
		{PMU_MISC_ENABLE, PMU_MISC_ENABLE},
		{PMU_FIRST, PMU_OVF_CTL},
	};

	(void)silicon;
	if (index >= ARRAY_SIZE(ranges))
		return false;
	*first = ranges[index][0];
	*last = ranges[index][1];
	return true;
}

void silicon_cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer)
{
	(void)silicon, (void)subleaf;
	if (leaf == 1)
		answer->ecx |= (uint32_t)CPUID_1_ECX_PDCM;
	else if (leaf == 7)
		answer->ebx |= (uint32_t)CPUID_7_EBX_NOWHERE;
	else if (leaf == 0xa)
		*answer = (struct silicon_cpuid){.eax = PMU_CPUID};
}

/* ---- PCI ------------------------------------------------------------------------------------------ */

bool silicon_memory_range(const struct silicon *silicon, unsigned index, uint64_t *first, uint64_t *last)
{
	(void)silicon;
	(void)index;
	(void)first;
	(void)last;
	return false;
}

bool silicon_function_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last)
{
	if (!index) {
		*first = SHARED_BUS << 8 | SHARED_DEVICE << 3;
		*last = *first;
		return true;
	}
	if (index > silicon->sockets || index > DEVICE_BUSES)
		return false;
	*first = DEVICE_BUS(index - 1) << 8;
	*last = *first | 0xff;
	return true;
}

/* Index of the function at device:5 function:3; FUNCTIONS if it is missing. */
static unsigned find_function(unsigned place)
{
	static const uint8_t places[FUNCTIONS] = {8 << 3 | 0, 8 << 3 | 2, 9 << 3 | 0};
	unsigned i = 0;

	while (i < FUNCTIONS && places[i] != place)
		i++;
	return i;
}

/* The byte at this address if it keeps written values; else NULL. */
static uint8_t *held_byte(struct silicon *silicon, uint64_t address)
{
	unsigned socket = ((address >> 20 & 0xff) - DEVICE_BUS(0)) / 0x40;
	unsigned function = find_function(address >> 12 & 0xff), offset = address & 0xfff;

	if (function == FUNCTIONS || socket >= DEVICE_BUSES)
		return NULL;
	if (offset - CONFIG_BYTES < HELD_BYTES)
		return &silicon->held[socket][function][0][offset - CONFIG_BYTES];
	if (offset - CONFIG_FAR_BYTES < HELD_BYTES)
		return &silicon->held[socket][function][1][offset - CONFIG_FAR_BYTES];
	return NULL;
}

static uint8_t config_byte(struct silicon *silicon, uint64_t address)
{
	unsigned device = address >> 15 & 0x1f, function = address >> 12 & 7;
	unsigned offset = address & 0xfff;
	const uint8_t *held = held_byte(silicon, address);

	if (address >> 20 == SHARED_BUS)
		return offset < 4 ? (uint8_t)(DEVICE_ID(device, function) >> 8 * offset) : 0;
	if (find_function(address >> 12 & 0xff) == FUNCTIONS)
		return 0xff;
	if (held)
		return *held;
	if (offset < 4)
		return (uint8_t)(DEVICE_ID(device, function) >> 8 * offset);
	return offset == CONFIG_HEADER && device == 8 ? HEADER_MULTI : 0;
}

/* ---- accesses ------------------------------------------------------------------------------------- */

static struct core *core_of(struct silicon *silicon, const struct silicon_access *access)
{
	return &silicon->core[access->socket % SOCKETS][access->core % CORES];
}

enum silicon_answer silicon_read(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				 uint64_t *value)
{
	struct core *core = core_of(silicon, access);

	silicon_advance(silicon, now_ns);
	silicon->statistics.reads++;
	switch (access->space) {
	case SILICON_MSR: return read_msr(silicon, core, access->address, value);
	case SILICON_CONFIG:
		*value = 0;
		for (unsigned i = 0; i < access->bytes; i++)
			*value |= (uint64_t)config_byte(silicon, access->address + i) << 8 * i;
		return SILICON_OK;
	case SILICON_PMC: *value = count(core, silicon->now); return access->address ? SILICON_FAULT : SILICON_OK;
	default: return SILICON_NOT_MINE;
	}
}

enum silicon_answer silicon_write(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				  uint64_t value)
{
	silicon_advance(silicon, now_ns);
	silicon->statistics.writes++;
	switch (access->space) {
	case SILICON_MSR: return write_msr(silicon, core_of(silicon, access), access->address, value);
	case SILICON_CONFIG:
		for (unsigned i = 0; i < access->bytes; i++) {
			uint8_t *held = held_byte(silicon, access->address + i);

			if (held)
				*held = (uint8_t)(value >> 8 * i);
		}
		return SILICON_OK;
	default: return SILICON_NOT_MINE;
	}
}

/* ---- the end ---------------------------------------------------------------------------------------- */

void silicon_leave(struct silicon *silicon, uint64_t now_ns)
{
	silicon_advance(silicon, now_ns);
	for (unsigned i = 0; i < SOCKETS; i++)
		for (unsigned j = 0; j < CORES; j++)
			if (is_counting(&silicon->core[i][j])) {
				silicon->statistics.violations++;
				silicon->owner.violation(silicon->owner.context, "a counter is left running");
			}
}

bool silicon_minds_leaving(const struct silicon *silicon)
{
	(void)silicon;
	return true;
}

void silicon_statistics(const struct silicon *silicon, struct silicon_statistics *statistics)
{
	*statistics = silicon->statistics;
}

void silicon_banner(const struct silicon *silicon, char *line, size_t size)
{
	struct text text = text_over(line, size);

	text_format(&text, "virtual silicon selftest: %u sockets", silicon->sockets);
}

/* ---- memory: accesses to it are not seen ---------------------------------------------------------------- */

size_t silicon_track_size(unsigned pages)
{
	(void)pages;
	return 0;
}

void silicon_track(struct silicon *silicon, void *memory, unsigned pages)
{
	(void)silicon;
	(void)memory;
	(void)pages;
}

bool silicon_tracks(const struct silicon *silicon)
{
	(void)silicon;
	return false;
}

void silicon_add_memory(struct silicon *silicon, uint64_t first, uint64_t last, unsigned node)
{
	(void)silicon;
	(void)first;
	(void)last;
	(void)node;
}

bool silicon_touch(struct silicon *silicon, uint64_t now_ns, const struct silicon_processor *by, uint64_t address,
		   bool write)
{
	(void)silicon;
	(void)now_ns;
	(void)by;
	(void)address;
	(void)write;
	return false;
}

void silicon_flush_caches(struct silicon *silicon, uint64_t now_ns, unsigned socket,
			  void (*forget)(void *context, uint64_t page), void *context)
{
	(void)silicon;
	(void)now_ns;
	(void)socket;
	(void)forget;
	(void)context;
}
