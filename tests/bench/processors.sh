#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# processors.sh: how many times as fast the text job is on two and on four processors as on one, not profiled, with QEMU's
# processors running at the same time. The runs are in turns; each figure is the median of the rounds' ratios, with its
# interval (spread.awk). The host should have two processors, and little else to do. Usage: processors.sh BUILD [ROUNDS]

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
build=$(readlink -f "${1:?which build folder?}")
here=$(readlink -f "$(dirname "$0")")
rounds=${2:-15}
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

# Prints the cycles that the job took on so many processors.
race() # PROCESSORS
{
  run_qemu kernel="$build/test-kernel.elf32" append="workload=race prof=none smp=$1" module="$build/text.txt" memory=512 \
    serial=file:said timeout=300 -smp "$1" >&2
  awk '$1 == "race:" { print $2; found = 1 } END { exit !found }' said ||
    { echo "processors.sh: the job did not end on $1 processors: $(tail -n 1 said)" >&2; return 1; }
}

for ((i = 0; i < rounds; i++)); do
  one=$(race 1) && two=$(race 2) && four=$(race 4) || exit 1
  echo "$one $two $four"
done >rounds
awk '{ print $1 / $2 }' rounds | awk -v name=text_processors/two -v unit=times -f "$here/spread.awk"
awk '{ print $1 / $3 }' rounds | awk -v name=text_processors/four -v unit=times -v least=1.6 -f "$here/spread.awk"
