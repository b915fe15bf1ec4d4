# Programs that test: units, fuzz targets, comparisons with other people's programs.

TESTING := $(UNCORK_COVERAGE) -O1 -fshort-wchar -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
FUZZING := $(TESTING) -fsanitize=fuzzer-no-link
$(eval $(call compile,test,$(CC),$(TESTING) $(EFI_INC)))
$(eval $(call compile,fuzzed,$(CLANG),$(FUZZING) $(EFI_INC)))

UNIT_SRC   := $(wildcard $(addprefix tests/unit/,*/test_*.c */*/test_*.c))
FUZZ_SRC   := $(wildcard tests/fuzz/fuzz_*.c)
ORACLE_SRC := $(wildcard tests/oracle/*.c)
BENCH_SRC  := $(wildcard tests/bench/*.c)
# The parts of ring 0 code that need no ring 0 (tables, decoders) are tested in a process too.
RING0_SRC  := $(filter %.c,$(X86_SRC) $(SVM_SRC)) efi/firmware.c efi/load_options.c efi/pace.c efi/slow_screen.c efi/memory_map.c efi/network_path.c efi/processors.c efi/files.c \
              bios/rsdp.c pc/boot_params.c pc/loader_words.c pc/memory_map.c pc/paging.c pc/timer.c \
              $(addprefix silicon/opal/,catalog.c graft.c parts.c patch.c tree.c)
objects: $(call objects,test,$(UNIT_SRC))

# Code whose memory accesses virtual silicon counts reports each of them, as in the program itself (mk/host.mk): a trap for each
# access would cost a hundred times as much. ThreadSanitizer makes the reports, and excludes AddressSanitizer.
TOUCHING := core/work/read.c core/work/write.c core/work/copy.c
$(call objects,test,$(TOUCHING)): $(B)/test/%.o: %.c mk/common.mk mk/tests.mk | packages $(SHEETS_H) $(CHECKS_H) $(DUMPS_H)
	@mkdir -p $(@D)
	$(STEP)$(CC) $(COMMON) $(UNCORK_COVERAGE) -O1 -fshort-wchar -fno-omit-frame-pointer -fsanitize=thread,undefined -fno-sanitize-recover=undefined -c $< -o $@

$(B)/test/libuncork.a: $(call objects,test,$(HOSTED_SRC) $(RING0_SRC))
$(B)/fuzzed/libuncork.a: $(call objects,fuzzed,$(HOSTED_SRC) $(RING0_SRC) $(MODELS_SRC))

# ---- unit tests: each file a cmocka program, with sanitizers ---------------------------------------
# The sources lie as what they test does; the programs lie side by side.
unit_programs = $(patsubst %.c,$(B)/unit/%,$(notdir $(1)))
UNIT := $(call unit_programs,$(UNIT_SRC))
$(UNIT):
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(UNIT_FLAGS),-lcmocka $(UNIT_LIBS))

# Programs that run all checks of many machines, or go through all faults, do so without sanitizers. test_checks runs each check
# with them.
LONG_UNIT_SRC := $(filter tests/unit/checks/test_check_faults% tests/unit/checks/test_check_cores.c tests/unit/checks/test_check_idle.c \
                          tests/unit/checks/test_untested.c tests/unit/core/command/test_plan.c tests/unit/core/hardware/test_leaving.c \
                          tests/unit/silicon/models/test_model_fault_list.c tests/unit/sides/test_sides_count.c,$(UNIT_SRC))
# $(call unit,SOURCES,DIRECTORY,FLAGS): how the programs of those sources are linked.
# Sources beside them are parts of each of the directory.
define unit
$(foreach source,$(1),$(eval $(call unit_programs,$(source)): \
	$(call objects,$(2),$(source) $(filter-out $(dir $(source))test_%,$(wildcard $(dir $(source))*.c)))))
$(call unit_programs,$(1)): $(B)/$(2)/libunit.a $(B)/$(2)/libuncork.a $(B)/silicon/libmodels.a
$(B)/$(2)/libunit.a: $(call objects,$(2),tests/unit/support/unit.c)
$(call unit_programs,$(1)): UNIT_FLAGS := $(3)
endef
$(eval $(call unit,$(filter-out $(LONG_UNIT_SRC),$(UNIT_SRC)),test,$(TESTING)))
$(eval $(call unit,$(LONG_UNIT_SRC),host,$(HOST)))

# Scripts of tests of virtual silicon (docs/model-scripts.md): each is a program like the others, with the text in it.
SCRIPTS     := $(wildcard tests/unit/silicon/*/test_*.model)
SCRIPT_UNIT := $(patsubst %.model,$(B)/unit/%,$(notdir $(SCRIPTS)))
SCRIPT_OBJ  := $(call objects,test,tests/unit/support/script.c tests/unit/support/script_imc.c)
objects: $(SCRIPT_OBJ)
$(patsubst %.model,$(B)/test/%.o,$(SCRIPTS)): $(B)/test/%.o: %.model tests/unit/support/script.S
	@mkdir -p $(@D)
	$(STEP)$(CC) -DSCRIPT='"$<"' -c tests/unit/support/script.S -o $@
$(foreach script,$(SCRIPTS),$(eval $(B)/unit/$(notdir $(script:.model=)): $(B)/test/$(script:.model=.o)))
$(SCRIPT_UNIT): $(SCRIPT_OBJ) $(B)/test/libuncork.a $(B)/silicon/libmodels.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(TESTING),-lcmocka)

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
# They print the tables of the firmware and those of virtual silicon, for tests/golden/test_tables.py and test_sides.py.
$(B)/golden/tables: $(call objects,host,tests/golden/tables.c tests/golden/dump.c) $(B)/host/libuncork.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(HOST))
$(B)/golden/silicon: $(call objects,host,tests/golden/silicon.c tests/golden/dump.c) $(B)/silicon/libmodels.a $(B)/host/libuncork.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(HOST))
BENCH := $(patsubst tests/bench/%.c,$(B)/bench/%,$(BENCH_SRC))
$(B)/bench/%: $(B)/host/tests/bench/%.o $(call objects,host,$(wildcard tests/bench/support/*.c)) \
              $(B)/host/tests/oracle/allocations.o $(B)/host/libuncork.a
	@mkdir -p $(@D)
	$(STEP)$(call link,$(CC) $(HOST),-lpfm)
# ---- for guests: Linux programs that need nothing beside them ------------------------------------------
GUEST_PROGRAMS := $(B)/guests/pmu $(B)/guests/touch
$(GUEST_PROGRAMS): $(B)/guests/%: tests/guests/%.c
	@mkdir -p $(@D)
	$(STEP)$(CC) -std=gnu11 -O2 $(WARN) -static -o $@ $<
unit-programs: $(UNIT) $(SCRIPT_UNIT)
fuzz-programs: $(FUZZ)
oracle-programs: $(ORACLE)
.PRECIOUS: $(B)/host/tests/bench/%.o $(B)/test/%.o $(B)/fuzzed/%.o

# ---- mutants of the models' code: tests/mutation/code ------------------------------------------------------
# MUTANT=DIRECTORY/FILE.c stands in the place of the model's source of that name. It may be odd, but not undefined.
ifdef MUTANT
ODD := -g0 -Wno-error -Werror=uninitialized -Werror=maybe-uninitialized
$(MUTANT:.c=.o): $(MUTANT)
	$(STEP)$(CC) $(COMMON) $(MODEL_FLAGS) $(ODD) -c $< -o $@
$(dir $(MUTANT))uncork: $(MUTANT:.c=.o) $(call objects,host,$(TOOL_SRC)) $(B)/host/libuncork.a $(B)/silicon/libmodels.a
	$(STEP)$(call link,$(CC) $(HOST))
endif

# ---- of PowerPC ---------------------------------------------------------------------------------------
# Trees are read in tests with the system's libfdt, the shared one.
$(B)/unit/test_opal_graft: UNIT_LIBS := -l:libfdt.so.1

# What of the firmware needs no PowerPC is tested in a process, with the system's libfdt too.
PPC_PURE  := $(addprefix arch/ppc64/,tree.c catalog.c catalog_events.c catalog_table.c trace.c crash.c state.c) \
             checks/imc/stuck.c
PPC_UNIT  := $(call unit_programs,$(wildcard tests/unit/*/ppc64/test_ppc64_*.c tests/unit/checks/imc/test_*.c))
PPC_FUZZ  := $(patsubst tests/fuzz/%.c,$(B)/fuzz/%,$(filter tests/fuzz/fuzz_ppc64_%,$(FUZZ_SRC)))
$(PPC_UNIT): $(call objects,test,$(PPC_PURE))
$(B)/unit/test_ppc64_interrupts: $(call objects,test,arch/ppc64/interrupts.c)
$(B)/unit/test_ppc64_opal: $(call objects,test,arch/ppc64/opal.c)
$(B)/unit/test_ppc64_frame: $(call objects,test,arch/ppc64/posted_session.c arch/ppc64/posted_frame.c)
$(B)/unit/test_ppc64_machine: $(call objects,test,$(addprefix arch/ppc64/,posted_boxes.c posted_session.c posted_frame.c trace_run.c) \
                              $(filter-out checks/imc/stuck.c,$(PPC_CHECKS_SRC)))
$(PPC_UNIT): UNIT_LIBS := -l:libfdt.so.1
$(PPC_FUZZ): $(call objects,fuzzed,$(PPC_PURE))
$(PPC_FUZZ): FUZZ_LIBS := -l:libfdt.so.1
# Some have the catalogs of our own in them.
$(B)/fuzzed/tests/fuzz/fuzz_ppc64_tree.o: tests/fuzz/fuzz_ppc64_tree.c $(CATALOGS)
	@mkdir -p $(@D)
	$(STEP)$(CLANG) $(COMMON) $(FUZZING) -DCATALOGS='"$(B)/"' -c $< -o $@
$(patsubst %,$(B)/test/tests/unit/arch/ppc64/test_ppc64_%.o,catalog frame machine): $(B)/test/%.o: %.c $(CATALOGS)
	@mkdir -p $(@D)
	$(STEP)$(CC) $(COMMON) $(TESTING) $(EFI_INC) -DCATALOGS='"$(B)/"' -c $< -o $@

# ---- a driver that protects memory as newer firmware does: loaded from a device's ROM --------------------
POLICY_SRC := $(wildcard tests/boot/policy/*.c)
$(eval $(call compile,policy,$(CC),-O2 $(BARE) $(EFI_INC)))
POLICY_OBJ := $(call objects,policy,$(LIB_SRC) $(POLICY_SRC))
objects: $(POLICY_OBJ)
$(B)/policy.so: $(POLICY_OBJ) $(EFI_LDS)
	$(STEP)$(EFI_LINK)
policy: $(B)/policy.efi
