/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/scenario.h"

#include "lib/memory.h"
#include "lib/parse.h"
#include "silicon/silicon.h"

bool scenario_take_machine(char *scenario, size_t length, char *name, size_t size)
{
	struct slice rest = {scenario, length};
	bool found = false;

	while (rest.at) {
		struct slice line = slice_cut(&rest, '\n'), value = line, key;

		if (line.length && line.at[line.length - 1] == '\r')
			value.length--;
		value = slice_cut(&value, '#');
		key = slice_trim(slice_cut(&value, '='));
		if (!slice_is(key, "machine") || !value.at)
			continue;
		value = slice_trim(value);
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
