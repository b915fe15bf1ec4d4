/* SPDX-License-Identifier: BSD-2-Clause */
/* The core PMU and the PCI functions of machine "selftest". */
#include "silicon/selftest/checks.h"
#include "silicon/selftest/devices.h"
#include "silicon/selftest/services.h"

#define PERIOD      1000
#define SHORT_SPIN  (UINT64_C(1000) * 1000)
#define PCI_ADDRESS 0xcf8
#define PCI_ENABLE  BIT(31)
#define PCI_DATA    0xcfc
#define PCIEXBAR    0x80000060u
#define HYPERVISOR  BIT(31)

/* ---- the core PMU -------------------------------------------------------------------------------- */

static void stop_counter(void)
{
	msr_write(PMU_GLOBAL_CTL, 0);
	msr_write(PMU_SELECT, 0);
	msr_write(PMU_OVF_CTL, 1);
	msr_write(PMU_COUNTER, 0);
}

void check_core_pmu_found(void)
{
	uint64_t value = 0;

	expect_equal("leaf 0x0a", cpuid(0xa, 0).eax, PMU_CPUID);
	expect_equal("PDCM bit", !!(cpuid(1, 0).ecx & CPUID_1_ECX_PDCM), 1);
	expect_equal("hypervisor bit", cpuid(1, 0).ecx & HYPERVISOR, 0);
	expect_equal("feature bit of instructions that QEMU lacks", cpuid(7, 0).ebx & CPUID_7_EBX_NOWHERE, 0);
	expect_equal("leaf 0x23, which QEMU lacks", cpuid(0x23, 0).eax, 0);
	expect_equal("reading MISC_ENABLE", try_rdmsr(PMU_MISC_ENABLE, &value), 0);
	expect_equal("MISC_ENABLE", value & MISC_ENABLE_PMU, MISC_ENABLE_PMU);
}

void check_core_pmu_counts(void)
{
	uint64_t value = 0, again = 0;

	msr_write(PMU_COUNTER, 0x123456789abc);
	expect_equal("RDPMC", try_rdpmc(0, &value), 0);
	expect_equal("the counter by RDPMC", value, 0x123456789abc);
	expect_equal("the counter by RDMSR", msr_read(PMU_COUNTER), value);
	expect_equal("RDPMC of a missing counter", try_rdpmc(1, &again), TRAP_PROTECTION);
	expect_equal("reading a missing register", try_rdmsr(PMU_COUNTER + 1, &again), TRAP_PROTECTION);
	expect_equal("writing a missing register", try_wrmsr(PMU_FIRST, 0), TRAP_PROTECTION);
	msr_write(PMU_SELECT, SELECT_ENABLE);
	msr_write(PMU_GLOBAL_CTL, 1);
	spin(SHORT_SPIN);
	msr_write(PMU_GLOBAL_CTL, 0);
	expect("the counter counts", msr_read(PMU_COUNTER) > value);
	value = msr_read(PMU_COUNTER);
	spin(SHORT_SPIN);
	expect_equal("the stopped counter", msr_read(PMU_COUNTER), value);
	stop_counter();
}

static void write_mark(struct processor *me)
{
	msr_write(PMU_COUNTER, me->apic_id + 0x1000u);
}

/* Reads the counter in both ways into one number. */
static void read_mark(struct processor *me)
{
	uint64_t value = 0;

	if (try_rdpmc(0, &value))
		value = 0;
	me->result = value << 16 | msr_read(PMU_COUNTER);
	msr_write(PMU_COUNTER, 0);
}

void check_core_pmu_apart(void)
{
	expect("all others write", services_run_all(write_mark));
	write_mark(processor_self());
	expect("all others read", services_run_all(read_mark));
	read_mark(processor_self());
	for (unsigned i = 0; i < machine.count; i++) {
		uint64_t mark = machine.processor[i]->apic_id + 0x1000u;

		expect_equal("the counter of a core", machine.processor[i]->result, mark << 16 | mark);
	}
}

static void start_counter(struct processor *me, uint32_t entry)
{
	me->entry = entry;
	apic_write(APIC_LVT_PMI, entry);
	msr_write(PMU_GLOBAL_CTL, 0);
	msr_write(PMU_COUNTER, BIT(PMU_BITS) - PERIOD);
	msr_write(PMU_SELECT, SELECT_ENABLE | SELECT_PMI);
	msr_write(PMU_GLOBAL_CTL, 1);
}

/* Takes one PMI as interrupt and one as NMI; bits 0 and 1 of the result show which arrived. */
static void take_own_pmis(struct processor *me)
{
	uint64_t pmis = me->pmis, nmis = me->nmi_pmis;

	start_counter(me, LVT_PMI);
	interrupts_on();
	me->result = spin_for(&me->pmis, pmis + 1);
	interrupts_off();
	start_counter(me, LVT_NMI);
	me->result |= spin_for(&me->nmi_pmis, nmis + 1) ? 2 : 0;
	me->result |= msr_read(PMU_STATUS) << 2;
	stop_counter();
	apic_write(APIC_LVT_PMI, LVT_MASKED);
}

void check_core_pmu_pmi(void)
{
	for (unsigned i = 0; i < machine.count; i++) {
		expect("the firmware reports no error", services_run_one(machine.processor[i], take_own_pmis));
		expect_equal("PMIs that arrived, and the status", machine.processor[i]->result, 7);
		interrupts_on();
		expect_equal("PMIs as interrupts", machine.processor[i]->pmis, 1);
	}
}

/* ---- PCI ------------------------------------------------------------------------------------------ */

static uint64_t window_at(unsigned bus, unsigned device, unsigned function, unsigned offset)
{
	port_write32(PCI_ADDRESS, PCIEXBAR);
	return (port_read32(PCI_DATA) & 0xfc000000) + (bus << 20 | device << 15 | function << 12) + offset;
}

static void select_port(unsigned bus, unsigned device, unsigned function, unsigned offset)
{
	port_write32(PCI_ADDRESS, (uint32_t)PCI_ENABLE | bus << 16 | device << 11 | function << 8 | offset);
}

#define AT(bits, address) (*(volatile uint##bits##_t *)(uintptr_t)(address))

void check_config_widths(void)
{
	uint64_t at = window_at(DEVICE_BUS(0), 8, 0, 0), held = at + CONFIG_BYTES;

	expect_equal("identity", AT(32, at), DEVICE_ID(8, 0));
	expect_equal("device", AT(16, at + 2), DEVICE_ID(8, 0) >> 16);
	expect_equal("function 2", AT(32, window_at(DEVICE_BUS(0), 8, 2, 0)), DEVICE_ID(8, 2));
	AT(32, held) = 0x44332211;
	AT(32, held + 4) = 0x88776655;
	expect_equal("8 bytes", AT(64, held), 0x8877665544332211);
	expect_equal("2 bytes", AT(16, held + 2), 0x4433);
	expect_equal("1 byte", AT(8, held + 3), 0x44);
	AT(8, held + 1) = 0xaa;
	expect_equal("with 1 byte written", AT(32, held), 0x4433aa11);
	AT(16, held + 2) = 0xbbcc;
	expect_equal("with 2 bytes written", AT(32, held), 0xbbccaa11);
	AT(64, held + 8) = 0x0123456789abcdef;
	expect_equal("with 8 bytes written", AT(32, held + 12), 0x01234567);
	AT(32, at + CONFIG_FAR_BYTES) = 0x55aa55aa;
	expect_equal("beyond 256 bytes", AT(32, at + CONFIG_FAR_BYTES), 0x55aa55aa);
	expect_equal("function 2 has its own", AT(32, window_at(DEVICE_BUS(0), 8, 2, CONFIG_BYTES)), 0);
}

void check_config_ports(void)
{
	uint64_t held = window_at(DEVICE_BUS(0), 9, 0, CONFIG_BYTES);

	select_port(DEVICE_BUS(0), 9, 0, CONFIG_BYTES);
	expect_equal("address port", port_read32(PCI_ADDRESS),
		     PCI_ENABLE | DEVICE_BUS(0) << 16 | 9 << 11 | CONFIG_BYTES);
	port_write32(PCI_DATA, 0x44332211);
	expect_equal("4 bytes", port_read32(PCI_DATA), 0x44332211);
	expect_equal("2 bytes", port_read16(PCI_DATA + 2), 0x4433);
	expect_equal("1 byte", port_read8(PCI_DATA + 1), 0x22);
	port_write8(PCI_DATA + 3, 0xaa);
	port_write16(PCI_DATA, 0xbbcc);
	expect_equal("in the window", AT(32, held), 0xaa33bbcc);
	AT(32, held) = 0x12345678;
	expect_equal("as written in the window", port_read32(PCI_DATA), 0x12345678);
	port_write32(PCI_ADDRESS, DEVICE_BUS(0) << 16 | 9 << 11 | CONFIG_BYTES);
	port_write32(PCI_DATA, 0);
	expect_equal("as it was, without the enable bit", AT(32, held), 0x12345678);
}

/* A missing function, a missing device and the neighbouring buses must not answer. */
void check_config_absent(void)
{
	static const uint8_t absent[][2] = {{8, 1}, {9, 1}, {9, 2}, {10, 0}, {31, 7}};

	expect_equal("8 has several functions", AT(8, window_at(DEVICE_BUS(0), 8, 0, CONFIG_HEADER)), HEADER_MULTI);
	expect_equal("9 has one", AT(8, window_at(DEVICE_BUS(0), 9, 0, CONFIG_HEADER)), 0);
	for (size_t i = 0; i < ARRAY_SIZE(absent); i++) {
		uint64_t at = window_at(DEVICE_BUS(0), absent[i][0], absent[i][1], 0);

		AT(32, at + CONFIG_BYTES) = 0;
		expect_equal("in the window", AT(32, at), UINT32_MAX);
		expect_equal("after a write", AT(32, at + CONFIG_BYTES), UINT32_MAX);
		select_port(DEVICE_BUS(0), absent[i][0], absent[i][1], 0);
		expect_equal("by the ports", port_read32(PCI_DATA), UINT32_MAX);
	}
	expect_equal("the bus before", AT(32, window_at(DEVICE_BUS(0) - 1, 8, 0, 0)), UINT32_MAX);
	expect_equal("the bus after", AT(32, window_at(DEVICE_BUS(0) + 1, 8, 0, 0)), UINT32_MAX);
}

/* A single function on a bus of the machine: it answers, its neighbours still do, and none sees accesses to another. */
void check_config_shared(void)
{
	uint64_t at = window_at(SHARED_BUS, SHARED_DEVICE, 0, 0);
	uint32_t bridge = AT(32, window_at(SHARED_BUS, 0, 0, 0));

	expect_equal("in the window", AT(32, at), DEVICE_ID(SHARED_DEVICE, 0));
	select_port(SHARED_BUS, SHARED_DEVICE, 0, 0);
	expect_equal("by the ports", port_read32(PCI_DATA), DEVICE_ID(SHARED_DEVICE, 0));
	expect("the host bridge answers", bridge != UINT32_MAX && bridge & 0xffff);
	select_port(SHARED_BUS, 0, 0, 0);
	expect_equal("the host bridge by the ports", port_read32(PCI_DATA), bridge);
	select_port(SHARED_BUS, SHARED_DEVICE, 1, 0);
	expect_equal("function 1 by the ports", port_read32(PCI_DATA), UINT32_MAX);
	expect_equal("function 1", AT(32, window_at(SHARED_BUS, SHARED_DEVICE, 1, 0)), UINT32_MAX);
	expect_equal("the device before", AT(32, window_at(SHARED_BUS, SHARED_DEVICE - 1, 7, 0)), UINT32_MAX);
}

static void read_all_sockets(struct processor *me)
{
	me->result = 0;
	for (unsigned i = 0; i < machine.sockets; i++)
		me->result = me->result << 8 | AT(8, window_at(DEVICE_BUS(i), 8, 0, CONFIG_BYTES + 8));
}

/* Each socket has its own functions on its own bus, and all processors see the same. */
void check_config_sockets(void)
{
	uint64_t expected = 0;

	for (unsigned i = 0; i < machine.sockets; i++) {
		AT(8, window_at(DEVICE_BUS(i), 8, 0, CONFIG_BYTES + 8)) = (uint8_t)(0x40 + i);
		expected = expected << 8 | (0x40 + i);
	}
	for (unsigned i = 0; i < machine.count; i++) {
		expect("the firmware reports no error", services_run_one(machine.processor[i], read_all_sockets));
		expect_equal("the identifiers that a processor reads", machine.processor[i]->result, expected);
	}
}

/* Instructions that the hypervisor does not decode. */
void check_config_stepped(void)
{
	uint64_t held = window_at(DEVICE_BUS(0), 8, 0, CONFIG_BYTES);
	const volatile void *from = (const volatile void *)(uintptr_t)held;
	uint32_t words[4] = {0};
	void *to = words;
	uint64_t count = 4;

	for (unsigned i = 0; i < 4; i++)
		AT(32, held + 4 * i) = 0x01010101 * (i + 1);
	__asm__ volatile("rep movsl" : "+S"(from), "+D"(to), "+c"(count) : : "memory");
	for (unsigned i = 0; i < 4; i++)
		expect_equal("a word", words[i], 0x01010101 * (i + 1));
	__asm__ volatile("orl $0x80, %0" : "+m"(AT(32, held)) : : "cc");
	expect_equal("orl", AT(32, held), 0x01010181);
	__asm__ volatile("notl %0" : "+m"(AT(32, held + 4)));
	expect_equal("notl", AT(32, held + 4), 0xfdfdfdfd);
}
