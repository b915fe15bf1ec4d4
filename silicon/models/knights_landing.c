/* SPDX-License-Identifier: BSD-2-Clause */
/* Knights Landing (06_57): the core PMU of each logical processor, with its PMI, and the uncore. The rules of
 * the core PMU: SDM volume 3, architectural performance monitoring version 3; those of the uncore: Linux and
 * LIKWID. What no source says is in scenario.h. */
#include "silicon/models/knights_landing.h"

static bool is_core_box(const struct silicon *silicon, unsigned box)
{
	return silicon->part->box[box].type->per_core;
}

/* The registers as hardware sees them, or as software has written them. */
static uint64_t seen(const struct silicon *silicon, unsigned socket, unsigned reg, bool written)
{
	return written ? silicon->socket[socket].value[reg] : model_value(silicon, socket, reg);
}

/* ---- enables -------------------------------------------------------------------------------------- */

/* A counter of a core counts if its bit of IA32_PERF_GLOBAL_CTRL is set and its own enable, or of fixed
 * counters one of the two for privilege levels. */
static bool core_enabled(const struct silicon *silicon, unsigned socket, unsigned counter,
			 bool written)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	const struct model_box_place *box = &silicon->box[place->box];
	uint64_t select = seen(silicon, socket, place->select, written);

	if (place->number < KNL_GENERIC
		    ? !(select & KNL_SELECT_EN)
		    : !(KNL_FIXED_FIELD(select, place->number - KNL_FIRST_FIXED) &
			(KNL_FIXED_OS | KNL_FIXED_USR)))
		return false;
	if (box->enable_ignored && !written)
		return true;
	return seen(silicon, socket, box->reg[MODEL_GLOBAL_CTL], written) >> place->bit & 1;
}

static bool box_frozen(const struct silicon *silicon, unsigned socket, unsigned box, bool written)
{
	uint64_t needed = KNL_BOX_FREEZE;
	unsigned control = silicon->box[box].reg[MODEL_GLOBAL_CTL];

	if (silicon->setting[SET_FREEZE] == FREEZE_NEEDS_ENABLE)
		needed |= KNL_BOX_FREEZE_ENABLE;
	return control != MODEL_NONE &&
	       (seen(silicon, socket, control, written) & needed) == needed;
}

static bool uncore_frozen(const struct silicon *silicon, unsigned socket, unsigned box,
			  bool written)
{
	const struct model_box_place *global = &silicon->box[silicon->global];
	bool all = seen(silicon, socket, global->reg[MODEL_GLOBAL_CTL], written) &
		   KNL_UNCORE_FREEZE_ALL;

	if (written)
		return all || box_frozen(silicon, socket, box, written);
	if (silicon->box[box].faults.freeze_ignored)
		return false;
	return (all && !global->faults.freeze_ignored) || box_frozen(silicon, socket, box, written);
}

static bool runs(const struct silicon *silicon, unsigned socket, unsigned counter, bool written)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	uint64_t select;

	if (is_core_box(silicon, place->box))
		return core_enabled(silicon, socket, counter, written);
	select = seen(silicon, socket, place->select, written);
	return select >> place->layout->enable & 1 &&
	       !uncore_frozen(silicon, socket, place->box, written);
}

static bool is_enabled(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return runs(silicon, socket, counter, false);
}

static bool is_started(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return runs(silicon, socket, counter, true);
}

/* ---- overflow, PMI and freeze ---------------------------------------------------------------------- */

static bool asks_pmi(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	return place->layout->pmi != MODEL_NO_BIT &&
	       model_value(silicon, socket, place->select) >> place->layout->pmi & 1;
}

/* Whether the local APIC lets a PMI through is the owner's affair. */
static bool sees_pmi(const struct silicon *silicon, unsigned socket)
{
	(void)silicon;
	(void)socket;
	return true;
}

static void interrupt(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_faults *faults = &silicon->box[box].faults;
	uint64_t cores = BIT(silicon->part->box[box].number);

	if (faults->pmi_lost)
		return;
	if (faults->pmi_misrouted)
		cores = BIT(faults->pmi_core);
	if (faults->pmi_doubled)
		model_set_timer(silicon, socket, MODEL_TIMER_AGAIN, t + faults->doubled_ns, cores);
	model_send_pmi(silicon, socket, cores);
}

static void stop_core(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &silicon->box[box];
	struct model_socket *at = &silicon->socket[socket];

	at->value[place->reg[MODEL_GLOBAL_CTL]] = 0;
	for (unsigned i = 0; i < place->counters; i++)
		at->begun[place->counter + i] = false;
	model_refresh(silicon, socket, t, box, false);
}

/* IA32_DEBUGCTL as version 3 has it: on a PMI request the enables are cleared, and stay so until software
 * sets them again. */
static void freeze(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &silicon->box[box];
	unsigned debugctl = place->bank[KNL_DEBUGCTL];
	uint64_t control = model_value(silicon, socket, debugctl);

	if (control & KNL_DEBUGCTL_FREEZE_LBRS)
		silicon->socket[socket].value[debugctl] &= ~KNL_DEBUGCTL_LBR;
	if (!(control & KNL_DEBUGCTL_FREEZE) || place->faults.freeze_ignored)
		return;
	if (place->faults.freeze_ns)
		model_set_timer(silicon, socket, MODEL_TIMER_FREEZE, t + place->faults.freeze_ns,
				BIT(silicon->part->box[box].number));
	else
		stop_core(silicon, socket, box, t);
}

static void overflow_core(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &silicon->box[box];
	uint64_t bits = silicon->socket[socket].box[box].overflowed;
	bool asked = false;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		asked |= bits >> silicon->counter[i].flag & 1 && asks_pmi(silicon, socket, i);
	if (!asked)
		return;
	interrupt(silicon, socket, box, t);
	freeze(silicon, socket, box, t);
}

static void overflow(struct silicon *silicon, unsigned socket, uint64_t t)
{
	for (unsigned i = silicon->core_box; i < silicon->core_box + silicon->cores; i++)
		if (silicon->socket[socket].box[i].overflowed)
			overflow_core(silicon, socket, i, t);
}

static void expire(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t)
{
	uint64_t cores = silicon->socket[socket].cores[timer];

	silicon->socket[socket].cores[timer] = 0;
	if (timer != MODEL_TIMER_FREEZE) {
		model_send_pmi(silicon, socket, cores);
		return;
	}
	for (unsigned i = 0; i < silicon->cores; i++)
		if (cores >> i & 1)
			stop_core(silicon, socket, silicon->core_box + i, t);
}

/* ---- reads ---------------------------------------------------------------------------------------- */

static uint64_t read_store(const struct silicon *silicon, unsigned socket, unsigned reg)
{
	unsigned box = silicon->reg[reg].box;

	if (silicon->reg[reg].preset)
		return silicon->socket[socket].value[reg];
	if (box == silicon->global)
		return silicon->setting[SET_CHAS];
	if (reg == silicon->box[box].bank[KNL_CAPABILITIES])
		return silicon->setting[SET_CAPABILITIES];
	return silicon->socket[socket].value[reg];
}

static uint64_t read_role(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];

	switch (at->bank->role) {
	case MODEL_STATUS:
		if (silicon->box[at->box].status_missing)
			return 0;
		return silicon->socket[socket].box[at->box].latched;
	case MODEL_OVF_CTL: return 0;
	case MODEL_COUNTER: return model_counter_read(silicon, socket, reg, t, false);
	case MODEL_STORE: return read_store(silicon, socket, reg);
	default: return silicon->socket[socket].value[reg];
	}
}

static unsigned rdpmc(const struct silicon *silicon, uint64_t index)
{
	const struct model_box_place *box = &silicon->box[silicon->core_box];
	const uint64_t first_fixed = 0x40000000;

	if (index < silicon->setting[SET_COUNTERS])
		return box->bank[KNL_CTR] + (unsigned)index;
	if (index >= first_fixed && index < first_fixed + KNL_FIXED)
		return box->bank[KNL_FIXED_CTR] + (unsigned)(index - first_fixed);
	return MODEL_NONE;
}

/* ---- writes ----------------------------------------------------------------------------------------- */

/* What a control holds; what that lets count, and what of it. */
static void store(const struct model_write *write, uint64_t value, bool anew)
{
	struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;

	silicon->socket[write->socket].value[write->reg] = value;
	model_refresh(silicon, write->socket, write->t, box, anew);
	model_check_started(write, box);
}

static void write_core_global(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	const struct model_faults *faults = &silicon->box[silicon->reg[write->reg].box].faults;
	struct model_socket *at = &silicon->socket[write->socket];
	unsigned core = silicon->part->box[silicon->reg[write->reg].box].number;
	bool first = !at->value[write->reg] && write->value;

	model_knl_check_begin(write);
	if (first && faults->pmi_spurious)
		model_set_timer(silicon, write->socket, MODEL_TIMER_SPURIOUS,
				write->t + faults->spurious_ns, BIT(core));
	if (!write->value)
		at->cores[MODEL_TIMER_FREEZE] &= ~BIT(core);
	store(write, write->value, false);
}

/* Freezing lasts until it is undone; the bit that undoes it is not kept. */
static void write_uncore_global(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	uint64_t *value = &silicon->socket[write->socket].value[write->reg];
	uint64_t acting = model_acting(write);

	if (acting & KNL_UNCORE_FREEZE_ALL)
		*value |= KNL_UNCORE_FREEZE_ALL;
	else if (acting & KNL_UNCORE_UNFREEZE_ALL)
		*value &= ~KNL_UNCORE_FREEZE_ALL;
	model_refresh(silicon, write->socket, write->t, MODEL_NONE, false);
	model_check_started(write, MODEL_NONE);
}

static void reset_box(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	struct model_socket *at = &silicon->socket[write->socket];
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];
	uint64_t acting = model_acting(write);

	if (box->faults.reset_ignored)
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (acting & KNL_BOX_RESET_CONTROLS)
			at->value[silicon->counter[i].select] = 0;
		if (acting & KNL_BOX_RESET_COUNTERS)
			model_counter_set(&at->counter[i], write->t, 0);
	}
}

static void write_box(const struct model_write *write)
{
	model_knl_check_box(write);
	reset_box(write);
	store(write, write->value & (KNL_BOX_FREEZE | KNL_BOX_FREEZE_ENABLE), false);
}

static void write_control(const struct model_write *write)
{
	unsigned box = write->silicon->reg[write->reg].box;

	if (is_core_box(write->silicon, box))
		write_core_global(write);
	else if (box == write->silicon->global)
		write_uncore_global(write);
	else
		write_box(write);
}

static void write_select(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];
	struct model_counter *counter = &silicon->socket[write->socket].counter[at->counter];

	if (at->bank->shared)
		model_knl_check_fixed(write);
	else
		model_check_select(write);
	if (!is_core_box(silicon, at->box) && write->raw & ~at->stuck0 & KNL_UNCORE_RESET &&
	    !silicon->box[at->box].faults.reset_ignored)
		model_counter_set(counter, write->t, 0);
	store(write, write->value, true);
}

/* Through the legacy address a generic counter takes 32 bits, the topmost of which fills the rest. */
static void write_counter(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	unsigned counter = silicon->reg[write->reg].counter;
	uint64_t value = write->value;

	model_knl_check_counter(write);
	if (is_core_box(silicon, silicon->reg[write->reg].box) && !write->window &&
	    silicon->counter[counter].number < KNL_GENERIC)
		value = (uint64_t)(int64_t)(int32_t)value;
	model_counter_set(&silicon->socket[write->socket].counter[counter], write->t, value);
}

static void write_overflow_control(const struct model_write *write)
{
	model_knl_check_clear(write);
	model_clear_overflow(write->silicon, write->socket, write->silicon->reg[write->reg].box,
			     model_acting(write), write->t);
}

static void write_role(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	switch (at->bank->role) {
	case MODEL_GLOBAL_CTL: write_control(write); break;
	case MODEL_STATUS:
		model_clear_overflow(write->silicon, write->socket, at->box, write->value,
				     write->t);
		break;
	case MODEL_OVF_CTL: write_overflow_control(write); break;
	case MODEL_SELECT: write_select(write); break;
	case MODEL_COMPANION:
		model_check_companion(write);
		store(write, write->value, true);
		break;
	case MODEL_COUNTER: write_counter(write); break;
	default:
		write->silicon->socket[write->socket].value[write->reg] =
			write->value | (at->bank->reset & ~at->bank->writable);
	}
}

/* ---- the machine ------------------------------------------------------------------------------------ */

static void settle_core(struct silicon *silicon, unsigned box)
{
	const struct model_box_place *place = &silicon->box[box];
	bool full = silicon->setting[SET_CAPABILITIES] & KNL_CAPABILITY_FULL_WIDTH;

	for (unsigned i = 0; i < KNL_GENERIC; i++) {
		bool absent = i >= silicon->setting[SET_COUNTERS];

		silicon->reg[place->bank[KNL_CTL] + i].absent = absent;
		silicon->reg[place->bank[KNL_CTR] + i].absent = absent;
		silicon->reg[place->bank[KNL_FULL] + i].absent = absent || !full;
	}
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (silicon->counter[i].width ==
		    silicon->reg[silicon->counter[i].value].bank->width)
			silicon->counter[i].width = (uint8_t)silicon->setting[SET_WIDTH];
}

static void settle(struct silicon *silicon)
{
	for (unsigned i = 0; i < KNL_CORES; i++)
		settle_core(silicon, silicon->core_box + i);
	for (unsigned i = 0; i < silicon->registers; i++) {
		const struct model_box *box = &silicon->part->box[silicon->reg[i].box];

		silicon->reg[i].absent |=
			box->type == &model_knl_cha && box->number >= silicon->setting[SET_CHAS];
	}
}

static uint8_t bus(const struct silicon *silicon, unsigned socket, unsigned index)
{
	(void)socket;
	return (uint8_t)silicon->setting[index ? SET_IRP_BUS : SET_BUS];
}

/* Under QEMU's -icount a nanosecond of the machine's time is a fixed number of instructions. */
static uint64_t usual(const struct silicon *silicon, const struct model_event *event)
{
	uint64_t shift = silicon->setting[SET_ICOUNT];

	return event->code == 0x00c0 && shift != ICOUNT_OFF ? UINT64_C(1000000000) >> (shift - 1)
							    : 0;
}

/* Version 3; all seven architectural events; AnyThread not deprecated. Published dumps: EAX 0x07280203, EDX
 * 0x00000503. */
static void cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf,
		  struct silicon_cpuid *answer)
{
	uint32_t width = (uint32_t)silicon->setting[SET_WIDTH];

	(void)subleaf;
	if (leaf == 1)
		answer->ecx |= (uint32_t)BIT(15);
	if (leaf == 0x0a)
		*answer = (struct silicon_cpuid){
			.eax = 7u << 24 | width << 16 |
			       (uint32_t)silicon->setting[SET_COUNTERS] << 8 | 3,
			.edx = width << 5 | KNL_FIXED,
		};
}

/* clang-format off */
static const struct model_setting settings[KNL_SETTINGS] = {
	[SET_CORE_CLOCK]      = {"clock.core", NULL, 1, MODEL_CLOCK_LIMIT, 1300000000},
	[SET_REFERENCE_CLOCK] = {"clock.reference", NULL, 1, MODEL_CLOCK_LIMIT, 1200000000},
	[SET_DCLK]            = {"clock.dclk", NULL, 1, MODEL_CLOCK_LIMIT, 1067000000},
	[SET_ECLK]            = {"clock.eclk", NULL, 1, MODEL_CLOCK_LIMIT, 900000000},
	[SET_COUNTERS]        = {"counters", NULL, 1, KNL_GENERIC, 2},
	[SET_WIDTH]           = {"width", NULL, 33, 48, 40},
	[SET_CAPABILITIES]    = {"perf_capabilities", NULL, 0, 0x3fff, KNL_CAPABILITY_FULL_WIDTH},
	[SET_THREADS]         = {"threads", NULL, 1, 4, 1},
	[SET_USER]            = {"user", NULL, 0, 1000, 0},
	[SET_ICOUNT]          = {"icount", "off 0 1 2 3 4 5 6 7 8 9 10", 0, 0, ICOUNT_OFF},
	[SET_LATENCY]         = {"offcore.latency", NULL, 1, 2000, 200},
	[SET_LATENCY_STEP]    = {"offcore.latency.step", NULL, 0, 100, 0},
	[SET_RESERVED]        = {"offcore.reserved", "fault ignore", 0, 0, RESERVED_FAULTS},
	[SET_FREEZE]          = {"freeze", "needs-enable needs-nothing", 0, 0, FREEZE_NEEDS_ENABLE},
	[SET_CHAS]            = {"chas", NULL, 1, KNL_CHAS, KNL_CHAS},
	[SET_BUS]             = {"bus", NULL, 1, 255, 255},
	[SET_IRP_BUS]         = {"bus.irp", NULL, 1, 255, 254},
};
_Static_assert((int)KNL_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

static const struct model_claim claims[] = {
	{{0x0c1, 0x0c8}, 0},
	{{0x186, 0x18d}, 0},
	{{0x1a0, 0x1a0}, 0},
	{{0x1a6, 0x1a7}, 0},
	{{0x1d9, 0x1d9}, 0},
	{{0x309, 0x30b}, 0},
	{{0x345, 0x345}, 0},
	{{0x38d, 0x392}, 0}, /* 0x391 and 0x392 came with version 4 */
	{{0x3f1, 0x3f1}, 0},
	{{0x4c1, 0x4c8}, 0},
	{{0x600, 0x600}, 0},
	{{0x700, 0x71f}, 0},
	{{0xe00, 0xfff}, 0},
};
/* clang-format on */

const struct model_part model_knights_landing = {
	.name = "knights-landing",
	.box = model_knl_boxes,
	.boxes = KNL_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.sockets = 1,
	.cores = KNL_CORES,
	.buses = 2,
	.any_shape = true,
	.clock = 1700000000,
	.settle = settle,
	.bus = bus,
	.rdpmc = rdpmc,
	.usual = usual,
	.refuses = model_knl_refuses,
	.read = read_role,
	.write = write_role,
	.enabled = is_enabled,
	.started = is_started,
	.asks_pmi = asks_pmi,
	.sees_pmi = sees_pmi,
	.overflow = overflow,
	.expire = expire,
	.cpuid = cpuid,
};
