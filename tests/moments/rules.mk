# SPDX-License-Identifier: GPL-2.0-or-later

.PHONY: test-moments
test-moments: $(PROGRAMS) $(O)/test-kernel.elf32 ## every frame of every thread at 200 moments beside what gdb finds at the same instruction [MOMENTS=]
	$(Q)$(call use,env MOMENTS=$(call quote,$(or $(call given,MOMENTS),200)) bash tests/moments/run.sh $(O) gdb)
