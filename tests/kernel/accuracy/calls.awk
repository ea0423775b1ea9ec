# SPDX-License-Identifier: GPL-2.0-or-later
#
# calls.awk: each call of the profile beside the call that the observer saw, in the order in which they ended.
#
#   awk -v workload= -v hz= -f calls.awk CALLED calls.tsv
#
# A call is the same when it is of the same function, in as many others, and ended in the same way. The observer knows a
# thread by a number, the profile by a name, so threads are paired that made as many calls, of the same function first.
# The profiler's own thread is in no profile: it is in thread_block(), once.
# Prints the goals: calls that differ, and calls whose time is off by more than an instruction and 0.05 %, beside the
# instructions that they ran without those of hooks. Where an interrupt fell into a call its own time is taken out of
# both.
BEGIN {
  FS = "\t"
}

# The profile tells whether a call that did not return was open at the end, or its thread had ended in it.
function ending(how) { return how == "returned" ? how : "never returned" }

function abs(x) { return x < 0 ? -x : x }

FNR == 1 { part++ }

part == 1 {
  n = ++count[1, $1]
  if (n == 1) owner[1, ++owners[1]] = $1
  what[1, $1, n] = $2 " " $3 " " ending($5)
  took[$1, n] = $4
  next
}

/^#/ { next }
!column["thread"] { for (i = 1; i <= NF; i++) column[$i] = i; next }
{
  thread = $column["thread"]
  n = ++count[2, thread]
  if (n == 1) owner[2, ++owners[2]] = thread
  sub(/ \[(bridge|synthetic)\]$/, "", $column["function"]) # the observer's names have no blanks
  what[2, thread, n] = $column["depth"] " " $column["function"] " " ending($column["ended"])
  seen[thread, n] = int($column["time_us"] * hz / 1e6 + 0.5)
}

function differ(how) {
  if (!differences++)
    example = how
}

function compare(a, b,   n, error) {
  for (n = 1; n <= count[1, a]; n++) {
    if (what[1, a, n] != what[2, b, n]) {
      differ(b ", call " n - 1 ": " what[2, b, n] ", not " what[1, a, n])
      continue
    }
    if (what[1, a, n] ~ /never returned$/)
      continue
    judged++
    error = abs(seen[b, n] - took[a, n])
    off += error > 1 && error > took[a, n] / 2000
    if (error > worst) {
      worst = error
      whose = b ", call " n - 1 ": " what[2, b, n]
    }
  }
}

function goal(name, value, unit, limit, note) {
  printf "%s/%s\t%s\t%s\t<= %s\t%s%s\n", workload, name, value, unit, limit, value <= limit ? "holds" : "short", note
}

END {
  for (i = 1; i <= owners[1]; i++) {
    a = owner[1, i]
    for (k = 1; k <= owners[2]; k++) {
      b = owner[2, k]
      if (!(b in taken) && count[1, a] == count[2, b] && what[1, a, 1] == what[2, b, 1])
        break
    }
    all += count[1, a]
    if (k > owners[2] && count[1, a] == 1 && what[1, a, 1] == "1 thread_block never returned" && !own++)
      continue
    if (k > owners[2]) {
      differ("no thread has made " count[1, a] " calls, " what[1, a, 1] " first")
      continue
    }
    taken[b] = 1
    compare(a, b)
  }
  for (k = 1; k <= owners[2]; k++)
    if (!(owner[2, k] in taken))
      differ(owner[2, k] " has made " count[2, owner[2, k]] " calls, " what[2, owner[2, k], 1] " first")
  goal("calls_that_differ", differences + 0, "calls", 0, "\t(of " all + 0 (example == "" ? "" : "; " example) ")")
  goal("calls_off", sprintf("%.3f", judged ? 100 * off / judged : 100), "%", 1,
    "\t(" judged + 0 " judged; the worst by " worst + 0 " instructions: " whose ")")
}
