#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# debug.sh: boots the kernel in QEMU, stopped at its first instruction, with gdb attached and stopping in kmain.
#
#   debug.sh -b BUILDDIR -i INPUT [-a 'OPTIONS'] [-o DIR] [-p PORT] [-m MIB]
#
# The serial line goes to DIR/serial.bin (BUILDDIR/debug): `tail -f` shows its text, `hostdump -o x.jxp < serial.bin`
# takes the profile out of it. PORT is 1234. QEMU ends with gdb. Instructions are counted, so a run stops at the same
# place every time. Image and DIR are this debugger's own while it runs (lock.sh). Exit status: gdb's; 1 when it or QEMU
# cannot start; 2 usage; 129, 143: SIGHUP, SIGTERM.

usage()
{
  sed -n '/^# debug.sh:/,/^$/s/^# \{0,1\}//p' "$0"
  exit "$1"
}

fail()
{
  printf 'debug: %s\n' "$*" >&2
  exit 1
}

here=$(dirname "$(readlink -f "$0")")
. "$here/qemu.sh"
. "$here/lock.sh" # share_build, hold_results, as_path
build='' input='' options='' out='' port=1234 memory=512
[ "${1-}" != --help ] || usage 0
while getopts b:i:a:o:p:m:h flag; do
  case $flag in
    b) build=$OPTARG ;;
    i) input=$OPTARG ;;
    a) options=$OPTARG ;;
    o) out=$OPTARG ;;
    p) port=$OPTARG ;;
    m) memory=$OPTARG ;;
    h) usage 0 ;;
    *) usage 2 >&2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] && [ "$build" ] && [ "$input" ] || usage 2 >&2
: "${out:=$build/debug}"
build=$(as_path "$build") input=$(as_path "$input") out=$(as_path "$out")
for file in "$build/kernel.elf" "$build/kernel.elf32"; do
  [ -r "$file" ] || fail "$file: no such kernel; \`make all' builds it"
done
[ -f "$input" ] && [ -r "$input" ] || fail "$input: cannot be read as a file"

qemu='' work=''
trap '[ -z "$qemu" ] || kill "$qemu" 2>/dev/null; [ -z "$work" ] || rm -rf "$work"' EXIT
# Ctrl-C is gdb's: it stops the kernel. QEMU runs in a session of its own, or it would die of it.
trap : INT
trap 'exit 129' HUP
trap 'exit 143' TERM
# The folder is made when its name is known: no signal leaves it behind.
work=$(mktemp -d -u) && mkdir -m 700 "$work" || { work=; fail 'no room for a temporary directory (TMPDIR)'; }
mkdir -p "$out" || fail "$out: cannot be made"
hold_results "$out" debug.sh || exit 1
share_build "$build" debug.sh
cp "$build/kernel.elf" "$build/kernel.elf32" "$work" || fail "no room in $work (TMPDIR)"
release_build
# -initrd splits its argument at spaces and commas, so the input goes by another name.
ln -s "$(readlink -f "$input")" "$work/input"
exec_qemu kernel="$work/kernel.elf32" append="$options" module="$work/input" memory="$memory" icount=on \
  serial="file:$out/serial.bin" under=setsid -S -gdb "tcp:127.0.0.1:$port" 5>&- &
qemu=$!
printf 'debug: console and dump go to %s/serial.bin\n' "$out" >&2
if ! command -v gdb >/dev/null; then
  printf 'debug: gdb is not installed (apt-get install gdb). The machine waits; attach from anywhere by\n' >&2
  printf '  gdb %s/kernel.elf -ex "target remote :%s" -ex "hbreak kmain" -ex continue\n' "$work" "$port" >&2
  printf 'debug: Ctrl-C ends it.\n' >&2
  trap 'exit 130' INT
  wait "$qemu"
  exit
fi
# A hardware breakpoint: the image is not in memory yet, and loading it would wipe out a breakpoint instruction.
gdb -q "$work/kernel.elf" -ex 'set tcp connect-timeout 10' -ex "target remote 127.0.0.1:$port" -ex 'hbreak kmain' \
  -ex continue
