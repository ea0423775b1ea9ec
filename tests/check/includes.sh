#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# includes.sh: checks every #include "..." of the tree against includes.txt: the direction in which the rooms of the
# house may see each other.

cd "$(dirname "$0")/../.." || exit 2
rules=tests/check/includes.txt

# The path of a quoted header as the build would find it: beside the file, else in the first folder that has it. The
# kernel's folder is searched for the kernel only: prof_port.h, which every adopter has, is not the kernel's for others.
find_header() {
  case $1 in
  kernel/*) folders="serial-xfer profiler kernel" ;;
  translator-instr/*) folders="kernel/runtime serial-xfer profiler" ;;
  *) folders="serial-xfer profiler" ;;
  esac
  for dir in "$(dirname "$1")" $folders; do
    if [ -f "$dir/$2" ]; then
      echo "$dir/$2" | sed 's|/[^/]*/\.\./|/|g; s|^\./||'
      return
    fi
  done
  echo "$2"
}

allowed() { # FILE HEADER
  grep -v '^#' "$rules" | while read -r who whom; do
    case $1 in
    "$who"*)
      own=${who%/*}/
      case $2 in "$own"*) echo yes ;; esac
      for w in $whom; do
        case $2 in "$w"*) echo yes ;; esac
      done
      break
      ;;
    esac
  done | grep -q yes
}

status=0 seen=0
for file in $(find kernel profiler serial-xfer host-tools translator-instr -name '*.[chS]' | sort); do
  seen=$((seen + 1))
  bad=
  for header in $(sed -n 's/^#include "\(.*\)".*/\1/p' "$file"); do
    path=$(find_header "$file" "$header")
    allowed "$file" "$path" || bad="$bad $path"
  done
  if [ -n "$bad" ]; then
    echo "not ok includes $file may not include:$bad (tests/check/includes.txt)"
    status=1
  else
    echo "ok includes $file"
  fi
done
if [ $seen -eq 0 ]; then
  echo "not ok includes there are no sources in $PWD"
  status=1
fi
exit $status
