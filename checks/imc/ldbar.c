/* SPDX-License-Identifier: BSD-2-Clause */
/* LDBAR holds every address that it can be given. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"

/* Posting stays off (bits 0 and 1 are 0), so that an address without memory does no harm. */
static const uint64_t addresses[] = {
	LDBAR_ADDRESS,
	LDBAR_ADDRESS &UINT64_C(0x5555555555555555),
	LDBAR_ADDRESS &UINT64_C(0xaaaaaaaaaaaaaaaa),
	0,
};

void run_ldbar(struct check_context *context)
{
	struct finding finding = {.where = posted_ldbar(context->machine, subject(context)->cpu)};

	for (unsigned i = 0; i < ARRAY_SIZE(addresses) && check_going(context); i++) {
		finding.expected = addresses[i];
		write_at(context, finding.where, addresses[i]);
		finding.got = read_at(context, finding.where);
		if (check_going(context) && finding.got != finding.expected)
			fail_at(context, &finding, "LDBAR does not hold an address");
	}
	stop(context, subject(context));
	check_pass(context, "all address bits hold");
}
