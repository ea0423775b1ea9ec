#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# stream.sh: what it costs the system when all instrumentation streams while it runs, over virtio-serial and over the
# serial port, beside a run that keeps its records until the end. The text-indexing job waits for its own threads only,
# and logs an event for each of its 200,000 words; buffers of 16k events are emptied a dozen times. By the
# host's clock, the three in turns: the figures are medians of the rounds, with their intervals (spread.awk). The job is
# slower by what the sender has of the one processor, which the profile tells; how long whole runs took beside each other
# says so, too, but rests on the machine being quiet for seconds. Then once on counted instructions, which repeat: what
# the sender runs for a record. Usage: stream.sh BUILD [ROUNDS]

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
build=$(readlink -f "${1:?which build folder?}")
here=$(readlink -f "$(dirname "$0")")
rounds=${2:-15}
buffers='events=16k sched=4k samples=2k addresses=16k'
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" && mkfifo {virtio,ttyS0}.{in,out} || exit 1

# Microseconds that the job took, records that were dropped, percent that the sender has added to its time, and
# nanoseconds that the sender had for a record.
run() # LINE OPTIONS [ICOUNT]
{
  cat virtio.out >virtio &
  cat ttyS0.out >uart &
  run_qemu kernel="$build/kernel.elf32" append="workload=text line=$1 $2" module="$build/text.txt" memory=512 \
    line=pipe,path=virtio serial=pipe:ttyS0 timeout=300 icount="${3:-off}" >&2
  wait
  "$build/hostdump" -o run.jxp <"$1" >/dev/null 2>log || [ $? -eq 1 ] || { cat log >&2; return 1; }
  "$build/hostdump" report --tsv --table run,threads run.jxp -k "$build/kernel.elf" 2>/dev/null | awk -F '\t' '
    $1 == "duration_us" { us = $2 }
    $1 ~ /^dropped/ { dropped += $2 }
    $1 ~ /^sent/ { sent += $2 }
    $1 == "ProfileSender" { sender_us = $3 }
    END { print us, dropped + 0, 100 * sender_us / (us - sender_us), sent ? 1000 * sender_us / sent : 0 }'
}

for ((i = 0; i < rounds; i++)); do
  kept=$(run virtio stream=none) && virtio=$(run virtio "stream=all $buffers") && uart=$(run uart "stream=all $buffers") ||
    exit 1
  echo "$kept $virtio $uart"
done >rounds
figure() # NAME UNIT GOAL EXPRESSION
{
  awk "{ print $4 }" rounds | awk -v name="$1" -v unit="$2" -v goal="$3" -f "$here/spread.awk"
}
figure stream_virtio/slowdown % 10 '$7'
figure stream_uart/slowdown % '' '$11'
figure stream_virtio/kept ratio '' '$5 / $1'
figure stream_uart/kept ratio '' '$9 / $1'
awk '
  { lost += $6; lost_uart += $10 }
  END {
    printf "stream_virtio/dropped\t%.3g\trecords a run\t<= 0\t%s\n", lost / NR, (lost ? "short" : "holds")
    printf "stream_uart/dropped\t%.3g\trecords a run\n", lost_uart / NR
  }' rounds
run virtio "stream=all $buffers" on | awk '
  { printf "stream_virtio/record\t%.0f\tinstructions\t<= 250\t%s\n", $4, ($4 <= 250 ? "holds" : "short") }'
