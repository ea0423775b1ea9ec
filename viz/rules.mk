# SPDX-License-Identifier: GPL-2.0-or-later
# viz/: the charts are drawn by a script that stays in the tree.

$(O)/render: viz/render.sh viz/rules.mk
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)printf '%s\n' '#!/bin/sh' ': "$${HOSTDUMP:=$$(dirname "$$(readlink -f "$$0")")/hostdump}"' 'export HOSTDUMP' \
	  $(call quote,exec sh $(call quote,$(CURDIR)/viz/render.sh) "$$@") >$@
	$(Q)chmod +x $@
