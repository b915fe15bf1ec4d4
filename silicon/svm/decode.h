/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes the instructions with which programs access device registers. On the processors used here, SVM reports the physical
 * address of a trapped access, but neither the instruction nor its length. */
#ifndef SILICON_SVM_DECODE_H
#define SILICON_SVM_DECODE_H

#include "lib/basic.h"

enum code_size { CODE_16, CODE_32, CODE_64 };

enum instruction_action {
	INSTRUCTION_LOAD,    /* memory to register */
	INSTRUCTION_STORE,   /* register or immediate to memory */
	INSTRUCTION_TEST,    /* flags of memory AND (register or immediate) */
	INSTRUCTION_EXCHANGE /* swap memory and register */
};

struct instruction {
	uint8_t action;         /* enum instruction_action */
	uint8_t length;         /* bytes of code, 1..15 */
	uint8_t bytes;          /* width of the memory operand: 1, 2, 4, 8 */
	uint8_t register_bytes; /* width of the register; larger than `bytes` in MOVZX and MOVSX */
	uint8_t reg;            /* 0..15 in the processor's numbering */
	bool high_byte;         /* AH, CH, DH or BH: the second byte of register `reg` */
	bool sign_extend;
	bool has_immediate; /* instead of a register */
	uint64_t immediate; /* sign-extended to the operand's width */
};

/* Decodes the instruction at `code`, which has `available` readable bytes. False if it is none of those above, has a LOCK (except
 * XCHG) or REP prefix, or is longer than 15 or `available` bytes. */
MUST_CHECK bool instruction_decode(const uint8_t *code, size_t available, enum code_size size,
				   struct instruction *instruction);

#endif
