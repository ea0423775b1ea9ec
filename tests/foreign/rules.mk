# SPDX-License-Identifier: GPL-2.0-or-later
# The profiler of the kit in foreign programs, whose sources are the user's and never this tree's.

.PHONY: test-ports
test-ports: $(KIT)/jxprof.c $(O)/ports/counter.so $(O)/hostdump $(O)/render ## the profiler in foreign programs: PORTS=DIR has DIR/opensbi, DIR/u-boot, DIR/memtest86plus
	$(Q)$(call use,bash tests/foreign/foreign.sh $(O) $(call quote,$(call given,PORTS)))
.PHONY: test-peer
test-peer: test-ports ## then U-Boot's own trace beside it: what each costs, and what each says of times; PORTS=DIR
	$(Q)$(call use,bash tests/foreign/peer.sh $(O) $(call quote,$(call given,PORTS)))
