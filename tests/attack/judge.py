# SPDX-License-Identifier: GPL-2.0-or-later
"""judge.py: what an output of the host's programs must never be, whatever a target has sent. Each function returns the
reasons why the output is bad, an empty list when it is good.

Most compare with a twin: the same run with plain names. A name may change the text of its own cells, and nothing
else."""
import html.parser
import re
import struct
import xml.parsers.expat
import zlib

from host import read_table

# Characters that a text may not have: control characters besides newline and tab, those that turn the direction of text
# (Unicode Standard Annex 9, section 2), separators of lines that editors heed, and what is no character.
NO_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
                     "\ufdd0-\ufdef\ufffe\uffff" + "".join(chr(plane << 16 | 0xfffe) + chr(plane << 16 | 0xffff)
                                                              for plane in range(1, 17)) + "]")
COLOUR = re.compile(rb"\x1b\[[0-9;:]*m")


def text(data, what):
  """A text for people or for programs."""
  try:
    found = NO_TEXT.search(data.decode("utf-8"))
  except UnicodeDecodeError as error:
    return [f"{what} is no UTF-8 at byte {error.start}: {data[error.start:error.start + 4].hex()}"]
  return [f"{what} has U+{ord(found[0]):04X}"] if found else []


def terminal(data, what):
  """What a terminal was sent: like text, with CR before LF, and colours, which console text may have."""
  return text(COLOUR.sub(b"", data).replace(b"\r\n", b"\n").replace(b"\r", b"\n"), what)


def table(name, data, twin, plain):
  """A table beside its twin: the same rows; cells differ only where the twin's has one of the names `plain`."""
  reasons = text(data, name)
  if reasons:
    return reasons
  try:
    (notes, columns, rows), (notes_2, columns_2, rows_2) = read_table(data), read_table(twin)
  except ValueError as error:
    return [f"{name}: {error}"]
  rows, rows_2 = counted(name, rows), counted(name, rows_2)
  if columns != columns_2 or len(rows) != len(rows_2):
    return [f"{name}: {len(rows)} rows of {len(columns)} columns, not {len(rows_2)} of {len(columns_2)}"]
  if any(row[0].startswith("#") for row in rows):
    return [f"{name}: a row is a comment"]
  if len(notes) != len(notes_2):
    return [f"{name}: {len(notes)} notes, not {len(notes_2)}"]
  for note, note_2 in zip(notes, notes_2):
    if note != note_2 and not plain.search(note_2):
      reasons.append(f"{name}: a note has become {note[:60]!r}")
  for place, column in enumerate(columns):
    # A method's name is taken apart at its dots.
    if not (name == "sites" and column in ("package", "class", "method")) and differ(rows, rows_2, place, plain):
      reasons.append(f"{name}: column {column} has changed")
  return reasons


def counted(name, rows):
  """The rows without those that count the bytes of names."""
  if name not in ("run", "cost"):
    return rows
  return [row for row in rows if row[0] not in ("wire_bytes", "bytes_per_record", "bytes on the line")]


def differ(rows, rows_2, place, plain):
  """Whether a column has other values than its twin, whatever the order of the rows, which may follow names."""
  ours = [row[place] for row in rows]
  for value in [row[place] for row in rows_2 if not plain.search(row[place])]:
    if value not in ours:
      return True
    ours.remove(value)
  return False


class _Marks(html.parser.HTMLParser):
  """Collects tags, attributes and links of a page."""

  def __init__(self):
    super().__init__()
    self.marks, self.links = set(), set()

  def handle_starttag(self, tag, attributes):
    self.marks.add((tag, None))
    for name, value in attributes:
      self.marks.add((tag, name))
      if name in ("href", "xlink:href", "src", "action", "style", "id") and name != "id":
        self.links.add((name, value if name == "style" else (value or "")[:11]))

  def handle_decl(self, decl):
    self.marks.add(("!", decl[:20]))

  def handle_pi(self, data):
    self.marks.add(("?", data[:20]))


def page_marks(data):
  """Tags with their attributes, and links, of an HTML page."""
  marks = _Marks()
  marks.feed(data.decode("utf-8"))
  return marks


def page(data, twin):
  """A page beside its twin: no other tags, attributes or links."""
  reasons = text(data, "the page")
  if reasons:
    return reasons
  ours, theirs = page_marks(data), page_marks(twin)
  strange = sorted(map(str, ours.marks - theirs.marks))
  links = sorted(link[1] for link in ours.links - theirs.links if link[0] != "style" and not link[1].startswith("#"))
  if strange:
    reasons.append(f"the page has {strange[0]}, which its twin has not")
  if links:
    reasons.append(f"the page links to {links[0]!r}")
  return reasons


def svg_marks(data):
  """Tags with their attributes, values of links, and the number of nodes of a graph. Raises ExpatError."""
  parser = xml.parsers.expat.ParserCreate()
  marks, links, nodes = set(), set(), 0

  def start(tag, attributes):
    nonlocal nodes
    marks.add((tag, None))
    nodes += attributes.get("class") in ("node", "edge")
    for name, value in attributes.items():
      marks.add((tag, name))
      if name.endswith("href") or name in ("style", "fill", "clip-path", "filter") and "url(" in value:
        links.add((name, value))
  parser.StartElementHandler = start
  parser.Parse(data, True)
  return marks, links, nodes


def svg(name, data, twin):
  """A chart beside its twin: well-formed, no other tags and attributes, links into itself only, as many nodes."""
  reasons = text(data, f"{name}.svg")
  try:
    (marks, links, nodes), (marks_2, _, nodes_2) = svg_marks(data), svg_marks(twin)
  except xml.parsers.expat.ExpatError as error:
    return reasons + [f"{name}.svg: {error}"]
  # A name of which no letter is left draws no text; what must not be is more.
  allowed = {"title", "text", "tspan", "g", "use", "path", "polygon"}
  strange = sorted(f"{tag} {attribute or ''}" for tag, attribute in marks - marks_2
                   if tag not in allowed or attribute and (attribute.startswith("on") or "href" in attribute))
  outward = sorted(value for key, value in links if not re.match(r"(url\(')?#", value))
  if strange:
    reasons.append(f"{name}.svg has {strange[0]}, which its twin has not")
  if outward:
    reasons.append(f"{name}.svg links to {outward[0][:40]!r}")
  if nodes != nodes_2:
    reasons.append(f"{name}.svg has {nodes} nodes and edges, not {nodes_2}")
  return reasons


def png(name, data):
  """A picture whose chunks are whole."""
  if not data.startswith(b"\x89PNG\r\n\x1a\n"):
    return [f"{name}.png is no PNG"]
  at, kind = 8, b""
  while at < len(data) and kind != b"IEND":
    length, kind = struct.unpack_from(">I4s", data, at)
    if zlib.crc32(data[at + 4:at + 8 + length]) != struct.unpack_from(">I", data.ljust(at + 12 + length, b"\0"),
                                                                      at + 8 + length)[0]:
      return [f"{name}.png has a damaged chunk"]
    at += 12 + length
  return [] if kind == b"IEND" else [f"{name}.png does not end"]
