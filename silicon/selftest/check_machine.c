/* SPDX-License-Identifier: BSD-2-Clause */
/* Properties of the hypervisor that a program must not see, and of the machine that it must see. */
#include "silicon/selftest/checks.h"
#include "silicon/selftest/processor.h"
#include "silicon/selftest/uncore.h"

#define CPUID_1_ECX_X2APIC     BIT(21)
#define CPUID_1_ECX_OSXSAVE    BIT(27)
#define CPUID_1_ECX_HYPERVISOR BIT(31)
#define LAST_SUBLEAF           4 /* highest subleaf in a dump */
#define CPUID_SVM_ECX          BIT(2)
#define CR4_OSXSAVE            BIT(18)
#define MSR_EFER               0xc0000080
#define EFER_NXE               BIT(11)
#define EFER_SVME              BIT(12)
#define EFER_FFXSR             BIT(14)
#define EFER_LME               0x100
#define EFER_LMA_LME           0x500
#define CR0_PE                 BIT(0)
#define CR0_WP                 BIT(16)
#define CR0_NW                 BIT(29)
#define CR4_PAE                BIT(5)
#define CR4_PGE                BIT(7)
#define CR4_PCE                BIT(8)
#define CPUID_1_ECX_MONITOR    BIT(3)
#define CPUID_EXT_NX           BIT(20)
#define MSR_MISC_ENABLE        0x1a0
#define MISC_ENABLE_WRITABLE   UINT64_C(0x4400c50009) /* SDM volume 4, table 2-2: bits 0, 3, 16, 18, 22, 23, 34, 38 */
#define MSR_VM_CR              0xc0010114
#define MSR_VM_HSAVE_PA        0xc0010117
#define MSR_SYSENTER_CS        0x174
#define MSR_NOWHERE            0x12345678

/* Core registers: SDM volume 3, architectural performance monitoring. */
#define CORE_LAST_CTR          0xc4
#define CORE_LAST_FIXED_CTR    0x30b
#define RDPMC_FIXED            0x40000000
#define HPET                   UINT64_C(0xfed00000)
#define DEBUG_CONSOLE          0x402

#define CODE_RDMSR             0x320f /* bytes 0f 32 */
#define CODE_WRMSR             0x300f

static bool is_zero(struct silicon_cpuid r)
{
	return !r.eax && !r.ebx && !r.ecx && !r.edx;
}

static uint16_t code_at_fault(void)
{
	return *(const uint16_t *)(uintptr_t)processor_self()->caught_rip;
}

/* The modelled processor has no SVM and no hypervisor. */
void check_cpuid(void)
{
	uint64_t cr4;
	struct silicon_cpuid one = cpuid(1, 0);

	__asm__ volatile("mov %%cr4, %0" : "=r"(cr4));
	expect_equal("hypervisor bit", one.ecx & CPUID_1_ECX_HYPERVISOR, 0);
	expect_equal("x2APIC bit", one.ecx & CPUID_1_ECX_X2APIC, 0);
	expect_equal("OSXSAVE, as CR4 says", !!(one.ecx & CPUID_1_ECX_OSXSAVE), !!(cr4 & CR4_OSXSAVE));
	expect_equal("SVM bit", cpuid(0x80000001, 0).ecx & CPUID_SVM_ECX, 0);
	expect("leaf 0x8000000a is empty", is_zero(cpuid(0x8000000a, 0)));
	expect("leaf 0x40000000 is empty", is_zero(cpuid(0x40000000, 0)));
	expect_equal("own APIC id", one.ebx >> 24, apic_read(APIC_ID) >> 24);
}

/* Prints each leaf that dumps of real machines contain, as executed here. The test that boots this program compares the
 * lines with the list of dumps (tests/suite/cpuid.py). */
void check_cpuid_leaves(void)
{
	static const uint32_t leaves[] = {0,          1,          2,          4,          5,
					  6,          7,          0x0a,       0x1c,       0x23,
					  0x80000000, 0x80000001, 0x80000002, 0x80000003, 0x80000004,
					  0x80000005, 0x80000006, 0x80000007, 0x80000008};

	for (unsigned i = 0; i < ARRAY_SIZE(leaves); i++)
		for (unsigned subleaf = 0; subleaf <= LAST_SUBLEAF; subleaf++) {
			struct silicon_cpuid r = cpuid(leaves[i], subleaf);

			say("# cpuid %x.%u %08x %08x %08x %08x", leaves[i], subleaf, r.eax, r.ebx, r.ecx, r.edx);
		}
	expect("the leaf of the core PMU exists", cpuid(0, 0).eax >= 0xa);
}

void check_efer(void)
{
	uint64_t efer = 0, value;

	expect_equal("reading EFER", try_rdmsr(MSR_EFER, &efer), 0);
	expect_equal("SVME", efer & EFER_SVME, 0);
	expect_equal("LMA and LME", efer & EFER_LMA_LME, EFER_LMA_LME);
	expect_equal("writing EFER back", try_wrmsr(MSR_EFER, efer), 0);
	expect_equal("setting SVME", try_wrmsr(MSR_EFER, efer | EFER_SVME), TRAP_PROTECTION);
	expect_equal("setting a bit that only AMD has", try_wrmsr(MSR_EFER, efer | EFER_FFXSR), TRAP_PROTECTION);
	expect_equal("clearing LME while paging is on", try_wrmsr(MSR_EFER, efer & ~(uint64_t)EFER_LME),
		     TRAP_PROTECTION);
	expect_equal("reading VM_CR", try_rdmsr(MSR_VM_CR, &value), TRAP_PROTECTION);
	expect_equal("writing VM_HSAVE_PA", try_wrmsr(MSR_VM_HSAVE_PA, 0), TRAP_PROTECTION);
	expect_equal("VMMCALL", try_vmmcall(0), TRAP_UNDEFINED);
	expect_equal("VMRUN", try_vmrun(0), TRAP_UNDEFINED);
}

void check_msrs(void)
{
	uint64_t value = 0, kept = 0;

	expect_equal("writing the U-Box counter", try_wrmsr(U_CTR, 0x123456789abc), 0);
	expect_equal("reading the U-Box counter", try_rdmsr(U_CTR, &value), 0);
	expect_equal("the U-Box counter", value, 0x123456789abc);
	uncore_stop();
	expect_equal("reading a missing register", try_rdmsr(U_ABSENT, &value), TRAP_PROTECTION);
	expect_equal("the code at the fault", code_at_fault(), CODE_RDMSR);
	expect_equal("reading far outside all ranges", try_rdmsr(MSR_NOWHERE, &value), TRAP_PROTECTION);
	expect_equal("writing far outside all ranges", try_wrmsr(MSR_NOWHERE, 1), TRAP_PROTECTION);
	expect_equal("the code at the fault", code_at_fault(), CODE_WRMSR);
	expect_equal("reading SYSENTER_CS", try_rdmsr(MSR_SYSENTER_CS, &kept), 0);
	expect_equal("writing SYSENTER_CS", try_wrmsr(MSR_SYSENTER_CS, 0x5678), 0);
	expect_equal("SYSENTER_CS", msr_read(MSR_SYSENTER_CS), 0x5678);
	msr_write(MSR_SYSENTER_CS, kept);
}

/* RDPMC reads exactly the four general and three fixed counters. */
void check_rdpmc(void)
{
	uint64_t value = 0;

	expect_equal("version, number and width of core counters", cpuid(0xa, 0).eax, 0x07300403);
	expect_equal("writing the last general counter", try_wrmsr(CORE_LAST_CTR, 0x12345678), 0);
	expect_equal("RDPMC of the last general counter", try_rdpmc(3, &value), 0);
	expect_equal("the last general counter", value, 0x12345678);
	expect_equal("writing the last fixed counter", try_wrmsr(CORE_LAST_FIXED_CTR, 0x123456789abc), 0);
	expect_equal("RDPMC of the last fixed counter", try_rdpmc(RDPMC_FIXED | 2, &value), 0);
	expect_equal("the last fixed counter", value, 0x123456789abc);
	expect_equal("RDPMC of a missing general counter", try_rdpmc(4, &value), TRAP_PROTECTION);
	expect_equal("RDPMC of a counter that no processor has", try_rdpmc(64, &value), TRAP_PROTECTION);
	expect_equal("RDPMC of a missing fixed counter", try_rdpmc(RDPMC_FIXED | 3, &value), TRAP_PROTECTION);
	expect_equal("putting the general counter back", try_wrmsr(CORE_LAST_CTR, 0), 0);
	expect_equal("putting the fixed counter back", try_wrmsr(CORE_LAST_FIXED_CTR, 0), 0);
}

void check_apic(void)
{
	uint32_t timer = apic_read(APIC_LVT_TIMER);

	apic_write(APIC_LVT_PMI, LVT_MASKED);
	expect_equal("PMI entry, masked", apic_read(APIC_LVT_PMI), LVT_MASKED);
	apic_write(APIC_LVT_PMI, UINT32_MAX & ~0x700u);
	expect_equal("writable bits of the PMI entry", apic_read(APIC_LVT_PMI), 0x100ff);
	apic_write(APIC_LVT_PMI, LVT_MASKED | LVT_NMI);
	expect_equal("PMI entry with delivery mode NMI", apic_read(APIC_LVT_PMI), LVT_MASKED | LVT_NMI);
	apic_write(APIC_LVT_PMI, LVT_MASKED);
	apic_write(APIC_ICR_HIGH, UINT32_MAX);
	expect_equal("upper half of the ICR", apic_read(APIC_ICR_HIGH), 0xff000000);
	expect("the LVT has an entry for errors", apic_read(APIC_VERSION) >> 16 >= 4);
	expect_equal("the timer's entry", apic_read(APIC_LVT_TIMER), timer);
	expect_equal("writing the base back", try_wrmsr(MSR_APIC_BASE, msr_read(MSR_APIC_BASE)), 0);
	expect_equal("enabling x2APIC", try_wrmsr(MSR_APIC_BASE, msr_read(MSR_APIC_BASE) | APIC_BASE_X2APIC),
		     TRAP_PROTECTION);
	expect_equal("writing a reserved bit of the base", try_wrmsr(MSR_APIC_BASE, msr_read(MSR_APIC_BASE) | 1),
		     TRAP_PROTECTION);
}

/* Registers of x2APIC mode do not exist while the local APIC is in another mode. */
void check_x2apic(void)
{
	static const uint16_t msrs[] = {0x800, 0x802, 0x803, 0x80b, 0x80d, 0x830, 0x834, 0x83f, 0x8ff};
	uint64_t value;

	for (unsigned i = 0; i < ARRAY_SIZE(msrs); i++) {
		expect_equal("reading an x2APIC register", try_rdmsr(msrs[i], &value), TRAP_PROTECTION);
		expect_equal("writing an x2APIC register", try_wrmsr(msrs[i], 0), TRAP_PROTECTION);
	}
}

/* Bits that are not the PMU's can be written, and CPUID shows their effects. */
void check_misc_enable(void)
{
	uint64_t kept = msr_read(MSR_MISC_ENABLE), efer = msr_read(MSR_EFER);
	uint32_t most = cpuid(0, 0).eax;

	expect_equal("writing all ones", try_wrmsr(MSR_MISC_ENABLE, ~UINT64_C(0)), 0);
	expect_equal("MISC_ENABLE after writing all ones", msr_read(MSR_MISC_ENABLE), kept | MISC_ENABLE_WRITABLE);
	expect_equal("highest leaf", cpuid(0, 0).eax, 2);
	expect_equal("XD", cpuid(0x80000001, 0).edx & CPUID_EXT_NX, 0);
	expect_equal("enabling XD", try_wrmsr(MSR_EFER, efer | EFER_NXE), TRAP_PROTECTION);
	expect_equal("writing zeros", try_wrmsr(MSR_MISC_ENABLE, 0), 0);
	expect_equal("MISC_ENABLE after writing zeros", msr_read(MSR_MISC_ENABLE), kept & ~MISC_ENABLE_WRITABLE);
	expect_equal("MONITOR", cpuid(1, 0).ecx & CPUID_1_ECX_MONITOR, 0);
	expect_equal("highest leaf", cpuid(0, 0).eax, most);
	expect_equal("restoring MISC_ENABLE", try_wrmsr(MSR_MISC_ENABLE, kept), 0);
	expect_equal("MISC_ENABLE", msr_read(MSR_MISC_ENABLE), kept);
}

static uint64_t read_cr0(void)
{
	uint64_t cr0;

	__asm__ volatile("mov %%cr0, %0" : "=r"(cr0));
	return cr0;
}

void check_cr0(void)
{
	uint64_t cr0 = read_cr0();

	expect_equal("setting NW without CD", try_cr0(cr0 | CR0_NW), TRAP_PROTECTION);
	expect_equal("clearing PE alone", try_cr0(cr0 & ~CR0_PE), TRAP_PROTECTION);
	expect_equal("setting a bit of the upper half, too", try_cr0((cr0 ^ CR0_WP) | BIT(32)), TRAP_PROTECTION);
	expect_equal("CR0", read_cr0(), cr0);
	expect_equal("changing WP", try_cr0(cr0 ^ CR0_WP), 0);
	expect_equal("CR0", read_cr0(), cr0 ^ CR0_WP);
	expect_equal("changing WP back", try_cr0(cr0), 0);
	expect_equal("CR0", read_cr0(), cr0);
}

static uint64_t read_cr4(void)
{
	uint64_t cr4;

	__asm__ volatile("mov %%cr4, %0" : "=r"(cr4));
	return cr4;
}

/* Tests bits that no processor or not this one has, and changes that long mode forbids. */
void check_cr4(void)
{
	static const uint8_t absent[] = {12, 13, 14, 15, 19, 22, 23, 24, 31, 32, 63};
	uint64_t cr4 = read_cr4();

	for (unsigned i = 0; i < ARRAY_SIZE(absent); i++)
		expect_equal("setting a reserved bit", try_cr4(cr4 | BIT(absent[i])), TRAP_PROTECTION);
	expect_equal("clearing PAE", try_cr4_r9(cr4 & ~CR4_PAE), TRAP_PROTECTION);
	expect_equal("CR4", read_cr4(), cr4);
	expect_equal("changing PGE and PCE", try_cr4_r9(cr4 ^ (CR4_PGE | CR4_PCE)), 0);
	expect_equal("CR4", read_cr4(), cr4 ^ (CR4_PGE | CR4_PCE));
	expect_equal("changing them back", try_cr4(cr4), 0);
	expect_equal("CR4", read_cr4(), cr4);
}

/* Devices that the hypervisor hides. */
void check_hidden(void)
{
	mmio_write32(HPET + 0x10, 0);
	expect_equal("HPET capabilities", mmio_read32(HPET), 0);
	expect_equal("HPET configuration", mmio_read32(HPET + 0x10), 0);
	expect_equal("debug console", port_read8(DEBUG_CONSOLE), 0xff);
}

/* ---- instructions on a trapped page -------------------------------------------------------------- */

#define ENTRY ((volatile uint32_t *)(uintptr_t)(APIC + APIC_LVT_PMI))

/* Instructions that the hypervisor decodes. */
void check_decoded(void)
{
	uint64_t value = ~UINT64_C(0);
	uint8_t zero, sign;

	__asm__ volatile("movl %1, %0" : "=m"(*ENTRY) : "i"(LVT_MASKED | 0x4f2));
	__asm__ volatile("movl %1, %k0" : "+r"(value) : "m"(*ENTRY));
	expect_equal("movl clears the upper half", value, LVT_MASKED | 0x4f2);
	value = ~UINT64_C(0);
	__asm__ volatile("movb %1, %b0" : "+r"(value) : "m"(*ENTRY));
	expect_equal("movb leaves the rest", value, 0xfffffffffffffff2);
	__asm__ volatile("movb %1, %%ah; mov %%rax, %0"
			 : "=r"(value)
			 : "m"(*((volatile uint8_t *)ENTRY + 1)), "a"(0)
			 : "cc");
	expect_equal("movb to AH", value, 0x400);
	__asm__ volatile("movzwl %1, %k0" : "=r"(value) : "m"(*ENTRY));
	expect_equal("movzwl", value, 0x4f2);
	__asm__ volatile("movsbq %1, %0" : "=r"(value) : "m"(*ENTRY));
	expect_equal("movsbq", value, 0xfffffffffffffff2);
	__asm__ volatile("testl $0x10000, %2; setz %0; sets %1" : "=&q"(zero), "=q"(sign) : "m"(*ENTRY) : "cc");
	expect("testl: not zero, not negative", !zero && !sign);
	__asm__ volatile("testb $0x80, %2; setz %0; sets %1" : "=&q"(zero), "=q"(sign) : "m"(*ENTRY) : "cc");
	expect("testb: not zero, negative", !zero && sign);
	value = LVT_MASKED | 0x33;
	__asm__ volatile("xchgl %k0, %1" : "+r"(value), "+m"(*ENTRY));
	expect_equal("xchgl, the old value", value, LVT_MASKED | 0x4f2);
	expect_equal("xchgl, the new value", *ENTRY, LVT_MASKED | 0x33);
}

/* Instructions that the hypervisor does not decode: each is executed on a copy of the register. */
void check_stepped(void)
{
	uint32_t added = 3, words[2] = {0, 0};
	const volatile void *from = ENTRY;
	void *to = words;
	uint64_t count = 1;
	uint8_t equal;

	*ENTRY = LVT_MASKED | 0xf0;
	__asm__ volatile("orl $0x400, %0" : "+m"(*ENTRY) : : "cc");
	expect_equal("orl", *ENTRY, LVT_MASKED | 0x4f0);
	__asm__ volatile("addl $1, %0" : "+m"(*ENTRY) : : "cc");
	expect_equal("addl", *ENTRY, LVT_MASKED | 0x4f1);
	__asm__ volatile("lock xaddl %0, %1" : "+r"(added), "+m"(*ENTRY) : : "cc");
	expect_equal("xaddl, the old value", added, LVT_MASKED | 0x4f1);
	expect_equal("xaddl, the new value", *ENTRY, LVT_MASKED | 0x4f4);
	__asm__ volatile("rep movsl" : "+S"(from), "+D"(to), "+c"(count) : : "memory");
	expect_equal("rep movsl", words[0], LVT_MASKED | 0x4f4);
	expect_equal("rep movsl, the word after", words[1], 0);
	__asm__ volatile("cmpl %2, %1; sete %0" : "=q"(equal) : "m"(*ENTRY), "r"(words[0]) : "cc");
	expect("cmpl", equal);
	*ENTRY = LVT_MASKED;
}

/* A program that steps through itself sees each of nine instructions once. The hypervisor emulates three of them and
 * single-steps another. */
void check_traced(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->traces;
	uint32_t msr = MSR_EFER;

	__asm__ volatile(
		"pushfq; orq $0x100, (%%rsp); popfq\n\tnop\n\trdmsr\n\tmovl %0, %%eax\n\torl $0x400, %0\n\txor %%eax, %%eax; cpuid\n\tpushfq; andq $~0x100, (%%rsp); popfq"
		: "+m"(*ENTRY), "+c"(msr)
		:
		: "eax", "ebx", "edx", "cc", "memory");
	expect_equal("steps", me->traces - before, 9);
	expect_equal("the PMI entry", *ENTRY, LVT_MASKED | LVT_NMI);
	*ENTRY = LVT_MASKED;
}

/* Also sees emulated instructions that change control registers or halt: the trap ends a HLT. */
void check_traced_control(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->traces;

	interrupts_off();
	__asm__ volatile(
		"pushfq; orq $0x100, (%%rsp); popfq\n\tnop\n\tmov %%cr4, %%rax\n\tmov %%rax, %%cr4\n\tmov %%cr0, %%rax\n\txor $0x10000, %%eax\n\tmov %%rax, %%cr0\n\txor $0x10000, %%eax\n\tmov %%rax, %%cr0\n\thlt\n\tpushfq; andq $~0x100, (%%rsp); popfq"
		:
		:
		: "rax", "cc", "memory");
	expect_equal("steps", me->traces - before, 12);
	interrupts_on();
}

/* Counts the traps of STI, of an instruction in its shadow, and of three that clear TF. */
#define TRACES_BEHIND_STI(code)                                                       \
	do {                                                                          \
		interrupts_off();                                                     \
		__asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq\n\tsti\n\t" code \
				 "\n\tpushfq; andq $~0x100, (%%rsp); popfq"           \
				 :                                                    \
				 :                                                    \
				 : "cc", "memory");                                   \
	} while (0)

/* STI holds off interrupts for an instruction, but not the trap that ends a HLT. Whether STI itself is trapped does not
 * depend on the hypervisor, and differs between QEMU's versions. */
void check_traced_shadow(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->traces, steps;

	TRACES_BEHIND_STI("nop");
	steps = me->traces - before;
	expect("four or five steps", steps == 4 || steps == 5);
	before = me->traces;
	TRACES_BEHIND_STI("hlt");
	expect_equal("steps with HLT", me->traces - before, steps);
}

/* The hypervisor single-steps the IRET of an NMI handler. That must not hide that the IRET loads TF: the next
 * instructions are traced, including the one that clears it. */
void check_traced_from_nmi(void)
{
	struct processor *me = processor_self();
	uint64_t before = me->traces, nmis = me->nmis;

	me->trace = true;
	__asm__ volatile("movl %1, %0\n\tpushfq; andq $~0x100, (%%rsp); popfq"
			 : "=m"(*(volatile uint32_t *)(uintptr_t)(APIC + APIC_ICR_LOW))
			 : "r"(ICR_TO_SELF | ICR_NMI)
			 : "cc", "memory");
	me->trace = false;
	expect_equal("NMIs", me->nmis - nmis, 1);
	expect_equal("steps", me->traces - before, 3);
}

/* ---- PCI --------------------------------------------------------------------------------------------- */

#define PCI_ADDRESS  0xcf8
#define PCI_DATA     0xcfc
#define Q35_DEVICE   0x29c08086u /* QEMU's host bridge, 00:00.0 */
#define Q35_PCIEXBAR 0x80000060u

/* Buses outside the model answer as without virtual silicon, both by the ports and in the window. */
void check_pci_of_machine(void)
{
	uint64_t window;

	port_write32(PCI_ADDRESS, 0x80000000);
	expect_equal("address port", port_read32(PCI_ADDRESS), 0x80000000);
	expect_equal("host bridge, 4 bytes", port_read32(PCI_DATA), Q35_DEVICE);
	expect_equal("host bridge, 2 bytes", port_read16(PCI_DATA + 2), Q35_DEVICE >> 16);
	expect_equal("host bridge, 1 byte", port_read8(PCI_DATA + 1), Q35_DEVICE >> 8 & 0xff);
	port_write32(PCI_ADDRESS, Q35_PCIEXBAR);
	window = port_read32(PCI_DATA) & 0xfc000000;
	expect_equal("host bridge, in the window", mmio_read32(window), Q35_DEVICE);
	expect_equal("a missing bus, in the window", mmio_read32(window + (0x20 << 20)), UINT32_MAX);
	port_write32(PCI_ADDRESS, 0x80200000);
	expect_equal("a missing bus, by the ports", port_read32(PCI_DATA), UINT32_MAX);
}
