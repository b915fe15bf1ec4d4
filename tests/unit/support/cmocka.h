/* SPDX-License-Identifier: BSD-2-Clause */
/* cmocka, of version 1 or 2: tests are written as for both. */
#ifndef TESTS_UNIT_SUPPORT_CMOCKA_H
#define TESTS_UNIT_SUPPORT_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Version 2 calls the range of unsigned numbers by a name that version 1 does not know, and takes one that is ours. */
#ifdef assert_uint_in_range
#undef assert_in_range
#define assert_in_range assert_uint_in_range
#endif
#undef stop

#endif
