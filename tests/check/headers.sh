#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# headers.sh: a change of a header makes anew all that was made of it. Usage: headers.sh BUILD, where `make
# test-programs' has built; prints `ok NAME' or `not ok NAME REASON' for each header.
#
# Nothing is changed. What make would do is what follows from its database of prerequisites (headers_db.awk); of some
# headers `make -n -W HEADER' must say the same. What it must do is known without make: which objects
# see a header, from the dependency files that the compiler wrote; which programs hold an object, from the words of the
# commands that link them. No file of the tree may be compiled without a dependency file.
# Takes 10 seconds.

build=$(cd "$1" && pwd) || exit 2
cd "$(dirname "$0")/../.." || exit 2
folder=$(realpath --relative-base="$PWD" "$build")
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
LC_ALL=C
export LC_ALL

ask_make() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -n V=1 O="$folder" "$@"; }

# Of what make says it would do, which targets it would make.
remade() { sed -n "s/^ *Must remake target '\(.*\)'\.\$/\1/p" | sort -u; }

give_up()
{
  echo "not ok headers $1"
  exit 1
}

# Among the products is the image of a Java program. Programs of benches count where they were built and are not stale.
find_goals()
{
  bash host-tools/run/java.sh --build "$folder" --java tests/java/hosted/Probed.java >"$scratch/image" 2>&1 ||
    give_up "there is no image of a Java program: $(tail -n 1 "$scratch/image")"
  image=$(realpath --relative-base="$PWD" "$(tail -n 1 "$scratch/image")")
  goals="all test-programs $folder/java/libjxrt.a ${image}32"
  for program in "$folder"/bench/bench_* "$folder/damage" "$folder/seed"; do
    case $program in *.o | *.d) continue ;; esac
    [ ! -x "$program" ] || ! ask_make -q "$program" >/dev/null 2>&1 || goals="$goals $program"
  done
}

# Writes `targets', what is made for the goals but what is always, and `known', what headers.awk says of those.
find_known()
{
  # shellcheck disable=SC2086 # goals are words
  ask_make -q $goals >/dev/null 2>&1 || give_up "$folder is not up to date: make test-programs"
  # shellcheck disable=SC2086
  ask_make -B --debug=b $goals >"$scratch/all"
  # shellcheck disable=SC2086
  ask_make --debug=b $goals | remade >"$scratch/always"
  remade <"$scratch/all" | comm -23 - "$scratch/always" >"$scratch/targets"
  # A command that goes on in the next line is one.
  sed -e ':a' -e '/\\$/{N;s/\\\n//;ba' -e '}' "$scratch/all" >"$scratch/commands"
  find "$folder" -name '*.d' -exec cat {} + >"$scratch/dependencies"
  awk -f tests/check/headers.awk "$scratch/commands" "$scratch/dependencies" >"$scratch/said"
  awk 'NR == FNR { target[$0]; next } $NF in target' "$scratch/targets" "$scratch/said" | sort -u >"$scratch/known"
}

# Writes `would', what make would make anew if a header changed.
find_would()
{
  # shellcheck disable=SC2086 # goals are words
  ask_make -p $goals >"$scratch/database" 2>/dev/null
  awk -f tests/check/headers_db.awk "$scratch/database" "$scratch/known" | sort -u |
    awk 'NR == FNR { target[$0]; next } $2 in target' "$scratch/targets" - >"$scratch/would"
}

# would_of HEADER: what follows from the database
would_of() { awk -v header="$1" '$1 == header { print $2 }' "$scratch/would"; }

# What make would not make anew if `header' changed, but should.
missing()
{
  awk -v header="$1" '$1 == header { print $3 }' "$scratch/known" | sort -u >"$scratch/wanted"
  would_of "$1" | comm -13 - "$scratch/wanted" | paste -s -d ' '
}

# Of what make says that it would make anew, what does not follow from the database, or the other way round.
differs()
{
  spellings=$(awk -v header="$1" '$1 == header { print "-W", $2 }' "$scratch/known" | sort -u)
  # shellcheck disable=SC2086
  ask_make --debug=b $spellings $goals | remade | comm -23 - "$scratch/always" >"$scratch/says"
  would_of "$1" | comm -3 - "$scratch/says" | tr -d '\t' | head -n 3 | paste -s -d ' '
}

find_goals
find_known
find_would
failed=0

compiled=$(sed -n 's/^! *//p' "$scratch/known" | paste -s -d ' ')
if [ -z "$compiled" ]; then
  echo 'ok headers_dependency_files'
else
  echo "not ok headers_dependency_files these are compiled without one: $compiled"
  failed=1
fi
sed -n 's/^\([^! ]*\) .*/\1/p' "$scratch/known" | sort -u >"$scratch/headers"
# Every 40th, and the one on which most depends.
apart=$(for header in $(sed -n '20~40p' "$scratch/headers") $(cut -d ' ' -f 1 "$scratch/would" | uniq -c | sort -nr |
  sed -n '1s/.* //p'); do
  different=$(differs "$header")
  [ -z "$different" ] || echo "$header: $different"
done | head -n 2 | paste -s -d ';' -)
if [ -z "$apart" ]; then
  echo 'ok headers_database_is_as_make_says'
else
  echo "not ok headers_database_is_as_make_says $apart"
  failed=1
fi
while read -r header; do
  stale=$(missing "$header")
  if [ -z "$stale" ]; then
    echo "ok header_$header"
  else
    echo "not ok header_$header would not make anew: $stale"
    failed=1
  fi
done <"$scratch/headers"
exit $failed
