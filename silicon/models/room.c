/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory: every part gets arrays of the lengths that its tables ask for. */
#include "silicon/models/model.h"

/* How much of everything a part has in each socket. */
struct extent {
	size_t registers, counters, boxes;
};

static struct extent measure(const struct model_part *part)
{
	struct extent extent = {.boxes = part->boxes};

	for (unsigned i = 0; i < part->boxes; i++) {
		const struct model_type *type = part->box[i].type;

		for (unsigned j = 0; j < type->banks; j++) {
			extent.registers += type->bank[j].count;
			if (type->bank[j].role == MODEL_COUNTER)
				extent.counters += type->bank[j].count;
		}
	}
	return extent;
}

/* Memory that is handed out from its beginning; with `at` NULL it is only counted. */
struct room {
	char *at;
	size_t used;
};

static void *take(struct room *room, size_t count, size_t size)
{
	void *place = room->at ? room->at + room->used : NULL;

	room->used += (count * size + 7) & ~(size_t)7;
	return place;
}

static void take_socket(struct room *room, const struct extent *extent, struct model_socket *socket)
{
	socket->value = take(room, extent->registers, sizeof(*socket->value));
	socket->counter = take(room, extent->counters, sizeof(*socket->counter));
	socket->programmed = take(room, extent->counters, sizeof(*socket->programmed));
	socket->tally = take(room, extent->counters, sizeof(*socket->tally));
	socket->begun = take(room, extent->counters, sizeof(*socket->begun));
	socket->astray = take(room, extent->counters, sizeof(*socket->astray));
	socket->box = take(room, extent->boxes, sizeof(*socket->box));
}

/* Returns the bytes up to the end of the last array. The arrays of `silicon` are only set if they have
 * memory, which begins with it. */
static size_t take_all(const struct model_part *part, struct silicon *silicon, char *memory)
{
	struct extent extent = measure(part);
	struct room room = {memory, sizeof(*silicon)};

	silicon->reg = take(&room, extent.registers, sizeof(*silicon->reg));
	silicon->by_address = take(&room, extent.registers, sizeof(*silicon->by_address));
	silicon->counter = take(&room, extent.counters, sizeof(*silicon->counter));
	silicon->box = take(&room, extent.boxes, sizeof(*silicon->box));
	for (unsigned i = 0; i < part->sockets; i++)
		take_socket(&room, &extent, &silicon->socket[i]);
	return room.used;
}

size_t model_bytes(const struct model_part *part)
{
	static struct silicon measured;

	return take_all(part, &measured, NULL);
}

void model_take_room(struct silicon *silicon)
{
	(void)take_all(silicon->part, silicon, (char *)silicon);
}
