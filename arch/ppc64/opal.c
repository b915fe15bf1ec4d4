/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/opal.h"

#include "arch/ppc64/cpu.h"
#include "lib/memory.h"

#define PATIENCE_NS  UINT64_C(5000000000) /* for a terminal that takes nothing */
#define FLUSH_NS     UINT64_C(10000000000)
#define STUCK_NS     UINT64_C(100000000) /* for a flush that sends nothing: a full port of 16 bytes takes 1.4 ms */
#define POWER_OFF_NS UINT64_C(20000000000)
#define CHUNK        256
#define POLLS_BLIND  256 /* each sends what the port's buffer of 16 bytes holds */
#define TYPED_AHEAD  64

struct opal opal;

static struct {
	bool dead;
	uint8_t typed[TYPED_AHEAD]; /* read and not yet asked for */
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

static bool is_busy(int64_t result)
{
	return result == OPAL_BUSY || result == OPAL_BUSY_EVENT;
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

/* Asking again brings nothing else. Any other error, a timeout above all, may pass. */
static bool is_final(int64_t result)
{
	return result == OPAL_SUCCESS || result == OPAL_PARAMETER || result == OPAL_UNSUPPORTED;
}

/* Has OPAL send some of what it holds. OPAL's pollers print messages of their own to the same terminal, so they run
 * within a line of ours only where OPAL sends nothing without them. "moved_ns" is when OPAL last took or sent something. */
static int64_t push(uint64_t *moved_ns)
{
	int64_t result = opal_call(OPAL_CONSOLE_FLUSH, 0, 0, 0, 0, 0);

	if (result == OPAL_PARTIAL)
		*moved_ns = cpu_now_ns();
	else if (result == OPAL_UNSUPPORTED || cpu_now_ns() - *moved_ns > STUCK_NS)
		poll();
	return result;
}

/* Gets all out that OPAL holds: it keeps some KiB, which are lost when the machine dies. Bounded. An OPAL that knows no
 * flush is polled for as long as a few KiB take. */
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

/* One try. Returns how many bytes were taken. */
static size_t opal_offer(const char *bytes, size_t length, int64_t *result)
{
	uint64_t taken = big_endian(length);

	*result = opal_call(OPAL_CONSOLE_WRITE, 0, address_of(&taken), address_of(bytes), 0, 0);
	if (*result != OPAL_SUCCESS)
		return 0;
	taken = big_endian(taken);
	return taken > length ? length : taken;
}

/* All of it, unless the terminal is dead. */
static void opal_put(const char *bytes, size_t length)
{
	uint64_t moved = cpu_now_ns();
	int64_t result;

	while (length) {
		/* asked before the offer: this processor may stand still behind it */
		bool late = cpu_now_ns() - moved > PATIENCE_NS;
		size_t taken = opal_offer(bytes, length, &result);

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

/* The power goes some time after it was asked for: that time is left to it. */
static void end_machine(enum opal_token token)
{
	uint64_t deadline;

	flush();
	deadline = cpu_now_ns() + POWER_OFF_NS;
	while (is_busy(opal_call(token, 0, 0, 0, 0, 0)) && cpu_now_ns() < deadline)
		poll();
	while (cpu_now_ns() < deadline)
		poll();
}

void opal_power_off(void)
{
	for (;;)
		end_machine(OPAL_POWER_DOWN);
}

/* OPAL_CEC_POWER_DOWN and OPAL_CEC_REBOOT are in every OPAL. */
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
