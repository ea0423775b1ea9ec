# SPDX-License-Identifier: GPL-2.0-or-later
# One Makefile, no recursion. `make help` lists the targets. All output goes under $(O) (default build/).

O      ?= build
V      ?= 0
Q      := $(if $(filter 1,$(V)),,@)
say     = @$(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1) $(2))

.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := all

# What `make run` and friends take.
INPUT  ?=
PROF   ?= timing,samples,events,sched
ICOUNT ?= on
ARGS   ?=
RUN    ?= $(O)/run

CC      ?= gcc
OBJCOPY ?= objcopy
MINILZO := /usr/share/lzo/minilzo

# Dependencies first: without them nothing below can be built. `make deps` is quiet when all is there.
NODEPS  := deps help clean
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(NODEPS),$(MAKECMDGOALS)),all),)
  DEPS_STATUS := $(shell sh host-tools/deps.sh >&2; echo $$?)
  ifneq ($(DEPS_STATUS),0)
    $(error packages are missing, see above; `make deps` installs them)
  endif
endif

WARN := -Wall -Wextra -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla -Werror
INC  := -Iserial-xfer -Iprofiler

# ---- target ----
# -mno-red-zone             interrupts run on the stack of the interrupted thread
# -fno-omit-frame-pointer   backtraces and samples walk frame pointers; without -foptimize-sibling-calls none is skipped
# -gdwarf-4                 what binutils' addr2line and libdw agree on
# -fno-stack-protector, -fcf-protection=none, -fno-pic: distributions turn these on; a kernel has no use for them
TARGET_FLAGS := -std=gnu11 -O2 -g -gdwarf-4 -ffreestanding -fno-pic -mcmodel=small -mno-red-zone -fno-stack-protector \
  -fcf-protection=none -fno-asynchronous-unwind-tables -fno-omit-frame-pointer -fno-optimize-sibling-calls -fwrapv \
  -fno-strict-aliasing -fno-delete-null-pointer-checks -ffile-prefix-map=$(CURDIR)/= -MMD -MP $(WARN) $(INC) -Ikernel
# Kernel code uses no SSE registers: an interrupt saves them only when it switches threads.
KERNEL_FLAGS := $(TARGET_FLAGS) -mgeneral-regs-only
# The measuring code. Functions of headers are inlined and have no place of their own in a profile. The other options
# keep one symbol a function and one frame a function: no clones, no split-off cold parts, frames set up before the body.
TIMED_FLAGS  := -finstrument-functions -finstrument-functions-exclude-file-list=.h -fno-shrink-wrap -fno-ipa-icf \
  -fno-partial-inlining -fno-reorder-blocks-and-partition -fno-ipa-sra -fno-ipa-cp -fno-ipa-pure-const -fno-ipa-ra

# Kernel files that are not timed, and why: they run before the profiler, are part of it, or are its clock and line.
UNTIMED := kernel/boot/% kernel/kdump.c kernel/panic.c kernel/uart.c kernel/string.c kernel/switch.c kernel/trap.c

KERNEL_C   := $(wildcard kernel/*.c kernel/boot/*.c)
KERNEL_S   := $(wildcard kernel/*.S kernel/boot/*.S)
LOAD_C     := $(wildcard kernel/workload/*.c)
PROF_C     := $(wildcard profiler/*.c)
XFER_SEND  := serial-xfer/wire.c serial-xfer/crc32.c serial-xfer/pack.c serial-xfer/send.c
XFER_C     := $(XFER_SEND) serial-xfer/receive.c

K := $(O)/target
TIMED_C   := $(filter-out $(UNTIMED),$(KERNEL_C))
TIMED_O   := $(TIMED_C:%.c=$(K)/%.o)
UNTIMED_O := $(patsubst %.c,$(K)/%.o,$(filter $(UNTIMED),$(KERNEL_C)) $(PROF_C) $(XFER_SEND)) $(KERNEL_S:%.S=$(K)/%.o) \
             $(K)/minilzo.o
LOAD_O    := $(LOAD_C:%.c=$(K)/%.o)
PROFILER_SUBJECT := profiler/calib_subject.c

$(TIMED_O): FLAGS := $(KERNEL_FLAGS) $(TIMED_FLAGS)
$(LOAD_O): FLAGS := $(TARGET_FLAGS) $(TIMED_FLAGS) -I$(MINILZO)
$(UNTIMED_O): FLAGS := $(KERNEL_FLAGS) -I$(MINILZO)
$(PROFILER_SUBJECT:%.c=$(K)/%.o): FLAGS := $(KERNEL_FLAGS) $(TIMED_FLAGS)
# The library's own warnings are not ours to mend.
$(K)/minilzo.o: FLAGS := $(KERNEL_FLAGS) -DLZO_CFG_FREESTANDING=1 -I$(MINILZO) -w

$(K)/%.o: %.c Makefile
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -c -o $@ $<

$(K)/%.o: %.S Makefile
	$(call say,AS,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -c -o $@ $<

$(K)/minilzo.o: $(MINILZO)/minilzo.c Makefile
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -c -o $@ $<

$(O)/kernel.elf: $(TIMED_O) $(LOAD_O) $(UNTIMED_O) linker.ld
	$(call say,LD,$@)
	$(Q)$(CC) -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
	  -Wl,--no-warn-rwx-segments -T linker.ld -o $@ $(filter %.o,$^)

# QEMU's -kernel takes Multiboot images as ELF32 only; the code inside is the same.
$(O)/kernel.elf32: $(O)/kernel.elf
	$(call say,ELF32,$@)
	$(Q)$(OBJCOPY) -O elf32-i386 $< $@

.PHONY: all
all: $(O)/kernel.elf32 ## build everything

-include $(wildcard $(K)/*.d $(K)/*/*.d $(K)/*/*/*.d)
