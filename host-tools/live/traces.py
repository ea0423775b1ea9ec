# SPDX-License-Identifier: GPL-2.0-or-later
#
# traces.py: reads what `hostdump serve --tool` tells a program (LIVE.md), a moment at a time.
import re
import sys

ESCAPES = {"t": "\t", "n": "\n", "\\": "\\"}


def unescape(field):
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m.group(1), m.group(0)), field)


class Thread:
    """A thread at a moment. frames: (function, where it begins, address, line at which it stands), the innermost first;
    cut: why more are not known; parent: the number of the thread that made it, 0: not known."""

    def __init__(self, number, name, state, wait, on, owner, since_us, parent="0", group="-"):
        self.number, self.name, self.state, self.wait, self.on = int(number), name, state, wait, on
        self.owner, self.since_us, self.parent, self.group = int(owner), float(since_us), int(parent), group
        self.frames, self.cut = [], None


class Trace:
    """All threads of a target at a moment."""

    def __init__(self, target, number, time_us, why):
        self.target, self.number, self.time_us, self.why, self.threads = target, int(number), float(time_us), why, []


def read_traces(lines, missed=lambda count: None):
    """Yields a Trace for each moment; calls missed(count) where moments were missed."""
    targets, traces = {}, {}
    for line in lines:
        word, *fields = [unescape(f) for f in line.rstrip("\n").split("\t")]
        run = fields[0] if fields else ""
        if word == "hello" and run != "1":
            sys.exit(f"version {run} of the lines is not known here")
        elif word == "connect":
            targets[run] = fields[1]
        elif word == "trace":
            traces[run] = Trace(targets.get(run, run), *fields[1:4])
        elif word == "thread" and run in traces:
            traces[run].threads.append(Thread(*fields[1:10]))
        elif word == "frame" and run in traces and traces[run].threads:
            traces[run].threads[-1].frames.append(tuple((fields + ["-"])[2:6]))
        elif word == "cut" and run in traces and traces[run].threads:
            traces[run].threads[-1].cut = fields[2]
        elif word == "end" and run in traces:
            yield traces.pop(run)
        elif word == "missed":
            missed(int(run))


def add_choices(parser):
    """The options that our tools share."""
    parser.add_argument("-t", "--thread", action="append", metavar="REGEX",
                        help="only threads whose name matches; may be given more than once")
    parser.add_argument("-n", "--node", action="append", metavar="NAME", help="only these targets")
    parser.add_argument("-s", "--state", action="append", choices=["running", "ready", "waiting"],
                        help="only threads in this state; may be given more than once")
    parser.add_argument("--lines", action="store_true",
                        help="tell calls in a function apart: by the FILE:LINE of each, where the image is there")
    parser.add_argument("--by-node", action="store_true", help="keep targets apart; without it they are added up")
    parser.add_argument("-o", "--output", metavar="FILE",
                        help="write here, anew after each --every moments and at the end (default: to standard output, at the end)")
    parser.add_argument("--every", type=int, default=100, metavar="MOMENTS", help="with -o: how often (default: 100)")


def is_wanted(options, trace, thread):
    return ((not options.node or trace.target in options.node) and
            (not options.state or thread.state in options.state) and
            (not options.thread or any(re.search(r, thread.name) for r in options.thread)))


def names(options, thread):
    """The functions of a stack, the outermost first."""
    stack = [f"{f} ({where if line == '-' else line})" if options.lines else f for f, where, _, line in thread.frames]
    if thread.cut:
        stack.append("...")
    return stack[::-1]


def run(options, take, text):
    """Reads standard input: take(trace, thread) for each wanted thread; text() is what is written."""
    import os

    def write(last):
        if not options.output:
            if last:
                sys.stdout.write(text())
            return
        with open(options.output + ".part", "w") as out:
            out.write(text())
        os.replace(options.output + ".part", options.output)

    def missed(count):
        print(f"{count} moments were missed: this program reads too slowly", file=sys.stderr)

    try:
        for count, trace in enumerate(read_traces(sys.stdin, missed), 1):
            for thread in trace.threads:
                if is_wanted(options, trace, thread):
                    take(trace, thread)
            if count % options.every == 0:
                write(False)
        write(True)
    except BrokenPipeError:
        sys.exit(1)
