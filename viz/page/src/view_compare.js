// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_compare.js: runs of side A beside runs of side B: what `hostdump diff` says of them, made by the same C, and the
// first run of each side as flame graphs, beside each other and as their difference.

import { h, quantity, time } from "./dom.js";
import { Node, flame, grow } from "./flame.js";
import { change, state } from "./state.js";
import { ask, runs, choice, nothing, remarks } from "./view_base.js";
import { stacksOf } from "./view_flame.js";

const ROWS_MOST = 400; // of a table that are elements all at once

export const sideOf = (run) => state.sides[run] ?? (run === runs.findIndex((r) => r?.ok) ? "A" : "B");

// Which run is on which side: the reader says so.
function sidesBar(known) {
  return h(
    "div",
    { class: "bar" },
    known.map(({ r, run }) =>
      choice(
        r.name,
        [
          ["A", "side A"],
          ["B", "side B"],
          ["", "left out"],
        ],
        sideOf(run),
        (side) => change({ sides: runs.map((_, i) => (i === run ? side : sideOf(i))) }),
      ),
    ),
  );
}

function value(group, text) {
  if (text === "-") return "-";
  return group === "sites" ? `${quantity(Math.round(+text))} B` : time(+text / 1000);
}

const signed = (text) => (text === "-" ? "-" : `${+text > 0 ? "+" : ""}${(+text).toFixed(2)} %`);

// All figures: the difference, the interval that all of them keep at once, and p of the greatest difference by chance.
function differTable({ columns, cells }) {
  const at = Object.fromEntries(columns.map((c, i) => [c, i])),
    known = (column) => cells.some((row) => row[at[column]] !== "-"),
    [tested, within] = [known("p"), known("within_run_pct")];
  const head = [
    "verdict",
    "of",
    "name",
    "A",
    "B",
    "difference",
    tested ? "interval" : within ? "± within the runs" : "",
    tested ? "p" : "",
  ];
  if (!cells.length) return [];
  const table = h(
    "table",
    { class: "delta", id: "differ" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((text) => h("th", {}, text)),
      ),
    ),
    h(
      "tbody",
      {},
      cells.slice(0, ROWS_MOST).map((row) => {
        const [verdict, group, name] = row;
        return h(
          "tr",
          {},
          h("td", { class: { worse: "more", better: "less" }[verdict] ?? null }, verdict),
          h("td", {}, group),
          h("td", { class: "path", title: name }, name.split(";").slice(-3).join(" › ")),
          h("td", {}, value(group, row[at.a])),
          h("td", {}, value(group, row[at.b])),
          h("td", {}, signed(row[at.change_pct])),
          h(
            "td",
            {},
            tested
              ? row[at.low_pct] === "-"
                ? ""
                : `${signed(row[at.low_pct])} to ${signed(row[at.high_pct])}`
              : row[at.within_run_pct] === "-"
                ? ""
                : `${(+row[at.within_run_pct]).toFixed(2)} %`,
          ),
          h("td", {}, tested && row[at.p] !== "-" ? (+row[at.p]).toFixed(4) : ""),
        );
      }),
    ),
  );
  return [
    h("h3", {}, "each figure"),
    table,
    cells.length > ROWS_MOST
      ? h("p", { class: "note" }, `The first ${ROWS_MOST} of ${quantity(cells.length)}; hostdump diff --json has all.`)
      : "",
  ];
}

// The first run of each side as flame graphs, and their difference.
async function shares(place, a, b) {
  const [x, y] = [await stacksOf(state.source, b), await stacksOf(state.source, a)],
    width = place.clientWidth - 24;
  const bar = choice(
    "of",
    [
      ["samples", "samples"],
      ["timing", "timed calls"],
    ],
    state.source,
    (source) => change({ source }),
  );
  if (!x.stacks.length || !y.stacks.length)
    return [
      h("div", { class: "bar" }, bar),
      ...remarks(x.table, y.table),
      nothing(`What is chosen has nothing in ${runs[x.stacks.length ? a : b].name}: nothing to compare.`),
    ];
  const root = grow(grow(new Node("both runs"), x.stacks), y.stacks, "other"),
    what = { tell: x.tell, hit: state.search };
  return [
    h("div", { class: "bar" }, bar),
    ...remarks(y.table, x.table),
    h(
      "p",
      {},
      h("b", {}, `A: ${runs[a].name}`),
      " beside ",
      h("b", {}, `B: ${runs[b].name}`),
      ". Red: a larger share of B than of A; blue: smaller.",
    ),
    flame(root, width, { ...what, change: true }).element,
    h(
      "div",
      { class: "sides" },
      [
        [a, y],
        [b, x],
      ].map(([run, s]) =>
        h("div", {}, h("h3", {}, runs[run].name), flame(grow(new Node("all"), s.stacks), width / 2 - 10, what).element),
      ),
    ),
  ];
}

export async function showCompare(place) {
  const known = runs.map((r, run) => ({ r, run })).filter(({ r }) => r?.ok),
    first = (side) => known.find(({ run }) => sideOf(run) === side)?.run ?? -1,
    [a, b] = [first("A"), first("B")];
  if (known.length < 2)
    return place.replaceChildren(
      nothing("Drop a second dump on this page, or open one: both stand side by side here, and their difference."),
    );
  if (a < 0 || b < 0) return place.replaceChildren(sidesBar(known), nothing("A side has no run: put one there."));
  const found = await ask("differ", { sides: runs.map((r, run) => (r?.ok ? sideOf(run) : "")) });
  place.replaceChildren(
    sidesBar(known),
    h("pre", { class: "differ" }, found.text),
    state.sel ? h("p", { class: "note" }, "Whole runs are compared, not the window; the flame graphs are of it.") : "",
    ...(await shares(place, a, b)),
    ...differTable(found),
  );
}
