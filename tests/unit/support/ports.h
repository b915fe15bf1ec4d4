/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions of ring 0 that fault in a process are done by the test: IN and OUT of a byte, CLI, STI, HLT, and RDMSR, which reads 0. */
#ifndef TESTS_UNIT_SUPPORT_PORTS_H
#define TESTS_UNIT_SUPPORT_PORTS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

/* Functions that are called; NULL: nothing there, all ones are read. */
static struct {
	uint8_t (*in)(uint16_t port);
	void (*out)(uint16_t port, uint8_t value);
	void (*interrupts)(bool on);
	void (*halt)(void);
} ports;

static uint8_t ports_in(uint16_t port)
{
	return ports.in ? ports.in(port) : 0xff;
}

static void ports_do(int number, siginfo_t *info, void *context)
{
	greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
	const uint8_t *code = (const uint8_t *)registers[REG_RIP];
	bool immediate = *code == 0xe4 || *code == 0xe6;
	uint16_t port = immediate ? code[1] : (uint16_t)registers[REG_RDX];

	(void)number, (void)info;
	registers[REG_RIP] += immediate || *code == 0x0f ? 2 : 1;
	switch (*code) {
	case 0xe4:
	case 0xec: registers[REG_RAX] = (registers[REG_RAX] & ~0xff) | ports_in(port); break;
	case 0xe6:
	case 0xee:
		if (ports.out)
			ports.out(port, (uint8_t)registers[REG_RAX]);
		break;
	case 0xfa:
	case 0xfb:
		if (ports.interrupts)
			ports.interrupts(*code == 0xfb);
		break;
	case 0xf4:
		if (ports.halt)
			ports.halt();
		break;
	case 0x0f:
		if (code[1] == 0x32) {
			registers[REG_RAX] = registers[REG_RDX] = 0;
			break;
		}
		abort();
	default: abort();
	}
}

/* From here on, in all threads. The handler may be left by siglongjmp. */
static inline void ports_play(void)
{
	struct sigaction ours = {.sa_sigaction = ports_do, .sa_flags = SA_SIGINFO | SA_NODEFER};

	memset(&ports, 0, sizeof(ports));
	sigaction(SIGSEGV, &ours, NULL);
}

#endif
