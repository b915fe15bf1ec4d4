/* SPDX-License-Identifier: BSD-2-Clause */
/* The metrics of a measurement: from names on a command line to events, and from counts to values. */
#ifndef CORE_METRIC_SET_H
#define CORE_METRIC_SET_H

#include "core/metric/metric.h"
#include "core/session/counts.h"
#include "core/session/measure.h"

#define METRIC_SET_SIZE 16 /* metrics that one measurement may ask for */

struct metric_use {
	const struct metric *metric;
	const struct box_type *scope; /* NULL: the socket */
	struct metric_formula formula;
	const struct event_config *events[METRIC_EVENTS]; /* of the measurement's configurations */
	char refuted[128]; /* the first value that is certainly out of range; empty: none */
};

struct metric_set {
	struct measure *measure;
	struct metric_use *uses; /* room for METRIC_SET_SIZE, allocated with the first */
	uint8_t count;
};

/* A string of a metric, which the table's rows name by its offset. */
static inline const char *metric_string(const struct metric_table *table, uint16_t offset)
{
	return table->strings + offset;
}

/* Adds the metrics of a comma-separated list, and their events to the measurement. Returns false after an error in a name. */
MUST_CHECK bool metrics_add(struct metric_set *set, struct slice list);

/* The counts of a measurement. */
struct metric_reading {
	const struct counts *counts;
	uint64_t time_ns;  /* time counted */
	uint32_t interval; /* as in struct count_record */
	uint64_t at_ns;
};

/* Writes a record for each metric and each box or socket with counts. */
void metrics_record(const struct metric_set *set, const struct metric_reading *moment);

/* Reports an error for each metric with a recorded value that is certainly out of range: the verdict is then at least VERDICT_FAIL.
 * Call it once, after all records. */
void metrics_report(const struct metric_set *set);

/* Reports that there is no metric of that name, and similar names. */
void metric_refuse(const struct processor *processor, struct slice name, struct output *output);

/* Writes records of the processor's metrics whose name matches `glob` (a null `at`: all). Returns false after an error if there is
 * none. */
MUST_CHECK bool metrics_list(const struct processor *processor, struct slice glob, struct output *output);

#endif
