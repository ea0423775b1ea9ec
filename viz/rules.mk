# SPDX-License-Identifier: GPL-2.0-or-later
# viz/: the charts are drawn by a script that stays in the tree.

$(O)/render: viz/render.sh viz/rules.mk
	$(call say,GEN,$@)
	@mkdir -p $(@D)
	$(Q)printf '#!/bin/sh\nHOSTDUMP=$${HOSTDUMP:-%s} exec sh "%s" "$$@"\n' '$(abspath $(O))/hostdump' '$(CURDIR)/viz/render.sh' >$@
	$(Q)chmod +x $@
