/* SPDX-License-Identifier: BSD-2-Clause */
/* Name and commit of what runs. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

/* What tools/gen/version said when this was built: "0.3-12-g0123456789ab". It is a variable, and not a macro, so that a commit
 * rebuilds one object. */
extern const char uncork_version[];

#endif
