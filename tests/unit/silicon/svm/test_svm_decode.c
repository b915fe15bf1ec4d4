/* SPDX-License-Identifier: BSD-2-Clause */
/* The hypervisor's instruction decoder, against code as assemblers write it. The bytes are those of
 * binutils for the instruction in the comment. */
#include "silicon/svm/decode.h"
#include "tests/unit/support/unit.h"

#define CODE(...) ((const uint8_t[]){__VA_ARGS__}), sizeof((const uint8_t[]){__VA_ARGS__})

static struct instruction decode(const uint8_t *code, size_t length, enum code_size size)
{
	struct instruction instruction;

	assert_true(instruction_decode(code, length, size, &instruction));
	assert_int_equal(instruction.length, length);
	return instruction;
}

static void refuse(const uint8_t *code, size_t length, enum code_size size)
{
	struct instruction instruction;

	assert_false(instruction_decode(code, length, size, &instruction));
}

TEST(moves_name_register_and_width)
{
	struct instruction i;

	i = decode(CODE(0x8b, 0x90, 0x40, 0x03, 0x00, 0x00), CODE_64); /* mov 0x340(%rax),%edx */
	assert_int_equal(i.action, INSTRUCTION_LOAD);
	assert_int_equal(i.bytes, 4);
	assert_int_equal(i.register_bytes, 4);
	assert_int_equal(i.reg, 2);
	i = decode(CODE(0x44, 0x89, 0x3c, 0x8b), CODE_64); /* mov %r15d,(%rbx,%rcx,4) */
	assert_int_equal(i.action, INSTRUCTION_STORE);
	assert_int_equal(i.reg, 15);
	assert_false(i.has_immediate);
	i = decode(CODE(0x48, 0x8b, 0x45, 0xf8), CODE_64); /* mov -8(%rbp),%rax */
	assert_int_equal(i.bytes, 8);
	i = decode(CODE(0x66, 0x89, 0x08), CODE_64); /* mov %cx,(%rax) */
	assert_int_equal(i.bytes, 2);
	assert_int_equal(i.reg, 1);
}

TEST(byte_registers_depend_on_rex)
{
	struct instruction i;

	i = decode(CODE(0x88, 0x27), CODE_64); /* mov %ah,(%rdi) */
	assert_true(i.high_byte);
	assert_int_equal(i.reg, 0);
	i = decode(CODE(0x40, 0x88, 0x27), CODE_64); /* mov %spl,(%rdi) */
	assert_false(i.high_byte);
	assert_int_equal(i.reg, 4);
	i = decode(CODE(0x0f, 0xb6, 0x20), CODE_64); /* movzbl (%rax),%esp: a wide register */
	assert_false(i.high_byte);
	assert_int_equal(i.reg, 4);
	assert_int_equal(i.bytes, 1);
	assert_int_equal(i.register_bytes, 4);
	i = decode(CODE(0x48, 0x0f, 0xbf, 0x00), CODE_64); /* movswq (%rax),%rax */
	assert_true(i.sign_extend);
	assert_int_equal(i.bytes, 2);
	assert_int_equal(i.register_bytes, 8);
}

TEST(immediates_are_sign_extended)
{
	struct instruction i;

	/* movl $0x10000,0xfee00340(%rip) */
	i = decode(CODE(0xc7, 0x05, 0x40, 0x03, 0xe0, 0xfe, 0x00, 0x00, 0x01, 0x00), CODE_64);
	assert_true(i.has_immediate);
	assert_int_equal(i.immediate, 0x10000);
	/* movq $-2,(%rax) */
	i = decode(CODE(0x48, 0xc7, 0x00, 0xfe, 0xff, 0xff, 0xff), CODE_64);
	assert_true(i.immediate == UINT64_MAX - 1);
	i = decode(CODE(0x66, 0xc7, 0x00, 0x34, 0x12), CODE_64); /* movw $0x1234,(%rax) */
	assert_int_equal(i.immediate, 0x1234);
	i = decode(CODE(0xf6, 0x40, 0x01, 0x10), CODE_64); /* testb $0x10,1(%rax) */
	assert_int_equal(i.action, INSTRUCTION_TEST);
	assert_int_equal(i.immediate, 0x10);
}

/* Every form of ModRM in 32- and 64-bit addressing: only the length can be wrong. */
TEST(addressing_forms_have_their_length)
{
	decode(CODE(0x8b, 0x04, 0x24), CODE_64);                         /* (%rsp) */
	decode(CODE(0x8b, 0x44, 0x24, 0x08), CODE_64);                   /* 8(%rsp) */
	decode(CODE(0x8b, 0x04, 0x25, 0x00, 0x00, 0xe0, 0x7e), CODE_64); /* 0x7ee00000 */
	decode(CODE(0x8b, 0x04, 0x8d, 0x00, 0x00, 0xe0, 0x7e), CODE_64); /* x(,%rcx,4) */
	decode(CODE(0x8b, 0x84, 0x24, 0x00, 0x01, 0x00, 0x00), CODE_64); /* 0x100(%rsp) */
	decode(CODE(0x8b, 0x05, 0x00, 0x03, 0xe0, 0xfe), CODE_32);       /* 0xfee00300 */
	decode(CODE(0x41, 0x8b, 0x45, 0x00), CODE_64);                   /* 0(%r13) */
	decode(CODE(0x43, 0x8b, 0x44, 0x25, 0x00), CODE_64);             /* 0(%r13,%r12) */
	decode(CODE(0x64, 0x67, 0x8b, 0x00), CODE_64);                   /* %fs:(%eax) */
	decode(CODE(0xa1, 0, 0, 0xe0, 0xfe, 0, 0, 0, 0), CODE_64);       /* movabs */
	decode(CODE(0xa1, 0x20, 0x00, 0xe0, 0xfe), CODE_32);             /* mov x,%eax */
}

TEST(sixteen_bit_code_has_its_own_rules)
{
	struct instruction i;

	i = decode(CODE(0x89, 0x06, 0x00, 0x10), CODE_16); /* mov %ax,0x1000 */
	assert_int_equal(i.bytes, 2);
	i = decode(CODE(0x66, 0x89, 0x47, 0x04), CODE_16); /* mov %eax,4(%bx) */
	assert_int_equal(i.bytes, 4);
	/* mov %eax,0xfee00300 with both overrides, as a trampoline does it */
	i = decode(CODE(0x66, 0x67, 0xa3, 0x00, 0x03, 0xe0, 0xfe), CODE_16);
	assert_int_equal(i.action, INSTRUCTION_STORE);
	assert_int_equal(i.bytes, 4);
	i = decode(CODE(0x8b, 0x87, 0x34, 0x12), CODE_16); /* mov 0x1234(%bx),%ax */
	assert_int_equal(i.reg, 0);
	decode(CODE(0x67, 0x8b, 0x47, 0x04), CODE_32); /* mov 4(%bx),%eax */
}

/* 0x40..0x4f are REX prefixes in 64-bit code alone. */
TEST(rex_is_an_instruction_elsewhere)
{
	refuse(CODE(0x48, 0x8b, 0x00), CODE_32);
	refuse(CODE(0x48, 0x8b, 0x00), CODE_16);
}

/* A REX prefix that does not stand directly before the opcode has no effect. */
TEST(misplaced_rex_is_ignored)
{
	struct instruction i;

	i = decode(CODE(0x48, 0x66, 0x8b, 0x00), CODE_64);
	assert_int_equal(i.bytes, 2);
}

TEST(what_is_not_understood_is_refused)
{
	refuse(CODE(0x8b, 0xc1), CODE_64);                   /* register to register */
	refuse(CODE(0xf3, 0xa5), CODE_64);                   /* rep movsl */
	refuse(CODE(0xf3, 0x8b, 0x00), CODE_64);             /* rep mov */
	refuse(CODE(0xf0, 0x89, 0x00), CODE_64);             /* lock mov */
	refuse(CODE(0x0d, 0x00, 0x04, 0x00, 0x00), CODE_64); /* or $x,%eax */
	refuse(CODE(0xf7, 0x18), CODE_64);                   /* negl (%rax): group 3, /3 */
	refuse(CODE(0xc7, 0xf8, 0, 0, 0, 0), CODE_64);       /* xbegin */
	refuse(CODE(0x0f, 0x84, 0, 0, 0, 0), CODE_64);       /* je; not 0x84, test */
	decode(CODE(0xf0, 0x87, 0x08), CODE_64);             /* lock xchg is an xchg */
}

TEST(short_code_is_refused_at_every_length)
{
	static const uint8_t code[] = {0x66, 0x41, 0xc7, 0x84, 0x88, 1, 2, 3, 4, 5, 6};
	struct instruction instruction;

	for (size_t length = 0; length < sizeof(code); length++)
		assert_false(instruction_decode(code, length, CODE_64, &instruction));
	decode(code, sizeof(code), CODE_64);
}

TEST(fifteen_bytes_are_the_limit)
{
	uint8_t code[17];

	for (size_t i = 0; i < sizeof(code); i++)
		code[i] = 0x3e;
	code[13] = 0x8b;
	code[14] = 0x00;
	decode(code, 15, CODE_64);
	code[13] = 0x3e;
	code[14] = 0x8b;
	code[15] = 0x00;
	refuse(code, 16, CODE_64);
}
