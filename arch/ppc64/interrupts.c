/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/opal.h"
#include "arch/ppc64/vectors.h"

#define MSR_EE          BIT(15)
#define MAINTAINED_MOST 1000 /* of one CPU: if it recurs this often it is not fixed */

bool interrupt_take(struct hardware_thread *thread, struct trap_frame *frame)
{
	switch (frame->vector) {
	case VECTOR_DOORBELL: thread->doorbells_taken++; return true;
	case VECTOR_MAINTENANCE:
		/* Hypervisor maintenance, such as a time base that lost its step. skiboot repairs it on each thread
		 * that asks, and logs it for an operating system. */
		if (thread->maintained == MAINTAINED_MOST || opal_call(OPAL_HANDLE_HMI, 0, 0, 0, 0, 0) != OPAL_SUCCESS)
			return false;
		thread->maintained++;
		return true;
	case VECTOR_EXTERNAL:
	case VECTOR_VIRTUALIZATION:
		/* Its device is unknown and keeps requesting, so interrupts are disabled. */
		frame->msr &= ~MSR_EE;
		thread->others_taken++;
		thread->last_other = (uint32_t)frame->vector;
		return true;
	default: return false;
	}
}
