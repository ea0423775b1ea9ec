# SPDX-License-Identifier: GPL-2.0-or-later
"""format.py: FORMAT.md against the programs. Dumps that were made from the document alone are read by hostdump without
a complaint and come to the tables that they should; dumps of the project's own sender are read by a decoder that was
written from the document alone, and give the same tables after they were written again.

Usage: format.py BUILD FOLDER. Cases: format_*."""
import os
import re

import forge
import wire
from host import Attack, TABLES, read_table, read_tables

UNEQUAL = re.compile(rb"(wire_bytes|bytes_per_record|bytes on the line|bytes in memory|frames|file)\t[^\n]*")


def hexdump(text):
  """The bytes of an indented dump in hexadecimal."""
  return bytes.fromhex("".join(re.findall(r"^    ((?:[0-9a-f]{2} ?)+)$", text, re.M)))


class Encoder:
  """The attack."""

  def __init__(self, attack):
    self.attack = attack

  def tables(self, name, data, options=("--no-symbols",)):
    """The tables of a stream by way of a received file: (reasons, name -> bytes)."""
    file, folder = self.attack.path(name + ".jxp"), self.attack.path(name + ".tables")
    received = self.attack.run(["hostdump", "-o", file], data)
    if received.status != 0:
      return [f"hostdump exits with {received.status}: {received.errors[-200:]!r}"], {}
    made = self.attack.run(["hostdump", "tables", *options, file, "-o", folder])
    reasons = [] if made.status == 0 else [f"tables exits with {made.status}: {made.errors[-200:]!r}"]
    tables = read_tables(folder) if os.path.isdir(folder) else {}
    if sorted(tables) != sorted(TABLES):
      reasons.append(f"there are {len(tables)} tables")
    return reasons, tables

  def same(self, name, ours, theirs):
    """Reasons why two streams do not come to the same tables."""
    reasons, one = self.tables(name + "_1", ours)
    more, other = self.tables(name + "_2", theirs)
    reasons += more
    for table in sorted(set(one) | set(other)):
      if UNEQUAL.sub(b"", one.get(table, b"")) != UNEQUAL.sub(b"", other.get(table, b"")):
        reasons.append(f"{table} differs")
    return reasons

  def examples(self):
    """The two dumps in hexadecimal that FORMAT.md shows."""
    with open(wire.DOCUMENT, encoding="utf-8") as file:
      text = file.read()
    smallest = hexdump(text.split("### The smallest dump")[1].split("### ")[0])
    ask = hexdump(text.split("as it is on the line:")[1].split("### ")[0])
    frames, rest = wire.read_stream(smallest)
    asks, rest_2 = wire.read_stream(ask)
    reasons = [] if len(frames) == 2 and not rest else ["the smallest dump has not two frames"]
    reasons += [] if len(asks) == 1 and not rest_2 else ["the ask is no frame"]
    reasons += self.tables("smallest", smallest)[0]
    return reasons

  def numbers(self, name, *facts):
    """A whole run: what the tables must say. Facts: (table, column, reduce, expected)."""
    run = forge.whole(crash=name == "crash", stream=name == "stream")
    reasons, tables = self.tables("whole_" + name, run.stream(rows_per_frame=20))
    for table, column, reduce, expected in facts:
      notes, columns, rows = read_table(tables.get(table, b"-\n"))
      got = reduce([row[columns.index(column)] for row in rows]) if column in columns else None
      if got != expected:
        reasons.append(f"{table}.{column}: {got}, not {expected}")
      if any(note.startswith("# incomplete") for note in notes):
        reasons.append(f"{table} calls itself incomplete")
    return reasons

  def encodings(self):
    """Each encoding, alone and mixed, compressed and not: the same tables."""
    run = forge.whole(crash=True)
    plain = run.stream()
    reasons = []
    for encoding in range(1, 8):
      reasons += self.same(f"encoding_{encoding}", plain, run.stream(encoding=encoding))
    mixed = run.stream(encoding=lambda place: place % 7 + 1, rows_per_frame=11, compress=True)
    return reasons + self.same("encodings_mixed", plain, mixed)

  def strangers(self):
    """Kinds, columns, keys, name spaces and frame types that no reader knows are skipped by their length."""
    run, data = forge.whole(), []
    plain = run.stream()
    run.meta[4711] = 1
    run.name(99, 1, "a name of a space that no reader knows")
    for frame in run.frames():
      more = b""
      if frame.type == wire.TYPES["DATA"]:
        more = wire.encode_block(999, [(1, 2, 3)] * 5) + wire.encode_block(wire.KINDS["event"], [], columns=9)
      data.append(wire.Frame(frame.type, frame.seq, frame.payload + more).bytes())
    reasons, tables = self.tables("strangers", b"".join(data))
    known = self.tables("strangers_not", plain)[1]
    for table in known:
      if table not in ("run", "cost") and tables.get(table) != known[table]:
        reasons.append(f"{table} differs")
    return reasons

  def index(self):
    """A file with an index, and names of functions, that were made from the document: a window of it has the same rows
    as without the index."""
    run = forge.whole(rounds=8)
    frames = run.frames(rows_per_frame=8)
    data = b"".join(frame.bytes() for frame in frames)
    names = forge.symbols(forge.functions(run))
    reasons, tables = [], []
    for name, file in (("index", data + names + forge.index(frames, len(names))), ("index_none", data + names)):
      path, folder = self.attack.write(name + ".jxp", file), self.attack.path(name + ".tables")
      made = self.attack.run(["hostdump", "tables", "--from=1000", "--to=2500", path, "-o", folder])
      reasons += [] if made.status == 0 else [f"{name}: tables exits with {made.status}: {made.errors[-200:]!r}"]
      tables.append(read_tables(folder) if made.status == 0 else {})
    reasons += [f"{table} differs" for table in tables[0]
                if table != "run" and tables[0][table] != tables[1].get(table)]
    if b"app.Class2.method2\tClass2.java:30" not in tables[0].get("samples", b""):
      reasons.append("the names of functions are not found")
    return reasons

  def again(self, golden):
    """A golden stream, decoded and encoded again."""
    made = self.attack.run([os.path.join(self.attack.build, "mkgolden"), golden])
    frames, text = wire.read_stream(made.out)
    data = [text]
    for number, frame in enumerate(frames):
      blocks = []
      for kind, rows in frame.blocks():
        record = wire.FORMAT.kinds.get(kind)
        blocks.append(wire.encode_block(record, rows, 1 + number % 7) if record else
                      wire.encode_block(kind, [(0,)] * len(rows)))
      data.append(wire.Frame(frame.type, frame.seq, b"".join(blocks)).bytes())
    reasons = [] if frames else ["there is no frame"]
    return reasons + self.same("golden_" + golden, made.out, b"".join(data))


def main():
  """All cases."""
  attack = Attack()
  encoder = Encoder(attack)
  attack.case("format_examples_of_the_document", encoder.examples())
  facts = [("threads", "thread", sorted, ["IRQThread0", "Idle", "main", "worker"]),
           ("threads", "cpu_us", lambda cells: cells, ["1606.000", "1200.000", "1160.000", "40.000"]),
           ("methods", "calls", lambda cells: sum(map(int, cells)), 80),
           ("samples", "self", lambda cells: sum(map(int, cells)), 37),
           ("events", "event", len, 12), ("activity", "thread", len, 21), ("wakes", "woken", len, 8),
           ("counterseries", "first", lambda cells: sum(map(int, cells)), 40060),
           ("objects", "death_us", lambda cells: [len(cells), cells.count("-")], [40, 20]),
           ("sites", "objects", lambda cells: cells, ["13", "13", "14"]), ("collections", "reason", len, 2),
           ("cycle", "what", len, 5), ("losses", "what", len, 0), ("lost", "what", len, 0)]
  attack.case("format_whole_run", encoder.numbers("plain", *facts))
  crash = [("crash", "thread", len, 4), ("registers", "value", len, 6)]
  attack.case("format_crash", encoder.numbers("crash", *facts, *crash))
  attack.case("format_stream", encoder.numbers("stream", *facts))
  attack.case("format_encodings", encoder.encodings())
  attack.case("format_strangers", encoder.strangers())
  attack.case("format_index_and_symbols", encoder.index())
  folder = os.path.join(attack.tree, "tests", "golden")
  for golden in sorted(os.listdir(folder)):
    if os.path.isdir(os.path.join(folder, golden)):
      attack.case(f"format_golden_{golden}", encoder.again(golden))
  attack.end()


if __name__ == "__main__":
  main()
