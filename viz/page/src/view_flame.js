// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_flame.js: call stacks, of samples and of timed calls.

import { h, quantity, time } from "./dom.js";
import { Node, around, chronicle, flame, grow, nested, tellSamples, tellTime, upsideDown } from "./flame.js";
import { change, state } from "./state.js";
import { KIND } from "./paint.js";
import { ask, info, us, all, remarks, choice, nothing } from "./view_base.js";

export async function stacksOf(source, run = state.run) {
  if (source === "samples") {
    const t = await all("stacks", run);
    return {
      table: t,
      tell: tellSamples,
      unit: "samples",
      stacks: t.rows.map((r) => [(state.split ? [r.thread] : []).concat(String(r.stack).split(";")), r.samples]),
    };
  }
  const t = await all("tree", run),
    at = new Map(),
    stacks = [];
  for (const r of t.rows) {
    const above = at.get(String(r.parent)),
      names = above ? [...above, r.function] : state.split ? [r.function] : [];
    at.set(String(r.id), names);
    if (r.excl_us > 0) stacks.push([names.length ? names : [r.function], r.excl_us]);
  }
  return { table: t, tell: tellTime, unit: "us", stacks };
}

function flameBar(found) {
  return h(
    "div",
    { class: "bar" },
    choice(
      "of",
      [
        ["samples", "samples"],
        ["timing", "timed calls"],
      ],
      state.source,
      (source) => change({ source, focus: null }),
    ),
    choice(
      "as",
      [
        ["down", "top-down"],
        ["up", "bottom-up"],
        ["sandwich", "around one function"],
        ["time", "one after the other"],
        ["boxes", "nested boxes"],
      ],
      state.mode,
      (mode) => change({ mode, focus: null }),
    ),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: state.split,
        onchange: (e) => change({ split: e.target.checked, focus: null }),
      }),
      " by thread",
    ),
    state.focus ? h("button", { onclick: () => change({ focus: null }) }, "whole tree") : null,
    found,
  );
}

export async function showFlame(place) {
  const width = place.clientWidth - 24;
  const { source } = state;
  if (state.mode === "time") return showChronicle(place, width);
  const { stacks, table, tell } = await stacksOf(source),
    notes = remarks(table);
  if (source === "timing" && state.sel && !table.between && info().lanes.some((l) => l.kind === KIND.SAMPLE))
    notes.unshift(h("button", { onclick: () => change({ source: "samples" }) }, "use samples of the window"));
  if (!stacks.length)
    return place.replaceChildren(
      flameBar(),
      ...notes,
      nothing(source === "samples" ? "No samples here." : "No timed calls here."),
    );
  const what = { tell, hit: state.search, focus: state.focus, pick: (node) => change({ focus: node.path() }) };
  let body,
    found = 0;
  if (state.mode === "sandwich") {
    const flat = grow(new Node(""), upsideDown(stacks)),
      names = [...flat.children.values()].sort((a, b) => b.value - a.value);
    const name = state.focus?.at(-1) ?? names[0].name,
      { below, above } = around(stacks, name);
    const pick = (node) => change({ focus: [node.name] });
    const up = grow(new Node("callers"), above),
      down = grow(new Node("callees"), below);
    const one = (root, more) =>
      root.children.size
        ? flame(root.children.get(name), width, { ...what, focus: null, pick, ...more }).element
        : null;
    const all2 = new Set(stacks.flatMap(([n]) => n));
    body = [
      choice(
        "function",
        [...all2].sort().map((n) => [n, n]),
        name,
        (n) => change({ focus: [n] }),
      ),
      h("h3", {}, "callers"),
      one(up, { up: true }),
      h("h3", {}, `callees of ${name}`),
      one(down, {}),
    ];
  } else {
    const root = grow(new Node(state.thread ?? "all"), state.mode === "up" ? upsideDown(stacks) : stacks);
    if (state.mode === "boxes") {
      body = [nested(root, width, Math.max(320, place.clientHeight - 90), what)];
    } else {
      const drawn = flame(root, width, what);
      body = [drawn.element];
      found = drawn.found / (root.value || 1);
    }
  }
  place.replaceChildren(
    flameBar(
      state.search ? h("span", { class: "found" }, `${(100 * found).toFixed(1)} % hold “${state.search}”`) : null,
    ),
    ...notes,
    ...body.filter((b) => b),
  );
}

async function showChronicle(place, width) {
  const lanes = info().lanes.filter((l) => l.kind === KIND.SAMPLE && (!state.thread || l.name === state.thread));
  const note = h(
    "p",
    { class: "note" },
    "Timed calls are sums, which have no order: these are samples.",
    info().hasCalls ? " Calls one after the other are in view Calls, and below the lanes of threads." : "",
  );
  const told = state.source === "timing" ? note : "";
  if (!lanes.length) return place.replaceChildren(flameBar(), told, nothing("No samples here."));
  const [from, to] = state.sel ?? [0, info().stop],
    { thread, split } = state,
    r = await ask("chronicle", { run: state.run, from, to, thread, split: split || thread !== null }),
    parts = r.many
      ? [nothing(`${quantity(r.many)} samples: choose a window that has no more than ${quantity(r.most)}.`)]
      : r.charts.flatMap(({ name, samples }) => [
          h("h3", {}, name),
          chronicle(samples, [from, to], us(), width, r.lost),
        ]),
    rule = h(
      "p",
      { class: "note" },
      "A sample stands until the next one of its processor, at most for four times their usual distance.",
    );
  if (!parts.length) parts.push(nothing("No samples here."), chronicle([], [from, to], us(), width, r.lost));
  const t = await ask("table", { run: state.run, name: "samples" });
  place.replaceChildren(flameBar(), told, ...remarks(t), r.many ? "" : rule, ...parts);
}
