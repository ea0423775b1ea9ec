# SPDX-License-Identifier: GPL-2.0-or-later
#
# format_text.sh: folded stacks by flamegraph.pl, call trees by callgrind_annotate.

flamegraph=/usr/share/perl5/Devel/NYTProf/flamegraph.pl

# FORMAT NAME: a drawing without a complaint, of what has stacks.
folded_case() {
  export_dump "$1" "$2" "$2.$1"
  if [ -s "$2.$1" ]; then
    perl "$flamegraph" --minwidth 0 "$2.$1" >"$2.$1.svg" 2>flamegraph.log || echo "flamegraph.pl fails"
    [ ! -s flamegraph.log ] || echo "flamegraph.pl says: $(head -n 1 flamegraph.log)"
  fi
  judge "$1" "$2" "$2.$1"
}

callgrind_case() { # NAME
  export_dump callgrind "$1" "$1.callgrind"
  callgrind_annotate --threshold=100 --auto=no "$1.callgrind" >"$1.callgrind.annotated" 2>callgrind.log &&
    callgrind_annotate --threshold=100 --auto=no --inclusive=yes "$1.callgrind" \
      >"$1.callgrind.inclusive" 2>>callgrind.log ||
    [ -z "$(sed -n '/^fn=/p' "$1.callgrind")" ] || echo "callgrind_annotate fails: $(tail -n 1 callgrind.log)"
  ! grep -q malformed callgrind.log || echo "callgrind_annotate says: $(grep -m 1 -A 1 malformed callgrind.log)"
  judge callgrind "$1" "$1.callgrind"
}

for name in $dumps; do
  if [ -e "$flamegraph" ]; then
    try "folded_$name" folded_case folded "$name"
    try "foldedcalls_$name" folded_case foldedcalls "$name"
  else
    skip "folded_$name" 'there is no flamegraph.pl (libdevel-nytprof-perl)'
    skip "foldedcalls_$name" 'there is no flamegraph.pl (libdevel-nytprof-perl)'
  fi
  if command -v callgrind_annotate >/dev/null; then
    try "callgrind_$name" callgrind_case "$name"
  else
    skip "callgrind_$name" 'there is no callgrind_annotate (valgrind)'
  fi
done
