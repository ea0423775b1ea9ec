# SPDX-License-Identifier: GPL-2.0-or-later
#
# several.awk: the profile of several processors beside what the observer counted of the same run.
#
#   awk -v workload= -v hz= -v processors= -v table=FILE -f several.awk ON.count tree.tsv methods.tsv
#
# Calls must be equal, by function and thread. Times are on a clock that all processors have in common and that goes on
# while another one has its turn; only a call without such a turn in it takes as long by the clock as it takes
# instructions. The shortest call of a function is such a one, where there were many: it is compared with the call of the
# fewest instructions, if that is far shorter than what is between two turns. Writes a row for each function and thread to `table`, and prints the goals. A call that was open
# at the end is not compared.
BEGIN {
  FS = OFS = "\t"
  MANY = 100    # calls of a function, one of which had no turn in it
  LARGE = 100   # instructions from which an error counts as a share
  FAR = hz / 1000 / processors / 10   # a tenth of what is between two ticks, which the processors take in turns
}

function key(thread, f) { return thread SUBSEP f }
function cycles(us)     { return int(us * hz / 1e6 + (us < 0 ? -0.5 : 0.5)) }
function abs(x)         { return x < 0 ? -x : x }

FNR == 1 { part++ }

part == 1 {
  k = key($1, $2)
  if ($2 == "*")
    next
  calls[k] = $3; open_calls[k] = $6
  order[++rows] = k
  all_calls[$2] += $3; all_open[$2] += $6
  if ($9 && (!($2 in least) || $9 < least[$2]))
    least[$2] = $9
  next
}

/^#/ { next }

# The tree, depth first: a thread is told by its first function, the costliest child of its root.
part == 2 && $1 == "id" { next }
part == 2 {
  sub(/ \[(bridge|synthetic)\]$/, "", $5)
  if ($3 == 0) { thread = ""; next }
  if ($3 == 1 && thread == "") { thread = $5; known[thread] = 1 }
  k = key(thread, $5)
  seen_calls[k] += $6; seen_open[k] += $12
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

function goal(class, unit, limit) {
  if (judged[class])
    printf "%s/%s\t%.3f\t%s\t<= %s\t%s\t(%d judged, the worst is %s)\n", workload, class, worst_of[class], unit, limit,
      worst_of[class] <= limit ? "holds" : "short", judged[class], name_of[class]
}

END {
  print "thread", "function", "calls", "seen", "least", "seen" >table
  for (i = 1; i <= rows; i++) {
    split(order[i], n, SUBSEP)
    if (!(n[1] in known) || open_calls[order[i]] || seen_open[order[i]])
      continue
    compared++
    miscounted += seen_calls[order[i]] != calls[order[i]]
    print n[1], n[2], calls[order[i]], seen_calls[order[i]], least[n[2]], shortest[n[2]] >table
  }
  for (f in least) {
    if (!(f in shortest) || has[f] < MANY || all_open[f] || least[f] > FAR)
      continue
    if (least[f] >= LARGE)
      worst("large_shortest", 100 * (shortest[f] - least[f]) / least[f], f)
    else
      worst("small_shortest", shortest[f] - least[f], f)
  }
  printf "%s/miscounted_functions\t%d\tfunctions\t= 0\t%s\t(%d compared)\n", workload, miscounted,
    miscounted || compared < 20 ? "short" : "holds", compared
  goal("large_shortest", "%", 0.05)
  goal("small_shortest", "instructions", 0.1)
}
