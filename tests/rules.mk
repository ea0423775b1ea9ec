# SPDX-License-Identifier: GPL-2.0-or-later
# tests/: what is built for them. A folder whose suite, bench or proof needs programs of its own has a rules.mk; it adds
# what suites need as prerequisites of `test-programs'.

# Suites of scripts, each given the build folder.
SUITES := $(wildcard tests/*/run.sh tests/*/*/run.sh)

U := $(O)/unit
B := $(O)/bench
SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

# Checks of sources and documents. Those of `make check' need not ask make again.
QUICK_CHECKS := 'sh tests/check/style.sh' 'sh tests/check/memory.sh' 'sh tests/check/includes.sh' 'sh tests/check/terminal.sh' \
  'sh tests/check/cycles.sh' 'sh tests/check/rooms.sh --check' 'sh tests/check/format.sh $(O)' \
  'sh tests/check/tables.sh $(O)' 'sh tests/check/reads.sh' 'sh tests/check/check.sh --names'
CHECKS := $(QUICK_CHECKS) 'sh tests/check/porting.sh $(O)' 'sh tests/check/headers.sh $(O)'

.PHONY: test test-programs check hooks
test: test-programs deps-nfs deps-export deps-uefi ## run all tests (25 minutes on two cores)
	$(Q)$(call use,sh tests/lib/all.sh $(O)/test-logs $(UNITS) $(CHECKS) $(foreach s,$(SUITES),'sh $s $(O)'))
check: test-programs ## what a change touches, in less than a minute: style, includes, and the suites of its rooms [BASE=commit]
	$(Q)$(call use,sh tests/check/check.sh $(O) $(call quote,$(call given,BASE)) $(QUICK_CHECKS))
hooks: ## let git check the style of what you commit (.git/hooks/pre-commit)
	$(Q)sh tests/check/pre-commit --install

# Suites translate, compile and run Java programs, for the host and as kernels.
test-programs: $(PROGRAMS) $(O)/wire $(O)/wiredoc $(O)/text.txt ## build what tests need, for a suite by hand: sh tests/kernel/boot/run.sh build
test-programs: $(JAVA_TOOLS) $(J)/libjxrt.a $(J)/emitted.flags

# Others use the archives of the unit tests.
include tests/unit/rules.mk $(filter-out tests/unit/%,$(wildcard tests/*/rules.mk tests/*/*/rules.mk))
