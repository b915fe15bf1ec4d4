/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/number.h"

bool number_read(struct slice text, bool octal, uint64_t *value)
{
	uint64_t result = 0;

	if (!octal || text.length < 2 || text.at[0] != '0' || (text.at[1] | 0x20) == 'x')
		return parse_u64(text, value);
	for (size_t i = 0; i < text.length; i++) {
		if (text.at[i] < '0' || text.at[i] > '7' || result >> 61)
			return false;
		result = result * 8 + (uint64_t)(text.at[i] - '0');
	}
	*value = result;
	return true;
}

bool number_read_flag(struct slice text, uint64_t *value)
{
	char letter = text.length == 1 ? (char)(text.at[0] | 0x20) : 0;

	*value = letter == 'y' || letter == 't';
	return *value || letter == 'n' || letter == 'f' || number_read(text, true, value);
}

bool number_read_saturated(struct slice text, uint64_t *value)
{
	if (parse_u64(text, value))
		return true;
	for (size_t i = 2; i < text.length; i++) {
		char letter = (char)(text.at[i] | 0x20);

		if ((text.at[i] < '0' || text.at[i] > '9') && (letter < 'a' || letter > 'f'))
			return false;
	}
	*value = UINT64_MAX;
	return text.length > 2;
}
