# SPDX-License-Identifier: GPL-2.0-or-later
# What makes the golden streams, and the image that they name: addresses and build-id are those that pieces.h has.

$(O)/mkgolden: $(patsubst %.c,$(H)/%.o,$(wildcard tests/golden/*.c)) $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^
$(O)/golden.elf: tests/golden/image.S tests/golden/image2.S tests/golden/rules.mk
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -g -nostdlib -static -no-pie $(PREFIX_MAP) \
	  -Wl,--build-id=0x00112233445566778899aabbccddeeff00112233 -Wl,-Ttext=0x100000 \
	  -Wl,--section-start=second=0x101000 -Wl,-e,main_loop -o $@ $(filter %.S,$^)

test-programs: $(O)/mkgolden $(O)/golden.elf
