#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# kit.sh: makes what a kernel needs to have the profiler, in a folder.
#
#   kit.sh FOLDER MINILZO     MINILZO: where minilzo.c is
#
#   jxprof.h, jxprof.c   profiler/ and the sending half of serial-xfer/
#   port/ARCH/prof_port.h  ports to begin with
#   jxprof.ld            sections for a linker script
#   README, LICENSE
set -eu

[ $# = 2 ] || { sed -n 's/^# \{0,1\}//; 4,11p' "$0" >&2; exit 2; }
kit=$1 minilzo=$2
cd "$(dirname "$0")/../.." # paths in the files are the tree's
mkdir -p "$kit"

amalgamate() { awk -v path="profiler serial-xfer $minilzo" -f profiler/kit/amalgamate.awk "$@"; }

public='profiler/kit/dump.h profiler/offset.h'
{
  cat profiler/kit/head.h
  amalgamate $public
  printf '\n#pragma GCC visibility pop\n'
} > "$kit/jxprof.h"

# What jxprof.h has of headers, jxprof.c need not have again.
have='profiler/prof.h profiler/prof_inline.h profiler/arch/arch.h serial-xfer/format/wire.h profiler/kit/dump.h'
have="$have profiler/offset.h"
parts=$(find profiler serial-xfer/format serial-xfer/both serial-xfer/target -name '*.c' \
  ! -path 'profiler/probes/subject/*' ! -name head.c | LC_ALL=C sort)
new=$kit/.jxprof.c
{
  cat profiler/kit/head.c
  printf '#ifndef JXPROF_SUBJECT\n'
  # shellcheck disable=SC2086 # names of files, without blanks
  amalgamate -v have="$have" $parts "$minilzo/minilzo.c" | sed 's/^#.*include <limits.h>//'
  printf '#else\n'
  amalgamate -v have="$have" profiler/probes/subject/calib_subject.c
  printf '#endif\n'
} > "$new"

for arch in x86_64 riscv64 aarch64; do
  mkdir -p "$kit/port/$arch"
  sed '/^#include "arch\/arch.h"$/,+1d' profiler/kit/port/prof_port.h > "$kit/port/$arch/prof_port.h"
done
cp profiler/kit/jxprof.ld profiler/kit/README "$kit"
cp LICENSE "$kit/LICENSE"
mv "$new" "$kit/jxprof.c" # last: make sees the kit by it
