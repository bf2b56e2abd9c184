# Needs Python 3.11 or newer and make. Everything else is set up on first use.
#   make help                    what there is
#   make test PYTHON=python3.13  with another interpreter

PYTHON ?= python3
JOBS   ?= auto
PORT   ?=
OPEN   ?= 1
ARGS   ?=
PYTHONS ?= $(PYTHON)
FRESH_TEST ?= 1
EXTRAS ?=

VENV       ?= .venv
BENCH_VENV := .venv-bench
SHELL      := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS  += --no-print-directory
# Set-up leaves compiling to the first import; not to keep what was compiled would make every start slow.
unexport PYTHONDONTWRITEBYTECODE

# Measured on two cores with no cache: pip works for 20 and 60 seconds, and the line decides the rest.
TO_PLAY := what playing needs, 100 MB to fetch and 390 MB on disk; about a minute
TO_TEST := what testing needs, 640 MB to fetch and 2.2 GB on disk; two to four minutes

.DEFAULT_GOAL := help
.PHONY: help setup play quick test tools check fix docs soak bench dist fresh clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

setup: $(VENV)/.stamp ## set up .venv for everything (done by itself when needed)
	@echo "→ ready: $(VENV)"

play: $(VENV)/.playable ## play in the browser; PORT=8123 for a fixed port, OPEN=0 where there is no screen
	@$(VENV)/bin/axio serve $(if $(PORT),--port $(PORT)) $(if $(filter 0,$(OPEN)),--no-open,--open) $(ARGS)

quick: check ## checks, and the tests that are fast: for daily work
	@tools/page-tools $(VENV)
	@echo "→ tests, without the long ones"
	@$(VENV)/bin/pytest -q -n $(JOBS) --dist loadgroup -m 'not soak and not long' $(ARGS)

test: check tools ## checks and every test, as CI runs them; ARGS="-k pyramid" for some
	@echo "→ compiling what the tests play with (a minute or two, seconds if it is compiled already)"
	@$(VENV)/bin/python -m tests.compiling
	@echo "→ tests"
	@$(VENV)/bin/pytest -q -n $(JOBS) --dist loadgroup --durations=10 --durations-min=1 $(ARGS)

check: $(VENV)/.stamp ## style, types, and who imports whom
	@echo "→ style"
	@$(VENV)/bin/ruff check --quiet --output-format concise
	@$(VENV)/bin/ruff format --check --quiet || { echo "Not formatted: run 'make fix'."; exit 1; }
	@echo "→ types"
	@$(VENV)/bin/mypy --no-error-summary
	@echo "→ imports"
	@out=$$($(VENV)/bin/lint-imports --no-logo 2>&1) || { echo "$$out"; exit 1; }

tools: $(VENV)/.stamp ## what tests of the page need besides Python: a browser, Node.js
	@tools/page-tools $(VENV) browser

fix: $(VENV)/.stamp ## let the tools repair style and formatting
	@$(VENV)/bin/ruff check --fix --quiet || true
	@$(VENV)/bin/ruff format --quiet
	@echo "→ formatted; 'make check' tells what is left"

docs: $(VENV)/.stamp ## write the documents made from the code: the API reference, the picture of the packages
	@$(VENV)/bin/python -m tools.docs

soak: $(VENV)/.stamp ## the long tests: thousands of games, a million bad inputs
	@echo "→ soak (many minutes)"
	@$(VENV)/bin/pytest -q -n $(JOBS) --dist loadgroup -m soak --hypothesis-profile=soak --durations=10 --durations-min=1 $(ARGS)

bench: $(BENCH_VENV)/.stamp $(VENV)/.stamp ## how fast everything is, beside peers in the same run
	@echo "→ bench (leave the machine alone meanwhile)"
	@$(BENCH_VENV)/bin/python -m bench.rules $(ARGS)
	@$(BENCH_VENV)/bin/python -m bench.kernel
	@$(BENCH_VENV)/bin/python -m bench.envs
	@$(BENCH_VENV)/bin/python -m bench.equal_service
	@$(VENV)/bin/python -m bench.server
	@$(VENV)/bin/python -m bench.load
	@$(VENV)/bin/python -m bench.restart
	@$(VENV)/bin/python -m bench.dragging

dist: $(VENV)/.stamp ## both archives in dist/, checked and tried; EXTRAS="rl learn" tries those too
	@rm -rf dist
	@echo "→ building both archives"
	@$(VENV)/bin/python -m build --outdir dist . >/dev/null
	@echo "→ trying them in clean environments (about a minute each, with extras several)"
	@AXIO_DIST=dist AXIO_DIST_EXTRAS='$(EXTRAS)' $(VENV)/bin/pytest -q tests/test_wheel.py $(ARGS)
	@ls -l dist

fresh: ## as a stranger: clone, play, test; PYTHONS="python3.11 python3.13", FRESH_TEST=0 to play only
	@FRESH_TEST=$(FRESH_TEST) tools/fresh $(PYTHONS)

clean: ## remove what the other targets made
	@rm -rf $(VENV) $(BENCH_VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# Playing needs less than testing, and should not wait for it.
$(VENV)/.playable: pyproject.toml constraints.txt
	@tools/environment '$(PYTHON)' $(VENV) constraints.txt '' '$(TO_PLAY)'
	@touch $@

$(VENV)/.stamp: pyproject.toml constraints.txt
	@tools/environment '$(PYTHON)' $(VENV) constraints.txt '[dev]' '$(TO_TEST)'
	@$(VENV)/bin/pip install --quiet --disable-pip-version-check --no-input -c constraints.txt --no-deps momaland
	@touch $(VENV)/.playable $@

$(BENCH_VENV)/.stamp: pyproject.toml bench/constraints.txt
	@tools/environment '$(PYTHON)' $(BENCH_VENV) bench/constraints.txt '[bench]' 'a minute or two'
	@$(BENCH_VENV)/bin/pip install --quiet --disable-pip-version-check --no-input -c bench/constraints.txt --no-deps momaland
	@touch $@
