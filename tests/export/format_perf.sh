# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_perf.sh: perf itself: script with lost events, report by function, the header; annotate finds the code.

# perf looks for files of names at many places; it gets a home of its own.
run_perf() { HOME=$scratch/perf.home perf "$@" 2>>perf.log; }

perf_case() { # NAME
  export_dump perf "$1" "$1.perf"
  symbols_of "$1" >"$1.perf.how"
  run_perf script -i "$1.perf" --ns --show-lost-events -F comm,tid,cpu,time,ip,sym >"$1.perf.script" ||
    [ ! -s "$1.perf.script" ] || echo "perf script fails"
  run_perf report -i "$1.perf" --stdio -F sample,sym --no-children -g none >"$1.perf.report"
  run_perf report -i "$1.perf" --header-only >"$1.perf.header" || echo "perf report does not read the header"
  judge perf "$1" "$1.perf"
}

perf_annotates() {
  export_dump perf basic annotated.perf
  run_perf annotate -i annotated.perf --stdio -s work >annotated.txt || echo "perf annotate fails"
  grep -q '2 samples' annotated.txt && grep -q 'Disassembly of section .text' annotated.txt ||
    echo "it does not show 2 samples in the code of work: $(head -n 1 annotated.txt)"
}

if command -v perf >/dev/null; then
  mkdir -p perf.home
  for name in $dumps; do try "perf_$name" perf_case "$name"; done
  try perf_annotates perf_annotates
else
  for name in $dumps annotates; do skip "perf_$name" 'there is no perf (linux-perf)'; done
fi
