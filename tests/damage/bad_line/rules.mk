# SPDX-License-Identifier: GPL-2.0-or-later
# A bad line, and the proof that nothing on it is taken for data: fast for `make damage', sanitized for `make test'.

DAMAGE_O := $(patsubst %.c,%.o,$(wildcard tests/damage/bad_line/*.c))
$(DAMAGE_O:%=$(H)/%): HOST_FLAGS += -D_GNU_SOURCE -Ihost-tools -Itests/bench
$(DAMAGE_O:%=$(U)/%): UNIT_EXTRA := -D_GNU_SOURCE -Itests/bench
$(O)/damage: $(DAMAGE_O:%=$(H)/%) $(H)/dump.a $(H)/xfer.a $(H)/minilzo.o
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)
$(U)/damage: $(DAMAGE_O:%=$(U)/%) $(U)/lib.a
	$(call say,UNITLD,$@)
	$(Q)$(CC) $(SAN) -o $@ $^ $(HOST_LIBS)

test-programs: $(U)/damage
.PHONY: damage
damage: $(O)/damage ## prove that a bad line loses only what it hits, and nothing where the host answers: 10,000 dumps each
	$(Q)$(call use,$(O)/damage --check 10000)
