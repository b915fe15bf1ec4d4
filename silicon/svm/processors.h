/* SPDX-License-Identifier: BSD-2-Clause */
/* The processors of the machine, however they are started: their places and their launch as guests. */
#ifndef SILICON_SVM_PROCESSORS_H
#define SILICON_SVM_PROCESSORS_H

#include "silicon/svm/svm.h"

/* APIC ID of the calling processor. */
uint32_t processor_own_apic_id(void);

/* Sets a processor's APIC ID, and derives its socket from it. */
void processor_place(struct cpu *cpu, uint32_t apic_id);

/* Numbers the processors of each socket, in order of APIC IDs, and counts sockets and processors. Call it after processor_place for
 * all of them. */
void processors_count(struct hypervisor *hypervisor);

/* Makes the calling processor a guest. It must not be the boot processor. */
void processor_launch_own(struct hypervisor *hypervisor);

/* True if all processors except the boot processor are guests. */
bool processors_run(const struct hypervisor *hypervisor);

#endif
