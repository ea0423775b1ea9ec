# SPDX-License-Identifier: GPL-2.0-or-later
"""packed.py: holds what `figures --pack` makes of a list of rectangles against what gnuplot would draw: in each cell
of a grid the colour that lies on top. The rectangles are drawn at random, so that many lie over each other.

Usage: packed.py FIGURES. Prints what is wrong, or nothing."""
import random
import re
import subprocess
import sys

GRID = 60


def rects(draw, count, wide):
  """Rectangles (left, top, right, bottom, colour) in drawing order, corners on the grid."""
  for _ in range(count):
    left, top = draw.randrange(GRID - 1), draw.randrange(GRID - 1)
    yield (left, top, min(GRID, left + draw.randint(1, wide)), min(GRID, top + draw.randint(1, 3)), draw.randrange(5))


def written(all_rects):
  """As gnuplot's svg terminal writes them, and a line that is none."""
  lines = ["<g stroke='none' shape-rendering='crispEdges'>"]
  for left, top, right, bottom, colour in all_rects:
    points = f"{left}.00,{bottom}.00 {right}.00,{bottom}.00 {right}.00,{top}.00 {left}.00,{top}.00 "
    lines.append(f"\t\t<polygon fill = 'rgb({colour:3}, 10, 255)' points = '{points}'/>")
  return "\n".join(lines + ["</g>", "<polygon fill = 'rgb(1, 2, 3)' points = '0,0 5,9 9,0 '/>"]) + "\n"


def read(svg):
  """The rectangles of packed paths."""
  for colour, path in re.findall(r"<path fill='#([0-9a-f]{2})0aff' d='([^']*)'/>", svg):
    for left, top, wide, high, back in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h(-\d+)", path):
      assert int(back) == -int(wide)
      yield (int(left), int(top), int(left) + int(wide), int(top) + int(high), int(colour, 16))


def painted(all_rects):
  """The colour on top in each cell."""
  cells = {}
  for left, top, right, bottom, colour in all_rects:
    for x in range(left, right):
      for y in range(top, bottom):
        cells[x, y] = colour
  return cells


def main():
  """Tries lists with few and with many rectangles over each other."""
  draw = random.Random(16)
  for count, wide in [(1, 3), (30, 4), (300, 4), (800, 60), (4000, 60)]:
    given = list(rects(draw, count, wide))
    run = subprocess.run([sys.argv[1], "--pack"], input=written(given), capture_output=True, text=True, check=True)
    svg = run.stdout
    packed = list(read(svg))
    if sorted(packed) != sorted(given):
      return f"of {count} rectangles {len(packed)} are there"
    if painted(packed) != painted(given):
      return f"{count} rectangles: another colour is on top"
    if "shape-rendering" not in svg or "0,0 5,9 9,0" not in svg or svg.count("<polygon") != 1:
      return "what is no rectangle is not as it was"
    if count == 300 and svg.count("<path") > 150:
      return f"{svg.count('<path')} paths for {count} rectangles"
  return ""


print(main(), end="")
