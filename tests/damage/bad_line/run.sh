#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the short form of `make damage`, under sanitizers, and the filter before hostdump.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes 6 seconds.
test_prefix=damage_
. "$(dirname "$0")/../../lib/suite.sh"
cd "$scratch" || exit 2

# The same seed does the same, whatever the pieces are in which the bytes come.
repeats() {
  "$build/unit/damage" --rate 1e-3 --seed 3 <stream >one 2>edits
  dd if=stream bs=7 2>dd | "$build/unit/damage" --rate 1e-3 --seed 3 >other 2>edits
  cmp -s one other || echo "the same seed does another damage"
  ! cmp -s one stream || echo "nothing was damaged"
}

passes() { # at rate 0 nothing happens
  "$build/unit/damage" --rate 0 <stream 2>edits | cmp - stream
}

cuts() { # a cut takes as many bytes as it says
  bytes=$("$build/unit/damage" --rate 0 --cut 100@50 --end 400 <stream 2>edits | wc -c)
  [ "$bytes" -eq 300 ] || echo "$bytes bytes came"
}

relay check "$build/unit/damage" --check 400 --brief
"$build/mkgolden" basic >stream
try filter_repeats repeats
try filter_passes passes
try filter_cuts cuts
finish
