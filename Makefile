# The few commands a user needs. CMake does the work (CMakePresets.json); this file only strings it together.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

CONFIG ?= configs/flux.yaml
NP ?= 4
ARGS ?=
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
# A third of the tests' time is waiting, for signals and deadlines.
TEST_JOBS ?= $(shell expr $(JOBS) + 1)
BUILD := build

# Open MPI refuses root, and more ranks than cores, unless told otherwise.
CORES := $(shell lscpu --parse=CORE,SOCKET 2>/dev/null | grep -v '^\#' | sort -u | wc -l)
MPI_FLAGS ?= $(if $(filter 0,$(shell id -u)),--allow-run-as-root) \
	$(if $(filter 1,$(shell test $(NP) -gt $(CORES) && echo 1)),--oversubscribe)

.PHONY: help setup build run test test-long check mutants bench figures table1 fuzz install package site format tidy clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo "  variables: CONFIG=$(CONFIG) NP=$(NP) ARGS='$(ARGS)' PREFIX=$(PREFIX) JOBS=$(JOBS)"

setup: ## install the packages that are missing (Debian 12)
	@.ci/setup build

build: setup ## build ldfi-farm, ldfi-results and ldfi-check in build/
	@.ci/build_folder $(BUILD)
	@test -f $(BUILD)/build.ninja || cmake --preset release -DLDFI_TESTS=OFF --log-level=WARNING >&2
	@cmake --build --preset release --parallel $(JOBS) --target ldfi-farm ldfi-results ldfi-check >&2

run: build ## run CONFIG on NP ranks; ARGS are further options
	@status=0; \
	echo "mpirun -n $(NP) $(BUILD)/ldfi-farm $(CONFIG) $(ARGS)" >&2; \
	mpirun --quiet $(strip $(MPI_FLAGS)) -n $(NP) $(BUILD)/ldfi-farm $(CONFIG) $(ARGS) || status=$$?; \
	case $$status in \
	  0) echo "exit status 0: certified" >&2 ;; \
	  1) echo "exit status 1: a counterexample was found" >&2 ;; \
	  2) echo "exit status 2: inconclusive or vacuous" >&2 ;; \
	  *) exit $$status ;; \
	esac

test: ## set up, build and pass all tests; unit tests under the sanitizers, corpus tests with and without
	@.ci/build_folder $(BUILD) $(BUILD)/asan-ubsan
	@.ci/setup build test
	@cmake --preset release -DLDFI_TESTS=ON -DLDFI_UNIT_TESTS=OFF --log-level=WARNING
	@cmake --build --preset release --parallel $(JOBS)
	@cmake --preset asan-ubsan --log-level=WARNING
	@cmake --build --preset asan-ubsan --parallel $(JOBS)
	@status=0; \
	echo "== unit and corpus tests under AddressSanitizer and UndefinedBehaviorSanitizer"; \
	.ci/ctest asan-ubsan $(TEST_JOBS) || status=$$?; \
	echo "== all other tests"; \
	.ci/ctest release $(TEST_JOBS) || exit $$?; \
	if [ $$status -ne 0 ]; then echo "== but tests failed under the sanitizers, see above"; fi; \
	exit $$status

test-long: ## more cases of what test samples (half an hour): before a release, or after a change of search, farm or files
	@.ci/build_folder $(BUILD)
	@.ci/setup build test rivals
	@cmake --preset release -DLDFI_TESTS=ON -DLDFI_UNIT_TESTS=ON --log-level=WARNING
	@cmake --build --preset release --parallel $(JOBS)
	@ctest --preset long --parallel $(TEST_JOBS)

check: ## all tests without the sanitizers: what to run before a commit
	@.ci/build_folder $(BUILD)
	@.ci/setup build test
	@cmake --preset release -DLDFI_TESTS=ON -DLDFI_UNIT_TESTS=ON --log-level=WARNING
	@cmake --build --preset release --parallel $(JOBS)
	@ctest --preset release --parallel $(TEST_JOBS)

mutants: ## plant small bugs one at a time, each of which a test must notice; ARGS are names
	@.ci/setup build test
	@/usr/bin/python3 -B test/mutants/mutants.py --jobs $(JOBS) $(ARGS)

figures: build ## Figures 12 and 13 of the paper as one table
	@.ci/setup test
	@/usr/bin/python3 test/bench/figures.py $(BUILD)/ldfi-farm .

table1: build ## Table 1 of [DEMi16] for our models of its bugs
	@.ci/setup test
	@/usr/bin/python3 test/bench/table1.py $(BUILD)/ldfi-farm .

fuzz: ## fuzz every parser of foreign input for FUZZ_SECONDS each
	@.ci/setup build fuzz
	@test/fuzz/run $(FUZZ_SECONDS)

bench: bench-folder build ## the paper's evaluation and ours as one page, build/bench-results/benchmarks.md (half an hour)
	@.ci/setup build test dev rivals
	@cmake --preset bench --log-level=WARNING
	@cmake --build --preset bench --parallel $(JOBS) --target bench_forward
	@/usr/bin/python3 -B test/bench/bench.py $(BUILD)/ldfi-farm . $(BUILD)/bench-results --micro $(BUILD)/bench/test/bench_forward $(ARGS)

.PHONY: bench-folder
bench-folder: # before anything is built
	@.ci/build_folder $(BUILD)/bench

install: build ## install under PREFIX (DESTDIR is respected)
	@cmake --build --preset release --parallel $(JOBS) --target install_files
	@cmake --install $(BUILD) --prefix "$(abspath $(PREFIX))"

package: build ## a .deb and a relocatable tarball in build/packages
	@.ci/setup package
	@cmake --build --preset release --parallel $(JOBS) --target install_files
	@cd $(BUILD) && for kind in DEB TGZ; do cpack -G $$kind -B packages; done

site: ## the documents as a static site with search, in build/site
	@.ci/build_folder $(BUILD)
	@.ci/setup site
	@mkdir -p $(BUILD)
	@python3 -B docs/site/make_site.py . $(BUILD)/site
	@echo "build/site/index.html; the search needs a server: python3 -m http.server --directory $(BUILD)/site"

format: ## let clang-format lay out every C++ file
	@.ci/setup dev
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

tidy: ## rules of the house, then clang-tidy over everything (minutes)
	@.ci/build_folder $(BUILD)
	@.ci/setup build test dev
	@/usr/bin/python3 test/tidy/tidy.py
	@cmake --preset release -DLDFI_TESTS=ON -DLDFI_UNIT_TESTS=ON --log-level=WARNING
	@run-clang-tidy -quiet -p $(BUILD) -j $(JOBS) "$(CURDIR)/(common|master|worker|results)/.*\.cpp$$"

clean: ## remove build/
	@rm -rf -- $(BUILD)
