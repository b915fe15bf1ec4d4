/* SPDX-License-Identifier: BSD-2-Clause */
/* The strings that are listed. */
#include <stdio.h>
#include <string.h>

#include "tests/oracle/generate.h"

#define FEW 8 /* umasks of which every set is listed */

struct enumeration {
	void (*each)(void *context, const char *text);
	void *context;
};

/* Up to three attributes; NULL: none. */
static void tell(const struct enumeration *to, const struct vocabulary_event *event, const char *first,
		 const char *second, const char *third)
{
	const char *const attributes[] = {first, second, third};
	char text[GENERATED_BYTES];
	size_t length;

	length = (size_t)snprintf(text, sizeof(text), "%s::%s", event->pmu, event->name);
	for (size_t i = 0; i < 3; i++)
		if (attributes[i])
			length += (size_t)snprintf(text + length, sizeof(text) - length, ":%s", attributes[i]);
	to->each(to->context, text);
}

/* Every modifier with every form of value, behind the umask and before another modifier. */
static void tell_modifiers(const struct enumeration *to, const struct dialect *dialect,
			   const struct vocabulary_event *event, const char *umask)
{
	for (size_t i = 0; dialect->modifiers[i]; i++) {
		tell(to, event, umask, dialect->modifiers[i], NULL);
		for (size_t j = 0; generated_values[j]; j++) {
			char with[64];

			snprintf(with, sizeof(with), "%s=%s", dialect->modifiers[i], generated_values[j]);
			tell(to, event, umask, with, NULL);
			tell(to, event, umask, with, dialect->core_alone ? "c=1" : "t=1");
		}
	}
}

static void tell_sets(const struct enumeration *to, const struct vocabulary_event *event)
{
	for (unsigned set = 1; event->umask_count <= FEW && set < 1u << event->umask_count; set++) {
		char text[GENERATED_BYTES] = "";

		for (unsigned i = 0; i < event->umask_count; i++) {
			if (!(set & 1u << i))
				continue;
			if (*text)
				strcat(text, ":");
			strcat(text, event->umasks[i]);
		}
		tell(to, event, text, NULL, NULL);
	}
}

static void tell_pairs(const struct enumeration *to, const struct vocabulary_event *event, const char *umask)
{
	static const char *const behind[] = {NULL, "nf=1", "nf=255:tf=1:cf=15", "nf=0", "e:i:t=3"};

	for (unsigned i = 0; i < event->umask_count; i++)
		for (size_t j = 0; j < sizeof(behind) / sizeof(behind[0]); j++)
			tell(to, event, umask, event->umasks[i], behind[j]);
}

static void tell_event(const struct enumeration *to, const struct vocabulary_event *event)
{
	static const char *const others[] = {
		"u",        "e",           "e=0",           "c=1",          "c=0",         "t=1",
		"i:c=2",    "e:c=1",       "nf=1",          "0x3",          "ff=1",        "ff=0",
		"tf=0",     "tf=1:cf=7",   "cf=8",          "cf=15:nf=128", "ff=255:t=31", "ff=256",
		"t=31:e:i", "t=32:nf=256", "nf=255:nf=255", "tf=1:tf=0",
	};

	tell(to, event, NULL, NULL, NULL);
	for (size_t i = 0; generated_numbers[i]; i++) {
		tell(to, event, generated_numbers[i], NULL, NULL);
		tell(to, event, generated_numbers[i], "nf=1", NULL);
		tell(to, event, generated_numbers[i], "ff=9", "t=1");
	}
	for (unsigned i = 0; i < event->umask_count; i++) {
		tell(to, event, event->umasks[i], NULL, NULL);
		for (size_t j = 0; j < sizeof(others) / sizeof(others[0]); j++)
			tell(to, event, event->umasks[i], others[j], NULL);
		tell_pairs(to, event, event->umasks[i]);
	}
	tell_sets(to, event);
}

void enumerate(const struct vocabulary *vocabulary, void (*each)(void *context, const char *text), void *context)
{
	struct enumeration to = {each, context};
	const struct dialect *dialect = vocabulary->dialect;

	for (unsigned i = 0; i < vocabulary->count; i++) {
		const struct vocabulary_event *event = &vocabulary->events[i];

		tell_event(&to, event);
		if (dialect->core_alone && strcmp(event->pmu, dialect->favourite))
			continue;
		tell_modifiers(&to, dialect, event, NULL);
		for (unsigned j = 0; !dialect->core_alone && j < event->umask_count; j++)
			tell_modifiers(&to, dialect, event, event->umasks[j]);
	}
}
