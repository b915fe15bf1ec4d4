/* SPDX-License-Identifier: BSD-2-Clause */
/* The user's statements about this board. Its firmware may hide boxes, and earlier software may have used the counters: without
 * such a statement neither is a failure. */
#ifndef CORE_EXPECT_H
#define CORE_EXPECT_H

#include "core/hardware/machine.h"
#include "lib/parse.h"
#include "lib/text.h"

/* Things that a machine may lack, and without which a run cannot judge the whole machine. */
enum lack { LACKS_BOXES, LACKS_PROCESSORS, LACKS_ACPI, LACKS_MCFG, LACKS_CLOCK, LACKS };

/* The word by which `expect` accepts a lack: "no-boxes", "fewer-processors", ... */
const char *lack_word(enum lack lack);

/* True if the machine has this lack. Then `why` gets the reason, and `brief` a few words for the end record. */
bool machine_lacks(const struct machine *machine, enum lack lack, struct text *why, struct text *brief);

/* Adds boxes that must be there, by a glob of their names ("qpi*"). `too_much`: the list of globs is full. */
enum expected { EXPECTED, EXPECTED_NONE_MATCHES, EXPECTED_TOO_MUCH };
MUST_CHECK enum expected expect_boxes(struct machine *machine, struct slice glob);

/* True if part of PCI configuration space is memory-mapped, by ACPI's table MCFG. */
bool has_mcfg(const struct machine *machine);

/* True if the user said that this box, or a function of that name, must be there. */
bool expects_name(const struct machine *machine, const char *name);
bool expects_box(const struct machine *machine, const struct box *box);

/* True if the box, or the function of its bank `bank`, is hidden and the user did not say that it must be there: this is no failure
 * of the part. Without ACPI tables a box that cannot be reached counts as hidden, too. */
bool is_hidden_box(const struct machine *machine, const struct machine_box *place);

/* The beginning of a sentence about hidden functions: "the board's firmware hides", or a text that also names the hypervisor. */
const char *hider(const struct machine *machine);

/* Like hider(), for a box, whose name follows; or words that there is no way to the box. */
const char *hidden_by(const struct machine *machine, const struct machine_box *place);
bool is_hidden_bank(const struct machine *machine, const struct machine_box *place, unsigned bank);

#endif
