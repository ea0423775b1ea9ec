# SPDX-License-Identifier: GPL-2.0-or-later
"""long.py: `long.py WHAT N` prints a dump with N of what a program may have to search among: a table of it may take
twice as long for twice as many, not four times. The dumps are made as those of tests/attack."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "attack"))
import forge  # noqa: E402
from wire import KINDS  # noqa: E402

START, STEP = 1_000_000, 10


def record(kind_name, **values):
  """A record of a kind; columns that are not named are 0."""
  return tuple(values.get(name, 0) for name in KINDS[kind_name].names())


def run_of(*modes, threads=1, **meta):
  """A run in which so many threads were there all the time."""
  run = forge.Run(**meta)
  run.modes(*modes)
  for thread in range(1, threads + 1):
    run.add("thread", record("thread", id=thread, start=START, end=START + 10_000_000, run=10_000_000))
  return run


def add_events(run, count, threads=1):
  for i in range(count):
    run.add("event", record("event", tsc=START + i * STEP, event=1 + i % 7, thread=1 + i % threads))


def settings(count):
  """Events, and between any two of them recording is switched on or off."""
  run = run_of("events", "samples")
  for i in range(count):
    run.add("setting", record("setting", tsc=START + i * STEP + 5, modes=4 if i % 2 else 2, sample_hz=1000))
  add_events(run, count)
  return run


def losses(count):
  """Events, and between any two of them some found no room."""
  run = run_of("events", STREAM=4)
  for i in range(count):
    run.add("loss", record("loss", **{"kind": KINDS["event"].number, "from": START + i * STEP + 1,
                                      "to": START + i * STEP + 3}))
  add_events(run, count)
  return run


def threads(count):
  """Events of many threads."""
  run = run_of("events", "sched", threads=count // 4)
  add_events(run, count, threads=count // 4)
  return run


def chain(count):
  """A call tree that is one path."""
  run = run_of("timing")
  run.add("node", record("node", id=1, thread=1, flags=1, count=1, raw=10_000_000))
  for i in range(2, count):
    run.add("node", record("node", id=i, parent=i - 1, thread=1, address=16 * i, count=1, raw=10_000_000 - i))
  return run


def registers(count):
  """A crash of a processor with very many registers."""
  run = run_of("timing")
  for i in range(count):
    run.add("register", record("register", thread=1, number=1 + i % 22, value=i))
  return run


def reused(count):
  """Objects that all lived at one address."""
  run = run_of("objects")
  for i in range(count // 4):
    run.add("collection", record("collection", number=i, start=START + i * 40, end=START + i * 40 + 5,
                                 clock=i * 64 + 64, deaths=4))
  for i in range(count):
    run.add("birth", record("birth", **{"tsc": START + i * STEP + 1, "object": 4096, "site": 1 + i % (count // 2),
                                        "class": 1 + i % 1000, "bytes": 16, "clock": i * 16 + 16, "thread": 1}))
    run.add("death", record("death", collection=i // 4, object=4096))
  return run


if __name__ == "__main__":
  sys.stdout.buffer.write(globals()[sys.argv[1]](int(sys.argv[2])).stream(rows_per_frame=5000))
