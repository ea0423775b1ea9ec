# SPDX-License-Identifier: GPL-2.0-or-later
#
# several.awk: the profile of several processors beside what the observer counted of the same run.
#
#   awk -v workload= -v hz= -v processors= -v table=FILE -f several.awk ON.count tree.tsv methods.tsv
#
# Calls must be equal, by function and thread. Times are on a clock that all processors have in common and that goes on
# while another one has its turn: a function's own time, and that of its shortest call, must be the instructions that it
# ran, and those that the other processors ran meanwhile, which the observer books by themselves. It does so for threads:
# of what an interrupt calls the shortest call is compared where there were so many calls, each far shorter than a turn,
# that one had no turn in it. Of idle threads, whose clock goes on while all processors wait, calls alone are compared.
# Writes a row for each function and thread to `table`, and prints the goals. A call that was open at the end is not
# compared.
BEGIN {
  FS = OFS = "\t"
  MANY = 100    # calls of a function, one of which had no turn in it
  LARGE = 100   # instructions a call from which an error counts as a share
  SHORT = 500000 # instructions of a thread of which its last, behind the profiler's farewell, some 260 (the next thread is
                 # looked for in each processor's queues), are 0.05 %
  FAR = hz / 1000 / processors / 10   # a tenth of what is between two ticks, which the processors take in turns
}

function key(thread, f) { return thread SUBSEP f }
function cycles(us)     { return int(us * hz / 1e6 + (us < 0 ? -0.5 : 0.5)) }
function abs(x)         { return x < 0 ? -x : x }

FNR == 1 { part++ }

# A thread's rows follow each other, but its name may be another in the profile: the idle threads, which begin in several
# ways, are one.
part == 1 {
  if ($2 == "*") {
    ran[$1] = $4; passed_all[$1] = $10; interrupt[$1] = $3
    next
  }
  if ($2 == "idle_run")
    is_idle[$1] = 1
  k = key($1, $2)
  calls[k] = $3; open_calls[k] = $6; own[k] = $5; passed[k] = $10
  order[++rows] = k
  all_calls[$2] += $3; all_open[$2] += $6
  if ($9 && (!($2 in least) || $9 < least[$2]))
    least[$2] = $9
  in_interrupts[$2] += interrupt[$1]
  next
}

/^#/ { next }

# The tree, depth first: a thread is told by its first function, the costliest child of its root.
part == 2 && $1 == "id" { next }
part == 2 {
  sub(/ \[(bridge|synthetic)\]$/, "", $5)
  if ($3 == 0) { thread = ""; root = cycles($7); waits = $4 ~ /^(Idle|IRQThread)/; next }
  if ($3 == 1 && thread == "") {
    thread = waits ? $4 : $5
    sub(/^Idle.*/, "idle_run", thread); sub(/^IRQThread.*/, $5, thread)
    known[thread] = 1; idle[thread] += waits; total[thread] += root
  }
  k = key(thread, $5)
  seen_calls[k] += $6; seen_open[k] += $12; seen_own[k] += cycles($8)
  next
}

part == 3 && $1 == "function" { for (i = 1; i <= NF; i++) at[$i] = i; next }
part == 3 { shortest[$1] = cycles($at["min_us"]); has[$1] = $at["calls"] }

function worst(class, error, whose) {
  judged[class]++
  if (abs(error) >= worst_of[class]) {
    worst_of[class] = abs(error)
    name_of[class] = whose
  }
}

# The own time of a function in a thread.
function judge_own(k, thread, f,   error) {
  error = seen_own[k] - own[k] - passed[k]
  if (own[k] / calls[k] >= LARGE)
    worst("large_exclusive", 100 * error / own[k], f " in " thread)
  else
    worst("small_exclusive", error / calls[k], f " in " thread)
}

function goal(class, unit, limit) {
  if (judged[class])
    printf "%s/%s\t%.3f\t%s\t<= %s\t%s\t(%d judged, the worst is %s)\n", workload, class, worst_of[class], unit, limit,
      worst_of[class] <= limit ? "holds" : "short", judged[class], name_of[class]
}

# Makes one of the idle threads, in the order of their functions.
function join_idle(   i, n, k, all) {
  for (i = 1; i <= rows; i++) {
    split(order[i], n, SUBSEP)
    k = key("idle_run", n[2])
    if (!(n[1] in is_idle) || order[i] == k)
      continue
    if (!(k in all))
      all[k] = order[rows + ++added] = k
    calls[k] += calls[order[i]]; open_calls[k] += open_calls[order[i]]
  }
  rows += added
}

END {
  join_idle()
  print "thread", "function", "calls", "seen", "least", "seen", "own", "others", "corrected", "error" >table
  for (i = 1; i <= rows; i++) {
    split(order[i], n, SUBSEP)
    if (!(n[1] in known) || open_calls[order[i]] || seen_open[order[i]])
      continue
    compared++
    miscounted += seen_calls[order[i]] != calls[order[i]]
    print n[1], n[2], calls[order[i]], seen_calls[order[i]], least[n[2]], shortest[n[2]], own[order[i]],
      passed[order[i]], seen_own[order[i]], seen_own[order[i]] - own[order[i]] - passed[order[i]] >table
    if (!idle[n[1]])
      judge_own(order[i], n[1], n[2])
  }
  for (f in least) {
    if (!(f in shortest) || all_open[f] || (in_interrupts[f] && (has[f] < MANY || least[f] > FAR)))
      continue
    if (least[f] >= LARGE)
      worst("large_shortest", 100 * (shortest[f] - least[f]) / least[f], f)
    else
      worst("small_shortest", shortest[f] - least[f], f)
  }
  printf "%s/miscounted_functions\t%d\tfunctions\t= 0\t%s\t(%d compared)\n", workload, miscounted,
    miscounted || compared < 20 ? "short" : "holds", compared
  for (t in total)
    if (!idle[t] && ran[t] >= SHORT)
      worst("thread_total", 100 * (total[t] - ran[t] - passed_all[t]) / ran[t], t)
  goal("large_exclusive", "%", 0.05)
  goal("small_exclusive", "instructions", 0.1)
  goal("thread_total", "%", 0.1)
  goal("large_shortest", "%", 0.05)
  goal("small_shortest", "instructions", 0.1)
}
