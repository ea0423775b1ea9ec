# SPDX-License-Identifier: GPL-2.0-or-later
# What plays nodes that call each other.

$(H)/tests/net/tree/play.o: HOST_FLAGS += -Itests/unit
$(O)/play-tree: $(H)/tests/net/tree/play.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^
test-programs: $(O)/play-tree
