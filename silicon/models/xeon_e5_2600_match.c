/* SPDX-License-Identifier: BSD-2-Clause */
/* The boxes of a Xeon E5-2600 that match what passes by: the home agent by address and opcode (pp. 48-49), QPI
 * link layers by headers (pp. 90-94). */
#include "silicon/models/xeon_e5_2600.h"

enum { STATE = E5_STATE };

#define CHANNELS   "CHN0 CHN1 CHN2 CHN3"
#define SCHEDULERS "SCHED0 SCHED1"
#define AROUND     "CW_EVEN CW_ODD CCW_EVEN CCW_ODD"
#define CLASSES    "DRS NCB NCS HOM SNP NDR"

/* ---- home agent ------------------------------------------------------------------------------------- */

/* Requests that the home agent gets. Opcodes: message class (v2 guide) and opcode. */
static const struct {
	uint64_t address;
	uint8_t opcode;
} request[] = {
	{0x0, 0x00},        {0x12345000, 0x01},     {0x12345000, 0x02}, {0x3f0012345000, 0x02},
	{0x12346000, 0x04}, {0x3f0012346000, 0x08}, {0x80000000, 0x0e}, {0x12345000, 0x10},
};
const struct model_choice model_e5_requests[] = {
	{.names = "RDCUR=0 RDCODE=1 RDDATA=2 RDDATA_HIGH=3 RDINVOWN=4 INVITOE_HIGH=5 WBMTOS=6 RSPI=7"},
};

#define LOW_BITS   12 /* of an address are not compared */
#define HIGH_SHIFT 32

/* clang-format off */
static const struct model_event ha_events[] = {
	E5_CLOCK(0x00, "CLOCKTICKS"),
	E5_ROW(0x0301, 0x00, 1, 1, 0, "REQUESTS.READS", NULL),
	E5_ROW(0x0c01, 0x00, 1, 1, 0, "REQUESTS.WRITES", NULL),
	E5_ROW(0x0306, 0x00, 1, 1, 0, "TRACKER_INSERTS.ALL", NULL),
	E5_ROW(0x0b, 0x03, STATE, 1, 0, "CONFLICT_CYCLES", "NO_CONFLICT CONFLICT"),
	E5_ROW(0x0c, 0x03, 1, 1, 0, "DIRECTORY_LOOKUP", "SNP NO_SNP"),
	E5_ROW(0x0d, 0x03, 1, 1, 0, "DIRECTORY_UPDATE", "SET CLEAR"),
	E5_ROW(0x0e, 0x00, 1, 1, 0, "TxR_AK_NDR", NULL),
	E5_ROW(0x0f, 0x03, 1, 1, 0, "TxR_AD", "NDR SNP"),
	E5_ROW(0x10, 0x07, 1, 1, 0, "TxR_BL", "DRS_CACHE DRS_CORE DRS_QPI"),
	E5_ROW(0x11, 0x00, 1, 1, 0, "DIRECT2CORE_COUNT", NULL),
	E5_ROW(0x12, 0x00, STATE, 1, 0, "DIRECT2CORE_CYCLES_DISABLED", NULL),
	E5_ROW(0x13, 0x00, 1, 1, 0, "DIRECT2CORE_TXN_OVERRIDE", NULL),
	E5_ROW(0x14, 0x03, 1, 1, 0, "BYPASS_IMC", "TAKEN NOT_TAKEN"),
	E5_ROW(0x15, 0x0f, STATE, 4, 0, "RPQ_CYCLES_NO_REG_CREDITS", CHANNELS),
	E5_ROW(0x16, 0x0f, STATE, 1, 0, "RPQ_CYCLES_NO_SPEC_CREDITS", CHANNELS),
	E5_ROW(0x18, 0x0f, STATE, 4, 0, "WPQ_CYCLES_NO_REG_CREDITS", CHANNELS),
	E5_ROW(0x19, 0x0f, STATE, 1, 0, "WPQ_CYCLES_NO_SPEC_CREDITS", CHANNELS),
	E5_ROW(0x1a, 0x0f, 1, 1, 0, "IMC_WRITES", "FULL PARTIAL FULL_ISOCH PARTIAL_ISOCH"),
	E5_ROW(0x1b, 0xff, 1, 2, 0, "TAD_REQUESTS_G0",
	       "REGION0 REGION1 REGION2 REGION3 REGION4 REGION5 REGION6 REGION7"),
	E5_ROW(0x1c, 0x0f, 1, 2, 0, "TAD_REQUESTS_G1", "REGION8 REGION9 REGION10 REGION11"),
	E5_ROW(0x1e, 0x00, 1, 1, 0, "IMC_RETRY", NULL),
	{.code = 0x0320, .increment = 1, .run = 1, .filter = E5_ADDRESS, .choice = model_e5_requests,
	 .choices = ARRAY_SIZE(model_e5_requests), .name = "ADDR_OPC_MATCH"},
	E5_ROW(0x22, 0x0f, STATE, 1, 0, "IGR_NO_CREDIT_CYCLES", "AD_QPI0 AD_QPI1 BL_QPI0 BL_QPI1"),
	E5_ROW(0x27, 0x03, 1, 1, 0, "TxR_AD_INSERTS", SCHEDULERS),
	E5_ROW(0x28, 0x03, STATE, 1, 0, "TxR_AD_OCCUPANCY", SCHEDULERS),
	E5_ROW(0x29, 0x03, STATE, 1, 0, "TxR_AD_CYCLES_NE", SCHEDULERS),
	E5_ROW(0x2a, 0x03, STATE, 1, 0, "TxR_AD_CYCLES_FULL", SCHEDULERS),
	E5_ROW(0x2f, 0x03, 1, 1, 0, "TxR_AK_INSERTS", SCHEDULERS),
	E5_ROW(0x30, 0x03, STATE, 1, 0, "TxR_AK_OCCUPANCY", SCHEDULERS),
	E5_ROW(0x31, 0x03, STATE, 1, 0, "TxR_AK_CYCLES_NE", SCHEDULERS),
	E5_ROW(0x32, 0x03, STATE, 1, 0, "TxR_AK_CYCLES_FULL", SCHEDULERS),
	E5_ROW(0x33, 0x03, 1, 1, 0, "TxR_BL_INSERTS", SCHEDULERS),
	E5_ROW(0x34, 0x03, STATE, 1, 0, "TxR_BL_OCCUPANCY", SCHEDULERS),
	E5_ROW(0x35, 0x03, STATE, 1, 0, "TxR_BL_CYCLES_NE", SCHEDULERS),
	E5_ROW(0x36, 0x03, STATE, 1, 0, "TxR_BL_CYCLES_FULL", SCHEDULERS),
	E5_ROW(0x3e, 0x0f, STATE, 1, 0, "RING_AD_USED", AROUND),
	E5_ROW(0x3f, 0x0f, STATE, 1, 0, "RING_AK_USED", AROUND),
	E5_ROW(0x40, 0x0f, STATE, 1, 0, "RING_BL_USED", AROUND),
};
const struct model_event_list model_e5_ha_events = {ha_events, ARRAY_SIZE(ha_events), NULL};
/* clang-format on */

/* What of a request is compared, and 1 + the value of the second choice that it is counted by; 0: there is none. */
struct comparison {
	bool address, opcode;
	uint8_t ring;
};

/* How lines are asked for and written back, of message class HOM0 (p.134): RdData, RdInvOwn, WbMtoI. */
static uint64_t opcode_of(const struct flow_burst *burst)
{
	if (burst->is & FLOW_READ)
		return 0x02;
	return burst->is & FLOW_OWN ? 0x04 : 0x0c;
}

static bool passes_request(const struct model_sight *sight, struct model_meaning *meaning, struct comparison what,
			   uint64_t address, uint64_t with)
{
	uint64_t low = model_companion(sight, meaning, E5_HA_ADDRESS0, 0);
	uint64_t high = model_companion(sight, meaning, E5_HA_ADDRESS1, 0);
	uint64_t opcode = model_companion(sight, meaning, E5_HA_OPCODE, 0);
	uint64_t page = (high << HIGH_SHIFT | low) >> LOW_BITS;
	uint64_t pages = (model_compared(sight, E5_HA_ADDRESS1, 0) << HIGH_SHIFT |
			  (uint32_t)model_compared(sight, E5_HA_ADDRESS0, 0)) >>
			 LOW_BITS;

	if (model_e5_passes_all(sight))
		return true;
	return (!what.address || !((address >> LOW_BITS ^ page) & pages)) &&
	       (!what.opcode || !((with ^ opcode) & model_compared(sight, E5_HA_OPCODE, 0)));
}

static void add_requests(const struct model_sight *sight, struct model_meaning *meaning, struct comparison what)
{
	const struct flow_burst *burst = sight->model->burst;

	if (burst) /* which ring a line goes by no document says */
		model_add_rate(meaning, what.ring < 2 && passes_request(sight, meaning, what, burst->flow->address,
									opcode_of(burst)));
	for (unsigned i = 0; i < ARRAY_SIZE(request) && !burst; i++)
		if (passes_request(sight, meaning, what, request[i].address, request[i].opcode))
			model_add_leaf(sight, meaning, meaning->event,
				       &(struct model_leaf){.a = (uint8_t)(i + 1), .b = what.ring});
}

/* Bits 1:0 of the umask have address and opcode compared; each of the others is of a ring, by opcode. */
static void add_subs(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned umask = sight->selection.umask;

	model_check_umask(sight, meaning, meaning->event);
	if (umask & 3)
		add_requests(sight, meaning, (struct comparison){umask & 1, umask & 2, 1});
	for (unsigned i = 2; i <= 4; i++)
		if (umask >> i & 1)
			add_requests(sight, meaning, (struct comparison){false, true, (uint8_t)i});
}

void model_e5_mean_ha(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (!meaning->event)
		return;
	if (meaning->event->filter == E5_ADDRESS)
		add_requests(sight, meaning, (struct comparison){true, true, 0});
	else if (meaning->event->filter == E5_ADDRESS_SUBS)
		add_subs(&split, meaning);
	else
		model_e5_add(&split, meaning, meaning->event);
	model_e5_check_shape(sight, meaning);
}

/* ---- QPI -------------------------------------------------------------------------------------------- */

/* What passes a port: message class, opcode, virtual network, destination and requester node, and how data is
 * delivered (tables on pp. 90-94 and 134; message classes: v2 guide). */
static const struct {
	uint8_t class, opcode, network, destination, requester, delivery;
} packet[] = {
	{0xe, 0x0, 0, 0, 0x00, 8}, {0xe, 0x0, 1, 1, 0x01, 4}, {0xe, 0x0, 2, 2, 0x12, 1}, {0xe, 0x2, 0, 1, 0x03, 4},
	{0xe, 0x2, 1, 3, 0x10, 1}, {0xe, 0x1, 2, 0, 0x05, 4}, {0xe, 0x1, 0, 2, 0x11, 1}, {0xe, 0x4, 1, 1, 0x00, 0},
	{0xe, 0x5, 0, 0, 0x02, 0}, {0xe, 0x6, 2, 3, 0x01, 0}, {0xe, 0xb, 0, 1, 0x13, 0}, {0xc, 0x0, 0, 0, 0x00, 0},
	{0xc, 0x8, 1, 2, 0x01, 0}, {0xc, 0xc, 0, 1, 0x02, 0}, {0x4, 0x0, 0, 0, 0x01, 0}, {0x4, 0xc, 1, 1, 0x00, 0},
	{0x0, 0x1, 0, 1, 0x00, 0}, {0x0, 0x2, 2, 0, 0x11, 0}, {0x1, 0x0, 1, 2, 0x01, 0}, {0x3, 0x2, 0, 3, 0x10, 0},
};
const struct model_choice model_e5_packets[] = {
	{.names =
		 "DATAC_M=0 DATAC_E=1 DATAC_F=2 DATAC_E_CMP=3 DATAC_F_CMP=4 DATAC_E_FRC=5 DATAC_F_FRC=6 WBIDATA=7 WBSDATA=8 WBEDATA=9 NONSNPWRDATAPTL=10 NCWR=11 NCMSGB=12 NCWRPTL=13 NCRD=14 NCMSGS=15 RDCODE=16 RDDATA=17 RSPI=18 SNPDATA=19"},
};

/* clang-format off */
/* Extra select is bit 8 of the code. */
static const struct model_event qpi_events[] = {
	E5_ROW(0x00, 0x07, 1, 2, 0, "TxL_FLITS_G0", "IDLE DATA NON_DATA"),
	E5_ROW(0x01, 0x07, 1, 2, 0, "RxL_FLITS_G0", "IDLE DATA NON_DATA"),
	E5_ROW(0x02, 0x03, 1, 1, 0, "TxL_CRC_NO_CREDITS", "FULL ALMOST_FULL"),
	E5_ROW(0x03, 0x03, 1, 1, 0, "RxL_CRC_ERRORS", "LINK_INIT NORMAL_OP"),
	E5_ROW(0x04, 0x00, 1, 1, 0, "TxL_INSERTS", NULL),
	E5_ROW(0x05, 0x00, 1, 1, 0, "TxL_BYPASSED", NULL),
	E5_ROW(0x06, 0x00, STATE, 1, 0, "TxL_CYCLES_NE", NULL),
	E5_ROW(0x07, 0x00, STATE, 1, 0, "TxL_OCCUPANCY", NULL),
	E5_ROW(0x08, 0x00, 1, 1, 0, "RxL_INSERTS", NULL),
	E5_ROW(0x09, 0x00, 1, 1, 0, "RxL_BYPASSED", NULL),
	E5_ROW(0x0a, 0x00, STATE, 1, 0, "RxL_CYCLES_NE", NULL),
	E5_ROW(0x0b, 0x00, STATE, 128, 0, "RxL_OCCUPANCY", NULL),
	E5_ROW(0x0c, 0x00, STATE, 1, 0, "TxL0_POWER_CYCLES", NULL),
	E5_ROW(0x0d, 0x00, STATE, 1, 0, "TxL0P_POWER_CYCLES", NULL),
	E5_ROW(0x0f, 0x00, STATE, 1, 0, "RxL0_POWER_CYCLES", NULL),
	E5_ROW(0x10, 0x00, STATE, 1, 0, "RxL0P_POWER_CYCLES", NULL),
	E5_ROW(0x12, 0x00, STATE, 1, 0, "L1_POWER_CYCLES", NULL),
	E5_ROW(0x13, 0x0f, 1, 1, 0, "DIRECT2CORE",
	       "SUCCESS FAILURE_CREDITS FAILURE_RBT FAILURE_CREDITS_RBT"),
	E5_CLOCK(0x14, "CLOCKTICKS"),
	E5_ROW(0x35, 0xff, 1, 1, 0, "RxL_STALLS",
	       "BGF_DRS BGF_NCB BGF_NCS BGF_HOM BGF_SNP BGF_NDR EGRESS_CREDITS GV"),
	E5_ROW(0x100, 0x1f, 1, 2, 0, "TxL_FLITS_G1", "SNP HOM_REQ HOM_NONREQ DRS_DATA DRS_NONDATA"),
	E5_ROW(0x101, 0x1f, 1, 2, 0, "TxL_FLITS_G2", "NDR_AD NDR_AK NCB_DATA NCB_NONDATA NCS"),
	E5_ROW(0x102, 0x1f, 1, 2, 0, "RxL_FLITS_G1", "SNP HOM_REQ HOM_NONREQ DRS_DATA DRS_NONDATA"),
	E5_ROW(0x103, 0x1f, 1, 2, 0, "RxL_FLITS_G2", "NDR_AD NDR_AK NCB_DATA NCB_NONDATA NCS"),
	E5_ROW(0x109, 0x00, 1, 1, 0, "RxL_INSERTS_DRS", NULL),
	E5_ROW(0x10a, 0x00, 1, 1, 0, "RxL_INSERTS_NCB", NULL),
	E5_ROW(0x10b, 0x00, 1, 1, 0, "RxL_INSERTS_NCS", NULL),
	E5_ROW(0x10c, 0x00, 1, 1, 0, "RxL_INSERTS_HOM", NULL),
	E5_ROW(0x10d, 0x00, 1, 1, 0, "RxL_INSERTS_SNP", NULL),
	E5_ROW(0x10e, 0x00, 1, 1, 0, "RxL_INSERTS_NDR", NULL),
	E5_ROW(0x115, 0x00, STATE, 128, 0, "RxL_OCCUPANCY_DRS", NULL),
	E5_ROW(0x116, 0x00, STATE, 128, 0, "RxL_OCCUPANCY_NCB", NULL),
	E5_ROW(0x117, 0x00, STATE, 128, 0, "RxL_OCCUPANCY_NCS", NULL),
	E5_ROW(0x118, 0x00, STATE, 128, 0, "RxL_OCCUPANCY_HOM", NULL),
	E5_ROW(0x119, 0x00, STATE, 128, 0, "RxL_OCCUPANCY_SNP", NULL),
	E5_ROW(0x11a, 0x00, STATE, 128, 0, "RxL_OCCUPANCY_NDR", NULL),
	E5_ROW(0x11b, 0x00, STATE, 128, 0, "VNA_CREDIT_RETURN_OCCUPANCY", NULL),
	E5_ROW(0x11c, 0x00, 1, 1, 0, "VNA_CREDIT_RETURNS", NULL),
	E5_ROW(0x11d, 0x00, 1, 1, 0, "RxL_CREDITS_CONSUMED_VNA", NULL),
	E5_ROW(0x11e, 0x3f, 1, 1, 0, "RxL_CREDITS_CONSUMED_VN0", "DRS NCB NCS HOM SNP NDR"),
	{.code = 0x138, .increment = 2, .run = 1, .filter = E5_PACKET, .choice = model_e5_packets,
	 .choices = ARRAY_SIZE(model_e5_packets), .name = "CTO_COUNT"},
};
const struct model_event_list model_e5_qpi_events = {qpi_events, ARRAY_SIZE(qpi_events), NULL};
/* clang-format on */

/* A packet's fields where MATCH0 and MATCH1 have them. */
static uint64_t header0(unsigned i)
{
	return (uint64_t)(packet[i].requester >> 4) << 31 | (uint64_t)packet[i].destination << 13 |
	       (uint64_t)packet[i].class << 9 | (uint64_t)packet[i].opcode << 5 | (uint64_t)packet[i].network << 3;
}

static uint64_t header1(unsigned i)
{
	return (uint64_t)packet[i].delivery << 16 | (packet[i].requester & 0xf);
}

/* The box with a port's match registers. */
static unsigned match_of(const struct model *model, unsigned box)
{
	unsigned match = box + 1;

	while (model_served(model, match) != box)
		match++;
	return match;
}

static void add_packets(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model *model = sight->model;
	unsigned match = match_of(model, model->counter[sight->counter].box);
	uint64_t match0 = model_companion_of(sight, meaning, match, E5_QPI_MATCH0, 0);
	uint64_t match1 = model_companion_of(sight, meaning, match, E5_QPI_MATCH1, 0);
	uint64_t mask0 = model_companion_of(sight, meaning, match, E5_QPI_MASK0, 0);
	uint64_t mask1 = model_companion_of(sight, meaning, match, E5_QPI_MASK1, 0);

	for (unsigned i = 0; i < ARRAY_SIZE(packet); i++)
		if (model_e5_passes_all(sight) ||
		    (!((header0(i) ^ match0) & mask0) && !((header1(i) ^ match1) & mask1)))
			model_add_leaf(sight, meaning, meaning->event, &(struct model_leaf){.a = (uint8_t)(i + 1)});
}

void model_e5_mean_qpi(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;
	unsigned code = model_e5_extra_code(sight, &split);
	const struct model_event *event = model_select_event(sight, meaning, code);

	if (!event)
		return;
	if (event->filter == E5_PACKET) {
		model_check_umask(&split, meaning, event);
		add_packets(sight, meaning);
	} else {
		model_e5_add(&split, meaning, event);
	}
	model_e5_check_shape(sight, meaning);
}
