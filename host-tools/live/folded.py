#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# folded.py: a tool for `hostdump serve --tool`: stacks by the moments at which threads stood there, as folded stacks:
# `thread;outermost;...;innermost COUNT`, which flame graph programs read, and Pyroscope (POST /ingest?format=folded).
import argparse
import collections

import traces

parser = argparse.ArgumentParser(description=(
    "Counts at how many moments threads stood where, of what `hostdump serve --tool` says, and writes folded stacks: a "
    "line `thread;outermost;...;innermost COUNT` for each stack, as flame graph programs and Pyroscope read them."))
traces.add_choices(parser)
parser.add_argument("--apart", action="store_true",
                    help="threads of one name apart, as NAME#NUMBER; without it they are added up")
parser.add_argument("--states", action="store_true", help="put the state behind the thread: blocked and running apart")
options = parser.parse_args()
counts = collections.Counter()


def take(trace, thread):
    name = f"{thread.name}#{thread.number}" if options.apart else thread.name
    head = ([trace.target] if options.by_node else []) + [name] + ([thread.state] if options.states else [])
    counts[";".join(name.replace(";", ":") for name in head + traces.names(options, thread))] += 1


traces.run(options, take, lambda: "".join(f"{stack} {count}\n" for stack, count in sorted(counts.items())))
