/* SPDX-License-Identifier: BSD-2-Clause */
/* A bench for the tests of virtual silicon: one model with its owner, and the Xeon 7500's addresses as
 * the tests know them. */
#ifndef TESTS_UNIT_SUPPORT_MODEL_BENCH_H
#define TESTS_UNIT_SUPPORT_MODEL_BENCH_H

#include "silicon/silicon.h"
#include "tests/unit/support/unit.h"

#define U_CTL    0xc00
#define U_STATUS 0xc01
#define U_SEL    0xc10
#define W_CTL    0xc80
#define W_SEL(i) (0xc90u + 2 * (i))
#define DEBUGCTL 0x1d9

/* C-Boxes are not in numeric order. */
static const uint32_t c_base[8] = {0xd00, 0xd80, 0xd40, 0xdc0, 0xd20, 0xda0, 0xd60, 0xde0};
#define C_CTL(n)     (c_base[n])
#define C_STATUS(n)  (c_base[n] + 1)
#define C_SEL(n, i)  (c_base[n] + 0x10 + 2 * (i))
#define C_CTR(n, i)  (c_base[n] + 0x11 + 2 * (i))

/* Boxes of which there are two. */
#define S_FILTER(n)  (n ? 0xe58u : 0xe48u) /* MM_CFG, MATCH, MASK */
#define B_FILTER(n)  (n ? 0xe4du : 0xe45u) /* MATCH, MASK */
#define M_BASE(n)    (n ? 0xce0u : 0xca0u)
#define STATUS(base) ((base) + 1)
#define SEL(base, i) ((base) + 0x10u + 2u * (i))
#define CTR(base, i) ((base) + 0x11u + 2u * (i))

#define FRZ_ALL      BIT(31)
#define EN_ALL       BIT(28)
#define CORE(n)      BIT(1 + (n))
#define EN           BIT(22)
#define PMI_EN       BIT(20)
#define EDGE         BIT(18)
#define TOP          BIT(48)

#define LLC_HITS_M   0x0115
#define MAF_ACK      0x0010

struct bench {
	void *memory;
	struct silicon *silicon;
	uint64_t now;
	char error[1024];
	unsigned violations, logs, pmis;
	char violation[400], log[400]; /* the last ones */
	unsigned pmi_socket[8];
	uint64_t pmi_cores[8];
};

static void bench_pmi(void *context, unsigned socket, const struct silicon_cores *cores)
{
	struct bench *bench = context;

	if (bench->pmis < 8) {
		bench->pmi_socket[bench->pmis] = socket;
		bench->pmi_cores[bench->pmis] = cores->word[0];
	}
	bench->pmis++;
}

static void bench_violation(void *context, const char *line)
{
	struct bench *bench = context;

	assert_null(strchr(line, '\n'));
	bench->violations++;
	snprintf(bench->violation, sizeof(bench->violation), "%s", line);
}

static void bench_log(void *context, const char *line)
{
	struct bench *bench = context;

	assert_null(strchr(line, '\n'));
	bench->logs++;
	snprintf(bench->log, sizeof(bench->log), "%s", line);
}

/* Makes silicon of a machine; false with bench->error if the scenario is refused. */
static inline bool bench_try_of(struct bench *bench, const char *machine, unsigned sockets, const char *scenario)
{
	struct silicon_owner owner = {bench, bench_pmi, bench_violation, bench_log};

	struct silicon_extent asked = {.sockets = sockets};
	size_t bytes = silicon_size(machine, &asked, scenario, strlen(scenario));

	memset(bench, 0, sizeof(*bench));
	bench->memory = malloc(bytes);
	memset(bench->memory, 0x5a, bytes);
	bench->silicon = silicon_create(bench->memory, machine, &asked, scenario, strlen(scenario), &owner,
					bench->error, sizeof(bench->error));
	return bench->silicon != NULL;
}

static inline bool bench_try(struct bench *bench, unsigned sockets, const char *scenario)
{
	return bench_try_of(bench, "xeon-7500", sockets, scenario);
}

static inline struct bench *bench_of(const char *machine, unsigned sockets, const char *scenario)
{
	struct bench *bench = malloc(sizeof(*bench));

	if (!bench_try_of(bench, machine, sockets, scenario))
		fail_msg("%s", bench->error);
	return bench;
}

static inline struct bench *bench_make(unsigned sockets, const char *scenario)
{
	return bench_of("xeon-7500", sockets, scenario);
}

static inline void bench_free(struct bench *bench)
{
	free(bench->memory);
	free(bench);
}

static inline struct silicon_access bench_access(unsigned socket, uint32_t address)
{
	return (struct silicon_access){
		.space = SILICON_MSR, .bytes = 8, .socket = (uint16_t)socket, .address = address};
}

static inline void write_on(struct bench *bench, unsigned socket, uint32_t address, uint64_t value)
{
	struct silicon_access access = bench_access(socket, address);

	assert_int_equal(silicon_write(bench->silicon, bench->now, &access, value), SILICON_OK);
}

static inline uint64_t read_on(struct bench *bench, unsigned socket, uint32_t address)
{
	struct silicon_access access = bench_access(socket, address);
	uint64_t value = 0;

	assert_int_equal(silicon_read(bench->silicon, bench->now, &access, &value), SILICON_OK);
	return value;
}

static inline void put(struct bench *bench, uint32_t address, uint64_t value)
{
	write_on(bench, 0, address, value);
}

static inline uint64_t get(struct bench *bench, uint32_t address)
{
	return read_on(bench, 0, address);
}

static inline enum silicon_answer answer_to_read(struct bench *bench, uint32_t address)
{
	struct silicon_access access = bench_access(0, address);
	uint64_t value;

	return silicon_read(bench->silicon, bench->now, &access, &value);
}

static inline void go(struct bench *bench, uint64_t ns)
{
	bench->now += ns;
	silicon_advance(bench->silicon, bench->now);
}

/* Programs counter `i` of C-Box `n` and enables it in its box, still without the master enable. */
static inline void set_c(struct bench *bench, unsigned n, unsigned i, uint64_t select, uint64_t value)
{
	put(bench, C_SEL(n, i), EN | select);
	put(bench, C_CTR(n, i), value);
	put(bench, C_CTL(n), get(bench, C_CTL(n)) | BIT(i));
}

/* The same in any box, with a select that includes its own enable. */
static inline void set_any(struct bench *bench, uint32_t base, unsigned i, uint64_t select, uint64_t value)
{
	put(bench, SEL(base, i), select);
	put(bench, CTR(base, i), value);
	put(bench, base, get(bench, base) | BIT(i));
}

static inline void start(struct bench *bench, uint64_t flags)
{
	put(bench, U_CTL, EN_ALL | flags);
}

static inline void stop(struct bench *bench)
{
	put(bench, U_CTL, 0);
}

/* What counter 0 of a box adds in a second with this select; nothing is left programmed. */
static inline uint64_t second_of(struct bench *bench, uint32_t base, uint64_t select)
{
	uint64_t count;

	set_any(bench, base, 0, select, 0);
	start(bench, 0);
	go(bench, 1000000000);
	stop(bench);
	count = get(bench, CTR(base, 0));
	put(bench, SEL(base, 0), 0);
	put(bench, base, 0);
	put(bench, CTR(base, 0), 0);
	return count;
}

static inline void expect_clean(struct bench *bench)
{
	if (bench->violations)
		fail_msg("%s", bench->violation);
}

/* Exactly one violation since the last call, and it says this. */
static inline void expect_violation(struct bench *bench, const char *part)
{
	if (bench->violations != 1)
		fail_msg("%u violations, last \"%s\"; one about \"%s\" is expected", bench->violations,
			 bench->violation, part);
	if (!strstr(bench->violation, part))
		fail_msg("\"%s\" does not say \"%s\"", bench->violation, part);
	bench->violations = 0;
}

#endif
