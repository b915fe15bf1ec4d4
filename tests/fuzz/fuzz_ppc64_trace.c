/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace rings out of arbitrary bytes; a byte in front says how many records get a second time stamp that
 * agrees with the first. Every sample given out is one that the view has counted, and each once. */
#include <stdlib.h>
#include <string.h>

#include "arch/ppc64/trace.h"

#define RECORDS 32

static void must(bool condition)
{
	if (!condition)
		abort();
}

static void agree(uint8_t *record)
{
	memcpy(record + 56, record, 8);
	record[56] = record[57] = 0;
	record[58] &= 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t ring[RECORDS * TRACE_RECORD_BYTES];
	struct trace_sample sample;
	struct trace_view view;
	uint32_t at = 0, given = 0;

	if (!size)
		return 0;
	memset(ring, 0, sizeof(ring));
	memcpy(ring, data + 1, size - 1 < sizeof(ring) ? size - 1 : sizeof(ring));
	for (unsigned i = 0; i < data[0] % (RECORDS + 1); i++)
		agree(ring + i * TRACE_RECORD_BYTES);
	view = trace_view_of(ring, RECORDS);
	must(view.valid + view.torn <= RECORDS);
	must(view.first < RECORDS);
	must(view.wrapped == (view.drops > 0));
	must(view.lead + view.valid + view.torn <= RECORDS);
	must(!view.full || view.valid + view.torn == RECORDS);
	while (trace_next(&view, &at, &sample)) {
		must(at <= RECORDS);
		must(sample.time);
		given++;
	}
	must(given == view.valid);
	return 0;
}
