#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# assemble.sh: puts the page's parts into one file, which holds no run yet: hostdump page adds runs behind it.
# Usage: assemble.sh CORE.wasm MAIN.js WORKER.js > page.html. MAIN.js and WORKER.js are esbuild's, in which no
# `</script` stands.

src=$(dirname "$0")/src
commit=$(git -C "$src" rev-parse --short HEAD 2>/dev/null || echo unknown)

while IFS= read -r line; do
  case $line in
    @STYLE@)
      echo '<style>'
      cat "$src/page.css"
      echo '</style>' ;;
    @SCRIPTS@)
      echo '<script type="text/plain" id="core">'
      gzip -9n <"$1" | base64 -w 0
      printf '\n</script>\n<script type="text/plain" id="worker">\n'
      cat "$3"
      printf '</script>\n<script id="main">\n'
      cat "$2"
      printf '</script>\n' ;;
    *@COMMIT@*) printf '%s\n' "${line%@COMMIT@*}$commit${line#*@COMMIT@}" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <"$src/page.html"
