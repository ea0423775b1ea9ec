#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# accuracy.sh: how well messages of several machines are matched, and how near the bounds of their clocks are to the
# truth: three kernels that ask each other on a quiet network, in seven sessions of 16,000 questions each way, since how
# even both directions are is chance; the dumps of the same sessions with a bent clock; a network that loses a fifth,
# doubles and reorders; one of the machines stopped for a tenth of a second; a chain of remote calls over four kernels.
# What is true, clocks.py and play.c say. Takes some minutes, by the clock: machines run on the host's.
#
#   accuracy.sh BUILD [FOLDER]
#
# Prints a figure a line: name, value, unit, goal, holds or short. Exit status: 1 when something could not be run, or a
# goal is short. Beside regressions what is held is the median of the seven quiet sessions, and that of the seven bent
# ones: each pair of figures is of one session, and all seven are printed. A single one can be above the goal, where a
# regression comes near by luck. Rows `floor': of least delays that differ nothing can be known; the second figure is
# that of each window's own messages. With FOLDER the sessions stay there, else they are in BUILD/net-accuracy.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../../.." && pwd)
build=$(cd "$1" && pwd)
bad=0
. "$here/session.sh"
cd "${2:-$accuracy}" || exit 1

figure() # NAME VALUE UNIT GOAL HOLDS
{
  printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" "$([ "$5" = 1 ] && echo holds || echo short)"
  [ "$5" = 1 ] || bad=1
}

do_or_fail() # FUNCTION ARGUMENT...
{
  "$@" >wrong &
  wait $! # which a signal interrupts
  [ ! -s wrong ] || { echo "accuracy: $1 $2: $(cat wrong)" >&2; exit 1; }
}

# Whatever ends this script ends the machines, too, and waits for that. The first signal only asks those that are up
# already to end; net.sh stops all machines at the next one.
end_machines()
{
  local pid
  read -r pid 2>/dev/null <net.pid || return
  rm -f net.pid
  while kill -TERM "$pid" 2>/dev/null; do sleep 0.5; done
}
trap end_machines EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

at_most() { awk -v a="$1" -v b="$2" 'BEGIN { print a + 0 <= b + 0 }'; }

matching()
{
  local seed calls right wrong packets packets_right packets_wrong clocks differ all=0 good=0 false=0 other=0
  for seed in 1 2 3 4 5; do
    read -r calls right wrong packets packets_right packets_wrong clocks differ < <("$accuracy/play" $seed 40000) ||
      { echo "accuracy: seed $seed cannot be played" >&2; exit 1; }
    all=$((all + calls + packets)) good=$((good + right + packets_right)) false=$((false + wrong + packets_wrong))
    other=$((other + differ))
  done
  figure matching/right "$good of $all" 'calls and packets' all "$([ $good = $all ] && echo 1)"
  figure matching/false $false 'calls and packets' 0 "$([ $false = 0 ] && echo 1)"
  figure matching/other_clocks $other 'of 20 random clocks change it' 0 "$([ $other = 0 ] && echo 1)"
}

# The error of a session beside that of the best other method, which is said first, in microseconds.
beside() # FOLDER
{
  { judged "$1" regression_run_us; judged "$1" regression_window_us; judged "$1" jaeger_us; } | sort -g | head -n 1 |
    awk -v ours="$(judged "$1" error_us)" '{ printf "%s\t%.3f\n", $1, ours / $1 }'
}

beside_of_one() # FOLDER
{
  local best part
  read -r best part < <(beside "$1")
  figure "$1/beside" "$part" "of the best of these ($best us)" '<= 0.5' "$(at_most "$part" 0.5)"
}

clocks() # FOLDER STEPS
{
  local round=$(judged "$1" least_round_trip_us) error=$(judged "$1" error_us) part=$(judged "$1" error_part)
  local run=$(judged "$1" regression_run_us) own=$(judged "$1" regression_window_us) jaeger=$(judged "$1" jaeger_us)
  printf '%s/truth\t%s\tconstants, known to within %s us\n' "$1" "$(judged "$1" constants)" "$(judged "$1" truth_width_us)"
  figure "$1/outside" "$(judged "$1" outside) of $(judged "$1" windows)" windows 0 "$([ "$(judged "$1" outside)" = 0 ] && echo 1)"
  figure "$1/error" "$part" "of the least round trip ($round us), median" '<= 0.1' "$(at_most "$part" 0.1)"
  printf '%s/error_most\t%s\tof it, the worst window\n' "$1" "$(judged "$1" error_part_most)"
  printf '%s/floor\t%s\tus, half the difference of both least delays, as good as an offset; by window %s\n' "$1" \
    "$(judged "$1" floor_us)" "$(judged "$1" floor_window_us)"
  printf '%s/width\t%s\tus between the bounds, median\n' "$1" "$(judged "$1" width_us)"
  printf '%s/regression\t%s\tus, of the run; of each window %s; Jaeger %s; ours %s\n' "$1" "$run" "$own" "$jaeger" "$error"
  figure "$1/steps" "$(judged "$1" steps_found) of $(judged "$1" steps), $(judged "$1" violated) false" 'found within a window' \
    "$2, 0 false" "$([ "$(judged "$1" steps_found) $(judged "$1" steps) $(judged "$1" violated)" = "$2 $2 0" ] && echo 1)"
}

readonly LOSSY=(--fault drop=1/5 --fault duplicate=1/10 --fault reorder=1/10:2)
three() { printf '%s app=peers args=peers={others} rounds='"$1"'\n' a b c >roles; }

# A quiet session, and the same one with another clock of b. The step comes in the middle of what b has recorded,
# however long the run took.
quiet_and_bent() # NUMBER
{
  local at
  do_or_fail boot "quiet$1" '' 0 --roles roles --prof events,messages
  do_or_fail judge "quiet$1" ''
  at=$(awk -F '\t' '$1 == "b" { t[n++] = $2 } END { printf "%.0f", t[int(n / 2)] }' "quiet$1/messages.tsv")
  do_or_fail bend "quiet$1" "bent$1" b rate=50 wave=5:2000000 step=100000@"$at"
  do_or_fail judge "bent$1" b:50:5:2000000:100000:"$at" --window 500000 --wander 16
}

# Sessions of one kind: each of them, and what all of them say beside the other methods.
sessions_of() # KIND STEPS
{
  local session median
  for session in $SESSIONS; do
    clocks "$1$session" "$2"
    printf '%s/beside\t%s\tof the best of these\n' "$1$session" "$(beside "$1$session" | cut -f 2)"
  done
  for session in $SESSIONS; do beside "$1$session" | cut -f 2; done | sort -g >parts
  median=$(awk '{ v[NR] = $1 } END { print v[(NR + 1) / 2] }' parts)
  figure "$1/beside" "$median" \
    "of the best other method, median of $(wc -l <parts) sessions ($(head -n 1 parts) to $(tail -n 1 parts))" '<= 0.5' \
    "$(at_most "$median" 0.5)"
}

readonly SESSIONS='1 2 3 4 5 6 7'
matching
three 16000
for session in $SESSIONS; do quiet_and_bent "$session"; done
three 3000
do_or_fail boot stopped b 1500000 --roles roles --prof events,messages
do_or_fail judge stopped ''
three 300
do_or_fail boot lossy '' 0 --roles roles --seed 5 --prof events,messages "${LOSSY[@]}"
do_or_fail judge lossy ''
sessions_of quiet 0
clocks stopped 2
beside_of_one stopped
clocks lossy 0
beside_of_one lossy
sessions_of bent 2

rounds=50
do_or_fail boot chain '' 0 --nodes 4 --app beacon --args "chain={a},{b},{c},{d} rounds=$rounds" --seed 5 \
  --prof events,calls,messages "${LOSSY[@]}"
matching_of chain >chain.matching
once=$(awk -F '\t' -v rounds=$rounds '$2 ~ /^[abc]$/ && $3 ~ /^[bcd]$/ && $5 == 1 && $7 == 1 { n++ } END { print n + 0 }' \
  chain.matching)
figure chain/executed "$once" 'calls from machine to machine, executed once' "$((3 * rounds))" "$([ "$once" = $((3 * rounds)) ] && echo 1)"
do_or_fail bend chain chain1 b rate=50 wave=5:2000000 step=100000@500000
do_or_fail bend chain1 chain2 c rate=-500
do_or_fail bend chain2 chain3 d step=30000000@0
matching_of chain3 >chain3.matching
differ=$(diff chain.matching chain3.matching | grep -c '^[<>]')
figure chain/bent "$differ of $(wc -l <chain.matching)" 'lines of remote differ' 0 "$([ "$differ" = 0 ] && echo 1)"
exit $bad
