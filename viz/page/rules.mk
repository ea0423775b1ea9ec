# SPDX-License-Identifier: GPL-2.0-or-later
# viz/page: the page in which a run is explored. It runs hostdump's own analyses as WebAssembly, made by clang, lld and
# wasi-libc; esbuild puts its modules together. Where these are not to be had there is no page, and make says so.

PAGE := $(O)/page
PAGE_TOOLS := $(shell sh host-tools/run/deps.sh page --check >/dev/null 2>&1 && echo yes)
# make run, test, install and deb try to install them, once in a build folder: `make deps-page' tries again.
ifeq ($(PAGE_TOOLS)$(wildcard $(PAGE)/none),)
  ifneq ($(filter run run-iso run-net run-nfs test install deb test-deb,$(GOALS)),)
    PAGE_TOOLS := $(shell sh host-tools/run/deps.sh page >&2 && echo yes)
    ifeq ($(PAGE_TOOLS),)
      $(shell mkdir -p $(PAGE) && touch $(PAGE)/none)
      $(info there is no page to explore runs in, for its tools are missing, see above; the charts are made as ever)
    endif
  endif
endif
ifneq ($(PAGE_TOOLS),)
all run run-iso run-net run-nfs install deb: $(O)/page.html
endif

.PHONY: deps-page
deps-page: ## install what makes the page in which a run is explored
	$(Q)sh host-tools/run/deps.sh page

PAGE_C := $(wildcard viz/page/core/*.c viz/page/core/libc/*.c) \
  $(filter-out %/leave.c %/base/file.c %/symbols_elf.c %/demangle.c %/follow.c %/outfile.c, \
  $(wildcard $(foreach r,base dump model lanes net tables,host-tools/$r/*.c))) \
  $(filter-out %/show_json.c,$(wildcard host-tools/diff/*.c)) \
  $(wildcard $(foreach r,format both host,serial-xfer/$r/*.c)) \
  $(filter-out %/main.c %/index.c %/glyphs.c %/packed.c,$(wildcard viz/figures/*.c))
# Of the C library the page has what these analyses call; sort.c has what it lacks.
PAGE_CC := clang --target=wasm32-wasi -O2 -std=gnu11 -ffunction-sections -Wall -Wextra -Wno-unused-parameter \
  -include viz/page/core/libc/gnu.h \
  -isystem viz/page/core/libc -Iserial-xfer -Ihost-tools -Iviz/page/core -Iviz/figures -I$(MINILZO)

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

# Two programs of one module each: what the page's window runs, and what its worker runs.
PAGE_JS := $(wildcard viz/page/src/*.js)
$(PAGE)/%.js: $(PAGE_JS) viz/page/rules.mk
	$(call say,BUNDLE,$@)
	@mkdir -p $(@D)
	$(Q)NODE_PATH=/usr/share/nodejs esbuild viz/page/src/$*.js --bundle --minify \
	  --target=chrome100,firefox113 --format=iife --log-level=warning --outfile=$@

$(O)/page.html: viz/page/assemble.sh viz/page/src/page.html viz/page/src/page.css $(PAGE)/core.wasm $(PAGE)/main.js $(PAGE)/worker.js
	$(call say,GEN,$@)
	$(Q)sh viz/page/assemble.sh $(PAGE)/core.wasm $(PAGE)/main.js $(PAGE)/worker.js >$@
