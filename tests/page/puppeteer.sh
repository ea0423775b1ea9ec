# SPDX-License-Identifier: GPL-2.0-or-later
#
# puppeteer.sh: what drives browsers, for run.sh and bench.sh, which have set `build` and `scratch`.

PUPPETEER=24.43.0 # its version; it drives both browsers

# Prints where puppeteer-core's module is; installs it in the build folder, once. Nothing where it is not to be had.
find_puppeteer()
{
  there=$build/page/node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js
  [ -e "$there" ] || timeout 120 npm install --prefix "$build/page" --no-save --no-audit --no-fund --ignore-scripts \
    "puppeteer-core@$PUPPETEER" >"$scratch/npm" 2>&1
  [ ! -e "$there" ] || echo "$there"
}

# A program, or the first of several that is there.
first_of() { # PROGRAM...
  for program; do
    command -v "$program" && return
  done
}
