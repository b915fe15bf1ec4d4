/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/errors.h"

#include "lib/text.h"

uint32_t errors_count(const struct errors *errors)
{
	return (uint32_t)min_u64(__atomic_load_n(&errors->count, __ATOMIC_ACQUIRE), ERRORS_ROOM);
}

/* Two processors that share a bank may both note the same error at the same moment: twice is better than never. */
bool errors_note(struct errors *errors, const struct error_bank *error)
{
	uint32_t count = errors_count(errors), place;

	for (uint32_t i = 0; i < count; i++) {
		const struct error_bank *noted = &errors->list[i];

		if (__atomic_load_n(&errors->ready[i], __ATOMIC_ACQUIRE) && noted->socket == error->socket &&
		    noted->bank == error->bank && noted->status == error->status && noted->address == error->address)
			return false;
	}
	place = __atomic_fetch_add(&errors->count, 1, __ATOMIC_ACQ_REL);
	if (place >= ERRORS_ROOM) {
		__atomic_store_n(&errors->count, ERRORS_ROOM, __ATOMIC_RELEASE);
		return true;
	}
	errors->list[place] = *error;
	__atomic_store_n(&errors->ready[place], true, __ATOMIC_RELEASE);
	return true;
}

void error_text(const struct error_bank *error, struct text *text)
{
	text_format(text, "bank %u of socket %u (cpu %u): status 0x%llx", error->bank, error->socket, error->cpu,
		    (unsigned long long)error->status);
	if (error->status & ERROR_HAS_ADDRESS)
		text_format(text, ", address 0x%llx", (unsigned long long)error->address);
	if (error->status & ERROR_HAS_MISC)
		text_format(text, ", misc 0x%llx", (unsigned long long)error->misc);
	text_string(text, error->status & ERROR_UNCORRECTED ? ": uncorrected" : ": corrected");
	if (error->status & ERROR_OVERFLOW)
		text_string(text, ", others lost");
	if (error->status & ERROR_CORRUPT)
		text_string(text, ", the processor's state may be damaged");
}
