/* SPDX-License-Identifier: BSD-2-Clause */
/* The R-Box: two halves of eight counters and four ports. Addresses: Linux uncore_nhmex.c, LIKWID
 * registers.h, EDK II NehalemMsr.h; those of the XBR sets: Linux. Fields: select 323535 p.91, QLX p.96,
 * XBR p.97 and the same fields of the Xeon E5-2600, IPERF LIKWID and p.86. */
#include "silicon/models/xeon_7500.h"

enum {
	GLOBAL_CTL,
	STATUS,
	OVF_CTL,
	CTL,
	CTR,
	IPERF_0,
	IPERF_1,
	QLX,
	SET1_MM_CFG,
	SET1_MATCH,
	SET1_MASK,
	SET2_MM_CFG,
	SET2_MATCH,
	SET2_MASK
};

enum { PORTS = 4, SOURCES = 6 }; /* of a half; of a port */

static const struct model_layout select = {
	.enable = 0,
	.pmi = 6,
	.edge = MODEL_NO_BIT,
	.invert = MODEL_NO_BIT,
	.event_low = 1,
	.event_bits = 5,
	.umask_low = MODEL_NO_BIT,
	.threshold_low = MODEL_NO_BIT,
	.reset_tally = MODEL_NO_BIT,
	.mode_low = MODEL_NO_BIT,
	.wrap = MODEL_NO_BIT,
};

#define IPERF_BITS  (MASK(24, 8) | MASK(0, 22))
#define MM_DISABLE  BIT(63)
#define MM_TRIGGER  BIT(21)
#define MM_ANY_FLIT BIT(20)
#define PACKET_BITS (MASK(48, 4) | MASK(31, 5) | MASK(3, 15))

/* clang-format off */
#define COMPANION(name_, base_, offset_, stride_, writable_, zero_, source_)                       \
	{.name = (name_), .role = MODEL_COMPANION, .count = PORTS, .numbered = true,               \
	 .base = (base_), .offset = (offset_), .stride = (stride_), .bits = 64,                    \
	 .writable = (writable_), .zero = (zero_), .source = (source_)}
#define IPERF(name_, offset_)                                                                      \
	{.name = (name_), .role = MODEL_COMPANION, .count = PORTS, .numbered = true, .base = 1,    \
	 .offset = (offset_), .stride = 1, .bits = 64, .writable = IPERF_BITS,                     \
	 .zero = ~IPERF_BITS, .start_undocumented = true, .source = "LIKWID"}
#define MM_CFG(name_, offset_)                                                                     \
	COMPANION(name_, 2, offset_, 4, MM_DISABLE | MASK(0, 22), 0, "323535 p.97")
#define PACKET(name_, offset_)                                                                     \
	COMPANION(name_, 2, offset_, 4, PACKET_BITS, ~PACKET_BITS, "323535 p.97")

static const struct model_bank banks[] = {
	[GLOBAL_CTL] = {.name = "global_ctl", .role = MODEL_GLOBAL_CTL, .count = 1, .offset = 0,
	 .bits = 32, .writable = MASK(0, 8), .zero = ~MASK(0, 8), .source = "323535 p.90"},
	[STATUS] = {.name = "status", .role = MODEL_STATUS, .count = 1, .offset = 1, .bits = 32,
	 .source = "323535 p.90"},
	[OVF_CTL] = {.name = "ovf_ctl", .role = MODEL_OVF_CTL, .count = 1, .offset = 2, .bits = 32,
	 .writable = MASK(0, 8), .zero = ~MASK(0, 8), .source = "323535 p.90"},
	[CTL] = {.name = "ctl", .role = MODEL_SELECT, .count = 8, .stride = 2, .numbered = true,
	 .offset = 0x10, .bits = 64, .writable = MASK(0, 7), .zero = MASK(61, 2),
	 .layout = &select, .source = "323535 p.91"},
	[CTR] = {.name = "ctr", .role = MODEL_COUNTER, .count = 8, .stride = 2, .numbered = true,
	 .offset = 0x11, .bits = 64, .writable = COUNTER_BITS, .zero = ~COUNTER_BITS,
	 .source = "323535 p.91"},
	[IPERF_0] = IPERF("port%_iperf_cfg0", 0),
	[IPERF_1] = IPERF("port%_iperf_cfg1", 0x20),
	[QLX] = COMPANION("port%_qlx_cfg", 0, 0xc, 1, MASK(0, 16), ~MASK(0, 16), "323535 p.96"),
	[SET1_MM_CFG] = MM_CFG("port%_xbr_set1_mm_cfg", 0),
	[SET1_MATCH]  = PACKET("port%_xbr_set1_match", 1),
	[SET1_MASK]   = PACKET("port%_xbr_set1_mask", 2),
	[SET2_MM_CFG] = MM_CFG("port%_xbr_set2_mm_cfg", 0x10),
	[SET2_MATCH]  = PACKET("port%_xbr_set2_match", 0x11),
	[SET2_MASK]   = PACKET("port%_xbr_set2_mask", 0x12),
};

/* ---- events --------------------------------------------------------------------------------------- */

#define CHOOSE(names_)      {.names = (names_), .every_field = MODEL_NO_FIELD}
#define EVERY(names_, all_) {.names = (names_), .every = (all_), .every_field = MODEL_NO_FIELD}
#define MAY(names_)         {.names = (names_), .may_lack = true, .every_field = MODEL_NO_FIELD}

static const struct model_choice received[] = {
	EVERY("NCB=0 NCS=1 DRS=2 NDR=3 SNP=4 HOM=5", "ALL"), EVERY("VN0=0 VN1=1 VNA=2", "ANY")};
static const struct model_choice allocated[] = {
	EVERY("NCB=0 NCS=1 DRS_VN01=2 NDR=3 SNP=4 HOM_VN0=5 HOM_VN1=6", "ALL")};
static const struct model_choice overflowed[] = {
	CHOOSE("HOM_VN0=1 HOM_VN1=2 NDR=3 DRS_VN0=4 SNP=5 NCB=6 NCS=7 DRS_VN1=8")};
static const struct model_choice arbitrated[] = {
	MAY("HOM=0 SNP=1 NDR=2 NCS=3 DRS=4 NCB=5 VNA_SMALL=6 VNA_LARGE=7"), MAY("VN0=0 VN1=1")};
static const struct model_choice packets[] = {CHOOSE(XEON_7500_PACKET_NAMES)};

#define ROW(key_, run_, name_)                                                                     \
	{.code = (key_), .increment = 1, .run = (run_), .name = (name_), .sub_names = ""}
#define BY(key_, name_, choice_)                                                                   \
	{.code = (key_), .increment = 1, .run = 1, .name = (name_), .choice = (choice_),           \
	 .choices = ARRAY_SIZE(choice_)}

/* Codes are the model's own: of IPERF the bit that selects the event, of QLX 0x40 and the type, of XBR
 * 0x60. */
enum { EOT_OCCUPANCY = 17, EOT_INSERTS = 21, QLX_CODE = 0x40, XBR_CODE = 0x60 };

static const struct model_event events[] = {
	BY(0, "NEW_PACKETS_RECV", received),
	ROW(8, 1, "INQUE_READ_WIN"),
	BY(9, "ALLOC_TO_ARB", allocated),
	ROW(16, 1, "EOT_NE_CYCLES"),
	BY(EOT_OCCUPANCY, "EOT_OCCUPANCY", overflowed),
	BY(EOT_INSERTS, "EOT_INSERTS", overflowed),
	ROW(24, 1, "FLITS_RECV_ERR"),
	ROW(25, 1, "FLITS_RECV_SPEC"),
	ROW(26, 1, "OUTPUTQ_NE"),
	ROW(27, 1, "OUTPUTQ_OVFL"),
	ROW(28, 1, "RETRYQ_NE"),
	ROW(29, 1, "RETRYQ_OV"),
	ROW(30, 1, "NULL_IDLE"),
	ROW(31, 1, "FLITS_SENT"),
	BY(QLX_CODE + 0x0, "QUE_ARB_BID", arbitrated),
	BY(QLX_CODE + 0x1, "LOCAL_ARB_BID", arbitrated),
	BY(QLX_CODE + 0x2, "GLOBAL_ARB_BID", arbitrated),
	BY(QLX_CODE + 0x3, "QUE_ARB_BID_FAIL", arbitrated),
	BY(QLX_CODE + 0x4, "LOCAL_ARB_BID_FAIL", arbitrated),
	BY(QLX_CODE + 0x5, "GLOBAL_ARB_BID_FAIL", arbitrated),
	BY(QLX_CODE + 0x6, "QUE_ARB_HOME_ORDER_KILL", arbitrated),
	BY(QLX_CODE + 0x7, "LOCAL_ARB_HOME_ORDER_KILL", arbitrated),
	BY(QLX_CODE + 0x8, "GLOBAL_ARB_HOME_ORDER_KILL", arbitrated),
	BY(QLX_CODE + 0x9, "TARGET_AVAILABLE", arbitrated),
	BY(QLX_CODE + 0xa, "STARVING", arbitrated),
	BY(XBR_CODE, "XBR_MATCH", packets),
};
/* clang-format on */

static const struct model_event_list list = {events, ARRAY_SIZE(events), NULL};

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

/* Bits 7:6 say of which virtual network, 3 being any, the packets of bits 5:0 are. */
static void add_received(const struct port_sight *at, uint64_t value)
{
	unsigned network = value >> 6 & 3;

	for (unsigned class = 0; class < 6; class ++)
		for (unsigned i = 0; i < 3; i++)
			if (value >> class & 1 && (network == 3 || network == i))
				add(at, 0, class + 1, i + 1);
}

static void add_overflow_table(const struct port_sight *at, uint64_t value)
{
	unsigned class = value >> EOT_OCCUPANCY & 0xf;
	bool inserts = value >> EOT_INSERTS & 1;

	if (class > 8)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION, "iperf_cfg[20:17] = 0x%x means nothing", class);
	else if (class)
		add(at, inserts ? EOT_INSERTS : EOT_OCCUPANCY, class + 1, 0);
	else if (inserts)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION,
			    "iperf_cfg[21] without a class in [20:17] means nothing");
}

static void count_iperf(const struct port_sight *at, unsigned bank)
{
	uint64_t value = model_companion(at->sight, at->meaning, bank, at->port);

	add_received(at, value);
	for (unsigned i = 0; i < 7; i++)
		if (value >> (9 + i) & 1)
			add(at, 9, i + 1, 0);
	add_overflow_table(at, value);
	for (unsigned i = 8; i < 32; i++)
		if ((i == 8 || i == 16 || i >= 24) && value >> i & 1)
			add(at, i, 0, 0);
	if (!value)
		model_wrong(at->meaning, MODEL_WRONG_COMPANION, "its iperf_cfg selects nothing");
}

/* ---- QLX ---------------------------------------------------------------------------------------------- */

static void count_qlx(const struct port_sight *at, unsigned event)
{
	uint64_t value = model_companion(at->sight, at->meaning, QLX, at->port) >> 8 * event;
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

/* Which of a packet's flits trigger: the one whose number MM_CFG names, or every one. */
static unsigned flits_of(const struct xeon_7500_packet *packet, uint64_t mm_cfg)
{
	unsigned number = mm_cfg >> 16 & 0xf;

	if (mm_cfg & MM_ANY_FLIT)
		return packet->flits;
	return number && number <= packet->flits;
}

/* Of masks, a set bit means "compare". Bits 71:64 of every flit are 0. */
static bool matches(const struct xeon_7500_packet *packet, uint64_t mm_cfg, uint64_t match, uint64_t mask)
{
	return !((header_of(packet) ^ match) & mask) && !(mm_cfg >> 8 & mm_cfg & 0xff);
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
	bool open = model->box[model->counter[at->sight->counter].box].quirks.filters_open;

	check_xbr(at->meaning, mm_cfg, match, mask);
	at->meaning->event = model_find_event(&list, XBR_CODE, 0);
	if (mm_cfg & MM_DISABLE || !(mm_cfg & MM_TRIGGER))
		return;
	for (unsigned i = 0; i < XEON_7500_PACKETS; i++) {
		const struct xeon_7500_packet *packet = &model_xeon_7500_packets[i];
		unsigned number = at->meaning->run.sources;
		uint64_t *rate = &at->meaning->run.rate[number];

		if (!open && !matches(packet, mm_cfg, match, mask))
			continue;
		add(at, XBR_CODE, i + 1, 0);
		*rate = min_u64(*rate * flits_of(packet, mm_cfg), MODEL_CLOCK_LIMIT);
	}
}

/* ---- the redirect: six sources of each port ------------------------------------------------------------ */

static void mean(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct port_sight at = {sight, meaning, sight->selection.event / SOURCES};
	unsigned source = sight->selection.event % SOURCES;

	if (at.port >= PORTS)
		model_wrong(meaning, MODEL_WRONG_SELECT, "ev_sel 0x%x is no source (323535 p.91)",
			    sight->selection.event);
	else if (source < 2)
		count_iperf(&at, source ? IPERF_1 : IPERF_0);
	else if (source < 4)
		count_qlx(&at, source - 2);
	else
		count_xbr(&at, source == 4 ? SET1_MM_CFG : SET2_MM_CFG);
}

static const char *const endings[] = {"_7_0", "_15_8"};

const struct model_type model_xeon_7500_rbox = {
	.name = "rbox",
	.has = XEON_7500_HAS | MODEL_HAS_FILTER,
	.ending = endings,
	.ports = PORTS,
	.bank = banks,
	.banks = ARRAY_SIZE(banks),
	.events = &list,
	.mean = mean,
};
