# SPDX-License-Identifier: GPL-2.0-or-later
# One Makefile, no recursion. `make help` lists the targets. All output goes under $(O) (default build/).

O      ?= build
V      ?= 0
Q      := $(if $(filter 1,$(V)),,@)
say     = @$(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1) $(2))

.DELETE_ON_ERROR:
.SUFFIXES:
# Objects that only a pattern rule asks for are kept.
.SECONDARY:
.DEFAULT_GOAL := all

# What `make run` and friends take.
INPUT  ?=
PROF   ?= timing,samples,events,sched
ICOUNT ?= on
LINE   ?= uart
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
MINILZO := /usr/share/lzo/minilzo

# Dependencies first: without them nothing below can be built. `make deps` is quiet when all is there.
NODEPS  := deps help clean
ifneq ($(if $(MAKECMDGOALS),$(filter-out $(NODEPS),$(MAKECMDGOALS)),all),)
  DEPS_STATUS := $(shell sh host-tools/run/deps.sh >&2; echo $$?)
  ifneq ($(DEPS_STATUS),0)
    $(error packages are missing, and could not be installed; see above)
  endif
endif

WARN := -Wall -Wextra -Wmissing-prototypes -Wstrict-prototypes -Wshadow -Wvla -Werror
INC  := -Iserial-xfer -Iprofiler

# ---- target ----
# -mno-red-zone             interrupts run on the stack of the interrupted thread
# -fno-omit-frame-pointer   backtraces and samples walk frame pointers, which functions set up first (-fno-shrink-wrap);
#                           without -foptimize-sibling-calls none is skipped
# -gdwarf-4                 what binutils' addr2line and libdw agree on
# -fno-stack-protector, -fcf-protection=none, -fno-pic: distributions turn these on; a kernel has no use for them
TARGET_FLAGS := -std=gnu11 -O2 -g -gdwarf-4 -ffreestanding -fno-pic -mcmodel=small -mno-red-zone -fno-stack-protector \
  -fcf-protection=none -fno-asynchronous-unwind-tables -fno-omit-frame-pointer -fno-shrink-wrap -fno-optimize-sibling-calls \
  -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks -ffile-prefix-map='$(CURDIR)/=' -MMD -MP $(WARN) $(INC) -Ikernel -Ikernel/arch/x86_64 -Ikernel/lib
# Kernel code uses no SSE registers: an interrupt saves them only when it switches threads.
KERNEL_FLAGS := $(TARGET_FLAGS) -mgeneral-regs-only
# The measuring code: profiler/probes/arch/x86_64/fentry.c. Its sites are NOPs until the kernel is told to time. The other options keep a
# function of the source a function, with one symbol and one frame: none but those declared inline are inlined, no
# clones, no split-off cold parts, frames set up before the body.
PROBE_FLAGS  := -pg -mfentry -mnop-mcount -mrecord-mcount -minstrument-return=nop5 -mrecord-return
SHAPE_FLAGS  := -fno-inline-functions -fno-inline-small-functions -fno-inline-functions-called-once -fno-shrink-wrap \
  -fno-ipa-icf -fno-partial-inlining -fno-reorder-blocks-and-partition -fno-ipa-sra -fno-ipa-cp -fno-ipa-pure-const \
  -fno-ipa-ra
TIMED_FLAGS  := $(PROBE_FLAGS) $(SHAPE_FLAGS)

# Kernel files that are not timed, and why: they run before the profiler, are part of it, or are its clock and line.
ARCH := kernel/arch/x86_64
UNTIMED := $(ARCH)/tables.c $(ARCH)/multiboot.c $(ARCH)/apic.c kernel/profile/backchannel.c kernel/drivers/input.c kernel/profile/kdump.c \
  kernel/profile/dump_frames.c kernel/drivers/line.c $(ARCH)/nmi.c kernel/core/panic.c $(ARCH)/io_timeout.c kernel/drivers/pci.c \
  $(ARCH)/pit.c $(ARCH)/pmu.c kernel/lib/sampler.c kernel/lib/string.c $(ARCH)/switch.c $(ARCH)/trap.c kernel/drivers/uart.c \
  kernel/drivers/virtio.c kernel/drivers/virtio_serial.c

KERNEL_C   := $(wildcard kernel/*.c $(foreach r,arch/x86_64 core lib drivers profile,kernel/$r/*.c))
KERNEL_S   := $(wildcard kernel/arch/x86_64/*.S)
LOAD_C     := $(wildcard kernel/programs/*.c kernel/programs/text/*.c)
PROF_C     := $(wildcard profiler/*.c profiler/*/*.c profiler/probes/*/*.c profiler/probes/arch/x86_64/*.c)
XFER_SEND  := $(addprefix serial-xfer/,format/wire.c format/crc32.c format/rice.c format/pack.c both/base64.c format/frame.c \
              target/send.c both/checked_line.c both/ack.c target/window.c)
XFER_C     := $(XFER_SEND) serial-xfer/format/unpack.c $(wildcard serial-xfer/host/*.c)

K := $(O)/target
TIMED_C   := $(filter-out $(UNTIMED),$(KERNEL_C))
TIMED_O   := $(TIMED_C:%.c=$(K)/%.o)
UNTIMED_O := $(patsubst %.c,$(K)/%.o,$(filter $(UNTIMED),$(KERNEL_C)) $(PROF_C) $(XFER_SEND)) $(KERNEL_S:%.S=$(K)/%.o) \
             $(K)/minilzo.o
LOAD_O    := $(LOAD_C:%.c=$(K)/%.o)
PROFILER_SUBJECT := profiler/probes/subject/calib_subject.c

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

$(O)/kernel.elf: $(TIMED_O) $(LOAD_O) $(UNTIMED_O) linker.ld host-tools/run/link.sh profiler/handout/names.sh
	$(call say,LD,$@)
	$(Q)CC='$(CC)' sh host-tools/run/link.sh $@ $(filter %.o,$^)

# QEMU's -kernel takes Multiboot images as ELF32 only; the code inside is the same.
$(O)/kernel.elf32: $(O)/kernel.elf
	$(call say,ELF32,$@)
	$(Q)$(OBJCOPY) -O elf32-i386 $< $@

# ---- host ----
HOST_FLAGS := -std=gnu11 -O2 -g $(WARN) -Iserial-xfer -Ihost-tools -MMD -MP
HOST_LIBS  := -llzo2 -ldw -lelf -lm
H := $(O)/host

# Programs of host-tools/ that are one file; the rest is hostdump.
SINGLE   := host-tools/run/textjob.c
DUMP_C   := $(filter-out $(SINGLE) host-tools/qemu/%,$(wildcard host-tools/*/*.c))
DUMP_O   := $(DUMP_C:%.c=$(H)/%.o) $(XFER_C:%.c=$(H)/%.o)
# The receiving half decompresses with liblzo2; the sending half, which tests use here, with the target's miniLZO.
$(H)/%.o: %.c Makefile
	$(call say,HOSTCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -I$(MINILZO) -c -o $@ $<

$(H)/minilzo.o: $(MINILZO)/minilzo.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -w -I$(MINILZO) -c -o $@ $<

$(O)/hostdump: $(filter-out %/send.o,$(DUMP_O))
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)

# QEMU's plugins: the model of caches that make run COUNTERS= takes.
PLUGIN_FLAGS := -std=gnu11 -O2 -fPIC -shared $(WARN) -Iserial-xfer -Ihost-tools
$(O)/model.so: $(wildcard host-tools/qemu/*.c host-tools/qemu/*.h) serial-xfer/format/wire.h Makefile
	$(call say,HOSTLD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(PLUGIN_FLAGS) -o $@ $(filter %.c,$^)

$(O)/textjob: $(H)/host-tools/run/textjob.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ -llzo2

$(O)/wiredoc: $(H)/serial-xfer/format/wiredoc.o $(XFER_SEND:%.c=$(H)/%.o) $(H)/minilzo.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^

# The charts are drawn by a script that stays in the tree.
$(O)/render: viz/render.sh Makefile
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)printf '#!/bin/sh\nHOSTDUMP=$${HOSTDUMP:-%s} exec sh "%s" "$$@"\n' '$(abspath $(O))/hostdump' '$(CURDIR)/viz/render.sh' >$@
	$(Q)chmod +x $@

$(O)/text.txt: host-tools/run/mktext.awk
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk -f $< >$@

PROGRAMS := $(O)/kernel.elf32 $(O)/hostdump $(O)/textjob $(O)/render

.PHONY: all
all: $(PROGRAMS) $(O)/jxtr ## build everything (the default)

# ---- running ----

.PHONY: run run-iso iso debug deps
# Names and options of the user's reach the shell through the environment: a quote or a $ in them stays what it is.
export RUN_INPUT := $(if $(INPUT),$(value INPUT),$(O)/text.txt)
export RUN_ARGS  := $(value ARGS)
export RUN_KERNEL := $(value KERNEL)
# What is given on make's command line, and only there: that the user's environment has such a variable means nothing.
given = $(if $(filter command,$(origin $1)),$(value $1))
export RUN_COUNTERS := $(call given,COUNTERS)
export RUN_CACHE := $(call given,CACHE)
RUN_TEXT  = $(if $(INPUT),,$(O)/text.txt)
RUN_NEEDS_ALSO = $(if $(call given,COUNTERS),$(O)/model.so)
RUN_WITH  = --build '$(O)' --input "$$RUN_INPUT" --icount '$(ICOUNT)' --line '$(LINE)' --out '$(RUN)' $(if $(MEM),--mem '$(MEM)') \
  $(if $(TIMEOUT),--timeout '$(TIMEOUT)') $(if $(call given,COUNTERS),--counters "$$RUN_COUNTERS") \
  $(if $(call given,CACHE),--cache "$$RUN_CACHE")
# A Java program is asked for by APP= or JAVA=. Then ARGS= are its arguments and the kernel's options only KERNEL=.
ifeq ($(filter command,$(origin APP) $(origin JAVA)),)
  RUN_NEEDS   = $(PROGRAMS)
  RUN_COMMAND = bash host-tools/run/run.sh $(RUN_WITH) --prof '$(PROF)' --append "$$RUN_KERNEL $$RUN_ARGS"
  ISO_COMMAND = sh host-tools/run/iso.sh -k $(O)/kernel.elf
  DEBUG_COMMAND = sh host-tools/run/debug.sh -b $(O)
  RUN_LINE    = "prof=$(PROF) $$RUN_KERNEL $$RUN_ARGS"
else
  RUN_NEEDS   = $(PROGRAMS) $(JAVA_TOOLS)
  RUN_COMMAND = bash host-tools/run/java.sh --build '$(O)' $(JAVA_WITH) -- $(RUN_WITH) --append "$$RUN_KERNEL" --args "$$RUN_ARGS" \
    $(if $(filter file,$(origin PROF)),,--prof '$(PROF)')
  ISO_COMMAND = bash host-tools/run/java.sh --build '$(O)' $(JAVA_WITH) --tool iso --
  DEBUG_COMMAND = bash host-tools/run/java.sh --build '$(O)' $(JAVA_WITH) --tool debug --
  RUN_LINE    = "prof=$(PROF)$(if $(filter file,$(origin PROF)),$(COMMA)objects) $$RUN_KERNEL -- $$RUN_ARGS"
  COMMA := ,
endif
.SECONDEXPANSION:
run: $$(RUN_NEEDS) $$(RUN_NEEDS_ALSO) $(RUN_TEXT) ## boot in QEMU, dump, render [INPUT=file PROF=list LINE=virtio ICOUNT=off KERNEL='its options' COUNTERS=a,b MEM=MB RUN=dir]
	$(Q)$(RUN_COMMAND)

run-iso: $$(RUN_NEEDS) $$(RUN_NEEDS_ALSO) $(RUN_TEXT) ## the same through GRUB, from a CD image
	$(Q)$(RUN_COMMAND) --iso

iso: $(O)/jx.iso ## a CD image that boots the kernel on INPUT, here or on a PC: build/jx.iso
$(O)/jx.iso: $$(RUN_NEEDS) $(RUN_TEXT) host-tools/run/iso.sh FORCE
	$(Q)$(ISO_COMMAND) -o '$(abspath $@)' -i "$$RUN_INPUT" -a $(RUN_LINE)
	@echo 'iso: $@'

debug: $$(RUN_NEEDS) $(RUN_TEXT) ## boot stopped, with gdb attached, up to kmain
	$(Q)$(DEBUG_COMMAND) -i "$$RUN_INPUT" -a $(RUN_LINE)

.PHONY: FORCE
FORCE:

# ---- tests ----
# Everything that is ours is built once more for the host with sanitizers, as archives: a test takes what it needs.
U := $(O)/unit
SAN := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
UNIT_FLAGS := $(filter-out -O2,$(HOST_FLAGS)) -O1 $(SAN) -I$(MINILZO)
UNIT_INC := -Iprofiler -Ihost-tools -Ikernel -Itests/port/fake -Itests/unit
UNIT_C  := $(wildcard tests/unit/test_*.c)
UNITS   := $(UNIT_C:tests/unit/%.c=$(U)/%)
PURE_C  := $(foreach f,hash split table rank show,kernel/programs/text/text_$f.c)
UNIT_LIB_C := $(PROF_C) tests/port/fake/fake_port.c tests/unit/profiler.c $(XFER_C) $(filter-out host-tools/commands/main.c,$(DUMP_C)) $(PURE_C)

$(U)/profiler/probes/subject/calib_subject.o: UNIT_EXTRA := -finstrument-functions
CALLS_OF_HOOKS := -pg -mfentry -minstrument-return=call -fno-pic -fcf-protection=none
$(U)/tests/unit/test_fentry.o: UNIT_EXTRA := $(CALLS_OF_HOOKS)
$(U)/tests/unit/test_timed.o: UNIT_EXTRA := $(PROBE_FLAGS) -fno-pic -fcf-protection=none
$(U)/test_fentry $(U)/test_timed: UNIT_LINK := -no-pie
$(U)/%.o: %.c Makefile
	$(call say,UNITCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(UNIT_FLAGS) $(UNIT_INC) $(UNIT_EXTRA) -c -o $@ $<

$(U)/lib.a: $(UNIT_LIB_C:%.c=$(U)/%.o) $(H)/minilzo.o
	@rm -f $@
	$(Q)ar rcs $@ $^

$(U)/test_%: $(U)/tests/unit/test_%.o $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) $(UNIT_LINK) -o $@ $^ -lcmocka $(HOST_LIBS)

# What is stepped through by the instruction has no sanitizer's instructions in it.
STEPPED_O := $(patsubst %.c,$(U)/stepped/%.o,tests/unit/test_fentry_step.c tests/unit/profiler.c tests/port/fake/fake_port.c \
  serial-xfer/format/wire.c $(PROF_C))
$(U)/stepped/profiler/probes/subject/calib_subject.o: UNIT_EXTRA := -finstrument-functions
$(U)/stepped/tests/unit/test_fentry_step.o: UNIT_EXTRA := $(CALLS_OF_HOOKS)
$(U)/stepped/%.o: %.c Makefile
	$(call say,UNITCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -fno-omit-frame-pointer -fno-optimize-sibling-calls $(UNIT_INC) $(UNIT_EXTRA) -c -o $@ $<
$(U)/test_fentry_step: $(STEPPED_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) -no-pie -o $@ $^ -lcmocka

# Programs of the test suites: what makes golden streams, and what ruins them.
GOLDEN_O := tests/golden/mkgolden.o $(XFER_SEND:%.c=%.o)
$(O)/mkgolden: $(GOLDEN_O:%=$(H)/%) $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^
$(O)/mkscale: $(H)/tests/bench/mkscale.o $(XFER_SEND:%.c=$(H)/%.o) $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^
$(O)/mangle: $(H)/tests/bad/mangle.o $(H)/serial-xfer/format/crc32.o
	$(Q)$(CC) -o $@ $^
# The image that the golden streams name: addresses and build-id are those that mkgolden.c writes.
$(O)/golden.elf: tests/golden/image.S tests/golden/image2.S Makefile
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -g -nostdlib -static -no-pie -ffile-prefix-map='$(CURDIR)/=' \
	  -Wl,--build-id=0x00112233445566778899aabbccddeeff00112233 -Wl,-Ttext=0x100000 \
	  -Wl,--section-start=second=0x101000 -Wl,-e,main_loop -o $@ $(filter %.S,$^)
# hostdump under sanitizers, for its cases.
$(U)/hostdump: $(U)/host-tools/commands/main.o $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ $(HOST_LIBS)
$(O)/speak: $(H)/tests/serve/speak.o
	$(Q)$(CC) -o $@ $^
TEST_PROGRAMS := $(O)/speak $(O)/mkgolden $(O)/mangle $(O)/golden.elf $(U)/hostdump

# A line of a given speed, for use between QEMU and hostdump.
$(O)/line: tests/line/line.c Makefile
	$(call say,HOSTLD,$@)
	$(Q)$(CC) $(filter-out -MMD -MP,$(HOST_FLAGS)) -o $@ $<
test: $(O)/line

# Suites of scripts: tests/*/run.sh, each given the build folder.
SUITES := $(wildcard tests/*/run.sh)
.PHONY: test format
test: $(PROGRAMS) $(O)/wiredoc $(O)/text.txt $(UNITS) $(TEST_PROGRAMS) ## run all tests (seven minutes on two cores)
	$(Q)sh tests/all.sh $(O)/test-logs $(UNITS) 'sh tests/check/includes.sh' 'sh tests/check/format.sh $(O)' \
	  'sh tests/check/tables.sh $(O)' $(foreach s,$(SUITES),'sh $s $(O)')

format: $(O)/wiredoc ## renew the generated part of serial-xfer/FORMAT.md
	$(Q)sed -i '/^<!-- from here on/,$$d' serial-xfer/FORMAT.md && $(O)/wiredoc >>serial-xfer/FORMAT.md

# ---- java ----
# The translator, the library's classes, and the runtime as a library of the host. A program: jxtr turns its classes
# into C, which is compiled with EMITTED_FLAGS and linked with libjxrt.a.
JXTR_C := $(wildcard translator-instr/jxtr/*.c translator-instr/jxtr/*/*.c)
JXTR_O := $(JXTR_C:%.c=$(H)/%.o)
$(JXTR_O): HOST_FLAGS += -D_GNU_SOURCE -Itranslator-instr -Itranslator-instr/jxtr
$(O)/jxtr: $(JXTR_O)
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^

J := $(O)/java
# --system none: nothing of the JDK's library is visible. -XDstringConcat=inline: no invokedynamic for `+'.
JAVAC := javac --system none -XDstringConcat=inline -g -proc:none -encoding UTF-8
LIB_JAVA := $(shell find translator-instr/library -name '*.java' 2>/dev/null)
$(J)/classes.stamp: $(LIB_JAVA) Makefile
	$(call say,JAVAC,translator-instr/library)
	$(Q)rm -rf $(J)/classes.new && mkdir -p $(J)
	$(Q)$(JAVAC) -d $(J)/classes.new/java.base $(LIB_JAVA)
	$(Q)rm -rf $(J)/classes && mv $(J)/classes.new $(J)/classes && touch $@

# Java's arithmetic, and null checks that stay (translator-instr/contract/jx.h); the rest as the kernel's own code. A method has
# more labels and variables than it uses.
EMITTED_FLAGS := -std=gnu11 -O2 -g -gdwarf-4 -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks \
  -fno-math-errno -ffp-contract=off -fno-pic -fno-omit-frame-pointer -fno-optimize-sibling-calls -Itranslator-instr/contract \
  -Wall -Werror -Wno-unused-label -Wno-unused-variable -Wno-unused-but-set-variable -Wno-maybe-uninitialized

# Sun's fdlibm, whose results Java specifies, out of newlib's sources: for the host, and for kernels with Java
# ($(FDLIBM_TARGET_O)). Its math.h is ours. -D__OBSOLETE_MATH: of exp, log and pow, too, fdlibm's and not ARM's.
NEWLIB := $(lastword $(sort $(wildcard /usr/src/newlib/newlib-*.tar.xz)))
N := $(O)/newlib
FDLIBM := e_acos e_asin e_atan2 e_cosh e_exp e_fmod e_hypot e_log e_log10 e_pow e_rem_pio2 e_remainder e_sinh k_cos \
  k_rem_pio2 k_sin k_tan math_err s_atan s_cbrt s_copysign s_cos s_expm1 s_floor s_log1p s_scalbn s_sin s_tan s_tanh
FDLIBM_FLAGS := -Itranslator-instr/runtime/fdlibm -I$(N) -D__OBSOLETE_MATH=1 -DWANT_ERRNO=0 -fno-math-errno -ffp-contract=off \
  -fno-builtin -w
FDLIBM_TARGET_O := $(FDLIBM:%=$(K)/fdlibm/%.o)
$(N)/unpacked: $(NEWLIB) Makefile
	$(call say,UNPACK,$<)
	@rm -rf $(N) && mkdir -p $(N)
	$(Q)tar xJf $< -C $(N) --transform='s|.*/libm/[a-z]*/||;s|.*/libc/include/||' --wildcards \
	  --no-wildcards-match-slash $(FDLIBM:%='*/newlib/libm/*/%.c') '*/newlib/libm/common/fdlibm.h' \
	  '*/newlib/libm/common/math_config.h' '*/newlib/libc/include/machine/ieeefp.h'
	@touch $@
$(J)/rt/fdlibm/%.o: $(N)/unpacked translator-instr/runtime/fdlibm/math.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(EMITTED_FLAGS) $(FDLIBM_FLAGS) -c -o $@ $(N)/$*.c
$(K)/fdlibm/%.o: $(N)/unpacked translator-instr/runtime/fdlibm/math.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -MMD -MP -Ikernel,$(TARGET_FLAGS)) $(FDLIBM_FLAGS) -c -o $@ $(N)/$*.c

# Where objects live.
SPACE_O := core/block.o core/space.o core/sweep.o
RT := translator-instr/runtime
RT_C := $(wildcard $(RT)/core/*.c $(RT)/hosted/*.c)
$(J)/rt/%.o: $(RT)/%.c Makefile
	$(call say,HOSTCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(EMITTED_FLAGS) -DJX_HOSTED -Itranslator-instr $(INC) -MMD -MP -c -o $@ $<
$(J)/libjxrt.a: $(RT_C:$(RT)/%.c=$(J)/rt/%.o) $(FDLIBM:%=$(J)/rt/fdlibm/%.o)
	@rm -f $@
	$(Q)ar rcs $@ $^
$(J)/emitted.flags: Makefile
	@mkdir -p $(@D)
	@echo '$(EMITTED_FLAGS) -DJX_HOSTED' >$@

# The translator's own tests: its sources again, with sanitizers.
$(U)/translator-instr/%.o $(U)/tests/unit/test_jxtr_%.o: UNIT_EXTRA := -D_GNU_SOURCE -Itranslator-instr -Itranslator-instr/jxtr
$(U)/jxtr.a: $(JXTR_C:%.c=$(U)/%.o)
	@rm -f $@
	$(Q)ar rcs $@ $(filter-out %/main.o,$^)
$(U)/test_jxtr_%: $(U)/tests/unit/test_jxtr_%.o $(U)/jxtr.a | $(J)/classes.stamp
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka
$(U)/jxtr: $(JXTR_C:%.c=$(U)/%.o)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^
test: $(O)/jxtr $(U)/jxtr $(J)/classes.stamp $(J)/libjxrt.a $(J)/emitted.flags

# ---- java runtime ----
# The heap under sanitizers, on the hosted port.
GC_O := $(addprefix $(U)/$(RT)/,core/gc.o $(SPACE_O) hosted/port_hosted.o)
$(GC_O) $(U)/tests/unit/test_gc.o: UNIT_EXTRA := -DJX_HOSTED -Itranslator-instr
$(U)/test_gc: $(U)/tests/unit/test_gc.o $(GC_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka -lpthread

# ---- java's objects ----
# What tells the profiler of them, on the fake port and on a heap that only passes the time.
OBJECTS_O := $(U)/$(RT)/kernel/objects_kernel.o $(U)/kernel/lib/format.o
$(OBJECTS_O) $(U)/tests/unit/test_objects_kernel.o: UNIT_EXTRA := -DJX_HOSTED -Itranslator-instr
$(U)/test_objects_kernel: $(U)/tests/unit/test_objects_kernel.o $(OBJECTS_O) $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka $(HOST_LIBS)

# ---- the processor's counters ----
# The kernel's code for them, on a fake of their registers.
PMU_O := $(U)/kernel/arch/x86_64/pmu.o $(U)/kernel/lib/format.o
$(PMU_O) $(U)/tests/unit/test_pmu.o: UNIT_EXTRA := -idirafter kernel/arch/x86_64
$(U)/test_pmu: $(U)/tests/unit/test_pmu.o $(PMU_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka

# The model of the caches, as the plugin has it.
test: $(O)/model.so
$(U)/test_cache: $(U)/tests/unit/test_cache.o $(U)/host-tools/qemu/cache.o
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka

# ---- java in the kernel ----
# An image for a Java program has the kernel's objects, without the workloads in C, the runtime's, and the program's C
# compiled with what is in target.flags; host-tools/run/java.sh makes it.
# What a profile needs of the compiler, but methods and functions without probes may be inlined: jxtr marks the others.
JAVA_SHAPE := $(filter-out -fno-inline%,$(SHAPE_FLAGS))
JAVA_FLAGS := $(TARGET_FLAGS) $(PROBE_FLAGS) $(JAVA_SHAPE) -fno-math-errno -ffp-contract=off -Itranslator-instr
# The innards of the heap are not timed one by one: a collection would mostly measure itself. Nor is what is shorter than a
# probe: numbers in byte arrays, ports.
RT_UNTIMED := $(SPACE_O:%.o=$(RT)/%.c) $(RT)/core/bigendian.c $(RT)/kernel/hw_kernel.c
RT_KERNEL_C := $(wildcard $(RT)/core/*.c $(RT)/kernel/*.c)
RT_KERNEL_O := $(RT_KERNEL_C:%.c=$(K)/%.o)
$(RT_KERNEL_O): FLAGS := $(JAVA_FLAGS)
$(RT_UNTIMED:%.c=$(K)/%.o): FLAGS := $(filter-out $(PROBE_FLAGS),$(JAVA_FLAGS))
JAVA_KERNEL_O := $(TIMED_O) $(UNTIMED_O) $(RT_KERNEL_O) $(FDLIBM_TARGET_O)
$(J)/target.flags: Makefile
	@mkdir -p $(@D)
	@echo '$(filter-out -MMD -MP -I% -W% -ffile-prefix-map%,$(JAVA_FLAGS)) -Itranslator-instr/contract -Ikernel/arch/x86_64 -Ikernel/lib $(filter -W%,$(EMITTED_FLAGS))' >$@
$(J)/target.objects: $(JAVA_KERNEL_O) linker.ld
	@mkdir -p $(@D)
	@printf '%s\n' $(JAVA_KERNEL_O) >$@
# What `make run' takes for a Java program, by way of the environment as above, but from make's command line only.
export RUN_APP     := $(call given,APP)
export RUN_JAVA    := $(call given,JAVA)
export RUN_MAIN    := $(call given,MAIN)
export RUN_PROFILE := $(call given,PROFILE)
export RUN_TRACE   := $(call given,TRACE)
export RUN_OBJECTS := $(call given,OBJECTS)
export RUN_EXCLUDE := $(call given,EXCLUDE)
export RUN_THRESHOLD := $(call given,THRESHOLD)
JAVA_WITH = --app "$$RUN_APP" --java "$$RUN_JAVA" --main "$$RUN_MAIN" --profile "$${RUN_PROFILE:-all}" \
  --trace "$${RUN_TRACE:-none}" --objects "$${RUN_OBJECTS:-all}" --exclude "$$RUN_EXCLUDE" \
  --threshold "$$RUN_THRESHOLD"
JAVA_TOOLS := $(O)/jxtr $(J)/classes.stamp $(J)/target.flags $(J)/target.objects
test: $(JAVA_TOOLS)

# ---- figures ----
B := $(O)/bench
# As the target is built where it matters to the probes; fentry.c wants no PIC and no endbr64 before its call.
BENCH_FLAGS := $(HOST_FLAGS) -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pic -fcf-protection=none \
  -Iprofiler -Ikernel -Itests/port/host
$(B)/profiler/probes/subject/calib_subject.o $(B)/tests/bench/bench_probes.o: BENCH_EXTRA := -pg -mfentry -minstrument-return=call
$(B)/%.o: %.c Makefile
	$(call say,BENCHCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BENCH_FLAGS) $(BENCH_EXTRA) -c -o $@ $<

$(B)/bench_probes: $(patsubst %.c,$(B)/%.o,tests/bench/bench_probes.c tests/port/host/host_port.c $(PROF_C)) \
  $(H)/serial-xfer/format/wire.o
	$(Q)$(CC) -no-pie -o $@ $^

$(B)/tests/bench/bench_decode.o: BENCH_EXTRA := -Ihost-tools -I$(MINILZO)
$(B)/bench_decode: $(B)/tests/bench/bench_decode.o $(filter-out %/main.o,$(DUMP_O)) $(H)/minilzo.o
	$(Q)$(CC) -no-pie -o $@ $^ $(HOST_LIBS)

.PHONY: bench
bench: $(PROGRAMS) $(O)/text.txt $(O)/line $(B)/bench_probes $(B)/bench_decode ## measure, one figure a line: name, value, unit, goal, holds|short
	$(Q)$(B)/bench_probes
	$(Q)$(B)/bench_decode $(B)/decode.jxp
	$(Q)sh tests/bench/serial.sh $(O)
	$(Q)bash tests/bench/wire.sh $(O)
	$(Q)sh tests/bench/sampling.sh $(O)
	$(Q)sh tests/bench/baud.sh $(O)
	$(Q)bash tests/bench/stream.sh $(O)

# ---- scale ----
$(B)/spent: $(H)/tests/bench/spent.o
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^
test: $(B)/spent $(O)/mkscale
.PHONY: scale
scale: $(PROGRAMS) $(O)/mkscale $(O)/golden.elf $(B)/spent $(B)/bench_decode ## what 100 million records cost the host [RECORDS=100000000]
	$(Q)sh tests/bench/scale.sh $(O) $(RECORDS)

# ---- damage ----
# A bad line, and the proof that nothing on it is taken for data: fast for `make damage`, sanitized for `make test`.
DAMAGE_O := $(patsubst %.c,%.o,$(wildcard tests/damage/*.c))
$(DAMAGE_O:%=$(H)/%): HOST_FLAGS += -D_GNU_SOURCE -Ihost-tools -Itests/bench
$(DAMAGE_O:%=$(U)/%): UNIT_EXTRA := -D_GNU_SOURCE -Itests/bench
$(O)/damage: $(DAMAGE_O:%=$(H)/%) $(filter-out %/main.o,$(DUMP_O)) $(H)/minilzo.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)
$(U)/damage: $(DAMAGE_O:%=$(U)/%) $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ $(HOST_LIBS)

test: $(U)/damage
.PHONY: damage
damage: $(O)/damage ## prove that a bad line loses only what it hits, and nothing where the host answers: 10,000 dumps each
	$(Q)$(O)/damage --check 10000

# ---- soak ----
# What counts the frames of a stream that was cut off, without the receiver.
$(O)/frames: $(H)/tests/soak/frames.o $(H)/serial-xfer/format/crc32.o $(H)/serial-xfer/format/wire.o
	$(Q)$(CC) -o $@ $^ -llzo2
test: $(O)/frames

.PHONY: soak
soak: $(PROGRAMS) $(JAVA_TOOLS) $(O)/frames ## stream hours of the machine's time to a reader who pauses; kill a thousand boots [SECONDS= KILLS= SEED=]
	$(Q)bash tests/soak/soak.sh '$(O)' $(or $(call given,SECONDS),3600) $(or $(call given,KILLS),1000) $(or $(call given,SEED),1)

# ---- fuzzing ----
# Each harness twice: with libFuzzer, which needs clang, for `make fuzz`; and as a program that replays the corpus.
FUZZERS   := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ      := $(O)/fuzz
FUZZ_CC   ?= clang
FUZZ_SAN  := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_LIB_C := $(filter-out %/send.c,$(XFER_C)) $(filter-out host-tools/commands/main.c,$(DUMP_C))
$(FUZZ)/%.o: %.c Makefile
	$(call say,FUZZCC,$<)
	@command -v $(FUZZ_CC) >/dev/null || { echo 'fuzz: libFuzzer comes with clang: apt-get install clang' >&2; exit 1; }
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) -std=gnu11 -O1 -g -Iserial-xfer -Ihost-tools -MMD -MP $(FUZZ_SAN) -fsanitize=fuzzer-no-link -c -o $@ $<
$(FUZZ)/fuzz_%: $(FUZZ)/tests/fuzz/fuzz_%.o $(FUZZ_LIB_C:%.c=$(FUZZ)/%.o)
	$(call say,FUZZLD,$@)
	$(Q)$(FUZZ_CC) $(FUZZ_SAN) -fsanitize=fuzzer -o $@ $^ $(HOST_LIBS)
$(U)/fuzz_%: $(U)/tests/fuzz/fuzz_%.o $(U)/tests/fuzz/replay.o $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ $(HOST_LIBS)
$(O)/seed: $(H)/tests/fuzz/seed.o $(filter-out %/send.o,$(XFER_C:%.c=$(H)/%.o))
	$(Q)$(CC) -o $@ $^ -llzo2

test: $(FUZZERS:%=$(U)/fuzz_%)
.PHONY: fuzz
fuzz: $(FUZZERS:%=$(FUZZ)/fuzz_%) $(O)/seed $(O)/mkgolden $(O)/golden.elf ## throw anything at the host's tools for a minute [FUZZ_SECONDS=60]
	$(Q)sh tests/fuzz/fuzz.sh $(O) $(or $(FUZZ_SECONDS),60) $(FUZZERS)

# ---- figures of the Java side ----
$(B)/bench_heap: tests/bench/bench_heap.c $(J)/libjxrt.a Makefile
	$(call say,BENCHCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(EMITTED_FLAGS) -DJX_HOSTED -Itranslator-instr -no-pie -o $@ $< $(addprefix $(J)/rt/,core/gc.o $(SPACE_O) hosted/port_hosted.o) -lpthread

.PHONY: bench-java
bench-java: $(B)/bench_heap $(O)/jxtr $(J)/classes.stamp $(J)/libjxrt.a $(J)/emitted.flags ## the Java side alone: its heap, and its programs beside HotSpot
	$(Q)$(B)/bench_heap
	$(Q)bash tests/bench/java.sh $(O)
bench: bench-java

test: $(J)/target.flags

.PHONY: bench-objects
bench-objects: $(PROGRAMS) $(O)/text.txt $(JAVA_TOOLS) ## what an object takes on the line, from birth to death
	$(Q)sh tests/bench/objects.sh $(O)
bench: bench-objects

$(B)/tests/bench/bench_pack.o: BENCH_EXTRA := -I$(MINILZO)
$(B)/bench_pack: $(B)/tests/bench/bench_pack.o $(XFER_C:%.c=$(H)/%.o) $(H)/minilzo.o
	$(Q)$(CC) -no-pie -o $@ $^ -llzo2
.PHONY: bench-pack
bench-pack: $(PROGRAMS) $(O)/text.txt $(JAVA_TOOLS) $(B)/bench_pack ## what packing and LZO make of each kind of record
	$(Q)bash tests/bench/pack.sh $(O)
bench: bench-pack

# ---- probes that are off ----
# The text workload's pure code twice in one program, with the sites of probes and without; only off_job_* is seen.
OFF_C := tests/bench/off_job.c $(PURE_C)
# Both with each function on a cache line of its own: where functions happen to lie is worth more than the NOPs.
OFF_FLAGS := $(BENCH_FLAGS) $(SHAPE_FLAGS) -falign-functions=64
$(B)/sites/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(OFF_FLAGS) $(PROBE_FLAGS) -DOFF_JOB=off_job_sites -c -o $@ $<
$(B)/plain/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(OFF_FLAGS) -DOFF_JOB=off_job_plain -c -o $@ $<
$(B)/off_job_sites.o: $(OFF_C:%.c=$(B)/sites/%.o)
$(B)/off_job_plain.o: $(OFF_C:%.c=$(B)/plain/%.o)
$(B)/off_job_sites.o $(B)/off_job_plain.o:
	$(Q)$(CC) -r -nostdlib -o $@.all $^ && $(OBJCOPY) --keep-global-symbol=$(basename $(@F)) $@.all $@
$(B)/bench_off: $(B)/tests/bench/bench_off.o $(B)/off_job_sites.o $(B)/off_job_plain.o
	$(Q)$(CC) -no-pie -o $@ $^
bench: bench-off
.PHONY: bench-off
bench-off: $(B)/bench_off $(O)/text.txt ## what probes cost that are off
	$(Q)sh tests/bench/off.sh $(B)/bench_off $(O)/text.txt

# ---- accuracy ----
# The proof: an observer in QEMU that counts the instructions of the kernel while its probes are NOPs.
A := $(O)/accuracy
$(A)/observer.so: $(wildcard tests/accuracy/*.c tests/accuracy/*.h) host-tools/qemu/qemu.h Makefile
	$(call say,HOSTLD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(PLUGIN_FLAGS) -o $@ $(filter %.c,$^)

test: $(A)/observer.so
.PHONY: accuracy
accuracy: $(PROGRAMS) $(O)/text.txt $(A)/observer.so ## prove the corrected times, to the instruction
	$(Q)sh tests/accuracy/accuracy.sh $(O)

# ---- peers ----
# The same program under our profiler and under those that Debian has, each with the options that it wants.
P := $(B)/peers
PEER := tests/bench/peers
PEER_FLAGS := -std=gnu11 -O2 -g $(WARN) -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pic \
  -fcf-protection=none -I$(PEER)
$(P)/ours: $(patsubst %.c,$(B)/%.o,$(wildcard $(PEER)/ours.c $(PEER)/signals.c $(PEER)/dumpfile.c) kernel/lib/sampler.c \
  tests/port/host/host_port.c $(PROF_C)) $(P)/subject_ours.o $(XFER_SEND:%.c=$(H)/%.o) $(H)/minilzo.o
	@mkdir -p $(@D)
	$(Q)$(CC) -no-pie -Wl,--build-id=sha1 -o $@ $^
$(P)/subject_ours.o: $(PEER)/subject.c $(PEER)/subject.h Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_FLAGS) -pg -mfentry -minstrument-return=call -c -o $@ $<
$(P)/plain: $(PEER)/plain.c $(PEER)/subject.c $(PEER)/subject.h Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_FLAGS) -no-pie -o $@ $(filter %.c,$^)

# A profiler that cannot be installed is left out, and peers.sh says so.
.PHONY: bench-peers
bench-peers: $(O)/hostdump $(B)/bench_probes $(P)/ours $(P)/plain ## one program under us, uftrace, XRay, LTTng, gprof, perf (four minutes)
	-$(Q)sh host-tools/run/deps.sh peers
	$(Q)CC='$(CC)' FLAGS='$(PEER_FLAGS)' bash $(PEER)/peers.sh $(O)
test: $(P)/ours

# ---- nfs ----
# tests/nfs wants NFS clients that nobody here wrote.
.PHONY: deps-nfs
deps-nfs: ## install the NFS clients that run-nfs, bench-nfs and test want
	$(Q)sh host-tools/run/deps.sh nfs
test: deps-nfs

# ---- figures of the NFS server ----
# The bare responder is a workload of an image of its own, with the kernel's objects.
$(K)/tests/bench/nfs/responder.o: FLAGS := $(KERNEL_FLAGS)
$(B)/responder.elf: $(K)/tests/bench/nfs/responder.o $(TIMED_O) $(UNTIMED_O) linker.ld
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
	  -Wl,--no-warn-rwx-segments -T linker.ld -o $@ $(filter %.o,$^)
$(B)/responder.elf32: $(B)/responder.elf
	$(Q)$(OBJCOPY) -O elf32-i386 $< $@
$(B)/nfs_load: $(B)/tests/bench/nfs/load.o
	$(Q)$(CC) -no-pie -o $@ $^

$(B)/nfs_count.so: tests/bench/nfs/count.c host-tools/qemu/qemu.h Makefile
	$(call say,HOSTLD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(PLUGIN_FLAGS) -o $@ $(filter %.c,$^)

NFS_BENCH := $(B)/responder.elf32 $(B)/nfs_load $(B)/nfs_count.so
test: $(NFS_BENCH)
.PHONY: bench-nfs
bench-nfs: deps deps-nfs $(PROGRAMS) $(JAVA_TOOLS) $(NFS_BENCH) ## the NFS server beside a bare responder in C [NFS_SOAK=seconds of client load (60)]
	$(Q)bash tests/bench/nfs/nfs.sh '$(O)' '$(or $(NFS_SOAK),60)'

# ---- the experiment ----
# Options reach the shell through the environment, as those of `make run'.
export RUN_CLIENT := $(call given,CLIENT)
export RUN_ROUNDS := $(call given,ROUNDS)
.PHONY: run-nfs
run-nfs: deps deps-nfs $(PROGRAMS) $(JAVA_TOOLS) $(O)/model.so ## serve files by NFS from QEMU to a real client [CLIENT=yanfs|yanfs2|libnfs|uboot ROUNDS=n INPUT=tar]
	$(Q)bash host-tools/run/run-nfs.sh --build '$(O)' --client "$${RUN_CLIENT:-yanfs}" --rounds "$${RUN_ROUNDS:-1000}" \
	  --out '$(or $(call given,RUN),$(O)/run-nfs)' --append "$$RUN_KERNEL" $(if $(MEM),--mem '$(MEM)') \
	  $(if $(INPUT),--input "$$RUN_INPUT") $(if $(call given,PROF),--prof '$(PROF)') \
	  $(if $(call given,COUNTERS),--counters "$$RUN_COUNTERS")

# ---- housekeeping ----

deps: ## install missing packages (apt-get), nothing when all is there
	$(Q)sh host-tools/run/deps.sh

.PHONY: clean help
clean: ## remove build/
	rm -rf $(O)

help: ## this list
	@echo 'Targets (INPUT=, PROF=, LINE=, ICOUNT=, KERNEL=, MEM=, TIMEOUT=, RUN= for run and run-iso; O=dir for another build folder,'
	@echo 'V=1 shows commands):'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 17
	@echo
	@echo 'Java programs, by run, run-iso, iso and debug:'
	@echo "  APP=name      one of kernel/programs/java/apps (APP= lists them) [ARGS='its arguments']"
	@echo "  JAVA=path     your own: a file, or a folder with sources or class files [MAIN=pkg.Class ARGS='its arguments']"
	@echo "  PROFILE=, TRACE=, OBJECTS=, EXCLUDE='patterns': methods to be timed, to log events, whose objects are logged, left alone"
	@echo "  THRESHOLD=bytes: methods of no more bytecode, and no loop, are not timed unless PROFILE= names them; 0 times all"

-include $(shell find $(O) -name '*.d' 2>/dev/null)
