/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of struct hw that a machine of one processor needs to have registers accessed. */
#ifndef TESTS_UNIT_ONE_PROCESSOR_H
#define TESTS_UNIT_ONE_PROCESSOR_H

#include "core/hardware/hw.h"

static inline uint32_t one_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	(void)hw;
	(void)socket;
	return 0;
}

static inline enum outcome one_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	(void)hw;
	(void)cpu;
	work(context);
	return OUTCOME_OK;
}

static inline enum outcome one_await(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return OUTCOME_OK;
}

static const struct hw one_processor = {.cpu_of_socket = one_cpu_of_socket, .send = one_send, .await = one_await};

#endif
