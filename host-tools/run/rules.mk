# SPDX-License-Identifier: GPL-2.0-or-later
# host-tools/run/: what boots a kernel in QEMU, or makes a CD image of it.

$(O)/textjob: $(H)/host-tools/run/textjob.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ -llzo2

$(O)/record.sizes: host-tools/run/record_sizes.c $(TARGET_RULES) host-tools/run/rules.mk
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(KERNEL_FLAGS) -MF $@.d -MT $@ -S -o - $< | sed -n 's/^.*-> \([a-z]* [0-9]*\)$$/\1/p' >$@
	@test -s $@

$(O)/text.txt: host-tools/run/mktext.awk
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk -f $< >$@

.PHONY: run run-iso iso debug
# Names and options of the user's reach the shell through the environment: a quote or a $ in them stays what it is.
export RUN_INPUT := $(if $(INPUT),$(value INPUT),$(O)/text.txt)
export RUN_ARGS  := $(value ARGS)
export RUN_KERNEL := $(value KERNEL)
export RUN_COUNTERS := $(call given,COUNTERS)
export RUN_CACHE := $(call given,CACHE)
RUN_TEXT  = $(if $(INPUT),,$(O)/text.txt)
RUN_NEEDS_ALSO = $(if $(call given,COUNTERS),$(O)/model.so)
RUN_WITH  = --build '$(O)' --input "$$RUN_INPUT" --icount '$(ICOUNT)' --line '$(LINE)' --out '$(RUN)' \
  $(if $(MEM),--mem '$(MEM)') $(if $(TIMEOUT),--timeout '$(TIMEOUT)') $(if $(call given,COUNTERS),--counters "$$RUN_COUNTERS") \
  $(if $(call given,CACHE),--cache "$$RUN_CACHE")
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
# What java.sh hands to the make that it asks for an image.
JAVA_FRONT = CC='$(CC)' OBJCOPY='$(OBJCOPY)' V='$(V)' bash host-tools/run/java.sh
# A Java program is asked for by APP= or JAVA=. Then ARGS= are its arguments and the kernel's options only KERNEL=.
ifeq ($(filter command,$(origin APP) $(origin JAVA)),)
  RUN_NEEDS   = $(PROGRAMS)
  RUN_COMMAND = bash host-tools/run/run.sh $(RUN_WITH) --prof '$(PROF)' --append "$$RUN_KERNEL $$RUN_ARGS"
  ISO_COMMAND = sh host-tools/run/iso.sh -k $(O)/kernel.elf
  DEBUG_COMMAND = sh host-tools/run/debug.sh -b $(O)
  RUN_LINE    = "prof=$(PROF) $$RUN_KERNEL $$RUN_ARGS"
else
  RUN_NEEDS   = $(PROGRAMS) $(JAVA_TOOLS)
  RUN_COMMAND = $(JAVA_FRONT) --build '$(O)' $(JAVA_WITH) -- $(RUN_WITH) --append "$$RUN_KERNEL" --args "$$RUN_ARGS" \
    $(if $(filter file,$(origin PROF)),,--prof '$(PROF)')
  ISO_COMMAND = $(JAVA_FRONT) --build '$(O)' $(JAVA_WITH) --tool iso --
  DEBUG_COMMAND = $(JAVA_FRONT) --build '$(O)' $(JAVA_WITH) --tool debug --
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

# ---- NFS ----
# run-nfs, bench-nfs and tests/net/nfs try the server with NFS clients of other projects.
.PHONY: deps-nfs
deps-nfs: ## install the NFS clients that run-nfs, bench-nfs and test want
	$(Q)sh host-tools/run/deps.sh nfs

# Options reach the shell through the environment, as those of `make run'.
export RUN_CLIENT := $(call given,CLIENT)
export RUN_ROUNDS := $(call given,ROUNDS)
.PHONY: run-nfs
run-nfs: deps deps-nfs $(PROGRAMS) $(JAVA_TOOLS) $(O)/model.so ## serve files by NFS from QEMU to a real client [CLIENT=yanfs|yanfs2|libnfs|uboot ROUNDS=n INPUT=tar]
	$(Q)CC='$(CC)' OBJCOPY='$(OBJCOPY)' bash host-tools/run/run-nfs.sh --build '$(O)' \
	  --client "$${RUN_CLIENT:-yanfs}" --rounds "$${RUN_ROUNDS:-1000}" \
	  --out '$(or $(call given,RUN),$(O)/run-nfs)' --append "$$RUN_KERNEL" $(if $(MEM),--mem '$(MEM)') \
	  $(if $(INPUT),--input "$$RUN_INPUT") $(if $(call given,PROF),--prof '$(PROF)') \
	  $(if $(call given,COUNTERS),--counters "$$RUN_COUNTERS")
