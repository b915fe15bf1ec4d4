/* SPDX-License-Identifier: BSD-2-Clause */
/* The C library's functions of these names, which both hosted and freestanding code may use. */
#ifndef LIB_MEMORY_H
#define LIB_MEMORY_H

#include <stddef.h>

void *memset(void *to, int value, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);

#endif
