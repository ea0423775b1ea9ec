# SPDX-License-Identifier: GPL-2.0-or-later
#
# java.sh: a part of soak.sh: the long runs of a Java program: threads, events, objects, collections.
#
# What must hold besides: the births are the objects that the program counts; the collections it asked for are all
# here, or counted; what is left at the end is what the program keeps, and so all deaths have been seen; the heap
# after collections does not grow.

kept_most=180   # objects that the three workers keep: 60 each (java/Worker.java)
hint_most=20    # that a word on a stack may keep, which looks like a reference (translator-instr/runtime/core/gc.h)

# Births must be as many as the program says.
births_problem() # OBJECTS
{
  local made
  made=$(tally made.birth)
  [ "$made" = "$1" ] || echo "$made births of $1 objects"
}

# Only births that were recorded have a death, so where births were dropped objects may well be left over.
deaths_problem()
{
  local sent dead
  sent=$(tally sent.birth) dead=$(tally made.death)
  [ "$dead" -le "$sent" ] || echo "$dead deaths of $sent objects"
  [ $((sent - dead)) -le $((kept_most + hint_most)) ] || echo "$((sent - dead)) objects of $sent are left"
}

# Rows of the tables are what was sent; a death is joined with its birth unless one of them was dropped.
rows_problem() # COLLECTIONS_ASKED_FOR
{
  local rows asked dead
  read -r rows asked <<<"$(table "$scratch/run.jxp" collections |
    awk -F '\t' 'NR > 1 { n++; asked += $4 == "asked for" } END { print n + 0, asked + 0 }')"
  [ "$rows" = "$(tally sent.collection)" ] || echo "$rows collections of $(tally sent.collection)"
  [ "$asked" -le "$1" ] && [ "$asked" -ge $(($1 - $(tally dropped.collection))) ] ||
    echo "$asked collections of the $1 that were asked for"
  [ "$(tally dropped.death)" = 0 ] || return
  dead=$(table "$scratch/run.jxp" objects | awk -F '\t' 'NR > 1 && $2 != "-" { n++ } END { print n + 0 }')
  [ "$dead" = "$(tally sent.death)" ] || echo "$dead objects have a death, of $(tally sent.death)"
}

# The mean use of the heap after a collection, in the first half and in the second: they differ by chance only, less
# than six standard errors and four pages. The first two seconds, in which the heap fills, are left out.
heap_figures()
{
  table "$scratch/run.jxp" collections | awk -F '\t' '
    NR > 1 && $1 > 2e6 { use[n++] = $10; size = $11 > size ? $11 : size }
    END {
      for (i = 0; i < n; i++) { h = i >= n / 2; m[h]++; sum[h] += use[i]; square[h] += use[i] ^ 2 }
      for (h = 0; h < 2 && n > 1; h++) { mean[h] = sum[h] / m[h]; error2 += (square[h] / m[h] - mean[h] ^ 2) / m[h] }
      printf "%d %d %d %d %d\n", n, mean[0], mean[1], 6 * sqrt(error2 > 0 ? error2 : 0) + 16384, size
    }'
}

check_heap() # NAME
{
  local n first second slack size
  read -r n first second slack size <<<"$(heap_figures)"
  echo "# $n collections; in use after them $first bytes in the first half, $second in the second;" \
    "a heap of $size at most"
  [ "$n" -ge 4 ] && [ "$second" -le $((first + slack)) ]
  result "${1}_heap" "$(failing $? \
    "$n collections; in use after them $first bytes, then $second, with $slack more at most")"
}

java_run() # NAME OPTIONS...
{
  local name=$1 logged objects asked
  local said='s/^soak: [0-9]* seconds, \([0-9]*\) events, \([0-9]*\) objects, \([0-9]*\) coll.*/\1 \2 \3/p'
  stream_run "$name" boot_java prof=timing,samples,events,sched,objects hz=100 heap=16m "${@:2}"
  read -r logged objects asked <<<"$(sed -n "$said" "$scratch/console")"
  check_events "$name" "${logged:-0}"
  echo "# ${objects:-0} objects made, $(tally sent.birth) births and $(tally sent.death) deaths received," \
    "$(tally dropped.birth) and $(tally dropped.death) dropped; ${asked:-0} collections asked for"
  result "${name}_births" "$(births_problem "${objects:-0}")"
  result "${name}_deaths" "$(deaths_problem | paste -sd ';' -)"
  result "${name}_rows" "$(rows_problem "${asked:-0}" | paste -sd ';' -)"
  check_heap "$name"
}
