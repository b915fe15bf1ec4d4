/* SPDX-License-Identifier: BSD-2-Clause */
/* The packed firmware, as data of the loader. */
	.section .rodata
	.globl packed_image, packed_image_end
	.hidden packed_image, packed_image_end
packed_image:
	.incbin PACKED_IMAGE
packed_image_end:

	.section .note.GNU-stack, "", @progbits
