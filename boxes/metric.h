/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers made of events: const tables, generated from boxes/metrics/, one per list. */
#ifndef BOXES_METRIC_H
#define BOXES_METRIC_H

#include "lib/basic.h"

/* Offsets into the table's pool, which keep the table free of relocations. */
struct metric {
	uint16_t name;    /* "IMT_LATENCY" */
	uint16_t unit;    /* "cycles" */
	uint16_t scope;   /* "socket", or the name of a box type: one value for each of its instances */
	uint16_t formula; /* see metric_parse */
	uint16_t description;
	uint16_t source;
};

struct metric_table {
	const char *strings;
	const struct metric *metrics; /* in order of names */
	uint16_t count;
};

#endif
