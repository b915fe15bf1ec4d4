/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine inside a Linux process: virtual silicon, virtual time. Every run of the same commands sees
 * the same values.
 *
 * Time passes only by what the program does: HOST_ACCESS_NS for each register access, HOST_LOOK_NS when
 * it looks at a clock, and as long as it waits. Looking again and again with no access in between is
 * computing or waiting, of which nothing else is seen here: each such look takes twice as long as the
 * one before, up to HOST_LOOK_NS << HOST_LOOK_DOUBLINGS. */
#ifndef ARCH_HOST_HOST_H
#define ARCH_HOST_HOST_H

#include "core/hardware/power.h"
#include "lib/parse.h"
#include "silicon/silicon.h"

#define HOST_ACCESS_NS      100
#define HOST_LOOK_NS        20
#define HOST_LOOK_DOUBLINGS 10
#define HOST_TICKS_PER_NS   2

#define HOST_SOCKETS        8
#define HOST_CORES          SILICON_CORES /* logical processors of a socket */
#define HOST_CPUS           (HOST_SOCKETS * HOST_CORES)
#define HOST_NODES          (HOST_SOCKETS + 1) /* of memory */

struct host_options {
	const char *machine;   /* "xeon-7500", or "bare-xeon-7500": unknown MSRs read 0, writes vanish */
	unsigned sockets;      /* 1..8; 0: as the scenario says, else 1 */
	unsigned cores;        /* logical processors of a socket, 1..HOST_CORES; 0: as sold, a bare machine's 8 */
	struct slice scenario; /* text; may be empty */
	/* Called for each violation and each line of the silicon's log. May be NULL. */
	void (*violation)(void *context, const char *line);
	void (*log)(void *context, const char *line);
	void *context;
};

struct host {
	struct hw hw; /* first: what the functions of struct hw get is this */
	struct host_options options;
	struct silicon *silicon; /* NULL on a bare machine */
	uint64_t now_ns;
	unsigned looks;                             /* at clocks since the latest access or wait */
	struct silicon_cores pending[HOST_SOCKETS]; /* those with a PMI on its way, by socket */
	uint64_t taken;
	struct window windows[HOST_CPUS];
	bool open[HOST_CPUS];
	bool masked[HOST_CPUS];    /* the entry of PMIs, by the delivery of one */
	uint8_t unmask[HOST_CPUS]; /* enum unmask */
	uint64_t strays[HOST_CPUS];
	uint32_t cpu; /* that does what is done now */
	bool in_handler;
	uint64_t violations;
	void *tracked;   /* what the silicon remembers touched pages in; NULL: it sees none (touched_memory.h) */
	bool nodes_told; /* it knows whose memory is where */
	struct cpu cpus[HOST_CPUS];
	struct node_memory nodes[HOST_NODES];
	struct memory_region memory[HOST_NODES];
	char banner[1024];
};

/* Makes `machine` of the options, with a silicon of its own; memory comes from the arena. False, with
 * one line of reason in `error`, for an unknown machine or scenario, or if the arena is full. */
MUST_CHECK bool host_start(struct host *host, struct machine *machine, const struct host_options *options, char *error,
			   size_t error_size);

/* Ends the run: what was not put back is a violation, and nothing is denied any more. Returns the number of violations. */
uint64_t host_stop(struct host *host);

#endif
