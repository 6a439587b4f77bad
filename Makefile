# `make help` lists the targets. Everything that is installed goes into .venv, and nothing is ever
# compiled in the tree: setup.py builds elsewhere.

PACKAGES := boxtui ai tutorials saves
# Folders too: removing a file changes only its folder.
SOURCES := pyproject.toml setup.py $(shell find $(PACKAGES) \
	-name __pycache__ -prune -o ! -name '*.py[co]' -print 2>/dev/null)

# PYTHON=/path/to/python3.13 sets the Python of every environment, and COMPILED_PYTHON that of the
# compiled build only. Without them, any Python that is new enough is used.
COMPILED_PYTHON ?= $(PYTHON)

# An environment holds absolute paths. It is made again if its Python is gone or isn't the one
# asked for, or if the checkout was moved. Its file `installed` says where and with which Python it
# was made.
$(shell check() { \
	[ -x .venv/$$1/bin/python ] && [ "$$(sed -n 1p .venv/$$1/installed)" = "$$(pwd -P)" ] && \
	{ [ -z "$$2" ] || [ "$$(sed -n 2p .venv/$$1/installed)" = "$$2" ]; } || \
	rm -f .venv/$$1/installed; }; \
	{ check play "$(PYTHON)"; check test "$(PYTHON)"; check compiled "$(COMPILED_PYTHON)"; } \
	2>/dev/null)

# make, pip and the app use only the checkout, whatever the shell has set.
unexport PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_REQUIRE_VIRTUALENV
# Without bytecode, each of the hundreds of programs that tests start takes three times as long.
unexport PYTHONDONTWRITEBYTECODE
# Targets are made one after the other, except those that `test` makes in parallel.
ifndef TOGETHER
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help play lint check test golden steady planted bench bench-serve strength figures rules lessons palette pictures written lock clean

help:
	@echo "make play    install boxtui into .venv/play, once, and play"
	@echo "make lint    linters, types, layers"
	@echo "make check   lint, and all tests on the sources"
	@echo "make test    lint, all tests on a compiled build, those of rules and AI on the sources: CI"
	@echo "make golden  write again what tests compare whole with files; git diff shows what changed"
	@echo "make steady  the tests that wait for something, ten times beside four busy processes"
	@echo "make planted plant defects in a copy, one at a time, and see whether tests fail; an hour"
	@echo "make bench   measure a compiled build"
	@echo "make bench-serve measure players over SSH, and write docs/serve-figures.md; 15 minutes"
	@echo "make strength WHAT='strategies kimbo' measure opponents; WHAT=--help lists the measures"
	@echo "make figures measure what a player feels, and write docs/figures.md"
	@echo "make lessons the lessons in figures: steps, exercises, ways to answer, rules, minutes"
	@echo "make rules   where each rule is enforced, proved, taught and stated; fails on a gap"
	@echo "make palette measure the colors, and write docs/palette.md"
	@echo "make pictures draw the pictures in README.md and docs/pictures.md"
	@echo "make written write the manual page and docs/games.md"
	@echo "make lock    write tools/constraints.txt: newer versions of the development tools"
	@echo "make clean   back to a fresh checkout"

# $(call new_environment,NAME,PYTHON): shell code that makes an empty .venv/NAME, with that Python
# if given, otherwise with one that can. An environment without its file `installed` is incomplete
# and is deleted here. `started` becomes `installed` at the end, so a file edited meanwhile is newer.
define new_environment
python=; without=; \
for candidate in $(if $(2),"$(2)",python3 python3.14 python3.13 python3.12 python3.11); do \
	"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	if "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then python=$$candidate; break; fi; \
	without=$$candidate; \
done; \
if [ -z "$$python" ] && [ -n "$$without" ]; then \
	echo "$$without has no venv module: install it (on Debian and Ubuntu: sudo apt install python3-venv) and call make again." >&2; exit 1; \
elif [ -z "$$python" ]; then \
	echo "boxtui needs Python 3.11 or newer and found none: install one, or name it as in: make PYTHON=/path/to/python3.13 ..." >&2; exit 1; \
fi; \
rm -rf .venv/$(1) && mkdir -p .venv && "$$python" -m venv .venv/$(1) >.venv/$(1).log 2>&1 || { \
	echo "$$python could not make the environment .venv/$(1); it said:" >&2; tail -n 3 .venv/$(1).log >&2; exit 1; }; \
{ pwd -P; echo "$$python"; } >.venv/$(1)/started
endef

# $(call pip_install,NAME,WHAT): installs into that environment; pip's output goes to a file. No
# bytecode is made: Python makes it for what it imports, which is a small part of what is installed.
define pip_install
PIP_COMPILE=0 .venv/$(1)/bin/python -m pip --disable-pip-version-check install $(2) >.venv/$(1).log 2>&1 || { \
	echo "pip could not install into .venv/$(1); this needs the network: is it there? It said (all of it is in .venv/$(1).log):" >&2; \
	grep '^ *ERROR' .venv/$(1).log | tail -n 2 >&2; exit 1; }
endef

play: .venv/play/installed
	@.venv/play/bin/boxtui

.venv/play/installed: $(SOURCES)
	@echo "Installing boxtui into .venv/play (once; a minute or two where it is compiled)..."
	@$(call new_environment,play,$(PYTHON)); \
	$(call pip_install,play,.); \
	if .venv/play/bin/boxtui --version | grep -q pure; then \
		echo "No C compiler worked: the computer thinks more slowly; everything else is the same."; \
	fi; \
	mv .venv/play/started .venv/play/installed

lint: .venv/test/installed
	.venv/test/bin/ruff check .
	.venv/test/bin/ruff format --check .
	.venv/test/bin/mypy
	.venv/test/bin/lint-imports --no-logo

# Bytecode goes elsewhere: a new __pycache__ would make its folder newer than the file `installed`.
on_the_sources = BOXTUI_EXPECT_BUILD=pure PYTHONPYCACHEPREFIX="$$PWD/.venv/bytecode" \
	.venv/test/bin/python

check: lint
	$(on_the_sources) -m pytest -n 4

# Everything but the rules and the searches is the same code in both builds. Its tests run on the
# compiled one only, and so do those that play hundreds of games, explain hundreds of moves or read
# every lesson. Only tests/tui/test_app.py starts the app on both.
once := arena bench commands exact learn plain play saves serve ssh strength system tools training \
	tutorials views \
	ai/test_plugins.py ai/test_reasons.py ai/test_worker.py ai/kimbo/test_reasons.py \
	$(addprefix laws/,test_a_sixth_game.py test_fair_seats.py test_lessons.py test_words.py) \
	$(patsubst tests/%,%,$(filter-out tests/tui/test_app.py,$(wildcard tests/tui/test_*.py)))

# Two processes keep two cores busy with tests that only compute; tests with a terminal mostly wait.
.PHONY: lint_and_sources
lint_and_sources: lint
	@echo "The tests of the rules and searches on the sources, and those that start the app:"
	@$(on_the_sources) -m pytest -n 2 --durations=15 $(once:%=--ignore=tests/%)

# The tests are copied out: run from here, they would test the sources, not the installed build.
in_a_copy = here=$$PWD; copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && \
	cp -R tests tools examples docs *.md pyproject.toml .github .pre-commit-config.yaml "$$copy" && \
	cd "$$copy"

# Most tests of the compiled build wait for a terminal, and most of those on the sources compute, so
# they run together.
test:
	@$(MAKE) --no-print-directory --jobs=2 TOGETHER=yes lint_and_sources compiled_tests

# The output of both at once would be a mess. Collecting the tests once makes their bytecode, which
# the six processes, all starting at once, would make six times.
.PHONY: compiled_tests
compiled_tests: .venv/compiled/installed
	@$(in_a_copy) && export BOXTUI_EXPECT_BUILD=compiled && \
	{ "$$here/.venv/compiled/bin/python" -m pytest --collect-only -qq >/dev/null 2>&1; \
	"$$here/.venv/compiled/bin/python" -m pytest -n 6 --durations=15 \
		-m "not packaging" >"$$here/.venv/compiled-tests.log" 2>&1; passed=$$?; } ; \
	echo "All tests on the compiled build:" && cat "$$here/.venv/compiled-tests.log" && exit $$passed

# A file lists its cases; what is said or drawn in each is written again, on purpose.
golden: .venv/test/installed
	@$(with_tools) tests/helpers/golden.py

# Run by hand before a release. TESTS= runs all tests; TIMES=3 BUSY=8 means fewer runs, more load.
TESTS = -m "waits or tui or sshd or tmux"
steady: .venv/test/installed
	$(on_the_sources) tools/steady.py $(or $(TIMES),10) $(or $(BUSY),4) $(TESTS)

# ONLY="kimbo search" takes only the defects whose names begin with these words.
planted: .venv/test/installed
	@$(on_the_sources) tools/planted_defects.py $(ONLY)

bench: .venv/compiled/installed
	@$(in_a_copy) && \
	"$$here/.venv/compiled/bin/python" -m pytest \
		-o addopts=--import-mode=importlib --benchmark-only tests/bench

# It measures the sources, as installed in .venv/test, as well as the compiled build.
figures: .venv/compiled/installed .venv/test/installed
	@$(in_a_copy) && \
	"$$here/.venv/compiled/bin/python" tests/bench/figures.py "$$here" >figures.md && \
	mkdir -p "$$here/docs" && mv figures.md "$$here/docs/figures.md"

# Textish is what it is compared with; nothing else needs it.
bench-serve: .venv/compiled/installed
	@$(call pip_install,compiled,--no-deps textish==0.5.1)
	@$(in_a_copy) && \
	"$$here/.venv/compiled/bin/python" tests/bench/serve.py >serve-figures.md && \
	mv serve-figures.md "$$here/docs/serve-figures.md"

strength: .venv/compiled/installed
	@$(in_a_copy) && \
	PYTHONPATH=tests/helpers "$$here/.venv/compiled/bin/python" -m strength \
		--images "$$here/docs" $(or $(WHAT),--help)

with_tools = PYTHONPATH=tools:tests/helpers $(on_the_sources)

rules: .venv/test/installed
	@$(with_tools) tools/rule_coverage.py $(GAME)

lessons: .venv/test/installed
	@$(with_tools) tools/lesson_table.py $(GAME)

palette: .venv/test/installed
	@$(with_tools) tools/palette_figures.py

pictures: .venv/test/installed
	@TEXTUAL_COLOR_SYSTEM=truecolor $(with_tools) tools/pictures.py

written: .venv/test/installed
	@$(with_tools) tools/manual_page.py
	@$(with_tools) tools/games_page.py

# It needs its own environment: the others can't be made while the file has a wrong version.
lock:
	@echo "Looking for the newest versions (about a minute)..."
	@$(call new_environment,lock,$(PYTHON)); \
	.venv/lock/bin/python tools/lock.py && rm -rf .venv/lock

# The sources, the tools and their dependencies, in the versions that CI tests.
with_locked_tools = --constraint tools/constraints.txt --editable '.[dev]'

.venv/test/installed: pyproject.toml setup.py tools/constraints.txt
	@echo "Installing the sources and the tools into .venv/test (once; about a minute)..."
	@$(call new_environment,test,$(PYTHON)); \
	$(call pip_install,test,$(with_locked_tools)); \
	mv .venv/test/started .venv/test/installed

# The sources are installed first, because the wheel is built with their tools.
.venv/compiled/installed: $(SOURCES) tools/constraints.txt
	@echo "Installing a compiled build into .venv/compiled (a few minutes)..."
	@$(call new_environment,compiled,$(COMPILED_PYTHON)); \
	$(call pip_install,compiled,$(with_locked_tools)); \
	rm -rf .venv/wheel; \
	.venv/compiled/bin/python -m build --wheel --no-isolation --outdir .venv/wheel >.venv/wheel.log 2>&1 || { \
		echo "The wheel could not be built; it said (all of it is in .venv/wheel.log):" >&2; \
		tail -n 10 .venv/wheel.log >&2; exit 1; }; \
	if ls .venv/wheel | grep -q 'py3-none-any'; then \
		echo "make test needs a working C compiler and the headers of Python:" >&2; \
		grep 'not compiled' .venv/wheel.log >&2; exit 1; \
	fi; \
	$(call pip_install,compiled,--no-deps --force-reinstall "$$(ls .venv/wheel/*.whl)"); \
	mv .venv/compiled/started .venv/compiled/installed

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.benchmarks .import_linter_cache
	find $(PACKAGES) tests -name __pycache__ -prune -exec rm -rf {} +
	find $(PACKAGES) tests '(' -name '*.so' -o -name '*.pyd' ')' -exec rm -f {} +
