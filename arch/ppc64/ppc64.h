/* SPDX-License-Identifier: BSD-2-Clause */
/* The image itself: where it is, and what its first code sets up. Addresses are physical throughout:
 * nothing is ever translated. Power ISA 3.0B book III; skiboot's payload conventions. */
#ifndef ARCH_PPC64_PPC64_H
#define ARCH_PPC64_PPC64_H

#include "core/record/crash_text.h"

/* The address for which the image is linked (uncork.lds). */
#define IMAGE_LINKED_AT UINT64_C(0x20000000)

/* Code compiled by others (libfdt) keeps a canary this far below r13. */
#define CANARY_DISTANCE 0x7010

#define BOOT_STACK_SIZE 65536

/* From uncork.lds. */
extern char image_start[], image_code_end[], image_file_end[], image_end[];
extern char image_relocations[], image_relocations_end[];

/* Entry of all processors that OPAL starts for us: r3 holds the processor's number. */
extern char entry_secondary[];

/* Our functions and their names. */
struct crash_image image_symbols_of_code(void);

/* Writes the run-time addresses into an image that is at `base`. Runs before anything else may, so it uses
 * no address itself. May be done again. */
void image_relocate(uint64_t base, const char *relocations, const char *end);

/* Better address for the image that is at `base` now; 0 if it may stay. */
uint64_t image_better_place(uint64_t base, uint64_t tree);

/* Never returns. `tree` is the flattened device tree; base and entry of OPAL as found in registers, 0 if
 * there were none. */
void ppc64_main(uint64_t tree, uint64_t opal_base, uint64_t opal_entry) __attribute__((noreturn));

#endif
