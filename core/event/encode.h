/* SPDX-License-Identifier: BSD-2-Clause */
/* Events as register values: what `uncork encode` prints. */
#ifndef CORE_ENCODE_H
#define CORE_ENCODE_H

#include "core/event/event.h"

/* One register, and the value written to it while the event is counted without interrupts. */
struct encoded {
	const struct register_row *row;
	uint8_t index;  /* number of a filter register in its row */
	uint64_t value; /* of a select register: enable bit included, PMI enable not */
};

struct encoding {
	struct event_config config;
	uint8_t count; /* 0 if the box has no register to program */
	/* The select register, or the fixed counter's, then filter registers, each once. */
	struct encoded registers[1 + EVENT_SETTINGS];
};

/* Encodes one event string. Returns false, with *diagnostic filled in, if event_parse refuses it. */
MUST_CHECK bool encode_event(const struct processor *processor, struct slice string, struct encoding *encoding,
			     struct diagnostic *diagnostic);

/* Appends the first instance's canonical string, and registers by name: "nhmex_unc_cbox0::LLC_HITS:M ctl=0x400115". */
void encode_names(const struct encoding *encoding, struct text *text);

#endif
