// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_time.js: the time line of a session: a window of it on the clock of the first node, with a lane for each
// thread of each node that has something then; session_lanes.js draws what is in it. Keys, wheel and pointer move it as
// they move the time line of one run.

import { h, quantity, time } from "./dom.js";
import { picture } from "./session_lanes.js";
import { ask, nothing, runs } from "./view_base.js";

const AT_ONCE = 200, // remote calls or messages that are drawn together
  CAPS = { lanes: 400, calls: 8000, each: 300 }, // outermost calls that are drawn: threads, in all, of a thread
  LEAST = 0.02, // us that a window has at least
  PIECE = 50, // pixels for which a node's clock is looked up once
  CLICK = 3; // pixels that a click may move

// What can be drawn as arrows: remote calls, or the messages of a layer by their number in the dumps.
export const LAYERS = [
  ["rpc", "remote calls", 3],
  ["udp", "messages of layer udp", 2],
  ["driver", "messages of layer driver", 1],
];

// A time of a node on the first node's clock: {at, low, high}; null: nothing says where it is.
function onFirst(us, ahead) {
  if (us === null || !ahead || !ahead.every(Number.isFinite)) return null;
  const [low, high] = ahead;
  return { at: us + (low + high) / 2, low: us + low, high: us + high };
}

// Each named time of a row on the first node's clock, by what is known of the clocks at that very time.
const endsOf = (row) =>
  Object.fromEntries(Object.entries(row.ahead).map(([end, ahead]) => [end, onFirst(row[`${end}_us`], ahead)]));

// What is drawn of the threads' outermost calls, and each that is not, with its reason.
export function lanesNote({ lanes, threads, unshown, unshownCalls, unplaced, untimed }) {
  const left = lanes.reduce((sum, lane) => sum + lane.of - lane.calls.length, unshownCalls);
  return [
    threads ? ` Of ${quantity(threads)} threads with calls those that have some then.` : "",
    unshown ? ` ${quantity(unshown)} threads more have calls then, but get no lane: they are too many.` : "",
    left ? ` ${quantity(left)} outermost calls more are not drawn.` : "",
    unplaced ? ` ${quantity(unplaced)} threads are left out: no message says how their node's clock stands.` : "",
    untimed ? ` ${quantity(untimed)} outermost calls are not drawn: the record of their times was overwritten.` : "",
  ].join("");
}

// When each node's threads ran in the window, where that was recorded: {lanes: [{node, name, quiet, ran, ready: shares
// by pixel}], more: threads without a lane, unplaced: names of nodes of which nothing says when that was}.
async function threadsOf(nodes, from, to, pixels) {
  const edges = Array.from({ length: Math.ceil(pixels / PIECE) + 1 }, (_, i) => Math.min(i * PIECE, pixels)),
    times = edges.map((x) => from + (x / pixels) * (to - from));
  const all = await Promise.all(
    nodes.map(async ({ run }, node) => {
      const own = (await ask("sessionOwn", { node, times })).map((us) => (us * (runs[run].hz || 1)) / 1e6);
      if (!own.every(Number.isFinite)) return { lanes: [], more: 0, unplaced: true };
      return ask("ran", { run, times: own, pixels: edges, most: CAPS.lanes });
    }),
  );
  return {
    lanes: all.flatMap(({ lanes }, node) => lanes.map((lane) => ({ node, ...lane }))),
    more: all.reduce((sum, { more }) => sum + more, 0),
    unplaced: nodes.filter((_, node) => all[node].unplaced).map(({ name }) => name),
  };
}

// What there is to draw in a window: {arrows, of, calling, ran}.
async function found(nodes, view, pixels) {
  const { from, to, layer } = view,
    number = LAYERS.find(([name]) => name === layer)[2];
  const { rows, of } = await (layer === "rpc"
    ? ask("sessionArrows", { from, to, count: AT_ONCE })
    : ask("sessionMessages", { layer: number, from, to, count: AT_ONCE }));
  return {
    arrows: rows.map((row) => ({ ...row, ends: endsOf(row) })),
    of,
    calling: await ask("sessionLanes", { from, to, ...CAPS }),
    ran: await threadsOf(nodes, from, to, pixels),
  };
}

// What is drawn of the arrows, and each that is not, with its reason.
function arrowsNote({ arrows, of }, view) {
  const what = LAYERS.find(([name]) => name === view.layer)[1],
    cut = arrows.filter((a) => Object.entries(a.ends).some(([end, on]) => a[`${end}_us`] !== null && !on)).length;
  return [
    arrows.length < of
      ? `${quantity(arrows.length)} of ${quantity(of)} ${what}, evenly chosen: a shorter time has them all`
      : `${quantity(of)} ${what}`,
    cut ? `; ${quantity(cut)} are not drawn, or not whole: no message says how their clocks stand` : "",
  ].join("");
}

// The whole session's time, and what was exchanged in it: {from, to, layers}; null: no clock is placed.
export async function spanOf() {
  const span = await ask("sessionSpan", { layers: LAYERS.map(([name, , number]) => [name, number]) });
  return span.from < span.to ? span : null;
}

// A view: {from, to: of the window, us by the first node's clock, layer: of LAYERS, span: of spanOf(), call: what is
// marked, {node, thread: its name, from, to: as onFirst() has them}}.
export const viewOf = (span) => ({
  ...span,
  span,
  layer: LAYERS.find(([name]) => span.layers[name])?.[0] ?? "rpc",
  call: null,
});

// Moves the window of a view, within the session.
export function go(view, from, to) {
  const { span } = view,
    width = Math.min(span.to - span.from, Math.max(LEAST, to - from)),
    start = Math.min(Math.max(span.from, (from + to - width) / 2), span.to - width);
  Object.assign(view, { from: start, to: start + width });
}

const zoom = (view, factor, middle = (view.from + view.to) / 2) =>
  go(view, middle + (view.from - middle) * factor, middle + (view.to - middle) * factor);
const pan = (view, share) =>
  go(view, view.from + (view.to - view.from) * share, view.to + (view.to - view.from) * share);
const whole = (view) => go(view, view.span.from, view.span.to);

// Shows a call in its surroundings, and marks it: `start` and `end` are us of its node's clock. Returns whether its
// node's clock is placed.
export async function goToCall(view, { node, thread, start, end }) {
  const [a, b] = await ask("sessionAhead", { node, times: [start, end] }),
    [from, to] = [onFirst(start, a), onFirst(end, b)];
  if (!from || !to) return false;
  const margin = Math.max((to.at - from.at) * 0.4, 1);
  view.call = { node, thread, from, to };
  go(view, from.at - margin, to.at + margin);
  return true;
}

const MOVES = {
  ArrowLeft: (view) => pan(view, -0.25),
  ArrowRight: (view) => pan(view, 0.25),
  "+": (view) => zoom(view, 0.5),
  "-": (view) => zoom(view, 2),
  0: whole,
};

function listen(element, view, at, again) {
  let drag = null,
    dragged = false; // no click, where it ends in the bar in which it began
  const then = (f) => (e) => {
    e.preventDefault();
    e.stopPropagation(); // it would move the time line above
    f(e);
    again();
  };
  element.addEventListener("keydown", (e) => MOVES[e.key] && then(() => MOVES[e.key](view))(e));
  element.addEventListener(
    "wheel",
    (e) => {
      if (e.ctrlKey || e.metaKey) then(() => zoom(view, Math.exp(e.deltaY * 0.002), at(e)))(e);
      else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY))
        then(() => pan(view, (e.deltaX || e.deltaY) / 1000))(e);
    },
    { passive: false },
  );
  element.addEventListener("dblclick", then(() => whole(view)));
  element.addEventListener("click", (e) => dragged && e.stopPropagation(), true);
  element.addEventListener("pointerdown", (e) => {
    drag = e.button ? null : { x: e.clientX, at: at(e) };
    dragged = false;
  });
  element.addEventListener("pointerup", (e) => {
    dragged = drag && Math.abs(e.clientX - drag.x) > CLICK;
    if (dragged)
      then(() => go(view, Math.min(drag.at, at(e)), Math.max(drag.at, at(e))))(e);
    drag = null;
  });
}

function controls(view, told, again) {
  const button = (id, text, move) =>
    h("button", { id: `session-${id}`, onclick: () => (move(view), again()) }, text);
  const choice = LAYERS.filter(([name]) => view.span.layers[name]);
  return h(
    "div",
    { class: "bar" },
    button("earlier", "earlier", MOVES.ArrowLeft),
    button("later", "later", MOVES.ArrowRight),
    button("in", "zoom in", MOVES["+"]),
    button("out", "zoom out", MOVES["-"]),
    button("whole", "whole", whole),
    choice.length > 1
      ? h(
          "select",
          {
            id: "session-layer",
            "aria-label": "arrows are",
            onchange: (e) => ((view.layer = e.target.value), again()),
          },
          choice.map(([name, text]) => h("option", { value: name, selected: name === view.layer }, text)),
        )
      : "",
    h("span", { class: "session-note" }, told),
  );
}

let busy = false,
  waiting = null; // what was asked for last, while another picture is made: those between are not made

// Draws a view; `choose(remote)` and `chooseCall(place)` are for clicks, `say(text)` tells what goes wrong.
export async function showTime(...asked) {
  waiting = asked;
  if (busy) return;
  busy = true;
  try {
    while (waiting) {
      const now = waiting;
      waiting = null;
      await drawTime(...now);
    }
  } finally {
    busy = false;
  }
}

async function drawTime(place, nodes, view, on) {
  const width = Math.max(700, place.clientWidth - 20),
    shown = { ...view }, // which may move meanwhile
    what = await found(nodes, shown, width);
  const names = nodes.map((n) => n.name),
    again = () => showTime(place, nodes, view, on).catch((error) => on.say(error.message));
  const note = [
    `${time(shown.to - shown.from)} on the clock of ${names[0]}: ${arrowsNote(what, shown)}; `,
    "whiskers: what is not known.",
    what.ran.lanes.length ? " Stripes: when a thread ran, or was ready to." : "",
    what.ran.more ? ` ${quantity(what.ran.more)} threads more ran, but get no lane: they are too many.` : "",
    what.ran.unplaced.length
      ? ` When threads of ${what.ran.unplaced.join(", ")} ran is left out: no message says how that clock stands.`
      : "",
    lanesNote(what.calling),
  ].join("");
  const drawn = picture(names, shown, what, width, on),
    focused = Boolean(place.querySelector(":focus.session-time")),
    button = place.contains(document.activeElement) ? document.activeElement.id : "";
  place.replaceChildren(
    controls(view, note, again),
    drawn ?? nothing("Nothing that was recorded lies in this time."),
  );
  if (!drawn) return;
  listen(drawn, view, (e) => drawn.timeAt(e), again);
  if (focused) drawn.focus({ preventScroll: true });
  else if (button) document.getElementById(button)?.focus({ preventScroll: true });
}
