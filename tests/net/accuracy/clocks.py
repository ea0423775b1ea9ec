#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# clocks.py: how the clocks of machines really stand to each other, beside what `hostdump clocks' says, and beside what
# two other methods say of the same messages.
#
#   clocks.py FOLDER [warp=NODE:RATE_PPM:AMPLITUDE_US:PERIOD_US:STEP_US:STEP_AT_US]
#
# FOLDER has messages.tsv and clocks.tsv of hostdump, hz.tsv (node, cycles a second), and NODE.ticks of the plugin (ticks.c):
# the host's counter before and behind each rdtsc of the guest.
#
# Truth. Without -icount a guest's counter is the host's plus one constant. That is not taken for granted: each time
# stamp of a record is one rdtsc of the plugin's list, so with the right constant each falls between its two readings of
# the host's counter; with a wrong one few do. Where no constant fits all, the first that does not fit is a step, and a
# new constant begins there. The constants are known to within what all intervals leave, which is printed. A dump that
# was warped has the warp on top, which is a formula.
#
# The others: the line that least squares lay through the points of each direction, the mean of both (as LTTng's trace
# synchronisation by linear regression: E. Clement, M. Dagenais, "Traces Synchronization in Distributed Networks", 2009),
# of the whole run and of each window, whichever has the smaller error; and what Jaeger's clock skew adjuster makes of
# each question and its answer as spans of a client and a server (jaeger, adjuster/clockskew.go).
#
# A step is a jump of the truth of a millisecond or more within a window, or from its end to the beginning of the next
# one of its pair: it is found where that window, or the next one, has violations; jumps that follow each other are one
# step, for a machine that stands still has windows of its own meanwhile; so are those between which it still stands,
# in windows shorter than a millisecond. `violated' are windows with violations that no step explains; a window right
# before a step is explained, too, where the truth has moved by PART already. A window within which the truth jumps has
# no one offset: it is counted as `split', and not held against
# any. A machine that stands still makes such a one where a message is sent to it meanwhile.
#
# Prints lines NAME <tab> VALUE, times in microseconds. `floor_us': half of what the least delays of both directions
# differ by. Were all of one direction shorter by as much, and all of the other longer, and the offset another one, each
# message would be the same: what rests on the least delays has this error, and no method can know it.
# `floor_window_us' is that of the messages of each window, by the true clocks at each of them, the median of windows:
# least delays differ from window to window; other windows say less of one where rates change more.

import array
import bisect
import math
import sys

FOLDER = sys.argv[1]
OPTIONS = dict(word.split("=", 1) for word in sys.argv[2:])
ROUNDING = 3 # cycles: times of tables are whole nanoseconds
STEP = 1e6   # ns
PART = 1e5   # ns: of a step, what a machine that stands still may have lost when its next message is seen
UNBROKEN = 20000 # cycles between the readings around an rdtsc that the host did not interrupt, at most
FIRST = 5    # records of a stretch by which its constant is looked for


def rows_of(path, word=""):
  """The rows of a table that have a cell `word', as dictionaries."""
  with open(path) as lines:
    cells = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
  return [dict(zip(cells[0], row)) for row in cells[1:] if not word or word in row]


def ticks_of(node):
  """The host's counter before, and behind, each rdtsc of a node."""
  numbers = array.array("Q")
  with open(f"{FOLDER}/{node}.ticks", "rb") as file:
    data = file.read()
  numbers.frombytes(data[:len(data) // 16 * 16])
  return numbers[0::2], numbers[1::2]


class Node:
  """A node's clock: times of its tables, in ns, and the host's counter."""

  def __init__(self, name, hz, times):
    self.name, self.hz = name, hz
    self.before, self.behind = ticks_of(name)
    self.stretches = [] # time of the first record, host's counter at time 0: least, most; time of the last record
    self.times = sorted(times)
    while self.times:
      self.times = self.times[self.fit():]
    self.stills = [self.still(*two) for two in zip(self.stretches, self.stretches[1:])]

  def narrowed(self, time, least, most):
    """What is left of the bounds of the constant when a record of `time' is one rdtsc of the list; None: nothing is."""
    at = time * self.hz / 1e9
    last = bisect.bisect_right(self.before, at + most + ROUNDING) - 1
    if last < 0:
      return None
    low = max(least, self.before[last] - at - ROUNDING)
    high = min(most, self.behind[last] - at + ROUNDING)
    return (low, high) if low <= high else None

  def fit_by(self, number):
    """The constant that the most records from the first one on agree with, of those by which record `number' is one
    rdtsc that was not interrupted: how many agree, and the constant's bounds."""
    best = (0, 0, 0)
    at = self.times[number] * self.hz / 1e9
    for before, behind in zip(self.before, self.behind):
      if behind - before > UNBROKEN:
        continue
      bounds, fits = (before - at - ROUNDING, behind - at + ROUNDING), 0
      while fits < len(self.times):
        narrower = self.narrowed(self.times[fits], *bounds)
        if not narrower:
          break
        bounds, fits = narrower, fits + 1
      if fits > best[0]:
        best = (fits, *bounds)
      if fits == len(self.times):
        break
    return best

  def fit(self):
    """Finds the constant that the most records from the first one on agree with; returns how many they are. Where the
    host took the processor away within the rdtsc of a record, that one does not tell which of many constants it is: the
    next ones do."""
    best = (0, 0, 0)
    for number in range(min(FIRST, len(self.times))):
      best = max(best, self.fit_by(number))
      if best[0] == len(self.times):
        break
    if best[0] < 20 and best[0] < len(self.times):
      sys.exit(f"clocks.py: {self.name}: no constant fits the records from {self.times[0] / 1000} us on")
    self.stretches.append((self.times[0], best[1], best[2], self.times[best[0] - 1]))
    return best[0]

  def still(self, one, two):
    """From when to when, by the host's counter, the machine stood still between the last record of a stretch and the first
    one of the next: no rdtsc came for as long as its counter has lost, and for hardly longer. A busy host makes gaps, too."""
    start = bisect.bisect_left(self.before, one[3] * self.hz / 1e9 + one[1] - ROUNDING)
    end = bisect.bisect_right(self.before, two[0] * self.hz / 1e9 + two[2] + ROUNDING)
    lost = two[1] - one[2] - ROUNDING
    gaps = [(self.before[i + 1] - self.behind[i], i) for i in range(max(start - 1, 0), end - 1)]
    longer = [gap for gap in gaps if gap[0] >= lost]
    if not longer:
      sys.exit(f"clocks.py: {self.name}: its constant changes at {two[0] / 1000} us, where it did not stand still")
    _, at = min(longer)
    return self.behind[at], self.before[at + 1]

  def host_at(self, time):
    """The host's counter at a time of the node."""
    for (_, least, most, _), (begin, _) in zip(self.stretches, self.stills):
      host = time * self.hz / 1e9 + (least + most) / 2
      if host <= begin:
        return host
    _, least, most, _ = self.stretches[-1]
    return time * self.hz / 1e9 + (least + most) / 2

  def time_at(self, host):
    """The node's time when the host's counter was at `host'."""
    for (_, least, most, _), (begin, end) in zip(self.stretches, self.stills):
      if host < end:
        return (min(host, begin) - (least + most) / 2) * 1e9 / self.hz
    _, least, most, _ = self.stretches[-1]
    return (host - (least + most) / 2) * 1e9 / self.hz


class Warp:
  """The formula of warp.c, of one node."""

  def __init__(self, text):
    self.node, *numbers = text.split(":") if text else ("", 0, 0, 1, 0, 0)
    self.rate, self.amplitude, self.period, self.step, self.at = [float(n) * 1000 for n in numbers]

  def forth(self, time):
    """The warped time, in ns, of a time."""
    wave = self.amplitude * math.sin(2 * math.pi * time / self.period) if self.period else 0
    return time + self.rate / 1000 * time / 1e6 + wave + (self.step if time >= self.at else 0)

  def back(self, warped):
    """The time of a warped one, by halving."""
    low, high = warped - abs(self.step) - 1e9, warped + 1e9
    while high - low > 0.01:
      middle = (low + high) / 2
      low, high = (middle, high) if self.forth(middle) < warped else (low, middle)
    return low


def quantile(values, part):
  """A quantile; of none there is none."""
  values = sorted(values)
  return values[min(int(len(values) * part), len(values) - 1)] if values else float("nan")


def name_of(row):
  """Which packet a row of the driver's layer is of."""
  ends = (row["local"], row["peer"]) if row["way"] == "sent" else (row["peer"], row["local"])
  return row["message_key"], *ends


# ---- truth ----

def read_nodes(rows, warp):
  """The nodes, by the times that their targets have measured."""
  hz = {row["node"]: int(row["hz"]) for row in rows_of(f"{FOLDER}/hz.tsv")}
  nodes = {}
  for name, cycles in hz.items():
    times = [float(row["time_us"]) * 1000 for row in rows if row["node"] == name]
    nodes[name] = Node(name, cycles, [warp.back(t) for t in times] if name == warp.node else times)
  return nodes


def true_offset(nodes, warp, node, other, time):
  """Other's time less node's, in ns, when node's clock says `time'."""
  plain = warp.back(time) if node == warp.node else time
  there = nodes[other].time_at(nodes[node].host_at(plain))
  return (warp.forth(there) if other == warp.node else there) - time


# ---- the other methods ----

def least_squares(points):
  """The line through points."""
  n = len(points)
  mean_x, mean_y = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
  square = sum((x - mean_x) ** 2 for x, _ in points)
  rise = sum((x - mean_x) * (y - mean_y) for x, y in points) / square if square else 0
  return lambda x: mean_y + rise * (x - mean_x)


def regression(pairs, time):
  """The mean of both directions' lines at a time; None where there are too few."""
  forth, back = [(p[1], p[2]) for p in pairs if p[0]], [(p[1], p[2]) for p in pairs if not p[0]]
  if len(forth) < 2 or len(back) < 2:
    return None
  return (least_squares(forth)(time) + least_squares(back)(time)) / 2


def jaeger_shift(parent, child):
  """What Jaeger adds to a child's times; both are (start, end)."""
  long_parent, long_child = parent[1] - parent[0], child[1] - child[0]
  if long_child > long_parent:
    return parent[0] - child[0] if child[0] < parent[0] else 0
  if child[0] >= parent[0] and child[1] <= parent[1]:
    return 0
  return parent[0] + (long_parent - long_child) / 2 - child[0]


def join(rows):
  """Packets of which both ends are here, of each pair of nodes: forth?, node's time, offset said, when sent and received."""
  sends = [row for row in rows if row["way"] == "sent"]
  sent = {name_of(row): row for row in sends}
  if len(sent) != len(sends):
    sys.exit(f"clocks.py: {len(sends) - len(sent)} packets have numbers that came before: fewer than 65,536 a node")
  pairs = {}
  for row in rows:
    begin = sent.get(name_of(row))
    if row["way"] == "sent" or not begin or begin["node"] == row["node"]:
      continue
    s, r = float(begin["time_us"]) * 1000, float(row["time_us"]) * 1000
    forth = begin["node"] < row["node"]
    pair = (begin["node"], row["node"]) if forth else (row["node"], begin["node"])
    pairs.setdefault(pair, []).append((forth, s, r - s, s, r) if forth else (forth, r, s - r, s, r))
  return pairs


def floor_of(points, offset_of):
  """Half of what the least delays forth and back differ by; 0 where a direction has no message."""
  forth = min((p[2] - offset_of(p[1]) for p in points if p[0]), default=None)
  back = min((offset_of(p[1]) - p[2] for p in points if not p[0]), default=None)
  return 0 if forth is None or back is None else (forth - back) / 2


def exchanges(pairs):
  """A packet forth and the first one back that left behind its coming: spans of a client and of a server."""
  forth = sorted((p[3], p[4]) for p in pairs if p[0])
  back = sorted((p[3], p[4]) for p in pairs if not p[0])
  begins = [s for s, _ in back]
  for sent, received in forth:
    at = bisect.bisect_left(begins, received)
    if at < len(back) and back[at][1] > sent:
      yield (sent, back[at][1]), (received, back[at][0])


# ---- what is held ----

def runs_of(flags):
  """From where to where flags are set that follow each other."""
  edges = [i for i, (a, b) in enumerate(zip([False] + flags, flags + [False])) if a != b]
  return [(a, b - 1) for a, b in zip(edges[0::2], edges[1::2])]


def steps_of(jumps, ends, offset_of):
  """Runs of jumps, of which number 2i leads to window i and 2i + 1 is within it. Two runs are one where a machine
  stands still from the one to the other: what the one clock gains then the truth loses."""
  edge = [time for i, (start, _) in enumerate(ends) for time in (ends[i - 1][1] if i else start, start)]
  edge.append(ends[-1][1])
  steps = []
  for first, last in runs_of(jumps):
    if steps:
      begin, end = edge[steps[-1][1] + 1], edge[first]
      if abs(offset_of(end) - offset_of(begin)) >= (end - begin) / 2:
        first = steps.pop()[0]
    steps.append((first, last))
  return steps


def main():
  """Compares, and prints."""
  warp = Warp(OPTIONS.get("warp", ""))
  rows = rows_of(f"{FOLDER}/messages.tsv", "driver")
  nodes = read_nodes(rows, warp)
  pairs = join(rows)
  windows = outside = split = steps = found = violated = 0
  errors, widths, whole_run, own_window, jaeger, round_trips, floors, own_floors = [], [], [], [], [], [], [], []
  for (node, other), points in pairs.items():
    offset_of = lambda time, n=node, o=other: true_offset(nodes, warp, n, o, time)
    forth = min(p[2] - offset_of(p[1]) for p in points if p[0])
    back = min(offset_of(p[1]) - p[2] for p in points if not p[0])
    least = forth + back
    round_trips.append(least)
    mine = [row for row in rows_of(f"{FOLDER}/clocks.tsv") if (row["node"], row["other"]) == (node, other)]
    ends = [[float(row[edge]) * 1000 for edge in ("from_us", "to_us")] for row in mine]
    jumps = [abs(offset_of(start) - offset_of(end)) >= STEP for start, end in ends]
    gaps = [False] + [abs(offset_of(a[1]) - offset_of(b[0])) >= STEP for a, b in zip(ends, ends[1:])]
    flags = [int(row["violations"]) > 0 for row in mine]
    runs = steps_of([jump for two in zip(gaps, jumps) for jump in two], ends, offset_of)
    steps += len(runs)
    found += sum(any(flags[first // 2:last // 2 + 2]) for first, last in runs)
    by_step = {i for first, last in runs for i in range(first // 2, last // 2 + 2)}
    by_step |= {i for i in range(1, len(ends))
                if i + 1 in by_step and abs(offset_of(ends[i - 1][1]) - offset_of(ends[i][0])) >= PART}
    violated += sum(flag for i, flag in enumerate(flags) if i not in by_step)
    split += sum(jumps)
    for row, (start, end), jumped in zip(mine, ends, jumps):
      middle = (start + end) / 2
      truth = offset_of(middle)
      if jumped or row["low_us"] == "-" or row["high_us"] == "-":
        continue
      windows += 1
      if not float(row["low_us"]) * 1000 - 1 <= truth <= float(row["high_us"]) * 1000 + 1:
        outside += 1
        print(f"missed\t{node} {other} {row['from_us']} to {row['to_us']}: {truth / 1000:.3f}, said {row['low_us']} to "
              f"{row['high_us']}")
      errors.append((abs(float(row["offset_us"]) * 1000 - truth), least))
      widths.append((float(row["high_us"]) - float(row["low_us"])) * 1000)
      floors.append(abs(forth - back) / 2)
      own = [p for p in points if start <= p[1] <= end]
      own_floors.append(abs(floor_of(own, offset_of)))
      for kind, chosen in ((whole_run, points), (own_window, own)):
        line = regression(chosen, middle)
        if line is not None:
          kind.append(abs(line - truth))
    for client, server in exchanges(points):
      jaeger.append(abs(jaeger_shift(client, server) + offset_of(client[0])))
  for name, value in (
      ("constants", " ".join(f"{n.name}:{len(n.stretches)}" for n in nodes.values())),
      ("truth_width_us", max((s[2] - s[1]) / n.hz * 1e6 for n in nodes.values() for s in n.stretches)),
      ("windows", windows), ("outside", outside), ("split", split), ("steps", steps), ("steps_found", found),
      ("violated", violated),
      ("least_round_trip_us", min(round_trips) / 1000), ("error_us", quantile([e for e, _ in errors], 0.5) / 1000),
      ("error_most_us", max(e for e, _ in errors) / 1000), ("error_part", quantile([e / r for e, r in errors], 0.5)),
      ("error_part_most", max(e / r for e, r in errors)), ("width_us", quantile(widths, 0.5) / 1000),
      ("regression_run_us", quantile(whole_run, 0.5) / 1000), ("regression_window_us", quantile(own_window, 0.5) / 1000),
      ("floor_us", quantile(floors, 0.5) / 1000), ("floor_window_us", quantile(own_floors, 0.5) / 1000),
      ("jaeger_us", quantile(jaeger, 0.5) / 1000)):
    print(f"{name}\t{value if isinstance(value, (str, int)) else format(value, '.4g')}")


main()
