#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# reads.sh: analyses and tables ask a dump by its functions only (dump/dump.h), which note what was read; so no table can
# rest on records whose loss it does not tell. A member of struct dump that they read would go unnoticed.

cd "$(dirname "$0")/../.." || exit 2
found=$(grep -nE '(\<d|dump)->[a-z]' host-tools/model/*.c host-tools/model/*.h host-tools/tables/*.c host-tools/tables/*.h \
  host-tools/lanes/*.c host-tools/lanes/*.h)
read=$(grep -lE 'dump_(meta|count)\(' host-tools/model/*.c host-tools/tables/*.c | wc -l)
if [ -z "$found" ] && [ "$read" -gt 5 ]; then
  echo "ok reads_are_noted"
else
  echo "$found"
  echo "not ok reads_are_noted host-tools/model or tables reads a member of a dump, see above: ask by a function of dump.h"
  exit 1
fi
