/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/script.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LEVELS_MAX    4 /* build/uncork, build/clang/uncork, ... */
#define ARGUMENTS_MAX 4096

static const char *const names[] = {"report"};

bool script_exists(const char *name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Cuts the last component off; false if nothing would be left. */
static bool to_parent(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || slash == path)
		return false;
	*slash = '\0';
	return true;
}

/* Writes the program's directory to `found`, of PATH_MAX bytes; false if there is none. */
static bool find(const char *name, char *found)
{
	char directory[PATH_MAX], program[PATH_MAX + 32];
	ssize_t length = readlink("/proc/self/exe", directory, sizeof(directory) - 1);

	if (length <= 0)
		return false;
	directory[length] = '\0';
	for (int level = 0; level < LEVELS_MAX && to_parent(directory); level++) {
		int size = snprintf(found, PATH_MAX, "%s/tools/%s", directory, name);

		if (size >= PATH_MAX)
			continue;
		snprintf(program, sizeof(program), "%s/__main__.py", found);
		if (!access(program, R_OK))
			return true;
	}
	return false;
}

void script_run(char *const *arguments)
{
	static char interpreter[] = "python3", no_cache[] = "-B", program[PATH_MAX];
	static char *words[ARGUMENTS_MAX] = {interpreter, no_cache, program};
	size_t count = 3;

	if (!find(arguments[0], program)) {
		fprintf(stderr, "uncork: tools/%s is not above the directory of this program\n", arguments[0]);
		return;
	}
	for (arguments++; *arguments && count < ARGUMENTS_MAX - 1; arguments++)
		words[count++] = *arguments;
	if (*arguments) {
		fprintf(stderr, "uncork: more than %d arguments\n", ARGUMENTS_MAX);
		return;
	}
	execvp(interpreter, words);
	if (errno == ENOENT)
		fprintf(stderr, "uncork: there is no python3; `make deps` installs it\n");
	else
		fprintf(stderr, "uncork: python3: %s\n", strerror(errno));
}
