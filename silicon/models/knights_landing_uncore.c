/* SPDX-License-Identifier: BSD-2-Clause */
/* The other boxes of the Knights Landing uncore: events. */
#include "silicon/models/knights_landing.h"
#include "silicon/models/pmon.h"

/* clang-format off */
#define ROW(code_, subs_, run_, name_, sub_names_)                                                 \
	{.code = (code_), .subs = (subs_), .increment = 1, .run = (run_), .name = (name_),         \
	 .sub_names = (sub_names_)}
#define CLOCK(code_, name_)                                                                        \
	{.code = (code_), .increment = 1, .run = STATE, .flags = MODEL_CLOCKED, .name = (name_)}
#define LIST(rows) {rows, ARRAY_SIZE(rows), NULL}

enum { STATE = 8 };

/* Codes and umasks: libpfm4 and perfmon; M2PCIe's ALL as perfmon and LIKWID have it; the IRP's: LIKWID. */
static const struct model_event imc_uclk_events[] = {CLOCK(0x00, "U_CLOCKTICKS")};
static const struct model_event imc_events[] = {
	CLOCK(0x00, "D_CLOCKTICKS"),
	ROW(0x03, 0x03, 1, "CAS_COUNT", "RD WR"),
};
static const struct model_event edc_uclk_events[] = {
	CLOCK(0x00, "U_CLOCKTICKS"),
	ROW(0x02, 0x3f, 1, "EDC_ACCESS",
	    "HIT_CLEAN HIT_DIRTY MISS_CLEAN MISS_DIRTY MISS_INVALID MISS_GARBAGE"),
};
static const struct model_event edc_eclk_events[] = {
	CLOCK(0x00, "E_CLOCKTICKS"),
	ROW(0x01, 0x01, 1, "RPQ_INSERTS", "ALL"),
	ROW(0x02, 0x01, 1, "WPQ_INSERTS", "ALL"),
};
static const struct model_event m2pcie_events[] = {
	ROW(0x10, 0x87, STATE, "INGRESS_CYCLES_NE", "CBO_IDI CBO_NCB CBO_NCS ALL"),
	{.code = 0x23, .subs = 0x3f, .increment = 1, .run = STATE, .counters = BIT(0) | BIT(1),
	 .name = "EGRESS_CYCLES_NE", .sub_names = "AD_0 AK_0 BL_0 AD_1 AK_1 BL_1"},
	ROW(0x24, 0xff, 1, "EGRESS_INSERTS", "AD_0 AK_0 BL_0 AK_CRD_0 AD_1 AK_1 BL_1 AK_CRD_1"),
	ROW(0x25, 0x3f, STATE, "EGRESS_CYCLES_FULL", "AD_0 AK_0 BL_0 AD_1 AK_1 BL_1"),
};
static const struct model_event irp_events[] = {
	CLOCK(0x00, "CLOCKTICKS"),
	ROW(0x01, 0x00, 1, "BL_DRS_ALLOCATIONS", NULL),
	ROW(0x02, 0x00, 1, "BL_NCB_ALLOCATIONS", NULL),
	ROW(0x03, 0x00, 1, "BL_NCS_ALLOCATIONS", NULL),
	ROW(0x04, 0x00, STATE, "BL_DRS_FULL", NULL),
	ROW(0x05, 0x00, STATE, "BL_NCB_FULL", NULL),
	ROW(0x06, 0x00, STATE, "BL_NCS_FULL", NULL),
	ROW(0x07, 0x00, STATE, "BL_DRS_OCCUPANCY", NULL),
	ROW(0x08, 0x00, STATE, "BL_NCB_OCCUPANCY", NULL),
	ROW(0x09, 0x00, STATE, "BL_NCS_OCCUPANCY", NULL),
	ROW(0x0a, 0x00, 1, "AK_ALLOCATIONS", NULL),
	ROW(0x0d, 0x00, STATE, "OUTBOUND_OCCUPANCY", NULL),
	ROW(0x0e, 0x00, 1, "OUTBOUND_NCB", NULL),
	ROW(0x0f, 0x00, 1, "OUTBOUND_NCS", NULL),
	ROW(0x12, 0x03, 1, "WRITE_CACHE", "SUB0 SUB1"),
	ROW(0x13, 0xd9, 1, "COHERENT_OPS", "RDCUR RFO ITOM WBMTOI CLFLUSH"),
	ROW(0x16, 0x7b, 1, "TRANSACTIONS", "SUB0 SUB1 SUB3 SUB4 SUB5 SUB6"),
	ROW(0x17, 0x7f, 1, "SNOOP_RESPONSES", "SUB0 SUB1 SUB2 SUB3 SUB4 SUB5 SUB6"),
	ROW(0x18, 0x00, STATE, "AD_STALLS", NULL),
	ROW(0x19, 0x00, STATE, "BL_STALLS", NULL),
};
const struct model_event_list model_knl_imc_uclk_events = LIST(imc_uclk_events);
const struct model_event_list model_knl_imc_events = LIST(imc_events);
const struct model_event_list model_knl_edc_uclk_events = LIST(edc_uclk_events);
const struct model_event_list model_knl_edc_eclk_events = LIST(edc_eclk_events);
const struct model_event_list model_knl_m2pcie_events = LIST(m2pcie_events);
const struct model_event_list model_knl_irp_events = LIST(irp_events);

/* clang-format on */

/* ---- what counters count -------------------------------------------------------------------------- */

void model_knl_mean_uncore(const struct model_sight *sight, struct model_meaning *meaning)
{
	struct model_sight split;

	meaning->event = model_find_whole(sight, meaning, &split);
	if (meaning->event)
		model_add_umask(&split, meaning, meaning->event);
}

/* Of the UBox and the PCU no event is known. None is wrong there, and none happens; but cycles without it pass. */
void model_knl_mean_unlisted(const struct model_sight *sight, struct model_meaning *meaning)
{
	static const struct model_event unlisted = {.increment = 1, .run = STATE, .name = "unlisted"};

	(void)sight;
	meaning->event = &unlisted;
	model_add_rate(meaning, 0);
}
