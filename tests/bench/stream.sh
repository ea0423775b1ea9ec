#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# stream.sh: what it costs the system when all instrumentation streams while it runs, over virtio-serial and over the
# serial port, beside a run that keeps its records until the end. The text-indexing job waits for its own threads only,
# and logs an event for each of its 200,000 words; buffers of 16k events are emptied a dozen times. By the
# host's clock, the three in turns: the figures are medians of the rounds. The job is slower by what the sender has of
# the one processor, which the profile tells; how long whole runs took beside each other says so, too, but rests on
# the machine being quiet for seconds. Usage: stream.sh BUILD [ROUNDS]

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
build=$(readlink -f "${1:?which build folder?}")
rounds=${2:-7}
buffers='events=16k sched=4k samples=2k stacks=16k'
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" && mkfifo {virtio,ttyS0}.{in,out} || exit 1

# Microseconds that the job took, records that were dropped, and percent that the sender has added to its time.
run() # LINE OPTIONS
{
  cat virtio.out >virtio &
  cat ttyS0.out >uart &
  run_qemu kernel="$build/kernel.elf32" append="workload=text line=$1 $2" module="$build/text.txt" memory=512 \
    line=pipe,path=virtio serial=pipe:ttyS0 timeout=300 >&2
  wait
  "$build/hostdump" -o run.jxp <"$1" >/dev/null 2>log || [ $? -eq 1 ] || { cat log >&2; return 1; }
  "$build/hostdump" report --tsv --table run,threads run.jxp -k "$build/kernel.elf" 2>/dev/null | awk -F '\t' '
    $1 == "duration_us" { us = $2 }
    $1 ~ /^dropped/ { dropped += $2 }
    $1 == "ProfileSender" { sender_us = $3 }
    END { print us, dropped + 0, 100 * sender_us / (us - sender_us) }'
}

for ((i = 0; i < rounds; i++)); do
  kept=$(run virtio stream=none) && virtio=$(run virtio "stream=all $buffers") && uart=$(run uart "stream=all $buffers") ||
    exit 1
  echo "$kept $virtio $uart"
done | awk '
  function median(v, i, j, t) {
    for (i = 2; i <= NR; i++)
      for (j = i; j > 1 && v[j - 1] > v[j]; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    return v[int((NR + 1) / 2)]
  }
  { virtio[NR] = $4 / $1; uart[NR] = $7 / $1; slower[NR] = $6; slower_uart[NR] = $9; lost += $5; lost_uart += $8 }
  END {
    if (!NR)
      exit
    value = median(slower)
    printf "stream_virtio/slowdown\t%.3g\t%%\t<= 10\t%s\n", value, (value <= 10 ? "holds" : "short")
    printf "stream_uart/slowdown\t%.3g\t%%\n", median(slower_uart)
    printf "stream_virtio/kept\t%.3g\tratio\n", median(virtio)
    printf "stream_uart/kept\t%.3g\tratio\n", median(uart)
    printf "stream_virtio/dropped\t%.3g\trecords a run\t<= 0\t%s\n", lost / NR, (lost ? "short" : "holds")
    printf "stream_uart/dropped\t%.3g\trecords a run\n", lost_uart / NR
  }'
