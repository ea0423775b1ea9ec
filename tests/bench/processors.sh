#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
#
# processors.sh: how many times as fast the text job is on two and on four processors as on one, not profiled, with QEMU's
# processors running at the same time. The runs are in turns; each figure is the median of the rounds' ratios, with its
# interval (spread.awk). The host should have two processors, and little else to do. Usage: processors.sh BUILD [ROUNDS]
#
# The goal is that of the usual text. Of its 0.13 s a tenth is QEMU's, which translates the job's code, and another
# tenth the ranking at the end, which two threads do; neither grows with the text: `long` is eight times as much.

. "$(dirname "$0")/../../host-tools/run/qemu.sh"
build=$(readlink -f "${1:?which build folder?}")
here=$(readlink -f "$(dirname "$0")")
rounds=${2:-15}
text=$build/text.txt
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1

LC_ALL=C awk -f "$here/../../host-tools/run/mktext.awk" -v bytes=8388608 >long || exit 1

# Prints the cycles that the job took on so many processors.
race() # PROCESSORS TEXT
{
  run_qemu kernel="$build/test-kernel.elf32" append="workload=race prof=none smp=$1" module="$2" memory=512 \
    serial=file:said timeout=300 -smp "$1" >&2
  awk '$1 == "race:" && $3 == "cycles" { print $2; found = 1 } END { exit !found }' said ||
    { echo "processors.sh: the job did not end on $1 processors: $(tail -n 1 said)" >&2; return 1; }
}

for ((i = 0; i < rounds; i++)); do
  one=$(race 1 "$text") && two=$(race 2 "$text") && four=$(race 4 "$text") || exit 1
  long_one=$(race 1 long) && long_four=$(race 4 long) || exit 1
  echo "$one $two $four $long_one $long_four"
done >rounds

# Prints a figure: the median of the ratios of two columns of the rounds.
ratio() # NAME COLUMN COLUMN [AWK-OPTION...]
{
  awk -v a="$2" -v b="$3" '{ print $a / $b }' rounds |
    awk -v name="text_processors/$1" -v unit=times "${@:4}" -f "$here/spread.awk"
}
ratio two 1 2
ratio four 1 3 -v least=1.6
ratio four_long 4 5
