#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# page.sh: makes index.html beside the charts of a run, a page that holds them all (page.awk).

set -u
unset CDPATH
usage()
{
  cat <<'EOF'
usage: page.sh CHARTS [TABLES]

Makes CHARTS/index.html of the charts that are in the folder CHARTS, and of their TABLES (tables/ beside CHARTS). The
page needs no other file: the charts are in it, as SVG, those of more than a megabyte as PNG where there is one.
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
case $charts in */*) RENDER_TABLES=${2-${charts%/*}/tables} ;; *) RENDER_TABLES=${2-tables} ;; esac
case $RENDER_TABLES in /*) ;; *) RENDER_TABLES=$PWD/$RENDER_TABLES ;; esac # awk is started in another folder
RENDER_CHART=index
export RENDER_TABLES RENDER_CHART
# shellcheck source=viz/chart.sh
. "$viz/chart.sh"
page=$charts/index.html

# The picture of chart $1 that goes into the page, if there is one.
picture()
{
  if [ -e "$charts/$1.png" ] && [ "$(wc -c 2> /dev/null < "$charts/$1.svg" || echo 9999999)" -gt 1000000 ]; then
    echo "$1.png"
  elif [ -e "$charts/$1.svg" ]; then
    echo "$1.svg"
  fi
}

# sentence(chart) in awk, which cannot call a function by a name that it has read.
sentences()
{
  echo 'function sentence(chart) {'
  for name in $names; do
    echo "  if (chart == \"$name\") return say_$name()"
  done
  echo '}'
}

names='' pictures='' absent=''
while IFS="$(printf '\t')" read -r name _ _ _ tables _; do
  names="$names $name"
  picture=$(picture "$name")
  pictures=$pictures${picture:+ $picture}
  [ -n "$picture" ] || absent="$absent $name ${tables%%,*}"
done <<EOF
$(chart_rows)
EOF
rm -f "$page"
[ -n "$pictures" ] || { printf 'page: there is no chart in %s; `render all` makes them\n' "$charts" >&2; exit 1; }
new=$(mktemp -d "$charts/.page.XXXXXX") || exit 1 # a folder of its own: two pages may be made at once
trap 'rm -rf "$new"' EXIT
trap 'exit 143' INT TERM HUP PIPE
chart_rows > "$new/list" || exit 1
if (
  cd "$charts" || exit
  RENDER_LIST=${new##*/}/list
  export RENDER_LIST
  set --
  for part in page page_say page_cycle lib/table lib/text lib/quote lib/probes lib/newest; do
    set -- "$@" -f "$viz/$part.awk"
  done
  sentences |
    LC_ALL=C awk "$@" -f /dev/stdin -v pictures="$pictures" -v absent="$absent"
) > "$new/index.html"; then
  mv -f "$new/index.html" "$page" && exit 0
fi
exit 1
