# SPDX-License-Identifier: GPL-2.0-or-later
# viz/: figures/ says what the charts show, in C; they are drawn by a script that stays in the tree.

FIGURES_C := $(wildcard viz/figures/*.c)

$(O)/figures: $(FIGURES_C:%.c=$(H)/%.o) $(H)/dump.a $(H)/xfer.a
	$(call say,HOSTLD,$@)
	$(Q)$(CC) -o $@ $^ $(HOST_LIBS)

$(O)/render: viz/render.sh viz/rules.mk | $(O)/figures
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)printf '%s\n' '#!/bin/sh' ': "$${HOSTDUMP:=$$(dirname "$$(readlink -f "$$0")")/hostdump}"' \
	  ': "$${FIGURES:=$$(dirname "$$(readlink -f "$$0")")/figures}"' \
	  'export HOSTDUMP FIGURES' \
	  $(call quote,exec sh $(call quote,$(CURDIR)/viz/render.sh) "$$@") >$@
	$(Q)chmod +x $@
