# SPDX-License-Identifier: GPL-2.0-or-later
# The other end of `hostdump serve'.

$(O)/speak: $(H)/tests/kernel/serve/speak.o
	$(Q)$(CC) -o $@ $^

test-programs: $(O)/speak
