# SPDX-License-Identifier: GPL-2.0-or-later
#
# behind.py: a page that reads all of the feed of `hostdump serve --http`, and how far behind the targets it is.
# Usage: behind.py PORT LOG. Says `ready' when the feed has begun: a page that is not there yet is behind no target.
# Reads until the feed ends; LOG, which is players' then, has when each target had sent what.
# Prints the most seconds from when a target had sent a byte until the page had it, and how many moments that is of.
# Targets are called tNUMBER.
import http.client, json, sys, time

connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
connection.request("GET", "/feed")
feed = connection.getresponse()
names, came = {}, {}
while (line := feed.readline()):
    line = json.loads(line)
    if line["type"] == "hello":
        print("ready", flush=True)
    if line["type"] == "run":
        names[line["run"]] = line["target"]
    if line["type"] == "bytes":
        feed.read(line["bytes"])
        came.setdefault(names[line["run"]], []).append((line["at"] + line["bytes"], time.monotonic_ns()))
most = moments = 0
for line in open(sys.argv[2]):
    target, sent, when = line.split()
    later = came["t" + target]
    while later[0][0] < int(sent):
        later.pop(0)
    most = max(most, later[0][1] - int(when))
    moments += 1
print(f"{most / 1e9:.3f} {moments}")
