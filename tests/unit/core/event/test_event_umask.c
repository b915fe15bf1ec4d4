/* SPDX-License-Identifier: BSD-2-Clause */
/* Knights Landing's event strings: groups of umasks, umasks in a filter register, other names, privilege levels;
 * what is programmed beside what libpfm4 answers; and the two halves of a latency. That all strings have libpfm4's
 * answer is tested against libpfm4 itself. */
#include "core/event/encode.h"
#include "core/event/event_pair.h"
#include "tests/unit/support/unit.h"
#include "tools/uncork/libpfm4/libpfm4.h"

static const struct processor *knl;

static int find_processor(void **state)
{
	(void)state;
	knl = processor_by_name("knights-landing");
	return knl ? 0 : -1;
}

static struct event_config accept(const char *string)
{
	struct event_config config;
	struct diagnostic diagnostic;

	if (!event_parse(knl, slice_of(string), &config, &diagnostic))
		fail_msg("%s: column %u: %s", string, diagnostic.column, diagnostic.reason);
	return config;
}

/* What is programmed, with the canonical name in front. */
static void assert_encodes(const char *string, const char *expected)
{
	struct encoding encoding;
	struct diagnostic diagnostic;
	char bytes[EVENT_STRING_MAX + 64];
	struct text text = TEXT_OVER(bytes);

	if (!encode_event(knl, slice_of(string), &encoding, &diagnostic))
		fail_msg("%s: column %u: %s", string, diagnostic.column, diagnostic.reason);
	encode_names(&encoding, &text);
	assert_string_equal(bytes, expected);
}

/* libpfm4's codes, or its error. */
static void assert_library(const char *string, const char *expected)
{
	struct libpfm4_answer answer;
	char bytes[128];
	struct text text = TEXT_OVER(bytes);

	libpfm4_ask(knl, slice_of(string), &answer);
	libpfm4_text(&answer, &text);
	if (strcmp(bytes, expected))
		fail_msg("%s: %s instead of %s", string, bytes, expected);
}

/* The words are in tests/golden/event-errors.txt. */
static void assert_refused(const char *string, enum diagnostic_kind kind, unsigned column)
{
	struct event_config config;
	struct diagnostic diagnostic;

	if (event_parse(knl, slice_of(string), &config, &diagnostic))
		fail_msg("%s was accepted", string);
	if (diagnostic.kind != kind || diagnostic.column != column)
		fail_msg("%s: kind %u at %u: %s", string, diagnostic.kind, diagnostic.column, diagnostic.reason);
}

/* ---- every row ----------------------------------------------------------------------------------- */

static void assert_same(const struct event_config *a, const struct event_config *b)
{
	assert_ptr_equal(a->event, b->event);
	assert_int_equal(a->select, b->select);
	assert_int_equal(a->counters, b->counters);
	assert_int_equal(a->umasks, b->umasks);
	assert_int_equal(a->setting_count, b->setting_count);
	for (unsigned i = 0; i < a->setting_count; i++) {
		assert_ptr_equal(a->settings[i].row, b->settings[i].row);
		assert_int_equal(a->settings[i].mask, b->settings[i].mask);
		assert_int_equal(a->settings[i].value, b->settings[i].value);
	}
}

static void assert_round_trip(const char *string)
{
	struct event_config config = accept(string), back;
	char bytes[EVENT_STRING_MAX];
	struct text text = TEXT_OVER(bytes);

	event_canonical(&config, 0, &text);
	assert_false(text.truncated);
	config.instance = config.type->instances > 1 ? 0 : EVENT_EVERY_INSTANCE;
	back = accept(bytes);
	assert_same(&config, &back);
}

/* Bits of umasks that a filter register does not have are refused; everything else is taken. */
static bool is_refused(const struct box_type *type, const struct event *event)
{
	struct event_config config;
	struct diagnostic diagnostic;
	char bytes[256];
	struct text text = TEXT_OVER(bytes);

	text_format(&text, "%s%s::", type->name, type->instances > 1 ? "0" : "");
	event_row_name(knl, event, &text);
	if (!event_parse(knl, slice_of(bytes), &config, &diagnostic))
		return true;
	assert_round_trip(bytes);
	return false;
}

TEST(every_row_is_understood)
{
	unsigned rows = 0, refused = 0;

	for (unsigned t = 0; t < knl->type_count; t++) {
		const struct box_type *type = knl->types[t];

		for (unsigned i = 0; i < type->event_count; i++, rows++)
			refused += is_refused(type, &type->events[i]);
	}
	/* PARTIAL_WRITES and three streaming stores of OFFCORE_RESPONSE_0 */
	assert_int_equal(refused, 4);
	assert_int_equal(rows, 657);
}

/* ---- what is programmed ---------------------------------------------------------------------------- */

TEST(names_stand_for_others)
{
	assert_encodes("INSTRUCTIONS_RETIRED", "knl::INSTRUCTION_RETIRED ctl=0x4300c0");
	assert_encodes("LAST_LEVEL_CACHE_MISSES", "knl::LLC_MISSES ctl=0x43412e");
	assert_encodes("BRANCH_INSTRUCTIONS_RETIRED", "knl::BR_INST_RETIRED:ANY ctl=0x4300c4");
	assert_encodes("BR_INST_RETIRED:FAR_BRANCH", "knl::BR_INST_RETIRED:FAR ctl=0x43bfc4");
	assert_encodes("OFFCORE_RESPONSE_1:ANY_PF_L2",
		       "knl::OFFCORE_RESPONSE_1:PF_L2_RFO:PF_L2_CODE_RD:ANY_RESPONSE ctl=0x4302b7 rsp_1=0x10060");
	assert_refused("BRANCH_INSTRUCTIONS_RETIRED:JCC", DIAGNOSTIC_COMBINATION, 28);
}

TEST(umasks_are_bits_of_a_filter_register)
{
	/* As many general counters as any processor may have; two is what the table is for. */
	assert_encodes("LLC_MISSES:counter=7", "knl::LLC_MISSES:counter=7 ctl=0x43412e");
	assert_encodes("cpu/cache-misses,counter=2/", "knl::L2_REQUESTS:MISS:counter=2 ctl=0x43412e");
	assert_encodes("knl::OFFCORE_RESPONSE_0",
		       "knl::OFFCORE_RESPONSE_0:ANY_REQUEST:ANY_RESPONSE ctl=0x4301b7 rsp_0=0x18000");
	assert_encodes("knl::OFFCORE_RESPONSE_0:ANY_RFO:DDR_NEAR",
		       "knl::OFFCORE_RESPONSE_0:ANY_RFO:DDR_NEAR ctl=0x4301b7 rsp_0=0x80800022");
	assert_encodes(
		"knl::OFFCORE_RESPONSE_1:STREAMING_STORES:DDR",
		"knl::OFFCORE_RESPONSE_1:FULL_STREAMING_STORES:PARTIAL_STREAMING_STORES:DDR ctl=0x4302b7 rsp_1=0x181804800");
	assert_encodes("OFFCORE_RESPONSE_0:0x10001:u",
		       "knl::OFFCORE_RESPONSE_0:0x10001:u=1:k=0 ctl=0x4101b7 rsp_0=0x10001");
	assert_encodes("OFFCORE_RESPONSE_0:ANY_REQUEST:L2_MISS",
		       "knl::OFFCORE_RESPONSE_0:ANY_REQUEST:L2_MISS ctl=0x4301b7 rsp_0=0x1981f88000");
	assert_encodes("OFFCORE_RESPONSE_0:DMND_DATA_RD:OUTSTANDING",
		       "knl::OFFCORE_RESPONSE_0:DMND_DATA_RD:OUTSTANDING ctl=0x4301b7 rsp_0=0x4000000001");
	assert_int_equal(accept("OFFCORE_RESPONSE_0:OUTSTANDING").counters, 1);
	assert_int_equal(accept("OFFCORE_RESPONSE_1:PARTIAL_WRITES").counters, 2);
}

TEST(umasks_that_exclude_each_other_are_named)
{
	assert_refused("OFFCORE_RESPONSE_0:ANY_RFO:DDR_NEAR:ANY_RESPONSE", DIAGNOSTIC_COMBINATION, 36);
	assert_refused("OFFCORE_RESPONSE_0:ANY_REQUEST:DMND_RFO", DIAGNOSTIC_COMBINATION, 31);
	assert_refused("OFFCORE_RESPONSE_0:DMND_RFO:OUTSTANDING:DDR_NEAR", DIAGNOSTIC_COMBINATION, 40);
	assert_refused("OFFCORE_RESPONSE_0:OUTSTANDING:ANY_RESPONSE", DIAGNOSTIC_COMBINATION, 31);
	assert_refused("OFFCORE_RESPONSE_1:OUTSTANDING", DIAGNOSTIC_MODIFIER, 19);
	assert_refused("OFFCORE_RESPONSE_0:PARTIAL_WRITES", DIAGNOSTIC_COMBINATION, 19);
	assert_refused("OFFCORE_RESPONSE_0:0x10", DIAGNOSTIC_COMBINATION, 19);
	assert_refused("OFFCORE_RESPONSE_0:OUTSTANDING:e", DIAGNOSTIC_COMBINATION, 31);
	assert_refused("UOPS_RETIRED:ALL+UOPS_RETIRED:MS", DIAGNOSTIC_MODIFIER, 13);
}

TEST(privilege_levels_are_all_meant_unless_some_are_named)
{
	assert_encodes("UOPS_RETIRED", "knl::UOPS_RETIRED:ALL ctl=0x4310c2");
	assert_encodes("UOPS_RETIRED:u:k", "knl::UOPS_RETIRED:ALL ctl=0x4310c2");
	assert_encodes("UOPS_RETIRED:k", "knl::UOPS_RETIRED:ALL:u=0:k=1 ctl=0x4210c2");
	assert_encodes("UOPS_RETIRED:u=0", "knl::UOPS_RETIRED:ALL:u=0:k=0 ctl=0x4010c2");
	assert_encodes("cpu/event=0xc2,umask=0x10/", "knl::UOPS_RETIRED:ALL ctl=0x4310c2");
	assert_encodes("cpu/event=0xc2,umask=0x10,os/", "knl::UOPS_RETIRED:ALL:u=0:k=1 ctl=0x4210c2");
	assert_encodes("core:0x5310c2", "knl::UOPS_RETIRED:ALL ctl=0x4310c2");
	assert_encodes("core:0x4010c2", "knl::UOPS_RETIRED:ALL:u=0:k=0 ctl=0x4010c2");
	assert_encodes("core:0x4301b7", "knl:0x301b7 ctl=0x4301b7");
	assert_encodes("core:0x1b7", "knl:0x301b7 ctl=0x4301b7");
	assert_encodes("core:0x1001b7", "knl:0x301b7 ctl=0x4301b7");
	assert_encodes("core:0x4001b7", "knl:0x4001b7 ctl=0x4001b7");
}

TEST(fixed_counters_take_what_they_can_count)
{
	assert_int_equal(accept("UNHALTED_CORE_CYCLES").counters, 0x203);
	assert_int_equal(accept("UNHALTED_CORE_CYCLES:u:t").counters, 0x203);
	assert_int_equal(accept("UNHALTED_CORE_CYCLES:c=1").counters, 0x3);
	assert_int_equal(accept("INSTRUCTION_RETIRED:i:c=1").counters, 0x3);
	assert_int_equal(accept("UNHALTED_REFERENCE_CYCLES").counters, 0x400);
	assert_refused("UNHALTED_REFERENCE_CYCLES:e", DIAGNOSTIC_MODIFIER, 26);
	assert_refused("ICACHE:t", DIAGNOSTIC_MODIFIER, 7);
}

TEST(rows_say_what_modifiers_must_be)
{
	assert_encodes("PAGE_WALKS:WALKS", "knl::PAGE_WALKS:WALKS:e=1:c=1 ctl=0x1470305");
	assert_encodes("PAGE_WALKS:D_SIDE_WALKS:e", "knl::PAGE_WALKS:D_SIDE_WALKS:e=1:c=1 ctl=0x1470105");
	assert_encodes("PAGE_WALKS:D_SIDE_CYCLES", "knl::PAGE_WALKS:D_SIDE_CYCLES ctl=0x430105");
	assert_refused("PAGE_WALKS:WALKS:c=2", DIAGNOSTIC_CONFLICT, 0);
}

TEST(uncore_filters_are_open_unless_set)
{
	assert_encodes("cha37::UNC_H_TOR_INSERTS:IRQ",
		       "knl_unc_cha37::UNC_H_TOR_INSERTS:IRQ ctl=0x403135 filter1=0x3b");
	assert_encodes(
		"cha0::UNC_H_TOR_INSERTS:IRQ:opc0=0x182:all_opc=0",
		"knl_unc_cha0::UNC_H_TOR_INSERTS:IRQ:opc0=0x182:opc1=0x0:all_opc=0x0 ctl=0x403135 filter1=0x30433");
	assert_encodes("cha1::UNC_H_SF_LOOKUP", "knl_unc_cha1::UNC_H_SF_LOOKUP:ANY ctl=0x401134 filter0=0x1c0000");
	assert_refused("cha0::UNC_H_U_CLOCKTICKS:opc0=1", DIAGNOSTIC_MODIFIER, 25);
	assert_int_equal(accept("UNC_H_U_CLOCKTICKS").instance, EVENT_EVERY_INSTANCE);
}

/* ---- where libpfm4 and the hardware differ ----------------------------------------------------------- */

TEST(values_are_the_hardwares_unless_libpfm4_is_asked)
{
	assert_library("knl::OFFCORE_RESPONSE_0:DDR_FAR", "0x5301b7 0x81008000");
	assert_int_equal(accept("OFFCORE_RESPONSE_0:DDR_FAR").settings[0].value, 0x101008000);
	assert_library("knl::CPU_CLK_UNHALTED:REF_P", "0x53023c");
	assert_encodes("CPU_CLK_UNHALTED:BUS", "knl::CPU_CLK_UNHALTED:REF_P ctl=0x43013c");
	assert_library("knl_unc_cha0::UNC_H_VERT_RING_AD_IN_USE:DN_ODD", "0x4a6");
	assert_int_equal(accept("UNC_H_VERT_RING_AD_IN_USE:DN_ODD").select, 0x8a6);
	assert_library("knl_unc_m2pcie::UNC_M2P_INGRESS_CYCLES_NE", "0x810");
	assert_int_equal(accept("UNC_M2P_INGRESS_CYCLES_NE").select, 0x8010);
	assert_library("knl::ICACHE:e", "PFM_ERR_ATTR");
	assert_int_equal(accept("ICACHE:e").select, 0x70380);
}

TEST(libpfm4_is_asked_in_its_own_words)
{
	assert_library("knl::UOPS_RETIRED", "0x5310c2");
	assert_library("KNL::uops_retired.ALL:U", "0x5110c2");
	assert_library("UOPS_RETIRED", "PFM_ERR_NOTFOUND");
	assert_library("core::UOPS_RETIRED", "PFM_ERR_NOTFOUND");
	assert_library("knl*::UOPS_RETIRED", "PFM_ERR_NOTFOUND");
	assert_library("knl_unc_cha*::UNC_H_U_CLOCKTICKS", "PFM_ERR_NOTFOUND");
	assert_library("cpu/event=0xc2/", "PFM_ERR_NOTFOUND");
	assert_library("knl::UOPS_RETIRED:ALL ", "PFM_ERR_INVAL");
	assert_library("knl::L2_PREFETCHER:ALLOC_XQ", "PFM_ERR_NOTFOUND");
	assert_library("knl::OFFCORE_RESPONSE_0:L2_MISS", "PFM_ERR_ATTR");
	assert_library("knl_unc_cha0::UNC_H_TOR_INSERTS:IRQ:opc0=1", "PFM_ERR_ATTR");
	assert_library("knl_unc_cha0::UNC_H_TOR_INSERTS:IRQ", "0x3135");
	assert_library("knl_unc_cha0::UNC_H_TOR_INSERTS:IRQ:nf=1", "PFM_ERR_ATTR");
	assert_library("knl_unc_cha0::UNC_H_TOR_INSERTS:nf=0", "PFM_ERR_ATTR_VAL");
	assert_library("", "PFM_ERR_NOTFOUND");
}

TEST(libpfm4_overlooks_what_follows_a_copy)
{
	assert_library("knl::UOPS_RETIRED:u:u:u=0", "0x5010c2");
	assert_library("knl::UOPS_RETIRED:u:u=0", "PFM_ERR_ATTR_SET");
	assert_library("knl::UOPS_RETIRED:ALL:ALL", "0x5310c2");
	assert_library("knl::UOPS_RETIRED:ALL:ALL:ALL", "PFM_ERR_FEATCOMB");
	assert_refused("UOPS_RETIRED:u:u:u=0", DIAGNOSTIC_CONFLICT, 17);
	assert_int_equal(accept("UOPS_RETIRED:ALL:ALL:ALL").select, 0x310c2);
}

TEST(errors_come_in_libpfm4s_order)
{
	assert_library("knl::ICACHE:HIT:MISSES:BOGUS", "PFM_ERR_ATTR");
	assert_library("knl::ICACHE:HIT:MISSES:c=300", "PFM_ERR_FEATCOMB");
	assert_library("knl::ICACHE:c=300:HIT:MISSES", "PFM_ERR_ATTR_VAL");
	assert_library("knl::ICACHE:u:u=0:HIT:MISSES", "PFM_ERR_ATTR_SET");
	assert_library("knl::PAGE_WALKS:CYCLES:c=1", "PFM_ERR_ATTR_SET");
	assert_library("knl::PAGE_WALKS:c=1:e", "0x1570305");
}

TEST(too_many_attributes_are_refused)
{
	char bytes[256] = "knl::UOPS_RETIRED";

	for (unsigned i = 0; i < 64; i++)
		strcat(bytes, ":u");
	assert_library(bytes, "0x5110c2");
	strcat(bytes, ":u");
	assert_library(bytes, "PFM_ERR_TOOMANY");
}

/* ---- latency -------------------------------------------------------------------------------------- */

static bool match(const char *first, const char *second, char *diagnostic, size_t size)
{
	struct event_config configs[] = {accept(first), accept(second)};
	struct text text = text_over(diagnostic, size);

	return event_pairs_match(configs, 2, &text);
}

TEST(halves_of_a_latency_belong_together)
{
	const char *sum = "OFFCORE_RESPONSE_0:DMND_DATA_RD:OUTSTANDING";
	char bytes[512] = "";

	assert_true(match(sum, "OFFCORE_RESPONSE_1:DMND_DATA_RD:ANY_RESPONSE", bytes, sizeof(bytes)));
	assert_true(match("OFFCORE_RESPONSE_1:DMND_DATA_RD", sum, bytes, sizeof(bytes)));
	assert_true(match(sum, "UOPS_RETIRED", bytes, sizeof(bytes)));
	assert_true(match("OFFCORE_RESPONSE_0:DMND_RFO", "OFFCORE_RESPONSE_1:DMND_CODE_RD", bytes, sizeof(bytes)));
	assert_string_equal(bytes, "");
	assert_false(match(sum, "OFFCORE_RESPONSE_1:DMND_RFO:ANY_RESPONSE", bytes, sizeof(bytes)));
	assert_string_equal(
		bytes,
		"knl::OFFCORE_RESPONSE_1:DMND_RFO:ANY_RESPONSE does not count what knl::OFFCORE_RESPONSE_0:DMND_DATA_RD:OUTSTANDING adds up: give both the same requests, and ANY_RESPONSE to the one that counts");
	assert_false(match("OFFCORE_RESPONSE_1:DMND_DATA_RD:DDR", sum, bytes, sizeof(bytes)));
}

BEFORE_ALL(find_processor)
