#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# cycles.sh: no modules of the tree include each other in a circle, but those that cycles.txt knows. A module is a .c
# file with the header of its name. A reader of one module of a circle has to read all of them.
#
#   cycles.sh [TREE]        TREE is a source tree with a cycles.txt of its own (this one)
#   cycles.sh --list        prints the circles as cycles.txt has them
#
# cycles.txt must be what there is: a circle that is gone, or has lost a module, is to be taken out of it.

what=check
[ "${1-}" != --list ] || { what=list; shift; }
here=$(cd "$(dirname "$0")" && pwd)
tree=${1:-$here/../..}

# Prints the circles of the edges on standard input: a module a line, an empty line between two circles.
circles() {
  awk '
    function module(path) { sub(/\.[chS]$/, "", path); return path }

    # Marks all that is reached from a module in to[start, ...].
    function reach(start, at,    i) {
      for (i = 1; i <= out[at]; i++)
        if (!((start, edge[at, i]) in to)) {
          to[start, edge[at, i]] = 1
          reach(start, edge[at, i])
        }
    }

    module($1) != module($2) && !((module($1), module($2)) in met) {
      from = module($1)
      met[from, module($2)] = 1
      edge[from, ++out[from]] = module($2)
      if (!(from in seen)) {
        seen[from] = 1
        modules[++count] = from
      }
    }
    END {
      for (i = 1; i <= count; i++)
        reach(modules[i], modules[i])
      for (i = 1; i <= count; i++) {
        a = modules[i]
        if (!((a, a) in to) || a in done)
          continue
        printf "%s", any++ ? "\n" : ""
        for (k = i; k <= count; k++) {
          b = modules[k]
          if (((a, b) in to) && ((b, a) in to)) {
            done[b] = 1
            print b
          }
        }
      }
    }'
}

found=$(sh "$here/includes.sh" --edges "$tree" | sort | circles)
if [ $what = list ]; then
  echo "$found"
  exit
fi

# A line `not ok` for each difference between the circles that there are and those that are known.
compare() { # KNOWN FOUND, as files
  awk -v RS= '
    { key = ""; for (i = 1; i <= NF; i++) key = key " " $i }
    FNR == NR { known[key] = 1; next }
    { found[key] = 1 }
    !(key in known) {
      print "not ok cycles these include each other in a circle that tests/check/cycles.txt does not know:" key
      bad = 1
    }
    END {
      for (key in known)
        if (!(key in found)) {
          print "not ok cycles this circle is no longer there, or another: take it out of tests/check/cycles.txt:" key
          bad = 1
        }
      exit bad
    }' "$1" "$2"
}

scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
{ echo "$found"; echo; } >"$scratch/found"
{ grep -v '^#' "$tree/tests/check/cycles.txt"; echo; } >"$scratch/known"
compare "$scratch/known" "$scratch/found" || exit 1
echo "ok cycles"

# That the check finds what it looks for, on a tree of three files; not when it is run on another tree itself.
[ -z "${1-}" ] || exit 0
mkdir -p "$scratch/kernel" "$scratch/tests/check"
: >"$scratch/tests/check/cycles.txt"
: >"$scratch/tests/check/includes.txt"
echo '#include "b.h"' >"$scratch/kernel/a.c"
: >"$scratch/kernel/a.h"
echo '#include "c.h"' >"$scratch/kernel/b.h"
echo '#include "a.h"' >"$scratch/kernel/c.c"
: >"$scratch/kernel/c.h"
if sh "$0" "$scratch" | grep -q '^not ok .*: kernel/a kernel/b kernel/c$'; then
  echo "ok cycles_finds_one"
else
  echo "not ok cycles_finds_one a circle of three modules is not found"
  exit 1
fi
