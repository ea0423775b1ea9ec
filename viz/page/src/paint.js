// SPDX-License-Identifier: GPL-2.0-or-later
//
// paint.js: lanes on a canvas. What a pixel shows is exact at every zoom (lanes/lane.h): a share of time is a share of
// the lane's height, and what is there at all is at least one pixel high.

import { hueOfName } from "./dom.js";
import { AREA, BIN, BUSY, COUNT, HELD_STATE, HELD_WHO, KNOWN, LEAST, MOST } from "./wasm.js";

// enum lanes_kind, and the classes of a thread and of a processor.
export const KIND = {
  THREAD: 0,
  PROCESSOR: 1,
  EVENT: 2,
  SAMPLE: 3,
  USED: 4,
  HEAP: 5,
  COLLECTION: 6,
  COUNTER: 7,
  LOSS: 8,
  CALL: 9,
  WAIT: 10,
  MOMENT: 11,
  STAND: 12,
};
const RUNNING = 1,
  READY = 2,
  BLOCKED = 3,
  INTERRUPTED = 4;
export const QUIET = 2 | 8; // WIRE_THREAD_... idle, of the profiler: that such a thread could run is no latency
const THIN = 0.14,
  HALF = 0.5; // of a lane's height: what a thread that does not run takes
const BLOCKS = 1,
  SPINS = 2; // enum lanes_way
const STILL = 1,
  LACKS = 2,
  MISSED = 3; // enum lanes_instant
const DOES_THREAD = 1,
  DOES_INTERRUPT = 2,
  DOES_PROFILER = 3;

// Twelve hues that keep apart on light and on dark ground; a thing keeps its hue in all views.
const HUES = [212, 28, 150, 275, 48, 340, 185, 8, 100, 240, 305, 70];

export function hueOf(number) {
  return HUES[number % HUES.length];
}

// The style sheet's --lane-s and --lane-l are the same shares.
export function colour(number, dark) {
  return `hsl(${hueOf(number)} ${dark ? 55 : 58}% ${dark ? 58 : 45}%)`;
}

// What means the same everywhere.
export const palette = (dark) =>
  dark
    ? {
        ground: "#16181d",
        strip: "#1d2027",
        line: "#2b2f38",
        ready: "#b07d20",
        blocked: "#3a3f4a",
        waiting: "#4a6ea8",
        irq: "#c77dff",
        loss: "#ff5c5c",
        text: "#d7dae0",
        idle: "#2b2f38",
        profiler: "#777d8a",
        gc: "#e06c75",
        hit: "#ffd54a",
      }
    : {
        ground: "#ffffff",
        strip: "#f6f7f9",
        line: "#e1e4e9",
        ready: "#f2b84b",
        blocked: "#d5d9e0",
        waiting: "#8fb0dc",
        irq: "#8e44ad",
        loss: "#d21f1f",
        text: "#22252b",
        idle: "#eceef1",
        profiler: "#9aa1ad",
        gc: "#c0392b",
        hit: "#b38600",
      };

// A row of the picture as words of a pixel each: columns one pixel wide by the ten thousand are no task for a canvas.
// What is painted lies in the columns from `left` to `right`.
class Strip {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.data = new ImageData(width, height);
    this.words = new Uint32Array(this.data.data.buffer);
  }

  // Chooses the columns, and fills them.
  begin(left, right, colour) {
    this.left = left;
    this.right = right;
    for (let at = 0; at < this.words.length; at += this.width) this.words.fill(colour, at + left, at + right);
  }

  // Moves all to the left by so many pixels, or to the right.
  move(by) {
    for (let at = 0; at < this.words.length; at += this.width)
      if (by > 0) this.words.copyWithin(at, at + by, at + this.width);
      else this.words.copyWithin(at - by, at, at + this.width + by);
  }

  // Fills a rectangle, as much of it as lies in the picture. Edges are whole pixels.
  rect(x, y, w, h, colour) {
    const top = Math.max(0, Math.round(y)),
      end = Math.min(this.height, Math.max(Math.round(y + h), Math.round(y) + 1));
    for (let at = top * this.width + x, row = top; row < end; row++, at += this.width)
      if (w === 1) this.words[at] = colour;
      else this.words.fill(colour, at, at + w);
  }
}

const words = new Map();

// A colour of CSS, #rrggbb or hsl(h s% l%), as a pixel's word.
function word(colour) {
  let value = words.get(colour);
  if (value === undefined) {
    const [r, g, b] =
      colour[0] === "#"
        ? [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16))
        : rgbOf(...colour.match(/[0-9.]+/g).map(Number));
    words.set(colour, (value = ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0));
  }
  return value;
}

function rgbOf(hue, saturation, lightness) {
  const l = lightness / 100,
    a = (saturation / 100) * Math.min(l, 1 - l);
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

// A colour over another one, in words.
function over(colour, ground, alpha) {
  const mix = (shift) =>
    Math.round(((colour >>> shift) & 255) * alpha + ((ground >>> shift) & 255) * (1 - alpha)) << shift;
  return ((255 << 24) | mix(16) | mix(8) | mix(0)) >>> 0;
}

export class Painter {
  constructor(run, lanes) {
    this.run = run;
    this.lanes = lanes;
    this.losses = lanes.filter((l) => l.kind === KIND.LOSS);
    this.tops = new Map();
    this.hues = new Map(); // by function
    this.pictures = new Map(); // by name: a canvas, and the strips that are on it, by lane
  }

  // The greatest value of a lane in the whole run: the scale of its heights.
  top(lane, from, to) {
    if (!this.tops.has(lane)) {
      const bins = this.run.bins(lane, from, to, 1);
      this.tops.set(lane, bins[MOST] || 1);
    }
    return this.tops.get(lane);
  }

  // Paints the picture called `name`: `rows` [{lane, y, h}], where the time `from` to `to` is `width` pixels wide, from
  // pixel number `first` on. Of what the picture showed before only what comes into view is painted. `look`: {dark,
  // stop, arrows}. Of a picture that is painted `once` nothing is kept. Returns a bitmap.
  paint(name, rows, { from, to, first = 0, width, height, look, once }) {
    const colours = palette(look.dark),
      grid = `${from} ${to} ${width} ${look.dark} ${look.stop}`;
    let picture = this.pictures.get(name);
    if (!picture || picture.grid !== grid) picture = { grid, strips: new Map(), canvas: picture?.canvas };
    if (picture.canvas?.width !== width || picture.canvas.height !== height)
      picture.canvas = new OffscreenCanvas(width, height);
    if (!once) this.pictures.set(name, picture);
    const ctx = picture.canvas.getContext("2d", { alpha: false }),
      strips = new Map();
    ctx.fillStyle = colours.ground;
    ctx.fillRect(0, 0, width, height);
    this.lost = new Map();
    for (const { lane, y, h } of rows) {
      const strip = this.strip(picture.strips.get(lane), lane, h, { from, to, first, width, look, colours });
      strips.set(lane, strip);
      ctx.putImageData(strip.data, 0, Math.round(y));
    }
    picture.strips = strips;
    if (look.arrows) this.paintNames(ctx, rows, { from, to, first, width }, look);
    if (look.arrows) this.paintWakes(ctx, rows, { from, to, first, width }, colours);
    return picture.canvas.transferToImageBitmap();
  }

  // A lane's strip, h pixels high and one for the line below it; `strip`: what there was, or undefined.
  strip(strip, lane, h, view) {
    const { first, width } = view,
      by = strip && strip.height === h + 1 ? first - strip.first : width;
    if (Math.abs(by) >= width) strip = new Strip(width, h + 1);
    else if (by) strip.move(by);
    strip.first = first;
    const left = by > 0 && by < width ? width - by : 0,
      right = by < 0 && -by < width ? -by : width;
    if (by) this.columns(strip, lane, h, left, right, view);
    return strip;
  }

  // Paints the columns from `left` to `right` of a strip.
  columns(strip, lane, h, left, right, { from, to, first, width, look, colours }) {
    const info = this.lanes[lane];
    if (PAINT[info.kind] === "values") this.top(lane, 0, look.stop); // before the bins, which lie in the same place
    const bins = this.run.bins(lane, from, to, width, first + left, right - left);
    strip.begin(left, right, word(colours.ground));
    strip.rect(left, h, right - left, 1, word(colours.line));
    this[PAINT[info.kind]](strip, bins, 2, h - 3, info, colours, look);
    this.paintLosses(strip, lane, h, { from, to, first, width }, colours);
  }

  // Columns of stacked shares: [[class, colour, most of the height]...], from the bottom up.
  stack(picture, bins, y, h, parts, colourAt) {
    const fills = parts.map(([state, fill, most = 1]) => [state, word(fill), h * most]);
    for (let x = picture.left, at = 0; x < picture.right; x++, at += BIN) {
      const whole =
        bins[at + BUSY] + bins[at + BUSY + 1] + bins[at + BUSY + 2] + bins[at + BUSY + 3] + bins[at + BUSY + 4];
      let base = y + h;
      for (const [state, fill, most] of fills) {
        const busy = bins[at + BUSY + state];
        if (!busy) continue;
        const high = Math.min(Math.max(1, (busy / whole) * most), base - y);
        if (high >= 0.5) picture.rect(x, base - high, 1, high, colourAt?.(at, state) ?? fill);
        base -= high;
      }
    }
  }

  thread(picture, bins, y, h, info, colours, look) {
    const quiet = info.flags & QUIET;
    this.stack(picture, bins, y, h, [
      [RUNNING, info.flags & 1 ? colours.irq : quiet ? colours.profiler : colour(info.number, look.dark)],
      [INTERRUPTED, colours.irq],
      [READY, quiet ? colours.idle : colours.ready, quiet ? THIN : HALF],
      [BLOCKED, colours.blocked, THIN],
    ]);
  }

  // Where one thread ran through the pixel, its own colour.
  processor(picture, bins, y, h, info, colours, look) {
    this.stack(
      picture,
      bins,
      y,
      h,
      [
        [DOES_THREAD, colour(1, look.dark)],
        [DOES_INTERRUPT, colours.irq],
        [DOES_PROFILER, colours.profiler],
      ],
      (at, state) =>
        state === DOES_THREAD && (bins[at + HELD_STATE] & 7) === DOES_THREAD
          ? word(colour(bins[at + HELD_WHO], look.dark))
          : undefined,
    );
  }

  marks(picture, bins, y, h, info, colours, look) {
    const fill = word(colour(info.number + (info.kind === KIND.EVENT ? 3 : 0), look.dark));
    for (let x = picture.left; x < picture.right; x++) {
      const count = bins[(x - picture.left) * BIN + COUNT];
      if (!count) continue;
      const high = Math.min(h, h * (0.45 + 0.11 * Math.log2(count)));
      picture.rect(x, y + h - high, 1, high, fill);
    }
  }

  // Band from least to most, and the mean.
  values(picture, bins, y, h, info, colours, look) {
    const top = this.top(info.lane, 0, look.stop);
    const fill = word(colour(info.kind === KIND.COUNTER ? 6 + info.number : 2, look.dark)),
      pale = over(fill, word(colours.ground), 0.25);
    const place = (v) => y + h - Math.max(0, Math.min(1, v / top)) * h;
    for (let x = picture.left; x < picture.right; x++) {
      const at = (x - picture.left) * BIN;
      if (!bins[at + KNOWN]) continue;
      const mean = place(bins[at + AREA] / bins[at + KNOWN]),
        most = place(bins[at + MOST]);
      picture.rect(x, most, 1, y + h - most, pale);
      picture.rect(x, Math.min(mean, y + h - 1), 1, Math.max(1, place(bins[at + LEAST]) - mean), fill);
    }
  }

  // Where one call is the whole pixel, or its beginning, the colour of the function.
  calls(picture, bins, y, h, info, colours, look) {
    this.stack(picture, bins, y, h, [[1, colours.blocked]], (at) =>
      bins[at + HELD_STATE] & 7 ? word(this.functionColour(bins[at + HELD_WHO], look.dark)) : undefined,
    );
  }

  // Where one wait is the whole pixel, or its beginning, the colour of who held the lock;
  // a wait of which that is not known for the whole time stays plain.
  wait(picture, bins, y, h, info, colours, look) {
    const parts = [BLOCKS, SPINS].map((way) => [way, colours.ready]);
    this.stack(picture, bins, y, h, parts, (at) => {
      if (!(bins[at + HELD_STATE] & 7)) return undefined;
      const holder = this.run.x.page_wait_holder(bins[at + HELD_WHO]);
      return holder < 0 ? undefined : word(colour(holder, look.dark));
    });
  }

  // The same as in flame graphs.
  functionColour(number, dark) {
    let hue = this.hues.get(number);
    if (hue === undefined) this.hues.set(number, (hue = hueOfName(this.run.function(number))));
    return dark ? `hsl(${hue} 45% 25%)` : `hsl(${hue} 68% 76%)`;
  }

  // Names in calls, waits and stands that are wide enough, and where one ends.
  paintNames(ctx, rows, grid, look) {
    const pixel = (grid.to - grid.from) / grid.width,
      from = grid.from + grid.first * pixel,
      to = from + grid.width * pixel;
    ctx.font = "11px system-ui, sans-serif";
    ctx.textBaseline = "middle";
    for (const { lane, y, h } of rows) {
      const { kind } = this.lanes[lane];
      if (!NAMED.includes(kind)) continue;
      const first = Math.max(0, this.run.before(lane, from) - 1),
        last = Math.min(this.run.before(lane, to), this.lanes[lane].count);
      if (last - first > NAMES_MOST) continue;
      for (let i = first; i < last; i++) {
        const r = this.run.record(lane, i);
        if (!r?.state) continue;
        const left = Math.max(0, (r.at - from) / pixel),
          right = Math.min(grid.width, (r.end - from) / pixel),
          letters = Math.floor((right - left - (kind === KIND.WAIT ? 14 : 6)) / LETTER);
        if (right - left < 3) continue;
        ctx.fillStyle = palette(look.dark).ground;
        if (right < grid.width) ctx.fillRect(Math.round(right) - 1, Math.round(y), 1, h);
        if (letters < 2) continue;
        const name = kind === KIND.CALL ? this.run.function(r.who) : this.run.entryName(lane, kind, i);
        const text = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
        if (text === "-") continue;
        const start = left + (kind === KIND.WAIT ? 8 : 3); // behind the holder's colour
        if (kind !== KIND.CALL) ctx.fillRect(start - 1, y + 4, ctx.measureText(text).width + 2, h - 8); // to be read on
        ctx.fillStyle = palette(look.dark).text;
        ctx.fillText(text, start, y + h / 2);
      }
    }
  }

  collection(picture, bins, y, h, info, colours) {
    this.stack(picture, bins, y, h, [[1, colours.gc]]);
  }

  // A moment is short: it is there in full height or not, and so is what is missing.
  present(picture, bins, y, h, parts) {
    for (let x = picture.left, at = 0; x < picture.right; x++, at += BIN)
      for (const [state, fill, high] of parts)
        if (bins[at + BUSY + state]) picture.rect(x, y + h - h * high, 1, h * high, fill);
  }

  // Where a moment was missed is guessed from its neighbours: that is hatched, and as high as what the dump lacks.
  moment(picture, bins, y, h, info, colours) {
    const red = word(colours.loss);
    for (let x = picture.left, at = 0; x < picture.right; x++, at += BIN)
      if (bins[at + BUSY + MISSED])
        this.hatch(picture, x, y + h - Math.round(h * HALF), y + h, red);
    this.present(picture, bins, y, h, [
      [LACKS, red, HALF],
      [STILL, word(colours.text), 1],
    ]);
  }

  // A column of a hatching, which lies fast on the time.
  hatch(strip, x, top, bottom, fill) {
    for (let at = top + ((((strip.first + x - top) % 6) + 6) % 6); at < bottom; at += 6)
      strip.rect(x, at, 1, Math.min(2, bottom - at), fill);
  }

  // What runs is highest, as in a thread's lane; where it waits it has the hue that view Now gives it.
  stand(picture, bins, y, h, info, colours, look) {
    const quiet = info.flags & QUIET;
    this.present(picture, bins, y, h, [
      [RUNNING, word(quiet ? colours.profiler : colour(info.number, look.dark)), 1],
      [READY, word(quiet ? colours.idle : colours.ready), HALF],
      [BLOCKED, word(colours.waiting), HALF / 2],
    ]);
  }

  loss(picture, bins, y, h, info, colours) {
    this.stack(picture, bins, y, h, [[1, colours.loss]]);
  }

  // Hatched over each lane of the kind that lacks records.
  paintLosses(strip, lane, h, { from, to, first, width }, colours) {
    const red = word(colours.loss),
      { left, right } = strip;
    for (const loss of this.losses) {
      if (!concerns(loss, this.lanes[lane])) continue;
      for (const x of this.lostColumns(loss, from, to, width, first + left, right - left))
        this.hatch(strip, left + x, 0, h - 1, red);
    }
  }

  // The columns in which records of a kind were lost, once for all lanes of the frame.
  lostColumns(loss, from, to, width, first, count) {
    const key = `${loss.lane} ${first} ${count}`;
    if (!this.lost.has(key)) {
      const bins = this.run.bins(loss.lane, from, to, width, first, count),
        columns = [];
      for (let x = 0; x < count; x++) if (bins[x * BIN + BUSY + 1]) columns.push(x);
      this.lost.set(key, columns);
    }
    return this.lost.get(key);
  }

  // Who woke whom, where few enough wake-ups are in view to tell them apart.
  paintWakes(ctx, rows, grid, colours) {
    const pixel = (grid.to - grid.from) / grid.width,
      from = grid.from + grid.first * pixel,
      to = from + grid.width * pixel;
    const place = new Map(
      rows
        .filter(({ lane }) => this.lanes[lane].kind === KIND.THREAD)
        .map(({ lane, y, h }) => [this.lanes[lane].number, { lane, y, h }]),
    );
    ctx.strokeStyle = colours.text;
    ctx.fillStyle = colours.text;
    ctx.lineWidth = 1;
    for (const [, { lane, y, h }] of place) {
      const first = this.run.before(lane, from),
        last = this.run.before(lane, to);
      if (last - first > MOST_WAKES) continue;
      for (let i = first; i < last; i++) {
        const r = this.run.record(lane, i),
          by = r && (r.state & 7) === READY ? place.get(r.who) : null;
        if (!by || by.lane === lane) continue;
        const x = Math.round((r.at - from) / pixel) + 0.5,
          down = by.y < y;
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
const NAMED = [KIND.CALL, KIND.WAIT, KIND.STAND];
const NAMES_MOST = 2000, // begins and ends of calls in view of one lane, up to which some are wide enough for a name
  LETTER = 6.8; // pixels

const PAINT = {
  0: "thread",
  1: "processor",
  2: "marks",
  3: "marks",
  4: "values",
  5: "values",
  6: "collection",
  7: "values",
  8: "loss",
  9: "calls",
  10: "wait",
  11: "moment",
  12: "stand",
};

// Whether records of the kind that a loss lane is about make another lane. Its name is the kind's.
export function concerns(loss, lane) {
  const name = loss.name.toLowerCase();
  if (lane.kind === KIND.THREAD || lane.kind === KIND.PROCESSOR) return /sched|switch/.test(name);
  if (lane.kind === KIND.EVENT) return /event/.test(name);
  if (lane.kind === KIND.CALL) return /^call/.test(name);
  if (lane.kind === KIND.WAIT) return /^lock/.test(name);
  if (lane.kind === KIND.MOMENT) return /^moment/.test(name);
  if (lane.kind === KIND.STAND) return /^(moment|stance|path)/.test(name);
  if (lane.kind === KIND.SAMPLE) return /sample|stack/.test(name);
  if (lane.kind === KIND.USED || lane.kind === KIND.HEAP || lane.kind === KIND.COLLECTION)
    return /birth|death|collection|object|heap/.test(name);
  return lane.kind === KIND.COUNTER && /reading|counter/.test(name);
}
