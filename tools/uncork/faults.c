/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/faults.h"

#include <stdio.h>
#include <stdlib.h>

#include "silicon/silicon.h"

static void print(void *context, const struct silicon_fault *fault)
{
	char address[16] = "-";

	(void)context;
	if (fault->msr)
		snprintf(address, sizeof(address), "0x%x", fault->address);
	printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", fault->text, fault->box, fault->reg[0] ? fault->reg : "-",
	       fault->kind, address, silicon_judge_name(fault->judge), fault->lines ? "work" : "access",
	       fault->reason ? fault->reason : "-");
}

bool faults_print(const char *machine, const char *scenario, uint64_t seed)
{
	const struct silicon_fault_listener listener = {.tell = print, .seed = seed};
	char error[2048] = "no memory";
	void *memory = calloc(1, silicon_fault_list_size(machine, scenario));
	bool done = memory && silicon_fault_list(memory, machine, scenario, &listener, error, sizeof(error));

	if (!done)
		fprintf(stderr, "uncork: %s\n", error);
	free(memory);
	return done;
}

static void print_setting(void *context, const struct silicon_setting *setting)
{
	(void)context;
	if (setting->words)
		printf("%s\t%s\n", setting->name, setting->words);
	else
		printf("%s\t%llu..%llu%s\n", setting->name, (unsigned long long)setting->lowest,
		       (unsigned long long)setting->most, setting->clock ? "\tclock" : "");
}

bool settings_print(const char *machine)
{
	char error[2048] = "no memory";
	void *memory = calloc(1, silicon_fault_list_size(machine, ""));
	bool done = memory && silicon_settings(memory, machine, print_setting, NULL, error, sizeof(error));

	if (!done)
		fprintf(stderr, "uncork: %s\n", error);
	free(memory);
	return done;
}

static void print_function(void *context, const struct silicon_function *function)
{
	(void)context;
	printf("%s\t%u\t0x%x\t0x%x\t%u\t0x%02x\t0x%02x\t%u\t0x%04x\t%s\n", function->machine, function->family,
	       function->number, function->steppings, function->bus, function->usual_bus, function->device,
	       function->function, function->id, function->box[0] ? function->box : "-");
}

void functions_print(void)
{
	silicon_functions(print_function, NULL);
}
