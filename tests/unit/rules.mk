# SPDX-License-Identifier: GPL-2.0-or-later
# Unit tests: each test_NAME.c is a program; its folder is called as the room that it tests. Everything that is ours is
# built once more for the host with sanitizers, as archives: a test takes what it needs.

UNIT_FLAGS := $(filter-out -O2,$(HOST_FLAGS)) -O1 $(SAN) -I$(MINILZO)
UNIT_INC := -Iprofiler -Ihost-tools -Iviz -Ikernel -Itests/lib/port/fake -Itests/unit -Itests/golden
UNIT_ROOMS := profiler xfer host kernel viz
UNIT_C  := $(wildcard tests/unit/*/test_*.c)
UNITS   := $(addprefix $(U)/,$(basename $(notdir $(UNIT_C))))
PURE_C  := $(foreach f,hash split table rank show,kernel/programs/text/text_$f.c)
UNIT_LIB_C := $(PROF_C) tests/lib/port/fake/fake_port.c tests/unit/profiler.c tests/golden/play.c $(XFER_C) \
  $(filter-out $(DUMP_MAIN),$(DUMP_C)) $(PURE_C) $(filter-out %/main.c,$(FIGURES_C))

test-programs: $(UNITS)

$(PROF_SUBJECT_C:%.c=$(U)/%.o): UNIT_EXTRA := -finstrument-functions
CALLS_OF_HOOKS := -pg -mfentry -minstrument-return=call -fno-pic -fcf-protection=none
$(U)/tests/unit/profiler/test_fentry.o: UNIT_EXTRA := $(CALLS_OF_HOOKS)
$(patsubst %,$(U)/tests/unit/profiler/test_%.o,timed turns bursts): UNIT_EXTRA := $(PROBE_FLAGS) -fno-pic \
  -fcf-protection=none
$(U)/test_fentry $(U)/test_timed $(U)/test_turns $(U)/test_bursts: UNIT_LINK := -no-pie
$(U)/%.o: %.c Makefile tests/unit/rules.mk
	$(call say,UNITCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(UNIT_FLAGS) $(UNIT_INC) $(UNIT_EXTRA) -c -o $@ $<

$(EXPORT_O:%=$(U)/%): | $(PROTO_O:.o=.h)
$(U)/lib.a: $(UNIT_LIB_C:%.c=$(U)/%.o) $(H)/minilzo.o $(PROTO_O)
	@rm -f $@
	$(Q)ar rcs $@ $^

define UNIT_OF_ROOM
$(U)/test_%: $(U)/tests/unit/$1/test_%.o $(U)/lib.a
	$$(call say,UNITLD,$$@)
	$$(Q)$$(CC) $$(SAN) $$(UNIT_LINK) -o $$@ $$^ -lcmocka $$(HOST_LIBS)
endef
$(foreach room,$(UNIT_ROOMS),$(eval $(call UNIT_OF_ROOM,$(room))))

# What is stepped through by the instruction has no sanitizer's instructions in it.
STEPPED_O := $(patsubst %.c,$(U)/stepped/%.o,tests/unit/profiler.c tests/lib/port/fake/fake_port.c \
  serial-xfer/format/wire.c $(PROF_C))
$(PROF_SUBJECT_C:%.c=$(U)/stepped/%.o): UNIT_EXTRA := -finstrument-functions
$(U)/stepped/tests/unit/profiler/test_fentry_step.o: UNIT_EXTRA := $(CALLS_OF_HOOKS)
# The exit hook as in the kernel; the clock is a call here, for which it saves registers.
STEPPED_EXTRA := -fno-pic -DPROF_LEAN_RETURN -DPROF_LEAN_FRAME=24
$(U)/stepped/%.o: %.c Makefile tests/unit/rules.mk
	$(call say,UNITCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -fno-omit-frame-pointer -fno-optimize-sibling-calls $(STEPPED_EXTRA) $(UNIT_INC) \
	  $(UNIT_EXTRA) -c -o $@ $<
$(U)/test_fentry_step $(U)/test_log_step: $(U)/test_%: $(U)/stepped/tests/unit/profiler/test_%.o $(STEPPED_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) -no-pie -o $@ $^ -lcmocka

# hostdump under sanitizers, for its cases.
$(U)/hostdump: $(DUMP_MAIN:%.c=$(U)/%.o) $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ $(HOST_LIBS)
test-programs: $(U)/hostdump

# ---- the translator ----
# Its sources again, with sanitizers.
$(U)/translator-instr/jxtr/%.o $(U)/tests/unit/jxtr/test_jxtr_%.o: \
  UNIT_FLAGS := $(JXTR_FLAGS) $(filter-out -I%,$(UNIT_FLAGS))
$(U)/translator-instr/jxtr/%.o $(U)/tests/unit/jxtr/test_jxtr_%.o: UNIT_INC := -Itests/unit
$(U)/jxtr.a: $(JXTR_C:%.c=$(U)/%.o)
	@rm -f $@
	$(Q)ar rcs $@ $(filter-out %/main.o,$^)
$(U)/test_jxtr_%: $(U)/tests/unit/jxtr/test_jxtr_%.o $(U)/jxtr.a | $(J)/classes.stamp
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka
$(U)/jxtr: $(JXTR_C:%.c=$(U)/%.o)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^
test-programs: $(U)/jxtr

# ---- what is tested on a fake of its own ----
# Java's heap under sanitizers, on the hosted port.
GC_O := $(addprefix $(U)/$(RT)/,core/gc.o $(SPACE_O) hosted/port_hosted.o)
$(GC_O) $(U)/tests/unit/jxtr/test_gc.o: UNIT_EXTRA := -DJX_HOSTED -Itranslator-instr
$(U)/test_gc: $(U)/tests/unit/jxtr/test_gc.o $(GC_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka -lpthread

# When collections come, on a clock that the test makes.
BUDGET_O := $(U)/$(RT)/core/untimed/budget.o
$(U)/tests/unit/jxtr/test_budget.o: UNIT_EXTRA := -DJX_HOSTED -Itranslator-instr
$(U)/test_budget: $(U)/tests/unit/jxtr/test_budget.o $(BUDGET_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka

# What tells the profiler of Java's objects, on the fake port and on a heap that only passes the time.
OBJECTS_O := $(U)/$(RT)/kernel/objects_kernel.o $(U)/$(RT)/kernel/hooks.o $(U)/kernel/lib/format.o
$(OBJECTS_O) $(U)/tests/unit/jxtr/test_objects_kernel.o: UNIT_EXTRA := -DJX_HOSTED -Itranslator-instr
$(U)/test_objects_kernel: $(U)/tests/unit/jxtr/test_objects_kernel.o $(OBJECTS_O) $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -no-pie -o $@ $^ -lcmocka $(HOST_LIBS)

# The kernel's code for the processor's counters, on a fake of their registers.
PMU_O := $(U)/kernel/arch/x86_64/pmu.o $(U)/kernel/lib/format.o
$(PMU_O) $(U)/tests/unit/kernel/test_pmu.o: UNIT_EXTRA := -idirafter kernel/arch/x86_64
$(U)/test_pmu: $(U)/tests/unit/kernel/test_pmu.o $(PMU_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka

# The observer's books, on instructions that the test makes.
ACCOUNT_O := $(U)/tests/kernel/accuracy/account.o
$(U)/tests/unit/kernel/test_account.o: UNIT_EXTRA := -I.
$(U)/test_account: $(U)/tests/unit/kernel/test_account.o $(ACCOUNT_O)
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka

# The switch between machines, on times and frames that the test makes.
SWITCH_O := $(addprefix $(U)/host-tools/wire/,switch.o faults.o addresses.o)
$(U)/test_switch: $(U)/tests/unit/host/test_switch.o $(SWITCH_O) $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka $(HOST_LIBS)

# The model of the caches, as the plugin has it.
test-programs: $(O)/model.so
$(U)/test_cache: $(U)/tests/unit/host/test_cache.o $(U)/host-tools/qemu/cache.o
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ -lcmocka
