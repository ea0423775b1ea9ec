#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# tree.sh FOLDER: fills it with what is hard to serve: no bytes, exactly one chunk, a million; deep and long names,
# names with spaces and beyond ASCII; links of both kinds, odd modes, a directory of many.

set -e
LC_ALL=C
mkdir -p "$1"
cd "$1"
echo 'hello from the server' >hello.txt
: >empty
head -c 8192 /dev/zero | tr '\0' c >chunk
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%d %x\n", i * i, i * 2654435761 % 4294967296 }' |
  head -c 1000003 >big.bin
mkdir scratch
mkdir -p 'deep/a/b/c/d/e' many 'with space' private
echo deep >deep/a/b/c/d/e/file
long=$(printf '%0120d' 7)
mkdir "$long"
echo long >"$long/$long"
ln -s "../$long/$long" deep/far
ln -s hello.txt soft
ln hello.txt hard
ln hello.txt deep/hard
echo u >"with space/$(printf 'gr\303\274n')"
for i in $(seq 1 300); do echo "$i" >"many/entry number $i"; done
echo '#!/bin/sh' >script
chmod 755 script
chmod 4711 empty
chmod 700 private
chmod 777 scratch
find . -exec touch -h -d '2023-04-05 06:07:08 UTC' {} +
