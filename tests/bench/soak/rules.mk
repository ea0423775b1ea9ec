# SPDX-License-Identifier: GPL-2.0-or-later
# What counts the frames of a stream that was cut off, without the receiver.

$(O)/frames: $(H)/tests/bench/soak/frames.o $(H)/xfer.a
	$(Q)$(CC) -o $@ $^ -llzo2
test-programs: $(O)/frames

.PHONY: soak
soak: $(PROGRAMS) $(JAVA_TOOLS) $(O)/frames ## stream hours of the machine's time to a reader who pauses; kill a thousand boots [SECONDS= KILLS= SEED=]
	$(Q)$(call use,env SOAK_SECONDS=$(call quote,$(or $(call given,SECONDS),3600)) \
	  SOAK_KILLS=$(call quote,$(or $(call given,KILLS),1000)) SOAK_SEED=$(call quote,$(or $(call given,SEED),1)) \
	  bash tests/bench/soak/soak.sh '$(O)')
