#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# names.sh: prints, as assembly, the table of function names by which a linked image chooses what is timed (timed.c).
#
#   names.sh IMAGE >names.S
#
# Link once without the table, make it, assemble it, link again with it. The section prof_names must lie behind the
# code, so that the code does not move; `names.sh --same IMAGE IMAGE` checks that (exit status 0: it has not moved).
set -eu

code()
{
  nm -n --defined-only "$1" | awk '$2 == "t" || $2 == "T"'
}

case ${1-} in
  --help) sed -n 's/^# \{0,1\}//; 4,9p' "$0"; exit 0 ;;
  --same) [ "$(code "$2")" = "$(code "$3")" ]; exit ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,9p' "$0" >&2; exit 2 ;;
esac
code "$1" | awk '
  BEGIN { print "\t.section prof_names,\"a\"" }
  { gsub(/[\\"]/, "\\\\&", $3); printf "\t.quad 0x%s\n\t.asciz \"%s\"\n", $1, $3 }
  END { print "\t.section .note.GNU-stack,\"\"" }'
