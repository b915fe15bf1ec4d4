/* SPDX-License-Identifier: BSD-2-Clause */
/* Faults between the model and the processors that it interrupts. */
#include "silicon/faults/faults.h"

#include "silicon/faults/kinds.h"

static struct fault_timer *timer_of(const struct faults *faults, unsigned socket, unsigned box)
{
	return &faults->timer[socket * faults->model->boxes + box];
}

static uint64_t after(uint64_t t, uint64_t ns)
{
	return ns < MODEL_NEVER - 1 - t ? t + ns : MODEL_NEVER - 1;
}

static void send(struct faults *faults, unsigned socket, unsigned box, const struct silicon_cores *cores, uint64_t t)
{
	struct silicon_cores other, there = cores_below(faults->model->cores);

	if (faults->box[box].pmi_core) {
		other = cores_one((unsigned)faults->box[box].pmi_core - 1);
		cores_keep(&other, &there);
		cores = &other;
	}
	if (cores_count(cores))
		faults->next.pmi(faults->next.context, socket, box, cores, t);
}

static void faults_take_pmi(void *context, unsigned socket, unsigned box, const struct silicon_cores *cores, uint64_t t)
{
	struct faults *faults = context;
	const struct fault_box *at = &faults->box[box];
	struct fault_timer *timer = timer_of(faults, socket, box);

	if (at->flags & FAULT_PMI_LOST)
		return;
	if (at->doubled_ns || at->stuck_ns) {
		timer->again = min_u64(timer->again, after(t, at->stuck_ns ? at->stuck_ns : at->doubled_ns));
		cores_join(&timer->cores, cores);
	}
	send(faults, socket, box, cores, t);
}

static void take_start(void *context, unsigned socket, unsigned box, uint64_t t)
{
	struct faults *faults = context;
	struct fault_timer *timer = timer_of(faults, socket, box);

	if (faults->box[box].spurious_ns)
		timer->spurious = min_u64(timer->spurious, after(t, faults->box[box].spurious_ns));
	faults->next.started(faults->next.context, socket, box, t);
}

static void take_log(void *context, const char *line)
{
	struct faults *faults = context;

	faults->next.log(faults->next.context, line);
}

void fault_take_signals(struct faults *faults)
{
	if (faults->timed)
		return;
	faults->timed = true;
	faults->next = faults->model->signals;
	faults->model->signals = (struct model_signals){faults, faults_take_pmi, take_start, take_log};
	for (unsigned i = 0; i < faults->model->sockets * faults->model->boxes; i++)
		faults->timer[i] = (struct fault_timer){MODEL_NEVER, MODEL_NEVER, {{0}}};
}

uint64_t faults_due(const struct faults *faults)
{
	uint64_t due = MODEL_NEVER;

	for (unsigned i = 0; faults->timed && i < faults->model->sockets * faults->model->boxes; i++)
		due = min_u64(due, min_u64(faults->timer[i].again, faults->timer[i].spurious));
	return due;
}

void faults_process(struct faults *faults, uint64_t t)
{
	const struct model *model = faults->model;

	for (unsigned i = 0; i < model->sockets * model->boxes; i++) {
		unsigned socket = i / model->boxes, box = i % model->boxes;
		struct fault_timer *timer = timer_of(faults, socket, box);
		struct silicon_cores cores = timer->cores, targets;
		uint64_t stuck_ns = faults->box[box].stuck_ns;

		if (timer->again == t) {
			timer->again = stuck_ns ? after(t, stuck_ns) : MODEL_NEVER;
			if (!stuck_ns)
				timer->cores = (struct silicon_cores){0};
			send(faults, socket, box, &cores, t);
		}
		if (timer->spurious == t) {
			timer->spurious = MODEL_NEVER;
			targets = model->part->targets(model, socket, box);
			send(faults, socket, box, &targets, t);
		}
	}
}
