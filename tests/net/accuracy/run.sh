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

usage_of_warp() {
  expect warp_back 1 'by which time goes on' "$accuracy/warp" talk/a.jxp out.jxp wave=100000:100
  expect warp_none 1 'does not say its clock' "$accuracy/warp" talk/a.txt out.jxp
}

try matching_is_what_was_played matching
try clocks_session session
try clocks_of_a_stopped_machine stopped_machine
try clocks_of_a_bent_clock bent_clock
usage_of_warp
finish
