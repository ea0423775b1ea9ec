#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# layout.sh DIR PROGRAM SEED OUT: links a variant of a program (DIR/PROGRAM, whose objects DIR/PROGRAM.objects names)
# with its functions in another order, and some lines of 16 bytes in front of them: where code lies changes the time of
# some of these programs by 30 %, whether they have probes or not. A seed makes the same order each time.
set -e
dir=$1 program=$2 seed=$3 out=$4
{
  echo .text.pad
  # shellcheck disable=SC2013
  readelf -SW $(cat "$dir/$program.functions") | grep -o ' \.text\.[^ ]*' | tr -d ' ' | sort -u |
    awk -v seed="$seed" 'BEGIN { srand(seed) } { print rand() "\t" $0 }' | sort | cut -f 2
} >"$out.order"
printf '.section .text.pad,"ax",@progbits\n.balign 16\n.skip %d,0x90\n.section .note.GNU-stack,"",@progbits\n' \
  $((16 + seed * 7919 % 64 * 16)) | as -o "$out.pad.o"
# shellcheck disable=SC2046
gcc -fuse-ld=gold -Wl,--section-ordering-file="$out.order" -no-pie -Wl,--build-id=sha1 -o "$out" "$out.pad.o" \
  $(cat "$dir/$program.objects")
