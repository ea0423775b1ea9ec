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
