# SPDX-License-Identifier: GPL-2.0-or-later
#
# compare.awk: holds the corrected times of a profile against the counts of an observer (counter.c).
#
#   awk -f symbols.awk -f compare.awk SYMBOLS SITES COUNTS METHODS [EXCEPT]
#
# SYMBOLS: address, size and name of each function, hexadecimal; SITES: addresses of sites of probes; COUNTS: the
# observer's; METHODS: hostdump's table of that name, in tab-separated values. In one run the function's own instructions
# are counted with its probes: what is at its site is the probe's. Prints a line for each function of METHODS that the
# observer saw: what is compared, whether it holds. EXCEPT: functions that call untimed ones, whose calls alone are
# compared; with -v calls_only=1 all are such.

BEGIN { split(except, names, ","); for (i in names) left[names[i]] }
FILENAME == ARGV[1] { start[$3] = value($1); size[$3] = value($2); next }
FILENAME == ARGV[2] { site[value($1)]; next }
FILENAME == ARGV[3] { count[value($1)] = $2; next }
/^#/ { next }
!("function" in column) { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  name = $column["function"]
  if (!(name in start))
    next
  own = 0
  first = start[name]
  for (at = first; at < first + size[name]; at++)
    if (at in count && !(at in site || at - 2 in site || at - 4 in site || at - 6 in site))
      own += count[at]
  calls = count[first]
  told = $column["excl_us"] * 1000
  error = told - own
  bound = calls > own / 200 ? calls : own / 200
  right = $column["calls"] == calls && (calls_only || name in left || (error <= bound && error >= -bound))
  printf "%s %s calls %d of %d, instructions %d of %d (%+.3f %%, %+.3f a call)\n", right ? "ok" : "not ok", name,
    $column["calls"], calls, told, own, own ? 100 * error / own : 0, calls ? error / calls : 0
}
