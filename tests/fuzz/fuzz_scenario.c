/* SPDX-License-Identifier: BSD-2-Clause */
/* Virtual silicon under hostile hands. The input is a scenario, a zero byte, and a run of accesses. If
 * its first byte is 1, each byte of the scenario stands for a line that makes sense.
 *
 * Two models are made of it and get the same accesses. One is also advanced in between, in steps; the
 * other is left alone until somebody asks. They must never differ in an answer or a PMI: what happened
 * when does not depend on who looked. Besides: no PMI comes before the time announced for it, the
 * statistics agree with what the owner was told, and, as long as nothing is broken by the scenario, a
 * counter that went backwards says so in its status and summaries stand for something. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/parse.h"
#include "lib/text.h"
#include "silicon/models/silicon.h"

#define ACCESS_BYTES 8
#define ACCESSES     512

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct side {
	struct silicon *silicon;
	uint64_t pmis, violations, hash;
};

static struct side sides[2];
static bool pmi_allowed;

static void take_pmi(void *context, unsigned socket, uint64_t cores)
{
	struct side *side = context;

	assert(pmi_allowed && cores && socket < silicon_sockets(side->silicon));
	side->pmis++;
	side->hash = (side->hash ^ cores ^ (uint64_t)socket << 56) * 0x100000001b3u;
}

static void take_violation(void *context, const char *line)
{
	struct side *side = context;

	assert(!strchr(line, '\n') && strlen(line) < 400);
	side->violations++;
}

static bool make(struct side *side, const char *machine, struct slice scenario)
{
	static void *memory[2];
	void **mine = &memory[side - sides];
	struct silicon_owner owner = {side, take_pmi, take_violation, NULL};
	char error[200] = "";

	if (!*mine)
		*mine = malloc(silicon_size());
	memset(side, 0, sizeof(*side));
	side->silicon = silicon_create(*mine, machine, 0, scenario.at, scenario.length, &owner,
				       error, sizeof(error));
	assert(side->silicon || (error[0] && strlen(error) < sizeof(error)));
	return side->silicon != NULL;
}

/* Mostly registers that are there, as (box, offset); sometimes anything. */
static uint64_t address_of(uint8_t a, uint8_t b)
{
	static const uint16_t boxes[] = {0xc00, 0xc80, 0xd00, 0xd80, 0xd40, 0xdc0, 0xd20, 0xda0,
					 0xd60, 0xde0, 0xc00, 0xd00, 0x394, 0x1d9, 0xf40, 0xfc0,
					 0xc40, 0xcc0, 0xc20, 0xc60, 0xca0, 0xce0, 0xe00, 0xe20,
					 0xe40, 0xe60, 0xe80, 0xca0, 0xc40, 0xe00};

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
	case 6:
		return at[5] & 1 ? UINT64_C(0x10000000) | at[4]
				 : (uint64_t)at[4] << 9 | (at[5] & 0xfeu) | 1;
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

static enum silicon_answer do_access(struct side *side, uint64_t now, const uint8_t *at,
				     const struct silicon_access *access, uint64_t *value)
{
	if (at[2] & 0x80)
		return silicon_read(side->silicon, now, access, value);
	return silicon_write(side->silicon, now, access, value_of(at));
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
	{0xd00, 6, 8},
        {0xd80, 6, 8},
        {0xd40, 6, 8},
        {0xdc0, 6, 8},
        {0xd20, 6, 4},
        {0xda0, 6, 4},
	{0xd60, 6, 4},
        {0xde0, 6, 4},
        {0xc40, 4, 8},
        {0xcc0, 4, 4},
        {0xc20, 4, 8},
        {0xc60, 4, 4},
	{0xca0, 6, 8},
        {0xce0, 6, 4},
        {0xe00, 8, 8},
        {0xe20, 8, 4},
        {0xf40, 6, 8},
        {0xfc0, 6, 4},
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

/* A counter that nobody has written runs forwards, or has its overflow bit set. */
static void check_forwards(struct side *side, uint64_t from, uint64_t to)
{
	uint64_t before = read_of(side, from, 0, 0xd11), after;

	step_through(side, from, to);
	after = read_of(side, to, 0, 0xd11);
	assert(after >= before || read_of(side, to, 0, 0xd01) & 1);
}

static void run(struct slice accesses, unsigned sound_boxes)
{
	uint64_t now = 0;

	for (unsigned i = 0; i < ACCESSES && accesses.length >= ACCESS_BYTES; i++) {
		const uint8_t *at = (const uint8_t *)accesses.at;
		struct silicon_access access = {.space = SILICON_MSR,
						.bytes = at[2] & 0x40 && at[3] > 250 ? 4 : 8,
						.socket = at[2] & 3,
						.core = at[2] >> 2 & 7,
						.address = address_of(at[0], at[1])};
		uint64_t later = now + step_of(at), value[2] = {0, 0};
		enum silicon_answer answer[2];

		if (sound_boxes)
			check_forwards(&sides[0], now, later);
		else
			step_through(&sides[0], now, later);
		now = later;
		for (unsigned j = 0; j < 2; j++)
			answer[j] = do_access(&sides[j], now, at, &access, &value[j]);
		assert(answer[0] == answer[1] && value[0] == value[1]);
		assert(sides[0].hash == sides[1].hash && sides[0].pmis == sides[1].pmis);
		assert(silicon_next_event(sides[0].silicon) ==
		       silicon_next_event(sides[1].silicon));
		assert(silicon_next_event(sides[0].silicon) > now);
		accesses.at += ACCESS_BYTES;
		accesses.length -= ACCESS_BYTES;
	}
	for (unsigned i = 0; sound_boxes && i < silicon_sockets(sides[0].silicon); i++)
		check_socket(&sides[0], now, i, sound_boxes);
	silicon_leave(sides[0].silicon, now);
	check_statistics(&sides[0]);
	check_statistics(&sides[1]);
}

static const char *const lines[] = {
	"sockets = 2",
	"cores = 3",
	"rate.clock = 10000000000",
	"rate.cbox*.MAF_ACK = 2300000000",
	"rate.cbox0.MAF_ACK = 1000000",
	"rate.wbox.PROCHOT = 1",
	"rate.cbox1.LLC_HITS.S = 0",
	"fixed.pmi_bit = 20",
	"debugctl = needed",
	"erratum = all",
	"rate.rbox.port*.FLITS_SENT = 2300000000",
	"rate.rbox.port0.NEW_PACKETS_RECV = 1000000",
	"rate.mbox0.DRAM_CMD.RAS = 7",
	"rate.mbox0.REFRESH = 2000000000",
	"rate.sbox0.TO_R_PROG_EV.OPAQUE = 1000000",
	"rate.bbox0.TF_ALL = 2300000000",
	"overflow = early",
	"overflow = late",
	"threshold = above",
	"invert = swapped",
	"invert = above",
	"status.cond = overflow",
	"status.cond = freeze",
	"pmi_core_sel.encoding = number",
	"sbox.match = address",
	"bbox.mask = ignore",
	"mbox.mask = ignore",
	"fault = mbox0.ctr0.width=2",
	"fault = mbox0.ctl0.reset=0x00000c4d",
	"fault = mbox0.zdp_ctl_fvc.stuck1=11",
	"fault = rbox.ctr9.width=3",
	"fault = rbox.gp",
	"fault = rbox0.filter.ignored",
	"fault = sbox0.lock.ignored",
	"fault = sbox0.tally.ignored",
	"fault = sbox0.mm_cfg.stuck1=63",
	"fault = bbox1.summary.missing",
	"fault = mbox1.timestamp_unit.dead",
	"fault = sbox0.match.alias=mbox0.ctr1",
	"freeze.delay = 300",
	"pmi.delay = 700",
	"pmi_core_sel.width = 2",
	"status.pmi_bit = 7",
	"fault = cbox0.ctr0.width=1",
	"fault = cbox0.ctr1.width=12",
	"fault = cbox0.ctr0.rate=1000",
	"fault = cbox0.ctr0.silent",
	"fault = wbox.fixed_ctr.dead",
	"fault = cbox0.status.sticky",
	"fault = ubox.status.sticky",
	"fault = cbox0.status.missing",
	"fault = cbox0.status.reset=0xff",
	"fault = cbox0.ctr0.reset=0xffffffffffff",
	"fault = cbox0.ctl0.reset=0x500010",
	"fault = cbox0.global_ctl.stuck1=0",
	"fault = ubox.global_ctl.stuck1=28",
	"fault = ubox.global_ctl.stuck1=31",
	"fault = ubox.global_ctl.stuck1=29",
	"fault = ubox.global_ctl.stuck0=28",
	"fault = cbox0.ctl0.alias=cbox0.ctr0",
	"fault = cbox1.ctr0.alias=cbox0.status",
	"fault = cbox0.ovf_ctl.dropped",
	"fault = cbox2.gp",
	"fault = cbox0.ctr2.gp",
	"fault = cbox0.enable.ignored",
	"fault = ubox.en_all.ignored",
	"fault = ubox.freeze.ignored",
	"fault = ubox.reset.ignored",
	"fault = ubox.pmi.lost",
	"fault = ubox.pmi.spurious=1",
	"fault = ubox.pmi.doubled=1000",
	"fault = ubox.pmi.core=63",
};

/* Spells out a scenario of line numbers. */
static struct slice spell_out(struct slice numbers, char *room, size_t size)
{
	struct text text = text_over(room, size);

	for (size_t i = 0; i < numbers.length; i++)
		text_format(&text, "%s\n", lines[(uint8_t)numbers.at[i] % ARRAY_SIZE(lines)]);
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
	return !mentions(scenario, "fault") && !mentions(scenario, "status.") &&
	       !mentions(scenario, "overflow") && !mentions(scenario, "summary.");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = {(const char *)data, size}, scenario = slice_cut(&rest, 0);
	bool e7 = rest.at && rest.length && rest.at[0] & 1, sound;
	const char *machine = e7 ? "xeon-e7" : "xeon-7500";
	char line[160], spelt[4000];

	if (scenario.length > 1 && scenario.at[0] == 1)
		scenario = spell_out((struct slice){scenario.at + 1, scenario.length - 1}, spelt,
				     sizeof(spelt));
	sound = is_sound(scenario);
	pmi_allowed = true;
	for (unsigned i = 0; i < 2; i++) {
		if (make(&sides[i], machine, scenario))
			continue;
		sound = true;
		assert(make(&sides[i], machine, (struct slice){"", 0}));
	}
	silicon_banner(sides[0].silicon, line, sizeof(line));
	assert(strlen(line) < sizeof(line));
	if (rest.at)
		run(rest, sound ? (unsigned)ARRAY_SIZE(boxes) - (e7 ? 0 : 2) : 0);
	return 0;
}
