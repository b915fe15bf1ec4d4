/* SPDX-License-Identifier: BSD-2-Clause */
/* The prompt's line editor. It moves the cursor with backspaces and by printing again, which every
 * terminal and every firmware's screen understands. */
#include "core/command.h"
#include "lib/memory.h"

#define PROMPT        "uncork> "
#define LINE_SIZE     256
#define HISTORY_LINES 8

/* Keys that are no characters, above all that are. */
enum key {
	KEY_END_OF_INPUT = 0x100,
	KEY_UP,
	KEY_DOWN,
	KEY_LEFT,
	KEY_RIGHT,
	KEY_HOME,
	KEY_END,
	KEY_OTHER
};

enum {
	CONTROL_A = 1,
	CONTROL_C = 3,
	CONTROL_D = 4,
	CONTROL_E = 5,
	CONTROL_U = 0x15,
	BELL = 7,
	BACKSPACE = 8,
	ESCAPE = 0x1b,
	DELETE = 0x7f
};

struct editor {
	struct shell *shell;
	size_t length, cursor;
	unsigned entered;  /* lines put into the history so far */
	unsigned recalled; /* how many lines back the one shown is; 0: the new one */
	int before;        /* the character before this one */
	char line[LINE_SIZE];
	char history[HISTORY_LINES][LINE_SIZE];
};

static void show(struct editor *editor, const char *bytes, size_t length)
{
	struct output *output = editor->shell->output;

	if (length)
		output->write(output->context, bytes, length);
}

static void show_string(struct editor *editor, const char *string)
{
	show(editor, string, strlen(string));
}

static void show_char(struct editor *editor, char c)
{
	show(editor, &c, 1);
}

static void step_left(struct editor *editor)
{
	if (!editor->cursor)
		return;
	editor->cursor--;
	show_char(editor, BACKSPACE);
}

static void step_right(struct editor *editor)
{
	if (editor->cursor < editor->length)
		show_char(editor, editor->line[editor->cursor++]);
}

static void go_to_end(struct editor *editor)
{
	while (editor->cursor < editor->length)
		step_right(editor);
}

static void go_to_start(struct editor *editor)
{
	while (editor->cursor)
		step_left(editor);
}

/* Prints what stands from the cursor on, then `blanks`, and goes back. */
static void show_tail(struct editor *editor, size_t blanks)
{
	size_t back = editor->length - editor->cursor + blanks;

	show(editor, editor->line + editor->cursor, editor->length - editor->cursor);
	while (blanks--)
		show_char(editor, ' ');
	while (back--)
		show_char(editor, BACKSPACE);
}

static void insert(struct editor *editor, char c)
{
	char *at = editor->line + editor->cursor;

	if (editor->length + 1 >= LINE_SIZE) {
		show_char(editor, BELL);
		return;
	}
	memmove(at + 1, at, editor->length - editor->cursor);
	*at = c;
	editor->length++;
	step_right(editor);
	show_tail(editor, 0);
}

static void rub_out(struct editor *editor)
{
	char *at;

	if (!editor->cursor)
		return;
	step_left(editor);
	at = editor->line + editor->cursor;
	memmove(at, at + 1, editor->length - editor->cursor - 1);
	editor->length--;
	show_tail(editor, 1);
}

static void drop_line(struct editor *editor)
{
	size_t length = editor->length;

	go_to_start(editor);
	editor->length = 0;
	show_tail(editor, length);
}

static void keep_line(struct editor *editor)
{
	const char *latest = editor->history[(editor->entered - 1) % HISTORY_LINES];

	if (!editor->length || (editor->entered && !strcmp(latest, editor->line)))
		return;
	memcpy(editor->history[editor->entered++ % HISTORY_LINES], editor->line,
	       editor->length + 1);
}

/* Shows the line `back` lines back; 0 is an empty one. */
static void recall(struct editor *editor, unsigned back)
{
	const char *line;

	if (back > editor->entered || back > HISTORY_LINES) {
		show_char(editor, BELL);
		return;
	}
	drop_line(editor);
	editor->recalled = back;
	if (!back)
		return;
	line = editor->history[(editor->entered - back) % HISTORY_LINES];
	while (*line)
		insert(editor, *line++);
}

static int read_char(struct editor *editor, unsigned timeout_ms)
{
	return editor->shell->read_char(editor->shell->context, timeout_ms);
}

/* The rest of what a terminal sends for a cursor key: "[A", "OA", "[1~". A lone escape says nothing
 * more. */
static int read_escape(struct editor *editor)
{
	static const struct {
		char final;
		int key;
	} keys[] = {
		{'A', KEY_UP   },
                {'B', KEY_DOWN },
                {'C', KEY_RIGHT},
		{'D', KEY_LEFT },
                {'H', KEY_HOME },
                {'F', KEY_END  }
        };
	int c = read_char(editor, 50);

	if (c != '[' && c != 'O')
		return KEY_OTHER;
	for (unsigned bound = 8; bound; bound--) {
		c = read_char(editor, 50);
		if (c < '0' || c > ';')
			break;
	}
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (keys[i].final == c)
			return keys[i].key;
	return KEY_OTHER;
}

/* Waits for a key as long as it takes: this is the one place where the firmware waits for people. */
static int read_key(struct editor *editor)
{
	int c, before = editor->before;

	do
		c = read_char(editor, 1000);
	while (c < 0);
	editor->before = c;
	if (c == '\n' && before == '\r')
		return KEY_OTHER;
	if (c == ESCAPE)
		return read_escape(editor);
	if (c == CONTROL_D)
		return editor->length ? KEY_OTHER : KEY_END_OF_INPUT;
	return c;
}

static void edit(struct editor *editor, int key)
{
	switch (key) {
	case KEY_LEFT: step_left(editor); break;
	case KEY_RIGHT: step_right(editor); break;
	case KEY_HOME:
	case CONTROL_A: go_to_start(editor); break;
	case KEY_END:
	case CONTROL_E: go_to_end(editor); break;
	case KEY_UP: recall(editor, editor->recalled + 1); break;
	case KEY_DOWN:
		if (editor->recalled)
			recall(editor, editor->recalled - 1);
		break;
	case BACKSPACE:
	case DELETE: rub_out(editor); break;
	case CONTROL_U: drop_line(editor); break;
	default:
		if (key >= ' ' && key < DELETE)
			insert(editor, (char)key);
	}
}

static void begin_line(struct editor *editor)
{
	editor->length = editor->cursor = 0;
	editor->recalled = 0;
	show_string(editor, PROMPT);
}

/* True when editor->line is a line; false at the end of input. */
static bool read_line(struct editor *editor)
{
	begin_line(editor);
	for (;;) {
		int key = read_key(editor);

		if (key == KEY_END_OF_INPUT)
			return false;
		if (key == '\r' || key == '\n')
			break;
		if (key == CONTROL_C) {
			show_string(editor, "^C\n");
			begin_line(editor);
			continue;
		}
		edit(editor, key);
	}
	editor->line[editor->length] = 0;
	return true;
}

void shell_prompt(struct shell *shell)
{
	struct editor editor = {.shell = shell};
	struct output *output = shell->output;

	if (!shell->read_char)
		return;
	while (!shell->leave) {
		if (!read_line(&editor)) {
			show_string(&editor, "\n");
			return;
		}
		show_string(&editor, "\n");
		keep_line(&editor);
		shell_line(shell, slice_between(editor.line, editor.line + editor.length));
		shell->interrupted = false;
		/* A form asked for one command is not asked for the end of a conversation. */
		output->end_form = output->form;
	}
}
