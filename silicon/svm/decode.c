/* SPDX-License-Identifier: BSD-2-Clause */
/* Intel SDM volume 2, chapter 2 (prefixes, ModRM, SIB) and appendix A (opcode map). */
#include "silicon/svm/decode.h"

#include "lib/memory.h"

#define LONGEST 15

enum operand_form { FORM_MODRM, FORM_OFFSET };

/* One opcode. Byte opcodes have `memory_bytes` 1; 0 means the operand size. */
struct opcode {
	uint8_t two_byte, code;
	uint8_t action, form;
	uint8_t memory_bytes;
	bool same_register_bytes; /* the register is as narrow as the memory operand */
	bool immediate, sign_extend;
};

/* clang-format off */
static const struct opcode opcodes[] = {
	{0, 0x84, INSTRUCTION_TEST,     FORM_MODRM,  1, true,  false, false},
	{0, 0x85, INSTRUCTION_TEST,     FORM_MODRM,  0, true,  false, false},
	{0, 0x86, INSTRUCTION_EXCHANGE, FORM_MODRM,  1, true,  false, false},
	{0, 0x87, INSTRUCTION_EXCHANGE, FORM_MODRM,  0, true,  false, false},
	{0, 0x88, INSTRUCTION_STORE,    FORM_MODRM,  1, true,  false, false},
	{0, 0x89, INSTRUCTION_STORE,    FORM_MODRM,  0, true,  false, false},
	{0, 0x8a, INSTRUCTION_LOAD,     FORM_MODRM,  1, true,  false, false},
	{0, 0x8b, INSTRUCTION_LOAD,     FORM_MODRM,  0, true,  false, false},
	{0, 0xa0, INSTRUCTION_LOAD,     FORM_OFFSET, 1, true,  false, false},
	{0, 0xa1, INSTRUCTION_LOAD,     FORM_OFFSET, 0, true,  false, false},
	{0, 0xa2, INSTRUCTION_STORE,    FORM_OFFSET, 1, true,  false, false},
	{0, 0xa3, INSTRUCTION_STORE,    FORM_OFFSET, 0, true,  false, false},
	{0, 0xc6, INSTRUCTION_STORE,    FORM_MODRM,  1, true,  true,  false},
	{0, 0xc7, INSTRUCTION_STORE,    FORM_MODRM,  0, true,  true,  false},
	{0, 0xf6, INSTRUCTION_TEST,     FORM_MODRM,  1, true,  true,  false},
	{0, 0xf7, INSTRUCTION_TEST,     FORM_MODRM,  0, true,  true,  false},
	{1, 0xb6, INSTRUCTION_LOAD,     FORM_MODRM,  1, false, false, false},
	{1, 0xb7, INSTRUCTION_LOAD,     FORM_MODRM,  2, false, false, false},
	{1, 0xbe, INSTRUCTION_LOAD,     FORM_MODRM,  1, false, false, true},
	{1, 0xbf, INSTRUCTION_LOAD,     FORM_MODRM,  2, false, false, true},
};
/* clang-format on */

/* The code being read, and the state of its prefixes. */
struct reader {
	const uint8_t *code;
	size_t available;
	size_t at;
	bool short_of_code;
	enum code_size size;
	uint8_t rex;
	bool operand_override, address_override, locked, repeated;
};

static uint8_t next_byte(struct reader *reader)
{
	if (reader->at >= reader->available || reader->at >= LONGEST) {
		reader->short_of_code = true;
		return 0;
	}
	return reader->code[reader->at++];
}

static uint64_t next_number(struct reader *reader, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)next_byte(reader) << 8 * i;
	return value;
}

static bool take_legacy_prefix(struct reader *reader, uint8_t byte)
{
	switch (byte) {
	case 0x26:
	case 0x2e:
	case 0x36:
	case 0x3e:
	case 0x64:
	case 0x65: return true;
	case 0x66: return reader->operand_override = true;
	case 0x67: return reader->address_override = true;
	case 0xf0: return reader->locked = true;
	case 0xf2:
	case 0xf3: return reader->repeated = true;
	default: return false;
	}
}

static unsigned operand_bytes(const struct reader *reader)
{
	if (reader->rex & 8)
		return 8;
	return (reader->size == CODE_16) != reader->operand_override ? 2 : 4;
}

static unsigned address_bytes(const struct reader *reader)
{
	if (reader->size == CODE_64)
		return reader->address_override ? 4 : 8;
	return (reader->size == CODE_16) != reader->address_override ? 2 : 4;
}

/* Finds the opcode after the prefixes; NULL if it is unknown. A REX prefix is effective only directly before it. */
static const struct opcode *read_opcode(struct reader *reader)
{
	uint8_t byte = next_byte(reader);
	bool two_byte;

	while (!reader->short_of_code) {
		if (reader->size == CODE_64 && (byte & 0xf0) == 0x40)
			reader->rex = byte;
		else if (take_legacy_prefix(reader, byte))
			reader->rex = 0;
		else
			break;
		byte = next_byte(reader);
	}
	two_byte = byte == 0x0f;
	if (two_byte)
		byte = next_byte(reader);
	for (size_t i = 0; i < ARRAY_SIZE(opcodes); i++)
		if (opcodes[i].two_byte == two_byte && opcodes[i].code == byte)
			return &opcodes[i];
	return NULL;
}

/* Reads ModRM and the bytes that belong to it. Returns false if there is no memory operand. */
static bool read_modrm(struct reader *reader, const struct opcode *opcode, struct instruction *instruction)
{
	uint8_t modrm = next_byte(reader);
	unsigned mod = modrm >> 6, reg = modrm >> 3 & 7, base = modrm & 7;
	bool narrow = address_bytes(reader) == 2;

	if (mod == 3 || (opcode->immediate && reg != 0))
		return false;
	if (instruction->register_bytes == 1 && !reader->rex && reg >= 4) {
		instruction->high_byte = true;
		reg -= 4;
	}
	instruction->reg = (uint8_t)(reg | (reader->rex & 4 ? 8 : 0));
	/* The rest of the memory operand: SIB, unless addresses have 16 bits, and a displacement. */
	if (!narrow && base == 4)
		base = next_byte(reader) & 7;
	if (mod == 1)
		next_number(reader, 1);
	else if (mod == 2 || base == (narrow ? 6 : 5))
		next_number(reader, narrow ? 2 : 4);
	return true;
}

bool instruction_decode(const uint8_t *code, size_t available, enum code_size size, struct instruction *instruction)
{
	struct reader reader = {.code = code, .available = available, .size = size};
	const struct opcode *opcode = read_opcode(&reader);

	if (!opcode || reader.repeated || (reader.locked && opcode->action != INSTRUCTION_EXCHANGE))
		return false;
	memset(instruction, 0, sizeof(*instruction));
	instruction->action = opcode->action;
	instruction->sign_extend = opcode->sign_extend;
	instruction->has_immediate = opcode->immediate;
	instruction->bytes = opcode->memory_bytes ? opcode->memory_bytes : (uint8_t)operand_bytes(&reader);
	instruction->register_bytes =
		opcode->same_register_bytes ? instruction->bytes : (uint8_t)operand_bytes(&reader);
	if (opcode->form == FORM_OFFSET)
		next_number(&reader, address_bytes(&reader));
	else if (!read_modrm(&reader, opcode, instruction))
		return false;
	/* Immediates are at most 32 bits wide and sign-extended to 64. */
	if (opcode->immediate)
		instruction->immediate = next_number(&reader, instruction->bytes < 4 ? instruction->bytes : 4);
	if (opcode->immediate && instruction->bytes == 8)
		instruction->immediate = (uint64_t)(int64_t)(int32_t)instruction->immediate;
	instruction->length = (uint8_t)reader.at;
	return !reader.short_of_code;
}
