#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# peer.sh: U-Boot's own `trace` beside this profiler, behind foreign.sh, of the same commands: what each costs, and what
# each says of the time of functions, whose truth is what an observer counts in U-Boot without probes.
#
#   peer.sh BUILD DIR      DIR/u-boot: the sources; BUILD/foreign/u-boot: as foreign.sh leaves it
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 2 ] && [ -n "$2" ] || { sed -n 's/^# \{0,1\}//; 4,7p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) sources=$(cd "$2" && pwd) || exit 2
own=$here/u-boot work=$build/foreign/u-boot copy=$build/foreign/u-boot/source
# shellcheck source=/dev/null
. "$own/machine.sh"
[ -f "$work/observed-1/run.jxp" ] || { echo "peer: foreign.sh has left no profile of U-Boot in $work"; exit 77; }

FUNCLIST=8000000 CALLS=a000000 # hexadecimal, from the beginning of memory at 40000000 on

fail() { echo "peer: failed: $1"; exit 1; }

# Builds the variant $1; further arguments are make's.
build_variant()
{
  local out=$work/$1
  shift
  mkdir -p "$out" && make -C "$work/peer" O="$out" CROSS_COMPILE=$cross qemu_arm64_defconfig &&
    cat "$own/config" >>"$out/.config" &&
    case $out in
      */trace)
        printf 'CONFIG_%s\n' TRACE=y CMD_TRACE=y TRACE_BUFFER_SIZE=0x4000000 TRACE_CALL_DEPTH_LIMIT=64 >>"$out/.config"
        sed -i "s/; poweroff\"/; trace pause; trace funclist 4$FUNCLIST 1000000; trace calls 4$CALLS 6000000&/" "$out/.config" ;;
    esac &&
    make -C "$work/peer" O="$out" CROSS_COMPILE=$cross olddefconfig &&
    make -C "$work/peer" O="$out" CROSS_COMPILE=$cross "$@" u-boot.bin
}

# Boots $1/u-boot.bin in the folder $2 twice: to see where it goes, then under the observer, until it comes to $3.
count_run()
{
  local begin until relocated
  rm -rf "$2" && mkdir -p "$2" && cd "$2" || return
  set -- "$1" "$2" "$3" -cpu cortex-a57 -bios "$1/u-boot.bin" -display none -nic none -icount shift=0 -semihosting \
    -serial file:console -no-reboot -m "$ram" -object "memory-backend-file,id=ram,size=$ram,mem-path=ram,share=on"
  $qemu -M virt,memory-backend=ram "${@:4}" >qemu.log 2>&1
  relocated=$(sed -n 's/^relocaddr *= 0x0*\([0-9a-f]*\).*/\1/p' console)
  [ -n "$relocated" ] || return
  begin=$("${cross}nm" "$1/u-boot" | awk '$3 == "bootdelay_process" { print $1 }')
  until=$("${cross}nm" "$1/u-boot" | awk -v name="$3" '$3 == name { print $1 }')
  $qemu -M virt,memory-backend=ram "${@:4}" -plugin "$(printf '%s,out=counts,from=%x,to=%x' "$build/ports/counter.so" \
    $((16#$begin + 16#$relocated)) $((16#$until + 16#$relocated)))" >qemu.log 2>&1
  "${cross}nm" -S "$1/u-boot" | awk 'NF == 4 && $3 ~ /[tTwW]/ { print $1, $2, $4 }' | sort -u >symbols
  echo $((16#$relocated & 268435455)) >moved
}

# How many records of trace are at the place $1 of memory, in whose header of 32 bytes it is the third number of four
# bytes.
count_records() { od -An -tu4 -j $((16#$1 + 8)) -N 4 "$2" | tr -d ' '; }

# These records, numbers of four bytes, each of $2 bytes.
records() { od -An -v -tu4 -w"$2" -j $((16#$1 + 32)) -N $(($(count_records "$1" ram) * $2)) ram; }

if [ "${PEER_BUILT:-}" != yes ]; then
  rm -rf "$work/peer" && cp -r "$sources/u-boot" "$work/peer" && cd "$work/peer" || exit 1
  export MAKEFLAGS=-j$(nproc)
  build_variant plain >"$work/plain.log" 2>&1 || fail "does not build: see $work/plain.log"
  build_variant trace FTRACE=1 >"$work/trace.log" 2>&1 || fail "does not build: see $work/trace.log"
fi
(count_run "$work/plain" "$work/plain-run" do_poweroff) || fail "see $work/plain-run"
(count_run "$work/source" "$work/jx-run" do_poweroff) || fail "see $work/jx-run"
(count_run "$work/trace" "$work/trace-run" trace_set_enabled) || fail "see $work/trace-run"
cd "$work/trace-run" || exit 1
records $FUNCLIST 8 >functions
records $CALLS 12 >calls
"$build/hostdump" report --tsv --table=methods ../observed-1/run.jxp | grep -v '^#' >methods
awk -f "$here/../ports/symbols.awk" -f "$here/peer.awk" ../plain-run/moved ../plain-run/symbols ../plain-run/counts symbols functions calls methods || fail 'see peer.awk'
for name in plain jx trace; do
  awk -v name=$name '{ all += $2 } END { printf "%-6s %12d instructions from the prompt to the end\n", name, all }' ../$name-run/counts
done
echo "bytes: $(stat -c %s ../jx-run/jxprof.dump) of the dump, $(($(count_records $CALLS ram) * 12)) of trace's calls"
rm -f ../*-run/ram
