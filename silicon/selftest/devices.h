/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine "selftest": simple devices for parts of the hypervisor that the first models do not use. A core PMU with one counter
 * that counts one every 10 ns; on each socket's bus three functions with some bytes that keep what is written; and one such
 * function on a bus of the machine. Addresses are the architecture's; identifiers and everything else are invented. The program and
 * the model share this file, because the test is about the hypervisor between them. */
#ifndef SILICON_SELFTEST_DEVICES_H
#define SILICON_SELFTEST_DEVICES_H

/* clang-format off */
#define PMU_COUNTER              0x0c1 /* 48 bits; also counter 0 of RDPMC */
#define PMU_SELECT               0x186
#define   SELECT_ENABLE          BIT(22)
#define   SELECT_PMI             BIT(20)
#define PMU_MISC_ENABLE          0x1a0
#define   MISC_ENABLE_PMU        BIT(7)
#define PMU_FIRST                0x38d /* not a register */
#define PMU_STATUS               0x38e
#define PMU_GLOBAL_CTL           0x38f
#define PMU_OVF_CTL              0x390
#define PMU_BITS                 48
#define CPUID_7_EBX_NOWHERE      BIT(16) /* AVX-512: QEMU executes none */
#define PMU_CPUID                0x07300103u /* leaf 0x0a EAX: version 3, 1 counter of 48 bits, 7 events */
#define CPUID_1_ECX_PDCM         BIT(15)

/* Functions of each socket's bus: 8.0 and 8.2 of a multi-function device, 9.0 alone. */
#define DEVICE_BUS(socket)       (0x3fu + 0x40u * (socket))
#define DEVICE_BUSES             4u
#define DEVICE_ID(device, function) ((0x3c00u + 8 * (device) + (function)) << 16 | 0x8086u)
/* Function 5.0 of bus 0; all other functions of that bus are the machine's own. */
#define SHARED_BUS               0u
#define SHARED_DEVICE            5u
#define CONFIG_HEADER            0x0e
#define   HEADER_MULTI           0x80
#define CONFIG_BYTES             0x040 /* 16 bytes that keep what is written, */
#define CONFIG_FAR_BYTES         0x100 /* and 16 that only the memory window reaches */
/* clang-format on */

#endif
