/* SPDX-License-Identifier: BSD-2-Clause */
/* A machine that describes itself by arbitrary bytes, as a table and as configuration space: whatever they say, nothing in memory is
 * touched, no register below those of the uncore is written, and no header of a PCI function. What is made of them hangs together. */
#include "boxes/sound.h"
#include "core/hardware/discovery_find.h"
#include "lib/memory.h"
#include "tests/fuzz/fuzz.h"

#define TABLE          UINT64_C(0xf0000000)
#define FUNCTION       UINT64_C(0x7e08000) /* 7e:1.0 */
#define CONFIG         128                 /* bytes of the input that are capabilities of that function */
#define CPU_MSRS       0x2000 /* below are those of processors, which a board may have: they are read alone */
#define COMMAND        0x04
#define COMMAND_MEMORY 2u
#define HEADER         0x40
#define REGISTERS      4096

static struct {
	const uint8_t *at;
	size_t size;
	uint64_t cells[REGISTERS]; /* what registers hold, wherever they are */
} fuzzed;

static const struct memory_region memory[] = {
	{0, 0x80000000, false}, {0x100000000, 0x100000000, false}, {0xff000000, 0x1000000, false}};

static bool is_in_memory(const struct location *where)
{
	for (unsigned i = 0; i < ARRAY_SIZE(memory); i++)
		if (where->address + where->width_bits / 8 > memory[i].start &&
		    where->address < memory[i].start + memory[i].bytes)
			return true;
	return false;
}

static uint64_t *cell_of(const struct location *where)
{
	return &fuzzed.cells[(where->address ^ where->address >> 12 ^ (uint64_t)where->space << 9) % REGISTERS];
}

static uint64_t input_at(uint64_t offset, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value |= (uint64_t)(offset + i < fuzzed.size ? fuzzed.at[offset + i] : 0xff) << 8 * i;
	return value;
}

static uint64_t config_of(const struct location *where)
{
	uint64_t offset = where->address % 4096;

	if ((where->address & ~UINT64_C(0xfff)) != FUNCTION)
		return where->address & BIT(13) ? UINT32_MAX : *cell_of(where);
	if (!offset)
		return 0x09a78086;
	if (offset == 0x10)
		return (uint32_t)TABLE | 4;
	if (offset == 0x14)
		return 0;
	return offset >= 0x100 && offset < 0x100 + CONFIG ? input_at(offset - 0x100, 4) : *cell_of(where);
}

static enum outcome fuzzed_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	assert(where->space != SPACE_MMIO || !is_in_memory(where));
	if (where->space == SPACE_PCI)
		*value = (uint32_t)config_of(where);
	else if (where->space == SPACE_MMIO && where->address - TABLE < fuzzed.size && where->width_bits == 32)
		*value = input_at(CONFIG + where->address - TABLE, 4);
	else
		*value = *cell_of(where);
	return where->space != SPACE_MSR && *value == UINT32_MAX ? OUTCOME_ALL_ONES : OUTCOME_OK;
}

/* Memory decoding of a function is switched on, or put back: no other bit of its command changes, and none of its status. */
static bool is_decoding(const struct location *where, uint64_t value)
{
	return where->address % 4096 == COMMAND && !(value >> 16) &&
	       !((value ^ config_of(where)) & 0xffff & ~COMMAND_MEMORY);
}

static enum outcome fuzzed_write(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	assert(where->space != SPACE_MMIO || !is_in_memory(where));
	assert(where->space != SPACE_MSR || where->address >= CPU_MSRS);
	assert(where->space != SPACE_PCI || where->address % 4096 >= HEADER || is_decoding(where, value));
	*cell_of(where) = value;
	return OUTCOME_OK;
}

static uint32_t fuzzed_cpu(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket;
}

static enum outcome fuzzed_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	(void)hw;
	(void)cpu;
	work(context);
	return OUTCOME_OK;
}

static enum outcome fuzzed_await(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return OUTCOME_OK;
}

static struct hw hw = {.read = fuzzed_read,
		       .write = fuzzed_write,
		       .cpu_of_socket = fuzzed_cpu,
		       .send = fuzzed_send,
		       .await = fuzzed_await};

static const struct cpu cpus[] = {{.bootstrap = true, .usable = true}, {.socket = 1, .usable = true}};
static const struct pci_function functions[] = {{.bus = 0x7e, .device = 1, .vendor_id = 0x8086, .device_id = 0x09a7}};

static void fuzz(const uint8_t *data, size_t size)
{
	static uint64_t room[1 << 18];
	struct arena arena = {.at = (uint8_t *)room, .size = sizeof(room)};
	struct machine machine = {
		.hw = &hw,
		.arena = &arena,
		.vendor = "GenuineIntel",
		.family = 6,
		.cpus = cpus,
		.cpu_count = 2,
		.socket_count = 2,
		.functions = functions,
		.function_count = 1,
		.memory = memory,
		.memory_count = ARRAY_SIZE(memory),
	};

	fuzzed.at = data;
	fuzzed.size = size;
	memset(fuzzed.cells, 0, sizeof(fuzzed.cells));
	assert(machine_inventory(&machine));
	for (unsigned i = 0; machine.processor && i < machine.processor->type_count; i++)
		assert(!box_type_fault(machine.processor->types[i]));
}
