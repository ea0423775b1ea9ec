# SPDX-License-Identifier: GPL-2.0-or-later
#
# shellcheck shell=sh
#
# lock.sh: who may use a folder now. For sh and bash; make (by locked.sh), the scripts beside this one and
# tests/lib/suite.sh read it. What is locked is a file `.lock' in the folder, by flock(2): a lock ends with the process
# that has it, in whatever way that one ends. The file says which process had it last.
#
#   BUILD/.lock                 make, while it builds, alone; many together: suites, benches, and run.sh until it has
#                               copied the programs and the image that it will use
#   BUILD/programs/NAME/.lock   java.sh, alone: from the program's classes until its image has been copied or booted
#   RUN/.lock                   run.sh, debug.sh and run-nfs.sh, alone, as long as they run
#
# Descriptor 9 is BUILD/.lock, 8 the program's, 5 that of a folder of results. A process that may live on longer than
# the script that has the lock must not inherit them. Locks of the build folder are taken before those of a program.

# Sets `holder' to what FILE says of the process that has locked it.
read_holder() # FILE
{
  holder=
  read -r holder 2>/dev/null <"$1"
  kill -0 "${holder%% *}" 2>/dev/null || holder=
  holder=${holder:+process ${holder%% *} (${holder#* })}
  : "${holder:=another process}"
}

# Opens FILE as descriptor FD, and makes it when it is not there. Fails where neither is possible.
open_lock() # FD FILE
{
  if (: >>"$2") 2>/dev/null; then
    eval "exec $1>>\"\$2\""
  elif (: <"$2") 2>/dev/null; then
    eval "exec $1<\"\$2\""
  else
    return 1
  fi
}

# Locks FILE, in MODE -x (alone) or -s (with others that take -s), through descriptor FD; WHO is what others read of it.
# While another process has the lock, it says so, with ADVICE, and waits; with WAIT=no it fails instead.
lock() # FD MODE FILE WHO ADVICE [WAIT]
{
  while :; do
    open_lock "$1" "$3" || return 0 # a folder that cannot be written to changes for no one
    if ! flock -n "$2" "$1"; then
      read_holder "$3"
      if [ "${6-}" = no ]; then
        printf '%s is in use by %s. %s\n' "${3%/.lock}" "$holder" "$5" >&2
        return 1
      fi
      printf '%s is in use by %s; waiting for its end. %s\n' "${3%/.lock}" "$holder" "$5" >&2
      flock "$2" "$1"
    fi
    # `make clean' removes the file and its folder, and what was locked then is no longer what others see.
    [ "/proc/self/fd/$1" -ef "$3" ] && break
    mkdir -p "${3%/.lock}"
  done
  { printf '%s %s\n' "$$" "$4" >"$3"; } 2>/dev/null || :
}

# Keeps make from building in BUILD until release_build(), or this process's end. Make itself, or a suite, may have seen
# to that before: BUILD_HELD names their folder.
share_build() # BUILD WHO
{
  [ ! "${BUILD_HELD-}" -ef "$1" ] || return 0
  lock 9 -s "$1/.lock" "$2" 'Another folder to build in: make O=folder'
  BUILD_HELD=$1
  export BUILD_HELD
}

# What java.sh has locked ends here, too.
release_build()
{
  exec 8>&- 9>&-
  unset BUILD_HELD
}

# Locks OUT, a folder of results, for this process; fails when another one has it, and says what to do. A script that
# starts another one for the same folder has it: RUN_HELD is that folder.
hold_results() # OUT WHO
{
  [ ! "${RUN_HELD-}" -ef "$1" ] || return 0
  lock 5 -x "$1/.lock" "$2" 'Wait for its end, or take another folder for this run: RUN=folder (--out)' no || return 1
  RUN_HELD=$1
  export RUN_HELD
}

# Prints NAME as a path that no program takes for an option.
as_path() # NAME
{
  case $1 in -*) printf './%s\n' "$1" ;; *) printf '%s\n' "$1" ;; esac
}
