/* SPDX-License-Identifier: BSD-2-Clause */
#include "pc/startup.h"

#include "lib/memory.h"
#include "pc/instructions.h"

/* clang-format off */
#define MSR_EFER         0xc0000080u
#define   EFER_SYSCALLS  BIT(0)
#define   EFER_LONG_MODE BIT(8)
#define   EFER_NO_EXECUTE BIT(11)
#define CR4_FIVE_LEVELS  BIT(12)
#define CR4_PCIDE        BIT(17) /* these two cannot be set before paging is on */
#define CR4_CET          BIT(23)
#define SEGMENT_CODE_64  UINT64_C(0x00af9b000000ffff)
#define SEGMENT_DATA     UINT64_C(0x00cf93000000ffff)
/* clang-format on */

extern const uint8_t startup_code[], startup_code_64[], startup_code_end[];

/* The words at STARTUP_WORDS that startup_code.S reads. */
struct startup_words {
	uint64_t segments[3];
	uint64_t cr0, cr3, cr4, efer;
	struct {
		uint16_t limit;
		uint32_t base;
	} __attribute__((packed)) table;
	uint16_t unused;
	uint32_t far_offset;
	uint16_t far_selector, unused_too;
	struct descriptor_register their_table;
	uint8_t unused_as_well[6];
	uint32_t code, data;
	uint32_t ticket, count;
	uint64_t stacks, stack_bytes;
	uint64_t function, argument;
};
#define STANDS_AT(member, at) \
	_Static_assert(STARTUP_WORDS + offsetof(struct startup_words, member) == (at), "startup_code.S")
STANDS_AT(segments, STARTUP_SEGMENTS);
STANDS_AT(cr0, STARTUP_CR0);
STANDS_AT(cr3, STARTUP_CR3);
STANDS_AT(cr4, STARTUP_CR4);
STANDS_AT(efer, STARTUP_EFER);
STANDS_AT(table, STARTUP_TABLE);
STANDS_AT(far_offset, STARTUP_FAR);
STANDS_AT(their_table, STARTUP_THEIR_TABLE);
STANDS_AT(code, STARTUP_CODE);
STANDS_AT(data, STARTUP_DATA);
STANDS_AT(ticket, STARTUP_TICKET);
STANDS_AT(count, STARTUP_COUNT);
STANDS_AT(stacks, STARTUP_STACKS);
STANDS_AT(stack_bytes, STARTUP_STACK_BYTES);
STANDS_AT(function, STARTUP_FUNCTION);
STANDS_AT(argument, STARTUP_ARGUMENT);

/* Copies the executing processor's mode and segments. */
static void copy_own_mode(struct startup_words *words)
{
	uint16_t code, data;

	__asm__ volatile("mov %%cr0, %0" : "=r"(words->cr0));
	__asm__ volatile("mov %%cr3, %0" : "=r"(words->cr3));
	__asm__ volatile("mov %%cr4, %0" : "=r"(words->cr4));
	__asm__ volatile("sgdt %0" : "=m"(words->their_table));
	__asm__ volatile("mov %%cs, %0" : "=r"(code));
	__asm__ volatile("mov %%ss, %0" : "=r"(data));
	words->cr4 &= ~(CR4_PCIDE | CR4_CET);
	words->efer = msr_read(MSR_EFER) & (EFER_SYSCALLS | EFER_LONG_MODE | EFER_NO_EXECUTE);
	words->code = code;
	words->data = data;
}

void startup_fill(void *page, const struct startup *startup)
{
	struct startup_words *words = (struct startup_words *)((uint8_t *)page + STARTUP_WORDS);
	uint32_t at = (uint32_t)(uintptr_t)page;
	uint64_t *tables = (uint64_t *)page + 4096 / sizeof(*tables);

	memcpy(page, startup_code, (size_t)(startup_code_end - startup_code));
	memset(words, 0, sizeof(*words));
	copy_own_mode(words);
	paging_copy(tables, words->cr3, words->cr4 & CR4_FIVE_LEVELS);
	words->cr3 = (uintptr_t)tables;
	words->segments[1] = SEGMENT_CODE_64;
	words->segments[2] = SEGMENT_DATA;
	words->table.limit = sizeof(words->segments) - 1;
	words->table.base = at + STARTUP_SEGMENTS;
	words->far_offset = at + (uint32_t)(startup_code_64 - startup_code);
	words->far_selector = 8;
	words->count = startup->count;
	words->stacks = (uintptr_t)startup->stacks;
	words->stack_bytes = startup->stack_bytes;
	words->function = (uintptr_t)startup->function;
	words->argument = (uintptr_t)startup->argument;
}
