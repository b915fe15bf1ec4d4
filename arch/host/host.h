/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine inside a Linux process: virtual silicon, virtual time. Every run of the same commands gives the same
 * values.
 *
 * Only the program's actions advance time: HOST_ACCESS_NS for each register access, HOST_LOOK_NS for each look at a
 * clock, and the duration of waits. Repeated looks without an access in between mean work or waiting that is not
 * visible otherwise: each look takes twice as long as the one before, up to HOST_LOOK_NS << HOST_LOOK_DOUBLINGS. */
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
	unsigned sockets;      /* 1..8; 0: from the scenario, else 1 */
	unsigned cores;        /* logical processors of a socket, 1..HOST_CORES; 0: as sold; on a bare machine 8 */
	struct slice scenario; /* text; may be empty */
	/* Called for each violation, and for each line of the silicon's log. May be NULL. */
	void (*violation)(void *context, const char *line);
	void (*log)(void *context, const char *line);
	void *context;
};

struct host {
	struct hw hw; /* first, because functions of struct hw get this address */
	struct host_options options;
	struct silicon *silicon; /* NULL on a bare machine */
	uint64_t now_ns;
	unsigned looks;                             /* looks at a clock since the last access or wait */
	struct silicon_cores pending[HOST_SOCKETS]; /* cores with a pending PMI, by socket */
	uint64_t taken;
	struct window windows[HOST_CPUS];
	bool open[HOST_CPUS];
	bool masked[HOST_CPUS];    /* the entry of PMIs is masked by a delivery */
	uint8_t unmask[HOST_CPUS]; /* enum unmask */
	uint64_t strays[HOST_CPUS];
	uint32_t cpu; /* the executing CPU */
	bool in_handler;
	uint64_t violations;
	void *tracked;   /* the silicon's memory of touched pages; NULL: it sees none (touched_memory.h) */
	bool nodes_told; /* the silicon knows the nodes of memory */
	struct cpu cpus[HOST_CPUS];
	struct node_memory nodes[HOST_NODES];
	struct memory_region memory[HOST_NODES];
	char banner[1024];
};

/* Makes `machine` from the options, with its own silicon; memory comes from the arena. Returns false, with a reason
 * of one line in `error`, for an unknown machine or scenario, or if the arena is full. */
MUST_CHECK bool host_start(struct host *host, struct machine *machine, const struct host_options *options, char *error,
			   size_t error_size);

/* Ends the run: registers that were not restored are violations. Nothing is denied afterwards. Returns the number of
 * violations. */
uint64_t host_stop(struct host *host);

#endif
