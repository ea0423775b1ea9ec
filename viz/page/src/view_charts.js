// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_charts.js: charts of tables: points and bars, drawn in the data's own units.

import { h, quantity, time } from "./dom.js";
import { change } from "./state.js";
import { all, columns, nothing, remarks, us } from "./view_base.js";
import { brushNext } from "./view_tables.js";
import { figure, svg } from "./view_figures.js";

const toChart = (name, text) => h("button", { onclick: () => change({ tab: "charts", chart: name }) }, text);

// Points of a chart: {x, y} arrays, and hue(i), text(i) of one; made of [{x, y, hue, text}...].
const series = (points) => ({
  x: Float64Array.from(points, (p) => p.x),
  y: Float64Array.from(points, (p) => p.y),
  hue: (i) => points[i].hue,
  text: (i) => points[i].text,
});

// The dots of each hue as a path: one for all points that fall on a place of the picture.
function dots(n, X, Y, hue, W) {
  const paths = new Map();
  for (let i = 0; i < n; i++) {
    const of = hue(i),
      path = paths.get(of) ?? { seen: new Set(), d: [] };
    const x = Math.round(2 * X(i)),
      y = Math.round(2 * Y(i)),
      place = y * 2 * W + x;
    if (!path.seen.has(place)) path.d.push(`M${x / 2} ${y / 2}h0`);
    path.seen.add(place);
    paths.set(of, path);
  }
  return [...paths].map(([of, { d }]) =>
    svg("path", { class: "dots", style: of === undefined ? "" : `stroke:hsl(${of} 60% 50%)`, d: d.join("") }),
  );
}

const bound = (values, f) => values.reduce((a, b) => f(a, b));

// A chart of a series: {title, xName, yName: columns' names, of: the series, logY, pick: f(x, y) of a
// point that was clicked}.
function chart({ title, xName, yName, of, logY, pick }) {
  const W = 860,
    H = 260,
    L = 86,
    B = 34,
    T = 26,
    shown = Uint32Array.from(of.x.keys()).filter(
      (i) => Number.isFinite(of.x[i]) && Number.isFinite(of.y[i]) && (!logY || of.y[i] > 0),
    );
  if (!shown.length) return h("figure", {}, h("figcaption", {}, title), nothing("no rows"));
  const xs = Float64Array.from(shown, (i) => of.x[i]),
    ys = Float64Array.from(shown, (i) => of.y[i]);
  const left = bound(xs, Math.min),
    x1 = bound(xs, Math.max) || 1,
    x0 = left > x1 / 2 ? left : Math.min(0, left), // a window late in the run fills the chart
    digits = Math.min(12, 3 + Math.ceil(Math.log10(Math.max(1, x1 / (x1 - x0 || x1))))),
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
      svg("text", { x: X(xv), y: H - B + 16, class: "mid" }, quantity(+xv.toPrecision(digits))),
    );
  }
  root.append(svg("text", { x: W - 12, y: H - 4, class: "end" }, xName), svg("text", { x: 4, y: 12 }, yName));
  root.append(
    ...dots(
      shown.length,
      (k) => X(xs[k]),
      (k) => Y(ys[k]),
      (k) => of.hue(shown[k]),
      W,
    ),
  );
  // The point at the pointer, within reach: what it is, and where it leads.
  const near = (e) => {
    const box = root.getBoundingClientRect(),
      scale = Math.min(box.width / W, box.height / H);
    const x = (e.clientX - box.left - (box.width - W * scale) / 2) / scale,
      y = (e.clientY - box.top - (box.height - H * scale) / 2) / scale;
    let best = -1,
      least = 64;
    for (let k = 0; k < shown.length; k++) {
      const d = (X(xs[k]) - x) ** 2 + (Y(ys[k]) - y) ** 2;
      if (d < least) [best, least] = [k, d];
    }
    return best;
  };
  const told = h("span", { class: "dim", role: "status" });
  root.addEventListener("pointermove", (e) => {
    const k = near(e);
    told.textContent = k < 0 ? "" : (of.text(shown[k]) ?? "");
  });
  root.addEventListener("click", (e) => {
    const k = near(e);
    return k >= 0 && pick?.(xs[k], ys[k]);
  });
  return h("figure", {}, h("figcaption", {}, title, " ", told), root);
}

export async function showIntervals(place) {
  const t = await all("eventstats"),
    r = await columns("intervals", ["time_us", "interval_us"], ["from", "to"]),
    { time_us: x, interval_us: y, from, to } = r.arrays;
  if (!r.count) return place.replaceChildren(...remarks(t, r), nothing("No intervals between events here."));
  place.replaceChildren(
    ...remarks(t, r),
    h(
      "div",
      { class: "bar" },
      h(
        "button",
        {
          onclick: () => {
            brushNext(1);
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
      of: {
        x,
        y,
        hue: (i) => (from.codes[i] * 47) % 360,
        text: (i) => `${from.texts[from.codes[i]]} → ${to.texts[to.codes[i]]}: ${time(y[i])}`,
      },
      pick: (at, lasts) => change({ sel: [Math.floor((at - lasts) / us()), Math.ceil(at / us())] }),
    }),
  );
}

export async function showLatency(place) {
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
      toChart("latency", "how waits are spread, on the same processor and across"),
    ),
  );
}

export async function showObjects(place) {
  const sites = await all("sites");
  if (!sites.rows.length) return place.replaceChildren(...remarks(sites), nothing("Objects were not recorded."));
  const top = sites.rows.slice(0, 16),
    bytes = "bytes";
  const most = Math.max(...top.map((r) => r[bytes] || 0), 1);
  const said = (r) => `${r.class === "-" ? "" : r.class + "."}${r.method}`;
  place.replaceChildren(
    ...remarks(sites),
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
    h(
      "div",
      { class: "bar" },
      toChart("creation", "when they are made"),
      toChart("lifetime", "when they are born and die"),
      toChart("heap", "how full the heap is"),
    ),
    await figure("age"),
    await figure("survival"),
  );
}

export async function showRounds(place) {
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
      of: series(
        r.rows.map((x) => ({
          x: x.start_us,
          y: x.period_us,
          hue: x.outlier && x.outlier !== "-" && x.outlier !== "no" ? 0 : 212,
          text: r.columns.map((n) => `${n} ${x[n]}`).join("\n"),
        })),
      ),
      pick: (at, lasts) => change({ sel: [Math.floor(at / us()), Math.ceil((at + lasts) / us())] }),
    }),
  );
}
