# SPDX-License-Identifier: GPL-2.0-or-later
# The proof of matching and of clocks: what looks at them from outside, and what bends them.

$(O)/net-accuracy/ticks.so: $(PLUGIN)/tests/net/accuracy/ticks.o
	$(call say,HOSTLD,$@)
	$(PLUGIN_LINK)
$(O)/net-accuracy/warp: $(H)/tests/net/accuracy/warp.o $(H)/xfer.a $(H)/minilzo.o
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)
$(H)/tests/net/accuracy/play.o: HOST_FLAGS += -Itests/unit -Ihost-tools
$(O)/net-accuracy/play: $(H)/tests/net/accuracy/play.o $(H)/dump.a $(H)/xfer.a $(H)/minilzo.o
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)
test-programs: $(O)/net-accuracy/ticks.so $(O)/net-accuracy/warp $(O)/net-accuracy/play
.PHONY: accuracy-net
accuracy-net: $(PROGRAMS) $(JAVA_TOOLS) test-programs ## prove matching and the bounds of clocks, by the host's counter
	$(Q)$(call use,bash tests/net/accuracy/accuracy.sh $(O))
