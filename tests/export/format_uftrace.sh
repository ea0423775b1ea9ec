# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_uftrace.sh: uftrace's own commands: dump, report, info; replay and graph find each call.

uftrace_says() { # COMMAND... : of $uftrace_data
  uftrace "$@" --no-pager -d "$uftrace_data" 2>&1 || echo "uftrace $1 fails" >&2
}

uftrace_case() { # NAME
  uftrace_data=$1.uftrace
  export_dump uftrace "$1" "$uftrace_data"
  uftrace_says info >"$uftrace_data.info"
  uftrace_says info --task >"$uftrace_data.tasks"
  sed -n 's/.*: \(incomplete: .*\)/\1/p' "$uftrace_data.said" | while read -r remark; do
    grep -q -F "$remark" "$uftrace_data.info" || echo "uftrace info does not say: $remark"
  done
  rows=$(grep -v -c -e '^#' -e '^thread	' "$1.tables/calls.tsv")
  if [ "$rows" = 0 ]; then
    grep -q 'prof=calls' "$uftrace_data.said" || [ "$1" = nothing ] || echo "it does not say that there are no calls"
    return
  fi
  uftrace_says dump >"$uftrace_data.dumped"
  uftrace_says report >"$uftrace_data.report"
  judge uftrace "$1" "$uftrace_data"
  uftrace_says replay >"$uftrace_data.replayed"
  uftrace_says graph >"$uftrace_data.graph"
  cut -f 5,8 "$1.tables/calls.tsv" | grep -v -e '^#' -e '^function	' -e '-$' | cut -f 1 | sort -u |
    while read -r function; do
      for what in replayed graph; do
        grep -q -F "$function" "$uftrace_data.$what" || echo "$what has no $function"
      done
    done
  grep -q 'linux:schedule' "$uftrace_data.replayed" || [ "$1" != calls ] || echo "threads never stop running"
}

for name in $dumps; do
  if command -v uftrace >/dev/null; then
    try "uftrace_$name" uftrace_case "$name"
  else
    skip "uftrace_$name" 'there is no uftrace'
  fi
done
