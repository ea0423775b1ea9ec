# SPDX-License-Identifier: GPL-2.0-or-later program.mk: images of Java programs. An image has the kernel's objects,
# without the workloads in C, the runtime's, and the program's C, which host-tools/run/java.sh has put into $(G)/NAME/c.
# The Makefile reads this file, and java.sh gives it to a make of its own, which has no other rules: it builds nothing
# that two of them could share. CC, OBJCOPY, O and V reach it through the environment or the command line, and so does
# PROGRAM_EFFORT: gcc's options behind all others.

G := $(O)/programs
PROGRAM_J := $(O)/java
# Not expanded before a recipe is: for the Makefile, these have been set already.
Q   ?= $(if $(filter 1,$(V)),,@)
say ?= @$(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1) $(2))

# Another make may be reading dependency files while this one writes one: it is given its name when it is whole.
$(G)/%/program.o: $(G)/%/c/jxg_all.c $(PROGRAM_J)/target.flags
	$(call say,CC,$<)
	$(Q)$(CC) $$(cat $(PROGRAM_J)/target.flags) $(PROGRAM_EFFORT) -MMD -MP -MF $(@D)/program.dep \
	  -c -o $@ $< 2>$(@D)/gcc.log || { \
	  head -n 20 $(@D)/gcc.log | LC_ALL=C tr -c '\n\40-\176' '?' >&2; \
	  echo "java: $$CC does not take what jxtr made of the program: a bug in jxtr" >&2; exit 1; }
	@mv -f $(@D)/program.dep $(@D)/program.d
$(G)/%/kernel.elf: $(G)/%/program.o $(PROGRAM_J)/target.objects linker.ld host-tools/run/link.sh \
  profiler/handout/names.sh
	$(call say,LD,$@)
	$(Q)sh host-tools/run/link.sh $@ $< @$(PROGRAM_J)/target.objects
$(G)/%/kernel.elf32: $(G)/%/kernel.elf
	$(call say,ELF32,$@)
	$(Q)$(OBJCOPY) -O elf32-i386 $< $@
.SECONDARY:
.DELETE_ON_ERROR:
# The Makefile reads all dependency files; java.sh asks for one image.
-include $(addsuffix program.d,$(filter $(G)/%,$(dir $(MAKECMDGOALS))))
