/* SPDX-License-Identifier: BSD-2-Clause */
/* OPAL refuses calls for processors that do not exist. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define PIR_OF_NOBODY 0x7ffc /* a thread of a chip number that does not exist */

static const struct {
	unsigned token;
	enum imc_engine engine;
} wrong_calls[] = {
	{OPAL_IMC_COUNTERS_INIT, IMC_ENGINE_CORE}, {OPAL_IMC_COUNTERS_START, IMC_ENGINE_CORE},
	{OPAL_IMC_COUNTERS_STOP, IMC_ENGINE_CORE}, {OPAL_IMC_COUNTERS_START, IMC_ENGINE_NEST},
	{OPAL_IMC_COUNTERS_STOP, IMC_ENGINE_NEST}, {OPAL_IMC_COUNTERS_START, IMC_ENGINE_TRACE},
};

void run_calls(struct check_context *context)
{
	for (unsigned i = 0; i < ARRAY_SIZE(wrong_calls); i++) {
		struct finding finding = {
			.where = {.space = SPACE_OPAL,
				  .width_bits = 64,
				  .address = IMC_PLACE(wrong_calls[i].token, wrong_calls[i].engine, PIR_OF_NOBODY)},
			.expected = (uint64_t)OPAL_PARAMETER,
		};

		finding.got = (uint64_t)result_of_call(context, finding.where, posted_state.core_pages[0]);
		if (finding.got != finding.expected)
			fail_at(context, &finding, "a call for a processor that is not there is not refused as such");
	}
	check_pass(context, "%u calls for a processor that does not exist are refused",
		   (unsigned)ARRAY_SIZE(wrong_calls));
}
