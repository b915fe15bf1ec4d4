/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings that are accepted: what they mean in each of the three spellings, and that the
 * canonical string means the same again. */
#include "core/event/encode.h"
#include "core/event/event.h"
#include "tests/unit/support/unit.h"
#include "tools/uncork/libpfm4/libpfm4.h"

static const struct processor *xeon;

static int find_xeon(void **state)
{
	(void)state;
	xeon = processor_by_name("xeon-7500");
	return xeon ? 0 : -1;
}

static struct event_config accept_for(const struct processor *processor, const char *string)
{
	struct event_config config;
	struct diagnostic diagnostic;

	if (!event_parse(processor, slice_of(string), &config, &diagnostic))
		fail_msg("%s: column %u: %s", string, diagnostic.column, diagnostic.reason);
	assert_int_equal(diagnostic.kind, DIAGNOSTIC_NONE);
	return config;
}

static struct event_config accept(const char *string)
{
	return accept_for(xeon, string);
}

static void assert_same(const struct event_config *a, const struct event_config *b)
{
	assert_ptr_equal(a->type, b->type);
	assert_ptr_equal(a->event, b->event);
	assert_int_equal(a->select, b->select);
	assert_int_equal(a->counters, b->counters);
	assert_int_equal(a->fixed, b->fixed);
	assert_int_equal(a->setting_count, b->setting_count);
	for (unsigned i = 0; i < a->setting_count; i++) {
		assert_int_equal(a->settings[i].mask, b->settings[i].mask);
		assert_ptr_equal(a->settings[i].row, b->settings[i].row);
		assert_int_equal(a->settings[i].value, b->settings[i].value);
	}
}

/* Bit i: instance i is meant. */
static uint64_t mask_of(const struct event_config *config)
{
	return config->instance == EVENT_EVERY_INSTANCE ? MASK(0, config->type->instances) : BIT(config->instance);
}

/* The canonical strings of every instance mean that instance and nothing else has changed. */
static void assert_round_trip(const struct event_config *config)
{
	for (unsigned i = 0; i < config->type->instances; i++) {
		char bytes[EVENT_STRING_MAX + 1], again[EVENT_STRING_MAX + 1];
		struct text text = TEXT_OVER(bytes), second = TEXT_OVER(again);
		struct event_config back;

		event_canonical(config, i, &text);
		assert_false(text.truncated);
		back = accept_for(config->processor, bytes);
		assert_int_equal(mask_of(&back), BIT(i));
		assert_same(config, &back);
		event_canonical(&back, i, &second);
		assert_string_equal(bytes, again);
	}
}

static void assert_canonical(const char *string, const char *canonical)
{
	struct event_config config = accept(string);
	char bytes[EVENT_STRING_MAX + 1];
	struct text text = TEXT_OVER(bytes);
	unsigned first = (unsigned)__builtin_ctzll(mask_of(&config));

	event_canonical(&config, first, &text);
	assert_string_equal(bytes, canonical);
	assert_round_trip(&config);
}

/* ---- every row ----------------------------------------------------------------------------------- */

/* Every way to name a row of the table must mean the row. What it says in registers is for
 * test_xeon_7500_events. */
static void assert_means(const struct box_type *type, const struct event *event, uint64_t instances, const char *string)
{
	struct event_config config = accept(string);

	if (config.event != event)
		fail_msg("%s means something else: select 0x%lx", string, (unsigned long)config.select);
	assert_ptr_equal(config.processor, xeon);
	assert_ptr_equal(config.type, type);
	assert_int_equal(mask_of(&config), instances);
	assert_int_equal(config.counters, event->counters);
	assert_int_equal(config.fixed, !!(event->flags & EVENT_FIXED));
	assert_round_trip(&config);
}

static void row_in_names(const struct box_type *type, const struct event *event, unsigned instance)
{
	const char *formats[] = {"%s%u::%s", "%s_%u/%s/"};
	const char *prefixes[] = {type->name, type->pmu, type->perf};
	char bytes[EVENT_STRING_MAX], name[128];
	struct text text = TEXT_OVER(name);

	event_row_name(xeon, event, &text);
	for (unsigned i = 0; i < ARRAY_SIZE(prefixes); i++) {
		snprintf(bytes, sizeof(bytes), formats[0], prefixes[i], instance, name);
		assert_means(type, event, BIT(instance), bytes);
	}
	snprintf(bytes, sizeof(bytes), formats[1], type->perf, instance, name);
	assert_means(type, event, BIT(instance), bytes);
}

static void row_without_instance(const struct box_type *type, const struct event *event)
{
	uint64_t all = MASK(0, type->instances);
	char bytes[EVENT_STRING_MAX], name[128];
	struct text text = TEXT_OVER(name);

	event_row_name(xeon, event, &text);
	snprintf(bytes, sizeof(bytes), "%s*::%s", type->name, name);
	assert_means(type, event, all, bytes);
	for (char *at = name; *at; at++)
		*at = *at >= 'A' && *at <= 'Z' ? (char)(*at + 32) : *at == ':' ? '.' : *at;
	snprintf(bytes, sizeof(bytes), "%s*::%s", type->name, name);
	assert_means(type, event, all, bytes);
	snprintf(bytes, sizeof(bytes), "%s/%s/", type->perf, name);
	assert_means(type, event, all, bytes);
	snprintf(bytes, sizeof(bytes), "%s_*/%s/", type->perf, name);
	assert_means(type, event, all, bytes);
}

static bool only_there(const struct box_type *type, const struct event *event)
{
	const char *name = processor_string(xeon, event->name);

	for (unsigned t = 0; t < xeon->type_count; t++)
		for (unsigned i = 0; i < xeon->types[t]->event_count; i++)
			if (xeon->types[t] != type &&
			    !strcmp(processor_string(xeon, xeon->types[t]->events[i].name), name))
				return false;
	return true;
}

static void row_without_box(const struct box_type *type, const struct event *event)
{
	char name[128];
	struct text text = TEXT_OVER(name);

	event_row_name(xeon, event, &text);
	if (only_there(type, event))
		assert_means(type, event, MASK(0, type->instances), name);
}

TEST(every_row_is_understood_in_every_spelling)
{
	unsigned rows = 0;

	for (unsigned t = 0; t < xeon->type_count; t++) {
		const struct box_type *type = xeon->types[t];

		for (unsigned i = 0; i < type->event_count; i++, rows++) {
			if (!type->events[i].counters && !(type->events[i].flags & EVENT_FIXED))
				continue;
			row_in_names(type, &type->events[i], i % type->instances);
			row_without_instance(type, &type->events[i]);
			row_without_box(type, &type->events[i]);
		}
	}
	assert_int_equal(rows, 764);
}

/* ---- particular strings -------------------------------------------------------------------------- */

TEST(umasks_are_joined)
{
	assert_canonical("cbox0::LLC_HITS:M:E", "nhmex_unc_cbox0::LLC_HITS:M:E");
	assert_canonical("cbox0::LLC_HITS:E:M", "nhmex_unc_cbox0::LLC_HITS:M:E");
	assert_canonical("cbox0::LLC_HITS:M:E:S:F", "nhmex_unc_cbox0::LLC_HITS:ALL");
	assert_canonical("cbox0::LLC_HITS:0x9", "nhmex_unc_cbox0::LLC_HITS:M:F");
	assert_canonical("cbox0::LLC_HITS:0xf", "nhmex_unc_cbox0::LLC_HITS:ALL");
	assert_canonical("cbox0::LLC_HITS:0x30", "nhmex_unc_cbox0::LLC_HITS:0x30");
	assert_canonical("cbox0::LLC_HITS:0x0", "nhmex_unc_cbox0::LLC_HITS:0x0");
	assert_canonical("wbox::TM1_ON:c0:c7", "nhmex_unc_wbox::TM1_ON:C0:C7");
	assert_canonical("cbox0::TRANS_IRQ:0x5", "nhmex_unc_cbox0::TRANS_IRQ:0x5");
	assert_int_equal(accept("cbox0::LLC_HITS:M:E").select, 0x0315);
	assert_int_equal(accept("wbox::TM1_ON:c0:c7").select, 0x8107);
}

TEST(defaults_are_shown)
{
	assert_canonical("cbox5::LLC_HITS", "nhmex_unc_cbox5::LLC_HITS:ALL");
	assert_canonical("C_THROTTLE_TMP", "nhmex_unc_wbox::C_THROTTLE_TMP:C_ALL");
	assert_canonical("cbox1::SNPS:t=2", "nhmex_unc_cbox1::SNPS:REMOTE_ANY:t=2");
}

TEST(modifiers_set_their_fields)
{
	assert_int_equal(accept("cbox0::LLC_HITS:M:t=4").select, 0x04000115);
	assert_int_equal(accept("cbox0::LLC_HITS:M:t=0xff:i=1").select, 0xff800115);
	assert_int_equal(accept("cbox0::LLC_MISSES:ALL:e=1").select, 0x00040714);
	assert_int_equal(accept("ubox0::WOKEN:e").select, 0x000400f8);
	assert_int_equal(accept("wbox::PROCHOT:e:t=1:i").select, 0x01840002);
	assert_int_equal(accept("wbox::PROCHOT:e=n:i=F:t=010").select, 0x08000002);
	assert_int_equal(accept("wbox::PROCHOT:e=Y:e:e=t").select, 0x00040002);
	assert_canonical("wbox0::PROCHOT:t=4:i=1:e=1", "nhmex_unc_wbox::PROCHOT:e=1:i=1:t=4");
	assert_canonical("wbox0::PROCHOT:t=0", "nhmex_unc_wbox::PROCHOT");
}

TEST(perf_spellings_set_the_same_fields)
{
	assert_canonical("uncore_cbox_0/event=0x15,umask=0x1,edge,inv,thresh=2/",
			 "nhmex_unc_cbox0::LLC_HITS:M:e=1:i=1:t=2");
	assert_canonical("uncore_cbox_7/umask=0xf,event=0x14/", "nhmex_unc_cbox7::LLC_MISSES:0xf");
	assert_canonical("cbox3/LLC_HITS:M,thresh=010/", "nhmex_unc_cbox3::LLC_HITS:M:t=10");
	assert_canonical("uncore_wbox/event=0xff/", "nhmex_unc_wbox::FIXED_UNCORE_CLK");
	assert_canonical("uncore_wbox_0/event=2/", "nhmex_unc_wbox::PROCHOT");
	assert_canonical("uncore_ubox/event=0x1e6,edge=1/", "nhmex_unc_ubox::FATAL_ERR:e=1");
	assert_int_equal(accept("uncore_cbox/event=0x15,umask=1/").instance, EVENT_EVERY_INSTANCE);
}

TEST(numbers_that_no_row_has_stay_numbers)
{
	struct event_config config = accept("cbox2:0x4010fe");

	assert_null(config.event);
	assert_int_equal(config.select, 0x10fe);
	assert_int_equal(config.counters, 0x3f);
	assert_canonical("cbox2:0x4010fe", "nhmex_unc_cbox2:0x10fe");
	assert_canonical("cbox2:0x0", "nhmex_unc_cbox2:0x0");
	assert_canonical("uncore_cbox_2/event=0xfe,umask=0x10,edge/", "nhmex_unc_cbox2:0x410fe");
	assert_canonical("ubox:0x1ff", "nhmex_unc_ubox:0x1ff");
	/* One field of a register that has a spelling of its own as well, and all of it. */
	assert_canonical("sbox0:0x5:hnid_mask=0", "nhmex_unc_sbox0:0x5:hnid_mask=0x0");
	assert_canonical("sbox0:0x5:mask=0", "nhmex_unc_sbox0:0x5:mask=0x0");
	assert_canonical("wbox:0x41000200", "nhmex_unc_wbox::C_THROTTLE_TMP:C1:t=65");
}

TEST(enable_bits_of_raw_values_are_dropped)
{
	assert_int_equal(accept("cbox0:0x500115").select, 0x115);
	assert_int_equal(accept("ubox:0x5401f8").select, 0x401f8);
}

static bool is_clock(const char *processor_name, const char *string)
{
	struct event_config config;
	struct diagnostic diagnostic;
	const struct processor *found = NULL;

	for (unsigned i = 0; processors[i]; i++)
		if (!strcmp(processors[i]->name, processor_name))
			found = processors[i];
	assert_non_null(found);
	assert_true(event_parse(found, slice_of(string), &config, &diagnostic));
	return event_is_clock(&config);
}

TEST(a_clock_is_one_as_long_as_nothing_restricts_it)
{
	assert_true(is_clock("xeon-7500", "wbox::FIXED_UNCORE_CLK"));
	assert_true(is_clock("xeon-e5-2600-v2", "cbox3::UNC_C_CLOCKTICKS"));
	assert_true(is_clock("xeon-e5-2600-v2", "cbox*::UNC_C_CLOCKTICKS:counter=1"));
	assert_false(is_clock("xeon-e5-2600-v2", "cbox3::UNC_C_CLOCKTICKS:t=3"));
	assert_false(is_clock("xeon-e5-2600-v2", "cbox3::UNC_C_LLC_LOOKUP:ANY:state=0x1"));
	assert_true(is_clock("skylake-sp", "ix86arch::UNHALTED_CORE_CYCLES"));
	assert_false(is_clock("skylake-sp", "ix86arch::UNHALTED_CORE_CYCLES:u"));
}

TEST(lists_are_cut_at_commas_outside_slashes)
{
	static const char *const expected[] = {"a::B", "uncore_x_0/event=1,umask=2/", "", "c:0x1"};
	struct slice rest = slice_of(" a::B ,uncore_x_0/event=1,umask=2/,,c:0x1");

	for (unsigned i = 0; i < ARRAY_SIZE(expected); i++) {
		assert_non_null(rest.at);
		assert_true(slice_is(event_list_cut(&rest), expected[i]));
	}
	assert_null(rest.at);
	rest = slice_of("");
	assert_int_equal(event_list_cut(&rest).length, 0);
	assert_null(rest.at);
	rest = slice_of("a/b,c");
	assert_true(slice_is(event_list_cut(&rest), "a/b,c"));
}

TEST(the_processors_own_strings_are_good)
{
	struct slice rest = slice_of(xeon->default_events);

	assert_canonical(xeon->clock_event, xeon->clock_event);
	while (rest.at) {
		struct slice one = event_list_cut(&rest);
		struct event_config config;
		struct diagnostic diagnostic;

		assert_true(event_parse(xeon, one, &config, &diagnostic));
	}
}

/* ---- a processor with filter registers ----------------------------------------------------------------- */

/* Built to have what later processors have: filter registers with fields of their own, umasks that
 * are whole codes, events of different counters, one name in two boxes, many instances. */
static const char strings[] = "\0OPC\0ANY\0ONE\0TWO\0SAME";
enum { OPC = 1, ANY = 5, ONE = 9, TWO = 13, SAME = 17 };

static const struct field select_fields[] = {
	{.name = "thresh", .low = 24, .width = 8, .kind = FIELD_THRESHOLD, .modifier = "t", .perf = "thresh"},
	{.name = "tid_en", .low = 19, .width = 1, .modifier = "tf", .perf = "tid_en"},
	{.name = "umask", .low = 8, .width = 8, .kind = FIELD_UMASK},
	{.name = "ev_sel", .low = 0, .width = 8, .kind = FIELD_EVENT},
};
static const struct field filter_fields[] = {
	{.name = "opc", .low = 23, .width = 9, .modifier = "opc", .perf = "filter_opc"},
	{.name = "nid", .low = 10, .width = 8, .modifier = "nf", .perf = "filter_nid"},
};
static const struct register_layout select_layout = {
	.title = "CTL", .fields = select_fields, .field_count = 4, .width_bits = 32};
static const struct register_layout filter_layout = {
	.title = "FILTER", .fields = filter_fields, .field_count = 2, .width_bits = 32};
static const struct register_row rows[] = {
	{.name = "ctl", .layout = &select_layout, .role = ROLE_SELECT, .count = 4, .stride = 1},
	{.name = "filter", .layout = &filter_layout, .role = ROLE_FILTER, .count = 1, .offset = 4},
};
/* clang-format off */
#define ROW(NAME, UMASK_NAME, CODE, UMASK, COUNTERS, FLAGS, BEFORE, AFTER) \
	{.name = (NAME), .umask_name = (UMASK_NAME), .code = (CODE), .umask = (UMASK), \
	 .counters = (COUNTERS), .max_increment = 1, .flags = (FLAGS), \
	 .before = (BEFORE), .after = (AFTER)}
static const struct event cha_events[] = {
	ROW(OPC,  ANY, 0x35, 0x01, 0x1, EVENT_ALONE | EVENT_DEFAULT, 0, 2),
	ROW(OPC,  ONE, 0x35, 0x03, 0x3, EVENT_ALONE, 1, 1),
	ROW(OPC,  TWO, 0x36, 0x04, 0xc, 0, 2, 0),
	ROW(SAME, 0,   0x02, 0,    0xf, 0, 0, 0),
};
static const struct event imc_events[] = {
	ROW(SAME, 0, 0x07, 0, 0xf, 0, 0, 0),
};
/* clang-format on */
static const struct box_type cha = {.name = "cha",
				    .pmu = "some_unc_cha",
				    .perf = "uncore_cha",
				    .registers = rows,
				    .register_count = 2,
				    .counters = 4,
				    .events = cha_events,
				    .event_count = 4,
				    .instances = 38};
static const struct box_type imc_uclk = {.name = "imc_uclk",
					 .pmu = "some_unc_imc_uclk",
					 .perf = "uncore_imc_uclk",
					 .registers = rows,
					 .register_count = 1,
					 .counters = 4,
					 .events = imc_events,
					 .event_count = 1,
					 .instances = 2,
					 .space = SPACE_PCI};
/* Umasks whose bits stand in two places, as later parts have them. */
static const struct field far_fields[] = {
	{.name = "thresh", .low = 24, .width = 8, .kind = FIELD_THRESHOLD, .modifier = "t", .perf = "thresh"},
	{.name = "umask_ext", .low = 32, .width = 31, .kind = FIELD_UMASK_ABOVE},
	{.name = "umask", .low = 8, .width = 8, .kind = FIELD_UMASK},
	{.name = "ev_sel", .low = 0, .width = 8, .kind = FIELD_EVENT},
};
static const struct register_layout far_layout = {
	.title = "CTL", .fields = far_fields, .field_count = 4, .width_bits = 64};
static const struct register_row far_rows[] = {
	{.name = "ctl", .layout = &far_layout, .role = ROLE_SELECT, .count = 4, .stride = 1},
};
/* clang-format off */
static const struct event far_events[] = {
	ROW(OPC, ANY, 0x35, 0xc817fe01,   0xf, 0, 0, 2),
	ROW(OPC, ONE, 0x35, 0x4000000002, 0xf, 0, 1, 1),
	ROW(OPC, TWO, 0x35, 0x04,         0xf, 0, 2, 0),
};
/* clang-format on */
static const struct box_type far = {.name = "far",
				    .pmu = "some_unc_far",
				    .perf = "uncore_far",
				    .registers = far_rows,
				    .register_count = 1,
				    .counters = 4,
				    .events = far_events,
				    .event_count = 3,
				    .instances = 1};
static const struct box_type *const some_types[] = {&cha, &imc_uclk, &far};
static const struct processor some = {.name = "some", .types = some_types, .type_count = 3, .strings = strings};

TEST(filter_registers_are_set_by_modifiers)
{
	struct event_config config = accept_for(&some, "cha37::OPC:ANY:opc=0x182:nf=1:tf=1");
	struct event_config perf =
		accept_for(&some, "uncore_cha_37/event=0x35,umask=1,filter_opc=0x182,tid_en,filter_nid=1/");

	assert_int_equal(config.instance, 37);
	assert_int_equal(config.select, 0x00080135);
	assert_int_equal(config.setting_count, 1);
	assert_ptr_equal(config.settings[0].row, &rows[1]);
	assert_int_equal(config.settings[0].mask, 0xff83fc00);
	assert_int_equal(config.settings[0].value, 0x182u << 23 | 1u << 10);
	assert_same(&config, &perf);
	assert_round_trip(&config);
}

TEST(names_in_two_boxes_need_the_box)
{
	struct event_config config;
	struct diagnostic diagnostic;

	assert_false(event_parse(&some, slice_of("SAME"), &config, &diagnostic));
	assert_int_equal(diagnostic.kind, DIAGNOSTIC_AMBIGUOUS);
	assert_non_null(strstr(diagnostic.reason, "cha"));
	assert_non_null(strstr(diagnostic.reason, "imc_uclk"));
	assert_int_equal(accept_for(&some, "some_unc_imc_uclk1::SAME").select, 7);
	config = accept_for(&some, "cha*::SAME");
	assert_int_equal(config.instance, EVENT_EVERY_INSTANCE);
}

TEST(umasks_may_be_bits_in_two_places)
{
	struct event_config config = accept_for(&some, "far::OPC:ANY");
	struct event_config perf = accept_for(&some, "uncore_far/event=0x35,umask=0xc817fe01/");
	struct diagnostic diagnostic;

	assert_int_equal(config.select, UINT64_C(0x00c817fe00000135));
	assert_same(&config, &perf);
	assert_round_trip(&config);
	config = accept_for(&some, "far::OPC:ONE:TWO");
	assert_int_equal(config.select, UINT64_C(0x4000000000000635));
	assert_round_trip(&config);
	config = accept_for(&some, "far::OPC:0x7fffffffff:t=3");
	assert_int_equal(config.select, UINT64_C(0x7fffffff0300ff35));
	assert_round_trip(&config);
	assert_int_equal(accept_for(&some, "uncore_far/event=0x35,umask=0x4000000009/").select,
			 UINT64_C(0x4000000000000935));
	assert_false(event_parse(&some, slice_of("far::OPC:0x8000000000"), &config, &diagnostic));
	assert_int_equal(diagnostic.kind, DIAGNOSTIC_MODIFIER);
	assert_false(event_parse(&some, slice_of("uncore_far/event=0x35,umask=0x8000000000/"), &config, &diagnostic));
	assert_int_equal(diagnostic.kind, DIAGNOSTIC_VALUE);
}

TEST(umasks_that_are_codes_are_not_joined)
{
	struct event_config config = accept_for(&some, "cha0::OPC:TWO");
	struct diagnostic diagnostic;

	assert_int_equal(config.select, 0x0436);
	assert_int_equal(config.counters, 0xc);
	assert_round_trip(&config);
	assert_false(event_parse(&some, slice_of("cha0::OPC:ANY:ONE"), &config, &diagnostic));
	assert_int_equal(diagnostic.kind, DIAGNOSTIC_COMBINATION);
	assert_int_equal(diagnostic.column, 14);
	assert_false(event_parse(&some, slice_of("cha0::OPC:ONE:TWO"), &config, &diagnostic));
	assert_int_equal(diagnostic.kind, DIAGNOSTIC_COMBINATION);
	config = accept_for(&some, "cha0::OPC:0x5");
	assert_int_equal(config.select, 0x0535);
	assert_round_trip(&config);
}

/* ---- register values ----------------------------------------------------------------------------- */

static void assert_encodes(const struct processor *processor, const char *string, const char *values, const char *names)
{
	struct libpfm4_answer answer;
	struct encoding encoding;
	struct diagnostic diagnostic;
	char bytes[EVENT_STRING_MAX];
	struct text text = TEXT_OVER(bytes);

	libpfm4_ask(processor, slice_of(string), &answer);
	libpfm4_text(&answer, &text);
	assert_string_equal(bytes, values);
	text_clear(&text);
	assert_true(encode_event(processor, slice_of(string), &encoding, &diagnostic));
	encode_names(&encoding, &text);
	assert_string_equal(bytes, names);
}

TEST(events_are_encoded_as_they_are_programmed)
{
	assert_encodes(xeon, "cbox0::LLC_HITS:M", "0x400115", "nhmex_unc_cbox0::LLC_HITS:M ctl=0x400115");
	assert_encodes(xeon, "cbox*::LLC_HITS:M:t=4:e=1", "0x4440115",
		       "nhmex_unc_cbox0::LLC_HITS:M:e=1:t=4 ctl=0x4440115");
	assert_encodes(xeon, "FIXED_UNCORE_CLK", "0x1", "nhmex_unc_wbox::FIXED_UNCORE_CLK fixed_ctl=0x1");
	assert_encodes(&some, "cha2::OPC:opc=0x182:nf=3", "0x135 0xc1000c00",
		       "some_unc_cha2::OPC:ANY:opc=0x182:nf=0x3 ctl=0x135 filter=0xc1000c00");
}

/* Of processors that libpfm4 does not have, the host tool names our errors as libpfm4 would. */
TEST(errors_have_the_names_of_libpfm4)
{
	static const struct {
		const char *string;
		enum libpfm4_error error;
		const char *name;
	} errors[] = {
		{"cbox0::BOGUS", LIBPFM4_NOTFOUND, "PFM_ERR_NOTFOUND"},
		{"DRAM_CMD", LIBPFM4_UMASK, "PFM_ERR_UMASK"},
		{"cbox0::LLC_HITS:bogus", LIBPFM4_ATTR, "PFM_ERR_ATTR"},
		{"cbox0::LLC_HITS:M:t=300", LIBPFM4_ATTR_VAL, "PFM_ERR_ATTR_VAL"},
		{"cbox0::LLC_HITS:M:t=1:t=2", LIBPFM4_ATTR_SET, "PFM_ERR_ATTR_SET"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(errors); i++) {
		struct libpfm4_answer answer;

		libpfm4_ask(xeon, slice_of(errors[i].string), &answer);
		assert_int_equal(answer.error, errors[i].error);
		assert_string_equal(libpfm4_error_name((enum libpfm4_error)answer.error), errors[i].name);
	}
}

BEFORE_ALL(find_xeon)
