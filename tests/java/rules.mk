# SPDX-License-Identifier: GPL-2.0-or-later
# tests/java/: what is tried besides the suites.

.PHONY: test-java-processors
test-java-processors: test-programs ## all Java tests and apps on four processors, in turns and at once (5 minutes)
	$(Q)$(call use,env ALL_PROCESSORS=yes bash tests/java/kernel/run.sh $(O))
