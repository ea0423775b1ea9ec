#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
#
# callgraph.py: a tool for `hostdump serve --tool`: who stands in whose calls, as a graph for graphviz (dot -Tsvg).
import argparse
import collections

import traces

parser = argparse.ArgumentParser(description=(
    "Makes a call graph for graphviz of what `hostdump serve --tool` says. A box is a function with the share of all "
    "stacks that have it, and that end in it; an arrow is a call with its share. A function that is in a stack more than "
    "once counts once. Example: hostdump serve --tool 'callgraph.py -o graph.dot' ...; dot -Tsvg graph.dot -o graph.svg"))
traces.add_choices(parser)
parser.add_argument("-d", "--depth", type=int, metavar="N", help="only the N outermost calls of each stack")
parser.add_argument("-m", "--min-share", type=float, default=0, metavar="PERCENT",
                    help="leave out functions and calls that fewer stacks have (default: 0)")
options = parser.parse_args()
stacks = collections.Counter()  # by group
have, end, calls = collections.Counter(), collections.Counter(), collections.Counter()


def take(trace, thread):
    group = trace.target if options.by_node else ""
    stack = traces.names(options, thread)[:options.depth]
    stacks[group] += 1
    have.update((group, f) for f in set(stack))
    if stack:
        end[group, stack[-1]] += 1
    calls.update((group, a, b) for a, b in set(zip(stack, stack[1:])))


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def text():
    out = ["digraph moments {", "  node [shape=box, fontname=sans];", "  edge [fontname=sans];"]
    for number, group in enumerate(sorted(stacks)):
        def share(count):
            return 100 * count / stacks[group]

        def name(f):
            return quote(f"{group}: {f}" if group else f)

        kept = sorted(f for g, f in have if g == group and share(have[g, f]) >= options.min_share)
        shown = set(kept)
        left = sum(g == group for g, _ in have) - len(kept)
        out.append(f"  subgraph {'cluster' if group else 'all'}_{number} {{")
        title = f"{group or 'all targets'}: {stacks[group]} stacks" + (f", {left} functions left out" if left else "")
        out.append(f"    label={quote(title)};")
        for f in kept:
            inside, own = share(have[group, f]), share(end[group, f])
            label = quote(f)[:-1] + f'\\n{inside:.1f} %, {own:.1f} % end here"'
            out.append(f"    {name(f)} [label={label}];")
        for (g, a, b), count in sorted(calls.items()):
            if g == group and a in shown and b in shown and share(count) >= options.min_share:
                out.append(f"    {name(a)} -> {name(b)} [label={quote(f'{share(count):.1f} %')}];")
        out.append("  }")
    return "\n".join(out + ["}"]) + "\n"


traces.run(options, take, text)
