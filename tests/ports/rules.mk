# SPDX-License-Identifier: GPL-2.0-or-later
# Small kernels for other processors, with the profiler of the kit: nothing else of the tree is in them.

PORTS_CC_riscv64    := riscv64-linux-gnu-gcc
PORTS_FLAGS_riscv64 := -march=rv64imac_zicsr_zifencei -mabi=lp64 -mcmodel=medany
PORTS_PROBES_riscv64 := -fpatchable-function-entry=4
PORTS_CC_aarch64    := aarch64-linux-gnu-gcc
PORTS_FLAGS_aarch64 := -mgeneral-regs-only -mstrict-align -mno-outline-atomics
PORTS_PROBES_aarch64 := -fpatchable-function-entry=2
PORTS_DEFINES_aarch64 := -DPROF_PORT_MOMENTS

# As PORTING.md has them; -fno-optimize-sibling-calls and the like are TARGET_CODE's.
PORTS_CODE  := -std=gnu11 -O2 -g -gdwarf-4 -ffreestanding -fno-pic -fno-stack-protector -fno-omit-frame-pointer \
  -fno-optimize-sibling-calls -fno-asynchronous-unwind-tables
PORTS_SHAPE := -fno-ipa-ra -fno-ipa-cp -fno-ipa-sra

# $1: name, $2: processor, $3: how many of them. The kernel is build/ports/$1.elf.
define PORTS_KERNEL
PORTS_O_$1 := $$(addprefix $$(O)/ports/$1/,jxprof.o subject.o kernel.o load.o machine.o start.o)
PORTS_ALL_$1 = $$(PORTS_CC_$2) $$(PORTS_FLAGS_$2) $$(PORTS_CODE) $$(PREFIX_MAP) $$(DEPFLAGS) -Wall -Wextra -Werror \
  -DHARTS=$3 -DPROF_PORT_CPUS=$3 $$(PORTS_DEFINES_$2) -I$$(KIT) -Itests/ports/$2 -I$$(KIT)/port/$2 -Itests/ports
$$(addprefix $$(O)/ports/$1/,kernel.o load.o subject.o): PORTS_PROBES := $$(PORTS_PROBES_$2) $$(PORTS_SHAPE)
$$(O)/ports/$1/subject.o: PORTS_PROBES += -DJXPROF_SUBJECT
$$(O)/ports/$1/jxprof.o $$(O)/ports/$1/subject.o: $$(KIT)/jxprof.c tests/ports/rules.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(PORTS_ALL_$1) $$(PORTS_PROBES) -c -o $$@ $$<
$$(O)/ports/$1/%.o: tests/ports/%.c $$(KIT)/jxprof.c tests/ports/rules.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(PORTS_ALL_$1) $$(PORTS_PROBES) -c -o $$@ $$<
$$(O)/ports/$1/%.o: tests/ports/$2/%.c $$(KIT)/jxprof.c tests/ports/rules.mk
	$$(call say,CC,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(PORTS_ALL_$1) -c -o $$@ $$<
$$(O)/ports/$1/%.o: tests/ports/$2/%.S tests/ports/rules.mk
	$$(call say,AS,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(PORTS_ALL_$1) -c -o $$@ $$<
$$(O)/ports/$1.elf: $$(PORTS_O_$1) tests/ports/$2/kernel.ld
	$$(call say,LD,$$@)
	$$(Q)$$(PORTS_CC_$2) -nostdlib -static -no-pie -Wl,--build-id,--no-warn-rwx-segments,-T,tests/ports/$2/kernel.ld \
	  -o $$@ $$(PORTS_O_$1)
test-programs: $$(O)/ports/$1.elf
# The same objects as a position independent image, linked elsewhere than it runs.
$$(O)/ports/$1-free.elf: $$(PORTS_O_$1) tests/ports/$2/kernel.ld
	$$(call say,LD,$$@)
	$$(Q)sed 's/^  \. = 0x[48].*;/  . = 0;/' tests/ports/$2/kernel.ld >$$(O)/ports/$1-free.ld
	$$(Q)$$(PORTS_CC_$2) -nostdlib -pie -Wl,--no-dynamic-linker,--build-id,--no-warn-rwx-segments,-z,norelro,-T,$$(O)/ports/$1-free.ld \
	  -o $$@ $$(PORTS_O_$1)
endef
$(eval $(call PORTS_KERNEL,riscv64,riscv64,1))
$(eval $(call PORTS_KERNEL,aarch64,aarch64,1))
$(eval $(call PORTS_KERNEL,riscv64-3,riscv64,3))
$(eval $(call PORTS_KERNEL,aarch64-2,aarch64,2))

test-programs: $(addprefix $(O)/ports/,riscv64-free.elf aarch64-free.elf)

# A kernel with a mistake in it, in a folder of run.sh's, MISTAKEN; MISTAKEN_OF is the name of the right one. With
# MISTAKEN_AGAIN the profiler is compiled again, with a prof_port.h of that folder.
ifdef MISTAKEN
MISTAKEN_ARCH := $(firstword $(subst -, ,$(MISTAKEN_OF)))
MISTAKEN_CC := $(subst -I$(KIT) ,-I$(MISTAKEN) -I$(KIT) ,$(filter-out -MMD -MP,$(PORTS_ALL_$(MISTAKEN_OF)))) \
  $(MISTAKEN_FLAGS) -w
MISTAKEN_O := $(addprefix $(MISTAKEN)/,kernel.o load.o $(if $(MISTAKEN_AGAIN),jxprof.o))
$(MISTAKEN)/jxprof.o: $(KIT)/jxprof.c
	$(Q)$(MISTAKEN_CC) -c -o $@ $<
$(MISTAKEN)/%.o: $(MISTAKEN)/%.c
	$(Q)$(MISTAKEN_CC) $(PORTS_PROBES_$(MISTAKEN_ARCH)) $(PORTS_SHAPE) -c -o $@ $<
$(MISTAKEN)/kernel.elf: $(MISTAKEN_O) $(PORTS_O_$(MISTAKEN_OF))
	$(Q)$(PORTS_CC_$(MISTAKEN_ARCH)) -nostdlib -static -no-pie \
	  -Wl,--build-id,--no-warn-rwx-segments,-T,tests/ports/$(MISTAKEN_ARCH)/kernel.ld $(MISTAKEN_LINK) \
	  -o $@ $(MISTAKEN_O) $(filter-out $(addprefix %/,$(notdir $(MISTAKEN_O))),$(PORTS_O_$(MISTAKEN_OF)))
endif

$(O)/ports/counter.so: $(PLUGIN)/tests/ports/counter.o
	$(call say,HOSTLD,$@)
	$(PLUGIN_LINK)
test-programs: $(O)/ports/counter.so
