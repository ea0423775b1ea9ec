# SPDX-License-Identifier: GPL-2.0-or-later
# host-tools/: hostdump, which is all rooms but three; run/ has what runs a kernel, qemu/ what QEMU loads, wire/ the
# network of several.

DUMP_C := $(filter-out host-tools/run/% host-tools/qemu/% host-tools/wire/%,$(wildcard host-tools/*/*.c))
DUMP_MAIN := host-tools/commands/main.c

$(H)/%.o: %.c Makefile
	$(call say,HOSTCC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(HOST_FLAGS) -I$(MINILZO) -c -o $@ $<

# What protoc-c makes of the messages of exports: headers for the exporters, and their tables as objects.
PROTO_O := $(patsubst host-tools/export/%.proto,$(PROTO)/%.pb-c.o,$(wildcard host-tools/export/*.proto))
$(PROTO)/%.pb-c.c $(PROTO)/%.pb-c.h &: host-tools/export/%.proto
	$(call say,PROTOC,$<)
	@mkdir -p $(@D)
	$(Q)protoc-c --proto_path=host-tools/export --c_out=$(PROTO) $<
EXPORT_O := $(patsubst %.c,%.o,$(wildcard host-tools/export/*.c))
$(EXPORT_O:%=$(H)/%): | $(PROTO_O:.o=.h)
$(PROTO)/%.pb-c.o: $(PROTO)/%.pb-c.c
	$(Q)$(CC) -std=gnu11 -O2 -g $(DEPFLAGS) -c -o $@ $<

# hostdump but its main(), as an archive.
$(H)/dump.a: $(patsubst %.c,$(H)/%.o,$(filter-out $(DUMP_MAIN),$(DUMP_C))) $(PROTO_O)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(O)/hostdump: $(DUMP_MAIN:%.c=$(H)/%.o) $(H)/dump.a $(H)/xfer.a
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)

# The switch between machines in QEMU.
WIRE_C := $(wildcard host-tools/wire/*.c)
$(O)/wire: $(WIRE_C:%.c=$(H)/%.o) $(H)/dump.a
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ -lpcap -lm

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
