/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the Xeon E5-2600 (06_2D) model. Pages without a document are those of 327043-001. */
#ifndef SILICON_MODELS_XEON_E5_2600_H
#define SILICON_MODELS_XEON_E5_2600_H

#include "silicon/models/core.h"
#include "silicon/models/pmon.h"

/* Indices of model->setting, after those of the core. */
enum {
	SET_DCLK = CORE_SETTINGS,
	SET_PCLK,
	SET_CBOXES,
	SET_UCLK_WIDTH,
	SET_BOX_CTL,
	SET_DCLK_COUNTER,
	SET_WIDE,
	SET_PCU_FILTER,
	SET_QPI_RATE,
	SET_QPI_SLOW,
	SET_FREQUENCY,
	SET_FREQUENCY_LOW,
	SET_FREQUENCY_SHARE,
	SET_C3,
	SET_C6,
	SET_NODES,
	SET_BUS, /* of socket 0; the other sockets follow */
	SET_BUS_1,
	SET_BUS_2,
	SET_BUS_3,
	E5_SETTINGS
};

/* Only for the Xeon E5-2600. */
enum { SET_E5_MEMORY = E5_SETTINGS, E5_OWN_SETTINGS };

/* Not a setting of scenarios, but derived from one: the clock of QPI. */
enum { SET_QFCLK = MODEL_SETTINGS - 1 };

/* Values of some settings. */
enum { MEMORY_INDEPENDENT, MEMORY_LOCKSTEP, MEMORY_MIRRORED };
enum { BOX_CTL_READABLE, BOX_CTL_WRITE_ONLY };
enum { DCLK_COUNTER_FREEZES, DCLK_COUNTER_RUNS };
enum { PCU_FILTER_AT_ONCE, PCU_FILTER_LATE };
enum { NODES_IDENTITY, NODES_REVERSED, NODES_HOLE };

enum {
	E5_SOCKETS = 4,
	E5_CBOXES = 8, /* also the number of cores of the largest part */
	E5_BOXES = 1 + E5_CBOXES + 18,
};

/* Event selects (pp. 20, 28, 47, 61, 74, 89, 113, 121). */
#define E5_SELECT_TID   BIT(19) /* C-Box */
#define E5_SELECT_EXTRA BIT(21) /* PCU, QPI */
#define E5_OCC_INVERT   BIT(30)
#define E5_OCC_EDGE     BIT(31)

/* Banks of a core's box, after those of the architecture. */
enum { E5_C3 = CORE_BANKS, E5_C6, E5_CORE_BANKS };

/* Banks that functions `mean` read. */
enum { E5_CBOX_FILTER };
/* Fields of a C-Box's filters: every part has them at these indices, for the function `mean`. A field of width 0 does not exist. */
enum { E5_TID, E5_LINK, E5_FILTER_STATE, E5_NID, E5_OPC, E5_ONLY_C6, E5_NC, E5_ISOC, E5_CBOX_FIELDS };
enum { E5_PCU_FILTER };
enum { E5_HA_ADDRESS0, E5_HA_ADDRESS1, E5_HA_OPCODE };
enum { E5_CONFIG_NODE, E5_CONFIG_MAP, E5_CONFIG_BANKS };
enum { E5_QPI_MATCH0, E5_QPI_MATCH1, E5_QPI_MASK0, E5_QPI_MASK1 };

extern const struct model_box model_e5_boxes[E5_BOXES];

/* Shared by similar parts: PCI functions that can only be read, and ranges of MSRs. */
extern const struct model_bank model_e5_config_banks[E5_CONFIG_BANKS], model_e5_iio_banks[1], model_e5_misc_banks[1];
enum { E5_CLAIMS = 12 };
extern const struct model_range model_e5_claims[E5_CLAIMS];

/* Functions of struct model_part with the same names. */
void model_e5_settle(struct model *model);
void model_e5_start(struct model *model, unsigned socket);
unsigned model_e5_node(const struct model *model, unsigned socket);
uint8_t model_e5_bus(const struct model *model, unsigned socket, unsigned index);

/* The settings. `cboxes_`: maximum number of C-Boxes, and the default. `uclk_bits_`: smallest width of the UBox's fixed counter
 * that the sources allow. */
/* clang-format off */
#define E5_SETTING_ROWS(dumps_, cboxes_, uclk_bits_, entry_, errata_)                                        \
	CORE_SETTING_ROWS(2700000000, 2700000000, dumps_, 2, (entry_), CORE_CAPABILITIES_USUAL, (errata_)),         \
	[SET_DCLK]            = {"clock.dclk", NULL, MODEL_CLOCK_LEAST, MODEL_CLOCK_LIMIT, 800000000},         \
	[SET_PCLK]            = {"clock.pclk", NULL, MODEL_CLOCK_LEAST, 4000000000, 800000000},                \
	[SET_CBOXES]          = {"cboxes", NULL, 1, (cboxes_), (cboxes_)},                     \
	[SET_UCLK_WIDTH]      = {"uclk.width", NULL, (uclk_bits_), 48, 48},                    \
	[SET_BOX_CTL]         = {"box_ctl", "readable write-only", 0, 0, BOX_CTL_READABLE},    \
	[SET_DCLK_COUNTER]    = {"dclk.counter", "freezes runs", 0, 0, DCLK_COUNTER_FREEZES},  \
	[SET_WIDE]            = {"config.wide", "whole half", 0, 0, MODEL_WIDE_WHOLE},         \
	[SET_PCU_FILTER]      = {"pcu.filter", "at-once late", 0, 0, PCU_FILTER_AT_ONCE},      \
	[SET_QPI_RATE]        = {"qpi.rate", NULL, 0, 7, 5},                                   \
	[SET_QPI_SLOW]        = {"qpi.slow", "no yes", 0, 0, 0},                               \
	[SET_FREQUENCY]       = {"frequency", NULL, 0, 254, 27},                               \
	[SET_FREQUENCY_LOW]   = {"frequency.low", NULL, 0, 254, 12},                           \
	[SET_FREQUENCY_SHARE] = {"frequency.share", NULL, 0, 1000, 600},                       \
	[SET_C3]              = {"residency.c3", NULL, 0, MODEL_RATE_LIMIT, 300000000},        \
	[SET_C6]              = {"residency.c6", NULL, 0, MODEL_RATE_LIMIT, 900000000},        \
	[SET_NODES]           = {"nodes", "identity reversed hole", 0, 0, NODES_IDENTITY},     \
	[SET_BUS]             = {"bus.0", NULL, 1, 255, 0},                                    \
	[SET_BUS_1]           = {"bus.1", NULL, 1, 255, 0},                                    \
	[SET_BUS_2]           = {"bus.2", NULL, 1, 255, 0},                                    \
	[SET_BUS_3]           = {"bus.3", NULL, 1, 255, 0}
/* clang-format on */

/* Rows of claims: MSRs of a core of these parts. */
/* clang-format off */
#define E5_CORE_CLAIM_ROWS                                                                         \
	{0x0c1, 0x0c8}, {0x186, 0x18d}, {0x1a0, 0x1a0},        \
	{0x1a4, 0x1a4}, {0x1d9, 0x1d9}, {0x309, 0x30c}, {0x329, 0x329},        \
	{0x345, 0x345}, {0x38d, 0x392}, /* 0x391 and 0x392 came with version 4 */        \
	{0x3fc, 0x3fd}, {0x4c1, 0x4c8}
/* clang-format on */

/* Values of model_event.filter: the needs of an event in addition to its umask. */
enum {
	E5_ONE_SUB = 1,    /* exactly one bit of the umask */
	E5_REJECTED_ALONE, /* bit 1 of the umask must be the only one */
	E5_COUNTER0,       /* counts what counter 0 selects */
	E5_LOOKUP,
	E5_LOOKUP_ANY,  /* the same, and also one umask of all kinds without a node */
	E5_LOOKUP_READ, /* the same, with a fourth kind */
	E5_TOR,
	E5_TOR_SIDES, /* the same, with requests to the own socket and to others */
	E5_LINKED,    /* bit 4 of the umask selects by link */
	E5_VICTIMS,
	E5_NODE,         /* bit 6 of the umask selects by node */
	E5_BANKS,        /* the umask is the number of a bank of memory, of a group of them, or of all */
	E5_BAND,         /* PCU filter: band number = code - code of the first band */
	E5_DEMOTED,      /* PCU filter, without effect */
	E5_ADDRESS,      /* HA match registers, address and opcode */
	E5_ADDRESS_SUBS, /* the same; the umask selects address, opcode, or both */
	E5_PACKET        /* QPI match and mask registers */
};

/* Requests to a home agent, and packets that pass a QPI port, as values of a choice. */
extern const struct model_choice model_e5_requests[1], model_e5_packets[1];
/* Power states in which the PCU counts cores. */
extern const struct model_choice model_e5_states[1];
/* Entries of the TOR: opcodes and other kinds, each a hit or a miss. */
extern const struct model_choice model_e5_tor[2];

/* ---- meaning of events ------------------------------------------------------------------------------ */

/* Functions `mean` of struct model_type. */
void model_e5_mean(const struct model_sight *sight, struct model_meaning *meaning);
void model_e5_mean_cbox(const struct model_sight *sight, struct model_meaning *meaning);
void model_e5_mean_pcu(const struct model_sight *sight, struct model_meaning *meaning);
void model_e5_mean_ha(const struct model_sight *sight, struct model_meaning *meaning);
void model_e5_mean_qpi(const struct model_sight *sight, struct model_meaning *meaning);

/* Adds an event, or its selected sub-events; records an error if the umask has no meaning for it. */
void model_e5_add(const struct model_sight *sight, struct model_meaning *meaning, const struct model_event *event);

/* Records an error if threshold, invert and edge_det are a combination that the guide does not allow (p.21). */
void model_e5_check_shape(const struct model_sight *sight, struct model_meaning *meaning);

/* The event code of a select, with the extra select bit as bit 8; `split` is set to the sight with the umask. */
unsigned model_e5_extra_code(const struct model_sight *sight, struct model_sight *split);

/* True if the filters of the box let everything pass. */
bool model_e5_passes_all(const struct model_sight *sight);

#endif
