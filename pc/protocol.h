/* SPDX-License-Identifier: BSD-2-Clause */
/* The Linux x86 boot protocol, as far as it is used: offsets in the boot parameters (struct boot_params of Linux,
 * "the zero page"), and the fields that a loader reads in an image's first page. For C and assembly. Linux
 * Documentation/arch/x86/boot.rst and zero-page.rst. */
#ifndef PC_PROTOCOL_H
#define PC_PROTOCOL_H

#define BOOT_PARAMETERS_BYTES 4096
/* clang-format off */
#define BOOT_VIDEO_MODE       0x006 /* 1 byte: as INT 10h numbers them */
#define BOOT_VIDEO_COLUMNS    0x007 /* 1 byte */
#define BOOT_VIDEO_LINES      0x00e /* 1 byte */
#define BOOT_VIDEO_IS_VGA     0x00f /* 1 byte: 1 is VGA in a text mode */
#define BOOT_RSDP             0x070 /* 8 bytes: the ACPI root pointer; 0: unknown to the loader */
#define BOOT_EFI_LOADER       0x1c0 /* 4 bytes, of struct efi_info, filled in by a loader that UEFI started */
#define   BOOT_EFI_64         0x34364c45 /* "EL64": the firmware is one of 64 bits */
#define   BOOT_EFI_32         0x32334c45 /* "EL32" */
#define   BOOT_EFI_TABLE      0x1c4 /* 4 bytes: the UEFI system table, bits 31:0 */
#define   BOOT_EFI_TABLE_HIGH 0x1d8 /* 4 bytes: bits 63:32 */
#define BOOT_SCRATCH_END      0x1e8 /* after 4 bytes that are free for the program's first call */
#define BOOT_E820_COUNT       0x1e8 /* 1 byte */
#define BOOT_HEADER           0x1f1 /* from here on the same as in the image */
#define   BOOT_SETUP_SECTORS  0x1f1 /* 1 byte */
#define   BOOT_MAGIC          0x202 /* 4 bytes: "HdrS" */
#define   BOOT_CODE32_START   0x214 /* 4 bytes */
#define   BOOT_RAMDISK        0x218 /* 4 bytes: physical address */
#define   BOOT_RAMDISK_SIZE   0x21c /* 4 bytes */
#define   BOOT_COMMAND_LINE   0x228 /* 4 bytes: physical address */
#define   BOOT_XLOADFLAGS     0x236 /* 2 bytes */
#define     XLOAD_64_BIT_ENTRY 1    /* 0x200 bytes after the 32-bit one */
#define   BOOT_SETUP_DATA     0x250 /* 8 bytes: a list of struct setup_data */
#define   BOOT_INIT_SIZE      0x260 /* 4 bytes: what must be free from the 32-bit entry on */
#define BOOT_E820             0x2d0
#define   BOOT_E820_BYTES     20    /* of an entry: address, size, type */
#define   BOOT_E820_MOST      128
/* clang-format on */

#define PAYLOAD_AT            0x100000 /* address to which a loader copies the part after the first page */
#define ENTRY_64              0x200    /* distance of the entry in 64-bit mode from there */
#define COMMAND_LINE_MOST     2047     /* characters */

/* Selectors of the loader's flat segments. */
#define BOOT_CODE             0x10
#define BOOT_DATA             0x18

#endif
