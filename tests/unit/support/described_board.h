/* SPDX-License-Identifier: BSD-2-Clause */
/* A board whose uncore describes itself: sockets with a function that names a table each, and units that count. The tables are
 * constructed from the layout; none was read from hardware. */
#ifndef TESTS_UNIT_SUPPORT_DESCRIBED_BOARD_H
#define TESTS_UNIT_SUPPORT_DESCRIBED_BOARD_H

#include "core/hardware/discovery_find.h"
#include "lib/text.h"
#include "tests/unit/support/one_processor.h"
#include "tests/unit/support/unit.h"

#define BOARD_TABLE      UINT64_C(0xf0000000) /* of socket 0; that of socket 1 is BOARD_TABLE_STEP after it */
#define BOARD_TABLE_STEP UINT64_C(0x80000)
#define BOARD_BUS        0x7e /* of socket 0's functions; that of socket 1 is 0xfe */
#define BOARD_STRIDE     4    /* words from block to block */
#define BOARD_BLOCKS     1024
#define BOARD_REGISTERS  8192
#define BOARD_FUNCTIONS  16
#define BOARD_WORDS      64
#define BOARD_RAM        UINT64_C(0x80000000) /* memory is below */

/* A register that keeps what is written. */
struct board_register {
	uint8_t space;
	uint16_t socket;
	uint64_t address, value;
};

static struct {
	struct hw hw;
	struct machine machine;
	struct arena arena;
	struct cpu cpus[2];
	struct pci_function functions[BOARD_FUNCTIONS];
	struct ecam_region region;
	struct memory_region memory;
	struct {
		uint64_t address;
		uint32_t value;
	} words[BOARD_WORDS]; /* of configuration space */
	unsigned word_count;
	uint64_t tables[2][BOARD_BLOCKS * BOARD_STRIDE];
	struct board_register registers[BOARD_REGISTERS];
	unsigned register_count;
	unsigned touched_memory; /* accesses to what the memory map has as memory */
	bool dead;               /* device memory does not answer */
	bool stays_off;          /* no command is taken */
	uint32_t commands[4];    /* that were written */
	unsigned command_count;
	uint64_t moved;     /* so far above BOARD_TABLE the tables are */
	uint64_t msr_table; /* MSR 201EH; 0: the access faults */
	uint64_t now, room[1 << 18];
} board;

static inline uint64_t board_function(unsigned socket, unsigned device, unsigned function)
{
	return (uint64_t)(BOARD_BUS + 0x80 * socket) << 20 | BOX_FUNCTION((uint64_t)device, (uint64_t)function);
}

static inline void board_put(uint64_t address, uint32_t value)
{
	assert_true(board.word_count < BOARD_WORDS);
	board.words[board.word_count].address = address;
	board.words[board.word_count++].value = value;
}

/* A function of Intel's, in order of bus. */
static inline uint64_t board_add_function_at(unsigned bus, unsigned device, unsigned function, uint16_t id)
{
	uint64_t address = (uint64_t)bus << 20 | BOX_FUNCTION((uint64_t)device, (uint64_t)function);

	assert_true(board.machine.function_count < BOARD_FUNCTIONS);
	board.functions[board.machine.function_count++] = (struct pci_function){
		.bus = (uint8_t)bus,
		.device = (uint8_t)device,
		.function = (uint8_t)function,
		.vendor_id = 0x8086,
		.device_id = id,
	};
	board_put(address, (uint32_t)id << 16 | 0x8086);
	return address;
}

static inline uint64_t board_add_function(unsigned socket, unsigned device, unsigned function, uint16_t id)
{
	return board_add_function_at(BOARD_BUS + 0x80 * socket, device, function, id);
}

/* One that names a table at its second capability of the kind; the first is of something else. */
static inline uint64_t board_add_table(unsigned socket, uint64_t address)
{
	uint64_t function = board_add_function(socket, 0, 1, 0x09a7);

	board_put(function + 0x04, 0x00100002);
	board_put(function + 0x10, (uint32_t)address | 4);
	board_put(function + 0x14, (uint32_t)(address >> 32));
	board_put(function + 0x100, 0x14010023);
	board_put(function + 0x108, 66);
	board_put(function + 0x140, 0x00010023);
	board_put(function + 0x144, 0x01018086);
	board_put(function + 0x148, 0x00010001);
	board_put(function + 0x14c, 0);
	return function;
}

static inline void board_set_block(unsigned socket, unsigned block, uint64_t first, uint64_t second, uint64_t third)
{
	uint64_t *words = &board.tables[socket][block * BOARD_STRIDE];

	words[0] = first;
	words[1] = second;
	words[2] = third;
}

/* The global block of a table with so many units. */
static inline void board_set_global(unsigned socket, unsigned units)
{
	board_set_block(socket, 0, (uint64_t)units << 16 | BOARD_STRIDE << 8, 0x2ff0, 0x0201);
}

/* ---- accesses ---------------------------------------------------------------------------------------------------------- */

static inline struct board_register *board_find(const struct location *where)
{
	bool shared = where->space != SPACE_MSR;

	for (unsigned i = 0; i < board.register_count; i++) {
		struct board_register *found = &board.registers[i];

		if (found->space == where->space && found->address == where->address &&
		    (shared || found->socket == where->socket))
			return found;
	}
	assert_true(board.register_count < BOARD_REGISTERS);
	board.registers[board.register_count] = (struct board_register){where->space, where->socket, where->address, 0};
	return &board.registers[board.register_count++];
}

static inline enum outcome board_read_config(const struct location *where, uint64_t *value)
{
	for (unsigned i = board.word_count; i-- > 0;)
		if (board.words[i].address == where->address) {
			*value = board.words[i].value;
			return OUTCOME_OK;
		}
	*value = 0;
	for (unsigned i = 0; i < board.word_count; i++)
		if (board.words[i].address == (where->address & ~UINT64_C(0xfff))) {
			*value = board_find(where)->value;
			return OUTCOME_OK;
		}
	*value = UINT32_MAX;
	return OUTCOME_ALL_ONES;
}

static inline uint32_t *board_word(uint64_t address)
{
	for (unsigned i = board.word_count; i-- > 0;)
		if (board.words[i].address == address)
			return &board.words[i].value;
	return NULL;
}

/* A function answers at its base address if its command says so. */
static inline bool board_decodes(unsigned socket)
{
	const uint32_t *command = board_word(board_function(socket, 0, 1) + 4);

	return !command || *command & 2;
}

static inline void board_write_command(uint32_t *command, uint32_t value)
{
	assert_true(board.command_count < ARRAY_SIZE(board.commands));
	board.commands[board.command_count++] = value;
	if (!board.stays_off)
		*command = (*command & 0xffff0000) | (value & 0xffff);
}

/* True of a table's words. */
static inline bool board_read_table(const struct location *where, uint64_t *value)
{
	uint64_t at = where->address - board.moved - BOARD_TABLE;
	unsigned socket = (unsigned)(at / BOARD_TABLE_STEP);
	uint64_t word = at % BOARD_TABLE_STEP / 8;

	if (where->address < board.moved + BOARD_TABLE || socket > 1 || word >= ARRAY_SIZE(board.tables[0]))
		return false;
	assert_int_equal(where->width_bits, 32);
	*value = board_decodes(socket) ? (uint32_t)(board.tables[socket][word] >> at % 8 * 8) : UINT32_MAX;
	return true;
}

static inline enum outcome board_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	(void)hw;
	board.touched_memory += where->space == SPACE_MMIO && where->address < BOARD_RAM;
	if (where->space == SPACE_PCI)
		return board_read_config(where, value);
	if (where->space == SPACE_MSR && where->address == 0x201e) {
		*value = board.msr_table;
		return board.msr_table ? OUTCOME_OK : OUTCOME_FAULT;
	}
	if (where->space == SPACE_MMIO && board.dead)
		return OUTCOME_FAULT;
	if (where->space == SPACE_MMIO && board_read_table(where, value))
		return *value == UINT32_MAX ? OUTCOME_ALL_ONES : OUTCOME_OK;
	*value = board_find(where)->value;
	return OUTCOME_OK;
}

/* Resets act and are gone; counters keep 48 bits. */
static inline enum outcome board_write(struct hw *hw, const struct location *where, uint64_t value)
{
	(void)hw;
	board.touched_memory += where->space == SPACE_MMIO && where->address < BOARD_RAM;
	if (where->space == SPACE_PCI && where->address % 4096 == 4 && board_word(where->address))
		board_write_command(board_word(where->address), (uint32_t)value);
	board_find(where)->value = value & MASK(0, 48);
	return OUTCOME_OK;
}

static inline uint64_t board_now(struct hw *hw)
{
	(void)hw;
	return board.now += 1000;
}

static inline void board_wait(struct hw *hw, uint64_t until_ns)
{
	(void)hw;
	board.now = until_ns > board.now ? until_ns : board.now;
}

static inline enum outcome board_window_open(struct hw *hw, const struct window *window)
{
	(void)hw;
	(void)window;
	return OUTCOME_OK;
}

static inline void board_window_close(struct hw *hw)
{
	(void)hw;
}

static inline uint64_t board_stray_pmis(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return 0;
}

/* ---- the board ---------------------------------------------------------------------------------------------------------- */

static inline uint32_t board_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	return socket;
}

/* One of so many sockets, which no table knows. */
static inline void board_start(unsigned sockets)
{
	memset(&board, 0, sizeof(board));
	board.hw = (struct hw){.read = board_read,
			       .write = board_write,
			       .cpu_of_socket = board_cpu_of_socket,
			       .send = one_send,
			       .await = one_await,
			       .now_ns = board_now,
			       .ticks = board_now,
			       .wait = board_wait,
			       .window_open = board_window_open,
			       .window_close = board_window_close,
			       .stray_pmis = board_stray_pmis};
	board.arena = (struct arena){.at = (uint8_t *)board.room, .size = sizeof(board.room)};
	board.memory = (struct memory_region){0, BOARD_RAM, false};
	board.region = (struct ecam_region){.last_bus = 255};
	for (unsigned i = 0; i < 2; i++)
		board.cpus[i] = (struct cpu){.socket = (uint16_t)i, .bootstrap = !i, .usable = true};
	board.machine = (struct machine){
		.hw = &board.hw,
		.arena = &board.arena,
		.vendor = "GenuineIntel",
		.family = 6,
		.model = 0xfe,
		.cpu_number = "APIC id",
		.cpus = board.cpus,
		.cpu_count = (uint16_t)sockets,
		.socket_count = (uint16_t)sockets,
		.ecam = &board.region,
		.ecam_count = 1,
		.functions = board.functions,
		.memory = &board.memory,
		.memory_count = 1,
	};
}

#endif
