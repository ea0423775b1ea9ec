# SPDX-License-Identifier: GPL-2.0-or-later
"""bomb.py: small inputs that claim much: of memory, of time, or of the reader's arithmetic. Each command must end by
itself, within limits of memory and CPU time, and say why where it cannot go on.

Usage: bomb.py BUILD FOLDER [--all]. A case is a bomb: bomb_NAME. Without --all there are few, an eighth as large.
BOMBS= names those that are wanted; with BOMBS_SAY=1 each command's use of memory and time is shown."""
import os
import random
import struct

import forge
import judge
import wire
from host import Attack
from wire import DELTA, Frame, KINDS, MASK, RICE, TYPES, VARINT

MEMORY_MIB = 256                  # --memory of the commands that take it
MOST_MIB = 256 + 64               # resident, of these: what they promise, and the program itself
MOST_SAID = 64 << 20             # bytes that a command prints: a million lines and more
MOST_RECEIVER_MIB = 512           # resident, of a receiver, which takes no --memory
GOLDEN_INVERSE = pow(wire.GOLDEN, -1, 1 << 64)
QUIET = 1 << 5                    # WIRE_NODE_QUIET
EXTREMES = (0, 1, 1 << 62, (1 << 63) - 1, 1 << 63, MASK - (1 << 62) + 1, MASK)


# ---- blocks whose values need hardly any bytes

def zeros(rows):
  """A column of zeros in Rice codes: k is 0 for each group of 64, and each value one zero bit."""
  return RICE, bytes((rows + 6 * ((rows + 63) // 64) + 7) // 8)


def rising(rows, first=1, step=1):
  """A column that rises by `step` from row to row."""
  return DELTA, wire.leb128(wire.zigzag(first)) + wire.leb128(wire.zigzag(step)) * (rows - 1)


def varints(values):
  """A column of any values."""
  return VARINT, wire.encode_leb128(values)


def block(kind, rows, /, **columns):
  """A block: columns that are not given are zeros."""
  kind = KINDS[kind]
  out = [struct.pack("<HHI", kind.number, len(kind.columns), rows)]
  for name in kind.names():
    encoding, data = columns.get(name) or zeros(rows)
    out.append(struct.pack("<II", encoding, len(data)) + data)
  return b"".join(out)


def run_of(payloads, modes=63, type="DATA"):
  """A stream of hello, the payloads, end: compressed, without PLACE where there is no need of it."""
  run = forge.Run(MODES=modes)
  mark = wire.encode_block(KINDS["run"], [(run.number,)])
  frames = run.frames()[:1] + [Frame(TYPES[type], number + 1, mark + payload).compressed()
                               for number, payload in enumerate(payloads)]
  return b"".join(frame.bytes() for frame in frames)


def full_payload(make, least=(1 << 20) - 64):
  """As many blocks make(number) as a frame of 1 MiB holds."""
  blocks, size = [], 0
  while True:
    more = make(len(blocks))
    if size + len(more) > least:
      return b"".join(blocks)
    blocks.append(more)
    size += len(more)


# ---- bombs: each returns a stream; `scale` is 1 or 8

def rows_of_nothing(kind):
  """Frames of blocks of 65,536 rows in which all values are 0."""
  def make(scale):
    payload = full_payload(lambda number: block(kind, wire.MOST_ROWS))
    return run_of([payload] * (2 * scale))
  return make


def events_compressed(scale):
  """Events of 1 byte a column, which LZO compresses to nothing."""
  columns = {name: (VARINT, bytes(wire.MOST_ROWS)) for name in KINDS["event"].names()}
  payload = full_payload(lambda number: block("event", wire.MOST_ROWS, **columns))
  return run_of([payload] * (2 * scale))


def deep_tree(scale):
  """A call tree in which each node is the child of the one before."""
  def nodes(number):
    first = number * wire.MOST_ROWS + 1
    return block("node", wire.MOST_ROWS, id=rising(wire.MOST_ROWS, first), parent=rising(wire.MOST_ROWS, first - 1),
                 thread=(VARINT, b"\1" * wire.MOST_ROWS), address=rising(wire.MOST_ROWS, first * 16, 16))
  return run_of([nodes(number) for number in range(2 * scale)])


def wide_tree(scale):
  """A call tree in which all nodes have one parent, and one address."""
  def nodes(number):
    first = number * wire.MOST_ROWS + 1
    return block("node", wire.MOST_ROWS, id=rising(wire.MOST_ROWS, first), parent=(VARINT, b"\1" * wire.MOST_ROWS),
                 thread=(VARINT, b"\1" * wire.MOST_ROWS))
  root = block("node", 1, id=varints([1]), thread=varints([1]), flags=varints([1]))
  return run_of([root] + [nodes(number) for number in range(2 * scale)])


def tree_of_circles(scale):
  """Nodes that are their own parents, or each other's, or come before them, or twice."""
  rows = wire.MOST_ROWS
  return run_of([block("node", rows, id=rising(rows), parent=rising(rows), thread=rising(rows)),
                 block("node", rows, id=rising(rows), parent=rising(rows, 2)),
                 block("node", rows, id=rising(rows, 1, 0), parent=rising(rows, 5, 7))])


def nested_calls(flags, blocks):
  """Calls recorded one by one, each the only callee of the one before, of a call tree in which that is so, too. With
  flags that say that no call of a node is recorded there is one call, the innermost one."""
  def make(scale):
    rows = wire.MOST_ROWS * blocks * scale // 8
    tree = [block("node", 1, id=varints([1]), thread=varints([1]), flags=varints([1]))]
    for first in range(2, rows + 2, wire.MOST_ROWS):
      count = min(wire.MOST_ROWS, rows + 2 - first)
      tree.append(block("node", count, id=rising(count, first), parent=rising(count, first - 1),
                        thread=(VARINT, b"\1" * count), flags=varints([flags] * count),
                        address=rising(count, 1 << 20, 16)))
    calls = [(rows + 1 - number << 4, number + 1, 0, 0, 1_000_000 + number, 0)
             for number in range(1 if flags else rows)]
    return run_of(tree + [wire.encode_block(KINDS["call"], calls[at:at + wire.MOST_ROWS])
                                      for at in range(0, len(calls), wire.MOST_ROWS)], modes=(1 << 17) - 1)
  return make


def many_names(space):
  """Names of a letter each, of different numbers, and of one number."""
  def make(scale):
    def names(number, step):
      first = number * wire.MOST_ROWS + 1
      return (block("name", wire.MOST_ROWS, space=(VARINT, bytes([forge.SPACES[space]]) * wire.MOST_ROWS),
                    id=rising(wire.MOST_ROWS, first, step), bytes=(VARINT, b"\1" * wire.MOST_ROWS))
              + block("character", wire.MOST_ROWS, byte=(VARINT, b"x" * wire.MOST_ROWS)))
    return run_of([names(number, 1) for number in range(2 * scale)] + [names(0, 0)])
  return make


def many_threads(scale):
  """THREADs by the million, all of one name."""
  def threads(number):
    return block("thread", wire.MOST_ROWS, id=rising(wire.MOST_ROWS, number * wire.MOST_ROWS + 1))
  return run_of([threads(number) for number in range(2 * scale)])


def colliding(count):
  """Keys that Fibonacci hashing, folded at 32 bits, puts into one slot."""
  return [(number << 32 | number) * GOLDEN_INVERSE & MASK for number in range(1, count + 1)]


def chosen_keys(scale):
  """Addresses of objects and functions that were chosen to meet in one slot of a hash table without a secret."""
  rows = 8192 * scale
  keys = colliding(rows)
  return run_of([block("birth", rows, object=varints(keys), clock=rising(rows), tsc=rising(rows, 1_000_001)),
                 block("collection", 1, id=varints([1]), start=varints([5_000_000]), end=varints([5_000_001]),
                       deaths=varints([rows])),
                 block("death", rows, collection=(VARINT, b"\1" * rows), object=varints(keys)),
                 block("node", rows, id=rising(rows), address=varints(keys), thread=(VARINT, b"\1" * rows)),
                 block("sample", rows, tsc=rising(rows, 1_000_001), depth=(VARINT, b"\1" * rows))
                 + block("stack", rows, address=varints(keys))])


def cycling_events(scale):
  """Events in orders in which what recurs is hard to find: all alike, two in turn, a Fibonacci word, and by chance."""
  rows = wire.MOST_ROWS
  one, other = b"\1", b"\1\2"
  while len(other) < rows:
    one, other = other, other + one
  draw = random.Random(1)
  orders = [b"\1" * rows, b"\1\2" * (rows // 2), other[:rows], bytes(draw.randrange(1, 4) for _ in range(rows)),
            bytes(number % 251 // 2 + 1 for number in range(rows))]
  payloads = []
  for number in range(2 * scale):
    order = orders[number % len(orders)]
    payloads.append(block("event", rows, tsc=rising(rows, 1_000_000 + number * rows * 10, 10), event=(VARINT, order),
                          thread=(VARINT, b"\1" * rows)))
  return run_of(payloads)


def births_at_one_address(scale):
  """Objects that were all born at one address, and died there again and again, in collections by the thousand."""
  rows = 8192 * scale
  times = rising(rows, 1_000_001, 2)
  return run_of([block("birth", rows, object=(VARINT, b"\7" * rows), clock=rising(rows), tsc=times),
                 block("collection", rows, id=rising(rows), start=times, end=times, clock=rising(rows),
                       deaths=(VARINT, b"\1" * rows)),
                 block("death", rows, collection=rising(rows), object=(VARINT, b"\7" * rows))])


def deaths_without_births(scale):
  """Deaths in collections that never were."""
  rows = wire.MOST_ROWS
  return run_of([block("death", rows, collection=rising(rows, number, 3), object=rising(rows, 1, 16))
                 for number in range(scale)])


def woken_and_never_run(scale):
  """Threads that are made runnable by the thousand, and never run."""
  rows = wire.MOST_ROWS
  return run_of([block("sched", rows, tsc=rising(rows, 1_000_000 + number * rows), to=rising(rows, number * rows + 2),
                       why=(VARINT, b"\7" * rows)) for number in range(2 * scale)])


def losses(scale):
  """LOSS records by the thousand, of stretches that lie in each other."""
  rows = wire.MOST_ROWS
  return run_of([block("loss", rows, kind=(VARINT, bytes([KINDS["event"].number]) * rows), to=rising(rows, 1_000_000),
                       records=(VARINT, b"\1" * rows)) for _ in range(scale)]
                + [block("event", rows, tsc=rising(rows, 1_000_000))])


def gaps(scale):
  """Tiny frames of which each second one is missing."""
  run = forge.Run(MODES=4)
  run.add("event", *((1_000_000 + 100 * number, 0, 1, 1) for number in range(3000 * scale)))
  frames = run.frames(rows_per_frame=2)
  return b"".join(frame.bytes() for frame in frames[:1] + frames[1:-1:2] + frames[-1:])


def snapshots(scale):
  """Snapshots, one after the other, each of which is large and whole."""
  rows = wire.MOST_ROWS
  payloads = []
  for number in range(8 * scale):
    mark = wire.encode_block(KINDS["snapshot"], [(number, 0, rows, 0, 1_000_000 + number)])
    payloads.append(mark + block("node", rows, id=rising(rows)) + mark)
  return run_of(payloads, type="SNAPSHOT")


def readings_apart(scale):
  """Counter readings whose numbers lie far apart."""
  rows = wire.MOST_ROWS
  return run_of([block("reading", rows, number=rising(rows, 1, 1 << 40), tsc=rising(rows, 1_000_000),
                       first=rising(rows, 1, 1 << 45))] * scale)


def settings(scale):
  """What is recorded was changed by the thousand."""
  rows = wire.MOST_ROWS
  return run_of([block("setting", rows, tsc=rising(rows, 1_000_000), modes=(VARINT, b"\x3f\0" * (rows // 2)))] * scale
                + [block("event", rows, tsc=rising(rows, 1_000_000))])


def headers_in_headers(scale):
  """Headers that claim a payload of 1 MiB each, and stand so close that each lies in the payloads of those before."""
  claim = Frame(2, 1, b"")
  claim.wire_bytes = claim.plain_bytes = 1 << 20
  return forge.Run().frames()[0].bytes() + claim.bytes() * (8192 * scale)


def headers_that_claim(scale):
  """Headers that claim 4 GiB, or more than 1 MiB after decompression."""
  frames = [forge.Run().frames()[0]]
  for wire_bytes, plain_bytes in (((1 << 32) - 1, 0), (0, (1 << 32) - 1), ((1 << 32) - 1, (1 << 32) - 1), (1 << 20, 0)):
    frames.append(Frame(2, 1, b"x" * 100, flags=len(frames) & 1))
    frames[-1].wire_bytes, frames[-1].plain_bytes = wire_bytes, plain_bytes
  return b"".join(frame.bytes() for frame in frames * 10 * scale)


def blocks_that_claim(scale):
  """Blocks of 65,536 rows, and of 65,535 columns, that have no bytes."""
  event = KINDS["event"].number
  payloads = [struct.pack("<HHI", event, 4, wire.MOST_ROWS), struct.pack("<HHI", event, 65535, 1),
              struct.pack("<HHI", event, 65535, 0) + struct.pack("<II", 1, 0) * 65535,
              struct.pack("<HHI", event, 4, (1 << 32) - 1), struct.pack("<HHIII", event, 4, 1, 1, (1 << 32) - 1),
              wire.encode_block(KINDS["name"], [(4, 1, (1 << 32) - 1)]),
              wire.encode_block(KINDS["sample"], [(1_000_001, 1, 65535, 0)] * 1000)]
  return run_of(payloads)


def text_without_end(scale):
  """Text without a line end, and bytes that look like the beginning of a frame."""
  return b"x" * (1 << 20) * scale + wire.SYNC[:7] * (1 << 16) + wire.SYNC * (1 << 14) * scale


def symbols_that_claim(scale):
  """Symbols by the million, and of names longer than the file."""
  rows = wire.MOST_ROWS
  data = run_of([])
  names = block("symbol", rows, start=rising(rows, 1, 16), end=rising(rows, 1 << 62, 16)) * 8
  longs = wire.encode_block(KINDS["symbol"], [(0, MASK, 1, (1 << 32) - 1, (1 << 32) - 1)] * 100)
  return data + b"".join(Frame(TYPES["SYMBOLS"], 0, payload).bytes() for payload in [names] * scale + [longs])


def index_that_claims(scale):
  """An index of parts and extents that add up to anything."""
  run = forge.whole()
  frames = run.frames()
  rows = wire.MOST_ROWS
  parts = block("part", rows, bytes=(DELTA, wire.leb128((1 << 33) - 2) + b"\0" * (rows - 1)),
                blocks=(DELTA, wire.leb128((1 << 33) - 2) + b"\0" * (rows - 1)))
  last = wire.encode_block(KINDS["meta"], [(forge.KEYS["INDEX_AT"], sum(len(frame.bytes()) for frame in frames))])
  index = [Frame(TYPES["INDEX"], 0, payload) for payload in [parts] * scale + [last]]
  return b"".join(frame.bytes() for frame in frames + index)


def times(value):
  """A whole run in which each moment is `value', and then what the run rests on as well."""
  def make(_):
    run = forge.whole(crash=True)
    for kind, rows in run.rows.items():
      columns = {"event": (0,), "sched": (0,), "sample": (0,), "reading": (1, 2, 3), "birth": (4, 6),
                 "thread": (2, 3, 4), "collection": (2, 3, 4), "node": (6, 7, 8, 9), "loss": (1, 2)}.get(kind, ())
      run.rows[kind] = [tuple(value if place in columns and (number + place) % 3 else cell
                              for place, cell in enumerate(row)) for number, row in enumerate(rows)]
    return run.stream()
  return make


def facts(value):
  """A whole run in which each number of the hello is `value'."""
  def make(_):
    run = forge.whole(crash=True)
    run.meta = {key: value for key in run.meta}
    return run.stream()
  return make


def greatest(_):
  """A whole run in which each column has the greatest value that it can hold, once."""
  run = forge.whole(crash=True)
  for kind, rows in run.rows.items():
    columns = KINDS[kind].columns if kind != "sample" else []
    first = rows[0] if rows else (0,) * len(columns)
    for place, (_, bits) in enumerate(columns):
      rows.append(first[:place] + ((1 << bits) - 1,) + first[place + 1:])
  return run.stream()


# Bombs of the sample: one of each sort.
FEW = ("rows_of_nothing_node", "deep_tree", "nested_calls", "nested_quiet_calls", "chosen_keys",
       "blocks_that_claim", "headers_in_headers", "many_names_METHOD", "settings", "times_2", "facts_6")
BOMBS = {"events_compressed": events_compressed}
BOMBS.update({f"rows_of_nothing_{kind}": rows_of_nothing(kind) for kind in (
  "event", "node", "birth", "sched", "reading", "thread", "histogram", "death", "collection", "loss", "method",
  "meta")})
BOMBS.update({bomb.__name__: bomb for bomb in (
  deep_tree, wide_tree, tree_of_circles, many_threads, chosen_keys, cycling_events, births_at_one_address,
  deaths_without_births, woken_and_never_run, losses, gaps, snapshots, readings_apart, settings, headers_in_headers,
  headers_that_claim, blocks_that_claim, text_without_end, symbols_that_claim, index_that_claims, greatest)})
BOMBS.update({"nested_calls": nested_calls(0, 2), "nested_quiet_calls": nested_calls(QUIET, 32)})
BOMBS.update({f"many_names_{space}": many_names(space) for space in ("THREAD", "EVENT", "METHOD", "CLASS")})
BOMBS.update({f"times_{number}": times(value) for number, value in enumerate(EXTREMES)})
BOMBS.update({f"facts_{number}": facts(value) for number, value in enumerate(EXTREMES)})


class Bombs:
  """The attack."""

  def __init__(self, attack):
    self.attack = attack

  def reasons(self, data):
    """Why a command did not bear a bomb."""
    self.attack.write("bomb.stream", data)
    limit = f"--memory={MEMORY_MIB}"
    commands = (("receive", ["hostdump", "-o", "bomb.jxp"], MOST_RECEIVER_MIB),
                ("info", ["hostdump", "info", "bomb.jxp"], MOST_MIB),
                ("report", ["hostdump", "report", "--no-symbols", limit, "bomb.jxp"], MOST_MIB),
                ("tables", ["hostdump", "tables", "--no-symbols", limit, "--bins=8192", "bomb.jxp", "-o", "tables"],
                 MOST_MIB),
                ("cycles", ["hostdump", "cycles", "--no-symbols", limit, "bomb.jxp"], MOST_MIB),
                ("diff", ["hostdump", "diff", "--no-symbols", limit, "bomb.jxp", "bomb.jxp"], MOST_MIB),
                ("window", ["hostdump", "report", "--tsv", "--no-symbols", limit, "--from=100", "--to=200", "bomb.jxp"],
                 MOST_MIB),
                ("tree", ["hostdump", "tree", "--no-symbols", limit, "-D", "0", "bomb.jxp"], MOST_MIB))
    reasons = []
    for name, command, most in commands:
      result, mib, seconds = self.attack.measure(command, "bomb.stream" if name == "receive" else os.devnull)
      if os.environ.get("BOMBS_SAY"):
        print(f"# {name}: status {result.status}, {mib:.0f} MiB, {seconds:.1f} s, {result.errors[-100:]!r}")
      if result.died():
        reasons.append(f"{name} {result.died()} after {seconds:.0f} s")
      elif result.status not in ((0, 1, 3, 4, 6) if name == "diff" else (0, 1, 3, 4)):
        reasons.append(f"{name}: status {result.status}")
      elif result.status and not (result.errors.strip() or name == "diff" and result.out.strip()):
        reasons.append(f"{name}: status {result.status} without a word")
      if os.path.getsize(self.attack.path("said")) > MOST_SAID:
        reasons.append(f"{name} says {os.path.getsize(self.attack.path('said')) >> 20} MiB")
      if mib > most:
        reasons.append(f"{name} takes {mib:.0f} MiB, {most} at most")
      reasons += judge.text(result.errors[-100_000:], name) if name != "receive" else []
    return reasons


def main():
  """All bombs, large or small."""
  attack = Attack(memory=4 << 30)
  bombs = Bombs(attack)
  for name in os.environ.get("BOMBS", "").split() or (BOMBS if attack.all else FEW):
    attack.case("bomb_" + name, bombs.reasons(BOMBS[name](8 if attack.all else 1)))
  attack.end()


if __name__ == "__main__":
  main()
