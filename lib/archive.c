/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/archive.h"

#include "lib/memory.h"

/* An entry: a head of 6 characters and 13 numbers of 8 hexadecimal digits, the name, the content. */
enum { HEAD_BYTES = 110, DIGITS = 8, FIELD_SIZE = 6, FIELD_NAME_SIZE = 11, ALIGNMENT = 4 };
#define HEAD_MAGIC "070701"
#define LAST_NAME  "TRAILER!!!"

static bool head_field(const uint8_t *head, unsigned number, uint64_t *value)
{
	char digits[2 + DIGITS] = {'0', 'x'};

	memcpy(digits + 2, head + sizeof(HEAD_MAGIC) - 1 + (size_t)DIGITS * number, DIGITS);
	return parse_u64((struct slice){digits, sizeof(digits)}, value);
}

static uint64_t align_up(uint64_t value)
{
	return (value + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

bool archive_is(const uint8_t *at, uint64_t bytes)
{
	return bytes >= HEAD_BYTES && !memcmp(at, HEAD_MAGIC, sizeof(HEAD_MAGIC) - 1);
}

bool archive_next(struct archive *archive, struct archive_member *member)
{
	uint64_t at = archive->next, name_size, size, content;
	const uint8_t *head = archive->at + at;
	struct slice name;

	if (at > archive->bytes || !archive_is(head, archive->bytes - at) || !head_field(head, FIELD_SIZE, &size) ||
	    !head_field(head, FIELD_NAME_SIZE, &name_size) || !name_size)
		return false;
	content = align_up(at + HEAD_BYTES + name_size);
	if (content > archive->bytes || size > archive->bytes - content)
		return false;
	/* The name usually ends with a zero, which its size includes. GRUB writes no zero and does not count it. */
	name = (struct slice){(const char *)head + HEAD_BYTES, name_size};
	if (!name.at[name_size - 1])
		name.length--;
	*member = (struct archive_member){.name = name, .at = archive->at + content, .bytes = size};
	archive->next = align_up(content + size);
	archive->is_whole = slice_is(member->name, LAST_NAME);
	return !archive->is_whole;
}
