# The host tool, and the archives of what hosted programs share.

# UNCORK_COVERAGE=--coverage counts which lines run.
HOST := -O2 $(UNCORK_COVERAGE)
$(eval $(call compile,host,$(CC),$(HOST)))

TOOL_SRC   := $(wildcard tools/uncork/*.c)
# What the host tool says in libpfm4's place: the firmware has nothing of it.
LIBPFM4_SRC := $(wildcard tools/uncork/libpfm4/*.c) $(addprefix $(B)/gen/libpfm4/events-,knights-landing.c xeon-e5-2600.c)
$(B)/gen/libpfm4/events-%.c: boxes/events/%.tsv $(EVENTS_GEN) | packages
	@mkdir -p $(@D)
	$(STEP)$(PYTHON) tools/gen/events --libpfm4 $< $@
.SECONDARY: $(LIBPFM4_SRC)
# memory.c gives freestanding code its memcpy and friends; hosted code has the C library's.
HOSTED_SRC := $(filter-out lib/memory.c,$(LIB_SRC)) $(BOXES_SRC) $(CORE_SRC) $(CHECKS_SRC) \
              $(wildcard arch/host/*.c) $(EVENT_SRC) $(VERSION_SRC) $(LIBPFM4_SRC)
objects: $(call objects,host,$(HOSTED_SRC) $(TOOL_SRC))
# What touches memory that virtual silicon counts reports each access (arch/host/touched_memory.c).
$(call objects,host,$(addprefix core/,work/read.c work/write.c work/copy.c)): COMMON += -fsanitize=thread

$(B)/silicon/libmodels.a: $(MODELS)
$(B)/host/libuncork.a: $(call objects,host,$(HOSTED_SRC))
$(B)/uncork: $(call objects,host,$(TOOL_SRC)) $(B)/host/libuncork.a $(B)/silicon/libmodels.a
	$(STEP)$(call link,$(CC) $(HOST))
