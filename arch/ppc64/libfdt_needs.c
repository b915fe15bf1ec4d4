/* SPDX-License-Identifier: BSD-2-Clause */
/* C library functions that libfdt.a needs, except those in lib/memory.h. */
#include "lib/memory.h"

void *memchr(const void *at, int wanted, size_t size);
size_t strnlen(const char *string, size_t most);
char *strrchr(const char *string, int wanted);
void __stack_chk_fail(void) __attribute__((noreturn));

void *memchr(const void *at, int wanted, size_t size)
{
	const unsigned char *byte = at;

	for (; size; size--, byte++)
		if (*byte == (unsigned char)wanted)
			return (void *)byte;
	return NULL;
}

size_t strnlen(const char *string, size_t most)
{
	size_t length = 0;

	while (length < most && string[length])
		length++;
	return length;
}

char *strrchr(const char *string, int wanted)
{
	const char *found = NULL;

	for (;; string++) {
		if (*string == (char)wanted)
			found = string;
		if (!*string)
			return (char *)found;
	}
}

/* The canary below a return address has changed. The trap's crash report shows the stack. */
void __stack_chk_fail(void)
{
	__builtin_trap();
}
