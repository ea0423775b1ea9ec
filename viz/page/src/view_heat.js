// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_heat.js: a heat map of samples of what is chosen: a column is a stretch of time, a row a part of it (Netflix'
// FlameScope).

import { brush, refocus } from "./brush.js";
import { h, isDark, quantity, time } from "./dom.js";
import { change, state } from "./state.js";
import { lostBands } from "./flame.js";
import { KIND } from "./paint.js";
import { ask, info, us, nothing, remarks } from "./view_base.js";

const HEAT_ROWS = 40,
  HEAT_COLUMNS = 160;

export async function showHeat(place) {
  const lanes = info().lanes.filter((l) => l.kind === KIND.SAMPLE && (!state.thread || l.name === state.thread));
  if (!lanes.length) return place.replaceChildren(nothing("No samples were taken."));
  const [from, to] = state.sel ?? [0, info().stop],
    span = to - from,
    cells = new Float64Array(HEAT_ROWS * HEAT_COLUMNS);
  for (const { lane } of lanes)
    (await ask("bins", { run: state.run, lane, from, to, pixels: cells.length })).forEach((n, i) => {
      cells[i] += n;
    });
  const most = Math.max(...cells, 1),
    lost = await ask("lost", { run: state.run, kind: KIND.SAMPLE, from, to });
  const at = (column) => from + (column / HEAT_COLUMNS) * span,
    window = (first, last) => [Math.floor(at(first)), Math.ceil(at(last + 1))],
    band = h("div", { class: "heat-band", hidden: true }),
    told = h("p", { class: "brush-told" }),
    canvas = paint(cells, most, "heat", isDark()),
    paper = isDark() ? paint(cells, most, "heat paper", false) : ""; // which is printed
  const words = (first, last) => {
    const n = cells.slice(first * HEAT_ROWS, (last + 1) * HEAT_ROWS).reduce((sum, one) => sum + one, 0),
      ends = [first, last + 1].map((column) => time(at(column) * us(), (span * us()) / HEAT_COLUMNS));
    return `${ends.join(" to ")}: ${quantity(n)} samples`;
  };
  const box = brush(h("div", { class: "heat-box" }, paper, canvas, lostBands(lost, from, to), band), {
    name: "heat",
    key: `heat ${state.run} ${state.sel}`,
    label: "samples over time",
    steps: HEAT_COLUMNS,
    now: null,
    told: words,
    show: (first, last) => {
      band.hidden = first === null;
      band.style.cssText = `left:${(100 * first) / HEAT_COLUMNS}%;width:${(100 * (last + 1 - first)) / HEAT_COLUMNS}%`;
      told.textContent = first === null ? "" : words(first, last);
    },
    choose: (first, last) => change({ sel: window(first, last) }),
    drop: () => false,
  });
  const t = await ask("table", { run: state.run, name: "samples" });
  place.replaceChildren(
    h(
      "p",
      {},
      `Samples: each column is ${time((span / HEAT_COLUMNS) * us())} of ${state.sel ? "the window" : "the run"}, from `,
      `bottom to top; the fullest cell has ${most}. Drag over columns, or brush them by keys, to choose their time.`,
    ),
    ...remarks(t),
    box,
    told,
  );
  refocus(box, "heat");
}

function paint(cells, most, type, dark) {
  const canvas = h("canvas", { width: HEAT_COLUMNS, height: HEAT_ROWS, class: type, "aria-hidden": "true" }),
    ctx = canvas.getContext("2d");
  cells.forEach((n, i) => {
    ctx.fillStyle = n
      ? `hsl(14 85% ${dark ? 18 + (45 * n) / most : 92 - (50 * n) / most}%)`
      : dark
        ? "#1d2027"
        : "#f6f7f9";
    ctx.fillRect(Math.floor(i / HEAT_ROWS), HEAT_ROWS - 1 - (i % HEAT_ROWS), 1, 1);
  });
  return canvas;
}
