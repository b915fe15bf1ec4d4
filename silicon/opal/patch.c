/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/opal/patch.h"

/* Power ISA 3.0B, Book I and III: the instructions used. */
#define REG_T(r)         ((uint32_t)(r) << 21)
#define REG_A(r)         ((uint32_t)(r) << 16)
#define SPR(n)           (((uint32_t)(n)&0x1f) << 16 | ((uint32_t)(n) >> 5) << 11)
#define IMMEDIATE(i)     ((uint32_t)(i)&0xffff)
#define MFSPR(t, n)      (0x7c0002a6 | REG_T(t) | SPR(n))
#define MTSPR(n, s)      (0x7c0003a6 | REG_T(s) | SPR(n))
#define MFMSR(t)         (0x7c0000a6 | REG_T(t))
#define MTMSRD_EE(s)     (0x7c010164 | REG_T(s)) /* L = 1: only EE and RI */
#define ADDIS(t, a, i)   (0x3c000000 | REG_T(t) | REG_A(a) | IMMEDIATE(i))
#define LI(t, i)         (0x38000000 | REG_T(t) | IMMEDIATE(i))
#define LIS(t, i)        ADDIS(t, 0, i)
#define ORI(a, s, i)     (0x60000000 | REG_T(s) | REG_A(a) | IMMEDIATE(i))
#define SLDI_9(r)        (0x78004da4 | REG_T(r) | REG_A(r)) /* shifts left by 9 */
#define STD(s, d, a)     (0xf8000000 | REG_T(s) | REG_A(a) | (uint32_t)(d))
#define LD(t, d, a)      (0xe8000000 | REG_T(t) | REG_A(a) | (uint32_t)(d))
#define MR(a, s)         (0x7c000378 | REG_T(s) | REG_A(a) | (uint32_t)(s) << 11)
#define BRANCH(distance) (0x48000000 | ((uint32_t)(distance)&0x03fffffc))
#define LINK             1
#define NOP              0x60000000

#define ORIS(a, s, i)    (0x64000000 | REG_T(s) | REG_A(a) | IMMEDIATE(i))
#define ANDI(a, s, i)    (0x70000000 | REG_T(s) | REG_A(a) | IMMEDIATE(i))
#define ANDC(a, s, b)    (0x7c000078 | REG_T(s) | REG_A(a) | (uint32_t)(b) << 11)
#define SLDI_32(r)       (0x780007c6 | REG_T(r) | REG_A(r))
#define CMPD(a, b)       (0x7c200000 | REG_A(a) | (uint32_t)(b) << 11)
#define BEQ(distance)    (0x41820000 | (uint32_t)(distance))
#define LDBRX_3          0x7c601c28 /* ldbrx 3, 0, 3 */
#define BLR              0x4e800020
#define HRFID            0x4c000224

/* MSR, counted from the lowest bit, and where a machine check goes. */
#define STATE_EE         BIT(15)
#define STATE_ME         BIT(12)
#define STATE_RI         BIT(1)
#define MACHINE_CHECK    0x200

#define SPR_LR           8
#define SPR_DAR          19
#define SPR_SRR0         26
#define SPR_SRR1         27
#define SPR_HSRR0        314
#define SPR_HSRR1        315
#define SPR_PIR          1023
#define SPR_LDBAR        850
#define SPR_STORED       888 /* holds LDBAR's value */
#define SPR_PARKED       889 /* holds a register's content while a stub uses that register */
#define SPR_MSR          890 /* holds the previous machine state */

#define REGISTER_FIELD   REG_T(31)
#define BRANCH_REACH     INT64_C(0x02000000)

void patch_put_word(const struct patch *patch, uint8_t *at, uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		at[i] = (uint8_t)(word >> (patch->little_endian ? 8 * i : 24 - 8 * i));
}

static uint32_t get_word(const struct patch *patch, const uint8_t *at)
{
	uint32_t word = 0;

	for (unsigned i = 0; i < 4; i++)
		word |= (uint32_t)at[i] << (patch->little_endian ? 8 * i : 24 - 8 * i);
	return word;
}

static bool reaches(uint64_t from, uint64_t to)
{
	int64_t distance = (int64_t)(to - from);

	return distance >= -BRANCH_REACH && distance < BRANCH_REACH;
}

/* State of a stub being written. */
struct stub {
	const struct patch *patch;
	uint64_t address; /* of its start */
	unsigned words;
};

static void put(struct stub *stub, uint32_t word)
{
	patch_put_word(stub->patch, stub->patch->memory + (stub->address - stub->patch->stubs) + 4 * stub->words++,
		       word);
}

static void put_branch(struct stub *stub, uint64_t to, uint32_t link)
{
	put(stub, BRANCH(to - (stub->address + 4 * stub->words)) | link);
}

/* Turns interrupts off, saves the register's value, points r12 to the thread's area, and frees r11. */
static void put_entry(struct stub *stub, unsigned source)
{
	unsigned pointer = source == 12 ? 11 : 12;

	put(stub, MTSPR(SPR_PARKED, pointer));
	put(stub, MFMSR(pointer));
	put(stub, MTSPR(SPR_MSR, pointer));
	put(stub, LI(pointer, 0));
	put(stub, MTMSRD_EE(pointer));
	put(stub, MFSPR(pointer, SPR_PIR));
	put(stub, SLDI_9(pointer));
	put(stub, ADDIS(pointer, pointer, stub->patch->areas >> 16));
	put(stub, STD(source, PATCH_VALUE, pointer));
	put(stub, source == 12 ? STD(12, PATCH_R12, 11) : STD(11, PATCH_R11, 12));
	put(stub, source == 12 ? MR(12, 11) : NOP);
	put(stub, MFSPR(11, SPR_PARKED));
	put(stub, STD(11, source == 12 ? PATCH_R11 : PATCH_R12, 12));
}

/* Writes a stub. The hook gets `site` as the instruction's address; `instead` replaces the instruction. */
static void put_stub(struct stub *stub, unsigned source, uint64_t site, uint32_t instead, uint64_t back)
{
	put_entry(stub, source);
	put(stub, MFSPR(11, SPR_LR));
	put(stub, STD(11, PATCH_LR, 12));
	put(stub, LIS(11, site >> 16));
	put(stub, ORI(11, 11, site));
	put(stub, STD(11, PATCH_SITE, 12));
	put_branch(stub, stub->patch->hook, LINK);
	put(stub, LD(11, PATCH_LR, 12));
	put(stub, MTSPR(SPR_LR, 11));
	put(stub, LD(11, PATCH_MSR, 12));
	put(stub, MTMSRD_EE(11));
	put(stub, LD(11, PATCH_R11, 12));
	put(stub, LD(12, PATCH_R12, 12));
	put(stub, instead);
	put_branch(stub, back, 0);
}

/* Replaces the instruction at `site` by a branch to a new stub. Returns false if the stub is out of reach or there is no room. */
static bool begin_stub(struct patch *patch, struct stub *stub, uint8_t *at, uint64_t site)
{
	*stub = (struct stub){patch, patch->stubs + UINT64_C(4) * PATCH_STUB_WORDS * patch->used, 0};
	if (patch->used == PATCH_STUBS || !reaches(site, stub->address) ||
	    !reaches(stub->address + 4 * (PATCH_STUB_WORDS - 1), site + 4) || !reaches(stub->address, patch->hook) ||
	    site >> 31)
		return false;
	patch->used++;
	patch_put_word(patch, at, BRANCH(stub->address - site));
	return true;
}

/* Uses only registers that a function may change and that hold no value between the three instructions: r0, r6 to r12. */
static void put_silent_stub(struct stub *stub, uint64_t site, uint64_t silent, bool late)
{
	put(stub, LIS(11, silent >> 48));
	put(stub, ORI(11, 11, silent >> 32));
	put(stub, SLDI_32(11));
	put(stub, ORIS(11, 11, silent >> 16));
	put(stub, ORI(11, 11, silent));
	put(stub, CMPD(3, 11));
	put(stub, BEQ(3 * 4)); /* skips the load and the way back */
	put(stub, LDBRX_3);
	put_branch(stub, site + 4, 0);
	put(stub, MFMSR(12));
	put(stub, ANDI(0, 12, STATE_ME));
	put(stub, BEQ(0)); /* a checkstop */
	put(stub, late ? MFSPR(11, SPR_LR) : LIS(11, site >> 16));
	put(stub, late ? NOP : ORI(11, 11, site));
	put(stub, MTSPR(SPR_SRR0, 11));
	put(stub, MTSPR(SPR_SRR1, 12));
	put(stub, MTSPR(SPR_DAR, 3));
	put(stub, LIS(11, (STATE_ME | STATE_EE | STATE_RI) >> 16));
	put(stub, ORI(11, 11, STATE_ME | STATE_EE | STATE_RI));
	put(stub, ANDC(12, 12, 11));
	put(stub, LI(11, MACHINE_CHECK));
	put(stub, MTSPR(SPR_HSRR0, 11));
	put(stub, MTSPR(SPR_HSRR1, 12));
	put(stub, HRFID);
}

bool patch_loads(struct patch *patch, uint8_t *code, uint64_t bytes, uint64_t address, uint64_t silent, bool late)
{
	for (uint64_t at = 0; at + 12 <= bytes; at += 4) {
		uint64_t site = address + at;
		struct stub stub;

		if (get_word(patch, code + at) != LI(4, 0) || get_word(patch, code + at + 4) != LDBRX_3 ||
		    get_word(patch, code + at + 8) != BLR)
			continue;
		if (!begin_stub(patch, &stub, code + at, site))
			return false;
		put_stub(&stub, 3, PATCH_LOAD, LI(4, 0), site + 4);
		if (!silent)
			continue;
		if (!begin_stub(patch, &stub, code + at + 4, site + 4))
			return false;
		put_silent_stub(&stub, site + 4, silent, late);
	}
	return true;
}

bool patch_code(struct patch *patch, uint8_t *code, uint64_t bytes, uint64_t address)
{
	for (uint64_t at = 0; at + 4 <= bytes; at += 4) {
		uint32_t word = get_word(patch, code + at);
		unsigned reg = (word & REGISTER_FIELD) >> 21;
		uint64_t site = address + at;
		struct stub stub;

		if ((word & ~REGISTER_FIELD) == MFSPR(0, SPR_LDBAR)) {
			patch_put_word(patch, code + at, MFSPR(reg, SPR_STORED));
			patch->reads++;
		} else if ((word & ~REGISTER_FIELD) == MTSPR(SPR_LDBAR, 0)) {
			if (!begin_stub(patch, &stub, code + at, site))
				return false;
			put_stub(&stub, reg, site, NOP, site + 4);
		}
	}
	return true;
}
