# SPDX-License-Identifier: GPL-2.0-or-later
# Ten programs, each three times: plain, and under our profiler with probes of calls, and with sites that bursts only
# count (ten.sh).
TENS := $(B)/ten
TEN_VARIANTS := plain ours counted
TEN := tests/bench/ten
TEN_SMALL := graph sorts hashes interpreter trees patterns
TEN_ALL := $(TEN_SMALL) lzo fdlibm reader jxtr
# Usual effort, the frames that a profile needs, and a section for each function, so that layout.sh can order them; all
# variants alike.
TEN_FLAGS := -std=gnu11 -O2 -g -w -ffunction-sections -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-pic \
  -fcf-protection=none

TEN_LZO := $(TEN)/lzo.o minilzo.o
TEN_FDLIBM := $(TEN)/fdlibm.o $(FDLIBM:%=newlib/%.o)
TEN_READER := $(patsubst %.c,%.o,$(DUMP_C) $(XFER_C)) $(notdir $(PROTO_O))
TEN_JXTR := $(JXTR_C:.c=.o)

$(foreach v,$(TEN_VARIANTS),$(TEN_JXTR:%=$(TENS)/$v/%)): TEN_MORE = $(JXTR_FLAGS)
$(foreach v,$(TEN_VARIANTS),$(TEN_READER:%=$(TENS)/$v/%)): TEN_MORE = -Iserial-xfer -Ihost-tools -isystem $(PROTO)
$(foreach v,$(TEN_VARIANTS),$(TEN_FDLIBM:%=$(TENS)/$v/%)): TEN_MORE = $(FDLIBM_FLAGS)
$(foreach v,$(TEN_VARIANTS),$(TEN_READER:%=$(TENS)/$v/%)): | $(PROTO_O:.o=.h)
$(foreach v,$(TEN_VARIANTS),$(TEN_FDLIBM:%=$(TENS)/$v/%)): | $(N)/unpacked
$(TENS)/ours/%: TEN_PROBES = $(PROBE_FLAGS)
$(TENS)/counted/%: TEN_PROBES = $(COUNTED_FLAGS)

define ten_variant # VARIANT
$(TENS)/$1/%.o: %.c Makefile $(TEN)/rules.mk
	$$(call say,HOSTCC,$$<)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEN_FLAGS) $$(TEN_MORE) $$(TEN_PROBES) -I$$(MINILZO) $$(DEPFLAGS) -c -o $$@ $$<
$(TENS)/$1/minilzo.o: $(MINILZO)/minilzo.c
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEN_FLAGS) $$(TEN_PROBES) -I$$(MINILZO) -c -o $$@ $$<
$(TENS)/$1/newlib/%.o:
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEN_FLAGS) $$(TEN_MORE) $$(TEN_PROBES) -c -o $$@ $(N)/$$*.c
$(TENS)/$1/%.pb-c.o: $(PROTO)/%.pb-c.c
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(TEN_FLAGS) $$(TEN_PROBES) -c -o $$@ $$<
$(TEN_SMALL:%=$(TENS)/$1/%): $(TENS)/$1/%: $(TENS)/$1/$(TEN)/%.o
$(TENS)/$1/lzo: $(TEN_LZO:%=$(TENS)/$1/%)
$(TENS)/$1/fdlibm: $(TEN_FDLIBM:%=$(TENS)/$1/%)
$(TENS)/$1/reader: $(TEN_READER:%=$(TENS)/$1/%)
$(TENS)/$1/jxtr: $(TEN_JXTR:%=$(TENS)/$1/%)
endef
$(foreach v,$(TEN_VARIANTS),$(eval $(call ten_variant,$v)))

# The profiler's end of the line packs with the program's miniLZO, LZO or serial-xfer where it has those.
$(B)/$(TEN)/profiled.o: BENCH_EXTRA := -I$(PEER)
$(foreach v,$(TEN_VARIANTS),$(TEN_ALL:%=$(TENS)/$v/%)): $(B)/$(TEN)/watched.o
$(TEN_ALL:%=$(TENS)/plain/%):
	$(Q)echo $^ $(HOST_LIBS) >$@.objects
	$(Q)echo $(filter $(TENS)/%,$^) >$@.functions
	$(Q)$(CC) -no-pie -Wl,--build-id=sha1 -o $@ $$(cat $@.objects)
$(foreach v,ours counted,$(TEN_ALL:%=$(TENS)/$v/%)): $(B)/$(TEN)/profiled.o $(HOSTED_O) $(H)/xfer.a $(H)/minilzo.o
	$(Q)echo $(filter-out $(H)/%,$^) $(if $(filter %/reader,$@),,$(H)/xfer.a) \
	  $(if $(filter %/lzo %/reader,$@),,$(H)/minilzo.o) $(HOST_LIBS) >$@.objects
	$(Q)echo $(filter $(TENS)/%,$^) >$@.functions
	$(Q)$(CC) -no-pie -Wl,--build-id=sha1 -o $@ $$(cat $@.objects)

$(TENS)/abreast: $(TEN)/abreast.c Makefile $(TEN)/rules.mk
	@mkdir -p $(@D)
	$(Q)$(CC) -std=gnu11 -O2 $(WARN) $(DEPFLAGS) -o $@ $<

test-programs: $(TENS)/abreast $(foreach v,$(TEN_VARIANTS),$(TEN_SMALL:%=$(TENS)/$v/%))

.PHONY: bench-ten
bench-ten: $(PROGRAMS) $(O)/text.txt $(O)/mkscale $(J)/classes.stamp $(TENS)/abreast $(foreach v,$(TEN_VARIANTS),$(TEN_ALL:%=$(TENS)/$v/%)) ## ten programs under our profiler beside the same programs without, and beside perf [ROUNDS=5]
	-$(Q)sh host-tools/run/deps.sh peers
	$(Q)$(call use,bash $(TEN)/ten.sh $(O) $(if $(value ROUNDS),$(call quote,$(value ROUNDS))))
