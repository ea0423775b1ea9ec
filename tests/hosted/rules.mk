# SPDX-License-Identifier: GPL-2.0-or-later
# The profiler on eight processors that are threads of a process: once under ThreadSanitizer, and once as it is.

T := $(O)/hosted
HOSTED_C := tests/hosted/threads.c tests/lib/port/several/several_port.c serial-xfer/format/wire.c $(PROF_C)
HOSTED_FLAGS := $(HOST_FLAGS) -fno-omit-frame-pointer -Iprofiler -Itests/lib/port/several
$(PROF_SUBJECT_C:%.c=$(T)/plain/%.o) $(PROF_SUBJECT_C:%.c=$(T)/tsan/%.o): HOSTED_EXTRA := -finstrument-functions
$(T)/tsan/%.o: %.c Makefile tests/hosted/rules.mk
	$(call say,TSANCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOSTED_FLAGS) $(HOSTED_EXTRA) -fsanitize=thread -c -o $@ $<
$(T)/plain/%.o: %.c Makefile tests/hosted/rules.mk
	$(call say,HOSTEDCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOSTED_FLAGS) $(HOSTED_EXTRA) -c -o $@ $<
$(T)/threads.tsan: $(HOSTED_C:%.c=$(T)/tsan/%.o)
	$(Q)$(CC) -fsanitize=thread -o $@ $^ -lpthread
$(T)/threads: $(HOSTED_C:%.c=$(T)/plain/%.o)
	$(Q)$(CC) -o $@ $^ -lpthread
test-programs: $(T)/threads.tsan $(T)/threads

# Java's heap on four processors that are threads of a process.
HEAP_C := tests/hosted/heap.c tests/lib/port/heap/port_heap.c $(RT)/core/gc.c $(SPACE_O:%.o=$(RT)/%.c)
HEAP_EXTRA := -DJX_HOSTED -Itranslator-instr -Itests/lib/port/heap
$(HEAP_C:%.c=$(T)/plain/%.o) $(HEAP_C:%.c=$(T)/tsan/%.o): HOSTED_EXTRA := $(HEAP_EXTRA)
$(T)/heap.tsan: $(HEAP_C:%.c=$(T)/tsan/%.o)
	$(Q)$(CC) -fsanitize=thread -o $@ $^ -lpthread
$(T)/heap: $(HEAP_C:%.c=$(T)/plain/%.o)
	$(Q)$(CC) -o $@ $^ -lpthread
test-programs: $(T)/heap.tsan $(T)/heap
