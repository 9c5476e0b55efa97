# make demo    the shell on 60 days of made-up data; without a terminal, the answer to one query
# make test    everything that continuous integration runs
# make help    the rest

SWIFT  ?= swift
PREFIX ?= /usr/local
PYTHON ?= python3

# One set of flags for every release build: other flags would compile everything again.
RELEASE := --configuration release --static-swift-stdlib
TALLY   := .build/release/tally
SLOW    := --configuration release --scratch-path .build-slow

# Every Swift file of the project.
SWIFT_FILES := Package.swift Sources Tests Tools Fuzz Benchmarks Examples/Package.swift Examples/Sources

EXAMPLE := sum activeEnergy by hour since -30d anchor 03:00

.DEFAULT_GOAL := help
.PHONY: help demo transcripts release install uninstall test quick check lint format build-packages test-packages toolchain \
	test-swift test-scripts test-examples test-terminal test-without-readline test-without-store test-zones test-properties test-format fuzz fuzz-keys store-test bench bench-shell \
	bench-growth bench-interruption bench-instructions bench-parser bench-charts charts-look house house-words clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 24

# Use

demo: release ## the shell on 60 days of made-up data; without a terminal, the answer to one query
	@if [ -t 0 ] && [ -t 1 ]; then exec $(TALLY) demo; else exec $(TALLY) demo -c '$(EXAMPLE)'; fi

release: build-packages ## the program, optimised, the Swift runtime linked statically: .build/release/tally
	$(SWIFT) build $(RELEASE) --product tally

# What make install puts where, below PREFIX.
SHARE := man/tally.1:man/man1/tally.1 completions/tally.bash:bash-completion/completions/tally \
	completions/_tally:zsh/site-functions/_tally completions/tally.fish:fish/vendor_completions.d/tally.fish

install: release ## program, manual page and completions, into PREFIX (/usr/local)
	install -D -s -m 755 $(TALLY) '$(DESTDIR)$(PREFIX)/bin/tally'
	@for file in $(SHARE); do \
		install -D -m 644 "Support/$${file%%:*}" '$(DESTDIR)$(PREFIX)/share'/"$${file#*:}"; done

uninstall:
	rm -f '$(DESTDIR)$(PREFIX)/bin/tally'
	@for file in $(SHARE); do rm -f '$(DESTDIR)$(PREFIX)/share'/"$${file#*:}"; done

# Test

test: lint test-swift test-scripts test-examples test-terminal ## everything that continuous integration runs

quick: toolchain ## after each change: the format of what changed, syntax, compiler, scripts; a minute at most
	@changed="$$(git diff --name-only --diff-filter=d HEAD -- '*.swift'; git ls-files --others --exclude-standard -- '*.swift')"; \
		[ -z "$$changed" ] || $(SWIFT) format lint --strict --parallel $$changed
	$(SWIFT) build --product tally
	.build/debug/tally test Tests/Scripts
	TALLY_TOOLS=quick $(SWIFT) build --build-tests --scratch-path .build-quick
	TALLY_TOOLS=quick $(SWIFT) test --skip-build --scratch-path .build-quick

check: test test-without-readline test-without-store house-words ## everything before a merge: make test, the builds without GNU readline and SQLite, toy words

lint: toolchain ## the format of every Swift file
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_FILES)

format: toolchain ## brings every Swift file into the project's format
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_FILES)

test-swift: build-packages ## Swift tests: modules, architecture, transcripts of the documents
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

test-scripts: build-packages ## the language's specification, as scripts
	$(SWIFT) build --product tally
	.build/debug/tally test Tests/Scripts

test-examples: build-packages ## a program that uses the library as anybody's would, and what it prints
	$(SWIFT) run --package-path Examples Embedding >.build/embedding.txt
	diff Examples/Embedding.txt .build/embedding.txt

test-terminal: test-packages ## the shell in a real terminal
	$(SWIFT) build --product tally
	TALLY=$(CURDIR)/.build/debug/tally $(PYTHON) -m unittest discover --start-directory Tests/Terminal --pattern '*.py'

transcripts: build-packages ## writes what the program prints into the documents; read the difference
	$(SWIFT) build --build-tests
	TALLY_RECORD=1 $(SWIFT) test --skip-build --filter 'DocumentationTests|MessageTests'

test-without-readline: build-packages ## the build without GNU readline
	$(SWIFT) build --disable-default-traits --scratch-path .build-plain --product tally

test-without-store: build-packages ## slow: the library without SQLite, as an app with samples of its own takes it
	$(SWIFT) build --disable-default-traits --scratch-path .build-bare --target TallyKit
	@! ls -d .build-bare/debug/GRDB.build 2>/dev/null || { echo 'tally: TallyKit without the trait Store still builds GRDB' >&2; exit 1; }

# Minutes rather than seconds; the random ones take TALLY_SEED.

test-zones: build-packages ## slow: every zone, day by day, against Foundation's Calendar
	TALLY_SLOW=1 $(SWIFT) test $(SLOW) --filter CalendarIntervalsTests

test-properties: build-packages ## slow: random queries against the reference engine (TALLY_CASES=10000)
	TALLY_CASES=$(or $(TALLY_CASES),10000) $(SWIFT) test $(SLOW) --filter PropertyTests

store-test: release ## slow: imports that are killed at random moments, processes that share a store
	$(PYTHON) Tests/Store/together.py $(TALLY)
	$(PYTHON) Tests/Store/crash.py $(TALLY)

test-format: build-packages ## slow: formatting of random statements (TALLY_CASES=20000)
	TALLY_CASES=$(or $(TALLY_CASES),20000) $(SWIFT) test $(SLOW) --filter InvariantTests

fuzz: build-packages ## slow: random text and bytes for FUZZ_MINUTES=10, with libFuzzer
	Fuzz/run $(or $(FUZZ_MINUTES),10)

house-words: build-packages ## slow: toy words (aggregate, clause, stages), added to a copy in .build-words, and asked
	scripts/add-a-word .build-words

house: ## how the code is laid out, in numbers: lines, twins, cycles of folders, unsafe code (scripts/measure-house)
	@scripts/measure-house

charts-look: ## pictures of the recorded charts, light and dark, into .build-charts, for people to look at
	@$(PYTHON) scripts/charts-look Tests/TallyChartsTests/Golden .build-charts

fuzz-keys: release ## slow: random keys, a hundred thousand bursts of them (TALLY_CASES=100000), each followed by a query
	TALLY=$(CURDIR)/$(TALLY) $(PYTHON) Tests/Terminal/keys.py

bench-parser: build-packages ## speed of lexing and parsing a script of 10,000 lines
	TALLY_TOOLS=benchmarks $(SWIFT) run $(SLOW) ParserBenchmark Tests/Scripts Examples

bench-charts: build-packages ## speed of reducing, laying out and drawing a million points
	TALLY_TOOLS=benchmarks $(SWIFT) run $(SLOW) ChartBenchmark

bench: release .build-bench/venv ## speed and memory beside other engines, into Documentation/Benchmarks.md
	.build-bench/venv/bin/python Benchmarks/bench.py --tally $(TALLY) $(BENCH)

bench-shell: release ## start to prompt and key to redraw on ten million samples, into Documentation/Benchmarks.md
	$(PYTHON) Benchmarks/shell.py --tally $(TALLY) $(SHELL_BENCH)

bench-growth: release .build-bench/venv ## the same from one to a hundred million samples, into Documentation/Growth.md
	.build-bench/venv/bin/python Benchmarks/growth.py --tally $(TALLY) $(GROWTH)

bench-interruption: release ## how long commands go on after Ctrl-C, on 10 million samples (INTERRUPTION=8 moments each)
	$(PYTHON) Benchmarks/interruption.py --tally $(TALLY) $(INTERRUPTION)

bench-instructions: release ## instructions of five kernels against the counts that are committed
	@scripts/install-packages valgrind
	$(PYTHON) Benchmarks/instructions.py --tally $(TALLY) $(INSTRUCTIONS)

.build-bench/venv: Benchmarks/requirements.txt
	@scripts/install-packages python3-venv
	rm -rf $@
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --requirement $< || { rm -rf $@; exit 1; }

clean: ## removes what was built
	rm -rf .build .build-slow .build-plain .build-bare .build-charts .build-fuzz .build-quick .build-words .build-bench Examples/.build

# Before

build-packages: toolchain
	@scripts/install-packages libreadline-dev zlib1g-dev libsqlite3-dev pkg-config

test-packages: build-packages
	@scripts/install-packages python3 tmux less

toolchain:
	@command -v $(SWIFT) >/dev/null || { echo 'tally: no Swift toolchain; get 6.2 or later from https://www.swift.org/install' >&2; exit 1; }
