# SPDX-License-Identifier: GPL-2.0-or-later
# tests/attack: scripts only. A sample of the attacks is a suite of `make test'.

.PHONY: attack
attack: test-programs ## attack the host's programs as a hostile target would, for ten minutes [SEED=n COUNT=n]
	$(Q)ATTACK=all SEED='$(call given,SEED)' COUNT='$(call given,COUNT)' sh tests/attack/run.sh $(O)
	$(Q)ATTACK=all sh tests/truth/run.sh $(O)
