/* SPDX-License-Identifier: BSD-2-Clause */
/* The tables of processors that describe their uncore themselves: every row of their lists is an event, and some are typed once more. */
#include "boxes/sound.h"
#include "core/event/encode.h"
#include "core/hardware/discovery_types.h"
#include "tests/unit/support/unit.h"

static uint64_t room[1 << 16];

static const struct processor *usual(const char *name)
{
	struct arena arena = {.at = (uint8_t *)room, .size = sizeof(room)};
	const struct processor *processor = processor_by_name(name);

	memset(room, 0, sizeof(room));
	assert_non_null(processor);
	assert_non_null(processor->described);
	processor = discovery_usual(&arena, processor);
	assert_non_null(processor);
	return processor;
}

static unsigned rows_of(const char *name)
{
	const struct processor *processor = usual(name);
	unsigned count = 0;

	for (unsigned i = 0; i < processor->type_count; i++)
		count += processor->types[i]->scope == BOX_OF_SOCKET ? processor->types[i]->event_count : 0;
	return count;
}

/* The rows of perfmon, and the clocks of fixed counters and free-running ones, which perfmon has not. */
TEST(lists_are_complete)
{
	assert_int_equal(rows_of("sapphire-rapids"), 2282 + 3 + 3);
	assert_int_equal(rows_of("emerald-rapids"), 2304 + 3 + 3);
	assert_int_equal(rows_of("granite-rapids"), 848 + 2 + 17);
	assert_int_equal(rows_of("sierra-forest"), 776 + 2 + 17);
}

static void check_row(const struct processor *processor, const struct box_type *type, const struct event *event)
{
	char bytes[160];
	struct text text = TEXT_OVER(bytes);
	struct event_config config;
	struct diagnostic diagnostic;

	text_format(&text, "%s%s::", type->pmu, type->instances > 1 ? "*" : "");
	event_row_name(processor, event, &text);
	if (!event_parse(processor, slice_of(bytes), &config, &diagnostic))
		fail_msg("%s: %s", bytes, diagnostic.reason);
	/* Some names are the same but for '.' and '_', and so is what they mean. */
	if (config.event->code != event->code || config.event->umask != event->umask)
		fail_msg("%s is another row", bytes);
	assert_int_equal(config.counters, event->counters);
}

static void check_processor(const char *name)
{
	const struct processor *processor = usual(name);

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];

		if (box_type_fault(type))
			fail_msg("%s: %s", type->name, box_type_fault(type));
		for (unsigned j = 0; type->scope == BOX_OF_SOCKET && j < type->event_count; j++)
			check_row(processor, type, &type->events[j]);
	}
}

TEST(every_row_is_an_event)
{
	for (const struct processor *const *at = described_processors; *at; at++)
		check_processor((*at)->name);
}

/* Model numbers; some parts have two. */
TEST(processors_are_found_by_their_models)
{
	static const struct {
		uint16_t model;
		const char *name;
	} models[] = {{0x8f, "sapphire-rapids"},
		      {0xcf, "emerald-rapids"},
		      {0xad, "granite-rapids"},
		      {0xae, "granite-rapids"},
		      {0xaf, "sierra-forest"}};

	for (unsigned i = 0; i < ARRAY_SIZE(models); i++) {
		assert_non_null(processor_find("GenuineIntel", 6, models[i].model, 0));
		assert_string_equal(processor_find("GenuineIntel", 6, models[i].model, 0)->name, models[i].name);
		assert_null(processor_find("GenuineIntel", 15, models[i].model, 0));
	}
	assert_null(processor_find("GenuineIntel", 6, 0, 0));
}

/* Of each layout one, from perfmon: the masks of ports and flow control are in 50:36, other extensions from 32 on. */
TEST(samples_encode_as_perfmon_has_them)
{
	static const struct {
		const char *machine, *event;
		uint64_t select;
	} samples[] = {
		{"sapphire-rapids", "cha3::UNC_CHA_RXC_OCCUPANCY:IPQ", 0x411},
		{"sapphire-rapids", "spr_unc_cha59::UNC_CHA_CLOCKTICKS", 0x1},
		{"emerald-rapids", "cha0::UNC_CHA_TOR_INSERTS:IA_MISS_DRD_CXL_EXP_LOCAL", UINT64_C(0x20c8168200000135)},
		{"sierra-forest", "srf_unc_cha0::UNC_CHA_TOR_INSERTS:IA_CLFLUSHOPT", UINT64_C(0x00c8d7ff00000135)},
		{"granite-rapids", "cha125::UNC_CHA_TOR_OCCUPANCY:IA_DRD", UINT64_C(0x00c817ff00000136)},
		{"sapphire-rapids", "uncore_cha_7/event=0x35,umask=0xc817ff01,edge,inv,thresh=0xff/",
		 UINT64_C(0x00c817ffff840135)},
		{"granite-rapids", "uncore_iio_0/event=0x83,umask=0x700001,thresh=0xfff/",
		 UINT64_C(0x0007000fff000183)},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(samples); i++) {
		const struct processor *processor = usual(samples[i].machine);
		struct event_config config;
		struct diagnostic diagnostic;

		if (!event_parse(processor, slice_of(samples[i].event), &config, &diagnostic))
			fail_msg("%s: %s", samples[i].event, diagnostic.reason);
		assert_int_equal(config.select, samples[i].select);
	}
}

/* Who filters by thread has the select look at the filter. */
TEST(the_thread_filter_is_switched_on_by_its_use)
{
	const struct processor *processor = usual("sapphire-rapids");
	struct encoding encoding;
	struct diagnostic diagnostic;

	assert_true(encode_event(processor, slice_of("cha0::UNC_CHA_TOR_INSERTS:IA:tid=0x3"), &encoding, &diagnostic));
	assert_int_equal(encoding.config.select >> 16 & 1, 1);
	assert_int_equal(encoding.config.setting_count, 1);
	assert_int_equal(encoding.config.settings[0].value, 3);
}
