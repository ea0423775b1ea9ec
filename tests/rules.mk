# SPDX-License-Identifier: GPL-2.0-or-later
# tests/: what is built for them. A folder whose suite, bench or proof needs programs of its own has a rules.mk; it adds
# what suites need as prerequisites of `test-programs'.

# Suites of scripts: tests/*/run.sh, each given the build folder.
SUITES := $(wildcard tests/*/run.sh)

U := $(O)/unit
B := $(O)/bench
SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

.PHONY: test test-programs
test: test-programs deps-nfs ## run all tests (seven minutes on two cores)
	$(Q)sh tests/all.sh $(O)/test-logs $(UNITS) 'sh tests/check/includes.sh' 'sh tests/check/cycles.sh' 'sh tests/check/format.sh $(O)' \
	  'sh tests/check/tables.sh $(O)' 'sh tests/check/porting.sh $(O)' 'sh tests/check/rooms.sh --check' 'sh tests/check/headers.sh $(O)' $(foreach s,$(SUITES),'sh $s $(O)')

# Suites translate, compile and run Java programs, for the host and as kernels.
test-programs: $(PROGRAMS) $(O)/wiredoc $(O)/text.txt ## build what tests need, for a suite by hand: sh tests/NAME/run.sh build
test-programs: $(JAVA_TOOLS) $(J)/libjxrt.a $(J)/emitted.flags

# Others use the archives of the unit tests.
include tests/unit/rules.mk $(filter-out tests/unit/%,$(wildcard tests/*/rules.mk tests/*/*/rules.mk))
