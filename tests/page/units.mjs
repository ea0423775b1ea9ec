// SPDX-License-Identifier: GPL-2.0-or-later
//
// units.mjs: what the page's modules do that no dump of the other tests shows: numbers that no double holds, and a
// module that has trapped. Usage: node units.mjs CORE.wasm DUMP. Prints `ok NAME`, or `not ok NAME` and what is wrong.

import { readFileSync } from "node:fs";
import { Table } from "../../viz/page/src/tsv.js";
import { quantity } from "../../viz/page/src/dom.js";
import { Painter, palette } from "../../viz/page/src/paint.js";
import { BIN, BUSY, Broken, Run } from "../../viz/page/src/wasm.js";

const [core, dump] = process.argv.slice(2).map((path) => readFileSync(path));

function open(name) {
  const run = new Run(new WebAssembly.Module(core), name, dump.length);
  run.feed(dump);
  run.done();
  run.lanes();
  run.look(null, null, null);
  return run;
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
