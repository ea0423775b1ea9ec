# SPDX-License-Identifier: GPL-2.0-or-later
# What ruins golden streams.

$(O)/mangle: $(H)/tests/damage/bad/mangle.o $(H)/xfer.a
	$(Q)$(CC) -o $@ $^
$(O)/extreme: $(H)/tests/damage/bad/extreme.o $(H)/xfer.a
	$(Q)$(CC) -o $@ $^ -llzo2 -lz

test-programs: $(O)/mangle $(O)/extreme
