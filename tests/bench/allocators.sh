#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# allocators.sh: how many times as fast Java is on two and on four processors as on one, where four threads allocate,
# and where the collector marks 100 MB (several/Allocators.java); not profiled, with QEMU's processors running at the
# same time. The runs are in turns; each figure is the median of the rounds' ratios, with its interval (spread.awk). The
# host should have two processors, and little else to do. Usage: allocators.sh BUILD [ROUNDS]

tree=$(readlink -f "$(dirname "$0")/../..")
. "$tree/host-tools/run/qemu.sh"
build=$(readlink -f "${1:?which build folder?}")
here=$tree/tests/bench
rounds=${2:-7}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

bash "$tree/host-tools/run/java.sh" --build "$build" --java "$here/several" --to "$dir" >said 2>&1 ||
  { tail -n 3 said >&2; exit 1; }

# Prints the nanoseconds of each part on so many processors.
race() # PROCESSORS
{
  run_qemu kernel=kernel.elf32 append="prof=none smp=$1" memory=512 serial=file:said timeout=300 -smp "$1" >&2
  awk '$1 == "allocation" || $1 == "beside" || $1 == "collection" { printf "%s ", $2; found++ }
    END { print ""; exit found != 3 }' said ||
    { echo "allocators.sh: the program did not end on $1 processors: $(tail -n 1 said)" >&2; return 1; }
}

for ((i = 0; i < rounds; i++)); do
  one=$(race 1) && two=$(race 2) && four=$(race 4) || exit 1
  echo "$one $two $four"
done >times

figure() # NAME COLUMN [LEAST]
{
  for n in 2 4; do
    awk -v one="$2" -v more="$(($2 + (n == 2 ? 3 : 6)))" '{ print $one / $more }' times |
      awk -v name="$1/$n" -v unit=times ${3:+-v least="$3"} -f "$here/spread.awk"
  done
}

figure allocators_processors 1 1
figure allocators_beside_processors 2 1
figure collection_100MB_processors 3 1
