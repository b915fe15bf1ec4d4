# uncork: one non-recursive Makefile. `make help` says what there is to make.

B       := build
CC      ?= gcc
CLANG   ?= clang
OBJCOPY ?= objcopy
PYTHON  ?= /usr/bin/python3
MACHINE ?= xeon-7500

.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all

# ---- sources: a file belongs to the part whose directory it is in --------------------------------
LIB_SRC     := $(wildcard lib/*.c)
BOXES_SRC   := $(wildcard boxes/*.c)
CORE_SRC    := $(wildcard core/*.c)
CHECKS_SRC  := $(wildcard tests/target/*.c)
X86_SRC     := $(wildcard arch/x86/*.c arch/x86/*.S)
EFI_SRC     := $(wildcard efi/*.c)
HOSTHW_SRC  := $(wildcard arch/host/*.c)
MODELS_SRC  := $(wildcard silicon/models/*.c)
SVM_SRC     := $(wildcard silicon/svm/*.c silicon/svm/*.S)
UNIT_SRC    := $(wildcard tests/unit/test_*.c)
FUZZ_SRC    := $(wildcard tests/fuzz/fuzz_*.c)
EVENT_LISTS := $(wildcard boxes/events/*.tsv)
EVENT_SRC   := $(EVENT_LISTS:boxes/events/%.tsv=$(B)/gen/boxes/events-%.c)

# ---- flags ---------------------------------------------------------------------------------------
WARN    := -Wall -Wextra -Wshadow -Wmissing-prototypes -Wstrict-prototypes -Wundef -Wvla \
           -Wwrite-strings -Werror
COMMON  := -std=gnu11 -g -I. -I$(B)/gen -MMD -MP $(WARN) -ffile-prefix-map=$(CURDIR)=.
# Freestanding code that runs in ring 0 with somebody else's stack and registers.
BARE    := -O2 -ffreestanding -fpic -fshort-wchar -fno-stack-protector -mno-red-zone \
           -mgeneral-regs-only -fno-strict-aliasing -fno-asynchronous-unwind-tables \
           -fcf-protection=none
EFI_INC := -isystem /usr/include/efi -isystem /usr/include/efi/x86_64 -DGNU_EFI_USE_MS_ABI
HOST    := -O2
TESTING := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined

# ---- objects -------------------------------------------------------------------------------------
objects  = $(patsubst %,$(B)/$(1)/%.o,$(basename $(2)))
FW_OBJ  := $(call objects,fw,$(LIB_SRC) $(BOXES_SRC) $(CORE_SRC) $(CHECKS_SRC) $(X86_SRC) $(EFI_SRC)) \
           $(patsubst $(B)/gen/%.c,$(B)/fw/gen/%.o,$(EVENT_SRC))
# The models are compiled once; the hypervisor, the host tool and the tests link these very objects.
MODELS  := $(call objects,silicon,$(MODELS_SRC))
SI_OBJ  := $(call objects,silicon,$(LIB_SRC) $(SVM_SRC)) $(MODELS)
CORE_PARTS := $(LIB_SRC) $(BOXES_SRC) $(CORE_SRC) $(CHECKS_SRC) $(HOSTHW_SRC)
HOST_OBJ := $(call objects,host,$(CORE_PARTS)) $(patsubst $(B)/gen/%.c,$(B)/host/gen/%.o,$(EVENT_SRC))
TEST_OBJ := $(call objects,test,$(CORE_PARTS)) $(patsubst $(B)/gen/%.c,$(B)/test/gen/%.o,$(EVENT_SRC))
# memory.c gives freestanding code its memcpy and friends; hosted code has the C library's.
hosted    = $(filter-out %/lib/memory.o,$(1))

.PHONY: all
all: $(B)/uncork.efi $(B)/silicon.efi $(B)/uncork

$(B)/gen/boxes/events-%.c: boxes/events/%.tsv tools/gen-events
	@mkdir -p $(@D)
	$(PYTHON) tools/gen-events $< $@

$(B)/fw/gen/%.o: $(B)/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(BARE) -c $< -o $@
$(B)/fw/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(BARE) $(EFI_INC) -c $< -o $@
$(B)/fw/%.o: %.S
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(BARE) -c $< -o $@
$(B)/silicon/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(BARE) $(EFI_INC) -c $< -o $@
$(B)/silicon/%.o: %.S
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(BARE) -c $< -o $@
$(B)/host/gen/%.o: $(B)/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(HOST) -c $< -o $@
$(B)/host/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(HOST) -c $< -o $@
$(B)/test/gen/%.o: $(B)/gen/%.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(TESTING) -c $< -o $@
$(B)/test/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(COMMON) $(TESTING) -c $< -o $@

# ---- EFI images ----------------------------------------------------------------------------------
EFI_LIBDIR := /usr/lib
EFI_LINK    = ld -nostdlib -znocombreloc -shared -Bsymbolic -z noexecstack --no-warn-rwx-segments \
              --no-undefined -T $(EFI_LIBDIR)/elf_x86_64_efi.lds $(EFI_LIBDIR)/crt0-efi-x86_64.o \
              $(1) -o $@ -L$(EFI_LIBDIR) -lgnuefi
EFI_IMAGE   = $(OBJCOPY) -j .text -j .sdata -j .data -j .rodata -j .dynamic -j .dynsym -j '.rel*' \
              -j .reloc --target efi-app-x86_64 --subsystem=10 $< $@

$(B)/uncork.so: $(FW_OBJ)
	$(call EFI_LINK,$(FW_OBJ))
$(B)/silicon.so: $(SI_OBJ)
	$(call EFI_LINK,$(SI_OBJ))
$(B)/%.efi: $(B)/%.so
	$(EFI_IMAGE)

# ---- host tool -----------------------------------------------------------------------------------
$(B)/host/libuncork.a: $(call hosted,$(HOST_OBJ))
	rm -f $@
	$(AR) rcsD $@ $^
$(B)/silicon/libmodels.a: $(MODELS)
	rm -f $@
	$(AR) rcsD $@ $^

$(B)/uncork: $(B)/host/tools/uncork.o $(B)/host/libuncork.a $(B)/silicon/libmodels.a
	$(CC) $(HOST) $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group -o $@

# ---- unit tests: each file a cmocka program, with sanitizers --------------------------------------
UNIT := $(patsubst tests/unit/%.c,$(B)/unit/%,$(UNIT_SRC))
$(B)/test/libuncork.a: $(call hosted,$(TEST_OBJ))
	rm -f $@
	$(AR) rcsD $@ $^
$(B)/unit/%: $(B)/test/tests/unit/%.o $(B)/test/libuncork.a $(B)/silicon/libmodels.a
	@mkdir -p $(@D)
	$(CC) $(TESTING) $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
		-lcmocka -o $@
.PRECIOUS: $(B)/test/tests/unit/%.o

# ---- fuzz targets ----------------------------------------------------------------------------------
FUZZ := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(FUZZ_SRC))

.PHONY: clean
clean:
	rm -rf $(B)

-include $(shell find $(B) -name '*.d' 2>/dev/null)
