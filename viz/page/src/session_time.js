// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_time.js: the time line of a session: a lane for each thread of each node that has calls then, on the clock
// of the first node. Thin bars are a thread's outermost calls; thick ones remote calls, as their client has them and as
// their server works on them; arrows are messages. Where an end lies is known within bounds, which its whisker shows;
// no time is bent.

import { byId, h, quantity, time } from "./dom.js";
import { endOf } from "./session_ops.js";
import { ask, nothing } from "./view_base.js";

const AT_ONCE = 200, // remote calls that are drawn together
  CAPS = { lanes: 400, calls: 8000, each: 300 }, // outermost calls that are drawn: threads, in all, of a thread
  LANE = 26,
  LEFT = 190,
  WIDTH = 1100;

export const svg = (tag, attributes = {}, ...children) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) e.setAttribute(name, value);
  if (tag === "svg")
    e.setAttribute("style", `width:${attributes.width}px;height:${attributes.height}px;max-height:none`);
  e.append(...children.flat().filter((c) => c !== null));
  return e;
};

// A time of a node on the first node's clock: {at, low, high}; null: nothing says where it is.
function onFirst(us, ahead) {
  if (us === null || !ahead || !ahead.every(Number.isFinite)) return null;
  const [low, high] = ahead;
  return { at: us + (low + high) / 2, low: us + low, high: us + high };
}

// The four times of a remote call on the first node's clock, each by what is known of the clocks at that very time.
const endsOf = (a) =>
  Object.fromEntries(Object.entries(a.ahead).map(([end, ahead]) => [end, onFirst(a[`${end}_us`], ahead)]));

// What is drawn of the threads' outermost calls, and each that is not, with its reason.
export function lanesNote({ lanes, threads, unshown, unshownCalls, unplaced, untimed }) {
  const left = lanes.reduce((sum, lane) => sum + lane.of - lane.calls.length, unshownCalls);
  return [
    ` Of ${quantity(threads)} threads those that have calls then.`,
    unshown ? ` ${quantity(unshown)} threads more have calls then, but get no lane: they are too many.` : "",
    left ? ` ${quantity(left)} outermost calls more are not drawn.` : "",
    unplaced ? ` ${quantity(unplaced)} threads are left out: no message says how their node's clock stands.` : "",
    untimed ? ` ${quantity(untimed)} outermost calls are not drawn: the record of their times was overwritten.` : "",
  ].join("");
}

// Draws AT_ONCE remote calls from number `first` on; `choose(remote)` is for clicks, `moved(first)` tells where the
// user has gone to.
export async function showTime(place, names, first, { choose, moved }) {
  const { arrows, of } = await ask("sessionArrows", { first, count: AT_ONCE });
  if (!arrows.length) return place.replaceChildren(nothing("No call went from machine to machine."));
  const all = arrows.map((a) => ({ ...a, ends: endsOf(a) })),
    times = all.flatMap(({ ends }) => Object.values(ends).filter(Boolean)),
    least = Math.min(...times.map((t) => t.low)),
    most = Math.max(...times.map((t) => t.high)),
    found = times.length ? await ask("sessionLanes", { from: least, to: most, ...CAPS }) : null,
    calling = found?.lanes ?? [],
    lanes = [
      ...new Set([
        ...all.flatMap((a) => [
          `${names[a.client]} ${a.client_thread}`,
          ...(a.server === null ? [] : [`${names[a.server]} ${a.server_thread}`]),
        ]),
        ...calling.map((lane) => `${names[lane.node]} ${lane.name}`),
      ]),
    ].sort(),
    heights = new Map(lanes.map((name, i) => [name, 20 + i * LANE]));
  const again = (at) => {
    moved(at);
    return showTime(place, names, at, { choose, moved });
  };
  const cut = all.filter((a) => Object.entries(a.ends).some(([end, on]) => a[`${end}_us`] !== null && !on)).length;
  const controls = h(
    "div",
    { class: "bar" },
    h(
      "span",
      {},
      `Remote calls ${first + 1} to ${first + all.length} of ${of}, on the clock of ${names[0]}; `,
      "whiskers: what is not known.",
      found ? lanesNote(found) : "",
      cut ? ` ${quantity(cut)} are not drawn, or not whole: no message says how their clocks stand.` : "",
    ),
    first > 0
      ? h("button", { id: "session-earlier", onclick: () => again(Math.max(0, first - AT_ONCE)) }, "earlier")
      : "",
    first + all.length < of
      ? h("button", { id: "session-later", onclick: () => again(first + AT_ONCE) }, "later")
      : "",
  );
  if (!times.length)
    return place.replaceChildren(controls, nothing("No message says how the clocks of these nodes stand."));
  const x = (at) => LEFT + ((at - least) / (most - least || 1)) * WIDTH,
    y = (node, thread) => heights.get(`${names[node]} ${thread}`),
    drawn = [];
  const bar = (a, from, to, node, thread, kind) => {
    if (!from || !to) return;
    drawn.push(
      svg(
        "rect",
        {
          class: `session-bar ${kind}`,
          x: x(from.at),
          y: y(node, thread) - 6,
          width: Math.max(x(to.at) - x(from.at), 1),
          height: 12,
          "data-remote": a.remote,
          onclick: () => choose(a.remote),
        },
        svg("title", {}, `${a.name}, ${kind}: ${time(to.at - from.at)}`),
      ),
    );
  };
  const whisker = (end, node, thread) => {
    if (!end) return;
    const at = y(node, thread);
    drawn.push(
      svg(
        "path",
        {
          class: "session-whisker",
          d: `M${x(end.low)},${at - 4}v8m0,-4H${x(end.high)}m0,-4v8`,
          "data-us": (end.high - end.low).toFixed(3),
        },
        svg("title", {}, `known within ${time(end.high - end.low)}`),
      ),
    );
  };
  const arrow = (a, from, to, [n1, t1], [n2, t2], kind) => {
    if (!from || !to) return;
    drawn.push(
      svg("line", {
        class: `session-arrow ${kind}`,
        x1: x(from.at),
        y1: y(n1, t1),
        x2: x(to.at),
        y2: y(n2, t2),
        "marker-end": "url(#session-head)",
        "data-remote": a.remote,
      }),
    );
  };
  for (const lane of calling)
    for (const call of lane.calls) {
      const [from, to] = [onFirst(call.start_us, call.ahead[0]), onFirst(endOf(call), call.ahead[1])];
      if (!from || !to) continue;
      const [x1, x2] = [x(Math.max(from.at, least)), x(Math.min(to.at, most))];
      drawn.push(
        svg(
          "rect",
          {
            class: "session-bar outermost",
            x: x1,
            y: y(lane.node, lane.name) - 2,
            width: Math.max(x2 - x1, 1),
            height: 4,
            "data-call": `${lane.node}/${call.thread}:${call.call}`,
          },
          svg("title", {}, `${call.name}: ${time(to.at - from.at)}`),
        ),
      );
    }
  for (const a of all) {
    const { sent, executed, replied, answered } = a.ends,
      client = [a.client, a.client_thread],
      server = [a.server, a.server_thread];
    bar(a, sent, answered, ...client, "call");
    bar(a, executed, replied, ...server, "work");
    arrow(a, sent, executed, client, server, "request");
    arrow(a, replied, answered, server, client, "reply");
    for (const end of [sent, answered]) if (a.client) whisker(end, ...client);
    for (const end of [executed, replied]) if (a.server) whisker(end, ...server);
  }
  place.replaceChildren(
    controls,
    svg(
      "svg",
      {
        class: "session-time",
        "data-from": least,
        "data-to": most,
        width: LEFT + WIDTH + 20,
        height: lanes.length * LANE + 30,
        role: "img",
        "aria-label": "messages between nodes",
      },
      svg(
        "defs",
        {},
        svg(
          "marker",
          { id: "session-head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
          svg("path", { d: "M0,0L8,4L0,8z" }),
        ),
      ),
      lanes.map((name, i) => svg("text", { x: 4, y: 24 + i * LANE }, name)),
      lanes.map((_, i) =>
        svg("line", { class: "session-lane", x1: LEFT, x2: LEFT + WIDTH, y1: 20 + i * LANE, y2: 20 + i * LANE }),
      ),
      drawn,
    ),
  );
  byId("session-time")?.scrollIntoView?.({ block: "nearest" });
}
