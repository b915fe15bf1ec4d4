/* SPDX-License-Identifier: BSD-2-Clause */
/* The common part of all processors' crash reports: lines, addresses with function names, the backtrace and the last register
 * accesses. It neither allocates nor waits. */
#ifndef CORE_CRASH_TEXT_H
#define CORE_CRASH_TEXT_H

#include "core/hardware/machine.h"
#include "lib/text.h"

/* A symbol of our image, for backtraces; sorted by offset. The table is made from the linked image. */
struct image_symbol {
	uint32_t offset; /* from the address for which the image was linked; 0 if it has none */
	uint32_t name;   /* into image_symbol_names */
};
extern const struct image_symbol image_symbols[];
extern const uint32_t image_symbol_count;
extern const char image_symbol_names[];

/* The image and its symbols. */
struct crash_image {
	uint64_t base, size; /* its address, and its size in bytes */
	const struct image_symbol *symbols;
	uint32_t symbol_count;
	const char *names;
	uint64_t linked_at; /* added to offsets from `base` before they are looked up */
};

/* Appends " name+0x12", or nothing if the address is not in the image. */
void crash_symbol(const struct crash_image *image, uint64_t address, struct text *text);

bool crash_in_image(const struct crash_image *image, uint64_t address);

#define CRASH_LINE_BYTES 192

/* A report under way. */
struct crash_text {
	const struct crash_image *image;
	const struct machine *machine; /* names registers; NULL: addresses only */
	void (*write)(void *context, const char *bytes, size_t length);
	void *context;
	struct text line;
	char bytes[CRASH_LINE_BYTES];
};

/* Prepares *report for its first line; the caller has set its first four members. */
void crash_text_start(struct crash_text *report);

void crash_say(struct crash_text *report, const char *format, ...) PRINTF_LIKE(2, 3);
void crash_end_line(struct crash_text *report);

/* The address as hexadecimal number and, inside the image, function and offset. */
void crash_say_address(struct crash_text *report, uint64_t address);

/* One line of the backtrace. A return address (number > 0) belongs to the call before it. */
void crash_say_call(struct crash_text *report, unsigned number, uint64_t address);

/* Writes the accesses in the flight recorder (core/hardware/flight.h), latest first, with a heading. */
void crash_say_accesses(struct crash_text *report);

/* Writes, after the registers were restored as far as possible, which of them differ from the state that the run found
 * (core/hardware/leaving.h), or that none does; nothing if no register was touched. `entry` gives another register of a processor
 * that differs. `write` receives whole lines. */
struct left;
void crash_say_left(const struct machine *machine, bool (*entry)(uint32_t cpu, struct left *left),
		    void (*write)(void *context, const char *bytes, size_t length), void *context);

#endif
