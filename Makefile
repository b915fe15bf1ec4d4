# uncork: one non-recursive make. `make help` says what there is to make.

B       := build
MACHINE ?= xeon-7500
RUN     ?= info; stat -t 100; record -n 10
SECONDS ?= 60
SUITE   ?= trixie
PREFIX  ?= /usr/local

.SUFFIXES:
.DELETE_ON_ERROR:
.DEFAULT_GOAL := all
.PHONY: all objects schema compile-commands help run gdb image picture install uninstall dist deb test test-on lab-test guest-test soak selftest unit unit-programs fuzz fuzz-programs \
        oracle-programs policy bench mutation sound dumps counts mutated-logs ways mutation-code format format-check lint coverage tarball deps packages clean

include mk/common.mk mk/x86.mk mk/ppc64.mk mk/host.mk mk/tests.mk

all: $(B)/uncork.efi $(B)/silicon.efi $(B)/warm.efi $(B)/uncork ppc64
objects: ## compile everything without linking (for CC=clang)
schema: ## make build/records.schema.json, a JSON Schema of the output of -F json
	@mkdir -p $(B)
	$(STEP)$(PYTHON) tools/gen/record_schema.py > $(B)/records.schema.json
compile-commands: ## make compile_commands.json, for clangd and clang-tidy
	$(STEP)$(MAKE) -nB V=1 UNCORK_DEPS=checked objects | tools/gen/compile-commands > compile_commands.json

help: ## show this list
	@echo 'goals (B=DIRECTORY builds elsewhere, CC=clang with another compiler, V=1 shows commands):'
	@echo '  all              uncork.efi, silicon.efi, uncork-ppc64.elf, opal-silicon.elf, uncork in build/ (the default)'
	@sed -n 's/^\([a-z-]*\):[^#]*## /  \1 /p' Makefile | \
		while read -r goal what; do printf '  %-16s %s\n' "$$goal" "$$what"; done

run: all ## run uncork on virtual silicon: MACHINE=xeon-7500 RUN='info; stat'
	tools/boot $(call quoted,$(MACHINE)) $(call quoted,$(RUN))
gdb: all ## run gdb on virtual silicon, with symbols: MACHINE=xeon-7500 RUN='test cbox0' BREAK=session_read (docs/first-change.md)
	tools/gdb $(if $(BREAK),--break $(call quoted,$(BREAK))) $(call quoted,$(MACHINE)) $(call quoted,$(RUN))
# Made each time, since a boot writes to the image.
image: $(B)/uncork.efi $(B)/silicon.efi $(B)/uncork ## make a bootable USB image, build/uncork-usb.img; signed with SIGN_KEY=... SIGN_CERT=...
	tools/image/make-image --build $(B) $(if $(SIGN_KEY),--key $(call quoted,$(SIGN_KEY))) \
		$(if $(SIGN_CERT),--cert $(call quoted,$(SIGN_CERT)))
picture: $(B)/uncork ## make docs/page.png for README: the page of a failing board
	-$(B)/uncork -f cbox3.ctr1.stuck1=17 -F json 'info; test' > $(B)/page.json
	$(B)/uncork report $(B)/page.json -o $(B)/page.html
	chromium-headless-shell --no-sandbox --hide-scrollbars --window-size=1040,640 --screenshot=docs/page.png "file://$(CURDIR)/$(B)/page.html"
install: all ## install to PREFIX=/usr/local; for a package, below DESTDIR=...
	tools/install --build $(B) --prefix $(call quoted,$(PREFIX)) --destdir $(call quoted,$(DESTDIR))
uninstall: ## remove what `make install` installed
	tools/install --remove --prefix $(call quoted,$(PREFIX)) --destdir $(call quoted,$(DESTDIR))
dist: all ## make a release in build/dist: images, stick, host tool, checksums, licences
	tools/dist --build $(B)
deb: ## make Debian packages of the committed tree, in build/deb
	rm -rf $(B)/deb
	mkdir -p $(B)/deb/uncork
	git archive HEAD | tar -x -C $(B)/deb/uncork
	cd $(B)/deb/uncork && env -u MAKEFLAGS -u MAKELEVEL -u UNCORK_DEPS dpkg-buildpackage -us -uc
test: | packages ## run all tests that can run here
	$(PYTHON) tests/run
test-on: | packages ## build and test on another Debian, from nothing: SUITE=trixie; with CC=clang, ON='make unit', KEEP=1, REFRESH=1, MIRROR=...
	@tools/suites/test-on $(if $(filter-out gcc,$(CC)),--cc $(call quoted,$(CC))) $(if $(KEEP),--keep) $(if $(REFRESH),--refresh) \
		$(if $(MIRROR),--mirror $(call quoted,$(MIRROR))) $(call quoted,$(SUITE)) $(ON)
lab-test: | packages ## run boards in QEMU through LAVA and labgrid, as tools/lab sets them up
	$(PYTHON) tests/run lab
guest-test: | packages ## compare the counts of Debian's Linux with the model's on ten x86 machines
	$(PYTHON) tests/run -j 1 guests
soak: | packages ## send a hundred thousand PMIs to the firmware, and as many to the hypervisor's self-test
	$(PYTHON) tests/run --pmis 100000 boot/pmis
selftest: $(B)/selftest.efi $(B)/selftest/silicon.efi $(B)/selftest/warm.efi $(WORSE) $(B)/linux_entry.efi ## build the program that tests the hypervisor
unit: unit-programs ## run only the host tests
	$(PYTHON) tests/run unit
bench: $(BENCH) ## compare uncork's times with libpfm4's
	@for bench in $(BENCH); do $$bench || exit 1; done
fuzz: fuzz-programs ## run every fuzz target for SECONDS=60
	$(PYTHON) tests/run --fuzz-seconds $(call quoted,$(SECONDS)) fuzz
mutation: $(B)/uncork ## break virtual silicon in every way, and check that the faults are found and named
	@$(PYTHON) tests/mutation
sound: ## run 200 scenarios of sound silicon of each machine, and 400 random measurements: none may fail
	@tests/run mutation/sound --sound 200
dumps: $(B)/uncork ## run with the stored CPUID of every real machine, threads on and off: no check may fail
	$(PYTHON) tests/run golden/dumps --dumps all
counts: $(B)/uncork ## make a thousand random counts of any width, rate, window and interval: each must be right, or say that it is not
	$(PYTHON) tests/run golden/drawn --counts 1000
ways: all ## start uncork by every firmware and loader that Debian has, and show how each run ends (docs/bring-up.md)
	$(PYTHON) tests/ways
mutated-logs: $(B)/uncork ## report on a thousand damaged logs: each output must be readable by a parser of its form
	$(PYTHON) tests/run report/mutated report/damaged_logs --logs 1000
mutation-code: $(B)/uncork ## change the models' code in small ways, and check that tests notice: MUTANTS='--seed 1 --count 100 --machine M -j 2'
	@$(PYTHON) tests/mutation/code $(MUTANTS)
format: | packages ## lay out the C sources by .clang-format
	$(CLANG_FORMAT) -i $(SOURCES)
format-check: | packages ## list the sources that `make format` would change
	$(CLANG_FORMAT) --dry-run --Werror $(SOURCES)
COVERED := $(B)/coverage
coverage: all ## make build/coverage/page, which shows the lines that unit tests, checks in a process and x86 boots run; half an hour
	$(MAKE) B=$(COVERED) UNCORK_COVERAGE=--coverage unit-programs $(COVERED)/uncork
	@for program in $(COVERED)/unit/*; do if [ ! -d "$$program" ]; then echo "  $$program"; "$$program" >/dev/null 2>&1 || echo "$$program failed"; fi; done
	@for machine in $(patsubst boxes/events/%.tsv,%,$(wildcard boxes/events/*.tsv)); do \
		echo "  $$machine"; $(COVERED)/uncork --machine "$$machine" 'info; test' >/dev/null || true; done
	lcov --quiet --capture --directory $(COVERED) --output-file $(COVERED)/process.info
	tests/coverage -o $(COVERED)/boots.info
	genhtml --quiet --ignore-errors source --prefix "$(CURDIR)" --output-directory $(COVERED)/page $(COVERED)/process.info $(COVERED)/boots.info
# A source is looked at as the first of its programs compiles it; those with a heap and files by gcc's analyzer, too.
lint: compile-commands | packages ## run clang-tidy (.clang-tidy) and gcc's analyzer: they must find nothing
	@sed -n 's/^ *"file": "\(.*\)",$$/\1/p' compile_commands.json | grep -v -e '^$(B)/' -e '\.S$$' | sort -u | \
		xargs -n 8 -P "$$(nproc)" $(CLANG_TIDY) --quiet -p .
	@for source in $(wildcard tools/uncork/*.c tools/uncork/libpfm4/*.c arch/host/*.c); do \
		$(CC) $(COMMON) $(HOST) -fanalyzer -c $$source -o $(B)/lint.o || exit 1; done
tarball: ## make build/uncork-VERSION.tar.gz of the committed tree
	@mkdir -p $(B)
	$(STEP)name=uncork-$$(tools/gen/version | sed 's/-dirty$$//') && \
		git archive --prefix="$$name/" -o "$(B)/$$name.tar.gz" HEAD && echo "$(B)/$$name.tar.gz"
deps: packages ## install what is missing (root or sudo)
clean: ## remove build/
	rm -rf $(B)

-include $(shell find $(B) -path $(B)/packages -prune -o -name '*.d' -print 2>/dev/null)
