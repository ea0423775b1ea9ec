# SPDX-License-Identifier: GPL-2.0-or-later
"""splice.py: files that hold frames of two runs of one program, cut and joined between frames, as a reset leaves them
whose first frame the line has lost. hostdump must never call such a file whole, and each table must be of one run, or
say that it is incomplete.

Usage: splice.py BUILD FOLDER [--all]. A case is a way to splice: splice_WAY."""
import concurrent.futures
import os
import random
import shutil

import forge
from host import Attack, TABLES, is_noted, read_table, read_tables

NOTES = ("losses", "lost")


def runs(stream):
  """Frames of two runs, as bytes: the second one was slower, and all else is alike."""
  frames = []
  for number, late in ((7, 0), (8, 3_000)):
    run = forge.whole(stream=stream, number=number)
    run.meta["CAL_EVENT"] += number
    for kind, column in (("event", 0), ("sched", 0), ("sample", 0), ("reading", 1)):
      run.rows[kind] = [row[:column] + (row[column] + late,) + row[column + 1:] for row in run.rows[kind]]
    for kind, column in (("node", 5), ("histogram", 2), ("birth", 2), ("collection", 5)):
      run.rows[kind] = [row[:column] + (row[column] + (late > 0 and row[column] > 0),) + row[column + 1:]
                        for row in run.rows[kind]]
    frames.append([frame.bytes() for frame in run.frames(rows_per_frame=10)])
  return frames


def change_over(one, other, draw):
  """The second run takes over between two frames, with the number that follows."""
  at = draw.randrange(1, len(one))
  return one[:at] + other[at:]


def change_over_gap(one, other, draw):
  """The second run takes over later than the first one ends."""
  at = draw.randrange(1, len(one))
  return one[:at] + other[draw.randrange(at, len(other)):]


def change_over_back(one, other, draw):
  """The second run takes over with numbers that have been."""
  at = draw.randrange(2, len(one))
  return one[:at] + other[draw.randrange(1, at):]


def one_frame(one, other, draw):
  """One frame is the other run's."""
  at = draw.randrange(1, len(one))
  return one[:at] + other[at:at + 1] + one[at + 1:]


def hello_lost(one, other, draw):
  """A whole run without its end, then the other one without its hello."""
  return one[:draw.randrange(1, len(one))] + other[1:]


def other_hello(one, other, draw):
  """The first frame is the other run's."""
  return other[:1] + one[1:]


def mingled(one, other, draw):
  """Each frame is of one of both."""
  return [draw.choice(pair) for pair in zip(one, other)]


WAYS = (change_over, change_over_gap, change_over_back, one_frame, hello_lost, other_hello, mingled)


def rows_of(name, data):
  """The rows of a table, without what counts bytes."""
  rows = read_table(data)[2]
  return [row for row in rows if row[0] not in ("wire_bytes", "bytes_per_record", "lost_frames", "bytes on the line")]


class Splice:
  """The attack."""

  def __init__(self, attack):
    self.attack = attack
    self.folders = [attack.path("one"), attack.path("other")]
    self.pairs, self.whole = [], []
    for stream in (False, True):
      pair = runs(stream)
      self.pairs.append(pair)
      self.whole.append([self.tables(frames, self.folders[0])[1] for frames in pair])
    one, other = self.whole[0]
    filled = [table for table in TABLES if sum(not line.startswith(b"#") for line in one[table].splitlines()) > 1]
    alike = [table for table in filled if one[table] == other[table]]
    attack.case("splice_runs_are_two", [] if len(alike) < len(filled) // 2 else [f"{len(alike)} tables are alike"])

  def tables(self, frames, folder):
    """The tables of a file: (status, name -> bytes)."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(os.path.join(folder, "x.jxp"), "wb") as file:
      file.write(b"".join(frames))
    result = self.attack.run(["hostdump", "tables", "--no-symbols", "x.jxp", "-o", "tables"], cwd=folder)
    made = os.path.join(folder, "tables")
    return result.died() or result.status, read_tables(made) if os.path.isdir(made) else {}

  def judge(self, frames, pair, whole, folder):
    """Why hostdump was wrong about a file; '' when it was right."""
    status, tables = self.tables(frames, folder)
    if status not in (0, 1):
      return f"status {status}"
    if status == 0 and frames not in pair:
      return "status 0"
    for table, data in tables.items():
      if table not in NOTES and not is_noted(data):
        if rows_of(table, data) not in [rows_of(table, each[table]) for each in whole]:
          return f"{table} is of neither run"
    return ""

  def run(self, count):
    """All ways, `count` files in all."""
    print(f"# splice: seed {self.attack.seed}, {count} files")

    def work(folder, way, first):
      wrong = []
      for number in range(first, count // len(WAYS), 2):
        draw = random.Random(f"{self.attack.seed}/{way.__name__}/{number}")
        which = draw.randrange(len(self.pairs))
        one, other = draw.sample(self.pairs[which], 2)
        reason = self.judge(way(one, other, draw), self.pairs[which], self.whole[which], folder)
        wrong += [f"number {number}: {reason}"] if reason else []
      return wrong
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
      for way in WAYS:
        wrong = sum(pool.map(work, self.folders, [way] * 2, range(2)), [])
        self.attack.case("splice_" + way.__name__, wrong)


def main():
  """2,500 splices, or a sample."""
  attack = Attack()
  Splice(attack).run(attack.count(210, 2_500))
  attack.end()


if __name__ == "__main__":
  main()
