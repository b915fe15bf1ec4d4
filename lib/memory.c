/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that a compiler may call even in freestanding code. Simple on purpose: speed does not matter here. */
#include "lib/memory.h"
#include "lib/basic.h"

void *memset(void *to, int value, size_t size)
{
	unsigned char *at = to;

	while (size--)
		*at++ = (unsigned char)value;
	return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
	unsigned char *at = to;
	const unsigned char *source = from;

	while (size--)
		*at++ = *source++;
	return to;
}

void *memmove(void *to, const void *from, size_t size)
{
	unsigned char *at = to;
	const unsigned char *source = from;

	if (at <= source)
		return memcpy(to, from, size);
	while (size--)
		at[size] = source[size];
	return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const unsigned char *x = a, *y = b;

	for (; size--; x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

size_t strlen(const char *string)
{
	size_t length = 0;

	while (string[length])
		length++;
	return length;
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}
