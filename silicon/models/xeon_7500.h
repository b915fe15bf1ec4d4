/* SPDX-License-Identifier: BSD-2-Clause */
/* Between the files of the Xeon 7500 and E7 models. "323535" is Intel's Xeon 7500 uncore programming
 * guide. */
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

/* U_MSR_PMON_GLOBAL_STATUS: the bits that summarise other boxes; bit 0 is its own counter's. */
#define U_STATUS_OV_W       BIT(1)
#define U_STATUS_OV_S1      BIT(2)
#define U_STATUS_OV_S0      BIT(3)
#define U_STATUS_COND       BIT(31) /* what sets it is the scenario's */

/* IA32_DEBUGCTL: uncore PMIs, by the SDM on 06_1A; here as the scenario says. */
#define DEBUGCTL_UNCORE_PMI BIT(13)

/* Counters of every box are 48 bits wide: 323535 p.27, p.44, p.113, p.139; 63:48 are not described. */
#define COUNTER_BITS        MASK(0, 48)

/* What every box below the U-Box has. */
#define XEON_7500_HAS       (MODEL_HAS_MSRS | MODEL_HAS_ENABLE | MODEL_HAS_SUMMARY)

/* Indices of model->setting, behind those of the core. */
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

/* Values of some. */
enum { ERRATUM_NONE, ERRATUM_WBOX, ERRATUM_FIXED, ERRATUM_ALL };
enum { COND_NEVER, COND_PMI, COND_OVERFLOW, COND_FREEZE };
enum { CORE_SEL_MASK, CORE_SEL_NUMBER };
enum { S_MATCH_OPAQUE, S_MATCH_ADDRESS };
enum { MASK_COMPARES, MASK_IGNORES };

extern const struct model_event_list model_xeon_7500_u_events, model_xeon_e7_u_events;
extern const struct model_event_list model_xeon_7500_w_events;
extern const struct model_event_list model_xeon_7500_c_events;

extern const struct model_type model_xeon_7500_sbox, model_xeon_e7_sbox;
extern const struct model_type model_xeon_7500_bbox;
extern const struct model_type model_xeon_7500_mbox, model_xeon_e7_mbox;
extern const struct model_type model_xeon_7500_rbox;

/* Logical processors of a socket: eight cores of two threads, or ten. */
enum { XEON_7500_CORES = 8, XEON_E7_CORES = 10 }; /* of the largest parts */
enum { XEON_7500_BOXES = 1 + 18, XEON_E7_BOXES = 1 + 20 };
extern const struct model_box model_xeon_7500_boxes[XEON_7500_BOXES];
extern const struct model_box model_xeon_e7_boxes[XEON_E7_BOXES];

/* ---- traffic: what filters choose from ------------------------------------------------------------ */

/* One kind of packet. Message classes and opcodes are those of QPI (323535 p.142, p.145). */
struct xeon_7500_packet {
	uint8_t class, opcode;
	uint8_t home;    /* home node, or destination: 5 bits */
	uint8_t remote;  /* remote node: 5 bits */
	uint8_t state;   /* of DRS data: 8 M, 4 E, 2 S, 1 F, 0 I */
	uint8_t network; /* 0 VN0, 1 VN1, 2 VNA */
	uint8_t flits;
	uint64_t address; /* bytes */
};

enum { XEON_7500_PACKETS = 12, XEON_7500_OPAQUE = XEON_7500_PACKETS };
extern const struct xeon_7500_packet model_xeon_7500_packets[XEON_7500_PACKETS];

/* Their names and numbers, as the names of a choice. */
#define XEON_7500_PACKET_NAMES                                                                 \
	"RDDATA=0 RDCODE=1 RDINVOWN=2 NCRD=3 NCWR=4 SNPDATA=5 SNPINVOWN=6 RSPFWD=7 DATAC_M=8 " \
	"DATAC_E=9 WBIDATA=10 RDDATA_FAR=11"

/* Adds the rates of the packets whose bits are set in `kinds`. */
void model_xeon_7500_add_packets(const struct model_sight *sight, struct model_meaning *meaning,
				 const struct model_event *event, unsigned port, unsigned kinds);

/* A write to the U-Box's control. */
void model_xeon_7500_control(const struct model_write *write);

#endif
