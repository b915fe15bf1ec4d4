/* SPDX-License-Identifier: BSD-2-Clause */
/* PCI configuration space by two ports, where no memory window has a bus: PCI Local Bus specification 3.0, 3.2.2.3.2. It reaches
 * 256 bytes of each function of segment 0. */
#ifndef ARCH_X86_CONFIG_PORTS_H
#define ARCH_X86_CONFIG_PORTS_H

#include "core/hardware/machine.h"

/* True if the machine has the ports. */
bool config_ports_are_there(void);

/* `address` is that of a struct location in SPACE_PCI, `width_bits` 8, 16 or 32, which it is a multiple of. OUTCOME_ABSENT beyond what the
 * ports reach, OUTCOME_TIMEOUT if another processor does not let them go. Any processor may call these, in handlers, too. */
enum outcome config_ports_read(uint64_t address, unsigned width_bits, uint64_t *value);
enum outcome config_ports_write(uint64_t address, unsigned width_bits, uint64_t value);

/* Adds to regions in order of segment and bus those of buses of segment 0 that none of them has. Returns how many there are then, at most
 * `room`. */
uint16_t config_ports_fill(struct ecam_region *regions, uint16_t count, uint16_t room);

#endif
