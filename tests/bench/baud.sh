#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# baud.sh: how much of a line of 115200 baud, 11,520 bytes a second, the kernel uses while it sends its dump. QEMU's
# 16550 has no speed of its own; the line behind it has (tests/kernel/line/line.c), and holds no more than the least
# that a pipe can, 4096 bytes.
# Usage: baud.sh BUILD

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkfifo "$dir/ttyS0.in" "$dir/ttyS0.out"
head -c 300000 "$1/text.txt" >"$dir/text"
"$1/line" --rate 11520 --hold 4096 --say <"$dir/ttyS0.out" >"$dir/dump" 2>"$dir/said" &
run_qemu kernel="$1/kernel.elf32" append=workload=text module="$dir/text" serial="pipe:$dir/ttyS0" timeout=300 >&2
wait
"$1/hostdump" -o "$dir/run.jxp" <"$dir/dump" >/dev/null 2>"$dir/log" || { cat "$dir/log" >&2; : >"$dir/said"; }
awk '
  { used = sprintf("%.4f", $3); rate = $1 / $2 }
  END {
    printf "line_115200/used\t%s\tratio\t>= 0.95\t%s\n", (NR ? used : "-"), (NR && used >= 0.95 ? "holds" : "short")
    if (NR)
      printf "line_115200/rate\t%.0f\tbytes/s\n", rate
  }' "$dir/said"
