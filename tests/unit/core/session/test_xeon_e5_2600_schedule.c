/* SPDX-License-Identifier: BSD-2-Clause */
/* Which events of the Xeon E5-2600 can be counted together: filters that are one for a box, counters that few events
 * can use, occupancies and what looks at them. */
#include "core/session/schedule.h"
#include "tests/unit/support/unit.h"

static struct {
	struct arena arena;
	struct machine machine;
	struct machine_box boxes[32];
	uint64_t memory[1 << 14];
} rig;

static int set_up(void **state)
{
	const struct processor *processor = processor_by_name("xeon-e5-2600");

	(void)state;
	memset(&rig, 0, sizeof(rig));
	rig.arena = (struct arena){.at = (uint8_t *)rig.memory, .size = sizeof(rig.memory)};
	rig.machine =
		(struct machine){.arena = &rig.arena, .processor = processor, .boxes = rig.boxes, .socket_count = 1};
	for (unsigned t = 0; t < processor->type_count; t++)
		for (uint16_t i = 0; processor->types[t]->scope == BOX_OF_SOCKET && i < processor->types[t]->instances;
		     i++)
			rig.boxes[rig.machine.box_count++] = (struct machine_box){
				.box = {.type = processor->types[t], .instance = i}, .state = BOX_FOUND};
	return 0;
}

static struct event_config configs[SCHEDULE_CONFIGS];

/* The assignments of a list of events; 0 and the reason if there are none. */
static unsigned assign(const char *list, struct schedule *schedule, struct text *reason)
{
	struct slice rest = slice_of(list);
	struct schedule_request request = {.machine = &rig.machine, .configs = configs, .sockets = 1};
	struct diagnostic diagnostic;

	while (rest.at) {
		struct slice string = event_list_cut(&rest);

		if (!event_parse(rig.machine.processor, string, &configs[request.config_count++], &diagnostic))
			fail_msg("%.*s: %s", (int)string.length, string.at, diagnostic.reason);
	}
	return schedule_make(&request, schedule, reason) ? schedule->count : 0;
}

static void check_refused(const char *list, const char *said)
{
	char bytes[512];
	struct text reason = TEXT_OVER(bytes);
	struct schedule schedule;

	if (assign(list, &schedule, &reason))
		fail_msg("%s: taken", list);
	if (!strstr(bytes, said))
		fail_msg("%s: %s", list, bytes);
}

static void check_taken(const char *list, unsigned count)
{
	char bytes[512];
	struct text reason = TEXT_OVER(bytes);
	struct schedule schedule;

	if (assign(list, &schedule, &reason) != count)
		fail_msg("%s: %u, %s", list, schedule.count, bytes);
}

TEST(a_box_has_one_filter)
{
	check_refused("cbox0::UNC_C_TOR_INSERTS:OPCODE:OPC_DRD,cbox0::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO",
		      "field opc needs two values");
	check_taken("cbox0::UNC_C_TOR_INSERTS:OPCODE:OPC_DRD,cbox1::UNC_C_TOR_INSERTS:OPCODE:OPC_RFO", 2);
	check_taken("cbox0::UNC_C_TOR_INSERTS:OPCODE:OPC_DRD,cbox0::UNC_C_TOR_INSERTS:MISS_OPCODE:OPC_DRD", 2);
	/* Different fields of it do not disturb each other. */
	check_taken("cbox0::UNC_C_TOR_INSERTS:OPCODE:OPC_DRD,cbox0::UNC_C_LLC_LOOKUP:DATA_READ", 2);
	check_refused("cbox0::UNC_C_LLC_LOOKUP:DATA_READ:STATE_I,cbox0::UNC_C_LLC_LOOKUP:DATA_READ",
		      "field state needs two values");
	check_refused("cbox0::UNC_C_MISC:STARTED:tf=1:cf=2,cbox0::UNC_C_MISC:WC_ALIASING:tf=0:cf=2",
		      "field tid needs two values");
	check_refused("pcu::UNC_P_FREQ_BAND0_CYCLES:ff=9,pcu::UNC_P_DEMOTIONS_CORE0:ff=3",
		      "field band0 needs two values");
	check_taken("pcu::UNC_P_FREQ_BAND0_CYCLES:ff=9,pcu::UNC_P_FREQ_BAND1_CYCLES:ff=12,"
		    "pcu::UNC_P_FREQ_BAND2_CYCLES:ff=20,pcu::UNC_P_FREQ_BAND3_CYCLES:ff=30",
		    4);
	check_refused("qpi0::UNC_Q_CTO_COUNT:match0=0x1c00:mask0=0x1f80,"
		      "qpi0::UNC_Q_CTO_COUNT:match0=0x1d00:mask0=0x1f80",
		      "needs two values");
	check_refused("ha::UNC_H_ADDR_OPC_MATCH:lo_addr=1:opc=1,ha::UNC_H_ADDR_OPC_MATCH:lo_addr=1:opc=2",
		      "field opc needs two values");
}

TEST(counters_are_those_of_the_guide)
{
	check_refused("cbox0::UNC_C_TOR_OCCUPANCY,cbox0::UNC_C_RXR_OCCUPANCY:IRQ",
		      "1 of these 2 events at a time, on counter 0");
	check_refused("cbox0::UNC_C_RING_AD_USED:UP_EVEN,cbox0::UNC_C_RING_AK_USED:UP_EVEN,"
		      "cbox0::UNC_C_RING_BL_USED:UP_EVEN",
		      "on counter 2, 3");
	check_refused("r2pcie::UNC_R2_TXR_INSERTS,r2pcie::UNC_R2_RXR_AK_BOUNCES", "on counter 0");
	check_refused("r3qpi0::UNC_R3_CLOCKTICKS,r3qpi0::UNC_R3_RING_AD_USED:CW_EVEN,"
		      "r3qpi0::UNC_R3_RING_AK_USED:CW_EVEN,r3qpi0::UNC_R3_RING_BL_USED:CW_EVEN",
		      "r3qpi0 has 3 counters and 4 events");
	check_refused("imc0::UNC_M_CLOCKTICKS,imc0::UNC_M_CLOCKTICKS", "fixed counter");
}

TEST(what_follows_counter_0_needs_an_occupancy_there)
{
	check_refused("cbox0::UNC_C_COUNTER0_OCCUPANCY:t=1", "counter 0 adds in each cycle");
	check_refused("cbox0::UNC_C_COUNTER0_OCCUPANCY:t=1,cbox1::UNC_C_TOR_OCCUPANCY", "counter 0 adds in each cycle");
	check_refused("cbox0::UNC_C_COUNTER0_OCCUPANCY:t=1,cbox0::UNC_C_LLC_LOOKUP", "counter 0 adds in each cycle");
	check_taken("cbox0::UNC_C_COUNTER0_OCCUPANCY:t=1,cbox0::UNC_C_RXR_OCCUPANCY:IRQ", 2);
	check_taken("cbox0::UNC_C_COUNTER0_OCCUPANCY:e:t=1,cbox0::UNC_C_COUNTER0_OCCUPANCY:t=4,"
		    "cbox*::UNC_C_TOR_OCCUPANCY",
		    10);
}

/* 2 and a fixed one in the U-Box, 32 in CBos, 4 and 2 in the PCU, 4 in the home agent, 20 in channels of memory, 8 and
 * 4 and 6 on the ways out. */
TEST(there_is_an_event_for_every_counter)
{
	check_taken(rig.machine.processor->full_events, 3 + 32 + 6 + 4 + 20 + 8 + 4 + 6);
}

BEFORE_EACH(set_up)
