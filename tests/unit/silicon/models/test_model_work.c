/* SPDX-License-Identifier: BSD-2-Clause */
/* What touches of memory have the counters of virtual silicon count: every event that a line moves, where, and by how much. */
#include "silicon/models/address.h"
#include "tests/unit/support/e5_bench.h"
#include "tests/unit/support/unit.h"

enum { LINES = 64, PAGES = 1024 };

/* Somewhere in the memory of nodes 0 and 1. */
#define NODE_BYTES   BIT(36)
#define MEMORY(node) ((uint64_t)(node)*NODE_BYTES + 0x12340000)

/* Begins to see touches. */
static struct bench *seen(struct bench *bench, unsigned nodes)
{
	static uint64_t room[4 * PAGES];

	assert_true(silicon_track_size(PAGES) <= sizeof(room));
	silicon_track(bench->silicon, room, PAGES);
	for (unsigned i = 0; i < nodes; i++)
		silicon_add_memory(bench->silicon, i * NODE_BYTES, (i + 1) * NODE_BYTES - 1, i);
	return bench;
}

static void touch(struct bench *bench, unsigned socket, uint64_t address, bool write)
{
	silicon_touch(bench->silicon, bench->now, &(struct silicon_processor){(uint16_t)socket, 0}, address, write);
}

static void flush(struct bench *bench, unsigned socket)
{
	silicon_flush_caches(bench->silicon, bench->now, socket, NULL, NULL);
}

/* One line of each of so many pages: all offsets, all slices and channels. */
static uint64_t line(uint64_t memory, unsigned i)
{
	return memory + 4096u * i + 64 * (17 * i % 64);
}

enum stimulus { READ_LOCAL, READ_REMOTE, WRITE_LOCAL, WRITE_REMOTE, BACK_LOCAL, BACK_REMOTE, STIMULI };

/* What a stimulus does before the counters run, and while they do. By processors of socket 0. */
static void prepare(struct bench *bench, enum stimulus stimulus)
{
	for (unsigned s = 0; s < silicon_sockets(bench->silicon); s++)
		flush(bench, s);
	for (unsigned i = 0; i < LINES && stimulus >= BACK_LOCAL; i++)
		touch(bench, 0, line(MEMORY(stimulus == BACK_REMOTE), i), true);
}

static void act(struct bench *bench, enum stimulus stimulus)
{
	bool remote = stimulus == READ_REMOTE || stimulus == WRITE_REMOTE;

	if (stimulus >= BACK_LOCAL)
		flush(bench, 0);
	for (unsigned i = 0; i < LINES && stimulus < BACK_LOCAL; i++)
		touch(bench, 0, line(MEMORY(remote), i), stimulus >= WRITE_LOCAL);
}

/* How often an event happens for a line: of each stimulus, in the socket that asks and in the other. */
struct expected {
	const char *name;
	uint64_t select, extra;
	uint8_t own[STIMULI], other[STIMULI];
};

#define FETCH                    \
	{                        \
		1, 1, 1, 1, 0, 0 \
	}
#define LOCALLY                  \
	{                        \
		1, 0, 1, 0, 0, 0 \
	}
#define REMOTELY                 \
	{                        \
		0, 1, 0, 1, 0, 0 \
	}
#define BACK_HERE                \
	{                        \
		0, 0, 0, 0, 1, 0 \
	}
#define BACK_AWAY                \
	{                        \
		0, 0, 0, 0, 0, 1 \
	}
#define BOTH_HERE                \
	{                        \
		1, 0, 1, 0, 1, 0 \
	}
#define BOTH_AWAY                \
	{                        \
		0, 1, 0, 1, 0, 1 \
	}

/* ---- Xeon E5-2600 ------------------------------------------------------------------------------------ */

/* Boxes: their PCI functions, or none of C-Boxes. */
struct boxes {
	const char *name;
	unsigned count;
	uint8_t at[8][2];
	unsigned counter; /* by which the events can be counted */
	unsigned version; /* 0: the first one */
};

/* Bit 17 of the v2's controls is 1, too. */
static uint64_t control_of(const struct boxes *boxes, uint64_t value)
{
	return boxes->version == 2 ? value | BIT(17) : value;
}

/* Where a C-Box has its control, the filter with opcodes, its first select and its first counter. */
enum cbox_register { CONTROL, OPCODES, SELECT, COUNTER };
static uint32_t cbox_at(const struct boxes *boxes, unsigned n, enum cbox_register what)
{
	static const uint8_t offsets[][4] = {
		[0] = {0x04, 0x14, 0x10, 0x16}, [2] = {0x04, 0x1a, 0x10, 0x16}, [3] = {0x00, 0x06, 0x01, 0x08}};

	return (boxes->version == 3 ? 0xe00 + 0x10 * n : CBOX(n)) + offsets[boxes->version][what];
}

static const unsigned e5_buses[] = {0x7f, 0xff};

static uint64_t config(struct bench *bench, unsigned socket, const uint8_t *at, unsigned offset)
{
	struct silicon_access access = pci_at(e5_buses[socket], at[0], at[1], offset);
	uint64_t value = 0;

	assert_int_equal(silicon_read(bench->silicon, bench->now, &access, &value), SILICON_OK);
	return value;
}

static void set_config(struct bench *bench, unsigned socket, const uint8_t *at, unsigned offset, uint64_t value)
{
	struct silicon_access access = pci_at(e5_buses[socket], at[0], at[1], offset);

	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

static void clear_counter(struct bench *bench, unsigned socket, const uint8_t *at, unsigned counter)
{
	set_config(bench, socket, at, PCI_CTR(counter), 0);
	set_config(bench, socket, at, PCI_CTR(counter) + 4, 0);
}

static void e5_program(struct bench *bench, unsigned socket, const struct boxes *boxes, const struct expected *row)
{
	for (unsigned n = 0; n < boxes->count && !boxes->at[0][0]; n++) {
		write_on(bench, socket, cbox_at(boxes, n, CONTROL), control_of(boxes, FROZEN));
		write_on(bench, socket, cbox_at(boxes, n, CONTROL), control_of(boxes, FROZEN | RESET_CTRS));
		write_on(bench, socket, cbox_at(boxes, n, OPCODES), row->extra);
		write_on(bench, socket, cbox_at(boxes, n, SELECT) + boxes->counter, EN | row->select);
		write_on(bench, socket, cbox_at(boxes, n, CONTROL), control_of(boxes, RUN));
	}
	for (unsigned n = 0; n < boxes->count && boxes->at[0][0]; n++) {
		set_config(bench, socket, boxes->at[n], PCI_BOX, control_of(boxes, FROZEN));
		clear_counter(bench, socket, boxes->at[n], boxes->counter);
		set_config(bench, socket, boxes->at[n], PCI_CTL(boxes->counter), EN | row->select);
		set_config(bench, socket, boxes->at[n], PCI_BOX, control_of(boxes, RUN));
	}
}

static uint64_t e5_sum(struct bench *bench, unsigned socket, const struct boxes *boxes)
{
	uint64_t sum = 0;

	for (unsigned n = 0; n < boxes->count; n++)
		sum += boxes->at[0][0] ? config(bench, socket, boxes->at[n], PCI_CTR(boxes->counter))
				       : read_on(bench, socket, cbox_at(boxes, n, COUNTER) + boxes->counter);
	return sum;
}

static void check_e5(struct bench *bench, const struct boxes *boxes, const struct expected *row)
{
	for (unsigned stimulus = 0; stimulus < STIMULI; stimulus++) {
		uint64_t own, other;

		prepare(bench, stimulus);
		e5_program(bench, 0, boxes, row);
		e5_program(bench, 1, boxes, row);
		act(bench, stimulus);
		own = e5_sum(bench, 0, boxes);
		other = e5_sum(bench, 1, boxes);
		if (own != (uint64_t)LINES * row->own[stimulus] || other != (uint64_t)LINES * row->other[stimulus])
			fail_msg("%s %s, stimulus %u: %llu and %llu of %u lines", boxes->name, row->name, stimulus,
				 (unsigned long long)own, (unsigned long long)other, LINES);
	}
}

static struct bench *two_e5_with(const char *scenario)
{
	struct bench *bench = seen(bench_of("xeon-e5-2600", 2, scenario), 2);

	for (unsigned socket = 0; socket < 2; socket++)
		write_on(bench, socket, 0x1a4, 0xf);
	return bench;
}

static struct bench *two_e5(void)
{
	return two_e5_with("background = 0\n");
}

#define OPC(opcode)  ((uint64_t)(opcode) << 23)
#define NODE(mask)   ((uint64_t)(mask) << 10)
#define STATES(mask) ((uint64_t)(mask) << 18)

TEST(test_e5_cbox)
{
	static const struct boxes cbox = {.name = "cbox", .count = 8};
	static const struct expected rows[] = {
		{"TOR_INSERTS.OPCODE of reads", 0x0135, OPC(0x182), {1, 1, 0, 0, 0, 0}, {0}},
		{"TOR_INSERTS.MISS_OPCODE of reads", 0x0335, OPC(0x182), {1, 1, 0, 0, 0, 0}, {0}},
		{"TOR_INSERTS.MISS_OPCODE of RFOs", 0x0335, OPC(0x180), {0, 0, 1, 1, 0, 0}, {0}},
		{"TOR_INSERTS.MISS_OPCODE of prefetches", 0x0335, OPC(0x192), {0}, {0}},
		{"TOR_INSERTS.NID_MISS_OPCODE of node 0", 0x4335, OPC(0x182) | NODE(1), {1, 0, 0, 0, 0, 0}, {0}},
		{"TOR_INSERTS.NID_MISS_OPCODE of node 1", 0x4335, OPC(0x182) | NODE(2), {0, 1, 0, 0, 0, 0}, {0}},
		{"TOR_INSERTS.NID_OPCODE of both", 0x4135, OPC(0x182) | NODE(3), {1, 1, 0, 0, 0, 0}, {0}},
		{"TOR_INSERTS.NID_ALL", 0x4835, NODE(3), FETCH, {0}},
		{"TOR_INSERTS.NID_MISS_ALL of node 1", 0x4a35, NODE(2), {0, 1, 0, 1, 0, 0}, {0}},
		{"TOR_INSERTS.MISS_ALL", 0x0a35, 0, FETCH, {0}},
		{"TOR_INSERTS.WB", 0x1035, 0, {0}, {0}},
		{"TOR_INSERTS.EVICTION", 0x0435, 0, {0}, {0}},
		{"LLC_VICTIMS.M_STATE", 0x0137, 0, {0}, {0}},
		{"RxR_INSERTS.IRQ", 0x0113, 0, FETCH, {0}},
		{"RxR_INSERTS.IPQ", 0x0413, 0, {0}, LOCALLY},
		{"LLC_LOOKUP.DATA_READ in I", 0x0334, STATES(1), FETCH, {0}},
		{"LLC_LOOKUP.DATA_READ in M", 0x0334, STATES(8), {0}, {0}},
		{"LLC_LOOKUP.REMOTE_SNOOP in I", 0x0934, STATES(1), {0}, LOCALLY},
		{"CLOCKTICKS", 0x0000, 0, {0}, {0}},
	};
	struct bench *bench = two_e5();

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		check_e5(bench, &cbox, &rows[i]);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_e5_home)
{
	static const struct boxes ha = {"ha", 1, {{HA}}, 0, 0},
				  imc = {"imc", 4, {{IMC0}, {IMC1}, {IMC2}, {IMC3}}, 0, 0};
	static const struct expected of_ha[] = {
		{"REQUESTS.READS", 0x0301, 0, LOCALLY, REMOTELY},
		{"REQUESTS.WRITES", 0x0c01, 0, BACK_HERE, BACK_AWAY},
		{"IMC_WRITES.FULL", 0x011a, 0, BACK_HERE, BACK_AWAY},
		{"IMC_WRITES.ALL", 0x0f1a, 0, BACK_HERE, BACK_AWAY},
		{"IMC_WRITES.PARTIAL", 0x021a, 0, {0}, {0}},
		{"TRACKER_INSERTS.ALL", 0x0306, 0, BOTH_HERE, BOTH_AWAY},
		{"TAD_REQUESTS_G0.REGION0", 0x011b, 0, BOTH_HERE, BOTH_AWAY},
		{"BYPASS_IMC.NOT_TAKEN", 0x0214, 0, LOCALLY, REMOTELY},
		{"BYPASS_IMC.TAKEN", 0x0114, 0, {0}, {0}},
		{"TxR_BL.DRS_CORE", 0x0210, 0, LOCALLY, {0}},
		{"TxR_BL.DRS_QPI", 0x0410, 0, {0}, REMOTELY},
		{"TxR_BL.DRS_CACHE", 0x0110, 0, {0}, {0}},
		{"DIRECT2CORE_COUNT", 0x0011, 0, LOCALLY, {0}},
	};
	static const struct expected of_imc[] = {
		{"RPQ_INSERTS", 0x0010, 0, LOCALLY, REMOTELY},
		{"WPQ_INSERTS", 0x0020, 0, BACK_HERE, BACK_AWAY},
		{"CAS_COUNT.RD", 0x0304, 0, LOCALLY, REMOTELY},
		{"CAS_COUNT.RD_REG", 0x0104, 0, LOCALLY, REMOTELY},
		{"CAS_COUNT.RD_UNDERFILL", 0x0204, 0, {0}, {0}},
		{"CAS_COUNT.WR", 0x0c04, 0, BACK_HERE, BACK_AWAY},
		{"CAS_COUNT.WR_WMM", 0x0404, 0, BACK_HERE, BACK_AWAY},
		{"CAS_COUNT.ALL", 0x0f04, 0, BOTH_HERE, BOTH_AWAY},
		{"ACT_COUNT", 0x0001, 0, BOTH_HERE, BOTH_AWAY},
		{"PRE_COUNT.PAGE_MISS", 0x0102, 0, {0}, {0}},
		{"WPQ_WRITE_HIT", 0x0024, 0, {0}, {0}},
	};
	struct bench *bench = two_e5();

	for (unsigned i = 0; i < ARRAY_SIZE(of_ha); i++)
		check_e5(bench, &ha, &of_ha[i]);
	for (unsigned i = 0; i < ARRAY_SIZE(of_imc); i++)
		check_e5(bench, &imc, &of_imc[i]);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_e5_links)
{
	static const struct boxes qpi = {"qpi", 2, {{QPI0}, {QPI1}}, 0, 0},
				  r3qpi = {"r3qpi", 2, {{R3QPI0}, {R3QPI1}}, 0, 0};
	static const struct expected of_qpi[] = {
		{"TxL_FLITS_G1.SNP", EXTRA | 0x0100, 0, LOCALLY, {0}},
		{"RxL_FLITS_G1.HOM_NONREQ", EXTRA | 0x0402, 0, LOCALLY, {0}},
		{"RxL_FLITS_G1.SNP", EXTRA | 0x0102, 0, {0}, LOCALLY},
		{"TxL_FLITS_G1.HOM_NONREQ", EXTRA | 0x0400, 0, {0}, LOCALLY},
		{"TxL_FLITS_G1.HOM_REQ", EXTRA | 0x0200, 0, {0, 1, 0, 1, 0, 1}, {0}},
		{"RxL_FLITS_G1.HOM_REQ", EXTRA | 0x0202, 0, {0}, {0, 1, 0, 1, 0, 1}},
		{"RxL_FLITS_G1.DRS_DATA", EXTRA | 0x0802, 0, {0, 8, 0, 8, 0, 0}, {0, 0, 0, 0, 0, 8}},
		{"TxL_FLITS_G1.DRS_DATA", EXTRA | 0x0800, 0, {0, 0, 0, 0, 0, 8}, {0, 8, 0, 8, 0, 0}},
		{"RxL_FLITS_G1.DRS_NONDATA", EXTRA | 0x1002, 0, REMOTELY, BACK_AWAY},
		{"RxL_FLITS_G1.DRS", EXTRA | 0x1802, 0, {0, 9, 0, 9, 0, 0}, {0, 0, 0, 0, 0, 9}},
		{"RxL_FLITS_G0.DATA", 0x0201, 0, {0, 8, 0, 8, 0, 0}, {0}},
		{"RxL_FLITS_G0.NON_DATA", 0x0401, 0, REMOTELY, REMOTELY},
		{"DIRECT2CORE.SUCCESS", 0x0113, 0, REMOTELY, {0}},
	};
	static const struct expected of_r3qpi[] = {
		{"RxR_INSERTS.DRS", 0x0811, 0, REMOTELY, {0}},
		{"RxR_INSERTS.HOM", 0x0111, 0, {0}, {0}},
	};
	struct bench *bench = two_e5();

	for (unsigned i = 0; i < ARRAY_SIZE(of_qpi); i++)
		check_e5(bench, &qpi, &of_qpi[i]);
	for (unsigned i = 0; i < ARRAY_SIZE(of_r3qpi); i++)
		check_e5(bench, &r3qpi, &of_r3qpi[i]);
	expect_clean(bench);
	bench_free(bench);
}

/* 327043 p.92: of DRS DataC, message class 14 and opcode 0, with masks that compare class and opcode. */
TEST(test_e5_packets)
{
	static const uint8_t match[] = {QPI0_MATCH};
	static const struct boxes qpi = {"qpi", 1, {{QPI0}}, 0, 0};
	static const struct expected count = {"CTO_COUNT", EXTRA | 0x0038, 0, {0}, {0}};
	struct bench *bench = two_e5();

	for (unsigned i = 0; i < 2; i++) {
		prepare(bench, READ_REMOTE);
		set_config(bench, 0, match, 0x228, i ? 0x1800 : 0x1c00);
		set_config(bench, 0, match, 0x238, 0x1f80);
		e5_program(bench, 0, &qpi, &count);
		act(bench, READ_REMOTE);
		assert_int_equal(e5_sum(bench, 0, &qpi), i ? 0 : LINES / 2);
	}
	bench_free(bench);
}

/* 327043 pp. 48, 49: pages and opcodes, RdData of reads and RdInvOwn of RFOs. */
TEST(test_e5_addresses)
{
	static const uint8_t at[] = {HA};
	static const struct boxes ha = {"ha", 1, {{HA}}, 0, 0};
	static const struct expected count = {"ADDR_OPC_MATCH", 0x0320, 0, {0}, {0}};
	static const struct {
		enum stimulus stimulus;
		unsigned line, opcode, own, other;
	} rows[] = {
		{READ_LOCAL, 5, 0x02, 1, 0},  {READ_LOCAL, 5, 0x04, 0, 0},     {WRITE_LOCAL, 5, 0x04, 1, 0},
		{WRITE_LOCAL, 5, 0x02, 0, 0}, {READ_LOCAL, LINES, 0x02, 0, 0}, {READ_REMOTE, 7, 0x02, 0, 1},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench *bench = two_e5();
		uint64_t address = line(MEMORY(rows[i].stimulus == READ_REMOTE), rows[i].line);

		prepare(bench, rows[i].stimulus);
		for (unsigned s = 0; s < 2; s++) {
			set_config(bench, s, at, 0x40, (uint32_t)address & ~0x3fu);
			set_config(bench, s, at, 0x44, address >> 32);
			set_config(bench, s, at, 0x48, rows[i].opcode);
			e5_program(bench, s, &ha, &count);
		}
		act(bench, rows[i].stimulus);
		assert_int_equal(e5_sum(bench, 0, &ha), rows[i].own);
		assert_int_equal(e5_sum(bench, 1, &ha), rows[i].other);
		expect_clean(bench);
		bench_free(bench);
	}
}

/* Which of several boxes: the published hash, with o2 as the highest bit, and two bits of the address. */
TEST(test_e5_which)
{
	static const uint64_t addresses[] = {0x0, 0x40, 0x80, 0x100, 0x1000, 0x3ffc0, 0x12345640, 0x7fffffc0};
	static const uint8_t slices[] = {0, 1, 2, 4, 5, 2, 6, 1};
	static const struct boxes cbox = {.name = "cbox", .count = 8},
				  imc = {"imc", 4, {{IMC0}, {IMC1}, {IMC2}, {IMC3}}, 0, 0};
	static const struct expected irq = {.select = 0x0113}, cas = {.select = 0x0304};
	struct bench *bench = two_e5();

	for (unsigned i = 0; i < ARRAY_SIZE(addresses); i++) {
		flush(bench, 0);
		e5_program(bench, 0, &cbox, &irq);
		e5_program(bench, 0, &imc, &cas);
		touch(bench, 0, addresses[i], false);
		for (unsigned n = 0; n < 8; n++)
			assert_int_equal(read_on(bench, 0, CBOX_CTR(n, 0)), n == slices[i]);
		for (unsigned n = 0; n < 4; n++)
			assert_int_equal(config(bench, 0, imc.at[n], PCI_CTR(0)), n == (addresses[i] >> 6) % 4);
	}
	bench_free(bench);
}

/* The v2's and its successors': events that have kept their codes, and requests by whose they are (perfmon). */
enum { OF_CBOX, OF_HA, OF_IMC, OF_QPI, OF_BOXES };
static void check_successor(const char *machine, const struct boxes boxes[OF_BOXES])
{
	static const struct {
		unsigned boxes;
		struct expected expected;
	} rows[] = {
		{OF_CBOX, {"TOR_INSERTS.MISS_OPCODE", 0x0335, UINT64_C(0x182) << 20, {1, 1, 0, 0, 0, 0}, {0}}},
		{OF_CBOX, {"TOR_INSERTS.LOCAL_OPCODE", 0x2135, UINT64_C(0x182) << 20, {1, 0, 0, 0, 0, 0}, {0}}},
		{OF_CBOX, {"TOR_INSERTS.REMOTE_OPCODE", 0x8135, UINT64_C(0x180) << 20, {0, 0, 0, 1, 0, 0}, {0}}},
		{OF_CBOX, {"TOR_INSERTS.NID_OPCODE", 0x4135, UINT64_C(0x182) << 20 | 2, {0, 1, 0, 0, 0, 0}, {0}}},
		{OF_HA, {"REQUESTS.READS_LOCAL", 0x0101, 0, LOCALLY, {0}}},
		{OF_HA, {"REQUESTS.READS_REMOTE", 0x0201, 0, {0}, REMOTELY}},
		{OF_HA, {"REQUESTS.READS", 0x0301, 0, LOCALLY, REMOTELY}},
		{OF_HA, {"REQUESTS.WRITES", 0x0c01, 0, BACK_HERE, BACK_AWAY}},
		{OF_HA, {"REQUESTS.INVITOE_LOCAL", 0x1001, 0, {0}, {0}}},
		{OF_HA, {"IMC_READS.NORMAL", 0x0117, 0, LOCALLY, REMOTELY}},
		{OF_IMC, {"CAS_COUNT.RD", 0x0304, 0, LOCALLY, REMOTELY}},
		{OF_IMC, {"CAS_COUNT.WR", 0x0c04, 0, BACK_HERE, BACK_AWAY}},
		{OF_IMC, {"ACT_COUNT.RD", 0x0101, 0, LOCALLY, REMOTELY}},
		{OF_QPI, {"RxL_FLITS_G1.DRS_DATA", EXTRA | 0x0802, 0, {0, 8, 0, 8, 0, 0}, {0, 0, 0, 0, 0, 8}}},
		{OF_QPI, {"TxL_FLITS_G1.DRS_DATA", EXTRA | 0x0800, 0, {0, 0, 0, 0, 0, 8}, {0, 8, 0, 8, 0, 0}}},
	};
	static const struct expected wpq = {"WPQ_INSERTS", 0x0020, 0, BACK_HERE, BACK_AWAY};
	struct bench *bench = seen(bench_of(machine, 2, "background = 0\n"), 2);

	for (unsigned socket = 0; socket < 2; socket++)
		write_on(bench, socket, 0x1a4, 0xf);
	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
		check_e5(bench, &boxes[rows[i].boxes], &rows[i].expected);
	if (boxes->version == 2)
		check_e5(bench, &boxes[OF_IMC], &wpq);
	expect_clean(bench);
	bench_free(bench);
}

TEST(test_e5_v2)
{
	static const struct boxes boxes[OF_BOXES] = {
		[OF_CBOX] = {.name = "cbox", .count = 15, .version = 2},
		[OF_HA] = {"ha", 2, {{HA}, {28, 1}}, 0, 2},
		[OF_IMC] = {"imc", 8, {{16, 4}, {16, 5}, {16, 0}, {16, 1}, {30, 4}, {30, 5}, {30, 0}, {30, 1}}, 0, 2},
		[OF_QPI] = {"qpi", 3, {{QPI0}, {QPI1}, {24, 2}}, 0, 2},
	};

	check_successor("xeon-e5-2600-v2", boxes);
}

TEST(test_e5_v3_and_v4)
{
	struct boxes boxes[OF_BOXES] = {
		[OF_CBOX] = {.name = "cbox", .count = 18, .version = 3},
		[OF_HA] = {"ha", 2, {{18, 1}, {18, 5}}, 0, 3},
		[OF_IMC] = {"imc", 8, {{20, 0}, {20, 1}, {21, 0}, {21, 1}, {23, 0}, {23, 1}, {24, 0}, {24, 1}}, 0, 3},
		[OF_QPI] = {"qpi", 3, {{QPI0}, {QPI1}, {10, 2}}, 0, 3},
	};

	check_successor("xeon-e5-2600-v3", boxes);
	boxes[OF_CBOX].count = 24;
	check_successor("xeon-e5-2600-v4", boxes);
}

/* ---- faults of meaning ------------------------------------------------------------------------------- */

/* What of 64 lines a fault leaves, or adds, in both sockets; each has a channel and a slice in eight of them broken. */
TEST(test_faults_of_meaning)
{
	static const struct boxes cbox = {.name = "cbox", .count = 8};
	static const struct boxes imc = {"imc", 4, {{IMC0}, {IMC1}, {IMC2}, {IMC3}}, 0, 0},
				  ha = {"ha", 1, {{HA}}, 0, 0};
	static const struct {
		const char *fault;
		const struct boxes *boxes;
		enum stimulus stimulus;
		uint64_t select, extra;
		unsigned own, other;
	} rows[] = {
		{"cbox0.box_filter.deaf=24", &cbox, READ_LOCAL, 0x0335, OPC(0x182), 56, 0},
		{"cbox0.box_filter.deaf=24", &cbox, WRITE_LOCAL, 0x0335, OPC(0x182), 8, 0},
		{"cbox0.box_filter.deaf=10", &cbox, READ_LOCAL, 0x4335, OPC(0x182) | NODE(1), 56, 0},
		{"cbox0.ctl0.deaf=0", &cbox, READ_LOCAL, 0x0335, OPC(0x182), 56, 0}, /* 0x34 */
		{"imc1.ctl0.deaf=8", &imc, READ_LOCAL, 0x0104, 0, 48, 0},
		{"imc1.lines.lost=2", &imc, READ_LOCAL, 0x0304, 0, 56, 0},
		{"imc1.lines.doubled=2", &imc, READ_REMOTE, 0x0304, 0, 0, 72},
		{"imc1.ctr0.lost=2", &imc, READ_LOCAL, 0x0304, 0, 56, 0},
		{"imc1.ctr0.doubled=4", &imc, READ_LOCAL, 0x0304, 0, 68, 0},
		{"imc2.lines.written", &imc, READ_LOCAL, 0x0304, 0, 48, 0},
		{"imc2.lines.written", &imc, READ_LOCAL, 0x0c04, 0, 16, 0},
		{"ha.lines.local", &ha, READ_REMOTE, 0x0410, 0, 0, 64},
		{"ha.lines.local", &ha, READ_REMOTE, 0x0301, 0, 64, 64},
		{"ha.lines.local", &ha, READ_REMOTE, 0x0210, 0, 64, 0},
		{"imc1.lines.local", &imc, BACK_REMOTE, 0x0c04, 0, 16, 64},
		{"cbox0.box_filter.open=24", &cbox, READ_LOCAL, 0x0335, OPC(0x180), 8, 0},
		{"cbox0.box_filter.open=24", &cbox, READ_LOCAL, 0x0335, OPC(0x182), 64, 0},
		{"cbox0.box_filter.open=24", &cbox, READ_LOCAL, 0x0335, OPC(0x192), 0, 0},
		{"imc1.events.deaf=8", &imc, READ_LOCAL, 0x0104, 0, 48, 0},
		{"ha.events.deaf=1", &ha, WRITE_LOCAL, 0x0306, 0, 0, 0},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct expected row = {.select = rows[i].select, .extra = rows[i].extra};
		char scenario[96];
		struct bench *bench;
		uint64_t own, other;

		snprintf(scenario, sizeof(scenario), "background = 0\nfault = %s\n", rows[i].fault);
		bench = two_e5_with(scenario);
		prepare(bench, rows[i].stimulus);
		e5_program(bench, 0, rows[i].boxes, &row);
		e5_program(bench, 1, rows[i].boxes, &row);
		act(bench, rows[i].stimulus);
		own = e5_sum(bench, 0, rows[i].boxes);
		other = e5_sum(bench, 1, rows[i].boxes);
		if (own != rows[i].own || other != rows[i].other)
			fail_msg("%s, select 0x%llx: %llu and %llu", rows[i].fault, (unsigned long long)row.select,
				 (unsigned long long)own, (unsigned long long)other);
		bench_free(bench);
	}
}

TEST(test_swapped_channels)
{
	static const struct boxes imc = {"imc", 4, {{IMC0}, {IMC1}, {IMC2}, {IMC3}}, 0, 0};
	static const struct expected cas = {.select = 0x0304};
	static const uint8_t channel[] = {1, 0, 2, 3};
	struct bench *bench = two_e5_with("background = 0\nfault = imc0.lines.swapped\n");

	for (unsigned i = 0; i < 4; i++) {
		flush(bench, 0);
		e5_program(bench, 0, &imc, &cas);
		touch(bench, 0, 64 * i, false);
		for (unsigned n = 0; n < 4; n++)
			assert_int_equal(config(bench, 0, imc.at[n], PCI_CTR(0)), n == channel[i]);
	}
	bench_free(bench);
}

TEST(test_faults_of_lines_that_are_none)
{
	static const char *const rows[][3] = {
		{"xeon-e5-2600", "pcu.lines.lost", "no lines of memory pass it"},
		{"xeon-e5-2600", "ha.lines.swapped", "it is the only box of its type"},
		{"xeon-e5-2600", "cbox0.lines.written", "it does not count both"},
		{"xeon-e5-2600", "ha.lines.local", "there is no other socket"},
		{"xeon-e5-2600", "imc0.events.deaf=22", "says of no event which it is"},
		{"xeon-e5-2600", "pcu.box_filter.open=3", "compared with nothing"},
		{"xeon-e5-2600", "cbox0.box_filter.deaf=6", "that bit holds nothing"},
		{"xeon-e5-2600", "imc0.ctl0.deaf=22", "does not say how an event is counted"},
		{"xeon-e5-2600-v2", "irp.lines.lost", "no lines of memory pass it"},
		{"xeon-7500", "wbox.lines.doubled", "no lines of memory pass it"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench bench;
		char scenario[96];

		snprintf(scenario, sizeof(scenario), "fault = %s\n", rows[i][1]);
		assert_false(bench_try_of(&bench, rows[i][0], 1, scenario));
		if (!strstr(bench.error, rows[i][2]))
			fail_msg("%s: %s", rows[i][1], bench.error);
		free(bench.memory);
	}
}

/* ---- other maps --------------------------------------------------------------------------------------- */

/* The C-Box that a line goes to. */
static unsigned cbox_of(struct bench *bench, uint64_t address, unsigned count)
{
	const struct boxes cbox = {.name = "cbox", .count = count};
	static const struct expected irq = {.select = 0x0113};
	unsigned found = 99;

	flush(bench, 0);
	e5_program(bench, 0, &cbox, &irq);
	touch(bench, 0, address, false);
	for (unsigned n = 0; n < count; n++)
		if (read_on(bench, 0, CBOX_CTR(n, 0)))
			found = n;
	assert_int_equal(e5_sum(bench, 0, &cbox), 1);
	return found;
}

TEST(test_maps_of_slices)
{
	struct bench *bench = two_e5_with("background = 0\nslices = 7 6 5 4 3 2 0 1\n");

	assert_int_equal(cbox_of(bench, 0x0, 8), 7);
	assert_int_equal(cbox_of(bench, 0x12345640, 8), 0);
	assert_int_equal(cbox_of(bench, 0x3fffffffc0, 8), 1);
	bench_free(bench);
	bench = two_e5_with("background = 0\nslice.hash = 0x1040 0x80 0x100000100\n");
	assert_int_equal(cbox_of(bench, 0x1000, 8), 1);
	assert_int_equal(cbox_of(bench, 0x1040, 8), 0);
	assert_int_equal(cbox_of(bench, 0x100000180, 8), 2);
	bench_free(bench);
	bench = two_e5_with("background = 0\ncboxes = 5\nslices = 1 2 3 4 0\n");
	for (unsigned i = 0; i < 12; i++)
		assert_int_equal(cbox_of(bench, 64 * i, 5), (i % 5 + 1) % 5);
	bench_free(bench);
}

TEST(test_maps_that_are_none)
{
	static const char *const rows[][2] = {
		{"slices = 0 1 2\n", "slices: 3 numbers, but there are 8 slices"},
		{"slices = 0 1 1 2 3 4 5 6\n", "each number from 0 on is needed once"},
		{"slices = 0 1 2 3 4 5 6 8\n", "each number from 0 on is needed once"},
		{"slices = x\n", "each number from 0 on is needed once"},
		{"slices =\n", "slices"},
		{"slice.hash = 0x40 0x80\n", "three masks"},
		{"slice.hash = 0x40 0x80 0x100 0x200\n", "three masks"},
		{"slice.hash = 0x40 0x80 0x3f\n", "three masks"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench bench;

		assert_false(bench_try_of(&bench, "xeon-e5-2600", 1, rows[i][0]));
		if (!strstr(bench.error, rows[i][1]))
			fail_msg("%s: %s", rows[i][0], bench.error);
		free(bench.memory);
	}
}

/* ---- pages: what of them is seen -------------------------------------------------------------------- */

/* What the home agent counted of reads and writes since it was asked last. */
static void expect_requests(struct bench *bench, unsigned reads, unsigned writes)
{
	static const uint8_t ha[] = {HA};
	uint64_t read = config(bench, 0, ha, PCI_CTR(0)), written = config(bench, 0, ha, PCI_CTR(1));

	if (read != reads || written != writes)
		fail_msg("%llu reads and %llu writes, expected %u and %u", (unsigned long long)read,
			 (unsigned long long)written, reads, writes);
	set_config(bench, 0, ha, PCI_BOX, FROZEN);
	clear_counter(bench, 0, ha, 0);
	clear_counter(bench, 0, ha, 1);
	set_config(bench, 0, ha, PCI_BOX, RUN);
}

static struct bench *one_home(const char *scenario)
{
	static const uint8_t ha[] = {HA};
	struct bench *bench = bench_of("xeon-e5-2600", 2, scenario);

	write_on(bench, 0, 0x1a4, 0xf);
	write_on(bench, 1, 0x1a4, 0xf);
	set_config(bench, 0, ha, PCI_BOX, RUN);
	set_config(bench, 0, ha, PCI_CTL(0), EN | 0x0301);
	set_config(bench, 0, ha, PCI_CTL(1), EN | 0x0c01);
	return bench;
}

static unsigned forgotten;

static void count_forgotten(void *context, uint64_t page)
{
	assert_ptr_equal(context, &forgotten);
	assert_int_equal(page & 0xfff, 0);
	forgotten++;
}

TEST(test_states_of_pages)
{
	struct bench *bench = seen(one_home("background = 0\n"), 2);

	touch(bench, 0, 0x10000, false); /* untouched to clean */
	expect_requests(bench, 1, 0);
	touch(bench, 0, 0x10000, true); /* the same line: silently */
	expect_requests(bench, 0, 0);
	touch(bench, 0, 0x11000, true); /* untouched to dirty */
	expect_requests(bench, 1, 0);
	touch(bench, 0, 0x12000, false);
	touch(bench, 0, 0x12040, true); /* another line */
	expect_requests(bench, 2, 0);
	touch(bench, 0, 0x11080, false); /* what needs no new right is nothing */
	touch(bench, 0, 0x11080, true);
	expect_requests(bench, 0, 0);
	flush(bench, 1); /* another socket's caches */
	expect_requests(bench, 0, 0);
	forgotten = 0;
	silicon_flush_caches(bench->silicon, bench->now, 0, count_forgotten, &forgotten);
	expect_requests(bench, 0, 3);
	assert_int_equal(forgotten, 3);
	flush(bench, 0); /* nothing is left */
	expect_requests(bench, 0, 0);
	touch(bench, 0, 0x10000, false);
	expect_requests(bench, 1, 0);
	bench_free(bench);
}

/* What cannot be remembered is counted when it is touched, and never written back. */
TEST(test_more_pages_than_room)
{
	struct bench *bench = seen(one_home("background = 0\n"), 2);

	for (unsigned i = 0; i < PAGES + 10; i++)
		touch(bench, 0, i * 4096u, true);
	expect_requests(bench, PAGES + 10, 0);
	assert_non_null(strstr(bench->log, "pages touched"));
	flush(bench, 0);
	expect_requests(bench, 0, PAGES);
	bench_free(bench);
}

/* MSR 0x1a4 bit 1: as long as it is clear, the other line of 128 bytes is read too. */
TEST(test_prefetch)
{
	struct bench *bench = seen(one_home("background = 0\n"), 2);
	struct silicon_access access = bench_access(0, 0x1a4);

	assert_int_equal(get(bench, 0x1a4), 0xf);
	assert_int_equal(get(bench, 0x34), 0);
	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, 0x10), SILICON_FAULT);
	put(bench, 0x1a4, 0xd);
	touch(bench, 0, 0x10000, false);
	touch(bench, 0, 0x11000, true);
	expect_requests(bench, 4, 0);
	flush(bench, 0);
	expect_requests(bench, 0, 1);
	silicon_leave(bench->silicon, bench->now);
	assert_true(bench->violations);
	bench_free(bench);
}

TEST(test_switched_off)
{
	struct bench *bench = seen(one_home("background = 0\nwork = off\n"), 2);

	touch(bench, 0, 0x10000, true);
	flush(bench, 0);
	expect_requests(bench, 0, 0);
	assert_false(silicon_tracks(bench->silicon));
	bench_free(bench);
}

TEST(test_settings)
{
	struct bench bench;

	assert_false(bench_try(&bench, 1, "work = on\n"));
	assert_non_null(strstr(bench.error, "work: one of these is needed: auto off"));
	free(bench.memory);
	assert_false(bench_try(&bench, 1, "background = 1001\n"));
	assert_non_null(strstr(bench.error, "background: a number from 0 to 1000 is needed"));
	free(bench.memory);
}

/* ---- counters --------------------------------------------------------------------------------------- */

/* A counter that is not enabled, or frozen, sees nothing; thresholds that one happening does not reach let none pass. */
TEST(test_windows)
{
	static const uint8_t ha[] = {HA};
	struct bench *bench = seen(one_home("background = 0\n"), 2);

	set_config(bench, 0, ha, PCI_BOX, FROZEN);
	touch(bench, 0, 0x10000, false);
	expect_requests(bench, 0, 0);
	set_config(bench, 0, ha, PCI_CTL(0), 0x0301);
	touch(bench, 0, 0x11000, false);
	expect_requests(bench, 0, 0);
	set_config(bench, 0, ha, PCI_CTL(0), EN | THRESH(1) | 0x0301);
	touch(bench, 0, 0x12000, false);
	expect_requests(bench, 1, 0);
	set_config(bench, 0, ha, PCI_CTL(0), EN | THRESH(2) | 0x0301);
	touch(bench, 0, 0x13000, false);
	expect_requests(bench, 0, 0);
	bench_free(bench);
}

/* ---- Xeon 7500 --------------------------------------------------------------------------------------- */

/* Boxes by their bases; a companion register, and what it is set to. */
struct old_row {
	struct expected expected;
	uint32_t base[10];
	uint8_t boxes, counter;
	uint32_t companion[2];
};

static void old_program(struct bench *bench, unsigned socket, const struct old_row *row)
{
	for (unsigned n = 0; n < row->boxes; n++) {
		uint32_t base = row->base[n];

		if (row->companion[0])
			write_on(bench, socket, row->companion[n], row->expected.extra);
		write_on(bench, socket, SEL(base, row->counter), row->expected.select);
		write_on(bench, socket, CTR(base, row->counter), 0);
		write_on(bench, socket, base, BIT(row->counter));
	}
	write_on(bench, socket, U_CTL, EN_ALL);
}

static uint64_t old_sum(struct bench *bench, unsigned socket, const struct old_row *row)
{
	uint64_t sum = 0;

	write_on(bench, socket, U_CTL, 0);
	for (unsigned n = 0; n < row->boxes; n++)
		sum += read_on(bench, socket, CTR(row->base[n], row->counter));
	return sum;
}

static void check_old(struct bench *bench, const struct old_row *row)
{
	const struct expected *expected = &row->expected;

	for (unsigned stimulus = 0; stimulus < STIMULI; stimulus++) {
		uint64_t own, other;

		prepare(bench, stimulus);
		old_program(bench, 0, row);
		old_program(bench, 1, row);
		act(bench, stimulus);
		own = old_sum(bench, 0, row);
		other = old_sum(bench, 1, row);
		if (own != (uint64_t)LINES * expected->own[stimulus] ||
		    other != (uint64_t)LINES * expected->other[stimulus])
			fail_msg("%s, stimulus %u: %llu and %llu of %u lines", expected->name, stimulus,
				 (unsigned long long)own, (unsigned long long)other, LINES);
	}
}

#define C_BOXES {0xd00, 0xd80, 0xd40, 0xdc0, 0xd20, 0xda0, 0xd60, 0xde0}, 8
#define S_BOXES {0xc40, 0xcc0}, 2
#define B_BOXES {0xc20, 0xc60}, 2
#define M_BOXES {0xca0, 0xce0}, 2
#define R_BOXES {0xe00, 0xe20}, 2
#define FVC                  \
	{                    \
		0xcab, 0xceb \
	}
#define PLD                  \
	{                    \
		0xcaa, 0xcea \
	}
#define IPERF_OF_PORTS_0_4   \
	{                    \
		0xe04, 0xe08 \
	}
#define C(name, select, own, other)                               \
	{                                                         \
		{name, EN | (select), 0, own, other}, C_BOXES, 0, \
		{                                                 \
			0                                         \
		}                                                 \
	}
#define S(name, select, own, other)                               \
	{                                                         \
		{name, EN | (select), 0, own, other}, S_BOXES, 0, \
		{                                                 \
			0                                         \
		}                                                 \
	}
#define B(name, counter, code, own, other)                                     \
	{                                                                      \
		{name, BIT(0) | (code) << 1, 0, own, other}, B_BOXES, counter, \
		{                                                              \
			0                                                      \
		}                                                              \
	}
#define M(name, code, with, register_, own, other)                                    \
	{                                                                             \
		{name, BIT(0) | (code) << 9, with, own, other}, M_BOXES, 0, register_ \
	}
#define R(name, with, own, other)                                                \
	{                                                                        \
		{name, BIT(0), with, own, other}, R_BOXES, 0, IPERF_OF_PORTS_0_4 \
	}
#define NOT       \
	{         \
		0 \
	}

/* clang-format off */
static const struct old_row old_rows[] = {
	C("TRANS_IRQ", 0x0019, FETCH, NOT),
	C("LLC_MISSES.ALL", 0x0714, FETCH, NOT),
	C("LLC_MISSES.I", 0x0414, FETCH, NOT),
	C("TRANS_MAF", 0x001f, FETCH, NOT),
	C("LLC_S_FILLS.E", 0x0216, FETCH, NOT),
	C("LLC_HITS.M", 0x0115, NOT, NOT),
	C("SNPS", 0x0327, NOT, NOT),
	S("PKTS_SENT_HOM.BBOX", 0x0260, LOCALLY, NOT),
	S("PKTS_SENT_HOM.RBOX", 0x0160, REMOTELY, NOT),
	S("PKTS_SENT_HOM.RBBOX", 0x0360, FETCH, NOT),
	S("TO_R_B_REQUESTS.LOCAL", 0x016c, LOCALLY, NOT),
	S("TO_R_B_REQUESTS.ALL", 0x036c, FETCH, NOT),
	S("PKTS_RCVD_DRS_FROM_B", 0x0073, LOCALLY, NOT),
	S("PKTS_RCVD_DRS_FROM_R", 0x0072, REMOTELY, NOT),
	S("PKTS_SENT_SNP", 0x0062, NOT, NOT),
	B("IMT_INSERTS_RD", 1, 0x1d, LOCALLY, REMOTELY),
	B("IMT_INSERTS_NON_IOH_RD", 1, 0x1f, LOCALLY, REMOTELY),
	B("IMT_INSERTS_WR", 1, 0x0c, BACK_HERE, BACK_AWAY),
	B("IMT_INSERTS_NON_IOH_WR", 1, 0x0e, BACK_HERE, BACK_AWAY),
	B("IMT_INSERTS_ALL", 1, 0x07, BOTH_HERE, BOTH_AWAY),
	B("IMT_INSERTS_NON_IOH", 1, 0x0b, BOTH_HERE, BOTH_AWAY),
	B("IMT_INSERTS_IOH", 1, 0x0a, NOT, NOT),
	B("MSGS_S_TO_B", 2, 0x02, LOCALLY, REMOTELY),
	B("IMPLICIT_WBS", 3, 0x12, NOT, NOT),
	M("FVC_EV0:BBOX_CMDS.READS", 0x0d, 0x2800, FVC, LOCALLY, REMOTELY),
	M("FVC_EV0:BBOX_CMDS.WRITES", 0x0d, 0x2820, FVC, BACK_HERE, BACK_AWAY),
	M("BBOX_CMDS_ALL", 0x1a, 0, NOT, BOTH_HERE, BOTH_AWAY),
	M("DRAM_CMD.RAS", 0x0a, 0x200, PLD, BOTH_HERE, BOTH_AWAY),
	M("DRAM_CMD.CAS_RD_CLS", 0x0a, 0x500, PLD, LOCALLY, REMOTELY),
	M("DRAM_CMD.CAS_RD_OPN", 0x0a, 0x300, PLD, NOT, NOT),
	M("DRAM_CMD.CAS_WR_CLS", 0x0a, 0x600, PLD, BACK_HERE, BACK_AWAY),
	M("PAGE_EMPTY", 0x15, 0, NOT, BOTH_HERE, BOTH_AWAY),
	M("PAGE_HIT", 0x14, 0, NOT, NOT, NOT),
	R("NEW_PACKETS_RECV.ANY.DRS", 0xc4, REMOTELY, NOT),
	R("NEW_PACKETS_RECV.ANY.HOM", 0xe0, NOT, REMOTELY),
	R("NEW_PACKETS_RECV.ANY.ALL", 0xff, REMOTELY, REMOTELY),
	{{"FLITS_SENT", BIT(0), BIT(31), REMOTELY, {0, 9, 0, 9, 0, 0}}, R_BOXES, 0, IPERF_OF_PORTS_0_4},
};
/* clang-format on */

TEST(test_xeon_7500)
{
	struct bench *bench = seen(bench_make(2, "background = 0\n"), 2);

	for (unsigned socket = 0; socket < 2; socket++)
		write_on(bench, socket, 0x1a4, 0xf);
	for (unsigned i = 0; i < ARRAY_SIZE(old_rows); i++)
		check_old(bench, &old_rows[i]);
	expect_clean(bench);
	bench_free(bench);
}

/* Filters of the S-Box, by address, and of the B-Box, by opcode and address (323535 pp. 45, 63), of what goes to another socket's
 * memory: RdData, and RdInvOwn for writing. */
TEST(test_xeon_7500_filters)
{
	static const struct old_row opcodes = {{"OPCODE_IN_MATCH", BIT(0) | 3 << 1, 0, {0}, {0}}, B_BOXES, 1, {0}};
	static const struct old_row addresses = {{"ADDR_IN_MATCH", BIT(0) | 4 << 1, 0, {0}, {0}}, B_BOXES, 2, {0}};
	static const struct old_row sent = {{"TO_R_PROG_EV", EN | 0x0000, 0, {0}, {0}}, S_BOXES, 0, {0}};
	static const struct {
		const struct old_row *row;
		enum stimulus stimulus;
		uint64_t match, mask; /* of the B-Box */
		uint64_t ignored;     /* of the S-Box: its mask */
		unsigned own, other;
	} rows[] = {
		{&opcodes, READ_REMOTE, UINT64_C(2) << 52, MASK(52, 4), 0, 0, LINES},
		{&opcodes, WRITE_REMOTE, UINT64_C(2) << 52, MASK(52, 4), 0, 0, 0},
		{&opcodes, WRITE_REMOTE, UINT64_C(4) << 52, MASK(52, 4), 0, 0, LINES},
		{&opcodes, READ_LOCAL, UINT64_C(2) << 52, MASK(52, 4), 0, LINES, 0},
		{&addresses, READ_REMOTE, 9, MASK(0, 44), 0, 0, 1}, /* the line of that number */
		{&addresses, READ_REMOTE, LINES, MASK(0, 44), 0, 0, 0},
		{&sent, READ_REMOTE, 0, 0, MASK(0, 39), LINES, 0},
		{&sent, READ_LOCAL, 0, 0, MASK(0, 39), 0, 0},
		{&sent, READ_REMOTE, 0, 0, MASK(1, 38), 0, 0}, /* of node 0 alone */
	};

	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		struct bench *bench = seen(bench_make(2, "background = 0\n"), 2);
		uint64_t match =
			rows[i].row == &addresses ? line(MEMORY(1), (unsigned)rows[i].match) >> 6 : rows[i].match;

		for (unsigned s = 0; s < 4; s++) {
			write_on(bench, s / 2, 0x1a4, 0xf);
			write_on(bench, s / 2, B_FILTER(s % 2), match);
			write_on(bench, s / 2, B_FILTER(s % 2) + 1, rows[i].mask);
			write_on(bench, s / 2, S_FILTER(s % 2) + 2, rows[i].ignored);
			write_on(bench, s / 2, S_FILTER(s % 2), BIT(63));
		}
		prepare(bench, rows[i].stimulus);
		old_program(bench, 0, rows[i].row);
		old_program(bench, 1, rows[i].row);
		act(bench, rows[i].stimulus);
		assert_int_equal(old_sum(bench, 0, rows[i].row), rows[i].own);
		assert_int_equal(old_sum(bench, 1, rows[i].row), rows[i].other);
		expect_clean(bench);
		bench_free(bench);
	}
}

/* An overflow that a touch brings asks for a PMI and freezes all counters, before the next touch. */
TEST(test_overflow_by_touch)
{
	struct bench *bench = seen(bench_make(1, "background = 0\n"), 1);

	put(bench, 0x1a4, 0xf);
	for (unsigned n = 0; n < 2; n++)
		set_any(bench, M_BASE(n), 0, BIT(0) | BIT(1) | BIT(6) | 0x1a << 9, TOP - 3);
	start(bench, FRZ_ALL | CORE(0));
	for (unsigned i = 0; i < 8; i++)
		touch(bench, 0, 0x20000 + 4096 * i, false);
	assert_int_equal(bench->pmis, 1);
	assert_int_equal(get(bench, U_CTL) & EN_ALL, 0);
	assert_true((get(bench, CTR(M_BASE(0), 0)) == 0) != (get(bench, CTR(M_BASE(1), 0)) == 0));
	bench_free(bench);
}
