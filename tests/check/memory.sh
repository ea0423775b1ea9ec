#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# memory.sh: hostdump allocates by base/mem.h alone, which charges each block to a budget: an analysis that calls
# malloc() or sorts by a function that allocates would take memory that no limit sees.
# Usage: memory.sh [TREE]. Prints `ok NAME' or `not ok NAME REASON'; exit status: 0 all is well, 1 not.

cd "${1:-$(dirname "$0")/../..}" || exit 2
calls='(malloc|calloc|realloc|reallocarray|aligned_alloc|posix_memalign|alloca|free|strdup|strndup|asprintf|vasprintf|'
calls=$calls'getline|getdelim|qsort|qsort_r|scandir|realpath)'

found=$(find host-tools -name '*.[ch]' -not -path 'host-tools/run/*' -not -path 'host-tools/qemu/*' \
          -not -name 'mem.[ch]' | sort | xargs grep -nE "(^|[^[:alnum:]_])$calls\\(")
if [ -z "$found" ]; then
  echo 'ok memory'
else
  printf '%s\n' "$found" | sed 's/^/# /'
  echo 'not ok memory these are for base/mem.h, see above'
  exit 1
fi
