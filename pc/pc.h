/* SPDX-License-Identifier: BSD-2-Clause */
/* Entry of a program on a PC without UEFI (entry.S), and its place in memory (image.lds). */
#ifndef PC_PC_H
#define PC_PC_H

/* The program's main function. It runs in 64-bit mode with interrupts off, its own segments, a stack of 128 KiB and
 * zeroed data; at least the first 4 GiB of memory are mapped one to one. No interrupt descriptor table is loaded.
 * `params` is the loader's struct boot_params. */
void pc_main(const void *params) __attribute__((noreturn));

/* Bounds of the image in memory, including the first page with its headers; without UEFI that page is missing. */
extern const char image_start[], image_end[];

#endif
