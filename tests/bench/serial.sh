#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# serial.sh: throughput of the kernel's serial driver beside a bare polling loop, both through QEMU's pipe in one boot.
# Usage: serial.sh BUILD

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkfifo "$dir/ttyS0.in" "$dir/ttyS0.out"
cat "$dir/ttyS0.out" >"$dir/console" &
run_qemu kernel="$1/test-kernel.elf32" append='workload=serial prof=none' serial="pipe:$dir/ttyS0" timeout=300 >&2
wait
# The ratio is taken within each round, whose two halves see the same machine; the median is the figure.
grep -a '^result: round' "$dir/console" | awk '{ print $7 / $5 }' | sort -n | awk '
  { ratio[NR] = $1 }
  END {
    value = NR ? sprintf("%.3g", ratio[int((NR + 1) / 2)]) : "-"
    printf "serial_driver/polled_loop\t%s\tratio\t>= 0.9\t%s\n", value, (value != "-" && value >= 0.9 ? "holds" : "short")
  }'
