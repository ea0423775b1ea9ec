#!/bin/bash
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
#
# Ctrl-C reaches all processes of a terminal's foreground group. A SIGINT to the make above alone, such as a program sends
# that has started make, would reach only that one: GNU make hands SIGTERM on to its children, but waits for their own end
# when it gets SIGINT. watch_make() hands it on.

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

# Sends SIGINT to the processes that PID has started, those included that these have started, as far as they are in its
# process group: to all at once, so that what they start because of it gets none.
interrupt_started() # PID
{
  local file line fields group pid grown=yes found=" $1 " started=()
  read -r line <"/proc/$1/stat" || return
  fields=(${line##*) }) # state, parent, process group
  group=${fields[2]}
  while [ -n "$grown" ]; do
    grown=
    for file in /proc/[0-9]*/stat; do
      read -r line 2>/dev/null <"$file" || continue
      fields=(${line##*) }) pid=${file//[!0-9]/}
      [ "${fields[2]}" = "$group" ] && [[ $found == *" ${fields[1]} "* && $found != *" $pid "* ]] || continue
      found+="$pid " grown=yes
      [ "$pid" = "$BASHPID" ] || started+=("$pid")
    done
  done
  [ ${#started[@]} -eq 0 ] || kill -INT "${started[@]}" 2>/dev/null
}

# Hands a SIGINT that the make PID gets, and a second one, on to what it has started, as long as this process lives. That
# make has got one when it has reset its handler, and blocks the signal until its children have ended; another one waits
# then. Ctrl-C gets here, too, and needs no help: so there is one more turn between seeing a signal and handing it on.
watch_make() # PID
{
  local key value caught blocked waiting seen=0 sent=0
  trap 'exit 0' INT
  while kill -0 $$ 2>/dev/null; do
    [ $seen -le $sent ] || { sent=$seen; interrupt_started "$1"; }
    caught=0 blocked=0 waiting=0
    while read -r key value; do
      case $key in
        ShdPnd:) waiting=$((16#${value: -1} & 2)) ;;
        SigBlk:) blocked=$((16#${value: -1} & 2)) ;;
        SigCgt:) caught=$((16#${value: -1} & 2)) ;;
      esac
    done 2>/dev/null <"/proc/$1/status"
    [ $blocked -eq 0 ] || [ $caught -ne 0 ] || seen=$((1 + waiting / 2))
    read -r -t 0.2 <&3 || :
  done
}

build=$1 goal=$2
shift 2
check_name "$build" || exit 1
# Its descriptor 3 never has anything to read: a clock that takes no process.
watch_make "$PPID" </dev/null >/dev/null 2>&1 9>&- 3<> <(:) &
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
