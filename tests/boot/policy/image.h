/* SPDX-License-Identifier: BSD-2-Clause */
/* The rights of a loaded image, by its own headers ("PE Format" of Microsoft). */
#ifndef POLICY_IMAGE_H
#define POLICY_IMAGE_H

#include "lib/basic.h"

/* Why an image at `base` is refused; NULL if it is not: then its pages have the rights of their sections, and
 * its headers may only be read. */
MUST_CHECK const char *image_protect(const uint8_t *base, uint64_t bytes);

#endif
