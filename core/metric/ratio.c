/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/metric/ratio.h"

/* Holds a product of two 63-bit factors, or the sum of two such products. */
typedef unsigned __int128 wide;

#define LIMIT BIT(63)

static const struct ratio unknown;

/* Greatest common divisor by halving: freestanding code has no 128-bit division. */
static wide common_divisor(wide a, wide b)
{
	unsigned twos = 0;

	for (; !((a | b) & 1); twos++) {
		a >>= 1;
		b >>= 1;
	}
	while (a) {
		while (!(a & 1))
			a >>= 1;
		while (!(b & 1))
			b >>= 1;
		if (a < b) {
			wide swap = a;

			a = b;
			b = swap;
		}
		a -= b;
	}
	while (twos--)
		b <<= 1;
	return b;
}

/* `number` / `divisor`, without a remainder. */
static wide divided(wide number, wide divisor)
{
	wide quotient = 0, bit = 1;

	while (divisor <= number >> 1) {
		divisor <<= 1;
		bit <<= 1;
	}
	for (; bit; bit >>= 1, divisor >>= 1) {
		if (number < divisor)
			continue;
		number -= divisor;
		quotient += bit;
	}
	return quotient;
}

static struct ratio narrow(wide top, wide bottom, bool negative)
{
	if (!bottom)
		return unknown;
	if (!top)
		return (struct ratio){0, 1, false};
	if (top >= LIMIT || bottom >= LIMIT) {
		wide common = common_divisor(top, bottom);

		top = divided(top, common);
		bottom = divided(bottom, common);
	}
	while (top >= LIMIT || bottom >= LIMIT) {
		top >>= 1;
		bottom >>= 1;
	}
	return (struct ratio){(uint64_t)top, (uint64_t)bottom, negative && top};
}

struct ratio ratio_of(uint64_t number)
{
	return narrow(number, 1, false);
}

struct ratio ratio_add(struct ratio a, struct ratio b)
{
	wide left = (wide)a.top * b.bottom, right = (wide)b.top * a.bottom;
	wide bottom = (wide)a.bottom * b.bottom;

	if (a.negative == b.negative)
		return narrow(left + right, bottom, a.negative);
	if (left >= right)
		return narrow(left - right, bottom, a.negative);
	return narrow(right - left, bottom, b.negative);
}

struct ratio ratio_subtract(struct ratio a, struct ratio b)
{
	b.negative = !b.negative;
	return ratio_add(a, b);
}

struct ratio ratio_multiply(struct ratio a, struct ratio b)
{
	return narrow((wide)a.top * b.top, (wide)a.bottom * b.bottom, a.negative != b.negative);
}

struct ratio ratio_divide(struct ratio a, struct ratio b)
{
	if (!b.bottom)
		return unknown;
	return narrow((wide)a.top * b.bottom, (wide)a.bottom * b.top, a.negative != b.negative);
}

void ratio_text(struct ratio ratio, unsigned places, struct text *text)
{
	struct ratio half = {1, 2, false}, rounded;
	uint64_t rest;

	for (unsigned i = 0; i < places; i++)
		half.bottom *= 10;
	rounded = ratio_add((struct ratio){ratio.top, ratio.bottom, false}, half);
	if (!ratio_known(rounded))
		rounded = ratio;
	rest = rounded.top % rounded.bottom;
	text_format(text, "%s%llu.", ratio.negative ? "-" : "", (unsigned long long)(rounded.top / rounded.bottom));
	while (places--) {
		wide ten = (wide)rest * 10;
		char digit = '0';

		for (; ten >= rounded.bottom; digit++)
			ten -= rounded.bottom;
		text_char(text, digit);
		rest = (uint64_t)ten;
	}
}
