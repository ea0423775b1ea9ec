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
$(O)/empty.txt:
	@mkdir -p $(@D)
	@: >$@

.PHONY: run run-iso iso debug
# Names and options of the user's reach the shell through the environment: a quote or a $ in them stays what it is.
# Without INPUT= the text job has a text, and a Java program of the user's an empty System.in, as java has on /dev/null.
RUN_TEXT_NAME := $(O)/$(if $(call given,JAVA),empty.txt,text.txt)
export RUN_INPUT  := $(if $(value INPUT),$(value INPUT),$(RUN_TEXT_NAME))
export RUN_ARGS   := $(call said,ARGS)
export RUN_KERNEL := $(call said,KERNEL)
export RUN_ICOUNT := $(call said,ICOUNT)
export RUN_LINE   := $(call said,LINE)
export RUN_SMP    := $(call said,SMP)
export RUN_MEM    := $(call said,MEM)
export RUN_TIMEOUT := $(call said,TIMEOUT)
export RUN_OUT    := $(call said,RUN)
# These, and what a Java program takes, from make's command line only.
export RUN_COUNTERS := $(call given,COUNTERS)
export RUN_CACHE   := $(call given,CACHE)
export RUN_APP     := $(call given,APP)
export RUN_JAVA    := $(call given,JAVA)
export RUN_MAIN    := $(call given,MAIN)
export RUN_PROFILE := $(call given,PROFILE)
export RUN_TRACE   := $(call given,TRACE)
export RUN_OBJECTS := $(call given,OBJECTS)
export RUN_EXCLUDE := $(call given,EXCLUDE)
export RUN_THRESHOLD := $(call given,THRESHOLD)
export RUN_MISSING := $(call given,MISSING)
export RUN_EXACT := $(call given,EXACT)
# A Java program is asked for by APP= or JAVA=. Then ARGS= are its arguments and the kernel's options only KERNEL=.
IS_JAVA := $(filter command,$(origin APP) $(origin JAVA))
# What is measured when PROF= says nothing is run.sh's to know; a CD image and gdb have no such script.
export RUN_PROF  := $(if $(filter file,$(origin PROF)),,$(value PROF))
export PROF_SAID := $(call said,PROF)$(if $(and $(IS_JAVA),$(filter file,$(origin PROF))),$(COMMA)objects)
RUN_TEXT  = $(if $(value INPUT),,$(RUN_TEXT_NAME))
RUN_NEEDS_ALSO = $(if $(call given,COUNTERS),$(O)/model.so)
RUN_WITH  = --build '$(O)' --input "$$RUN_INPUT" --icount "$$RUN_ICOUNT" --line "$$RUN_LINE" --out "$$RUN_OUT" \
  --smp "$$RUN_SMP" --mem "$$RUN_MEM" --timeout "$$RUN_TIMEOUT" --counters "$$RUN_COUNTERS" --cache "$$RUN_CACHE" --prof "$$RUN_PROF"
JAVA_WITH = --app "$$RUN_APP" --java "$$RUN_JAVA" --main "$$RUN_MAIN" --profile "$${RUN_PROFILE:-all}" \
  --trace "$${RUN_TRACE:-none}" --objects "$${RUN_OBJECTS:-all}" --exclude "$$RUN_EXCLUDE" \
  --threshold "$$RUN_THRESHOLD" --missing "$$RUN_MISSING" --exact "$$RUN_EXACT"
# What java.sh hands to the make that it asks for an image.
export RUN_CC := $(CC)
export RUN_OBJCOPY := $(OBJCOPY)
export RUN_V := $(V)
JAVA_FRONT = bash host-tools/run/java.sh --build '$(O)' $(JAVA_WITH)
ifeq ($(IS_JAVA),)
  RUN_NEEDS   = $(PROGRAMS)
  RUN_COMMAND = bash host-tools/run/run.sh $(RUN_WITH) --append "$$RUN_KERNEL $$RUN_ARGS"
  ISO_COMMAND = sh host-tools/run/iso.sh -k $(O)/kernel.elf
  DEBUG_COMMAND = sh host-tools/run/debug.sh -b $(O)
  BOOT_WITH   = "prof=$$PROF_SAID $$RUN_KERNEL $$RUN_ARGS"
else
  RUN_NEEDS   = $(PROGRAMS) $(JAVA_TOOLS)
  RUN_COMMAND = $(JAVA_FRONT) -- $(RUN_WITH) --append "$$RUN_KERNEL" --args "$$RUN_ARGS"
  ISO_COMMAND = $(JAVA_FRONT) --tool iso --
  DEBUG_COMMAND = $(JAVA_FRONT) --tool debug --
  BOOT_WITH   = "prof=$$PROF_SAID $$RUN_KERNEL -- $$RUN_ARGS"
endif
.SECONDEXPANSION:
run: $$(RUN_NEEDS) $$(RUN_NEEDS_ALSO) $(RUN_TEXT) ## boot in QEMU, dump, render [INPUT=file PROF=list LINE=uart ICOUNT=off SMP=n KERNEL='its options' COUNTERS=a,b MEM=MiB RUN=dir]
	$(Q)$(call run,$(RUN_COMMAND))

.PHONY: plain
plain: $$(RUN_NEEDS) $(RUN_TEXT) ## what a Java program would take without probes, for the run and by method [APP=name JAVA=path ARGS='...' RUN=dir]
	$(Q)$(if $(IS_JAVA),,echo 'plain: APP= or JAVA= says of which program' >&2; exit 2)
	$(Q)$(call run,bash host-tools/run/plain.sh --build '$(O)' $(JAVA_WITH) -- $(RUN_WITH) --append "$$RUN_KERNEL" \
	  --args "$$RUN_ARGS")

run-iso: $$(RUN_NEEDS) $$(RUN_NEEDS_ALSO) $(RUN_TEXT) ## the same through GRUB, from a CD image
	$(Q)$(call run,$(RUN_COMMAND) --iso)

iso: $(O)/jx.iso ## a CD image that boots the kernel on INPUT, here or on a PC, by BIOS or UEFI: build/jx.iso
$(O)/jx.iso: $$(RUN_NEEDS) $(RUN_TEXT) host-tools/run/iso.sh FORCE
	$(Q)sh host-tools/run/deps.sh uefi || echo 'deps: the image boots by BIOS alone' >&2
	$(Q)$(ISO_COMMAND) -o '$@' -i "$$RUN_INPUT" -a $(BOOT_WITH)
	@echo 'iso: $@'

debug: $$(RUN_NEEDS) $(RUN_TEXT) ## boot stopped, with gdb attached, up to kmain
	$(Q)$(call run,$(DEBUG_COMMAND) -i "$$RUN_INPUT" -a $(BOOT_WITH))

# ---- two commits ----
# B= is the tree as it is, unless it is given. Another tree's folder of results is `build', whatever this one's is.
export RUN_A := $(call given,A)
export RUN_B := $(call given,B)
export RUN_RUNS := $(call given,RUNS)
export RUN_DIFF := $(call given,DIFF)
.PHONY: run-diff
run-diff: $(O)/hostdump $(RUN_TEXT) ## what a commit, or the tree as it is, makes worse than another: A=COMMIT [B=COMMIT RUNS=n DIFF='--least 3', and as run]
	$(Q)$(call run,env RUN_INPUT="$$(realpath -- "$$RUN_INPUT")" \
	  $(if $(call given,JAVA),RUN_JAVA="$$(realpath -- "$$RUN_JAVA")") bash host-tools/run/run-diff.sh \
	  --a "$$RUN_A" --b "$$RUN_B" --runs "$${RUN_RUNS:-5}" --options "$$RUN_DIFF" --hostdump '$(O)/hostdump' \
	  --out "$(if $(call given,RUN),$$RUN_OUT,$(O)/run-diff)" \
	  --needs '$(patsubst $(O)/%,build/%,$(RUN_NEEDS) $(RUN_NEEDS_ALSO))' \
	  -- bash -c $(call quote,$(subst --build '$(O)',--build build,$(RUN_COMMAND)) --no-charts))

# ---- several kernels ----
# What each node runs is APP= or, in a file, ROLES=; their arguments are ARGS=.
export RUN_NODES := $(call given,NODES)
export RUN_ROLES := $(call given,ROLES)
export RUN_FAULTS := $(call given,FAULTS)
export RUN_SEED  := $(call given,SEED)
NET_JAVA := $(or $(call given,APP),$(call given,ROLES))
.PHONY: run-net
run-net: $(PROGRAMS) $(O)/wire $(if $(NET_JAVA),$(JAVA_TOOLS)) ## several kernels on one network, with faults by a seed [NODES=n APP=name ROLES=file FAULTS='drop=1/100 ...' SEED=n RUN=dir]
	$(Q)$(call run,bash host-tools/run/net.sh --build '$(O)' --nodes "$$RUN_NODES" --app "$$RUN_APP" \
	  --roles "$$RUN_ROLES" --args "$(if $(NET_JAVA),$$RUN_ARGS)" --faults "$$RUN_FAULTS" --seed "$$RUN_SEED" \
	  --input "$(if $(value INPUT),$$RUN_INPUT)" --out "$(if $(call given,RUN),$$RUN_OUT)" \
	  --prof "$(if $(call given,PROF),$$RUN_PROF)" --append "$$RUN_KERNEL" --mem "$$RUN_MEM" --line "$$RUN_LINE" \
	  --icount "$(if $(call given,ICOUNT),$$RUN_ICOUNT)" --timeout "$$RUN_TIMEOUT")

.PHONY: deps-uefi
deps-uefi: ## install what boots a CD image on UEFI, for the tests
	$(Q)sh host-tools/run/deps.sh uefi || echo 'deps: tests of UEFI are skipped' >&2

# ---- NFS ----
# run-nfs, bench-nfs and tests/net/nfs try the server with NFS clients of other projects.
.PHONY: deps-nfs
deps-nfs: ## install the NFS clients that run-nfs, bench-nfs and test want
	$(Q)sh host-tools/run/deps.sh nfs

# Options reach the shell through the environment, as those of `make run'.
export RUN_CLIENT := $(call given,CLIENT)
export RUN_ROUNDS := $(call given,ROUNDS)
export RUN_NFS_OUT := $(call given,RUN)
.PHONY: run-nfs
run-nfs: deps deps-nfs $(PROGRAMS) $(JAVA_TOOLS) $(O)/model.so ## serve files by NFS from QEMU to a real client [CLIENT=yanfs|yanfs2|libnfs|uboot ROUNDS=n INPUT=tar]
	$(Q)$(call run,bash host-tools/run/run-nfs.sh --build '$(O)' \
	  --client "$${RUN_CLIENT:-yanfs}" --rounds "$${RUN_ROUNDS:-1000}" --out "$$RUN_NFS_OUT" --append "$$RUN_KERNEL" \
	  --mem "$$RUN_MEM" --input "$(if $(value INPUT),$$RUN_INPUT)" --prof "$(if $(call given,PROF),$$RUN_PROF)" \
	  --counters "$$RUN_COUNTERS")
