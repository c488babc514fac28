# Ricochet's commands; `make` alone lists them. Each sets up what it needs.
#
# Two environments are made on demand: .venv has the tools and imports the checkout, build/play has
# the compiled wheel. A wheel is built from a copy of the tree, never in it: building in place would
# leave compiled modules in engine/ that beat later edits.

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test check bench wheel clean FORCE

# The interpreter to use, for example `make play PYTHON=/opt/python/bin/python3`.
PYTHON ?=
CANDIDATES := python3.13 python3.12 python3.11 python3 python

SHIPPED := engine render data bot pyproject.toml setup.py README.md LICENSE
PIP := -m pip --disable-pip-version-check
PLAY := build/play/bin/python
TOOLS := .venv/bin/python

help:
	@echo 'make play    build the bot and start it: on Discord with DISCORD_TOKEN, else in the browser'
	@echo 'make test    run all tests'
	@echo 'make check   format, lint, types, imports'
	@echo 'make bench   measure the compiled bot'
	@echo 'make wheel   build the compiled wheel into dist/'
	@echo 'make clean   remove what these commands made, except the data in var/'

# The bot's own settings say whether there is a token, in the environment or in .env; the bot also
# names settings that are wrong.
# exec hands Ctrl-C and SIGTERM to the bot itself, so that it can finish what it does.
play: build/play/.ready
	@module=bot; \
	$(PLAY) -P -c 'import sys, bot.settings as s; sys.exit(s.wants_playground())' || \
	    module=bot.playground; \
	exec $(PLAY) -P -m "$$module"

test: .venv/.ready
	@$(TOOLS) -m pytest $(ARGS)

check: .venv/.ready
	@$(TOOLS) -m ruff format --check --quiet .
	@$(TOOLS) -m ruff check --quiet .
	@$(TOOLS) -m mypy --no-error-summary
	@report=$$(.venv/bin/lint-imports --no-cache 2>&1) || { echo "$$report"; exit 1; }

# The tests' folder alone goes on the path, so that the wheel and not the checkout is measured.
bench: build/play/.ready
	@mkdir -p build/bench && ln -sfn ../../tests build/bench/tests
	@PYTHONPATH='$(CURDIR)/build/bench' $(PLAY) -P -m tests.bench $(ARGS)

wheel: build/play/.ready
	@mkdir -p dist && cp build/wheel/*.whl dist/ && ls build/wheel/*.whl | sed 's|^build/wheel|dist|'

clean:
	rm -rf build dist .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

# Leaves the name of a fitting interpreter in the shell variable `python`, or says what is missing.
# A candidate that cannot run at all (a version manager's empty shim) counts as absent.
define find_python
python=; problem='none was found'; \
for candidate in $(if $(PYTHON),'$(PYTHON)',$(CANDIDATES)); do \
    "$$candidate" -c '' >/dev/null 2>&1 || continue; \
    if ! "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then \
        problem="$$candidate is $$("$$candidate" -V 2>&1)"; \
    elif ! "$$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
        problem="$$candidate lacks venv (on Debian and Ubuntu: apt install python3-venv)"; \
    else \
        python=$$candidate; break; \
    fi; \
done; \
if [ -z "$$python" ]; then \
    echo "Ricochet needs Python 3.11 or newer with its venv module; $$problem." \
        "Another can be named: make PYTHON=/path/to/python3 …" >&2; \
    exit 1; \
fi
endef

# An environment is trusted only by its .ready, written last. It holds the PYTHON it was made for.
define is_trusted
[ "$$(cat $(1)/.ready 2>/dev/null)" = 'PYTHON=$(PYTHON)' ] && $(1)/bin/python -c '' 2>/dev/null
endef

define make_environment
$(find_python); rm -rf $(1) && "$$python" -m venv $(1)
endef

# Only the requirements are installed: the product itself is always imported from the checkout.
.venv/.ready: pyproject.toml
	@$(call is_trusted,.venv) || { \
	    echo 'Setting up the tools in .venv (about a minute, once) …'; \
	    $(call make_environment,.venv); }
	@rm -f $@
	@$(TOOLS) -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	    print(*project["dependencies"], *project["optional-dependencies"]["dev"], sep="\n")' \
	    >.venv/requirements.txt
	@$(TOOLS) $(PIP) install --quiet --requirement .venv/requirements.txt
	@echo 'PYTHON=$(PYTHON)' >$@

# Is renewed when a shipped file or the choice of interpreter changes or the environment is gone.
build/sources: FORCE
	@mkdir -p build
	@{ echo 'PYTHON=$(PYTHON)'; find $(SHIPPED) -type f ! -path '*/__pycache__/*' ! -name '*.so' \
	    -exec cksum {} + | LC_ALL=C sort; } >$@.new
	@if cmp -s $@.new $@ && $(call is_trusted,build/play); then rm $@.new; else mv $@.new $@; fi

build/play/.ready: build/sources
	@echo 'Building Ricochet (about a minute; again only after a change) …'
	@$(call is_trusted,build/play) || { $(call make_environment,build/play); }
	@rm -rf build/copy build/wheel && mkdir build/copy && cp -R $(SHIPPED) build/copy && \
	    find build/copy \( -name '*.so' -o -path '*/__pycache__/*' \) -delete
	@RICOCHET_COMPILE=1 $(PLAY) $(PIP) wheel --quiet --no-deps --wheel-dir build/wheel ./build/copy
	@rm -rf build/copy $@
	@$(PLAY) $(PIP) install --quiet --force-reinstall --no-deps build/wheel/*.whl
	@$(PLAY) $(PIP) install --quiet build/wheel/*.whl
	@$(PLAY) -P -c 'import engine.beam as beam; beam.__file__.endswith(".py") and print( \
	    "The rules could not be compiled and run slower: that takes a C compiler and the headers", \
	    "of Python. With these installed, `make clean play` compiles them.")'
	@echo 'PYTHON=$(PYTHON)' >$@
