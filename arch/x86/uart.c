/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/x86/uart.h"

#include "arch/x86/access.h"
#include "arch/x86/acpi.h"
#include "arch/x86/cpu.h"
#include "arch/x86/idt.h"
#include "lib/text.h"

#define COM1       0x3f8

/* Registers by number; PC16550D data sheet. */
/* clang-format off */
#define UART_DATA      0
#define UART_INTERRUPT 1
#define UART_FIFO      2
#define   FIFO_ON      0x01
#define   FIFO_CLEARED 0x07 /* on, and both directions empty */
#define   FIFO_IS_ON   0xc0 /* read: both are 1 */
#define UART_FORMAT    3
#define   FORMAT_8N1   0x03
#define   FORMAT_BITS  0x7f /* length, stop bits, parity, break */
#define   FORMAT_SPEED BIT(7) /* registers 0 and 1 are the divisor of 115200 baud */
#define UART_MODEM     4
#define   MODEM_READY  0x03
#define UART_LINE      5
#define   LINE_READY   BIT(0)
#define   LINE_HOLDING BIT(5) /* the transmitter takes a byte */
#define   LINE_EMPTY   BIT(6) /* and has sent all bytes */
#define UART_SCRATCH   7
/* clang-format on */

#define NOT_THERE  0xff

/* Speed with a divisor of 1. */
#define BAUD_MOST  115200

/* One read takes about 1 us on a board, less in an emulator. At 9600 baud a byte takes 1 ms. */
#define LOOKS_MOST 200000
/* Multiplies that wait before output that must not be lost. */
#define PATIENCE   10

static uint64_t place(const struct uart *uart, unsigned number)
{
	return uart->base + (uint64_t)number * uart->stride;
}

/* If registers in memory are more than a byte apart, accesses have that width. An unmapped register reads as
 * missing. */
static uint8_t get(const struct uart *uart, unsigned number)
{
	uint64_t address = place(uart, number);
	struct guarded answer;

	if (!uart->memory_mapped)
		return port_read8((uint16_t)address);
	answer = uart->stride == 4   ? guarded_load32(address)
		 : uart->stride == 2 ? guarded_load16(address)
				     : guarded_load8(address);
	return answer.fault ? NOT_THERE : (uint8_t)answer.value;
}

static void uart_put(const struct uart *uart, unsigned number, uint8_t value)
{
	uint64_t address = place(uart, number);
	struct guarded answer;

	if (!uart->memory_mapped) {
		port_write8((uint16_t)address, value);
		return;
	}
	answer = uart->stride == 4   ? guarded_store32(address, value)
		 : uart->stride == 2 ? guarded_store16(address, value)
				     : guarded_store8(address, value);
	(void)answer.fault; /* a read will show it */
}

static bool holds(const struct uart *uart, uint8_t value)
{
	uart_put(uart, UART_SCRATCH, value);
	return get(uart, UART_SCRATCH) == value;
}

/* A 16550 has a scratch register, and its line status is never all ones. */
static bool answers(const struct uart *uart)
{
	uint8_t scratch = get(uart, UART_SCRATCH);
	bool good = get(uart, UART_LINE) != NOT_THERE && holds(uart, 0x5a) && holds(uart, 0xa5);

	uart_put(uart, UART_SCRATCH, scratch);
	return good;
}

/* *fault: the reason why the port is not used; NULL if no table names one. */
static bool find_by_acpi(struct uart *uart, const void *rsdp, const char **fault)
{
	struct acpi_memory memory = {.read = access_copy};
	struct acpi_serial serial;
	struct acpi acpi;

	acpi_open(&acpi, &memory, (uintptr_t)rsdp, NULL);
	*fault = NULL;
	if (!acpi_serial(&acpi, &serial)) {
		*fault = serial.fault;
		return false;
	}
	*uart = (struct uart){
		.base = serial.base,
		.memory_mapped = serial.memory_mapped,
		.stride = serial.stride,
		.told = true,
		.baud = serial.baud ? serial.baud : BAUD_MOST,
		.how = "SPCR",
	};
	uart->present = answers(uart);
	if (!uart->present)
		*fault = "the port that SPCR names does not answer";
	return uart->present;
}

void uart_find(struct uart *uart, const void *rsdp)
{
	bool installed = idt_install();
	const char *fault;

	if (!find_by_acpi(uart, rsdp, &fault)) {
		struct text how;

		*uart = (struct uart){.base = COM1, .stride = 1, .baud = BAUD_MOST};
		how = TEXT_OVER(uart->how);
		text_format(&how, "COM1 by default%s%s", fault ? ": " : "", fault ? fault : "");
		uart->present = answers(uart);
	}
	if (installed)
		(void)idt_remove();
}

bool uart_move(struct uart *uart, uint16_t port)
{
	struct uart moved = {.base = port, .stride = 1, .baud = BAUD_MOST, .listening = uart->listening};
	struct text how = TEXT_OVER(moved.how);

	text_format(&how, "port 0x%x, as serial-port says", port);
	if (!answers(&moved))
		return false;
	moved.present = true;
	*uart = moved;
	return true;
}

/* Divisors of 115,200 baud. A port that is not a PC's may have another clock. */
static bool is_usual(const struct uart *uart, uint16_t divisor)
{
	static const uint16_t usual[] = {1, 2, 3, 6, 12, 24, 48, 96};

	if (uart->told || uart->memory_mapped)
		return divisor;
	for (size_t i = 0; i < ARRAY_SIZE(usual); i++)
		if (divisor == usual[i])
			return true;
	return false;
}

void uart_make_sane(struct uart *uart)
{
	struct text said = TEXT_OVER(uart->set_up);
	uint8_t format, modem;
	uint16_t divisor;

	if (!uart->present)
		return;
	format = get(uart, UART_FORMAT);
	uart_put(uart, UART_FORMAT, (format & FORMAT_BITS) | FORMAT_SPEED);
	divisor = (uint16_t)(get(uart, UART_DATA) | get(uart, UART_INTERRUPT) << 8);
	uart_put(uart, UART_FORMAT, format & FORMAT_BITS);
	if ((format & FORMAT_BITS) != FORMAT_8N1 || !is_usual(uart, divisor)) {
		uart_set_speed(uart, uart->baud);
		text_format(&said, ", set to %u baud 8N1 (its format was 0x%x, its divisor %u)", uart->baud, format,
			    divisor);
		return;
	}
	if ((get(uart, UART_FIFO) & FIFO_IS_ON) != FIFO_IS_ON)
		uart_put(uart, UART_FIFO, FIFO_ON);
	modem = get(uart, UART_MODEM);
	if ((modem & MODEM_READY) == MODEM_READY)
		return;
	uart_put(uart, UART_MODEM, modem | MODEM_READY);
	text_format(&said, ", DTR and RTS set");
}

void uart_set_speed(struct uart *uart, uint32_t baud)
{
	uint32_t divisor = BAUD_MOST / baud;

	uart_put(uart, UART_INTERRUPT, 0);
	uart_put(uart, UART_FORMAT, (uint8_t)(FORMAT_8N1 | FORMAT_SPEED));
	uart_put(uart, UART_DATA, (uint8_t)divisor);
	uart_put(uart, UART_INTERRUPT, (uint8_t)(divisor >> 8));
	uart_put(uart, UART_FORMAT, FORMAT_8N1);
	uart_put(uart, UART_FIFO, FIFO_CLEARED);
	uart_put(uart, UART_MODEM, MODEM_READY);
}

static bool uart_wait(struct uart *uart, uint64_t bits)
{
	for (unsigned looks = 0; looks < LOOKS_MOST; looks++) {
		uint8_t line = get(uart, UART_LINE);

		if (line & LINE_READY && line != NOT_THERE && uart->listening) {
			uint8_t byte = get(uart, UART_DATA);

			if (uart->heard_count < UART_HEARD)
				uart->heard[(uart->heard_from + uart->heard_count++) % UART_HEARD] = byte;
		}
		if ((line & bits) == bits)
			return true;
		cpu_pause();
	}
	return false;
}

static void send(struct uart *uart, char byte)
{
	if (!uart->degraded && uart_wait(uart, LINE_HOLDING)) {
		uart_put(uart, UART_DATA, (uint8_t)byte);
		return;
	}
	uart->degraded = true;
	uart->lost++;
}

/* The notice has its own line, because the lost text may have ended within one. */
static void resume(struct uart *uart)
{
	char bytes[80];
	struct text notice = TEXT_OVER(bytes);
	uint64_t lost = uart->lost;

	text_format(&notice, "\r\nuncork: %llu characters lost here, the port took none\r\n", (unsigned long long)lost);
	uart->degraded = false;
	uart->lost = 0;
	for (size_t i = 0; i < notice.length; i++)
		send(uart, bytes[i]);
	if (uart->degraded)
		uart->lost += lost;
}

void uart_write(struct uart *uart, const char *bytes, size_t length)
{
	if (!uart->present)
		return;
	for (size_t i = 0; i < length; i++) {
		if (uart->degraded && !uart->in_line && get(uart, UART_LINE) & LINE_HOLDING)
			resume(uart);
		if (bytes[i] == '\n')
			send(uart, '\r');
		send(uart, bytes[i]);
		uart->in_line = bytes[i] != '\n';
	}
}

void uart_recover(struct uart *uart)
{
	if (!uart->present || !uart->degraded)
		return;
	for (unsigned i = 0; i < PATIENCE; i++) {
		if (!uart_wait(uart, LINE_HOLDING))
			continue;
		resume(uart);
		return;
	}
}

void uart_drain(struct uart *uart)
{
	if (uart->present && !uart->degraded && !uart_wait(uart, LINE_EMPTY))
		uart->degraded = true;
}

int uart_read(struct uart *uart)
{
	uint8_t line;

	if (!uart->present)
		return -1;
	if (uart->heard_count) {
		uart->heard_count--;
		return uart->heard[uart->heard_from++ % UART_HEARD];
	}
	line = get(uart, UART_LINE);
	if (line == NOT_THERE || !(line & LINE_READY))
		return -1;
	return get(uart, UART_DATA);
}
