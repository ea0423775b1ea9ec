# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of the page need; where its tools are not to be had its suite says so.

ifneq ($(PAGE_TOOLS),)
test-programs: $(PAGE)/core.wasm $(O)/page.html
.PHONY: bench-page
bench-page: $(O)/page.html $(O)/hostdump $(O)/mkscale $(O)/golden.elf ## the page's figures, 10 M records in it, 100 M dropped [RECORDS= DROPPED=]
	$(Q)$(call use,sh tests/page/bench.sh '$(O)')
endif
