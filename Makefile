# uncork: one non-recursive Makefile. `make help` says what there is to make.

B       := build
CC      ?= gcc
CLANG   ?= clang
LD      ?= ld
NM      ?= nm
OBJCOPY ?= objcopy
PYTHON  ?= python3
MACHINE ?= xeon-7500
RUN     ?= info; stat -t 100; record -n 10
SECONDS ?= 60
ifeq ($(origin CC),default)
CC      := gcc
endif

.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

# ---- packages: what a goal needs is installed before anything is read or built ---------------------
NEEDS_run  := run
NEEDS_image := image
NEEDS_test := test
NEEDS_deps := test
NEEDS_unit := test
NEEDS_lab-test := lab
NEEDS_fuzz := test
NEEDS_bench := test
NEEDS_soak := test
NEEDS_format := test
NEEDS_format-check := test
GOALS := $(filter-out help clean,$(or $(MAKECMDGOALS),all))
ifneq ($(GOALS),)
ifndef UNCORK_DEPS
DEPS_SAID := $(shell tools/install-deps $(or $(firstword $(foreach g,$(GOALS),$(NEEDS_$(g)))),build) >&2 || echo no)
ifeq ($(DEPS_SAID),no)
$(error packages are missing)
endif
export UNCORK_DEPS := checked
endif
endif

# ---- what is shown: a step by the name of what it makes; with V=1 the commands themselves -----------
SILENT := $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
STEP    = $(if $(V),,@$(if $(SILENT),,echo '  $@';))

# ---- sources: a file belongs to the part whose directory it is in --------------------------------
LIB_SRC     := $(wildcard lib/*.c)
BOXES_SRC   := $(wildcard boxes/*.c)
CORE_SRC    := $(wildcard core/*.c core/*/*.c)
CHECKS_SRC  := $(wildcard checks/lib/*.c checks/x86/*.c)
X86_SRC     := $(wildcard arch/x86/*.c arch/x86/*.S)
EFI_SRC     := $(wildcard efi/*.c)
HOSTHW_SRC  := $(wildcard arch/host/*.c)
TOOL_SRC    := $(wildcard tools/*.c)
WATCH_SRC   := $(wildcard tools/watch/*.c)
MODELS_SRC  := $(wildcard silicon/models/*.c)
SVM_SRC     := $(wildcard silicon/svm/*.c silicon/svm/*.S)
SELFTEST_SRC := $(wildcard silicon/selftest/*.c silicon/selftest/*.S)
DEVICES_SRC := $(wildcard silicon/selftest/model/*.c)
UNIT_SRC    := $(wildcard $(addprefix tests/unit/,*/test_*.c */*/test_*.c))
# The sources of unit tests lie as what they test does; the programs lie side by side.
unit_programs = $(patsubst %.c,$(B)/unit/%,$(notdir $(1)))
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
ORACLE_SRC  := $(wildcard tests/oracle/*.c)
BENCH_SRC   := $(wildcard tests/bench/*.c)
EVENT_LISTS := $(wildcard boxes/events/*.tsv)
EVENT_SRC   := $(EVENT_LISTS:boxes/events/%.tsv=$(B)/gen/boxes/events-%.c) \
               $(patsubst boxes/metrics/%.tsv,$(B)/gen/boxes/metrics-%.c,$(wildcard boxes/metrics/*.tsv))

# ---- flags ---------------------------------------------------------------------------------------
WARN    := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wundef -Wvla \
           -Wwrite-strings -Werror
COMMON  := -std=gnu11 -g -I. -I$(B)/gen -MMD -MP $(WARN) -ffile-prefix-map=$(CURDIR)=.
# What nothing refers to does not get into an image.
APART   := -ffunction-sections -fdata-sections
# Freestanding code that runs in ring 0 with somebody else's stack and registers. Backtraces need the
# frame pointers.
BARE    := -ffreestanding -fpic -fvisibility=hidden -fshort-wchar -fno-stack-protector \
           -mno-red-zone -mgeneral-regs-only -fno-strict-aliasing -fno-omit-frame-pointer \
           -fno-optimize-sibling-calls -fno-asynchronous-unwind-tables -fcf-protection=none \
           $(APART)
EFI_INC := -isystem /usr/include/efi -isystem /usr/include/efi/x86_64 -DGNU_EFI_USE_MS_ABI
HOST    := -O2
TESTING := -O1 -fshort-wchar -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
FUZZING := $(TESTING) -fsanitize=fuzzer-no-link

# ---- objects -------------------------------------------------------------------------------------
objects  = $(patsubst %,$(B)/$(1)/%.o,$(basename $(filter-out $(B)/%,$(2)))) \
           $(patsubst $(B)/gen/%.c,$(B)/$(1)/gen/%.o,$(filter $(B)/gen/%,$(2)))
FW_OBJ  := $(call objects,fw,$(LIB_SRC) $(BOXES_SRC) $(CORE_SRC) $(CHECKS_SRC) $(X86_SRC) $(EFI_SRC) \
           $(EVENT_SRC))
# The models are compiled once; the hypervisor, the host tool and the tests link these very objects.
MODELS  := $(call objects,silicon,$(MODELS_SRC))
SI_OBJ  := $(call objects,silicon,$(LIB_SRC) $(SVM_SRC)) $(MODELS)
# The hypervisor's self-test, and the hypervisor with a machine of its own instead of the models.
SELFTEST_OBJ := $(call objects,silicon,$(LIB_SRC) $(SELFTEST_SRC))
DEVICES_OBJ  := $(call objects,silicon,$(LIB_SRC) $(SVM_SRC) $(DEVICES_SRC))
# memory.c gives freestanding code its memcpy and friends; hosted code has the C library's.
HOSTED_SRC := $(filter-out lib/memory.c,$(LIB_SRC)) $(BOXES_SRC) $(CORE_SRC) $(CHECKS_SRC) \
              $(HOSTHW_SRC) $(WATCH_SRC) $(EVENT_SRC)
# The parts of ring 0 code that need no ring 0 (tables, decoders) are tested in a process too.
RING0_SRC  := $(filter %.c,$(X86_SRC) $(SVM_SRC)) efi/load_options.c

.PHONY: all objects
all: $(B)/uncork.efi $(B)/silicon.efi $(B)/uncork
objects: ## compile everything, link nothing (for CC=clang)
objects: $(FW_OBJ) $(SI_OBJ) $(SELFTEST_OBJ) $(DEVICES_OBJ) $(call objects,host,$(HOSTED_SRC) $(TOOL_SRC)) \
         $(call objects,test,$(UNIT_SRC))

$(B)/gen/boxes/events-%.c: boxes/events/%.tsv tools/gen-events
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen-events $< $@

$(B)/gen/boxes/metrics-%.c: boxes/metrics/%.tsv boxes/events/%.tsv tools/gen-metrics
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen-metrics $< boxes/events/$*.tsv $@

# $(call compile,DIRECTORY,COMPILER,FLAGS): how that directory's objects are made.
define compile
$(B)/$(1)/%.o: %.c Makefile
	@mkdir -p $$(@D)
	$$(STEP)$(2) $(COMMON) $(3) -c $$< -o $$@
$(B)/$(1)/%.o: %.S Makefile
	@mkdir -p $$(@D)
	$$(STEP)$(2) $(COMMON) $(3) -c $$< -o $$@
$(B)/$(1)/gen/%.o: $(B)/gen/%.c Makefile
	@mkdir -p $$(@D)
	$$(STEP)$(2) $(COMMON) $(3) -c $$< -o $$@
endef
$(eval $(call compile,fw,$(CC),-Os $(BARE) $(EFI_INC)))
$(eval $(call compile,silicon,$(CC),-O2 $(BARE) $(EFI_INC)))
$(eval $(call compile,host,$(CC),$(HOST)))
$(eval $(call compile,test,$(CC),$(TESTING) $(EFI_INC)))
$(eval $(call compile,fuzzed,$(CLANG),$(FUZZING) $(EFI_INC)))

include ppc64.mk

# ---- EFI images ----------------------------------------------------------------------------------
# Linked as ELF by a script of our own, and made into what UEFI loads by tools/gen/pe: no part of it comes
# from GNU-EFI but its headers.
EFI_LDS    := efi/image.lds
EFI_LINK    = $(LD) -nostdlib -pie --no-dynamic-linker -Bsymbolic -z noexecstack -z norelro --build-id=none \
              --no-undefined --gc-sections -T $(EFI_LDS) $(filter %.o,$^) -o $@ -Map=$@.map
UNCORK_BYTES_MAX := 4194304

# By what a boot loader that checks signatures knows a program whose signature is to be revoked: shim's
# SBAT.md. The number behind a name goes up when everything before is no longer to be started.
SBAT := $(B)/gen/sbat.o
$(B)/gen/sbat.csv: core/version.h
	@mkdir -p $(@D)
	$(STEP)printf '%s\n' 'sbat,1,SBAT Version,sbat,1,https://github.com/rhboot/shim/blob/main/SBAT.md' \
		"uncork,1,uncork,uncork,$$(sed -n 's/.*UNCORK_VERSION "\(.*\)"/\1/p' $<),-" > $@
$(SBAT): $(B)/gen/sbat.csv
	$(STEP)$(OBJCOPY) -I binary -O elf64-x86-64 -B i386:x86-64 --set-section-alignment .data=4096 \
		--rename-section .data=.sbat,alloc,load,readonly,data,contents --strip-all $< $@

# Linked twice: the first link says where the functions are, the second carries that table.
$(B)/first/uncork.so: $(FW_OBJ) $(B)/fw/gen/symbols-none.o $(SBAT) $(EFI_LDS)
	@mkdir -p $(@D)
	$(STEP)$(EFI_LINK)
$(B)/gen/symbols-none.c: tools/gen-symbols
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen-symbols < /dev/null > $@
$(B)/gen/symbols.c: $(B)/first/uncork.so tools/gen-symbols
	$(STEP)$(NM) $< | $(PYTHON) tools/gen-symbols > $@
$(B)/uncork.so: $(FW_OBJ) $(B)/fw/gen/symbols.o $(SBAT) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
	@$(NM) $@ | $(PYTHON) tools/gen-symbols | cmp - $(B)/gen/symbols.c
$(B)/silicon.so: $(SI_OBJ) $(SBAT) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(B)/selftest.so: $(SELFTEST_OBJ) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(B)/selftest/silicon.so: $(DEVICES_OBJ) $(EFI_LDS)
	@mkdir -p $(@D)
	$(STEP)$(EFI_LINK)
$(B)/%.efi: $(B)/%.so tools/gen/pe
	$(STEP)$(PYTHON) tools/gen/pe $< $@
	@test $$(wc -c < $@) -le $(UNCORK_BYTES_MAX) || \
		{ echo "$@: more than $(UNCORK_BYTES_MAX) bytes" >&2; exit 1; }

# Made anew each time: whoever boots the image writes to it.
.PHONY: image
image: $(B)/uncork.efi $(B)/silicon.efi $(B)/uncork ## a bootable USB image, build/uncork-usb.img; signed with SIGN_KEY=... SIGN_CERT=...
	tools/image --build $(B) $(if $(SIGN_KEY),--key $(SIGN_KEY)) $(if $(SIGN_CERT),--cert $(SIGN_CERT))

# ---- hosted programs: each links the archive members that it refers to -----------------------------
%.a:
	$(STEP)rm -f $@; $(AR) rcsD $@ $^
$(B)/silicon/libmodels.a: $(MODELS)
$(B)/host/libuncork.a: $(call objects,host,$(HOSTED_SRC))
$(B)/test/libuncork.a: $(call objects,test,$(HOSTED_SRC) $(RING0_SRC))
$(B)/fuzzed/libuncork.a: $(call objects,fuzzed,$(HOSTED_SRC) $(RING0_SRC) $(MODELS_SRC))

# $(call link,COMPILER AND FLAGS,LIBRARIES)
link = $(1) $(filter %.o,$^) -Wl,-Map=$@.map -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
       $(2) -o $@

$(B)/uncork: $(call objects,host,$(TOOL_SRC)) $(B)/host/libuncork.a $(B)/silicon/libmodels.a
	$(STEP)$(call link,$(CC) $(HOST))

# ---- unit tests: each file a cmocka program, with sanitizers ---------------------------------------
UNIT := $(call unit_programs,$(UNIT_SRC))
$(UNIT):
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(UNIT_FLAGS),-lcmocka $(UNIT_LIBS))

# Those that run all checks a hundred times over do so without sanitizers; test_checks runs them with.
LONG_UNIT_SRC := $(filter tests/unit/checks/test_check_faults%,$(UNIT_SRC))
# $(call unit,SOURCES,DIRECTORY,FLAGS): how the programs of those sources are linked.
define unit
$(foreach source,$(1),$(eval $(call unit_programs,$(source)): $(call objects,$(2),$(source))))
$(call unit_programs,$(1)): $(B)/$(2)/libuncork.a $(B)/silicon/libmodels.a
$(call unit_programs,$(1)): UNIT_FLAGS := $(3)
endef
$(eval $(call unit,$(filter-out $(LONG_UNIT_SRC),$(UNIT_SRC)),test,$(TESTING)))
$(eval $(call unit,$(LONG_UNIT_SRC),host,$(HOST)))

# ---- fuzz targets: each file a libFuzzer program ---------------------------------------------------
FUZZ := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(FUZZ_SRC))
$(B)/fuzz/%: $(B)/fuzzed/tests/fuzz/%.o $(B)/fuzzed/libuncork.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CLANG) $(TESTING) -fsanitize=fuzzer,$(FUZZ_LIBS))

# ---- comparisons with other people's programs, and their times -----------------------------------------
ORACLE := $(B)/oracle/libpfm4
$(ORACLE): $(call objects,host,$(ORACLE_SRC)) $(B)/host/libuncork.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(HOST),-lpfm)
BENCH := $(patsubst tests/bench/%.c,$(B)/bench/%,$(BENCH_SRC))
$(B)/bench/%: $(B)/host/tests/bench/%.o $(call objects,host,$(wildcard tests/bench/support/*.c)) \
              $(B)/host/tests/oracle/allocations.o $(B)/host/libuncork.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(HOST),-lpfm)
.PRECIOUS: $(B)/host/tests/bench/%.o $(B)/test/%.o $(B)/fuzzed/%.o
.SECONDARY: $(EVENT_SRC) $(B)/gen/symbols.c $(B)/gen/symbols-none.c

# ---- goals -----------------------------------------------------------------------------------------
SOURCES = $(shell git ls-files -co --exclude-standard '*.c' '*.h')

.PHONY: help run test lab-test soak selftest unit unit-programs fuzz fuzz-programs oracle-programs bench mutation format format-check deps clean
help: ## this list
	@echo 'goals (B=DIRECTORY builds elsewhere, CC=clang with another compiler, V=1 shows commands):'
	@echo '  all              uncork.efi, silicon.efi, uncork-ppc64.elf, opal-silicon.elf, uncork in build/ (the default)'
	@sed -n 's/^\([a-z-]*\):[^#]*## /  \1 /p' Makefile | \
		while read -r goal what; do printf '  %-16s %s\n' "$$goal" "$$what"; done

run: all ## the main job on virtual silicon: MACHINE=xeon-7500 RUN='info; stat'
	tools/boot $(MACHINE) "$(RUN)"
test: ## everything that can be checked here
	$(PYTHON) tests/run
lab-test: ## run the board of tools/lab through LAVA and labgrid, in QEMU
	$(PYTHON) tests/run lab
soak: ## a hundred thousand PMIs twice: to the firmware, and to the self-test of the hypervisor
	$(PYTHON) tests/run --pmis 100000 boot/pmis
selftest: $(B)/selftest.efi $(B)/selftest/silicon.efi ## the program that tests the hypervisor
unit-programs: $(UNIT)
unit: unit-programs ## the host tests alone
	$(PYTHON) tests/run unit
oracle-programs: $(ORACLE)
bench: $(BENCH) ## our times beside other people's
	@for bench in $(BENCH); do $$bench || exit 1; done
fuzz-programs: $(FUZZ)
fuzz: fuzz-programs ## every fuzz target for SECONDS=60 each
	$(PYTHON) tests/run --fuzz-seconds $(SECONDS) fuzz
mutation: $(B)/uncork ## break virtual silicon in every way: are the faults found and named?
	@$(PYTHON) tests/mutation
format: ## lay out the C sources by .clang-format
	clang-format -i $(SOURCES)
format-check: ## say which sources are not laid out so
	clang-format --dry-run --Werror $(SOURCES)
deps: ## install what is missing (root or sudo)
	@tools/install-deps test
clean: ## remove build/
	rm -rf $(B)

-include $(shell find $(B) -name '*.d' 2>/dev/null)
