# SPDX-License-Identifier: GPL-2.0-or-later
#
# compare.py: whether a dump's stacks are those that gdb found. compare.py LINES MOMENTS.TSV THREADS MOST
#
# LINES is what walk.py printed; MOMENTS.TSV the table without symbols, whose stacks are addresses; THREADS the names of
# the threads by their numbers, `NUMBER NAME' a line. Each line of gdb's must have its row, with the same addresses. gdb
# goes on outwards of an entry that has no caller: into assembly, where frames end for the kernel, it is not followed;
# so each stack must be the inner part of gdb's, and end at an entry.
import sys


def rows_of(path):
  found = {}
  for line in open(path, encoding="utf-8"):
    cells = line.rstrip("\n").split("\t")
    if not line.startswith("#") and cells[0] != "time_us":
      found.setdefault(cells[3], []).append((float(cells[0]), float(cells[1]), cells[9].split(";")))
  return found


def main():
  lines = [line.split()[1:] for line in open(sys.argv[1], encoding="utf-8") if line.startswith(("walk ", "start "))]
  start, hz = [int(x) for x in lines[-1]]
  rows = rows_of(sys.argv[2])
  names = dict(line.rstrip("\n").split(" ", 1) for line in open(sys.argv[3], encoding="utf-8"))
  frames, moments, wrong, outer = 0, set(), [], set()
  for number, tsc, thread, stack in lines[:-1]:
    us = (int(tsc) - start) * 1e6 / hz
    truth = [int(a, 16) for a in stack.split(";")]
    told = [r for r in rows.get(names[thread], []) if r[0] - 0.001 <= us <= r[1] + 0.001]
    moments.add(number)
    if len(told) != 1:
      wrong.append(f"moment {number}, {names[thread]}: {len(told)} rows")
      continue
    mine = [int(a, 16) for a in told[0][2]]
    frames += len(mine)
    if mine != truth[len(truth) - len(mine):]:
      wrong.append(f"moment {number}, {names[thread]}: {told[0][2]}, gdb has {stack}")
    outer.add((mine[0], len(truth) == len(mine)))
  for line in wrong[:5]:
    print(line)
  entries = {a for a, whole in outer if not whole}
  if len(entries) > 2:
    print(f"stacks end at {len(entries)} places before gdb's: {sorted(hex(a) for a in entries)}")
  if len(moments) < int(sys.argv[4]):
    print(f"gdb saw {len(moments)} moments, not {sys.argv[4]}")
  print(f"{len(lines) - 1} stacks of {len(moments)} moments, {frames} frames", file=sys.stderr)


main()
