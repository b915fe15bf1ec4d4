/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of an image's first page that a boot loader of Linux reads, and the real-mode code that it starts
 * ("The Linux/x86 Boot Protocol", Linux Documentation/arch/x86/boot.rst). The PE header stands before it.
 *
 * The loader puts this page anywhere below 1 MiB, and all that follows to PAYLOAD_AT. Under the 16-bit protocol
 * the page becomes the boot parameters where it lies: what the BIOS says of memory and screen goes to where a
 * loader that asks by itself (the 32-bit protocol) puts it too. The code lies where boot parameters keep disks,
 * of which nobody asks. Sizes are filled in by tools/gen/pe. */

#include "pc/protocol.h"

#define PAGE_BYTES 4096
#define CODE_AT    0xd00
#define SMAP       0x534d4150

	/* Where something lies in the page. */
#define AT(label)  (label - begin + BOOT_HEADER)

	.section .setup, "ax", @progbits
	.code16
begin:
	.byte	PAGE_BYTES / 512 - 1	/* setup_sects: 512 bytes each, beside the first */
	.word	0			/* root_flags */
	.long	0			/* syssize, in 16 bytes */
	.word	0			/* ram_size */
	.word	0xffff			/* vid_mode: as it is */
	.word	0			/* root_dev */
	.word	0xaa55			/* boot_flag */
	.byte	0xeb, header_end - 1f	/* jump; its reach is the header's length */
1:	.ascii	"HdrS"
	.word	0x020c			/* version */
	.long	0			/* realmode_swtch */
	.word	0			/* start_sys_seg */
	.word	0			/* kernel_version: no string */
	.byte	0			/* type_of_loader */
	.byte	1			/* loadflags: LOADED_HIGH */
	.word	0			/* setup_move_size */
	.long	PAYLOAD_AT		/* code32_start */
	.long	0, 0			/* ramdisk_image, ramdisk_size */
	.long	0			/* bootsect_kludge */
	.word	0			/* heap_end_ptr */
	.byte	0, 0			/* ext_loader_ver, ext_loader_type */
	.long	0			/* cmd_line_ptr */
	.long	0x7fffffff		/* initrd_addr_max */
	.long	PAGE_BYTES		/* kernel_alignment */
	.byte	0			/* relocatable_kernel */
	.byte	12			/* min_alignment */
	.word	1			/* xloadflags: KERNEL_64, an entry in 64-bit mode */
	.long	COMMAND_LINE_MOST	/* cmdline_size, without its end */
	.long	0			/* hardware_subarch: a PC */
	.quad	0			/* hardware_subarch_data */
	.long	0, 0			/* payload_offset, payload_length: nothing is packed */
	.quad	0			/* setup_data */
	.quad	PAYLOAD_AT		/* pref_address */
	.long	0			/* init_size */
	.long	0			/* handover_offset: UEFI starts the image by its PE header */
header_end:
	jmp	real_mode
	.org	CODE_AT - BOOT_HEADER

real_mode:
	cld
	sti
	mov	%ds, %ax
	mov	%ax, %es
	push	%ax
	push	$AT(1f)
	lretw
	/* CS is now DS. Neither the PE header nor the jump are boot parameters. */
1:	xor	%ax, %ax
	xor	%di, %di
	mov	$BOOT_HEADER, %cx
	rep stosb
	mov	$AT(header_end), %di
	mov	$(BOOT_E820 - AT(header_end)), %cx
	rep stosb

	/* Memory: INT 15h, AX=E820h. */
	mov	$BOOT_E820, %di
	xor	%ebx, %ebx
2:	mov	$0xe820, %eax
	mov	$SMAP, %edx
	mov	$BOOT_E820_BYTES, %ecx
	int	$0x15
	jc	3f
	cmp	$SMAP, %eax
	jne	3f
	add	$BOOT_E820_BYTES, %di
	incb	BOOT_E820_COUNT
	cmpb	$BOOT_E820_MOST, BOOT_E820_COUNT
	jae	3f
	test	%ebx, %ebx
	jnz	2b

	/* The screen: INT 10h. A text mode of 80 columns, or this one is set. */
3:	mov	$0x0f00, %ax
	int	$0x10
	cmp	$3, %al
	je	4f
	mov	$0x0003, %ax
	int	$0x10
4:	movb	$3, BOOT_VIDEO_MODE
	movb	$80, BOOT_VIDEO_COLUMNS
	movb	$25, BOOT_VIDEO_LINES
	movb	$1, BOOT_VIDEO_IS_VGA

	/* Address line 20: INT 15h, AX=2401h, and where the BIOS does not know that, port 92h. */
	mov	$0x2401, %ax
	int	$0x15
	inb	$0x92, %al
	test	$2, %al
	jnz	5f
	or	$2, %al
	and	$0xfe, %al
	outb	%al, $0x92

	/* Into protected mode with the flat segments that the protocol asks for, and to the 32-bit entry. */
5:	cli
	xor	%eax, %eax
	mov	%ds, %ax
	shl	$4, %eax
	mov	%eax, %esi
	add	$AT(table), %eax
	mov	%eax, AT(table_register) + 2
	lgdtl	AT(table_register)
	mov	BOOT_CODE32_START, %eax
	mov	%eax, AT(entry)
	mov	%cr0, %eax
	or	$1, %al
	mov	%eax, %cr0
	jmp	6f
6:	mov	$BOOT_DATA, %ax
	mov	%ax, %ds
	mov	%ax, %es
	mov	%ax, %fs
	mov	%ax, %gs
	mov	%ax, %ss
	xor	%ebx, %ebx
	xor	%ebp, %ebp
	xor	%edi, %edi
	.byte	0x66, 0xea		/* ljmpl */
entry:	.long	0
	.word	BOOT_CODE

table:	.quad	0, 0
	.quad	0x00cf9b000000ffff	/* BOOT_CODE */
	.quad	0x00cf93000000ffff	/* BOOT_DATA */
table_register:
	.word	table_register - table - 1
	.long	0
	.org	PAGE_BYTES - BOOT_HEADER

	.section .note.GNU-stack, "", @progbits
