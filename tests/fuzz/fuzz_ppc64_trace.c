/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace rings out of arbitrary bytes; a byte in front says how many records get a second time stamp that
 * agrees with the first. Every sample given out is one that the view has counted, and each once. */
#include "arch/ppc64/trace.h"
#include "tests/fuzz/fuzz.h"

#define RECORDS 32

static void agree(uint8_t *record)
{
	memcpy(record + 56, record, 8);
	record[56] = record[57] = 0;
	record[58] &= 3;
}

static void fuzz(const uint8_t *data, size_t size)
{
	static uint8_t ring[RECORDS * TRACE_RECORD_BYTES];
	struct trace_sample sample;
	struct trace_view view;
	uint32_t at = 0, given = 0;

	if (!size)
		return;
	memset(ring, 0, sizeof(ring));
	memcpy(ring, data + 1, size - 1 < sizeof(ring) ? size - 1 : sizeof(ring));
	for (unsigned i = 0; i < data[0] % (RECORDS + 1); i++)
		agree(ring + i * TRACE_RECORD_BYTES);
	view = trace_view_of(ring, RECORDS);
	assert(view.valid + view.torn <= RECORDS);
	assert(view.first < RECORDS);
	assert(view.wrapped == (view.drops > 0));
	assert(view.lead + view.valid + view.torn <= RECORDS);
	assert(!view.full || view.valid + view.torn == RECORDS);
	while (trace_next(&view, &at, &sample)) {
		assert(at <= RECORDS);
		assert(sample.time);
		given++;
	}
	assert(given == view.valid);
}
