# SPDX-License-Identifier: GPL-2.0-or-later
"""judge.py: what `hostdump tree` prints of a session, beside the tree that was played (play.c).

judge.py tree TRUTH OUTPUT      every call stands under its caller, once
judge.py path TRUTH OUTPUT CALL the way to a call has its callers, and no other
judge.py below TRUTH CALL...    prints which of the calls are below the first one
"""
import sys


def read_truth(path):
    caller = {}
    for line in open(path):
        call, of = line.rstrip("\n").split("\t")
        caller[call] = of
    return caller


def read_lines(path):
    """Depth, and name of the call, or None of a remote call, of each line of the tree."""
    for line in open(path):
        fields = line.split()
        if not fields or fields[0] in ("call", "thread", "incomplete:") or line[0] == " ":
            yield None
            continue
        text = line[80:]  # behind the numbers
        depth = (len(text) - len(text.lstrip(" "))) // 2
        yield depth, fields[0] if fields[0] != "=>" else None


def judge_tree(truth, output):
    caller = read_truth(truth)
    seen = {}
    remote = 0
    stack = []
    for line in read_lines(output):
        if line is None:
            continue
        depth, call = line
        if depth > len(stack):
            sys.exit(f"{call} is deeper than one below the line before")
        del stack[depth:]
        if call is None:
            remote += 1
            stack.append(stack[-1] if stack else "-")
            continue
        if call in seen:
            sys.exit(f"{call} is there twice")
        seen[call] = stack[-1] if stack else "-"
        stack.append(call)
    for call, of in caller.items():
        if seen.get(call) != of:
            sys.exit(f"{call} is called by {of}, and stands under {seen.get(call, 'nothing: it is not there')}")
    if len(seen) != len(caller):
        sys.exit(f"{len(seen)} calls are printed of {len(caller)}")
    across = sum(1 for call, of in caller.items() if of != "-" and of.split("/")[0] != call.split("/")[0])
    if remote < 300 or across < 200:
        sys.exit(f"only {remote} remote calls, and {across} calls in another node than their caller: too few to tell")


def path_of(caller, call):
    path = []
    while call != "-":
        path.append(call)
        call = caller[call]
    return path[::-1]


def judge_path(truth, output, call):
    printed = [line[1] for line in read_lines(output) if line and line[1] and "/" in line[1]]
    wanted = path_of(read_truth(truth), call)
    if printed != wanted:
        sys.exit(f"the way to {call} is {wanted}, not {printed}")


def print_below(truth, root, *calls):
    caller = read_truth(truth)
    for call in calls:
        print(call, int(root in path_of(caller, call)[:-1]))


{"tree": judge_tree, "path": judge_path, "below": print_below}[sys.argv[1]](*sys.argv[2:])
