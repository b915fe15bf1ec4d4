/* SPDX-License-Identifier: BSD-2-Clause */
/* Passes the processors' accesses to the model, one at a time and with the time of the access. The alarm is set again
 * after each. */
#include "silicon/svm/log.h"
#include "silicon/svm/svm.h"

/* The processor that runs the model is its owner for the moment and sends PMIs. Returns the time, read before waiting
 * for the lock. */
uint64_t svm_bus_enter(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	uint64_t now = hpet_now(&hypervisor->clock);

	lock_take(&hypervisor->lock);
	hypervisor->acting = cpu;
	hypervisor->clock.last_ns = max_u64(hypervisor->clock.last_ns, guest_time_now(hypervisor, now));
	return hypervisor->clock.last_ns;
}

/* For an access, which takes place when its instruction retires. */
static uint64_t enter_for_access(struct cpu *cpu)
{
	struct clock *clock = &cpu->hypervisor->clock;

	return clock->last_ns = svm_bus_enter(cpu) + cpu->hypervisor->guest_time.instruction_ns;
}

/* Devices are accessed after the lock is released: under QEMU each has its own lock, on which other processors would
 * wait. The access ends only after any PMI that another processor is about to send because of it. */
void svm_bus_leave(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;

	hypervisor->clock.wanted_ns = guest_time_alarm(hypervisor, silicon_next_event(hypervisor->silicon));
	hypervisor->acting = NULL;
	lock_give(&hypervisor->lock);
	hpet_alarm(&hypervisor->clock);
	apic_send_deferred(cpu);
	apic_await_deferred(cpu);
}

static struct silicon_access access_of(const struct cpu *cpu, enum silicon_space space, uint64_t address,
				       unsigned bytes)
{
	return (struct silicon_access){.space = (uint8_t)space,
				       .bytes = (uint8_t)bytes,
				       .socket = cpu->socket,
				       .core = cpu->number,
				       .address = address};
}

void svm_bus_poll(struct cpu *cpu)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	uint64_t machine_ns = hpet_now(&hypervisor->clock), now = svm_bus_enter(cpu);

	if (hypervisor->clock.alarm_ns <= machine_ns)
		hypervisor->clock.alarm_ns = 0;
	silicon_advance(hypervisor->silicon, now);
	/* The alarm would ring endlessly and stop the guest. */
	if (silicon_next_event(hypervisor->silicon) <= now)
		log_assert("the model did not process the event due at %lu ns", now);
	svm_bus_leave(cpu);
}

/* Virtual silicon has faults with which an access never completes and holds its processor forever. The alarm may ring
 * here, and time must continue for the others. */
static void hang_forever(struct cpu *cpu)
{
	log_line("hang", "processor %u at rip=0x%lx", cpu->apic_id, cpu->vmcb->rip);
	for (;;) {
		svm_bus_poll(cpu);
		guest_time_sleep(cpu, true);
		svm_wait_nmi();
		guest_time_sleep(cpu, false);
	}
}

enum silicon_answer svm_bus_read(struct cpu *cpu, enum silicon_space space, uint64_t address, unsigned bytes,
				 uint64_t *value)
{
	const struct silicon_access access = access_of(cpu, space, address, bytes);
	uint64_t now = enter_for_access(cpu);
	enum silicon_answer answer = silicon_read(cpu->hypervisor->silicon, now, &access, value);

	accesses_note(cpu->hypervisor, &access,
		      &(struct silicon_done){answer, false, answer == SILICON_OK ? *value : 0});
	svm_bus_leave(cpu);
	if (answer == SILICON_HANG)
		hang_forever(cpu);
	return answer;
}

enum silicon_answer svm_bus_write(struct cpu *cpu, enum silicon_space space, uint64_t address, unsigned bytes,
				  uint64_t value)
{
	const struct silicon_access access = access_of(cpu, space, address, bytes);
	uint64_t now = enter_for_access(cpu);
	enum silicon_answer answer = silicon_write(cpu->hypervisor->silicon, now, &access, value);

	accesses_note(cpu->hypervisor, &access, &(struct silicon_done){answer, true, value});
	svm_bus_leave(cpu);
	if (answer == SILICON_HANG)
		hang_forever(cpu);
	return answer;
}

void svm_bus_report(struct cpu *cpu, bool leave)
{
	struct hypervisor *hypervisor = cpu->hypervisor;
	struct silicon_statistics s;
	uint64_t now = svm_bus_enter(cpu);

	if (leave && !hypervisor->left)
		silicon_leave(hypervisor->silicon, now);
	hypervisor->left |= leave;
	silicon_statistics(hypervisor->silicon, &s);
	log_line("statistics", "reads=%lu writes=%lu faults=%lu overflows=%lu pmis=%lu violations=%lu", s.reads,
		 s.writes, s.faults, s.overflows, s.pmis, s.violations + hypervisor->violations);
	log_line("statistics", "pmis_delivered=%lu pmis_dropped_masked=%lu pmis_no_core=%lu",
		 hypervisor->pmis_delivered, hypervisor->pmis_masked, hypervisor->pmis_no_core);
	cpu_log_exits(hypervisor);
	svm_bus_leave(cpu);
}

/* ---- callbacks of the model, with the lock held ---------------------------------------------------- */

static void on_pmi(void *context, unsigned socket, const struct silicon_cores *cores)
{
	struct hypervisor *hypervisor = context;
	unsigned reached = 0;

	for (unsigned i = 0; i < hypervisor->cpu_count; i++) {
		struct cpu *cpu = &hypervisor->cpus[i];

		if (!cpu->running || cpu->socket != socket || !cores_have(cores, cpu->number))
			continue;
		apic_pmi(hypervisor->acting, cpu);
		reached++;
	}
	hypervisor->pmis_no_core += cores_count(cores) - reached;
}

static void on_violation(void *context, const char *line)
{
	(void)context;
	log_line("violation", "%s", line);
}

static void on_log(void *context, const char *line)
{
	(void)context;
	log_line("log", "%s", line);
}

struct silicon_owner svm_bus_owner(struct hypervisor *hypervisor)
{
	return (struct silicon_owner){hypervisor, on_pmi, on_violation, on_log};
}
