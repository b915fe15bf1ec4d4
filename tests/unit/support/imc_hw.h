/* SPDX-License-Identifier: BSD-2-Clause */
/* The firmware's side of POWER and the model in one program, and what of struct hw and struct posted has nothing to do there. */
#ifndef TESTS_UNIT_SUPPORT_IMC_HW_H
#define TESTS_UNIT_SUPPORT_IMC_HW_H

/* Both sides have these names. */
/* clang-format off */
#define imc_call firmware_imc_call
#include "arch/ppc64/platform.h"
#include "arch/ppc64/posted.h"
#undef imc_call
#define IMC_NEST   MODEL_NEST
#define IMC_CORE   MODEL_CORE
#define IMC_THREAD MODEL_THREAD
#define IMC_TRACE  MODEL_TRACE
#include "tests/unit/support/imc_bench.h"
#undef IMC_NEST
#undef IMC_CORE
#undef IMC_THREAD
#undef IMC_TRACE
/* clang-format on */

#include "tests/unit/support/one_processor.h"

static inline enum outcome open_window(struct hw *hw, const struct window *window)
{
	(void)hw;
	(void)window;
	return OUTCOME_OK;
}

static inline void close_window(struct hw *hw)
{
	(void)hw;
}

static inline void explain_nothing(const struct location *where, struct text *text)
{
	(void)where;
	(void)text;
}

static inline bool name_place(const struct location *where, struct text *text)
{
	text_format(text, "0x%llx", (unsigned long long)where->address);
	return true;
}

#endif
