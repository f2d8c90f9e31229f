# Two commands: `make serve` and `make test`. Each makes the environment it needs, once.

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
SECONDS ?= 3600

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
# As many as tests/conftest.py says.
WORKERS := -n auto
# Where the tests put their files: in memory if there is room, as they often waited for the disk.
SCRATCH := $(shell df -k /dev/shm 2>/dev/null | awk '$$4 + 0 > 4000000 { print "TMPDIR=/dev/shm" }')
NATIVE := CMakeLists.txt $(wildcard solver/native/*)

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: serve test trials nightly recertify wheel test-postgres test-redis check docs core sanitize clean

serve: $(VENV)/core
	@echo "Loading the puzzles"
	@$(BIN)/python -m webapp.prepare
	@HOST="$(HOST)" PORT="$(PORT)" exec $(BIN)/python -P webapp/serve.py

# The linters take one processor; what is beside them takes another.
test: $(VENV)/strict $(VENV)/test $(VENV)/docs
	{ $(call pages) && $(BIN)/python -m tests.chromium; } & beside=$$!; \
		{ $(call lint); }; linted=$$?; wait $$beside && exit $$linted
	$(SCRATCH) $(BIN)/pytest -m "not trials" $(WORKERS) --dist worksteal --quiet --no-header

# More random trials of the same kind: half an hour and more.
trials: $(VENV)/core $(VENV)/test $(VENV)/fuzz
	$(BIN)/pytest -m trials $(WORKERS)
	$(BIN)/python -m tests.fuzz.api 120

# Fuzzers, for an hour or as many SECONDS as are named; they say what they covered.
nightly: $(VENV)/core $(VENV)/test $(VENV)/fuzz
	$(BIN)/python -m tests.fuzz.nightly $(SECONDS)

# Lint, types and the fast tests: no browser, no long differential run.
check: $(VENV)/core $(VENV)/test
	$(call lint)
	$(BIN)/pytest

# The documentation, in build/docs.
docs: $(VENV)/docs
	$(call pages)
	@echo "Open build/docs/index.html"

# The site's tests on a PostgreSQL server that is started for them.
test-postgres: $(VENV)/core $(VENV)/test
	$(BIN)/python -m tests.postgres

# The tests of queue and limits on a Redis that is started for them.
test-redis: $(VENV)/core $(VENV)/test
	$(BIN)/python -m tests.redis

# Every verdict on the shipped puzzles compared with its proof, then every other proof checked again,
# by the verifier alone. On copies: a store is written when it is opened.
recertify: $(VENV)/core
	$(BIN)/twixt recertify puzzles --jobs 2
	@mkdir -p build/recertify
	@for proofs in puzzles/*/proofs.sqlite; do \
		copy=build/recertify/$$(basename $$(dirname $$proofs)).sqlite; \
		echo "$$proofs"; cp $$proofs $$copy && \
		$(BIN)/twixt recheck --store $$copy --jobs 2 || exit 1; \
	done

# The package as people install it: sdist, and the wheel for this Python built from it, in build/dist.
# The wheel is tried in an empty environment outside the checkout.
wheel: $(VENV)/wheel
	rm -rf build/dist build/built
	$(BIN)/python -m build --no-isolation --outdir build/built
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m auditwheel repair --wheel-dir build/dist build/built/*.whl
	mv build/built/*.tar.gz build/dist
	$(BIN)/python -m tests.wheel build/dist/*.whl

core: $(VENV)/core

# The native tests again, with asserts and sanitizers. The next command builds the fast core anew. Left
# out are tests that bound the memory of their processes, which leaves the sanitizer no room, and
# those that ask for the fast builds.
sanitize: $(VENV)/core $(VENV)/test
	rm -f $(VENV)/core $(VENV)/strict
	$(call build,OFF,ON,ON)
	asan=$$($(or $(CXX),c++) -print-file-name=libasan.so); \
	standard=$$($(or $(CXX),c++) -print-file-name=libstdc++.so); \
	LD_PRELOAD="$$asan:$$standard" ASAN_OPTIONS=detect_leaks=0 TWIXT_CORE=portable \
		$(BIN)/pytest -m "native and not slow and not web" -n 2 --deselect tests/search/test_core.py \
		tests/answers tests/audits tests/oracles tests/proof tests/search tests/store tests/verify

clean:
	rm -rf $(VENV) build solver/_core.pyi

# ---- the environment: one file in .venv for each step done ----

# $(call requirements,EXPRESSION): install a list that pyproject.toml (p) holds.
define requirements
	@$(BIN)/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb")); print(*$(1), sep="\n")' >$@.txt
	@$(PIP) install -r $@.txt
endef

# $(call build,WERROR,CHECKS,SANITIZE): build the core and install the project, editable.
define build
	@$(PIP) install --no-build-isolation --editable . -C cmake.define.TWIXT_WERROR=$(1) \
		-C cmake.define.TWIXT_CHECKS=$(2) -C cmake.define.TWIXT_SANITIZE=$(3)
endef

define lint
	$(BIN)/ruff format --check && $(BIN)/ruff check && \
		$(BIN)/clang-format --dry-run -Werror $(wildcard solver/native/*.[ch]pp) && $(BIN)/mypy
endef

# Warnings are errors: a link or picture that leads nowhere is one.
define pages
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --fresh-env --quiet docs build/docs
endef

$(VENV)/tools: pyproject.toml
	@echo "Making $(VENV) (only the first time)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is older than 3.11: name a newer one, as in make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
		rm -rf $(VENV); echo "On Debian or Ubuntu: apt-get install python3-venv"; exit 1; }
	$(call requirements,p["build-system"]["requires"])
	@touch $@

$(VENV)/core: $(VENV)/tools $(NATIVE)
	@echo "Building the core, which takes some minutes"
	$(call build,OFF,OFF,OFF)
	@touch $@

# The same with warnings as errors and with checks of contracts, which take a tenth of the speed. It
# serves as the ordinary core, too.
$(VENV)/strict: $(VENV)/tools $(NATIVE)
	@echo "Building the core with warnings as errors, which takes some minutes"
	$(call build,ON,ON,OFF)
	@touch $(VENV)/core $@

$(VENV)/test: $(VENV)/tools
	$(call requirements,p["dependency-groups"]["test"])
	@touch $@

$(VENV)/fuzz: $(VENV)/tools
	$(call requirements,p["dependency-groups"]["fuzz"])
	@touch $@

$(VENV)/wheel: $(VENV)/tools
	$(call requirements,p["dependency-groups"]["wheel"])
	@touch $@

$(VENV)/docs: $(VENV)/tools
	$(call requirements,p["project"]["optional-dependencies"]["docs"])
	@touch $@
