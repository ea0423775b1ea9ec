# SPDX-License-Identifier: GPL-2.0-or-later
# What makes short streams of very many records, and what says how much memory a command took.

$(H)/tests/damage/bombs/bomb.o: HOST_FLAGS += -I$(MINILZO)
$(O)/bomb: $(H)/tests/damage/bombs/bomb.o $(H)/xfer.a $(H)/minilzo.o
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)
$(O)/measure: $(H)/tests/damage/bombs/measure.o
	$(Q)$(CC) -o $@ $^

test-programs: $(O)/bomb $(O)/measure
