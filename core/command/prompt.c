/* SPDX-License-Identifier: BSD-2-Clause */
/* The prompt's line editor. A key changes the line; then the screen is updated with backspaces and plain characters,
 * which every terminal and every firmware's screen understands. */
#include "core/command/complete.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/text.h"

#define PROMPT        "uncork> "
#define LINE_SIZE     256
#define HISTORY_LINES 16

/* Columns for the line on a screen of 80: without the prompt and the cursor after the last character. */
#define WINDOW        71
#define SCROLL        24 /* columns by which a longer line scrolls */
#define COLUMNS       79
#define LISTED_MOST   120

/* Keys that are not characters, with numbers above all characters. */
enum key { KEY_END_OF_INPUT = 0x100, KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT, KEY_HOME, KEY_END, KEY_DELETE, KEY_OTHER };

enum {
	CONTROL_A = 1,
	CONTROL_B,
	CONTROL_C,
	CONTROL_D,
	CONTROL_E,
	CONTROL_F,
	BELL,
	BACKSPACE,
	TAB,
	CONTROL_K = 0xb,
	CONTROL_L,
	CONTROL_N = 0xe,
	CONTROL_P = 0x10,
	CONTROL_U = 0x15,
	CONTROL_W = 0x17,
	ESCAPE = 0x1b,
	DELETE = 0x7f
};

struct editor {
	struct shell *shell;
	size_t length, cursor;
	unsigned entered;  /* lines added to the history so far */
	unsigned recalled; /* distance of the line shown from the new line; 0: the new one */
	int before;        /* the previous character */
	char line[LINE_SIZE];
	char history[HISTORY_LINES][LINE_SIZE];
	/* Text after the prompt on the screen, and the cursor in it. `start` is the line's first column shown. */
	char shown[WINDOW];
	size_t shown_length, shown_cursor, start;
};

/* ---- the screen ------------------------------------------------------------------------------------ */

static void editor_show(struct editor *editor, const char *bytes, size_t length)
{
	struct output *output = editor->shell->output;

	if (length)
		output->write(output->context, bytes, length);
}

static void show_string(struct editor *editor, const char *string)
{
	editor_show(editor, string, strlen(string));
}

static void show_char(struct editor *editor, char c)
{
	editor_show(editor, &c, 1);
}

static void move_to(struct editor *editor, size_t column)
{
	for (; editor->shown_cursor > column; editor->shown_cursor--)
		show_char(editor, BACKSPACE);
	editor_show(editor, editor->shown + editor->shown_cursor, column - editor->shown_cursor);
	editor->shown_cursor = column;
}

/* Updates the screen from the first difference on. */
static void draw(struct editor *editor, const char *wanted, size_t length)
{
	size_t same = 0, before = editor->shown_length;

	while (same < length && same < before && wanted[same] == editor->shown[same])
		same++;
	if (same == length && same == before)
		return;
	move_to(editor, same);
	memcpy(editor->shown + same, wanted + same, length - same);
	editor->shown_length = length;
	move_to(editor, length);
	for (size_t blank = length; blank < before; blank++)
		show_char(editor, ' ');
	for (size_t blank = length; blank < before; blank++)
		show_char(editor, BACKSPACE);
}

/* Shows the part of the line that holds the cursor, with marks for hidden text to its left and right. */
static void refresh(struct editor *editor)
{
	char wanted[WINDOW];
	size_t length;

	if (editor->cursor <= editor->start)
		editor->start = editor->cursor > SCROLL ? editor->cursor - SCROLL : 0;
	while (editor->cursor > editor->start + WINDOW - 1)
		editor->start += SCROLL;
	length = min_u64(editor->length - editor->start, WINDOW);
	memcpy(wanted, editor->line + editor->start, length);
	if (editor->start)
		wanted[0] = '<';
	if (editor->start + WINDOW < editor->length)
		wanted[WINDOW - 1] = '>';
	draw(editor, wanted, length);
	move_to(editor, editor->cursor - editor->start);
}

static void begin_screen_line(struct editor *editor)
{
	show_string(editor, PROMPT);
	editor->shown_length = editor->shown_cursor = editor->start = 0;
	refresh(editor);
}

static void ring(struct editor *editor)
{
	show_char(editor, BELL);
}

/* ---- the line -------------------------------------------------------------------------------------- */

static void insert(struct editor *editor, char c)
{
	char *at = editor->line + editor->cursor;

	if (editor->length + 1 >= LINE_SIZE) {
		ring(editor);
		return;
	}
	memmove(at + 1, at, editor->length - editor->cursor);
	*at = c;
	editor->length++;
	editor->cursor++;
}

static void insert_string(struct editor *editor, const char *string)
{
	while (*string)
		insert(editor, *string++);
}

/* Deletes the text between two places and puts the cursor there. */
static void cut(struct editor *editor, size_t from, size_t to)
{
	memmove(editor->line + from, editor->line + to, editor->length - to);
	editor->length -= to - from;
	editor->cursor = from;
}

static void drop_line(struct editor *editor)
{
	cut(editor, 0, editor->length);
}

/* Start of the word before the cursor. */
static size_t start_of_word(const struct editor *editor)
{
	size_t at = editor->cursor;

	while (at && editor->line[at - 1] == ' ')
		at--;
	while (at && editor->line[at - 1] != ' ')
		at--;
	return at;
}

/* Recalls an earlier line; 0 is an empty one. */
static void recall(struct editor *editor, unsigned back)
{
	const char *line;

	if (back > editor->entered || back > HISTORY_LINES) {
		ring(editor);
		return;
	}
	drop_line(editor);
	editor->recalled = back;
	if (!back)
		return;
	line = editor->history[(editor->entered - back) % HISTORY_LINES];
	insert_string(editor, line);
}

/* ---- completion ------------------------------------------------------------------------------------- */

/* State of a listing of candidates. */
struct listing {
	struct editor *editor;
	size_t widest, column;
	unsigned shown;
};

static void measure_candidate(void *context, const char *candidate)
{
	struct listing *listing = context;

	listing->widest = max_u64(listing->widest, strlen(candidate));
}

static void list(void *context, const char *candidate)
{
	struct listing *listing = context;
	size_t width = listing->widest + 2, length = strlen(candidate);

	if (listing->shown == LISTED_MOST)
		return;
	listing->shown++;
	if (listing->column && listing->column + length > COLUMNS) {
		show_string(listing->editor, "\n");
		listing->column = 0;
	}
	show_string(listing->editor, candidate);
	listing->column += width;
	for (; length < width && listing->column <= COLUMNS; length++)
		show_string(listing->editor, " ");
}

static struct slice line_to_cursor(const struct editor *editor)
{
	return slice_between(editor->line, editor->line + editor->cursor);
}

/* Lists all candidates below the line and shows the line again. */
static void list_candidates(struct editor *editor)
{
	struct listing listing = {.editor = editor};
	struct completion completion = {
		.machine = editor->shell->machine, .show = measure_candidate, .context = &listing};
	char bytes[48];
	struct text more = TEXT_OVER(bytes);

	complete(&completion, line_to_cursor(editor));
	show_string(editor, "\n");
	completion.show = list;
	complete(&completion, line_to_cursor(editor));
	if (completion.count > listing.shown)
		text_format(&more, "\n... and %u more", completion.count - listing.shown);
	show_string(editor, bytes);
	show_string(editor, "\n");
	begin_screen_line(editor);
}

/* Extends the word by the common start of all candidates. If it is complete already, they are listed. */
static void complete_word(struct editor *editor)
{
	struct completion completion = {.machine = editor->shell->machine};
	size_t typed;

	complete(&completion, line_to_cursor(editor));
	typed = completion.typed.length;
	if (!completion.count) {
		ring(editor);
		return;
	}
	if (completion.count > 1 && strlen(completion.common) <= typed) {
		list_candidates(editor);
		return;
	}
	cut(editor, editor->cursor - typed, editor->cursor);
	insert_string(editor, completion.common);
	insert_string(editor, completion.suffix);
}

/* ---- keys ------------------------------------------------------------------------------------------- */

static int read_char(struct editor *editor, unsigned timeout_ms)
{
	return editor->shell->read_char(editor->shell->context, timeout_ms);
}

/* Reads the rest of a cursor key's sequence: "[A", "OA", "[1~". A lone escape, or one with modifiers ("[1;5C"), is
 * another key. */
static int read_escape(struct editor *editor)
{
	static const uint16_t numbered[] = {
		['1'] = KEY_HOME, ['3'] = KEY_DELETE, ['4'] = KEY_END, ['7'] = KEY_HOME, ['8'] = KEY_END};
	static const uint16_t lettered[] = {['A'] = KEY_UP,   ['B'] = KEY_DOWN, ['C'] = KEY_RIGHT,
					    ['D'] = KEY_LEFT, ['F'] = KEY_END,  ['H'] = KEY_HOME};
	int c = read_char(editor, 50), number = 0, key = 0;
	unsigned length = 0;

	if (c != '[' && c != 'O')
		return KEY_OTHER;
	for (; length < 8; length++) {
		c = read_char(editor, 50);
		if (c < '0' || c > ';')
			break;
		number = c;
	}
	if (c == '~' && length == 1 && number < (int)ARRAY_SIZE(numbered))
		key = numbered[number];
	else if (!length && c >= 0 && c < (int)ARRAY_SIZE(lettered))
		key = lettered[c];
	return key ? key : KEY_OTHER;
}

/* Waits for a key without a limit: the only place where the firmware waits for the user. */
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
		return editor->length ? KEY_DELETE : KEY_END_OF_INPUT;
	return c;
}

static void edit(struct editor *editor, int key)
{
	size_t at = editor->cursor, end = editor->length;

	switch (key) {
	case KEY_LEFT:
	case CONTROL_B: editor->cursor -= at > 0; break;
	case KEY_RIGHT:
	case CONTROL_F: editor->cursor += at < end; break;
	case KEY_HOME:
	case CONTROL_A: editor->cursor = 0; break;
	case KEY_END:
	case CONTROL_E: editor->cursor = end; break;
	case BACKSPACE:
	case DELETE: cut(editor, at - (at > 0), at); break;
	case KEY_DELETE: cut(editor, at, at + (at < end)); break;
	case CONTROL_W: cut(editor, start_of_word(editor), at); break;
	case CONTROL_K: cut(editor, at, end); break;
	case CONTROL_U: drop_line(editor); break;
	case TAB: complete_word(editor); break;
	case KEY_UP:
	case CONTROL_P: recall(editor, editor->recalled + 1); break;
	case KEY_DOWN:
	case CONTROL_N:
		if (editor->recalled)
			recall(editor, editor->recalled - 1);
		break;
	case CONTROL_L:
		show_string(editor, "\n");
		begin_screen_line(editor);
		break;
	default:
		if (key >= ' ' && key < DELETE)
			insert(editor, (char)key);
	}
	refresh(editor);
}

static void begin_line(struct editor *editor)
{
	editor->length = editor->cursor = 0;
	editor->recalled = 0;
	begin_screen_line(editor);
}

/* Returns true when editor->line is complete, false at the end of input. */
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

/* Shows the result of a line's checks; the end record covers the whole run. */
static void show_sums(struct editor *editor, const struct output *before)
{
	const struct output *now = editor->shell->output;
	char bytes[160];
	struct text text = TEXT_OVER(bytes);

	if (now->planned == before->planned)
		return;
	text_format(&text, "%u passed, %u failed, %u skipped", now->passed - before->passed,
		    now->failed - before->failed, now->skipped - before->skipped);
	if (now->untested != before->untested)
		text_format(&text, ", %u untested", now->untested - before->untested);
	text_string(&text, " in all\n");
	show_string(editor, bytes);
}

void shell_prompt(struct shell *shell)
{
	struct editor editor = {.shell = shell};
	struct output *output = shell->output, before;

	if (!shell->read_char)
		return;
	/* Frames would be unreadable for the user. */
	shell->frame = NULL;
	show_string(&editor, "Tab completes, `help` lists commands, Ctrl-C stops a command\n");
	while (!shell->leave) {
		const char *latest;

		write_ahead_ask();
		if (!read_line(&editor)) {
			show_string(&editor, "\n");
			return;
		}
		show_string(&editor, "\n");
		latest = editor.history[(editor.entered - 1) % HISTORY_LINES];
		if (editor.length && (!editor.entered || strcmp(latest, editor.line)))
			memcpy(editor.history[editor.entered++ % HISTORY_LINES], editor.line, editor.length + 1);
		before = *output;
		shell_line(shell, slice_between(editor.line, editor.line + editor.length));
		show_sums(&editor, &before);
		shell->interrupted = false;
		/* A form that was requested for one command does not apply to the end record. */
		output->end_form = output->form;
	}
}
