# SPDX-License-Identifier: GPL-2.0-or-later
# profiler/: freestanding, and not timed: its own probes would measure themselves.

PROF_ARCH := x86_64
PROF_C    := $(wildcard $(foreach r,. handout probes records probes/subject arch/$(PROF_ARCH),profiler/$r/*.c))
PROF_C    := $(PROF_C:profiler/./%=profiler/%)

# The measuring code: profiler/arch/x86_64/fentry.c. Its sites are NOPs until the kernel is told to time. The
# other options keep a function of the source a function, with one symbol and one frame: none but those declared inline
# are inlined, no clones, no split-off cold parts, frames set up before the body.
PROBE_FLAGS := -pg -mfentry -mnop-mcount -mrecord-mcount -minstrument-return=nop5 -mrecord-return
SHAPE_FLAGS := -fno-inline-functions -fno-inline-small-functions -fno-inline-functions-called-once -fno-shrink-wrap \
  -fno-ipa-icf -fno-partial-inlining -fno-reorder-blocks-and-partition -fno-ipa-sra -fno-ipa-cp -fno-ipa-pure-const \
  -fno-ipa-ra
TIMED_FLAGS := $(PROBE_FLAGS) $(SHAPE_FLAGS)
# Sites for bursts alone: the code is the plain program's else, but for a NOP a function.
COUNTED_FLAGS := -fpatchable-function-entry=5

# The kit: what a kernel needs, in one header and one file. Made of all that the profiler and the sending end have.
KIT   := $(O)/kit
KIT_C := $(filter-out profiler/kit/head.c,$(shell find profiler serial-xfer -name '*.[ch]')) profiler/kit/head.c
$(KIT)/jxprof.c: $(KIT_C) $(wildcard profiler/kit/*.sh profiler/kit/*.awk profiler/kit/*.ld) profiler/kit/README $(MINILZO)/minilzo.c
	$(call say,KIT,$(@D))
	$(Q)sh profiler/kit/kit.sh $(@D) $(MINILZO)
.PHONY: kit
kit: $(KIT)/jxprof.c ## build/kit/: the profiler for another kernel, in one jxprof.c and one jxprof.h

# What the profiler times to learn what its probes cost: the one room of it that has probes.
PROF_SUBJECT_C := $(wildcard profiler/probes/subject/*.c)
