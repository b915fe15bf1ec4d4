/* SPDX-License-Identifier: BSD-2-Clause */
/* The packets that the match and mask registers of S-Boxes, B-Boxes and R-Boxes choose from. The selection is the model's own;
 * message classes are from 323535 p.142, opcodes from its p.145 and from the Xeon E5-2600's table of the same protocol. Every field
 * differs between some two packets, so that a filter with a misplaced or inverted field chooses others. */
#include "silicon/models/xeon_7500.h"

enum { HOM0 = 0x0, HOM1 = 0x1, SNP = 0x3, NCS = 0x4, NCB = 0xc, DRS = 0xe };

/* Flits: 323535 p.64: 1 for HOM and SNP, 9 or (opcode bit 3) 11 for DRS and NCB; 1 is assumed for an NCS request. */
/* clang-format off */
const struct xeon_7500_packet model_xeon_7500_packets[XEON_7500_PACKETS] = {
	/* class  opcode home  remote state network flits address */
	[0]  = {HOM0, 0x2, 0x01, 0x05, 0, 2,  1, UINT64_C(0x001234567840)}, /* RdData */
	[1]  = {HOM0, 0x1, 0x03, 0x05, 0, 2,  1, UINT64_C(0x001234567880)}, /* RdCode */
	[2]  = {HOM0, 0x4, 0x01, 0x07, 0, 0,  1, UINT64_C(0x0012345f0040)}, /* RdInvOwn */
	[3]  = {NCS,  0x0, 0x00, 0x05, 0, 0,  1, UINT64_C(0x0000fee00000)}, /* NcRd to the IOH */
	[4]  = {NCB,  0x0, 0x00, 0x07, 0, 1,  9, UINT64_C(0x0000fec00040)}, /* NcWr to the IOH */
	[5]  = {SNP,  0x2, 0x09, 0x01, 0, 2,  1, UINT64_C(0x00a000000100)}, /* SnpData */
	[6]  = {SNP,  0x4, 0x0b, 0x03, 0, 1,  1, UINT64_C(0x00a000000140)}, /* SnpInvOwn */
	[7]  = {HOM1, 0x8, 0x03, 0x09, 0, 0,  1, UINT64_C(0x00a000010100)}, /* RspFwd */
	[8]  = {DRS,  0x0, 0x05, 0x01, 8, 2,  9, UINT64_C(0x001234567840)}, /* DataC in M */
	[9]  = {DRS,  0x0, 0x07, 0x03, 4, 2,  9, UINT64_C(0x001234567880)}, /* DataC in E */
	[10] = {DRS,  0x4, 0x01, 0x0b, 0, 1,  9, UINT64_C(0x0ff234560000)}, /* WbIData */
	[11] = {HOM0, 0x2, 0x11, 0x05, 0, 2,  1, UINT64_C(0x0ff234567840)}, /* RdData */
};
/* clang-format on */

void model_xeon_7500_add_packets(const struct model_sight *sight, struct model_meaning *meaning,
				 const struct model_event *event, unsigned port, unsigned kinds)
{
	for (unsigned i = 0; i <= XEON_7500_OPAQUE; i++)
		if (kinds >> i & 1)
			model_add_leaf(sight, meaning, event,
				       &(struct model_leaf){.port = (uint8_t)port, .a = (uint8_t)(i + 1)});
}
