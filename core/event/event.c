/* SPDX-License-Identifier: BSD-2-Clause */
/* An event string goes through its steps in one direction: syntax, resolve, complete; and, where one of them refuses it,
 * diagnose. */
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

struct slice event_list_cut(struct slice *rest)
{
	struct slice first = *rest;
	bool inside = false;

	for (size_t i = 0; i < rest->length; i++) {
		if (rest->at[i] == '/')
			inside = !inside;
		if (rest->at[i] != ',' || inside)
			continue;
		first.length = i;
		rest->at += i + 1;
		rest->length -= i + 1;
		return slice_trim(first);
	}
	*rest = (struct slice){0};
	return slice_trim(first);
}
