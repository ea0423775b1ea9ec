#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.sh: makes index.html beside the charts of a run, a page that holds them all (`figures --index').

set -u
unset CDPATH
usage()
{
  cat <<'EOT'
usage: page.sh CHARTS [TABLES]

Makes CHARTS/index.html of the charts that are in the folder CHARTS, and of their TABLES (tables/ beside CHARTS). The
page needs no other file: the charts are in it, as SVG, those of more than a megabyte as PNG where there is one.
Exit status: 0 made; 1 there is no chart, or a table is wrong; 2 usage.
EOT
}

case $#${1-} in
  1-h | 1--help) usage; exit 0 ;;
  [12][!-]*) ;;
  *) usage >&2; exit 2 ;;
esac
viz=$(cd "$(dirname "$0")" && pwd) || exit 1
charts=${1%/}
case $charts in */*) RENDER_TABLES=${2-${charts%/*}/tables} ;; *) RENDER_TABLES=${2-tables} ;; esac
export RENDER_TABLES
# shellcheck source=viz/chart.sh
. "$viz/chart.sh"
page=$charts/index.html

rm -f "$page"
new=$(mktemp -d "$charts/.page.XXXXXX") || exit 1 # a folder of its own: two pages may be made at once
trap 'rm -rf "$new"' EXIT
trap 'exit 143' INT TERM HUP PIPE
if "$figures" --index "$charts" > "$new/index.html"; then
  mv -f "$new/index.html" "$page" && exit 0
fi
exit 1
