// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_figures.js: the charts of README in the page, of the window and thread that are chosen. What a chart shows comes
// from figures/, the C that the pictures are made by, in data units; here it gets axes and a place. Marks are drawn on
// a canvas, texts and axes are SVG above it. A sheet is as wide as a picture, in the same units, and is scaled as a
// whole.

import { h, time } from "./dom.js";
import { change, state } from "./state.js";
import { ask, choice, remarks, treesNote, us } from "./view_base.js";
import { layGraph } from "./graph_layout.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 1600,
  EDGE = 20,
  LOST = 0xd8d8d8,
  UNKNOWN = 0xf3e0e0,
  TEXT = "#333333",
  HALO = "paint-order:stroke;stroke:#fff;stroke-width:3px;";
const SHARP_MOST = 1200; // height of a sheet of that width up to which it has two pixels for each unit

function svg(tag, attributes, text) {
  const e = document.createElementNS(SVG, tag);
  Object.entries(attributes).forEach(([k, v]) => e.setAttribute(k, v));
  if (text !== undefined) e.textContent = text;
  return e;
}

const colour = (rgb) => `#${Math.round(rgb).toString(16).padStart(6, "0")}`;
const shown = (v) => +v.toPrecision(10);

// A sheet to draw on.
class Sheet {
  constructor(height, title, width = WIDTH) {
    const scale = height * width <= SHARP_MOST * WIDTH ? 2 : 1;
    this.height = height;
    this.width = width;
    this.canvas = h("canvas", {
      width: Math.ceil(width * scale),
      height: Math.ceil(height * scale),
      "aria-hidden": "true",
    });
    this.ctx = this.canvas.getContext("2d");
    this.ctx.scale(scale, scale);
    this.over = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none", // it lies on the canvas, whatever the frame takes of both
      role: "img",
      "aria-label": title,
    });
    const style = `aspect-ratio:${width}/${height};--aspect:${width / height}`;
    this.root = h("div", { class: "sheet", style }, this.canvas, this.over);
  }

  // size: 14; anchor: start, middle or end; up: turned; halo: white around it.
  text(x, y, text, { size = 14, anchor = "start", bold, mono, fill = TEXT, up, halo } = {}) {
    const e = svg(
      "text",
      {
        x,
        y,
        "text-anchor": anchor,
        "dominant-baseline": "central",
        style:
          `font-size:${size}px;fill:${fill};${bold ? "font-weight:600;" : ""}` +
          `${mono ? "font-family:monospace;" : ""}${halo ? HALO : ""}`,
      },
      text,
    );
    if (up) e.setAttribute("transform", `rotate(-90 ${x} ${y})`);
    this.over.append(e);
  }

  line(x1, y1, x2, y2, stroke = "#888888", width = 1, dash = []) {
    const c = this.ctx;
    c.strokeStyle = stroke;
    c.lineWidth = width;
    c.setLineDash(dash);
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
    c.setLineDash([]);
  }

  path(points, stroke, width, fill) {
    const c = this.ctx;
    c.beginPath();
    points.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
    if (fill) {
      c.fillStyle = fill;
      c.fill();
    } else {
      c.strokeStyle = stroke;
      c.lineWidth = width;
      c.stroke();
    }
  }

  dot(x, y, radius, fill, stroke) {
    const c = this.ctx;
    c.beginPath();
    c.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) {
      c.fillStyle = fill;
      c.fill();
    }
    if (stroke) {
      c.strokeStyle = stroke;
      c.lineWidth = 1.4;
      c.stroke();
    }
  }
}

// Steps of 1, 2 or 5 times a power of ten, about `count` of them between two ends.
function steps([from, to], count) {
  const rough = (to - from) / count || 1,
    power = 10 ** Math.floor(Math.log10(rough)),
    step = [1, 2, 5, 10].map((s) => s * power).find((s) => s >= rough) ?? rough;
  const out = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9 && out.length < 100; i++) out.push(i * step);
  return out;
}

// A plotting area of a sheet with its axes; x and y are the ends in data units, those of y from below.
class Plot {
  constructor(sheet, { left, right, top, bottom, x, y, logX, logY }) {
    Object.assign(this, { sheet, left, right, top, bottom, x, y, logX, logY });
  }

  X(v) {
    const f = this.logX ? Math.log : (n) => n;
    return this.left + ((f(v) - f(this.x[0])) / (f(this.x[1]) - f(this.x[0]) || 1)) * (this.right - this.left);
  }

  Y(v) {
    const f = this.logY ? Math.log : (n) => n;
    return this.bottom - ((f(v) - f(this.y[0])) / (f(this.y[1]) - f(this.y[0]) || 1)) * (this.bottom - this.top);
  }

  // What lies within the area only.
  within(draw) {
    const c = this.sheet.ctx;
    c.save();
    c.beginPath();
    c.rect(this.left, this.top, this.right - this.left, this.bottom - this.top);
    c.clip();
    draw();
    c.restore();
  }

  rect(x1, x2, y1, y2, rgb, edge) {
    const c = this.sheet.ctx,
      [a, b] = [this.X(x1), this.X(x2)],
      [top, bottom] = [this.Y(y1), this.Y(y2)].sort((p, q) => p - q);
    c.fillStyle = colour(rgb);
    c.fillRect(a, top, Math.max(b - a, 0.6), Math.max(bottom - top, 0.6));
    if (edge) {
      c.strokeStyle = edge;
      c.lineWidth = 1;
      c.strokeRect(a, top, b - a, bottom - top);
    }
  }

  // Stretches of which records are missing, behind everything.
  missing(f) {
    this.within(() => {
      f.rows("lost").forEach(([a, b]) => this.rect(a, b, this.y[0], this.y[1], LOST));
      f.rows("unknown").forEach(([a, b]) => this.rect(a, b, this.y[0], this.y[1], UNKNOWN));
    });
  }

  // Grid, ticks and frame. Ticks: [[place, text]...]; null: none.
  axes({ xTicks, yTicks, xLabel, yLabel, gridX = true, gridY = true }) {
    const s = this.sheet;
    for (const [v, text] of xTicks ?? []) {
      if (gridX) s.line(this.X(v), this.top, this.X(v), this.bottom, "#dddddd");
      if (text !== "") s.text(this.X(v), this.bottom + 16, text, { anchor: "middle" });
    }
    for (const [v, text] of yTicks ?? []) {
      if (gridY) s.line(this.left, this.Y(v), this.right, this.Y(v), "#dddddd");
      if (text !== "") s.text(this.left - 8, this.Y(v), text, { anchor: "end" });
    }
    s.ctx.strokeStyle = "#888888";
    s.ctx.lineWidth = 1;
    s.ctx.strokeRect(this.left, this.top, this.right - this.left, this.bottom - this.top);
    if (xLabel) s.text((this.left + this.right) / 2, this.bottom + 44, xLabel, { anchor: "middle", size: 16 });
    if (yLabel) s.text(this.left - 84, (this.top + this.bottom) / 2, yLabel, { anchor: "middle", size: 16, up: true });
  }

  linear(ends = this.x, count = 10) {
    return steps(ends, count).map((v) => [v, String(shown(v))]);
  }
}

const HEAD = 24; // room above a plot for the heads of columns beside it

// What all charts with one area share.
function frame(f, more = {}) {
  const s = f.settings,
    { left = s.left_columns ? EDGE + 20 + 9.3 * s.left_columns : 120, height = s.plot } = more,
    right = more.right ?? WIDTH - EDGE - (s.right_columns ? 16 + 8.2 * s.right_columns : 20);
  const sheet = new Sheet(HEAD + s.plot + (s.plot_width ? EDGE : 75), f.title);
  return { sheet, left, right, top: HEAD, bottom: HEAD + height };
}

// Rows, from 1 on, from above.
const rowEnds = (f) => [f.settings.count + 0.6, 0.4];
const given = (f) =>
  Array.from({ length: f.settings.ticks ?? 0 }, (_, i) => [
    f.settings[`tick_at.${i + 1}`],
    f.settings[`tick_name.${i + 1}`],
  ]);
const timeEnds = (f) => [f.settings.x_from, f.settings.x_to];

function bars(plot, rows) {
  plot.within(() => rows.forEach(([from, to, top, bottom, rgb]) => plot.rect(from, to, top, bottom, rgb)));
}

function beside(plot, rows, text = 1, how = {}) {
  rows.forEach((r) => plot.sheet.text(plot.left - 10, plot.Y(r[0]), r[text], { anchor: "end", size: 15, ...how }));
}

function behind(plot, rows, text = 1, how = {}) {
  rows.forEach((r) => plot.sheet.text(plot.right + 12, plot.Y(r[0]), r[text], { size: 15, ...how }));
}

// Nested boxes and flames: what lies at the pointer is told.
function nested(f, series, edge) {
  const place = frame(f, { left: EDGE, right: WIDTH - EDGE }),
    plot = new Plot(place.sheet, { ...place, x: [0, f.settings.plot_width], y: [f.settings.plot, 0] });
  const all = f.rows(series);
  all.forEach(([left, top, right, bottom, rgb]) => plot.rect(left, right, top, bottom, rgb, edge));
  const named = (rows, how) =>
    rows.forEach(([x, y, text]) =>
      place.sheet.text(plot.X(x), plot.Y(y), text, { mono: true, fill: "#222222", ...how }),
    );
  named(f.rows("names"), { size: 14 });
  named(f.rows("small"), { size: 11 });
  named(f.rows("upright"), { size: 11, up: true });
  place.sheet.tell = (x, y) => {
    const u = ((x - plot.left) / (plot.right - plot.left)) * f.settings.plot_width,
      v = y - plot.top;
    const box = all.findLast(([left, top, right, bottom]) => u >= left && u < right && v >= top && v < bottom);
    return box ? f.tell(series, box) : "";
  };
  return place.sheet;
}

// Rows by place in the code, whose names stand left in two columns.
function sites(f, x, axes, marks) {
  const s = f.settings,
    classLeft = EDGE + 14,
    left = classLeft + 8.6 * s.class_columns + 16 + 8.6 * s.method_columns + 12,
    place = frame(f, { left });
  const { sheet, top, right } = place,
    plot = new Plot(sheet, { ...place, x, y: [s.plot, 0] }),
    begin = [EDGE, classLeft, left];
  f.rows("rules").forEach(([level, y, rgb]) => sheet.line(begin[level], top + y, WIDTH - EDGE, top + y, colour(rgb)));
  f.rows("packages").forEach(([y, text]) => sheet.text(EDGE, top + y, text, { bold: true }));
  f.rows("classes").forEach(([y, text]) => sheet.text(classLeft, top + y, text));
  f.rows("others").forEach(([y, text]) => sheet.text(EDGE, top + y, text));
  f.rows("methods").forEach(([y, text]) => sheet.text(left - 12, top + y, text, { anchor: "end" }));
  f.rows("notes").forEach(([y, text]) => sheet.text(right + 14, top + y, text, { size: 13 }));
  if (s.notes_head) sheet.text(right + 14, top - 10, s.notes_head, { bold: true });
  plot.axes({ ...axes(plot), gridY: false });
  marks(plot);
  return sheet;
}

const overTime = (f) => (plot) => ({ xTicks: plot.linear(), xLabel: f.settings.x_label });

// Curves, steps and halves above an axis with given ticks; y is a share.
function shares(f, x, logX, xLabel, yLabel, marks) {
  const place = frame(f),
    plot = new Plot(place.sheet, { ...place, x, y: [0, 103], logX });
  plot.axes({ xTicks: given(f), yTicks: plot.linear([0, 100]), xLabel, yLabel });
  plot.within(() => marks(plot));
  f.rows("halves").forEach(([at, pct, rgb]) => place.sheet.dot(plot.X(at), plot.Y(pct), 5, colour(rgb)));
  return place.sheet;
}

// Time above, rows below: what charts with two areas share.
const across = (plot, rows, x = 0, y = 1) => rows.map((r) => [plot.X(r[x]), plot.Y(r[y])]);

const drawn = {
  boxes: (f) => nested(f, "boxes", "#555555"),
  flame: (f) => nested(f, "frames", "#ffffff"),

  threads(f) {
    const place = frame(f, { right: WIDTH - 100 }),
      plot = new Plot(place.sheet, { ...place, x: timeEnds(f), y: rowEnds(f) });
    plot.missing(f);
    plot.axes({ xTicks: plot.linear(), xLabel: f.settings.x_label });
    bars(plot, f.rows("bars"));
    bars(plot, f.rows("marks"));
    f.rows("wakes").forEach(([at, row, down]) => {
      const [x, y1, y2] = [plot.X(at), plot.Y(row), plot.Y(row + down)],
        tip = y2 > y1 ? -6 : 6;
      place.sheet.line(x, y1, x, y2, TEXT, 1);
      place.sheet.path(
        [
          [x, y2],
          [x - 3, y2 + tip],
          [x + 3, y2 + tip],
        ],
        "",
        0,
        TEXT,
      );
    });
    beside(plot, f.rows("names"));
    behind(plot, f.rows("shares"));
    return place.sheet;
  },

  busy(f) {
    const s = f.settings,
      place = frame(f),
      plot = new Plot(place.sheet, { ...place, x: timeEnds(f), y: [0, s.y_to * 1.04] });
    plot.missing(f);
    plot.axes({
      xTicks: plot.linear(),
      yTicks: plot.linear([0, s.y_to], Math.min(16, s.y_to)),
      xLabel: s.x_label,
      yLabel: s.y_label,
    });
    const half = (0.5 * (s.x_to - s.x_from)) / (place.right - place.left);
    plot.within(() => {
      f.rows("most").forEach(([from, to, n]) => plot.rect(from, to + half, 0, n, 0xa9c4e0));
      f.rows("area").forEach(([from, to, n]) => plot.rect(from, to + half, 0, n, 0x4e79a7));
    });
    place.sheet.text(place.right + 12, place.top - 8, "share of the time", { bold: true, fill: "#555555" });
    behind(plot, f.rows("shares"));
    return place.sheet;
  },

  latency: (f) =>
    shares(f, timeEnds(f), true, "time from runnable to running", "share of the waits (%)", (plot) =>
      ["#4e79a7", "#f28e2b", "#59a14f", "#b07aa1"].forEach((hue, i) =>
        plot.sheet.path(across(plot, f.rows(`curve${i + 1}`)), hue, 3),
      ),
    ),

  survival: (f) =>
    shares(f, [0, f.settings.x_to], false, "age (bytes allocated since the birth)", "still alive (%)", (plot) => {
      const band = f.rows("band");
      if (band.length)
        plot.sheet.path([...across(plot, band, 0, 1), ...across(plot, band, 0, 2).reverse()], "", 0, "#c9daea");
      for (const [column, hue, width] of [
        [2, "#f28e2b", 5],
        [1, "#4e79a7", 2],
      ]) {
        const points = across(plot, f.rows("curve"), 0, column);
        plot.sheet.path(
          points.flatMap(([x, y], i) =>
            i
              ? [
                  [x, points[i - 1][1]],
                  [x, y],
                ]
              : [[x, y]],
          ),
          hue,
          width,
        );
      }
      if (f.settings.every >= 0)
        plot.sheet.line(
          plot.X(f.settings.every),
          plot.top,
          plot.X(f.settings.every),
          plot.bottom,
          "#888888",
          1.5,
          [6, 4],
        );
    }),

  locks(f) {
    const place = frame(f),
      plot = new Plot(place.sheet, { ...place, x: [0, f.settings.most], y: rowEnds(f) });
    plot.axes({ xTicks: plot.linear(), xLabel: f.settings.x_label });
    f.rows("bars").forEach(([row, value, rgb]) => plot.rect(0, value, row - 0.32, row + 0.32, rgb));
    beside(plot, f.rows("locks"), 1, { bold: true });
    beside(plot, f.rows("pairs"), 1, { size: 13 });
    behind(plot, f.rows("numbers"), 1, { size: 13 });
    return place.sheet;
  },

  drag(f) {
    const place = frame(f),
      plot = new Plot(place.sheet, { ...place, x: [0, f.settings.most], y: rowEnds(f) });
    plot.axes({ xTicks: plot.linear(), xLabel: f.settings.x_label });
    f.rows("bars").forEach(([row, value, rgb]) => plot.rect(0, value, row - 0.32, row + 0.32, rgb));
    beside(plot, f.rows("names"));
    behind(plot, f.rows("notes"), 1, { size: 13 });
    return place.sheet;
  },

  samples(f) {
    const place = frame(f),
      plot = new Plot(place.sheet, { ...place, x: [0, f.settings.most], y: rowEnds(f) });
    plot.axes({ xTicks: plot.linear(), xLabel: "share of the samples (%)" });
    f.rows("self").forEach(([row, self, low, high, total, rgb, pale]) => {
      plot.rect(0, total, row - 0.36, row + 0.36, pale);
      plot.rect(0, self, row - 0.26, row + 0.26, rgb);
      place.sheet.line(plot.X(low), plot.Y(row), plot.X(high), plot.Y(row), "#222222", 1.8);
      for (const end of [low, high])
        place.sheet.line(plot.X(end), plot.Y(row) - 5, plot.X(end), plot.Y(row) + 5, "#222222", 1.8);
    });
    beside(plot, f.rows("names"));
    behind(plot, f.rows("numbers"), 1, { size: 13 });
    return place.sheet;
  },

  events(f) {
    const place = frame(f, { right: WIDTH - 100 }),
      plot = new Plot(place.sheet, { ...place, x: timeEnds(f), y: rowEnds(f) });
    plot.missing(f);
    plot.axes({ xTicks: plot.linear(), xLabel: f.settings.x_label });
    if (f.rows("path").length) place.sheet.path(across(plot, f.rows("path")), "#bbbbbb", 1);
    bars(plot, f.rows("bars"));
    f.rows("ticks").forEach(([at, top, down, rgb]) =>
      place.sheet.line(plot.X(at), plot.Y(top), plot.X(at), plot.Y(top + down), colour(rgb), 2.5),
    );
    place.sheet.text(place.right + 12, place.top - 8, "count", { bold: true, fill: "#555555" });
    beside(plot, f.rows("names"));
    behind(plot, f.rows("counts"));
    return place.sheet;
  },

  intervals(f) {
    const s = f.settings,
      place = frame(f, { height: s.upper }),
      { sheet } = place,
      y = [s.y_from, s.y_to],
      plot = new Plot(sheet, { ...place, x: timeEnds(f), y, logY: true });
    plot.missing(f);
    plot.axes({ xTicks: plot.linear(), yTicks: given(f), xLabel: s.x_label, yLabel: "time between two events" });
    const size = s.dot_size || 2;
    plot.within(() =>
      f.rows("dots").forEach(([at, value, rgb]) => {
        sheet.ctx.fillStyle = colour(rgb);
        sheet.ctx.fillRect(plot.X(at) - size / 2, plot.Y(value) - size / 2, size, size);
      }),
    );
    f.rows("longest").forEach(([at, value]) => sheet.dot(plot.X(at), plot.Y(value), 7, null, "#222222"));
    const bottom = HEAD + s.plot,
      below = new Plot(sheet, {
        left: EDGE + 20 + 8.4 * s.rows_columns,
        right: 1225,
        top: bottom - 36 * s.pairs,
        bottom,
        x: y,
        y: [s.pairs + 0.6, 0.4],
        logX: true,
      });
    below.axes({ xTicks: given(f), xLabel: "time between two events" });
    f.rows("spread").forEach(([row, rgb, p5, p25, median, p75, p95]) => {
      below.rect(p5, p95, row - 0.08, row + 0.08, rgb);
      below.rect(p25, p75, row - 0.3, row + 0.3, rgb);
      sheet.line(below.X(median), below.Y(row - 0.36), below.X(median), below.Y(row + 0.36), "#000000", 3);
    });
    beside(below, f.rows("names"), 1, { size: 14 });
    behind(below, f.rows("numbers"), 1, { size: 14 });
    // A dot leads to its interval: the time between the two events becomes the window.
    sheet.pick = (x, y) => {
      let best = null,
        least = 64;
      for (const [at, value] of f.rows("dots")) {
        const far = (plot.X(at) - x) ** 2 + (plot.Y(value) - y) ** 2;
        if (far < least) [best, least] = [[at, value], far];
      }
      const [from, to] = best ? [f.us(best[0]) - best[1], f.us(best[0])] : [];
      return best && { sel: [Math.floor(from / us()), Math.ceil(to / us())] };
    };
    return sheet;
  },

  counters(f) {
    const s = f.settings,
      place = frame(f, { right: 1190 }),
      { sheet } = place,
      rowsTop = place.bottom - 30 * s.count,
      middle = (place.top + rowsTop) / 2;
    const upper = (name, top, bottom, to, yLabel) => {
      const plot = new Plot(sheet, { ...place, top, bottom, x: timeEnds(f), y: [0, to] });
      plot.missing(f);
      plot.within(() => f.rows("bands").forEach(([a, b, , , rgb]) => plot.rect(a, b, 0, to, rgb)));
      plot.axes({ xTicks: plot.linear().map(([v]) => [v, ""]), yTicks: plot.linear([0, to], 6), yLabel });
      f.rows(name).forEach(([at, count, right, up, rgb]) =>
        sheet.line(plot.X(at), plot.Y(count), plot.X(at + right), plot.Y(count + up), colour(rgb), 2.5),
      );
    };
    upper("first", place.top, middle - 12, s.first_to, s.first_label);
    upper("second", middle + 12, rowsTop - 22, s.second_to, s.second_label);
    const plot = new Plot(sheet, { ...place, top: rowsTop, x: timeEnds(f), y: rowEnds(f) });
    plot.missing(f);
    plot.axes({ xTicks: plot.linear(), xLabel: s.x_label });
    bars(plot, f.rows("bars"));
    beside(plot, f.rows("names"));
    [s.first_name, s.second_name].forEach((name, i) => {
      const end = place.right + 195 + 200 * i,
        right = { anchor: "end", fill: "#555555" };
      sheet.text(end, rowsTop - 36, name, { ...right, bold: true });
      sheet.text(end - 105, rowsTop - 14, "share", right);
      if (s.rates) sheet.text(end, rowsTop - 14, "in 1,000", right);
      f.rows("shares").forEach((r) => {
        sheet.text(end - 105, plot.Y(r[0]), r[1 + 2 * i], { anchor: "end", size: 15 });
        sheet.text(end, plot.Y(r[0]), r[2 + 2 * i], { anchor: "end", size: 15 });
      });
    });
    return sheet;
  },

  creation: (f) =>
    sites(f, timeEnds(f), overTime(f), (plot) => {
      plot.missing(f);
      bars(plot, f.rows("marks"));
    }),

  lifetime: (f) =>
    sites(f, timeEnds(f), overTime(f), (plot) => {
      plot.missing(f);
      bars(plot, f.rows("lanes"));
      f.rows("ends").forEach(([top, bottom]) =>
        plot.rect(f.settings.stretch_to, f.settings.x_to, top, bottom, 0x222222),
      );
      const length = f.settings.collections_full ? f.settings.plot : 8;
      f.rows("collections").forEach(([at]) =>
        plot.sheet.line(plot.X(at), plot.Y(0), plot.X(at), plot.Y(length), f.settings.collections_colour ?? "#888888"),
      );
    }),

  age(f) {
    const s = f.settings,
      sheet = sites(
        f,
        [0, s.x_to],
        () => ({ xTicks: given(f), xLabel: "age (bytes allocated since the birth)" }),
        (plot) => {
          if (s.every >= 0)
            plot.sheet.line(plot.X(s.every), plot.top, plot.X(s.every), plot.bottom, "#888888", 1.5, [6, 4]);
          for (const [name, fill] of [
            ["dots", "#4e79a7c8"],
            ["specks", "#4e79a7c8"],
            ["rings", null],
            ["hoops", null],
          ])
            f.rows(name).forEach(([at, y, radius]) =>
              plot.sheet.dot(plot.X(at), plot.Y(y), radius, fill, fill ? null : "#222222"),
            );
          f.rows("means").forEach(([at, y, down]) =>
            plot.sheet.line(plot.X(at), plot.Y(y), plot.X(at), plot.Y(y + down), "#d62728", 2.5),
          );
        },
      );
    f.rows("sizes").forEach(([place, radius, text]) => {
      sheet.dot(EDGE + 40 + 190 * place, sheet.height - 16, radius, "#888888");
      sheet.text(EDGE + 40 + 190 * place + radius + 8, sheet.height - 16, text);
    });
    return sheet;
  },

  heap(f) {
    const s = f.settings,
      place = frame(f, { height: s.upper }),
      { sheet } = place,
      plot = new Plot(sheet, { ...place, x: timeEnds(f), y: [0, s.y_to] });
    plot.missing(f);
    plot.within(() => f.rows("bands").forEach(([a, b, , , rgb]) => plot.rect(a, b, 0, s.y_to, rgb)));
    plot.axes({
      xTicks: plot.linear().map(([v, text]) => [v, s.pauses ? "" : text]),
      yTicks: plot.linear([0, s.y_to], 8),
      xLabel: s.pauses ? "" : s.x_label,
      yLabel: s.y_label,
    });
    const used = across(plot, f.rows("used"));
    plot.within(() => {
      if (used.length)
        sheet.path([[used[0][0], plot.bottom], ...used, [used.at(-1)[0], plot.bottom]], "", 0, "#4e79a780");
      sheet.path(used, "#4e79a7", 1.5);
      sheet.path(across(plot, f.rows("size")), TEXT, s.dense ? 0.5 : 1.5);
    });
    if (!s.pauses) return sheet;
    const below = new Plot(sheet, {
      ...place,
      top: place.bottom + 30,
      bottom: HEAD + s.plot,
      x: timeEnds(f),
      y: [0, s.pause_to],
    });
    below.missing(f);
    below.axes({
      xTicks: below.linear(),
      yTicks: below.linear([0, s.pause_to], 5),
      xLabel: s.x_label,
      yLabel: s.pause_label,
    });
    f.rows("pauses").forEach(([at, pause, rgb]) => {
      sheet.line(below.X(at), below.Y(0), below.X(at), below.Y(pause), colour(rgb), s.dense ? 1 : 2.5);
      if (!s.dense) sheet.dot(below.X(at), below.Y(pause), 3, colour(rgb));
    });
    return sheet;
  },

  callgraph: (f) =>
    graphSheet(
      f.title,
      f.nodes,
      f.edges.map((e) => ({
        ...e,
        text: `${shown(+e.share_pct.toFixed(1))} %, ${e.calls}`,
        thick: 0.7 + Math.max(0, e.share_pct) / 8,
      })),
      f.down,
      (n) => n.kind === "function" && { tab: "graph", focus: [n.name] },
    ),

  deadlock: (f) =>
    graphSheet(
      f.title,
      f.nodes,
      f.edges.map((e) => ({ ...e, text: e.label, thick: e.width })),
      f.down,
      () => false,
    ),
};

// A curve through the middles between points, from the first to the last.
function curve(c, points) {
  c.beginPath();
  c.moveTo(...points[0]);
  points.slice(1, -1).forEach(([x, y], i) => {
    const [nx, ny] = points[i + 2],
      last = i === points.length - 3;
    c.quadraticCurveTo(x, y, last ? nx : (x + nx) / 2, last ? ny : (y + ny) / 2);
  });
  if (points.length === 2) c.lineTo(...points[1]);
  c.stroke();
}

// The head of an arrow along the last piece of a curve.
function arrowHead([[x1, y1], [x2, y2]], size) {
  const far = Math.hypot(x2 - x1, y2 - y1) || 1,
    [ux, uy] = [(x2 - x1) / far, (y2 - y1) / far],
    [x, y] = [x2 - size * ux, y2 - size * uy];
  return [
    [x2, y2],
    [x - (size / 2) * uy, y + (size / 2) * ux],
    [x + (size / 2) * uy, y - (size / 2) * ux],
  ];
}

// A graph: nodes and edges as layGraph() takes them; a node has `rgb`, an edge `text`, and may have `thick`, in units,
// `rgb` and `others`, which makes it dashed. `pick`: what f(node) of a node that is clicked
// returns is changed.
export function graphSheet(title, nodes, edges, down, pick) {
  const graph = layGraph(nodes, edges, down),
    sheet = new Sheet(graph.height + 2 * EDGE, title, Math.max(graph.width + 2 * EDGE, 600)),
    c = sheet.ctx;
  // Not made narrower than its letters can be read: a wide graph is moved to and fro.
  sheet.root.style.width = `${Math.round(sheet.width * 0.9)}px`;
  sheet.root.style.minWidth = sheet.root.style.width;
  sheet.root.style.maxWidth = "none";
  c.translate(EDGE, EDGE);
  for (const e of graph.edges) {
    const thick = Math.min(7, e.thick ?? 1.5),
      hue = colour(e.rgb ?? 0x777777);
    c.strokeStyle = hue;
    c.lineWidth = thick;
    c.setLineDash(e.others ? [5, 4] : []);
    curve(c, e.points);
    c.setLineDash([]);
    sheet.path(arrowHead(e.points.slice(-2), 7 + thick), "", 0, hue);
    c.fillStyle = "#ffffff"; // no line goes through a text
    c.fillRect(e.at[0] - e.room / 2, e.at[1] - 7, e.room, 14);
    sheet.text(EDGE + e.at[0], EDGE + e.at[1], e.text, { size: 11, anchor: "middle", fill: "#555555", halo: true });
  }
  for (const n of graph.nodes) {
    if (n.kind !== "others") {
      c.fillStyle = colour(n.rgb);
      c.strokeStyle = "#555555";
      c.lineWidth = 1;
      c.beginPath();
      c.roundRect(n.x, n.y, n.width, n.height, n.kind === "thread" ? n.height / 2 : 5);
      c.fill();
      c.stroke();
    }
    n.lines.forEach((text, i) =>
      sheet.text(EDGE + n.x + n.width / 2, EDGE + n.y + 12 + 14 * i, text, {
        anchor: "middle",
        size: i ? 11 : 12,
        bold: !i && n.kind !== "others",
      }),
    );
  }
  if (pick)
    sheet.pick = (x, y) => {
      const at = graph.nodes.find(
        (n) => x >= EDGE + n.x && x < EDGE + n.x + n.width && y >= EDGE + n.y && y < EDGE + n.y + n.height,
      );
      return at ? pick(at) : null;
    };
  return sheet;
}

// The figure as the functions above take it.
function figureOf(json) {
  const f = JSON.parse(json),
    series = new Map(f.series.map((s) => [s.name, s]));
  f.rows = (name) => series.get(name)?.rows ?? [];
  f.tell = (name, row) =>
    series
      .get(name)
      .columns.split(" ")
      .slice(5)
      .map((column, i) => (column === "time_us" ? time(row[5 + i]) : `${column} ${row[5 + i]}`))
      .join(", ");
  return f;
}

const legend = (f) =>
  h(
    "ul",
    { class: "legend" },
    f.legends.map((l) => h("li", {}, h("i", { class: l.mark, style: `background:${colour(l.rgb)}` }), ` ${l.name}`)),
  );

// The table that tells what a chart lacks where nothing is left to be drawn.
const RESTS_ON = {
  rounds: "cycle",
  intervals: "eventstats",
  events: "eventstats",
  latency: "threads",
  locks: "locks",
  samples: "samples",
  flame: "samples",
  creation: "sites",
  lifetime: "sites",
  newest: "sites",
  age: "sites",
  survival: "sites",
  heap: "heap",
};

const lossOf = ({ name, remarks: all }) =>
  remarks({ name, count: 0, of: 0, remarks: all.filter((r) => /^(incomplete|covers)/.test(r)) });

// A chart as an element: of what time it is where it is made of call trees, heading, what it says, legend, and the
// sheet. `noted`: of what time that is stands above it already.
export async function figure(name, noted = false) {
  const got = await ask("figure", { run: state.run, name });
  if (!got.json)
    return h(
      "div",
      { "data-chart": name },
      h("p", { class: "nothing" }, `Not drawn: ${got.message}.`),
      RESTS_ON[name] ? lossOf(await ask("table", { run: state.run, name: RESTS_ON[name] })) : [],
    );
  const f = figureOf(got.json),
    scale = { s: 1e6, ms: 1e3, µs: 1 }[/\((s|ms|µs)\)/.exec(f.settings.x_label ?? "")?.[1]] ?? 1,
    zero = /after (\S+) s/.exec(f.settings.x_label ?? "");
  f.us = (x) => x * scale + (zero ? zero[1] * 1e6 : 0);
  return h(
    "section",
    { class: "chart", "data-chart": name },
    noted ? "" : treesNote(got),
    h("h3", {}, f.title),
    f.said.split("\n").map((text) => h("p", {}, text)),
    f.notes.map((text) => h("p", { class: "lost", role: "alert" }, `Incomplete: ${text}`)),
    legend(f),
    touched(drawn[f.drawn_by](f)),
  );
}

// A sheet as elements that answer the pointer: what lies there is told, and a click changes what is chosen.
export function touched(sheet) {
  const told = h("p", { class: "dim", role: "status" });
  const at = (e) => {
    const box = sheet.root.getBoundingClientRect();
    return [((e.clientX - box.left) / box.width) * sheet.width, ((e.clientY - box.top) / box.height) * sheet.height];
  };
  if (sheet.tell) sheet.root.addEventListener("pointermove", (e) => (told.textContent = sheet.tell(...at(e))));
  if (sheet.pick)
    sheet.root.addEventListener("click", (e) => {
      const found = sheet.pick(...at(e));
      if (found) change(found);
    });
  return [h("div", { class: "wide" }, sheet.root), sheet.tell ? told : ""];
}

export async function showFigures(place) {
  const charts = await ask("figures", { run: state.run }),
    chart = charts.find((c) => c.name === state.chart) ?? charts[0];
  place.replaceChildren(
    choice(
      "chart",
      charts.map((c) => [c.name, `${c.name}: ${c.what}`]),
      chart.name,
      (name) => change({ chart: name }),
    ),
    await figure(chart.name),
  );
}
