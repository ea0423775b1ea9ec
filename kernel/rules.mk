# SPDX-License-Identifier: GPL-2.0-or-later
# kernel/: the image that boots, with the profiler and the sending half of serial-xfer in it. Whether a file is timed
# follows from its room.

KERNEL_ARCH := x86_64
TIMED_ROOMS := . core
# What runs before the profiler and after it (arch, crash), is part of it (profile) or its clock and line (arch, drivers),
# or is shorter than a probe (lib).
UNTIMED_ROOMS := arch/$(KERNEL_ARCH) crash lib drivers profile
PROGRAM_ROOMS := programs programs/text

# -mno-red-zone             interrupts run on the stack of the interrupted thread
# -fno-omit-frame-pointer   backtraces and samples walk frame pointers, which functions set up first (-fno-shrink-wrap);
#                           without -foptimize-sibling-calls none is skipped
# -gdwarf-4                 what binutils' addr2line and libdw agree on
# -fno-stack-protector, -fcf-protection=none, -fno-pic: distributions turn these on; a kernel has no use for them
TARGET_CODE := -std=gnu11 -O2 -g -gdwarf-4 -ffreestanding -fno-pic -mcmodel=small -mno-red-zone -fno-stack-protector \
  -fcf-protection=none -fno-asynchronous-unwind-tables -fno-omit-frame-pointer -fno-shrink-wrap \
  -fno-optimize-sibling-calls -fwrapv -fno-strict-aliasing -fno-delete-null-pointer-checks
TARGET_FLAGS := $(TARGET_CODE) $(PREFIX_MAP) $(DEPFLAGS) $(WARN) $(INC) -Ikernel -Ikernel/arch/$(KERNEL_ARCH) -Ikernel/lib
# Kernel code uses no SSE registers: an interrupt saves them only when it switches threads. Programs may use them.
KERNEL_FLAGS := $(TARGET_FLAGS) -mgeneral-regs-only -DPROF_LEAN_RETURN

room_c     = $(patsubst kernel/./%,kernel/%,$(wildcard $(foreach r,$1,kernel/$r/*.c)))
TIMED_C   := $(call room_c,$(TIMED_ROOMS))
UNTIMED_C := $(call room_c,$(UNTIMED_ROOMS))
KERNEL_S  := $(wildcard kernel/arch/$(KERNEL_ARCH)/*.S)

TIMED_O   := $(TIMED_C:%.c=$(K)/%.o)
UNTIMED_O := $(patsubst %.c,$(K)/%.o,$(UNTIMED_C) $(PROF_C) $(XFER_SEND)) $(KERNEL_S:%.S=$(K)/%.o) $(K)/minilzo.o
PROGRAM_O := $(patsubst %.c,$(K)/%.o,$(call room_c,$(PROGRAM_ROOMS)))

$(TIMED_O): FLAGS := $(KERNEL_FLAGS) $(TIMED_FLAGS)
$(PROGRAM_O): FLAGS := $(TARGET_FLAGS) $(TIMED_FLAGS) -I$(MINILZO)
$(UNTIMED_O): FLAGS := $(KERNEL_FLAGS) -I$(MINILZO)
$(PROF_SUBJECT_C:%.c=$(K)/%.o): FLAGS := $(KERNEL_FLAGS) $(TIMED_FLAGS)
# The library's own warnings are not ours to mend. It clears 32 KiB each time it compresses: -fbuiltin makes of that loop
# a call of memset(), a tenth of the instructions.
$(K)/minilzo.o: FLAGS := $(KERNEL_FLAGS) -DLZO_CFG_FREESTANDING=1 -fbuiltin -I$(MINILZO) -w

TARGET_RULES := Makefile profiler/rules.mk kernel/rules.mk

$(K)/%.o: %.c $(TARGET_RULES)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -c -o $@ $<

$(K)/%.o: %.S $(TARGET_RULES)
	$(call say,AS,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -c -o $@ $<

$(K)/minilzo.o: $(MINILZO)/minilzo.c $(TARGET_RULES)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(FLAGS) -c -o $@ $<

$(O)/kernel.elf: $(TIMED_O) $(PROGRAM_O) $(UNTIMED_O) linker.ld host-tools/run/link.sh profiler/handout/names.sh
	$(call say,LD,$@)
	$(Q)sh host-tools/run/link.sh $@ $(filter %.o,$^)

# QEMU's -kernel takes Multiboot images as ELF32 only; the code inside is the same.
%.elf32: %.elf
	$(call say,ELF32,$@)
	$(Q)$(OBJCOPY) -O elf32-i386 $< $@
