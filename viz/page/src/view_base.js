// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_base.js: what all views stand on: the worker, tables of it, and what they say of missing records.

import { h, time } from "./dom.js";
import { change, state } from "./state.js";

// What asks the worker, the runs that it has, the time line, what shows another run, and what makes the calls of the
// one that is looked at, and what has the bytes of one: set once, by begin().
export let ask, runs, timeline, switchRun, showCalls, pieces;

export function begin(what) {
  ({ ask, runs, timeline, switchRun, showCalls, pieces } = what);
}

export const info = (run = state.run) => runs[run];
export const us = () => 1e6 / (info().hz || 1);

// All rows of a table as objects; for tables that are sums.
export async function all(name, run = state.run) {
  const t = await ask("table", { run, name }),
    rows = await ask("rows", { run, name, first: 0, count: t.chosen });
  return {
    ...t,
    cells: rows,
    rows: rows.map((row) =>
      Object.fromEntries(t.columns.map((c, i) => [c, t.types[i] === "number" ? +row[i] : row[i]])),
    ),
  };
}

// What a table or a chart that is made of call trees is of where a window is chosen.
export function treesNote({ trees, between, run }) {
  if (!state.sel || !trees) return "";
  if (!between)
    return h(
      "p",
      { class: "lost" },
      "Timed calls are sums of the whole run and cannot be divided: this is not of the window. A run that is booted ",
      "with snapshot=100ms has them between its snapshots.",
    );
  const edge = (number, at, other) =>
    number === null ? `the ${other} of the run` : `snapshot ${number} at ${time(at)}`;
  return h(
    "p",
    { class: "note between" },
    `Timed calls from ${edge(between.a, between.from, "beginning")} to ${edge(between.b, between.to, "end")}, `,
    "exactly: the window lies in between.",
    run === state.run && between.a !== null && between.b !== null
      ? h(
          "button",
          { onclick: () => change({ sel: [Math.floor(between.from / us()), Math.ceil(between.to / us())] }) },
          "choose that time",
        )
      : "",
  );
}

// That a table of call trees is of the whole run: treesNote() says so.
const OF_WHOLE_RUN = /^note: of the whole run: call trees/;

// Remarks of tables, those about missing records first: each view that rests on a table shows them.
export function remarks(...tables) {
  const said = new Set(tables.flatMap((t) => (t.trees ? t.remarks.filter((r) => !OF_WHOLE_RUN.test(r)) : t.remarks)));
  const wrong = [...said].filter((r) => /^(incomplete|covers)/.test(r)),
    notes = [...said].filter((r) => /^note/.test(r)),
    cut = tables.filter((t) => t.count < t.of);
  return [
    ...tables.map(treesNote),
    ...cut.map((t) =>
      h(
        "p",
        { class: "lost", role: "alert" },
        `Table ${t.name} has ${t.of} rows; this view is of the first ${t.count}: choose a smaller window.`,
      ),
    ),
    ...wrong.map((r) =>
      h(
        "p",
        { class: "lost", role: "alert" },
        r.startsWith("covers_us")
          ? `Samples are missing: these are from ${r.split(" ").slice(1).join(" to ")} µs.`
          : `Missing: ${r.replace(/^incomplete: [^:]*: ?/, "")}`,
      ),
    ),
    ...notes.map((r) => h("p", { class: "note" }, r.replace(/^note: /, ""))),
  ];
}

export const choice = (label, options, now, f) =>
  h(
    "label",
    {},
    label,
    " ",
    h(
      "select",
      { onchange: (e) => f(e.target.value) },
      options.map(([value, text]) => h("option", { value, selected: value === now }, text)),
    ),
  );

export const nothing = (text) => h("p", { class: "nothing" }, text);
