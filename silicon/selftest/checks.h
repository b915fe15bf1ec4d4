/* SPDX-License-Identifier: BSD-2-Clause */
/* The checks, grouped by file; main.c has the order of execution. */
#ifndef SILICON_SELFTEST_CHECKS_H
#define SILICON_SELFTEST_CHECKS_H

#include "silicon/selftest/report.h"

/* check_machine.c: on the boot processor, with boot services. */
void check_cpuid(void);
void check_cpuid_leaves(void);
void check_efer(void);
void check_msrs(void);
void check_rdpmc(void);
void check_apic(void);
void check_x2apic(void);
void check_misc_enable(void);
void check_cr0(void);
void check_cr4(void);
void check_hidden(void);
void check_decoded(void);
void check_stepped(void);
void check_traced(void);
void check_traced_control(void);
void check_traced_shadow(void);
void check_traced_from_nmi(void);
void check_pci_of_machine(void);

/* check_pmi.c: PMIs of the boot processor to itself; with or without boot services. */
void check_pmi_fixed(void);
void check_pmi_chain(void);
void check_pmi_interrupts_off(void);
void check_pmi_task_priority(void);
void check_pmi_masked(void);
void check_pmi_absent_core(void);
void check_pmi_halted(void);
void check_halted_through_overflow(void);
void check_pmi_nmi(void);
void check_pmi_nmi_nesting(void);
void check_nmi_to_self(void);
void check_nmis_in_handler(void);

/* check_services.c: other processors by MP services. */
void check_all_processors(void);
void check_each_processor(void);
void check_sockets_apart(void);
void check_pmi_of_each(void);
void check_pmi_to_boot_processor(void);

/* check_cross.c: other processors, started without firmware. */
void check_started(void);
void check_started_again(void);
void check_started_one_by_one(void);
void check_apic_off(void);
void check_apic_off_of_another(void);
void check_ipis(void);
void check_nmis(void);
void check_nmis_logical(void);
void check_pmi_across(void);
void check_pmi_nmi_across(void);
void check_pmi_to_all(void);
void check_storm(void);
void check_many(void);

/* check_hang.c: C-Box 0 does not answer after HANG_ACCESSES accesses. */
enum { HANG_ACCESSES = 5 };
void check_hang_of_another(void);
void check_hang_of_boot_processor(void);

/* Number of PMIs that check_many requests, over all sockets. */
extern uint64_t check_many_pmis;

/* check_memory.c: counters count only accesses to memory. */
void check_memory_touches(void);
void check_memory_across(void);
void check_halted_through_wbinvd(void);

/* check_instructions.c: under -icount, with a scenario that mentions it. */
void check_instructions_of_loop(void);
void check_instructions_emulated(void);
void check_instructions_of_registers(void);
void check_instructions_stepped(void);
void check_instructions_of_overflow(void);

/* check_devices.c: the machine "selftest". */
void check_core_pmu_found(void);
void check_core_pmu_counts(void);
void check_core_pmu_apart(void);
void check_core_pmu_pmi(void);
void check_config_widths(void);
void check_config_ports(void);
void check_config_absent(void);
void check_config_shared(void);
void check_config_sockets(void);
void check_config_stepped(void);

#endif
