# SPDX-License-Identifier: GPL-2.0-or-later
"""dumps.py: writes dumps that no target has sent, for run.sh: `dumps.py NAME > FILE`.

  names    a whole run in whose places for names stand hostile ones, of all kinds in turns
  line     a whole run of which the frames with switches and events in the middle were lost on the line
  samples  a run of 2,000 samples of 40 functions, in stacks of 3 to 20 of them; recursion among them; 40 more were
           asked for and not taken
  starts   a run in which main starts two threads while it runs, one of which starts a fourth before it is preempted; one
           of main's never runs
  unlisted a run of calls of twenty threads whose own records were lost: only their call trees tell of them
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
import forge    # pylint: disable=wrong-import-position
import hostile  # pylint: disable=wrong-import-position
import names    # pylint: disable=wrong-import-position


def of_names():
  kinds = {**hostile.shells(b"canary"), **hostile.MARKUP, **hostile.CONTROLS, **hostile.LETTERS, **hostile.SHAPES}
  return names.dump(names.of_some_kinds(list(kinds.values())))


def of_line():
  """Frames of a few records, every fifth of those with switches, events and samples left out."""
  frames = forge.whole(rounds=40).frames(rows_per_frame=16)
  kept = [frame for number, frame in enumerate(frames)
          if number % 5 or not {"sched", "event", "sample"} & {kind for kind, _ in kinds_of(frame)}]
  return b"".join(frame.bytes() for frame in kept)


def kinds_of(frame):
  """The names of the kinds in a frame, each with its rows."""
  return [(forge.FORMAT.kinds[kind].name, rows) for kind, rows in frame.blocks() if kind in forge.FORMAT.kinds]


def of_samples():
  run = forge.Run(STOP_TSC=3_000_000_000, SAMPLES_MISSED=40)
  run.modes("samples")
  run.name("THREAD", 1, "main")
  run.name("THREAD", 2, "worker")
  state = 1
  for number in range(2000):
    state = (state * 1103515245 + 12345) % (1 << 31)
    stack = [forge.CODE + 256 * ((state >> 3 + i) % 40) + 16 for i in range(3 + state % 18)]
    run.add("sample", (2_000_000 + 1_000_000 * number, 1 + state // 64 % 2, 0, stack))
  return run.stream()


def of_starts():
  run = forge.Run()
  run.modes("sched")
  start = run.meta["START_TSC"]
  run.meta["STOP_TSC"] = start + 20000
  threads = {1: ("main", 0, 0), 2: ("first", 1, 2000), 3: ("never", 1, 3000), 4: ("second", 2, 6000)}
  for number, (name, by, at) in threads.items():
    run.name("THREAD", number, name)
    run.add("thread", (number, 0, start + at, start + 20000, 0, 0, 0, by, 0))
  run.add("sched", *((start + at, before, behind, 1) for at, before, behind in
                     ((5000, 1, 2), (9000, 2, 1), (10000, 1, 4), (12000, 4, 2), (13000, 2, 4))))
  return run.stream()


def of_unlisted():
  run = forge.Run()
  run.modes("timing", "calls")
  start = run.meta["START_TSC"]
  for thread in range(1, 21):
    run.add("node", (2 * thread, 0, thread, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0),
            (2 * thread + 1, 2 * thread, thread, 0, forge.CODE + 256 * thread, 1, 0, 0, 0, 0, 0, 0, 0))
  run.add("call", *(((2 * thread + 1) << 4, 100, 10, 0, start + 1000 * thread, 0) for thread in range(1, 21)))
  return run.stream()


if __name__ == "__main__":
  sys.stdout.buffer.write({"names": of_names, "line": of_line, "samples": of_samples,
                           "starts": of_starts, "unlisted": of_unlisted}[sys.argv[1]]())
