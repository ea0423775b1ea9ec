# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of the page need; where its tools are not to be had its suite says so.

ifneq ($(PAGE_TOOLS),)
test-programs: $(PAGE)/core.wasm
endif
test: deps-page
