/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/sides/facts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fit(char *to, size_t size, const char *text)
{
	if (strlen(text) >= size) {
		fprintf(stderr, "too long for a fact: %s\n", text);
		abort();
	}
	strcpy(to, text);
}

static void add(struct facts *facts, const char *value, const char *says, const char *about, va_list arguments)
{
	char text[256];
	struct fact *fact;

	if (facts->count == facts->room) {
		facts->room = facts->room ? 2 * facts->room : 1024;
		facts->at = realloc(facts->at, facts->room * sizeof(*facts->at));
		if (!facts->at)
			abort();
	}
	fact = &facts->at[facts->count++];
	vsnprintf(text, sizeof(text), about, arguments);
	fit(fact->about, sizeof(fact->about), text);
	fit(fact->says, sizeof(fact->says), says);
	fit(fact->value, sizeof(fact->value), value);
}

void fact_name(struct facts *facts, const char *value, const char *says, const char *about, ...)
{
	va_list arguments;

	va_start(arguments, about);
	add(facts, value, says, about, arguments);
	va_end(arguments);
}

void fact_number(struct facts *facts, uint64_t value, const char *says, const char *about, ...)
{
	char text[24];
	va_list arguments;

	snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
	va_start(arguments, about);
	add(facts, text, says, about, arguments);
	va_end(arguments);
}

int facts_order(const void *a, const void *b)
{
	const struct fact *x = a, *y = b;
	int order = strcmp(x->about, y->about);

	return order ? order : strcmp(x->says, y->says);
}

void facts_sort(struct facts *facts)
{
	qsort(facts->at, facts->count, sizeof(*facts->at), facts_order);
}

void facts_free(struct facts *facts)
{
	free(facts->at);
	*facts = (struct facts){0};
}

void fact_plain(char *name)
{
	for (; *name; name++)
		*name = *name == '.' ? '_' : (char)toupper((unsigned char)*name);
}
