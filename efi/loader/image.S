/* SPDX-License-Identifier: BSD-2-Clause */
/* The packed firmware, as data of the loader. */
	.section .rodata
	.globl packed_image, packed_image_end, unpacked_bytes
	.hidden packed_image, packed_image_end, unpacked_bytes
	.balign 8
/* The packer does not write down how much it packed. */
unpacked_bytes:
	.quad	unpacked_end - unpacked
packed_image:
	.incbin PACKED_IMAGE
packed_image_end:

/* Measured here and left behind when the image is made. */
	.section .unpacked, "", @progbits
unpacked:
	.incbin PLAIN_IMAGE
unpacked_end:

	.section .note.GNU-stack, "", @progbits
