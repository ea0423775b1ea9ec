// SPDX-License-Identifier: GPL-2.0-or-later
//
// worker.js: runs, one module each, and all that is computed and drawn of them. The page sends {id, op, ...}; the
// answer is {id, result} or {id, error, broken}. An analysis that a hostile dump breaks ends as an error of one
// question; where `broken` is true the module has trapped, and the page starts another worker.

import { Broken, Run, BIN, BUSY, COUNT } from "./wasm.js";
import { chronicleOf, lostOf } from "./chronicle.js";
import { KIND, Painter, QUIET } from "./paint.js";
import { sessionOps } from "./session_ops.js";
import { Table, figures } from "./tsv.js";

const ROWS_MOST = 500000; // rows of a table that are kept to be sorted; a table that has more says so
const COPY_MOST = 200000; // rows that are copied at once
const BRIEF = [KIND.WAIT, KIND.MOMENT, KIND.STAND]; // states that may be too short for a pointer
const SOMETIMES = [...BRIEF, KIND.CALL, KIND.LOSS, KIND.COLLECTION]; // lanes on which there may be nothing

let module, comparing; // a module without a run
const runs = [];

const ops = {
  ...sessionOps(() => new Run(module, "session", 0)),

  core({ bytes }) {
    module = new WebAssembly.Module(bytes);
  },

  // Run number `run` begins, whose file has this name and size; 0: it is a stream.
  begin({ run, name, bytes }) {
    runs[run] = {
      core: new Run(module, name, bytes),
      name,
      tables: new Map(),
      pieces: 0,
      came: [],
      chosen: [null, null, null],
    };
  },

  // Piece number `piece` of a file. A worker that was started anew may have it already.
  feed({ run, piece, bytes }) {
    if (isNext(runs[run], piece)) runs[run].core.feed(new Uint8Array(bytes));
  },

  // All of a file has been fed.
  done({ run }) {
    const frames = runs[run].core.done();
    return opened(runs[run], frames, true);
  },

  // More of a stream. It waits for `refresh`: until then all that is asked of the run is of what it was.
  append({ run, piece, bytes }) {
    if (isNext(runs[run], piece)) runs[run].came.push(new Uint8Array(bytes));
  },

  // Functions of a stream's image: dumps have them behind their end only. They wait for `refresh`, too.
  names({ run, bytes }) {
    runs[run].names = new Uint8Array(bytes);
  },

  // Takes what has come of a stream; `last`: no more will. What is chosen stays.
  refresh({ run, last }) {
    const r = runs[run];
    if (r.names) r.core.names(r.names);
    r.names = null;
    for (const bytes of r.came) r.core.feed(bytes);
    r.came = [];
    return opened(r, r.core.done(!last), last);
  },

  // Paints lanes of a run on the picture called `name` (paint.js), and tells how long that took.
  paint({ run, name, rows, ...view }) {
    const began = performance.now();
    return { picture: runs[run].painter.paint(name, rows, view), took: performance.now() - began };
  },

  // What stands at a place of a lane; `reach` cycles to both sides count for what is short; `exact`: the entry that
  // begins there.
  at({ run, lane, at, reach = 0, exact = false }) {
    const r = runs[run],
      { core } = r,
      info = r.lanes[lane];
    const marks = info.form <= 1,
      brief = BRIEF.includes(info.kind) && !exact;
    let last = core.before(lane, (marks || brief) && !exact ? at + reach : at + 1) - 1,
      record = core.record(lane, last);
    // What has just ended is nearer than that nothing is there.
    if (brief && last > 0 && !(record.state & 7) && record.at >= at - reach)
      record = core.record(lane, --last);
    if (!record || (marks && record.at < at - reach)) return null;
    return { ...told(core, info, record, last), index: last };
  },

  // When the entry before or behind a time begins, with `here` also one at that time: where a search goes on. That
  // nothing is there is no entry.
  next({ run, lane, at, back, here = false }) {
    const { core, lanes } = runs[run],
      { kind, count } = lanes[lane],
      by = back ? -1 : 1;
    let i = core.before(lane, back === here ? at + 1 : at) - (back ? 1 : 0);
    for (; i >= 0 && i < count; i += by) {
      const record = core.record(lane, i);
      if (!record) return null;
      if (record.state & 7 || !SOMETIMES.includes(kind)) return record.at;
    }
    return null;
  },

  // The edge nearest to a time among lanes.
  snap({ run, lanes, at, reach }) {
    let best = null;
    for (const lane of lanes) {
      const { core } = runs[run],
        i = core.before(lane, at);
      for (const record of [core.record(lane, i - 1), core.record(lane, i < runs[run].lanes[lane].count ? i : -1)])
        if (
          record &&
          Math.abs(record.at - at) <= reach &&
          (best === null || Math.abs(record.at - at) < Math.abs(best - at))
        )
          best = record.at;
    }
    return best;
  },

  // Of threads that ran, or were ready to, in a window the shares by pixel, {name, quiet, ran, ready}, of `most`
  // threads at most; `more`: that get none. Pixel pixels[i] lies at times[i]; what lies between is even.
  ran({ run, times, pixels, most }) {
    const { core, lanes } = runs[run],
      found = [];
    let more = 0;
    for (const { lane, name, kind, flags } of lanes) {
      if (kind !== KIND.THREAD) continue;
      const all = core.bins(lane, times[0], times.at(-1), 1);
      if (!all[BUSY + 1] && !all[BUSY + 2]) continue;
      if (found.length === most) {
        more++;
        continue;
      }
      const ran = new Float32Array(pixels.at(-1)),
        ready = new Float32Array(pixels.at(-1));
      for (let i = 0; i + 1 < times.length; i++) {
        const count = pixels[i + 1] - pixels[i];
        if (!(times[i] < times[i + 1])) continue; // the clock stepped back there
        const bins = core.bins(lane, times[i], times[i + 1], count);
        for (let n = 0; n < count; n++) {
          const busy = bins.subarray(n * BIN + BUSY, n * BIN + BUSY + 5),
            sum = busy.reduce((a, b) => a + b) || 1;
          ran[pixels[i] + n] = busy[1] / sum;
          ready[pixels[i] + n] = busy[2] / sum;
        }
      }
      found.push({ name, quiet: Boolean(flags & QUIET), ran, ready });
    }
    return { lanes: found, more };
  },

  // What lies in a window, lane by lane: entries, and cycles of each class.
  within({ run, from, to }) {
    const { core, lanes } = runs[run];
    return lanes.map(({ lane }) => {
      const b = core.bins(lane, from, to, 1);
      return { count: b[COUNT], busy: [...b.subarray(BUSY, BUSY + 5)], least: b[9], most: b[10], mean: b[7] / b[8] };
    });
  },

  // The run is looked at no more: its memory is free.
  close({ run }) {
    delete runs[run];
  },

  bins({ run, lane, from, to, pixels }) {
    const bins = runs[run].core.bins(lane, from, to, pixels),
      counts = new Float64Array(pixels);
    for (let i = 0; i < pixels; i++) counts[i] = bins[i * BIN + COUNT];
    return counts;
  },

  // Chooses what tables are of. Times in us, null for all.
  look({ run, from, to, thread }) {
    const r = runs[run];
    r.tables.clear();
    r.chosen = [from, to, thread];
    r.ok = r.core.look(...r.chosen);
    return { ok: r.ok, said: r.core.takeSaid() };
  },

  // Makes what the first window of a table costs once, for the windows to come: whose death each object's was, which
  // events recur. What is chosen stays.
  warm({ run, name }) {
    const r = runs[run],
      middle = (r.core.x.page_stop() / r.core.x.page_hz() / 2) * 1e6;
    if (r.core.look(middle, middle + 1, null)) r.core.table(name, 0, 1);
    r.core.look(...r.chosen);
    r.core.takeSaid(); // what there is to say of a choice `look` says
  },

  // A table's columns, remarks, how many rows there are and are chosen, and, where they are asked for, figures of its
  // numbers. Of one that is made of call trees `trees` says so, and `between` tells the snapshots around the window.
  table({ run, name, choice = {}, withFigures = false }) {
    const r = runs[run],
      t = tableOf(r, name);
    t.chosen = t.choose(choice);
    const types = t.columns.map((_, i) => (t.isNumber(i) ? "number" : "text"));
    return {
      name,
      run,
      columns: t.columns,
      types,
      remarks: t.remarks,
      count: t.count,
      of: t.of,
      trees: t.trees,
      between: t.between,
      chosen: t.chosen.length,
      figures: withFigures && types.map((type, i) => (type === "number" ? t.figures(i, t.chosen) : null)),
    };
  },

  rows({ run, name, first, count }) {
    const t = tableOf(runs[run], name);
    t.chosen ??= t.choose({});
    return Array.from(t.chosen.subarray(first, first + count), (i) => t.row(i));
  },

  // The charts that there are, and what one shows; `trees` and `between` as of a table.
  figures({ run }) {
    return runs[run].core.figures();
  },

  figure({ run, name }) {
    const r = runs[run],
      trees = r.core.figures().find((c) => c.name === name)?.trees ?? false;
    return { run, trees, ...ofTrees(r, trees, () => r.core.figure(name)) };
  },

  // Makes the calls of a run, and their lanes.
  calls({ run }) {
    const r = runs[run];
    r.calls = r.core.calls();
    listLanes(r);
    return { lanes: r.lanes, ...r.calls };
  },

  // Of the calls of a thread, or of those that one of them made, `count` from number `first` on, and how many there
  // are.
  children({ run, thread, call, first, count }) {
    const { core } = runs[run];
    return { ...callsOf(core.callRows("children", thread, call ?? -1, first, count)), of: core.x.page_calls_most() };
  },

  // How many calls each thread has: [{thread, name, calls}...].
  callers({ run }) {
    const { core, lanes } = runs[run],
      threads = lanes.filter((l) => l.kind === KIND.CALL && l.depth === 0);
    return threads.map(({ thread, name }) => ({ thread, name, calls: core.x.page_calls_of(thread) }));
  },

  // A call with those around it, the outermost first, and where it stands among those of its function.
  call({ run, thread, call }) {
    const { core } = runs[run],
      path = callsOf(core.callRows("path", thread, call)),
      { bytes, rows } = core.callRows("rank", thread, call),
      t = new Table("rank", bytes, rows);
    const rank = rows ? Object.fromEntries(t.row(0).map((cell, i) => [t.columns[i], cell])) : null;
    return { ...path, rank };
  },

  // The next call of a function whose name holds a text, with those around it; no calls: there is none.
  findCall({ run, text, breadth, over, below, after }) {
    return callsOf(runs[run].core.findCall(text, breadth, over, below, after));
  },

  // The call of a lane at a time: [thread, number]; null: none.
  callAt({ run, lane, at }) {
    const call = runs[run].core.callAt(lane, at);
    return call === null ? null : [runs[run].lanes[lane].thread, call];
  },

  // When each moment of a run was, us since its start.
  moments({ run }) {
    return runs[run].core.moments();
  },

  // A moment, and where each thread stood: {thread, state, wait, on, owner, timed, since, deadlock, behind, whole,
  // stack}, the innermost function first.
  moment({ run, row }) {
    const { bytes, rows, ...facts } = runs[run].core.moment(row),
      t = new Table("now", bytes, rows),
      standing = [];
    for (let i = 0; i < t.count; i++) {
      const [number, madeBy, group, ...rest] = t.row(i),
        [thread, status, wait, on, owner, timed, since, deadlock, behind, whole, level, name, where, line] = rest;
      if (level === "-" || level === "0")
        standing.push({
          number: +number,
          madeBy,
          group,
          thread,
          state: status,
          wait,
          on,
          owner,
          timed: timed === "yes",
          since: +since,
          deadlock: +deadlock || 0,
          behind: +behind || 0,
          whole,
          stack: [],
        });
      if (level !== "-") standing.at(-1).stack.push({ function: name, where, line });
    }
    // It is of one moment, whatever window is chosen.
    const remarks = t.remarks.filter((r) => !/^note: of the whole run/.test(r));
    return { ...facts, table: { name: t.name, remarks, count: t.count, of: t.of }, standing };
  },

  // What `hostdump diff` says of runs: `sides` has "A", "B" or "" for each.
  differ({ sides }) {
    const of = (side) =>
      runs.filter((r, i) => r && sides[i] === side).map((r) => ({ name: r.name, bytes: r.core.figuresToCompare() }));
    const [a, b] = [of("A"), of("B")];
    comparing ??= new Run(module, "runs", 0);
    const { text, rows } = comparing.compare([...a, ...b], a.length),
      [columns, ...cells] = rows
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split("\t"));
    return { text, columns, cells };
  },

  // The chosen rows as TSV.
  copy({ run, name }) {
    const t = tableOf(runs[run], name),
      rows = Array.from((t.chosen ?? t.choose({})).subarray(0, COPY_MOST), (i) => t.row(i));
    return [t.columns, ...rows].map((cells) => cells.join("\t")).join("\n") + "\n";
  },

  // How the numbers of a column are spread over `bins` steps, of equal ratio where they span more than a decade.
  spread({ run, name, column, bins, choice = {} }) {
    const t = tableOf(runs[run], name),
      values = t.column(column),
      rows = t.choose(choice);
    const f = figures(values, rows),
      low = f.least > 0 ? f.least : 0;
    const ratio = low > 0 && f.most / low > 20,
      counts = new Float64Array(bins);
    const place = ratio
      ? (v) => Math.log(v / low) / Math.log(f.most / low)
      : (v) => (v - f.least) / (f.most - f.least || 1);
    for (const i of rows)
      if (!Number.isNaN(values[i])) counts[Math.min(bins - 1, Math.floor(place(values[i]) * bins))]++;
    return { ...f, ratio, counts };
  },

  // Call stacks of samples one after the other (chronicle.js), and where samples were lost.
  chronicle({ run, from, to, thread, split }) {
    const { core, lanes } = runs[run],
      lost = lostOf(core, lanes, KIND.SAMPLE, from, to);
    return { lost, ...chronicleOf(core, lanes, { from, to, thread, split, lost }) };
  },

  // Stretches of a window in which records of a kind of lanes were lost, [[from, to]...].
  lost({ run, kind, from, to }) {
    const { core, lanes } = runs[run];
    return lostOf(core, lanes, kind, from, to);
  },

  // Lanes whose names hold a text, and how many entries they have.
  search({ run, text }) {
    const { lanes } = runs[run],
      wanted = text.toLowerCase();
    const found = lanes
      .filter((l) => l.kind !== KIND.CALL && l.name.toLowerCase().includes(wanted)) // its thread is one already
      .map((l) => l.lane);
    return { lanes: found, hits: found.reduce((sum, lane) => sum + lanes[lane].count, 0) };
  },

  // How many rows of a table hold a text.
  searchTable({ run, text, name }) {
    return tableOf(runs[run], name).choose({ filter: text }).length;
  },

  // The next entry of any of the lanes, {lane, at}, behind the one of `lane` (null: none) at a time, or before it; of
  // entries at one time those of the earlier lane come first. null: there is none.
  step({ run, lanes, lane, at, back }) {
    const place = lanes.indexOf(lane);
    let best = null;
    lanes.forEach((other, i) => {
      const here = back ? i < place : i > place,
        t = ops.next({ run, lane: other, at, back, here });
      if (t !== null && (!best || (back ? t >= best.at : t < best.at))) best = { lane: other, at: t };
    });
    return best;
  },
};

// Calls as objects, their numbers as numbers, and the table's remarks.
function callsOf({ bytes, rows }) {
  const t = new Table("calls", bytes, rows);
  const calls = Array.from({ length: t.count }, (_, i) => {
    const cells = Object.fromEntries(t.row(i).map((cell, c) => [t.columns[c], cell]));
    for (const column of Object.keys(cells))
      if (!/^(function|ended|caller)$/.test(column)) cells[column] = cells[column] === "-" ? null : +cells[column];
    return cells;
  });
  return { calls, table: { name: t.name, remarks: t.remarks, count: t.count, of: t.of } };
}

// Call trees are sums of the run, but between two snapshots of them they are exact. What make() makes of them where
// `trees` is true, and in a window, is therefore of the time between the snapshots around it, and `between` tells them,
// beside what it returns. null: no window is chosen, or there are no snapshots, and it is of the whole run.
function ofTrees(r, trees, make) {
  const between = trees && r.chosen[0] !== null ? around(r) : null;
  if (!between) return { between, ...make() };
  try {
    if (!r.core.lookBetween(between.a, between.b, r.chosen[2])) throw new Error(r.core.takeSaid().trim());
    return { between, ...make() };
  } finally {
    r.core.look(...r.chosen);
  }
}

// The snapshots around the window, {a, b, from, to: us}; null for the beginning and the end; null: not one is near.
function around(r) {
  const all = r.core.snapshots(),
    [from, to] = r.chosen,
    a = all.findLast((s) => s.at <= from),
    b = all.find((s) => s.at >= to && s !== a);
  return a || b ? { a: a?.number ?? null, b: b?.number ?? null, from: a?.at ?? null, to: b?.at ?? null } : null;
}

// Whether a piece of a run is the next one, which counts from now on.
function isNext(r, piece) {
  if (piece < r.pieces) return false;
  r.pieces = piece + 1;
  return true;
}

// What the page is told of a run whose records have come, all or some. Of one that goes on there is nothing to look at
// before it has a lane.
function opened(r, frames, whole) {
  r.tables.clear();
  if (r.calls) r.calls = r.core.calls();
  listLanes(r);
  r.ok = r.core.look(...r.chosen);
  const said = r.core.takeSaid(),
    known = r.ok && (whole || r.lanes.length > 0);
  return {
    frames,
    said,
    lanes: r.lanes,
    ok: r.ok,
    hz: known ? r.core.x.page_hz() : 0,
    stop: known ? r.core.x.page_stop() : 0,
    tables: r.ok ? r.core.tables() : [],
    memory: r.core.memory(),
    ...(r.calls && { calls: r.calls }),
  };
}

function listLanes(r) {
  r.lanes = [];
  for (const lane of r.core.lanes()) r.lanes[lane.lane] = lane;
  r.painter = new Painter(r.core, r.lanes);
}

function tableOf(r, name) {
  let t = r.tables.get(name);
  if (!t) {
    const trees = r.core.isOfTrees(name),
      { bytes, rows, between } = ofTrees(r, trees, () => r.core.table(name, 0, ROWS_MOST));
    t = Object.assign(new Table(name, bytes, rows), { trees, between });
    r.tables.set(name, t);
  }
  return t;
}

// A record with its numbers told.
function told(core, info, record, i) {
  const name = (thread) => (thread === 0xffffffff ? "" : core.thread(thread));
  return {
    ...record,
    threadName: name(record.thread),
    whoName:
      info.kind === KIND.PROCESSOR || (info.kind === KIND.THREAD && (record.state & 7) === 2) ? name(record.who) : "",
    whyText: info.kind === KIND.THREAD ? core.why(record.state >> 3) : "",
    stack: info.kind === KIND.SAMPLE ? core.stack(info.lane, i) : null,
    wait: info.kind === KIND.WAIT ? core.wait(info.lane, i) : null,
    stand: info.kind === KIND.STAND ? core.stand(info.lane, i) : null,
    moment: info.kind === KIND.MOMENT ? momentAt(core, record) : null,
    functionName: info.kind === KIND.CALL && record.state ? core.function(record.who) : "",
  };
}

// What is known of a moment; where one was missed, how many were in all.
function momentAt(core, { state, who }) {
  return (state & 7) === 1 ? core.momentFacts(who) : { missed: core.x.page_moments_missed() };
}

self.onmessage = ({ data }) => {
  try {
    const result = ops[data.op](data);
    self.postMessage({ id: data.id, result }, result?.picture ? [result.picture] : []);
  } catch (error) {
    const said = runs[data.run]?.core?.takeSaid().trim();
    self.postMessage({
      id: data.id,
      error: [String(error.message ?? error), said].filter((t) => t).join(": "),
      broken: error instanceof Broken,
    });
  }
};
