// SPDX-License-Identifier: GPL-2.0-or-later
//
// views.js: what stands below the time line: each view of what is chosen there. A view is {title, show(place)}; all of
// them ask the worker, so a number here is a number of hostdump's tables.

import { byId, h, isDark, quantity, time } from "./dom.js";
import { Node, around, chronicle, flame, grow, nested, tellSamples, tellTime, upsideDown } from "./flame.js";
import { change, state } from "./state.js";
import { KIND } from "./paint.js";

const ROW = 23,
  SPACER_MOST = 8e6; // pixels; browsers give up above some 17 millions
const HEAT_ROWS = 40,
  HEAT_COLUMNS = 160;

let ask, runs, timeline;

export function begin(what) {
  ({ ask, runs, timeline } = what);
}

const info = (run = state.run) => runs[run];
const us = () => 1e6 / (info().hz || 1);

// All rows of a table as objects; for tables that are sums.
async function all(name, run = state.run) {
  const t = await ask("table", { run, name }),
    rows = await ask("rows", { run, name, first: 0, count: t.chosen });
  return {
    ...t,
    cells: rows,
    rows: rows.map((cells) =>
      Object.fromEntries(t.columns.map((c, i) => [c, t.types[i] === "number" ? +cells[i] : cells[i]])),
    ),
  };
}

// Remarks of tables, those about missing records first: each view that rests on a table shows them.
export function remarks(...tables) {
  const said = new Set(tables.flatMap((t) => t.remarks));
  const wrong = [...said].filter((r) => /^(incomplete|covers)/.test(r)),
    notes = [...said].filter((r) => /^note/.test(r));
  return [
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

const choice = (label, options, now, f) =>
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

const nothing = (text) => h("p", { class: "nothing" }, text);

// ---- flame ----

async function stacksOf(source, run = state.run) {
  if (source === "samples") {
    const t = await all("stacks", run);
    return {
      table: t,
      tell: tellSamples,
      unit: "samples",
      stacks: t.rows.map((r) => [(state.split ? [r.thread] : []).concat(String(r.stack).split(";")), r.samples]),
    };
  }
  const t = await all("tree", run),
    at = new Map(),
    stacks = [];
  for (const r of t.rows) {
    const above = at.get(String(r.parent)),
      names = above ? [...above, r.function] : state.split ? [r.function] : [];
    at.set(String(r.id), names);
    if (r.excl_us > 0) stacks.push([names.length ? names : [r.function], r.excl_us]);
  }
  return { table: t, tell: tellTime, unit: "us", stacks };
}

function flameBar(found) {
  return h(
    "div",
    { class: "bar" },
    choice(
      "of",
      [
        ["samples", "samples"],
        ["timing", "timed calls"],
      ],
      state.source,
      (source) => change({ source, focus: null }),
    ),
    choice(
      "as",
      [
        ["down", "top-down"],
        ["up", "bottom-up"],
        ["sandwich", "around one function"],
        ["time", "one after the other"],
        ["boxes", "nested boxes"],
      ],
      state.mode,
      (mode) => change({ mode, focus: null }),
    ),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: state.split,
        onchange: (e) => change({ split: e.target.checked, focus: null }),
      }),
      " by thread",
    ),
    state.focus ? h("button", { onclick: () => change({ focus: null }) }, "whole tree") : null,
    found,
  );
}

async function showFlame(place) {
  const width = place.clientWidth - 24;
  const source = state.sel && state.source === "timing" && state.mode !== "time" ? "timing" : state.source;
  if (state.mode === "time") return showChronicle(place, width);
  const { stacks, table, tell } = await stacksOf(source),
    notes = remarks(table);
  if (source === "timing" && state.sel)
    notes.unshift(
      h(
        "p",
        { class: "lost" },
        "Timed calls are sums of the whole run and cannot be divided: this is not of the window. ",
        h("button", { onclick: () => change({ source: "samples" }) }, "use samples of the window"),
      ),
    );
  if (!stacks.length)
    return place.replaceChildren(
      flameBar(),
      ...notes,
      nothing(source === "samples" ? "No samples here." : "No timed calls here."),
    );
  const what = { tell, hit: state.search, focus: state.focus, pick: (node) => change({ focus: node.path() }) };
  let body,
    found = 0;
  if (state.mode === "sandwich") {
    const flat = grow(new Node(""), upsideDown(stacks)),
      names = [...flat.children.values()].sort((a, b) => b.value - a.value);
    const name = state.focus?.at(-1) ?? names[0].name,
      { below, above } = around(stacks, name);
    const pick = (node) => change({ focus: [node.name] });
    const up = grow(new Node("callers"), above),
      down = grow(new Node("callees"), below);
    const one = (root, more) =>
      root.children.size
        ? flame(root.children.get(name), width, { ...what, focus: null, pick, ...more }).element
        : null;
    const all2 = new Set(stacks.flatMap(([n]) => n));
    body = [
      choice(
        "function",
        [...all2].sort().map((n) => [n, n]),
        name,
        (n) => change({ focus: [n] }),
      ),
      h("h3", {}, "callers"),
      one(up, { up: true }),
      h("h3", {}, `callees of ${name}`),
      one(down, {}),
    ];
  } else {
    const root = grow(new Node(state.thread ?? "all"), state.mode === "up" ? upsideDown(stacks) : stacks);
    if (state.mode === "boxes") {
      body = [nested(root, width, Math.max(320, place.clientHeight - 90), what)];
    } else {
      const drawn = flame(root, width, what);
      body = [drawn.element];
      found = drawn.found / (root.value || 1);
    }
  }
  place.replaceChildren(
    flameBar(
      state.search ? h("span", { class: "found" }, `${(100 * found).toFixed(1)} % hold “${state.search}”`) : null,
    ),
    ...notes,
    ...body.filter((b) => b),
  );
}

async function showChronicle(place, width) {
  const lanes = info().lanes.filter((l) => l.kind === KIND.SAMPLE && (!state.thread || l.name === state.thread));
  if (!lanes.length) return place.replaceChildren(flameBar(), nothing("No samples here."));
  const [from, to] = state.sel ?? [0, info().stop],
    parts = [];
  for (const lane of lanes) {
    const r = await ask("chronicle", { run: state.run, lane: lane.lane, from, to });
    parts.push(
      h("h3", {}, lane.name),
      r.many
        ? nothing(`${quantity(r.many)} samples: choose a window that has less than 20,000.`)
        : chronicle(r.samples, to, us(), width),
    );
  }
  place.replaceChildren(flameBar(), ...parts);
}

// ---- tables ----

async function showTable(place) {
  const names = info().tables.filter((t) => t.applies || t.name === state.table);
  const sort = state.sort,
    t = await ask("table", {
      run: state.run,
      name: state.table,
      choice: { filter: state.filter, ranges: state.ranges, sort },
    });
  const nav = h(
    "nav",
    { class: "names", "aria-label": "tables" },
    names.map((n) =>
      h(
        "button",
        {
          title: n.title,
          "aria-current": n.name === state.table ? "true" : null,
          onclick: () => change({ table: n.name, sort: null, filter: "", ranges: [] }),
        },
        n.name,
      ),
    ),
  );
  const filter = h("input", {
    type: "search",
    id: "filter",
    value: state.filter,
    placeholder: "only rows with",
    "aria-label": "only rows with",
    oninput: (e) => {
      clearTimeout(showTable.later);
      showTable.later = setTimeout(() => change({ filter: e.target.value }), 150);
    },
  });
  const title = names.find((n) => n.name === state.table);
  const bar = h(
    "div",
    { class: "bar" },
    h("b", {}, title?.title ?? state.table),
    filter,
    h(
      "span",
      { id: "row-count" },
      `${quantity(t.chosen)} of ${quantity(t.of)} rows${t.count < t.of ? `; the first ${quantity(t.count)} are here: a smaller window shows all` : ""}`,
    ),
    h(
      "button",
      { onclick: async () => copy(await ask("copy", { run: state.run, name: state.table })) },
      "copy as TSV",
    ),
    state.ranges.length ? h("button", { onclick: () => change({ ranges: [] }) }, "all values") : null,
  );
  const main = h("div", { class: "table-main" }, bar, ...remarks(t));
  place.replaceChildren(h("div", { class: "tables" }, nav, main));
  const spread = h("div", { class: "spread" });
  main.append(spread, grid(t, spread));
  if (state.ranges.length || showTable.column) await histogram(spread, t, showTable.column ?? state.ranges[0]?.[0]);
  if (document.activeElement === document.body && state.filter) byId("filter").focus();
}

// Rows on demand: of any number only those in view are elements.
function grid(t, spread) {
  const tall = Math.min(SPACER_MOST, t.chosen * ROW),
    scale = t.chosen * ROW > SPACER_MOST ? SPACER_MOST / (t.chosen * ROW) : 1;
  const head = h(
    "div",
    { class: "row head", role: "row" },
    t.columns.map((c, i) =>
      h(
        "span",
        {
          role: "columnheader",
          class: t.types[i],
          "aria-sort": state.sort?.[0] === i ? (state.sort[1] ? "descending" : "ascending") : null,
        },
        h(
          "button",
          {
            title: "sort",
            onclick: () =>
              change({
                sort:
                  state.sort?.[0] === i
                    ? state.sort[1] === (t.types[i] === "number")
                      ? [i, !state.sort[1]]
                      : null
                    : [i, t.types[i] === "number"],
              }),
          },
          c,
          state.sort?.[0] === i ? (state.sort[1] ? " ▼" : " ▲") : "",
        ),
        t.types[i] === "number"
          ? h(
              "button",
              {
                class: "bars",
                title: "how its values are spread",
                "aria-label": `how ${c} is spread`,
                onclick: () => {
                  showTable.column = showTable.column === i ? null : i;
                  histogram(spread, t, showTable.column);
                },
              },
              "▁▅▂",
            )
          : null,
      ),
    ),
  );
  const rows = h("div", { class: "rows" }),
    foot = h(
      "div",
      { class: "row foot", role: "row" },
      t.columns.map((c, i) =>
        h(
          "span",
          {
            class: t.types[i],
            title: t.figures[i]
              ? `n ${t.figures[i].n}, least ${t.figures[i].least}, mean ${t.figures[i].mean}, most ${t.figures[i].most}`
              : null,
          },
          t.figures[i]?.n
            ? /_us$|_ns$|calls|count|samples|bytes|objects/.test(c) && !/mean|min|max|p[59]|time_us/.test(c)
              ? `Σ ${quantity(t.figures[i].sum)}`
              : `⌀ ${quantity(t.figures[i].mean)}`
            : "",
        ),
      ),
    );
  const box = h(
    "div",
    { class: "grid", role: "table", "aria-rowcount": t.chosen, "aria-label": t.name, tabindex: "0" },
    head,
    h("div", { style: `height:${tall}px` }),
    rows,
    t.chosen > 1 ? foot : null,
  );
  const draw = async () => {
    const first = Math.floor(box.scrollTop / scale / ROW),
      count = Math.ceil(box.clientHeight / ROW) + 2;
    const cells = await ask("rows", { run: state.run, name: t.name, first, count });
    rows.style.top = `${ROW + (scale < 1 ? box.scrollTop : first * ROW)}px`;
    rows.replaceChildren(
      ...cells.map((row, n) =>
        h(
          "div",
          { class: "row", role: "row", "data-row": first + n, onclick: () => goTo(t, row) },
          row.map((cell, i) =>
            h("span", { role: "cell", class: t.types[i], title: cell.length > 24 ? cell : null }, cell),
          ),
        ),
      ),
    );
  };
  // Text columns share what the numbers leave, in proportion to their names in the first rows.
  ask("rows", { run: state.run, name: t.name, first: 0, count: 100 }).then((some) => {
    const letters = t.columns.map((c, i) =>
      Math.min(60, Math.max(c.length + (t.types[i] === "number" ? 5 : 2), ...some.map((row) => row[i].length))),
    );
    const free =
      box.clientWidth - 20 - letters.reduce((sum, n, i) => sum + (t.types[i] === "number" ? n * 7.3 + 14 : 0), 0);
    const texts = letters.reduce((sum, n, i) => sum + (t.types[i] === "number" ? 0 : n), 0);
    box.style.setProperty(
      "--columns",
      letters
        .map(
          (n, i) =>
            `${Math.round(
              t.types[i] === "number"
                ? n * 7.3 + 14
                : Math.max(Math.min(n, 34) * 7, Math.min(n * 8 + 14, (free * n) / texts)),
            )}px`,
        )
        .join(" "),
    );
  });
  box.addEventListener("scroll", draw);
  new ResizeObserver(draw).observe(box);
  return box;
}

// A row that has a time is shown there.
function goTo(t, row) {
  const i = t.columns.findIndex((c) => c === "time_us" || c === "start_us" || c === "birth_us" || c === "from_us");
  if (i < 0 || !info().hz || Number.isNaN(+row[i])) return;
  const at = +row[i] / us(),
    span = state.to - state.from;
  if (at < state.from || at > state.to) timeline.go(at - span / 2, at + span / 2);
  timeline.picked = { at, end: null, lane: null };
  timeline.draw();
}

// How a column is spread; a stretch that is brushed chooses rows.
async function histogram(place, t, column) {
  if (column === null || column === undefined) return place.replaceChildren();
  const bins = 60,
    s = await ask("spread", {
      run: state.run,
      name: t.name,
      column,
      bins,
      choice: { filter: state.filter, ranges: state.ranges.filter(([c]) => c !== column) },
    });
  const most = Math.max(...s.counts, 1),
    value = (i) => (s.ratio ? s.least * (s.most / s.least) ** (i / bins) : s.least + ((s.most - s.least) * i) / bins);
  const bars = [...s.counts].map((n, i) =>
    h("span", {
      class: "hbar",
      "data-bin": i,
      title: `${quantity(value(i))} to ${quantity(value(i + 1))}: ${n}`,
      style: `height:${n ? Math.max(2, Math.sqrt(n / most) * 100) : 0}%`,
    }),
  );
  const box = h(
    "div",
    { class: "hbars" },
    bars.map((b) => h("div", { class: "hcol" }, b)),
  );
  let start = null;
  const bin = (e) =>
    Math.max(
      0,
      Math.min(bins - 1, Math.floor(((e.clientX - box.getBoundingClientRect().left) / box.clientWidth) * bins)),
    );
  box.addEventListener("pointerdown", (e) => {
    start = bin(e);
    box.setPointerCapture(e.pointerId);
  });
  box.addEventListener("pointermove", (e) => {
    if (start !== null)
      bars.forEach((b, i) =>
        b.classList.toggle("brushed", i >= Math.min(start, bin(e)) && i <= Math.max(start, bin(e))),
      );
  });
  box.addEventListener("pointerup", (e) => {
    const [a, b] = [Math.min(start, bin(e)), Math.max(start, bin(e))];
    start = null;
    change({
      ranges: [
        ...state.ranges.filter(([c]) => c !== column),
        [column, a ? value(a) : s.least, b === bins - 1 ? s.most : value(b + 1)],
      ],
    });
  });
  place.replaceChildren(
    h(
      "p",
      {},
      h("b", {}, t.columns[column]),
      ` n ${quantity(s.n)}, least ${quantity(s.least)}, mean ${quantity(s.mean)}, most ${quantity(s.most)}`,
      `; heights are square roots${s.ratio ? ", steps have equal ratios" : ""}; drag to choose rows`,
    ),
    box,
  );
}

async function copy(text) {
  const area = h("textarea", { style: "position:fixed;left:-9999px" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => {});
  byId("said").textContent = `${text.split("\n").length - 2} rows are copied`;
}

// ---- heat map of samples: a column is a stretch of time, a row a part of it (Netflix' FlameScope) ----

async function showHeat(place) {
  const lanes = info().lanes.filter((l) => l.kind === KIND.SAMPLE && (!state.thread || l.name === state.thread));
  if (!lanes.length) return place.replaceChildren(nothing("No samples were taken."));
  const [from, to] = [0, info().stop],
    cells = new Float64Array(HEAT_ROWS * HEAT_COLUMNS);
  for (const { lane } of lanes)
    (await ask("bins", { run: state.run, lane, from, to, pixels: cells.length })).forEach((n, i) => {
      cells[i] += n;
    });
  const most = Math.max(...cells, 1);
  const canvas = h("canvas", { width: HEAT_COLUMNS, height: HEAT_ROWS, class: "heat", "aria-hidden": "true" }),
    ctx = canvas.getContext("2d");
  const dark = isDark();
  cells.forEach((n, i) => {
    ctx.fillStyle = n
      ? `hsl(14 85% ${dark ? 18 + (45 * n) / most : 92 - (50 * n) / most}%)`
      : dark
        ? "#1d2027"
        : "#f6f7f9";
    ctx.fillRect(Math.floor(i / HEAT_ROWS), HEAT_ROWS - 1 - (i % HEAT_ROWS), 1, 1);
  });
  let start = null;
  const column = (e) => (e.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth;
  canvas.addEventListener("pointerdown", (e) => {
    start = column(e);
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointerup", (e) => {
    const [a, b] = [start, column(e)].sort((x, y) => x - y),
      one = 1 / HEAT_COLUMNS;
    change({ sel: [Math.floor(Math.floor(a / one) * one * to), Math.ceil(Math.ceil(b / one) * one * to)] });
  });
  const t = await ask("table", { run: state.run, name: "samples" });
  place.replaceChildren(
    h(
      "p",
      {},
      `Samples: each column is ${time((to / HEAT_COLUMNS) * us())} of the run, from bottom to top; the darkest cell has ${most}. Drag over columns to choose their time.`,
    ),
    ...remarks(t),
    canvas,
  );
}

// ---- call graph: one function, who calls it, whom it calls ----

async function showGraph(place) {
  const t = await all("pairs");
  if (!t.rows.length) return place.replaceChildren(...remarks(t), nothing("No timed calls here."));
  const name = state.focus?.at(-1) ?? t.rows[0].callee;
  const node = (who, r) =>
    h(
      "button",
      {
        class: "gnode",
        style: `--share:${Math.max(2, Math.min(100, r.incl_pct || 0))}%`,
        onclick: () => change({ focus: [who] }),
      },
      h("b", {}, who),
      h("span", {}, `${quantity(r.calls)} calls, ${time(r.incl_us)}`),
    );
  const some = (rows, who) => (rows.length ? rows.map((r) => node(r[who], r)) : [nothing("none")]);
  place.replaceChildren(
    ...remarks(t),
    state.sel ? h("p", { class: "note" }, "Timed calls are sums of the whole run: this is not of the window.") : "",
    choice(
      "function",
      [...new Set(t.rows.flatMap((r) => [r.caller, r.callee]))].sort().map((n) => [n, n]),
      name,
      (n) => change({ focus: [n] }),
    ),
    h(
      "div",
      { class: "graph" },
      h(
        "div",
        {},
        h("h3", {}, "called by"),
        some(
          t.rows.filter((r) => r.callee === name),
          "caller",
        ),
      ),
      h("div", { class: "middle" }, h("div", { class: "gnode now" }, h("b", {}, name))),
      h(
        "div",
        {},
        h("h3", {}, "calls"),
        some(
          t.rows.filter((r) => r.caller === name),
          "callee",
        ),
      ),
    ),
  );
}

// ---- charts of tables: points and bars, drawn in the data's own units ----

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, text) {
  const e = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([k, v]) => e.setAttribute(k, v));
  if (text !== undefined) e.textContent = text;
  return e;
}

// A chart: {title, x, y: columns' names, points: [{x, y, text, hue}], line: joined, logY}.
function chart({ title, xName, yName, points, line, logY, pick }) {
  const W = 860,
    H = 260,
    L = 86,
    B = 34,
    T = 26,
    shown = points.filter((p) => Number.isFinite(p.x) && Number.isFinite(p.y) && (!logY || p.y > 0));
  if (!shown.length) return h("figure", {}, h("figcaption", {}, title), nothing("no rows"));
  const xs = shown.map((p) => p.x),
    ys = shown.map((p) => p.y),
    bound = (v, f) => v.reduce((a, b) => f(a, b));
  const x0 = Math.min(0, bound(xs, Math.min)),
    x1 = bound(xs, Math.max) || 1,
    low = bound(ys, Math.min),
    y1 = bound(ys, Math.max) || 1;
  const y0 = logY ? low : Math.min(0, low),
    f = logY ? Math.log : (v) => v;
  const X = (v) => L + ((v - x0) / (x1 - x0 || 1)) * (W - L - 12),
    Y = (v) => H - B - ((f(v) - f(y0)) / (f(y1) - f(y0) || 1)) * (H - B - T);
  const root = svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": title });
  for (let i = 0; i <= 4; i++) {
    const yv = logY ? y0 * (y1 / y0) ** (i / 4) : y0 + ((y1 - y0) * i) / 4,
      xv = x0 + ((x1 - x0) * i) / 4;
    root.append(
      svg("line", { x1: L, x2: W - 12, y1: Y(yv), y2: Y(yv), class: "rule" }),
      svg("text", { x: L - 6, y: Y(yv) + 4, class: "end" }, quantity(+yv.toPrecision(4))),
      svg("text", { x: X(xv), y: H - B + 16, class: "mid" }, quantity(+xv.toPrecision(4))),
    );
  }
  root.append(svg("text", { x: W - 12, y: H - 4, class: "end" }, xName), svg("text", { x: 4, y: 12 }, yName));
  if (line)
    root.append(svg("polyline", { points: shown.map((p) => `${X(p.x)},${Y(p.y)}`).join(" "), class: "line" }));
  else
    for (const hue of new Set(shown.map((p) => p.hue)))
      root.append(
        svg("path", {
          class: "dots",
          style: hue === undefined ? "" : `stroke:hsl(${hue} 60% 50%)`,
          d: shown
            .filter((p) => p.hue === hue)
            .map((p) => `M${X(p.x).toFixed(1)} ${Y(p.y).toFixed(1)}h0`)
            .join(""),
        }),
      );
  // The point at the pointer, within reach: what it is, and where it leads.
  const near = (e) => {
    const box = root.getBoundingClientRect(),
      scale = Math.min(box.width / W, box.height / H);
    const x = (e.clientX - box.left - (box.width - W * scale) / 2) / scale,
      y = (e.clientY - box.top - (box.height - H * scale) / 2) / scale;
    let best = null,
      least = 64;
    for (const p of shown) {
      const d = (X(p.x) - x) ** 2 + (Y(p.y) - y) ** 2;
      if (d < least) [best, least] = [p, d];
    }
    return best;
  };
  const told = h("span", { class: "dim", role: "status" });
  root.addEventListener("pointermove", (e) => {
    told.textContent = line ? "" : (near(e)?.text ?? "");
  });
  root.addEventListener("click", (e) => {
    const p = near(e);
    return p && pick?.(p);
  });
  return h("figure", {}, h("figcaption", {}, title, " ", told), root);
}

const names = (rows, column) => new Map([...new Set(rows.map((r) => r[column]))].map((n, i) => [n, (i * 47) % 360]));

async function showIntervals(place) {
  const t = await all("eventstats"),
    some = await ask("table", { run: state.run, name: "intervals" });
  if (!some.count) return place.replaceChildren(...remarks(t, some), nothing("No intervals between events here."));
  const r = await all("intervals"),
    hue = names(r.rows, "from");
  place.replaceChildren(
    ...remarks(t, some),
    h(
      "div",
      { class: "bar" },
      h(
        "button",
        {
          onclick: () => {
            showTable.column = 1;
            change({ tab: "tables", table: "intervals" });
          },
        },
        "how they are spread, and each of them",
      ),
    ),
    chart({
      title: "intervals between successive events",
      xName: "time, µs",
      yName: "interval, µs",
      logY: true,
      points: r.rows.map((e) => ({
        x: e.time_us,
        y: e.interval_us,
        text: `${e.from} → ${e.to}: ${time(e.interval_us)}`,
        hue: hue.get(e.from),
      })),
      pick: (p) => change({ sel: [Math.floor((p.x - p.y) / us()), Math.ceil(p.x / us())] }),
    }),
  );
}

async function showLatency(place) {
  const l = await all("latency"),
    th = await all("threads");
  const bars = th.rows
    .filter((r) => Number.isFinite(r.latency_mean_us))
    .sort((a, b) => b.latency_mean_us - a.latency_mean_us);
  const most = Math.max(...bars.map((r) => r.latency_max_us || r.latency_mean_us), 1e-9);
  place.replaceChildren(
    ...remarks(l, th),
    h("h3", {}, "how long threads that could run waited for a processor"),
    bars.length
      ? h(
          "div",
          { class: "bars2" },
          bars.map((r) => [
            h("span", {}, r.thread),
            h(
              "div",
              { class: "track" },
              h("i", { class: "max", style: `width:${(100 * (r.latency_max_us || 0)) / most}%` }),
              h("i", { style: `width:${(100 * r.latency_mean_us) / most}%` }),
            ),
            h("span", {}, `mean ${time(r.latency_mean_us)}, most ${time(r.latency_max_us || 0)}`),
          ]),
        )
      : nothing("No thread waited here."),
    h(
      "div",
      { class: "bar" },
      h("button", { onclick: () => change({ tab: "tables", table: "latency" }) }, "table latency"),
      h("button", { onclick: () => change({ tab: "tables", table: "wakes" }) }, "who woke whom"),
    ),
  );
}

async function showObjects(place) {
  const [sites, survival, ages, heap] = [
    await all("sites"),
    await all("survival"),
    await all("ages"),
    await all("heap"),
  ];
  if (!sites.rows.length) return place.replaceChildren(...remarks(sites), nothing("Objects were not recorded."));
  const top = sites.rows.slice(0, 16),
    bytes = "bytes";
  const most = Math.max(...top.map((r) => r[bytes] || 0), 1);
  const said = (r) => `${r.class === "-" ? "" : r.class + "."}${r.method}`;
  place.replaceChildren(
    ...remarks(sites, survival, heap),
    h("h3", {}, `where objects are made, by ${bytes}`),
    h(
      "div",
      { class: "bars2" },
      top.map((r) => [
        h("span", { title: r.where }, said(r)),
        h("div", { class: "track" }, h("i", { style: `width:${(100 * (r[bytes] || 0)) / most}%` })),
        h("span", {}, `${quantity(r[bytes])}`),
      ]),
    ),
    chart({
      title: "bytes in use",
      xName: "time, µs",
      yName: "bytes",
      line: true,
      points: heap.rows.map((r) => ({ x: r.time_us, y: r.used_bytes })),
    }),
    chart({
      title: "share of objects that reach an age",
      xName: "age, bytes allocated",
      yName: "%",
      points: survival.rows.map((r) => ({
        x: r.age_bytes,
        y: r.objects_pct,
        text: `${r.age_bytes} bytes: ${r.objects_pct} %`,
      })),
    }),
    chart({
      title: "ages that objects reached",
      xName: "age, bytes allocated",
      yName: "objects",
      logY: true,
      points: ages.rows.map((r) => ({
        x: r.from_bytes,
        y: r.died + r.living,
        text: `${r.from_bytes} to ${r.to_bytes} bytes: ${r.died} died, ${r.living} live`,
        hue: (Number(r.site) * 47) % 360,
      })),
    }),
  );
}

async function showRounds(place) {
  const c = await all("cycle"),
    r = await all("rounds");
  if (!r.rows.length) return place.replaceChildren(...remarks(c, r), nothing("No sequence of events recurs here."));
  const steps = c.rows.filter((s) => s.what === "step" || s.what === "wait"),
    whole = steps.reduce((sum, s) => sum + s.mean_us, 0) || 1;
  place.replaceChildren(
    ...remarks(c, r),
    h("h3", {}, "the sequence of events that recurs, and where its time goes"),
    h(
      "div",
      { class: "steps" },
      steps.map((s) =>
        h(
          "div",
          { style: `flex:${Math.max(0.02, s.mean_us / whole)}`, title: `${s.from} → ${s.to}: ${time(s.mean_us)}` },
          h("b", {}, `${s.from} → ${s.to}`),
          h("span", {}, `${time(s.mean_us)}, ${s.mean_pct} %`),
        ),
      ),
    ),
    chart({
      title: "rounds, each with its period; red: outliers",
      xName: "time, µs",
      yName: "period, µs",
      points: r.rows.map((x) => ({
        x: x.start_us,
        y: x.period_us,
        hue: x.outlier && x.outlier !== "-" && x.outlier !== "no" ? 0 : 212,
        text: r.columns.map((n) => `${n} ${x[n]}`).join("\n"),
      })),
      pick: (p) => change({ sel: [Math.floor(p.x / us()), Math.ceil((p.x + p.y) / us())] }),
    }),
  );
}

// ---- two runs ----

async function showCompare(place) {
  const other = runs.findIndex((r, i) => i !== state.run && r?.ok);
  if (other < 0)
    return place.replaceChildren(
      nothing("Drop a second dump on this page, or open one: both stand side by side here, and their difference."),
    );
  const a = await stacksOf(state.source),
    b = await stacksOf(state.source, other),
    width = place.clientWidth - 24;
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
    h(
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
    ),
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

// ---- what was lost ----

async function showLoss(place) {
  const t = await all("losses"),
    l = await all("lost"),
    cost = await all("cost");
  const list = (table) =>
    h(
      "table",
      { class: "delta" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          table.columns.map((c) => h("th", {}, c)),
        ),
      ),
      h(
        "tbody",
        {},
        table.cells.map((cells) =>
          h(
            "tr",
            {},
            cells.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    );
  place.replaceChildren(
    ...remarks(t, l),
    h("h3", {}, t.rows.length ? "what was lost" : "Nothing was lost."),
    list(t),
    h("h3", {}, l.rows.length ? "when" : ""),
    l.rows.length ? list(l) : "",
    h("h3", {}, "what the profiler cost"),
    ...remarks(cost),
    list(cost),
    info().said ? h("pre", {}, info().said) : "",
  );
}

export const views = {
  flame: { title: "Flame", show: showFlame },
  tables: { title: "Tables", show: showTable },
  graph: { title: "Call graph", show: showGraph },
  intervals: { title: "Intervals", show: showIntervals },
  rounds: { title: "Rounds", show: showRounds },
  latency: { title: "Latency", show: showLatency },
  heat: { title: "Heat map", show: showHeat },
  objects: { title: "Objects", show: showObjects },
  compare: { title: "Two runs", show: showCompare },
  loss: { title: "Losses and cost", show: showLoss },
};
