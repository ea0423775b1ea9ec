#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: attacks the host's programs as a hostile target, line or file would; SECURITY.md says what must hold.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. Here is a sample of the attacks; `make attack', which sets
# ATTACK=all, runs all of them. Attacks that are drawn say their seed: SEED= draws them again, COUNT= says how many.
#
# Each program PART.py says what it attacks, and prints cases PART_*. They stand on:
#   wire.py      FORMAT.md as Python: frames, blocks, columns, both ways; it shares no line with serial-xfer/
#   forge.py     whole runs that no machine has had
#   hostile.py   hostile names
#   judge.py     what an output must never be
#   host.py      commands with limits of memory and time, and the report
# Takes 60 seconds.
test_prefix=attack_
. "$(dirname "$0")/../lib/suite.sh"
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

attack() { # PART
  chosen_some "$1" || return 0
  relay "$1" python3 "$here/$1.py" "$build" "$scratch/$1"
}

must_exist "$tree"/tests/golden/*/*.jxp
parts='format names damage splice bomb terminal callers elf nodes calls'
if [ "$ATTACK" = all ]; then
  # shellcheck disable=SC2086 # a list of words
  printf '%s\n' $parts | two_at_a_time attack
else
  for part in $parts; do
    attack "$part"
  done
fi
finish
