# SPDX-License-Identifier: GPL-2.0-or-later
#
# programs.sh: read by add.sh and compact.sh: whether the programs that they call are there.

WHENCE_DUCKDB='it is one file, from https://duckdb.org, which Debian does not have; set DUCKDB to its path'

# need WHO NAME WORDS WHENCE: ends with status 1 where the first word of $3 is no program, and says whence to have it.
need()
{
  # shellcheck disable=SC2086 # words
  set -- "$1" "$2" "$4" $3
  command -v "$4" >/dev/null || { printf '%s: there is no %s: %s\n' "$1" "$2" "$3" >&2; exit 1; }
}
