#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# foreign.sh: puts the profiler of the kit into foreign programs whose sources the user has, and holds what it says
# against an observer outside of the machine.
#
# shellcheck disable=SC2034,SC2154 # variables of overlays
#
#   foreign.sh BUILD DIR [NAME...]      sources are DIR/NAME: opensbi, u-boot, memtest86plus
#
# For each: copies the sources to BUILD/foreign/NAME, lays the overlay over the copy (NAME/overlay.sh here), builds it,
# boots it in QEMU, boots it again under the observer, receives its dump, draws the charts, and compares. Then the same
# with several processors, where the program can have them: with -icount these run in turns on one clock, so a thread's
# time holds what others executed, and calls alone are compared. Nothing of the sources is changed or kept elsewhere.
# Prints a table. The exit status is 1 where one failed; one whose sources or tools are missing is skipped, which is no
# failure, unless all are.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] && [ -n "$2" ] || { sed -n 's/^# \{0,1\}//; 4,17p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) sources=$(cd "$2" && pwd) || exit 2
shift 2
[ $# -gt 0 ] || set -- opensbi u-boot memtest86plus
kit=$build/kit done=0 failed=0

# Ends this program's try with one line of the table.
give_up() { printf '%-12s %10s %s: %s\n' "$program" "$processors" "$1" "$2"; [ "$1" = skipped ] && exit 77; exit 1; }

lay_over()
{
  rm -rf "$work" && mkdir -p "$work" && cp -r "$sources/$name" "$copy" && cd "$copy" || return
  # shellcheck source=/dev/null
  . "$here/overlay.sh" && . "$own/overlay.sh" && end_overlay
}

# Boots it in the folder $1, with more words for QEMU.
boot()
{
  mkdir -p "$work/$1" && cd "$work/$1" && shift &&
    boot_it -m $ram -object memory-backend-file,id=ram,size=$ram,mem-path=ram,share=on -display none -nic none \
      -icount shift=0 -serial file:console -no-reboot "$@" >qemu.log 2>&1
  grep -aq 'jx: dumped' console
}

# Where the image has the function $1, when it runs; hexadecimal.
place_of()
{
  local begun
  begun=$(sed -n 's/.*jx: begun at \([0-9a-f]*\).*/\1/p' "$work/run-$processors/console")
  printf '%x' $((16#$(linked_at "$1") - 16#$(linked_at jx_begun) + 16#${begun:-0}))
}

linked_at() { "${cross}nm" "$copy/$elf" | awk -v name="$1" '$3 == name { print $1 }'; }

compare()
{
  cd "$work/$observed" || return
  "${cross}nm" -S "$copy/$elf" | awk 'NF == 4 && $3 ~ /[tTwW]/ { print $1, $2, $4 }' | sort -u >symbols
  "$build/hostdump" report --tsv --table=methods run.jxp >methods || return
  awk -F '[ \t]' -v moved=$(((16#$(place_of jx_begun) - 16#$(linked_at jx_begun)) & 268435455)) -v site=$site \
    -v processors="$processors" -v name="$program" -f "$here/../ports/symbols.awk" -f "$here/compare.awk" symbols counts methods
}

try()
{
  name=$1 own=$here/$1 work=$build/foreign/$1 processors=1 several=1 wants=
  copy=$work/source
  # shellcheck source=/dev/null
  . "$own/machine.sh"
  [ -d "$sources/$name" ] || give_up skipped "no sources in $sources/$name"
  for tool in "${cross}gcc" "$qemu" $wants; do
    command -v "$tool" >/dev/null || give_up skipped "$tool is not installed"
  done
  (lay_over) || give_up failed "the overlay does not fit: $program $tried is what it was tried with"
  (cd "$copy" && MAKEFLAGS=-j$(nproc) build_it >"$work/make.log" 2>&1) || give_up failed "does not build: see $work/make.log"
  observe
  processors=$several
  [ "$several" = 1 ] || observe
}

# Boots what is built, twice, with that many processors.
observe()
{
  run=run-$processors observed=observed-$processors
  (boot "$run") || give_up failed "no dump: see $work/$run/console"
  (boot "$observed" -plugin "$build/ports/counter.so,out=counts,from=$(place_of jx_begun),to=$(place_of prof_stop)") ||
    give_up failed "no dump under the observer: see $work/$observed/console"
  (cd "$work/$observed" && receive_it >receive.log 2>&1) || give_up failed "no profile: see $work/$observed/receive.log"
  (cd "$work/$observed" && rm -f ram "../$run/ram" && "$build/hostdump" doctor run.jxp >doctor.log 2>&1 &&
    "$build/render" all run.jxp -o charts >render.log 2>&1) || give_up failed "see $work/$observed/doctor.log and render.log"
  (compare) || exit 1
}

printf '%-12s %10s %9s %9s %18s %18s\n' program processors functions calls 'calls equal' 'times equal'
for name; do
  (try "$name")
  status=$?
  case $status in
    0) done=$((done + 1)) ;;
    77) ;;
    *) failed=$((failed + 1)) ;;
  esac
done
echo "$done of $# compared, $failed failed; charts in $build/foreign/NAME/observed-N/charts"
[ "$failed" = 0 ] && [ "$done" -gt 0 ]
