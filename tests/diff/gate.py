# SPDX-License-Identifier: GPL-2.0-or-later
"""gate.py BUILD SCRATCH: `hostdump diff` on forged runs whose truth is known. Prints `ok NAME` or `not ok NAME REASON`."""
import json
import math
import os
import random
import subprocess
import sys

import forge
import maxt
from wire import MASK

HZ = forge.HZ
NAMES = ["read_block", "split_block", "find_word", "hash_word", "sort_run", "compress", "write_out", "new_entry"]
BASE = {name: 200_000 * (number + 1) for number, name in enumerate(NAMES)}  # cycles, a nanosecond each
FAILED = []


def check(name, reason):
  """Reports a case."""
  print(f"not ok diff_{name} {reason}" if reason else f"ok diff_{name}", flush=True)
  if reason:
    FAILED.append(name)


def tree(run, own):
  """A thread whose functions each call the next one: own times in cycles, 10 calls each."""
  total = sum(own.values())
  run.add("node", (1, 0, 1, 5, 0, 0, total, 0, 0, 0, 0, 0, 0))
  left = total
  for number, cycles in enumerate(own.values()):
    each = left // 10
    run.add("node", (number + 2, number + 1, 1, 0, forge.CODE + 256 * number, 10, left, 0, each, each,
                     left * each & MASK, left * each >> 64, 0))
    left -= cycles
  run.add("thread", (1, 0, run.meta["START_TSC"], run.meta["STOP_TSC"], total, 0, 0))


def events(run, gap):
  """Twenty requests, each read and done `gap` cycles later."""
  run.name("EVENT", 1, "request read")
  run.name("EVENT", 2, "request done")
  for number in range(20):
    at = run.meta["START_TSC"] + 400_000 * (number + 1)
    run.add("event", (at, 0, 1, 1), (at + gap, 0, 2, 1))


def births(run, bytes):
  """Thirty objects of one site."""
  run.name("METHOD", 1, "app.Main.work")
  run.name("FILE", 1, "Main.java")
  run.name("CLASS", 1, "app.Thing")
  run.add("method", (1, 1, 10, 5, forge.CODE))
  run.add("class", (1, 0))
  run.add("site", (1, 1, 20))
  clock = 0
  for number in range(30):
    clock += bytes
    run.add("birth", (1, 1, bytes, 1, clock, 0x400000 + 64 * number, run.meta["START_TSC"] + 1000 * number))


def forged(own=None, gap=90_000, bytes=64, counted=True, command="prof=all workload=forged run=1", program="app.Main",
           modes=("timing", "events", "objects"), names=None, **meta):
  """A run, as forge.Run."""
  run = forge.Run(TSC_HZ=HZ)
  run.modes(*modes)
  spread = 0 if counted else 2
  run.meta.update(CAL_ROUNDS=64, CAL_INNER=33, CAL_INNER_MIN=33 - spread, CAL_OUTER=78, CAL_OUTER_MIN=78 - spread,
                  CAL_EVENT=36, CAL_EVENT_MIN=36 - spread, SAMPLING=2)
  run.meta.update(meta)
  for space, text in (("SYSTEM", "forged kernel 1"), ("PROGRAM", program), ("COMMAND", command), ("BUILD_ID", "ab" * 20)):
    run.name(space, 0, text)
  run.name("THREAD", 1, "worker")
  own = own or dict(BASE)
  run.symbols = forge.symbols([(forge.CODE + 256 * n, forge.CODE + 256 * (n + 1), 10, name.encode(), b"code.c")
                               for n, name in enumerate(names or own)])
  if "timing" in modes:
    tree(run, own)
  if "events" in modes:
    events(run, gap)
  if "objects" in modes:
    births(run, bytes)
  return run


def changed(**shares):
  """Own times where some functions take a share more."""
  return {name: int(cycles * (1 + shares.get(name, 0))) for name, cycles in BASE.items()}


class Gate:
  """Writes runs to files, and compares them."""

  def __init__(self, build, scratch):
    self.hostdump, self.scratch, self.count = os.path.join(build, "hostdump"), scratch, 0
    os.makedirs(scratch)

  def write(self, run, spoil=None):
    """The file of a run; `spoil` takes its frames and returns those that arrive."""
    self.count += 1
    path = os.path.join(self.scratch, f"run{self.count}.jxp")
    frames = run.frames()
    with open(path, "wb") as file:
      file.write(b"".join(frame.bytes() for frame in (spoil(frames) if spoil else frames)) + run.symbols)
    return path

  def diff(self, a, b, *options):
    """(status, what it prints, what it complains of)."""
    done = subprocess.run([self.hostdump, "diff", *options, *a, "--", *b], capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode(), done.stderr.decode()

  def json(self, a, b, *options):
    """What it prints as JSON, with its exit status where the two differ."""
    status, out, err = self.diff(a, b, "--json", *options)
    result = json.loads(out) if out else {"status": None, "rows": [], "said": err}
    if result["status"] != status:
      result["status"] = f"{result['status']} in the JSON, {status} as exit status"
    return result

  def noisy(self, draw, count, shares=None, noise=0.01):
    """Files of runs on real time: each function's time varies by itself, and all of a run together."""
    paths = []
    for _ in range(count):
      whole = draw.gauss(0, noise)
      own = {name: int(cycles * math.exp(whole + draw.gauss(0, noise))) for name, cycles in changed(**(shares or {})).items()}
      paths.append(self.write(forged(own, counted=False, modes=("timing",))))
    return paths


def expect(got, status, *words):
  """Why the outcome of Gate.diff() is not what it should be; empty: it is."""
  if got[0] != status:
    return f"status {got[0]}, not {status}: {(got[1] + got[2])[:300]!r}"
  missing = [word for word in words if word not in got[1] + got[2]]
  return f"it does not say {missing}: {got[1][:600]!r}" if missing else ""


def row_of(result, group, name):
  """A row of the JSON."""
  rows = [row for row in result["rows"] if row["group"] == group and row["name"] == name]
  return rows[0] if len(rows) == 1 else {"verdict": f"{len(rows)} rows of {name}", "change_pct": math.nan, "p": None}


def counted(gate):
  """Where clocks count instructions, any difference is real, and a threshold decides."""
  same = gate.write(forged())
  check("counted_same", expect(gate.diff([same], [gate.write(forged(command="prof=all workload=forged run=2"))]), 0,
                               "no worse", "each difference is real"))
  slower = gate.write(forged(changed(find_word=0.02)))
  check("counted_worse", expect(gate.diff([same], [slower]), 5, "WORSE", "+2.0 %", "find_word"))
  check("counted_better", expect(gate.diff([slower], [same]), 0, "no worse", "better", "find_word"))
  for name, path in (("same", same), ("slower", slower)):  # for run.sh
    os.link(path, os.path.join(gate.scratch, name + ".jxp"))
  check("counted_least", expect(gate.diff([same], [slower], "--least", "3"), 0, "no worse"))
  check("counted_least_us", expect(gate.diff([same], [slower], "--least-us", "100"), 0, "no worse"))
  check("counted_below_least", expect(gate.diff([same], [gate.write(forged(changed(find_word=0.005)))]), 0, "no worse"))
  check("two_files", expect(gate.diff([], [same, slower]), 2, "which dumps?"))
  done = subprocess.run([gate.hostdump, "diff", same, slower], capture_output=True, timeout=60)
  check("two_files_no_dashes", "" if done.returncode == 5 else f"status {done.returncode}")
  result = gate.json([same], [gate.write(forged(gap=99_000, bytes=96))])
  wanted = {"intervals": ("request read -> request done", 10), "sites": ("app.Main.work: app.Thing", 50)}
  for group, (name, change) in wanted.items():
    row = row_of(result, group, name)
    check(f"counted_{group}", "" if row["verdict"] == "worse" and abs(row["change_pct"] - change) < 1e-3 else str(row))
  unlike = [gate.write(forged(changed(find_word=share))) for share in (0, 0.001)]
  check("counted_does_not_repeat", expect(gate.diff(unlike, [same]), 6, "runs of one side differ, in"))


def tested(gate):
  """On real time: found, not found, and the same figures as another program's."""
  draw = random.Random(16)
  a, b, slow = gate.noisy(draw, 5), gate.noisy(draw, 5), gate.noisy(draw, 5, {"find_word": 0.2})
  check("tested_same", expect(gate.diff(a, b), 0, "no worse", "half of the figures would have shown"))
  check("tested_worse", expect(gate.diff(a, slow), 5, "WORSE", "find_word"))
  check("tested_better", expect(gate.diff(slow, a), 0, "no worse", "better"))
  result = gate.json(a, slow)
  row = row_of(result, "functions", "find_word")
  check("tested_interval", "" if row["low_pct"] < 20 < row["high_pct"] and row["p"] <= 0.05 else str(row))
  check("tested_as_defined", as_defined(gate, a, slow, result))
  check("tested_four", expect(gate.diff(a[:4], slow[:4]), 5, "find_word"))
  check("tested_three_are_too_few", expect(gate.diff(a[:3], slow[:3]), 6, "NO VERDICT", "too few"))
  check("one_beside_one", expect(gate.diff(a[:1], slow[:1]), 6, "NO VERDICT", "within runs"))
  history = gate.noisy(draw, 19)
  worst = gate.noisy(draw, 1, {"find_word": 1})
  check("history_worse", expect(gate.diff(history, worst), 5, "find_word"))
  check("history_same", expect(gate.diff(history, a[:1]), 0, "no worse"))
  check("history_too_short", expect(gate.diff(history[:18], worst), 6, "NO VERDICT"))


def as_defined(gate, a, b, result):
  """Whether p and intervals are those of maxt.py, from what the tables of the runs say."""
  runs = []
  for path in a + b:
    done = subprocess.run([gate.hostdump, "report", "--tsv", "--table", "tree", path], capture_output=True, timeout=60)
    rows = [line.split("\t") for line in done.stdout.decode().splitlines() if not line.startswith("#")][1:]
    names = {row[0]: row for row in rows}
    values = {}
    for row in rows:
      path_of, at = [], row
      while at:
        path_of.insert(0, at[4])
        at = names.get(at[1])
      values["paths", ";".join(path_of)] = float(row[6])
      values["functions", row[4]] = float(row[7])
    values["paths", "(all)"] = float(rows[0][6])
    runs.append(values)
  rows = [row for row in result["rows"] if row["p"] is not None]
  keys = [[math.log(run[row["group"], row["name"]]) for run in runs] for row in rows]
  for row, (shift, low, high, p) in zip(rows, maxt.test(keys, len(a), len(b), 0.05)):
    wanted = [100 * math.expm1(each) for each in (shift, low, high)] + [p]
    got = [row["change_pct"], row["low_pct"], row["high_pct"], row["p"]]
    if any(abs(x - y) > 1e-3 * max(1, abs(y)) for x, y in zip(got, wanted)):
      return f"{row['name']}: {got}, should be {wanted}"
  return "" if len(rows) > 2 * len(NAMES) else f"only {len(rows)} rows"


def refused(gate):
  """Runs that are not comparable."""
  base = gate.write(forged())
  unlike = {
    "program": dict(program="app.Other"), "options": dict(command="prof=all workload=forged run=1 nodes=9"),
    "modes": dict(modes=("timing", "events")), "tick_hz": dict(TICK_HZ=1000), "sampling": dict(SAMPLING=1),
    "processors": dict(PROCESSORS=2), "clock": dict(counted=False), "counters": dict(COUNTERS_FROM=1),
  }
  for what, arguments in unlike.items():
    check(f"refused_{what}", expect(gate.diff([base], [gate.write(forged(**arguments))]), 6, "NOT COMPARABLE", what))
  faster = gate.write(forged(TSC_HZ=2 * HZ))
  check("refused_machine", expect(gate.diff([base], [faster]), 6, "NOT COMPARABLE", "another machine"))
  crashed = forged()
  crashed.name("CRASH", 0, "page fault")
  check("refused_crash", expect(gate.diff([base], [gate.write(crashed)]), 6, "NOT COMPARABLE", "crashed: page fault"))
  result = gate.json([base], [faster])
  check("refused_json", "" if result["decided"] == "refused" and result["remarks"] and not result["rows"] else str(result))


def crowd(share):
  """Forty threads of one name, each with a fortieth of the time in one function, `share` more than usual."""
  run = forged(modes=("timing",))
  run.rows["node"], run.rows["thread"] = [], []
  for number in range(1, 41):
    run.name("THREAD", number, "worker")
    cycles = int(100_000 * (1 + share))
    run.add("thread", (number, 0, run.meta["START_TSC"], run.meta["STOP_TSC"], cycles, 0, 0))
    run.add("node", (2 * number - 1, 0, number, 5, 0, 0, cycles, 0, 0, 0, 0, 0, 0),
            (2 * number, 2 * number - 1, number, 0, forge.CODE, 1, cycles, 0, cycles, cycles, cycles ** 2 & MASK, 0, 0))
  return run


def summed(gate):
  """A path of threads of one name is as large as all of them together: none of the forty nodes is above the floor."""
  got = gate.json([gate.write(crowd(0))], [gate.write(crowd(0.2))], "--floor", "60")
  rows = [row["name"] for row in got["rows"] if row["group"] == "paths" and row["verdict"] == "worse"]
  check("path_of_many_threads", "" if got["status"] == 5 and any("read_block" in name for name in rows) else str(got)[:300])


def coarse(gate):
  """A clock of ten megahertz finds its probes to cost the same each time, nothing: it does not count instructions."""
  costs = {f"CAL_{what}{least}": 0 for what in ("INNER", "OUTER", "EVENT") for least in ("", "_MIN")}
  runs = [gate.write(forged(own, TSC_HZ=10_000_000, **costs)) for own in (BASE, changed(find_word=0.1))]
  check("coarse_clock", expect(gate.diff(runs[:1], runs[1:]), 6, "NO VERDICT"))


def lossy(gate):
  """What is lost is said, and not compared; a gate that compares nothing fails."""
  base, slower = gate.write(forged()), forged(changed(find_word=0.1), gap=180_000)
  slower.dropped["event"] = 7
  check("full_buffer", expect(gate.diff([base], [gate.write(slower)]), 5, "intervals are not compared", "find_word"))
  result = gate.json([base], [gate.write(slower)])
  check("full_buffer_not_compared", "" if set(result["compared"]) == {"functions", "paths", "sites"} else str(result["compared"]))

  def lose_events(frames):
    return [frame for frame in frames if not any(kind == forge.KINDS["event"].number for kind, _ in frame.blocks())]
  got = gate.diff([base], [gate.write(forged(), lose_events)])
  check("frame_lost", expect(got, 1, "intervals are not compared"))
  check("cut", expect(gate.diff([base], [gate.write(forged(), lambda frames: frames[:-1])]), 6, "NOTHING COMPARED"))
  nothing = [gate.write(forged(modes=())) for _ in range(2)]
  headless = gate.write(forged(), lambda frames: frames[1:])
  check("not_analysed", expect(gate.diff([base], [headless]), 6))
  check("nothing_recorded", expect(gate.diff(nothing[:1], nothing[1:]), 6, "NOTHING COMPARED"))
  nowhere = gate.diff([base], [os.path.join(gate.scratch, "none.jxp")])
  check("no_such_file", expect(nowhere, 4, "none.jxp"))
  with open(os.path.join(gate.scratch, "text.jxp"), "w", encoding="utf-8") as file:
    file.write("no dump\n")
  check("not_a_dump", expect(gate.diff([base], [file.name]), 3))


def names(gate):
  """Functions that are renamed decide nothing, those that are added show in the sums; hostile names stay data."""
  base = gate.write(forged())
  renamed = ["find" if name == "find_word" else name for name in NAMES]
  got = gate.json([base], [gate.write(forged(names=renamed))])
  kinds = {row["name"]: row["verdict"] for row in got["rows"] if row["group"] == "functions"}
  check("renamed", "" if got["status"] == 0 and kinds["find"] == "new" and kinds["find_word"] == "gone" else str(kinds))
  shrunk = dict(BASE, new_entry=1)
  got = gate.json([base], [gate.write(forged(shrunk))])
  row = row_of(got, "functions", "new_entry")
  check("shrunk_is_not_gone", "" if row["verdict"] == "better" and got["counts"]["gone"] == 0 else str(got["counts"]))
  added = dict(BASE, brand_new=1_500_000)
  got = gate.json([base], [gate.write(forged(added))])
  check("added", "" if got["status"] == 5 and row_of(got, "paths", "(all)")["verdict"] == "worse" else str(got["counts"]))
  hostile = ["a\x1b[2J", 'q"uo\\te', "tab\there", "semi;colon", "\u202eright", "</script>", "line\nbreak", "new_entry"]
  slower = dict(zip(hostile, changed(find_word=0.1).values()))
  got = gate.diff([gate.write(forged(dict(zip(hostile, BASE.values()))))], [gate.write(forged(slower))])
  bad = [c for c in got[1] if ord(c) < 32 and c != "\n" or c == "\u202e"]
  check("hostile_text", expect(got, 5) or (f"{bad} reach the terminal" if bad else ""))
  got = gate.json([gate.write(forged(dict(zip(hostile, BASE.values()))))], [gate.write(forged(slower))])
  check("hostile_json", "" if got["status"] == 5 and len(got["rows"]) > 8 else str(got)[:300])


def main():
  """Runs all cases."""
  gate = Gate(sys.argv[1], sys.argv[2])
  for part in (counted, tested, refused, summed, coarse, lossy, names):
    part(gate)
  return 1 if FAILED else 0


if __name__ == "__main__":
  sys.exit(main())
