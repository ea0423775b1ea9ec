#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# judge.py: what hostdump says of the messages of a session, beside what the switch has seen. Prints what is wrong.
#
#   judge.py pairs|clocks MESSAGES.tsv CLOCKS.tsv FRAMES
#
# FRAMES has a line for each IP packet that came to the switch: host's time in seconds, identification, source,
# destination, fragment offset. No node sends 65536 packets, so identification, place and ends name a packet.

import sys
from decimal import Decimal


def rows_of(path):
  """The rows of a table, as dictionaries."""
  with open(path) as lines:
    cells = [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")]
  return [dict(zip(cells[0], row)) for row in cells[1:]]


def name_of(row):
  """Which packet a row of the driver's layer is of."""
  word = int(row["message_key"]) >> 32
  ends = (row["local"], row["peer"]) if row["way"] == "sent" else (row["peer"], row["local"])
  return word >> 16, (word & 0x1FFF) * 8, *ends


def read_frames(path):
  """When each packet came to the switch, in microseconds of the host's clock."""
  seen = {}
  with open(path) as lines:
    for line in lines:
      time, number, source, destination, offset = line.rstrip("\n").split("\t")
      seen.setdefault((int(number, 0), int(offset), source, destination), Decimal(time) * 1000000)
  return seen


messages, clocks, frames = rows_of(sys.argv[2]), rows_of(sys.argv[3]), read_frames(sys.argv[4])
packets = [row for row in messages if row["layer"] == "driver"]
node_of = {row["local"]: row["node"] for row in packets}


def check_pairs():
  """Each reception is of a frame that came to the switch; the clocks rest on all receptions whose sender has a dump."""
  sent = {name_of(row) for row in packets if row["way"] == "sent"}
  received = [row for row in packets if row["way"] == "received"]
  unknown = [name_of(row) for row in received if name_of(row) not in frames]
  if unknown:
    print(f"{len(unknown)} packets were received that the switch never saw: {unknown[0]}")
  if not sent <= set(frames):
    print(f"{len(sent - set(frames))} packets were sent that the switch never saw")
  datagrams = [row for row in messages if row["layer"] == "udp" and row["way"] == "received"]
  expected = sum(row["peer"] in node_of and name_of(row) in sent for row in received) + \
    sum(row["peer"] in node_of for row in datagrams)
  pairs = sum(int(row["pairs"]) for row in clocks)
  if pairs != expected:
    print(f"clocks rests on {pairs} receptions of {expected}")
  lost = len(sent) - len({name_of(row) for row in received})
  if len(received) < 500 or lost < len(sent) / 10:
    print(f"only {len(received)} packets were received of {len(sent)}: the network was to lose a fifth")


def switch_bounds(node, low, high):
  """Between what the host's clock is ahead of the node's, by the frames that the node had from low to high."""
  least, most = None, None
  for row in packets:
    time, seen = Decimal(row["time_us"]), frames.get(name_of(row))
    if row["node"] != node or seen is None or not low <= time <= high:
      continue
    if row["way"] == "sent":
      most = seen - time if most is None else min(most, seen - time)
    else:
      least = seen - time if least is None else max(least, seen - time)
  return least, most


def check_clocks():
  """By the host's clock the offset lies between bounds, too: both are true, so they have something in common."""
  looked_at = 0
  for row in clocks:
    low, high = Decimal(row["low_us"]), Decimal(row["high_us"])
    start, end = Decimal(row["from_us"]), Decimal(row["to_us"])
    node = switch_bounds(row["node"], start, end)
    other = switch_bounds(row["other"], start + high, end + low)
    if None in node or None in other:
      continue
    looked_at += 1
    drift = abs(Decimal(row["ppm"])) * (end - start) / 1000000 + 1 # the host's clock is not quite the node's
    if low > node[1] - other[0] + drift or high < node[0] - other[1] - drift:
      print(f"{row['node']} {row['other']}: {low} to {high}, but by the switch {node[0] - other[1]} to "
            f"{node[1] - other[0]}")
    if int(row["violations"]):
      print(f"{row['node']} {row['other']}: {row['violations']} violations")
  if looked_at < 3:
    print(f"only {looked_at} windows were looked at")


{"pairs": check_pairs, "clocks": check_clocks}[sys.argv[1]]()
