# What all parts share: compilers, packages, how a step is shown, how sources become objects. Included first.

CC      ?= gcc
ifeq ($(origin CC),default)
CC      := gcc
endif
CLANG   ?= clang
LD      ?= ld
NM      ?= nm
OBJCOPY ?= objcopy
PYTHON  ?= python3
CLANG_FORMAT ?= clang-format
CLANG_TIDY ?= clang-tidy

# $(call quoted,TEXT): one word of the shell, whatever is in it.
quoted = '$(subst ','\'',$(1))'

# What make takes for several words, or the shell for more than a name, is no directory to build in.
ifneq ($(shell printf %s $(call quoted,$(B)) | LC_ALL=C tr -d 'A-Za-z0-9._/+,@-'),)
$(error B=$(B): build in a directory of letters, digits and . _ / + , @ - alone)
endif

# ---- packages ------------------------------------------------------------------------------------
# Whatever a system may lack waits for `packages`, which installs what the goal needs: the words are those of
# tools/install-deps. UNCORK_DEPS=checked says that all is there.
NEEDS_run          := run
NEEDS_gdb          := run gdb
NEEDS_image        := image
NEEDS_dist         := image
NEEDS_lab-test     := lab
NEEDS_test-on      := suites
NEEDS_test         := test
NEEDS_ways         := test
NEEDS_deps         := test
NEEDS_unit         := test
NEEDS_fuzz         := test
NEEDS_bench        := test
NEEDS_soak         := test
NEEDS_format       := test
NEEDS_format-check := test
NEEDS_lint         := lint
NEEDS_coverage     := test coverage
NEEDS := $(or $(firstword $(foreach goal,$(MAKECMDGOALS),$(NEEDS_$(goal)))),build) $(if $(findstring clang,$(CC)),clang)
packages:
ifndef UNCORK_DEPS
	@tools/install-deps $(NEEDS) >&2
endif
export UNCORK_DEPS := checked

# ---- what is shown: a step by the name of what it makes; with V=1 the commands themselves -----------
SILENT := $(findstring s,$(filter-out -%,$(firstword $(MAKEFLAGS))))
STEP    = $(if $(V),,@$(if $(SILENT),,echo '  $@';))

# ---- sources: a file belongs to the part whose directory it is in --------------------------------
LIB_SRC    := $(wildcard lib/*.c)
# A processor's registers are a sheet, of which its tables are made, and the header that its list of events and its checks need. A sheet
# without a list of events is there for others.
SHEETS_C   := $(patsubst boxes/%.sheet,$(B)/gen/boxes/%.c,$(filter $(patsubst boxes/events/%.tsv,boxes/%.sheet,$(wildcard boxes/events/*.tsv)),$(wildcard boxes/*.sheet)))
SHEETS_H   := $(SHEETS_C:.c=.h)
# Lists of events, and what describes those that do not themselves.
EVENTS_GEN  := tools/gen/events tools/gen/event_words.py
EVENT_WORDS := boxes/events/words.txt
SHEETS_GEN := $(addprefix tools/gen/sheets/,__main__.py text.py values.py schema.py sheet.py tables.py silicon.py facts.py checks.py)
BOXES_SRC  := $(wildcard boxes/*.c) $(SHEETS_C)
CORE_SRC   := $(wildcard core/*.c core/*/*.c)
EVENT_SRC  := $(patsubst boxes/events/%.tsv,$(B)/gen/boxes/events-%.c,$(wildcard boxes/events/*.tsv)) \
              $(patsubst boxes/metrics/%.tsv,$(B)/gen/boxes/metrics-%.c,$(wildcard boxes/metrics/*.tsv))
# The models of all machines, and those of in-memory counters among them, which silicon.efi does not play.
IMC_SRC    := $(wildcard silicon/imc.c silicon/*/imc_*.c)
# The registers of a model are a sheet, too; core.sheet is there for others.
MODELS_C   := $(patsubst %.sheet,$(B)/gen/%.c,$(filter-out silicon/models/core.sheet,$(wildcard silicon/models/*.sheet)))
# What checks want to know of a processor is a file, too.
FACTS_C    := $(patsubst %.facts,$(B)/gen/%.c,$(wildcard checks/x86/*.facts))
# So are the checks, in the order of the run; each directory's has a header.
CHECKS_H   := $(patsubst %.checks,$(B)/gen/%.h,$(wildcard checks/*/all.checks))
# What CPUID says on real machines is a list, the names of whose dumps are in a header.
DUMPS_C    := $(B)/gen/silicon/models/cpuid-dumps.c
DUMPS_H    := $(B)/gen/silicon/models/cpuid_names.h
MODELS_SRC := $(wildcard silicon/*.c silicon/models/*.c silicon/faults/*.c silicon/rules/*.c) $(MODELS_C) $(DUMPS_C)
SOURCES     = $(shell git ls-files -co --exclude-standard '*.c' '*.h')

$(B)/gen/boxes/%.c $(B)/gen/boxes/%.h: boxes/%.sheet boxes/events/%.tsv $(EVENTS_GEN) $(SHEETS_GEN) | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/sheets $< boxes/events/$*.tsv boxes/metrics/$*.tsv $(@D)
$(B)/gen/silicon/models/%.c: silicon/models/%.sheet $(SHEETS_GEN) | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/sheets $< $(@D)
$(B)/gen/checks/x86/%.c: checks/x86/%.facts $(SHEETS_GEN) | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/sheets $< $(@D)
$(B)/gen/checks/%/all.c $(B)/gen/checks/%/all.h: checks/%/all.checks $(SHEETS_GEN) | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/sheets $< $(@D)
$(DUMPS_C) $(DUMPS_H) &: silicon/models/cpuid.dumps tools/gen/dumps | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/dumps $< $(DUMPS_C) $(DUMPS_H)
$(B)/gen/boxes/events-%.c: boxes/events/%.tsv $(EVENT_WORDS) $(EVENTS_GEN) $(B)/gen/boxes/words.checked | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/events --words $(EVENT_WORDS) $< $@
# Words that describe nothing are a mistake of all lists together.
$(B)/gen/boxes/words.checked: $(EVENT_WORDS) $(wildcard boxes/events/*.tsv) $(EVENTS_GEN) | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/events --stale $(EVENT_WORDS) $(wildcard boxes/events/*.tsv)
	@touch $@
$(B)/gen/boxes/metrics-%.c: boxes/metrics/%.tsv boxes/events/%.tsv tools/gen/metrics | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/metrics $< boxes/events/$*.tsv $@
.SECONDARY: $(EVENT_SRC) $(SHEETS_C) $(SHEETS_H) $(MODELS_C) $(FACTS_C) $(CHECKS_H) $(CHECKS_H:.h=.c)

# Asked each time, since a commit touches no file that make knows; a file that stays as it is rebuilds nothing.
VERSION_SRC := $(B)/gen/version.c
.PHONY: ask-version
$(VERSION_SRC): ask-version
	@mkdir -p $(@D)
	@tools/gen/version $@

# ---- objects -------------------------------------------------------------------------------------
WARN   := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wundef -Wvla \
          -Wwrite-strings -Werror
COMMON := -std=gnu11 -g -I. -I$(B)/gen -MMD -MP $(WARN) -ffile-prefix-map=$(call quoted,$(CURDIR))=.
# What nothing refers to does not get into an image.
APART  := -ffunction-sections -fdata-sections

# $(call objects,DIRECTORY,SOURCES): the objects of the sources in that directory of build/.
objects  = $(patsubst %,$(B)/$(1)/%.o,$(basename $(filter-out $(B)/%,$(2)))) \
           $(patsubst $(B)/gen/%.c,$(B)/$(1)/gen/%.o,$(filter $(B)/gen/%,$(2)))

# $(call compile,DIRECTORY,COMPILER,FLAGS): how that directory's objects are made. They are made anew when the
# file of mk/ changes that calls it.
define compile
$(B)/$(1)/%.o: %.c mk/common.mk $(lastword $(MAKEFILE_LIST)) | packages $(SHEETS_H) $(CHECKS_H) $(DUMPS_H)
	@mkdir -p $$(@D)
	$$(STEP)$(2) $$(COMMON) $(3) -c $$< -o $$@
$(B)/$(1)/%.o: %.S mk/common.mk $(lastword $(MAKEFILE_LIST)) | packages $(SHEETS_H) $(CHECKS_H) $(DUMPS_H)
	@mkdir -p $$(@D)
	$$(STEP)$(2) $$(COMMON) $(3) -c $$< -o $$@
$(B)/$(1)/gen/%.o: $(B)/gen/%.c mk/common.mk $(lastword $(MAKEFILE_LIST)) | packages $(SHEETS_H) $(CHECKS_H) $(DUMPS_H)
	@mkdir -p $$(@D)
	$$(STEP)$(2) $$(COMMON) $(3) -c $$< -o $$@
endef

# ---- hosted programs: each links the archive members that it refers to -----------------------------
%.a:
	$(STEP)rm -f $@; $(AR) rcsD $@ $^

# $(call link,COMPILER AND FLAGS,LIBRARIES)
link = $(1) $(filter %.o,$^) -Wl,-Map=$@.map -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
       $(2) -o $@
