# SPDX-License-Identifier: GPL-2.0-or-later
# host-tools/: hostdump, which is all rooms but two; run/ has what runs a kernel, qemu/ what QEMU loads.

DUMP_C := $(filter-out host-tools/run/% host-tools/qemu/%,$(wildcard host-tools/*/*.c))
DUMP_MAIN := host-tools/commands/main.c

$(H)/%.o: %.c Makefile
	$(call say,HOSTCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -I$(MINILZO) -c -o $@ $<

# hostdump but its main(), as an archive.
$(H)/dump.a: $(patsubst %.c,$(H)/%.o,$(filter-out $(DUMP_MAIN),$(DUMP_C)))
	@rm -f $@
	$(Q)ar rcs $@ $^

$(O)/hostdump: $(DUMP_MAIN:%.c=$(H)/%.o) $(H)/dump.a $(H)/xfer.a
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)

# QEMU's plugins: the model of caches that make run COUNTERS= takes.
PLUGIN_FLAGS := -std=gnu11 -O2 -fPIC -shared $(WARN) -Iserial-xfer -Ihost-tools
$(O)/model.so: $(wildcard host-tools/qemu/*.c host-tools/qemu/*.h) serial-xfer/format/wire.h Makefile host-tools/rules.mk
	$(call say,HOSTLD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(PLUGIN_FLAGS) -o $@ $(filter %.c,$^)
