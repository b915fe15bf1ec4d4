/* SPDX-License-Identifier: BSD-2-Clause */
/* PCI configuration space through two I/O ports, for buses without a memory window: PCI Local Bus specification 3.0,
 * 3.2.2.3.2. The ports reach 256 bytes of each function of segment 0. */
#ifndef ARCH_X86_CONFIG_PORTS_H
#define ARCH_X86_CONFIG_PORTS_H

#include "core/hardware/machine.h"

/* True if the machine has the ports. */
bool config_ports_are_there(void);

/* `address` is that of a struct location in SPACE_PCI, a multiple of `width_bits` / 8; `width_bits` is 8, 16 or 32.
 * OUTCOME_ABSENT: the ports do not reach the address. OUTCOME_TIMEOUT: another CPU does not release the ports. Callable
 * on any CPU, also in handlers. */
enum outcome config_ports_read(uint64_t address, unsigned width_bits, uint64_t *value);
enum outcome config_ports_write(uint64_t address, unsigned width_bits, uint64_t value);

/* Adds regions, in order of segment and bus, for the buses of segment 0 that are in none. Returns the new count, at
 * most `room`. */
uint16_t config_ports_fill(struct ecam_region *regions, uint16_t count, uint16_t room);

#endif
