# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares what a viewer says of an export with the tables of the same dump, and prints what differs.

    judge.py FORMAT TABLES EXPORT ERRORS [WHAT...]

TABLES is the folder of the tables, EXPORT the file that was exported (what the viewer said of it lies beside it),
ERRORS what hostdump said while it exported. The functions that are called as formats say what else a format needs.
"""
import codecs
import collections
import json
import os
import re
import sys
import xml.etree.ElementTree

try:
    import jsonschema
except ImportError:  # then speedscope is not judged
    jsonschema = None

problems = []


def expect(what, wanted, got):
    """Both are sequences, sets or numbers that must be equal."""
    if wanted == got:
        return
    if isinstance(wanted, (list, dict, collections.Counter)):
        a = wanted if isinstance(wanted, list) else sorted(wanted.items())
        b = got if isinstance(got, list) else sorted(got.items())
        for x, y in zip(a + [None] * len(b), b + [None] * len(a)):
            if x != y:
                problems.append(f"{what}: {y} in place of {x} ({len(b)} in place of {len(a)})")
                return
    problems.append(f"{what}: {got} in place of {wanted}")


def ns(text):
    """Microseconds with three decimals as nanoseconds."""
    whole, _, part = text.partition(".")
    return int(whole + part.ljust(3, "0"))


class Table:
    def __init__(self, folder, name):
        self.remarks, self.rows = [], []
        columns = None
        for line in open(os.path.join(folder, name + ".tsv"), encoding="utf-8"):
            line = line.rstrip("\n")
            if line.startswith("# "):
                self.remarks.append(line[2:])
            elif columns is None:
                columns = line.split("\t")
            else:
                cells = [cell[1:] if cell.startswith("\\") else cell for cell in line.split("\t")]
                self.rows.append(dict(zip(columns, cells)))

    def __iter__(self):
        return iter(self.rows)


LAST = (1 << 63) - 1  # a time that has no room in nanoseconds is in no export, nor is one before the start of profiling


def is_placed(row, column="time_us"):
    return 0 <= ns(row[column]) < LAST


class Run:
    def __init__(self, folder):
        self.folder, self.read = folder, {}

    def __getattr__(self, name):
        if name not in self.read:
            self.read[name] = Table(self.folder, name)
        return self.read[name]

    def activity_sums(self):
        """ns and stretches by thread and processor; those that begin before the start of profiling are in no export."""
        sums, counts = collections.Counter(), collections.Counter()
        for r in self.activity:
            start, end = ns(r["start_us"]), ns(r["end_us"])
            if start >= 0 and end > start:
                sums[r["thread"], int(r.get("cpu", 0))] += end - start
                counts[r["thread"], int(r.get("cpu", 0))] += 1
        return sums, counts

    def event_rows(self):
        return sorted((ns(r["time_us"]), r["thread"], r["event"], int(r["arg"]), int(r.get("cpu", 0)))
                      for r in self.events if is_placed(r))

    def wake_rows(self):
        return sorted((ns(r["time_us"]), r["by"], r["woken"], int(r.get("cpu", 0)))
                      for r in self.wakes if is_placed(r))

    def lock_rows(self):
        return sorted((ns(r["start_us"]), ns(r["end_us"]), r["waiter"], r["lock"], r["holder"], r["kind"], r["way"])
                      for r in self.lockwaits if is_placed(r, "start_us") and ns(r["end_us"]) >= ns(r["start_us"]))

    def handover_rows(self):
        """Holder, waiter, lock and the end of each wait whose last holder is known."""
        return sorted((holder, waiter, lock, end) for start, end, waiter, lock, holder, *_ in self.lock_rows()
                      if holder != "-")

    def call_rows(self):
        """Thread, begin, end, function, number of calls around it, corrected time, how it ended; of a thread's calls by
        their numbers. Calls whose times are not known are in no export."""
        rows, threads = [], {}
        for r in self.calls:
            threads.setdefault(r["thread"], []).append(r)
        for thread, all_of in threads.items():
            around = []  # the first number inside each
            for r in reversed(all_of):
                number = int(r["call"])
                while around and around[-1] > number:
                    around.pop()
                if r["time_us"] != "-" and is_placed(r, "start_us"):
                    rows.append((thread, ns(r["start_us"]), ns(r["end_us"]), r["function"], len(around),
                                 ns(r["time_us"]), r["ended"]))
                    around.append(number - int(r["inside"]))
        return sorted(rows)

    def counter_names(self):
        said = {r["key"]: r["value"] for r in self.run}
        return [said.get("counter_first", "-"), said.get("counter_second", "-")]

    def counter_sums(self):
        """What was counted, by the counter's name."""
        names, sums = dict(zip(("first", "second"), self.counter_names())), collections.Counter()
        for r in self.counterseries:
            for column in ("first", "second", "instructions"):
                if r[column] != "-" and ns(r["start_us"]) >= 0:
                    sums[names.get(column, column)] += int(r[column])
        return sums

    def lost_rows(self):
        rows = []
        for r in self.lost:
            start = max(ns(r["from_us"]), 0)
            rows.append((start, max(ns(r["to_us"]), start), r["what"], int(r["records"]), r["reason"]))
        said = {r["key"]: r["value"] for r in self.run}
        if int(said.get("samples_missed", "0")):
            rows.append((0, ns(said["duration_us"]), "sample", int(said["samples_missed"]), "missed"))
        return sorted(rows)

    def stack_counts(self):
        return collections.Counter({(r["thread"], r["stack"]): int(r["samples"]) for r in self.stacks})


def rows_of(path, *types):
    """Rows of a TSV file without a head."""
    out = []
    for line in open(path, encoding="utf-8"):
        cells = line.rstrip("\n").split("\t")
        out.append(tuple(t(c) for t, c in zip(types, cells)))
    return out


def unsigned(text):
    """A number of 64 bits that the viewer may take for a signed one."""
    return int(text) % (1 << 64)


def expect_handovers(run, got):
    """An arrow goes from the release that ended a wait to the wait's end. `got`: when, whose lane, what; twice."""
    rows = []
    for out, holder, releases, end, waiter, has in got:
        lock = has.removeprefix("has ")
        expect("both ends of an arrow", f"releases {lock}", releases)
        expect("arrows go on in time", True, out <= end)
        rows.append((holder.removesuffix(": locks"), waiter.removesuffix(": locks"), lock, end))
    expect("arrows from who releases a lock to who gets it", run.handover_rows(), sorted(rows))


def perfetto(run, export, errors):
    def answer(name, *types):
        return rows_of(f"{export}.{name}.tsv", *types)

    expect("errors that the trace processor counts", [], answer("problems", str, str))
    sums, counts = run.activity_sums()
    got = answer("activity", str, int, int, int)
    expect("time of threads", dict(sums), {(t, c): d for t, c, d, _ in got})
    expect("stretches of threads", dict(counts), {(t, c): n for t, c, _, n in got})
    running = collections.Counter()
    for (thread, _), time in sums.items():
        running[thread] += time
    expect("time in state Running", dict(running),
           {t: d for t, s, d in answer("states", str, str, int) if s == "Running"})
    expect("events", run.event_rows(), sorted(answer("events", int, str, str, unsigned, int)))
    expect("wakes", run.wake_rows(), sorted(answer("wakes", int, str, str, int)))
    expect("waits for locks", run.lock_rows(),
           sorted((ts, ts + dur, track.removesuffix(": locks"), lock, *rest)
                  for ts, dur, track, lock, *rest in answer("lockwaits", int, int, *5 * [str])))
    expect_handovers(run, answer("handovers", int, str, str, int, str, str))
    expect("calls", run.call_rows(), sorted(row[1:] for row in answer("calls", int, str, int, int, str, int, int, str)))
    got = collections.Counter()
    for name, value in answer("counters", str, str):
        got[re.sub(r" \(processor \d+\)$", "", name)] += int(float(value))
    expect("counters", dict(run.counter_sums()), dict(got))
    heap = []
    for r in run.heap:
        heap.append((ns(r["time_us"]), "used_bytes", int(r["used_bytes"])))
        if r["heap_bytes"] != "-":
            heap.append((ns(r["time_us"]), "heap_bytes", int(r["heap_bytes"])))
    expect("heap", sorted(h for h in heap if h[0] >= 0), sorted(answer("heap", int, str, int)))
    expect("collections", sorted((ns(r["start_us"]), ns(r["end_us"]) - ns(r["start_us"]), r["reason"],
                                  int(r["marked_bytes"]), int(r["freed_bytes"]))
                                 for r in run.collections if 0 <= ns(r["start_us"]) <= ns(r["end_us"])),
           sorted(answer("collections", int, int, str, unsigned, unsigned)))
    expect("lost", sorted((a, b - a, f"{k}: {w}", n) for a, b, k, n, w in run.lost_rows()),
           sorted(answer("lost", int, int, str, unsigned)))
    expect("samples that the trace processor knows as lost", sum(r[3] for r in run.lost_rows() if r[2] == "sample"),
           answer("lost_samples", int)[0][0])
    expect("remarks", sorted(set(errors)), sorted(set(t for (t,) in answer("remarks", str))))
    stacks = collections.Counter()
    for thread, stack, count in answer("stacks", str, str, int):
        stacks[thread, stack] += count
    expect("stacks", dict(run.stack_counts()), dict(stacks))


def top_of(path):
    """What `go tool pprof -top` says: flat by name."""
    flat = collections.Counter()
    for line in open(path, encoding="utf-8"):
        row = re.match(r" *(-?\d+)[a-zA-Z]* +(-?[\d.]+)% +(-?[\d.]+)% +(-?\d+)[a-zA-Z]* +(-?[\d.]+)%  (.*)$", line)
        if row:
            flat[row[6].strip()] += int(row[1])
    return {name: n for name, n in flat.items() if n}


def summed(rows, name, value):
    sums = collections.Counter()
    for r in rows:
        sums[name(r).strip()] += value(r)
    return {key: n for key, n in sums.items() if n}


def pprof(run, export, errors, types):
    """`types`: those that the profile must have, of which EXPORT.TYPE.top is what pprof says."""
    def site_name(r):
        return ".".join([r[c] for c in ("package", "class") if r[c] != "-"] + [r["method"]])
    roots = {r["function"].strip() for r in run.tree if r["function"] == f"[{r['thread']}]"}
    tables = {
        "samples": lambda: summed(run.samples, lambda r: r["function"], lambda r: int(r["self"])),
        "calls": lambda: summed(run.methods, lambda r: r["function"], lambda r: int(r["calls"])),
        "excl": lambda: summed(run.methods, lambda r: r["function"], lambda r: ns(r["excl_us"])),
        "raw": lambda: summed(run.methods, lambda r: r["function"], lambda r: ns(r["raw_excl_us"])),
        "alloc_objects": lambda: summed(run.sites, site_name, lambda r: int(r["objects"])),
        "alloc_space": lambda: summed(run.sites, site_name, lambda r: int(r["bytes"])),
        "inuse_objects": lambda: summed(run.sites, site_name, lambda r: int(r["live_objects"])),
        "inuse_space": lambda: summed(run.sites, site_name, lambda r: int(r["live_bytes"]))}
    for name in types.split():
        got = top_of(f"{export}.{name}.top")
        expect(name, tables[name](), {f: n for f, n in got.items() if name not in ("excl", "raw") or f not in roots})
        if name in ("excl", "raw"):
            thread = summed((r for r in run.tree if r["depth"] == "0"), lambda r: "all", lambda r: ns(r["incl_us"]))
            if name == "excl" and run.tree.rows and not any("orphans" in remark for remark in run.tree.remarks):
                expect("all time", True, abs(sum(got.values()) - sum(thread.values())) <= len(run.tree.rows))
        expect(f"{name} less itself", {}, top_of(f"{export}.{name}.diff"))
    comments = open(f"{export}.comments", encoding="utf-8").read().split("\n")
    expect("remarks", [], [e for e in errors if e not in comments])
    for start, end, what, records, reason in run.lost_rows():
        said = f"lost: {what}: from {start / 1000:.3f} us to {end / 1000:.3f} us: {records} records: {reason}"
        expect("comments", True, said in comments or said)


def read_folded(path):
    stacks = collections.Counter()
    for line in open(path, encoding="utf-8"):
        stack, _, count = line.rstrip("\n").rpartition(" ")
        thread, _, stack = stack.partition(";")
        stacks[thread, stack] += int(count)
    return stacks


def expect_drawn(export, whole):
    """The flame graph is well-formed, has no script but flamegraph.pl's own, and is as wide as the whole."""
    tree = xml.etree.ElementTree.parse(export + ".svg")
    titles = [t.text for t in tree.iter("{http://www.w3.org/2000/svg}title")]
    wide = any(re.match(rf"all \({whole:,} [^)]*\)$", t or "") for t in titles)
    expect("width of the flame graph", True, wide or titles[:2])
    expect("scripts", 1, len(list(tree.iter("{http://www.w3.org/2000/svg}script"))))


def folded(run, export, _):
    expect("stacks", dict(run.stack_counts()), dict(read_folded(export)))
    if os.path.exists(export + ".svg"):
        expect_drawn(export, sum(run.stack_counts().values()))


def own_times(run):
    """Functions none of whose nodes is negative: their own time, ns."""
    odd = {r["function"] for r in run.tree if ns(r["excl_us"]) < 0 or r["function"] == "(other)"}
    return {name: n for name, n in summed(run.methods, lambda r: r["function"], lambda r: ns(r["excl_us"])).items()
            if name not in {o.strip() for o in odd}}


def expect_own_times(run, by_function):
    own = own_times(run)
    expect("own times", own, {name: n for name, n in by_function.items() if name in own})


def foldedcalls(run, export, _):
    sums, names = collections.Counter(), {r["function"] for r in run.methods}
    for (thread, stack), count in read_folded(export).items():
        last = stack.rpartition(";")[2]
        expect("functions", True, last in names or not stack or f"{thread}: {last}")
        sums[last.strip()] += count
    expect_own_times(run, sums)
    if os.path.exists(export + ".svg"):
        expect_drawn(export, sum(read_folded(export).values()))


def callgrind(run, export, errors):
    """callgrind_annotate rounds nothing: cycles; the tables have nanoseconds."""
    hz = int({r["key"]: r["value"] for r in run.run}["tsc_hz"])
    cycles, calls, inclusive = collections.Counter(), collections.Counter(), {}
    row = re.compile(r"(-?[\d,]+) \([^)]*\) +(-?[\d,]+)(?: \([^)]*\))? +(.*)$")
    names = {r["function"] for r in run.tree}

    def function_of(place):
        """`place` is FILE:FUNCTION [THREAD], of which each may have colons and brackets."""
        found = [n for n in names for t in run.tree if place.endswith(f":{n} [{t['thread']}]")]
        return max(found, key=len, default=place).strip()
    for name, into in (("annotated", None), ("inclusive", inclusive)):
        for line in open(f"{export}.{name}", encoding="utf-8", errors="replace"):
            said = row.match(line.rstrip("\n").lstrip())
            if not said or said[3].startswith("PROGRAM TOTALS"):
                continue
            value, count = int(said[1].replace(",", "")), int(said[2].replace(",", ""))
            function = function_of(said[3])
            if into is None:
                cycles[function] += value
                calls[function] += count
            else:
                into[function] = value

    def to_ns(n):
        return (abs(n) * 10**9 * 2 + hz) // (2 * hz) * (1 if n >= 0 else -1)
    own = {name: n for name, n in own_times(run).items() if n > 0}
    expect("own times", own, {name: to_ns(n) for name, n in cycles.items() if name in own})
    counted = summed(run.methods, lambda r: r["function"], lambda r: int(r["calls"]))
    expect("calls", {n: counted[n] for n in own if n in counted}, {n: calls[n] for n in own if n in counted})
    for r in run.tree:
        if r["function"] == f"[{r['thread']}]" and r["function"] in inclusive:
            expect("time of a thread", ns(r["incl_us"]), to_ns(inclusive[r["function"]]))
    text = open(export, encoding="utf-8").read()
    expect("remarks", [], [e for e in errors if e not in text])


def speedscope(run, export, errors, schema):
    document = json.load(open(export, encoding="utf-8"))
    jsonschema.validate(document, json.load(open(schema, encoding="utf-8")))
    frames = [f["name"] for f in document["shared"]["frames"]]
    stacks, own = collections.Counter(), collections.Counter()
    for profile in document["profiles"]:
        thread, _, what = profile["name"].rpartition(": ")
        expect("weights", profile["endValue"], sum(profile["weights"]))
        for sample, weight in zip(profile["samples"], profile["weights"]):
            if what == "samples":
                stacks[thread, ";".join(frames[f] for f in sample)] += weight
            else:
                own[frames[sample[-1]].strip()] += weight
    expect("stacks", dict(run.stack_counts()), dict(stacks))
    expect_own_times(run, own)
    expect("remarks", [], [e for e in errors if e not in document["name"]])


def chrome(run, export, errors):
    document = json.load(open(export, encoding="utf-8"))
    expect("remarks", [], [e for e in errors if e not in document["otherData"].values()])

    def answer(name, *kinds):
        return rows_of(f"{export}.{name}.tsv", *kinds)
    expect("errors that the trace processor counts", [], answer("problems", str, str))
    sums, _ = run.activity_sums()
    got = answer("activity", str, str, int)
    expect("time of threads", dict(sums), {(t, int(c.split()[1])): d for t, c, d in got if d})
    expect("events", run.event_rows(), sorted(answer("events", int, str, str, unsigned, int)))
    expect("wakes", run.wake_rows(), sorted(answer("wakes", int, str, str, int)))
    expect("calls", run.call_rows(), sorted((*row[1:-2], round(row[-2] * 1000), row[-1]) for row in
                                            answer("calls", int, str, int, int, str, int, float, str)))
    expect("waits for locks", run.lock_rows(),
           sorted((ts, ts + dur, lane.removesuffix(": locks"), lock, *rest)
                  for ts, dur, lane, lock, *rest in answer("lockwaits", int, int, *5 * [str])))
    expect_handovers(run, answer("handovers", int, str, str, int, str, str))
    counted = collections.Counter()
    for name, value in answer("counters", str, str):
        counted[re.sub(r"( \(processor \d+\))? value$", "", name)] += int(float(value))
    expect("counters", dict(run.counter_sums()), dict(counted))
    expect("counters that go on behind their last span", [],
           [n for n, value in answer("ends", str, str) if float(value)])
    expect("lost", sorted((a, b - a, f"{k}: {w}", n) for a, b, k, n, w in run.lost_rows()),
           sorted(answer("lost", int, int, str, unsigned)))


def uftrace(run, export, errors):
    """EXPORT.dumped is what `uftrace dump` prints, EXPORT.info `uftrace info`, EXPORT.tasks `uftrace info --task`,
    EXPORT.report `uftrace report` in nanoseconds' order; names of threads have 15 bytes at most."""
    names = {}
    for line in open(export + ".tasks", encoding="utf-8", errors="replace"):
        said = re.match(r" *\d+\.\d{9} +.*?\[ *(\d+)\]  (.*?) +[\d.]+ MB$", line)
        if said:
            names[said[1]] = said[2]
    record = re.compile(r" *(\d+)\.(\d{9}) +(\d+): \[(entry|exit )\] (.*)\([0-9a-f]+\) depth: (\d+)$")
    open_calls, calls = collections.defaultdict(list), []
    for line in open(export + ".dumped", encoding="utf-8", errors="replace"):
        said = record.match(line.rstrip("\n"))
        if not said:
            expect("lines of the dump", True, "[entry]" not in line and "[exit" not in line or line)
            continue
        time, tid, ends, name, depth = int(said[1] + said[2]), said[3], said[4] == "exit ", said[5], int(said[6])
        if not ends:
            expect("depth", len(open_calls[tid]), depth)
            open_calls[tid].append((time, name))
        else:
            start, begun = open_calls[tid].pop()
            expect("what ends", begun, name)
            calls.append((names.get(tid, tid), start, time, name, depth))
    expect("calls that do not end", [], [c for left in open_calls.values() for c in left])
    wanted = [(thread.encode()[:15].decode(errors="ignore"), *row[:4]) for thread, *row in run.call_rows()]
    expect("calls", sorted(wanted), sorted(calls))
    counts, total = collections.Counter(), collections.Counter()
    for _, start, end, name, _ in wanted:
        counts[name] += 1
    got = {}
    for line in open(export + ".report", encoding="utf-8", errors="replace"):
        said = re.match(r" +(?:[\d.]+ +\S+)? +(?:[\d.]+ +\S+)? +(\d+)  (.*)$", line.rstrip("\n"))
        if said and not said[2].startswith("linux:"):
            got[said[2]] = int(said[1])
    expect("calls of the report", dict(counts), got)
    info = open(export + ".info", encoding="utf-8", errors="replace").read()
    expect("remarks", [], [e for e in errors if e not in info])


def c_text(text):
    """What babeltrace2 has quoted; a question mark, too."""
    text = re.sub(r"\\(.)", lambda m: "?" if m[1] == "?" else m[0], text)
    return codecs.escape_decode(text.encode("latin-1", "replace"))[0].decode("utf-8")


def ctf(run, export, errors):
    """EXPORT.printed is what babeltrace2 prints, EXPORT.warned what it warns of."""
    record = re.compile(r'\[(\d+)\.(\d{9})\] (.*): \{ cpu_id = (\d+) \}, '
                        r'(?:\{ thread = \( "(.*)" : container = \d+ \) \}, )?\{ (.*) \}$')
    quoted = r'"((?:[^"\\]|\\.)*)"'
    running, sums, events, wakes, lost, waits = {}, collections.Counter(), [], [], [], []
    for line in open(export + ".printed", encoding="utf-8"):
        said = record.match(line.rstrip("\n"))
        if not said:
            problems.append(f"babeltrace2 prints: {line[:80]}")
            continue
        time, name, cpu, fields = int(said[1]) * 10**9 + int(said[2]), said[3], int(said[4]), said[6]
        texts = [c_text(t) for t in re.findall(quoted, fields)]
        if name == "sched_switch" and "prev_comm" in fields:
            if cpu in running:
                start, thread = running[cpu]
                expect("threads that switch", thread, texts[0])
                if thread != "(not known)":
                    sums[thread, cpu] += time - start
            running[cpu] = (time, texts[1])
        elif name == "sched_waking" and "target_cpu" in fields:
            wakes.append((time, c_text(said[5]), texts[0], cpu))
        elif name == "lock_wait" and "waited_ns" in fields:
            waited = int(re.search(r"waited_ns = (\d+)", fields)[1])
            lock, kind, way, holder = texts
            waits.append((time - waited, time, c_text(said[5]), lock, holder.replace("(not known)", "-"), kind, way))
        elif name == "lost" and "until" in fields:
            records, until = (int(re.search(rf"{key} = (\d+)", fields)[1]) for key in ("records", "until"))
            lost.append((time, until, texts[0], records, texts[1]))
        else:
            events.append((time, c_text(said[5]), name, int(fields.removeprefix("arg = ")), cpu))
    expect("time of threads", dict(run.activity_sums()[0]), {k: n for k, n in sums.items() if n})
    expect("events", run.event_rows(), sorted(events))
    expect("wakes", run.wake_rows(), sorted(wakes))
    expect("waits for locks", run.lock_rows(), sorted(waits))
    expect("lost", run.lost_rows(), sorted(lost))
    discarded = {}
    warning = re.compile(r"WARNING: Tracer discarded (\d+) events? between \[(\d+)\.(\d{9})\] and "
                         r"\[(\d+)\.(\d{9})\]")
    for line in open(export + ".warned", encoding="utf-8"):
        said = warning.match(line)
        if said:
            kind = re.search(r"/lost_(\w+)\"", line)[1]
            discarded.setdefault(kind, []).append((int(said[2] + said[3]), int(said[4] + said[5]), int(said[1])))
    joined = {}
    for start, end, kind, records, _ in run.lost_rows():
        rows = joined.setdefault(kind, [])
        if rows and start < rows[-1][1]:
            rows[-1] = (rows[-1][0], max(end, rows[-1][1]), rows[-1][2] + records)
        else:
            rows.append((start, end, records))
    expect("discarded events", {k: [r for r in rows if r[2]] for k, rows in joined.items() if any(r[2] for r in rows)},
           discarded)
    metadata = open(os.path.join(export, "metadata"), encoding="utf-8").read()
    expect("remarks", [], [e for e in errors if e.replace("\\", "\\\\").replace('"', '\\"') not in metadata])


def perf(run, export, errors):
    """EXPORT.script is what `perf script` prints, lost events too; EXPORT.header a header; EXPORT.report functions."""
    stacks, lost, thread, stack = collections.Counter(), [], None, []
    for line in open(export + ".script", encoding="utf-8", errors="replace"):
        head = re.match(r" *(.*?) +\d+ \[(\d+)\] +([\d.]+): +(.*)$", line)
        frame = re.match(r"\s+([0-9a-f]+) (\S.*)$", line)
        if head and "PERF_RECORD_LOST" in head[4]:
            lost.append((int(head[3].replace(".", "")), int(head[4].rpartition(" ")[2])))
        elif head:
            thread, stack = head[1], []
        elif frame:
            stack.append(frame[2] if frame[2] != "[unknown]" else f"0x{int(frame[1], 16):x}")
        elif thread is not None and not line.strip():
            stacks[thread, ";".join(reversed(stack))] += 1
            thread = None
    met = {key: n for key, n in run.stack_counts().items() if "(probes)" not in key[1] and "(user mode)" not in key[1]}
    named = "-k" in open(export + ".how", encoding="utf-8").read()
    expect("samples", sum(run.stack_counts().values()), sum(stacks.values()))
    expect("stacks", met, {key: n for key, n in stacks.items() if key in met} if named else met)
    expect("lost", sorted((start, n) for start, _, kind, n, _ in run.lost_rows() if kind == "sample" and n),
           sorted(lost))
    self = collections.Counter()
    for line in open(export + ".report", encoding="utf-8", errors="replace"):
        row = re.match(r" *(\d+) +\[.\] (.*?) *$", line)
        if row:
            name = row[2]
            self[f"0x{int(name, 16):x}" if re.match("0x[0-9a-f]+$", name) else name] += int(row[1])
    odd = {"(probes)", "(user mode)"}
    if named and not any(r["function"] in odd for r in run.samples):
        expect("self", {r["function"]: int(r["self"]) for r in run.samples if r["self"] != "0"}, dict(self))
    expect("all samples of the report", sum(run.stack_counts().values()), sum(self.values()))
    header = open(export + ".header", encoding="utf-8", errors="replace").read()
    expect("remarks", [], [e for e in errors if e.replace("'", "\\'") not in header and e not in header])


FORMATS = {f.__name__: f for f in (perf, perfetto, ctf, pprof, folded, foldedcalls, callgrind, speedscope, chrome,
                                   uftrace)}

if __name__ == "__main__":
    form, tables, export, said = sys.argv[1:5]
    remarks = [line.rstrip("\n").split(": ", 2)[2] for line in open(said, encoding="utf-8")
               if line.startswith("hostdump: " + os.path.basename(export) + ": incomplete: ")]
    FORMATS[form](Run(tables), export, remarks, *sys.argv[5:])
    print("; ".join(problems[:4]))
