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

# QEMU's plugins: the model of caches that make run COUNTERS= takes, and what tests have.
PLUGIN := $(O)/plugin
$(PLUGIN)/%.o: %.c Makefile host-tools/rules.mk
	$(call say,HOSTCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -fPIC -c -o $@ $<

PLUGIN_LINK = $(Q)mkdir -p $(@D) && $(CC) -shared -o $@ $^

$(O)/model.so: $(patsubst %.c,$(PLUGIN)/%.o,$(wildcard host-tools/qemu/*.c))
	$(call say,HOSTLD,$@)
	$(PLUGIN_LINK)
