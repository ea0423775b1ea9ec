// SPDX-License-Identifier: GPL-2.0-or-later
//
// timeline.js: all lanes on one axis of time, an overview of the whole run above them, and what the reader does there:
// pan, zoom, choose, measure, pin. The worker paints; names and figures are text of the page.

import { byId, h, isDark, say, soon, time } from "./dom.js";
import { change, state } from "./state.js";
import { KIND, hueOf } from "./paint.js";
import { Paper, show } from "./paper.js";

const ROW = 24,
  LABEL = 210,
  OVERVIEW = 44,
  CLICK = 4,
  SNAP = 8; // pixels
const GRID_MOST = 1e6, // pixels that a view may be away from where its grid began
  NEAR = 1e-3; // of a pixel: no difference
const PRINTING = matchMedia("print");
const LEAST_SPAN = 20; // cycles: one event fills the time line
const WHY = {
  preempted: "it was preempted",
  blocked: "it waits for something",
  yielded: "it yielded",
  exited: "it has ended",
  interrupted: "an interrupt came",
  "interrupt return": "the interrupt is handled",
  unblock: "it was unblocked",
}; // of WIRE_WHYS, in a sentence
const GROUPS = ["Threads", "Events", "Samples", "Heap", "Counters", "Lost", "Lock waits", "Moments", "Calls"];
const FIRST_GROUPS = [5, 0, 6, 7, 1, 2, 3, 4]; // what was lost stands at the top

export class Timeline {
  constructor(ask) {
    this.ask = ask;
    this.rows = [];
    this.info = null;
    this.busy = false;
    this.frames = [];
    this.draw = soon(() => this.paint());
    this.build();
  }

  build() {
    this.canvas = h("canvas", { id: "lanes-canvas", "aria-hidden": "true" });
    this.paper = new Paper(this.ask, "lanes-paper");
    this.labels = h("div", { class: "labels", role: "list", "aria-label": "lanes" });
    this.spacer = h("div", { class: "spacer" });
    this.glass = h("div", {
      class: "glass",
      tabindex: "0",
      role: "application",
      "aria-label": "time line; W A S D zoom and pan, C chooses what is in view, F fits, ? lists the keys",
    });
    this.scroller = h(
      "div",
      { class: "scroller", onscroll: () => this.draw() },
      this.spacer,
      h("div", { class: "stuck" }, this.labels, this.paper.canvas, this.canvas, this.glass),
    );
    this.overview = h("canvas", { id: "overview-canvas", "aria-hidden": "true" });
    this.overviewPaper = new Paper(this.ask, "overview-paper");
    this.window = h("div", { class: "window" });
    this.strip = h("div", { class: "strip" }, this.overviewPaper.canvas, this.overview, this.window);
    this.axis = h("div", { class: "axis" });
    this.measure = h("div", { class: "measure", role: "status" });
    this.seen = h("p", { class: "seen" });
    this.tip = h("div", { class: "tip", role: "tooltip", hidden: true });
    byId("timeline").replaceChildren(this.strip, this.axis, this.scroller, this.seen, this.measure, this.tip);
    this.listen();
    new ResizeObserver(() => this.draw()).observe(byId("timeline"));
    PRINTING.addEventListener("change", () => this.draw());
  }

  // Shows a run: what the worker's `done` has told.
  show(run, info) {
    if (this.run !== run) {
      this.picked = null; // an entry of another run
      this.measure.replaceChildren();
    }
    this.run = run;
    this.info = info;
    this.us = 1e6 / (info.hz || 1);
    this.arrange();
  }

  key(lane) {
    return `${lane.group}:${lane.name}${lane.kind === KIND.CALL ? `:${lane.depth}` : ""}`;
  }

  // Which lanes stand in which row: pinned ones first.
  arrange() {
    if (!this.info) return;
    const wanted = state.only.toLowerCase(),
      rows = [];
    const lanes = this.info.lanes.filter((l) => !wanted || l.name.toLowerCase().includes(wanted));
    const pinned = state.pins.map((key) => lanes.find((l) => this.key(l) === key)).filter((l) => l);
    pinned.forEach((l) => rows.push({ ...l, pinned: true }));
    for (const group of FIRST_GROUPS) {
      const its = lanes.filter((l) => l.group === group && !pinned.includes(l));
      const first = { 0: KIND.PROCESSOR, 7: KIND.MOMENT }[group];
      // Processors by their numbers: lanes come in the order in which they are met in the dump.
      const place = (l) => (l.kind === KIND.PROCESSOR ? l.number : l.lane);
      its.sort(
        (a, b) => (b.kind === first) - (a.kind === first) || (a.flags & 10) - (b.flags & 10) || place(a) - place(b),
      );
      its.forEach((l, i) => {
        rows.push({ ...l, heading: i === 0 ? GROUPS[group] : null });
        if (l.kind === KIND.THREAD && state.calls.includes(l.name))
          rows.push(
            ...this.info.lanes.filter((c) => c.kind === KIND.CALL && c.thread === l.number && !pinned.includes(c)),
          );
      });
    }
    // Calls of threads that have no lane of their own, for no switches were recorded.
    const listed = new Set(lanes.filter((l) => l.kind === KIND.THREAD).map((l) => l.number)),
      alone = lanes.filter((l) => l.kind === KIND.CALL && !listed.has(l.thread) && !pinned.includes(l));
    alone.forEach((l) => rows.push({ ...l, heading: l.depth ? null : l.name }));
    this.rows = rows;
    this.spacer.style.height = `${rows.length * ROW}px`;
    this.draw();
  }

  get width() {
    return Math.max(50, this.scroller.clientWidth - LABEL);
  }

  x(at) {
    return ((at - state.from) / (state.to - state.from)) * this.width;
  }

  at(x) {
    return state.from + (x / this.width) * (state.to - state.from);
  }

  // ---- painting ----

  async paint() {
    if (PRINTING.matches) return undefined; // the paper has the lanes that were in view, as they were
    if (!this.info || !this.info.lanes.length || this.busy) return this.busy && (this.again = true);
    this.busy = true;
    const height = this.scroller.clientHeight,
      top = this.scroller.scrollTop;
    const first = Math.max(0, Math.floor(top / ROW)),
      last = Math.min(this.rows.length, Math.ceil((top + height) / ROW));
    const rows = this.rows.slice(first, last).map((r, i) => ({ lane: r.lane, y: (first + i) * ROW - top, h: ROW - 1 }));
    const began = performance.now();
    this.visible = this.rows.slice(first, last);
    const place = `height:${height}px`;
    this.glass.style.cssText = place;
    this.measureUp(first, last, top, height);
    const look = { dark: isDark(), stop: this.info.stop, arrows: true };
    const wanted = { run: this.run, name: "lanes", rows, ...this.grid(), height, look },
      painting = this.ask("paint", wanted);
    this.writeLabels(first, last, top); // while the worker paints
    this.writeAxis();
    this.writeWindow();
    this.writeMarks(height);
    const key = `${this.run} ${this.strip.clientWidth} ${look.dark} ${this.info.frames}`; // a run may grow
    if (key !== this.painted) this.paintOverview(look, key);
    try {
      const { picture } = await painting;
      show(this.canvas, picture);
      this.canvas.style.cssText = this.paper.canvas.style.cssText = place; // no sooner: another size would be stretched
      this.paper.keep(wanted);
      this.frames.push(performance.now() - began);
    } catch (error) {
      say(`The time line cannot be painted: ${error.message}`);
    } finally {
      this.busy = false;
    }
    if (!document.documentElement.dataset.painted) performance.mark("painted"); // since the page was asked for
    document.documentElement.dataset.painted = String(this.frames.length);
    if (this.again) {
      this.again = false;
      this.draw();
    }
  }

  // What the style sheet lays lanes out by. A printed page is of another width, so all that lies over the time has its
  // place as a share of that; of lanes those are printed that are in view, and the page says which.
  measureUp(first, last, top, height) {
    const { style } = byId("timeline"),
      cut = last < this.rows.length ? 1 : 0, // the lane of which a part is in view
      seen = Math.min(height, (last - cut) * ROW - top);
    style.setProperty("--lanes", `${this.width}px`);
    style.setProperty("--seen", `${Math.max(0, seen)}px`);
    this.seen.textContent =
      last - cut - first < this.rows.length
        ? `Lanes ${first + 1} to ${last - cut} of ${this.rows.length}: those that were in view.`
        : "";
  }

  // Which pixels of which division of time the view is. While the reader moves on, the division stays, and the painter
  // keeps what it has painted of it.
  grid() {
    const { from, to } = state,
      { width } = this,
      last = this.last,
      pixel = last && (last.to - last.from) / width,
      first = last && Math.round((from - last.from) / pixel);
    const goes =
      last &&
      last.width === width &&
      Math.abs(first) < GRID_MOST &&
      Math.abs(last.from + first * pixel - from) < pixel * NEAR &&
      Math.abs(to - from - (last.to - last.from)) < pixel * NEAR;
    if (!goes) this.last = { from: Math.floor(from), to: Math.max(Math.ceil(to), Math.floor(from) + 1), width };
    return { ...this.last, first: goes ? first : 0 };
  }

  // The processors, samples, the heap and losses of the whole run.
  async paintOverview(look, key) {
    const some = this.info.lanes.filter((l) => [KIND.PROCESSOR, KIND.USED, KIND.LOSS].includes(l.kind)).slice(0, 8);
    const lanes = some.length ? some : this.info.lanes.slice(0, 2),
      each = Math.floor(OVERVIEW / lanes.length);
    this.painted = key;
    const wanted = {
      run: this.run,
      name: "overview",
      rows: lanes.map((l, i) => ({ lane: l.lane, y: i * each, h: each - 1 })),
      from: 0,
      to: this.info.stop,
      width: this.strip.clientWidth,
      height: OVERVIEW,
      look: { ...look, arrows: false },
    };
    try {
      const { picture } = await this.ask("paint", wanted);
      if (key !== this.painted) return picture.close(); // another one is on its way
      show(this.overview, picture);
      this.overviewPaper.keep(wanted);
    } catch (error) {
      this.painted = ""; // the next picture of the lanes brings it
      say(`The overview cannot be painted: ${error.message}`);
    }
  }

  writeLabels(first, last, top) {
    const said = `${first} ${last} ${top}`;
    if (this.rows === this.labelled && said === this.labels.dataset.rows) return;
    this.labelled = this.rows;
    this.labels.dataset.rows = said;
    this.labels.replaceChildren(
      ...this.rows.slice(first, last).map((row, i) => {
        const pin = h(
          "button",
          {
            class: "pin",
            "aria-pressed": String(Boolean(row.pinned)),
            title: row.pinned ? "unpin this lane" : "pin this lane to the top",
            onclick: () => this.pin(row),
          },
          row.pinned ? "★" : "☆",
        );
        const calls = row.kind === KIND.THREAD && this.info.hasCalls ? this.callsButton(row) : null,
          inside = row.kind === KIND.CALL,
          named = inside && (row.pinned || row.heading); // no lane of its thread stands above it
        const name = h(
          "button",
          {
            class: "name",
            title: inside
              ? `calls of ${row.name} that are inside ${row.depth} others`
              : `${row.name}, ${row.count.toLocaleString("en")} entries`,
            onclick: () => this.chooseThread(row),
          },
          inside ? `${named ? `${row.name}, ` : ""}calls, depth ${row.depth + 1}` : row.name,
        );
        const swatch = h("span", { class: "swatch", style: `background:${this.swatch(row)}` });
        return h(
          "div",
          {
            class: inside ? "label inside" : "label",
            role: "listitem",
            "data-lane": row.lane,
            style: `top:${(first + i) * ROW - top}px;height:${ROW}px`,
          },
          pin,
          calls,
          swatch,
          name,
          (row.heading && !inside) || row.pinned
            ? h("span", { class: "group" }, row.pinned ? GROUPS[row.group] : row.heading)
            : null,
        );
      }),
    );
  }

  // Opens and shuts the lanes of a thread's calls.
  callsButton(row) {
    const open = state.calls.includes(row.name);
    return h(
      "button",
      {
        class: "calls",
        "aria-expanded": String(open),
        "aria-label": `calls of ${row.name}`,
        title: open ? "hide its calls" : "show its calls",
        onclick: () => change({ calls: open ? state.calls.filter((n) => n !== row.name) : [...state.calls, row.name] }),
      },
      open ? "▾" : "▸",
    );
  }

  swatch(row) {
    if (row.kind === KIND.CALL) return "transparent";
    if (row.kind === KIND.THREAD)
      return row.flags & 1 ? "var(--irq)" : row.flags & 10 ? "#8b92a0" : colour(row.number);
    if (row.kind === KIND.STAND) return row.flags & 10 ? "#8b92a0" : colour(row.number);
    if (row.kind === KIND.WAIT || row.kind === KIND.MOMENT)
      return row.kind === KIND.WAIT ? "var(--ready)" : "var(--text)";
    return row.kind === KIND.LOSS
      ? "var(--loss)"
      : row.kind === KIND.COLLECTION
        ? "var(--gc)"
        : row.kind === KIND.EVENT
          ? colour(row.number + 3)
          : row.kind === KIND.SAMPLE
            ? colour(row.number)
            : row.kind === KIND.COUNTER
              ? colour(6 + row.number)
              : row.kind === KIND.PROCESSOR
                ? "transparent"
                : colour(2);
  }

  writeAxis() {
    const span = (state.to - state.from) * this.us,
      least = span / (this.width / 110);
    const power = 10 ** Math.floor(Math.log10(least)),
      step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least);
    const ticks = [];
    for (let n = Math.ceil((state.from * this.us) / step); n * step <= state.to * this.us && ticks.length < 60; n++)
      ticks.push(
        h(
          "span",
          { style: `left:calc(${LABEL}px + var(--lanes) * ${this.x((n * step) / this.us) / this.width})` },
          time(n * step, step),
        ),
      );
    this.axis.replaceChildren(h("b", {}, time(span)), ...ticks);
  }

  writeWindow() {
    const stop = this.info.stop || 1,
      left = Math.max(0, state.from / stop),
      right = Math.min(1, state.to / stop);
    this.window.style.cssText = `left:${100 * left}%;width:max(3px,${100 * Math.max(0, right - left)}%)`;
  }

  writeMarks(height) {
    const bands = [],
      share = (x) => `${(100 * x) / this.width}%`;
    const band = (a, b, type, text) => {
      const left = Math.max(-2, this.x(Math.min(a, b))),
        right = Math.min(this.width + 2, this.x(Math.max(a, b)));
      if (right >= 0 && left <= this.width)
        bands.push(
          h(
            "div",
            {
              class: `band ${type}`,
              style: `left:${share(left)};width:max(1px,${share(right - left)});height:${height}px`,
            },
            text ? h("span", {}, text) : null,
          ),
        );
    };
    state.marks.forEach(([a, b], i) => band(a, b, "kept", `${i + 1}: ${time((b - a) * this.us)}`));
    if (state.sel) band(...state.sel, "chosen", time(Math.abs(state.sel[1] - state.sel[0]) * this.us));
    if (this.picked)
      band(
        this.picked.at,
        Number.isNaN(this.picked.end) || this.picked.end === null ? this.picked.at : this.picked.end,
        "picked",
        "",
      );
    this.glass.replaceChildren(...bands);
  }

  // ---- what the reader does ----

  listen() {
    const { glass } = this;
    glass.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    glass.addEventListener("pointerdown", (e) => this.down(e));
    glass.addEventListener("pointermove", (e) => this.move(e));
    glass.addEventListener("pointerup", (e) => this.up(e));
    glass.addEventListener("pointerleave", () => {
      this.tip.hidden = true;
    });
    glass.addEventListener("dblclick", () => this.fit());
    const toPlace = (e) => {
      if (!e.buttons || !this.info) return;
      const box = this.strip.getBoundingClientRect(),
        middle = ((e.clientX - box.left) / box.width) * this.info.stop;
      this.go(middle - (state.to - state.from) / 2, middle + (state.to - state.from) / 2);
    };
    this.strip.addEventListener("pointerdown", toPlace);
    this.strip.addEventListener("pointermove", toPlace);
  }

  // Shows from..to, as much of it as the run has.
  // Without another span it goes on by whole pixels.
  go(from, to) {
    const stop = this.info.stop,
      old = state.to - state.from,
      pixel = old / this.width;
    let span = Math.min(stop * 1.02, Math.max(LEAST_SPAN, to - from));
    let start = (from + to - span) / 2;
    start = Math.max(-stop * 0.01, Math.min(start, stop * 1.01 - span));
    if (Math.abs(span - old) < pixel * NEAR) {
      span = old;
      start = state.from + Math.round((start - state.from) / pixel) * pixel;
    } else {
      span = Math.round(span);
      start = Math.round(start);
    }
    change({ from: start, to: start + span });
  }

  whole() {
    this.go(0, this.info.stop);
  }

  zoom(factor, middle = (state.from + state.to) / 2) {
    this.go(middle + (state.from - middle) * factor, middle + (state.to - middle) * factor);
  }

  pan(share) {
    const by = (state.to - state.from) * share;
    this.go(state.from + by, state.to + by);
  }

  // Zooms to what is chosen, else to the whole run.
  fit() {
    const p = this.picked,
      wanted = state.sel ?? (p && p.end > p.at ? [p.at, p.end] : p ? [p.at - 500, p.at + 500] : null);
    if (!wanted) return this.whole();
    const [a, b] = wanted,
      margin = (b - a) * 0.1;
    this.go(a - margin, b + margin);
  }

  wheel(e) {
    const x = e.clientX - this.glass.getBoundingClientRect().left;
    if (e.ctrlKey || e.metaKey || e.altKey) {
      e.preventDefault();
      this.zoom(Math.exp(e.deltaY * 0.002), this.at(x));
    } else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      e.preventDefault();
      this.pan((e.deltaX || e.deltaY) / this.width);
    }
  }

  place(e) {
    const box = this.glass.getBoundingClientRect(),
      y = e.clientY - box.top + this.scroller.scrollTop;
    return { x: e.clientX - box.left, y, row: this.rows[Math.floor(y / ROW)] };
  }

  down(e) {
    if (e.button > 1) return;
    const { x } = this.place(e);
    this.drag = { x, pan: e.shiftKey || e.button === 1, from: state.from, to: state.to, far: false };
    this.glass.setPointerCapture(e.pointerId);
    this.glass.focus({ preventScroll: true });
    e.preventDefault();
  }

  move(e) {
    const { x, row } = this.place(e);
    if (!this.drag) return this.hover(e, x, row);
    this.drag.far ||= Math.abs(x - this.drag.x) > CLICK;
    if (!this.drag.far) return;
    this.tip.hidden = true;
    if (this.drag.pan) {
      const by = ((this.drag.x - x) / this.width) * (this.drag.to - this.drag.from);
      this.go(this.drag.from + by, this.drag.to + by);
    } else {
      this.trial = [this.at(Math.min(x, this.drag.x)), this.at(Math.max(x, this.drag.x))];
      this.showTrial();
    }
  }

  showTrial() {
    const band =
      this.glass.querySelector(".band.trial") ?? this.glass.appendChild(h("div", { class: "band trial" }, h("span")));
    const [a, b] = this.trial;
    band.style.cssText = `left:${this.x(a)}px;width:${this.x(b) - this.x(a)}px;height:100%`;
    band.firstChild.textContent = time((b - a) * this.us);
  }

  async up(e) {
    const { x, row } = this.place(e),
      drag = this.drag;
    this.drag = null;
    if (!drag || drag.pan) return;
    if (drag.far) return this.choose(this.at(Math.min(x, drag.x)), this.at(Math.max(x, drag.x)), e.altKey);
    if (row) await this.pick(row, this.at(x));
  }

  // Chooses a window; its ends snap to edges nearby, unless `free`.
  async choose(from, to, free = false) {
    const lanes = (this.visible ?? []).map((r) => r.lane),
      reach = free ? 0 : (SNAP / this.width) * (state.to - state.from);
    const [a, b] = free
      ? [null, null]
      : await Promise.all([from, to].map((at) => this.ask("snap", { run: this.run, lanes, at, reach })));
    let ends = [Math.floor(a ?? from), Math.ceil(b ?? to)];
    if (ends[0] >= ends[1]) ends = [Math.floor(from), Math.ceil(to)];
    this.trial = null;
    change({ sel: ends });
  }

  // Without a pointer: zoom and pan first.
  chooseView() {
    change({ sel: [Math.max(0, Math.floor(state.from)), Math.min(this.info.stop, Math.ceil(state.to))] });
  }

  // Tells what stands in a row at a time; `exact`: the entry that begins there, not what is near a pointer.
  async pick(row, at, exact = false) {
    const reach = exact ? 0 : (5 / this.width) * (state.to - state.from);
    const r = await this.ask("at", { run: this.run, lane: row.lane, at, reach, exact });
    this.picked = r ? { ...r, lane: row } : null;
    const call = r?.functionName ? await this.ask("callAt", { run: this.run, lane: row.lane, at: r.at }) : null,
      show = () => change({ tab: "calls", call });
    const us = r && (r.stand || r.moment?.why) ? Math.floor(r.at * this.us * 1000) / 1000 : null,
      now = () => change({ tab: "now", moment: us }),
      waits = () => change({ tab: "tables", table: "lockwaits", filter: "", sort: null, ranges: [] });
    this.measure.replaceChildren(
      ...(r ? this.tell(row, r) : []),
      call ? h("button", { id: "to-call", onclick: show }, "in the tree of calls") : "",
      us === null ? "" : h("button", { id: "to-moment", onclick: now }, "all threads at that moment"),
      r?.wait ? h("button", { id: "to-waits", onclick: waits }, "all waits") : "",
    );
    this.draw();
  }

  async hover(e, x, row) {
    if (!row || this.asking) {
      this.tip.hidden = !row;
      return;
    }
    this.asking = true;
    const reach = (3 / this.width) * (state.to - state.from),
      at = this.at(x);
    const r = await this.ask("at", { run: this.run, lane: row.lane, at, reach }).finally(() => {
      this.asking = false;
    });
    const box = byId("timeline").getBoundingClientRect();
    this.tip.replaceChildren(...(r ? this.tell(row, r) : [h("b", {}, row.name), ` ${time(at * this.us, this.us)}`]));
    this.tip.style.left = `${Math.min(e.clientX - box.left + 14, box.width - 330)}px`;
    this.tip.style.top = `${Math.min(e.clientY - box.top + 16, box.height - 60)}px`;
    this.tip.hidden = false;
  }

  // What an entry is, in words.
  tell(row, r) {
    const place = time(r.at * this.us, this.us),
      lasts = r.end !== null && !Number.isNaN(r.end) ? time((r.end - r.at) * this.us) : null;
    const STATE = ["not known", "running", "ready", "blocked", "interrupted"];
    const DOES = ["not known", "runs a thread", "handles an interrupt", "runs the profiler", "idle"];
    const state3 = r.state & 7;
    const parts = [h("b", {}, row.name)];
    const say = (text) => parts.push(h("span", {}, text));
    if (row.kind === KIND.THREAD) {
      say(STATE[state3]);
      if (state3 === 1) say(`on processor ${r.who}`);
      if (WHY[r.whyText] && state3 !== 1) say(`because ${WHY[r.whyText]}`);
      if (r.whoName) say(`woken by ${r.whoName}`);
    } else if (row.kind === KIND.PROCESSOR) {
      say(DOES[state3]);
      if (r.whoName) say(r.whoName);
    } else if (row.kind === KIND.EVENT) {
      say(`argument ${r.arg}`);
      if (r.threadName) say(`by ${r.threadName}`);
    } else if (row.kind === KIND.SAMPLE) {
      say(`sample in ${r.stack.at(-1) ?? "?"}`);
      say(`${r.stack.length} functions deep`);
    } else if (row.kind === KIND.USED || row.kind === KIND.HEAP) {
      say(r.value === null || Number.isNaN(r.value) ? "not known" : `${r.value.toLocaleString("en")} bytes`);
    } else if (row.kind === KIND.COUNTER) {
      say(Number.isNaN(r.value) ? "not known" : `${(r.value / 4294967296).toPrecision(4)} a cycle`);
    } else if (row.kind === KIND.CALL) {
      say(r.functionName ? `in ${r.functionName}` : "in no call of this depth");
    } else if (row.kind === KIND.WAIT) {
      this.tellWait(say, r.wait, lasts);
    } else if (row.kind === KIND.STAND) {
      tellStand(say, r.stand);
    } else if (row.kind === KIND.MOMENT) {
      tellMoment(say, state3, r.moment);
    } else if (row.kind === KIND.LOSS) {
      say(state3 ? "records were lost here" : "nothing was lost here");
    } else if (row.kind === KIND.COLLECTION) {
      say(state3 ? "a collection" : "no collection");
    }
    say(`at ${place}`);
    if (row.kind === KIND.WAIT || row.kind === KIND.MOMENT) return parts.flatMap((p) => [p, " "]);
    if (lasts && row.kind !== KIND.EVENT && row.kind !== KIND.SAMPLE) say(`for ${lasts}`);
    else if (lasts) say(`next after ${lasts}`);
    return parts.flatMap((p) => [p, " "]);
  }

  // Of a wait for several holders one after the other `lasts` is for how long this one kept the lock.
  tellWait(say, w, lasts) {
    if (!w) return say("waits for no lock");
    const whole = time((w.got - w.begun) * this.us);
    say(`waits for ${w.kind} ${w.lock}${w.way === "spin" ? ", spinning," : ""}`);
    if (w.holder === "-") return say(`for ${whole}; who held it is not known`);
    if (w.last)
      return say(`for ${whole} and ${w.holds} holders; ${w.holder} held it last; the other holders are not known`);
    say(`which ${w.holder} holds,`);
    return say(w.holds > 1 ? `for ${lasts} of ${whole} and ${w.holds} holders,` : `for ${whole},`);
  }

  // The entry before or behind the picked one in its lane.
  async step(back) {
    const lane = this.picked?.lane?.lane;
    if (lane === undefined) return say("[ and ] go on from an entry of a lane: click one, or search and press n.");
    const at = await this.ask("next", { run: this.run, lane, at: this.picked.at, back });
    if (at === null) return say(`${this.picked.lane.name} has no ${back ? "earlier" : "further"} entry`);
    await this.goTo(lane, at);
  }

  // Picks the entry of a lane that begins at a time, and brings both into view.
  async goTo(lane, at) {
    const half = (state.to - state.from) / 2,
      row = this.rows.findIndex((r) => r.lane === lane),
      { scrollTop, clientHeight } = this.scroller;
    if (at < state.from || at > state.to) this.go(at - half, at + half);
    if (row >= 0 && (row * ROW < scrollTop || (row + 1) * ROW > scrollTop + clientHeight))
      this.scroller.scrollTop = Math.max(0, (row + 0.5) * ROW - clientHeight / 2);
    await this.pick(this.rows[row] ?? this.info.lanes[lane], at, true);
  }

  pin(row) {
    const key = this.key(row);
    change({ pins: state.pins.includes(key) ? state.pins.filter((k) => k !== key) : [...state.pins, key] });
  }

  chooseThread(row) {
    if ([KIND.THREAD, KIND.SAMPLE, KIND.CALL, KIND.WAIT, KIND.STAND].includes(row.kind))
      change({ thread: state.thread === row.name ? null : row.name });
  }
}

// What paint.js's colour() is on the page as it is, light, dark or printed: those are the style sheet's.
const colour = (number) => `hsl(${hueOf(number)} var(--lane-s) var(--lane-l))`;

function tellStand(say, s) {
  if (!s) return say("where it stood is not known");
  const times = s.moments === 1 ? "one moment" : `${s.moments} moments in a row`,
    [top, ...callers] = s.stack;
  say(`${s.state}${s.wait === "-" ? "" : `, for ${s.wait}${s.on === "-" ? "" : ` ${s.on}`}`}`);
  if (s.owner !== "-") say(`of ${s.owner}`);
  say(`at ${times}`);
  if (top) say(`in ${top}${callers.length ? ` called by ${callers.slice(0, 3).join(", ")}` : ""}`);
  if (s.depth > 4) say(`and ${s.depth - 4} more`);
  if (!s.whole) say("(its stack is not whole)");
  return undefined;
}

function tellMoment(say, state, m) {
  if (state === 1) {
    say(`moment ${m.number}, ${m.why}: ${m.threads} threads stood still for ${time(m.took)}`);
    if (m.unknown) say(`of ${m.unknown} nothing is known`);
  } else if (state === 2) {
    say("the dump lacks a moment here, or several");
  } else if (state === 3) {
    say(`about here a moment was missed, or several: its time had passed (${m.missed} in all).`);
    say("The dump does not say when: its neighbours lie far apart");
  } else {
    say("between two moments");
  }
}
