#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# format.sh: the tables in FORMAT.md are those of wire.h. Usage: format.sh BUILD

cd "$(dirname "$0")/../.." || exit 2
mine=$(sed -n '/^<!-- from here on/,$p' serial-xfer/FORMAT.md | cksum)
theirs=$("$1"/wiredoc | cksum)
if [ "$mine" = "$theirs" ]; then
  echo "ok format_document"
else
  echo "not ok format_document serial-xfer/FORMAT.md does not match wire.h: run make format"
  exit 1
fi
