# SPDX-License-Identifier: GPL-2.0-or-later
# viz/page: the page in which a run is explored. It runs hostdump's own analyses as WebAssembly, made by clang, lld and
# wasi-libc; esbuild puts its modules together. Where these are not to be had there is no page, and make says so.

PAGE := $(O)/page
PAGE_TOOLS := $(shell sh host-tools/run/deps.sh page --check >/dev/null 2>&1 && echo yes)

.PHONY: deps-page
deps-page: ## install what makes the page in which a run is explored
	$(Q)sh host-tools/run/deps.sh page

PAGE_C := $(wildcard viz/page/core/*.c viz/page/core/libc/*.c) $(filter-out %/leave.c %/symbols_elf.c %/demangle.c %/follow.c %/outfile.c, \
  $(wildcard $(foreach r,base dump model tables,host-tools/$r/*.c))) \
  $(wildcard $(foreach r,format both host,serial-xfer/$r/*.c))
# Of the C library the page has what these analyses call; sort.c has what it lacks.
PAGE_CC := clang --target=wasm32-wasi -O2 -std=gnu11 -ffunction-sections -Wall -Wextra -Wno-unused-parameter \
  -include viz/page/core/libc/gnu.h \
  -isystem viz/page/core/libc -Iserial-xfer -Ihost-tools -Iviz/page/core -I$(MINILZO)

$(PAGE)/c/%.o: %.c viz/page/rules.mk
	$(call say,WASMCC,$<)
	@mkdir -p $(@D)
	$(Q)$(PAGE_CC) -MMD -MP -c -o $@ $<

$(PAGE)/c/minilzo.o: $(MINILZO)/minilzo.c viz/page/rules.mk
	@mkdir -p $(@D)
	$(Q)$(PAGE_CC) -w -c -o $@ $<

$(PAGE)/core.wasm: $(PAGE_C:%.c=$(PAGE)/c/%.o) $(PAGE)/c/minilzo.o
	$(call say,WASMLD,$@)
	$(Q)clang --target=wasm32-wasi -O2 -mexec-model=reactor -fuse-ld=lld -o $@ $^ -Wl,--gc-sections,--strip-debug \
	  -Wl,--export-table,--export=__stack_pointer,--export=malloc,--export=free -Wl,-z,stack-size=1048576
