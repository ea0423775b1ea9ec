# SPDX-License-Identifier: GPL-2.0-or-later
#
# legend.py: every colour and every mark in a chart is in its legend. Reads the picture and what it was drawn from.
#
# legend.py FOLDER CHART...: for each chart FOLDER/CHART.svg; prints what is not explained, and exits with 1.
#
# A tint of a colour in the legend is explained (the charts say that paler is less, or deeper). So is the colour of a
# row that has a name beside it. Greys that are lines of the page, and not of the data, stand in PAGE.
import re
import sys
import xml.etree.ElementTree as tree

PAGE = ["ffffff", "000000", "222222", "555555", "888888", "dddddd", "a0a0a0", "d8d8d8", "eeeeee"]


def numbers(text):
  """The colour that an attribute names, as three numbers; None: none."""
  match = re.match(r"rgb\( *(\d+), *(\d+), *(\d+)\)$", text.strip())
  if match:
    return tuple(map(int, match.groups()))
  match = re.match(r"#([0-9a-fA-F]{6})$", text.strip())
  return tuple(bytes.fromhex(match.group(1))) if match else None


def of_number(value):
  value = int(float(value))
  return value >> 16 & 255, value >> 8 & 255, value & 255


def colours_drawn(path):
  """The colours of all that is drawn, but text and the legend itself."""
  drawn = set()

  def visit(node, inherited):
    name = node.tag.split("}")[-1]
    own = dict(inherited)
    own.update({key: node.get(key) for key in ("fill", "stroke", "color") if node.get(key)})
    if name in ("polygon", "path", "circle", "ellipse", "rect", "line", "polyline"):
      for key in ("fill", "stroke"):
        value = own["color"] if own.get(key) == "currentColor" else own.get(key, "none")
        if numbers(value or ""):
          drawn.add(numbers(value))
    if name == "use" and numbers(own.get("color") or own.get("stroke") or ""):
      drawn.add(numbers(own.get("color") or own.get("stroke")))
    if name not in ("defs", "text"):
      for child in node:
        visit(child, own)

  visit(tree.parse(path).getroot(), {})
  return drawn


def is_tint(colour, of):
  """Whether `colour` is `of`, mixed with white, or with what lies below it, by one share."""
  if of == (255, 255, 255):
    return False
  shares = [(c - o) / (255 - o) for c, o in zip(colour, of) if o < 250]
  share = sum(shares) / len(shares)
  return -0.02 <= share < 1 and all(abs(o + share * (255 - o) - c) <= 3 for c, o in zip(colour, of))


def blocks(path):
  found, name = {}, None
  for line in open(path, encoding="utf-8"):
    line = line.rstrip("\n")
    if line.startswith("# ") and "\t" not in line and name is None:
      name = line[2:]
      found[name] = []
    elif not line:
      name = None
    elif not line.startswith("#") and name:
      found[name].append(line.split("\t"))
  return found


def named_rows(rows):
  """Colours of bars whose row has a name beside it."""
  names = {row[0] for row in rows.get("names", [])}
  colours = {of_number(row[-1]) for row in rows.get("bars", [])}
  for row in rows.get("spread", []):
    if row[0] in names:
      colours.add(of_number(row[1]))
  return colours if names else set()


def unexplained(folder, chart):
  path = "%s/%s.svg" % (folder, chart)
  drawn = colours_drawn(path)
  if chart in ("callgraph", "deadlock"):
    dot = open("%s/%s.dot" % (folder, chart), encoding="utf-8").read()
    legend = {numbers(text) for text in re.findall(r'<font color="(#[0-9a-f]{6})">[^ ]</font>', dot)}
    legend |= {numbers(text) for text in re.findall(r'fillcolor="(#[0-9a-f]{6})", shape=ellipse', dot)}
    if "style=dashed" in dot and "that are not shown" not in dot:
      yield "dashed arrows"
  else:
    settings = dict(line.rstrip("\n").split("\t", 1) for line in open("%s/%s.set" % (folder, chart), encoding="utf-8"))
    rows = blocks("%s/%s.tsv" % (folder, chart))
    legend = {of_number(value) for key, value in settings.items() if key.startswith("legend_colour.")}
    legend |= named_rows(rows)
    said = [value for key, value in settings.items() if key.startswith("legend_name.")]
    for block, mark in (("rings", "alive at the end"), ("means", "mean of those that died"), ("longest", "the longest"),
                        ("wakes", "unblocked"), ("ends", "alive at the end"), ("path", "the order of the events"),
                        ("size", "size of the heap"), ("lost", "record"), ("unknown", "nothing kept")):
      if rows.get(block) and not any(mark in name for name in said):
        yield "%s (`%s`)" % (block, mark)
  if chart in ("flame", "standing"): # functions have warm colours by their names
    drawn = {c for c in drawn if not (225 <= c[0] <= 250 and 115 <= c[1] <= 220 and 60 <= c[2] <= 100)}
    if not any("function" in name for name in said):
      yield "the colours of functions"
  if chart == "standing": # and cold ones where the thread waits
    drawn = {c for c in drawn if not (95 <= c[0] <= 120 and 150 <= c[1] <= 204 and 215 <= c[2] <= 240)}
    if not any("cold" in name for name in said):
      yield "the colours of functions of threads that wait"
  page = {numbers("#" + text) for text in PAGE}
  for colour in sorted(drawn - page):
    if not any(is_tint(colour, of) for of in legend):
      yield "the colour #%02x%02x%02x" % colour


def main():
  folder, charts = sys.argv[1], sys.argv[2:]
  bad = 0
  for chart in charts:
    for what in unexplained(folder, chart):
      print("# %s: not in the legend: %s" % (chart, what))
      bad = 1
  sys.exit(bad)


main()
