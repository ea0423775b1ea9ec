#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# bench.sh: the page's figures, with RECORDS records in it (default ten million), and DROPPED records dropped on it
# (default a hundred million; 0: none). Usage: bench.sh BUILD. Wants an idle machine with 4 GB of memory, Chromium, and
# npm for puppeteer-core, and says where it has none.

build=$(cd "${1:?which build folder?}" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
. "$here/puppeteer.sh"

program=$(first_of chromium google-chrome) puppeteer=$(find_puppeteer)
[ -n "$program" ] && [ -n "$puppeteer" ] ||
  { echo "bench-page: Chromium or puppeteer-core is not to be had" >&2; exit 1; }
make_dump() { # RECORDS FILE
  "$build/mkscale" "$1" | "$build/hostdump" -k "$build/golden.elf" -o "$2" >/dev/null 2>&1
}

make_dump "${RECORDS:-10000000}" "$scratch/run.jxp" || exit
"$build/hostdump" page "$scratch/run.jxp" -o "$scratch/run.html" || exit
size=$(stat -c %s "$build/page.html")
printf 'page_without_data\t%s\t0.8\tMB\t%s\n' "$((size / 1000))e-3" \
  "$([ "$size" -le 800000 ] && echo holds || echo SHORT)"
node "$here/bench.mjs" "$program" "$puppeteer" "$scratch/run.html" "$scratch/run.jxp" || exit
[ "${DROPPED:-100000000}" != 0 ] || exit 0
rm "$scratch/run.html" "$scratch/run.jxp"
make_dump "${DROPPED:-100000000}" "$scratch/large.jxp" || exit
DROP=yes node "$here/bench.mjs" "$program" "$puppeteer" "$build/page.html" "$scratch/large.jxp"
