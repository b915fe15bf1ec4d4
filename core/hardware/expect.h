/* SPDX-License-Identifier: BSD-2-Clause */
/* What the user says that holds of this board. A board's firmware may hide what a part has, and software before us may have used
 * its counters: unless somebody knows better, neither is held against the part. */
#ifndef CORE_EXPECT_H
#define CORE_EXPECT_H

#include "core/hardware/machine.h"
#include "lib/parse.h"
#include "lib/text.h"

/* What a run may be without that it needs to say anything of the machine. */
enum lack { LACKS_BOXES, LACKS_PROCESSORS, LACKS_ACPI, LACKS_MCFG, LACKS_CLOCK, LACKS };

/* The word by which `expect` takes it for granted: "no-boxes", "fewer-processors", ... */
const char *lack_word(enum lack lack);

/* True, with the reason in `why` and a few words for the end of the run in `brief`, if the machine is without it. */
bool machine_lacks(const struct machine *machine, enum lack lack, struct text *why, struct text *brief);

/* Adds boxes that must be there, by a glob of their names ("qpi*"). `too_much`: the list of globs is full. */
enum expected { EXPECTED, EXPECTED_NONE_MATCHES, EXPECTED_TOO_MUCH };
MUST_CHECK enum expected expect_boxes(struct machine *machine, struct slice glob);

/* True if some of PCI configuration space is reached by memory, as ACPI's table MCFG says, and not by ports alone. */
bool has_mcfg(const struct machine *machine);

/* True if the user said that this box, or a function of that name, must be there. */
bool expects_name(const struct machine *machine, const char *name);
bool expects_box(const struct machine *machine, const struct box *box);

/* True if the box, or (`bank`) the function of its bank, is hidden and nobody said that it must be there: that says nothing of the
 * part. Without ACPI tables a box that there is no way to is as good as hidden. */
bool is_hidden_box(const struct machine *machine, const struct machine_box *place);

/* What may hide functions here, before what it hides: "the board's firmware hides", or that of a hypervisor, too. */
const char *hider(const struct machine *machine);

/* What hides a box, before its name in a sentence: the same, or that there is no way to it. */
const char *hidden_by(const struct machine *machine, const struct machine_box *place);
bool is_hidden_bank(const struct machine *machine, const struct machine_box *place, unsigned bank);

#endif
