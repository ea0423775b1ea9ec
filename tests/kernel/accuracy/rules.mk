# SPDX-License-Identifier: GPL-2.0-or-later
# The proof: an observer in QEMU that counts the instructions of the kernel while its probes are NOPs.

A := $(O)/accuracy
$(A)/observer.so: $(patsubst %.c,$(PLUGIN)/%.o,$(wildcard tests/kernel/accuracy/*.c))
	$(call say,HOSTLD,$@)
	$(PLUGIN_LINK)

test-programs: $(A)/observer.so
.PHONY: accuracy accuracy-calls accuracy-java accuracy-ages accuracy-exact
accuracy: $(PROGRAMS) $(O)/text.txt $(A)/observer.so ## prove the corrected times, to the instruction
	$(Q)$(call use,sh tests/kernel/accuracy/accuracy.sh $(O))
accuracy-calls: $(PROGRAMS) $(JAVA_TOOLS) $(O)/text.txt $(A)/observer.so ## prove a million calls of C and of Java, one by one
	$(Q)$(call use,bash tests/kernel/accuracy/calls.sh $(O))
accuracy-java: $(PROGRAMS) $(JAVA_TOOLS) $(A)/observer.so ## the same for programs in Java, with every way of recording
	$(Q)$(call use,bash tests/kernel/accuracy/java.sh $(O))
accuracy-ages: $(PROGRAMS) $(JAVA_TOOLS) $(O)/text.txt ## prove the ages of objects: few collections beside the exact lives of the run, and beside gcstress=1
	$(Q)$(call use,bash tests/kernel/accuracy/ages.sh $(O))
	$(Q)$(call use,bash tests/kernel/accuracy/ages.sh $(O) --beside gcstress)
accuracy-exact: $(PROGRAMS) $(JAVA_TOOLS) $(O)/text.txt ## prove exact lives by a search at each allocation, and what they cost
	$(Q)$(call use,bash tests/kernel/accuracy/exact.sh $(O))
