#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# renew.sh: writes tests/viz/expected/ anew from tests/viz/tables/. Look at the charts before you commit what differs.

here=$(cd "$(dirname "$0")" && pwd)
charts=$(mktemp -d)
trap 'rm -rf "$charts"' EXIT
sh "$here/../../viz/render.sh" all --tables "$here/tables" -o "$charts" --format svg || exit 1
mkdir -p "$here/expected"
cp "$charts"/*.tsv "$charts"/*.dot "$here/expected/"

# Of a run without exact lives, what check_charts.sh compares, too.
cp -r "$here/tables" "$charts/tables"
sed -i 's/,exact//' "$charts/tables/run.tsv"
sh "$here/../../viz/render.sh" lifetime,newest --tables "$charts/tables" -o "$charts/estimated" --format svg || exit 1
for chart in lifetime newest; do
  cp "$charts/estimated/$chart.tsv" "$here/expected/estimated_$chart.tsv"
done
