/* SPDX-License-Identifier: BSD-2-Clause */
/* The one place that knows the version. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define UNCORK_VERSION "0.1"

#endif
