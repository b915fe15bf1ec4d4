/* SPDX-License-Identifier: BSD-2-Clause */
/* Parses formulas: operands become steps at once; operators wait on a stack until a weaker one comes. */
#include "core/metric/metric.h"

#include "lib/memory.h"

#define NS_PER_SECOND 1000000000

/* State of the parser. */
struct reading {
	struct slice string;
	size_t at;
	struct metric_formula *formula;
	struct diagnostic *diagnostic;
	char waiting[METRIC_STEPS]; /* operators and open parentheses */
	uint8_t waiting_count;
	bool want_operand;
};

static bool refuse_at(struct reading *reading, size_t from, const char *reason)
{
	struct text text = TEXT_OVER(reading->diagnostic->reason);

	reading->diagnostic->kind = DIAGNOSTIC_SYNTAX;
	reading->diagnostic->column = (uint16_t)from;
	reading->diagnostic->length = 1;
	reading->diagnostic->hint[0] = 0;
	text_string(&text, reason);
	return false;
}

static bool add_step(struct reading *reading, enum metric_operation operation, uint64_t operand)
{
	struct metric_formula *formula = reading->formula;

	if (formula->step_count == METRIC_STEPS)
		return refuse_at(reading, reading->at, "the formula is too long");
	formula->steps[formula->step_count++] = (struct metric_step){(uint8_t)operation, operand};
	return true;
}

/* ---- operators ------------------------------------------------------------------------------------- */

static const struct {
	char sign;
	uint8_t operation; /* enum metric_operation */
	uint8_t binds;     /* precedence */
} operators[] = {
	{'+', METRIC_ADD, 1},
	{'-', METRIC_SUBTRACT, 1},
	{'*', METRIC_MULTIPLY, 2},
	{'/', METRIC_DIVIDE, 2},
};

/* Index into `operators`; its size if `sign` is not an operator. */
static unsigned operator_of(char sign)
{
	unsigned i = 0;

	while (i < ARRAY_SIZE(operators) && operators[i].sign != sign)
		i++;
	return i;
}

static bool push(struct reading *reading, char sign)
{
	if (reading->waiting_count == sizeof(reading->waiting))
		return refuse_at(reading, reading->at, "the formula is nested too deep");
	reading->waiting[reading->waiting_count++] = sign;
	return true;
}

/* Moves operators of at least this precedence from the stack to the steps, down to a parenthesis. */
static bool release_operators(struct reading *reading, unsigned binds)
{
	while (reading->waiting_count) {
		unsigned i = operator_of(reading->waiting[reading->waiting_count - 1]);

		if (i == ARRAY_SIZE(operators) || operators[i].binds < binds)
			return true;
		reading->waiting_count--;
		if (!add_step(reading, (enum metric_operation)operators[i].operation, 0))
			return false;
	}
	return true;
}

/* Reads what may follow an operand. */
static bool read_operator(struct reading *reading)
{
	char sign = reading->string.at[reading->at];
	unsigned i = operator_of(sign);

	if (sign == ')') {
		if (!release_operators(reading, 0))
			return false;
		if (!reading->waiting_count)
			return refuse_at(reading, reading->at, "')' closes nothing");
		reading->waiting_count--;
	} else {
		if (i == ARRAY_SIZE(operators))
			return refuse_at(reading, reading->at, "an operator is missing");
		if (!release_operators(reading, operators[i].binds) || !push(reading, sign))
			return false;
		reading->want_operand = true;
	}
	reading->at++;
	return true;
}

/* ---- operands -------------------------------------------------------------------------------------- */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static struct slice cut_word(struct reading *reading)
{
	const struct slice rest = {reading->string.at + reading->at, reading->string.length - reading->at};
	size_t end = 0;

	for (; end < rest.length; end++) {
		char c = rest.at[end];
		bool any_box = rest.length - end > 2 && c == '*' && rest.at[end + 1] == ':' && rest.at[end + 2] == ':';

		if (!is_letter(c) && !is_digit(c) && c != ':' && c != '.' && c != '=' && !any_box)
			break;
	}
	return (struct slice){rest.at, end};
}

static bool add_metric_event(struct reading *reading, struct slice word)
{
	struct metric_formula *formula = reading->formula;
	const struct slice *known = formula->events;
	unsigned i = 0;

	while (i < formula->event_count &&
	       (known[i].length != word.length || memcmp(known[i].at, word.at, word.length)))
		i++;
	if (i == METRIC_EVENTS)
		return refuse_at(reading, reading->at, "too many events in one formula");
	if (i == formula->event_count)
		formula->events[formula->event_count++] = word;
	return add_step(reading, METRIC_EVENT, i);
}

static bool read_operand(struct reading *reading)
{
	char c = reading->string.at[reading->at];
	struct slice word = cut_word(reading);
	uint64_t number;
	bool good;

	if (c == '(') {
		good = push(reading, c);
		reading->at++;
		return good;
	}
	if (is_digit(c)) {
		if (!parse_u64(word, &number) || number >> 63)
			return refuse_at(reading, reading->at, "this number is too large");
		good = add_step(reading, METRIC_NUMBER, number);
	} else if (!is_letter(c)) {
		return refuse_at(reading, reading->at, "a number or an event is missing");
	} else if (slice_is(word, "seconds")) {
		good = add_step(reading, METRIC_SECONDS, 0);
	} else {
		good = add_metric_event(reading, word);
	}
	reading->at += word.length;
	reading->want_operand = false;
	return good;
}

/* ---- the whole formula ----------------------------------------------------------------------------- */

bool metric_parse(struct slice string, struct metric_formula *formula, struct diagnostic *diagnostic)
{
	struct reading reading = {
		.string = string,
		.formula = formula,
		.diagnostic = diagnostic,
		.want_operand = true,
	};

	formula->step_count = formula->event_count = 0;
	if (string.length > UINT16_MAX)
		return refuse_at(&reading, 0, "the formula is too long");
	while (reading.at < string.length) {
		if (string.at[reading.at] == ' ')
			reading.at++;
		else if (!(reading.want_operand ? read_operand(&reading) : read_operator(&reading)))
			return false;
	}
	if (reading.want_operand)
		return refuse_at(&reading, reading.at, "a number or an event is missing");
	if (!release_operators(&reading, 0))
		return false;
	return !reading.waiting_count || refuse_at(&reading, reading.at, "')' is missing");
}

/* Intermediate value of a formula, with its bounds if each count has its largest error. */
struct span {
	struct ratio value, least, most;
	uint8_t events; /* bit i: depends on event i */
};

_Static_assert(METRIC_EVENTS <= 8, "struct span has a bit for each event");

/* A count may be wrong by operations in flight when the counters started and froze, and by a thousandth, because boxes
 * do not freeze at the same moment. */
#define UNDER_WAY      256
#define PART_UNCERTAIN 1000

static bool is_less(struct ratio a, struct ratio b)
{
	return ratio_known(a) && ratio_known(b) && ratio_subtract(a, b).negative;
}

static struct span exactly(struct ratio value)
{
	return (struct span){value, value, value, 0};
}

static struct span about(struct ratio count, unsigned event)
{
	struct ratio off = ratio_add(ratio_divide(count, ratio_of(PART_UNCERTAIN)), ratio_of(UNDER_WAY));
	struct ratio least = ratio_subtract(count, off);

	return (struct span){count, least.negative ? ratio_of(0) : least, ratio_add(count, off), (uint8_t)BIT(event)};
}

static struct ratio operate(enum metric_operation operation, struct ratio a, struct ratio b)
{
	switch (operation) {
	case METRIC_ADD: return ratio_add(a, b);
	case METRIC_SUBTRACT: return ratio_subtract(a, b);
	case METRIC_MULTIPLY: return ratio_multiply(a, b);
	default: return ratio_divide(a, b);
	}
}

/* The bounds of the result are results of the operands' bounds. If the divisor may be 0, there are none. */
static struct span operate_spans(enum metric_operation operation, const struct span *a, const struct span *b)
{
	const struct ratio corners[] = {
		operate(operation, a->least, b->least),
		operate(operation, a->least, b->most),
		operate(operation, a->most, b->least),
		operate(operation, a->most, b->most),
	};
	struct span span = {operate(operation, a->value, b->value), corners[0], corners[0],
			    (uint8_t)(a->events | b->events)};
	bool has_zero = !is_less(ratio_of(0), b->least) && !is_less(b->most, ratio_of(0));

	for (unsigned i = 1; i < ARRAY_SIZE(corners); i++) {
		if (!ratio_known(corners[i]))
			span.least = span.most = corners[i];
		if (is_less(corners[i], span.least))
			span.least = corners[i];
		if (is_less(span.most, corners[i]))
			span.most = corners[i];
	}
	if (operation == METRIC_DIVIDE && has_zero)
		span.least = span.most = (struct ratio){0};
	return span;
}

/* *below: the events of the first difference that is negative. */
static struct span metric_span(const struct metric_formula *formula, const struct ratio events[METRIC_EVENTS],
			       uint64_t time_ns, uint8_t *below)
{
	const struct ratio seconds = ratio_divide(ratio_of(time_ns), ratio_of(NS_PER_SECOND));
	struct span stack[METRIC_STEPS];
	unsigned depth = 0;

	*below = 0;
	for (unsigned i = 0; i < formula->step_count; i++) {
		const struct metric_step *step = &formula->steps[i];
		enum metric_operation operation = (enum metric_operation)step->operation;

		switch (operation) {
		case METRIC_NUMBER: stack[depth++] = exactly(ratio_of(step->operand)); break;
		case METRIC_EVENT: stack[depth++] = about(events[step->operand], (unsigned)step->operand); break;
		case METRIC_SECONDS: stack[depth++] = exactly(seconds); break;
		default:
			depth--;
			stack[depth - 1] = operate_spans(operation, &stack[depth - 1], &stack[depth]);
			if (operation == METRIC_SUBTRACT && stack[depth - 1].value.negative && !*below)
				*below = stack[depth - 1].events;
		}
	}
	return stack[0];
}

struct ratio metric_value(const struct metric_formula *formula, const struct ratio events[METRIC_EVENTS],
			  uint64_t time_ns)
{
	uint8_t below;

	return metric_span(formula, events, time_ns, &below).value;
}

/* Boxes that the events of a part of a formula lack. */
struct gap {
	uint32_t missing; /* bit i: boxes of number i */
	bool counts;      /* contains an event */
};

bool metric_is_unequal(const struct metric_formula *formula, const uint8_t missing[METRIC_EVENTS])
{
	struct gap stack[METRIC_STEPS];
	unsigned depth = 0;

	for (unsigned i = 0; i < formula->step_count; i++) {
		const struct metric_step *step = &formula->steps[i];
		struct gap *left = &stack[depth > 1 ? depth - 2 : 0], *right = &stack[depth > 1 ? depth - 1 : 0];

		switch ((enum metric_operation)step->operation) {
		case METRIC_NUMBER:
		case METRIC_SECONDS: stack[depth++] = (struct gap){0, false}; break;
		case METRIC_EVENT: stack[depth++] = (struct gap){(uint32_t)BIT(missing[step->operand]), true}; break;
		case METRIC_DIVIDE:
		case METRIC_SUBTRACT:
			if (left->counts && right->counts && left->missing != right->missing)
				return true;
			/* fall through */
		default:
			left->missing |= right->missing;
			left->counts |= right->counts;
			depth--;
		}
	}
	return false;
}

struct metric_judgement metric_judge(const struct metric_formula *formula, const char *unit,
				     const struct ratio events[METRIC_EVENTS], uint64_t time_ns)
{
	const struct ratio zero = ratio_of(0), no_limit = {0};
	const struct ratio most = slice_is(slice_of(unit), "%") ? ratio_of(100) : no_limit;
	struct metric_judgement judgement = {0};
	uint8_t below;
	struct span span = metric_span(formula, events, time_ns, &below);

	judgement.value = span.value;
	if (is_less(span.value, zero)) {
		judgement.contradicting = below ? below : span.events;
		judgement.certain = is_less(span.most, zero);
	} else if (is_less(most, span.value)) {
		judgement.contradicting = span.events;
		judgement.certain = is_less(most, span.least);
	}
	return judgement;
}
