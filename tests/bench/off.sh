#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# off.sh BENCH_OFF FILE: bench_off's figure, of 21 processes: where a process has its memory makes a difference of a
# percent in either direction. With real-time priority where the user may.

first=
chrt -f 50 true 2>/dev/null && first='chrt -f 50'
for i in $(seq 21); do
  $first "$1" "$2" || exit
done | cut -f 2 | awk -v name=probes_off -v unit=% -v goal=1 -f "$(dirname "$0")/spread.awk"
