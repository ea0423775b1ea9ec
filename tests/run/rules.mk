# SPDX-License-Identifier: GPL-2.0-or-later
# tests/run/: what is tried besides the suite.

.PHONY: test-deb
test-deb: deb $(O)/mkgolden $(O)/golden.elf ## install the Debian package in a fresh Debian 12 (mmdebstrap, root), use it, remove it (two minutes)
	$(Q)sh tests/run/package.sh $(O)
