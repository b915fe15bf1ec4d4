/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the Xeon 7500 and E7 models. "323535" is Intel's Xeon 7500 uncore programming guide. */
#ifndef SILICON_MODELS_XEON_7500_H
#define SILICON_MODELS_XEON_7500_H

#include "silicon/models/core.h"

/* U_MSR_PMON_GLOBAL_CTL. */
#define U_CTL_FRZ_ALL       BIT(31) /* 323535 p.13: on a PMI request hardware clears EN_ALL */
#define U_CTL_RST_ALL       BIT(29) /* 323535 p.13, p.15: while set, counters are held at 0 */
#define U_CTL_EN_ALL        BIT(28) /* 323535 p.15 */
#define U_CTL_CORE_LOW      1       /* pmi_core_sel, bits 8:1, bit 1 = core 0: assumed */
#define U_CTL_CORE_BITS     8
#define U_CTL_EN            BIT(0)

/* U_MSR_PMON_GLOBAL_STATUS. */
#define U_STATUS_COND       BIT(31) /* the scenario chooses the event that sets it */

/* IA32_DEBUGCTL: enable of uncore PMIs, by the SDM for 06_1A; here the scenario chooses whether it is needed. */
#define DEBUGCTL_UNCORE_PMI BIT(13)

/* Indices of model->setting, after those of the core. */
enum {
	SET_FIXED_PMI_BIT = CORE_SETTINGS,
	SET_DEBUGCTL,
	SET_ERRATUM,
	SET_FREEZE_DELAY,
	SET_PMI_DELAY,
	SET_STATUS_PMI_BIT,
	SET_STATUS_COND,
	SET_CORE_SEL_WIDTH,
	SET_CORE_SEL,
	SET_OVERFLOW,
	SET_THRESHOLD,
	SET_INVERT,
	SET_S_MATCH,
	SET_B_MASK,
	SET_M_MASK,
	SET_C8,
	SET_C9,
	XEON_7500_SETTINGS
};

/* Values of some settings. */
enum { ERRATUM_NONE, ERRATUM_WBOX, ERRATUM_FIXED, ERRATUM_ALL };
enum { COND_NEVER, COND_PMI, COND_OVERFLOW, COND_FREEZE };
enum { CORE_SEL_MASK, CORE_SEL_NUMBER };
enum { S_MATCH_OPAQUE, S_MATCH_ADDRESS };
enum { MASK_COMPARES, MASK_IGNORES };

/* Banks of companion registers, by their numbers in the sheet; an R-Box has a register for each port. */
enum { S_MM_CFG = 5, S_MATCH, S_MASK };
enum { B_MATCH = 5, B_MASK };
enum { M_MM_CFG = 13, M_ADDR_MATCH, M_ADDR_MASK };
enum { R_IPERF_0 = 5, R_IPERF_1, R_QLX, R_SET1_MM_CFG, R_SET2_MM_CFG = 11 };

/* Fields of an M-Box's companion registers. */
enum {
	M_FILL_STATE,
	M_FRAME_TYPE,
	M_SCHED_MODE,
	M_PLD_MODE,
	M_MAP_COMMAND,
	M_MAP_FVID,
	M_TRIP_UP,
	M_TRIP_DOWN,
	M_DIMM,
	M_ALL_DIMMS,
	M_TRANSITION,
	M_PAGE_STATE,
	M_BY_MODE,
	M_COMMAND,
	M_BY_FVID,
	M_EVENT_0,
	M_EVENT_1,
	M_EVENT_2,
	M_EVENT_3,
	M_RESPONSE,
	M_BCMD
};

extern const char *const model_xeon_7500_r_endings[];

/* Functions `mean` of struct model_type. */
void model_xeon_7500_mean_s(const struct model_sight *sight, struct model_meaning *meaning);
void model_xeon_7500_mean_b(const struct model_sight *sight, struct model_meaning *meaning);
void model_xeon_7500_mean_m(const struct model_sight *sight, struct model_meaning *meaning);
void model_xeon_7500_mean_r(const struct model_sight *sight, struct model_meaning *meaning);

enum { XEON_7500_CORES = 8, XEON_E7_CORES = 10 }; /* of the largest part, with two threads each */
enum { XEON_7500_BOXES = 1 + 18, XEON_E7_BOXES = 1 + 20 };
extern const struct model_box model_xeon_7500_boxes[XEON_7500_BOXES];
extern const struct model_box model_xeon_e7_boxes[XEON_E7_BOXES];

/* ---- traffic: the packets that filters choose among ------------------------------------------------ */

/* One kind of packet. Message classes and opcodes are those of QPI (323535 p.142, p.145). */
struct xeon_7500_packet {
	uint8_t class, opcode;
	uint8_t home;    /* home node or destination, 5 bits */
	uint8_t remote;  /* remote node, 5 bits */
	uint8_t state;   /* state of DRS data: 8 M, 4 E, 2 S, 1 F, 0 I */
	uint8_t network; /* 0 VN0, 1 VN1, 2 VNA */
	uint8_t flits;
	uint64_t address; /* in bytes */
};

enum { XEON_7500_PACKETS = 12, XEON_7500_OPAQUE = XEON_7500_PACKETS };
extern const struct xeon_7500_packet model_xeon_7500_packets[XEON_7500_PACKETS];

/* Adds the rates of the kinds of packets whose bits are set in `kinds`. */
void model_xeon_7500_add_packets(const struct model_sight *sight, struct model_meaning *meaning,
				 const struct model_event *event, unsigned port, unsigned kinds);

/* Executes a write to the U-Box's control. */
void model_xeon_7500_control(const struct model_write *write);

#endif
