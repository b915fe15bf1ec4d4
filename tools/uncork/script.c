/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/script.h"

#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEVELS_MAX    4 /* build/uncork, build/clang/uncork, ... */
#define ARGUMENTS_MAX 4096

static const char *const names[] = {"report", "export", "board", "watch"};
/* In the source tree, and below the prefix of `make install`. */
static const char *const places[] = {"tools", "share/uncork/tools"};

bool script_exists(const char *name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

/* Writes the program's directory to `found`, of PATH_MAX bytes. Returns false if there is none below `directory`. */
static bool find_below(const char *directory, const char *name, char *found)
{
	char program[PATH_MAX + 32];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		int size = snprintf(found, PATH_MAX, "%s/%s/%s", directory, places[i], name);

		if (size >= PATH_MAX)
			continue;
		snprintf(program, sizeof(program), "%s/__main__.py", found);
		if (!access(program, R_OK))
			return true;
	}
	return false;
}

static bool find(const char *name, char *found)
{
	char directory[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", directory, sizeof(directory) - 1);

	if (length <= 0)
		return false;
	directory[length] = '\0';
	for (int level = 0; level < LEVELS_MAX; level++) {
		char *slash = strrchr(directory, '/');

		if (!slash || slash == directory)
			return false;
		*slash = '\0';
		if (find_below(directory, name, found))
			return true;
	}
	return false;
}

/* Returns the words of the command that runs arguments[0], or NULL after a diagnostic. */
static char **command_of(char *const *arguments)
{
	static char interpreter[] = "python3", no_cache[] = "-B", program[PATH_MAX];
	static char *words[ARGUMENTS_MAX] = {interpreter, no_cache, program};
	const char *name = arguments[0];
	size_t count = 3;

	if (!find(name, program)) {
		fprintf(stderr, "uncork: the separate program for %s is not where `make install` puts it\n", name);
		return NULL;
	}
	for (arguments++; *arguments && count < ARGUMENTS_MAX - 1; arguments++)
		words[count++] = *arguments;
	words[count] = NULL;
	if (!*arguments)
		return words;
	fprintf(stderr, "uncork: more than %d arguments\n", ARGUMENTS_MAX);
	return NULL;
}

static void execute(char **words, const char *name)
{
	execvp(words[0], words);
	if (errno == ENOENT)
		fprintf(stderr, "uncork: `uncork %s` needs python3, which was not found\n", name);
	else
		fprintf(stderr, "uncork: python3: %s\n", strerror(errno));
}

void script_run(char *const *arguments)
{
	char **words = command_of(arguments);

	if (words)
		execute(words, arguments[0]);
}

bool script_output(char *const *arguments, struct text *text)
{
	char **words = command_of(arguments);
	char bytes[4096];
	int ends[2], status = -1;
	ssize_t count;
	pid_t child;

	if (!words || pipe(ends))
		return false;
	child = fork();
	if (!child) {
		if (dup2(ends[1], STDOUT_FILENO) < 0)
			_exit(EXIT_FAILURE);
		close(ends[0]);
		close(ends[1]);
		execute(words, arguments[0]);
		_exit(EXIT_FAILURE);
	}
	close(ends[1]);
	while (child > 0 && (count = read(ends[0], bytes, sizeof(bytes))) > 0)
		text_bytes(text, bytes, (size_t)count);
	close(ends[0]);
	return child > 0 && waitpid(child, &status, 0) == child && !status;
}
