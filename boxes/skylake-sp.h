/* SPDX-License-Identifier: BSD-2-Clause */
/* What the list of Skylake-SP, Cascade Lake-SP and Cooper Lake-SP refers to, and what parts of this generation have alike. */
#ifndef BOXES_SKYLAKE_SP_H
#define BOXES_SKYLAKE_SP_H

#include "boxes/box.h"

extern const struct processor skylake_sp, cascade_lake_sp, cooper_lake_sp;

/* Generated from events/skylake-sp.tsv. The numbers of rows stand here so that a row lost or gained by accident does not compile. */
extern const char skylake_sp_strings[];
extern const char skylake_sp_words[];
extern const struct event skylake_sp_ubox_events[12];
extern const struct event skylake_sp_cha_events[1191];
extern const struct event skylake_sp_iio_events[409];
extern const struct event skylake_sp_irp_events[76];
extern const struct event skylake_sp_pcu_events[25];
extern const struct event skylake_sp_imc_events[409];
extern const struct event skylake_sp_m2m_events[434];
extern const struct event skylake_sp_upi_events[149];
extern const struct event skylake_sp_m3upi_events[620];
extern const struct event skylake_sp_cha_cascade_events[1198];
extern const struct event skylake_sp_m2m_cascade_events[446];
extern const struct event skylake_sp_upi_cascade_events[147];
extern const struct event skylake_sp_imc_cascade_events[503];
extern const struct event skylake_sp_core_events[7];
extern const struct requirement skylake_sp_requirements[];

/* ---- what the event list refers to: BOX_ROW, BOX_ROW_FIELD ------------------------------------------ */

enum skylake_sp_cha_row { SKYLAKE_SP_CHA_CTL, SKYLAKE_SP_CHA_CTR, SKYLAKE_SP_CHA_FILTER0, SKYLAKE_SP_CHA_FILTER1 };
enum { SKYLAKE_SP_CHA_CTL_TID_EN };
enum { SKYLAKE_SP_CHA_FILTER0_TID, SKYLAKE_SP_CHA_FILTER0_LINK, SKYLAKE_SP_CHA_FILTER0_STATE };
enum {
	SKYLAKE_SP_CHA_FILTER1_REM,
	SKYLAKE_SP_CHA_FILTER1_LOC,
	SKYLAKE_SP_CHA_FILTER1_ALL_OPC,
	SKYLAKE_SP_CHA_FILTER1_NM,
	SKYLAKE_SP_CHA_FILTER1_NOT_NM,
	SKYLAKE_SP_CHA_FILTER1_OPC0,
	SKYLAKE_SP_CHA_FILTER1_OPC1,
	SKYLAKE_SP_CHA_FILTER1_C6,
	SKYLAKE_SP_CHA_FILTER1_NC,
	SKYLAKE_SP_CHA_FILTER1_ISOC
};

enum skylake_sp_pcu_row { SKYLAKE_SP_PCU_CTL, SKYLAKE_SP_PCU_CTR };
/* A field that shares its spelling with another stands behind it. */
enum {
	SKYLAKE_SP_PCU_CTL_OCC_SEL,
	SKYLAKE_SP_PCU_CTL_EDGE_DET,
	SKYLAKE_SP_PCU_CTL_OCC_INVERT,
	SKYLAKE_SP_PCU_CTL_OCC_EDGE_DET
};

/* ---- what Ice Lake-SP has alike (boxes/skylake-sp.c) -------------------------------------------------- */

extern const struct register_layout skylake_sp_counter, skylake_sp_select, skylake_sp_control_plain;
extern const struct register_layout skylake_sp_status_4;
extern const struct register_row skylake_sp_ubox_registers[5], skylake_sp_pcu_registers[4];
extern const struct box_instance
	skylake_sp_one[1]; /* of what a socket has one of, and nothing says where it shows above */
extern const struct field skylake_sp_global_fields[2];
extern const struct assumption *const skylake_sp_assumptions[];

/* Fields of all selects. */
/* CHAs that there are: bits 5:0 of MSR 702H (PCM), else the bits that are set in capabilities (Linux). */
#define SKYLAKE_SP_CHAS .kind = PRESENT_AS_MASKED, .msr = 0x702, .msr_width = 6

#define SKYLAKE_SP_SELECT_FIELDS(THRESHOLD_BITS)                                                                       \
	FIELD_OF(EVENT, "ev_sel", 0, 8, RW), FIELD_OF(UMASK, "umask", 8, 8, RW), FIELD_OF(RESET, "rst", 17, 1, W1_TO), \
		MODIFIER(EDGE, "edge_det", 18, 1, "e", "edge"), FIELD_OF(REPORT_OVERFLOW, "ov_en", 20, 1, RW),         \
		FIELD_OF(ENABLE, "en", 22, 1, RW), MODIFIER(INVERT, "invert", 23, 1, "i", "inv"),                      \
		MODIFIER(THRESHOLD, "thresh", 24, THRESHOLD_BITS, "t", "thresh")

#endif
