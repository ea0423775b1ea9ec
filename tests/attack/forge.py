# SPDX-License-Identifier: GPL-2.0-or-later
"""forge.py: makes dumps of runs that no machine has had, whole and consistent unless a caller spoils them.

  Run()                 an empty run: names, records, what the hello says
  whole(...)            a run with threads, call trees, samples, events, switches, counters, objects; on request a crash
                        and what a target sends that streams
  run.frames()          its frames, in the order of FORMAT.md, with PLACE, TALLY and the facts of the end frame
  run.stream()          their bytes
  symbols(), index()    the frames that the host writes behind the end frame
"""
import wire
from wire import FORMAT, Frame, KINDS, TYPES, encode_block

KEYS, SPACES, MODES = FORMAT.keys, FORMAT.spaces, FORMAT.modes
WHY = FORMAT.whys
HZ = 1_000_000_000
NEVER_TALLIED = ("meta", "name", "character", "schema", "place", "tally", "run")
# The order in which kinds leave, as "Order of a dump" has it.
ORDER = ("role", "thread", "method", "site", "class", "node", "histogram", "loss", "setting", "sample", "event",
         "sched", "reading", "collection", "birth", "death", "register", "call", "message")
RUN_SPACES = ("BUILD_ID", "COMMAND", "SYSTEM", "CRASH", "PROGRAM")
THREAD_SPACES = ("THREAD", "EVENT", "COUNTER")
OBJECT_SPACES = ("METHOD", "FILE", "CLASS")
END_KEYS = ("FRAMES", "PLAIN_BYTES", "WIRE_BYTES")


class Run:
  """A run: `meta` key name -> value; `names` [(space, id, bytes)]; `rows` kind -> rows; rows of `sample` are
  (tsc, thread, flags, addresses)."""

  def __init__(self, **meta):
    self.meta = dict({"TSC_HZ": HZ, "TSC_FLAGS": 1, "MODES": 0, "TICK_HZ": 10000, "START_TSC": 1_000_000,
                      "STOP_TSC": 11_000_000}, **meta)
    self.names, self.rows, self.snapshots = [], {kind: [] for kind in ORDER}, []
    self.dropped = {}              # kind -> records that were made and not sent
    self.late = ()                 # keys of META that come behind all records, as in a run that streams
    self.number = 7                # what a target draws for each run

  def name(self, space, number, text):
    """Gives a name, bytes or text, to a number of a name space; a second name of a number replaces the first one."""
    text = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    self.names = [name for name in self.names if name[:2] != (space, number)] + [(space, number, text)]

  def add(self, kind, *rows):
    """Adds records of a kind."""
    self.rows[kind].extend(rows)

  def modes(self, *names):
    """Says which modes of instrumentation were on."""
    self.meta["MODES"] = sum(1 << MODES[name] for name in names)

  # ---- blocks

  def _names(self, spaces):
    """The NAME blocks of some name spaces, each with its text; spaces that are not in FORMAT.md are of the hello's."""
    blocks = []
    for space, number, text in self.names:
      if space in spaces or (spaces is RUN_SPACES and space not in SPACES):
        blocks += [("name", [(SPACES.get(space, space), number, len(text))]), ("character", [(byte,) for byte in text])]
    return blocks

  def _records(self, kind, least, most):
    """The blocks of records least .. most - 1 of a kind."""
    rows = self.rows[kind][least:most]
    if kind != "sample":
      return [(kind, rows)]
    return [("sample", [(tsc, thread, len(stack), flags) for tsc, thread, flags, stack in rows]),
            ("stack", [(address,) for row in rows for address in row[3]])]

  def payloads(self, rows_per_frame=1 << 15):
    """What the frames hold between hello and end: (type, blocks)."""
    frames = [("DATA", self._names(THREAD_SPACES) + [("role", self.rows["role"])])]
    frames += [("DATA", self._names(OBJECT_SPACES))]
    for kind in ORDER[1:]:
      for start in range(0, len(self.rows[kind]), rows_per_frame):
        frames.append(("DATA", self._records(kind, start, start + rows_per_frame)))
    for number, (tsc, threads, nodes, buckets) in enumerate(self.snapshots):
      mark = ("snapshot", [(number, len(threads), len(nodes), len(buckets), tsc)])
      frames[2:2] = [("SNAPSHOT", [mark, ("thread", threads)]), ("SNAPSHOT", [("node", nodes)]),
                     ("SNAPSHOT", [("histogram", buckets), mark])] if number == 0 else []
    if self.late:
      frames.append(("DATA", [("meta", [(KEYS[key], self.meta[key]) for key in self.late])]))
    return [(type, [block for block in blocks if block[1] or block[0] == "character"]) for type, blocks in frames
            if any(rows for _, rows in blocks)]

  def frames(self, rows_per_frame=1 << 15, encoding=wire.VARINT, compress=False, end=True):
    """All frames, numbered from 0."""
    meta = [(KEYS.get(key, key), value) for key, value in self.meta.items() if key not in self.late]
    hello = [("meta", meta)] + self._names(RUN_SPACES)
    frames, before, plain, line = [], {}, 0, 0

    def put(type, blocks):
      nonlocal plain, line
      place = [("run", [(self.number,)])]
      place += [("place", [(KINDS[kind].number, count) for kind, count in before.items()])] if before else []
      payload = b"".join(encode_block(KINDS[kind], rows, encoding) for kind, rows in place + blocks)
      frame = Frame(TYPES[type], len(frames), payload)
      frame = frame.compressed() if compress else frame
      frames.append(frame)
      plain, line = plain + len(payload), line + len(frame.bytes())
      if type != "SNAPSHOT":
        for kind, rows in blocks:
          before[kind] = before.get(kind, 0) + len(rows)
    put("HELLO", hello)
    for type, blocks in self.payloads(rows_per_frame):
      put(type, blocks)
    if end:
      tally = [(KINDS[kind].number, sent + self.dropped.get(kind, 0), sent, self.dropped.get(kind, 0))
               for kind, sent in before.items() if kind not in NEVER_TALLIED]
      facts = [(KEYS[key], value) for key, value in zip(END_KEYS, (len(frames) + 1, plain, line))]
      put("END", [("tally", tally), ("meta", facts)] if tally else [("meta", facts)])
    return frames

  def stream(self, **options):
    """The bytes of all frames."""
    return b"".join(frame.bytes() for frame in self.frames(**options))


# ---- what the host writes behind the end frame

def text_rows(text):
  """A text as rows of CHARACTER."""
  return [(byte,) for byte in text]


def symbols(functions):
  """A frame of symbols: functions are (start, end, line, name, file), the texts as bytes."""
  rows = [(start, end, line, len(name), len(file)) for start, end, line, name, file in functions]
  letters = [row for *_, name, file in functions for row in text_rows(name) + text_rows(file)]
  blocks = [encode_block(KINDS["symbol"], rows)] if rows else []
  blocks += [encode_block(KINDS["character"], letters[at:at + wire.MOST_ROWS])
             for at in range(0, len(letters), wire.MOST_ROWS)]
  return Frame(TYPES["SYMBOLS"], 0, b"".join(blocks)).bytes()


def lines(files, rows):
  """A frame of lines: rows are (start, bytes, line, number of the file from 1), the files' names bytes."""
  letters = [row for file in files for row in text_rows(file)]
  return Frame(TYPES["SYMBOLS"], 0, encode_block(KINDS["symbol"], [(0, 0, 0, 0, len(file)) for file in files]) +
               encode_block(KINDS["character"], letters) + encode_block(KINDS["line"], rows)).bytes()


def index(frames, behind=0):
  """The index of a file that holds `frames`, and `behind` bytes of symbols."""
  sizes, parts, extents = 0, [], []
  keys = {"event": 0, "sched": 0, "birth": 6, "reading": 1, "death": 0}
  for frame in frames:
    at, blocks = 0, []
    for kind, rows in frame.blocks():
      record = FORMAT.kinds.get(kind)
      key = keys.get(record.name) if record else None
      values = [row[key] for row in rows] if key is not None and rows else [0]
      blocks.append((kind, at, len(rows), values[0], values[-1], min(values), max(values)))
      at += block_length(frame.payload, at)
    if frame.type == TYPES["SNAPSHOT"]:
      blocks = [block for block in blocks if block[0] == KINDS["place"].number]
    data = frame.bytes()
    parts.append((len(data), frame.plain_bytes, wire.zlib.crc32(frame.stored), len(blocks)))
    extents += blocks
    sizes += len(data)

  def pieces(kind, rows):
    return [Frame(TYPES["INDEX"], 0, encode_block(KINDS[kind], rows[at:at + 4096])) for at in range(0, len(rows), 4096)]
  last = Frame(TYPES["INDEX"], 0, encode_block(KINDS["meta"], [(KEYS["INDEX_AT"], sizes + behind)]))
  return b"".join(frame.bytes() for frame in pieces("part", parts) + pieces("extent", extents) + [last])


def block_length(payload, at):
  """The length of the block that begins at `at`."""
  _, columns, _ = wire.struct.unpack_from("<HHI", payload, at)
  end = at + 8
  for _ in range(columns):
    end += 8 + wire.struct.unpack_from("<II", payload, end)[1]
  return end - at


# ---- a whole run

CODE = 0x100000
FUNCTIONS = 6
MAIN, WORKER, IDLE, IRQ = 1, 2, 3, 4
THREADS = {MAIN: ("main", 0), WORKER: ("worker", 0), IDLE: ("Idle", 2), IRQ: ("IRQThread0", 1)}


def signed(value):
  """A signed number as its 64 bits."""
  return value & wire.MASK


def schedule(start, rounds):
  """Stretches of running, (thread, from, to), and the SCHED rows between them: main works and blocks, the worker is
  woken, is interrupted, and blocks; the machine idles until main is woken."""
  tsc, stretches, rows = start, [], []

  def stretch(thread, cycles, to, why):
    nonlocal tsc
    stretches.append((thread, tsc, tsc + cycles))
    tsc += cycles
    rows.append((tsc, thread, to, WHY[why]))
  for turn in range(rounds):
    rows.append((tsc + 200_000, MAIN, WORKER, WHY["UNBLOCK"]))
    stretch(MAIN, 400_000 + 1_000 * turn, WORKER, "BLOCKED")
    stretch(WORKER, 150_000, IRQ, "INTERRUPT")
    stretch(IRQ, 10_000, WORKER, "RESUMED")
    stretch(WORKER, 140_000, IDLE, "BLOCKED")
    rows.append((tsc + 250_000, IDLE, MAIN, WHY["UNBLOCK"]))
    stretch(IDLE, 300_000, MAIN, "PREEMPTED")
  return stretches, sorted(rows), tsc


def add_timing(run, ran, stop, first=1):
  """A call tree for each thread, with its histogram."""
  number = first
  for thread, cycles in ran.items():
    root, outer, inner = number, number + 1, number + 2
    number += 3
    calls, drift = 10, cycles // 100
    run.add("node", (root, 0, thread, 5, 0, 0, cycles, drift, 0, 0, 0, 0, 0))
    for node, parent, address, share in ((outer, root, CODE + 256 * (thread % FUNCTIONS), 2),
                                         (inner, outer, CODE + 256 * ((thread + 1) % FUNCTIONS), 4)):
      each = (cycles // share - drift) // calls
      run.add("node", (node, parent, thread, 0, address, calls, each * calls + drift, drift, each, each,
                       each * each * calls & wire.MASK, each * each * calls >> 64, 0))
      run.add("histogram", (node, max(each.bit_length() - 1, 0), calls))
    flags = THREADS[thread][1]
    run.add("thread", (thread, flags, run.meta["START_TSC"], stop, cycles, 0, 0))


def add_objects(run, stretches, births=40):
  """Methods, sites and classes; objects of which each third dies in one of two collections."""
  for number in range(FUNCTIONS):
    run.name("METHOD", number + 1, f"app.Class{number}.method{number}")
    run.name("FILE", number + 1, f"Class{number}.java")
    run.add("method", (number + 1, number + 1, 10 * (number + 1), 5, CODE + 256 * number))
  for number in range(1, 4):
    run.name("CLASS", number, f"app.Thing{number}")
    run.add("class", (number, 0))
    run.add("site", (number, number, 20 + number))
  first, last = stretches[0][1], stretches[-1][2]
  clock, living, freed = 0, {}, 0
  for number in range(births):
    site, size, object = number % 3 + 1, 16 << number % 3, 0x400000 + 64 * number
    clock += size
    tsc = first + (last - first) * (number + 1) // (births + 2)
    run.add("birth", (site, site, size, stretches[0][0], clock, object, tsc))
    living[object] = size
    if number % (births // 2) == births // 2 - 1:
      collection = len(run.rows["collection"]) + 1
      dead = [each for each in living if each // 64 % 3 == collection % 3]
      run.add("death", *((collection, each) for each in dead))
      bytes = sum(living.pop(each) for each in dead)
      run.add("collection", (collection, 1, tsc + 100, tsc + 5_000, clock, len(living), sum(living.values()), len(dead),
                             bytes, 1 << 16, 1 << 16, len(dead)))
      freed += bytes
  for kind in ("birth", "death"):
    run.meta["CAL_" + kind.upper()] = 20


def add_samples(run, stretches, step=100_000):
  """A sample each 0.1 ms, of the thread that runs then."""
  for thread, start, stop in stretches:
    for tsc in range(start - start % step + step, stop, step):
      here = CODE + 256 * ((thread + 1) % FUNCTIONS) + 16
      run.add("sample", (tsc, thread, 0, [here, CODE + 256 * (thread % FUNCTIONS) + 32]))


def add_events(run, stretches):
  """Three events that come round in this order, each in the thread that runs then."""
  for number, text in ((1, "request read"), (2, "request done"), (3, "reply sent")):
    run.name("EVENT", number, text)
  for thread, start, stop in stretches:
    if thread == MAIN:
      run.add("event", (start + 10_000, 64, 1, MAIN), (stop - 20_000, 65, 2, MAIN))
    elif thread == IDLE:
      run.add("event", (start - 5_000, 66, 3, WORKER))
  run.rows["event"].sort()


def add_counters(run, stretches):
  """A reading of both counters behind each stretch."""
  run.name("COUNTER", 0, "l1 misses")
  run.name("COUNTER", 1, "l2 misses")
  run.meta["COUNTERS_FROM"] = 1
  first = second = 0
  run.add("reading", (0, stretches[0][1], 0, 0, stretches[0][0]))
  for number, (thread, start, stop) in enumerate(stretches):
    first, second = first + (stop - start) // 100, second + (stop - start) // 1000
    run.add("reading", (number + 1, stop, first, second, thread))


def add_crash(run):
  """The stacks and registers of two threads, and the reason."""
  run.name("CRASH", 0, "page fault at 0x10, in main")
  stop = run.meta["STOP_TSC"]
  for thread in (MAIN, WORKER):
    run.rows["sample"].insert(0, (stop, thread, 4, [CODE + 20, CODE + 300]))
    run.add("register", *((thread, number, CODE + 20 + number) for number in (1, 2, 3)))


def whole(rounds=4, crash=False, stream=False, number=7):
  """A run in which everything was recorded. A run that streams has a snapshot, ROLEs, and facts that come late."""
  run = Run()
  run.number = number
  run.modes("timing", "samples", "events", "sched", "objects", "counters")
  run.meta.update(CAL_ROUNDS=1000, CAL_INNER=12, CAL_INNER_MIN=11, CAL_OUTER=10, CAL_OUTER_MIN=9, CAL_EVENT=15,
                  CAL_EVENT_MIN=14, SAMPLING=2, CAL_NMI=200, SAMPLE_CYCLES=9000, CAP_NODES=1024, CAP_EVENTS=1024,
                  CAP_SAMPLES=1024, CAP_STACKS=4096, CAP_SCHED=1024, CAP_THREADS=64, CAP_NAMES=64, CAP_BIRTHS=1024,
                  CAP_DEATHS=1024, CAP_COLLECTIONS=64, CAP_READINGS=1024)
  run.name("SYSTEM", 0, "forged kernel 1")
  run.name("PROGRAM", 0, "app.Main")
  run.name("COMMAND", 0, "prof=all workload=forged")
  run.name("BUILD_ID", 0, "00112233445566778899aabbccddeeff00112233")
  stretches, switches, stop = schedule(run.meta["START_TSC"], rounds)
  run.meta["STOP_TSC"] = stop
  run.add("sched", *switches)
  ran = {thread: sum(to - start for each, start, to in stretches if each == thread) for thread in THREADS}
  for thread, (text, _) in THREADS.items():
    run.name("THREAD", thread, text)
  add_timing(run, ran, stop)
  add_samples(run, stretches)
  add_events(run, stretches)
  add_counters(run, stretches)
  add_objects(run, stretches)
  if crash:
    add_crash(run)
  if stream:
    add_stream(run, ran, rounds)
  return run


def add_stream(run, ran, rounds):
  """What a target sends while it runs: ROLEs, and a snapshot of the call trees after half of the rounds."""
  run.meta["STREAM"] = run.meta["MODES"]
  run.late = ("STOP_TSC",)
  run.add("role", *((thread, THREADS[thread][1], run.meta["START_TSC"], 0) for thread in THREADS))
  half = Run(START_TSC=run.meta["START_TSC"])
  middle = schedule(run.meta["START_TSC"], rounds // 2)[2]
  stretches = schedule(run.meta["START_TSC"], rounds // 2)[0]
  ran = {thread: sum(to - start for each, start, to in stretches if each == thread) for thread in ran}
  add_timing(half, ran, middle)
  run.snapshots.append((middle, half.rows["thread"], half.rows["node"], half.rows["histogram"]))


def functions(run, name=b"function", file=b"code.c"):
  """Symbols of all functions of whole(): for symbols()."""
  return [(CODE + 256 * number, CODE + 256 * (number + 1), 10 * (number + 1), name + str(number).encode(), file)
          for number in range(FUNCTIONS)]
