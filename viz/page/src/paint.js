// SPDX-License-Identifier: GPL-2.0-or-later
//
// paint.js: lanes on a canvas. What a pixel shows is exact at every zoom (lanes/lane.h): a share of time is a share of
// the lane's height, and what is there at all is at least one pixel high.

import { AREA, BIN, BUSY, COUNT, HELD_STATE, HELD_WHO, KNOWN, LEAST, MOST } from "./wasm.js";

// enum lanes_kind, and the classes of a thread and of a processor.
export const KIND = { THREAD: 0, PROCESSOR: 1, EVENT: 2, SAMPLE: 3, USED: 4, HEAP: 5, COLLECTION: 6, COUNTER: 7, LOSS: 8 };
const RUNNING = 1, READY = 2, BLOCKED = 3, INTERRUPTED = 4;
const QUIET = 2 | 8; // WIRE_THREAD_... idle, of the profiler: that such a thread could run is no latency
const THIN = 0.14, HALF = 0.5; // of a lane's height: what a thread that does not run takes
const DOES_THREAD = 1, DOES_INTERRUPT = 2, DOES_PROFILER = 3;

// Twelve hues that keep apart on light and on dark ground; a thing keeps its hue in all views.
const HUES = [212, 28, 150, 275, 48, 340, 185, 8, 100, 240, 305, 70];

export function hueOf(number) {
  return HUES[number % HUES.length];
}

export function colour(number, dark) {
  return `hsl(${hueOf(number)} ${dark ? 55 : 58}% ${dark ? 58 : 45}%)`;
}

// What means the same everywhere.
export const palette = (dark) => (dark
  ? { ground: "#16181d", strip: "#1d2027", line: "#2b2f38", ready: "#b07d20", blocked: "#3a3f4a", irq: "#c77dff",
      loss: "#ff5c5c", text: "#d7dae0", idle: "#2b2f38", profiler: "#777d8a", gc: "#e06c75", hit: "#ffd54a" }
  : { ground: "#ffffff", strip: "#f6f7f9", line: "#e1e4e9", ready: "#f2b84b", blocked: "#d5d9e0", irq: "#8e44ad",
      loss: "#d21f1f", text: "#22252b", idle: "#eceef1", profiler: "#9aa1ad", gc: "#c0392b", hit: "#b38600" });

export class Painter {
  constructor(run, lanes) {
    this.run = run;
    this.lanes = lanes;
    this.tops = new Map();
  }

  // The greatest value of a lane in the whole run: the scale of its heights.
  top(lane, from, to) {
    if (!this.tops.has(lane)) {
      const bins = this.run.bins(lane, from, to, 1);
      this.tops.set(lane, bins[MOST] || 1);
    }
    return this.tops.get(lane);
  }

  // Paints `rows` [{lane, y, h}] of the time `from` to `to` over `width` pixels. `look`: {dark, stop, hits, scale}.
  paint(ctx, rows, from, to, width, look) {
    const colours = palette(look.dark);
    for (const { lane, y, h } of rows) {
      const info = this.lanes[lane], bins = this.run.bins(lane, from, to, width);
      ctx.fillStyle = colours.line;
      ctx.fillRect(0, y + h, width, 1);
      this[PAINT[info.kind]](ctx, bins, y + 2, h - 3, width, info, colours, look, from, to);
    }
    this.paintLosses(ctx, rows, from, to, width, colours);
    if (look.arrows)
      this.paintWakes(ctx, rows, from, to, width, colours);
  }

  // Columns of stacked shares: [[class, colour]...], from the bottom up.
  stack(ctx, bins, y, h, width, parts, colourAt) {
    for (let x = 0; x < width; x++) {
      const at = x * BIN, whole = bins[at + BUSY] + bins[at + 3] + bins[at + 4] + bins[at + 5] + bins[at + 6];
      let base = y + h;
      for (const [state, fill, most = 1] of parts) {
        const share = bins[at + BUSY + state] / whole;
        if (!share)
          continue;
        const high = Math.max(1, share * h * most);
        ctx.fillStyle = colourAt?.(at, state) ?? fill;
        ctx.fillRect(x, Math.max(y, base - high), 1, Math.min(high, base - y));
        base -= high;
      }
    }
  }

  thread(ctx, bins, y, h, width, info, colours, look) {
    const quiet = info.flags & QUIET;
    this.stack(ctx, bins, y, h, width, [[RUNNING, info.flags & 1 ? colours.irq : quiet ? colours.profiler : colour(info.number, look.dark)],
      [INTERRUPTED, colours.irq], [READY, quiet ? colours.idle : colours.ready, quiet ? THIN : HALF], [BLOCKED, colours.blocked, THIN]]);
  }

  // Where one thread ran through the pixel, its own colour.
  processor(ctx, bins, y, h, width, info, colours, look) {
    this.stack(ctx, bins, y, h, width, [[DOES_THREAD, colour(1, look.dark)], [DOES_INTERRUPT, colours.irq],
      [DOES_PROFILER, colours.profiler]], (at, state) =>
      (state === DOES_THREAD && (bins[at + HELD_STATE] & 7) === DOES_THREAD ? colour(bins[at + HELD_WHO], look.dark) : null));
  }

  marks(ctx, bins, y, h, width, info, colours, look) {
    const fill = colour(info.number + (info.kind === KIND.EVENT ? 3 : 0), look.dark);
    for (let x = 0; x < width; x++) {
      const count = bins[x * BIN + COUNT];
      if (!count)
        continue;
      const high = Math.min(h, h * (0.45 + 0.11 * Math.log2(count)));
      ctx.fillStyle = fill;
      ctx.fillRect(x, y + h - high, 1, high);
    }
  }

  // Band from least to most, and the mean.
  values(ctx, bins, y, h, width, info, colours, look, from, to) {
    const top = this.top(info.lane, 0, look.stop), fill = colour(info.kind === KIND.COUNTER ? 6 + info.number : 2, look.dark);
    const place = (v) => y + h - Math.max(0, Math.min(1, v / top)) * h;
    for (let x = 0; x < width; x++) {
      const at = x * BIN;
      if (!bins[at + KNOWN])
        continue;
      const mean = place(bins[at + AREA] / bins[at + KNOWN]);
      ctx.globalAlpha = 0.25;
      ctx.fillStyle = fill;
      ctx.fillRect(x, place(bins[at + MOST]), 1, y + h - place(bins[at + MOST]));
      ctx.globalAlpha = 1;
      ctx.fillRect(x, Math.min(mean, y + h - 1), 1, Math.max(1, place(bins[at + LEAST]) - mean));
    }
  }

  collection(ctx, bins, y, h, width, info, colours) {
    this.stack(ctx, bins, y, h, width, [[1, colours.gc]]);
  }

  loss(ctx, bins, y, h, width, info, colours) {
    this.stack(ctx, bins, y, h, width, [[1, colours.loss]]);
  }

  // Hatched over each lane of the kind that lacks records.
  paintLosses(ctx, rows, from, to, width, colours) {
    for (const loss of this.lanes) {
      const concerned = loss.kind === KIND.LOSS ? rows.filter(({ lane }) => concerns(loss, this.lanes[lane])) : [];
      if (!concerned.length)
        continue;
      const bins = this.run.bins(loss.lane, from, to, width);
      ctx.fillStyle = colours.loss;
      for (let x = 0; x < width; x++)
        if (bins[x * BIN + BUSY + 1])
          for (const { y, h } of concerned)
            for (let at = y + (x * 3) % 6; at < y + h; at += 6)
              ctx.fillRect(x, at, 1, 2);
    }
  }

  // Who woke whom, where few enough wake-ups are in view to tell them apart.
  paintWakes(ctx, rows, from, to, width, colours) {
    const place = new Map(rows.filter(({ lane }) => this.lanes[lane].kind === KIND.THREAD)
      .map(({ lane, y, h }) => [this.lanes[lane].number, { lane, y, h }]));
    ctx.strokeStyle = colours.text;
    ctx.fillStyle = colours.text;
    ctx.lineWidth = 1;
    for (const [, { lane, y, h }] of place) {
      const first = this.run.before(lane, from), last = this.run.before(lane, to);
      if (last - first > MOST_WAKES)
        continue;
      for (let i = first; i < last; i++) {
        const r = this.run.record(lane, i), by = r && (r.state & 7) === READY ? place.get(r.who) : null;
        if (!by || by.lane === lane)
          continue;
        const x = Math.round((r.at - from) / (to - from) * width) + 0.5, down = by.y < y;
        const end = down ? y + 2 : y + h - 2;
        ctx.beginPath();
        ctx.moveTo(x, down ? by.y + by.h : by.y);
        ctx.lineTo(x, end);
        ctx.stroke();
        ctx.beginPath();
        ctx.moveTo(x, end);
        ctx.lineTo(x - 3, end + (down ? -5 : 5));
        ctx.lineTo(x + 3, end + (down ? -5 : 5));
        ctx.fill();
      }
    }
  }
}

const MOST_WAKES = 60; // in view of one lane: more would be a hatching

const PAINT = { 0: "thread", 1: "processor", 2: "marks", 3: "marks", 4: "values", 5: "values", 6: "collection",
  7: "values", 8: "loss" };

// Whether records of the kind that a loss lane is about make another lane. Its name is the kind's.
function concerns(loss, lane) {
  const name = loss.name.toLowerCase();
  if (lane.kind === KIND.THREAD || lane.kind === KIND.PROCESSOR)
    return /sched|switch/.test(name);
  if (lane.kind === KIND.EVENT)
    return /event/.test(name);
  if (lane.kind === KIND.SAMPLE)
    return /sample|stack/.test(name);
  if (lane.kind === KIND.USED || lane.kind === KIND.HEAP || lane.kind === KIND.COLLECTION)
    return /birth|death|collection|object|heap/.test(name);
  return lane.kind === KIND.COUNTER && /reading|counter/.test(name);
}
