/* SPDX-License-Identifier: BSD-2-Clause */
/* CRC-32 as in IEEE 802.3 (and zip, PNG, zlib's crc32): polynomial 0x04c11db7, reflected. */
#ifndef LIB_CRC_H
#define LIB_CRC_H

#include "lib/basic.h"

/* Continues the CRC `before` (0: no bytes yet) over `length` more bytes. */
uint32_t crc32_of(uint32_t before, const char *bytes, size_t length);

#endif
