# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154 # foreign.sh's
program=memtest86+ tried=8.10 cross= qemu=qemu-system-x86_64 ram=64M site=2 several=3
elf=build/x86_64/memtest_shared
build_it() { make -C build/x86_64 mt86plus; }
boot_it()
{
  $qemu -M pc,memory-backend=ram -smp "$processors" -kernel "$copy/build/x86_64/mt86plus" -append nopause "$@"
}
receive_it() { "$build/hostdump" --image=ram -k "$copy/$elf" -o run.jxp; }
