/* SPDX-License-Identifier: BSD-2-Clause */
/* The host tool: runs every command of the firmware against virtual silicon in this process. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch/host/host.h"
#include "arch/host/terminal.h"
#include "core/command/settings.h"
#include "core/event/encode.h"
#include "core/event/event_pair.h"
#include "core/hardware/discovery_types.h"
#include "core/hardware/plan.h"
#include "core/record/link.h"
#include "core/version.h"
#include "lib/nearest.h"
#include "lib/text.h"
#include "tools/uncork/colours.h"
#include "tools/uncork/completion.h"
#include "tools/uncork/faults.h"
#include "tools/uncork/libpfm4/libpfm4.h"
#include "tools/uncork/scenario.h"
#include "tools/uncork/script.h"

#define DEFAULT_MACHINE "xeon-7500"
#define USUAL_BYTES     (UINT64_C(1) << 20) /* memory for the types of a self-describing processor */
#define BOARD_FILES     16
#define ARENA_BYTES     (UINT64_C(64) << 20)
#define TEXT_BYTES      (UINT64_C(1) << 20) /* length of commands, and of a scenario */
#define USAGE_COLUMN    19
#define USAGE_WIDTH     99
#define WRONG_BYTES     4352

/* The same as tools/boot's. */
enum status { STATUS_PASS, STATUS_FAIL, STATUS_ERROR, STATUS_CRASH, STATUS_TIMEOUT, STATUS_VIOLATION };

/* The list of machines is printed between the two parts. */
static const char usage[] =
	"usage: uncork [OPTION...] [MACHINE] [COMMAND...]\n"
	"       uncork encode [--machine M] [--raw] EVENT...|-\n"
	"       uncork watch [-o FILE] [-b BAUD] DEVICE|-\n"
	"       uncork report RUN... -o report.html\n"
	"       uncork export RUN -o FILE.vcd|FILE.json|FILE.csv\n"
	"\n"
	"Runs uncork's commands on virtual silicon in this process. Time is virtual, so every run gives\n"
	"the same values. Without a command it starts a prompt, or reads commands from standard input.\n"
	"Output to a terminal is coloured unless NO_COLOR is set.\n"
	"\n"
	"  --machine M       the same as MACHINE (default " DEFAULT_MACHINE "); machines are\n"
	"                   ";
static const char usage_of_others[] =
	"\n"
	"                    bare-M: without virtual silicon; power9, power10: only in QEMU\n"
	"  -s, --sockets N   number of sockets, 1 to 8\n"
	"  -c, --cpus N      CPUs of all sockets together; default: the scenario's `cores` for each\n"
	"                    socket, else those of a processor that was sold\n"
	"  --threads N       CPUs of each core\n"
	"  -r, --scenario FILE\n"
	"                    rates, sockets and faults of the silicon\n"
	"  --board FILE      take machine, sockets, processors and PCI functions from the output of lspci\n"
	"                    or cpuid on a real board; may be repeated for more files of that board\n"
	"  -f, --fault F     inject a fault, BOX[.REGISTER].KIND[=ARG]; may be repeated\n"
	"  --silicon-log     print the silicon's own log on standard error\n"
	"  --silicon-faults  list all faults of the machine: fault, box, register, kind;\n"
	"                    =SEED: a thousand random faults, with any argument\n"
	"  --silicon-settings  list the settings of the machine's scenarios and their values\n"
	"  --silicon-functions  list the PCI functions of all machines\n"
	"  -F FORM           form of all output: text, json or ktap; with `framed`, in frames for watch\n"
	"  --complete LINE   print completions for the last word of this line\n"
	"  --help, --version\n"
	"\n"
	"encode prints the register values of event strings; with --raw one line for each event, with\n"
	"its codes or libpfm4's name of the error; '-' reads events from standard input, one a line.\n"
	"\n"
	"watch follows a run whose console is framed (-F framed), requests damaged lines again, and\n"
	"ends with the run's verdict; see `uncork watch --help`.\n"
	"\n"
	"report makes a page of recorded runs: verdict, failures, plots, and differences between them;\n"
	"see `uncork report --help`.\n"
	"\n"
	"export converts a recorded run for other programs: films to waveforms, intervals and samples\n"
	"to a trace, everything to a table; see `uncork export --help`.\n"
	"\n"
	"  uncork info\n"
	"  uncork skylake-sp 'test; stat -t 10'\n"
	"  uncork --fault cbox3.ctr1.stuck1=17 test 'cbox3.*'\n"
	"  uncork -F json stat -e 'cbox*::LLC_HITS:M'\n"
	"  uncork encode cbox0::LLC_HITS:M\n"
	"\n"
	"exit status: 0 pass, 1 a check failed, 2 usage or error, 3 crash, 4 timeout, 5 the silicon\n"
	"logged a violation. `uncork help` lists the commands.\n";

/* The command line, and what it leads to. */
struct tool {
	struct host_options options;
	struct text scenario;
	char *wrong;      /* a diagnostic about the command line */
	const char *line; /* the line to complete; NULL: none */
	struct form_choice form;
	struct link link;
	struct slice
		commands; /* from the command line or standard input; `at` is NULL if they will be typed at a prompt */
	bool help, version, raw, faults, settings, functions;
	struct event_config *configs; /* the encoded events */
	unsigned config_count;
	char *board[1 + BOARD_FILES + 1]; /* "board", and the files that describe it */
	unsigned boards;
	unsigned cpus; /* of all sockets; 0: not given */
	unsigned seed; /* of drawn faults; 0: the list's faults */
	int index, argc;
	char **argv;
};

static void *need(size_t bytes)
{
	void *memory = calloc(1, bytes);

	if (memory)
		return memory;
	fprintf(stderr, "uncork: out of memory\n");
	exit(STATUS_ERROR);
}

/* ---- command line -------------------------------------------------------------------------------- */

static unsigned number_of(struct tool *tool, const char *value, unsigned most)
{
	uint64_t number = 0;

	if (parse_u64(slice_of(value), &number) && number && number <= most)
		return (unsigned)number;
	tool->wrong = need(WRONG_BYTES);
	snprintf(tool->wrong, WRONG_BYTES, "takes a number from 1 to %u", most);
	return 0;
}

static void say_wrong(struct tool *tool, const char *name, const char *why)
{
	tool->wrong = need(WRONG_BYTES);
	snprintf(tool->wrong, WRONG_BYTES, "%s: %s", name, why);
}

static void take_scenario(struct tool *tool, const char *value)
{
	FILE *file = fopen(value, "rb");
	const char *wrong = NULL;
	struct text text;
	char bytes[4096];
	size_t count;

	if (!file) {
		say_wrong(tool, value, strerror(errno));
		return;
	}
	text = text_over(need(TEXT_BYTES), TEXT_BYTES);
	while ((count = fread(bytes, 1, sizeof(bytes), file)))
		text_bytes(&text, bytes, count);
	if (ferror(file))
		wrong = strerror(errno);
	fclose(file);
	text_format(&tool->scenario, "#from %s\n", value);
	if (!wrong)
		wrong = scenario_add(&tool->scenario, slice_between(text.at, text.at + text.length), value);
	if (tool->scenario.truncated || text.truncated)
		wrong = "longer than 1 MiB";
	if (wrong)
		say_wrong(tool, value, wrong);
	free(text.at);
}

static void print_log(void *context, const char *line)
{
	(void)context;
	fprintf(stderr, "silicon: %s\n", line);
}

static void print_violation(void *context, const char *line)
{
	(void)context;
	fflush(stdout);
	fprintf(stderr, "violation: %s\n", line);
}

static const struct option options[] = {
	{"machine", required_argument, NULL, 'm'},    {"sockets", required_argument, NULL, 's'},
	{"cpus", required_argument, NULL, 'c'},       {"scenario", required_argument, NULL, 'r'},
	{"fault", required_argument, NULL, 'f'},      {"threads", required_argument, NULL, 't'},
	{"silicon-log", no_argument, NULL, 'l'},      {"silicon-faults", optional_argument, NULL, 'L'},
	{"silicon-settings", no_argument, NULL, 'S'}, {"silicon-functions", no_argument, NULL, 'P'},
	{"board", required_argument, NULL, 'b'},      {"raw", no_argument, NULL, 'w'},
	{"complete", required_argument, NULL, 'C'},   {"help", no_argument, NULL, 'h'},
	{"version", no_argument, NULL, 'v'},          {NULL, 0, NULL, 0},
};

static void take_option(struct tool *tool, int option, char *value)
{
	switch (option) {
	case 'm': tool->options.machine = value; break;
	case 's': tool->options.sockets = number_of(tool, value, HOST_SOCKETS); break;
	case 'c': tool->cpus = number_of(tool, value, HOST_CORES * HOST_SOCKETS); break;
	case 't': text_format(&tool->scenario, "#from --threads\nthreads = %u\n", number_of(tool, value, 8)); break;
	case 'r': take_scenario(tool, value); break;
	case 'f': text_format(&tool->scenario, "#from --fault\nfault = %s\n", value); break;
	case 'F':
		if (!form_choice_read(slice_of(value), &tool->form))
			say_wrong(tool, value, "not one of " FORM_NAMES);
		break;
	case 'l': tool->options.log = print_log; break;
	case 'L':
		tool->faults = true;
		tool->seed = value ? number_of(tool, value, UINT32_MAX) : 0;
		break;
	case 'S': tool->settings = true; break;
	case 'P': tool->functions = true; break;
	case 'b':
		if (tool->boards == BOARD_FILES)
			say_wrong(tool, value, "too many files");
		else
			tool->board[1 + tool->boards++] = value;
		break;
	case 'w': tool->raw = true; break;
	case 'C': tool->line = value; break;
	case 'h': tool->help = true; break;
	case 'v': tool->version = true; break;
	case ':': tool->wrong = strdup("needs a value"); break;
	default: tool->wrong = strdup("is not an option"); break;
	}
}

/* Reads the tool's own options, up to the first other word; unknown letters are left to the shell. Returns false after
 * a diagnostic. */
static bool read_options(struct tool *tool)
{
	opterr = 0;
	for (optind = tool->index;; tool->index = optind) {
		int option = getopt_long(tool->argc, tool->argv, "+:hF:s:c:r:f:", options, NULL);
		const char *argument = tool->argv[tool->index];

		if (option == -1)
			break;
		take_option(tool, option, optarg);
		if (!tool->wrong)
			continue;
		fprintf(stderr, "uncork: %s %s; see uncork --help\n", argument, tool->wrong);
		return false;
	}
	tool->index = optind;
	return true;
}

/* Prints machines for the usage, in lines of its width. Returns the column for the next name. */
static size_t print_names(const struct processor *const *known, size_t column)
{
	for (; *known; known++) {
		size_t length = strlen((*known)->name) + 1;

		if (column + length > USAGE_WIDTH) {
			printf("\n%*s", USAGE_COLUMN, "");
			column = USAGE_COLUMN;
		}
		printf(" %s", (*known)->name);
		column += length;
	}
	return column;
}

/* Prints an error in lines of the usage's width, with continuation lines indented. */
static void complain(const char *error)
{
	size_t column = (size_t)fprintf(stderr, "uncork:");

	while (*(error += strspn(error, " "))) {
		int length = (int)strcspn(error, " ");

		if (column > 8 && column + 1 + (size_t)length > USAGE_WIDTH)
			column = (size_t)fprintf(stderr, "\n       ") - 1;
		column += (size_t)fprintf(stderr, " %.*s", length, error);
		error += length;
	}
	fputc('\n', stderr);
}

static void offer_machine_names(struct nearest *nearest, struct text *text, const struct processor *const *known)
{
	for (; *known; known++) {
		nearest_offer(nearest, (*known)->name);
		text_format(text, " %s", (*known)->name);
	}
}

/* Refuses a machine and names others. Counters in memory need a machine's firmware, which this process lacks. */
static enum status refuse_machine(const char *name)
{
	char bytes[1024], names[1024];
	struct text text = TEXT_OVER(bytes), there = TEXT_OVER(names);
	struct nearest nearest = nearest_to(slice_of(name));

	text_format(&text, "no machine '%.40s'; ", name);
	offer_machine_names(&nearest, &there, processors);
	offer_machine_names(&nearest, &there, described_processors);
	if (nearest_put(&nearest, &text))
		text_char(&text, ' ');
	text_format(&text, "machines are%s; power9 and power10 run only in QEMU: tools/boot power10, or uncork-boot",
		    names);
	complain(bytes);
	return STATUS_ERROR;
}

/* ---- encode -------------------------------------------------------------------------------------- */

/* Returns true if the event was encoded. */
static bool encode(struct tool *tool, const struct processor *processor, struct slice event)
{
	struct encoding encoding;
	struct diagnostic diagnostic;
	char bytes[2048];
	struct text text = TEXT_OVER(bytes);

	if (!encode_event(processor, event, &encoding, &diagnostic)) {
		fflush(stdout);
		diagnostic_text(&diagnostic, event, &text);
		fputs(bytes, stderr);
		return false;
	}
	encode_names(&encoding, &text);
	puts(bytes);
	tool->configs = realloc(tool->configs, (tool->config_count + 1) * sizeof(*tool->configs));
	if (!tool->configs)
		exit(STATUS_ERROR);
	tool->configs[tool->config_count++] = encoding.config;
	return true;
}

/* Encodes the events of an argument or line. As in event files, a separator or a comment may follow the events. */
static bool encode_list(struct tool *tool, const struct processor *processor, struct slice list)
{
	struct libpfm4_answer answer;
	char bytes[256];
	struct text text = TEXT_OVER(bytes);
	bool all = true;

	/* libpfm4's codes, or its error. */
	if (tool->raw) {
		libpfm4_ask(processor, list, &answer);
		libpfm4_text(&answer, &text);
		puts(bytes);
		return !answer.error;
	}
	list = slice_trim(slice_cut(&(struct slice){list.at, list.length}, '#'));
	while (list.length && (list.at[list.length - 1] == ';' || list.at[list.length - 1] == ','))
		list.length--;
	while (list.at)
		all &= encode(tool, processor, event_list_cut(&list));
	return all;
}

static bool encode_input(struct tool *tool, const struct processor *processor)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	bool all = true;

	while ((length = getline(&line, &size, stdin)) >= 0) {
		struct slice event = {line, (size_t)length};

		while (event.length && (event.at[event.length - 1] == '\n' || event.at[event.length - 1] == '\r'))
			event.length--;
		event = shell_without_marks(event);
		/* For raw output libpfm4 gets every line, even a blank one or a comment. */
		if (tool->raw || (slice_trim(event).length && slice_trim(event).at[0] != '#'))
			all &= encode_list(tool, processor, event);
	}
	free(line);
	return all;
}

/* Returns the processor by name, or NULL. Without a machine, a self-describing processor has what is expected of it. */
static const struct processor *processor_to_encode(const char *name)
{
	const struct processor *processor = processor_by_name(name);
	struct arena arena = {.size = USUAL_BYTES};

	if (!processor || !processor->described)
		return processor;
	arena.at = need(USUAL_BYTES); /* it is kept as long as the program runs */
	return discovery_usual(&arena, processor);
}

static enum status run_encode(struct tool *tool)
{
	const struct processor *processor = processor_to_encode(tool->options.machine);
	char bytes[4096];
	struct text text = TEXT_OVER(bytes);
	bool all = true;

	if (!processor)
		return refuse_machine(tool->options.machine);
	if (tool->index == tool->argc) {
		fprintf(stderr, "uncork: encode needs events; see uncork --help\n");
		return STATUS_ERROR;
	}
	for (; tool->index < tool->argc; tool->index++) {
		const char *event = tool->argv[tool->index];

		if (strcmp(event, "-"))
			all &= encode_list(tool, processor, slice_of(event));
		else
			all &= encode_input(tool, processor);
	}
	/* Events that may not be counted together. libpfm4's answers are not recorded: it looks at each event alone. */
	if (!event_pairs_match(tool->configs, tool->config_count, &text)) {
		all = false;
		fflush(stdout);
		fprintf(stderr, "%s\n", bytes);
	}
	free(tool->configs);
	return all ? STATUS_PASS : STATUS_FAIL;
}

static bool known_machine(const char *name)
{
	return processor_by_name(strncmp(name, "bare-", 5) ? name : name + 5);
}

/* ---- commands -------------------------------------------------------------------------------------- */

static void write_out(void *context, const char *bytes, size_t length)
{
	(void)context;
	colours_write(bytes, length);
}

/* A frame must be sent before it can be requested again. */
static void send_out(void *context, const char *bytes, size_t length)
{
	write_out(context, bytes, length);
	fflush(stdout);
}

static int receive(void *context, unsigned timeout_ms)
{
	const struct tool *tool = context;

	return tool->link.framed ? terminal_receive(timeout_ms) : terminal_read_char(NULL, timeout_ms);
}

/* Runs as on a board, from the first record on. */
static void run_script(const struct tool *tool, struct shell *shell)
{
	struct slice given = tool->commands;

	shell_greet(shell, given, "host process");
	if (given.length == TEXT_BYTES)
		record_error(shell->output, VERDICT_ERROR, "standard input is longer than 1 MiB");
	else if (tool->index < tool->argc)
		shell_line(shell, given);
	else
		shell_script(shell, given);
	shell_expect_command(shell);
}

/* Adds to the firmware's help, which does not know this program. */
static void say_more_help(const struct tool *tool, struct shell *shell)
{
	struct record record;

	if (tool->index + 1 != tool->argc || strcmp(tool->argv[tool->index], "help"))
		return;
	record_begin(&record, shell->output, "help");
	record_text(&record, "text", "encode, watch, report, export");
	record_aside(&record);
	record_text(&record, "page",
		    "\nThis program has more (uncork --help):\n"
		    "  encode   register values of event strings\n"
		    "  watch    follow a run over a serial line\n"
		    "  report   a page of recorded runs\n"
		    "  export   a recorded run for other programs");
	record_end(&record);
}

static const char *read_file(const char *name, char *bytes, size_t room, size_t *length)
{
	FILE *file = fopen(name, "rb");
	const char *wrong = NULL;
	char beyond;

	if (!file)
		return "it cannot be opened";
	*length = fread(bytes, 1, room, file);
	if (ferror(file))
		wrong = "it cannot be read";
	else if (fread(&beyond, 1, 1, file))
		wrong = "it is too long";
	fclose(file);
	return wrong;
}

static void run_commands(struct tool *tool, struct shell *shell)
{
	terminal_catch_interrupt();
	if (!tool->commands.at) {
		setvbuf(stdout, NULL, _IONBF, 0);
		printf("uncork %s on %s; `help` lists commands, `exit` ends\n", uncork_version, tool->options.machine);
		shell_prompt(shell);
	} else {
		run_script(tool, shell);
		say_more_help(tool, shell);
	}
}

/* Ends as a crashed machine does, but without registers to report. Earlier output must come first; a second crash ends
 * the process. */
static void on_crash(int number)
{
	signal(number, SIG_DFL);
	/* NOLINTNEXTLINE(bugprone-signal-handler): the signal comes at uncork's own instruction, and the thread owns the streams' locks */
	printf("crash: signal %d; a machine leaves a report of registers here: tools/boot\ncrash: end of report\n",
	       number);
	fflush(stdout); /* NOLINT(bugprone-signal-handler) */
	_exit(STATUS_CRASH);
}

static void catch_crashes(void)
{
	static const int numbers[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE};

	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		signal(numbers[i], on_crash);
}

static enum status status_of(enum verdict verdict, uint64_t violations)
{
	static const enum status statuses[] = {[VERDICT_PASS] = STATUS_PASS,
					       [VERDICT_FAIL] = STATUS_FAIL,
					       [VERDICT_ERROR] = STATUS_ERROR,
					       [VERDICT_TIMEOUT] = STATUS_TIMEOUT,
					       [VERDICT_CRASH] = STATUS_CRASH};

	return violations ? STATUS_VIOLATION : statuses[verdict];
}

/* Takes commands and settings before the machine exists; none if they will be typed at a prompt. */
static bool take_commands(struct tool *tool)
{
	struct settings settings;
	struct text script;

	if (tool->index == tool->argc && !tool->form.framed && terminal_open())
		return true;
	script = text_over(need(TEXT_BYTES), TEXT_BYTES);
	/* The words as uncork's shell must see them: one that it would split holds commands. */
	for (int i = tool->index; i < tool->argc; i++) {
		text_string(&script, tool->argv[i]);
		text_char(&script, ' ');
	}
	if (tool->index == tool->argc)
		script.length = fread(script.at, 1, TEXT_BYTES, stdin);
	tool->commands = slice_between(script.at, script.at + script.length);
	settings_take(&settings, tool->commands);
	if (settings.wrong[0])
		fprintf(stderr, "uncork: %s: nothing was touched\n", settings.wrong);
	return !settings.wrong[0];
}

/* Sets the processors of each socket. Returns false after a diagnostic. */
static bool share_cpus(struct tool *tool)
{
	unsigned sockets = tool->options.sockets ? tool->options.sockets : 1;

	if (tool->cpus % sockets) {
		fprintf(stderr, "uncork: %u CPUs cannot be divided among %u equal sockets\n", tool->cpus, sockets);
		return false;
	}
	tool->options.cores = tool->cpus / sockets;
	if (tool->options.cores <= HOST_CORES)
		return true;
	fprintf(stderr, "uncork: a socket has at most %u CPUs\n", (unsigned)HOST_CORES);
	return false;
}

/* A fault that never occurred proves nothing about the checks that passed. */
static void tell_waiting(const struct host *host)
{
	struct silicon_statistics statistics = {0};

	if (host->silicon)
		silicon_statistics(host->silicon, &statistics);
	if (statistics.waiting)
		complain("a fault has not come: its box had fewer accesses than it waits for");
}

static enum status run(struct tool *tool)
{
	struct arena arena = {need(ARENA_BYTES), ARENA_BYTES, 0};
	struct machine machine = {.arena = &arena};
	struct output output;
	struct shell shell = {.machine = &machine,
			      .output = &output,
			      .read_char = link_read_char,
			      .frame = link_frame,
			      .read_file = read_file,
			      .context = &tool->link};
	const struct link_ends ends = {.write = write_out, .send = send_out, .receive = receive, .context = tool};
	char error[4096] = "";
	static struct host host;
	enum verdict verdict;
	uint64_t violations;

	if (!known_machine(tool->options.machine))
		return refuse_machine(tool->options.machine);
	if (!take_commands(tool) || !share_cpus(tool))
		return STATUS_ERROR;
	tool->options.scenario = slice_between(tool->scenario.at, tool->scenario.at + tool->scenario.length);
	tool->options.violation = print_violation;
	if (!host_start(&host, &machine, &tool->options, error, sizeof(error))) {
		complain(error);
		return STATUS_ERROR;
	}
	link_open(&tool->link, &ends, &arena);
	output_start(&output, link_write, &tool->link, (enum record_form)tool->form.form);
	if (tool->form.framed && !link_frame(&tool->link))
		return STATUS_ERROR;
	catch_crashes();
	run_commands(tool, &shell);
	shell_say_lacks(&shell);
	plan_end();
	shell_restore(&shell);
	violations = host_stop(&host);
	tell_waiting(&host);
	verdict = output_end(&output);
	link_finish(&tool->link);
	free(arena.at);
	free((char *)tool->commands.at);
	return status_of(verdict, violations);
}

/* True if a word is not a command and is nearer to a machine's name than to a command's. */
static bool means_machine(const char *word)
{
	char bytes[256];
	struct text names = TEXT_OVER(bytes);
	struct slice name = slice_of(word);
	struct nearest nearest = nearest_to(name);

	if (command_is(name) || command_is_like(name))
		return false;
	offer_machine_names(&nearest, &names, processors);
	offer_machine_names(&nearest, &names, described_processors);
	return nearest.count > 0;
}

/* True if the first word is a machine, as for tools/boot, even one that this process cannot run or one with a typo. A
 * machine from an option or a board has priority. */
static bool takes_machine(struct tool *tool)
{
	const char *word = tool->index < tool->argc ? tool->argv[tool->index] : "";

	if (tool->options.machine || tool->boards ||
	    !(known_machine(word) || !strcmp(word, "power9") || !strcmp(word, "power10") || means_machine(word)))
		return false;
	tool->options.machine = tool->argv[tool->index++];
	return true;
}

/* Takes the board's machine, and its scenario before those of other options. Returns false after a diagnostic. */
static bool take_shape(struct tool *tool)
{
	static const char first[] = "# machine: ";
	static char program[] = "board", machine[64];
	struct text shape = text_over(need(TEXT_BYTES), TEXT_BYTES);
	struct slice rest, name;

	tool->board[0] = program;
	if (!tool->boards)
		return true;
	if (!script_output(tool->board, &shape))
		return false;
	rest = slice_between(shape.at, shape.at + shape.length);
	name = slice_cut(&rest, '\n');
	if (!slice_starts(name, first) || name.length - (sizeof(first) - 1) >= sizeof(machine)) {
		fprintf(stderr, "uncork: tools/board names no machine\n");
		return false;
	}
	memcpy(machine, name.at + sizeof(first) - 1, name.length - (sizeof(first) - 1));
	tool->options.machine = machine;
	text_bytes(&shape, tool->scenario.at, tool->scenario.length);
	tool->scenario = shape;
	if (!shape.truncated)
		return true;
	fprintf(stderr, "uncork: the board's scenario is longer than 1 MiB\n");
	return false;
}

/* Does what `encode` or the options before the first word ask for. */
static enum status do_what_is_asked(struct tool *tool, bool encodes)
{
	if (tool->help) {
		fputs(usage, stdout);
		print_names(described_processors, print_names(processors, USAGE_COLUMN));
		fputs(usage_of_others, stdout);
		return STATUS_PASS;
	}
	if (tool->version)
		printf("uncork %s\n", uncork_version);
	else if (tool->faults)
		return faults_print(tool->options.machine, tool->scenario.at, tool->seed) ? STATUS_PASS : STATUS_ERROR;
	else if (tool->line)
		return completion_print(tool->options.machine, options, tool->line) ? STATUS_PASS : STATUS_ERROR;
	else if (tool->functions)
		functions_print();
	else if (tool->settings)
		return settings_print(tool->options.machine) ? STATUS_PASS : STATUS_ERROR;
	else
		return encodes ? run_encode(tool) : run(tool);
	return STATUS_PASS;
}

/* Returns `status`, or an error if not all output was written: a verdict that cannot be read is worthless. */
static enum status unless_lost(enum status status)
{
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return status;
	fprintf(stderr, "uncork: standard output: %s; output is lost\n",
		errno ? strerror(errno) : "it cannot be written");
	return STATUS_ERROR;
}

int main(int argc, char **argv)
{
	struct tool tool = {
		.scenario = text_over(need(TEXT_BYTES), TEXT_BYTES), .index = 1, .argc = argc, .argv = argv};
	bool encodes;

	signal(SIGPIPE, SIG_IGN); /* a reader that has gone is a normal error */
	if (!read_options(&tool) || (takes_machine(&tool) && !read_options(&tool)))
		return STATUS_ERROR;
	/* The options of `encode` may also come after it. */
	encodes = tool.index < argc && !strcmp(argv[tool.index], "encode");
	tool.index += encodes;
	if (encodes && !read_options(&tool))
		return STATUS_ERROR;
	if (!tool.options.machine)
		tool.options.machine = DEFAULT_MACHINE;
	if (!take_shape(&tool))
		return STATUS_ERROR;
	if (!encodes && tool.index < argc && script_exists(argv[tool.index])) {
		script_run(argv + tool.index);
		return STATUS_ERROR;
	}
	return (int)unless_lost(do_what_is_asked(&tool, encodes));
}
