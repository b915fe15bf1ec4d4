/* SPDX-License-Identifier: BSD-2-Clause */
/* The bench of the model tests with Xeon E5-2600s on it: addresses as the tests know them, and accesses to MSRs and
 * configuration space of each socket. */
#ifndef TESTS_UNIT_SUPPORT_E5_BENCH_H
#define TESTS_UNIT_SUPPORT_E5_BENCH_H

#include "lib/basic.h"
#include "tests/unit/support/model_bench.h"

#define SECOND         UINT64_C(1000000000)
#define UCLK           UINT64_C(2700000000)

#define RUN            0x10000u
#define FROZEN         0x10100u
#define RESET_CTRS     0x2u
#define TID_EN         BIT(19)
#define EXTRA          BIT(21)
#define CLEAR          BIT(17)
#define THRESH(n)      ((uint64_t)(n) << 24)

#define CBOX(n)        (0xd00u + 0x20 * (n))
#define CBOX_BOX(n)    (CBOX(n) + 4)
#define CBOX_CTR(n, i) (CBOX(n) + 0x16 + (i))
#define UCLK_CTR       0xc09u

/* PCI functions, as device and function. */
#define HA             14, 1
#define IMC0           16, 0
#define IMC1           16, 1
#define IMC2           16, 4
#define IMC3           16, 5
#define QPI0           8, 2
#define QPI1           9, 2
#define QPI0_MATCH     8, 6
#define R3QPI0         19, 5
#define R3QPI1         19, 6
#define PCI_CTR(i)     (0xa0u + 8 * (i))
#define PCI_CTL(i)     (0xd8u + 4 * (i))
#define PCI_BOX        0xf4u

static inline struct bench *e5(const char *scenario)
{
	return bench_of("xeon-e5-2600", 0, scenario);
}

/* ---- configuration space: in dwords, of the buses of the only socket: device 5 is the I/O hub, on bus 0, and the others are on the
 * uncore's, which is this one unless a test says otherwise */

static unsigned e5_bus = 255;

static inline unsigned bus_of(unsigned device)
{
	return device == 5 ? 0 : e5_bus;
}

static inline struct silicon_access pci_at(unsigned bus, unsigned device, unsigned function, unsigned offset)
{
	return (struct silicon_access){.space = SILICON_CONFIG,
				       .bytes = 4,
				       .address = (uint64_t)bus << 20 | device << 15 | function << 12 | offset};
}

static inline enum silicon_answer pci_read(struct bench *bench, const struct silicon_access *access, uint64_t *value)
{
	return silicon_read(bench->silicon, bench->now, access, value);
}

static inline uint32_t pci_get(struct bench *bench, unsigned device, unsigned function, unsigned offset)
{
	struct silicon_access access = pci_at(bus_of(device), device, function, offset);
	uint64_t value = 0;

	assert_int_equal(pci_read(bench, &access, &value), SILICON_OK);
	assert_true(value <= UINT32_MAX);
	return (uint32_t)value;
}

static inline void pci_put(struct bench *bench, unsigned device, unsigned function, unsigned offset, uint64_t value)
{
	struct silicon_access access = pci_at(bus_of(device), device, function, offset);

	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

static inline uint64_t pci_get64(struct bench *bench, unsigned device, unsigned function, unsigned offset)
{
	return pci_get(bench, device, function, offset) | (uint64_t)pci_get(bench, device, function, offset + 4) << 32;
}

static inline void pci_put64(struct bench *bench, unsigned device, unsigned function, unsigned offset, uint64_t value)
{
	pci_put(bench, device, function, offset, (uint32_t)value);
	pci_put(bench, device, function, offset + 4, value >> 32);
}

/* ---- what a counter adds in a second; nothing is left programmed -------------------------------------- */

static inline uint64_t pci_second(struct bench *bench, unsigned device, unsigned function, unsigned i, uint64_t select)
{
	uint64_t count;

	pci_put(bench, device, function, PCI_BOX, FROZEN);
	pci_put(bench, device, function, PCI_CTL(i), EN | select);
	pci_put64(bench, device, function, PCI_CTR(i), 0);
	pci_put(bench, device, function, PCI_BOX, RUN);
	go(bench, SECOND);
	pci_put(bench, device, function, PCI_BOX, FROZEN);
	count = pci_get64(bench, device, function, PCI_CTR(i));
	pci_put(bench, device, function, PCI_CTL(i), 0);
	pci_put64(bench, device, function, PCI_CTR(i), 0);
	pci_put(bench, device, function, PCI_BOX, 0);
	return count;
}

/* The default rate of an event: key, sub-event or first choice, second choice, increment, instance. */
static inline uint64_t usual(uint64_t key, uint64_t a, uint64_t b, unsigned increment, unsigned n)
{
	return (100003 * (key + 1) + 50021 * a * a + 30011 * b * b) * increment * (64 + 8 * n) / 64;
}

#endif
