# SPDX-License-Identifier: GPL-2.0-or-later
#
# compare.awk: the profile beside what the observer counted.
#
#   awk -v workload= -v hz= -v table=FILE -f compare.awk OFF.count ON.count tree.tsv
#
# Writes a row for each thread and timed function to `table`, and prints the goals. The counts of calls are those of the
# run that was profiled. The true times are those of the run without probes, wherever the function was called equally
# often in both, and ran as many instructions: where the work itself differs (a wait for a lock that was not taken in
# the other run, a search of memory that holds the profiler's buffers), those of the profiled run less its hooks. A call
# that was open at the end is not compared.
BEGIN {
  FS = OFS = "\t"
  LARGE = 100   # instructions a call from which an error counts as a share
  SHORT = 210000 # instructions of a thread of which its last, the 105 behind the profiler's farewell, are 0.05 %
  SAME = 1e-5   # the observer sees a probe site's NOP as one of the function's when an interrupt follows it
}

function key(thread, f) { return thread SUBSEP f }
function cycles(us)     { return int(us * hz / 1e6 + (us < 0 ? -0.5 : 0.5)) }
function abs(x)         { return x < 0 ? -x : x }

FNR == 1 { part++ }

part == 1 { off_calls[key($1, $2)] = $3; off_incl[key($1, $2)] = $4; off_excl[key($1, $2)] = $5; next }
part == 2 {
  k = key($1, $2)
  on_calls[k] = $3; on_incl[k] = $4; on_excl[k] = $5; on_open[k] = $6
  on_interrupts["inclusive", k] = $7; on_interrupts["exclusive", k] = $8
  order[++rows] = k
  next
}

# The tree, depth first: a thread is told by its first function, the costliest child of its root.
/^#/ || $1 == "id" { next }
{ sub(/ \[(bridge|synthetic)\]$/, "", $5) }   # the observer's names have no blanks
$3 == 0 { root = cycles($7); thread = ""; depth = 0; next }
$3 == 1 && thread == "" { thread = $5; total[thread] += root }
{
  while (depth >= $3)
    active[path[depth--]]--
  depth = $3
  path[depth] = k = key(thread, $5)
  seen_calls[k] += $6; seen_excl[k] += cycles($8); raw_excl[k] += cycles($11); seen_open[k] += $12
  if (active[k]++ == 0) {
    seen_incl[k] += cycles($7); raw_incl[k] += cycles($10)
  }
}

function percent(seen, truth) { return truth ? 100 * (seen - truth) / truth : 0 }

# Takes the worse of a class of errors, and remembers whose it is.
function worst(class, error, k) {
  judged[class]++
  if (abs(error) >= worst_of[class]) {
    worst_of[class] = abs(error)
    split(k, part_of, SUBSEP)
    whose[class] = part_of[1] == part_of[2] ? part_of[1] : part_of[2] " in " part_of[1]
  }
}

function judge(what, seen, truth, calls, k) {
  if (truth / calls >= LARGE)
    worst("large_" what, percent(seen, truth), k)
  else
    worst("small_" what, (seen - truth) / calls, k)
}

# Whether the run without probes did the same.
function alike(off, on) { return abs(off - on) <= 2 + SAME * on }
function source_of(k) {
  return off_calls[k] == on_calls[k] && alike(off_excl[k], on_excl[k]) && alike(off_incl[k], on_incl[k]) ? "off" : "on"
}

function true_incl(k) { return source_of(k) == "off" ? off_incl[k] : on_incl[k] }

function row(k,   n, incl, excl, source) {
  split(k, n, SUBSEP)
  source = source_of(k)
  incl = true_incl(k)
  excl = source == "off" ? off_excl[k] : on_excl[k]
  if (seen_calls[k] != on_calls[k])
    miscounted++
  judge("inclusive", seen_incl[k], incl, on_calls[k], k)
  judge("exclusive", seen_excl[k], excl, on_calls[k], k)
  printf "%s\t%s\t%d\t%d\t%s\t%d\t%.0f\t%.0f\t%+.3f\t%d\t%.0f\t%.0f\t%+.3f\t%.1f\t%+.3f\t%d\n", n[1], n[2], on_calls[k],
    seen_calls[k], source, incl, raw_incl[k], seen_incl[k], percent(seen_incl[k], incl), excl, raw_excl[k], seen_excl[k],
    percent(seen_excl[k], excl), excl / on_calls[k], (seen_excl[k] - excl) / on_calls[k],
    on_interrupts["exclusive", k] >table
}

function goal(class, unit, limit) {
  if (judged[class])
    printf "%s/%s\t%.3f\t%s\t<= %s\t%s\t(%d judged, the worst is %s)\n", workload, class, worst_of[class], unit, limit,
      worst_of[class] <= limit ? "holds" : "short", judged[class], whose[class]
}

END {
  print "thread", "function", "calls", "seen", "truth", "incl", "raw_incl", "corrected", "error_%", "excl", "raw_excl",
    "corrected", "error_%", "excl/call", "error/call", "interrupts" >table
  for (i = 1; i <= rows; i++) {
    split(order[i], n, SUBSEP)
    if (n[2] == "*") {
      if (!on_calls[order[i]])
        whole[n[1]] = order[i]
    } else if (n[1] in total && !on_open[order[i]] && !seen_open[order[i]])
      row(order[i])
  }
  for (t in whole)
    if (t in total && true_incl(whole[t]) >= SHORT)
      worst("thread_total", percent(total[t], true_incl(whole[t])), whole[t])
  printf "%s/miscounted_functions\t%d\tfunctions\t= 0\t%s\n", workload, miscounted, miscounted ? "short" : "holds"
  goal("large_inclusive", "%", 0.05)
  goal("large_exclusive", "%", 0.05)
  goal("small_inclusive", "instructions", 0.1)
  goal("small_exclusive", "instructions", 0.1)
  goal("thread_total", "%", 0.1)
}
