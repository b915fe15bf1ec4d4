/* SPDX-License-Identifier: BSD-2-Clause */
/* The crash report, from a frame and a stack made up for it. */
#include "arch/x86/crash.h"
#include "core/hardware/flight.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

#define IMAGE_BASE  UINT64_C(0x7e000000)
#define STACK_BASE  UINT64_C(0x7fe00000)
#define STACK_WORDS 64

static const char names[] = "efi_main\0program_run\0stat_run";
static const struct image_symbol symbols[] = {{0x1000, 0}, {0x1200, 9}, {0x1800, 21}};

struct scene {
	struct crash_scene crash;
	struct trap_frame frame;
	uint64_t stack[STACK_WORDS];
	char bytes[8192];
	struct text report;
};

static bool load_from_stack(void *context, uint64_t address, uint64_t *value)
{
	const struct scene *scene = context;

	if (address < STACK_BASE || address >= STACK_BASE + sizeof scene->stack)
		return false;
	*value = scene->stack[(address - STACK_BASE) / 8];
	return true;
}

static void keep(void *context, const char *bytes, size_t length)
{
	struct scene *scene = context;

	assert_int_equal(bytes[length - 1], '\n'); /* whole lines */
	text_bytes(&scene->report, bytes, length);
}

static struct scene scene;

static void set_scene(void)
{
	memset(&scene, 0, sizeof scene);
	scene.report = TEXT_OVER(scene.bytes);
	scene.frame = (struct trap_frame){
		.rip = IMAGE_BASE + 0x1234,
		.rsp = STACK_BASE + 16,
		.rbp = STACK_BASE + 32,
		.rax = 0xfeedface,
		.vector = 6,
		.cs = 0x38,
	};
	scene.crash = (struct crash_scene){
		.frame = &scene.frame,
		.cpu = 2,
		.apic_id = 0x20,
		.cr2 = 0xdeadbeef,
		.image = {IMAGE_BASE, 0x3000, symbols, ARRAY_SIZE(symbols), names, 0},
		.load = load_from_stack,
		.write = keep,
		.context = &scene,
	};
}

/* A stack frame at word `at`: caller's frame pointer and return address. */
static void put_frame(unsigned at, uint64_t pointer, uint64_t address)
{
	scene.stack[at] = pointer;
	scene.stack[at + 1] = address;
}

static unsigned count(const char *what)
{
	unsigned found = 0;

	for (const char *at = scene.bytes; (at = strstr(at, what)); at++)
		found++;
	return found;
}

TEST(first_line_names_the_exception)
{
	static const char expected[] = "crash: #UD invalid opcode at 0x7e001234 program_run+0x34\n";

	set_scene();
	crash_report(&scene.crash);
	assert_memory_equal(scene.bytes, expected, strlen(expected));
	assert_int_equal(count("cpu 2, APIC id 0x20"), 1);
	assert_int_equal(count("crash: image at 0x7e000000\n"), 1);
	assert_int_equal(count("rax 00000000feedface"), 1);
	assert_int_equal(count("cr2 00000000deadbeef"), 1);
	assert_false(scene.report.truncated);
	assert_non_null(strstr(scene.bytes, "crash: end of report\n"));
}

TEST(every_vector_has_a_name)
{
	assert_string_equal(crash_exception_name(14), "#PF page fault");
	assert_string_equal(crash_exception_name(15), "#? reserved");
	assert_string_equal(crash_exception_name(31), "#? reserved");
	assert_string_equal(crash_exception_name(UINT64_MAX), "#? reserved");
	for (unsigned vector = 0; vector < TRAP_EXCEPTIONS; vector++)
		assert_true(strlen(crash_exception_name(vector)) > 2);
}

TEST(calls_are_followed_out_of_the_image)
{
	set_scene();
	put_frame(4, STACK_BASE + 80, IMAGE_BASE + 0x1800); /* the call ended program_run */
	put_frame(10, STACK_BASE + 160, IMAGE_BASE + 0x1010);
	put_frame(20, STACK_BASE + 240, 0x12345);
	crash_report(&scene.crash);
	assert_non_null(strstr(scene.bytes, "#0  0x7e001234 program_run+0x34\n"));
	assert_non_null(strstr(scene.bytes, "#1  0x7e001800 program_run+0x5ff\n"));
	assert_non_null(strstr(scene.bytes, "#2  0x7e001010 efi_main+0xf\n"));
	assert_null(strstr(scene.bytes, "#3"));
	assert_null(strstr(scene.bytes, "12345"));
}

/* Each starts from a sound frame at word 4. */
TEST(broken_chains_end)
{
	static const uint64_t pointers[] = {
		STACK_BASE + 32,              /* itself */
		STACK_BASE,                   /* down the stack */
		STACK_BASE + 81,              /* misaligned */
		STACK_BASE + 8 * STACK_WORDS, /* no memory */
		STACK_BASE + (2 << 20),       /* too far away */
		0,
		UINT64_MAX - 7,
	};

	for (size_t i = 0; i < ARRAY_SIZE(pointers); i++) {
		set_scene();
		put_frame(4, pointers[i], IMAGE_BASE + 0x1010);
		crash_report(&scene.crash);
		assert_int_equal(count("  #"), 2);
	}
}

TEST(long_chains_are_cut)
{
	set_scene();
	for (unsigned at = 4; at + 2 <= STACK_WORDS; at += 2)
		put_frame(at, STACK_BASE + 8 * (at + 2), IMAGE_BASE + 0x1010);
	crash_report(&scene.crash);
	assert_int_equal(count("  #"), 24);
}

TEST(addresses_without_symbol_show_the_offset)
{
	char bytes[64];
	struct text text = TEXT_OVER(bytes);

	set_scene();
	crash_symbol(&scene.crash.image, IMAGE_BASE + 0xfff, &text);
	assert_string_equal(bytes, " image+0xfff");
	text_clear(&text);
	crash_symbol(&scene.crash.image, IMAGE_BASE + 0x2fff, &text);
	assert_string_equal(bytes, " stat_run+0x17ff");
	text_clear(&text);
	crash_symbol(&scene.crash.image, IMAGE_BASE + 0x3000, &text);
	crash_symbol(&scene.crash.image, IMAGE_BASE - 1, &text);
	assert_string_equal(bytes, "");
	scene.crash.image.symbol_count = 0;
	crash_symbol(&scene.crash.image, IMAGE_BASE + 0x1000, &text);
	assert_string_equal(bytes, " image+0x1000");
}

TEST(last_accesses_are_told)
{
	const struct location control = {.space = SPACE_MSR, .width_bits = 64, .address = 0xc00},
			      odd = {.space = SPACE_PCI, .width_bits = 32, .socket = 1, .address = 0x3f070};
	struct flight_access *unfinished;

	flight_end(0, flight_begin(0, &control, true, 0x10000001), OUTCOME_FAULT, 0x10000001);
	flight_end(0, flight_begin(0, &odd, false, 0), OUTCOME_OK, 0x77);
	unfinished = flight_begin(0, &control, false, 0);
	set_scene();
	crash_report(&scene.crash);
	flight_end(0, unfinished, OUTCOME_OK, 0);
	assert_non_null(strstr(scene.bytes, "latest first\n"
					    "  read  msr 0xc00 socket 0: unfinished\n"
					    "  read  pci 0x3f070 socket 1 = 0x77: ok\n"
					    "  write msr 0xc00 socket 0 = 0x10000001: fault\n"));
}

/* The name of a register that the tables know, and its socket once. */
TEST(accesses_of_boxes_are_named)
{
	const struct location counter = {.space = SPACE_MSR, .width_bits = 64, .socket = 1, .address = 0xc90};
	const struct processor *processor = processor_by_name("xeon-7500");
	struct machine_box place = {.box = {.socket = 1}};
	struct machine machine = {.processor = processor, .boxes = &place, .box_count = 1, .socket_count = 2};

	for (unsigned i = 0; i < processor->type_count; i++)
		if (!strcmp(processor->types[i]->name, "wbox"))
			place.box.type = processor->types[i];
	assert_non_null(place.box.type);
	flight_end(0, flight_begin(0, &counter, true, 5), OUTCOME_OK, 5);
	set_scene();
	scene.crash.machine = &machine;
	crash_report(&scene.crash);
	assert_non_null(strstr(scene.bytes, "latest first\n  write wbox.ctl0, msr 0xc90 socket 1 = 0x5: ok\n"));
}
