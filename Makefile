# Houseway. `make` lists what can be made.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := .tools/bin/uv
EXPORT := $(UV) export --quiet --format requirements-txt --no-emit-project --no-header
COMPILE := --quiet --generate-hashes --no-header --no-annotate --universal --python-version 3.11

.PHONY: help setup test test-full quick-tests full-tests lint docs site serve bench lock clean
.DEFAULT_GOAL := help

help:
	@echo "make setup      a virtual environment in $(VENV) with everything pinned in requirements.lock"
	@echo "make test       lint, types, and the quick tests; sets everything up first"
	@echo "make test-full  the same with the exhaustive tests"
	@echo "make docs       write what is generated: trace, roles, evidence, API reference, fields of the protocol, schema of books, types"
	@echo "make site       the documentation as a site, in build/site"
	@echo "make serve      open live tables in the browser; OPTIONS=\"--port 8080\" for other options"
	@echo "make bench      the benchmarks, beside other libraries in an environment of their own"
	@echo "make lock       resolve every lock file again"
	@echo "make clean      remove what was built"

setup: $(VENV)/ready

INSTALLER := pyproject.toml requirements-uv.lock scripts/make-venv scripts/install

$(VENV)/serving: requirements-serve.lock $(INSTALLER)
	@scripts/make-venv "$(PYTHON)" "$(VENV)"
	@scripts/install "$(VENV)" requirements-serve.lock "the live tables"
	@touch $@

$(VENV)/ready: requirements.lock $(INSTALLER) scripts/warm-kernels
	@scripts/make-venv "$(PYTHON)" "$(VENV)"
	@scripts/install "$(VENV)" requirements.lock "everything, the tests included"
	@echo "houseway: compiling the kernels, once ..."
	@$(BIN)/python scripts/warm-kernels
	@touch $(VENV)/serving $@

unexport PYTHONDONTWRITEBYTECODE  # every process that is started would compile every module again

PYTEST := $(BIN)/pytest -n auto --maxprocesses 4 --max-worker-restart 0
COUNTED := $(PYTHON) scripts/count-cpu $(MAKE) --no-print-directory

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@PYTHON=$(BIN)/python scripts/lint-pages

test: setup
	@scripts/need-postgres
	@scripts/need-chromium
	@$(COUNTED) lint quick-tests

test-full: setup
	@scripts/need-postgres
	@scripts/need-chromium
	@$(COUNTED) lint full-tests

# several processes share the machine: threads that wait for each other only cost
quick-tests full-tests: export OPENBLAS_NUM_THREADS := 1

quick-tests:
	$(PYTEST)

full-tests:
	$(PYTEST) -m ""

docs: setup
	$(BIN)/houseway trace --markdown > docs/trace.md
	$(BIN)/houseway staff acts --markdown > docs/roles.md
	$(BIN)/houseway evidence --markdown > docs/evidence.md
	$(BIN)/houseway book schema > docs/book.schema.json
	$(BIN)/python scripts/write-api-reference
	$(BIN)/python scripts/write-protocol-fields
	$(BIN)/python scripts/page-types > src/houseway/web/static/shared/types.d.ts

site: setup
	@$(BIN)/python -m sphinx -q -W --keep-going -c docs -d build/doctrees . build/site
	@echo "houseway: the site is in build/site; open build/site/index.html"

serve: $(VENV)/serving
	@$(BIN)/houseway serve $(OPTIONS)

bench: setup
	@scripts/make-venv "$(PYTHON)" .bench-venv
	@.bench-venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r bench/requirements.lock
	@scripts/need-postgres
	$(BIN)/python bench/start.py
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/journal.py
	$(BIN)/python bench/rounds.py
	$(BIN)/python bench/releases.py
	$(BIN)/python bench/maths.py --best-play
	$(BIN)/python bench/simulate.py
	$(BIN)/python bench/web.py

lock: scripts/make-venv
	@scripts/make-venv "$(PYTHON)" .tools
	@.tools/bin/pip install --quiet --disable-pip-version-check uv
	$(EXPORT) --output-file requirements.lock
	$(EXPORT) --no-default-groups --group serve --output-file requirements-serve.lock
	echo uv | $(UV) pip compile $(COMPILE) - --output-file requirements-uv.lock
	$(UV) pip compile $(COMPILE) bench/requirements.in --output-file bench/requirements.lock
	@rm -f uv.lock

clean:
	rm -rf $(VENV) .bench-venv .tools .mypy_cache .pytest_cache .ruff_cache .hypothesis build node_modules
