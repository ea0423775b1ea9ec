# SPDX-License-Identifier: GPL-2.0-or-later
"""differ.py: forged runs for `hostdump diff` and for the page: two sides of five runs each, whose functions vary from
run to run, one of them slower on the second side.

Usage: differ.py FOLDER, a new one. Prints the files of each side, a side a line."""
import os
import random
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(here, "..", "diff"), os.path.join(here, "..", "attack")]
import gate

RUNS = 5


def main():
  """Writes the runs."""
  maker, draw = gate.Gate("", sys.argv[1]), random.Random(18)
  print(",".join(maker.noisy(draw, RUNS)))
  print(",".join(maker.noisy(draw, RUNS, {"find_word": 0.2})))


main()
