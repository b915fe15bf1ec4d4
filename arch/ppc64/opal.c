/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/opal.h"

#include "arch/ppc64/cpu.h"
#include "lib/memory.h"

#define PATIENCE_NS  UINT64_C(5000000000) /* for a terminal that accepts nothing */
#define FLUSH_NS     UINT64_C(10000000000)
#define STUCK_NS     UINT64_C(100000000) /* for a flush that sends nothing; a full port of 16 bytes takes 1.4 ms */
#define POWER_OFF_NS UINT64_C(20000000000)
#define CHUNK        256
#define POLLS_BLIND  256 /* each sends a port's buffer of 16 bytes */
#define TYPED_AHEAD  64

struct opal opal;

static struct {
	bool dead;
	uint8_t typed[TYPED_AHEAD]; /* read but not yet requested */
	unsigned typed_count, typed_at;
} console;

static uint64_t big_endian(uint64_t value)
{
	return __builtin_bswap64(value);
}

static uint64_t address_of(const void *object)
{
	return (uint64_t)object;
}

static void poll(void)
{
	opal_call(OPAL_POLL_EVENTS, 0, 0, 0, 0, 0);
}

static const struct {
	int64_t result;
	const char *name;
} result_names[] = {
	{OPAL_SUCCESS, "OPAL_SUCCESS"},
	{OPAL_PARAMETER, "OPAL_PARAMETER"},
	{OPAL_BUSY, "OPAL_BUSY"},
	{OPAL_HARDWARE, "OPAL_HARDWARE"},
	{OPAL_UNSUPPORTED, "OPAL_UNSUPPORTED"},
	{OPAL_INTERNAL_ERROR, "OPAL_INTERNAL_ERROR"},
	{OPAL_BUSY_EVENT, "OPAL_BUSY_EVENT"},
	{OPAL_WRONG_STATE, "OPAL_WRONG_STATE"},
};

void opal_result_text(int64_t result, struct text *text)
{
	const char *name = "OPAL result";

	for (unsigned i = 0; i < ARRAY_SIZE(result_names); i++)
		if (result_names[i].result == result)
			name = result_names[i].name;
	text_format(text, "%s (%lld)", name, (long long)result);
}

/* ---- console --------------------------------------------------------------------------------------- */

/* True if a retry cannot change the result. Any other error, especially a timeout, may be temporary. */
static bool is_final(int64_t result)
{
	return result == OPAL_SUCCESS || result == OPAL_PARAMETER || result == OPAL_UNSUPPORTED;
}

/* Makes OPAL send buffered output. OPAL's pollers print their own messages to the same terminal, so they run within a
 * line only if OPAL sends nothing without them. `moved_ns` is when OPAL last accepted or sent data. */
static int64_t push(uint64_t *moved_ns)
{
	int64_t result = opal_call(OPAL_CONSOLE_FLUSH, 0, 0, 0, 0, 0);

	if (result == OPAL_PARTIAL)
		*moved_ns = cpu_now_ns();
	else if (result == OPAL_UNSUPPORTED || cpu_now_ns() - *moved_ns > STUCK_NS)
		poll();
	return result;
}

/* Sends all that OPAL has buffered: some KiB, which are lost when the machine dies. Bounded. An OPAL without a flush
 * call is polled long enough for a few KiB. */
static void flush(void)
{
	uint64_t moved = cpu_now_ns(), deadline = moved + FLUSH_NS;
	unsigned pushes = 0;
	int64_t result;

	do {
		result = push(&moved);
		pushes++;
	} while ((!is_final(result) || (result == OPAL_UNSUPPORTED && pushes < POLLS_BLIND)) &&
		 cpu_now_ns() < deadline);
	console.dead |= !is_final(result);
}

/* Sends all bytes, unless the terminal is dead. */
static void opal_put(const char *bytes, size_t length)
{
	uint64_t moved = cpu_now_ns();
	int64_t result;

	while (length) {
		/* tested before the call, in which this CPU may be delayed */
		bool late = cpu_now_ns() - moved > PATIENCE_NS;
		uint64_t offered = big_endian(length), taken = 0;

		result = opal_call(OPAL_CONSOLE_WRITE, 0, address_of(&offered), address_of(bytes), 0, 0);
		if (result == OPAL_SUCCESS)
			taken = min_u64(big_endian(offered), length);
		bytes += taken;
		length -= taken;
		if (taken)
			moved = cpu_now_ns();
		else
			push(&moved);
		if (!taken && (console.dead || (result && is_final(result)) || late)) {
			console.dead = true;
			return;
		}
	}
}

void opal_console_write(void *context, const char *bytes, size_t length)
{
	char chunk[CHUNK];
	size_t used = 0;

	(void)context;
	if (!length)
		return;
	for (size_t i = 0; i < length; i++) {
		if (used + 2 > CHUNK) {
			opal_put(chunk, used);
			used = 0;
		}
		if (bytes[i] == '\n')
			chunk[used++] = '\r';
		chunk[used++] = bytes[i];
	}
	opal_put(chunk, used);
	if (console.dead)
		return;
	flush();
	if (bytes[length - 1] == '\n')
		poll();
}

static bool read_ahead(void)
{
	uint64_t count = big_endian(TYPED_AHEAD);

	console.typed_at = console.typed_count = 0;
	if (opal_call(OPAL_CONSOLE_READ, 0, address_of(&count), address_of(console.typed), 0, 0))
		return false;
	count = big_endian(count);
	console.typed_count = count > TYPED_AHEAD ? TYPED_AHEAD : (unsigned)count;
	return console.typed_count;
}

int opal_console_read_char(void *context, unsigned timeout_ms)
{
	uint64_t deadline = cpu_now_ns() + timeout_ms * UINT64_C(1000000);

	(void)context;
	for (;;) {
		if (console.typed_at < console.typed_count || read_ahead())
			return console.typed[console.typed_at++];
		if (cpu_now_ns() >= deadline)
			return -1;
		poll();
		cpu_pause_ns(1000000);
	}
}

bool opal_console_is_dead(void)
{
	return console.dead;
}

/* ---- power ------------------------------------------------------------------------------------------- */

/* The power goes off some time after the call, so this waits. */
static void end_machine(enum opal_token token)
{
	uint64_t deadline;
	int64_t result;

	flush();
	deadline = cpu_now_ns() + POWER_OFF_NS;
	do {
		result = opal_call(token, 0, 0, 0, 0, 0);
		poll();
	} while ((result == OPAL_BUSY || result == OPAL_BUSY_EVENT) && cpu_now_ns() < deadline);
	while (cpu_now_ns() < deadline)
		poll();
}

void opal_power_off(void)
{
	for (;;)
		end_machine(OPAL_POWER_DOWN);
}

/* Every OPAL has OPAL_CEC_POWER_DOWN and OPAL_CEC_REBOOT. */
static const char *refuses_nothing(enum power_action action)
{
	(void)action;
	return NULL;
}

static void act_by_opal(enum power_action action, bool crashed)
{
	(void)crashed;
	end_machine(action == POWER_RESET ? OPAL_REBOOT : OPAL_POWER_DOWN);
}

const struct power opal_power = {.by = "OPAL", .refuses = refuses_nothing, .act = act_by_opal};
