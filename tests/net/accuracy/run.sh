#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the matching of messages held against what was played, and the bounds of clocks against the host's counter, of
# which each guest's is a constant away: a short version of `make accuracy-net'. Usage: run.sh BUILD [CASE...], as
# tests/lib/suite.sh says. Takes 20 seconds.

. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2
export TMPDIR="$scratch"
. "$here/session.sh"
. "$tree/tests/net/image.sh" # net_image

# Each executed call with its client's, and no false one, though a fifth is lost; the same by any clocks.
matching() {
  "$accuracy/play" 1 20000 >played || echo "it cannot be played"
  read -r calls right wrong packets packets_right packets_wrong clocks differ <played
  [ "$calls" = 20000 ] && [ "$right" = "$calls" ] && [ "$wrong" = 0 ] || echo "of $calls calls $right are right, $wrong are wrong"
  [ "$packets_right" = "$packets" ] && [ "$packets_wrong" = 0 ] ||
    echo "of $packets packets $packets_right are right, $packets_wrong are wrong"
  [ "$clocks" = 4 ] && [ "$differ" = 0 ] || echo "$differ of $clocks clocks change the matching"
}

session() {
  printf 'a app=peers args=peers={others} rounds=300\nb app=peers args=peers={others} rounds=300\n' >roles
  # shellcheck disable=SC2086 # options
  boot talk b 60000 $net_image --roles roles --seed 5 --prof events,messages --fault drop=1/50 --fault duplicate=1/10 \
    --fault reorder=1/10:2
}

# What must hold of a session: the truth lies within all bounds; a step is found within a window, and nothing else is
# taken for one.
bounds_hold() { # FOLDER STEPS
  [ "$(judged "$1" outside)" = 0 ] || grep '^missed' "$1/judged"
  [ "$(judged "$1" windows)" -ge 4 ] || echo "only $(judged "$1" windows) windows were looked at"
  [ "$(judged "$1" steps)" = "$2" ] && [ "$(judged "$1" steps_found)" = "$2" ] && [ "$(judged "$1" violated)" = 0 ] ||
    echo "of $2 steps: $(judged "$1" steps), $(judged "$1" steps_found) found, $(judged "$1" violated) false"
}

stopped_machine() {
  judge talk '' --window 200000
  [ "$(judged talk constants)" = 'a:1 b:2' ] ||
    echo "the counters are not the host's plus a constant, with one step of b: $(judged talk constants)"
  bounds_hold talk 1
}

bent_clock() {
  bend talk bent a rate=50 wave=2:500000
  judge bent a:50:2:500000:0:0 --window 100000 --wander 26
  bounds_hold bent 1
}

# Two nodes of 1 GHz whose counters are known. The host took b's processor away for 5 ms within the rdtsc of its first
# record: many constants lie in that time.
forge_interrupted() { # FOLDER
  mkdir "$1" && python3 - "$1" <<'END'
import array, sys
folder, ahead = sys.argv[1], {"a": 10 ** 12, "b": 10 ** 12 + 5 * 10 ** 6}
ends = []                                                      # node, way, key, the host's counter in ns
for i in range(400):
  node, other = "ab"[i % 2], "ba"[i % 2]
  at = 2 * 10 ** 12 + i * 1000000 + i * i % 977 + (6000000 if i else 0)
  ends += [(node, "sent", i, at), (other, "received", i, at + 30000)]
with open(f"{folder}/messages.tsv", "w") as out:
  print("node", "time_us", "way", "layer", "local", "peer", "message_key", sep="\t", file=out)
  for node, way, key, at in ends:
    time, peer = f"{(at - ahead[node]) / 1000:.3f}", "ab".replace(node, "")
    print(node, time, way, "driver", node, peer, key, sep="\t", file=out)
for node in ahead:
  others = [2 * 10 ** 12 + i * 70000 + 7 * 10 ** 6 for i in range(5000)]
  times = sorted([at for n, _, _, at in ends if n == node] + others)
  pairs = [[at - 20, at + 30] for at in times]
  if node == "b":
    pairs[0][1] += 5000000
  with open(f"{folder}/{node}.ticks", "wb") as out:
    array.array("Q", [t for pair in pairs for t in pair]).tofile(out)
open(f"{folder}/hz.tsv", "w").write("node\thz\na\t1000000000\nb\t1000000000\n")
open(f"{folder}/clocks.tsv", "w").write("node\tother\tfrom_us\tto_us\toffset_us\tlow_us\thigh_us\tviolations\n"
  f"a\tb\t{10 ** 9}\t{10 ** 9 + 400000}\t-5000.000\t-5030.000\t-4970.000\t0\n")
END
}

interrupted_reading() {
  forge_interrupted interrupted
  python3 -B "$here/clocks.py" interrupted >interrupted/judged 2>&1
  [ "$(judged interrupted constants)" = 'a:1 b:1' ] || echo "constants: $(tail -n 1 interrupted/judged)"
  [ "$(judged interrupted windows) $(judged interrupted outside)" = '1 0' ] || echo "$(grep outside interrupted/judged)"
}

# The same two nodes; b stands still for 100 ms, and windows of 0.4 ms lie within that time, and some that hold a jump
# of their own: it is one step. 20 ms behind it b stands still for 50 ms more: that is another one.
forge_still() { # FOLDER
  mkdir "$1" && python3 - "$1" <<'END'
import array, sys
folder, ahead = sys.argv[1], {"a": 10 ** 12, "b": 10 ** 12 + 5 * 10 ** 6}
stills = [(2 * 10 ** 12 + 200 * 10 ** 6, 100 * 10 ** 6), (2 * 10 ** 12 + 320 * 10 ** 6, 50 * 10 ** 6)] # since, ns
def runs(node, at):
  return node == "a" or not any(begin <= at < begin + long for begin, long in stills)
def time_of(node, at):
  return at - ahead[node] - sum(min(max(at - begin, 0), long) for begin, long in stills if node == "b")
ends = []                                                      # node, way, key, the host's counter in ns
for i in range(700):
  node, other = "ab"[i % 2], "ba"[i % 2]
  at = 2 * 10 ** 12 + i * 1000000 + i * i % 977
  if runs(node, at) and runs(other, at + 30000):
    ends += [(node, "sent", i, at), (other, "received", i, at + 30000)]
with open(f"{folder}/messages.tsv", "w") as out:
  print("node", "time_us", "way", "layer", "local", "peer", "message_key", sep="\t", file=out)
  for node, way, key, at in ends:
    peer = "ab".replace(node, "")
    print(node, f"{time_of(node, at) / 1000:.3f}", way, "driver", node, peer, key, sep="\t", file=out)
for node in ahead:
  others = [at for i in range(10000) for at in [2 * 10 ** 12 + i * 70000] if runs(node, at)]
  times = sorted([at for n, _, _, at in ends if n == node] + others)
  with open(f"{folder}/{node}.ticks", "wb") as out:
    array.array("Q", [t for at in times for t in (at - 20, at + 30)]).tofile(out)
open(f"{folder}/hz.tsv", "w").write("node\thz\na\t1000000000\nb\t1000000000\n")
windows = [(0, 201.4), (201.5, 201.9), (202, 202.4), (203.5, 210), (210.1, 210.5), (298, 310), (310, 319), (319, 390),
  (390, 690)]
with open(f"{folder}/clocks.tsv", "w") as out:
  print("node", "other", "from_us", "to_us", "offset_us", "low_us", "high_us", "violations", sep="\t", file=out)
  for start, end in windows:
    first, last = (time_of("b", at) - time_of("a", at)
                   for at in (2 * 10 ** 12 + int(ms * 10 ** 6) for ms in (start, end)))
    print("a", "b", 10 ** 9 + start * 1000, 10 ** 9 + end * 1000, first / 1000, first / 1000 - 500, first / 1000 + 500,
          int(abs(first - last) > 10 ** 5), sep="\t", file=out)
END
}

still_is_one_step() {
  forge_still still
  python3 -B "$here/clocks.py" still >still/judged 2>&1
  [ "$(judged still constants)" = 'a:1 b:3' ] || echo "constants: $(tail -n 1 still/judged)"
  [ "$(judged still steps) $(judged still steps_found) $(judged still violated)" = '2 2 0' ] ||
    echo "of 2 steps: $(judged still steps), $(judged still steps_found) found, $(judged still violated) false"
}

usage_of_warp() {
  expect warp_back 1 'by which time goes on' "$accuracy/warp" talk/a.jxp out.jxp wave=100000:100
  expect warp_none 1 'does not say its clock' "$accuracy/warp" talk/a.txt out.jxp
}

try matching_is_what_was_played matching
try truth_of_an_interrupted_reading interrupted_reading
try a_still_machine_makes_one_step still_is_one_step
try clocks_session session
try clocks_of_a_stopped_machine stopped_machine
try clocks_of_a_bent_clock bent_clock
usage_of_warp
finish
