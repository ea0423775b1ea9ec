# SPDX-License-Identifier: GPL-2.0-or-later
# What all rooms share, and the order in which their rules are read: one rules.mk in each room, no recursion. A room's
# sources are its folder's; what they are built for follows from the folder. `make help' lists the targets. All output
# goes under $(O) (default build/).

O      ?= build
V      ?= 0
Q      := $(if $(filter 1,$(V)),,@)
say     = @$(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1) $(2))

# Text for a shell, in which no byte of it means anything. What a user gives reaches recipes by this, or by the
# environment (host-tools/run/rules.mk): it is never a part of their text. said: what a user gave, as it was; else our
# default.
quote = '$(subst ','\'',$1)'
COMMA := ,
said  = $(if $(filter file,$(origin $1)),$($1),$(value $1))
# make expands what stands on its command line once more for the environment of recipes; there nothing asks for it.
unexport $(foreach v,$(.VARIABLES),$(if $(filter command,$(origin $v)),$v))
ifneq ($(origin O),file)
  ifneq ($(shell bash host-tools/run/locked.sh --name $(call quote,$(value O)) || echo no),)
    $(error O= is no folder for make, see above)
  endif
endif

# One make at a time builds in a folder: each goal is another make, which has the folder's lock
# (host-tools/run/locked.sh), or needs none: -n, -q and -t change nothing.
NO_LOCK := help deps deps-nfs deps-page deps-export deps-uefi hooks uninstall
GOALS   := $(or $(MAKECMDGOALS),all)
ASKED   := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
HERE    := $(filter command,$(origin LOCKED))$(foreach f,n q t,$(findstring $f,$(ASKED)))
ifneq ($(if $(strip $(HERE)),,$(filter-out $(NO_LOCK),$(GOALS))),)
.NOTPARALLEL:
.PHONY: $(GOALS)
$(GOALS):
	+@exec bash host-tools/run/locked.sh $(call quote,$(O)) $(call quote,$@) $(MAKE) --no-print-directory LOCKED=yes
else

.DELETE_ON_ERROR:
.SUFFIXES:
# Objects that only a pattern rule asks for are kept.
.SECONDARY:
.DEFAULT_GOAL := all

# What `make run` and friends take.
INPUT  ?=
PROF   ?= timing,samples,events,sched,locks
ICOUNT ?= on
SMP    ?= 1
LINE   ?= virtio
ARGS   ?=
KERNEL ?=
MEM    ?=
TIMEOUT ?=
RUN    ?= $(O)/run

# make presets CC to cc; only a choice of the user's, by environment or command line, is one.
ifeq ($(origin CC),default)
  CC    := gcc
endif
OBJCOPY ?= objcopy
export CC
MINILZO := /usr/share/lzo/minilzo

# Dependencies first: without them nothing below can be built. `make deps` is quiet when all is there.
NODEPS  := deps help clean uninstall
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(NODEPS),$(MAKECMDGOALS)),all),)
  DEPS_STATUS := $(shell sh host-tools/run/deps.sh >&2; echo $$?)
  ifneq ($(DEPS_STATUS),0)
    $(error packages are missing, and could not be installed; see above)
  endif
endif

WARN := -Wall -Wextra -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla \
  -Wconversion -Wcast-align -Wformat=2 -Wundef -Wwrite-strings -Werror
INC  := -Iserial-xfer -Iprofiler
# What an object is made of goes into a .d file beside it; the last line of this file reads those. Foreign programs have
# their own, and so have the commits that run-diff builds in folders `trees'.
DEPFLAGS := -MMD -MP
# Debug information names files as seen from the tree.
PREFIX_MAP := $(call quote,-ffile-prefix-map=$(CURDIR)/=)

# Objects: for the target, and for the host. What is built otherwise for a test is in tests/.
K := $(O)/target
H := $(O)/host
PROTO := $(O)/proto
# How programs of the host are optimized; tests that only build them say -O0.
HOST_OPT := -O2
HOST_FLAGS := -std=gnu11 $(HOST_OPT) -g $(WARN) -Iserial-xfer -Ihost-tools -isystem $(PROTO) $(DEPFLAGS)
HOST_LIBS  := -llzo2 -lz -ldw -lelf -liberty -lprotobuf-c -ljansson -lm

# Recipes of what uses programs, and builds none: while `run' is at it, other makes may build; while `use' is, they may
# not. With ASK=yes there is nothing to be done: locked.sh asks whether anything is to be built before.
run = $(if $(ASK),,exec bash host-tools/run/locked.sh --release $1)
use = $(if $(ASK),,exec bash host-tools/run/locked.sh --share $1)

# What is given on make's command line, and only there: that the user's environment has such a variable means nothing.
given = $(if $(filter command,$(origin $1)),$(value $1))

PROGRAMS := $(O)/kernel.elf32 $(O)/hostdump $(O)/textjob $(O)/figures $(O)/render $(O)/record.sizes

.PHONY: all
all: $(PROGRAMS) $(O)/jxtr $(O)/wire ## build everything (the default)

# Each sees the variables of those before it.
RULES := $(addsuffix /rules.mk,serial-xfer profiler kernel translator-instr host-tools host-tools/run viz viz/page tests)
include $(RULES)

.PHONY: FORCE
FORCE:

# What a user needs who does not keep this tree; distributors set DESTDIR, the folder in which PREFIX is made.
PREFIX  ?= /usr/local
export RUN_PREFIX  := $(call said,PREFIX)
export RUN_DESTDIR := $(call said,DESTDIR)
.PHONY: install uninstall
install: $(PROGRAMS) $(KIT)/jxprof.c $(O)/jxtr $(J)/classes.stamp $(J)/libjxrt.a $(J)/emitted.flags ## copy programs, documents and sources for adopters [PREFIX=/usr/local DESTDIR=]
	$(Q)sh host-tools/run/install.sh '$(O)' "$$RUN_PREFIX" "$$RUN_DESTDIR"
.PHONY: deb
deb: $(PROGRAMS) $(KIT)/jxprof.c $(O)/jxtr $(J)/classes.stamp $(J)/libjxrt.a $(J)/emitted.flags ## a Debian package of what install copies
	$(Q)sh host-tools/run/deb.sh '$(O)'
uninstall: ## remove them
	$(Q)sh host-tools/run/install.sh --remove "$$RUN_PREFIX" "$$RUN_DESTDIR"

.PHONY: deps clean help
deps: ## install missing packages (apt-get), nothing when all is there
	$(Q)sh host-tools/run/deps.sh

clean: ## remove build/
	rm -rf $(O)

help: ## this list
	@echo 'Targets (INPUT=, PROF=, LINE=, ICOUNT=, SMP=, KERNEL=, MEM=, TIMEOUT=, RUN= for run and run-iso; O=dir for another build folder,'
	@echo 'V=1 shows commands):'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(filter Makefile %.mk,$(MAKEFILE_LIST)) | expand -t 17
	@echo
	@echo 'Java programs, by run, run-iso, iso and debug:'
	@echo "  APP=name      one of kernel/programs/java/apps (APP= lists them) [ARGS='its arguments']"
	@echo "  JAVA=path     your own: a file, a jar, a folder of sources or of class files [MAIN=pkg.Class ARGS='...']"
	@echo "  PROFILE=, TRACE=, OBJECTS=, EXCLUDE='patterns': methods to be timed, to log events, whose objects are logged, left alone"
	@echo "  THRESHOLD=bytes: methods of no more bytecode, and no loop, are not timed unless PROFILE= names them (80)"
	@echo "  EXACT=yes: when each object became unreachable, and was used last; some times as slow"
	@echo "  MISSING=throw or refuse: what our library lacks throws where it is used (JAVA=), or the program is refused (APP=)"

# Last: dependency files name headers that may be gone.
-include $(shell find $(O) \( -path $(O)/foreign -o -name trees \) -prune -o -name '*.d' -print 2>/dev/null)
endif
