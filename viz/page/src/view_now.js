// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_now.js: where every thread stands at a moment, those that wait, too: nodes, their threads and stacks; who waits
// for whom, with each deadlock; and, of all moments of the window, where threads stood as a flame graph and as a call
// graph. A moment of the window is chosen by a slider; without a choice it is the newest one, also while a run goes on.

import { h, quantity, time } from "./dom.js";
import { Node, flame, grow } from "./flame.js";
import { change, state } from "./state.js";
import { all, ask, choice, nothing, remarks, runs, switchRun, timeline, us } from "./view_base.js";
import { graphSheet, touched } from "./view_figures.js";

const THREADS_MOST = 2000, // rows that are elements all at once
  OPEN_MOST = 12, // threads whose stacks are shown unasked
  WAITS_MOST = 150, // threads whose waits are drawn: more are neither laid out in time nor read
  GRAPH_MOST = 40; // functions of the call graph
const RUNNING = 0xf2b84b,
  BLOCKED = 0x8fb0dc,
  PLAIN = 0xeceef1,
  DEADLOCK = 0xf08080;

const ways = [
  ["threads", "threads and their stacks"],
  ["waits", "who waits for whom"],
  ["flame", "flame graph of all moments"],
  ["calls", "call graph of all moments"],
];

// ---- what stays while the rest is made anew: a slider that is held is not taken away ----

let frame = null,
  asked = 0, // views so far,
  latest = 0; // and the one that is shown: what was asked for earlier, and is made later, does not take its place
const opened = new Map(); // nodes and threads that the reader has opened or shut

function build() {
  const slider = h("input", {
    type: "range",
    id: "moment",
    min: 0,
    "aria-label": "moment",
    oninput: () => change({ moment: frame.times[+slider.value] }),
  });
  const f = {
    times: [],
    ends: [0, 0],
    slider,
    which: h("span", {}),
    newest: h("button", { id: "newest", onclick: () => change({ moment: null }) }, "newest"),
    told: h("div", { id: "moment-told", role: "status" }),
    body: h("div", { class: "now-body" }),
  };
  const step = (by) => () => {
    const at = +f.slider.value + by;
    if (at >= f.ends[0] && at < f.ends[1]) change({ moment: f.times[at] });
  };
  f.root = h(
    "div",
    { class: "now" },
    h(
      "div",
      { class: "bar" },
      f.which,
      h("button", { "aria-label": "moment before", onclick: step(-1) }, "◂"),
      f.slider,
      h("button", { "aria-label": "next moment", onclick: step(1) }, "▸"),
      f.newest,
    ),
    f.told,
    f.body,
  );
  return f;
}

const NEAR = 1e-3; // us: an address has a moment's time rounded

// How many moments are not behind a time.
function upTo(times, at) {
  let low = 0,
    high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Which moment is shown, -1: none is in the window, and among which ones the slider chooses, [first, behind the last]:
// those of the window, or all where one that the reader has chosen lies outside of it.
function choose(times) {
  const window = state.sel?.map((at) => at * us()),
    all = [0, times.length],
    inside = window ? [upTo(times, window[0] - NEAR), upTo(times, window[1] + NEAR)] : all;
  if (state.moment === null) return { row: inside[0] < inside[1] ? inside[1] - 1 : -1, ends: inside };
  const row = Math.max(0, upTo(times, state.moment + NEAR) - 1);
  return { row, ends: row >= inside[0] && row < inside[1] ? inside : all };
}

// How many of the moments the window has, and that the chosen one is none of them.
function windowNote(times, row) {
  if (!state.sel || !times.length) return "";
  const [from, to] = state.sel.map((at) => at * us()),
    has = quantity(upTo(times, to + NEAR) - upTo(times, from - NEAR));
  return row >= 0 && (times[row] < from - NEAR || times[row] > to + NEAR)
    ? h("p", { class: "lost" }, `This moment is not in the window, which has ${has} of ${quantity(times.length)}.`)
    : h("p", { class: "note" }, `The window has ${has} of ${quantity(times.length)} moments.`);
}

export async function showNow(place) {
  const mine = ++asked,
    run = state.run,
    times = await ask("moments", { run });
  if (run !== state.run) return; // another one has been chosen meanwhile, whose view is asked for
  if (!times.length && runs.filter((r) => r?.ok).length < 2)
    return place.replaceChildren(
      nothing("This run has no moments. A target that is booted with stacks=100ms takes one every 100 ms."),
    );
  const { row, ends } = choose(times),
    now = row >= 0 ? await ask("moment", { run, row }) : null,
    none = !now && times.length > 0 && ["threads", "waits"].includes(state.now),
    body = none
      ? [nothing("No moment is in the window.")]
      : await { threads: nodes, waits, flame: wallFlame, calls: callGraph }[state.now](now, place);
  if (mine < latest || run !== state.run) return;
  latest = mine;
  frame ??= build();
  Object.assign(frame, { times, ends });
  frame.slider.min = ends[0];
  frame.slider.max = Math.max(ends[0], ends[1] - 1);
  frame.slider.value = row;
  frame.newest.setAttribute("aria-pressed", String(state.moment === null));
  frame.which.replaceChildren(choice("show", ways, state.now, (way) => change({ now: way })));
  frame.told.replaceChildren(...(now ? head(now, row, times.length) : []), windowNote(times, row));
  const held = document.activeElement?.dataset?.key;
  frame.body.replaceChildren(...(now ? [...remarks(now.table), ...deadlocks(now)] : []), ...body);
  if (held) frame.body.querySelector(`[data-key=${CSS.escape(held)}]`)?.focus();
  if (!frame.root.isConnected) place.replaceChildren(frame.root);
  if (state.moment !== null && now && timeline.picked?.moment !== now.us) {
    timeline.picked = { at: now.us / us(), end: null, lane: null, moment: now.us };
    timeline.draw();
  }
}

function head(now, row, of) {
  return [
    h("b", {}, `Moment ${row + 1} of ${quantity(of)}`),
    ` at ${time(now.us, 1)} (${now.why}): ${quantity(now.threads)} threads stood still for ${time(now.took)}`,
    now.spread ? `, the last processor ${time(now.spread)} after it was told` : "",
    now.unknown ? h("b", { class: "lost" }, ` Of ${now.unknown} of them it is not known how they stood.`) : "",
  ];
}

// ---- words ----

// What a thread waits for, as hostdump stacks says it.
function waitWords(t, now) {
  if (t.state !== "waiting") return t.state === "running" ? "" : `for ${time(now.us - t.since)}`;
  return [
    `for ${t.wait}`,
    t.on !== "-" ? ` ${t.on}` : "",
    t.owner !== "-" && t.wait !== "join" ? `, which ${t.owner} has` : "",
    t.timed ? ", at most for a time" : "",
    `, for ${time(now.us - t.since)}`,
  ].join("");
}

// Its number, which is its place in the order in which threads began (of one that has ended the number is not given
// again), which thread made it, and what kind it is.
function madeWords(t) {
  return `number ${t.number}${t.madeBy === "-" ? "" : `, made by ${t.madeBy}`}, ${t.group}`;
}

// The threads of each ring, each followed by the one that it waits for.
function deadlocks(now) {
  const byName = new Map(now.standing.map((t) => [t.thread, t])),
    numbers = [...new Set(now.standing.map((t) => t.deadlock).filter((n) => n))].sort((a, b) => a - b);
  return numbers.map((number) => {
    const ring = [];
    let at = now.standing.find((t) => t.deadlock === number);
    while (at && !ring.includes(at)) {
      ring.push(at);
      at = byName.get(at.owner);
    }
    const behind = now.standing.filter((t) => t.behind === number).length;
    return h(
      "p",
      { class: "lost deadlock", role: "alert" },
      `Deadlock ${number}: `,
      ring.map((t) => `${t.thread} waits ${waitWords(t, now)}`).join("; "),
      ".",
      behind ? ` ${behind} more ${behind === 1 ? "waits" : "wait"} behind them.` : "",
    );
  });
}

// ---- nodes, threads, stacks ----

// An element that is opened and shut, and stays so when it is made anew. fill() makes what is in it, once it is open.
function folded(key, attributes, summary, open, fill) {
  const inside = h("div", {}),
    now = opened.get(key) ?? open;
  let filled = false; // a browser tells of an element that is open from the beginning, too
  const fillOnce = () => {
    if (filled) return;
    filled = true;
    Promise.resolve(fill()).then(
      (of) => inside.replaceChildren(...of),
      (error) => inside.replaceChildren(h("p", { class: "lost" }, `This cannot be shown: ${error.message}`)),
    );
  };
  const element = h(
    "details",
    {
      ...attributes,
      open: now,
      ontoggle: () => {
        opened.set(key, element.open);
        if (element.open) fillOnce();
      },
    },
    h("summary", { "data-key": key }, summary),
    inside,
  );
  if (now) fillOnce();
  return element;
}

// Where a function on a stack stands: in which call; of one whose line is not known, where it begins.
function placeOf(f) {
  if (f.line !== "-") return f.line;
  return f.where === "-" ? "" : `begins at ${f.where}`;
}

function stackOf(t) {
  return [
    h(
      "ol",
      { class: "stack" },
      t.stack.map((f) => h("li", {}, h("code", {}, f.function), " ", h("i", {}, placeOf(f)))),
    ),
    t.whole === "-" ? "" : h("p", { class: "lost" }, `This stack is not whole: ${t.whole}.`),
    t.stack.length ? "" : nothing("Nothing is on its stack."),
  ];
}

function threadsOf(run, now) {
  const wanted = state.search.toLowerCase(),
    hits = now.standing.filter(
      (t) =>
        !wanted ||
        [t.thread, t.on, t.owner, ...t.stack.map((f) => f.function)].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
    );
  return [
    hits.length < now.standing.length
      ? h("p", { class: "note" }, `${hits.length} of ${now.standing.length} threads hold “${state.search}”.`)
      : "",
    ...hits
      .slice(0, THREADS_MOST)
      .map((t) =>
        folded(
          `${run}:${t.thread}`,
          { class: `thread${t.deadlock ? " dead" : ""}` },
          [
            h("span", { class: `chip ${t.state}` }, t.state),
            h("b", {}, t.thread),
            " ",
            h("span", { class: "words" }, waitWords(t, now)),
            h("code", {}, t.stack[0]?.function ?? ""),
            " ",
            h("i", { class: "made" }, madeWords(t)),
          ],
          hits.length <= OPEN_MOST,
          () => stackOf(t),
        ),
      ),
    hits.length > THREADS_MOST
      ? h("p", { class: "lost" }, `The first ${THREADS_MOST} of ${quantity(hits.length)} threads: search for others.`)
      : "",
  ];
}

function sumsOf(now) {
  const counts = new Map();
  now.standing.forEach((t) => counts.set(t.state, (counts.get(t.state) ?? 0) + 1));
  return [...counts].map(([word, n]) => [h("span", { class: `chip ${word}` }, `${n} ${word}`), " "]);
}

// What the target of a run says of itself: system, program, image, options.
const ABOUT = ["system", "program", "command", "build_id"];
async function about(run) {
  const rows = await ask("rows", { run, name: "run", first: 0, count: 200 }),
    said = ABOUT.map((key) => rows.find(([k]) => k === key)).filter((row) => row && row[1] !== "-");
  return said.length
    ? h(
        "p",
        { class: "about" },
        said.map(([key, text], i) => [i ? ", " : "", `${key} `, h("code", {}, text)]),
      )
    : "";
}

async function otherNode(run) {
  const times = await ask("moments", { run });
  if (!times.length) return [nothing("This node has told no moments.")];
  const now = await ask("moment", { run, row: times.length - 1 });
  return [
    await about(run),
    h("p", {}, ...head(now, times.length - 1, times.length)),
    ...remarks(now.table),
    ...deadlocks(now),
    ...threadsOf(run, now),
  ];
}

async function nodes(now) {
  const known = runs.map((r, run) => ({ r, run })).filter(({ r }) => r?.ok);
  if (known.length < 2) return [await about(state.run), ...threadsOf(state.run, now)];
  return known.map(({ r, run }) => {
    const here = run === state.run;
    return folded(
      `node ${run}`,
      { class: "node" },
      [
        h("b", {}, r.name),
        " ",
        here && now ? sumsOf(now) : "",
        here
          ? ""
          : h(
              "button",
              {
                onclick: (e) => {
                  e.preventDefault();
                  switchRun(run);
                },
              },
              "look at this node",
            ),
      ],
      here,
      async () =>
        !here
          ? otherNode(run)
          : now
            ? [await about(run), ...threadsOf(run, now)]
            : [nothing("This node has told no moments.")],
    );
  });
}

// ---- who waits for whom ----

function waits(now) {
  const every = now?.standing.filter((t) => t.owner !== "-" && t.state === "waiting") ?? [],
    rank = (t) => (t.deadlock ? 0 : t.behind ? 1 : 2),
    waiting = [...every].sort((a, b) => rank(a) - rank(b)).slice(0, WAITS_MOST);
  if (!waiting.length) return [nothing("At this moment no thread waits for another one.")];
  const names = [...new Set(waiting.flatMap((t) => [t.thread, t.owner]))],
    byName = new Map(now.standing.map((t) => [t.thread, t]));
  const graph = graphSheet(
    "who waits for whom",
    names.map((name, number) => {
      const t = byName.get(name);
      return {
        kind: "thread",
        number,
        rgb: t?.deadlock ? DEADLOCK : t?.state === "waiting" ? BLOCKED : t ? RUNNING : PLAIN,
        lines: [
          name,
          t?.deadlock ? `deadlock ${t.deadlock}` : t?.behind ? `behind deadlock ${t.behind}` : (t?.state ?? "gone"),
        ],
      };
    }),
    waiting.map((t) => ({
      from: names.indexOf(t.thread),
      to: names.indexOf(t.owner),
      text: `${t.wait}${t.on === "-" || t.wait === "join" ? "" : ` ${t.on}`}`,
      rgb: t.deadlock ? 0xd21f1f : 0x777777,
      thick: t.deadlock ? 3 : 1.5,
    })),
    false,
  );
  return [
    hues([
      [DEADLOCK, "in a deadlock"],
      [BLOCKED, "waits"],
      [RUNNING, "runs, or could"],
    ]),
    every.length > waiting.length
      ? h(
          "p",
          { class: "lost" },
          `${WAITS_MOST} of ${quantity(every.length)} threads that wait for another one, those of deadlocks first.`,
        )
      : "",
    ...touched(graph),
  ];
}

const css = (rgb) => `#${rgb.toString(16).padStart(6, "0")}`;
const hues = (all) =>
  h(
    "ul",
    { class: "legend" },
    all.map(([rgb, text]) => h("li", {}, h("i", { style: `background:${css(rgb)}` }), ` ${text}`)),
  );
const TWO = [
  [RUNNING, "running, or ready to"],
  [BLOCKED, "blocked"],
];

// ---- all moments of the window ----

async function standing() {
  const t = await all("standing"),
    stacks = t.rows.map((r) => ({
      names: (state.split ? [r.thread] : []).concat(r.stack === "-" ? [] : String(r.stack).split(";")),
      moments: r.moments,
      blocked: r.state === "waiting",
    }));
  return { t, stacks };
}

const splitBox = () =>
  h(
    "label",
    {},
    h("input", { type: "checkbox", checked: state.split, onchange: (e) => change({ split: e.target.checked }) }),
    " by thread",
  );

async function wallFlame(now, place) {
  const { t, stacks } = await standing(),
    of = (some) => some.map((s) => [s.names, s.moments]);
  if (!stacks.length) return [...remarks(t), nothing("No moments here.")];
  const root = grow(grow(new Node("all threads"), of(stacks)), of(stacks.filter((s) => s.blocked)), "other"),
    tell = (n) => `${quantity(n)} times`;
  return [
    ...remarks(t),
    h(
      "p",
      {},
      "A box is as wide as the time that threads stood in a function, running or not: a thread counts once a moment.",
    ),
    splitBox(),
    hues(TWO),
    flame(root, place.clientWidth - 24, {
      tell,
      wall: true,
      hit: state.search,
      focus: state.focus,
      pick: (node) => change({ focus: node.path() }),
    }).element,
    state.focus ? h("button", { onclick: () => change({ focus: null }) }, "whole tree") : "",
  ];
}

const mix = (a, b, share) =>
  [16, 8, 0].reduce(
    (rgb, shift) => rgb | (Math.round(((a >> shift) & 255) * (1 - share) + ((b >> shift) & 255) * share) << shift),
    0,
  );
const short = (name) =>
  [...name].length > 34 ? `${[...name].slice(0, 16).join("")}…${[...name].slice(-17).join("")}` : name;

async function callGraph() {
  const { t, stacks } = await standing(),
    functions = new Map(),
    calls = new Map();
  const add = (map, key, s, more) => {
    const of = map.get(key) ?? map.set(key, { all: 0, blocked: 0, ...more }).get(key);
    of.all += s.moments;
    of.blocked += s.blocked ? s.moments : 0;
  };
  let whole = 0;
  for (const s of stacks) {
    whole += s.moments;
    new Set(s.names).forEach((name) => add(functions, name, s, { name }));
    new Set(s.names.slice(1).map((name, i) => JSON.stringify([s.names[i], name]))).forEach((key) => add(calls, key, s));
  }
  const shown = [...functions.values()]
      .sort((a, b) => b.all - a.all || (a.name < b.name ? -1 : 1))
      .slice(0, GRAPH_MOST),
    number = new Map(shown.map((f, i) => [f.name, i])),
    pct = (n) => `${+((100 * n) / whole).toFixed(1)} %`;
  if (!shown.length) return [...remarks(t), nothing("No moments here.")];
  const edges = [...calls]
    .map(([key, of]) => ({ ends: JSON.parse(key), of }))
    .filter(({ ends }) => ends.every((name) => number.has(name)))
    .map(({ ends: [a, b], of }) => ({
      from: number.get(a),
      to: number.get(b),
      text: pct(of.all),
      thick: 0.7 + (12 * of.all) / whole,
    }));
  return [
    ...remarks(t),
    h(
      "p",
      {},
      `Functions on the stacks of all moments, the ${shown.length} met most often${
        shown.length < functions.size ? ` of ${functions.size}` : ""
      }; shares are of all threads at all moments.`,
    ),
    splitBox(),
    hues(TWO),
    ...touched(
      graphSheet(
        "call graph of all moments",
        shown.map((f, i) => ({
          kind: "function",
          number: i,
          name: f.name,
          rgb: mix(RUNNING, BLOCKED, f.blocked / f.all),
          lines: [short(f.name), `${pct(f.all)}, blocked ${pct(f.blocked)}`],
        })),
        edges,
        true,
        (n) => ({ now: "threads", search: n.name }),
      ),
    ),
  ];
}
