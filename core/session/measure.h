/* SPDX-License-Identifier: BSD-2-Clause */
/* What stat, record and program have in common: from words on a command line to a compiled session.
 * Everything here reports what is wrong itself, once. */
#ifndef CORE_MEASURE_H
#define CORE_MEASURE_H

#include "core/session/session.h"

/* Whether whoever wants a measurement wants it to end now: asked often, between two pieces of work. */
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
	struct interruption interruption; /* none; the caller's to set */
	struct event_config *configs;
	uint8_t config_count;
	uint64_t sockets; /* bit i: socket i is meant */
	uint16_t cpu;     /* 1 + index of the one meant, of boxes of cores and threads; 0: all */
	bool dry;         /* nothing will be run: boxes need not answer */
	bool proxy;       /* configuration 0 is not asked for: it is sampled for boxes that raise no PMI */
	size_t mark;      /* of the arena, before the measurement */
};

/* Makes *measure ready, with all sockets meant. False if this processor is not known, no box answers
 * (unless `dry`), or the arena is full. */
MUST_CHECK bool measure_start(struct measure *measure, struct machine *machine, struct output *output, bool dry);

/* Gives the memory back. To be called whenever measure_start was. */
void measure_end(struct measure *measure);

/* Adds the events of a comma-separated list. */
MUST_CHECK bool measure_add_events(struct measure *measure, struct slice list);

/* Keeps the first of configurations that are the same event. */
void measure_drop_doubles(struct measure *measure);

/* Adds those of a list of the processor's own that the part can count, and says which are left out. */
MUST_CHECK bool measure_add_own(struct measure *measure, const char *list);

/* Adds an event for every counter there is. */
MUST_CHECK bool measure_add_full(struct measure *measure);

/* The configuration of one event, which is added unless it was asked for before; NULL after reporting what is
 * wrong with the string. */
const struct event_config *measure_event(struct measure *measure, struct slice string);

/* Reads the number of an option, `least` to `most`. */
MUST_CHECK bool measure_number(const struct measure *measure, int letter, const char *value, uint64_t least,
			       uint64_t most, uint64_t *number);

/* Only socket `number` is meant. */
MUST_CHECK bool measure_socket(struct measure *measure, uint64_t number);

/* Of boxes that belong to cores and threads only those of processor `number` are meant. */
MUST_CHECK bool measure_cpu(struct measure *measure, uint64_t number);

/* On how many boxes the event is counted, of those that the machine should have and that are meant. What the part is documented not to
 * have is none of them. `socket`: on this one; -1: on all. */
struct boxes_counted measure_boxes(const struct measure *measure, const struct event_config *config, int socket);

/* How a session is wanted. */
struct measure_plan {
	uint64_t period; /* of the first event; 0: no sampling */
	uint32_t cpu;    /* that takes the PMI: index into machine.cpus */
};

/* Sees to it that the first event can be sampled: if its box raises no PMI, the cycles of a processor come first,
 * which a note says. False after reporting that there is nobody to do it. Done by those below. */
MUST_CHECK bool measure_arrange_sampling(struct measure *measure, const struct measure_plan *plan);

/* Finds counters for all events and compiles one session for all sockets meant. Where a period is given,
 * the PMI enable of a fixed counter is measured first if need be. */
MUST_CHECK bool measure_compile(struct measure *measure, const struct measure_plan *plan, struct session *session);

/* What is measured on one socket. */
struct measure_part {
	struct session session;
	uint32_t cpu; /* that takes its PMIs */
};

struct measure_parts {
	struct measure_part *parts;
	uint16_t count;
};

/* The same with a session for each socket that is meant and has a box to count on. On the plan's socket
 * its processor takes the PMIs, on others the one that acts for the socket. Counters of processors are sampled by
 * each that is meant, in a session of its own; but where events of other boxes are captured as well, by one of
 * each socket. */
MUST_CHECK bool measure_compile_parts(struct measure *measure, const struct measure_plan *plan,
				      struct measure_parts *parts);

/* What it costs to look at all counters once: a record of the register accesses of each part. */
void measure_say_snapshot(const struct measure *measure, const struct measure_parts *parts);

#endif
