# SPDX-License-Identifier: GPL-2.0-or-later
#
# check_packed.sh: rectangles of an SVG become paths, and the picture stays the same (viz/figures/packed.c). Sourced by
# run.sh.

result packed_draws_the_same "$(python3 "$here/packed.py" "$build/figures" 2>&1)"
render 0 threads --tables "$here/tables" -o "$work/packed" --format svg
check packed_charts "a chart has rectangles that are polygons, or no path" sh -c \
  'grep -q "<path fill=.#" "$1" && ! grep -q -E "points = .([0-9.]+,[0-9.]+ ){4}./>" "$1"' - "$work/packed/threads.svg"
