/* SPDX-License-Identifier: BSD-2-Clause */
/* The built-in catalogs; one of them is used unless the initrd has a catalog. */
	.section .rodata
	.balign	8
	.globl	opal_catalog_power9, opal_catalog_power9_end, opal_catalog_power10, opal_catalog_power10_end
opal_catalog_power9:
	.incbin	"catalog-power9.dtb"
opal_catalog_power9_end:
	.balign	8
opal_catalog_power10:
	.incbin	"catalog-power10.dtb"
opal_catalog_power10_end:
