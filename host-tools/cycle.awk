# SPDX-License-Identifier: GPL-2.0-or-later
#
# cycle.awk: finds the events that recur in the same order, again and again, and where the time of such a cycle goes:
# what the JX paper's authors saw by eye in their event chart (section 4, figure 6).
#
#   awk -f cycle.awk build/run-nfs/tables/events.tsv
#
# Each kind of event in turn is taken for the beginning of cycles; what lies between two of it is a cycle, and cycles
# of the same events in the same order are the same. The one that the most events belong to, where it follows itself,
# is it. It is looked for in the first LOOK events, and measured in all, turned so that its longest step comes last:
# where a server waits for the next request. Only events of the thread that logged most of them count: those of others
# come between at any moment.
#
# Prints the steps with the mean time to the next and its standard deviation, then the cycles that took longest. Ends
# with 1 when nothing recurs.

BEGIN {
  FS = "\t"
  LOOK = 50000
  LONGEST = 64       # events of a cycle; a request to our NFS server has 6, and 5 more for 8 KB in fragments
  OUTLIERS = 5
}

/^#/ || $1 == "time_us" { next }
{
  time[++all] = $1
  of[all] = $2
  name[all] = $3
  logged[$2]++
}

# Keeps the events of the thread that has most.
function choose_thread(    t, i)
{
  for (t in logged)
    if (logged[t] > logged[THREAD] || (logged[t] == logged[THREAD] && t < THREAD))
      THREAD = t
  for (i = 1; i <= all; i++)
    if (of[i] == THREAD) {
      time[++events] = time[i]
      name[events] = name[i]
      kinds[name[i]]
    }
}

# The cycle that begins at event `i`: its names behind each other, its end in END_AT. Empty: none ends here.
function cycle_at(i, kind,    j, s)
{
  s = name[i]
  for (j = i + 1; j <= events && j - i <= LONGEST; j++) {
    if (name[j] == kind) {
      END_AT = j
      return s
    }
    s = s FS name[j]
  }
  return ""
}

# Sets BEST to the cycle that covers most events, when cycles begin with `kind`. Those count that follow their like.
function try(kind,    i, s, last, covered, c)
{
  for (i = 1; i <= events && i <= LOOK; i++)
    if (name[i] == kind) {
      s = cycle_at(i, kind)
      if (s != "" && s == last)
        covered[s] += END_AT - i
      last = s
    }
  for (c in covered)
    if (covered[c] > COVERED || (covered[c] == COVERED && c < BEST)) {
      COVERED = covered[c]
      BEST = c
    }
}

# Whether all of the cycle's events, and the first again, are there from event `i` on.
function is_cycle(i,    k)
{
  for (k = 0; k < STEPS; k++)
    if (name[i + k] != step[k + 1])
      return 0
  return name[i + STEPS] == step[1]
}

# Sums of each step's time, 0 of the whole period, -1 of it without its last step.
function add(k, us)
{
  sum[k] += us
  square[k] += us * us
}

function measure(    i, k)
{
  split("", sum)
  split("", square)
  CYCLES = 0
  for (i = 1; i + STEPS <= events; i++) {
    if (!is_cycle(i))
      continue
    CYCLES++
    for (k = 1; k <= STEPS; k++)
      add(k, time[i + k] - time[i + k - 1])
    period[CYCLES] = time[i + STEPS] - time[i]
    began[CYCLES] = time[i]
    add(0, period[CYCLES])
    add(-1, time[i + STEPS - 1] - time[i])
    i += STEPS - 1
  }
}

# Turns the cycle so that its longest step is the last.
function turn(    k, most, steps)
{
  most = 1
  for (k = 1; k <= STEPS; k++) {
    steps[k] = step[k]
    if (sum[k] > sum[most])
      most = k
  }
  for (k = 1; k <= STEPS; k++)
    step[k] = steps[(k + most - 1) % STEPS + 1]
}

function deviation(k)
{
  return CYCLES > 1 && square[k] * CYCLES > sum[k] ^ 2 ? sqrt((square[k] - sum[k] ^ 2 / CYCLES) / (CYCLES - 1)) : 0
}

function line(what, k)
{
  printf "  %10.1f us  sd %10.1f  %5.1f %%  %s\n", sum[k] / CYCLES, deviation(k), 100 * sum[k] / sum[0], what
}

function show(    k)
{
  printf "%s: %d cycles of %d events, %.1f %% of its events; period %.1f us (sd %.1f), from the first event to the " \
    "last %.1f us (sd %.1f)\n", THREAD, CYCLES, STEPS, 100 * CYCLES * STEPS / events, sum[0] / CYCLES, deviation(0), \
    sum[-1] / CYCLES, deviation(-1)
  for (k = 1; k < STEPS; k++)
    line(step[k] " -> " step[k + 1], k)
  line(step[STEPS] " -> the next " step[1], STEPS)
}

# The cycles that took longest, by their begin.
function outliers(    n, c, most)
{
  print "the longest cycles:"
  for (n = 1; n <= OUTLIERS && n <= CYCLES; n++) {
    most = 0
    for (c = 1; c <= CYCLES; c++)
      if (!(c in shown) && (!most || period[c] > period[most]))
        most = c
    shown[most]
    printf "  %10.1f us, from %.3f us on\n", period[most], began[most]
  }
}

END {
  choose_thread()
  for (kind in kinds)
    try(kind)
  if (BEST == "") {
    print "no events recur in the same order"
    exit 1
  }
  STEPS = split(BEST, step, FS)
  measure()
  turn()
  measure()
  show()
  outliers()
}
