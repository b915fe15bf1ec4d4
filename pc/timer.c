/* SPDX-License-Identifier: BSD-2-Clause */
/* Intel 8254 data sheet: counter 2 in mode 0. Port 0x61 has its output in bit 5 and its gate in bit 0. */
#include "pc/timer.h"

#include "pc/instructions.h"

#define TIMER_HZ      UINT64_C(1193182)
#define TIMER_COUNTER 0x42
#define TIMER_CONTROL 0x43
#define COUNTER_2     0xb0 /* both bytes, mode 0, binary */
/* clang-format off */
#define GATES         0x61
#define   GATE        BIT(0)
#define   SPEAKER     BIT(1)
#define   OUTPUT      BIT(5)
/* clang-format on */
#define SLICE_US      10000 /* 65535 counts are 54 ms */
#define NOT_THERE     0xff
#define LOOKS_MOST    200000 /* each takes about a microsecond on a board */

/* A counter with a gated clock never ends, as on many current boards. A missing port reads all ones, as if the counter
 * had ended at once. A dead counter is not tried again. */
static bool is_dead;

bool timer_slice_us(uint64_t microseconds)
{
	unsigned looks = LOOKS_MOST;
	uint64_t counts = max_u64(microseconds * TIMER_HZ / 1000000, 1);
	uint8_t gates = port_read8(GATES);

	is_dead |= gates == NOT_THERE;
	if (is_dead)
		return false;
	port_write8(GATES, (uint8_t)((gates & ~SPEAKER) | GATE));
	port_write8(TIMER_CONTROL, COUNTER_2);
	port_write8(TIMER_COUNTER, (uint8_t)counts);
	port_write8(TIMER_COUNTER, (uint8_t)(counts >> 8));
	while (looks && !(port_read8(GATES) & OUTPUT))
		looks--;
	port_write8(GATES, gates);
	is_dead = !looks;
	return looks;
}

/* Without a counter, time passes by reads of the port, which take about a microsecond each, even if it is missing. */
void timer_stall_us(uint64_t microseconds)
{
	uint64_t left = microseconds;

	for (; microseconds > SLICE_US; microseconds -= SLICE_US)
		(void)timer_slice_us(SLICE_US);
	(void)timer_slice_us(microseconds);
	for (; is_dead && left; left--)
		(void)port_read8(GATES);
}
