/* SPDX-License-Identifier: BSD-2-Clause */
/* The guest's memory accesses, as counted by the M-Boxes of a Xeon 7500: the first touch of each page since a WBINVD,
 * and thus also written lines. Code, stack and page tables are touched, too, so only differences are compared. */
#include "silicon/selftest/alone.h"
#include "silicon/selftest/checks.h"
#include "silicon/selftest/uncore.h"

/* clang-format off */
#define MSR_PREFETCH     0x1a4
#define   PREFETCH_OFF   0xf
#define M_GLOBAL_CTL(n)  ((n) ? 0xce0u : 0xca0u) /* 323535 p.112 */
#define M_SELECT(n)      (M_GLOBAL_CTL(n) + 0x10)
#define   M_BBOX_CMDS    (BIT(0) | BIT(6) | 0x1a << 9)
#define M_COUNTER(n)     (M_GLOBAL_CTL(n) + 0x11)
/* clang-format on */

enum { PAGE = 4096, FEW = 16, MANY = 80 };
enum { HALTED = 1, WOKEN };
#define HALT_SPIN (UINT64_C(1000) * 1000)

static volatile uint8_t memory[MANY * PAGE] __attribute__((aligned(2 << 20)));

static void wbinvd(void)
{
	__asm__ volatile("wbinvd" : : : "memory");
}

/* WBINVD with a prefix without effect: it is one byte longer. */
static void wbinvd_prefixed(void)
{
	__asm__ volatile(".byte 0x66, 0x0f, 0x09" : : : "memory");
}

static void start_counting(void)
{
	for (unsigned n = 0; n < 2; n++) {
		msr_write(M_SELECT(n), M_BBOX_CMDS);
		msr_write(M_COUNTER(n), 0);
		msr_write(M_GLOBAL_CTL(n), 1);
	}
	msr_write(U_GLOBAL_CTL, U_CTL_EN_ALL);
}

static uint64_t stop_counting(void)
{
	uint64_t sum = 0;

	msr_write(U_GLOBAL_CTL, 0);
	for (unsigned n = 0; n < 2; n++) {
		sum += msr_read(M_COUNTER(n));
		msr_write(M_GLOBAL_CTL(n), 0);
		msr_write(M_SELECT(n), 0);
		msr_write(M_COUNTER(n), 0);
	}
	return sum;
}

/* Reads one line of each page. */
static void read_pages(unsigned pages)
{
	for (unsigned i = 0; i < pages; i++)
		(void)memory[i * PAGE + 64 * (i % 64)];
}

static void write_pages(unsigned pages)
{
	for (unsigned i = 0; i < pages; i++)
		memory[i * PAGE + 64 * (i % 64)] = (uint8_t)i;
}

/* Returns the lines that pass memory while `work` runs on `pages` pages, starting with empty caches. */
static uint64_t lines_of(void (*work)(unsigned pages), unsigned pages)
{
	uint64_t lines;

	msr_write(MSR_PREFETCH, PREFETCH_OFF);
	wbinvd();
	start_counting();
	work(pages);
	lines = stop_counting();
	msr_write(MSR_PREFETCH, 0);
	return lines;
}

/* The other processors sleep and touch nothing meanwhile. */
static void expect_slope(const char *what, void (*work)(unsigned pages), unsigned lines)
{
	uint64_t few;

	lines_of(work, MANY);
	few = lines_of(work, FEW);
	expect_equal(what, lines_of(work, MANY) - few, (uint64_t)(MANY - FEW) * lines);
}

static void read_twice(unsigned pages)
{
	read_pages(pages);
	read_pages(pages);
	write_pages(pages);
}

static void write_back(unsigned pages)
{
	write_pages(pages);
	wbinvd_prefixed();
}

static void read_again(unsigned pages)
{
	read_pages(pages);
	wbinvd();
	read_pages(pages);
}

void check_memory_touches(void)
{
	expect_slope("lines of pages that are read", read_pages, 1);
	expect_slope("lines of pages that are written", write_pages, 1);
	expect_slope("pages that are read twice, then written", read_twice, 1);
	expect_slope("pages that are written, and written back", write_back, 2);
	expect_slope("pages that are read, twice from memory", read_again, 2);
}

static void take_away(struct processor *me)
{
	(void)me;
	wbinvd();
}

static void read_there(struct processor *me)
{
	(void)me;
	read_pages(MANY);
}

/* Memory is removed from all processors, and a touch is seen once, whichever processor makes it. */
void check_memory_across(void)
{
	struct processor *other = machine.processor[1];
	uint64_t first, second;

	msr_write(MSR_PREFETCH, PREFETCH_OFF);
	read_pages(MANY);
	alone_work(other, take_away);
	expect("the other processor does its work", alone_wait(other));
	start_counting();
	read_pages(MANY);
	first = stop_counting();
	expect("each page is touched again after a flush by another processor", first >= MANY && first < 2 * MANY);
	start_counting();
	alone_work(other, read_there);
	expect("the other processor does its work", alone_wait(other));
	second = stop_counting();
	expect("a page touched by one processor is no touch for another", second < MANY / 2);
	msr_write(MSR_PREFETCH, 0);
}

static void halt(struct processor *me)
{
	interrupts_off();
	me->result = HALTED;
	__asm__ volatile("hlt" : : : "memory");
	me->result = WOKEN;
	interrupts_on();
}

/* A HLT with interrupts off is ended by an NMI, but neither by the hypervisor's work for another processor nor by an interrupt. */
void check_halted_through_wbinvd(void)
{
	struct processor *other = machine.processor[1];
	uint64_t before = other->wakes;

	alone_work(other, halt);
	expect("the processor halts", wait_for(&other->result, HALTED));
	for (unsigned i = 0; i < FEW; i++) {
		spin(HALT_SPIN);
		wbinvd();
	}
	apic_command(other->apic_id, ICR_FIXED | VECTOR_WAKE);
	spin(HALT_SPIN);
	expect_equal("the processor still halts", other->result, HALTED);
	apic_command(other->apic_id, ICR_NMI);
	expect("an NMI wakes it up", alone_wait(other));
	expect_equal("interrupts", other->wakes - before, 2);
}
