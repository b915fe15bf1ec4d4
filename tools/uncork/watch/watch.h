/* SPDX-License-Identifier: BSD-2-Clause */
/* uncork watch: the host's end of a framed console (docs/console-protocol.md). */
#ifndef TOOLS_WATCH_WATCH_H
#define TOOLS_WATCH_WATCH_H

/* Runs `watch` with its arguments, argv[0] being its name. Returns the exit status. */
int watch_main(int argc, char **argv);

#endif
