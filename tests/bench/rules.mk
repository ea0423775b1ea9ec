# SPDX-License-Identifier: GPL-2.0-or-later
# Figures: `make bench' and its parts print one a line: name, value, unit, goal, holds|short.

# As the target is built where it matters to the probes; fentry.c wants no PIC and no endbr64 before its call.
BENCH_FLAGS := $(HOST_FLAGS) -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pic -fcf-protection=none \
  -DPROF_LEAN_RETURN -Iprofiler -Ikernel -Itests/lib/port/host
$(B)/tests/bench/bench_probes.o: BENCH_EXTRA := -pg -mfentry -minstrument-return=call
$(PROF_SUBJECT_C:%.c=$(B)/%.o): BENCH_EXTRA = $(PROBE_FLAGS)
$(B)/%.o: %.c Makefile tests/bench/rules.mk
	$(call say,BENCHCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BENCH_FLAGS) $(BENCH_EXTRA) -c -o $@ $<

$(B)/bench_probes: $(patsubst %.c,$(B)/%.o,tests/bench/bench_probes.c tests/lib/port/host/host_port.c $(PROF_C)) \
  $(H)/serial-xfer/format/wire.o
	$(Q)$(CC) -no-pie -o $@ $^

# The same with two processors, as threads. The lean exit hook would need a register more there than it has.
PAIR_C := tests/bench/bench_pair.c tests/lib/port/several/several_port.c $(PROF_C)
$(PROF_SUBJECT_C:%.c=$(B)/pair/%.o) $(B)/pair/tests/bench/bench_pair.o: PAIR_EXTRA := -pg -mfentry -minstrument-return=call
$(B)/pair/%.o: %.c Makefile tests/bench/rules.mk
	$(call say,BENCHCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(filter-out -Itests/lib/port/host -DPROF_LEAN_RETURN,$(BENCH_FLAGS)) -Itests/lib/port/several \
	  -DSEVERAL_RELATIVE $(PAIR_EXTRA) -c -o $@ $<
$(B)/bench_pair: $(PAIR_C:%.c=$(B)/pair/%.o) $(H)/serial-xfer/format/wire.o
	$(Q)$(CC) -no-pie -o $@ $^ -lpthread

$(B)/tests/bench/bench_decode.o: BENCH_EXTRA := -Ihost-tools -I$(MINILZO)
$(B)/bench_decode: $(B)/tests/bench/bench_decode.o $(H)/dump.a $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -no-pie -o $@ $^ $(HOST_LIBS)

$(B)/bench_skid: $(B)/tests/bench/bench_skid.o
	$(Q)$(CC) -no-pie -o $@ $^

# Suites do not run these. They are built for the suites all the same, so that a change that breaks one is seen.
test-programs: $(addprefix $(B)/,bench_probes bench_pair bench_decode bench_skid bench_diff bench_heap bench_pack \
  bench_off) $(O)/mkcalls

.PHONY: bench
bench: $(PROGRAMS) $(O)/text.txt $(O)/line $(B)/bench_probes $(B)/bench_pair $(B)/bench_decode $(B)/bench_skid ## measure, one figure a line: name, value, unit, goal, holds|short
	$(Q)$(call use,$(B)/bench_probes)
	$(Q)$(call use,$(B)/bench_pair)
	$(Q)$(call use,$(B)/bench_decode $(B)/decode.jxp)
	$(Q)$(call use,$(B)/bench_skid)
	$(Q)$(call use,sh tests/bench/serial.sh $(O))
	$(Q)$(call use,bash tests/bench/wire.sh $(O))
	$(Q)$(call use,sh tests/bench/sampling.sh $(O))
	$(Q)$(call use,sh tests/bench/baud.sh $(O))
	$(Q)$(call use,bash tests/bench/stream.sh $(O))
	$(Q)$(call use,bash tests/bench/processors.sh $(O))

# ---- whether `hostdump diff' cries wolf ----
$(B)/tests/bench/bench_diff.o: BENCH_EXTRA := -Ihost-tools
$(B)/bench_diff: $(B)/tests/bench/bench_diff.o $(H)/dump.a
	$(Q)$(CC) -no-pie -o $@ $^ $(HOST_LIBS)
.PHONY: bench-diff
bench-diff: $(PROGRAMS) $(O)/text.txt $(B)/bench_diff ## false alarms and finds of hostdump diff, simulated and on boots of one image
	$(Q)$(call use,$(B)/bench_diff)
	$(Q)$(call use,bash tests/bench/diff.sh $(O))

# ---- inlining that probes prevent ----
.PHONY: bench-live
bench-live: $(PROGRAMS) $(O)/test-kernel.elf32 $(O)/players ## what the stacks of all threads cost: instructions, time that threads stand still, bytes; 64 targets
	$(Q)$(call use,bash tests/bench/live.sh $(O))

.PHONY: table-xdprof
table-xdprof: $(PROGRAMS) $(JAVA_TOOLS) $(O)/text.txt ## the overhead table of xdProf's paper, with Java programs of ours
	$(Q)$(call use,bash tests/bench/xdprof.sh $(O))

.PHONY: bench-calls
bench-calls: $(PROGRAMS) $(JAVA_TOOLS) $(O)/text.txt $(O)/mkcalls $(B)/spent $(B)/bench_decode ## what it costs to record each call of a program of 521,410 calls
	$(Q)$(call use,bash tests/bench/calls.sh $(O))

.PHONY: bench-plain
bench-plain: $(PROGRAMS) $(JAVA_TOOLS) $(O)/text.txt ## corrected times of Java programs beside the programs without probes
	$(Q)$(call use,bash tests/bench/plain.sh $(O))

# ---- scale ----
$(O)/mkscale: $(H)/tests/bench/scale/mkscale.o $(H)/tests/bench/scale/made.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^
$(O)/mkcalls: $(H)/tests/bench/scale/mkcalls.o $(H)/tests/bench/scale/made.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^
$(B)/spent: $(H)/tests/bench/scale/spent.o
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^
test-programs: $(B)/spent $(O)/mkscale
.PHONY: scale
scale: $(PROGRAMS) $(O)/mkscale $(O)/golden.elf $(B)/spent $(B)/bench_decode ## what 100 million records cost the host [RECORDS=100000000]
	$(Q)$(call use,sh tests/bench/scale/scale.sh $(O) $(if $(value RECORDS),$(call quote,$(value RECORDS))))

# ---- figures of the Java side ----
$(B)/bench_heap.o: tests/bench/bench_heap.c Makefile tests/bench/rules.mk translator-instr/rules.mk
	$(call say,BENCHCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(EMITTED_FLAGS) $(DEPFLAGS) -DJX_HOSTED -Itranslator-instr -c -o $@ $<
$(B)/bench_heap: $(B)/bench_heap.o $(J)/libjxrt.a
	$(Q)$(CC) -no-pie -o $@ $< $(addprefix $(J)/rt/,core/gc.o $(SPACE_O) hosted/port_hosted.o) -lpthread

.PHONY: bench-java
bench-java: $(B)/bench_heap $(O)/jxtr $(J)/classes.stamp $(J)/libjxrt.a $(J)/emitted.flags ## the Java side alone: its heap, and its programs beside HotSpot
	$(Q)$(call use,$(B)/bench_heap)
	$(Q)$(call use,bash tests/bench/java.sh $(O))
bench: bench-java

.PHONY: bench-allocators
bench-allocators: $(PROGRAMS) $(JAVA_TOOLS) ## Java threads that allocate, and the collector, on two and four processors beside one
	$(Q)$(call use,bash tests/bench/allocators.sh $(O))
bench: bench-allocators

.PHONY: bench-objects
bench-objects: $(PROGRAMS) $(O)/text.txt $(JAVA_TOOLS) $(O)/mkscale $(O)/golden.elf $(B)/spent ## what an object takes, on the line and in a table
	$(Q)$(call use,sh tests/bench/objects.sh $(O))
bench: bench-objects

$(B)/tests/bench/bench_pack.o: BENCH_EXTRA := -I$(MINILZO)
$(B)/bench_pack: $(B)/tests/bench/bench_pack.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -no-pie -o $@ $^ -llzo2 -lz
.PHONY: bench-pack
bench-pack: $(PROGRAMS) $(O)/text.txt $(JAVA_TOOLS) $(B)/bench_pack ## what packing and LZO make of each kind of record
	$(Q)$(call use,bash tests/bench/pack.sh $(O))
bench: bench-pack

# ---- probes that are off ----
# The text workload's pure code twice in one program, with the sites of probes and without; only off_job_* is seen.
OFF_C := tests/bench/off_job.c $(PURE_C)
# Both with each function on a cache line of its own: where functions happen to lie is worth more than the NOPs.
OFF_FLAGS := $(BENCH_FLAGS) $(SHAPE_FLAGS) -falign-functions=64
$(B)/sites/%.o: %.c Makefile tests/bench/rules.mk
	@mkdir -p $(@D)
	$(Q)$(CC) $(OFF_FLAGS) $(PROBE_FLAGS) -DOFF_JOB=off_job_sites -c -o $@ $<
$(B)/plain/%.o: %.c Makefile tests/bench/rules.mk
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
	$(Q)$(call use,sh tests/bench/off.sh $(B)/bench_off $(O)/text.txt)
