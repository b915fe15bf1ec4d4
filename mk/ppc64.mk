# PowerPC: uncork-ppc64.elf, a little-endian OPAL payload, and opal-silicon.elf, which skiboot enters first
# and which stays big-endian, as skiboot enters payloads and as a payload enters OPAL.

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

# Of a system that has it, else what tools/fetch-libfdt fetches.
LIBFDT    ?= $(firstword $(wildcard /usr/lib/powerpc64le-linux-gnu/libfdt.a \
             /usr/local/lib/powerpc64le-linux-gnu/libfdt.a) $(B)/libfdt.a)

$(B)/libfdt.a: | packages
	$(STEP)tools/fetch-libfdt $@

# ---- the firmware --------------------------------------------------------------------------------
PPC_SRC   := $(wildcard arch/ppc64/*.c arch/ppc64/*.S)
# Checks of its own: those of checks/x86 are about boxes with registers.
PPC_CHECKS_SRC := $(wildcard checks/imc/*.c) $(B)/gen/checks/imc/all.c
PPC_OBJ   := $(call objects,ppc64,$(LIB_SRC) $(BOXES_SRC) $(CORE_SRC) $(PPC_CHECKS_SRC) $(PPC_SRC) $(EVENT_SRC) $(VERSION_SRC))
PPC_LDS   := arch/ppc64/uncork.lds

# Where it is loaded is known when it runs: it relocates itself.
PPC_PIE   := -pie --no-dynamic-linker -z notext -z norelro

# Characters are signed, as they are where the same code runs otherwise.
$(eval $(call compile,ppc64,$(PPC_LE),-O2 -fsigned-char $(PPC_BARE)))

# Linked twice, as uncork.efi is: the second link carries the table of functions made from the first.
$(B)/first/uncork-ppc64.elf: $(PPC_OBJ) $(B)/ppc64/gen/ppc64/symbols-none.o $(PPC_LDS) $(LIBFDT)
	@mkdir -p $(@D)
	$(STEP)$(PPC_LINK) $(PPC_PIE) -T $(PPC_LDS) $(filter %.o,$^) $(LIBFDT) -o $@
$(B)/gen/ppc64/symbols-none.c: tools/gen/symbols | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/symbols arch/ppc64/ppc64.h < /dev/null > $@
$(B)/gen/ppc64/symbols.c: $(B)/first/uncork-ppc64.elf tools/gen/symbols
	@mkdir -p $(@D)
	$(STEP)$(PPC_NM) $< | $(PYTHON) tools/gen/symbols arch/ppc64/ppc64.h > $@
$(B)/uncork-ppc64.elf: $(PPC_OBJ) $(B)/ppc64/gen/ppc64/symbols.o $(PPC_LDS) $(LIBFDT)
	$(STEP)$(PPC_LINK) $(PPC_PIE) -T $(PPC_LDS) $(filter %.o,$^) $(LIBFDT) -o $@
	@$(PPC_NM) $@ | $(PYTHON) tools/gen/symbols arch/ppc64/ppc64.h | cmp - $(B)/gen/ppc64/symbols.c
	@$(PPC)strip --strip-debug $@

# ---- the virtual silicon ---------------------------------------------------------------------------
OPAL_SRC  := $(wildcard silicon/opal/*.c silicon/opal/*.S)
OPAL_OBJ  := $(call objects,opal,$(LIB_SRC) $(IMC_SRC) silicon/faults/engine.c silicon/models/lines.c $(OPAL_SRC))
$(eval $(call compile,opal,$(PPC_BE),-O2 -Wa$(comma)-I$(B) $(PPC_BARE)))

# The catalogs of our own: what stands in the flash, and what the silicon grafts into the device tree.
# Two nodes may have the same unit address (core and thread do).
CATALOGS  := $(patsubst silicon/opal/%.dts,$(B)/%.dtb,$(wildcard silicon/opal/catalog-*.dts))
$(B)/catalog-%.dtb: silicon/opal/catalog-%.dts | packages
	@mkdir -p $(@D)
	$(STEP)$(DTC) -q -W no-unique_unit_address -I dts -O dtb -o $@ $<
$(B)/opal/silicon/opal/catalog_blob.o: $(CATALOGS)

$(B)/opal-silicon.elf: $(OPAL_OBJ) silicon/opal/opal.lds
	$(STEP)$(PPC_LINK) -EB -m elf64ppc -T silicon/opal/opal.lds $(filter %.o,$^) -o $@
	@$(PPC)strip --strip-debug $@

# A payload that tries the silicon without uncork. With libfdt, which is nobody's here either.
TRY_OBJ   := $(call objects,try,$(LIB_SRC) $(wildcard tests/opal/*.c tests/opal/*.S))
$(eval $(call compile,try,$(PPC_LE),-O2 $(PPC_BARE) -Itests/opal/include))
$(B)/opal-try.elf: $(TRY_OBJ) tests/opal/payload.lds $(LIBFDT)
	$(STEP)$(PPC_LINK) -T tests/opal/payload.lds $(filter %.o,$^) $(LIBFDT) -o $@

# A payload that loads another one as Linux does.
KEXEC_OBJ := $(call objects,opal,tests/boot/kexec/kexec.S)
$(B)/opal-kexec.elf: $(KEXEC_OBJ)
	$(STEP)$(PPC_LINK) -EB -m elf64ppc -Ttext=0x20000000 $(filter %.o,$^) -o $@

# Where it cannot be built the rest is, and $(B)/no-power says why. That is known when all is installed that can be: so a make of its
# own builds it, which shares with this one no more than what is there before it.
.PHONY: ppc64 ppc64-parts
ppc64: $(EVENT_SRC) $(CATALOGS) | packages
	@tools/power-half $(B) $(LIBFDT) $(firstword $(PPC_LE))
	@[ -e $(B)/no-power ] || $(MAKE) --no-print-directory ppc64-parts
ppc64-parts: $(B)/uncork-ppc64.elf $(B)/opal-silicon.elf $(B)/opal-try.elf $(B)/opal-kexec.elf
objects: $(PPC_OBJ) $(OPAL_OBJ) $(TRY_OBJ)
