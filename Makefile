# `make run` and `make test` are all one needs; `make help` lists the rest.
PYTHON ?= python3
# Which models answer: none, local, gemini or openai. Left empty: the one that is set up, else the local one.
LLM ?= $(RAGSITE_LLM)
SET_UP := $(or $(LLM),$(if $(GEMINI_API_KEY),gemini),$(if $(OPENAI_BASE_URL),openai),local)

# Kept compiled: else each of the many processes compiles all of it again, two seconds of a processor.
export PYTHONDONTWRITEBYTECODE =

ACTIVE := .venv/bin
EXTRAS := $(filter local,$(SET_UP))
SLOW_CHECKS = $(ACTIVE)/mypy --no-error-summary . \
	&& { told=$$($(ACTIVE)/lint-imports --no-logo) || { echo "$$told"; false; }; }
CHROMIUM := $(firstword $(shell command -v chromium-headless-shell chromium chromium-browser google-chrome 2>/dev/null))

# Tests wait for browsers, servers and workers that they start: one more of them than there are processors.
WORKERS := $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))

.DEFAULT_GOAL := help
.PHONY: run test check quick-checks chromium model install constraints clean help

run: install $(if $(EXTRAS),model) ## Start ragsite (options: PORT=8000 LLM=none)
	@exec $(ACTIVE)/python manage.py start $(if $(PORT),--port $(PORT)) $(if $(LLM),--llm $(LLM))

test: EXTRAS = dev local otel
# What takes a minute of one processor is checked beside the tests, which often wait.
test: install chromium model quick-checks ## Install what tests need and run every check
	@{ $(SLOW_CHECKS); } & checks=$$!; \
		$(ACTIVE)/pytest --numprocesses=$(WORKERS) --dist=loadfile; tests=$$?; \
		wait $$checks || { echo "A check beside the tests failed: see above, or run make check."; exit 1; }; \
		exit $$tests

check: quick-checks ## Check style, types, layers, pins and migrations
	@$(SLOW_CHECKS)

quick-checks:
	@$(ACTIVE)/ruff check --quiet .
	@$(ACTIVE)/ruff format --quiet --check .
	@$(ACTIVE)/python scripts/check_pins.py
	@RAGSITE_HOME=var/test $(ACTIVE)/python manage.py makemigrations --check --dry-run >/dev/null \
		|| { echo "The models have changed: run manage.py makemigrations."; exit 1; }

model: install ## Fetch the local model into the user's cache
	@$(ACTIVE)/python -m llm.providers.local_model >/dev/null

install: ## Install the pinned dependencies into .venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "Python 3.11 or newer is needed: install it, then run make with PYTHON=python3.11."; exit 1; }
	@$(PYTHON) scripts/install.py $(EXTRAS)

chromium:
	@test -n "$(CHROMIUM)" || { echo "Chromium is missing: install it (apt-get install chromium-headless-shell, or chromium)."; exit 1; }

constraints: ## Write constraints.txt from .venv
	@{ echo '# Every version, as tested. Made anew by `make constraints`.'; \
		$(ACTIVE)/pip freeze --exclude-editable | sed -E 's/\+[A-Za-z0-9.]+$$//'; } > constraints.txt.new
	@mv constraints.txt.new constraints.txt

clean: ## Remove .venv and caches; var/ with its documents stays
	@rm -rf .venv build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache var/test
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile
