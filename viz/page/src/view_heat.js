// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_heat.js: a heat map of samples of what is chosen: a column is a stretch of time, a row a part of it (Netflix'
// FlameScope).

import { h, isDark, time } from "./dom.js";
import { change, state } from "./state.js";
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
  const most = Math.max(...cells, 1);
  const canvas = paint(cells, most, "heat", isDark());
  let start = null;
  const column = (e) => (e.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth;
  canvas.addEventListener("pointerdown", (e) => {
    start = column(e);
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointerup", (e) => {
    const [a, b] = [start, column(e)].sort((x, y) => x - y),
      one = 1 / HEAT_COLUMNS;
    const at = (share) => from + share * one * span;
    change({ sel: [Math.floor(at(Math.floor(a / one))), Math.ceil(at(Math.ceil(b / one)))] });
  });
  const t = await ask("table", { run: state.run, name: "samples" });
  place.replaceChildren(
    h(
      "p",
      {},
      `Samples: each column is ${time((span / HEAT_COLUMNS) * us())} of ${state.sel ? "the window" : "the run"}, from `,
      `bottom to top; the darkest cell has ${most}. Drag over columns to choose their time.`,
    ),
    ...remarks(t),
    isDark() ? paint(cells, most, "heat paper", false) : "", // which is printed
    canvas,
  );
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
