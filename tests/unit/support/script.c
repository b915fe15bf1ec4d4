/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs a script of tests of virtual silicon. docs/model-scripts.md explains the language.
 *
 * Statements are run where they stand in the text: `here` is the next character, and says in errors which line and column it is. Blocks,
 * calls and parentheses are C calls, of which MOST_CALLS bounds the depth. */
#include <ctype.h>

#include "lib/basic.h"
#include "silicon/imc.h"
#include "silicon/models/lines.h"
#include "silicon/models/model.h"
#include "tests/unit/support/model_bench.h"
#include "tests/unit/support/script_imc.h"

extern const char script_path[], script_text[], script_end[];

enum {
	MOST_LINES = 4000,
	MOST_NAMES = 200,
	MOST_TESTS = 200,
	MOST_CALLS = 20,
	WORD = 200,
	SCENARIO = 8000,
	NO_LINE = -1
};

struct line {
	const char *start;
	unsigned indent;
};

/* A variable, a parameter or a definition. */
struct name {
	char word[WORD];
	uint64_t value;
	char text[WORD]; /* of a parameter that stands for text */
	bool is_text;
	int line; /* of a definition; NO_LINE: a variable */
	const char *parameters;
};

static const char *path;
static struct line lines[MOST_LINES];
static int line_count, tests[MOST_TESTS], test_count, line;
static const char *here;
static struct name names[MOST_NAMES];
static unsigned name_count, global_count, frame, calls, expected, forgotten;
static int callers[MOST_CALLS + 2];
static bool returned;
static uint64_t result;
static struct bench bench;
static const struct seen bench_seen = {&bench.now, &bench.violations, bench.violation, bench.error};
static struct seen seen; /* of the silicon that there is */
static bool made;
static struct model *shadow; /* a second model of the same machine, which tells where registers are */
static char machine[WORD], first_machine[WORD], scenario[SCENARIO], first_scenario[SCENARIO];
static unsigned sockets, first_sockets;
static uint32_t pvr; /* of the machine, if it has an In-Memory Collection; else 0 */

static uint64_t read_expression(void);
static void run_block(int first, unsigned indent);

/* ---- errors -------------------------------------------------------------------------------------------- */

/* Ends the test, or the program if the file itself is wrong, because of what stands there in the line. */
__attribute__((format(printf, 2, 3), noreturn)) static void refuse_at(const char *at, const char *format, ...)
{
	char said[600];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(said, sizeof(said), format, arguments);
	va_end(arguments);
	print_error("%s:%d:%d: %s\n    %s\n", path, line + 1, (int)(at - lines[line].start) + 1, said,
		    lines[line].start);
	for (unsigned i = calls; i > 0; i--)
		print_error("  called in line %d:\n    %s\n", callers[i] + 1, lines[callers[i]].start);
	if (!test_count)
		exit(2);
	_fail(path, line + 1);
	abort();
}

#define refuse(...) refuse_at(here, __VA_ARGS__)

/* ---- characters and words ------------------------------------------------------------------------------- */

static void skip_blanks(void)
{
	here += strspn(here, " \t");
}

static bool take(const char *what)
{
	skip_blanks();
	if (strncmp(here, what, strlen(what)))
		return false;
	here += strlen(what);
	return true;
}

static void need(const char *what)
{
	if (!take(what))
		refuse("\"%s\" is needed here", what);
}

static bool is_part_of_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool take_word(const char *what)
{
	const char *start = here;

	if (take(what) && !is_part_of_word(*here) && *here != '.')
		return true;
	here = start;
	return false;
}

static bool is_at_end(void)
{
	skip_blanks();
	return !*here || *here == ';';
}

static void need_end(void)
{
	if (!is_at_end())
		refuse("the statement should end here");
}

static void read_name(char *word)
{
	unsigned length = 0;

	skip_blanks();
	while (is_part_of_word(here[length]))
		length++;
	if (!length || length >= WORD || isdigit((unsigned char)*here))
		refuse("a name is needed here");
	snprintf(word, WORD, "%.*s", (int)length, here);
	here += length;
}

static struct name *find_name(const char *word)
{
	for (unsigned i = name_count; i-- > frame;)
		if (!strcmp(names[i].word, word))
			return &names[i];
	for (unsigned i = global_count; i-- > 0;)
		if (!strcmp(names[i].word, word))
			return &names[i];
	return NULL;
}

static struct name *add_name(const char *word)
{
	if (name_count == MOST_NAMES)
		refuse("more than %d names", MOST_NAMES);
	memset(&names[name_count], 0, sizeof(names[0]));
	snprintf(names[name_count].word, WORD, "%s", word);
	names[name_count].line = NO_LINE;
	return &names[name_count++];
}

static void set_variable(const char *word, uint64_t value)
{
	for (unsigned i = frame; i < name_count; i++)
		if (!strcmp(names[i].word, word)) {
			names[i].value = value;
			return;
		}
	add_name(word)->value = value;
}

/* Appends the value of $NAME or $(EXPRESSION). */
static void expand_one(struct text *text)
{
	bool enclosed = take("(");
	const char *start = here;
	char word[WORD];
	struct name *name = NULL;

	if (!enclosed || isalpha((unsigned char)*here)) {
		read_name(word);
		name = find_name(word);
		if (!enclosed && !name)
			refuse_at(start, "$%s is not known", word);
	}
	if (name && name->is_text) {
		text_string(text, name->text);
	} else if (enclosed) {
		here = start;
		text_format(text, "%llu", (unsigned long long)read_expression());
	} else {
		text_format(text, "%llu", (unsigned long long)name->value);
	}
	if (enclosed)
		need(")");
}

/* Reads up to one of the characters of `ends`; NULL: what is part of the name of a register. */
static void expand(char *buffer, size_t size, const char *ends)
{
	struct text text = text_over(buffer, size);

	buffer[0] = 0;
	while (*here && (ends ? !strchr(ends, *here)
			      : is_part_of_word(*here) || (*here == '.' && here[1] != '.') || *here == '$')) {
		char c = *here++;

		if (c == '$')
			expand_one(&text);
		else
			text_char(&text, c);
	}
	if (text.truncated)
		refuse("this is longer than %zu characters", size - 1);
}

static void read_string(char *buffer, size_t size)
{
	need("\"");
	expand(buffer, size, "\"");
	need("\"");
}

/* ---- the silicon ---------------------------------------------------------------------------------------- */

static void check_rules(void)
{
	if (*seen.violations)
		refuse("%u violations, last \"%s\"", *seen.violations, seen.violation);
}

static void end_silicon(void)
{
	free(bench.memory);
	free(shadow);
	imc_script_end();
	bench = (struct bench){0};
	seen = bench_seen;
	shadow = NULL;
	made = false;
}

/* The file's machine and scenario are those of the next silicon. */
static void forget_silicon(void)
{
	end_silicon();
	strcpy(machine, first_machine);
	strcpy(scenario, first_scenario);
	sockets = first_sockets;
	pvr = imc_script_pvr(machine);
}

static bool set_size(void *context, struct slice name, struct slice value, struct text *error)
{
	bool known;

	return model_set_size(context, name, value, &known, error);
}

static bool set_rest(void *context, struct slice name, struct slice value, struct text *error)
{
	bool known;

	return slice_is(name, "fault") || model_set(context, name, value, &known, error) || true;
}

static void make_shadow(void)
{
	struct silicon_extent asked = {.sockets = sockets};
	struct slice text = slice_of(scenario);
	struct model_memory room = {.used = sizeof(*shadow)};
	struct model begun;
	char reason[300];
	struct text error = TEXT_OVER(reason);
	unsigned i = 0;

	while (strcmp(model_parts[i]->name, machine))
		i++;
	model_begin(&begun, model_parts[i]);
	if (!lines_read(text, set_size, &begun, &error) || !model_settle_size(&begun, &asked, &error))
		refuse("%s", reason);
	shadow = malloc(silicon_size(machine, &asked, scenario, strlen(scenario)));
	*shadow = begun;
	room.at = (char *)shadow;
	model_make(shadow, &room);
	if (!lines_read(text, set_rest, shadow, &error) || !model_settle(shadow, &error))
		refuse("%s", reason);
}

/* False with seen.error if the scenario is refused. */
static bool try_silicon(void)
{
	return pvr ? imc_script_begin(pvr, scenario, &seen) : bench_try_of(&bench, machine, sockets, scenario);
}

static void need_silicon(void)
{
	if (made)
		return;
	if (!try_silicon())
		refuse("%s", seen.error);
	made = true;
	if (!pvr)
		make_shadow();
}

/* As need_silicon; refuses silicon that does not see accesses to memory. */
static void need_caches(void)
{
	need_silicon();
	if (pvr)
		refuse("%s has no caches", machine);
}

/* ---- registers ------------------------------------------------------------------------------------------- */

struct place {
	struct silicon_access access;
	bool halves; /* two accesses, as to a register of 64 bits in a function */
};

static const char *const answers[] = {
	[SILICON_OK] = "ok", [SILICON_FAULT] = "fault", [SILICON_HANG] = "hang", [SILICON_NOT_MINE] = "foreign"};

/* A register of a name, "cbox3.ctr0". The only box of its type may be called "ha" or "ha0". */
static void find_register(const char *word, struct silicon_access *access)
{
	struct slice rest = slice_of(word), box = slice_cut(&rest, '.');
	unsigned reg;
	const struct model_register *at;

	need_silicon();
	if (pvr)
		refuse("%s has no named registers", machine);
	reg = model_find_register(shadow, box, rest);
	if (reg == MODEL_NONE && box.length && box.at[box.length - 1] == '0')
		reg = model_find_register(shadow, (struct slice){box.at, box.length - 1}, rest);
	if (reg == MODEL_NONE)
		refuse("%s has no register %s", machine, word);
	at = &shadow->reg[reg];
	access->space = shadow->unit[at->box].type->space;
	access->bytes = at->bank->bits > 32 ? 8 : 4;
	access->address = at->address;
	if (access->space == SILICON_MSR)
		access->bytes = 8;
	if (shadow->unit[at->box].type->per_core)
		access->core = (uint16_t)shadow->unit[at->box].number;
}

/* An address: msr[ADDRESS], msr[ADDRESS, CORE], pmc[NUMBER, CORE], pci[BUS, DEVICE, FUNCTION, OFFSET] or mmio[ADDRESS]; nest[OFFSET],
 * word[ADDRESS] or ldbar[PIR]. */
static bool take_address(struct silicon_access *access)
{
	static const char *const spaces[] = {
		[SILICON_MSR] = "msr[",      [SILICON_CONFIG] = "pci[",  [SILICON_MMIO] = "mmio[",
		[SILICON_PMC] = "pmc[",      [IMC_PLACE_NEST] = "nest[", [IMC_PLACE_WORD] = "word[",
		[IMC_PLACE_LDBAR] = "ldbar["};
	unsigned space = 0;

	while (space < ARRAY_SIZE(spaces) && !take(spaces[space]))
		space++;
	if (space == ARRAY_SIZE(spaces))
		return false;
	access->space = (uint8_t)space;
	access->bytes = space == SILICON_CONFIG ? 4 : 8;
	access->address = read_expression();
	for (unsigned i = 0; i < 3 && space == SILICON_CONFIG; i++) {
		static const uint8_t shift[] = {15, 12, 0};

		need(",");
		access->address = (i ? access->address : access->address << 20) | read_expression() << shift[i];
	}
	if ((space == SILICON_MSR || space == SILICON_PMC) && take(","))
		access->core = (uint16_t)read_expression();
	need("]");
	return true;
}

static uint64_t read_primary(void);

/* Parses the end of a name or an address: :BYTES and @SOCKET. A named register of a function or of device memory is that of the socket. */
static void finish_register(struct place *place, bool named)
{
	struct silicon_access *access = &place->access;

	place->halves = named && access->space == SILICON_CONFIG && access->bytes == 8;
	if (*here == ':' && isdigit((unsigned char)here[1])) {
		here++;
		access->bytes = (uint8_t)read_primary();
		place->halves = false;
	}
	if (*here == '@') {
		here++;
		access->socket = (uint16_t)read_primary();
	}
	if (named && access->space == SILICON_MMIO)
		access->address += model_memory_base(shadow, access->socket);
	if (named && access->space == SILICON_CONFIG)
		access->address = (uint64_t)model_bus(shadow, access->socket, (unsigned)(access->address >> 20)) << 20 |
				  (access->address & MASK(0, 20));
}

static bool take_register(struct place *place)
{
	const char *start;
	char word[WORD] = "";

	memset(place, 0, sizeof(*place));
	skip_blanks();
	start = here;
	if (take_address(&place->access)) {
		need_silicon();
		finish_register(place, false);
		return true;
	}
	if (!isdigit((unsigned char)*here))
		expand(word, sizeof(word), NULL);
	if (!strchr(word, '.')) {
		here = start;
		return false;
	}
	find_register(word, &place->access);
	finish_register(place, true);
	return true;
}

/* Reads or writes. */
static enum silicon_answer reach(const struct place *place, bool write, uint64_t *value)
{
	struct silicon_access part = place->access;
	uint64_t whole = 0;

	if ((part.space >= IMC_PLACE_NEST) != (pvr != 0))
		return SILICON_NOT_MINE;
	if (pvr)
		return imc_script_reach(&part, write, value);
	part.bytes = place->halves ? 4 : part.bytes;
	for (unsigned shift = 0; shift < (place->halves ? 64 : 1); shift += 32, part.address += 4) {
		uint64_t piece = place->halves ? (uint32_t)(*value >> shift) : *value;
		enum silicon_answer answer = write ? silicon_write(bench.silicon, bench.now, &part, piece)
						   : silicon_read(bench.silicon, bench.now, &part, &piece);

		if (answer != SILICON_OK)
			return answer;
		whole |= piece << shift;
	}
	*value = whole;
	return SILICON_OK;
}

/* ---- expressions ----------------------------------------------------------------------------------------- */

/* A number, or a time in the machine's units: nanoseconds, or ticks of the time base. */
static uint64_t read_number(void)
{
	static const struct {
		const char *unit;
		uint64_t factor;
	} units[] = {{"ns", 1}, {"us", 1000}, {"ms", 1000000}, {"s", 1000000000}};
	char *end;
	uint64_t value = strtoull(here, &end, here[0] == '0' && here[1] == 'x' ? 16 : 10);

	here = end;
	for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
		if (take_word(units[i].unit))
			return pvr ? value * units[i].factor * (IMC_TIMEBASE_HZ / 1000000) / 1000
				   : value * units[i].factor;
	if (is_part_of_word(*here))
		refuse("this is no number");
	return value;
}

/* State of the silicon and its owner that a script may ask for. */
static bool take_state(const char *word, uint64_t *value)
{
	struct silicon_statistics counts;

	need_silicon();
	if (pvr)
		return imc_script_state(word, value);
	silicon_statistics(bench.silicon, &counts);
	const struct {
		const char *word;
		uint64_t value;
	} states[] = {
		{"pmis", bench.pmis},
		{"logs", bench.logs},
		{"now", bench.now},
		{"next", silicon_next_event(bench.silicon)},
		{"never", UINT64_MAX},
		{"reads", counts.reads},
		{"writes", counts.writes},
		{"faults", counts.faults},
		{"overflows", counts.overflows},
		{"sent", counts.pmis},
		{"minds_leaving", silicon_minds_leaving(bench.silicon)},
		{"pmis_come_again", silicon_pmis_come_again(bench.silicon)},
		{"violations", counts.violations},
		{"tracks", silicon_tracks(bench.silicon)},
		{"forgotten", forgotten},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(states); i++)
		if (!strcmp(word, states[i].word)) {
			*value = states[i].value;
			return true;
		}
	return false;
}

/* answer(REGISTER) or answer(REGISTER, VALUE): how an access is answered. */
static uint64_t read_answer(void)
{
	struct place place;
	enum silicon_answer answer;
	uint64_t value = 0;
	bool write;

	if (!take_register(&place))
		refuse("a register is needed here");
	write = take(",");
	if (write)
		value = read_expression();
	answer = reach(&place, write, &value);
	need(")");
	return answer;
}

/* Register 0 to 3, EAX to EDX, of a leaf. */
static uint32_t read_cpuid(uint32_t leaf, unsigned reg)
{
	struct silicon_cpuid answer = {0};
	const uint32_t *const registers[] = {&answer.eax, &answer.ebx, &answer.ecx, &answer.edx};

	need_silicon();
	silicon_cpuid(bench.silicon, leaf, 0, &answer);
	return *registers[reg % 4];
}

/* The first or last of what the machine must intercept, of MSRs, functions or device memory; UINT64_MAX: there is no such range. */
static uint64_t read_range(unsigned which, unsigned index)
{
	uint64_t at[2];
	uint32_t narrow[2];
	bool is_there;

	need_silicon();
	if (which / 2 == 2) {
		is_there = silicon_memory_range(bench.silicon, index, &at[0], &at[1]);
	} else {
		is_there = (which / 2 ? silicon_function_range : silicon_msr_range)(bench.silicon, index, &narrow[0],
										    &narrow[1]);
		for (unsigned i = 0; i < 2 && is_there; i++)
			at[i] = narrow[i];
	}
	return is_there ? at[which % 2] : UINT64_MAX;
}

/* A function of up to three numbers. */
static bool take_function(const char *word, uint64_t *value)
{
	static const char *const functions[] = {
		"bit",       "mask",     "ticks",          "pmi_cores",     "pmi_socket",   "cpuid",      "asks_again",
		"first_msr", "last_msr", "first_function", "last_function", "first_memory", "last_memory"};
	unsigned function = 0;
	uint64_t argument[3] = {read_expression()}, first = argument[0], second;

	for (unsigned i = 1; i < (pvr ? 3 : 2) && take(","); i++)
		argument[i] = read_expression();
	need(")");
	second = argument[1];
	while (function < ARRAY_SIZE(functions) && strcmp(word, functions[function]))
		function++;
	if (pvr && function > 1) {
		need_silicon();
		return imc_script_function(word, argument, value);
	}
	if (function == ARRAY_SIZE(functions))
		return false;
	switch (function) {
	case 0: *value = BIT(first & 63); break;
	case 1: *value = MASK(first & 63, second); break;
	case 2: *value = (uint64_t)((unsigned __int128)first * second / 1000000000u); break;
	case 3: *value = bench.pmi_cores[first % 8]; break;
	case 4: *value = bench.pmi_socket[first % 8]; break;
	case 5: *value = read_cpuid((uint32_t)first, (unsigned)second); break;
	case 6: *value = silicon_asks_again(bench.silicon, 0, (unsigned)first); break;
	default: *value = read_range(function - 7, (unsigned)first);
	}
	return true;
}

/* Reads the arguments of a call into names that the definition finds as its own. */
static void read_arguments(const struct name *definition)
{
	const char *parameter = definition->parameters;
	char word[WORD], text[WORD];

	while (*parameter != ')') {
		const char *after;
		bool is_text = *parameter == '$';
		unsigned length = 0;
		uint64_t value = 0;
		struct name *name;

		parameter += is_text;
		while (is_part_of_word(parameter[length]))
			length++;
		snprintf(word, sizeof(word), "%.*s", (int)length, parameter);
		after = parameter + length;
		skip_blanks();
		text[0] = 0;
		if (is_text)
			expand(text, sizeof(text), ",)");
		else
			value = read_expression();
		name = add_name(word);
		name->word[0] = ' '; /* not to be found by the arguments that follow */
		name->value = value;
		name->is_text = is_text;
		strcpy(name->text, text);
		parameter = after + strspn(after, ", ");
		if (*parameter != ')')
			need(",");
	}
	need(")");
}

static void name_arguments(const struct name *definition, unsigned first)
{
	const char *parameter = definition->parameters;

	for (; first < name_count; first++) {
		parameter += strspn(parameter, ", $");
		names[first].word[0] = *parameter;
		parameter += strcspn(parameter, ",)");
	}
}

static int run_line(int at);

static uint64_t call(const struct name *definition)
{
	unsigned first = name_count, outer = frame;
	const char *after;
	int from = line;

	read_arguments(definition);
	name_arguments(definition, first);
	callers[++calls] = from;
	if (calls > MOST_CALLS)
		refuse("calls are %d deep", MOST_CALLS);
	after = here;
	frame = first;
	result = 0;
	line = definition->line;
	here = strchr(definition->parameters, ')') + 1;
	if (take("=")) {
		result = read_expression();
		need_end();
	} else if (take(":")) {
		run_line(line);
	} else {
		run_block(line + 1, 0);
	}
	returned = false;
	calls--;
	frame = outer;
	name_count = first;
	line = from;
	here = after;
	return result;
}

static uint64_t read_word(void)
{
	const char *start = here;
	char word[WORD];
	struct place place;
	struct name *name;
	uint64_t value = 0;

	if (take_register(&place)) {
		enum silicon_answer answer = reach(&place, false, &value);

		if (answer != SILICON_OK)
			refuse_at(start, "the read is answered with %s", answers[answer]);
		return value;
	}
	read_name(word);
	name = find_name(word);
	for (unsigned i = 0; i < ARRAY_SIZE(answers); i++)
		if (!strcmp(word, answers[i]))
			return i;
	if (!strcmp(word, "answer") && take("("))
		return read_answer();
	if (name && name->line != NO_LINE && take("("))
		return call(name);
	if (name && name->line == NO_LINE && !name->is_text)
		return name->value;
	if (take("(") ? take_function(word, &value) : take_state(word, &value))
		return value;
	here = start;
	refuse("what is \"%s\"?", word);
}

static uint64_t read_primary(void)
{
	uint64_t value;

	skip_blanks();
	if (isdigit((unsigned char)*here))
		return read_number();
	if (take("~"))
		return ~read_primary();
	if (take("!"))
		return !read_primary();
	if (take("-"))
		return -read_primary();
	if (!take("("))
		return read_word();
	value = read_expression();
	need(")");
	return value;
}

/* Binary operators. Those that compare bind least; else as in C. Longer ones stand first. */
static const struct binary {
	const char *word;
	unsigned level;
} operators[] = {{"<<", 4}, {">>", 4}, {"==", 0}, {"!=", 0}, {"<=", 0}, {">=", 0}, {"<", 0}, {">", 0},
		 {"|", 1},  {"^", 2},  {"&", 3},  {"+", 5},  {"-", 5},  {"*", 6},  {"/", 6}, {"%", 6}};

static const struct binary *take_operator(unsigned level)
{
	for (unsigned i = 0; i < ARRAY_SIZE(operators); i++) {
		const char *start = here;

		if (!take(operators[i].word))
			continue;
		if (operators[i].level >= level)
			return &operators[i];
		here = start;
		return NULL;
	}
	return NULL;
}

static uint64_t apply(const char *word, uint64_t a, uint64_t b)
{
	if (strchr("/%", *word) && !b)
		refuse("division by 0");
	switch (*word) {
	case '<': return word[1] == '<' ? a << (b & 63) : word[1] ? a <= b : a < b;
	case '>': return word[1] == '>' ? a >> (b & 63) : word[1] ? a >= b : a > b;
	case '=': return a == b;
	case '!': return a != b;
	case '|': return a | b;
	case '^': return a ^ b;
	case '&': return a & b;
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return a / b;
	default: return a % b;
	}
}

static uint64_t read_binary(unsigned level);

static uint64_t continue_binary(uint64_t value, unsigned level)
{
	const struct binary *found;

	while ((found = take_operator(level)))
		value = apply(found->word, value, read_binary(found->level + 1));
	return value;
}

static uint64_t read_binary(unsigned level)
{
	return continue_binary(read_primary(), level);
}

static uint64_t read_expression(void)
{
	return read_binary(0);
}

/* ---- statements ------------------------------------------------------------------------------------------ */

static bool is_assignment(void)
{
	unsigned depth = 0;

	for (const char *at = here; *at && *at != ';' && *at != '"'; at++) {
		depth += (*at == '(') - (*at == ')');
		if (!depth && strchr("=!<>", *at) && at[1] == '=')
			return false;
		if (!depth && *at == '=')
			return true;
	}
	return false;
}

static void run_write(void)
{
	const char *start = here;
	struct place place;
	enum silicon_answer answer;
	uint64_t value;

	if (!take_register(&place))
		refuse("a register is needed here");
	need("=");
	value = read_expression();
	answer = reach(&place, true, &value);
	if (answer != SILICON_OK)
		refuse_at(start, "the write is answered with %s", answers[answer]);
}

/* True if `at` holds the name of a definition or of an OPAL call. A call of OPAL that returned an error is refused. */
static bool is_call(const char *at, uint64_t value)
{
	char word[WORD];
	size_t length = 0;

	while (is_part_of_word(at[length]))
		length++;
	snprintf(word, sizeof(word), "%.*s", (int)min_u64(length, WORD - 1), at);
	if (find_name(word))
		return find_name(word)->line != NO_LINE;
	if (!pvr || !imc_script_is_call(word))
		return false;
	if (value)
		refuse_at(at, "OPAL answers %lld", (long long)value);
	return true;
}

/* An expression by itself must be true. Of a definition that is called alone, what it returns does not matter. */
static void run_expectation(void)
{
	const char *start = here, *end;
	uint64_t left = read_primary(), right;
	const struct binary *found;

	if ((is_at_end() || (*here == '!' && here[1] != '=')) && is_call(start, left))
		return;
	left = continue_binary(left, 1);
	found = take_operator(0);
	expected++;
	if (!found) {
		if (!left)
			refuse_at(start, "this is not true");
		return;
	}
	right = read_binary(1);
	end = here;
	if (!apply(found->word, left, right))
		refuse_at(start, "%.*s: got %llu (0x%llx), expected %s %llu (0x%llx)", (int)(end - start), start,
			  (unsigned long long)left, (unsigned long long)left, found->word, (unsigned long long)right,
			  (unsigned long long)right);
}

/* with NAME = VALUE; NAME = VALUE ... to the end of the line. */
static void run_with(void)
{
	char said[600];
	size_t length = strlen(scenario);

	skip_blanks();
	expand(said, sizeof(said), "");
	for (char *at = said; *at; at++)
		*at = *at == ';' ? '\n' : *at;
	if (length + strlen(said) + 2 > sizeof(scenario))
		refuse("the scenario is too long");
	sprintf(scenario + length, "%s\n", said);
}

static void run_machine(void)
{
	skip_blanks();
	expand(machine, sizeof(machine), " ;");
	sockets = is_at_end() ? 0 : (unsigned)read_expression();
	pvr = imc_script_pvr(machine);
}

/* A line of the silicon's has this in it, or is this. */
static void need_part(const char *line_of_silicon)
{
	bool whole = take("==");
	char part[200];

	read_string(part, sizeof(part));
	expected++;
	if (whole ? strcmp(line_of_silicon, part) : !strstr(line_of_silicon, part))
		refuse("\"%s\" %s \"%s\"", line_of_silicon, whole ? "is not" : "does not say", part);
}

/* The scenario is refused for a reason that has this in it. */
static void run_refused(void)
{
	if (try_silicon())
		refuse("the scenario is accepted");
	if (strchr(seen.error, '\n'))
		refuse("the reason has several lines");
	need_part(seen.error);
	forget_silicon();
}

static void run_banner(void)
{
	char banner[400];

	need_silicon();
	if (pvr)
		imc_script_banner(banner, sizeof(banner));
	else
		silicon_banner(bench.silicon, banner, sizeof(banner));
	need_part(banner);
}

static int end_of_block(int first, unsigned indent)
{
	while (first < line_count && lines[first].indent > indent)
		first++;
	return first;
}

/* for NAME in A..B, for NAME in A, B, ..., for $NAME in TEXT, TEXT, ...: the rest of the line after a colon, or the lines below that stand
 * further to the right. */
static int run_for(void)
{
	bool is_text = take("$");
	int at = line;
	unsigned first = name_count;
	uint64_t value = 0, last = 0;
	struct name *name;
	const char *list, *body;
	char word[WORD];

	read_name(word);
	name = add_name(word);
	name->is_text = is_text;
	need("in");
	list = here;
	body = strchr(here, ':');
	while (body && isdigit((unsigned char)body[1]) && body[-1] == ']')
		body = strchr(body + 1, ':');
	for (bool more = true, range = false; more && !returned;) {
		here = list;
		skip_blanks();
		if (range)
			value++;
		else if (is_text)
			expand(name->text, WORD, ",:");
		else
			value = read_expression();
		if (!range && !is_text && take("..")) {
			range = true;
			last = read_expression();
			list = here;
		}
		if (range ? value > last : *name->text == 0 && is_text)
			refuse("nothing is repeated");
		name->value = value;
		more = range ? value < last : take(",");
		list = range ? list : here;
		if (body) {
			if (!range && !more && here != body)
				refuse("\",\" or \":\" is needed here");
			here = body + 1;
			run_line(at);
		} else {
			if (!range && !more)
				need_end();
			run_block(at + 1, lines[at].indent);
		}
		line = at;
	}
	name_count = first;
	here = "";
	return body ? at + 1 : end_of_block(at + 1, lines[at].indent);
}

enum { PAGES = 1024 };

/* From now on touches of memory are seen. Node i has 64 GiB from i * 64 GiB on. */
static void run_memory(uint64_t nodes)
{
	static uint64_t room[4 * PAGES];

	need_caches();
	assert_true(silicon_track_size(PAGES) <= sizeof(room));
	silicon_track(bench.silicon, room, PAGES);
	for (unsigned i = 0; i < nodes; i++)
		silicon_add_memory(bench.silicon, i * BIT(36), (i + 1) * BIT(36) - 1, i);
}

/* ADDRESS or ADDRESS, CORE: a processor of socket 0 touches memory. */
static void run_touch(bool write)
{
	uint64_t address = read_expression();
	struct silicon_processor by = {.core = take(",") ? (uint16_t)read_expression() : 0};

	need_caches();
	silicon_touch(bench.silicon, bench.now, &by, address, write);
}

static void count_forgotten(void *context, uint64_t page)
{
	assert_null(context);
	assert_int_equal(page & 0xfff, 0);
	forgotten++;
}

static void run_pass(void)
{
	uint64_t time = read_expression();

	need_silicon();
	*seen.now += time;
}

/* hand_back PIR: returns a thread to OPAL. */
static void run_hand_back(void)
{
	uint64_t pir = read_expression();

	need_silicon();
	if (!pvr)
		refuse("%s has no OPAL", machine);
	imc_script_hand_back((uint32_t)pir);
}

static void run_simple(void)
{
	char word[WORD];

	if (take_word("let")) {
		do {
			read_name(word);
			need("=");
			set_variable(word, read_expression());
		} while (take(","));
	} else if (take_word("wait")) {
		run_pass();
		if (pvr)
			imc_script_advance();
		else
			silicon_advance(bench.silicon, bench.now);
	} else if (take_word("pass")) {
		run_pass();
	} else if (take_word("memory")) {
		run_memory(read_expression());
	} else if (take_word("load")) {
		run_touch(false);
	} else if (take_word("store")) {
		run_touch(true);
	} else if (take_word("flush")) {
		need_caches();
		silicon_flush_caches(bench.silicon, bench.now, (unsigned)read_expression(), count_forgotten, NULL);
	} else if (take_word("leave")) {
		need_silicon();
		if (pvr)
			imc_script_leave();
		else
			silicon_leave(bench.silicon, bench.now);
	} else if (take_word("hand_back")) {
		run_hand_back();
	} else if (take_word("return")) {
		result = read_expression();
		returned = true;
	} else if (take_word("refused")) {
		run_refused();
	} else if (take_word("log")) {
		need_part(bench.log);
	} else if (take_word("banner")) {
		run_banner();
	} else if (take_word("new")) {
		check_rules();
		forget_silicon();
	} else if (is_assignment()) {
		run_write();
	} else {
		run_expectation();
	}
}

/* What a statement must not do it says after itself: ! "part of the violation", one exactly; !* as many as there are. */
static void check_violations(void)
{
	char part[300];

	if (take("!*")) {
		*seen.violations = 0;
	} else if (take("!")) {
		uint64_t count = isdigit((unsigned char)here[strspn(here, " ")]) ? read_primary() : 1;
		const char *start = here;

		read_string(part, sizeof(part));
		expected++;
		if (*seen.violations != count || !strstr(seen.violation, part))
			refuse_at(start, "%u violations, last \"%s\"; %u that say \"%s\" are expected",
				  *seen.violations, seen.violation, (unsigned)count, part);
		*seen.violations = 0;
	}
	if (!calls)
		check_rules();
	need_end();
}

/* Runs the statements from `here` to the end of a line, and what is repeated below it. Returns the line after that. */
static int run_line(int at)
{
	int next = at + 1;

	line = at;
	do {
		if (is_at_end())
			continue;
		if (take_word("for")) {
			next = run_for();
		} else if (take_word("with")) {
			if (made)
				forget_silicon();
			run_with();
		} else if (take_word("machine")) {
			forget_silicon();
			run_machine();
		} else {
			run_simple();
			check_violations();
		}
	} while (!returned && take(";"));
	return next;
}

static void run_block(int first, unsigned indent)
{
	int end = end_of_block(first, indent), at = first;
	unsigned own;

	while (at < end && !*lines[at].start)
		at++;
	if (at == end)
		refuse_at(lines[line].start, "nothing stands below");
	own = lines[at].indent;
	while (at < end && !returned) {
		line = at;
		here = lines[at].start + strspn(lines[at].start, " ");
		if (*here && lines[at].indent != own)
			refuse("this line stands in no block");
		at = *here ? run_line(at) : at + 1;
	}
}

/* ---- the file --------------------------------------------------------------------------------------------- */

static void run_one(void **state)
{
	int at = *(int *)*state;

	name_count = global_count;
	frame = global_count;
	calls = 0;
	expected = 0;
	forgotten = 0;
	returned = false;
	forget_silicon();
	run_block(at + 1, 0);
	line = at;
	here = lines[at].start;
	check_rules();
	if (!expected)
		refuse("the test expects nothing");
}

/* Number of times that `word` stands in the file. */
static unsigned count_word(const char *word)
{
	unsigned count = 0;

	for (int i = 0; i < line_count; i++)
		for (const char *at = lines[i].start; (at = strstr(at, word)); at += strlen(word))
			count += (at == lines[i].start || !is_part_of_word(at[-1])) &&
				 !is_part_of_word(at[strlen(word)]);
	return count;
}

static void need_use(const char *word)
{
	if (count_word(word) < 2)
		refuse("%s is not used", word);
}

static void read_definition(void)
{
	static const char *const own[] = {"let",    "wait", "pass",  "new",   "with",    "for",     "machine",
					  "memory", "load", "store", "flush", "leave",   "refused", "log",
					  "banner", "ok",   "fault", "hang",  "foreign", "return",  "hand_back"};
	char word[WORD];
	struct name *name;

	read_name(word);
	for (unsigned i = 0; i < ARRAY_SIZE(own); i++)
		if (!strcmp(word, own[i]))
			refuse("%s is a word of the language", word);
	name = add_name(word);
	name->line = line;
	need("(");
	name->parameters = here;
	if (!strchr(here, ')'))
		refuse("\")\" is missing");
	need_use(word);
}

static void read_global(void)
{
	char word[WORD];

	do {
		read_name(word);
		need("=");
		set_variable(word, read_expression());
		need_use(word);
	} while (take(","));
	need_end();
}

/* Cuts the text into lines, without comments and blank lines' blanks. */
static void cut_lines(char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");
		bool more = text[length], quoted = false;
		size_t end = 0;

		text[length] = 0;
		while (text[end] && (quoted || text[end] != '#'))
			quoted ^= text[end++] == '"';
		while (end && isspace((unsigned char)text[end - 1]))
			end--;
		text[end] = 0;
		if (line_count == MOST_LINES)
			refuse("more than %d lines", MOST_LINES);
		lines[line_count].start = text;
		lines[line_count++].indent = end ? (unsigned)strspn(text, " ") : 1000;
		text += length + more;
	}
}

static void read_file(void)
{
	int found[MOST_TESTS], count = 0;

	for (line = 0; line < line_count; line++) {
		here = lines[line].start;
		global_count = name_count;
		if (lines[line].indent)
			continue;
		if (take_word("test")) {
			if (count == MOST_TESTS)
				refuse("more than %d tests", MOST_TESTS);
			found[count++] = line;
		} else if (take_word("def")) {
			read_definition();
		} else if (take_word("let")) {
			read_global();
		} else if (take_word("machine")) {
			run_machine();
			strcpy(first_machine, machine);
			first_sockets = sockets;
		} else if (take_word("with")) {
			run_with();
			strcpy(first_scenario, scenario);
		} else {
			refuse("test, def, let, machine or with is needed here");
		}
	}
	global_count = name_count;
	line = 0;
	here = lines[0].start;
	if (!count)
		refuse("there is no test");
	memcpy(tests, found, sizeof(tests));
	test_count = count;
}

/* With an argument another script is run than the program's own. */
int main(int argc, char **argv)
{
	static struct CMUnitTest cases[MOST_TESTS];
	static char title[MOST_TESTS][WORD], text[1 << 20];
	size_t length = (size_t)(script_end - script_text);

	path = argc > 1 ? argv[1] : script_path;
	if (argc > 1) {
		FILE *file = fopen(path, "r");

		length = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
		if (!file || fclose(file))
			return 2;
	} else {
		memcpy(text, script_text, length);
	}
	seen = bench_seen;
	cut_lines(text);
	read_file();
	for (int i = 0; i < test_count; i++) {
		line = tests[i];
		here = lines[line].start + strlen("test");
		read_name(title[i]);
		cases[i] = (struct CMUnitTest){.name = title[i], .test_func = run_one, .initial_state = &tests[i]};
	}
	return _cmocka_run_group_tests("tests", cases, (size_t)test_count, NULL, NULL);
}
