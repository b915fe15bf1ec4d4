/* SPDX-License-Identifier: BSD-2-Clause */
/* What counters of an R-Box count, by the registers of its ports. */
#include "silicon/models/xeon_7500.h"

enum { PORTS = 4, SOURCES = 6 }; /* of a half; of a port */

#define MM_DISABLE  BIT(63)
#define MM_TRIGGER  BIT(21)
#define MM_ANY_FLIT BIT(20)

/* Codes of events, the model's own: for IPERF the bit that selects the event, for QLX 0x40 + type, for XBR 0x60. */
enum { EOT_OCCUPANCY = 17, EOT_INSERTS = 21, QLX_CODE = 0x40, XBR_CODE = 0x60 };

/* ---- IPERF: everything whose bit is set, added up ----------------------------------------------------- */

/* A counter's look at one port. */
struct port_sight {
	const struct model_sight *sight;
	struct model_meaning *meaning;
	unsigned port;
};

static void add(const struct port_sight *at, unsigned code, unsigned a, unsigned b)
{
	const struct model_event *event = model_select_event(at->sight, at->meaning, code);

	if (event)
		model_add_leaf(at->sight, at->meaning, event,
			       &(struct model_leaf){.port = (uint8_t)at->port, .a = (uint8_t)a, .b = (uint8_t)b});
}

static void count_iperf(const struct port_sight *at, unsigned bank)
{
	uint64_t value = model_companion(at->sight, at->meaning, bank, at->port);
	unsigned network = value >> 6 & 3, entries = value >> EOT_OCCUPANCY & 0xf;
	bool inserts = value >> EOT_INSERTS & 1;

	/* Bits 7:6 choose the virtual network (3: any) of the packets of bits 5:0. */
	for (unsigned class = 0; class < 6; class ++)
		for (unsigned i = 0; i < 3; i++)
			if (value >> class & 1 && (network == 3 || network == i))
				add(at, 0, class + 1, i + 1);
	for (unsigned i = 0; i < 7; i++)
		if (value >> (9 + i) & 1)
			add(at, 9, i + 1, 0);

	/* The overflow table: a class of its entries, and whether they or their inserts are counted. */
	if (entries > 8)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION, "iperf_cfg[20:17] = 0x%x means nothing", entries);
	else if (entries)
		add(at, inserts ? EOT_INSERTS : EOT_OCCUPANCY, entries + 1, 0);
	else if (inserts)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION,
			    "iperf_cfg[21] without a class in [20:17] means nothing");
	for (unsigned i = 8; i < 32; i++)
		if ((i == 8 || i == 16 || i >= 24) && value >> i & 1)
			add(at, i, 0, 0);
	if (!value)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION, "its iperf_cfg selects nothing");
}

/* ---- QLX ---------------------------------------------------------------------------------------------- */

static void count_qlx(const struct port_sight *at, unsigned event)
{
	uint64_t value = model_companion(at->sight, at->meaning, R_QLX, at->port) >> 8 * event;
	unsigned type = value & 0xf;

	if (type > 0xa)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION,
			    "type 0x%x of its qlx_cfg event %u is reserved (323535 p.96)", type, event);
	else
		add(at, QLX_CODE + type, 1 + (value >> 4 & 7), 1 + (value >> 7 & 1));
}

/* ---- XBR ---------------------------------------------------------------------------------------------- */

/* A packet's header as MATCH describes it: 323535 p.97. */
static uint64_t header_of(const struct xeon_7500_packet *packet)
{
	return (uint64_t)packet->state << 48 | (uint64_t)packet->remote << 31 | (uint64_t)packet->home << 13 |
	       (uint64_t)packet->class << 9 | (uint64_t)packet->opcode << 5 | (uint64_t)packet->network << 3;
}

static void check_xbr(struct model_meaning *meaning, uint64_t mm_cfg, uint64_t match, uint64_t mask)
{
	bool drs = (match >> 9 & 0xf) == 0xe && (mask >> 9 & 0xf) == 0xf;

	if (mm_cfg & MM_DISABLE)
		model_wrong(meaning, MODEL_WRONG_COMPANION, "dis of its xbr mm_cfg is 1 (323535 p.97)");
	if (!(mm_cfg & MM_TRIGGER))
		model_wrong(meaning, MODEL_WRONG_COMPANION, "mm_trig_en of its xbr mm_cfg is 0 (323535 p.97)");
	if (!(mm_cfg & MM_ANY_FLIT) && !(mm_cfg >> 16 & 0xf))
		model_wrong(meaning, MODEL_WRONG_COMPANION,
			    "match_flt_cnt of its xbr mm_cfg is 0, and the first flit 1 (323535 p.97)");
	if (mask >> 48 & 0xf && !drs)
		model_wrong(meaning, MODEL_WRONG_COMPANION,
			    "its xbr filter compares the state of data, but not that it is DRS (323535 p.97)");
}

static void count_xbr(const struct port_sight *at, unsigned set)
{
	const struct model *model = at->sight->model;
	uint64_t mm_cfg = model_companion(at->sight, at->meaning, set, at->port);
	uint64_t match = model_companion(at->sight, at->meaning, set + 1, at->port);
	uint64_t mask = model_companion(at->sight, at->meaning, set + 2, at->port);
	unsigned flit = mm_cfg >> 16 & 0xf; /* the one that triggers, unless all do */
	bool open = model->box[model->counter[at->sight->counter].box].quirks & QUIRK_FILTERS_OPEN;
	bool tail = mm_cfg >> 8 & mm_cfg & 0xff; /* compared with bits 71:64 of all flits, which are 0 */

	check_xbr(at->meaning, mm_cfg, match, mask);
	at->meaning->event =
		model_find_event(model->unit[model->counter[at->sight->counter].box].type->events, XBR_CODE, 0);
	if (mm_cfg & MM_DISABLE || !(mm_cfg & MM_TRIGGER))
		return;
	for (unsigned i = 0; i < XEON_7500_PACKETS; i++) {
		const struct xeon_7500_packet *packet = &model_xeon_7500_packets[i];
		uint64_t *rate = &at->meaning->run.rate[at->meaning->run.sources];
		unsigned flits = mm_cfg & MM_ANY_FLIT ? packet->flits : flit && flit <= packet->flits;

		/* In masks, a set bit means "compare". */
		if (!open && ((header_of(packet) ^ match) & mask || tail))
			continue;
		add(at, XBR_CODE, i + 1, 0);
		*rate = min_u64(*rate * flits, MODEL_CLOCK_LIMIT);
	}
}

/* ---- the redirect: six sources of each port ------------------------------------------------------------ */

void model_xeon_7500_mean_r(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct port_sight at = {sight, meaning, sight->selection.event / SOURCES};
	unsigned source = sight->selection.event % SOURCES;

	if (at.port >= PORTS)
		model_wrong(meaning, MODEL_WRONG_SELECT, "ev_sel 0x%x is no source (323535 p.91)",
			    sight->selection.event);
	else if (source < 2)
		count_iperf(&at, source ? R_IPERF_1 : R_IPERF_0);
	else if (source < 4)
		count_qlx(&at, source - 2);
	else
		count_xbr(&at, source == 4 ? R_SET1_MM_CFG : R_SET2_MM_CFG);
}

const char *const model_xeon_7500_r_endings[] = {"_7_0", "_15_8"};
