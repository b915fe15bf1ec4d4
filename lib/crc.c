/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/crc.h"

#define POLYNOMIAL 0xedb88320 /* 0x04c11db7, its bits reversed */

uint32_t crc32_of(uint32_t before, const char *bytes, size_t length)
{
	uint32_t crc = ~before;

	for (size_t i = 0; i < length; i++) {
		crc ^= (unsigned char)bytes[i];
		for (unsigned bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? POLYNOMIAL : 0);
	}
	return ~crc;
}
