/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual silicon under hostile hands. The input is a scenario, a zero byte, and a run of accesses. If
 * its first byte is 1, each byte of the scenario stands for a line that makes sense.
 *
 * Two models are made of it and get the same accesses. One is also advanced in between, in steps; the
 * other is left alone until somebody asks. They must never differ in an answer or a PMI: what happened
 * when does not depend on who looked. Besides: no PMI comes before the time announced for it, the
 * statistics agree with what the owner was told, and, as long as nothing is broken by the scenario, a
 * counter that went backwards says so in its status and summaries stand for something. */
#include "lib/text.h"
#include "silicon/silicon.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/scenario_e5.h"

#define ACCESS_BYTES 8
#define ACCESSES     512
#define PAGES        64

struct side {
	struct silicon *silicon;
	uint64_t pmis, violations, hash;
};

static struct side sides[2];
static bool pmi_allowed;

static void take_pmi(void *context, unsigned socket, const struct silicon_cores *cores)
{
	struct side *side = context;

	assert(pmi_allowed && cores_count(cores) && socket < silicon_sockets(side->silicon));
	side->pmis++;
	for (unsigned i = 0; i < ARRAY_SIZE(cores->word); i++)
		side->hash = (side->hash ^ cores->word[i] ^ (uint64_t)socket << 56) * 0x100000001b3u;
}

static void take_violation(void *context, const char *line)
{
	struct side *side = context;

	assert(!strchr(line, '\n') && strlen(line) < 400);
	side->violations++;
}

/* Both sides see what is done to memory, of two nodes and beyond. */
static void track(struct side *side)
{
	static void *room[2];
	void **mine = &room[side - sides];

	if (!*mine)
		*mine = malloc(silicon_track_size(PAGES));
	silicon_track(side->silicon, *mine, PAGES);
	silicon_add_memory(side->silicon, 0, UINT64_C(0xffffffff), 0);
	silicon_add_memory(side->silicon, UINT64_C(0x100000000), UINT64_C(0x1ffffffff), 1);
}

static bool make(struct side *side, const char *machine, struct slice scenario)
{
	static void *memory[2];
	static size_t bytes[2];
	void **mine = &memory[side - sides];
	size_t needed = silicon_size(machine, &(struct silicon_extent){0}, scenario.at, scenario.length);
	struct silicon_owner owner = {side, take_pmi, take_violation, NULL};
	char error[200] = "";

	if (bytes[side - sides] < needed) {
		free(*mine);
		*mine = malloc(needed);
		bytes[side - sides] = needed;
	}
	memset(side, 0, sizeof(*side));
	side->silicon = silicon_create(*mine, machine, &(struct silicon_extent){0}, scenario.at, scenario.length,
				       &owner, error, sizeof(error));
	assert(side->silicon || (error[0] && strlen(error) < sizeof(error)));
	if (side->silicon)
		track(side);
	return side->silicon != NULL;
}

/* Mostly registers that are there, as (box, offset); sometimes anything. */
static uint64_t address_of(uint8_t a, uint8_t b)
{
	static const uint16_t boxes[] = {0xc00, 0xc80, 0xd00, 0xd80, 0xd40, 0xdc0, 0xd20, 0xda0, 0xd60, 0xde0,
					 0xc00, 0xd00, 0x394, 0x1d9, 0xf40, 0xfc0, 0xc40, 0xcc0, 0xc20, 0xc60,
					 0xca0, 0xce0, 0xe00, 0xe20, 0xe40, 0xe60, 0xe80, 0xca0, 0xc40, 0xe00};

	if (a >= 0xf0)
		return (uint64_t)(a & 0xf) << 8 | b;
	return boxes[a % ARRAY_SIZE(boxes)] + (b & 0x1fu);
}

/* Values that matter: a few bits of a select or control, or a preload close to the end. */
static uint64_t value_of(const uint8_t *at)
{
	switch (at[3] & 7) {
	case 0: return at[4];
	case 1: return (uint64_t)at[4] << 24 | (at[5] & 0x1fu);
	case 2: return 0x400000u | (uint64_t)(at[5] & 0x14) << 16 | (uint64_t)at[4] << 8 | at[5];
	case 3: return (UINT64_C(1) << 48) - at[4] * 256u - at[5];
	case 4: return UINT64_C(0x500010);
	case 5: return UINT64_C(0x90000003);
	case 6: return at[5] & 1 ? UINT64_C(0x10000000) | at[4] : (uint64_t)at[4] << 9 | (at[5] & 0xfeu) | 1;
	default: return (uint64_t)at[4] << (at[5] & 63);
	}
}

static uint64_t step_of(const uint8_t *at)
{
	return (uint64_t)at[6] << (at[7] & 31);
}

/* Goes from `from` to `to` by way of every announced event. */
static void step_through(struct side *side, uint64_t from, uint64_t to)
{
	for (unsigned i = 0; i < 64 && from < to; i++) {
		uint64_t next = silicon_next_event(side->silicon);

		assert(next > from);
		if (next > to)
			next = to + 1;
		pmi_allowed = false;
		silicon_advance(side->silicon, next - 1);
		pmi_allowed = true;
		from = next <= to ? next : to;
		silicon_advance(side->silicon, from);
	}
	silicon_advance(side->silicon, to);
}

/* What differs from machine to machine. */
struct machine {
	const char *name;
	const char *settings, *faults; /* that make sense in its scenario */
	unsigned sockets;              /* at most */
	unsigned boxes;                /* that are looked at in the end */
	void (*aim)(const uint8_t *at, struct silicon_access *access);
	uint64_t (*value)(const uint8_t *at);
	uint32_t counter, status; /* an MSR, and that with its overflow in bit 0 */
	void (*check)(struct side *side, uint64_t now, unsigned socket, unsigned boxes);
};

static void aim_7500(const uint8_t *at, struct silicon_access *access)
{
	access->address = address_of(at[0], at[1]);
}

static enum silicon_answer do_access(struct side *side, const struct machine *machine, uint64_t now, const uint8_t *at,
				     const struct silicon_access *access, uint64_t *value)
{
	if (at[2] & 0x80)
		return silicon_read(side->silicon, now, access, value);
	return silicon_write(side->silicon, now, access, machine->value(at));
}

static void check_statistics(const struct side *side)
{
	struct silicon_statistics statistics;

	silicon_statistics(side->silicon, &statistics);
	assert(statistics.pmis == side->pmis);
	assert(statistics.violations == side->violations);
	assert(statistics.faults <= statistics.reads + statistics.writes);
}

static uint64_t read_of(struct side *side, uint64_t now, unsigned socket, uint64_t address)
{
	struct silicon_access access = {
		.space = SILICON_MSR, .bytes = 8, .socket = (uint16_t)socket, .address = address};
	uint64_t value = 0;
	enum silicon_answer answer = silicon_read(side->silicon, now, &access, &value);

	assert(answer == SILICON_OK);
	return value;
}

/* Boxes: where, how many counters, and the U-Box's bit for them. */
static const struct {
	uint16_t base;
	uint8_t counters, summary;
} boxes[] = {
	{0xd00, 6, 8}, {0xd80, 6, 8}, {0xd40, 6, 8}, {0xdc0, 6, 8}, {0xd20, 6, 4}, {0xda0, 6, 4},
	{0xd60, 6, 4}, {0xde0, 6, 4}, {0xc40, 4, 8}, {0xcc0, 4, 4}, {0xc20, 4, 8}, {0xc60, 4, 4},
	{0xca0, 6, 8}, {0xce0, 6, 4}, {0xe00, 8, 8}, {0xe20, 8, 4}, {0xf40, 6, 8}, {0xfc0, 6, 4},
};

/* Of sound silicon: counters fit 48 bits, statuses have only bits that exist, and a summary stands
 * for a box. */
static void check_socket(struct side *side, uint64_t now, unsigned socket, unsigned count)
{
	uint64_t u = read_of(side, now, socket, 0xc01), w = read_of(side, now, socket, 0xc81);
	uint64_t below[9] = {0};

	for (unsigned i = 0; i < count; i++) {
		uint64_t base = boxes[i].base, status = read_of(side, now, socket, base + 1);

		assert(!(status >> boxes[i].counters));
		below[boxes[i].summary] |= status;
		for (unsigned j = 0; j < boxes[i].counters; j++)
			assert(!(read_of(side, now, socket, base + 0x11 + 2 * j) >> 48));
	}
	assert(!(w & ~UINT64_C(0x8000000f)));
	assert(!(u & 2) || w);
	assert(!(u & 4) || below[4]);
	assert(!(u & 8) || below[8]);
	assert(!(read_of(side, now, socket, 0xca4) >> 16));
}

/* ---- Knights Landing ---------------------------------------------------------------------------------- */

/* Registers of a core, of a few CHAs and other boxes, in configuration space, and by RDPMC. */
static void aim_knl(const uint8_t *at, struct silicon_access *access)
{
	static const uint16_t core[] = {0x0c1, 0x0c2, 0x186, 0x187, 0x1a6, 0x1a7, 0x1d9, 0x309,
					0x30a, 0x30b, 0x38d, 0x38e, 0x38f, 0x390, 0x4c1, 0x4c2,
					0x186, 0x38f, 0x390, 0x4c1, 0x1a0, 0x0c3, 0x188, 0x391};
	static const uint16_t functions[] = {8 << 3 | 2, 9 << 3 | 4, 10 << 3, 24 << 3 | 2, 12 << 3 | 1, 8 << 3, 1 << 3};
	static const uint16_t offsets[] = {0x400, 0x420, 0x430, 0x434, 0x44c, 0x454, 0xa00, 0xa20,
					   0xa30, 0xa34, 0xb00, 0xb20, 0xb30, 0xb34, 0xb3c, 0xb44,
					   0x0a0, 0x0d8, 0x0f4, 0x0f8, 0x000, 0x00c, 0xb04, 0xb40};
	unsigned a = at[0], b = at[1];

	if (a < 0x70) {
		access->address = core[b % ARRAY_SIZE(core)];
	} else if (a < 0xb0) {
		access->address = 0xe00u + 12 * (a & 3) + b % 12;
	} else if (a < 0xc0) {
		access->address = 0x700u + (b & 0x1f);
	} else if (a < 0xf0) {
		access->space = SILICON_CONFIG;
		access->bytes = at[2] & 0x40 ? (uint8_t)(1 << (at[3] & 3)) : 4;
		access->address = (uint64_t)255 << 20 | functions[a % ARRAY_SIZE(functions)] << 12 |
				  (offsets[b % ARRAY_SIZE(offsets)] + (b & 0x80 ? 4 : 0));
	} else {
		access->space = SILICON_PMC;
		access->address = (b & 7) | (b & 0x80 ? 0x40000000 : 0);
	}
}

static uint64_t knl_value(const uint8_t *at)
{
	switch (at[3] & 7) {
	case 0: return UINT64_C(0x500000) | (uint64_t)at[4] << 16 | at[5];
	case 1: return UINT64_C(0x5300c4);
	case 2: return UINT64_C(0x5301b7) + (at[4] & 1) * 0x100u;
	case 3: return UINT64_C(0xffffffffff) - at[4] * 256u - at[5];
	case 4: return (uint64_t)at[4] << 32 | at[5];
	case 5: return UINT64_C(0x700000003);
	case 6: return (uint64_t)(at[4] & 1) << 38 | (at[4] & 2) << 15 | at[5];
	default: return (uint64_t)at[4] << (at[5] & 63);
	}
}

/* Of sound silicon, likewise. */
static void check_knl(struct side *side, uint64_t now, unsigned socket, unsigned boxes_looked_at)
{
	uint64_t global = read_of(side, now, socket, 0x701);

	for (unsigned i = 0; i < boxes_looked_at; i++) {
		uint64_t base = 0xe00 + 12 * i, status = read_of(side, now, socket, base + 7);

		assert(!(status >> 4));
		assert(!(global >> (3 + i) & 1) || status);
		for (unsigned j = 0; j < 4; j++)
			assert(!(read_of(side, now, socket, base + 8 + j) >> 48));
	}
	assert(!(read_of(side, now, socket, 0x38e) & ~UINT64_C(0x70000000f)));
	for (unsigned i = 0; i < 3; i++)
		assert(!(read_of(side, now, socket, 0x309 + i) >> 48));
}

/* ---- Xeon E5-2600 ------------------------------------------------------------------------------------ */

/* Where to read, and when. */
struct place {
	struct side *side;
	uint64_t now;
	unsigned socket;
};

static uint64_t read_at(void *context, uint64_t address)
{
	const struct place *place = context;

	return read_of(place->side, place->now, place->socket, address);
}

static void check_e5(struct side *side, uint64_t now, unsigned socket, unsigned boxes_looked_at)
{
	(void)boxes_looked_at;
	check_e5_msrs(read_at, &(struct place){side, now, socket});
}

/* ---- running ------------------------------------------------------------------------------------------- */

/* A counter that nobody has written runs forwards, or has its overflow bit set. */
static void check_forwards(struct side *side, const struct machine *machine, uint64_t from, uint64_t to)
{
	uint64_t before = read_of(side, from, 0, machine->counter), after;

	step_through(side, from, to);
	after = read_of(side, to, 0, machine->counter);
	assert(after >= before || read_of(side, to, 0, machine->status) & 1);
}

static struct silicon_access access_of(const struct machine *machine, const uint8_t *at)
{
	struct silicon_access access = {.space = SILICON_MSR,
					.bytes = at[2] & 0x40 && at[3] > 250 ? 4 : 8,
					.socket = (at[2] & 3) % machine->sockets,
					.core = at[2] >> 2 & 7};

	machine->aim(at, &access);
	return access;
}

static void count_page(void *context, uint64_t page)
{
	assert(!(page & 0xfff));
	(*(unsigned *)context)++;
}

/* Bits that the length of a step does not use: a touch, or a flush of the caches. */
static bool do_memory(struct side *side, uint64_t now, const uint8_t *at, const struct silicon_access *access)
{
	const struct silicon_processor by = {access->socket, access->core};
	uint64_t address = (uint64_t)at[0] << 12 | (uint64_t)at[1] << 28 | (uint64_t)at[3] << 4;
	unsigned pages = 0;

	if (at[7] & 0x80)
		silicon_flush_caches(side->silicon, now, access->socket, count_page, &pages);
	assert(pages <= PAGES);
	return at[7] & 0x40 && silicon_touch(side->silicon, now, &by, address, at[7] & 0x20);
}

static void run(const struct machine *machine, struct slice accesses, bool sound)
{
	uint64_t now = 0;

	for (unsigned i = 0; i < ACCESSES && accesses.length >= ACCESS_BYTES; i++) {
		const uint8_t *at = (const uint8_t *)accesses.at;
		struct silicon_access access = access_of(machine, at);
		uint64_t later = now + step_of(at), value[2] = {0, 0};
		enum silicon_answer answer[2];

		if (sound)
			check_forwards(&sides[0], machine, now, later);
		else
			step_through(&sides[0], now, later);
		now = later;
		for (unsigned j = 0; j < 2; j++)
			answer[j] = do_access(&sides[j], machine, now, at, &access, &value[j]);
		assert(answer[0] == answer[1] && value[0] == value[1]);
		for (unsigned j = 0; j < 2; j++)
			value[j] = do_memory(&sides[j], now, at, &access);
		assert(value[0] == value[1]);
		assert(sides[0].hash == sides[1].hash && sides[0].pmis == sides[1].pmis);
		assert(silicon_next_event(sides[0].silicon) == silicon_next_event(sides[1].silicon));
		assert(silicon_next_event(sides[0].silicon) > now);
		accesses.at += ACCESS_BYTES;
		accesses.length -= ACCESS_BYTES;
	}
	for (unsigned i = 0; sound && i < silicon_sockets(sides[0].silicon); i++)
		machine->check(&sides[0], now, i, machine->boxes);
	silicon_leave(sides[0].silicon, now);
	check_statistics(&sides[0]);
	check_statistics(&sides[1]);
}

static const char xeon_settings[] =
	"sockets = 2;cores = 3;rate.clock = 10000000000;rate.cbox*.MAF_ACK = 2300000000;"
	"rate.cbox0.MAF_ACK = 1000000;rate.wbox.PROCHOT = 1;rate.cbox1.LLC_HITS.S = 0;fixed.pmi_bit = 20;"
	"debugctl = needed;erratum = all;rate.rbox.port*.FLITS_SENT = 2300000000;"
	"rate.rbox.port0.NEW_PACKETS_RECV = 1000000;rate.mbox0.DRAM_CMD.RAS = 7;rate.mbox0.REFRESH = 2000000000;"
	"rate.sbox0.TO_R_PROG_EV.OPAQUE = 1000000;rate.bbox0.TF_ALL = 2300000000;overflow = early;overflow = late;"
	"threshold = above;invert = swapped;invert = above;status.cond = overflow;status.cond = freeze;"
	"pmi_core_sel.encoding = number;sbox.match = address;bbox.mask = ignore;mbox.mask = ignore;"
	"freeze.delay = 300;pmi.delay = 700;pmi_core_sel.width = 2;status.pmi_bit = 7;background = 0;"
	"slices = 7 6 5 4 3 2 1 0";

static const char xeon_faults[] =
	"mbox0.ctr0.width=2 mbox0.ctl0.reset=0x00000c4d mbox0.zdp_ctl_fvc.stuck1=11 rbox.ctr9.width=3 rbox.gp "
	"rbox0.filter.ignored sbox0.lock.ignored sbox0.tally.ignored sbox0.mm_cfg.stuck1=63 bbox1.summary.missing "
	"mbox1.timestamp_unit.dead sbox0.match.alias=mbox0.ctr1 cbox0.ctr0.width=1 cbox0.ctr1.width=12 "
	"cbox0.ctr0.rate=1000 cbox0.ctr0.silent wbox.fixed_ctr.dead cbox0.status.sticky ubox.status.sticky "
	"cbox0.status.missing cbox0.status.reset=0xff cbox0.ctr0.reset=0xffffffffffff cbox0.ctl0.reset=0x500010 "
	"cbox0.global_ctl.stuck1=0 ubox.global_ctl.stuck1=28 ubox.global_ctl.stuck1=31 ubox.global_ctl.stuck1=29 "
	"ubox.global_ctl.stuck0=28 cbox0.ctl0.alias=cbox0.ctr0 cbox1.ctr0.alias=cbox0.status "
	"cbox0.ovf_ctl.dropped cbox2.gp cbox0.ctr2.gp cbox0.enable.ignored ubox.en_all.ignored "
	"ubox.freeze.ignored ubox.freeze.late=900 cbox0.ctr0.lost=2 cbox0.ctr1.doubled=3 cbox0.ctr0.flag=1 "
	"cbox1.ctr0.flag=31 cbox0.ctr0.torn cbox0.ctr0.early=1000 cbox0.ctr1.late=1000 cbox0.ctr2.leaps "
	"cbox0.ctr3.lags ubox.pmi.blocked cbox0.vanish=7 ubox.vanish=20 wbox.hang=3 ubox.hang=9 "
	"cbox1.summary.bit=0 cbox0.ovf_ctl.stuck0=0 cbox0.ovf_ctl.stuck1=0 ubox.reset.ignored ubox.pmi.lost "
	"ubox.pmi.spurious=1 ubox.pmi.doubled=1000 ubox.pmi.core=63 mbox0.lines.lost=2 bbox1.lines.swapped";

static const char knl_settings[] =
	"cores = 4;threads = 4;counters = 4;counters = 1;width = 33;width = 48;user = 250;icount = 0;"
	"perf_capabilities = 0x3000;perf_capabilities = 0;chas = 4;freeze = needs-enable;"
	"offcore.reserved = ignore;offcore.latency = 2000;offcore.latency.step = 100;clock.core = 10000000000;"
	"clock.reference = 1;rate.core*.BR_INST_RETIRED.ANY = 2300000000;rate.core0.BR_INST_RETIRED.ANY = 0;"
	"rate.core*.OFFCORE_RESPONSE.ANY_REQUEST.ANY_RESPONSE = 2300000000;"
	"rate.cha*.TOR_INSERTS.ALL.ANY = 2300000000;rate.cha0.SF_LOOKUP.WRITE.E = 1;"
	"rate.imc*.CAS_COUNT.RD = 2300000000;bus = 1;bus = 254;background = 1;mcdram = cache;work = off";

static const char knl_faults[] =
	"core0.ctr0.width=1 core0.ctr0.rate=1000 core0.ctr0.silent core0.ctr0.stuck1=39 core0.status.sticky "
	"core0.status.missing core0.status.reset=0x700000003 core0.global_ctl.stuck1=0 core0.ctl0.reset=0x5300c4 "
	"core0.fixed_ctl.stuck1=3 core0.ctl0.alias=core1.ctr0 core0.full0.alias=cha0.ctr0 "
	"cha0.ctl0.alias=core0.global_ctl imc0.ctr0.alias=core0.ctr0 core0.debugctl.stuck1=12 core1.gp "
	"core0.ovf_ctl.dropped core0.enable.ignored core0.freeze.ignored core0.pmi.lost core0.pmi.blocked "
	"core0.pmi.masked core1.freeze.partial core1.freeze.clears core0.thaw.ignored core0.freeze.lower "
	"core1.thaw.clears core0.ctr0.enable.ignored core0.fixed_ctr1.level.swapped "
	"core2.fixed_ctr0.level.ignored core0.ctr1.threshold.ignored core0.ctr1.cleared core0.status.together "
	"core0.pmi.spurious=1 core1.pmi.doubled=1000 core2.pmi.core=63 cha0.ctr0.width=2 cha0.freeze.ignored "
	"cha1.reset.ignored cha0.summary.missing cha0.filter.ignored cha0.status.stuck1=3 global.freeze.ignored "
	"global.global_ctl.stuck1=63 imc0.hidden imc_uclk0.id=0xffff imc0.box_ctl.stuck1=8 cha3.filter1.deaf=3";

#define XEON(name_, boxes_)                                                                                         \
	{                                                                                                           \
		.name = (name_), .settings = xeon_settings, .faults = xeon_faults, .sockets = 4, .boxes = (boxes_), \
		.aim = aim_7500, .value = value_of, .counter = 0xd11, .status = 0xd01, .check = check_socket        \
	}
static const struct machine machines[] = {
	XEON("xeon-7500", ARRAY_SIZE(boxes) - 2),
	XEON("xeon-e7", ARRAY_SIZE(boxes)),
	{.name = "knights-landing",
	 .settings = knl_settings,
	 .faults = knl_faults,
	 .sockets = 1,
	 .boxes = 4,
	 .aim = aim_knl,
	 .value = knl_value,
	 .counter = 0x0c1,
	 .status = 0x38e,
	 .check = check_knl},
	{.name = "xeon-e5-2600",
	 .settings = e5_settings,
	 .faults = e5_faults,
	 .sockets = 4,
	 .boxes = 1,
	 .aim = aim_e5,
	 .value = e5_value,
	 .counter = 0x0c1,
	 .status = 0x38e,
	 .check = check_e5},
};

/* Spells out a scenario of line numbers. */
static struct slice spell_out(const struct machine *machine, struct slice numbers, char *room, size_t size)
{
	unsigned settings = fuzz_words(machine->settings, ';'), faults = fuzz_words(machine->faults, ' ');
	struct text text = text_over(room, size);

	for (size_t i = 0; i < numbers.length; i++) {
		unsigned number = (uint8_t)numbers.at[i] % (settings + faults);
		bool is_fault = number >= settings;
		struct slice word = is_fault ? fuzz_word(machine->faults, ' ', number - settings)
					     : fuzz_word(machine->settings, ';', number);

		text_format(&text, "%s%.*s\n", is_fault ? "fault = " : "", (int)word.length, word.at);
	}
	return (struct slice){text.at, text.length};
}

static bool mentions(struct slice text, const char *word)
{
	size_t length = strlen(word);

	for (; text.length >= length; text.at++, text.length--)
		if (!memcmp(text.at, word, length))
			return true;
	return false;
}

/* Whether the invariants of sound silicon hold under a scenario. */
static bool is_sound(struct slice scenario)
{
	return !mentions(scenario, "fault") && !mentions(scenario, "status.") && !mentions(scenario, "overflow") &&
	       !mentions(scenario, "summary.");
}

static void fuzz(const uint8_t *data, size_t size)
{
	struct slice rest = {(const char *)data, size}, scenario = slice_cut(&rest, 0);
	unsigned which = rest.at && rest.length ? (uint8_t)rest.at[0] % ARRAY_SIZE(machines) : 0;
	const struct machine *machine = &machines[which];
	char line[160], spelt[4000];
	bool sound;

	if (scenario.length > 1 && scenario.at[0] == 1)
		scenario =
			spell_out(machine, (struct slice){scenario.at + 1, scenario.length - 1}, spelt, sizeof(spelt));
	sound = is_sound(scenario);
	pmi_allowed = true;
	for (unsigned i = 0; i < 2; i++) {
		if (make(&sides[i], machine->name, scenario))
			continue;
		sound = true;
		assert(make(&sides[i], machine->name, (struct slice){"", 0}));
	}
	silicon_banner(sides[0].silicon, line, sizeof(line));
	assert(strlen(line) < sizeof(line));
	if (rest.at)
		run(machine, rest, sound);
}
