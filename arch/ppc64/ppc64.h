/* SPDX-License-Identifier: BSD-2-Clause */
/* The image: its address, and the state that its first code sets up. All addresses are physical, because translation
 * is always off. Power ISA 3.0B book III; skiboot's payload conventions. */
#ifndef ARCH_PPC64_PPC64_H
#define ARCH_PPC64_PPC64_H

#include "core/record/crash_text.h"

/* Address for which the image is linked (uncork.lds). */
#define IMAGE_LINKED_AT UINT64_C(0x20000000)

/* Code with stack protection, such as libfdt's, has its canary at this distance below r13. */
#define CANARY_DISTANCE 0x7010

#define BOOT_STACK_SIZE 65536

/* From uncork.lds. */
extern char image_start[], image_code_end[], image_file_end[], image_end[];
extern char image_relocations[], image_relocations_end[];

/* Entry of all CPUs that OPAL starts for uncork: r3 is the CPU's number. */
extern char entry_secondary[];

/* uncork's functions and their names. */
struct crash_image image_symbols_of_code(void);

/* Writes the run-time addresses into an image at `base`. Runs first of all code, so it uses no absolute address
 * itself. May be repeated. */
void image_relocate(uint64_t base, const char *relocations, const char *end);

/* Better address for the image that is at `base` now; 0 if it may stay there. */
uint64_t image_better_place(uint64_t base, uint64_t tree);

/* Main function. `tree` is the flattened device tree; base and entry of OPAL are from registers, 0 if there were
 * none. Does not return. */
void ppc64_main(uint64_t tree, uint64_t opal_base, uint64_t opal_entry) __attribute__((noreturn));

#endif
