/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SILICON_SVM_PROCESSORS_H
#define SILICON_SVM_PROCESSORS_H

#include "silicon/svm/svm.h"

/* Of the calling processor. */
uint32_t processor_own_apic_id(void);

/* Gives one its APIC id, and socket and core by it. */
void processor_place(struct cpu *cpu, uint32_t apic_id);

/* Counts the sockets of those that have been placed, and their processors. */
void processors_count(struct hypervisor *hypervisor);

/* Makes the calling processor, which is not the boot processor, a guest. */
void processor_launch_own(struct hypervisor *hypervisor);

/* True if all but the boot processor are guests. */
bool processors_run(const struct hypervisor *hypervisor);

#endif
