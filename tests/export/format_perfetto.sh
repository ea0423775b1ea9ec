# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_perfetto.sh: Perfetto's own trace processor, by SQL (perfetto.sql).

perfetto_case() { # NAME
  export_dump perfetto "$1" "$1.pftrace"
}

perfetto_all() {
  engine=$(sh "$here/consumers.sh" "$build" perfetto 2>why) && command -v node >/dev/null || {
    for name in $dumps; do skip "perfetto_$name" "$(tail -n 1 why)"; done
    return
  }
  for name in $dumps; do perfetto_case "$name" >"$name.perfetto"; done
  # shellcheck disable=SC2046,SC2086 # names of dumps
  node "$here/perfetto.mjs" "$engine" $(printf '%s.pftrace ' $dumps) <"$here/perfetto.sql" >engine.log 2>&1 ||
    { result perfetto "$(grep -v syscall engine.log | tail -n 3)"; return; }
  for name in $dumps; do
    result "perfetto_$name" "$(cat "$name.perfetto"; judge perfetto "$name" "$name.pftrace")"
  done
}
! chosen_some perfetto || perfetto_all
