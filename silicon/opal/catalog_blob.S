/* SPDX-License-Identifier: BSD-2-Clause */
/* The catalog of our own, which is grafted unless another is given. */
	.section .rodata
	.balign	8
	.globl	opal_catalog, opal_catalog_end
opal_catalog:
	.incbin	"catalog.dtb"
opal_catalog_end:
