// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_charts.js: charts of tables: points and bars, drawn in the data's own units.

import { h, quantity, time } from "./dom.js";
import { change, state } from "./state.js";
import { ask, us, all, nothing, remarks } from "./view_base.js";
import { brushNext } from "./view_tables.js";

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

export async function showIntervals(place) {
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
    ),
  );
}

export async function showObjects(place) {
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
    ...remarks(sites, survival, ages, heap),
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
