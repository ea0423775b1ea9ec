// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_lanes.js: the picture of a session's time line (session_time.js): a lane for each thread. The stripe at its
// foot is when the thread ran, or was ready to; thin bars are its outermost calls; thick ones remote calls, as their
// client has them and as their server works on them; arrows are messages. Where an end lies is known within bounds,
// which its whisker shows; no time is bent.

import { time } from "./dom.js";
import { endOf } from "./session_ops.js";

const LANE = 28,
  HEAD = 20, // pixels of the axis
  LEFT = 190,
  STRIPE = 5;

export const svg = (tag, attributes = {}, ...children) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) e.setAttribute(name, value);
  if (tag === "svg") {
    const { width, height } = attributes;
    e.setAttribute("style", `width:${width}px;height:${height}px;max-height:none`);
    if (!attributes.viewBox) e.setAttribute("viewBox", `0 0 ${width} ${height}`); // printed, it is as wide as the paper
  }
  e.append(...children.flat().filter((c) => c !== null));
  return e;
};

// The part of a line that lies between x = left and right; null: none does.
export function clipped([x1, y1], [x2, y2], left, right) {
  const at = (x) => (x2 === x1 ? y1 : y1 + ((y2 - y1) * (x - x1)) / (x2 - x1)),
    [low, high] = x1 <= x2 ? [x1, x2] : [x2, x1];
  if (high < left || low > right) return null;
  const inside = (x, y) => (x < left ? [left, at(left)] : x > right ? [right, at(right)] : [x, y]);
  return [inside(x1, y1), inside(x2, y2)];
}

function axis(view, x, right) {
  const span = view.to - view.from,
    least = span / ((right - LEFT) / 110),
    power = 10 ** Math.floor(Math.log10(least)),
    step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least),
    ticks = [];
  for (let n = Math.ceil(view.from / step); n * step <= view.to && ticks.length < 60; n++)
    ticks.push(
      svg("line", { class: "session-lane", x1: x(n * step), x2: x(n * step), y1: 0, y2: HEAD - 4 }),
      svg("text", { x: x(n * step) + 3, y: 11 }, time(n * step, step)),
    );
  return ticks;
}

// Shares of a lane's pixels as one shape: as high as the share, on top of `below`.
function stripe(shares, below, foot, scale) {
  let d = "";
  for (let i = 0; i < shares.length; i++) {
    const high = shares[i] && Math.max(1, shares[i] * STRIPE),
      base = foot - (below?.[i] ?? 0) * STRIPE;
    const [x, y, w, tall] = [LEFT + i * scale, base, scale, high].map((n) => n.toFixed(1));
    if (high) d += `M${x},${y}v-${tall}h${w}v${tall}z`;
  }
  return d;
}

// The picture, as wide as `width`; null: there is nothing in it. Its timeAt(event) is the time at a pointer.
export function picture(names, view, { arrows, calling, ran }, width, on) {
  const right = width - 10,
    laneOf = (node, thread) => `${names[node]} ${thread}`,
    ends = arrows.flatMap((a) =>
      "from" in a
        ? [
            [a.from, a.from_thread],
            [a.to, a.to_thread],
          ]
        : [[a.client, a.client_thread], ...(a.server === null ? [] : [[a.server, a.server_thread]])],
    );
  const lanes = [
    ...new Set([
      ...ends.map(([node, thread]) => laneOf(node, thread)),
      ...calling.lanes.map(({ node, name }) => laneOf(node, name)),
      ...ran.lanes.map(({ node, name }) => laneOf(node, name)),
    ]),
  ].sort();
  if (!lanes.length) return null;
  const heights = new Map(lanes.map((name, i) => [name, HEAD + 12 + i * LANE])),
    scale = (right - LEFT) / (view.to - view.from || 1),
    x = (at) => LEFT + (at - view.from) * scale,
    within = (at) => Math.min(Math.max(x(at), LEFT), right),
    y = (node, thread) => heights.get(laneOf(node, thread)),
    drawn = [];
  const bar = (from, to, node, thread, high, attributes, told) => {
    if (!from || !to || to.at < view.from || from.at > view.to) return;
    const left = within(from.at),
      box = {
        x: left,
        y: y(node, thread) - high / 2,
        width: Math.max(within(to.at) - left, 1),
        height: high,
      };
    drawn.push(svg("rect", { ...box, ...attributes }, svg("title", {}, `${told}: ${time(to.at - from.at)}`)));
  };
  const whisker = (end, node, thread) => {
    if (!node || !end || end.high < view.from || end.low > view.to) return; // the first node's clock is exact
    const at = y(node, thread),
      cap = (edge) => (edge >= view.from && edge <= view.to ? "v8m0,-4" : "v0m0,0");
    drawn.push(
      svg(
        "path",
        {
          class: "session-whisker",
          d: `M${within(end.low)},${at}m0,-4${cap(end.low)}H${within(end.high)}m0,-4${cap(end.high)}`,
          "data-us": (end.high - end.low).toFixed(3),
        },
        svg("title", {}, `known within ${time(end.high - end.low)}`),
      ),
    );
  };
  const arrow = (from, to, [n1, t1], [n2, t2], attributes) => {
    const line = from && to && clipped([x(from.at), y(n1, t1)], [x(to.at), y(n2, t2)], LEFT, right);
    if (!line) return;
    const [[x1, y1], [x2, y2]] = line,
      head = to.at <= view.to && to.at >= view.from ? "url(#session-head)" : null; // it comes there, or elsewhere
    drawn.push(svg("line", { x1, y1, x2, y2, "marker-end": head, ...attributes }));
  };

  for (const { node, name, quiet, ran: running, ready } of ran.lanes) {
    const foot = y(node, name) + 13,
      pixel = (right - LEFT) / running.length;
    drawn.push(
      svg("path", {
        class: quiet ? "session-ran quiet" : "session-ran",
        d: stripe(running, null, foot, pixel),
        "data-thread": laneOf(node, name),
        "data-share": running.reduce((sum, share) => sum + share, 0) / running.length,
      }),
      quiet ? null : svg("path", { class: "session-ready", d: stripe(ready, running, foot, pixel) }),
    );
  }
  const first = (us, ahead) => ({ at: us + (ahead[0] + ahead[1]) / 2 });
  for (const lane of calling.lanes)
    for (const call of lane.calls)
      bar(
        first(call.start_us, call.ahead[0]),
        first(endOf(call), call.ahead[1]),
        lane.node,
        lane.name,
        4,
        {
          class: "session-bar outermost",
          "data-call": `${lane.node}/${call.thread}:${call.call}`,
          onclick: () => on.chooseCall([lane.node, call.thread, call.call]),
        },
        call.name,
      );
  for (const a of arrows) {
    if ("from" in a) {
      const { sent, received } = a.ends,
        sides = [
          [a.from, a.from_thread],
          [a.to, a.to_thread],
        ];
      arrow(sent, received, ...sides, { class: "session-arrow message" });
      whisker(sent, ...sides[0]);
      whisker(received, ...sides[1]);
      continue;
    }
    const { sent, executed, replied, answered } = a.ends,
      client = [a.client, a.client_thread],
      server = [a.server, a.server_thread],
      of = (kind) => ({ "data-remote": a.remote, class: `session-${kind}` }),
      click = { onclick: () => on.choose(a.remote) };
    bar(sent, answered, ...client, 12, { ...of("bar call"), ...click }, `${a.name}, call`);
    bar(executed, replied, ...server, 12, { ...of("bar work"), ...click }, `${a.name}, work`);
    arrow(sent, executed, client, server, of("arrow request"));
    arrow(replied, answered, server, client, of("arrow reply"));
    for (const end of [sent, answered]) whisker(end, ...client);
    if (a.server !== null) for (const end of [executed, replied]) whisker(end, ...server);
  }
  const { call } = view;
  if (call && heights.has(laneOf(call.node, call.thread))) {
    bar(call.from, call.to, call.node, call.thread, 18, { class: "session-bar marked" }, "the current call");
    for (const end of [call.from, call.to]) whisker(end, call.node, call.thread);
  }
  const e = svg(
    "svg",
    {
      class: "session-time",
      "data-from": view.from,
      "data-to": view.to,
      width,
      height: lanes.length * LANE + HEAD + 10,
      role: "img",
      tabindex: 0,
      "data-arrows": "yes",
      "aria-label": "threads of all nodes, and messages between them; arrows pan, plus and minus zoom, 0 shows all",
    },
    svg(
      "defs",
      {},
      svg(
        "marker",
        { id: "session-head", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" },
        svg("path", { class: "session-head", d: "M0,0L8,4L0,8z" }),
      ),
    ),
    axis(view, x, right),
    lanes.map((name) => svg("text", { x: 4, y: heights.get(name) + 4 }, name)),
    lanes.map((name) =>
      svg("line", { class: "session-lane", x1: LEFT, x2: right, y1: heights.get(name), y2: heights.get(name) }),
    ),
    drawn.filter(Boolean),
  );
  e.timeAt = (event) => view.from + (event.clientX - e.getBoundingClientRect().left - LEFT) / scale;
  return e;
}
