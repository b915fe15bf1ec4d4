/* SPDX-License-Identifier: BSD-2-Clause */
#define _GNU_SOURCE /* fopencookie() */
#include "tests/golden/dump.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

FILE *out;
int depth;
void (*seen)(const char *type, const void *object, const void *used, size_t size);
static void (*dump_tables)(const void *tables);

/* ---- lines and values ------------------------------------------------------------------------------- */

void begin(const char *word)
{
	fprintf(out, "%*s%s", depth, "", word);
}

void end(void)
{
	fputc('\n', out);
}

void print_number(const char *key, uint64_t value, bool hex)
{
	if (value)
		fprintf(out, hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, key, value);
}

void print_text(const char *key, const char *value)
{
	if (!value)
		return;
	fprintf(out, " %s=\"", key);
	for (; *value; value++) {
		if (*value == '"' || *value == '\\')
			fputc('\\', out);
		fputc(*value, out);
	}
	fputc('"', out);
}

void print_word(const char *key, const char *const *names, size_t count, uint64_t value)
{
	if (value < count)
		fprintf(out, " %s=%s", key, names[value]);
	else
		fprintf(out, " %s=?%" PRIu64, key, value);
}

void print_array(const char *key, const void *array, unsigned count)
{
	if (!array && count)
		fprintf(out, " %s=NULL", key);
	if (array && !count)
		fprintf(out, " %s=empty", key);
}

/* ---- does each byte show? -------------------------------------------------------------------------------- */

/* Each byte of each struct that is printed is turned over, in a child, until it has changed the text of one machine. A byte that never
 * does is padding, or belongs to a member that this program forgot. */
static struct {
	const char *type;
	size_t size;
	unsigned char hidden[512]; /* byte i is not padding, and has never shown */
} structs[64];
static unsigned struct_count;

static struct {
	unsigned of; /* structs */
	char *object;
} objects[256];
static unsigned object_count;
#define OBJECTS_OF_A_TYPE 4 /* of each machine */

static unsigned find_struct(const char *type, const void *used, size_t size)
{
	unsigned which = 0;

	while (which < struct_count && strcmp(structs[which].type, type) != 0)
		which++;
	if (which == struct_count) {
		structs[struct_count].type = type;
		structs[struct_count].size = size;
		for (size_t i = 0; i < size; i++)
			structs[struct_count].hidden[i] = ((const unsigned char *)used)[i] != 0;
		struct_count++;
	}
	return which;
}

static void remember(const char *type, const void *object, const void *used, size_t size)
{
	unsigned which = find_struct(type, used, size), same = 0;

	for (unsigned i = 0; i < object_count; i++) {
		if (objects[i].object == object && objects[i].of == which)
			return;
		same += objects[i].of == which;
	}
	if (same < OBJECTS_OF_A_TYPE && object_count < ARRAY_SIZE(objects)) {
		objects[object_count].of = which;
		objects[object_count++].object = (char *)(uintptr_t)object;
	}
}

/* The text of the machine as it is. */
static char *sound;
static size_t sound_size;

static void print_to(FILE *stream, const void *tables)
{
	out = stream;
	depth = 0;
	dump_tables(tables);
	fclose(out);
}

/* Ends the child at the first difference. */
static ssize_t compare(void *place, const char *text, size_t size)
{
	size_t *at = place;

	if (size > sound_size - *at || memcmp(sound + *at, text, size) != 0)
		_exit(1);
	*at += size;
	return (ssize_t)size;
}

static bool text_differs(const void *tables)
{
	size_t at = 0;

	print_to(fopencookie(&at, "w", (cookie_io_functions_t){.write = compare}), tables);
	return at != sound_size;
}

static bool shows(const void *tables, char *byte)
{
	int status;
	pid_t child = fork();

	if (!child) {
		uintptr_t page = (uintptr_t)byte & ~(uintptr_t)4095;

		if (mprotect((void *)page, 4096, PROT_READ | PROT_WRITE))
			_exit(0);
		alarm(10);
		*byte ^= 1;
		_exit(text_differs(tables));
	}
	waitpid(child, &status, 0);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

static void probe(const void *tables)
{
	object_count = 0;
	seen = remember;
	print_to(open_memstream(&sound, &sound_size), tables);
	seen = NULL;
	for (unsigned i = 0; i < object_count; i++) {
		unsigned char *hidden = structs[objects[i].of].hidden;

		for (size_t at = 0; at < structs[objects[i].of].size; at++)
			if (hidden[at] && shows(tables, objects[i].object + at))
				hidden[at] = 0;
	}
	free(sound);
}

static int say_hidden(void)
{
	int found = 0;

	for (unsigned i = 0; i < struct_count; i++)
		for (size_t at = 0; at < structs[i].size; at++)
			if (structs[i].hidden[at]) {
				printf("struct %s: byte %zu of %zu shows in no machine's text\n", structs[i].type, at,
				       structs[i].size);
				found = 1;
			}
	printf("%u kinds of structs\n", struct_count);
	return found;
}

/* ---- the program ---------------------------------------------------------------------------------------- */

static bool write_file(const char *directory, const struct dumped *machine)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s", directory, machine->name);
	out = fopen(path, "w");
	if (!out)
		return false;
	dump_tables(machine->tables);
	return !fclose(out);
}

int run_dump(int argc, char **argv, const struct dumped *machines, unsigned count, void (*dump)(const void *tables))
{
	bool probing = argc == 2 && !strcmp(argv[1], "--probe"), listing = argc == 2 && !strcmp(argv[1], "--list");
	bool writing = argc == 3 && !strcmp(argv[1], "--all");

	dump_tables = dump;
	for (unsigned i = 0; i < count; i++) {
		if (probing)
			probe(machines[i].tables);
		if (listing)
			puts(machines[i].name);
		if (writing && !write_file(argv[2], &machines[i])) {
			perror(argv[2]);
			return 1;
		}
		if (argc == 2 && !strcmp(argv[1], machines[i].name)) {
			out = stdout;
			dump_tables(machines[i].tables);
			return 0;
		}
	}
	if (probing)
		return say_hidden();
	return listing || writing ? 0 : 2;
}
