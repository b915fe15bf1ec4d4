/* SPDX-License-Identifier: BSD-2-Clause */
/* The firmware's own page tables: rights of pages, by splitting large ones where need be. Memory is mapped one to one.
 * Intel SDM volume 3, section 4.5. */
#ifndef POLICY_PAGING_H
#define POLICY_PAGING_H

#include "lib/basic.h"

#define PAGE_BYTES UINT64_C(4096)

/* Permissions of a page other than reading it. */
enum rights { RIGHTS_NONE = 0, RIGHTS_WRITE = 1, RIGHTS_EXECUTE = 2 };

/* Takes over the tables of the executing processor, and switches on that rights count there. `spare` pages at `pages`
 * are for tables to come. */
void paging_open(void *pages, size_t spare);

/* On another processor: rights count there, too. */
void paging_follow(void);

/* Gives all pages of a range the rights. Pages that are not mapped stay so. */
void paging_protect(uint64_t address, uint64_t bytes, unsigned rights);

/* Adds and takes rights of all pages of a range. */
void paging_change(uint64_t address, uint64_t bytes, unsigned give, unsigned take);

/* The rights of the page at an address. False if none is mapped. */
MUST_CHECK bool paging_rights(uint64_t address, unsigned *rights);

#endif
