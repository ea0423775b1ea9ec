#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.sh: makes index.html beside the charts of a run, a page that shows them all (page.awk).

set -u
usage()
{
  cat <<'EOF'
usage: page.sh CHARTS [TABLES]

Makes CHARTS/index.html of the charts that are in the folder CHARTS, and of their TABLES (tables/ beside CHARTS).
Exit status: 0 made; 1 there is no chart, or a table is wrong; 2 usage.
EOF
}

case $#${1-} in
  1-h | 1--help) usage; exit 0 ;;
  [12][!-]*) ;;
  *) usage >&2; exit 2 ;;
esac
viz=$(cd "$(dirname "$0")" && pwd) || exit 1
charts=${1%/}
RENDER_TABLES=${2-$(dirname "$charts")/tables}
RENDER_CHART=index
export RENDER_TABLES RENDER_CHART
page=$charts/index.html

present=
while IFS="$(printf '\t')" read -r name _; do
  case $name in '#'* | '') continue ;; esac
  [ ! -e "$charts/$name.svg" ] || present="$present $name"
done < "$viz/charts.txt"
rm -f "$page"
[ -n "$present" ] || { echo "page: there is no chart in $charts; \`render all\` makes them" >&2; exit 1; }
if LC_ALL=C awk -v present="$present" -f "$viz/page.awk" -f "$viz/lib/table.awk" -f "$viz/lib/probes.awk" > \
  "$page.new"; then
  mv -f "$page.new" "$page" && exit 0
fi
rm -f "$page.new"
exit 1
