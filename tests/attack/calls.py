# SPDX-License-Identifier: GPL-2.0-or-later
"""calls.py: runs whose calls, recorded one by one, contradict each other: they begin before their callers, begin and
end at one time, are of nodes that are not there, lack halves of their times, come out of order. `hostdump tree` must
end by itself, and a search that goes on behind each call that it has found must come to each call, once.

Usage: calls.py BUILD FOLDER [--all]. Cases: calls_found_once."""
import re

import forge
from host import Attack, read_table

CALLS, CODE, FUNCTIONS = 45, 0x100000, 6
TIMES = (0, 0, 0, 1, 10, 1_000, 100_000, 2 ** 32 - 1)
STEPS = (0, 0, 0, 0, 1, 5, 100, 10_000)
FLAGS = (0, 0, 0, 0, 1, 2, 4, 8)
EDGES = (0, 2 ** 63, 2 ** 64 - 1)


def call_trees(draw, threads):
  """NODE rows of each thread: a root, and some nodes below any of those before them."""
  rows = []
  for thread in range(1, threads + 1):
    root = len(rows) + 1
    rows.append((root, 0, thread, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0))
    for _ in range(draw.randrange(1, 9)):
      number = len(rows) + 1
      rows.append((number, draw.randrange(root, number), thread, 0, CODE + 0x100 * draw.randrange(FUNCTIONS), 1,
                   0, 0, 0, 0, 0, 0, 0))
  return rows


def calls(draw, nodes):
  """CALL rows that no program has made."""
  tsc, rows = 1_000_000, []
  for _ in range(CALLS):
    tsc += draw.choice(STEPS)
    node = draw.choice(nodes)[0] if draw.random() < 0.95 else 999
    at = tsc if draw.random() < 0.97 else draw.choice(EDGES)
    rows.append((node << 4 | draw.choice(FLAGS), draw.choice(TIMES), draw.choice((0, 1, 2 ** 32 - 1)),
                 draw.choice((0, 0, 5)), at, 0))
  return rows


def write(attack, name):
  """Writes a run of some threads."""
  run, threads = forge.Run(), attack.random.randrange(1, 4)
  run.modes("timing", "calls")
  for thread in range(1, threads + 1):
    run.name("THREAD", thread, "worker")
    run.add("thread", (thread, 0, 0, 20_000_000, 10_000_000, 0, 0))
  nodes = call_trees(attack.random, threads)
  run.add("node", *nodes)
  run.add("call", *calls(attack.random, nodes))
  attack.write(name, run.stream())


def search(attack, name, options):
  """(the calls that a search finds one behind the other, why it went wrong)."""
  found, behind = [], []
  while len(found) <= CALLS:
    done = attack.run(["hostdump", "tree", "--no-symbols", "--find", "*", *options, *behind, name])
    if done.died() or done.status not in (0, 1):
      return found, f"{done.died()}, status {done.status}, behind {behind}"
    path = re.findall(rb"^(\d+:\d+) ", done.out, re.MULTILINE)
    if not path:
      return found, ""
    found.append(path[-1])
    behind = ["--after", path[-1].decode()]
  return found, "the search does not end"


def found_once(attack):
  """Searches of all calls, in both orders."""
  reasons = []
  for number in range(attack.count(4, 100)):
    write(attack, "calls.jxp")
    table = attack.run(["hostdump", "report", "--tsv", "--no-symbols", "--table", "calls", "calls.jxp"])
    _, _, rows = read_table(table.out)
    for options in ([], ["--breadth"]):
      found, why = search(attack, "calls.jxp", options)
      where = f"seed {attack.seed}, run {number} {' '.join(options)}"
      reasons.append(why and f"{where}: {why}")
      reasons.append((len(found) != len(rows) or len(set(found)) != len(found)) and
                     f"{where}: {len(set(found))} of {len(rows)} calls found, in {len(found)} searches")
    for options in (["-D", "0"], ["--function", "0x1001*", "--over", "0.1"]):
      done = attack.run(["hostdump", "tree", "--no-symbols", *options, "calls.jxp"])
      reasons.append((done.died() or done.status not in (0, 1)) and f"run {number}: {options}: {done.status}")
  return reasons


def main():
  """All cases."""
  attack = Attack()
  attack.case("calls_found_once", found_once(attack))
  attack.end()


main()
