# SPDX-License-Identifier: GPL-2.0-or-later
# What ruins golden streams.

$(O)/mangle: $(H)/tests/damage/bad/mangle.o $(H)/xfer.a
	$(Q)$(CC) -o $@ $^

test-programs: $(O)/mangle
