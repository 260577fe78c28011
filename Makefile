# Slapback. `make run` serves it, `make test` tests it; both need python3 (3.11 or newer) and pip.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	--require-hashes --only-binary :all: --requirement

.PHONY: run setup check test photographs chromium lock
.NOTPARALLEL:

BROWSER_TESTS = $(BIN)/python -m pytest tests/browser --numprocesses 3 --dist worksteal

run: $(VENV)/.run  ## serve the game
	@exec $(BIN)/python -m app serve

setup: $(VENV)/.browser  ## everything that `check` and `test` need, but a browser

check: $(VENV)/.dev  ## format, lint, types, import contracts, and all tests but the browser's
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy --exclude '^tests/browser/'
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest --ignore=tests/browser --numprocesses 2 --dist worksteal

# Three browsers, as much of what they do is waiting.
# Without a browser: one loud line, and a failure where a machine is asking.
test: check $(VENV)/.browser chromium  ## `check` and the browser tests
	$(BIN)/python -m mypy tests/browser
	@if [ -n "$$SLAPBACK_CHROMIUM" ] || command -v chromium > /dev/null; then \
		echo '$(BROWSER_TESTS) -m "not photograph"'; \
		$(BROWSER_TESTS) -m "not photograph"; \
	else \
		echo '!!!! THE BROWSER TESTS DID NOT RUN: no chromium here, and it could not be installed;' \
			'install it, or name one by SLAPBACK_CHROMIUM !!!!' >&2; \
		[ "$$CI" != true ]; \
	fi

photographs: $(VENV)/.browser chromium  ## every page and state into screenshots/, to be looked at
	$(BROWSER_TESTS) -m photograph

chromium:
	@[ -n "$$SLAPBACK_CHROMIUM" ] || command -v chromium > /dev/null || { \
		if [ "$$(id -u)" = 0 ]; then as=; elif sudo -n true 2> /dev/null; then as='sudo -n'; else exit 0; fi; \
		command -v apt-get > /dev/null || exit 0; \
		echo 'Installing chromium for the browser tests'; \
		$$as apt-get update -qq; \
		$$as env DEBIAN_FRONTEND=noninteractive \
			apt-get install -qq --no-install-recommends chromium > /dev/null || true; }

# Each list holds only what the one before it lacks; versions agree, and what is there stays.
$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Slapback needs Python 3.11 or newer. Name one: make PYTHON=python3.11 ...' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Python could not make $(VENV). On Debian: apt-get install python3-venv' >&2; exit 1; }
	@touch $@

$(VENV)/.run: requirements.txt $(VENV)/.made
	$(INSTALL) $<
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.run
	$(INSTALL) $<
	@touch $@

$(VENV)/.browser: requirements-browser.txt $(VENV)/.dev
	$(INSTALL) $<
	@touch $@

# Keeps the versions that still fit; `make lock LOCK=--upgrade` takes the newest.
UV := $(VENV)/lock/bin/uv
COMPILE = $(UV) pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --no-header $(LOCK)

lock: $(UV)  ## write the requirements files from pyproject.toml
	$(COMPILE) pyproject.toml --output-file requirements.txt
	$(COMPILE) --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(COMPILE) --group browser --constraint requirements.txt --constraint requirements-dev.txt \
		--output-file requirements-browser.txt

$(UV): $(VENV)/.made
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: \
		--target $(VENV)/lock uv==0.13.9
	@touch $@
