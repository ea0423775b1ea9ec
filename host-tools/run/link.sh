#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# link.sh: links a kernel image, with the table of its own functions' names in it (profiler/probes/timed.c).
#
#   link.sh IMAGE OBJECT...       run in the project's folder, where linker.ld is; CC is the compiler (gcc)
#
# It links twice, for the names are known when the addresses are. Exit status: 0 linked; else IMAGE is not there.
set -eu

case ${1-} in
  --help) sed -n 's/^# \{0,1\}//; 4,8p' "$0"; exit 0 ;;
  '' | -*) sed -n 's/^# \{0,1\}//; 4,8p' "$0" >&2; exit 2 ;;
esac
image=$1
shift
trap 'rm -f "$image.first" "$image.names.S" "$image.names.o"' EXIT

link() # OUT OBJECT...
{
  out=$1
  shift
  ${CC:-gcc} -nostdlib -static -no-pie -Wl,--build-id=sha1 -Wl,-z,noexecstack -Wl,-z,max-page-size=4096 \
    -Wl,--no-warn-rwx-segments -T linker.ld -o "$out" "$@"
}

rm -f "$image"
link "$image.first" "$@"
sh profiler/handout/names.sh "$image.first" >"$image.names.S"
${CC:-gcc} -c -o "$image.names.o" "$image.names.S"
link "$image" "$image.names.o" "$@"
sh profiler/handout/names.sh --same "$image.first" "$image" || {
  rm -f "$image"
  echo "link: the table of names moves the code; linker.ld must have it behind all code" >&2
  exit 1
}
