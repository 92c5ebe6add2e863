# Needs Python 3.11 or newer and make. Everything it installs stays inside this folder.

PYTHON  ?= python3
GAME    ?= quatrefoil
WORKERS ?= auto

BIN := .venv/bin
PIP := -m pip -qq --disable-pip-version-check --no-input

export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export UV_CACHE_DIR := $(CURDIR)/.cache/uv

.DEFAULT_GOAL := help
.PHONY: help play test test-all lint format rules bench lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

play: .venv/.play ## play in the terminal (GAME=quatrefoil)
	@$(BIN)/quincunx play $(GAME)

test: lint ## lint, then run the tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test-all: lint ## the same with the slow, exhaustive checks
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m ""

lint: .venv/.dev ## check style, types and the arrows between modules
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import_linter

format: .venv/.dev ## rewrite the code in the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

rules: .venv/.dev ## report which rules have no test
	@$(BIN)/python -m tests.rules_report

bench: .venv-bench/.bench ## measure against other libraries
	@.venv-bench/bin/python -m bench

# dev comes first: the other two take its versions where they share a package.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)
lock: export UV_SYSTEM_CERTS := 1
lock: .venv/.dev ## renew the lock files (UPGRADE=1: to the newest versions)
	$(LOCK) pyproject.toml --all-extras requirements/dev.in -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra table requirements/play.in -c requirements/dev.txt -o requirements/play.txt
	$(LOCK) pyproject.toml requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

clean: ## remove all that make has made
	rm -rf .venv .venv-bench .cache .hypothesis build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

# Below: the environments. A stamp file says that one is complete.

WRONG_PYTHON = $(shell $(PYTHON) -c 'import sys; print("" if sys.version_info >= (3, 11) else sys.version.split()[0])' 2>/dev/null || echo none)

# $(call new,FOLDER)
define new
	$(if $(WRONG_PYTHON),$(error Quincunx needs Python 3.11 or newer; found $(WRONG_PYTHON) (choose one with PYTHON=...)))
	@echo "Making $(1)"
	@$(PYTHON) -m venv --clear $(1)
	@touch $@
endef

# $(call fill,FOLDER,LOCK FILE,WHAT FOR)
define fill
	@echo "Installing what $(3) needs into $(1)"
	@$(1)/bin/python $(PIP) install --require-hashes -r requirements/$(2).txt
	@$(1)/bin/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
endef

# A changed lock means a new environment: leftovers of the old one could hide a missing dependency.
.venv/.new: requirements/play.txt requirements/dev.txt
	$(call new,.venv)

.venv-bench/.new: requirements/bench.txt
	$(call new,.venv-bench)

.venv/.play: .venv/.new pyproject.toml
	$(call fill,.venv,play,playing)

.venv/.dev: .venv/.new pyproject.toml
	$(call fill,.venv,dev,testing)

.venv-bench/.bench: .venv-bench/.new pyproject.toml
	$(call fill,.venv-bench,bench,measuring)
