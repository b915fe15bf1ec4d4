/* SPDX-License-Identifier: BSD-2-Clause */
/* Choices that the console offers before the medium's configuration runs. */
#ifndef EFI_MENU_H
#define EFI_MENU_H

#include "core/arena.h"
#include "efi/console.h"

enum menu_choice {
	MENU_CONFIGURATION, /* no other choice was made */
	MENU_PROMPT,
	MENU_SILICON /* the virtual silicon on the medium */
};

/* Offers a prompt and, if the medium has it and the processor can run it, the virtual silicon. Waits some seconds for
 * a key. */
enum menu_choice menu_ask(struct console *console);

/* Starts the medium's virtual silicon, which starts uncork on top of itself. Returns true if it started: *status is
 * the result of that run, if it returns. Returns false, after a line with the reason, if it did not start. */
MUST_CHECK bool menu_start_silicon(struct console *console, struct arena *arena, EFI_STATUS *status);

#endif
