# SPDX-License-Identifier: GPL-2.0-or-later
#
# lives.sh: programs whose objects' lives are measured: what ages.sh and exact.sh share. Sourced, with `build` (the
# build folder), `here` (this folder) and `out` (where files go) set.

. "$here/../../../host-tools/run/qemu.sh"

fail()
{
  echo "accuracy: $*" >&2
  exit 1
}

# Programs that need no network.
all_programs()
{
  local source
  printf '%s\n' buffer cache formula matrix nbody queueing textindex
  for source in "$here"/ages/*.java; do
    basename "$source" .java
  done
}

# What a program is given: so that it makes some ten thousand objects or more.
arguments()
{
  case $1 in
    buffer) echo 3 3 200 4 ;;
    cache) echo 500 40 120 ;;
    formula) echo 30 6 ;;
    matrix) echo 33 ;;
    nbody) echo 120 12 ;;
    queueing) echo 2500 ;;
    textindex) echo 0 1 ;;
    Ring) echo 20000 ;;
    Life) echo 40 ;;
    Arrivals) echo 8000 ;;
    Rope) echo 2500 ;;
    Batches) echo 8000 ;;
    Routes) echo 150 ;;
    Ledger) echo 6000 ;;
    Grammar) echo 2500 ;;
  esac
}

# image PROGRAM EXACT: prints the path of the image that is made of it; EXACT: yes, for exact lives, or no.
image()
{
  local from=(--app "$1") java=$here/ages/$1.java
  [ ! -f "$java" ] || from=(--java "$java")
  bash "$here/../../../host-tools/run/java.sh" --build "$build" --exact "$2" "${from[@]}" >"$out/$1.built" 2>&1 ||
    fail "$1 was not built; see $out/$1.built"
  tail -n 1 "$out/$1.built"
}

# boot PROGRAM NAME OPTIONS [ARGUMENTS]: runs the image `elf`; the tables are in PROGRAM.NAME/, what the program and the
# kernel printed is in PROGRAM.NAME.console. The machine has `machine_mib` MiB.
machine_mib=700
boot()
{
  local to=$out/$1.$2 status=0
  run_qemu kernel="${elf}32" append="workload=java births=1m deaths=1m $3 -- ${4-$(arguments "$1")}" \
    module="$out/input.txt" memory="$machine_mib" icount=on serial="file:$to.line" timeout=3000 >&2 || status=$?
  grep -aq 'exit: ok' "$to.line" || fail "$1 did not end well with $3 (QEMU's exit status is $status); see $to.line"
  "$build/hostdump" -o "$to.jxp" -k "$elf" <"$to.line" >"$to.console" 2>"$to.log" &&
    "$build/hostdump" tables -k "$elf" -o "$to" "$to.jxp" >>"$to.log" 2>&1 ||
    fail "the profile could not be read; see $to.log"
  rm "$to.line"
}

mkdir -p "$out"
head -c 6000 "$build/text.txt" >"$out/input.txt"
