# SPDX-License-Identifier: GPL-2.0-or-later
#
# nest.py: python3 nest.py RUN.json: the slices of calls in Chrome's JSON: prints how many there are, and how many of
# them reach beyond the end of the slice in which they begin.
import collections
import json
import sys

with open(sys.argv[1]) as file:
    slices = [e for e in json.load(file)["traceEvents"] if e.get("cat") == "call"]
lanes = collections.defaultdict(list)
for e in slices:
    start = round(e["ts"] * 1000)
    lanes[e["tid"]].append((start, -round((e["ts"] + e["dur"]) * 1000)))
crossing = 0
for lane in lanes.values():
    open_ends = []
    for start, negative_end in sorted(lane):
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        crossing += bool(open_ends) and open_ends[-1] < -negative_end
        open_ends.append(-negative_end)
print(len(slices), crossing)
