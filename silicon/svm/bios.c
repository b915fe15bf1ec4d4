/* SPDX-License-Identifier: BSD-2-Clause */
/* The loader (loader.h) for machines without UEFI, where a Linux boot loader starts the silicon. pc/entry.S puts the
 * image above the place of the second image, whose memory map marks all memory of the silicon as used. */
#include "lib/archive.h"
#include "lib/memory.h"
#include "pc/boot_params.h"
#include "pc/pc.h"
#include "pc/startup.h"
#include "pc/timer.h"
#include "silicon/svm/fwcfg.h"
#include "silicon/svm/guest.h"
#include "silicon/svm/loader.h"
#include "silicon/svm/log.h"
#include "silicon/svm/processors.h"

#define BELOW_4_GIB     (UINT64_C(1) << 32) /* entry.S maps only this much */
#define PROCESSORS_MOST 256
#define STACK_BYTES     16384
#define START_TRIES     2000 /* of a millisecond; emulated processors may run in turns */
#define SERIAL_PORT     0x3f8
#define SERIAL_STATUS   0x3fd
#define SERIAL_EMPTY    BIT(5)
#define SERIAL_LOOKS    10000 /* of about a microsecond on a board */
#define HEADER_REACH    0x201 /* offset in an image of the byte with the header's length, counted from the next byte */
#define LOADER_UNKNOWN  0xff  /* to be named in the boot parameters; 0x210 */
#define LOADER_TYPE     0x210

#define APIC_BASE       UINT64_C(0xfee00000)
#define APIC_ICR        (APIC_BASE + 0x300)
#define ICR_OTHERS      0xc0000u /* shorthand: all but self */

static struct bios_loader {
	struct loader loader;       /* must be first: casts rely on it */
	struct boot_params *params; /* for the second image */
	struct boot_params given;
	uint64_t given_at;
	struct memory_map memory; /* that is free */
	const uint8_t *initrd;
	uint64_t initrd_bytes;

	/* The processors that have arrived. */
	uint32_t apic_ids[PROCESSORS_MOST];
	uint32_t count, came;
	volatile bool launch;
	struct hypervisor *hypervisor;
} bios;

static bool read_memory(void *context, uint64_t physical, void *to, size_t bytes)
{
	(void)context;
	if (physical >= BELOW_4_GIB || bytes > BELOW_4_GIB - physical)
		return false;
	memcpy(to, (const void *)(uintptr_t)physical, bytes);
	return true;
}

static const struct boot_memory physical_memory = {.read = read_memory};

/* ---- functions of loader.h ----------------------------------------------------------------------------- */

/* A port buffers up to 16 bytes and sends one in 87 us at 115,200 baud. A missing port reads all ones. */
static void say_byte(char byte)
{
	for (unsigned looks = SERIAL_LOOKS; looks && !(port_read8(SERIAL_STATUS) & SERIAL_EMPTY); looks--)
		cpu_relax();
	port_write8(SERIAL_PORT, (uint8_t)byte);
}

static void say(const struct loader *loader, const char *line)
{
	(void)loader;
	for (; *line; line++)
		say_byte(*line);
	say_byte('\r');
	say_byte('\n');
}

static void *take(uint64_t bytes)
{
	uint64_t at = memory_take(&bios.memory, bytes, BELOW_4_GIB);

	if (at)
		memset((void *)(uintptr_t)at, 0, bytes);
	return (void *)(uintptr_t)at;
}

static void *reserve(struct loader *loader, size_t pages)
{
	void *at = take(pages * PAGE_BYTES);

	(void)loader;
	return at && boot_reserve(bios.params, (uintptr_t)at, pages * PAGE_BYTES) ? at : NULL;
}

static void *allocate(struct loader *loader, size_t size)
{
	(void)loader;
	return take(size);
}

/* A member of the initrd, if it is an archive. */
static struct blob initrd_member(const char *name)
{
	struct archive archive = {.at = bios.initrd, .bytes = bios.initrd_bytes};
	struct archive_member member;

	while (archive_next(&archive, &member))
		if (slice_is(member.name, name))
			return (struct blob){(void *)(uintptr_t)member.at, member.bytes};
	return (struct blob){0};
}

static struct blob find_scenario(struct loader *loader)
{
	struct blob member = initrd_member("scenario"), copy = {0};

	if (member.at)
		copy = (struct blob){allocate(loader, member.size + 1), member.size};
	if (copy.at)
		memcpy(copy.at, member.at, member.size);
	return copy;
}

/* Adds the banner to the setup data, as the first node. */
static bool announce(struct loader *loader, const char *banner)
{
	struct boot_setup_data *node = reserve(loader, 1);
	size_t bytes = strlen(banner) + 1;

	if (!node || bytes > PAGE_BYTES - sizeof(*node))
		return false;
	*node = (struct boot_setup_data){boot_field(bios.params, BOOT_SETUP_DATA, 8), BOOT_SILICON_TYPE,
					 (uint32_t)bytes};
	memcpy(node + 1, banner, bytes);
	boot_set_field(bios.params, BOOT_SETUP_DATA, 8, (uintptr_t)node);
	return true;
}

/* ---- processors --------------------------------------------------------------------------------------------- */

static unsigned count_processors(struct loader *loader)
{
	uint16_t count = fwcfg_processors();

	(void)loader;
	bios.count = count && count <= PROCESSORS_MOST ? count : 1;
	return bios.count;
}

/* Each processor records its ID, waits until everything is prepared, and becomes a guest that sleeps until an INIT. */
static void arrive(void *argument)
{
	uint32_t number = __atomic_add_fetch(&bios.came, 1, __ATOMIC_ACQ_REL);

	(void)argument;
	if (number < PROCESSORS_MOST)
		__atomic_store_n(&bios.apic_ids[number], processor_own_apic_id() + 1, __ATOMIC_RELEASE);
	while (!bios.launch)
		cpu_relax();
	processor_launch_own(bios.hypervisor);
	halt_forever();
}

static void send_to_others(uint32_t command, uint64_t stall_us)
{
	mmio_write32(APIC_ICR, ICR_OTHERS | command);
	timer_stall_us(stall_us);
}

static bool all_said_who(void)
{
	for (uint32_t i = 1; i < bios.count; i++)
		if (!__atomic_load_n(&bios.apic_ids[i], __ATOMIC_ACQUIRE))
			return false;
	return true;
}

static const char *start_processors(struct loader *loader)
{
	void *page = (void *)(uintptr_t)memory_take(&bios.memory, STARTUP_BYTES, STARTUP_END);
	struct startup startup = {.function = arrive, .stack_bytes = STACK_BYTES, .count = bios.count - 1};

	startup.stacks = reserve(loader, (size_t)startup.count * STACK_BYTES / PAGE_BYTES);
	/* They sleep with page tables in this memory. */
	if (!page || !startup.stacks || !boot_reserve(bios.params, (uintptr_t)page, STARTUP_BYTES))
		return "no memory for other processors";
	startup_fill(page, &startup);
	send_to_others(STARTUP_ICR_INIT, STARTUP_AFTER_INIT_US);
	send_to_others(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	send_to_others(STARTUP_ICR_STARTUP(page), STARTUP_AFTER_STARTUP_US);
	for (unsigned i = 0; i < START_TRIES && !all_said_who(); i++)
		timer_stall_us(1000);
	return all_said_who() ? NULL : "a processor does not start";
}

static const char *place_processors(struct loader *loader, struct hypervisor *hypervisor)
{
	const char *wrong = bios.count > 1 ? start_processors(loader) : NULL;

	if (wrong)
		return wrong;

	/* The other processors arrive in any order. */
	for (uint32_t i = 1; i < bios.count; i++)
		for (uint32_t j = i; j > 1 && bios.apic_ids[j] < bios.apic_ids[j - 1]; j--) {
			uint32_t id = bios.apic_ids[j];

			bios.apic_ids[j] = bios.apic_ids[j - 1];
			bios.apic_ids[j - 1] = id;
		}
	bios.hypervisor = hypervisor;
	processor_place(&hypervisor->cpus[0], processor_own_apic_id());
	for (uint32_t i = 1; i < bios.count; i++)
		processor_place(&hypervisor->cpus[i], bios.apic_ids[i] - 1);
	return NULL;
}

static bool launch_processors(struct loader *loader, struct hypervisor *hypervisor)
{
	(void)loader;
	__atomic_store_n(&bios.launch, true, __ATOMIC_SEQ_CST);
	for (unsigned i = 0; i < START_TRIES && !processors_run(hypervisor); i++)
		timer_stall_us(1000);
	if (!processors_run(hypervisor))
		return false;
	cpu_launch(&hypervisor->cpus[0]);
	return true;
}

/* ---- the second image ------------------------------------------------------------------------------------------ */

static struct blob find_second(struct loader *loader)
{
	struct blob image = loader_fwcfg_file(loader, "opt/uncork/firmware");

	return image.at ? image : initrd_member("firmware");
}

/* True if the image can be entered in 64-bit mode at its place below the silicon. Its code begins at `first`. */
static bool can_start(struct blob image, size_t *first)
{
	const struct boot_params *header = image.at;
	const size_t room = (uintptr_t)image_start - PAYLOAD_AT;

	if (image.size < sizeof(*header) || memcmp(&header->bytes[BOOT_MAGIC], "HdrS", 4) ||
	    !(boot_field(header, BOOT_XLOADFLAGS, 2) & XLOAD_64_BIT_ENTRY))
		return false;
	*first = (size_t)(boot_field(header, BOOT_SETUP_SECTORS, 1) + 1) * 512;
	return *first <= image.size && image.size - *first <= room && boot_field(header, BOOT_INIT_SIZE, 4) <= room;
}

static uint64_t start_second(struct loader *loader, struct blob image)
{
	static const unsigned kept[][2] = {
		{BOOT_RAMDISK, 4}, {BOOT_RAMDISK_SIZE, 4}, {BOOT_COMMAND_LINE, 4}, {BOOT_SETUP_DATA, 8}};
	const struct boot_params *header = image.at;
	struct boot_params *params = bios.params;
	uint64_t values[ARRAY_SIZE(kept)];
	size_t first;

	(void)loader;
	if (!can_start(image, &first)) {
		log_line("log", "the second image (%zu bytes) does not follow the Linux boot protocol, or is too large",
			 image.size);
		guest_call(GUEST_CALL_LEAVE);
		return 1;
	}
	/* The image's own header describes the image; all other fields are the loader's. */
	for (unsigned i = 0; i < ARRAY_SIZE(kept); i++)
		values[i] = boot_field(params, kept[i][0], kept[i][1]);
	memcpy(&params->bytes[BOOT_HEADER], &header->bytes[BOOT_HEADER],
	       HEADER_REACH + 1u + header->bytes[HEADER_REACH] - BOOT_HEADER);
	for (unsigned i = 0; i < ARRAY_SIZE(kept); i++)
		boot_set_field(params, kept[i][0], kept[i][1], values[i]);
	boot_set_field(params, LOADER_TYPE, 1, LOADER_UNKNOWN);
	memmove((void *)PAYLOAD_AT, (const char *)image.at + first, image.size - first);
	__asm__ volatile("jmp *%0" : : "r"((uint64_t)PAYLOAD_AT + ENTRY_64), "S"(bios.params) : "memory");
	__builtin_unreachable();
}

/* ---- start -------------------------------------------------------------------------------------------------- */

static const struct loader_kind kind = {
	.say = say,
	.reserve = reserve,
	.allocate = allocate,
	.scenario = find_scenario,
	.announce = announce,
	.count_processors = count_processors,
	.place_processors = place_processors,
	.launch_processors = launch_processors,
	.find_second = find_second,
	.start_second = start_second,
	.refused = 1,
};

static bool settle_memory(void)
{
	const uint64_t start = (uintptr_t)image_start, bytes = (uint64_t)(image_end - image_start);
	struct memory_range initrd = boot_initrd(&bios.given);

	boot_free_memory(&bios.given, bios.given_at, &physical_memory, &bios.memory);
	if (!memory_holds(&bios.memory, start, bytes))
		return false;
	memory_remove(&bios.memory, PAYLOAD_AT, start + bytes - PAYLOAD_AT);
	bios.params = take(sizeof(*bios.params));
	if (!bios.params)
		return false;
	*bios.params = bios.given;
	bios.initrd = (const uint8_t *)(uintptr_t)initrd.start;
	bios.initrd_bytes = initrd.start < PAYLOAD_AT ? 0 : min_u64(initrd.bytes, BELOW_4_GIB - initrd.start);
	return boot_reserve(bios.params, start, bytes);
}

/* Never returns, since no other software could continue. */
void pc_main(const void *params)
{
	uint64_t running;
	const char *reason;

	bios.loader.kind = &kind;
	memcpy(&bios.given, params, sizeof(bios.given));
	bios.given_at = (uintptr_t)params;
	running = boot_silicon_banner(&bios.given, &physical_memory);
	reason = silicon_why_not();
	if (running)
		silicon_report_running(&bios.loader, (const char *)(uintptr_t)running);
	else if (reason)
		(void)silicon_refuse(&bios.loader, "assert", reason);
	else if (!settle_memory())
		(void)silicon_refuse(&bios.loader, "assert", "the loader's memory map (E820) has no room at 16 MiB");
	else
		(void)silicon_start(&bios.loader);
	halt_forever();
}
