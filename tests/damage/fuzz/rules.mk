# SPDX-License-Identifier: GPL-2.0-or-later
# Each harness twice: with libFuzzer, which needs clang, for `make fuzz'; and as a program that replays the corpus.

FUZZERS   := $(patsubst tests/damage/fuzz/fuzz_%.c,%,$(wildcard tests/damage/fuzz/fuzz_*.c))
FUZZ      := $(O)/fuzz
FUZZ_CC   ?= clang
FUZZ_SAN  := -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_LIB_C := $(filter-out %/send.c,$(XFER_C)) $(filter-out $(DUMP_MAIN),$(DUMP_C))
$(FUZZ)/%.o: %.c Makefile tests/damage/fuzz/rules.mk
	$(call say,FUZZCC,$<)
	@command -v $(FUZZ_CC) >/dev/null || { echo 'fuzz: libFuzzer comes with clang: apt-get install clang' >&2; exit 1; }
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) -std=gnu11 -O1 -g -Iserial-xfer -Ihost-tools -isystem $(PROTO) $(DEPFLAGS) $(FUZZ_SAN) \
	  -fsanitize=fuzzer-no-link -c -o $@ $<
$(EXPORT_O:%=$(FUZZ)/%): | $(PROTO_O:.o=.h)
$(FUZZ)/fuzz_%: $(FUZZ)/tests/damage/fuzz/fuzz_%.o $(FUZZ_LIB_C:%.c=$(FUZZ)/%.o) $(PROTO_O)
	$(call say,FUZZLD,$@)
	$(Q)$(FUZZ_CC) $(FUZZ_SAN) -fsanitize=fuzzer -o $@ $^ $(HOST_LIBS)
$(U)/fuzz_%: $(U)/tests/damage/fuzz/fuzz_%.o $(U)/tests/damage/fuzz/replay.o $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ $(HOST_LIBS)
$(O)/seed: $(H)/tests/damage/fuzz/seed.o $(H)/xfer.a
	$(Q)$(CC) -o $@ $^ -llzo2 -lz

test-programs: $(FUZZERS:%=$(U)/fuzz_%)
.PHONY: fuzz
fuzz: $(FUZZERS:%=$(FUZZ)/fuzz_%) $(O)/seed $(O)/mkgolden $(O)/golden.elf ## throw anything at the host's tools for a minute [FUZZ_SECONDS=60]
	$(Q)$(call use,sh tests/damage/fuzz/fuzz.sh $(O) $(call quote,$(or $(value FUZZ_SECONDS),60)) $(FUZZERS))
