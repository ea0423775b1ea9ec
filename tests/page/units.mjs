// SPDX-License-Identifier: GPL-2.0-or-later
//
// units.mjs: what the page's modules do that no dump of the other tests shows: numbers that no double holds, and a
// module that has trapped, and a session's time line and mapper. Usage: node units.mjs CORE.wasm DUMP CALLS CALLED:
// a golden dump, that which has a call without its times, and calls.py's. Prints `ok NAME`, or `not ok NAME` and what
// is wrong.

import { readFileSync } from "node:fs";
import { chronicleOf } from "../../viz/page/src/chronicle.js";
import { Table } from "../../viz/page/src/tsv.js";
import { quantity } from "../../viz/page/src/dom.js";
import { KIND, Painter, palette } from "../../viz/page/src/paint.js";
import { SHAPES, look, meet } from "../../viz/page/src/session_map.js";
import { sessionOps } from "../../viz/page/src/session_ops.js";
import { lanesNote } from "../../viz/page/src/session_time.js";
import { BIN, BUSY, Broken, Run } from "../../viz/page/src/wasm.js";

const [core, dump, callsDump, calledDump] = process.argv.slice(2).map((path) => readFileSync(path));

function open(name) {
  const run = new Run(new WebAssembly.Module(core), name, dump.length);
  run.feed(dump);
  run.done();
  run.lanes();
  run.look(null, null, null);
  return run;
}

// A session of one dump: its module, and what the worker does with it.
function openSession(bytes) {
  const run = new Run(new WebAssembly.Module(core), "session", 0),
    ops = sessionOps(() => run);
  ops.sessionNew();
  ops.sessionBegin({ node: "n0", bytes: bytes.length });
  ops.sessionFeed({ bytes });
  ops.sessionJoin();
  return { run, ops };
}

// A session that is not there, of threads with `each` calls of 1 us, one at each microsecond from 0 on by its node's
// clock. Node 1 is ahead of node 0 by 10 to 30 us; of node 2 nothing is known. Counts the questions.
function playedSession(threads, each) {
  const written = [],
    asked = { outermost: 0 };
  let most = 0;
  const put = (columns, rows) => {
    written.push([columns, ...rows.map((r) => r.join("\t"))].join("\n"));
    return rows.length;
  };
  const x = {
    page_session_threads: () => put("node\tthread\tname", threads.map((node, i) => [node, i, `t${i}`])),
    page_session_most: () => most,
    page_session_untimed: () => 0,
    page_session_ahead: (node, at, which) => [0, which ? 30 : 10, which ? Infinity : -Infinity][node],
    page_session_outermost(node, thread, from, to, limit) {
      asked.outermost++;
      const open = Array.from({ length: each }, (_, i) => i).filter((i) => i < to && i + 1 >= from);
      most = open.length;
      return put(
        "node\tthread\tcall\tname\tstart_us\traw_us\taway_us",
        open.slice(-limit || open.length).map((i) => [node, thread, i, "f", i, 1, 0]),
      );
    },
  };
  const session = { x, takeWritten: () => new TextEncoder().encode(written.splice(0).join("")) },
    ops = sessionOps(() => session);
  ops.sessionNew();
  return { ops, asked };
}

// What a call throws; null where it returns.
function thrown(f) {
  try {
    f();
    return null;
  } catch (error) {
    return error;
  }
}

const cases = {
  // However many threads a node claims to have, what is drawn is bounded, each node has a share, and the rest is told.
  lanes_are_bounded() {
    const { ops, asked } = playedSession(Array.from({ length: 100000 }, (_, i) => (i < 99990 ? 0 : 1)), 30),
      window = { from: 0, to: 100, lanes: 400, calls: 8000, each: 300 },
      found = ops.sessionLanes(window),
      drawn = found.lanes.reduce((sum, lane) => sum + lane.calls.length, 0),
      first = asked.outermost;
    if (found.lanes.length !== 400 || drawn !== 8000) return `${found.lanes.length} lanes, ${drawn} calls`;
    if (found.lanes.filter((lane) => lane.node === 1).length !== 10) return "a node is crowded out";
    if (found.unshown !== 99600 || found.unshownCalls !== 99600 * 30) return `${found.unshown} threads are told`;
    const note = lanesNote(found).replaceAll(",", "");
    if (!note.includes("99600 threads more") || !note.includes("2992000 outermost calls more")) return note;
    ops.sessionLanes(window);
    if (asked.outermost !== first) return "the same window is looked for again";
    ops.sessionLanes({ ...window, to: 99 });
    return asked.outermost > first ? "" : "another window has the lanes of the first";
  },

  // A node's window is where the middle of its bounds has it, and what is behind its ends takes no place of it.
  lanes_are_in_the_window() {
    const { ops } = playedSession([1, 2], 1000),
      found = ops.sessionLanes({ from: 120, to: 140.5, lanes: 400, calls: 8000, each: 300 }),
      starts = found.lanes[0].calls.map((c) => c.start_us);
    // 20 us ahead: 100 to 120.5 by its clock; a call that ends at 100 is open then.
    if (starts[0] !== 99 || starts.at(-1) !== 120 || starts.length !== 22) return `calls ${starts}`;
    if (found.lanes[0].of !== 22 || found.lanes.length !== 1) return `${found.lanes.length} lanes`;
    return found.unplaced === 1 && lanesNote(found).includes("1 threads are left out") ? "" : lanesNote(found);
  },

  // A call without the record of its times is no row, and is counted.
  lanes_lack_calls_without_times() {
    const { ops } = openSession(callsDump),
      found = ops.sessionLanes({ from: 105, to: 200, lanes: 400, calls: 8000, each: 300 }),
      worker = found.lanes.find((lane) => lane.name === "worker");
    if (worker?.calls.length !== 1 || worker.calls[0].call !== 2) return JSON.stringify(worker);
    return found.untimed === 1 && lanesNote(found).includes("1 outermost calls are not drawn") ? "" : lanesNote(found);
  },

  // At its very end a call is open, at its very start it is not yet, also where a thousand times that is rounded up.
  ends_of_calls_are_exact() {
    const { run, ops } = openSession(calledDump),
      { lanes } = ops.sessionLanes({ from: 0, to: 1e9, lanes: 400, calls: 8000, each: 4000 });
    let tried = 0,
      rounded = 0;
    const opened = (node, thread, from, to) => {
      run.x.page_session_outermost(node, thread, from, to, 0);
      run.takeWritten();
      return run.x.page_session_most();
    };
    for (const { calls } of lanes)
      for (const { node, thread, start_us: start } of calls) {
        tried++;
        const whole = Math.round(start * 1000),
          exact = [(whole - 0.4) / 1000, (whole + 0.4) / 1000].map((to) => opened(node, thread, start - 1e6, to));
        rounded += start * 1000 > whole ? 1 : 0;
        if (opened(node, thread, start - 1e6, start) !== exact[0]) return `a call is open before its start, ${start}`;
        if (exact[1] !== exact[0] + 1) return `no call starts at ${start}`;
      }
    return tried > 100 && rounded ? "" : `only ${tried} calls, ${rounded} of them rounded up`;
  },

  // Neighbours above 2^53 are one double; the largest of 64 bits is not one at all.
  large_numbers_are_exact() {
    const cells = ["9007199254740993", "18446744073709551615", "-", "9007199254740992", "18446744073709551614", "7"],
      text = `name\targ\n${cells.map((c, i) => `row ${i}\t${c}`).join("\n")}\n`,
      t = new Table("x", new TextEncoder().encode(text), cells.length),
      sorted = (falling) => [...t.choose({ sort: [1, falling] })].map((i) => t.row(i)[1]);
    const rising = ["7", cells[3], cells[0], cells[4], cells[1], "-"];
    if (sorted(false).join() !== rising.join()) return `rising: ${sorted(false)}`;
    if (sorted(true).join() !== [...rising.slice(0, 5).reverse(), "-"].join()) return `falling: ${sorted(true)}`;
    const { n, least, most, sum } = t.figures(1, t.choose({})),
      total = cells.filter((c) => c !== "-").reduce((all, c) => all + BigInt(c), 0n);
    if (n !== 5 || least !== 7n || most !== 18446744073709551615n || sum !== total)
      return `n ${n}, least ${least}, most ${most}, sum ${sum}, which is ${total}`;
    return quantity(sum).replaceAll(",", "") === String(total) ? "" : `the sum is shown as ${quantity(sum)}`;
  },

  // A sum may be too large although no cell is.
  large_sums_are_exact() {
    const cells = Array.from({ length: 3 }, (_, i) => 2 ** 53 - 1 - 2 * i),
      text = `bytes\n${cells.join("\n")}\n`,
      t = new Table("x", new TextEncoder().encode(text), 3),
      { sum } = t.figures(0, t.choose({}));
    return sum === cells.reduce((all, c) => all + BigInt(c), 0n) ? "" : `the sum is ${sum}`;
  },

  // An address may name a column that this table has not: nothing is chosen or ordered by it.
  absent_columns_choose_nothing() {
    const t = new Table("x", new TextEncoder().encode("name\tn\nb\t1\na\t2\n"), 2),
      rows = [...t.choose({ sort: [99, true], ranges: [[2, 5, 6]] })].join();
    return rows === "0,1" ? "" : `rows ${rows}`;
  },

  // What the dump lacks is full, what was missed is hatched, as its place is guessed; moved by a pixel it moves along.
  a_guessed_place_is_hatched() {
    const paint = (instant, first) => {
      const cells = new Set(),
        rect = (x, y, w, h) => Array.from({ length: h }, (_, i) => cells.add(`${x} ${Math.round(y) + i}`)),
        bins = new Float64Array(24 * BIN);
      for (let x = 0; x < 24; x++) bins[x * BIN + BUSY + instant] = 1;
      new Painter(null, []).moment({ left: 0, right: 24, first, rect }, bins, 2, 20, {}, palette(false));
      return cells;
    };
    const [lacks, missed, moved] = [paint(2, 0), paint(3, 0), paint(3, 1)],
      column = (cells, x) => [...cells].filter((c) => c.startsWith(`${x} `)).map((c) => c.split(" ")[1]);
    if (lacks.size % 24 || column(lacks, 0).length < 8) return `of what is lacking ${lacks.size} pixels are painted`;
    for (let x = 0; x < 23; x++) {
      const rows = column(missed, x);
      if (!rows.length || rows.length > column(lacks, x).length / 2) return `column ${x} has ${rows}`;
      if (!rows.every((y) => lacks.has(`${x} ${y}`))) return `column ${x} has ${rows}, higher than what is lacking`;
      if (column(moved, x).join() !== column(missed, x + 1).join()) return `column ${x} does not move along`;
    }
    return "";
  },

  // Nodes have colours that can be told from each other, in the session's order; so have texts that a rule gives looks
  // of their own, of which the first ones share none.
  few_texts_do_not_look_alike() {
    const nodes = [..."abcdefgh"].map((x) => `node-${x}`);
    meet(nodes);
    const colours = nodes.map((of) => look([], { kind: "call", of }).colour),
      hues = colours.map((c) => +/^hsl\((\d+) /.exec(c)[1]);
    for (const [i, a] of hues.entries())
      for (const b of hues.slice(i + 1)) {
        const apart = Math.min(Math.abs(a - b), 360 - Math.abs(a - b));
        if (apart < 30) return `two of eight nodes have hues ${apart} degrees apart: ${colours}`;
      }
    look([], { kind: "call", of: "not traced" });
    meet(nodes);
    if (nodes.some((of, i) => look([], { kind: "call", of }).colour !== colours[i])) return "colours do not stay";
    for (const gives of ["colour", "size", "shape", "arc"]) {
      const rules = [{ attribute: "name", ask: "each", gives }],
        looks = SHAPES.map((_, i) => look(rules, { kind: "call", of: "node-a", name: `f${i}` })[gives]);
      if (new Set(looks).size < looks.length) return `two of five methods have one ${gives}: ${looks}`;
    }
    return "";
  },

  // A sample stands until the next one of its processor, at most for four usual distances, and for one where others
  // were lost behind it; a window has what stands at its beginning; of each thread, or of each processor.
  samples_stand_until_the_next_one() {
    const samples = [
        { lane: 0, cpu: 0, times: [0, 10, 20, 40, 200, 300] },
        { lane: 1, cpu: 0, times: [30] },
        { lane: 1, cpu: 1, times: [5, 305] },
      ],
      of = (lane) =>
        samples
          .filter((s) => s.lane === lane)
          .flatMap(({ cpu, times }) => times.map((at) => ({ at, cpu })))
          .sort((a, b) => a.at - b.at),
      core = {
        before: (lane, at) => of(lane).filter((r) => r.at < at).length,
        record: (lane, i) => of(lane)[i] ?? null,
        stack: (lane, i) => [`f${i}`],
      },
      lanes = ["t", "u"].map((name, lane) => ({ kind: KIND.SAMPLE, lane, name, count: of(lane).length }));
    const got = (what) => {
      const { charts } = chronicleOf(core, lanes, { from: 0, to: 310, thread: null, split: true, lost: [], ...what });
      const words = (samples) => samples.map((s) => s.flat().join(" ")).join(", ");
      return charts.map(({ name, samples }) => `${name} ${words(samples)}`).join("; ");
    };
    for (const [what, wanted] of [
      [{}, "t 0 10 f0, 10 20 f1, 20 30 f2, 40 80 f3, 200 240 f4, 300 310 f5; u 5 305 f0, 30 40 f1, 305 310 f2"],
      [{ split: false, from: 25, to: 50 }, "processor 0 25 30 t f2, 30 40 u f1, 40 50 t f3; processor 1 25 50 u f0"],
      [{ lost: [[45, 190]], to: 100, thread: "t" }, "t 0 10 f0, 10 20 f1, 20 30 f2, 40 50 f3"],
      [{ lost: [[45, 60]], from: 190, thread: "t" }, "t 200 300 f4, 300 310 f5"],
    ])
      if (got(what) !== wanted) return `${JSON.stringify(what)}: ${got(what)}`;
    const { many } = chronicleOf({ before: (lane, at) => at * 100 }, lanes, { from: 0, to: 310 });
    return many === 62000 ? "" : `there is no limit: ${many}`;
  },

  // Whatever leaves C functions in their middle: a trap, a stack that is full. Then the module answers nothing more.
  a_ruined_module_is_asked_nothing() {
    const told = [
      (run) => run.bins(0, 0, 100, 3e9),
      (run) => run.x.page_lane_name(0x1fffffff), // far outside of its memory
      (run) => {
        run.x.__stack_pointer.value = 16; // a stack that is all but full
        run.table("threads");
      },
    ];
    for (const [i, ruin] of told.entries()) {
      const run = open("dump.jxp"),
        rows = run.table("run").rows,
        first = thrown(() => ruin(run));
      if (!rows) return "there was nothing to ruin";
      if (!(first instanceof Broken)) return `way ${i} does not end as broken: ${first}`;
      for (const ask of [() => run.table("run"), () => run.lanes(), () => run.look(null, null, "x"), () => run.done()])
        if (!(thrown(ask) instanceof Broken)) return `behind way ${i} it answers`;
    }
    return "";
  },
};

for (const [name, run] of Object.entries(cases)) {
  let wrong;
  try {
    wrong = run();
  } catch (error) {
    wrong = error.stack.split("\n").slice(0, 2).join(" ");
  }
  console.log(wrong ? `not ok tables_${name} ${wrong}` : `ok tables_${name}`);
}
