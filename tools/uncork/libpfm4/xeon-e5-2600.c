/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/xeon-e5-2600.h"
#include "tools/uncork/libpfm4/tables.h"

/* libpfm4 gives the U-Box's threshold 8 bits; hardware has 5. */
static const struct libpfm4_field ubox_fields[] = {
	{{.name = "thresh", .low = 24, .width = 8, .kind = FIELD_THRESHOLD, .modifier = "t"}, XEON_E5_2600_UBOX_CTL, 0},
};

/* libpfm4 cuts the value of cf to 3 bits. */
static const struct libpfm4_field cbox_fields[] = {
	{{.name = "tf", .low = 0, .width = 1, .most = 1, .modifier = "tf"}, XEON_E5_2600_CBOX_FILTER, 0},
	{{.name = "cf", .low = 1, .width = 3, .most = 15, .modifier = "cf"}, XEON_E5_2600_CBOX_FILTER, 0},
	{{.name = "nf", .low = 10, .width = 8, .least = 1, .modifier = "nf"},
	 XEON_E5_2600_CBOX_FILTER,
	 LIBPFM4_WHERE_GIVEN},
};

/* Umasks are 8 bits in bits 15:8; occ_sel is the upper two. */
#define BAND(LOW)                                                                                    \
	{                                                                                            \
		{.name = "ff", .low = (LOW), .width = 8, .modifier = "ff"}, XEON_E5_2600_PCU_FILTER, \
			LIBPFM4_WHERE_GIVEN | LIBPFM4_NO_ZERO_CODE                                   \
	}
static const struct libpfm4_field pcu_fields[] = {
	{{.name = "umask", .low = 8, .width = 8, .kind = FIELD_UMASK}, XEON_E5_2600_PCU_CTL, 0},
	BAND(0),
	BAND(8),
	BAND(16),
	BAND(24),
};

#define BOX(NAME) .type = &xeon_e5_2600_##NAME, .rows = libpfm4_xeon_e5_2600_##NAME
#define OWN(NAME) .fields = NAME##_fields, .field_count = ARRAY_SIZE(NAME##_fields)

static const struct libpfm4_box boxes[] = {
	{BOX(ubox), OWN(ubox)},
	{BOX(cbox), OWN(cbox), .flags = LIBPFM4_JOINS_GROUPS | LIBPFM4_BARE_CLOCKS},
	{BOX(pcu), OWN(pcu)},
	{BOX(ha)},
	{BOX(imc), .flags = LIBPFM4_BARE_CLOCKS},
	{BOX(qpi)},
	{BOX(r2pcie)},
	{BOX(r3qpi)},
};

const struct libpfm4_processor libpfm4_xeon_e5_2600 = {
	.processor = &xeon_e5_2600,
	.settings = libpfm4_xeon_e5_2600_settings,
	.boxes = boxes,
	.count = ARRAY_SIZE(boxes),
};
