/* SPDX-License-Identifier: BSD-2-Clause */
/* What the counters of UBox, iMC, R2PCIe and R3QPI count, and what all drivers of a Xeon E5-2600 share. Codes,
 * umasks, counters and increments: the guide's tables as pmu-tools, libpfm4 and perfmon agree on them; what
 * perfmon alone has is there too. Runs are the model's own. */
#include "silicon/models/xeon_e5_2600.h"

enum { STATE = E5_STATE };
enum { FIRST = 1, LOW = 3 }; /* counters 0, 0 and 1 */

#define AROUND     "CW_EVEN CW_ODD CCW_EVEN CCW_ODD"
#define CLASSES    "HOM SNP NDR DRS NCB NCS"
#define IO_CLASSES "DRS NCB NCS"
#define RANKS      "RANK0 RANK1 RANK2 RANK3 RANK4 RANK5 RANK6 RANK7"
#define LIST(rows)                           \
	{                                    \
		rows, ARRAY_SIZE(rows), NULL \
	}

/* clang-format off */
/* perfmon has extra select with 0x45 to 0x47, for which the select has no bit (p.20). */
static const struct model_event ubox_events[] = {
	E5_CLOCK(0x00, "CLOCKTICKS"),
	E5_ROW(0x41, 0x0f, 1, 1, 0, "FILTER_MATCH", "ENABLE DISABLE U2C_ENABLE U2C_DISABLE"),
	E5_ROW(0x42, 0x1f, 1, 1, 0, "EVENT_MSG",
	       "VLW_RCVD MSI_RCVD IPI_RCVD DOORBELL_RCVD INT_PRIO"),
	E5_ROW(0x43, 0xff, 1, 1, 0, "U2C_EVENTS",
	       "MONITOR_T0 MONITOR_T1 LIVELOCK LTERROR CMC UMC TRAP OTHER"),
	E5_ROW(0x44, 0x00, STATE, 1, 0, "LOCK_CYCLES", NULL),
	E5_ROW(0x45, 0x03, STATE, 1, 0, "PHOLD_CYCLES", "ASSERT_TO_ACK ACK_TO_DEASSERT"),
	E5_ROW(0x46, 0x01, 1, 1, 0, "RACU_REQUESTS", "COUNT"),
	E5_ROW(0x47, 0x03, 1, 1, 0, "MSG_CHNL_SIZE_COUNT", "4B 8B"),
};
static const struct model_event imc_events[] = {
	E5_CLOCK(0x00, "CLOCKTICKS"),
	E5_ROW(0x01, 0x00, 1, 1, 0, "ACT_COUNT", NULL),
	/* No more pages are closed for another than are opened. */
	{.code = 0x02, .subs = 0x03, .increment = 1, .run = 1, .base = 60013, .name = "PRE_COUNT", .sub_names = "PAGE_MISS PAGE_CLOSE"},
	E5_ROW(0x04, 0x0f, 1, 1, 0, "CAS_COUNT", "RD_REG RD_UNDERFILL WR_WMM WR_RMM"),
	E5_ROW(0x05, 0x06, STATE, 1, 0, "DRAM_REFRESH", "PANIC HIGH"),
	E5_ROW(0x06, 0x00, 1, 1, 0, "DRAM_PRE_ALL", NULL),
	E5_ROW(0x07, 0x0f, STATE, 1, 0, "MAJOR_MODES", "READ WRITE PARTIAL ISOCH"),
	E5_ROW(0x08, 0x03, 1, 1, 0, "PREEMPTION", "RD_PREEMPT_RD RD_PREEMPT_WR"),
	E5_ROW(0x09, 0x00, 1, 1, 0, "ECC_CORRECTABLE_ERRORS", NULL),
	E5_ROW(0x10, 0x00, 1, 1, 0, "RPQ_INSERTS", NULL),
	E5_ROW(0x11, 0x00, STATE, 1, 0, "RPQ_CYCLES_NE", NULL),
	E5_ROW(0x12, 0x00, STATE, 1, 0, "RPQ_CYCLES_FULL", NULL),
	E5_ROW(0x20, 0x00, 1, 1, 0, "WPQ_INSERTS", NULL),
	E5_ROW(0x21, 0x00, STATE, 1, 0, "WPQ_CYCLES_NE", NULL),
	E5_ROW(0x22, 0x00, STATE, 1, 0, "WPQ_CYCLES_FULL", NULL),
	E5_ROW(0x23, 0x00, 1, 1, 0, "WPQ_READ_HIT", NULL),
	E5_ROW(0x24, 0x00, 1, 1, 0, "WPQ_WRITE_HIT", NULL),
	E5_ROW(0x41, 0xff, STATE, 1, 0, "POWER_THROTTLE_CYCLES", RANKS),
	E5_ROW(0x43, 0x00, STATE, 1, 0, "POWER_SELF_REFRESH", NULL),
	E5_ROW(0x80, 0x00, STATE, 22, 0, "RPQ_OCCUPANCY", NULL),
	E5_ROW(0x81, 0x00, STATE, 32, 0, "WPQ_OCCUPANCY", NULL),
	E5_ROW(0x83, 0xff, STATE, 16, 0, "POWER_CKE_CYCLES", RANKS),
	E5_ROW(0x84, 0x00, STATE, 1, 0, "POWER_CHANNEL_DLLOFF", NULL),
	E5_ROW(0x85, 0x00, STATE, 4, 0, "POWER_CHANNEL_PPD", NULL),
	E5_ROW(0x86, 0x00, STATE, 1, 0, "POWER_CRITICAL_THROTTLE_CYCLES", NULL),
};
static const struct model_event r2pcie_events[] = {
	E5_CLOCK(0x01, "CLOCKTICKS"),
	E5_ROW(0x07, 0x0f, STATE, 1, 0, "RING_AD_USED", AROUND),
	E5_ROW(0x08, 0x0f, STATE, 1, 0, "RING_AK_USED", AROUND),
	E5_ROW(0x09, 0x0f, STATE, 1, 0, "RING_BL_USED", AROUND),
	E5_ROW(0x0f0a, 0x00, STATE, 1, 0, "RING_IV_USED.ANY", NULL),
	E5_ROW(0x10, 0x38, STATE, 1, LOW, "RxR_CYCLES_NE", IO_CLASSES),
	E5_ROW(0x12, 0x00, 1, 1, FIRST, "RxR_AK_BOUNCES", NULL),
	E5_ROW(0x23, 0x07, STATE, 1, FIRST, "TxR_CYCLES_NE", "AD AK BL"),
	E5_ROW(0x24, 0x00, 1, 1, FIRST, "TxR_INSERTS", NULL),
	E5_ROW(0x25, 0x07, STATE, 1, FIRST, "TxR_CYCLES_FULL", "AD AK BL"),
	E5_ROW(0x26, 0x07, 1, 1, LOW, "TxR_NACKS", "AD AK BL"),
	E5_CLASS(0x32, 0x38, LOW, "IIO_CREDITS_USED", IO_CLASSES),
	E5_CLASS(0x33, 0x38, LOW, "IIO_CREDITS_ACQUIRED", IO_CLASSES),
	E5_CLASS(0x34, 0x38, LOW, "IIO_CREDITS_REJECT", IO_CLASSES),
};
static const struct model_event r3qpi_events[] = {
	E5_CLOCK(0x01, "CLOCKTICKS"),
	E5_ROW(0x07, 0x0f, STATE, 1, 0, "RING_AD_USED", AROUND),
	E5_ROW(0x08, 0x0f, STATE, 1, 0, "RING_AK_USED", AROUND),
	E5_ROW(0x09, 0x0f, STATE, 1, 0, "RING_BL_USED", AROUND),
	E5_ROW(0x0f0a, 0x00, STATE, 1, 0, "RING_IV_USED.ANY", NULL),
	E5_ROW(0x10, 0x3f, STATE, 1, LOW, "RxR_CYCLES_NE", CLASSES),
	E5_ROW(0x11, 0x3f, 1, 1, LOW, "RxR_INSERTS", CLASSES),
	E5_ROW(0x12, 0x01, 1, 1, LOW, "RxR_BYPASSED", "AD"),
	E5_ROW(0x13, 0x3f, STATE, 32, FIRST, "RxR_OCCUPANCY", CLASSES),
	E5_CLASS(0x20, 0x38, LOW, "IIO_CREDITS_ACQUIRED", IO_CLASSES),
	E5_CLASS(0x21, 0x38, LOW, "IIO_CREDITS_REJECT", IO_CLASSES),
	E5_CLASS(0x22, 0x38, LOW, "IIO_CREDITS_USED", IO_CLASSES),
	E5_ROW(0x23, 0x00, STATE, 1, LOW, "TxR_CYCLES_NE", NULL),
	E5_ROW(0x24, 0x00, 1, 1, LOW, "TxR_INSERTS", NULL),
	E5_ROW(0x25, 0x00, STATE, 1, LOW, "TxR_CYCLES_FULL", NULL),
	E5_ROW(0x26, 0x00, 1, 1, LOW, "TxR_NACK", NULL),
	E5_ROW(0x31, 0x00, STATE, 1, LOW, "VNA_CREDIT_CYCLES_OUT", NULL),
	E5_ROW(0x32, 0x00, STATE, 1, LOW, "VNA_CREDIT_CYCLES_USED", NULL),
	E5_ROW(0x33, 0x00, 1, 4, LOW, "VNA_CREDITS_ACQUIRED", NULL),
	E5_CLASS(0x34, 0x3f, LOW, "VNA_CREDITS_REJECT", CLASSES),
	E5_CLASS(0x36, 0x3f, LOW, "VN0_CREDITS_USED", CLASSES),
	E5_CLASS(0x37, 0x3f, LOW, "VN0_CREDITS_REJECT", CLASSES),
};
const struct model_event_list model_e5_ubox_events = LIST(ubox_events);
const struct model_event_list model_e5_imc_events = LIST(imc_events);
const struct model_event_list model_e5_r2pcie_events = LIST(r2pcie_events);
const struct model_event_list model_e5_r3qpi_events = LIST(r3qpi_events);
/* clang-format on */

/* ---- what drivers share --------------------------------------------------------------------------- */

bool model_e5_passes_all(const struct model_sight *sight)
{
	const struct model *model = sight->model;

	return model->box[model->counter[sight->counter].box].quirks.filters_open;
}

void model_e5_add(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	unsigned umask = sight->selection.umask & event->subs;

	if (event->filter == E5_ONE_SUB && count_bits(umask) > 1)
		model_wrong(meaning, MODEL_WRONG_SELECT, "event %s can follow one message class at a time (p.123)",
			    event->name);
	if (event->filter == E5_REJECTED_ALONE && umask & 2 && umask != 2)
		model_wrong(meaning, MODEL_WRONG_SELECT, "IRQ_REJECTED of %s goes with no other sub-event",
			    event->name);
	model_add_umask(sight, meaning, event);
}

void model_e5_check_shape(const struct model_sight *sight, struct model_meaning *meaning)
{
	const struct model_selection *selection = &sight->selection;

	if ((selection->invert || selection->edge) && !selection->threshold)
		model_wrong(meaning, MODEL_WRONG_SELECT, "%s needs a threshold other than 0 (p.21)",
			    selection->edge ? "edge_det" : "invert");
}

unsigned model_e5_extra_code(const struct model_sight *sight, struct model_sight *split)
{
	*split = *sight;
	split->selection.event &= 0xff;
	split->selection.umask = sight->selection.event >> 8;
	return split->selection.event | (sight->select & E5_SELECT_EXTRA ? 0x100u : 0);
}

/* Umasks below 16 are a bank, 16 is all of them, and each of those above four that follow one another. */
static void add_banks(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event)
{
	enum { BANKS = 16, GROUP = 4, GROUPS = BANKS / GROUP };
	unsigned umask = sight->selection.umask, first = umask, count = 1;

	if (umask > BANKS + GROUPS) {
		model_wrong(meaning, MODEL_WRONG_SELECT, "umask 0x%x of %s means nothing", umask, event->name);
		return;
	}
	if (umask >= BANKS) {
		first = umask == BANKS ? 0 : (umask - BANKS - 1) * GROUP;
		count = umask == BANKS ? BANKS : GROUP;
	}
	for (unsigned i = first; i < first + count; i++)
		model_add_leaf(sight, meaning, event, &(struct model_leaf){.a = (uint8_t)(i + 1)});
}

void model_e5_mean(const struct model_sight *sight, struct model_meaning *meaning)
{
	unsigned box = sight->model->counter[sight->counter].box;
	const struct model_event_list *known = sight->model->unit[box].type->events;
	struct model_sight split;

	/* Counters are enabled first, then given an event (p.17). */
	if (!sight->selection.event && !model_find_event(known, 0, 0))
		return;
	meaning->event = model_find_whole(sight, meaning, &split);
	if (!meaning->event)
		return;
	if (meaning->event->filter == E5_BANKS)
		add_banks(&split, meaning, meaning->event);
	else
		model_e5_add(&split, meaning, meaning->event);
	model_e5_check_shape(sight, meaning);
}
