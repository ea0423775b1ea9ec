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
#
# Each thread's calls go to a file of its own first, CALLED.1.NUMBER and CALLED.2.NUMBER, a line each: what a call is,
# and what it took. The files of a pair are then read side by side.
BEGIN { FS = OFS = "\t" }

# The profile tells whether a call that did not return was open at the end, or its thread had ended in it.
function ending(how) { return how == "returned" ? how : "never returned" }

# Keeps a call of thread `thread`: on side 1, the observer's, or 2, the profile's.
function keep(side, thread, what, took) {
  if (!count[side, thread]++) {
    owner[side, ++owners[side]] = thread
    first[side, thread] = what
    file[side, thread] = base "." side "." owners[side]
  }
  print what, took >file[side, thread]
}

FNR == 1 && part++ == 0 { base = FILENAME }

part == 1 { keep(1, $1, $2 " " $3 " " ending($5), $4); next }

/^#/ { next }

$1 == "thread" { for (i = 1; i <= NF; i++) column[$i] = i; next }

{
  function_name = $(column["function"])
  sub(/ \[(bridge|synthetic)\]$/, "", function_name) # the observer's names have no blanks
  keep(2, $(column["thread"]), $(column["depth"]) " " function_name " " ending($(column["ended"])),
    int($(column["time_us"]) * hz / 1e6 + 0.5))
}

function differ(how) {
  if (!differences++)
    example = how
}

function pair(   i, k, a, b, own) {
  for (i = 1; i <= owners[1]; i++) {
    a = owner[1, i]
    for (k = 1; k <= owners[2]; k++) {
      b = owner[2, k]
      if (!(b in taken) && count[1, a] == count[2, b] && first[1, a] == first[2, b])
        break
    }
    all += count[1, a]
    if (k <= owners[2]) {
      partner[a] = b
      taken[b] = 1
    } else if (count[1, a] > 1 || first[1, a] != "1 thread_block never returned" || own++)
      differ("no thread has made " count[1, a] " calls, " first[1, a] " first")
  }
  for (k = 1; k <= owners[2]; k++)
    if (!(owner[2, k] in taken))
      differ(owner[2, k] " has made " count[2, owner[2, k]] " calls, " first[2, owner[2, k]] " first")
}

# Compares a call of the observer's with the profile's: the lines of both.
function compare(b, n, seen, told,   x, y, error) {
  split(seen, x)
  split(told, y)
  if (x[1] != y[1]) {
    differ(b ", call " n - 1 ": " y[1] ", not " x[1])
    return
  }
  if (x[1] ~ /never returned$/)
    return
  judged++
  error = y[2] - x[2]
  error = error < 0 ? -error : error
  off += error > 1 && error > x[2] / 2000
  if (error > worst) {
    worst = error
    whose = b ", call " n - 1 ": " y[1]
  }
}

function compare_threads(a, b,   n, seen, told) {
  while ((getline seen <file[1, a]) > 0 && (getline told <file[2, b]) > 0)
    compare(b, ++n, seen, told)
}

function goal(name, value, unit, limit, note) {
  printf "%s/%s\t%s\t%s\t<= %s\t%s%s\n", workload, name, value, unit, limit, value <= limit ? "holds" : "short", note
}

END {
  pair()
  for (i in file)
    close(file[i])
  for (a in partner)
    compare_threads(a, partner[a])
  goal("calls_that_differ", differences + 0, "calls", 0, "\t(of " all + 0 (example == "" ? "" : "; " example) ")")
  goal("calls_off", sprintf("%.3f", judged ? 100 * off / judged : 100), "%", 1,
    "\t(" judged + 0 " judged; the worst by " worst + 0 " instructions: " whose ")")
}
