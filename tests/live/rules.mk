# SPDX-License-Identifier: GPL-2.0-or-later
# Many targets at once, for `hostdump serve'.

$(O)/players: $(H)/tests/live/players.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^

test-programs: $(O)/players
