/* SPDX-License-Identifier: BSD-2-Clause */
/* The virtual machine control block of AMD's SVM (AMD64 manual, volume 2, appendix B): the parts used here, with their codes. */
#ifndef SILICON_SVM_VMCB_H
#define SILICON_SVM_VMCB_H

#include "lib/basic.h"

/* Attributes are bits 40..47 and 52..55 of a descriptor, packed together. */
struct vmcb_segment {
	uint16_t selector;
	uint16_t attributes;
	uint32_t limit;
	uint64_t base;
};
#define SEGMENT_DEFAULT_32 BIT(10) /* D: 32-bit code */
#define SEGMENT_LONG       BIT(9)  /* L: 64-bit code */

struct vmcb {
	uint32_t intercept_cr, intercept_dr;
	uint32_t intercept_exceptions;
	uint32_t intercepts;
	uint32_t intercepts_svm;
	uint8_t unused_014[0x2c];
	uint64_t io_map, msr_map;
	uint64_t tsc_offset;
	uint32_t asid;
	uint32_t tlb_control;
	uint64_t interrupt_control;
	uint64_t interrupt_shadow;
	uint64_t exit_code, exit_info_1, exit_info_2;
	uint64_t exit_event; /* the event whose delivery the exit interrupted; layout of `event` */
	uint64_t nested_control;
	uint8_t unused_098[0x10];
	uint64_t event; /* injected by the next VMRUN */
	uint64_t nested_cr3;
	uint8_t unused_0b8[0x348];

	struct vmcb_segment es, cs, ss, ds, fs, gs, gdtr, ldtr, idtr, tr;
	uint8_t unused_4a0[0x2b];
	uint8_t cpl;
	uint8_t unused_4cc[4];
	uint64_t efer;
	uint8_t unused_4d8[0x70];
	uint64_t cr4, cr3, cr0, dr7, dr6, rflags, rip;
	uint8_t unused_580[0x58];
	uint64_t rsp;
	uint8_t unused_5e0[0x18];
	uint64_t rax;
	uint8_t unused_600[0x40]; /* STAR .. SYSENTER_EIP: only VMLOAD and VMSAVE access them */
	uint64_t cr2;
	uint8_t unused_648[0x20];
	uint64_t pat;
	uint8_t unused_670[0x990];
};
_Static_assert(offsetof(struct vmcb, io_map) == 0x40, "layout");
_Static_assert(offsetof(struct vmcb, exit_code) == 0x70, "layout");
_Static_assert(offsetof(struct vmcb, event) == 0xa8, "layout");
_Static_assert(offsetof(struct vmcb, es) == 0x400, "layout");
_Static_assert(offsetof(struct vmcb, cpl) == 0x4cb, "layout");
_Static_assert(offsetof(struct vmcb, efer) == 0x4d0, "layout");
_Static_assert(offsetof(struct vmcb, cr4) == 0x548, "layout");
_Static_assert(offsetof(struct vmcb, rsp) == 0x5d8, "layout");
_Static_assert(offsetof(struct vmcb, rax) == 0x5f8, "layout");
_Static_assert(offsetof(struct vmcb, cr2) == 0x640, "layout");
_Static_assert(offsetof(struct vmcb, pat) == 0x668, "layout");
_Static_assert(sizeof(struct vmcb) == 4096, "layout");

/* Exit codes. The bit of an exit is code - 0x60 in `intercepts`, and the code itself in `intercept_cr`. */
#define EXIT_CR4_WRITE       0x14u
#define EXIT_EXCEPTION(n)    (0x40u + (n))
#define EXIT_INTERRUPT       0x60u
#define EXIT_NMI             0x61u
#define EXIT_SMI             0x62u
#define EXIT_CR0_WRITE       0x65u /* of bits other than TS and MP */
#define EXIT_RDPMC           0x6fu
#define EXIT_CPUID           0x72u
#define EXIT_IRET            0x74u
#define EXIT_HLT             0x78u
#define EXIT_IO              0x7bu
#define EXIT_MSR             0x7cu
#define EXIT_SHUTDOWN        0x7fu
#define EXIT_VMRUN           0x80u
#define EXIT_VMMCALL         0x81u
#define EXIT_SKINIT          0x86u
#define EXIT_WBINVD          0x89u
#define EXIT_NESTED_FAULT    0x400u
#define EXIT_INVALID         0xffffffffu
#define INTERCEPT(exit_code) (UINT32_C(1) << ((exit_code)-0x60u))
#define INTERCEPT_SVM_ALL    0x7fu  /* VMRUN (mandatory) .. SKINIT */
#define INTERCEPT_WBINVD     BIT(9) /* also in `intercepts_svm`; QEMU 7.2 handles INVD as WBINVD */

/* exit_info_1 of an I/O exit; exit_info_2 is the address of the next instruction. */
#define IO_IN                BIT(0)
#define IO_STRING            BIT(2)
#define IO_REPEAT            BIT(3)
#define IO_BYTES(info)       ((unsigned)((info) >> 4 & 7))
#define IO_PORT(info)        ((uint16_t)((info) >> 16))

#define FAULT_WRITE          BIT(1) /* exit_info_1 of a nested page fault */

#define EVENT_VALID          BIT(31)
#define EVENT_EXTERNAL       (UINT64_C(0) << 8)
#define EVENT_NMI            (UINT64_C(2) << 8)
#define EVENT_EXCEPTION      (UINT64_C(3) << 8)
#define EVENT_TYPE           MASK(8, 3)
#define EVENT_ERROR_CODE     BIT(11)

#define V_INTR_MASKING       BIT(24) /* interrupt_control: the host's IF masks interrupts, not the guest's */
#define NESTED_PAGING        BIT(0)  /* nested_control */
#define TLB_FLUSH_ALL        1u

#define VECTOR_DB            1u
#define VECTOR_NMI           2u
#define VECTOR_UD            6u
#define VECTOR_GP            13u
#define VECTOR_PF            14u
#define VECTOR_MC            18u

/* clang-format off */
#define MSR_APIC_BASE            0x1bu
#define   APIC_BASE_BOOT         BIT(8)
#define   APIC_BASE_X2APIC       BIT(10)
#define   APIC_BASE_ENABLED      BIT(11)
#define   APIC_BASE_ADDRESS      MASK(12, 40)
#define MSR_X2APIC               0x800u /* the local APIC's registers, in x2APIC mode */
#define MSR_X2APIC_COUNT         0x100u
#define MSR_MISC_ENABLE          0x1a0u /* SDM volume 4, table 2-2 */
#define   MISC_ENABLE_MONITOR    BIT(18)
#define   MISC_ENABLE_CPUID      BIT(22) /* limit of its leaves */
#define   MISC_ENABLE_NO_XD      BIT(34)
#define MSR_PAT                  0x277u
#define MSR_EFER                 0xc0000080u
#define   EFER_SCE               BIT(0)
#define   EFER_LME               BIT(8)
#define   EFER_LMA               BIT(10)
#define   EFER_NXE               BIT(11)
#define   EFER_SVME              BIT(12)
#define MSR_VM_CR                0xc0010114u
#define MSR_VM_HSAVE_PA          0xc0010117u
/* clang-format on */

#define RFLAGS_ALWAYS        BIT(1)
#define RFLAGS_TF            BIT(8)
#define RFLAGS_IF            BIT(9)
#define DR6_SINGLE_STEP      BIT(14)
#define CR0_PE               BIT(0)
#define CR0_NW               BIT(29)
#define CR0_CD               BIT(30)
#define CR0_PG               BIT(31)
#define CR4_PSE              BIT(4)
#define CR4_PAE              BIT(5)
#define CR4_MCE              BIT(6)
#define CR4_ALWAYS           MASK(0, 11) /* VME to OSXMMEXCPT */
#define CR4_UMIP             BIT(11)
#define CR4_LA57             BIT(12)
#define CR4_FSGSBASE         BIT(16)
#define CR4_PCIDE            BIT(17)
#define CR4_OSXSAVE          BIT(18)
#define CR4_SMEP             BIT(20)
#define CR4_SMAP             BIT(21)
#define CR4_PKE              BIT(22)
#define CR4_PKS              BIT(24)

#endif
