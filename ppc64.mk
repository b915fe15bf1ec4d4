# PowerPC: uncork-ppc64.elf, a little-endian OPAL payload, and opal-silicon.elf, which skiboot enters first
# and which stays big-endian, as skiboot enters payloads and as a payload enters OPAL. Included by the
# Makefile, whose `objects`, `compile` and `STEP` are used here.

comma     := ,
PPC       ?= powerpc64le-linux-gnu-
PPC_LD    ?= $(PPC)ld
PPC_NM    ?= $(PPC)nm
DTC       ?= dtc
# CC=clang is one compiler for every processor.
ifneq ($(findstring clang,$(CC)),)
PPC_LE    := $(CC) --target=powerpc64le-linux-gnu
PPC_BE    := $(CC) --target=powerpc64-linux-gnu -mabi=elfv2
else
PPC_LE    := $(PPC)gcc
PPC_BE    := $(PPC)gcc -mbig-endian -mabi=elfv2
endif
# No floating point and no vectors: their MSR bits are off when a payload is entered.
PPC_BARE  := -mcpu=power8 -mno-vsx -mno-altivec -msoft-float -ffreestanding -fno-pic -fno-stack-protector \
             -fno-strict-aliasing -fno-omit-frame-pointer -fno-optimize-sibling-calls \
             -fno-asynchronous-unwind-tables $(APART)
PPC_LINK   = $(PPC_LD) -nostdlib -static -z noexecstack -z max-page-size=4096 --build-id=none \
             --gc-sections --no-warn-rwx-segments -Map=$@.map

# Debian's libfdt-dev:ppc64el, or the file of it that tools/install-deps unpacks.
LIBFDT    ?= $(firstword $(wildcard /usr/lib/powerpc64le-linux-gnu/libfdt.a \
             /usr/local/lib/powerpc64le-linux-gnu/libfdt.a))

# ---- the firmware --------------------------------------------------------------------------------
PPC_SRC   := $(wildcard arch/ppc64/*.c arch/ppc64/*.S)
# Checks of its own: those of checks/x86 are about boxes with registers.
PPC_CHECKS_SRC := $(wildcard checks/power9/*.c)
PPC_OBJ   := $(call objects,ppc64,$(LIB_SRC) $(BOXES_SRC) $(CORE_SRC) $(PPC_CHECKS_SRC) $(PPC_SRC) $(EVENT_SRC))
PPC_LDS   := arch/ppc64/uncork.lds

# Where it is loaded is known when it runs: it relocates itself.
PPC_PIE   := -pie --no-dynamic-linker -z notext -z norelro

# Characters are signed, as they are where the same code runs otherwise.
$(eval $(call compile,ppc64,$(PPC_LE),-O2 -fsigned-char $(PPC_BARE)))

# Linked twice, as uncork.efi is: the second link carries the table of functions made from the first.
$(B)/first/uncork-ppc64.elf: $(PPC_OBJ) $(B)/ppc64/gen/ppc64/symbols-none.o $(LIBFDT) $(PPC_LDS)
	@mkdir -p $(@D)
	$(STEP)$(PPC_LINK) $(PPC_PIE) -T $(PPC_LDS) $(filter %.o %.a,$^) -o $@
$(B)/gen/ppc64/symbols-none.c: tools/gen-symbols
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen-symbols arch/ppc64/ppc64.h < /dev/null > $@
$(B)/gen/ppc64/symbols.c: $(B)/first/uncork-ppc64.elf tools/gen-symbols
	@mkdir -p $(@D)
	$(STEP)$(PPC_NM) $< | $(PYTHON) tools/gen-symbols arch/ppc64/ppc64.h > $@
$(B)/uncork-ppc64.elf: $(PPC_OBJ) $(B)/ppc64/gen/ppc64/symbols.o $(LIBFDT) $(PPC_LDS)
	$(STEP)$(PPC_LINK) $(PPC_PIE) -T $(PPC_LDS) $(filter %.o %.a,$^) -o $@
	@$(PPC_NM) $@ | $(PYTHON) tools/gen-symbols arch/ppc64/ppc64.h | cmp - $(B)/gen/ppc64/symbols.c
	@$(PPC)strip --strip-debug $@

# ---- the virtual silicon ---------------------------------------------------------------------------
OPAL_SRC  := $(wildcard silicon/opal/*.c silicon/opal/*.S)
IMC_SRC   := $(wildcard silicon/models/power9_*.c)
OPAL_OBJ  := $(call objects,opal,$(LIB_SRC) $(IMC_SRC) silicon/models/lines.c $(OPAL_SRC))
# silicon.efi plays no POWER9, and what is pure C here is tested in a process too.
SI_OBJ    := $(filter-out $(call objects,silicon,$(IMC_SRC) silicon/models/catalogue_all.c),$(SI_OBJ))
RING0_SRC += $(addprefix silicon/opal/,catalog.c graft.c parts.c patch.c tree.c)

$(eval $(call compile,opal,$(PPC_BE),-O2 -Wa$(comma)-I$(B) $(PPC_BARE)))

# The catalog of our own: what stands in the flash, and what the silicon grafts into the device tree.
# Two nodes may have the same unit address (core and thread do).
$(B)/catalog.dtb: silicon/opal/catalog.dts
	@mkdir -p $(@D)
	$(STEP)$(DTC) -q -W no-unique_unit_address -I dts -O dtb -o $@ $<
$(B)/opal/silicon/opal/catalog_blob.o: $(B)/catalog.dtb

$(B)/opal-silicon.elf: $(OPAL_OBJ) silicon/opal/opal.lds
	$(STEP)$(PPC_LINK) -EB -m elf64ppc -T silicon/opal/opal.lds $(filter %.o,$^) -o $@

# Trees are read in tests with the system's libfdt, the shared one: the package with its static one and that
# for PowerPC exclude each other.
$(B)/unit/test_opal_graft: UNIT_LIBS := -l:libfdt.so.1

# What of the firmware needs no PowerPC is tested in a process, with the system's libfdt too.
PPC_PURE  := $(addprefix arch/ppc64/,tree.c catalog.c catalog_events.c catalog_table.c trace.c crash.c) \
             checks/power9/stuck.c
PPC_UNIT  := $(call unit_programs,$(wildcard tests/unit/*/ppc64/test_ppc64_*.c tests/unit/checks/power9/test_*.c))
PPC_FUZZ  := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(filter tests/fuzz/fuzz_ppc64_%,$(FUZZ_SRC)))
$(PPC_UNIT): $(call objects,test,$(PPC_PURE))
$(PPC_UNIT): UNIT_LIBS := -l:libfdt.so.1
$(PPC_FUZZ): $(call objects,fuzzed,$(PPC_PURE))
$(PPC_FUZZ): FUZZ_LIBS := -l:libfdt.so.1

# A payload that tries the silicon without uncork. With libfdt, which is nobody's here either.
TRY_OBJ   := $(call objects,try,$(LIB_SRC) $(wildcard tests/opal/*.c tests/opal/*.S))
$(eval $(call compile,try,$(PPC_LE),-O2 $(PPC_BARE) -Itests/opal/include))
$(B)/opal-try.elf: $(TRY_OBJ) $(LIBFDT) tests/opal/payload.lds
	$(STEP)$(PPC_LINK) -T tests/opal/payload.lds $(filter %.o %.a,$^) -o $@

# A payload that loads another one as Linux does.
KEXEC_OBJ := $(call objects,opal,tests/boot/kexec/kexec.S)
$(B)/opal-kexec.elf: $(KEXEC_OBJ)
	$(STEP)$(PPC_LINK) -EB -m elf64ppc -Ttext=0x20000000 $(filter %.o,$^) -o $@

.PHONY: ppc64
ppc64: $(B)/opal-kexec.elf $(B)/catalog.dtb $(B)/opal-silicon.elf $(B)/opal-try.elf
all: ppc64
objects: $(OPAL_OBJ) $(TRY_OBJ)
ifneq ($(wildcard $(PPC_LDS)),)
ppc64: $(B)/uncork-ppc64.elf
objects: $(PPC_OBJ)
endif
