# SPDX-License-Identifier: GPL-2.0-or-later
"""damage.py: dumps that the line, or a disk, has damaged at random. Each table must be as that of the whole dump, or
say that it is incomplete; where a checksum was made good again, so that the damage is a sender's, hostdump must end by
itself and its tables must keep their shape.

Usage: damage.py BUILD FOLDER [--all]. A case is a kind of damage: damage_KIND. A file that was read wrongly stays in
BUILD/attack/, and the case tells its name."""
import collections
import concurrent.futures
import os
import random
import shutil

import forge
import judge
import wire
from host import Attack, TABLES, is_noted, read_table, read_tables

GOLDEN = ("basic", "objects", "stream", "counters", "crash", "cycles", "full", "births_ring", "calls")
# Tables that say what is missing: they are the note.
NOTES = ("losses", "lost")


def whole_dumps(attack):
  """The dumps that are damaged: name -> bytes."""
  dumps = {}
  for name in GOLDEN:
    dumps["golden_" + name] = attack.run([os.path.join(attack.build, "mkgolden"), name]).out
  dumps["whole"] = forge.whole(crash=True).stream(rows_per_frame=12)
  dumps["streamed"] = forge.whole(stream=True).stream(rows_per_frame=12, encoding=lambda place: place % 7 + 1)
  run = forge.whole(rounds=6)
  frames = run.frames(rows_per_frame=12, compress=True)
  names = forge.symbols(forge.functions(run))
  dumps["indexed"] = b"".join(frame.bytes() for frame in frames) + names + forge.index(frames, len(names))
  return dumps


# ---- damages: of the bytes of a dump, drawn by `random`. Each returns the damaged bytes.

def pieces(data):
  """The frames of a dump as bytes, with the text before each."""
  frames, text = wire.read_stream(data)
  return [frame.bytes() for frame in frames]


def flip_bits(data, draw):
  """One to eight bits."""
  data = bytearray(data)
  for _ in range(draw.choice((1, 1, 2, 8))):
    data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
  return bytes(data)


def overwrite(data, draw):
  """A stretch of bytes becomes others."""
  at = draw.randrange(len(data))
  count = min(draw.choice((1, 4, 40, 400)), len(data) - at)
  return data[:at] + draw.randbytes(count) + data[at + count:]


def lose_bytes(data, draw):
  """A stretch of bytes is missing."""
  at = draw.randrange(len(data))
  return data[:at] + data[at + draw.choice((1, 2, 16, 200)):]


def insert_bytes(data, draw):
  """Garbage, or text, or a sync comes in between."""
  at = draw.randrange(len(data) + 1)
  more = draw.choice((draw.randbytes(draw.choice((1, 7, 300))), b"a line of text\n", wire.SYNC, b"\xf8\xfe" * 9))
  return data[:at] + more + data[at:]


def cut(data, draw):
  """The end is missing."""
  return data[:draw.randrange(1, len(data))]


def drop_frames(data, draw):
  """One to three frames are missing."""
  frames = pieces(data)
  for _ in range(draw.choice((1, 1, 1, 2, 3))):
    if len(frames) > 1:
      frames.pop(draw.randrange(len(frames)))
  return b"".join(frames)


def repeat_frame(data, draw):
  """A frame comes twice, at once or later."""
  frames = pieces(data)
  at = draw.randrange(len(frames))
  frames.insert(draw.randrange(at, len(frames)) + 1, frames[at])
  return b"".join(frames)


def swap_frames(data, draw):
  """Two frames have changed places."""
  frames = pieces(data)
  one, other = draw.randrange(len(frames)), draw.randrange(len(frames))
  frames[one], frames[other] = frames[other], frames[one]
  return b"".join(frames)


def rewrite_line_ends(data, draw):
  """A line that rewrites line ends has been at a part of it."""
  at = draw.randrange(len(data))
  old, new = draw.choice(((b"\r\n", b"\n"), (b"\n", b"\r\n"), (b"\r", b"\n")))
  return data[:at] + data[at:].replace(old, new)


def forge_payload(data, draw):
  """Bytes of a frame's payload are others, and its checksum is right."""
  frames, _ = wire.read_stream(data)
  frame = draw.choice([frame for frame in frames if frame.payload])
  payload = bytearray(frame.payload)
  for _ in range(draw.choice((1, 2, 5))):
    at = draw.randrange(len(payload))
    payload[at] = draw.choice((0, 1, 127, 128, 255, payload[at] ^ 1 << draw.randrange(8)))
  frame.payload = frame.stored = bytes(payload)
  frame.flags &= ~1
  return b"".join(frame.bytes() for frame in frames)


def forge_header(data, draw):
  """A field of a frame's header is another, and its checksum is right."""
  frames, _ = wire.read_stream(data)
  frame = draw.choice(frames)
  values = (0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 255, frame.seq + 1, 65535, 1 << 20, (1 << 32) - 1)
  field, limit = draw.choice((("type", 255), ("flags", 65535), ("seq", (1 << 32) - 1), ("plain_bytes", (1 << 32) - 1),
                              ("version", 255), ("wire_bytes", (1 << 32) - 1)))
  setattr(frame, field, draw.choice([value for value in values if value <= limit]))
  return b"".join(frame.bytes() for frame in frames)


def forge_values(data, draw):
  """Values of a column are extreme ones, in a frame that is otherwise whole."""
  frames, _ = wire.read_stream(data)
  frame = draw.choice([frame for frame in frames if frame.blocks()])
  blocks = frame.blocks()
  kind, rows = draw.choice([block for block in blocks if block[1] and block[1][0]] or [(None, [])])
  if kind is None:
    return data
  column = draw.randrange(len(rows[0]))
  known = wire.FORMAT.kinds.get(kind)
  limit = (1 << known.columns[column][1]) - 1 if known and column < len(known.columns) else wire.MASK
  extremes = (0, 1, limit, limit - 1, limit >> 1, (limit >> 1) + 1, limit >> 2, draw.randrange(limit + 1))
  for _ in range(draw.choice((1, 1, len(rows)))):
    row = draw.randrange(len(rows))
    rows[row] = rows[row][:column] + (draw.choice(extremes),) + rows[row][column + 1:]
  frame.payload = frame.stored = b"".join(
    wire.encode_block(wire.FORMAT.kinds.get(number, number), table) for number, table in blocks if table and table[0])
  frame.flags, frame.plain_bytes = frame.flags & ~1, len(frame.payload)
  return b"".join(frame.bytes() for frame in frames)


OF_THE_LINE = (flip_bits, overwrite, lose_bytes, insert_bytes, cut, drop_frames, repeat_frame, swap_frames,
               rewrite_line_ends)
OF_A_SENDER = (forge_payload, forge_header, forge_values)


# ---- the oracle

def row_of_bytes(row):
  """Whether a row tells how many bytes or frames the file has, which is right of a damaged file, too."""
  return row[0] in ("wire_bytes", "bytes_per_record", "lost_frames", "bytes on the line")


def differs(name, data, whole):
  """Whether a table's rows are others than those of the whole dump."""
  if data == whole:
    return False
  (_, _, rows), (_, _, rows_2) = read_table(data), read_table(whole)
  if name in ("run", "cost"):
    rows, rows_2 = ([row for row in each if not row_of_bytes(row)] for each in (rows, rows_2))
  return rows != rows_2


class Damage:
  """The attack."""

  def __init__(self, attack):
    self.attack = attack
    self.dumps = whole_dumps(attack)
    self.folders = [attack.path("one"), attack.path("other")]
    self.whole = {}
    for name, data in self.dumps.items():
      status, tables, errors = self.tables(data, self.folders[0])
      attack.case("damage_none_of_" + name, [] if status == 0 and len(tables) == len(TABLES) else
                  [f"tables exits with {status}: {errors[-200:]!r}"])
      self.whole[name] = tables

  def tables(self, data, folder):
    """The tables of a dump: (status, name -> bytes, errors)."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(os.path.join(folder, "x.jxp"), "wb") as file:
      file.write(data)
    result = self.attack.run(["hostdump", "tables", "--no-symbols", "x.jxp", "-o", "tables"], cwd=folder)
    made = os.path.join(folder, "tables")
    tables = read_tables(made) if os.path.isdir(made) else {}
    return result.died() or result.status, tables, result.errors

  def judge(self, name, damage, data, folder):
    """Why hostdump was wrong about a damaged dump; '' when it was right."""
    status, tables, errors = self.tables(data, folder)
    if isinstance(status, str):
      return status
    if status not in (0, 1, 3):
      return f"status {status}: {errors[-100:]!r}"
    if status and not errors:
      return f"status {status} without a word"
    whole = self.whole[name]
    for table in TABLES:
      if table not in tables:
        if tables or status == 0:
          return f"no table {table}, status {status}"
        continue
      reasons = judge.text(tables[table], table)
      try:
        other = differs(table, tables[table], whole[table])
      except ValueError as error:
        return f"{table}: {error}"
      if reasons:
        return reasons[0]
      if damage in OF_THE_LINE and other and table not in NOTES and not is_noted(tables[table]):
        return f"{table} differs in silence (status {status})"
      if damage in OF_THE_LINE and other and status == 0:
        return f"{table} differs, and status is 0"
    return ""

  def one(self, number, folder):
    """Damage `number`: (kind, why it was read wrongly)."""
    draw = random.Random(f"{self.attack.seed}/{number}")
    damage = (OF_THE_LINE + OF_A_SENDER)[number % len(OF_THE_LINE + OF_A_SENDER)]
    name = draw.choice(list(self.dumps))
    data = damage(self.dumps[name], draw)
    reason = self.judge(name, damage, data, folder)
    if reason:
      kept = os.path.join(self.attack.build, "attack")
      os.makedirs(kept, exist_ok=True)
      file = os.path.join(kept, f"{damage.__name__}_{name}_{self.attack.seed}_{number}.jxp")
      with open(file, "wb") as out:
        out.write(data)
      reason = f"{os.path.basename(file)}: {reason}"
    return damage.__name__, reason

  def run(self, count):
    """Draws damages, two at a time, and reports the kinds."""
    print(f"# damage: seed {self.attack.seed}, {count} damages")
    wrong = collections.defaultdict(list)

    def work(folder, first):
      return [self.one(number, folder) for number in range(first, count, len(self.folders))]
    with concurrent.futures.ThreadPoolExecutor(len(self.folders)) as pool:
      for kind, reason in sum(pool.map(work, self.folders, range(len(self.folders))), []):
        wrong[kind] += [reason] if reason else []
    for damage in OF_THE_LINE + OF_A_SENDER:
      self.attack.case("damage_" + damage.__name__, wrong[damage.__name__])


def main():
  """10,000 damages, or a sample of them, and those that were once read wrongly."""
  attack = Attack()
  damage = Damage(attack)
  frames, _ = wire.read_stream(damage.dumps["golden_stream"])
  frames[0].type = wire.TYPES["END"]
  data = b"".join(frame.bytes() for frame in frames)
  attack.case("damage_first_frame_is_an_end", damage.judge("golden_stream", forge_header, data, damage.folders[0]))
  damage.run(attack.count(240, 10_000))
  attack.end()


if __name__ == "__main__":
  main()
