# x86: uncork.efi, silicon.efi and the self-test of the hypervisor, which UEFI loads; the first two boot loaders of
# Linux load, too.

CHECKS_SRC   := $(wildcard checks/lib/*.c checks/x86/*.c) $(FACTS_C) $(B)/gen/checks/x86/all.c
X86_SRC      := $(wildcard arch/x86/*.c arch/x86/*.S)
EFI_SRC      := $(wildcard efi/*.c)
BIOS_SRC     := $(wildcard bios/*.c)
PC_SRC       := $(wildcard pc/*.c pc/*.S)
SVM_SRC      := $(wildcard silicon/svm/*.c silicon/svm/*.S)
SELFTEST_SRC := $(wildcard silicon/selftest/*.c silicon/selftest/*.S)
DEVICES_SRC  := $(wildcard silicon/selftest/model/*.c)

# Freestanding code that runs in ring 0 with somebody else's stack and registers. Backtraces need the
# frame pointers.
BARE    := -ffreestanding -fpic -fvisibility=hidden -fshort-wchar -fno-stack-protector \
           -mno-red-zone -mgeneral-regs-only -fno-strict-aliasing -fno-omit-frame-pointer \
           -fno-optimize-sibling-calls -fno-asynchronous-unwind-tables -fcf-protection=none \
           $(APART)
EFI_INC := -isystem /usr/include/efi -isystem /usr/include/efi/x86_64 -DGNU_EFI_USE_MS_ABI

$(eval $(call compile,fw,$(CC),-Os $(BARE) $(EFI_INC)))
MODEL_FLAGS := -O2 $(BARE) $(EFI_INC)
$(eval $(call compile,silicon,$(CC),$(MODEL_FLAGS)))

FW_OBJ := $(call objects,fw,$(LIB_SRC) $(BOXES_SRC) $(CORE_SRC) $(CHECKS_SRC) $(X86_SRC) $(EFI_SRC) \
          $(BIOS_SRC) $(PC_SRC) $(EVENT_SRC) $(VERSION_SRC))
# The models are compiled once; the hypervisor, the host tool and the tests link these very objects.
MODELS := $(call objects,silicon,$(MODELS_SRC))
SI_OBJ := $(call objects,silicon,$(LIB_SRC) $(PC_SRC) $(SVM_SRC) \
          $(filter-out $(IMC_SRC) silicon/fault_list_all.c silicon/functions.c,$(MODELS_SRC)))
# The hypervisor's self-test, and the hypervisor with a machine of its own instead of the models.
SELFTEST_OBJ := $(call objects,silicon,$(LIB_SRC) $(SELFTEST_SRC))
DEVICES_OBJ  := $(call objects,silicon,$(LIB_SRC) $(PC_SRC) $(SVM_SRC) $(DEVICES_SRC))
# What makes a firmware worse than OVMF is, for tests.
WORSE_SRC    := $(wildcard tests/boot/worse/*.c)
WORSE        := $(WORSE_SRC:tests/boot/worse/%.c=$(B)/%.efi)
# A loader that starts Linux, and us.
LINUX_OBJ    := $(call objects,fw,lib/memory.c tests/boot/linux_entry/linux_entry.c)
# What waits in a machine whose state is saved: tools/boot --warm.
WARM_OBJ     := $(call objects,fw,lib/memory.c tools/qemu/warm.c)
objects: $(FW_OBJ) $(SI_OBJ) $(SELFTEST_OBJ) $(DEVICES_OBJ) $(call objects,fw,$(WORSE_SRC)) $(LINUX_OBJ) $(WARM_OBJ)

# Linked as ELF by a script of our own, and made into what UEFI loads by tools/gen/pe: no part of it comes
# from GNU-EFI but its headers.
EFI_LDS  := pc/image.lds
EFI_LINK  = $(LD) -nostdlib -pie --no-dynamic-linker -Bsymbolic -z noexecstack -z norelro --build-id=none \
            --no-undefined --gc-sections -T $(EFI_LDS) $(filter %.o,$^) -o $@ -Map=$@.map
IMAGE_BYTES_MAX := 4194304

# By what a boot loader that checks signatures knows a program whose signature is to be revoked: shim's
# SBAT.md. The number behind a name goes up when everything before is no longer to be started.
SBAT := $(B)/gen/sbat.o
$(B)/gen/sbat.csv: VERSION | packages
	@mkdir -p $(@D)
	$(STEP)printf '%s\n' 'sbat,1,SBAT Version,sbat,1,https://github.com/rhboot/shim/blob/main/SBAT.md' \
		"uncork,1,uncork,uncork,$$(sed 's/[ -].*//' $<),-" > $@
$(SBAT): $(B)/gen/sbat.csv
	$(STEP)$(OBJCOPY) -I binary -O elf64-x86-64 -B i386:x86-64 --set-section-alignment .data=4096 \
		--rename-section .data=.sbat,alloc,load,readonly,data,contents --strip-all $< $@

# Linked twice: the first link says where the functions are, the second carries that table.
$(B)/first/uncork.so: $(FW_OBJ) $(B)/fw/gen/symbols-none.o $(SBAT) $(EFI_LDS)
	@mkdir -p $(@D)
	$(STEP)$(EFI_LINK)
$(B)/gen/symbols-none.c: tools/gen/symbols | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/symbols < /dev/null > $@
$(B)/gen/symbols.c: $(B)/first/uncork.so tools/gen/symbols
	$(STEP)$(NM) $< | $(PYTHON) tools/gen/symbols > $@
$(B)/uncork.so: $(FW_OBJ) $(B)/fw/gen/symbols.o $(SBAT) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
	@$(NM) $@ | $(PYTHON) tools/gen/symbols | cmp - $(B)/gen/symbols.c
.SECONDARY: $(B)/gen/symbols.c $(B)/gen/symbols-none.c

$(B)/silicon.so: $(SI_OBJ) $(SBAT) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(B)/selftest.so: $(SELFTEST_OBJ) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(WORSE:.efi=.so): $(B)/%.so: $(B)/fw/tests/boot/worse/%.o $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(B)/linux_entry.so: $(LINUX_OBJ) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(B)/warm.so: $(WARM_OBJ) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
$(B)/selftest/warm.efi: $(B)/warm.efi
	@mkdir -p $(@D)
	$(STEP)cp $< $@
$(B)/selftest/silicon.so: $(DEVICES_OBJ) $(EFI_LDS)
	@mkdir -p $(@D)
	$(STEP)$(EFI_LINK)
# Where they lie without UEFI: the firmware where loaders put it, the silicon where it leaves that place free.
IMAGE_BASE := 0
$(B)/uncork.efi: IMAGE_BASE := ff000
$(B)/silicon.efi $(B)/selftest/silicon.efi: IMAGE_BASE := 1000000
$(B)/%.efi: $(B)/%.so tools/gen/pe
	$(STEP)$(PYTHON) tools/gen/pe $< $@ $(IMAGE_BASE)
	@test $$(wc -c < $@) -le $(IMAGE_BYTES_MAX) || \
		{ echo "$@: more than $(IMAGE_BYTES_MAX) bytes" >&2; exit 1; }
