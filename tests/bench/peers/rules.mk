# SPDX-License-Identifier: GPL-2.0-or-later
# The same program under our profiler and under those that Debian has, each with the options that it wants.
P := $(B)/peers
PEER := tests/bench/peers
# Functions and loops begin on lines of the cache: beside another program on the core's other thread a loop across two
# lines takes longer, and the plain program's has to be the profiled one's.
PEER_FLAGS := -std=gnu11 -O2 -g $(WARN) -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pic \
  -fcf-protection=none -falign-functions=64 -falign-loops=64 -I$(PEER)
# The profiler in a Linux process.
HOSTED_O := $(patsubst %.c,$(B)/%.o,$(PEER)/begin.c $(PEER)/signals.c $(PEER)/dumpfile.c kernel/lib/sampler.c \
  tests/lib/port/host/host_port.c $(PROF_C))
ABREAST_O := $(B)/$(PEER)/alone.o $(B)/tests/bench/ten/watched.o
$(B)/$(PEER)/ours.o: BENCH_EXTRA := -Itests/bench/ten
OURS_O := $(B)/$(PEER)/ours.o $(ABREAST_O) $(HOSTED_O) $(H)/xfer.a $(H)/minilzo.o
$(P)/ours: $(OURS_O) $(P)/subject_ours.o
$(P)/shapes: $(OURS_O) $(P)/shapes_ours.o
$(P)/ours $(P)/shapes:
	@mkdir -p $(@D)
	$(Q)$(CC) -no-pie -Wl,--build-id=sha1 -o $@ $^
$(P)/shapes_plain.o: $(PEER)/shapes.c Makefile $(PEER)/rules.mk
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_FLAGS) $(DEPFLAGS) -DPLAIN -c -o $@ $<
$(P)/%_ours.o: $(PEER)/%.c Makefile $(PEER)/rules.mk
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_FLAGS) $(DEPFLAGS) $(PROBE_FLAGS) -c -o $@ $<
$(P)/%.o: $(PEER)/%.c Makefile $(PEER)/rules.mk
	@mkdir -p $(@D)
	$(Q)$(CC) $(PEER_FLAGS) $(DEPFLAGS) -c -o $@ $<
$(P)/plain: $(P)/plain.o $(P)/subject.o $(ABREAST_O)
$(P)/shapes_plain: $(P)/shapes_plain.o $(ABREAST_O)
$(P)/plain $(P)/shapes_plain:
	$(Q)$(CC) -no-pie -o $@ $(filter %.o,$^)

# A profiler that cannot be installed is left out, and peers.sh says so.
.PHONY: bench-peers
bench-peers: $(O)/hostdump $(B)/bench_probes $(B)/ten/abreast $(P)/ours $(P)/plain $(P)/shapes $(P)/shapes_plain ## one program under us, uftrace, XRay, LTTng, gprof, perf (six minutes)
	-$(Q)sh host-tools/run/deps.sh peers
	$(Q)$(call use,env FLAGS='$(PEER_FLAGS)' bash $(PEER)/peers.sh $(O))
	$(Q)$(call use,bash $(PEER)/shapes.sh $(O))
test-programs: $(P)/ours $(P)/plain $(P)/shapes $(P)/shapes_plain
