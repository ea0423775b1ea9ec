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
# Both files are read twice: first for the pairs; then side by side, for the calls of all threads ended in nearly the
# same order in both, and few of either wait for the other's.
BEGIN { FS = "\t" }

# The profile tells whether a call that did not return was open at the end, or its thread had ended in it.
function ending(how) { return how == "returned" ? how : "never returned" }

# What a line tells, of the observer's and of the profile's: `thread`, `what`, `took`. False: it tells of no call.
function of_observer(line,   f) {
  split(line, f, FS)
  thread = f[1]
  what = f[2] " " f[3] " " ending(f[5])
  took = f[4]
  return 1
}

function of_profile(line,   f, i, n, function_name) {
  if (line ~ /^#/)
    return 0
  n = split(line, f, FS)
  if (f[1] == "thread") {
    for (i = 1; i <= n; i++) column[f[i]] = i
    return 0
  }
  thread = f[column["thread"]]
  function_name = f[column["function"]]
  sub(/ \[(bridge|synthetic)\]$/, "", function_name) # the observer's names have no blanks
  what = f[column["depth"]] " " function_name " " ending(f[column["ended"]])
  took = int(f[column["time_us"]] * hz / 1e6 + 0.5)
  return 1
}

# First for the pairs.
FNR == 1 { part++; file[part] = FILENAME }
(part == 1 ? of_observer($0) : of_profile($0)) && !count[part, thread]++ {
  owner[part, ++owners[part]] = thread
  first[part, thread] = what
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

# Compares the thread's next call, when both sides have it.
function compare(b,   n, error) {
  n = compared[b] + 1
  if (!((1, b, n) in calls) || !((2, b, n) in calls))
    return
  compared[b] = n
  if (calls[1, b, n] != calls[2, b, n])
    differ(b ", call " n - 1 ": " calls[2, b, n] ", not " calls[1, b, n])
  else if (calls[1, b, n] !~ /never returned$/) {
    judged++
    error = times[2, b, n] - times[1, b, n]
    error = error < 0 ? -error : error
    off += error > 1 && error > times[1, b, n] / 2000
    if (error > worst) {
      worst = error
      whose = b ", call " n - 1 ": " calls[2, b, n]
    }
  }
  delete calls[1, b, n]; delete calls[2, b, n]; delete times[1, b, n]; delete times[2, b, n]
}

function put(side, b,   n) {
  n = ++seen[side, b]
  calls[side, b, n] = what
  times[side, b, n] = took
  compare(b)
}

function goal(name, value, unit, limit, note) {
  printf "%s/%s\t%s\t%s\t<= %s\t%s%s\n", workload, name, value, unit, limit, value <= limit ? "holds" : "short", note
}

END {
  pair()
  close(file[1])
  close(file[2])
  do {
    more = 0
    if ((getline line <file[1]) > 0) {
      more = 1
      if (of_observer(line) && thread in partner)
        put(1, partner[thread])
    }
    if ((getline line <file[2]) > 0) {
      more = 1
      if (of_profile(line) && thread in taken)
        put(2, thread)
    }
  } while (more)
  goal("calls_that_differ", differences + 0, "calls", 0, "\t(of " all + 0 (example == "" ? "" : "; " example) ")")
  goal("calls_off", sprintf("%.3f", judged ? 100 * off / judged : 100), "%", 1,
    "\t(" judged + 0 " judged; the worst by " worst + 0 " instructions: " whose ")")
}
