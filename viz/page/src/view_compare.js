// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_compare.js: two runs beside each other, and their difference.

import { h } from "./dom.js";
import { Node, flame, grow } from "./flame.js";
import { change, state } from "./state.js";
import { runs, info, all, choice, nothing, remarks } from "./view_base.js";
import { stacksOf } from "./view_flame.js";

export async function showCompare(place) {
  const other = runs.findIndex((r, i) => i !== state.run && r?.ok);
  if (other < 0)
    return place.replaceChildren(
      nothing("Drop a second dump on this page, or open one: both stand side by side here, and their difference."),
    );
  const a = await stacksOf(state.source),
    b = await stacksOf(state.source, other),
    width = place.clientWidth - 24;
  const bar = h(
    "div",
    { class: "bar" },
    choice(
      "of",
      [
        ["samples", "samples"],
        ["timing", "timed calls"],
      ],
      state.source,
      (source) => change({ source }),
    ),
  );
  if (!a.stacks.length || !b.stacks.length)
    return place.replaceChildren(
      bar,
      ...remarks(a.table, b.table),
      nothing(`What is chosen has nothing in ${info(a.stacks.length ? other : state.run).name}: nothing to compare.`),
    );
  const root = grow(grow(new Node("both runs"), a.stacks), b.stacks, "other"),
    what = { tell: a.tell, hit: state.search };
  const names = new Map();
  for (const [list, i] of [
    [a.stacks, 0],
    [b.stacks, 1],
  ])
    for (const [stack, weight] of list) {
      const name = stack.at(-1);
      names.set(name, names.get(name) ?? [0, 0]);
      names.get(name)[i] += weight;
    }
  const [na, nb] = [a, b].map((s) => s.stacks.reduce((sum, [, w]) => sum + w, 0) || 1),
    isCount = state.source === "samples";
  const rows = [...names]
    .map(([name, [x, y]]) => ({ name, x: x / na, y: y / nb, ...(isCount ? apart(x, na, y, nb) : {}) }))
    .sort((p, q) => Math.abs(q.x - q.y) - Math.abs(p.x - p.y))
    .slice(0, 200);
  const pct = (v) => `${(100 * v).toFixed(2)} %`;
  place.replaceChildren(
    bar,
    ...remarks(a.table, b.table),
    h(
      "p",
      {},
      h("b", {}, info().name),
      " beside ",
      h("b", {}, info(other).name),
      ". Red: a larger share of this run than of the other; blue: smaller. ",
      isCount
        ? "The interval is of 99 %, p of a difference by chance, for each function alone; two runs alone allow no verdict."
        : "One run each allows no verdict: hostdump diff compares several runs.",
    ),
    flame(root, width, { ...what, change: true }).element,
    h(
      "div",
      { class: "sides" },
      [
        [info(), a],
        [info(other), b],
      ].map(([r, s]) =>
        h("div", {}, h("h3", {}, r.name), flame(grow(new Node("all"), s.stacks), width / 2 - 10, what).element),
      ),
    ),
    h(
      "table",
      { class: "delta" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["function", "this run", "other run", "difference", isCount ? "99 % interval" : "", isCount ? "p" : ""].map(
            (c) => h("th", {}, c),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((r) =>
          h(
            "tr",
            {},
            h("td", {}, r.name),
            h("td", {}, pct(r.x)),
            h("td", {}, pct(r.y)),
            h("td", { class: r.x > r.y ? "more" : "less" }, pct(r.x - r.y)),
            h("td", {}, isCount ? `${pct(r.low)} to ${pct(r.high)}` : ""),
            h("td", {}, isCount ? (r.p < 0.0001 ? "< 0.0001" : r.p.toFixed(4)) : ""),
          ),
        ),
      ),
    ),
  );
}

// Two shares of counts: the interval of their difference (99 %, normal approximation), and p of its being 0.
function apart(x, nx, y, ny) {
  const p = x / nx,
    q = y / ny,
    both = (x + y) / (nx + ny),
    d = p - q;
  const error = Math.sqrt((p * (1 - p)) / nx + (q * (1 - q)) / ny) || 1e-12,
    even = Math.sqrt(both * (1 - both) * (1 / nx + 1 / ny)) || 1e-12;
  return { low: d - 2.5758 * error, high: d + 2.5758 * error, p: 2 * (1 - normal(Math.abs(d) / even)) };
}

// The normal distribution function (Abramowitz and Stegun, 26.2.17; error below 7.5e-8).
function normal(z) {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}
