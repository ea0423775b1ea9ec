# SPDX-License-Identifier: GPL-2.0-or-later
"""wire.py: frames, blocks and columns of a dump, written and read as serial-xfer/FORMAT.md says.

It shares no line with serial-xfer/: a program that follows FORMAT.md alone must arrive at the same bytes. The tables of
that document (kinds, columns, keys, name spaces, flags, guesses) are read from the document itself, so that a row which
the document lacks is missing here, too.

  Frame(type, seq, payload)     a frame; its bytes(), and fields that a caller may set to what no sender would write
  encode_block(kind, rows)      a block of records, each a tuple of all columns, in any of the seven encodings
  decode_payload(payload)       its blocks again: (kind, rows)
  read_stream(data)             the whole frames of a stream, and the console's text between them
"""
import ctypes
import os
import re
import struct
import zlib

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
SYNC = bytes.fromhex("FE4A580A500D0AF8")
HEADER = struct.Struct("<8sBBHIIII")
WIDTHS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64}
MOST_ROWS = 65536
DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "serial-xfer", "FORMAT.md")


class Damaged(Exception):
  """Bytes that FORMAT.md does not allow."""


# ---- the document's tables

class Kind:
  """A kind of record: its number, its name, and its columns as (name, bits)."""

  def __init__(self, number, name):
    self.number, self.name, self.columns = number, name, []

  def names(self):
    """The names of the columns."""
    return [name for name, _ in self.columns]


class Document:
  """What the tables of FORMAT.md say."""

  def __init__(self, path=DOCUMENT):
    self.kinds, self.numbers = {}, {}
    sections = self._sections(path)
    for title, rows in sections.items():
      found = re.match(r"Kind (\d+), (\w+)$", title)
      if found:
        kind = Kind(int(found[1]), found[2])
        kind.columns = [(row[2], WIDTHS[row[1]]) for row in rows]
        self.kinds[kind.number] = self.numbers[kind.name] = kind

    def named(start, column=1):
      rows = next(rows for title, rows in sections.items() if title.startswith(start))
      return {row[column]: int(row[0]) for row in rows}
    self.types = named("Frame types")
    self.keys = named("Keys of meta")
    self.spaces = named("Name spaces")
    self.encodings = named("Encodings of a column")
    self.modes = named("Modes of instrumentation")
    self.registers = named("Registers", 2)
    self.reasons = named("Why a collection")
    self.whys = named("Why a thread")
    self.guesses = {}
    for record, column, first, second, onward, added in sections["Guesses"]:
      kind = self.numbers[record]
      place = kind.names().index(column)
      keys = [self._key(kind, text) for text in (first, second)]
      self.guesses[kind.number, place] = keys, onward == "yes", kind.names().index(added) if added != "-" else None

  @staticmethod
  def _key(kind, text):
    """A key of a guess: (column, rows up), or None."""
    if text == "-":
      return None
    column, _, up = text.partition(",")
    return kind.names().index(column), int(up.split()[0]) if up else 0

  @staticmethod
  def _sections(path):
    """The rows of each table: title -> lists of cells."""
    sections, title = {}, None
    with open(path, encoding="utf-8") as document:
      for line in document:
        if line.startswith("#"):
          title = line.lstrip("#").strip()
        elif line.startswith("|") and title:
          cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
          sections.setdefault(title, []).append(cells)
    return {title: rows[2:] for title, rows in sections.items()}

  def children(self, kind):
    """The columns of a kind that count its children, and the kind of these; none: None."""
    if kind.name in ("name", "reply"):
      return ["bytes"], self.numbers["character"]
    if kind.name == "symbol":
      return ["name_bytes", "file_bytes"], self.numbers["character"]
    if kind.name == "sample":
      return ["depth"], self.numbers["stack"]
    return None


FORMAT = Document()
KINDS = FORMAT.numbers
TYPES = FORMAT.types
VARINT, DELTA, RICE, RICE_DELTA, RICE_RISING, GUESS, RICE_GUESS = (
  FORMAT.encodings[name] for name in ("VARINT", "DELTA", "RICE", "RICE_DELTA", "RICE_RISING", "GUESS", "RICE_GUESS"))


# ---- numbers

def zigzag(value):
  """A difference, modulo 2^64, as an unsigned number that is small where the difference is."""
  value &= MASK
  return (value << 1) & MASK if value >> 63 == 0 else ((value << 1) ^ MASK) & MASK


def unzigzag(value):
  """The difference, modulo 2^64."""
  return (value >> 1) ^ (MASK if value & 1 else 0)


def leb128(value):
  """Seven bits a byte, least significant first."""
  out = bytearray()
  while value > 127:
    out.append(value & 127 | 128)
    value >>= 7
  out.append(value)
  return bytes(out)


def encode_leb128(values):
  """Values in turn."""
  return b"".join(map(leb128, values))


def decode_leb128(data, rows):
  """Exactly `rows` values in exactly the bytes of `data`."""
  values, at = [], 0
  for _ in range(rows):
    value = shift = 0
    while True:
      if at == len(data) or shift > 63:
        raise Damaged("a LEB128 that does not end")
      byte = data[at]
      at += 1
      value |= (byte & 127) << shift
      shift += 7
      if byte < 128:
        break
    if value > MASK:
      raise Damaged("a LEB128 above 64 bits")
    values.append(value)
  if at != len(data):
    raise Damaged("bytes behind the values of a column")
  return values


def encode_rice(values):
  """Values in Rice codes: groups of 64, the number k that makes each group shortest."""
  bits = length = 0

  def put(value, count):
    nonlocal bits, length
    bits |= value << length
    length += count
  for start in range(0, len(values), 64):
    group = values[start:start + 64]
    k = min(range(64), key=lambda k: sum((v >> k) + 1 + k if v >> k < 24 else 88 for v in group))
    put(k, 6)
    for value in group:
      quotient = value >> k
      if quotient < 24:
        put((1 << quotient) - 1, quotient + 1)
        put(value & ((1 << k) - 1), k)
      else:
        put((1 << 24) - 1, 24)
        put(value, 64)
  return bits.to_bytes((length + 7) // 8, "little")


def decode_rice(data, rows):
  """Exactly `rows` values in exactly the bytes of `data`."""
  bits, at, end = int.from_bytes(data, "little"), 0, len(data) * 8

  def take(count):
    nonlocal at
    if at + count > end:
      raise Damaged("Rice codes that do not end")
    value = bits >> at & ((1 << count) - 1)
    at += count
    return value
  values = []
  k = 0
  for row in range(rows):
    if row % 64 == 0:
      k = take(6)
    quotient = 0
    while quotient < 24 and take(1):
      quotient += 1
    value = take(64) if quotient == 24 else quotient << k | take(k)
    if value > MASK:
      raise Damaged("a Rice code above 64 bits")
    values.append(value)
  if (at + 7) // 8 != len(data):
    raise Damaged("bytes behind the Rice codes of a column")
  return values


def guesses(kind, place, columns, rows):
  """Walks down a column that is guessed: yields the guess for each row, and must be sent the row's value."""
  keys, onward, added = FORMAT.guesses[kind, place]
  memory = [0] * 4096
  for row in range(rows):
    numbers = []
    for key in keys:
      up = key and row - key[1]
      numbers.append(columns[key[0]][up] if key and up >= 0 else 0)
    slot = (numbers[0] * GOLDEN + numbers[1]) * GOLDEN % (1 << 64) >> 52
    above = columns[place][row - 1] if row else 0
    guess = memory[slot] + (above if onward else 0) + (columns[added][row] if added is not None else 0)
    value = yield guess & MASK
    memory[slot] = (value - above if onward else value) & MASK


# ---- columns and blocks

def encode_column(kind, place, columns, encoding):
  """The bytes of column `place`; RICE_RISING and the guesses fall back to RICE_DELTA where they cannot be."""
  values = columns[place]
  differences = [(b - a) & MASK for a, b in zip([0] + values, values)]
  if encoding in (GUESS, RICE_GUESS) and (kind, place) not in FORMAT.guesses:
    encoding = RICE_DELTA
  if encoding == RICE_RISING and any(a > b for a, b in zip([0] + values, values)):
    encoding = RICE_DELTA
  if encoding in (GUESS, RICE_GUESS):
    walk, differences = guesses(kind, place, columns, len(values)), []
    guess = next(walk, None)
    for value in values:
      differences.append((value - guess) & MASK)
      try:
        guess = walk.send(value)
      except StopIteration:
        pass
  if encoding == VARINT:
    return encoding, encode_leb128(values)
  if encoding == RICE:
    return encoding, encode_rice(values)
  if encoding == RICE_RISING:
    return encoding, encode_rice(differences)
  zigzags = [zigzag(difference) for difference in differences]
  return encoding, (encode_leb128 if encoding in (DELTA, GUESS) else encode_rice)(zigzags)


def decode_column(kind, place, columns, rows, encoding, data):
  """The values of column `place`; `columns` has those to its left."""
  if encoding in (VARINT, DELTA, GUESS):
    values = decode_leb128(data, rows)
  elif encoding in (RICE, RICE_DELTA, RICE_RISING, RICE_GUESS):
    values = decode_rice(data, rows)
  else:
    raise Damaged(f"encoding {encoding}")
  if encoding in (DELTA, RICE_DELTA, RICE_RISING):
    last = 0
    for row, value in enumerate(values):
      last = values[row] = (last + (value if encoding == RICE_RISING else unzigzag(value))) & MASK
  elif encoding in (GUESS, RICE_GUESS):
    if (kind, place) not in FORMAT.guesses:
      raise Damaged("a guess in a column that is not guessed")
    columns = columns[:place] + [[]] + columns[place + 1:]
    walk = guesses(kind, place, columns, rows)
    guess = next(walk, None)
    for value in values:
      value = (guess + unzigzag(value)) & MASK
      columns[place].append(value)
      try:
        guess = walk.send(value)
      except StopIteration:
        pass
    values = columns[place]
  return values


def encode_block(kind, rows, encoding=VARINT, columns=None):
  """A block of `rows`, tuples. `encoding`: one for all columns, or a function of the column's place. `columns`: write
  only so many, or more than the kind has (of zeros)."""
  number = kind.number if isinstance(kind, Kind) else kind
  width = max(map(len, rows), default=0) or (len(kind.columns) if isinstance(kind, Kind) else 1)
  count = width if columns is None else columns
  table = [[row[place] & MASK if place < len(row) else 0 for row in rows] for place in range(count)]
  out = [struct.pack("<HHI", number, count, len(rows))]
  for place in range(count):
    choice, data = encode_column(number, place, table, encoding(place) if callable(encoding) else encoding)
    out.append(struct.pack("<II", choice, len(data)) + data)
  return b"".join(out)


def decode_payload(payload):
  """The blocks of a payload: (kind number, rows), with as many columns as were written."""
  blocks, at = [], 0

  def take(layout):
    nonlocal at
    if at + struct.calcsize(layout) > len(payload):
      raise Damaged("a payload that ends within a block")
    values = struct.unpack_from(layout, payload, at)
    at += struct.calcsize(layout)
    return values
  while at < len(payload):
    kind, count, rows = take("<HHI")
    if count == 0 or rows > MOST_ROWS:
      raise Damaged(f"a block of {count} columns, {rows} rows")
    known = FORMAT.kinds.get(kind)
    columns = []
    for place in range(count):
      encoding, length = take("<II")
      if at + length > len(payload):
        raise Damaged("a column that ends behind its payload")
      if known and place < len(known.columns):
        columns.append(decode_column(kind, place, columns, rows, encoding, payload[at:at + length]))
        if any(value >> known.columns[place][1] for value in columns[-1]):
          raise Damaged(f"a value that {known.name}.{known.columns[place][0]} cannot hold")
      at += length
    blocks.append((kind, list(zip(*columns)) if columns else [()] * rows))
  return blocks


# ---- frames

def lzo():
  """liblzo2, or None where it is not installed."""
  try:
    library = ctypes.CDLL("liblzo2.so.2")
  except OSError:
    return None
  return library if library.__lzo_init_v2(0x20a0, *[-1] * 9) in (0, -1) else None


LZO = lzo()


def decompress(data, plain_bytes):
  """What `data` is after LZO1X."""
  if LZO is None:
    raise Damaged("a frame is compressed, and there is no liblzo2")
  out, length = ctypes.create_string_buffer(max(plain_bytes, 1)), ctypes.c_size_t(plain_bytes)
  if LZO.lzo1x_decompress_safe(data, ctypes.c_size_t(len(data)), out, ctypes.byref(length), None) != 0 \
     or length.value != plain_bytes:
    raise Damaged("LZO that does not give what the header says")
  return out.raw[:plain_bytes]


def compress(data):
  """`data` after LZO1X, or None where there is no liblzo2."""
  if LZO is None:
    return None
  work = ctypes.create_string_buffer(1 << 20)  # more than LZO1X_1_MEM_COMPRESS, 16384 pointers
  out, length = ctypes.create_string_buffer(len(data) + len(data) // 16 + 67), ctypes.c_size_t(0)
  LZO.lzo1x_1_compress(data, ctypes.c_size_t(len(data)), out, ctypes.byref(length), work)
  return out.raw[:length.value]


class Frame:
  """A frame. Fields beside type, number and payload follow from these, unless a caller sets them."""

  def __init__(self, type, seq, payload=b"", flags=0, stored=None, plain_bytes=None, version=1):
    self.type, self.seq, self.payload, self.flags, self.version = type, seq, payload, flags, version
    self.stored = payload if stored is None else stored  # as it is on the line
    self.plain_bytes = len(payload) if plain_bytes is None else plain_bytes
    self.wire_bytes = self.payload_crc = self.header_crc = None

  def bytes(self):
    """The frame as it is on the line."""
    def given(value, otherwise):
      return otherwise if value is None else value
    header = HEADER.pack(SYNC, self.version, self.type, self.flags, self.seq, given(self.wire_bytes, len(self.stored)),
                         self.plain_bytes, given(self.payload_crc, zlib.crc32(self.stored)))
    return header + struct.pack("<I", given(self.header_crc, zlib.crc32(header))) + self.stored

  def compressed(self):
    """The same frame with flag LZO, where that makes it shorter and liblzo2 is there."""
    short = compress(self.payload)
    if short is None or len(short) >= len(self.payload):
      return self
    return Frame(self.type, self.seq, self.payload, self.flags | 1, short)

  def blocks(self):
    """The frame's blocks: (kind number, rows)."""
    return decode_payload(self.payload)


def read_stream(data):
  """The frames that are whole, in the order in which they came, and the text between them."""
  frames, text, at = [], [], 0
  while True:
    start = data.find(SYNC, at)
    if start < 0 or start + 32 > len(data):
      text.append(data[at:])
      return frames, b"".join(text)
    text.append(data[at:start])
    header = data[start:start + 32]
    _, version, type, flags, seq, wire_bytes, plain_bytes, payload_crc = HEADER.unpack(header[:28])
    stored = data[start + 32:start + 32 + wire_bytes]
    if zlib.crc32(header[:28]) != struct.unpack("<I", header[28:])[0] or version != 1 \
       or len(stored) != wire_bytes or zlib.crc32(stored) != payload_crc:
      at = start + len(SYNC)
      continue
    payload = decompress(stored, plain_bytes) if flags & 1 else stored
    frames.append(Frame(type, seq, payload, flags, stored, plain_bytes, version))
    at = start + 32 + wire_bytes
