/* SPDX-License-Identifier: BSD-2-Clause */
/* Errors that processors report. They do not change the verdict: a check that they disturb fails itself, and a fatal
 * error is a crash. */
#include "core/hardware/errors.h"
#include "core/record/record.h"

void record_errors(struct output *output, struct machine *machine)
{
	static const char *const when[] = {
		[ERROR_BEFORE] = "before the run", [ERROR_DURING] = "machine check", [ERROR_AFTER] = "after the run"};
	struct errors *errors = machine->errors;
	uint32_t count = errors ? errors_count(errors) : 0;

	for (; errors && errors->told < count; errors->told++) {
		const struct error_bank *error = &errors->list[errors->told];
		struct record record;

		record_begin(&record, output, "error_bank");
		record_text(&record, "when", when[error->when]);
		record_u64(&record, "socket", error->socket);
		record_u64(&record, "cpu", error->cpu);
		record_u64(&record, "bank", error->bank);
		record_hex(&record, "status", error->status);
		if (error->status & ERROR_HAS_ADDRESS)
			record_hex(&record, "address", error->address);
		if (error->status & ERROR_HAS_MISC)
			record_hex(&record, "misc", error->misc);
		record_aside(&record);
		error_text(error, record_compose(&record, "text"));
		record_end(&record);
	}
}

void record_errors_total(struct output *output, const struct machine *machine)
{
	const struct errors *errors = machine->errors;
	uint32_t count = errors ? errors_count(errors) : 0;
	uint64_t found[ERROR_AFTER + 1] = {0};
	struct record record;

	if (!errors)
		return;
	for (uint32_t i = 0; i < count; i++)
		found[errors->list[i].when]++;
	record_begin(&record, output, "errors");
	record_u64(&record, "before", found[ERROR_BEFORE]);
	record_u64(&record, "during", found[ERROR_DURING]);
	record_u64(&record, "after", found[ERROR_AFTER]);
	record_u64(&record, "machine_checks", errors->exceptions);
	record_end(&record);
}
