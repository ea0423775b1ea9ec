# SPDX-License-Identifier: GPL-2.0-or-later
"""session.py: what a session's export as Chrome's trace events has of arrows, beside the session's tables, and beside
what Perfetto's trace processor finds (session.sql), whose answers are in EXPORT.flows.tsv and EXPORT.problems.tsv.

session.py messages EXPORT TABLE   an arrow for each message of which both ends are in TABLE (`messages`), and no other
session.py starts EXPORT ARROW...  the arrows of threads' starts are these: PROCESS:FROM@NS>TO@NS
"""
import collections
import csv
import json
import os
import sys


def problem(text):
    sys.exit(text)


class Export:
    """The events of a file; names of processes and lanes; arrows as pairs of slices."""

    def __init__(self, path):
        self.path = path
        self.events = json.load(open(path, encoding="utf-8"))["traceEvents"]
        self.process, self.lane, self.slices = {}, {}, collections.defaultdict(list)
        for e in self.events:
            if e["ph"] == "M":
                (self.process if e["name"] == "process_name" else self.lane)[e["pid"], e["tid"]] = e["args"]["name"]
            elif e["ph"] == "X":
                self.slices[e["pid"], e["tid"]].append(e)
        if len({tid for _, tid in self.lane}) != len(self.lane):
            problem("two lanes have one number")

    def process_of(self, event):
        return self.process[event["pid"], 0]

    def open_at(self, end):
        """The slice on which an end of an arrow stands: the one that is open then."""
        at = [s for s in self.slices[end["pid"], end["tid"]] if s["ts"] <= end["ts"] < round(s["ts"] + s["dur"], 3)]
        if len(at) != 1:
            problem(f"an arrow's end stands on {len(at)} slices: {end}")
        return at[0]

    def arrows(self, category):
        ends = collections.defaultdict(dict)
        for e in self.events:
            if e["ph"] in "sf" and e["cat"] == category:
                if e["ph"] in ends[e["id"]] or (e["ph"] == "f" and e.get("bp") != "e"):
                    problem(f"an arrow has two such ends, or one that is not of its slice: {e}")
                ends[e["id"]][e["ph"]] = e
        for number, pair in ends.items():
            if set(pair) != set("sf"):
                problem(f"arrow {number} has one end")
            if pair["s"]["ts"] > pair["f"]["ts"]:
                problem(f"arrow {number} ends before it begins")
            yield pair["s"], pair["f"], self.open_at(pair["s"]), self.open_at(pair["f"])

    def seen_by_perfetto(self):
        """When the slices of its arrows begin, and their names."""
        if os.path.getsize(self.path + ".problems.tsv"):
            problem(f"the trace processor finds {open(self.path + '.problems.tsv').read()}")
        rows = (line.rstrip("\n").split("\t") for line in open(self.path + ".flows.tsv", encoding="utf-8"))
        return sorted((int(a), one, int(b), other) for a, one, b, other in rows)


def ns(event):
    return round(event["ts"] * 1000)


def judge_messages(path, table):
    """Keys are used once in the session (play.c), so those of the table say which two ends are one message."""
    export, sent, received = Export(path), collections.Counter(), collections.Counter()
    lines = (line for line in open(table, encoding="utf-8") if line[0] != "#")
    for row in csv.DictReader(lines, delimiter="\t"):
        if row["again"] == "0":
            message = (row["kind"], row["message_key"], row["rpc_procedure"])
            (sent if row["way"] == "sent" else received)[message] += 1
    wanted, got = sent & received, collections.Counter()
    found = []
    for _, _, out, into in export.arrows("message"):
        kind = out["name"].removeprefix("sent ")
        if (out["cat"], into["cat"], into["name"]) != ("message", "message", f"received {kind}"):
            problem(f"an arrow goes from {out} to {into}")
        if out["args"]["key"] != into["args"]["key"] or export.process_of(out) == export.process_of(into):
            problem(f"an arrow joins two messages: {out} and {into}")
        got[kind, out["args"]["key"], str(out["args"]["procedure"])] += 1
        found.append((ns(out), out["name"], ns(into), into["name"]))
    if got != wanted or sum(got.values()) < 300:
        problem(f"{sum(got.values())} arrows; of the messages {sum(wanted.values())} have both ends")
    if export.seen_by_perfetto() != sorted(found):
        problem("the trace processor finds other arrows")


def judge_starts(path, *wanted):
    export = Export(path)
    arrows = list(export.arrows("start"))
    got = sorted(f"{export.process_of(out)}:{out['name']}@{ns(s)}>{into['name']}@{ns(f)}" for s, f, out, into in arrows)
    if got != sorted(wanted):
        problem(f"the arrows are {got}")
    if export.seen_by_perfetto() != sorted((ns(out), out["name"], ns(into), into["name"]) for _, _, out, into in arrows):
        problem("the trace processor finds other arrows")


{"messages": judge_messages, "starts": judge_starts}[sys.argv[1]](*sys.argv[2:])
