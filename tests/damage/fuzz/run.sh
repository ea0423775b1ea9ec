#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: replays the corpus under sanitizers: every file of corpus/NAME goes through the harness fuzz_NAME.
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. A case is a file that came back.
test_prefix=fuzz_
. "$(dirname "$0")/../../lib/suite.sh"
cd "$here/corpus" || exit 2

for directory in */; do
  name=${directory%/}
  relay "$name" "$build/unit/fuzz_$name" "$name"/*
  grep -m 1 -E 'ERROR|runtime error' "$log" | sed 's/^/# /'
done
finish
