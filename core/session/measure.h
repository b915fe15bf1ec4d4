/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by stat, record and program: from words on a command line to a compiled session. Each function reports its errors
 * itself, once. */
#ifndef CORE_MEASURE_H
#define CORE_MEASURE_H

#include "core/session/session.h"

/* A test for a request to end the measurement. It is called often, between two pieces of work. */
struct interruption {
	bool (*asked)(void *context); /* NULL: never */
	void *context;
};

static inline bool is_interrupted(const struct interruption *interruption)
{
	return interruption->asked && interruption->asked(interruption->context);
}

struct measure {
	struct machine *machine;
	struct output *output;
	struct interruption interruption; /* initially none; the caller may set it */
	struct event_config *configs;
	uint8_t config_count;
	uint64_t sockets; /* bit i: socket i is measured */
	uint16_t cpu;     /* 1 + index of the only CPU whose own boxes are measured; 0: all */
	bool dry;         /* nothing will be run: boxes need not answer */
	bool proxy;       /* configuration 0 was added to be sampled for boxes that raise no PMI */
	size_t mark;      /* the arena's, before the measurement */
};

/* Initializes *measure for all sockets. False if the processor is unknown, no box answers (unless `dry`), or the arena is full. */
MUST_CHECK bool measure_start(struct measure *measure, struct machine *machine, struct output *output, bool dry);

/* Releases the memory. Call it after measure_start, even if that failed. */
void measure_end(struct measure *measure);

/* Adds the events of a comma-separated list. */
MUST_CHECK bool measure_add_events(struct measure *measure, struct slice list);

/* Removes repeated events. */
void measure_drop_doubles(struct measure *measure);

/* Adds the events of one of the processor's own lists that this part can count, and reports those left out. */
MUST_CHECK bool measure_add_own(struct measure *measure, const char *list);

/* Adds an event for every counter. */
MUST_CHECK bool measure_add_full(struct measure *measure);

/* The configuration of one event, added if necessary; NULL after an error in the string. */
const struct event_config *measure_event(struct measure *measure, struct slice string);

/* Parses the value of option `letter`, a number from `least` to `most`. */
MUST_CHECK bool measure_number(const struct measure *measure, int letter, const char *value, uint64_t least,
			       uint64_t most, uint64_t *number);

/* Restricts the measurement to socket `number`. */
MUST_CHECK bool measure_socket(struct measure *measure, uint64_t number);

/* Restricts boxes that belong to cores and threads to those of processor `number`. */
MUST_CHECK bool measure_cpu(struct measure *measure, uint64_t number);

/* Number of boxes on which the event is counted, and number of measured boxes that should count it. Boxes that the part is
 * documented not to have are left out. `socket`: only on this one; -1: on all. */
struct boxes_counted measure_boxes(const struct measure *measure, const struct event_config *config, int socket);

/* Sampling of a session. */
struct measure_plan {
	uint64_t period; /* in occurrences of the first event; 0: no sampling */
	uint32_t cpu;    /* index into machine.cpus of the processor that takes the PMI */
};

/* Makes sampling possible: if the box of the first event raises no PMI, puts a processor's cycles before it, and writes a
 * note. False, after an error, if no processor can do that. The functions below call it. */
MUST_CHECK bool measure_arrange_sampling(struct measure *measure, const struct measure_plan *plan);

/* Finds counters for all events and compiles one session for all measured sockets. If there is a period, it measures the PMI
 * enable of a fixed counter first, if necessary. */
MUST_CHECK bool measure_compile(struct measure *measure, const struct measure_plan *plan, struct session *session);

/* The measurement of one socket, or of one CPU. */
struct measure_part {
	struct session session;
	uint32_t cpu; /* processor that takes its PMIs */
};

struct measure_parts {
	struct measure_part *parts;
	uint16_t count;
};

/* Like measure_compile(), with a session for each measured socket that has a box to count on. On the socket of plan->cpu that
 * processor takes the PMIs, on others the processor that acts for the socket. Counters of processors are sampled in a session
 * for each measured processor; but if events of other boxes are captured, too, only on one processor of each socket. */
MUST_CHECK bool measure_compile_parts(struct measure *measure, const struct measure_plan *plan,
				      struct measure_parts *parts);

/* Records the cost of reading all counters once: the number of register accesses of each part. */
void measure_say_snapshot(const struct measure *measure, const struct measure_parts *parts);

#endif
