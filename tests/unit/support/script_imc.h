/* SPDX-License-Identifier: BSD-2-Clause */
/* The In-Memory Collection that a script is about, on the machine of imc_bench.h. docs/model-scripts.md explains the language. */
#ifndef TESTS_UNIT_SUPPORT_SCRIPT_IMC_H
#define TESTS_UNIT_SUPPORT_SCRIPT_IMC_H

#include "silicon/silicon.h"

/* Places beyond those of enum silicon_space: words of a nest's region, words of the program's memory, and the SPR LDBAR. */
enum { IMC_PLACE_NEST = SILICON_PMC + 1, IMC_PLACE_WORD, IMC_PLACE_LDBAR };

/* What a bench shows its script, wherever it keeps it. */
struct seen {
	uint64_t *now;
	unsigned *violations;
	const char *violation, *error; /* the last violation; why the scenario was refused */
};

/* The PVR of a machine, which is named "power9" or by its PVR, "0x840100"; 0: it has no In-Memory Collection. */
uint32_t imc_script_pvr(const char *machine);

/* Makes the silicon, and says where it can be seen. False if the scenario is refused. End it in both cases. */
bool imc_script_begin(uint32_t pvr, const char *scenario, struct seen *seen);
void imc_script_end(void);

/* Reads or writes a place; access->socket is the index of a chip. LDBAR reads as what the last write left in it. */
enum silicon_answer imc_script_reach(const struct silicon_access *access, bool write, uint64_t *value);

/* Words and functions of an expression: false if there is none of that name. */
bool imc_script_state(const char *word, uint64_t *value);
bool imc_script_function(const char *word, const uint64_t argument[3], uint64_t *value);

/* True if it is one of OPAL's calls: by itself it must succeed. */
bool imc_script_is_call(const char *word);

/* The time is *seen->now. hand_back: the thread `pir` returns to OPAL. */
void imc_script_advance(void);
void imc_script_hand_back(uint32_t pir);
void imc_script_leave(void);
void imc_script_banner(char *line, size_t size);

#endif
