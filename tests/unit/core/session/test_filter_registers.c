/* SPDX-License-Identifier: BSD-2-Clause */
/* Filter registers of the Xeon 7500: modifiers that set them, events that share them, units that stand in
 * for each other, errors that name the field and the events, and the order in which they are written. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/event/encode.h"
#include "core/session/session.h"
#include "tests/unit/support/one_processor.h"
#include "tests/unit/support/unit.h"

/* ---- a socket whose registers only remember, but for the S-Boxes' rule -------------------------------- */

#define ADDRESSES 0x1000

static struct {
	struct hw hw;
	struct arena arena;
	struct machine machine;
	struct machine_box boxes[32];
	uint64_t registers[ADDRESSES];
	unsigned faults;
	uint32_t written[4096];
	unsigned write_count;
	uint64_t memory[1 << 16];
} rig;

/* 323535 p.61: while MM_CFG bit 63 is set, writing MATCH or MASK faults. Linux keeps to the same order with
 * the M-Boxes. */
static bool gate_is_shut(uint64_t address)
{
	static const uint16_t gated[][3] = {
		{0xe48, 0xe49, 0xe4a}, {0xe58, 0xe59, 0xe5a}, {0xe54, 0xe55, 0xe56}, {0xe5c, 0xe5d, 0xe5e}};

	for (unsigned i = 0; i < ARRAY_SIZE(gated); i++)
		if (address == gated[i][1] || address == gated[i][2])
			return rig.registers[gated[i][0]] >> 63;
	return false;
}

static enum outcome rig_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	*value = rig.registers[where->address];
	return OUTCOME_OK;
}

static enum outcome rig_write(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	rig.written[rig.write_count++ % ARRAY_SIZE(rig.written)] = (uint32_t)where->address;
	if (gate_is_shut(where->address)) {
		rig.faults++;
		return OUTCOME_FAULT;
	}
	/* No status is ever set here, and what empties a tally reads as 0. */
	rig.registers[where->address] = value;
	return OUTCOME_OK;
}

static uint64_t rig_now(struct hw *hw)
{
	(void)hw;
	return 0;
}

static uint32_t rig_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket;
}

static int set_up_on(const char *name)
{
	const struct processor *processor = processor_by_name(name);

	memset(&rig, 0, sizeof(rig));
	rig.hw = (struct hw){.read = rig_read,
			     .write = rig_write,
			     .now_ns = rig_now,
			     .ticks = rig_now,
			     .cpu_of_socket = rig_cpu_of_socket,
			     .send = one_send,
			     .await = one_await};
	rig.arena = (struct arena){.at = (uint8_t *)rig.memory, .size = sizeof(rig.memory)};
	rig.machine = (struct machine){
		.hw = &rig.hw, .arena = &rig.arena, .processor = processor, .boxes = rig.boxes, .socket_count = 1};
	for (unsigned t = 0; t < processor->type_count; t++)
		for (uint8_t i = 0; i < processor->types[t]->instances; i++)
			rig.boxes[rig.machine.box_count++] = (struct machine_box){
				.box = {.type = processor->types[t], .instance = i}, .state = BOX_FOUND};
	return 0;
}

static int set_up(void **state)
{
	(void)state;
	return set_up_on("xeon-7500");
}

/* ---- from strings to a session ----------------------------------------------------------------------- */

static struct event_config configs[SCHEDULE_CONFIGS];
static struct schedule schedule;
static struct session session;
static char words[1024];

static uint8_t parse_list(const char *list)
{
	struct slice rest = slice_of(list);
	uint8_t count = 0;

	while (rest.at) {
		struct slice string = event_list_cut(&rest);
		struct diagnostic diagnostic;

		if (!event_parse(rig.machine.processor, string, &configs[count++], &diagnostic))
			fail_msg("%s: %s", string.at, diagnostic.reason);
	}
	return count;
}

static bool try_schedule(const char *list)
{
	struct text text = TEXT_OVER(words);
	struct schedule_request wanted = {
		.machine = &rig.machine, .configs = configs, .config_count = parse_list(list), .sockets = 1};

	rig.arena.used = 0;
	return schedule_make(&wanted, &schedule, &text);
}

static void measure(const char *list)
{
	struct session_request request = {.machine = &rig.machine, .configs = configs, .schedule = &schedule};
	struct text text = TEXT_OVER(words);

	if (!try_schedule(list) || !session_compile(&session, &request, &text))
		fail_msg("%s: %s", list, words);
	rig.write_count = 0;
	if (!session_begin(&session))
		fail_msg("%s: not armed", list);
}

static void assert_refused(const char *list, const char *expected)
{
	if (try_schedule(list))
		fail_msg("%s is taken", list);
	assert_string_equal(words, expected);
}

static uint64_t value_at(unsigned address)
{
	return rig.registers[address];
}

/* The select's value of the counter that has the configuration, on the first box that has it. */
static uint64_t select_of(unsigned config)
{
	for (unsigned i = 0; i < session.counter_count; i++)
		if (session.counters[i].config == &configs[config])
			return session.counters[i].select_value;
	fail_msg("no counter has choice %u", config);
	return 0;
}

/* ---- strings ----------------------------------------------------------------------------------------- */

static void assert_encodes(const char *string, const char *names)
{
	struct encoding encoding;
	struct diagnostic diagnostic;
	char bytes[512];
	struct text text = TEXT_OVER(bytes);

	if (!encode_event(rig.machine.processor, slice_of(string), &encoding, &diagnostic))
		fail_msg("%s: %s", string, diagnostic.reason);
	encode_names(&encoding, &text);
	assert_string_equal(bytes, names);
	/* ... and the canonical string means the same again. */
	*strchr(bytes, ' ') = 0;
	assert_true(encode_event(rig.machine.processor, slice_of(bytes), &encoding, &diagnostic));
	text_clear(&text);
	encode_names(&encoding, &text);
	assert_string_equal(bytes, names);
}

TEST(modifiers_set_fields_of_filter_registers)
{
	assert_encodes(
		"sbox1::TO_R_PROG_EV:match=0x5:hnid_mask=0",
		"nhmex_unc_sbox1::TO_R_PROG_EV:match=0x5:hnid_mask=0x0 ctl=0x400000 mm_cfg=0x8000000000000000 match=0x5 mask=0x7ffffffffe");
	assert_encodes(
		"bbox0::MSG_OPCODE_OUT_MATCH:msg_out=0xe:opc_out=2:msg_out_mask=15",
		"nhmex_unc_bbox0::MSG_OPCODE_OUT_MATCH:opc_out=0x2:msg_out=0xe:msg_out_mask=0xf ctl=0xd match=0x20e000000000000 mask=0xf000000000000");
	assert_encodes(
		"mbox0::DRAM_CMD:RAS:addr=0x33:addr_mask=4",
		"nhmex_unc_mbox0::DRAM_CMD:RAS:filter=0x1:addr=0x33:addr_mask=0x4 ctl=0x1441 pld=0x200 mm_cfg=0x8000000000000000 addr_match=0x33 addr_mask=0x4");
	assert_encodes("mbox1::FVC_EV3:BBOX_RSP.COR:fvid=0x1f",
		       "nhmex_unc_mbox1::FVC_EV3:BBOX_RSP.COR:fvid=0x1f ctl=0x2041 zdp_ctl_fvc=0x60021f");
	assert_encodes(
		"XBR_MATCH:port=6:mc=0xe:mc_mask=0xf:any_flit",
		"nhmex_unc_rbox1::XBR_MATCH:SET1_SET2:port=6:any_flit=0x1:mc=0xe:mc_mask=0xf ctl=0x21 xbr1_mm_cfg_port2=0x310000 xbr1_match_port2=0x1c00 xbr1_mask_port2=0x1e00");
	assert_encodes("rbox0::STARVING:cls=4:sub:port=1:unit=1",
		       "nhmex_unc_rbox0::STARVING:port=1:unit=1:sub=0x1:cls=0x4 ctl=0x13 qlx_cfg_port1=0xca00");
	assert_encodes("cbox0::LLC_HITS:M:counter=3", "nhmex_unc_cbox0::LLC_HITS:M:counter=3 ctl=0x400115");
}

TEST(the_e7_has_some_fields_one_bit_up)
{
	set_up_on("xeon-e7");
	assert_encodes("mbox1::FVC_EV3:BBOX_RSP.COR:fvid=0x3f",
		       "nhmex_unc_mbox1::FVC_EV3:BBOX_RSP.COR:fvid=0x3f ctl=0x2041 zdp_ctl_fvc=0xc0043f");
	assert_encodes("mbox0::BCMD_SCHEDQ_OCCUPANCY:ALL:map_fvid=0x21",
		       "nhmex_unc_mbox0::BCMD_SCHEDQ_OCCUPANCY:ALL:map_fvid=0x21 ctl=0x3000c1 map=0x221");
	assert_encodes("cbox9::LLC_HITS:M", "nhmex_unc_cbox9::LLC_HITS:M ctl=0x400115");
}

TEST(numbers_that_no_row_has_keep_their_filter_registers)
{
	assert_encodes("uncore_mbox_0/inc_sel=0x1e,pld=0x300,counter=4/",
		       "nhmex_unc_mbox0:0x3c00:pld=0x300:counter=4 ctl=0x3c41 pld=0x300");
	assert_encodes("rbox1:0xd:iperf_cfg=0x6", "nhmex_unc_rbox1:0xc:iperf_cfg=0x6 ctl=0xd iperf_cfg0_port1=0x6");
}

/* The words are in tests/golden/event-errors.txt. */
struct refused {
	const char *string;
	unsigned column;
	enum diagnostic_kind kind;
};

TEST(strings_that_make_no_sense_are_refused)
{
	static const struct refused all[] = {
		{"mbox0::CYCLES:fvid=3", 14, DIAGNOSTIC_MODIFIER},
		{"sbox0::FLITS_SENT_DRS:match=1", 22, DIAGNOSTIC_MODIFIER},
		{"mbox0::DRAM_CMD:RAS:pld=0x300", 20, DIAGNOSTIC_CONFLICT},
		{"mbox0::CYCLES:count_mode=3", 25, DIAGNOSTIC_VALUE},
		{"rbox0::FLITS_SENT:port=5", 18, DIAGNOSTIC_VALUE},
		{"FLITS_SENT:port=8", 11, DIAGNOSTIC_VALUE},
		{"rbox0::FLITS_SENT:unit=2", 18, DIAGNOSTIC_VALUE},
		{"rbox0:0x30", 6, DIAGNOSTIC_VALUE},
		{"rbox0:0x3:sub", 10, DIAGNOSTIC_MODIFIER},
		{"rbox0::QUE_ARB_BID:HOM:cls=1", 23, DIAGNOSTIC_CONFLICT},
		{"uncore_mbox_0/CYCLES,flag_mode=1/", 14, DIAGNOSTIC_CONFLICT},
		{"uncore_mbox_0/inc_sel=0xe,fvc=0x14820/", 26, DIAGNOSTIC_VALUE},
		{"bbox0:0xe", 6, DIAGNOSTIC_AMBIGUOUS},
		{"cbox0::LLC_HITS:M:counter=6", 18, DIAGNOSTIC_VALUE},
		{"cbox0::LLC_HITS:M:counter=1:counter=2", 28, DIAGNOSTIC_CONFLICT},
		{"mbox0::DRAM_CMD:RAS:filter=0:addr=1", 29, DIAGNOSTIC_CONFLICT},
		{"sbox0::TO_R_PROG_EV:mask=0x8000000000", 20, DIAGNOSTIC_VALUE},
		{"mbox0::FVC_EV0:BBOX_CMDS.READS:BBOX_CMDS.WRITES", 31, DIAGNOSTIC_COMBINATION},
	};

	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		struct event_config config;
		struct diagnostic diagnostic;

		assert_false(event_parse(rig.machine.processor, slice_of(all[i].string), &config, &diagnostic));
		if (diagnostic.kind != all[i].kind || diagnostic.column != all[i].column)
			fail_msg("%s: kind %u at %u: %s", all[i].string, diagnostic.kind, diagnostic.column,
				 diagnostic.reason);
	}
}

TEST(names_with_a_dot_take_other_separators)
{
	static const char *const spellings[] = {"mbox0::FVC_EV0:BBOX_CMDS.READS", "mbox0::FVC_EV0:BBOX_CMDS:READS",
						"mbox0::FVC_EV0:BBOX_CMDS_READS", "mbox0::fvc_ev0.bbox_cmds.reads",
						"uncore_mbox_0/FVC_EV0:BBOX_CMDS.READS/"};

	for (size_t i = 0; i < ARRAY_SIZE(spellings); i++)
		assert_encodes(spellings[i], "nhmex_unc_mbox0::FVC_EV0:BBOX_CMDS.READS ctl=0x1a41 zdp_ctl_fvc=0x2800");
}

/* ---- sharing ----------------------------------------------------------------------------------------- */

/* Four FVC events that are all called the first get the four fields, and one register holds them all. */
TEST(fvc_events_move_to_free_slots)
{
	uint64_t expected = 0;
	unsigned slots = 0;

	measure("mbox0::FVC_EV0:SMI_CRC_ERR,mbox0::FVC_EV0:MEM_ECC_ERR,"
		"mbox0::FVC_EV0:BBOX_CMDS.WRITES,mbox0::FVC_EV0:BBOX_RSP.RETRY");
	for (unsigned i = 0; i < 4; i++) {
		static const unsigned events[] = {0, 1, 5, 6};
		unsigned slot = (unsigned)(select_of(i) >> 9 & 0x1f) - 0x0d;

		assert_true(slot < 4);
		slots |= 1u << slot;
		expected |= (uint64_t)events[i] << (11 + 3 * slot);
	}
	assert_int_equal(slots, 0xf);
	assert_int_equal(value_at(0xcab), expected | 1u << 5 | 1u << 8);
	session_end(&session);
}

/* The same event twice needs one slot alone, if slots are short. */
TEST(equal_events_share_a_slot_where_slots_are_short)
{
	measure("mbox0::FVC_EV0:SMI_CRC_ERR,mbox0::FVC_EV1:SMI_CRC_ERR,mbox0::FVC_EV2:MEM_ECC_ERR,"
		"mbox0::FVC_EV3:POISON_TXN,mbox0::FVC_EV0:ALERT_FRAMES");
	session_end(&session);
	/* With room for both they keep the slots they name. */
	measure("mbox0::FVC_EV0:SMI_CRC_ERR,mbox0::FVC_EV1:SMI_CRC_ERR");
	assert_int_equal(select_of(0) >> 9 & 0x1f, 0x0d);
	assert_int_equal(select_of(1) >> 9 & 0x1f, 0x0e);
	session_end(&session);
}

TEST(shared_fields_that_differ_are_named_with_both_events)
{
	assert_refused(
		"mbox0::FVC_EV0:BBOX_CMDS.READS,mbox0::FVC_EV1:BBOX_CMDS.WRITES",
		"mbox0.zdp_ctl_fvc: field bcmd needs two values, for nhmex_unc_mbox0::FVC_EV0:BBOX_CMDS.READS and nhmex_unc_mbox0::FVC_EV1:BBOX_CMDS.WRITES");
	assert_refused(
		"mbox1::DRAM_CMD:RAS,mbox1::DRAM_CMD:PRE",
		"mbox1.pld: field cmd needs two values, for nhmex_unc_mbox1::DRAM_CMD:RAS and nhmex_unc_mbox1::DRAM_CMD:PRE");
	assert_refused(
		"mbox1::DRAM_CMD:RAS,mbox1::RETRIES:ALL:addr=1",
		"mbox1.mm_cfg: field mm_en needs two values, for nhmex_unc_mbox1::DRAM_CMD:RAS and nhmex_unc_mbox1::RETRIES:ALL:filter=0x1:addr=0x1");
	assert_refused(
		"sbox0::TO_R_PROG_EV:match=1,sbox0::TO_R_PROG_EV:match=2",
		"sbox0.match: field match needs two values, for nhmex_unc_sbox0::TO_R_PROG_EV:match=0x1 and nhmex_unc_sbox0::TO_R_PROG_EV:match=0x2");
	assert_refused(
		"bbox0::MSG_IN_MATCH:msg_in=1,bbox0::MSG_ADDR_IN_MATCH:msg_in=2",
		"bbox0.match: field msg_in needs two values, for nhmex_unc_bbox0::MSG_ADDR_IN_MATCH:msg_in=0x2 and nhmex_unc_bbox0::MSG_IN_MATCH:msg_in=0x1");
	/* Different boxes have registers of their own. */
	assert_true(try_schedule("mbox0::DRAM_CMD:RAS,mbox1::DRAM_CMD:PRE"));
	/* Different fields of one register go together. */
	assert_true(try_schedule("bbox0::MSG_IN_MATCH:msg_in=1,bbox0::ADDR_IN_MATCH:addr=2"));
}

TEST(five_values_do_not_fit_four_slots)
{
	assert_refused(
		"mbox0::FVC_EV0:SMI_CRC_ERR,mbox0::FVC_EV0:MEM_ECC_ERR,"
		"mbox0::FVC_EV0:POISON_TXN,mbox0::FVC_EV0:ALERT_FRAMES,"
		"mbox0::FVC_EV0:FAST_RESET",
		"mbox0 has 4 of FVC event and more are needed, for nhmex_unc_mbox0::FVC_EV0:SMI_CRC_ERR, nhmex_unc_mbox0::FVC_EV0:MEM_ECC_ERR, nhmex_unc_mbox0::FVC_EV0:POISON_TXN, nhmex_unc_mbox0::FVC_EV0:ALERT_FRAMES, nhmex_unc_mbox0::FVC_EV0:FAST_RESET");
}

/* Each kind of filter register is there twice on a port; both are used before an event is refused. */
TEST(events_of_a_port_use_both_filter_registers)
{
	measure("rbox0::FLITS_SENT:port=2,rbox0::NULL_IDLE:port=2,rbox0::STARVING:port=2,"
		"rbox0::LOCAL_ARB_BID:port=2,rbox0::XBR_MATCH:port=2:mc=1,"
		"rbox0::XBR_MATCH:port=2:mc=2,rbox0::FLITS_SENT:port=3,rbox0::FLITS_SENT:port=2");
	assert_int_equal(value_at(0xe06), 0x80000000);
	assert_int_equal(value_at(0xe26), 0x40000000);
	assert_int_equal(value_at(0xe0e), 0x010a);
	assert_int_equal(value_at(0xe69), 1u << 9);
	assert_int_equal(value_at(0xe79), 2u << 9);
	assert_int_equal(value_at(0xe07), 0x80000000);
	assert_int_equal(select_of(0), 12 << 1 | 1);
	assert_int_equal(select_of(1), 13 << 1 | 1);
	assert_int_equal(select_of(2), 14 << 1 | 1);
	assert_int_equal(select_of(3), 15 << 1 | 1);
	assert_int_equal(select_of(4), 16 << 1 | 1);
	assert_int_equal(select_of(5), 17 << 1 | 1);
	assert_int_equal(select_of(6), 18 << 1 | 1);
	assert_int_equal(select_of(7), 12 << 1 | 1);
	session_end(&session);
	assert_refused(
		"rbox1::FLITS_SENT:port=6,rbox1::NULL_IDLE:port=6,rbox1::RETRYQ_OV:port=6",
		"rbox1 has 2 of IPERF_CFG on port 6 and more are needed, for nhmex_unc_rbox1::FLITS_SENT:port=6, nhmex_unc_rbox1::NULL_IDLE:port=6, nhmex_unc_rbox1::RETRYQ_OV:port=6");
}

/* Whether units can be given out to FVC events with these values, by trying everything. */
static bool exists(const unsigned *values, unsigned count)
{
	unsigned distinct = 0;

	for (unsigned i = 0; i < count; i++) {
		bool first = true;

		for (unsigned j = 0; j < i; j++)
			first &= values[j] != values[i];
		distinct += first;
	}
	return distinct <= 4;
}

TEST(a_way_is_found_whenever_there_is_one)
{
	static const char *const names[] = {"SMI_CRC_ERR", "MEM_ECC_ERR", "POISON_TXN", "ALERT_FRAMES", "FAST_RESET"};

	for (unsigned code = 0; code < 5 * 5 * 5 * 5 * 5 * 5; code += 7) {
		unsigned values[6], rest = code;
		char list[512] = "";

		for (unsigned i = 0; i < 6; i++, rest /= 5) {
			values[i] = rest % 5;
			snprintf(list + strlen(list), sizeof(list) - strlen(list), "%smbox0::FVC_EV%u:%s", i ? "," : "",
				 (code + i * i) % 4, names[values[i]]);
		}
		assert_int_equal(try_schedule(list), exists(values, 6));
	}
}

/* ---- order ------------------------------------------------------------------------------------------- */

static void scatter(uint64_t gates)
{
	static const uint16_t used[] = {0xe48, 0xe49, 0xe4a, 0xe54, 0xe55, 0xe56, 0xcaa, 0xcab,
					0xe45, 0xe46, 0xe04, 0xe60, 0xe61, 0xe62, 0xc50, 0xcb0};

	memset(rig.registers, 0, sizeof(rig.registers));
	for (unsigned i = 0; i < ARRAY_SIZE(used); i++)
		rig.registers[used[i]] = 0x10 + i;
	rig.registers[0xe48] = gates;
	rig.registers[0xe54] = gates;
}

static unsigned first_write(unsigned address)
{
	for (unsigned i = 0; i < rig.write_count; i++)
		if (rig.written[i] == address)
			return i;
	fail_msg("0x%x was not written", address);
	return 0;
}

/* Found enabled or not, filters are set and put back without an access that faults, and are as before. */
TEST(filters_are_set_and_restored_in_a_legal_order)
{
	static uint64_t before[ADDRESSES];

	for (unsigned i = 0; i < 2; i++) {
		scatter(i ? BIT(63) : 0);
		memcpy(before, rig.registers, sizeof(before));
		measure("sbox0::TO_R_PROG_EV:match=7,mbox0::DRAM_CMD:RAS:addr=5:addr_mask=6,"
			"rbox0::XBR_MATCH:mc=3,bbox0::ADDR_IN_MATCH:addr=9,"
			"mbox0::FVC_EV1:MEM_ECC_ERR");
		assert_int_equal(value_at(0xe48), BIT(63));
		assert_int_equal(value_at(0xe49), 7);
		assert_int_equal(value_at(0xe4a), 0x7fffffffff);
		assert_int_equal(value_at(0xe54), BIT(63));
		assert_int_equal(value_at(0xe55), 5);
		assert_int_equal(value_at(0xe56), 6);
		/* Composed whole: nothing of what was found is left in. */
		assert_int_equal(value_at(0xcaa), 0x200);
		assert_int_equal(value_at(0xcab), 1u << 14);
		assert_true(first_write(0xe49) < first_write(0xe4a));
		assert_true(first_write(0xe4a) < first_write(0xc50));
		assert_true(first_write(0xe60) < first_write(0xe61));
		session_end(&session);
		assert_int_equal(rig.faults, 0);
		for (unsigned a = 0; a < ADDRESSES; a++)
			if (a != 0xc42 && a != 0xca2 && a != 0xe02 && a != 0xc22 && before[a] != value_at(a))
				fail_msg("0x%x: 0x%llx became 0x%llx", a, (unsigned long long)before[a],
					 (unsigned long long)value_at(a));
	}
}

BEFORE_EACH(set_up)
