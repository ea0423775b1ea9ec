#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: replays the corpus under sanitizers: every file of tests/fuzz/corpus/NAME through the harness fuzz_NAME.
# Usage: run.sh BUILD. Prints `ok FILE` for each that came back; exits 1 when one did not.

build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/corpus" || exit 2
stderr=$(mktemp) || exit 2
trap 'rm -f "$stderr"' EXIT
status=0
for directory in */; do
  name=${directory%/}
  "$build/unit/fuzz_$name" "$name"/* 2>"$stderr" || {
    echo "not ok fuzz_$name $(grep -m 1 -E 'ERROR|runtime error' "$stderr" | tr '\t' ' ')"
    status=1
  }
done
exit $status
