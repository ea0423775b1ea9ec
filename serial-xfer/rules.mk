# SPDX-License-Identifier: GPL-2.0-or-later
# serial-xfer/: what a folder's files are built for follows from the folder.
#
#   format both target   the sending half: for the target, freestanding; tests use it on the host, too
#   format both host     the receiving half, for the host
#   doc                  wiredoc, which prints the generated part of FORMAT.md

XFER_SEND := $(wildcard $(foreach r,format both target,serial-xfer/$r/*.c))
XFER_C    := $(sort $(XFER_SEND) $(wildcard serial-xfer/host/*.c))

# Both halves for the host, as an archive: a program takes what it needs. The receiving half decompresses with liblzo2;
# a program that sends, too, links minilzo.o, as the target does.
$(H)/xfer.a: $(XFER_C:%.c=$(H)/%.o)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(H)/minilzo.o: $(MINILZO)/minilzo.c Makefile
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -w -I$(MINILZO) -c -o $@ $<

$(O)/wiredoc: $(H)/serial-xfer/doc/wiredoc.o $(H)/xfer.a $(H)/minilzo.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^

.PHONY: format
format: $(O)/wiredoc ## renew the generated part of serial-xfer/FORMAT.md
	$(Q)sed -i '/^<!-- from here on/,$$d' serial-xfer/FORMAT.md && $(O)/wiredoc >>serial-xfer/FORMAT.md
