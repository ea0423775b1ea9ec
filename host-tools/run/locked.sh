#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# locked.sh: lets one make at a time build in a folder. The Makefile calls it.
#
#   locked.sh BUILD GOAL MAKE...      runs MAKE... GOAL with the lock of the folder BUILD (lock.sh); waits for it where
#                                     there is something to build for GOAL
#   locked.sh --share COMMAND...      in a recipe, with that lock: runs COMMAND while make builds nothing
#   locked.sh --release COMMAND...    in a recipe, with that lock: runs COMMAND, for which make may build again
#   locked.sh --name BUILD            whether BUILD is a name that make can build in
#
# COMMAND does not inherit the lock: what it leaves behind holds up no other make. Exit status: that of the command; 1
# no, or the folder cannot be made.

. "$(dirname "$0")/lock.sh"

# A name that is a word for make and for the shell, and no option.
check_name() # BUILD
{
  case $1 in
    '' | [-~]*) ;;
    *[[:space:][:cntrl:]\!\"\#\$%\&\'\(\)\*,\:\;\<=\>\?\[\]\^\`{\|}~\\]*) ;;
    *) return 0 ;;
  esac
  printf 'O=%s: make cannot build in a folder of this name. Take one of letters, digits and . _ + @ - /\n' "$1" >&2
  return 1
}

case $1 in
  --name) check_name "$2"; exit ;;
  --share) shift; flock -s 9 2>/dev/null; exec "$@" 9>&- ;;
  --release)
    shift
    flock -u 9 2>/dev/null && unset BUILD_HELD
    exec "$@" 9>&- ;;
esac

build=$1 goal=$2
shift 2
check_name "$build" || exit 1
[ ! "${BUILD_HELD-}" -ef "$build" ] || exec "$@" "$goal" 9>&-
advice='Another folder to build in: make O=folder'

# Where others only read, what is up to date needs no lock of its own.
nothing_to_build()
{
  flock -n -s 9 && [ /proc/self/fd/9 -ef "$build/.lock" ] && "$@" -q -s ASK=yes "$goal" >/dev/null 2>&1 9>&-
}

mkdir -p "$build" && open_lock 9 "$build/.lock" || { printf '%s: cannot be made or written to\n' "$build" >&2; exit 1; }
flock -n 9 && [ /proc/self/fd/9 -ef "$build/.lock" ] || nothing_to_build "$@" ||
  lock 9 -x "$build/.lock" "make $goal" "$advice"
printf '%s %s\n' "$$" "make $goal" >"$build/.lock"
BUILD_HELD=$(cd "$build" && pwd)
export BUILD_HELD
exec "$@" "$goal"
