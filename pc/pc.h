/* SPDX-License-Identifier: BSD-2-Clause */
/* How a program is entered on a PC without UEFI (entry.S), and where it lies (image.lds). */
#ifndef PC_PC_H
#define PC_PC_H

/* The program's own: runs in 64-bit mode with interrupts off, our segments, a stack of 128 KiB and zeroed data, and
 * memory mapped one to one, at least the first 4 GiB. No interrupt descriptor table is loaded. `params` is the
 * loader's struct boot_params. */
void pc_main(const void *params) __attribute__((noreturn));

/* Our own bounds in memory, the first page with its headers included; without UEFI that page is not there. */
extern const char image_start[], image_end[];

#endif
