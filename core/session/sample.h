/* SPDX-License-Identifier: BSD-2-Clause */
/* Overflow sampling: the PMI handler, which runs the programs of a session, and the ring that passes
 * its samples to the main loop. The handler neither prints nor waits, and each of its loops is bounded
 * by the number of programmed counters. Handler and main loop may be on different processors. */
#ifndef CORE_SAMPLE_H
#define CORE_SAMPLE_H

#include "core/hardware/smi.h"
#include "core/session/counts.h"

#define SAMPLE_RING 64 /* samples; a power of two */

/* One sample as the handler leaves it: the session's live slots at that moment. */
struct sample {
	struct pmi pmi;
	bool lost; /* taken by the main loop, since no PMI came */
	bool frozen_by_hardware;
	bool ran_on; /* the counters had not been stopped, neither by hardware nor by us */
	uint64_t *slots;
};

/* The state of a sampled counter if fewer samples came than were wanted. */
enum standing {
	STANDING_UNKNOWN,  /* not read yet */
	STANDING_NOT_YET,  /* it counts, and has not reached the next overflow */
	STANDING_UNTESTED, /* its event has not occurred, and need not */
	STANDING_STILL,    /* its event is a clock, and does not occur */
	STANDING_UNSHOWN   /* it wrapped, and no status shows the overflow */
};

/* True if a counter of sound silicon is never in that state. */
bool standing_is_defect(enum standing standing);

struct sampler {
	struct session *session;
	uint64_t wanted; /* maximum number of samples taken */

	/* Shared between handler and main loop. */
	struct sample *ring;
	uint32_t taken, given;    /* samples put into the ring, and taken out; they wrap */
	uint32_t pmis;            /* PMIs that reached the handler */
	uint32_t spurious;        /* ... without an overflow, and not excused */
	uint32_t late;            /* ... while the main loop was recovering their sample */
	uint32_t excused;         /* PMIs without overflow that may still come for overflows seen */
	uint64_t spurious_status; /* global status at the first spurious PMI */
	uint32_t dropped;         /* overflows while the ring was full */
	bool busy;                /* a sample is being taken */
	bool paused;              /* the main loop requires the counters to stay frozen */
	bool halted;              /* the main loop found them running and stopped them */
	bool stopped;             /* the handler left them frozen: ring full, or no more wanted */
	bool resting;             /* ... or paused: the counters were not restarted after their last sample */
	bool failed;              /* a program failed: see the session's trouble */

	/* The main loop's own. */
	uint32_t cpu;     /* processor that takes the PMI */
	uint64_t *strays; /* per processor: stray PMIs when the sampler was made */
	uint64_t *poll_slots;
	struct counts counts;   /* since the last sample that was given out */
	uint64_t *rested;       /* per counter: its value at the last pause, if it cannot be stopped */
	bool looked;            /* counters were read after the last settled sample */
	bool rests;             /* `rested` is of the current pause */
	uint32_t settled;       /* samples whose slots hold events instead of values; wraps */
	uint64_t sequence;      /* samples given out */
	uint32_t lost;          /* overflows without a PMI */
	uint64_t lost_status;   /* global status at the first of them */
	uint32_t unfrozen;      /* samples that the hardware did not freeze */
	uint8_t standing;       /* enum standing of a counter, once sampler_stand has looked ... */
	uint16_t stands;        /* ... its index ... */
	uint64_t progress;      /* ... and its events since its last overflow */
	struct smi_watch watch; /* of the batch */
	uint64_t smis;          /* SMIs of the processor while it took samples */
	const char **overflow;  /* room for the names of a record */
	struct sample_value *values;
};

/* Makes *sampler ready for a session compiled with a period, whose PMIs go to processor `cpu` (index).
 * Takes memory from the machine's arena; false if it is full. */
MUST_CHECK bool sampler_init(struct sampler *sampler, struct session *session, uint32_t cpu, uint64_t wanted);

/* The pmi_handler of struct window; the context is the sampler. */
void sampler_pmi(void *context, const struct pmi *pmi);

/* Starts the counters: the first time after session_begin, and after each pause. False on trouble (session_report). */
MUST_CHECK bool sampler_start(struct sampler *sampler);

/* Freezes the counters and waits until no PMI is pending. False on trouble. */
MUST_CHECK bool sampler_pause(struct sampler *sampler);

/* Looks for a counter that overflowed without a PMI. The PMI gets some milliseconds to arrive; then it is
 * counted as lost and the sample is taken without it. False on trouble. */
MUST_CHECK bool sampler_poll(struct sampler *sampler);

/* Finds the state of the sampled counters: keeps that of a failed one, else of the one nearest to its overflow. Call it after
 * sampler_pause, with the session active. False on trouble. */
MUST_CHECK bool sampler_stand(struct sampler *sampler);

/* Reports the result of sampler_stand; `when` is the end of "3 of 10 samples came ...". An event that does not occur is a note; a
 * clock that does not advance and an overflow that no status shows are failures. */
void sampler_report_standing(const struct sampler *sampler, const char *when, struct output *output);

/* Reads the counters while they count, if they may otherwise wrap unseen. Call it often. False on trouble. */
MUST_CHECK bool sampler_keep_up(struct sampler *sampler);

/* For the sampler's own files: computes the event counts of the samples in the ring, and puts them into their slots. */
void sampler_settle(struct sampler *sampler);

/* Number of samples waiting in the ring. */
uint32_t sampler_pending(const struct sampler *sampler);

/* Number of samples that the handler has taken so far; wraps. */
uint32_t sampler_taken(const struct sampler *sampler);

/* Time at which the oldest waiting sample was taken, in ticks. */
uint64_t sampler_next_ticks(const struct sampler *sampler);

/* True if the handler takes no more samples until the ring is emptied, or for good. */
bool sampler_stopped(const struct sampler *sampler);

/* Takes the oldest sample from the ring, as a record that is valid until the next call; false if there is none. */
MUST_CHECK bool sampler_next(struct sampler *sampler, struct sample_record *record);

/* Reports failures and corrections, in notes and errors. Call it after session_end. */
void sampler_report(const struct sampler *sampler, struct output *output);

/* Records the number of samples, PMIs and irregularities; if samples are missing, the state of the counter, too. */
void sampler_sum(const struct sampler *sampler, struct output *output);

#endif
