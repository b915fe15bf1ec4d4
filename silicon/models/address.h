/* SPDX-License-Identifier: BSD-2-Clause */
/* Hashes that map an address of memory to a slice or CHA. */
#ifndef SILICON_MODELS_ADDRESS_H
#define SILICON_MODELS_ADDRESS_H

#include "lib/basic.h"

/* Number of bits of a slice's number, each the parity of the address under a mask; and number of CHAs. */
enum { ADDRESS_SLICE_BITS = 3, ADDRESS_CHAS = 38 };

/* The published masks for the last-level cache of parts with a ring. Maurice et al., RAID 2015. */
extern const uint64_t address_slice_masks[ADDRESS_SLICE_BITS];

/* The slice of an address, 0..7, by `masks`. */
unsigned address_slice(const uint64_t masks[ADDRESS_SLICE_BITS], uint64_t address);

/* The CHA of an address, 0..37, on a Knights Landing with 38 CHAs. McCalpin; valid below 256 GiB. */
unsigned address_cha(uint64_t address);

#endif
