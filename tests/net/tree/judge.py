# SPDX-License-Identifier: GPL-2.0-or-later
"""judge.py: what `hostdump tree` prints of a session, beside the tree that was played (play.c).

judge.py tree TRUTH OUTPUT      every call stands under its caller, once
judge.py path TRUTH OUTPUT CALL the way to a call has its callers, and no other
judge.py below TRUTH CALL...    prints which of the calls are below the first one
judge.py dates FILE FILE S      the second file's spans are those of the first, S seconds later
judge.py otlp TRUTH FILE        the spans are the calls, each below its caller's, and are as the protocol has them
"""
import json
import re
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


def read_value(value):
    """A value as OTLP's JSON has it: of one kind; whole numbers are strings."""
    (kind, v), = value.items()
    if kind == "intValue" and isinstance(v, str):
        return int(v)
    if (kind, type(v)) in (("stringValue", str), ("boolValue", bool)):
        return v
    sys.exit(f"no value of OTLP: {value}")


def read_spans(path):
    """The spans of a file of OTLP/JSON, a request a line: by identifier. Each object has the members that the protocol
    gives it (opentelemetry-proto, trace/v1/trace.proto) and no others."""
    members = {"traceId", "spanId", "parentSpanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano",
               "attributes", "status"}
    spans = {}
    for line in open(path, encoding="utf-8"):
        request = json.loads(line)
        if list(request) != ["resourceSpans"] or len(line) > 4 << 20:
            sys.exit(f"no request: {line[:80]}")
        for of_resource in request["resourceSpans"]:
            resource = {a["key"]: read_value(a["value"]) for a in of_resource["resource"]["attributes"]}
            for of_scope in of_resource["scopeSpans"]:
                for span in of_scope["spans"]:
                    begin, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
                    good = (set(span) <= members and set(span) >= members - {"parentSpanId", "status"} and
                            re.fullmatch("[0-9a-f]{32}", span["traceId"]) and
                            re.fullmatch("[0-9a-f]{16}", span["spanId"]) and
                            int(span["traceId"], 16) and int(span["spanId"], 16) and 0 <= begin <= end < 1 << 64 and
                            isinstance(span["startTimeUnixNano"], str))
                    if not good or span["spanId"] in spans:
                        sys.exit(f"no span of OTLP, or one that is there twice: {span}")
                    span.update(node=resource["service.name"], begin=begin, end=end,
                                has={a["key"]: read_value(a["value"]) for a in span["attributes"]})
                    spans[span["spanId"]] = span
    return spans


INTERNAL, SERVER, CLIENT = 1, 2, 3


def judge_otlp(truth, output):
    caller, spans = read_truth(truth), read_spans(output)
    calls = {s["has"]["jx.call"]: s for s in spans.values() if s["kind"] == INTERNAL}
    if calls.keys() != caller.keys():
        sys.exit(f"{len(calls)} calls are spans of {len(caller)}")
    servers = 0
    for span in spans.values():
        above = spans.get(span.get("parentSpanId"))
        if "parentSpanId" in span and (not above or above["traceId"] != span["traceId"]):
            sys.exit(f"what {span['spanId']} hangs below is not there, or of another trace")
        if span["kind"] == SERVER:
            servers += 1
            if above["kind"] != CLIENT or above["node"] == span["node"]:
                sys.exit(f"{span['spanId']} serves no call of another node")
            if span["begin"] < above["begin"] or ("status" not in above and span["end"] > above["end"]):
                sys.exit(f"{span['spanId']} is served before it is sent, or replied to after the answer")
        elif above and above["kind"] != SERVER and above["node"] != span["node"]:
            sys.exit(f"{span['spanId']} is in another node than what it hangs below, and not served")
    for call, of in caller.items():
        above = spans.get(calls[call].get("parentSpanId"))
        while above and above["kind"] != INTERNAL:
            above = spans.get(above.get("parentSpanId"))
        if (above["has"]["jx.call"] if above else "-") != of:
            sys.exit(f"{call} is called by {of}, and its span hangs below {above and above['has']['jx.call']}")
    roots = {s["traceId"] for s in spans.values() if "parentSpanId" not in s}
    if len(roots) != sum("parentSpanId" not in s for s in spans.values()):
        sys.exit("two spans begin one trace")
    if servers < 150:
        sys.exit(f"only {servers} calls were served: too few to tell")


def judge_dates(zero, dated, seconds):
    a, b = read_spans(zero), read_spans(dated)
    later = int(seconds) * 10**9
    if not min(s["begin"] for s in a.values()) < 10**6:
        sys.exit("no span begins near 0")
    for identifier in a.keys() | b.keys():
        before, after = a.get(identifier), b.get(identifier)
        if not before or not after or [before[k] + later for k in ("begin", "end")] != [after["begin"], after["end"]]:
            sys.exit(f"{identifier} is not {seconds} s later")


{"tree": judge_tree, "dates": judge_dates, "otlp": judge_otlp, "path": judge_path,
 "below": print_below}[sys.argv[1]](*sys.argv[2:])
