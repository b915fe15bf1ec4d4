/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef SILICON_SVM_PROCESSORS_H
#define SILICON_SVM_PROCESSORS_H

#include "silicon/svm/loader.h"
#include "silicon/svm/svm.h"

/* How many processors the firmware uses; 1 if it cannot tell. */
unsigned processors_count(const struct loader *loader);

uint32_t processor_own_apic_id(void);

/* Gives each struct cpu its APIC id, socket and core, and counts the sockets. The boot processor, which
 * must be the caller, comes first. False if the firmware contradicts itself. */
MUST_CHECK bool processors_place(const struct loader *loader, struct hypervisor *hypervisor);

/* Makes all of them guests, the caller last. False if one did not start. */
MUST_CHECK bool processors_launch(const struct loader *loader, struct hypervisor *hypervisor);

#endif
