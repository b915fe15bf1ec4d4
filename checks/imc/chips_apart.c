/* SPDX-License-Identifier: BSD-2-Clause */
/* Chips are started and stopped one by one. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

static const struct box *nest_of(const struct machine *machine, uint16_t socket)
{
	for (unsigned i = 0; i < machine->box_count; i++)
		if (machine->boxes[i].state == BOX_FOUND && machine->boxes[i].box.socket == socket &&
		    machine->boxes[i].box.type->scope == BOX_OF_SOCKET)
			return &machine->boxes[i].box;
	return NULL;
}

static void expect_running(struct check_context *context, const struct box *box, const char *when)
{
	struct finding finding = {.where = posted_control(box, NEST_STATUS), .expected = NEST_RUNNING};

	finding.got = read_at(context, finding.where);
	if (check_going(context) && finding.got != NEST_RUNNING)
		fail_at(context, &finding, "chip %u does not run %s", box->socket, when);
}

static void try_pair(struct check_context *context, const struct box *one, const struct box *other)
{
	struct finding finding = {.where = posted_control(one, NEST_STATUS),
				  .expected = posted_control(one, NEST_STATUS).address,
				  .got = posted_control(other, NEST_STATUS).address};

	if (finding.expected == finding.got)
		fail_at(context, &finding, "chips %u and %u have the same region", one->socket, other->socket);
	start(context, one);
	start(context, other);
	stop(context, one);
	expect_running(context, other, "after another was stopped");
	stop(context, other);
}

void run_chips_apart(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct box *first = nest_of(machine, 0);
	unsigned pairs = 0;

	for (uint16_t s = 1; s < machine->socket_count; s++) {
		const struct box *other = nest_of(machine, s);

		if (!first || !other)
			continue;
		try_pair(context, first, other);
		try_pair(context, other, first);
		pairs++;
	}
	if (pairs)
		check_pass(context, "%u chips besides the first are started and stopped alone", pairs);
	else
		check_skip(context,
			   machine->socket_count > 1 ? "fewer than two chips have a nest" : "there is one chip only");
}
