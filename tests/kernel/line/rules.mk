# SPDX-License-Identifier: GPL-2.0-or-later
# A line of a given speed, for use between QEMU and hostdump.

$(O)/line: $(H)/tests/kernel/line/line.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^

test-programs: $(O)/line
