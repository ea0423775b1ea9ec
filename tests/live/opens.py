# SPDX-License-Identifier: GPL-2.0-or-later
#
# opens.py: how long it takes from when a page is opened until it has the moments of all targets, while these go on.
# Usage: opens.py PORT TARGETS, while so many targets speak to `hostdump serve --http`. It does what a browser does: it
# asks for the page, then for the feed. Prints the seconds until it has, of each run, what there was of it when the feed
# began, which is sent from its first byte on; and how many bytes of dumps that is. Then it ends.
import http.client, json, sys, time

port, targets = int(sys.argv[1]), int(sys.argv[2])
began = time.monotonic()
connection = http.client.HTTPConnection("127.0.0.1", port)
connection.request("GET", "/")
connection.getresponse().read()
connection.request("GET", "/feed")
feed = connection.getresponse()
there, level, total = {}, set(), 0
while len(level) < targets:
    line = json.loads(feed.readline())
    if line["type"] == "run":
        there.setdefault(line["run"], line["bytes"])
    if line["type"] == "bytes":
        feed.read(line["bytes"])
        total += line["bytes"]
        if line["at"] + line["bytes"] >= there[line["run"]]:
            level.add(line["run"])
print(f"{time.monotonic() - began:.3f} {total}")
