/* SPDX-License-Identifier: BSD-2-Clause */
/* Records for people. One table of templates gives the console's text for each kind of record.
 *
 *     {NAME}            the value of a field; nothing if the record has no such field
 *     {NAME:WIDTH}      padded with blanks to this width: before the value, or with "-WIDTH" after it
 *     {NAME:DIGITSx}    a number in hexadecimal, with 0x and at least this many digits
 *     {NAME:WIDTHm}     a number of millionths as "12.345"
 *     {NAME?...}        the text between, which may contain braces, if the field is present and is not an empty text,
 *                       an empty list or the number 0 (a hexadecimal 0 counts: a register may hold it)
 *     {!NAME?...}       the opposite
 *     {@COLUMN}         blanks up to a column, at least one
 *
 * The name `several` is true if the machine has several sockets. A record may have several lines; an empty one is no
 * line. */
#include "core/record/record_form.h"
#include "lib/memory.h"
#include "lib/text.h"

/* Indentation of a remark's further lines. */
#define REMARK_INDENT 7

#define UNTIL         "{at_ns?{at_ns:10m} ms  }"
#define COUNT_TAIL \
	"{box:-10}{value:17} {unit:-8}{rate:14} {time_ns:9m} ms  {event}{postings?  ({postings} postings, +/- {within_ns:m} ms)}"
#define MODULO   "{modulo?\n  or more by a multiple of {modulo}: looked at too late to know}"
#define SUM_OVER "{of?\n  over {boxes} of {of} boxes: the others gave no count}"

/* Counts and sums use the same columns. */
static const char count_heading[] =
	"{at_ns?        until  }{several?socket  }box                   value unit              rate  counted for  event";

static const struct template
{
	const char *kind;
	const char *text;
	const char *heading; /* of the columns, before the first of consecutive records; NULL: none */
	uint8_t indent;      /* of further lines */
	bool between;        /* keeps the previous heading in force */
}
templates[] = {
	{"start", .text = "{program} {version} {platform}"},
	{"note", .text = "note:  {message}", .indent = REMARK_INDENT},
	{"error", .text = "{word}{message}", .indent = REMARK_INDENT},
	{"complaint", .text = "error: {text}", .indent = REMARK_INDENT},
	{"prose", .text = "{text}"},
	{"ahead", .text = "next: {what}", .between = true},
	{"power", .text = "{action}: when the run has ended, by {by}"},
	{"last_run", .text = "last run stopped {stopped}{check?, in check {check}}"
			     "{command?, in command: {command}}{!command?{step?, in step: {step}}}"},
	{"denied", .text = "denied: {about}: {because}; `allow = {about}` at the top of uncork.cfg takes that back"},
	{"error_bank", .text = "{when}: {text}", .indent = REMARK_INDENT},
	{"errors",
	 .text = "{machine_checks?machine checks: {machine_checks}; banks with errors: {before} before the run, "
		 "{during} in them, {after} after it}"},
	{"left",
	 .text = "left:  {register}{several? of socket {socket}} ({place}{cpu? of cpu {cpu}}): {after}, found {before}{xor?, differs by {xor}}",
	 .indent = REMARK_INDENT},
	{"end",
	 .text = "{result}: {passed} passed, {failed} failed, {skipped} skipped{untested?, {untested} untested}{lacks? ({lacks})}{remark}"},

	{"board",
	 .text = "board          {maker?{maker} }{product}{board?, board {board}}{serial?, serial {serial}}"
		 "{!serial?{board_serial?, serial {board_serial}}}{bios?, BIOS {bios}}{bios_date? of {bios_date}}"
		 "{began?, {began} by its clock}{modules?, memory modules: {modules}}{microcode?, microcode {microcode}}"},

	/* info */
	{"processor", .text = "processor      {known?{name}: {title}}{!known?not one that the tables know}"
			      "{cpuid?\n               {vendor} family {family} model {model:2x} stepping {stepping}}"
			      "{brand?\n               {brand}}"},
	{"socket",
	 .text = "{!socket?topology       }{socket?               }socket {socket}: cores {cores}, processors {cpus}"
		 "{unlike? ({unlike} usable)}{microcode?, microcode {microcode}}{ppin?, number {ppin}}"},
	{"cpu",
	 .text = "{shown?               cpu {cpu}: socket {socket} core {core} thread {thread}, {number} {apic_id:x}"
		 "{bootstrap?, runs uncork}{!usable?, {unusable}}}"},
	{"interrupt_controller", .text = "interrupts     {name}"},
	{"device_memory", .text = "device memory  {name}"},
	{"console", .text = "console        {name}"},
	{"clock", .text = "time stamps    {tsc_hz?{tsc_hz:m} MHz}{!tsc_hz?unknown rate}{by?, by {by}}"},
	{"hypervisor", .text = "hypervisor     {name}: what it does not pass on is missing here"},
	{"silicon", .text = "silicon        {name}"},
	{"core_pmu", .text = "core counters  {version?version {version}: {counters} of {counter_bits} bits, "
			     "{fixed_counters} fixed of {fixed_bits} bits}{!version?none (CPUID leaf 0xa is empty)}"},
	{"ecam", .text = "configuration  segment {segment}, buses {first_bus:2x} to {last_bus:2x} at {base}"},
	{"pci", .text = "PCI functions  {functions}{more? (info -a lists them)}"},
	{"memory", .text = "{shown?memory         {bytes} bytes at {start}{reserved?, kept by the firmware}}"},
	{"table", .text = "{shown?ACPI table     {signature} at {address}, {bytes} bytes}"},
	{"table_bytes", .text = ""},
	{"pci_function", .text = "{shown?               {address}  {id}}"},
	{"socket_bus", .text = "{!socket?uncore buses   }{socket?               }socket {socket}: {bus} {ways}"
			       "{complaint?; {complaint}}"},
	{"capabilities", .text = "{!socket?capabilities   }{socket?               }socket {socket}: {registers}"
				 "{chas_found?{registers?; }CHAs:{chas_set? {chas_set} by these bits,}"
				 "{chas_said? {chas_said} by an MSR,} {chas_found} answer}{complaint?; {complaint}}"},
	{"fact", .text = "{name:-15}{value}"},
	{"discovery", .text = "discovery      socket {socket} die {die}: {units} units at {table}, {used} of them used"
			      "{complaint?; {complaint}}"},
	{"discovery_blocks", .text = "               block{plural} {blocks} {used?(used) }{!used?(left out) }{what}"},
	{"box", .text = "{shown?{several?{socket:-8}}{box:-10}{state:-15}{has:-22}{evidence} {found_by}}",
	 .heading = "{shown?\n{several?socket  }box       state          counters              how it was found}"},
	{"box_group",
	 .text = "{socket:-8}{boxes:-22}{state:-15}{counters} x {counter_bits} bits  {first}"
		 "{several? to {last}}{how?  {how}}",
	 .heading = "\nsocket  boxes                 state          counters    first one (info -a lists each)"},
	{"boxes", .text = "{unknown?no boxes answer: none is known for this processor}"
			  "{!unknown?{found?{found} of {promised} boxes answer}"
			  "{!found?no boxes answer, of {promised} that this processor should have}}"},

	/* list */
	{"box_type", .text = "{!scope?{places}: {title}, {counters} counter{plural} of {counter_bits} bits{fixed}\n"
			     "  registers {registers}{modifiers?\n  modifiers {modifiers}}{notes}}"
			     "{scope?{name}: {title}, {events} events posted to {kib} KiB of memory for {scope}\n"
			     "  perf {perf}, Linux {pmu}}"},
	{"event", .text = "{!offset?  {event:-32} {code:-6}{umask:-6}{counters:-6} {description}{flags? [{flags}]}"
			  "{needs? ({needs})}}"
			  "{offset?  {event:-40} {offset:-10} {times}{scale:-6} {of} {description}"
			  "{moved? [microcode: {posted_at}]}}"},
	{"metric_type", .text = "{metric}: {unit} for each {scope}\n  {description} ({source})\n  = {formula}\n"
				"  events {events}"},

	/* stat, record, program */
	{"count", .text = UNTIL "{several?{socket:6}  }" COUNT_TAIL MODULO, .heading = count_heading},
	{"total", .text = UNTIL "   all  " COUNT_TAIL SUM_OVER MODULO, .heading = count_heading},
	{"metric",
	 .text = UNTIL "{several?{socket:6}  }{whose:-10}{value:21} {unit:-13}{metric}" SUM_OVER
		       "{reason?\n  not given: {reason}}"
		       "{impossible?\n  {impossible} cannot be: these counts contradict each other{contradict}}",
	 .heading = "{at_ns?        until  }{several?socket  }box                       value unit         metric"},
	{"smis",
	 .text = "smis: cpu {cpu} took {smis} system management interrupts meanwhile{at_ns?, until {at_ns:m} ms}: counters "
		 "count what they execute"},
	{"timing",
	 .text = "timing: socket {socket} counted for {time_ns:m} ms{at_ns? until {at_ns:m} ms}, give or take {within_ns} ns that starting and "
		 "stopping took"},
	{"skew", .text = "skew: {sockets} sockets started within {start_ns} ns and froze within {freeze_ns} ns"},
	{"box_skew", .text = "skew: {boxes} boxes of socket {socket} froze one by one within {freeze_ns} ns"},
	{"snapshot", .text = "snapshot of the {counters} counters of socket {socket}: {accesses} register accesses "
			     "(freeze {freeze}, read {read}, resume {resume})"},
	{"sample", .text = "sample {seq:-5}{several? socket {socket}} cpu {cpu}  ip {ip}{symbol? {symbol}}"
			   "{freeze?  tsc {tsc}  overflow {overflow}{!overflow?of no counter}  ({pmi} PMI, {stopped}"
			   "{skew_ns?, skew {skew_ns} ns})}{!freeze?  tb {tsc}}{values}"},
	{"sum",
	 .text = "sum: socket {socket} cpu {cpu}: samples {samples}, PMIs {pmis}, lost {lost}, dropped {dropped}"},
	{"operation",
	 .text = "{program}{@8}{operation}{@14}{name}{several?{@42}{place}{@56}}{!several?{@33}{place}{@47}}"
		 "{effect}"},
	{"program", .text = "{name}: {accesses} accesses, {reads} reads and {writes} writes"
			    "{guarded?; {guarded} of them only if a status bit calls for it}"},

	/* test: a listed check has a title; one that ran has a word for its result. */
	{"plan", .text = "{checks} check{plural}", .between = true},
	{"check",
	 .text = "{title?{id:-40} {title}{about?\n{about}\nRests on: {fact}{fact_of?\nThat is of {fact_of}}\n}}"
		 "{word?{word} {id}{message?: {message}}{because?\n     because  {because}}{box?\n"
		 "     box      {box}\n"
		 "     register {register}\n"
		 "     address  {place}{several?, socket {socket}}\n"
		 "{expected?     expected {expected:16x}\n}"
		 "     got      {got:16x}\n"
		 "{xor?     xor      {xor:16x}\n}"
		 "     fact     {fact}\n"
		 "{fact_of?     fact_of  {fact_of}\n}"
		 "{advice?     advice   {advice}\n}}}"},
	{"finding",
	 .text = "finding: {check}: {message}{consequences?; because of it {consequences} more check{plural} {fate}}"},
	{"answer", .text = "{shown?answer check={check} question={question} answer={answer} assumed={assumed}}"},

	/* work */
	{"work",
	 .text = "work: {units} times a {unit} ({work}) by cpu {cpu} of socket {socket}{home?, memory of {home}}"
		 "{bytes?: {lines_read} lines read, {lines_written} written, {bytes} bytes}"
		 "; prefetchers {prefetchers}; {time_ns:m} ms"},
	{"flow",
	 .text = "{work:-13}{side:-5}{slope:12}{unit?         -}{!unit?{expected:10}}{intercept:10}{idle:12}{noise:9}  {result:-7}{events}",
	 .heading = "\nwork         at          slope  expected   without        idle    noise  result events"},
	{"balance",
	 .text = "{work:-13}{apart?{apart:12}}{!apart?{cycles:12}}{noise:9}  {result:-7}{says}{!apart?, in cycles}",
	 .heading = "\nwork               apart    noise  result between two rows"},

	/* map */
	{"map",
	 .text = "{box}{several? of socket {socket}}: {rule}{functions? {functions}, address bits {bits}}"
		 "{granule_bytes?; {entries} entries; {granule_bytes} bytes in a row}"
		 "{known?; bits {known} seen}; published: {published}{numbering?, its numbers are boxes {numbering}}; {lines} lines read, "
		 "{untold} untold{shared?, {shared} counted by several}{nobody?, {nobody} counted by none}"},
	{"map_box", .text = "{shown?  {box:-10} {share} of {of}}"},
	{"map_lines", .text = "{shown?  line {line:-5} {owners}}"},
	{"film",
	 .text = "film of {units} times {work} by cpu {cpu}: socket {socket}, {frames} frames, each {step} cycles of {clock} later, "
		 "from {first} to {last}; frozen {late_least} to {late_most} cycles late"},
	{"film_counter",
	 .text = "{count?{several?{socket:6}  }{box:-10}{count:10}  {event}{cycles?\n          in cycles{cycles}}}",
	 .heading = "{several?socket  }box            count  event"},

	/* peek, poke, deny, replay, help, version */
	{"peek", .text = "{good?{register}  {value}}"},
	{"poke", .text = "{good?{register}  {value}  written}"},
	{"asked",
	 .text = "asked the machine: {reads} reads{walk?, and {walk} to see which PCI functions there are}; nothing was written"},
	{"access",
	 .text = "{heading?{heading}:\n}  {operation:-6}{place:-27}{name}{several? socket {socket}}{processor?cpu {cpu}} = {value}"
		 "{asked? (asked)}"},
	{"access_sum",
	 .text = "{!box?of no box:{@16}}{box?{box}{several? socket {socket}}:{@16}}{reads} reads, {writes} writes{asked?, {asked} asked}"},
	{"planned",
	 .text = "plan of {command}: {reads} reads and {writes} writes; {asked} of the reads were made, nothing else"},
	{"rule", .text = "{rule:-6}{about}"},
	{"difference",
	 .text = "{shown?line {line:-6}{operation:-6}{register:-36} recorded {recorded} got {got}{xor? xor {xor}}}"},
	{"left_out", .text = "left out: {times} of {register}{several? socket {socket}}: {reason}"},
	{"replay",
	 .text = "{file}: {reads} reads and {writes} writes made, {left_out} accesses left out; {differences} differ"
		 "{counters?, and {counters} readings of counters}"},
	{"field", .text = "  {bits}  {name:-14} {value:x}"},
	{"help", .text = "{page}{!page?{text}}"},
	{"command", .text = "{!details?  {name:-13}{summary}}"
			    "{details?{name} {usage}\n\n{details}{next?\nNext:\n{next}}}"},
	{"version", .text = "{shown?{name} {version}}"},
};

/* ---- lines --------------------------------------------------------------------------------------------- */

/* Lines to be sent. A line begins with its first character, so a final line feed adds no empty line. */
struct lines {
	struct output *output;
	struct line line;
	uint32_t begun;
	uint8_t indent;
	bool open;
};

static void put_character(struct lines *lines, char c)
{
	if (!lines->open) {
		lines->line = line_start(lines->output);
		lines->open = true;
		for (unsigned i = 0; lines->begun && i < lines->indent; i++)
			line_char(&lines->line, ' ');
		lines->begun++;
	}
	if (c != '\n') {
		line_printable(&lines->line, c);
		return;
	}
	line_end(&lines->line);
	lines->open = false;
}

static void put_blanks(struct lines *lines, size_t count)
{
	while (count--)
		put_character(lines, ' ');
}

static void put_line_string(struct lines *lines, const char *string)
{
	while (*string)
		put_character(lines, *string++);
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* The format after the colon. */
struct layout {
	bool left;
	unsigned width;
	char as; /* 'x', 'm', or 0 */
};

static unsigned read_width(const char **at)
{
	unsigned number = 0;

	for (; **at >= '0' && **at <= '9'; (*at)++)
		number = number * 10 + (unsigned)(**at - '0');
	return number;
}

static struct layout layout_of(const char *at)
{
	struct layout layout = {.left = *at == '-'};

	at += layout.left;
	layout.width = read_width(&at);
	layout.as = *at == '}' ? 0 : *at;
	return layout;
}

static void put_aligned(struct lines *lines, const char *string, const struct layout *layout)
{
	size_t length = strlen(string), blanks = layout->width > length ? layout->width - length : 0;

	if (layout->as == 'x')
		blanks = 0;
	put_blanks(lines, layout->left ? 0 : blanks);
	put_line_string(lines, string);
	put_blanks(lines, layout->left ? blanks : 0);
}

static void put_record_field(struct lines *lines, const struct record_field *field, struct layout layout)
{
	unsigned long long number = field->number;
	char bytes[48];
	struct text text = TEXT_OVER(bytes);

	switch ((enum record_type)field->type) {
	case RECORD_TEXT: put_aligned(lines, field->text, &layout); return;
	case RECORD_NAMES:
		for (unsigned i = 0; i < field->count; i++) {
			put_line_string(lines, i ? " " : "");
			put_line_string(lines, field->names[i]);
		}
		return;
	case RECORD_VALUES:
		for (unsigned i = 0; i < field->count; i++) {
			text_clear(&text);
			text_format(&text, "\n%20llu  ", (unsigned long long)field->values[i].value);
			put_line_string(lines, bytes);
			put_line_string(lines, field->values[i].event);
		}
		return;
	case RECORD_NUMBER:
	case RECORD_HEX:
		if (layout.as == 'm')
			text_format(&text, "%llu.%03u", number / 1000000, (unsigned)(number / 1000 % 1000));
		else if (layout.as == 'x' || field->type == RECORD_HEX)
			text_format(&text, "0x%0*llx", (int)layout.width, number);
		else
			text_format(&text, "%llu", number);
		break;
	case RECORD_RATIO:
		if (ratio_known(field->ratio))
			ratio_text(field->ratio, 3, &text);
		else
			text_string(&text, "n/a");
		break;
	}
	put_aligned(lines, bytes, &layout);
}

/* ---- templates ------------------------------------------------------------------------------------------- */

/* Finds the field named after an opening brace, up to ':', '?' or '}', and moves *at there. Returns NULL if there is
 * none. */
static const struct record_field *read_name(const struct record *record, const char **at)
{
	char bytes[24];
	struct text name = TEXT_OVER(bytes);

	for (; **at != ':' && **at != '?' && **at != '}'; (*at)++)
		text_char(&name, **at);
	if (!strcmp(bytes, "several")) {
		static const struct record_field yes = {.type = RECORD_NUMBER, .number = 1};

		return record->output->several_sockets ? &yes : NULL;
	}
	return record_find(record, bytes);
}

static bool says_something(const struct record_field *field)
{
	if (!field)
		return false;
	switch ((enum record_type)field->type) {
	case RECORD_TEXT: return *field->text;
	case RECORD_NUMBER: return field->number;
	case RECORD_NAMES:
	case RECORD_VALUES: return field->count;
	default: return true;
	}
}

/* Returns the end of the group whose content begins at `at`. */
static const char *skip_group(const char *at)
{
	for (unsigned depth = 1; depth; at++) {
		depth += *at == '{';
		depth -= *at == '}';
	}
	return at;
}

/* Handles the content of an opening brace. Returns the rest of the template, which is inside the group if it is
 * shown. */
static const char *put_braced(struct lines *lines, const struct record *record, const char *at)
{
	const struct record_field *field;
	bool wanted = *at != '!';

	if (*at == '@') {
		unsigned column;

		at++;
		column = read_width(&at);
		put_blanks(lines, lines->line.column < column ? column - lines->line.column : 1);
		return skip_group(at);
	}
	at += !wanted;
	field = read_name(record, &at);
	if (*at == '?')
		return says_something(field) == wanted ? at + 1 : skip_group(at + 1);
	if (field)
		put_record_field(lines, field, layout_of(at + (*at == ':')));
	return skip_group(at);
}

/* A closing brace that is still here ends a group that was shown. */
static void put_template(struct output *output, const struct record *record, const char *at, uint8_t indent)
{
	struct lines lines = {.output = output, .indent = indent};

	while (*at) {
		if (*at == '{') {
			at = put_braced(&lines, record, at + 1);
			continue;
		}
		if (*at != '}')
			put_character(&lines, *at);
		at++;
	}
	if (lines.open)
		line_end(&lines.line);
}

/* Writes a kind without a template as pairs. */
static void put_pairs(struct output *output, const struct record *record)
{
	struct lines lines = {.output = output};

	put_line_string(&lines, record->kind);
	for (unsigned i = 0; i < record->field_count; i++) {
		put_character(&lines, ' ');
		put_line_string(&lines, record->fields[i].name);
		put_character(&lines, '=');
		put_record_field(&lines, &record->fields[i], (struct layout){0});
	}
	line_end(&lines.line);
}

void record_as_text(struct output *output, const struct record *record)
{
	const struct template *template = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(templates) && !template; i++)
		if (!strcmp(templates[i].kind, record->kind))
			template = &templates[i];
	if (!template) {
		put_pairs(output, record);
		return;
	}
	if (template->heading && output->heading != template->heading)
		put_template(output, record, template->heading, 0);
	if (!template->between)
		output->heading = template->heading;
	put_template(output, record, template->text, template->indent);
}
