# SPDX-License-Identifier: GPL-2.0-or-later
# The other end of `hostdump serve'.

$(O)/speak: $(H)/tests/kernel/serve/speak.o
	$(Q)$(CC) -o $@ $^

$(O)/keeper: $(H)/tests/kernel/serve/keeper.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)

test-programs: $(O)/speak $(O)/keeper
