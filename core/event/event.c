/* SPDX-License-Identifier: BSD-2-Clause */
/* An event string passes through the steps in one direction: syntax, resolve, complete. If one refuses it, diagnose
 * says why. */
#include "core/event/event.h"

#include "core/event/complete.h"
#include "core/event/diagnose.h"

bool event_parse(const struct processor *processor, struct slice string, struct event_config *config,
		 struct diagnostic *diagnostic)
{
	struct refusal refusal;
	struct syntax syntax;
	struct resolved resolved = {.syntax = &syntax};

	diagnostic->kind = DIAGNOSTIC_NONE;
	if (syntax_read(string, &syntax, &refusal) && event_resolve(processor, &syntax, &resolved, &refusal) &&
	    event_complete(&resolved, config, &refusal))
		return true;
	event_diagnose(&resolved, &refusal, diagnostic);
	return false;
}

/* Strips the braces of perf's groups, "{a,b}": all events count together here. Braces inside an event are kept:
 * "nf={home}". */
static struct slice without_braces(struct slice event)
{
	int closing = 0; /* closing braces without an opening brace */

	event = slice_trim(event);
	if (event.length && event.at[0] == '{')
		event = slice_between(event.at + 1, event.at + event.length);
	for (size_t i = 0; i < event.length; i++)
		closing += event.at[i] == '}' ? 1 : event.at[i] == '{' ? -1 : 0;
	if (closing > 0 && event.at[event.length - 1] == '}')
		event.length--;
	return slice_trim(event);
}

struct slice event_list_cut(struct slice *rest)
{
	struct slice first = *rest;
	char inside = '\0'; /* the '/' or '@' that ends perf's terms */

	for (size_t i = 0; i < rest->length; i++) {
		char character = rest->at[i];

		if (inside ? character == inside : character == '/' || character == '@')
			inside = inside ? '\0' : character;
		if (character != ',' || inside)
			continue;
		first.length = i;
		rest->at += i + 1;
		rest->length -= i + 1;
		return without_braces(first);
	}
	*rest = (struct slice){0};
	return without_braces(first);
}
