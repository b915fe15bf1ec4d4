/* SPDX-License-Identifier: BSD-2-Clause */
/* Records the guest's accesses that the model answers, each as a line on the log in the format that uncork's `replay` reads.
 *
 *	access: +NS SOCKET.PROCESSOR read|write SPACE ADDRESS BITS VALUE|fault
 *
 * NS is the model's time since the previous line, PROCESSOR the number within the socket. The first 64 bytes of
 * configuration space, which every PCI function has (PCI 3.0, section 6.1), are not recorded: operating systems read
 * them in all possible functions, and they contain no counters. */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

#define CONFIG_HEADER_BYTES 0x40u
#define CONFIG_OFFSET       MASK(0, 12)

static void write_line(uint64_t after_ns, const struct silicon_access *access, const struct silicon_done *done)
{
	static const char *const spaces[] = {
		[SILICON_MSR] = "msr", [SILICON_CONFIG] = "pci", [SILICON_MMIO] = "mmio", [SILICON_PMC] = "pmc"};
	const char *what = done->write ? "write" : "read";
	uint64_t value = done->value & MASK(0, 8 * access->bytes);

	if (done->answer == SILICON_OK)
		log_line("access", "+%lu %u.%u %s %s 0x%lx %u 0x%lx", after_ns, access->socket, access->core, what,
			 spaces[access->space], access->address, 8u * access->bytes, value);
	else
		log_line("access", "+%lu %u.%u %s %s 0x%lx %u fault", after_ns, access->socket, access->core, what,
			 spaces[access->space], access->address, 8u * access->bytes);
}

void accesses_note(struct hypervisor *hypervisor, const struct silicon_access *access, const struct silicon_done *done)
{
	uint64_t now = hypervisor->clock.last_ns;
	bool header = access->space == SILICON_CONFIG && (access->address & CONFIG_OFFSET) < CONFIG_HEADER_BYTES;

	if (!hypervisor->accesses_left || header || (done->answer != SILICON_OK && done->answer != SILICON_FAULT))
		return;
	write_line(hypervisor->accessed_ns ? now - hypervisor->accessed_ns : 0, access, done);
	hypervisor->accessed_ns = now;
	if (!--hypervisor->accesses_left)
		log_line("log", "the requested number of accesses is recorded; later ones are not");
}
