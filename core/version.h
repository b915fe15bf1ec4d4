/* SPDX-License-Identifier: BSD-2-Clause */
/* Name and commit of the running program. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

/* The output of tools/gen/version at build time: "0.3-12-g0123456789ab". A variable, not a macro, so that a commit rebuilds only
 * one object. */
extern const char uncork_version[];

#endif
