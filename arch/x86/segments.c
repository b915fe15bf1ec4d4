/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/segments.h"

#include "lib/memory.h"

/* clang-format off */
#define TASK       SEGMENTS_THEIRS /* index of uncork's task descriptor, which has two words */
#define RESET_TASK (TASK + 2)      /* index of a task descriptor as after a reset: address 0, 64 KiB */
#define PRESENT_TASK (UINT64_C(0x89) << 40)
#define BUSY         BIT(41)
#define TASK_BITS    0x9d /* of the type byte, without level and BUSY */
/* clang-format on */

static void describe_task(uint64_t *descriptor, uint64_t base, uint16_t limit)
{
	descriptor[0] = limit | (base & MASK(0, 24)) << 16 | PRESENT_TASK | (base >> 24 & 0xff) << 56;
	descriptor[1] = base >> 32;
}

static void load_task(uint16_t index)
{
	__asm__ volatile("ltr %0" : : "r"((uint16_t)(index * 8)) : "memory");
}

void segments_enter(struct segments *own, uint8_t *stacks)
{
	struct descriptor_register ours = {sizeof(own->table) - 1, (uintptr_t)own->table};

	__asm__ volatile("sgdt %0; str %1" : "=m"(own->before), "=r"(own->task_before));
	memset(own->table, 0, sizeof(own->table));
	memcpy(own->table, (const void *)(uintptr_t)own->before.base,
	       min_u64(own->before.limit + UINT64_C(1), sizeof(*own->table) * SEGMENTS_THEIRS));
	describe_task(own->table + TASK, (uintptr_t)&own->task, sizeof(own->task) - 1);
	describe_task(own->table + RESET_TASK, 0, UINT16_MAX);
	own->task.io_map = sizeof(own->task);
	for (unsigned i = 0; i < SEGMENTS_STACKS; i++)
		own->task.interrupt_stacks[i] = (uintptr_t)stacks + (i + 1ul) * SEGMENTS_STACK_BYTES;
	__asm__ volatile("lgdt %0" : : "m"(ours) : "memory");
	load_task(TASK);
}

/* Loads the firmware's task from uncork's copy, because its own descriptor is marked busy. A loader may have left a
 * task whose descriptor is missing: syslinux starts programs with a table other than its own. */
void segments_leave(struct segments *own)
{
	uint16_t index = own->task_before / 8;
	bool is_task = index < SEGMENTS_THEIRS && (own->table[index] >> 40 & TASK_BITS) == (PRESENT_TASK >> 40);

	if (!is_task)
		index = RESET_TASK;
	own->table[index] &= ~BUSY;
	load_task(index);
	__asm__ volatile("lgdt %0" : : "m"(own->before) : "memory");
}
