/* SPDX-License-Identifier: BSD-2-Clause */
/* The crash report, from a frame and a stack made up for it. */
#include "arch/ppc64/crash.h"
#include "core/hardware/flight.h"
#include "tests/unit/support/unit.h"

#define IMAGE_BASE  UINT64_C(0x30000000)
#define LINKED_AT   UINT64_C(0x20000000)
#define STACK_BASE  UINT64_C(0x1000000)
#define STACK_WORDS 64

static const char names[] = "entry\0ppc64_main\0run_all\0leaf";
static const struct image_symbol symbols[] = {{0x20000100, 0}, {0x20001000, 6}, {0x20001200, 17}, {0x20001800, 25}};

struct scene {
	struct crash_scene crash;
	struct trap_frame frame;
	uint64_t stack[STACK_WORDS];
	char bytes[16384];
	struct text report;
};
static struct scene scene;

static bool load_from_stack(void *context, uint64_t address, uint64_t *value)
{
	(void)context;
	if (address < STACK_BASE || address >= STACK_BASE + sizeof(scene.stack))
		return false;
	*value = scene.stack[(address - STACK_BASE) / 8];
	return true;
}

static void keep(void *context, const char *bytes, size_t length)
{
	(void)context;
	assert_int_equal(bytes[length - 1], '\n');
	text_bytes(&scene.report, bytes, length);
}

static void set_scene(void)
{
	memset(&scene, 0, sizeof(scene));
	scene.report = TEXT_OVER(scene.bytes);
	scene.frame = (struct trap_frame){
		.nip = IMAGE_BASE + 0x1804,
		.lr = IMAGE_BASE + 0x1210,
		.vector = 0x700,
		.dar = 0xdeadbeef,
	};
	scene.frame.gpr[1] = STACK_BASE;
	scene.frame.gpr[31] = 0xfeedface;
	scene.crash = (struct crash_scene){
		.frame = &scene.frame,
		.cpu = 2,
		.pir = 0x44,
		.image = {IMAGE_BASE, 0x3000, symbols, ARRAY_SIZE(symbols), names, LINKED_AT},
		.load = load_from_stack,
		.write = keep,
	};
}

/* The frame at word `at` of the stack: its caller's, and the address that its function returns to. */
static void put_frame(unsigned at, unsigned above, uint64_t address)
{
	scene.stack[at] = STACK_BASE + above * 8;
	scene.stack[above + 2] = address;
}

static void expect(const char *part)
{
	if (!strstr(scene.bytes, part))
		print_error("\"%s\" is not in:\n%s", part, scene.bytes);
	assert_non_null(strstr(scene.bytes, part));
}

TEST(the_first_line_says_what_and_where)
{
	set_scene();
	crash_report(&scene.crash);
	assert_int_equal(strncmp(scene.bytes, "crash: program at 0x30001804 leaf+0x4\n", 38), 0);
	expect("crash: vector 0x700, cpu 2, PIR 0x44\n");
	expect("r31   00000000feedface");
	expect("dar   00000000deadbeef");
	expect("crash: end of report\n");
}

TEST(calls_are_followed_up_the_stack)
{
	set_scene();
	put_frame(0, 8, IMAGE_BASE + 0x1210); /* saved as well as in LR: said once */
	put_frame(8, 16, IMAGE_BASE + 0x1010);
	put_frame(16, 24, IMAGE_BASE + 0x110);
	crash_report(&scene.crash);
	expect("  #0  0x30001804 leaf+0x4\n  #1  0x30001210 run_all+0xf\n"
	       "  #2  0x30001010 ppc64_main+0xf\n  #3  0x30000110 entry+0xf\ncrash: register");
}

/* A leaf has a frame, but what stands where it would have saved its return address is older. */
TEST(a_leaf_does_not_end_the_walk)
{
	set_scene();
	put_frame(0, 8, 0x1234);
	put_frame(8, 16, IMAGE_BASE + 0x1010);
	crash_report(&scene.crash);
	expect("  #1  0x30001210 run_all+0xf\n  #2  0x30001010 ppc64_main+0xf\ncrash: register");
}

TEST(a_damaged_stack_ends_the_walk)
{
	static const uint64_t pointers[] = {0, STACK_BASE, STACK_BASE + 4, STACK_BASE - 8, UINT64_MAX};

	for (unsigned i = 0; i < ARRAY_SIZE(pointers); i++) {
		set_scene();
		scene.stack[0] = pointers[i];
		crash_report(&scene.crash);
		expect("  #1  0x30001210 run_all+0xf\ncrash: register");
	}
	set_scene();
	scene.frame.gpr[1] = 7;
	scene.frame.lr = 0;
	crash_report(&scene.crash);
	expect("  #0  0x30001804 leaf+0x4\ncrash: register");
}

TEST(places_outside_the_image_have_no_name)
{
	set_scene();
	scene.frame.nip = 0x30ffffff;
	crash_report(&scene.crash);
	expect("crash: program at 0x30ffffff\n");
	expect("outside our image");
}

TEST(the_flight_recorder_is_shown)
{
	const struct location where = {.space = SPACE_SPR, .width_bits = 64, .address = 850};

	set_scene();
	flight_end(0, flight_begin(0, &where, true, 0x77), OUTCOME_OK, 0x77);
	crash_report(&scene.crash);
	expect("write spr 0x352 socket 0 = 0x77: ok");
}

TEST(vectors_have_names)
{
	assert_string_equal(crash_vector_name(0x200), "machine check");
	assert_string_equal(crash_vector_name(0xe40), "hypervisor emulation assistance");
	assert_string_equal(crash_vector_name(0xf80), "hypervisor facility unavailable");
	assert_string_equal(crash_vector_name(0x1234), "reserved");
}
