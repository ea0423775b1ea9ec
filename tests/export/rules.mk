# SPDX-License-Identifier: GPL-2.0-or-later
# The programs that read exports. Without one of them its format is skipped, so that it cannot be had is no error here.

.PHONY: deps-export
deps-export: ## install the programs of others that read exports, for the tests
	$(Q)sh host-tools/run/deps.sh export || echo 'deps: tests of exports that need these are skipped' >&2

.PHONY: bench-export
bench-export: $(PROGRAMS) $(O)/mkscale $(O)/mkcalls $(B)/spent $(B)/bench_decode ## what exports of 10 million records, and of as many calls, cost beside a bare loop
	$(Q)$(call use,sh tests/export/bench.sh $(O))
