#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: the short form of `make damage`, under sanitizers, and the filter before hostdump. Usage: run.sh BUILD

build=$(cd "$1" && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
"$build/unit/damage" --check 400 --brief 2>stderr || { sed 's/^/# /' stderr; exit 1; }

# The same seed does the same, whatever the pieces are in which the bytes come.
"$build/mkgolden" basic >stream
"$build/unit/damage" --rate 1e-3 --seed 3 <stream >one 2>edits
dd if=stream bs=7 2>dd | "$build/unit/damage" --rate 1e-3 --seed 3 >other 2>edits
if cmp -s one other && ! cmp -s one stream; then
  echo "ok damage_filter_repeats"
else
  echo "not ok damage_filter_repeats"
fi

# Nothing happens at rate 0; a cut takes what it says.
"$build/unit/damage" --rate 0 <stream 2>edits | cmp -s - stream && echo "ok damage_filter_passes" ||
  echo "not ok damage_filter_passes"
bytes=$("$build/unit/damage" --rate 0 --cut 100@50 --end 400 <stream 2>edits | wc -c)
[ "$bytes" -eq 300 ] && echo "ok damage_filter_cuts" || echo "not ok damage_filter_cuts $bytes bytes came"
