#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: tests of what `make run` is made of: textjob, mktext, deps, iso, run. Usage: run.sh BUILDDIR
#
# Prints `ok NAME` or `not ok NAME REASON` a test; the exit status is 1 when one failed. The runs in QEMU count
# instructions, so they do not depend on how busy the machine is. textjob's expected outputs (textjob/NAME.out for
# NAME.in) were also computed, all but the LZO lines, by a third implementation in another language.

build=$(readlink -f "${1:?which build folder?}")
here=$(dirname "$(readlink -f "$0")")
tools=$here/../../host-tools/run
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0

pass() { printf 'ok %s\n' "$1"; }

flunk()
{
  printf 'not ok %s %s\n' "$1" "$2"
  failed=1
  [ ! -s "$dir/log" ] || tail -n 20 "$dir/log" | sed 's/^/# /'
}

# expect NAME STATUS PATTERN COMMAND...: the command ends with STATUS and says a line with PATTERN (basic).
expect()
{
  name=$1 want=$2 pattern=$3
  shift 3
  "$@" > "$dir/log" 2>&1 < /dev/null
  got=$?
  if [ $got -ne "$want" ]; then
    flunk "$name" "status $got, not $want"
  elif ! grep -aq -e "$pattern" "$dir/log"; then
    flunk "$name" "it did not say: $pattern"
  else
    pass "$name"
  fi
}

# check NAME COMMAND...: the command says yes.
check()
{
  name=$1
  shift
  if "$@" > "$dir/log" 2>&1; then pass "$name"; else flunk "$name" "$*"; fi
}

. "$here/host.sh"
. "$here/machine.sh"
. "$here/install.sh"
exit $failed
