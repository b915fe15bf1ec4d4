/* SPDX-License-Identifier: BSD-2-Clause */
/* A payload that tries the virtual POWER9, as far as possible without anything of uncork's: what is here is
 * written from OPAL's interface and the silicon's own description. What its parts share. */
#ifndef TESTS_OPAL_PAYLOAD_H
#define TESTS_OPAL_PAYLOAD_H

#include <libfdt.h>

#include "lib/basic.h"

enum { TIMEBASE = 512000000 }; /* Hz */
enum { PAGE = 0x2000, RING = 0x40000, REGION = 0x40000, CHIPS = 8, CPUS = 32 };

/* ---- start.S ---------------------------------------------------------------------------------------------- */

int64_t opal(uint64_t token, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e);
void ldbar_write(uint64_t value);
uint64_t ldbar_read(void);
void second_start(void);

/* Decrementer interrupts, which `tick_count` counts. */
extern volatile uint64_t tick_count;
extern const uint8_t tick_handler[], tick_handler_end[];
extern const uint8_t bell_handler[], bell_handler_end[];
void tick_start(void);
bool tick_stop(void); /* true if interrupts were on */

/* ---- payload.c -------------------------------------------------------------------------------------------- */

enum { OPAL_INIT = 149, OPAL_START = 150, OPAL_STOP = 151 };
enum { OPAL_NEST = 1, OPAL_CORE = 2, OPAL_TRACE = 3 };

/* Data of the device tree. */
struct board {
	const void *tree;
	unsigned chips, cpus;
	uint32_t chip_id[CHIPS];
	uint8_t *region[CHIPS];
	uint32_t cpu[CPUS], cpu_chip[CPUS];
	uint32_t boot_cpu;
};

extern struct board board;

/* Prints a line, then CR LF. */
void say(const char *format, ...) PRINTF_LIKE(1, 2);

/* One check: a line of KTAP, with what was seen if it failed. */
void check(bool holds, const char *name, const char *format, ...) PRINTF_LIKE(3, 4);

uint64_t time_base(void);

void pass_us(uint64_t us);

/* A time in which something counted: it began between the first two ticks and ended between the others. The
 * host may take the processor away at any moment; what must hold, holds all the same. */
struct window {
	uint64_t start[2], end[2];
};

void open_window(struct window *window);  /* before what starts it */
void enter_window(struct window *window); /* behind that */
void leave_window(struct window *window); /* before what stops it */
void close_window(struct window *window); /* behind that */

/* True if `count` is what `rate` a second makes in the window, give or take `ticks` of it and one count. */
bool fits(uint64_t count, uint64_t rate, const struct window *window, uint64_t ticks);

/* A counter: 64 bits, big-endian. */
uint64_t counter(const uint8_t *at);

/* ---- checks ----------------------------------------------------------------------------------------------- */

void check_tree(void);
void check_nest(void);
void check_cores(void);
void check_threads(void);
void check_trace(void);
void check_codes(void);
void check_registers(void);
void check_interrupts(void);

/* What must not be done, for the silicon to complain of. False if the word means nothing. */
bool misbehave(const char *word);

#endif
