# make demo    starts the shell with 60 days of made-up data; without a terminal, runs one query
# make test    runs everything that continuous integration runs
# make help    lists all targets

SWIFT  ?= swift
PREFIX ?= /usr/local
PYTHON ?= python3

# SwiftPM passes traits to the compiler in the order of a set. If hashes are random, every second build compiles everything.
BUILD    = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build $(LEAN)

# Tests are fast because the modules that they use most are optimized (decision 0210). A plain `swift build` in the same folder compiles these
# modules again without.
export TALLY_PROGRAM = fast

# Without information for debuggers, compiling takes less time. `make quick LEAN=` compiles everything with it.
LEAN    ?= -debug-info-format none

# The library of the shell's keys: GNU readline (GPLv3), or libedit (BSD) with `make release KEYS=editline` (decision 0153).
KEYS ?= readline
ifeq ($(KEYS),editline)
TRAITS = --traits Store,Warehouses,Editline --scratch-path $(RELEASES)
RELEASES := .build-editline
KEYS_PACKAGE := libedit-dev
KEYS_LIBRARY := libedit.a
KEYS_NEED := libbsd.a libmd.a libtinfo.a
else
RELEASES := .build
KEYS_PACKAGE := libreadline-dev
KEYS_LIBRARY := libreadline.a
KEYS_NEED := libtinfo.a
endif

# The packages in this one depend on it. They have the same flags and folder of products, so they compile only their own files, with the
# same versions of other packages: $(call nested,build,Examples)
nested = { [ ! -f Package.resolved ] || cp Package.resolved $(2); } && \
	$(4) SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) $(1) $(LEAN) --package-path $(2) --scratch-path $(or $(3),.build)

# On Linux, no symbols for other programs, equal functions once (decision 0180), and relocations in a packed form, which needs glibc 2.36
# (decision 0064).
ifeq ($(shell uname),Linux)
LINKER = -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic -Xlinker --icf=all
# Each function has its own section, and none is kept for other programs, so the linker drops those that nothing calls (decision 0085).
SECTIONS := -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link
# Swift is linked statically, and so are these libraries, if they are installed in a static form (decision 0088). `make release STATIC=`
# links those of the system. The linker takes a static library only from a folder without the shared one. These variables are expanded
# after missing packages are installed.
STATIC ?= libsqlite3.a libz.a $(KEYS_LIBRARY) $(KEYS_NEED)
installed = $(filter /%,$(foreach library,$(1),$(shell $(CC) -print-file-name=$(library))))
CXX_LIBRARIES = $(call installed,libstdc++.a libgcc_eh.a)
C_LIBRARIES = $(call installed,$(STATIC))
# The static library of keys leaves out those that it needs, such as that of terminals.
NEEDED = $(filter $(addprefix %/,$(KEYS_NEED)),$(C_LIBRARIES))
STATIC_LIBRARIES = $(CXX_LIBRARIES) $(if $(filter $(words $(KEYS_NEED)),$(words $(NEEDED))),$(C_LIBRARIES),$(filter-out %/$(KEYS_LIBRARY),$(C_LIBRARIES)))
LINKED = $(CURDIR)/$(RELEASES)/static
LINKER += -Xswiftc -L -Xswiftc $(LINKED)
LINKER += $(if $(CXX_LIBRARIES),-Xlinker --as-needed -Xlinker $(lastword $(CXX_LIBRARIES)))
LINKER += $(addprefix -Xlinker ,$(NEEDED))
# A part of ICU's data, and no tables for unwinding (decision 0151).
ICU = $(CURDIR)/$(RELEASES)/icu
LINKER += -Xlinker $(ICU)/icu.o -Xlinker $(ICU)/icu.ld -Xlinker $(CURDIR)/scripts/left-out.ld
ifeq ($(shell printf '2.36\n%s\n' "$$(getconf GNU_LIBC_VERSION | cut -d' ' -f2)" | sort -V | head -1),2.36)
LINKER += -Xlinker -z -Xlinker pack-relative-relocs
endif
endif

# All release builds share one set of flags, because other flags would recompile everything. Without its own folder in the path of
# libraries, the program does not look there for SQLite and readline.
RELEASE = --configuration release --static-swift-stdlib --disable-local-rpath $(SECTIONS) $(LINKER) $(TRAITS)
RELEASE_BUILD = TALLY_PROGRAM=small $(BUILD) $(RELEASE)
TALLY   := $(RELEASES)/release/tally
# Tests of threads, connections and unsafe code. Made-up lives and comparisons with the reference engine use one thread, and take long.
UNSANITIZED := --skip 'Generator|AgainstReference'
SLOW    := --configuration release --scratch-path .build-slow

# The scripts that test the language, and those made after public reports.
SCRIPTS := Tests/Scripts Tests/Field

# The packages that use the library and are part of this repository. On a Mac, Apple's own frameworks have the names of these two.
GUESTS := $(filter-out $(if $(filter Linux,$(shell uname)),,Packages/HealthKit Packages/Charts),$(wildcard Packages/*))

# Every Swift file of the project.
SWIFT_FILES := Package.swift Sources Tests Tools Fuzz Benchmarks $(foreach package,Examples $(wildcard Packages/*),$(wildcard $(package)/Package.swift \
	$(package)/Sources $(package)/Tests))

EXAMPLE := sum activeEnergy by hour since -30d anchor 03:00

.DEFAULT_GOAL := help
.PHONY: test-rules run-others build-programs build-examples run-scripts run-readers run-guests run-examples run-conformance run-stores run-faults \
	help demo pages test-pages transcripts release install uninstall test quick quick-scripts quick-tests check lint format build-packages test-packages toolchain \
	test-house test-swift test-together run-swift run-terminal build-tests test-scripts build-guests test-guests test-conformance conformance test-examples test-terminal test-without-readline test-without-store test-zones test-properties test-format test-chart-code fuzz fuzz-keep fuzz-keys test-stores test-readers test-changed test-faults store-test sanitize sanitize-shims sanitize-address sanitize-threads live-test test-assistants test-editors test-notebooks test-classes test-scipy test-shares test-android test-events test-engines test-benchmarks bench bench-large bench-record bench-compare bench-shell \
	bench-growth bench-cohorts bench-intervals bench-interruption bench-idle bench-instructions bench-parser bench-charts charts-look house house-words clean test-icu-data dist deb test-release test-dist test-deb test-attacks

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 24

# Use

demo: release ## start the shell with 60 days of made-up data
	@if [ -t 0 ] && [ -t 1 ]; then exec $(TALLY) demo; else exec $(TALLY) demo -c 'sum activeEnergy by day last 14 days anchor 03:00'; fi

release: build-packages ## build .build/release/tally, optimized and statically linked (KEYS=editline: without GPL)
ifeq ($(shell uname),Linux)
	@scripts/icu-data $(ICU) $(SWIFT)
	@scripts/link-statically $(LINKED) $(TALLY) $(STATIC_LIBRARIES) -- $(ICU)/icu.o $(ICU)/icu.ld scripts/left-out.ld
endif
	$(RELEASE_BUILD) $(if $(MAP),-Xlinker -Map=$(CURDIR)/$(MAP)) --product tally

# The files that make install copies, and their paths under PREFIX/share.
SHARE := Support/man/tally.1:man/man1/tally.1 Support/completions/tally.bash:bash-completion/completions/tally \
	Support/completions/_tally:zsh/site-functions/_tally Support/completions/tally.fish:fish/vendor_completions.d/tally.fish \
	LICENSE:doc/tally/LICENSE Support/licenses/ICU.txt:doc/tally/ICU.txt

install: release ## install program, man page, completions and licenses in PREFIX (/usr/local)
	install -D -s -m 755 $(TALLY) '$(DESTDIR)$(PREFIX)/bin/tally'
	@for file in $(SHARE); do install -D -m 644 "$${file%%:*}" '$(DESTDIR)$(PREFIX)/share'/"$${file#*:}"; done

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/tally'
	@for file in $(SHARE); do rm -f '$(DESTDIR)$(PREFIX)/share'/"$${file#*:}"; done
	@rmdir '$(DESTDIR)$(PREFIX)/share/doc/tally' 2>/dev/null || true

# Releases

# A release is under the Apache License, or with GNU readline under the GPL: `make dist READLINE=yes`, `make deb READLINE=yes`.
SHIPPED := $(if $(filter yes,$(READLINE)),readline,editline)
SHIPPED_FOLDER := $(if $(filter yes,$(READLINE)),.build,.build-editline)
ARTEFACT = --scratch $(SHIPPED_FOLDER) --program $(SHIPPED_FOLDER)/release/tally --map $(SHIPPED_FOLDER)/tally.map --swift $(SWIFT) \
	$(if $(filter yes,$(READLINE)),--readline)

dist: ## make an archive of the static program in .build-dist, with notices, sums and bill of materials (READLINE=yes)
	@$(MAKE) --no-print-directory release KEYS=$(SHIPPED) MAP=$(SHIPPED_FOLDER)/tally.map
	$(PYTHON) Tools/Release archive $(ARTEFACT)

# The program in a package uses the shared libraries of the system.
deb: ## make a Debian package in .build-dist (READLINE=yes)
	@$(MAKE) --no-print-directory release KEYS=$(SHIPPED) MAP=$(SHIPPED_FOLDER)/tally.map STATIC= CXX_LIBRARIES=
	$(PYTHON) Tools/Release debian $(ARTEFACT)

# The folder of the site.
PAGES ?= .build/pages

pages: build-packages ## make a static site of the manual and the lessons in .build/pages (PAGES=folder)
	$(BUILD) --product ManualSite
	.build/debug/ManualSite . $(PAGES)

# Test

test: test-rules build-tests build-examples build-programs test-together run-guests run-examples ## run everything that continuous integration runs

# Compiling the rules uses one core, so the formatter gets the other one.
test-rules: toolchain
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target test-house lint

# Everything is built before, because SwiftPM works for one process at a time, also while it tests. The terminal tests mostly wait for a
# terminal, and most of the others use one core, so they run at the same time as the tests in Swift.
test-together: test-packages
	@$(MAKE) --no-print-directory --jobs=3 run-swift run-others

# The longest ones are first. The output of each comes when it ends.
run-others:
	@$(MAKE) --no-print-directory --output-sync=target run-terminal $(RUN_FAULTS) run-stores run-readers run-scripts run-conformance \
		test-benchmarks test-release

build-programs: build-packages
	$(BUILD) --product tally
	$(BUILD) --product OldBlocks

quick: toolchain ## after each change: lint changed files; test query modules, scripts
	@changed="$$(git diff --name-only --diff-filter=d HEAD -- '*.swift'; git ls-files --others --exclude-standard -- '*.swift')"; \
		[ -z "$$changed" ] || $(SWIFT) format lint --strict --parallel $$changed
	TALLY_TOOLS=quick $(BUILD) --build-tests
	@$(MAKE) --no-print-directory --jobs --output-sync=target quick-scripts quick-tests

quick-scripts:
	.build/debug/tally test $(SCRIPTS)

quick-tests:
	TALLY_TOOLS=quick $(SWIFT) test --skip-build

check: test test-without-readline test-without-store house-words ## before a merge: test, shell with libedit, build without SQLite, toy words

lint: toolchain ## check the format of every Swift file
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FILES)

format: toolchain ## format every Swift file
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_FILES)

test-swift: build-tests run-swift ## test modules and documents

run-swift:
	$(SWIFT) test --skip-build

# The compiler's own copy of swift-syntax, if this toolchain has it. Otherwise the package is fetched and built.
SWIFT_SYNTAX = $(wildcard $(dir $(realpath $(shell command -v $(SWIFT))))../lib/swift/host)
HOUSE = TALLY_SWIFT_SYNTAX='$(if $(wildcard $(SWIFT_SYNTAX)/SwiftParser.swiftmodule),$(SWIFT_SYNTAX))' $(SWIFT)
HOUSE_RULES := --configuration release --package-path Tools/HouseRules --scratch-path .build-house

test-house: toolchain ## test the rules of ARCHITECTURE.md and of plain English
	$(HOUSE) test $(HOUSE_RULES)

test-scripts: build-packages ## test the language with scripts, and field cases
	$(BUILD) --product tally
	@$(MAKE) --no-print-directory run-scripts

run-scripts:
	.build/debug/tally test $(SCRIPTS)
	$(PYTHON) Tests/Editions/editions.py .build/debug/tally

test-readers: build-packages ## import a few changed files of each reader, and compare what is kept with an oracle
	$(BUILD) --product tally
	@$(MAKE) --no-print-directory run-readers

run-readers:
	$(PYTHON) Tests/Readers/oracle.py
	$(PYTHON) Tests/Readers/changed.py .build/debug/tally --cases 20 --keep .build/changed

test-changed: release ## slow: import changed files of each reader, and compare what is kept with an oracle (READER=fitbit CASES=100000 SEED=1)
	$(PYTHON) Tests/Readers/changed.py $(TALLY) --cases $(or $(CASES),10000) --seed $(or $(SEED),1) $(addprefix --reader ,$(READER))

test-guests: build-guests ## test the packages that use the library, such as HealthKit
	@$(MAKE) --no-print-directory run-guests

run-guests:
	$(foreach guest,$(GUESTS),$(call nested,test,$(guest)) --skip-build &&) true

test-examples: build-examples ## run the example programs that use the library, and the tests of the apps
	$(BUILD) --product tally
	@$(MAKE) --no-print-directory run-examples

build-examples: build-packages
	$(call nested,build,Examples) --build-tests

run-examples:
	unset TALLY_STORE TALLY_ACT_AS; $(call nested,test,Examples) --skip-build
	.build/debug/Embedding >.build/embedding.txt
	diff Examples/Embedding.txt .build/embedding.txt
	$(PYTHON) Tests/Store/live.py .build/debug/tally .build/debug/Following --kills 8

live-test: build-packages ## slow: two processes on one store, one of them killed (KILLS=200)
	$(BUILD) --product tally
	$(call nested,build,Examples)
	$(PYTHON) Tests/Store/live.py .build/debug/tally .build/debug/Following --kills $(or $(KILLS),200) --seconds 1

test-terminal: test-packages ## test the shell in a real terminal
	$(BUILD) --product tally
	@$(MAKE) --no-print-directory run-terminal

# The output comes at the end, so that it does not stand among that of other tests.
run-terminal:
	@TALLY=$(CURDIR)/$(or $(PROGRAM),.build/debug/tally) $(PYTHON) -m unittest discover --start-directory Tests/Terminal --pattern '*.py' \
		>.build/terminal.txt 2>&1; code=$$?; cat .build/terminal.txt; exit $$code

test-conformance: build-packages ## test the cases of Conformance and their runner, and ask Tally all of them in the language
	$(BUILD) --product tally
	@$(MAKE) --no-print-directory run-conformance

run-conformance:
	$(PYTHON) -m unittest discover --start-directory Tests/Conformance --pattern '*.py'
	cd Conformance && $(PYTHON) run.py $(PYTHON) adapters/tally.py ../.build/debug/tally

conformance: build-packages .build-conformance/venv ## slow: run other tools on the cases of Conformance, for Conformance/RESULTS.md
	$(BUILD) --product tally
	cd Conformance && ../.build-conformance/venv/bin/python results.py ../.build/debug/tally

.build-conformance/venv: Conformance/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

test-release: ## test the scripts of releases
	$(PYTHON) -m unittest discover --start-directory Tests/Release --pattern release.py

test-icu-data: toolchain ## slow: compare Foundation with all of ICU's data and with the part that a release has
	SWIFT=$(SWIFT) scripts/test-icu-data

test-dist: .build-dist/venv ## slow: build the archive twice in two folders, compare all bytes, and validate the bill of materials (READLINE=yes)
	scripts/test-dist $(if $(READLINE),READLINE=$(READLINE))
	.build-dist/venv/bin/python Tests/Release/validate.py .build-twice/one/.build-dist/*.cdx.json

.build-dist/venv: Tests/Release/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

test-deb: deb ## slow: check the package with lintian, install it on a clean system in a folder, use it, remove it (READLINE=yes)
	@scripts/install-packages lintian debootstrap
	lintian --allow-root --fail-on error,warning .build-dist/tally$(if $(filter yes,$(READLINE)),-readline)_*.deb
	scripts/test-deb .build-dist/tally$(if $(filter yes,$(READLINE)),-readline)_*.deb

test-attacks: release ## slow: hostile files, texts, environments and peers, by somebody who had not seen the code (ATTACKS='xml_* zip_*')
	$(PYTHON) Tests/Attacks/attacks.py $(TALLY) $(ATTACKS)

test-benchmarks: ## test the history of benchmarks
	$(PYTHON) -m unittest discover --start-directory Tests/Benchmarks --pattern '*.py'

transcripts: build-packages ## record the output in documents again; read the difference
	$(BUILD) --build-tests
	TALLY_RECORD=1 $(SWIFT) test --skip-build --filter 'DocumentationTests|MessageTests'

test-without-readline: test-packages ## build with libedit instead of GNU readline, and test that shell
	@scripts/install-packages libedit-dev
	$(BUILD) --traits Store,Warehouses,Editline --scratch-path .build-plain .build-editline --product tally
	@! ldd .build-plain/debug/tally | grep readline || { echo 'tally: the program without the trait Readline links GNU readline' >&2; exit 1; }
	cd Tests/Terminal && TALLY_KEYS=editline TALLY=$(CURDIR)/.build-plain/debug/tally $(PYTHON) -m unittest $(KEYS_TESTS)

# The terminal tests that depend on the library of keys.
KEYS_TESTS := shell editing complaints editrc keys questions lessons results watching

test-without-store: build-packages ## slow: build the library without SQLite
	$(BUILD) --disable-default-traits --scratch-path .build-bare --target TallyKit
	@! ls .build-bare/debug/Modules/GRDB.swiftmodule 2>/dev/null || { echo 'tally: TallyKit without the trait Store still builds GRDB' >&2; exit 1; }

# These take minutes. Random tests read TALLY_SEED.

test-zones: build-packages ## slow: compare every zone with Foundation's Calendar
	$(BUILD) $(SLOW) --build-tests
	TALLY_SLOW=1 $(SWIFT) test $(SLOW) --skip-build --filter CalendarIntervalsTests

test-properties: build-packages ## slow: random queries, reference engine, allocations (TALLY_CASES=10000)
	$(BUILD) $(SLOW) --build-tests
	TALLY_CASES=$(or $(TALLY_CASES),10000) $(SWIFT) test $(SLOW) --skip-build --filter 'PropertyTests|AllocationTests'
ifneq ($(filter %/HealthKit,$(GUESTS)),)
	$(call nested,build,Packages/HealthKit,.build-slow) --configuration release --build-tests
	export TALLY_CASES=$(or $(TALLY_CASES),10000); \
		$(call nested,test,Packages/HealthKit,.build-slow) --configuration release --skip-build --filter ParityTests
endif

test-chart-code: build-tests ## slow: compile the code of charts of random queries, and compare marks and ticks (CASES=300)
	TALLY_CASES=$(or $(CASES),300) $(SWIFT) test --skip-build --filter ChartRunTests

test-shares: release ## slow: compare shares and time in range with a second implementation
	$(PYTHON) Tests/Shares/compare.py $(TALLY) $(or $(CASES),300)

test-android: build-tests ## slow: compare the rules of Android with definitions in Python, for random records (CASES=2000 SEED=1)
	$(PYTHON) Tests/Android/oracle.py --check
	$(PYTHON) Tests/Android/oracle.py $(or $(CASES),2000) $(or $(SEED),1) >.build/android-cases.json
	TALLY_ANDROID_CASES=$(CURDIR)/.build/android-cases.json $(SWIFT) test --skip-build --filter RecordMergingTests

test-classes: release ## slow: make classes of 30, answer them without Tally, check all marks, and hand in attacks
	$(PYTHON) Tests/Classes/class.py $(TALLY) $(or $(STUDENTS),30)

test-scipy: release .build-scipy/venv ## slow: compare studies of rows and two ranges with numpy and scipy
	.build-scipy/venv/bin/python Tests/SciPy/compare.py --tally $(TALLY) --series $(or $(SERIES),300)
	.build-scipy/venv/bin/python Tests/SciPy/rhythm.py $(TALLY)
	.build-scipy/venv/bin/python Tests/SciPy/ranges.py $(TALLY)

test-events: ## slow: compare events, times of values, gaps and the fastest part with definitions in Python (CASES=300 SEED=1)
	$(BUILD) --product tally
	$(PYTHON) Tests/Engines/events.py --cases $(or $(CASES),300) --seed $(or $(SEED),1)
	$(PYTHON) Tests/Engines/moments.py --cases $(or $(CASES),300) --seed $(or $(SEED),1)

test-assistants: .build-assistants/venv ## slow: an assistant's session with the official client, and damaged messages (SECONDS=60)
	$(BUILD) --product tally
	rm -rf .build-assistants/store && mkdir -p -m 700 .build-assistants/store
	.build/debug/tally demo --now 2026-06-30T18:20:00+02:00 --zone Europe/Berlin --quiet -c 'export everything to ".build-assistants/store/all.csv"'
	.build/debug/tally --store .build-assistants/store/demo.tally import .build-assistants/store/all.csv >/dev/null
	.build-assistants/venv/bin/python Tests/Assistants/session.py .build/debug/tally .build-assistants/store/demo.tally
	$(PYTHON) Tests/Assistants/fuzz.py .build/debug/tally .build-assistants/store/demo.tally $(or $(SECONDS),60)

.build-assistants/venv: Tests/Assistants/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

test-pages: pages .build-pages/venv ## slow: check the site with public checkers, in a browser (PART=access)
	@scripts/install-packages chromium chromium-driver linkchecker openjdk-17-jre-headless
	.build/debug/ManualSite . .build-pages/again >/dev/null && diff --recursive $(PAGES) .build-pages/again
	.build-pages/venv/bin/python Tests/Pages/pages.py $(PAGES) .build-pages/axe/axe_playwright_python/axe.min.js $(PART)

# axe comes in a package for another way to start a browser, which these tests don't need.
.build-pages/venv: Tests/Pages/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf .build-pages
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< && \
		$@/bin/pip install --quiet --no-deps --target .build-pages/axe axe-playwright-python==0.1.8 || { rm -rf $@; exit 1; }

test-notebooks: .build-notebooks/venv ## slow: notebooks with the kernel of Jupyter, and damaged messages (SECONDS=60)
	$(BUILD) --product tally
	rm -rf .build-notebooks/store .build-notebooks/kernel && mkdir -p -m 700 .build-notebooks/store
	cp -r Support/jupyter .build-notebooks/kernel
	.build-notebooks/venv/bin/pip install --quiet .build-notebooks/kernel
	.build/debug/tally demo --now 2026-06-30T18:20:00+02:00 --zone Europe/Berlin --quiet -c 'export everything to ".build-notebooks/store/all.csv"'
	.build/debug/tally --store .build-notebooks/store/demo.tally import .build-notebooks/store/all.csv >/dev/null
	.build-notebooks/venv/bin/python Tests/Notebooks/kernel.py .build/debug/tally .build-notebooks/store/demo.tally
	$(PYTHON) Tests/Assistants/fuzz.py .build/debug/tally .build-notebooks/store/demo.tally $(or $(SECONDS),60) 1 pipe

.build-notebooks/venv: Tests/Notebooks/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

test-editors: build-packages .build-editors/venv ## slow: sessions of editors, Neovim and Emacs, times of keys, and damaged messages (SECONDS=60)
	@scripts/install-packages neovim tmux emacs-nox elpa-eglot
	@$(MAKE) --no-print-directory release
	rm -rf .build-editors/store && mkdir -p -m 700 .build-editors/store
	$(TALLY) demo --now 2026-06-30T18:20:00+02:00 --zone Europe/Berlin --quiet -c 'export everything to ".build-editors/store/all.csv"'
	$(TALLY) --store .build-editors/store/demo.tally import .build-editors/store/all.csv >/dev/null
	.build-editors/venv/bin/python Tests/Editors/session.py $(TALLY) .build-editors/store/demo.tally
	Tests/Editors/neovim/run $(TALLY) .build-editors/store/demo.tally .build-editors/neovim nvim
	Tests/Editors/neovim/run $(TALLY) .build-editors/store/demo.tally .build-editors/neovim $(CURDIR)/.build-editors/venv/bin/nvim
	Tests/Editors/emacs/run $(TALLY) .build-editors/store/demo.tally .build-editors/emacs
	$(PYTHON) Tests/Editors/latency.py $(TALLY) .build-editors/store/demo.tally
	$(PYTHON) Tests/Editors/fuzz.py $(TALLY) .build-editors/store/demo.tally $(or $(SECONDS),60)

.build-editors/venv: Tests/Editors/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

.build-scipy/venv: Tests/SciPy/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

test-engines: build-packages .build-engines/venv ## slow: run `explain sql` in SQLite, DuckDB, ClickHouse and Spark, and push to servers (ENGINES=duckdb QUERIES=200)
	@scripts/install-packages openjdk-17-jre-headless clickhouse-server curl
	$(BUILD) --product tally
	.build-engines/venv/bin/python Tests/Engines/dialects.py --tally .build/debug/tally --count $(or $(QUERIES),200) $(if $(ENGINES),--engines $(ENGINES))
	.build-engines/venv/bin/python Tests/Engines/dialects.py --tally .build/debug/tally --count $(or $(QUERIES),200) $(if $(ENGINES),--engines $(ENGINES)) --cohorts
	.build-engines/venv/bin/python Tests/Engines/push.py --tally .build/debug/tally --engines old,modern --count $(or $(QUERIES),200)
	.build-engines/venv/bin/python Tests/Engines/push.py --tally .build/debug/tally --engines spark --count 20
	.build-engines/venv/bin/python Tests/Engines/study.py --tally .build/debug/tally --persons $(or $(PERSONS),100)

.build-engines/venv: Tests/Engines/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

# The format of stores: files of all versions, and a reader in Python that was written from the page about it. `store-test` has all damages.
test-stores: build-packages ## test the format of stores, with golden files of all versions and some damages
	$(BUILD) --product tally
	@$(MAKE) --no-print-directory run-stores

run-stores:
	$(PYTHON) Tests/Store/format.py .build/debug/tally
	$(PYTHON) Tests/Store/golden.py .build/debug/tally
	$(PYTHON) Tests/Store/damage.py .build/debug/tally --every 10

# The preloaded library is for Linux.
ifeq ($(shell uname),Linux)
RUN_FAULTS := run-faults
test-stores: test-faults
endif

test-faults: build-programs ## let some calls of the file system fail, and lose the power
	@$(MAKE) --no-print-directory run-faults

run-faults: .build/store/faults.so
	$(PYTHON) Tests/Store/faults.py --tally .build/debug/tally --old-blocks .build/debug/OldBlocks --faults .build/store/faults.so \
		--runs delete --kinds ENOSPC,short --most 3 --losses 6

store-test: release .build/store/faults.so ## slow: kill runs on stores, break files, share a store between processes (KILLS=200)
	$(RELEASE_BUILD) --product OldBlocks
	$(PYTHON) Tests/Store/format.py $(TALLY)
	$(PYTHON) Tests/Store/golden.py $(TALLY)
	$(PYTHON) Tests/Store/damage.py $(TALLY)
	$(PYTHON) Tests/Store/together.py $(TALLY)
	$(PYTHON) Tests/Store/crash.py $(TALLY) $(dir $(TALLY))OldBlocks
	@scripts/install-packages clickhouse-server curl
	$(PYTHON) Tests/Store/kills.py --tally $(TALLY) --old-blocks $(dir $(TALLY))OldBlocks --faults .build/store/faults.so \
		--kills $(or $(KILLS),200) --seed $(or $(TALLY_SEED),1)
	$(PYTHON) Tests/Store/faults.py --tally $(TALLY) --old-blocks $(dir $(TALLY))OldBlocks --faults .build/store/faults.so \
		--most $(or $(CASES),200) --losses $(or $(CASES),200) --seed $(or $(TALLY_SEED),1)

.build/store/faults.so: Tests/Store/faults.c
	@mkdir -p $(@D)
	clang -shared -fPIC -O1 -Wall -Wextra -Werror $< -o $@ -ldl

# The tests of guests under a sanitizer, with a prefix of the command: $(call sanitize-guests,address,)
sanitize-guests = $(foreach guest,$(GUESTS),$(call nested,build,$(guest),.build-$(1)) --sanitize=$(1) --build-tests && \
	export TALLY_CASES=$(or $(TALLY_CASES),2) && $(call nested,test,$(guest),.build-$(1),$(2)) --sanitize=$(1) --skip-build $(UNSANITIZED) &&) true

# Sanitized tests are five to twenty times slower, so random tests have two cases. Some have only two otherwise.
sanitize: build-packages sanitize-shims sanitize-address sanitize-threads ## slow: test stores, imports, engine, library and scripts under sanitizers, and the C code

# The C code of Tally, which is short. Swift traps at what is undefined in C.
sanitize-shims:
	@mkdir -p .build-address
	clang -O1 -Wall -Wextra -Werror -fsanitize=undefined -fno-sanitize-recover=all Tests/UndefinedBehavior/Shims.c -o .build-address/shims
	.build-address/shims Makefile Package.swift

# Most tests allocate much, so the sanitizer keeps neither the stack of each allocation nor much freed memory.
sanitize-address: export ASAN_OPTIONS := detect_leaks=0:malloc_context_size=0:quarantine_size_mb=16
sanitize-address:
	$(BUILD) --sanitize=address --scratch-path .build-address --build-tests
	TALLY_CASES=$(or $(TALLY_CASES),2) $(SWIFT) test --sanitize=address --scratch-path .build-address --skip-build $(UNSANITIZED)
	$(call sanitize-guests,address,)
	.build-address/debug/tally test $(SCRIPTS)

# On Linux, a preloaded library tells the thread sanitizer what `Mutex` orders (decision 0080). A program without a race and then with
# one shows that the sanitizer knows it and still finds races.
ifeq ($(shell uname),Linux)
sanitize-threads: .build-thread/mutex.so
sanitize-threads: TOLD := env LD_PRELOAD=$(CURDIR)/.build-thread/mutex.so
endif

sanitize-threads:
	@mkdir -p .build-thread
	$(SWIFT)c -parse-as-library -sanitize=thread Tests/ThreadSanitizer/Counter.swift -o .build-thread/counter
	$(TOLD) .build-thread/counter
	@$(TOLD) .build-thread/counter race >/dev/null 2>&1; [ $$? = 66 ] || { echo 'tally: the thread sanitizer does not find a race' >&2; exit 1; }
	$(BUILD) --sanitize=thread --scratch-path .build-thread --build-tests
	TALLY_CASES=$(or $(TALLY_CASES),2) $(TOLD) $(SWIFT) test --sanitize=thread --scratch-path .build-thread --skip-build $(UNSANITIZED)
	$(call sanitize-guests,thread,$(TOLD))
	$(TOLD) .build-thread/debug/tally test $(SCRIPTS)

# Swift's own compiler for C knows how Swift passes `self`.
.build-thread/mutex.so: Tests/ThreadSanitizer/Mutex.c
	@mkdir -p $(@D)
	clang -shared -fPIC -O1 -Wall -Wextra -Werror $< -o $@

test-format: build-packages ## slow: format random statements (TALLY_CASES=20000)
	$(BUILD) $(SLOW) --build-tests
	TALLY_CASES=$(or $(TALLY_CASES),20000) $(SWIFT) test $(SLOW) --skip-build --filter InvariantTests

fuzz: build-packages ## slow: fuzz all readers for five minutes, or for HOURS=1 each (READER=csv)
	$(PYTHON) Fuzz/run $(if $(HOURS),--hours $(HOURS),--minutes $(or $(MINUTES),5)) $(addprefix --reader ,$(READER))

fuzz-keep: build-packages ## put inputs that fuzzing found into Fuzz/Corpus, as few as reach all known code
	$(PYTHON) Fuzz/run --keep $(addprefix --reader ,$(READER))

house-words: build-packages ## slow: add toy words to a copy, in .build-words
	SWIFT_DETERMINISTIC_HASHING=1 scripts/add-a-word .build-words

house: toolchain ## measure the code: lines, imports, long functions, casts, threads
	@$(HOUSE) run $(HOUSE_RULES) --quiet house-figures

charts-look: ## draw the recorded charts as pictures in .build-charts
	@$(PYTHON) scripts/charts-look Tests/TallyChartsTests/Golden .build-charts

fuzz-keys: release ## slow: bursts of random keys (TALLY_CASES=100000)
	TALLY=$(CURDIR)/$(TALLY) $(PYTHON) Tests/Terminal/keys.py

bench-parser: build-packages ## measure lexer and parser on a script of 10,000 lines
	TALLY_TOOLS=benchmarks $(SWIFT) run $(SLOW) ParserBenchmark Tests/Scripts Examples

bench-charts: build-packages ## measure charts of a million points
	TALLY_TOOLS=benchmarks $(SWIFT) run $(SLOW) ChartBenchmark

bench: release .build-bench/venv ## compare with other engines, for Design/Benchmarks.md
	.build-bench/venv/bin/python Benchmarks/bench.py --tally $(TALLY) $(BENCH)

bench-large: release .build-bench/venv ## measure a hundred million samples, for Design/LargeStores.md
	.build-bench/venv/bin/python Benchmarks/large.py --tally $(TALLY) $(LARGE)

bench-record: ## append the last runs of bench and bench-large to Benchmarks/history
	$(PYTHON) Benchmarks/history.py record

bench-compare: ## compare the last runs with the recorded ones (BOUND=0.15)
	$(PYTHON) Benchmarks/history.py compare --bound $(or $(BOUND),0.15)

bench-shell: release ## measure startup and keys, for Design/Benchmarks.md
	$(PYTHON) Benchmarks/shell.py --tally $(TALLY) $(SHELL_BENCH)

bench-growth: release .build-bench/venv ## measure 1 to 100 million samples, for Design/Growth.md
	.build-bench/venv/bin/python Benchmarks/growth.py --tally $(TALLY) $(GROWTH)

bench-cohorts: release ## measure load and queries of 10 to 1,000 persons, for Design/Scale.md
	$(PYTHON) Benchmarks/cohorts.py --tally $(TALLY) $(COHORTS)

bench-intervals: release .build-bench/venv ## measure keys and sets of times over 10 million samples, for Design/Intervals.md
	.build-bench/venv/bin/python Benchmarks/intervals.py --tally $(TALLY) $(INTERVALS)

bench-interruption: release ## measure how fast Ctrl-C stops commands (INTERRUPTION=8)
	$(PYTHON) Benchmarks/interruption.py --tally $(TALLY) $(INTERRUPTION)

bench-idle: release ## measure the processor time of a watch that waits (IDLE=60)
	$(PYTHON) Benchmarks/idle.py --tally $(TALLY) $(IDLE)

bench-instructions: release ## compare instruction counts with the committed ones
	@scripts/install-packages valgrind
	$(PYTHON) Benchmarks/instructions.py --tally $(TALLY) $(INSTRUCTIONS)

.build-bench/venv: Benchmarks/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

clean: ## delete build products
	rm -rf .build .build-slow .build-plain .build-editline .build-bare .build-charts .build-fuzz .build-words .build-address .build-thread .build-bench .build-conformance .build-engines .build-house .build-pages .build-scipy .build-assistants .build-editors .build-dist .build-twice .build-attacks .build-icu Examples/.build Packages/*/.build

# Prerequisites

build-packages: toolchain
	@scripts/install-packages $(KEYS_PACKAGE) zlib1g-dev libsqlite3-dev pkg-config

test-packages: build-packages
	@scripts/install-packages python3 tmux less

build-tests: build-guests
	$(BUILD) --build-tests

# Tests compile code of apps for HealthKit, and tests of guests run.
build-guests: build-packages
	$(foreach guest,$(GUESTS),$(call nested,build,$(guest)) --build-tests &&) true

toolchain:
	@command -v $(SWIFT) >/dev/null || { echo 'tally: Swift not found. Install 6.2 or later from https://www.swift.org/install' >&2; exit 1; }
