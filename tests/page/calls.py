# SPDX-License-Identifier: GPL-2.0-or-later
"""calls.py: a run that has recorded its calls one by one, of two threads, drawn at random, the same each time.

Usage: calls.py > STREAM"""
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "attack"))
import forge

THREADS = {1: b"main", 2: b"worker"}
CALLS, DEEPEST, FUNCTIONS = 4000, 9, 12
CODE = 0x100000
ROOT, OPEN, UNWOUND = 1, 1, 2         # flags of a node, and of a call


class Program:
  """A thread that calls and returns: nodes and calls in the order in which these ended."""

  def __init__(self, run, thread, draw):
    self.run, self.thread, self.draw = run, thread, draw
    self.nodes, self.stack, self.now = {}, [], run.meta["START_TSC"] + 100 * thread
    self.root = self.node(0, 0)

  def node(self, parent, address):
    """The number of the node of a function below another node."""
    if (parent, address) not in self.nodes:
      number = len(self.run.rows["node"]) + 1
      self.nodes[parent, address] = number
      self.run.add("node", (number, parent, self.thread, 0 if address else ROOT, address, 1, 0, 0, 0, 0, 0, 0, 0))
    return self.nodes[parent, address]

  def call(self):
    """Calls a function."""
    above = self.stack[-1][0] if self.stack else self.root
    self.stack.append((self.node(above, CODE + 256 * self.draw.randrange(FUNCTIONS)), self.now))

  def leave(self, flags=0):
    """Returns from the innermost call."""
    node, start = self.stack.pop()
    raw = self.now - start
    self.run.add("call", (node << 4 | flags, raw, min(raw // 4, 10), 0, self.now, 0))

  def play(self, calls):
    """Calls and returns, and is stopped in the middle."""
    for _ in range(2 * calls):
      self.now += self.draw.randrange(1, 900)
      if not self.stack or (len(self.stack) < DEEPEST and self.draw.random() < 0.5):
        self.call()
      else:
        self.leave(UNWOUND if self.draw.random() < 0.01 else 0)
    self.call()
    self.now = self.run.meta["STOP_TSC"]
    while self.stack:
      self.leave(OPEN)


def main():
  """Writes the stream."""
  run, draw = forge.Run(), random.Random(7)
  run.modes("timing", "calls")
  for number, name in THREADS.items():
    run.name("THREAD", number, name)
    run.add("thread", (number, 0, run.meta["START_TSC"], run.meta["STOP_TSC"], 10_000_000, 0, 0))
    Program(run, number, draw).play(CALLS // 2)
  run.rows["call"].sort(key=lambda row: row[4])
  sys.stdout.buffer.write(run.stream(rows_per_frame=500))


main()
