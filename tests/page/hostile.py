# SPDX-License-Identifier: GPL-2.0-or-later
"""hostile.py: dumps that a hostile target might send to the page: names with markup in all places, 100,000 threads,
30,000 waits that each went through 30,000 holders, moments at wild times of threads that wait for each other in a
row, and a stack whose lines make no sense but for three.

Usage: hostile.py names|threads|waits|moments_wild|lines > DUMP"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
import bomb
import forge
import names
import wire

MARKUP = [b"<img src=x onerror=hacked=1>", b"</script><script>hacked=1</script>", b"'\"><b onclick=hacked=1>",
          b"<!--", b"#x&amp;<i>"]
THREADS, AT_ONCE = 100000, 50000


def threads():
  """Each thread runs once: a lane for each."""
  rising = bomb.rising
  return bomb.run_of([bomb.block("thread", AT_ONCE, id=rising(AT_ONCE, first)) +
                      bomb.block("sched", AT_ONCE, tsc=rising(AT_ONCE, 1000 * first, 1000), **{
                          "from": rising(AT_ONCE, first), "to": rising(AT_ONCE, first + 1)})
                      for first in range(1, THREADS, AT_ONCE)])


def waits():
  """Releases of one lock, and waits for it that each began before all of them and ended behind all."""
  count = 30000
  rising = bomb.rising
  same = lambda value: bomb.varints([value] * count)
  releases = bomb.block("lock", count, tsc=rising(count, 2000, 10), object=same(7), thread=same(1), flags=same(1))
  last = 2000 + 10 * (count - 1)
  waiting = bomb.block("lock", count, tsc=rising(count, last + 1), waited=rising(count, last), object=same(7),
                       released=same(last), thread=rising(count, 2), holder=same(1), holds=same(count))
  return bomb.run_of([releases, waiting], modes=127)


def moments():
  """Moments whose times go back and forth, of threads that stand, each waiting for the one before it."""
  count = 12000
  rising = bomb.rising
  extremes = bomb.varints([bomb.EXTREMES[i % len(bomb.EXTREMES)] for i in range(count)])
  taken = bomb.block("moment", count, tsc=extremes, took=extremes, number=rising(count), why=bomb.varints([1] * count),
                     threads=bomb.varints([count] * count), stances=bomb.varints([1] * count))
  stands = bomb.block("stance", count, tsc=extremes, moment=rising(count), thread=rising(count, 2),
                      owner=rising(count), state=bomb.varints([3] * count), wait=bomb.varints([2] * count))
  return bomb.run_of([taken, stands], modes=255)


def lines():
  """A stack of eight calls in one function. Lines are known of the first, whose number is the greatest and whose file
  is markup; of the sixth; and of the last, whose file has a long name. What the others have makes no sense: no such
  file, line 0, no bytes, no file, and code that another line has or that reaches beyond the end of memory."""
  calls = [0x1010 * 16 + 16 * i for i in range(8)]
  paths = [(number + 1, number, address) for number, address in enumerate(reversed(calls))]
  stand = {"moment": 1, "thread": 1, "state": 3, "wait": 1, "path": len(paths), "tsc": 1000, "since": 500}
  taken = {"tsc": 1000, "took": 10, "number": 1, "why": 1, "threads": 1, "stances": 1}
  row = lambda kind, values: wire.encode_block(wire.KINDS[kind], [tuple(values.get(name, 0) for name in
                                                                       wire.KINDS[kind].names())])
  stream = bomb.run_of([wire.encode_block(wire.KINDS["path"], paths) + row("moment", taken) + row("stance", stand)],
                       modes=255)
  rows = [(calls[0] - 1, 1, (1 << 32) - 1, 1), (calls[1] - 1, 1, 7, 9), (calls[2] - 1, 1, 0, 2),
          (calls[3] - 1, 0, 7, 2), (calls[4] - 1, 0xffffffff, 7, 0), (calls[5] - 1, 8, 8, 2), (calls[5] + 1, 20, 9, 2),
          ((1 << 64) - 4, 0xffffffff, 7, 2), (calls[7] - 1, 1, 7, 3)]
  return stream + forge.symbols([(0x10000, 0x20000, 3, b"deep<b>", b"deep.c")]) + forge.lines(
      [MARKUP[0], b"x.c", b"long" * 400], rows)


DUMPS = {
    "names": lambda: names.dump(names.of_some_kinds(MARKUP)),
    "threads": threads,
    "waits": waits,
    "moments_wild": moments,
    "lines": lines,
}

sys.stdout.buffer.write(DUMPS[sys.argv[1]]())
