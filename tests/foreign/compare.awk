# SPDX-License-Identifier: GPL-2.0-or-later
#
# compare.awk: holds the calls and times of a profile against the counts of an observer (tests/ports/counter.c).
#
#   awk -v moved=N -v site=N -v processors=N -v name=PROGRAM -f symbols.awk -f compare.awk SYMBOLS COUNTS METHODS
#
# SYMBOLS: address, size and name of each function, hexadecimal. COUNTS: the observer's. METHODS: hostdump's table, in
# tab-separated values. moved: how far above the addresses of SYMBOLS the image ran, modulo 2^28. site: instructions at a
# function's probes, which are the profiler's. Writes a line for each function whose calls differ, to stderr, and a row
# of the table: functions, calls, how many of the functions have the calls that the observer saw, and how many of those
# that have ended, and call timed functions only, have its instructions within 0.5 % or one a call.

FILENAME == ARGV[1] { n = ++symbols; at[n] = (value($1) + moved) % 268435456; size[n] = value($2); called[n] = $3; next }
FILENAME == ARGV[2] { count[value($1)] = $2; next }
/^#/ { next }
!("function" in column) { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  f = base($column["function"])
  calls[f] += $column["calls"] + $column["open"]
  open[f] += $column["open"]
  told[f] += $column["excl_us"] * 1000
}

END {
  for (n = 1; n <= symbols; n++) {
    f = base(called[n])
    if (!(f in calls))
      continue
    seen[f] += count[at[n]]
    for (a = at[n]; a < at[n] + size[n]; a++)
      own[f] += count[a]
  }
  for (f in calls) {
    functions++
    all += calls[f]
    if (calls[f] == seen[f])
      equal++
    else
      printf "%s: %s: %d calls, and the observer saw %d\n", name, f, calls[f], seen[f] >"/dev/stderr"
    if (open[f] || processors > 1)
      continue
    ended++
    error = told[f] - (own[f] - site * calls[f])
    bound = calls[f] > own[f] / 200 ? calls[f] : own[f] / 200
    within += error <= bound && error >= -bound
    if (error > bound || error < -bound)
      print name ": " f ": " told[f] " cycles, and the observer saw " own[f] - site * calls[f] " instructions" >"/dev/stderr"
  }
  printf "%-12s %10d %9d %9d %8d of %-6d %s\n", name, processors, functions, all, equal, functions,
    (processors > 1 ? "       -" : sprintf("%8d of %d", within, ended))
  exit !functions || equal != functions
}
