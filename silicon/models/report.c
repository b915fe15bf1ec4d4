/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines for the owner. */
#include "silicon/models/model.h"

static void tell_violation(struct silicon *silicon, const struct text *line)
{
	silicon->statistics.violations++;
	if (silicon->owner.violation)
		silicon->owner.violation(silicon->owner.context, line->at);
}

const char *model_space_name(const struct silicon *silicon, unsigned reg)
{
	bool config = silicon->part->box[silicon->reg[reg].box].type->space == SILICON_CONFIG;

	return config ? "config" : "msr";
}

void model_violation(const struct model_write *write, const char *rule, ...)
{
	char buffer[MODEL_LINE];
	struct text line = TEXT_OVER(buffer);
	va_list arguments;

	if (write->aliased)
		return;
	text_format(&line, "socket %u core %u write ", write->socket, write->core);
	model_put_register(&line, write->silicon, write->reg);
	text_format(&line, " %s 0x%x = 0x%llx: ", model_space_name(write->silicon, write->reg),
		    write->silicon->reg[write->reg].address, (unsigned long long)write->raw);
	va_start(arguments, rule);
	text_format_list(&line, rule, arguments);
	va_end(arguments);
	tell_violation(write->silicon, &line);
}

void model_violation_line(struct silicon *silicon, const char *format, ...)
{
	char buffer[MODEL_LINE];
	struct text line = TEXT_OVER(buffer);
	va_list arguments;

	va_start(arguments, format);
	text_format_list(&line, format, arguments);
	va_end(arguments);
	tell_violation(silicon, &line);
}

void model_log(struct silicon *silicon, const char *format, ...)
{
	char buffer[MODEL_LINE];
	struct text line = TEXT_OVER(buffer);
	va_list arguments;

	if (!silicon->owner.log)
		return;
	va_start(arguments, format);
	text_format_list(&line, format, arguments);
	va_end(arguments);
	silicon->owner.log(silicon->owner.context, buffer);
}
