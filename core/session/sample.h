/* SPDX-License-Identifier: BSD-2-Clause */
/* Overflow sampling: what the PMI handler does with the programs of a session, and the ring that takes
 * its samples to the main loop. The handler neither prints nor waits, and every loop of it is bounded
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
	bool ran_on; /* the counters had not been stopped, by whomever */
	uint64_t *slots;
};

/* Where a sampled counter stands when fewer samples came than were wanted. */
enum standing {
	STANDING_UNKNOWN,  /* nobody looked */
	STANDING_NOT_YET,  /* it is on its way to the next overflow */
	STANDING_UNTESTED, /* its event has not come at all, and need not */
	STANDING_STILL,    /* its event is a clock, and does not come */
	STANDING_UNSHOWN   /* it came round, and no status shows the overflow */
};

/* True if a counter of sound silicon never stands so. */
bool standing_is_defect(enum standing standing);

struct sampler {
	struct session *session;
	uint64_t wanted; /* no more samples than this are taken */

	/* Shared between handler and main loop. */
	struct sample *ring;
	uint32_t taken, given;    /* samples put into the ring, and taken out; they wrap */
	uint32_t pmis;            /* PMIs that reached the handler */
	uint32_t spurious;        /* ... and showed no overflow, without an excuse */
	uint32_t late;            /* ... and found the main loop recovering their sample */
	uint32_t excused;         /* PMIs without overflow that may still come for overflows seen */
	uint64_t spurious_status; /* global status that the first spurious PMI showed */
	uint32_t dropped;         /* overflows that found the ring full */
	bool busy;                /* a sample is being taken */
	bool paused;              /* the main loop wants the counters to stay frozen */
	bool halted;              /* the main loop found them running and stopped them */
	bool stopped;             /* the handler left them frozen: ring full, or no more wanted */
	bool resting;             /* ... or paused: since their last sample they have not been set going */
	bool failed;              /* a program failed: see the session's trouble */

	/* The main loop's own. */
	uint32_t cpu;     /* that is to take the PMI */
	uint64_t *strays; /* of each processor: stray PMIs when the sampler was made */
	uint64_t *poll_slots;
	struct counts counts;   /* since the last sample that was given out */
	uint64_t *rested;       /* of each counter: its value at the last pause, if nobody can stop it */
	bool looked;            /* since the last sample that is settled */
	bool rests;             /* `rested` is of the pause that goes on */
	uint32_t settled;       /* samples whose slots hold events instead of values; wraps */
	uint64_t sequence;      /* samples given out */
	uint32_t lost;          /* overflows whose PMI did not come */
	uint64_t lost_status;   /* global status that the first of them showed */
	uint32_t unfrozen;      /* samples that the hardware did not freeze */
	uint8_t standing;       /* enum standing of a counter, once sampler_stand has looked ... */
	uint16_t stands;        /* ... its index ... */
	uint64_t progress;      /* ... and its events since its last overflow */
	struct smi_watch watch; /* of the batch */
	uint64_t smis;          /* that came to the processor while it took samples */
	const char **overflow;  /* room for the names of a record */
	struct sample_value *values;
};

/* Makes *sampler ready for a session compiled with a period, whose PMIs go to processor `cpu` (index).
 * Memory comes from the machine's arena; false if it is full. */
MUST_CHECK bool sampler_init(struct sampler *sampler, struct session *session, uint32_t cpu, uint64_t wanted);

/* The pmi_handler of struct window; the context is the sampler. */
void sampler_pmi(void *context, const struct pmi *pmi);

/* Sets the counters going: the first time behind session_begin, and after each pause. False on trouble
 * (session_report). */
MUST_CHECK bool sampler_start(struct sampler *sampler);

/* Freezes the counters and waits until no PMI is under way. False on trouble. */
MUST_CHECK bool sampler_pause(struct sampler *sampler);

/* Looks whether a counter overflowed that no PMI told of. The PMI gets some milliseconds to arrive;
 * then it is counted as lost and the sample taken all the same. False on trouble. */
MUST_CHECK bool sampler_poll(struct sampler *sampler);

/* Looks where the sampled counters stand: keeps one that failed, else the one nearest to its overflow. To be called after sampler_pause,
 * with the session active. False on trouble. */
MUST_CHECK bool sampler_stand(struct sampler *sampler);

/* Says what sampler_stand has found; `when` is the end of "3 of 10 samples came ...". That an event does not come is a note. A clock that
 * stands still and an overflow that no status shows are failures. */
void sampler_report_standing(const struct sampler *sampler, const char *when, struct output *output);

/* Looks at the counters while they count, if they may come round unseen otherwise. To be called often. False on trouble. */
MUST_CHECK bool sampler_keep_up(struct sampler *sampler);

/* For the sampler's own files: works out what the samples in the ring have counted, which then stands in their slots. */
void sampler_settle(struct sampler *sampler);

/* How many samples wait in the ring. */
uint32_t sampler_pending(const struct sampler *sampler);

/* How many the handler has taken so far; wraps. */
uint32_t sampler_taken(const struct sampler *sampler);

/* When the oldest of those that wait was taken. */
uint64_t sampler_next_ticks(const struct sampler *sampler);

/* True if the handler takes no more samples until the ring is emptied, or for good. */
bool sampler_stopped(const struct sampler *sampler);

/* The oldest sample as a record, which is good until the next call; false if there is none. */
MUST_CHECK bool sampler_next(struct sampler *sampler, struct sample_record *record);

/* What went wrong and what was put right, in notes and errors. To be called after session_end. */
void sampler_report(const struct sampler *sampler, struct output *output);

/* How many samples, PMIs and irregularities there were, as a record; of samples that are short where the counter stands, too. */
void sampler_sum(const struct sampler *sampler, struct output *output);

#endif
