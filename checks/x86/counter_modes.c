/* SPDX-License-Identifier: BSD-2-Clause */
/* Modes of the M-Box's counters (323535 p.113), tried on the clock of the box: counting up and down, with or without a
 * wrap, always or while a flag is set. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "boxes/xeon-7500.h"
#include "core/event/event.h"
#include "lib/memory.h"

#define RUN_NS     UINT64_C(20000)
#define LONGEST_NS UINT64_C(400000000) /* for slow clocks */
#define LEAST      256                 /* counts that distinguish the modes */
#define HIGH_VALUE UINT64_C(0x100000)
#define NOTHING    16 /* counts that prove nothing */

static const char clock_event[] = "mbox*::CYCLES";
/* A condition that holds in a part of the time. It is counted alone, and used as the flag of another event. */
static const char flag_event[] = "mbox*::CYCLES_RETRYQ_STARVED";

/* The counter under test, and a neighbour that counts along. */
struct pair {
	struct counter tested, beside;
	uint64_t clock, flag; /* selects */
	uint64_t run_ns;
};

struct counts {
	uint64_t tested, beside;
};

static const struct field *mode_field(const struct register_layout *layout, const char *name)
{
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].name && !strcmp(layout->fields[i].name, name))
			return &layout->fields[i];
	return NULL;
}

/* Returns the value 1 of the field. */
static uint64_t mode_bit(const struct pair *pair, const char *name)
{
	return BIT(mode_field(pair->tested.select.row->layout, name)->low);
}

static bool encode(struct check_context *context, const char *event, uint64_t *select)
{
	const struct register_row *row = box_row_of_role(context->target.place->box.type, ROLE_SELECT);
	struct event_config config;

	*select = 0;
	if (!parse_event(context, event, &config))
		return false;
	*select = config.select | layout_bits(row->layout, FIELD_ALWAYS);
	return true;
}

static struct counts count_for(struct check_context *context, const struct pair *pair, const uint64_t selects[2],
			       uint64_t start_value, uint64_t run_ns)
{
	struct together both = {
		.of = {{pair->tested, selects[0], start_value, 0}, {pair->beside, selects[1], HIGH_VALUE, 0}},
		.count = 2};

	quiet_clear(context, &pair->tested.box);
	together_prepare(context, &both);
	together_run(context, &both, run_ns);
	return (struct counts){both.of[0].counts, both.of[1].counts};
}

static struct counts count_modes(struct check_context *context, const struct pair *pair, const uint64_t selects[2],
				 uint64_t start_value)
{
	return count_for(context, pair, selects, start_value, pair->run_ns);
}

/* Finds a run long enough for the clock to advance by LEAST. */
static void find_run(struct check_context *context, struct pair *pair)
{
	const uint64_t selects[] = {pair->clock, pair->clock};

	for (pair->run_ns = RUN_NS; pair->run_ns < LONGEST_NS && check_going(context); pair->run_ns *= 4) {
		struct counts counts = count_for(context, pair, selects, HIGH_VALUE, pair->run_ns);

		if (max_u64(counts.tested, counts.beside) >= LEAST)
			return;
	}
}

static void judge_mode(struct check_context *context, const struct pair *pair, uint64_t expected, uint64_t got,
		       const char *wrong)
{
	fail_got(context, &pair->tested.select, expected, got, "%s", wrong);
}

static bool is_near(uint64_t a, uint64_t b)
{
	return a >= b / 2 && a <= b * 2;
}

static void try_clock(struct check_context *context, const struct pair *pair)
{
	struct counts counts = count_modes(context, pair, (uint64_t[]){pair->clock, pair->clock}, HIGH_VALUE);

	if (counts.beside <= NOTHING && stimulus_left_unclocked(context, &pair->tested.box))
		return;
	if (counts.tested <= NOTHING && counts.beside <= NOTHING)
		judge_mode(context, pair, 1, 0, "the clock of its box counts nothing, here and next to it");
	else if (counts.beside <= NOTHING)
		check_skip(context, "the clock next to it does not advance: see `counts`");
}

static void try_down(struct check_context *context, const struct pair *pair)
{
	uint64_t selects[] = {pair->clock | mode_bit(pair, "count_mode"), pair->clock};
	struct counts counts = count_modes(context, pair, selects, HIGH_VALUE);
	uint64_t down = -counts.tested & counter_mask(context, &pair->tested);

	if (!is_near(down, counts.beside))
		judge_mode(context, pair, HIGH_VALUE - counts.beside, HIGH_VALUE - down,
			   "with count_mode 1 it does not count down");
}

static void try_wrap(struct check_context *context, const struct pair *pair, bool wraps)
{
	uint64_t preload = overflow_preload(&pair->tested);
	uint64_t stopped = pair->clock & ~mode_bit(pair, "wrap_mode");
	struct counts counts =
		count_modes(context, pair, (uint64_t[]){wraps ? pair->clock : stopped, pair->clock}, preload);

	if (wraps && !is_near(counts.tested, counts.beside))
		judge_mode(context, pair, counts.beside, counts.tested, "with wrap_mode 1 it does not go on counting");
	else if (!wraps && is_near(counts.tested, counts.beside) && !may_be_misread(preload + counts.tested))
		judge_mode(context, pair, PRELOAD_DISTANCE, counts.tested, "with wrap_mode 0 it goes on counting");
}

/* The clock, counted while the flag is set, counts what the flag's own event counts. */
static void try_flag(struct check_context *context, const struct pair *pair)
{
	uint64_t flagged = pair->flag | pair->clock | mode_bit(pair, "storage_mode");
	uint64_t every = count_modes(context, pair, (uint64_t[]){pair->clock, pair->clock}, HIGH_VALUE).beside;
	struct counts counts = count_modes(context, pair, (uint64_t[]){flagged, pair->flag}, HIGH_VALUE);

	if (counts.beside > every / 2) /* the two cannot be distinguished */
		return;
	if (counts.tested > every - every / 4)
		judge_mode(context, pair, counts.beside, counts.tested,
			   "with storage_mode 1 it counts while the flag is not set, too");
	else if (counts.beside > 4 * NOTHING && counts.tested <= counts.beside / 4)
		judge_mode(context, pair, counts.beside, counts.tested,
			   "with flag_mode and storage_mode 1 it does not count while the flag is set");
}

void run_counter_modes(struct check_context *context)
{
	struct pair pair = {.tested = counter_of_target(context)};

	pair.beside = counter_of(&pair.tested.box, pair.tested.number ? 0 : 1);
	if (!encode(context, clock_event, &pair.clock) || !encode(context, flag_event, &pair.flag))
		return;
	find_run(context, &pair);
	try_clock(context, &pair);
	try_down(context, &pair);
	try_wrap(context, &pair, true);
	try_wrap(context, &pair, false);
	try_flag(context, &pair);
	check_clear_overflows(context);
	check_pass(context, "up and down, on and no further, always and while a flag is set");
}

bool has_modes(const struct machine *machine, const struct check_target *target)
{
	const struct register_row *row = box_row_of_role(target->place->box.type, ROLE_SELECT);

	(void)machine;
	return row && mode_field(row->layout, "wrap_mode") && mode_field(row->layout, "storage_mode") &&
	       mode_field(row->layout, "count_mode") && target->counter < box_counters(&target->place->box);
}

/* ---- the timestamp ------------------------------------------------------------------------------------ */

#define TIMESTAMP_BITS MASK(0, 16)
#define CLOCK_NS       UINT64_C(200000)
#define PAUSE_NS       UINT64_C(8000)
#define TRIES          8

/* The register's advance between two reads, and the least and most time between them. */
struct stretch {
	uint64_t counts, least_ns, most_ns;
};

static struct stretch read_twice(struct check_context *context, const struct check_register *reg)
{
	struct hw *hw = context->machine->hw;
	uint64_t times[4], first, second;

	times[0] = hw->now_ns(hw);
	first = check_read(context, reg);
	times[1] = hw->now_ns(hw);
	check_pause(context, PAUSE_NS);
	times[2] = hw->now_ns(hw);
	second = check_read(context, reg);
	times[3] = hw->now_ns(hw);
	return (struct stretch){(second - first) & TIMESTAMP_BITS, times[2] - times[1], times[3] - times[0]};
}

/* Returns the cycles of the box's clock in 2^20 ns, as a counter counts them. */
static uint64_t clock_rate(struct check_context *context, const struct counter *counter, uint64_t select)
{
	struct hw *hw = context->machine->hw;
	uint64_t began, ended;

	quiet_box(context, &counter->box);
	counter_prepare(context, counter, select, HIGH_VALUE);
	start(context, 0);
	began = hw->now_ns(hw);
	check_pause(context, CLOCK_NS);
	ended = hw->now_ns(hw);
	stop(context);
	return ((counter_value(context, counter) - HIGH_VALUE) << 20) / max_u64(ended - began, 1);
}

void run_timestamp_rate(struct check_context *context)
{
	const struct check_register *reg = &context->target.reg;
	struct counter counter = counter_of(&reg->box, 0);
	uint64_t select, rate, expected;
	unsigned tries = 0;
	struct stretch stretch;

	if (!encode(context, clock_event, &select))
		return;
	rate = clock_rate(context, &counter, select);
	do
		stretch = read_twice(context, reg);
	while (check_going(context) && (stretch.most_ns * rate) >> 20 >= TIMESTAMP_BITS && ++tries < TRIES);
	expected = (stretch.least_ns * rate) >> 20;
	if (!rate || tries == TRIES)
		check_skip(context, "it comes round before it can be read twice");
	else if (stretch.counts < expected - expected / 8 ||
		 stretch.counts > (stretch.most_ns * rate >> 20) * 9 / 8 + NOTHING)
		fail_got(context, reg, expected, stretch.counts, "it does not count the clock of its box");
	check_pass(context, "%llu counts in %llu ns", (unsigned long long)stretch.counts,
		   (unsigned long long)stretch.most_ns);
}

bool is_timestamp(const struct machine *machine, const struct check_target *target)
{
	const struct box_type *type = target->place->box.type;
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	(void)machine;
	return row && mode_field(row->layout, "wrap_mode") &&
	       target->reg.row == &type->registers[XEON_7500_MBOX_TIMESTAMP];
}
