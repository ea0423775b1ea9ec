#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# check.sh: what can be said of a change in less than a minute: checks of sources and documents, and the suites that
# suites.txt names for the files that have changed. `make check' runs it; `make test' runs everything.
#
#   check.sh BUILD BASE [CHECK...]   what has changed since BASE, in commits and in the work tree; an empty BASE is
#                                    where this branch left its upstream, else HEAD. BUILD is where `make
#                                    test-programs' has built. Each CHECK is a command that runs whatever has changed.
#   check.sh --names                 only whether suites.txt names suites that there are, and every room of the tree
#
# Exit status: 0 all passed; 1 not; 2 usage.

cd "$(dirname "$0")/../.." || exit 2
map=tests/check/suites.txt
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

lines() { grep -v '^#' "$map" | grep .; }

# folder_of SUITE: where its run.sh is: in the folder of that name in tests/, else in one further down.
folder_of()
{
  [ ! -e "tests/$1/run.sh" ] || { echo "tests/$1"; return; }
  find tests -path "*/$1/run.sh" -exec dirname {} \;
}

check_names()
{
  for name in $(lines | cut -d' ' -f2- | tr -s ' ' '\n' | sed 's/:.*//' | sort -u); do
    case $name in - | own | unit | headers) continue ;; esac
    case $(folder_of "$name" | wc -l) in
      0) echo "there is no suite $name;" ;;
      1) ;;
      *) echo "more than one suite is called $name: say the folder before, too;" ;;
    esac
  done
  for room in */; do
    case $room in build*/) continue ;; esac
    [ "$(suites_of "${room}x")" != unknown ] || echo "no line fits $room;"
  done
}

# suites_of PATH: the words behind the first line that fits, or `unknown'.
suites_of()
{
  lines | awk -v path="$1" '
    $1 == "quick" || $1 == "own" { next }
    index(path, $1) == 1 { sub(/^[^ ]+ +/, ""); print; found = 1; exit }
    END { if (!found) print "unknown" }'
}

words_behind() { lines | sed -n "s/^$1  *//p"; }

# own_suite PATH: the suite of its folder; said and left out where it is not quick.
own_suite()
{
  folder=$(dirname "$1")
  while [ "$folder" != tests ] && [ ! -e "$folder/run.sh" ]; do
    folder=$(dirname "$folder")
  done
  name=$(basename "$folder")
  case " $(words_behind own) " in
    *" $name "*) echo "$name" ;;
    *) [ "$name" = tests ] || echo "check: tests of $name take longer: left to make test" >&2 ;;
  esac
}

# The files that have changed, one a line.
changed()
{
  git rev-parse --git-dir >/dev/null 2>&1 || return
  base=${1:-$(git merge-base HEAD '@{upstream}' 2>/dev/null || echo HEAD)}
  git diff --name-only "$base" -- && git ls-files --others --exclude-standard
}

# Writes `chosen', a suite a line.
choose()
{
  while IFS= read -r path; do
    suites=$(suites_of "$path")
    case $suites in
      unknown)
        echo "check: $map has no line for $path: the quick suites run" >&2
        words_behind quick ;;
      own) own_suite "$path" ;;
      *) echo "$suites" ;;
    esac
  done <"$scratch/changed" | tr ' ' '\n' | grep -v '^-*$' | sort -u >"$scratch/chosen"
}

# command_of SUITE: as tests/lib/all.sh wants it. Where the whole suite is chosen, its cases are not run once more.
command_of()
{
  name=${1%%:*}
  case $1 in
    headers) printf 'sh tests/check/headers.sh %s\n' "$build" ;;
    *:*) grep -qx "$name" "$scratch/chosen" ||
      printf 'sh %s/run.sh %s %s\n' "$(folder_of "$name")" "$build" "$(echo "${1#*:}" | tr ',' ' ')" ;;
    *) printf 'sh %s/run.sh %s\n' "$(folder_of "$name")" "$build" ;;
  esac
}

case ${1-} in
  --names)
    wrong=$(check_names | paste -s -d ' ')
    [ -z "$wrong" ] || { echo "not ok check_names $wrong"; exit 1; }
    echo 'ok check_names'
    exit ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,14p' "$0" >&2; exit 2 ;;
esac
[ $# -ge 2 ] || { echo 'check.sh BUILD BASE [CHECK...]' >&2; exit 2; }
build=$1 base=$2
shift 2
changed "$base" >"$scratch/changed" || exit 2
if [ -s "$scratch/changed" ]; then
  choose
else
  echo 'check: nothing has changed: the quick suites run' >&2
  words_behind quick | tr ' ' '\n' >"$scratch/chosen"
fi
set -- "$@" "sh tests/check/style.sh --changed $base"
for suite in $(cat "$scratch/chosen"); do
  if [ "$suite" = unit ]; then
    for program in "$build"/unit/test_*; do
      case $program in *.*) ;; *) set -- "$@" "$program" ;; esac
    done
  else
    command=$(command_of "$suite")
    [ -z "$command" ] || set -- "$@" "$command"
  fi
done
echo "check: $(wc -l <"$scratch/changed") files have changed; suites: $(paste -s -d ' ' "$scratch/chosen")" >&2
sh tests/lib/all.sh "$build/check-logs" "$@"
