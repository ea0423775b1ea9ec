# SPDX-License-Identifier: GPL-2.0-or-later
#
# peer.awk: what two profilers say of the own time of functions, beside the instructions that an observer counted in the
# program without probes.
#
#   awk -f symbols.awk -f peer.awk MOVED SYMBOLS COUNTS TRACED_SYMBOLS FUNCTIONS CALLS METHODS
#
# MOVED, SYMBOLS, COUNTS: of the run without probes (peer.sh). FUNCTIONS: offset and count of each that trace saw; CALLS:
# its function, caller, and flags of each entry and exit: the type in the top two bits, microseconds in the others.
# METHODS: hostdump's table. An instruction is a nanosecond.

# A call that begins, and one that ends: what lies between two in the innermost of them is its own time.
function traced(f, type, at)
{
  if (depth)
    trace[stack[depth]] += (at - last) * 1000
  last = at
  if (type == 1)
    stack[++depth] = f
  else if (type == 0 && depth)
    depth--
}

# trace keeps addresses in units of 16 bytes (FUNC_SITE_SIZE), though functions need not begin there.
function site(at) { return at - at % 16 }

FNR == 1 { part++ }
part == 1 { moved = $1; next }
part == 2 { n = ++symbols; at[n] = (value($1) + moved) % 268435456; size[n] = value($2); called[n] = $3; next }
part == 3 { count[value($1)] = $2; next }
part == 4 { traced_name[site(value($1))] = $3; next }
part == 5 { trace_functions++; next }
part == 6 {
  f = traced_name[site($1)]
  on = on || f == "bootdelay_process"
  if (on)
    traced(f, int($3 / 1073741824), $3 % 1073741824)
  next
}
!("function" in column) { n = split($0, head, "\t"); for (i = 1; i <= n; i++) column[head[i]] = i; next }
{
  split($0, field, "\t")
  told[base(field[column["function"]])] += field[column["excl_us"]] * 1000
}

END {
  for (n = 1; n <= symbols; n++)
    for (a = at[n]; a < at[n] + size[n]; a++)
      own[called[n]] += count[a]
  printf "%-24s %12s %12s %12s\n", "function", "instructions", "jx", "trace"
  for (f in told)
    if (f in trace && own[f] >= 10000) {
      shared++
      all += own[f]
      jx_error += told[f] > own[f] ? told[f] - own[f] : own[f] - told[f]
      trace_error += trace[f] > own[f] ? trace[f] - own[f] : own[f] - trace[f]
      if (own[f] >= 150000)
        printf "%-24s %12d %12d %12d\n", f, own[f], told[f], trace[f]
    }
  if (!all)
    exit 1
  printf "%d functions of 10,000 instructions or more: jx is off by %.1f %% of all, trace by %.1f %%\n", shared,
    100 * jx_error / all, 100 * trace_error / all
}
