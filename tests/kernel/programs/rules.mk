# SPDX-License-Identifier: GPL-2.0-or-later
# tests/kernel/programs/: workloads that tests and benches boot, in an image of their own: the kernel's objects, the
# programs that users run, and these.

TEST_KERNEL_O := $(patsubst %.c,$(K)/%.o,$(wildcard tests/kernel/programs/*.c)) $(TIMED_O) \
  $(filter-out %/table.o,$(PROGRAM_O)) $(UNTIMED_O)
$(K)/tests/kernel/programs/%.o: FLAGS := $(TARGET_FLAGS) $(TIMED_FLAGS) -I$(MINILZO)

$(K)/tests/kernel/programs/skew.o: FLAGS := $(KERNEL_FLAGS)

$(O)/test-kernel.elf: $(TEST_KERNEL_O) linker.ld host-tools/run/link.sh profiler/handout/names.sh
	$(call say,LD,$@)
	$(Q)sh host-tools/run/link.sh $@ -Wl,--wrap=apic_init_here $(filter %.o,$^)

test-programs bench accuracy soak: $(O)/test-kernel.elf32
