/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/scenario.h"

#include "lib/memory.h"
#include "lib/parse.h"
#include "silicon/silicon.h"

/* Returns the value of `line` if it sets "machine". */
static bool machine_of(struct slice line, struct slice *value)
{
	struct slice rest, name;

	rest = slice_between(line.at, line.at + line.length);
	if (line.length && line.at[line.length - 1] == '\r')
		rest.length--;
	rest = slice_cut(&rest, '#');
	name = slice_trim(slice_cut(&rest, '='));
	*value = slice_trim(rest);
	return slice_is(name, "machine") && rest.at;
}

bool scenario_take_machine(char *scenario, size_t length, char *name, size_t size)
{
	struct slice rest = {scenario, length}, value;
	bool found = false;

	while (rest.at) {
		struct slice line = slice_cut(&rest, '\n');

		if (!machine_of(line, &value))
			continue;
		found = value.length && value.length < size;
		if (found) {
			memcpy(name, value.at, value.length);
			name[value.length] = 0;
		}
		memset(scenario + (line.at - scenario), ' ', line.length);
	}
	return found;
}

const char *scenario_default_machine(uint32_t signature)
{
	unsigned family = signature >> 8 & 0xf;
	unsigned model = (signature >> 4 & 0xf) | (signature >> 12 & 0xf0);

	return silicon_machine_of(family, model, signature & 0xf);
}
