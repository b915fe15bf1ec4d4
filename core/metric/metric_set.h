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
	char refuted[128]; /* the first value that is out of its range beyond doubt; empty: none was */
};

struct metric_set {
	struct measure *measure;
	struct metric_use *uses; /* METRIC_SET_SIZE of them, once there is one */
	uint8_t count;
};

/* Adds the metrics of a comma-separated list, and their events to the measurement. False after
 * reporting what is wrong with a name. */
MUST_CHECK bool metrics_add(struct metric_set *set, struct slice list);

/* What was counted. */
struct metric_reading {
	const struct counts *counts;
	uint64_t time_ns;  /* for so long */
	uint32_t interval; /* as in struct count_record */
	uint64_t at_ns;
};

/* One record for each metric and each box or socket of which something was counted. */
void metrics_record(const struct metric_set *set, const struct metric_reading *moment);

/* An error for each metric of which a recorded value was out of its range beyond doubt: the verdict is then at least
 * VERDICT_FAIL. To be called once, after all records. */
void metrics_report(const struct metric_set *set);

/* Reports that there is no metric of that name, and which would be near. */
void metric_refuse(const struct processor *processor, struct slice name, struct output *output);

/* Records of the metrics of a processor whose name matches `glob` (without `at`: of all). False after
 * reporting that there is none. */
MUST_CHECK bool metrics_list(const struct processor *processor, struct slice glob, struct output *output);

#endif
