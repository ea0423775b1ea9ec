#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# run.sh: boots the kernel in QEMU, once for each tests/kernel/boot/*.case, and compares what it says and how QEMU ends.
#
# Usage: run.sh BUILD [CASE...], as tests/lib/suite.sh says. BUILD holds test-kernel.elf32 (QEMU's) and test-kernel.elf
# (for GRUB). Behind a case that failed stands what the console showed. Time counts instructions (-icount), so each case
# does exactly that again each time, on any host. Two run at a time.
#
# A case is a text file of lines `key: value`; other lines are comments.
#   append:  the kernel's command line
#   status:  QEMU's exit status: 0 power-off, 3 failure through isa-debug-exit
#   expect:  this text must stand in a line; the lines in the order of the case
#   match:   this extended regular expression must match a line; in order, together with those of `expect:'
#   absent:  this text must not stand anywhere
#   qemu:    further arguments for QEMU
#   module:  the text of a boot module
#   boot:    `iso' for a CD image with GRUB instead of -kernel; `uefi' for that on UEFI firmware: skipped where there is none
#   madt:    local APICs' numbers: GRUB tells of these processors, in place of the firmware; with `boot: iso'
#   device:  `none' to leave out isa-debug-exit
#   serial:  `none' for a machine without the port, `stalled' for a line that takes nothing; either way there is no
#            console to look at
#   clock:   `host' for the host's time instead of counted instructions
#   lasts:   LEAST-MOST, the seconds by the host's clock that the boot takes
#   repeat:  `yes' to boot twice and compare the consoles byte for byte
# Takes 120 seconds.
test_prefix='boot '
. "$(dirname "$0")/../../lib/suite.sh"
set -u
seconds=600 # what hangs fails; a case takes some seconds, one with firmware a quarter of a minute
pipe_bytes=65536  # what a pipe holds (pipe(7))

value()
{
  sed -n "s/^$1: *//p" "$case"
}

# Where the serial line goes; $1: a file for the console. A stalled line is a pipe that is full.
serial()
{
  case $(value serial) in
    '') echo "file:$1" ;;
    none) : >"$1"; echo none ;;
    stalled) : >"$1"; echo "pipe:$scratch/line" ;;
  esac
}

stall()
{
  mkfifo "$scratch/line.in" "$scratch/line.out" || return
  exec 7<>"$scratch/line.out"
  head -c "$pipe_bytes" /dev/zero >&7
}

# $1: where the console goes. Returns QEMU's status; 124 when it did not end.
boot()
{
  output=$1
  set -- serial="$(serial "$1")" timeout=$seconds
  [ "$(value clock)" = host ] || set -- "$@" icount=on
  [ "$(value device)" = none ] && set -- "$@" exit=off
  if [ "$(value boot)" ]; then
    set -- "$@" cdrom="$scratch/image.iso"
  else
    set -- "$@" kernel="$build/test-kernel.elf32" append="$(value append)"
    [ -z "$(value module)" ] || set -- "$@" module="$scratch/module"
  fi
  [ "$(value boot)" != uefi ] || set -- "$@" -bios /usr/share/ovmf/OVMF.fd
  # shellcheck disable=SC2046  # the case's arguments are words
  run_qemu "$@" $(value qemu) >"$output.qemu" 2>&1
}

# Prints what of the case's expectations the console does not hold; nothing when all is there.
missing()
{
  LC_ALL=C awk '
    FNR == NR {
      if (match($0, /^(expect|match): */)) {
        kind[++wanted] = substr($0, 1, 1)
        text[wanted] = substr($0, RLENGTH + 1)
      } else if (match($0, /^absent: */)) {
        unwanted[++absences] = substr($0, RLENGTH + 1)
      }
      next
    }
    {
      if (at < wanted && (kind[at + 1] == "e" ? index($0, text[at + 1]) : $0 ~ text[at + 1]))
        at++
      for (i = 1; i <= absences; i++)
        if (index($0, unwanted[i]) && !told[i]++)
          print "the console says `" unwanted[i] "`"
    }
    END {
      if (at < wanted)
        print "no line with `" text[at + 1] "`"
    }' "$case" "$1"
}

prepare()
{
  [ -z "$(value module)" ] || value module >"$scratch/module"
  [ "$(value serial)" != stalled ] || stall
  [ "$(value boot)" ] || return 0
  set -- -k "$build/test-kernel.elf" -o "$scratch/image.iso" -a "$(value append)"
  [ -z "$(value module)" ] || set -- "$@" -i "$scratch/module"
  sh "$tree/host-tools/run/iso.sh" "$@" || echo 'the CD image could not be made'
  [ -z "$(value madt)" ] || replace_madt || echo 'the CD image could not be changed'
}

# Has GRUB load a table of processors from the CD.
replace_madt()
{
  # shellcheck disable=SC2046  # numbers
  python3 "$here/madt.py" $(value madt) >"$scratch/madt" &&
    xorriso -osirrox on -indev "$scratch/image.iso" -extract /boot/grub/grub.cfg "$scratch/grub.cfg" &&
    chmod u+w "$scratch/grub.cfg" &&
    sed -i '1i acpi --exclude=APIC /boot/madt' "$scratch/grub.cfg" &&
    xorriso -indev "$scratch/image.iso" -outdev "$scratch/changed.iso" -boot_image any discard \
      -map "$scratch/madt" /boot/madt -map "$scratch/grub.cfg" /boot/grub/grub.cfg \
      -boot_image grub bin_path=/boot/grub/i386-pc/eltorito.img &&
    mv "$scratch/changed.iso" "$scratch/image.iso"
} >"$scratch/xorriso.log" 2>&1

# Prints why the case failed; nothing when it passed.
problem()
{
  prepare
  began=$(date +%s)
  boot "$scratch/console"
  status=$?
  lasted=$(($(date +%s) - began)) lasts=$(value lasts)
  if [ "$lasts" ] && { [ $lasted -lt "${lasts%-*}" ] || [ $lasted -gt "${lasts#*-}" ]; }; then
    echo "it lasted $lasted s, not $lasts"
  fi
  if [ $status -eq 124 ]; then
    echo "QEMU did not end within the time that it has, $lasted s"
  elif [ $status -ne "$(value status)" ]; then
    echo "QEMU's exit status is $status, not $(value status)"
  fi
  missing "$scratch/console"
  if [ "$(value repeat)" = yes ]; then
    boot "$scratch/again"
    cmp -s "$scratch/console" "$scratch/again" || echo 'a second run says something else'
  fi
}

boot_case() # NAME
{
  case=$here/$1.case
  failure_logs="$scratch/console $scratch/console.qemu"
  if [ "$(value boot)" = uefi ] && ! sh "$tree/host-tools/run/deps.sh" uefi --check >"$scratch/deps" 2>&1; then
    skip "$1" "$(tail -n 1 "$scratch/deps")"
  else
    result "$1" "$(problem)"
  fi
}

must_exist "$here"/*.case
for case in "$here"/*.case; do
  name=$(basename "$case" .case)
  ! chosen "$name" || echo "$name"
done | two_at_a_time boot_case
finish
