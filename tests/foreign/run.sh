#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of what overlays of foreign programs stand on, without these programs: `make test-ports` has them.
#
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says.
# Takes a second.
test_prefix='foreign '
. "$(dirname "$0")/../lib/suite.sh"
set -u

# Runs commands behind overlay.sh in a folder with a file of three lines; leaves what they say in `said`.
laid_over() # COMMANDS
{
  rm -rf "$scratch/laid" && mkdir "$scratch/laid" && cd "$scratch/laid" && printf 'one\n\ttwo(a)\nthree\n' >file || return
  (program=Program tried=1.0 kit=$build/kit && . "$here/overlay.sh" && eval "$1") >said 2>&1
}

holds() { printf "$1" | cmp - "$scratch/laid/file"; }

inserts()
{
  laid_over "edit before file '^three' 'x\\y'; edit after file 'two\\(a\\)' '&'; edit change file 'n' 'N'; end_overlay" &&
    holds 'oNe\n\ttwo(a)\n&\nx\\y\nthree\n'
}

# What is not there, or there twice, is said with the versions; the others are laid.
refuses() # PATTERN LINES
{
  laid_over "edit after file '$1' x; edit before file '^one' 'zero'; end_overlay"
  [ $? = 1 ] && holds 'zero\none\n\ttwo(a)\nthree\n' && cat said &&
    grep -q "^Program: file: $2 lines match '$1', not one; this overlay was tried with Program 1.0" said &&
    grep -q '^Program: 1 places were not found' said
}

lacks_file() { laid_over "edit after none x y; end_overlay"; [ $? = 1 ] && grep -q 'Program: none: no such file' said; }

skips()
{
  mkdir -p "$scratch/none"
  bash "$here/foreign.sh" "$build" "$scratch/none" >"$scratch/skipped"
  [ $? = 1 ] && [ "$(grep -c ': no sources in\|skipped' "$scratch/skipped")" = 3 ]
}

# A tool that only the program's own build wants.
skips_tools()
{
  mkdir -p "$scratch/bin" "$scratch/sources/u-boot" || return
  for tool in dirname sed; do ln -sf "$(command -v $tool)" "$scratch/bin"; done
  for tool in aarch64-linux-gnu-gcc qemu-system-aarch64 flex bc; do
    ln -sf "$(command -v env)" "$scratch/bin/$tool"
  done
  PATH=$scratch/bin "$(command -v bash)" "$here/foreign.sh" "$build" "$scratch/sources" u-boot >"$scratch/skipped"
  [ $? = 1 ] && cat "$scratch/skipped" && grep -q '^U-Boot  *1 skipped: bison is not installed$' "$scratch/skipped"
}

# An overlay of a program has fewer than 150 lines.
is_short() { cat "$1"/* | wc -l | awk '{ exit $1 >= 150 }'; }

check inserts inserts
check refuses_what_is_missing refuses four 0
check refuses_what_is_twice refuses o 2
check says_missing_files lacks_file
check skips_without_sources skips
check skips_without_tools skips_tools
for folder in "$here"/*/machine.sh; do
  name=$(basename "$(dirname "$folder")")
  check "short_$name" is_short "$here/$name"
done
finish
