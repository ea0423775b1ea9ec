# SPDX-License-Identifier: GPL-2.0-or-later
#
# suite.sh: what suites of scripts begin with: `. "$(dirname "$0")/../suite.sh"`, for any shell, with the build folder as
# $1. Sets:
#
#   build, tree, here    the build folder, the source tree, the suite's own folder; all absolute
#   scratch              an empty folder, which is removed at the end
#   failed               1 when a result() was none; also, LC_ALL is C
#
# A suite that has more to clean up sets its own trap, and removes scratch in it. `test_prefix`, set before, stands before
# the names of all its tests.

build=$(cd "${1:?which build folder?}" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
tree=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
test_prefix=${test_prefix-}
failed=0
LC_ALL=C
export LC_ALL

result() { # NAME REASON: an empty reason is success
  if [ -z "$2" ]; then
    echo "ok $test_prefix$1"
  else
    echo "not ok $test_prefix$1 $2"
    failed=1
  fi
}

# Whether test NAME is among those in `wanted', names between blanks; only blanks mean all.
chosen() { # NAME
  case $wanted in "  " | *" $1 "*) return 0 ;; esac
  return 1
}
