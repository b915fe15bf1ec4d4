/* SPDX-License-Identifier: BSD-2-Clause */
/* Hashes that choose the slice or CHA of an address of memory. */
#ifndef SILICON_MODELS_ADDRESS_H
#define SILICON_MODELS_ADDRESS_H

#include "lib/basic.h"

/* Bits of a slice: each is the parity of the address under a mask. */
enum { ADDRESS_SLICE_BITS = 3, ADDRESS_CHAS = 38 };

/* The published masks of the last-level cache of ring parts. Maurice et al., RAID 2015. */
extern const uint64_t address_slice_masks[ADDRESS_SLICE_BITS];

/* The slice, 0..7, that `masks` give an address. */
unsigned address_slice(const uint64_t masks[ADDRESS_SLICE_BITS], uint64_t address);

/* The CHA, 0..37, of a Knights Landing with 38 of them. McCalpin; valid below 256 GiB. */
unsigned address_cha(uint64_t address);

#endif
