/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace mode on one CPU: its core samples it into a ring while it works, without interrupts. */
#ifndef ARCH_PPC64_TRACE_RUN_H
#define ARCH_PPC64_TRACE_RUN_H

#include "arch/ppc64/trace.h"
#include "core/hardware/workload.h"
#include "core/session/session.h"

#define TRACE_OPERATIONS 8

struct trace_run {
	struct machine *machine;
	uint32_t cpu; /* index into machine.cpus */
	uint8_t *ring;
	uint32_t records;
	struct session session; /* has programs, but no counters */
	struct operation operations[TRACE_OPERATIONS];
	struct workload workload;
	uint64_t work_ns;      /* duration of the CPU's work in one run */
	uint64_t began, ended; /* time base before the latest START and after its STOP */
	uint64_t interrupts;   /* taken by the CPU while it was sampled, in all runs */
	uint32_t last_vector;  /* of the latest interrupt that was neither decrementer nor doorbell */
};

/* Prepares *run. Returns false if the arena is full. */
MUST_CHECK bool trace_run_init(struct trace_run *run, struct machine *machine, uint32_t cpu);

/* Clears the ring, samples for work_ns and stops. Returns false after an error: see session_report. */
MUST_CHECK bool trace_run_once(struct trace_run *run, struct trace_view *view);

/* Ends trace mode on the CPU. Call it once after the last trace_run_once, even if that failed. */
void trace_run_end(struct trace_run *run);

#endif
