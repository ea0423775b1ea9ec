// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_calls.js: the recorded calls one by one, as the tree that they are: a tree of each thread that opens where the
// reader opens it, whatever its size; the way from a call out to its thread; where a call stands among all of its
// function; and a search that goes on from call to call. All that it tells `hostdump tree` tells, too.

import { h, hueOfName, quantity, say, time } from "./dom.js";
import { change, state } from "./state.js";
import { ask, choice, info, nothing, remarks, showCalls, timeline, us } from "./view_base.js";

const AT_ONCE = 100; // calls of one caller that are asked for and shown together
const ORDERS = [
  ["depth", "the one that began next"],
  ["breadth", "the nearest to the root"],
];

// What is open of the run that is looked at: the children that are known, by key, and which of them are shown.
let tree = { of: "", known: new Map(), open: new Set() };
const find = { text: "", order: "depth", over: 0, below: null, found: null };

const keyOf = (thread, call) => `${thread}:${call ?? ""}`;
const isChosen = (c) => state.call?.[0] === c.thread && state.call[1] === c.call;

function begin() {
  const of = `${state.run} ${info().frames}`; // a run may grow
  if (tree.of !== of) tree = { of, known: new Map(), open: new Set() };
}

// Makes more children of a call known, or of a thread (null).
async function learn(thread, call) {
  const key = keyOf(thread, call),
    before = tree.known.get(key)?.calls ?? [],
    more = await ask("children", { run: state.run, thread, call, first: before.length, count: AT_ONCE });
  tree.known.set(key, { ...more, calls: [...before, ...more.calls] });
}

async function open(thread, call) {
  const key = keyOf(thread, call);
  if (!tree.known.has(key)) await learn(thread, call);
  tree.open.add(key);
}

// Opens all around a call. A child that is not known yet, for it is one of many, stands behind those that are.
async function openPath(path) {
  for (const [i, c] of path.entries()) {
    const above = i ? path[i - 1].call : null,
      key = keyOf(c.thread, above);
    await open(c.thread, above);
    const k = tree.known.get(key);
    if (!k.calls.some((other) => other.call === c.call)) k.far = c;
    else if (k.far?.call === c.call) k.far = null;
  }
}

// ---- rows ----

function row(depth, of, parts, key) {
  return h(
    "div",
    {
      class: "call-row",
      role: "treeitem",
      tabindex: "-1",
      "aria-level": depth + 1,
      "data-key": key,
      style: `padding-left:${depth * 16}px`,
      ...of,
    },
    parts,
  );
}

function callRow(c, above, depth) {
  const key = keyOf(c.thread, c.call),
    shut = c.inside ? !tree.open.has(key) : null;
  const share = above?.time_us > 0 && c.time_us !== null ? ` ${((100 * c.time_us) / above.time_us).toFixed(1)} %` : "";
  return row(
    depth,
    {
      "aria-expanded": shut === null ? null : String(!shut),
      "aria-selected": String(isChosen(c)),
      class: `call-row${isChosen(c) ? " chosen" : ""}`,
      onclick: () => change({ call: [c.thread, c.call] }),
    },
    [
      h(
        "span",
        { class: "toggle", "aria-hidden": "true", onclick: (e) => toggle(e, c) },
        shut === null ? "" : shut ? "▸" : "▾",
      ),
      h("span", { class: "swatch", style: `background:hsl(${hueOfName(c.function)} 60% 60%)` }),
      h("b", {}, c.function),
      h("span", {}, c.time_us === null ? "its times were overwritten" : time(c.time_us)),
      h("i", {}, share),
      c.inside ? h("i", {}, `${quantity(c.inside)} inside`) : "",
      c.ended === "returned" ? "" : h("i", { class: "lost" }, c.ended),
      c.caller === "no" ? h("i", { class: "lost" }, "callers between are not recorded") : "",
    ],
    key,
  );
}

async function toggle(e, c) {
  e.stopPropagation();
  const key = keyOf(c.thread, c.call);
  if (tree.open.has(key)) tree.open.delete(key);
  else await open(c.thread, c.call);
  redraw(key);
}

// Without recursion: a program's calls may be deep.
function rowsOf(threads) {
  const out = [],
    waiting = [];
  const push = (thread, call, above, depth) => {
    const k = tree.known.get(keyOf(thread, call));
    if (!tree.open.has(keyOf(thread, call)) || !k) return;
    if (k.far) waiting.push({ c: k.far, above, depth });
    if (k.calls.length < k.of) waiting.push({ more: k.of - k.calls.length, thread, call, depth });
    for (let i = k.calls.length - 1; i >= 0; i--) waiting.push({ c: k.calls[i], above, depth });
  };
  for (const t of threads) {
    const key = keyOf(t.thread, null);
    out.push(
      row(
        0,
        { "aria-expanded": String(tree.open.has(key)), onclick: () => toggleThread(t.thread) },
        [
          h("span", { class: "toggle", "aria-hidden": "true" }, tree.open.has(key) ? "▾" : "▸"),
          h("b", {}, `thread ${t.name}`),
          h("i", {}, `${quantity(t.calls)} calls`),
        ],
        key,
      ),
    );
    push(t.thread, null, null, 1);
    while (waiting.length) {
      const { c, more, above, thread, call, depth } = waiting.pop();
      if (more) {
        const next = async () => {
          await learn(thread, call);
          redraw(keyOf(thread, call));
        };
        out.push(
          row(
            depth,
            { onclick: next },
            [h("button", { tabindex: "-1" }, `… ${quantity(more)} more calls: show the next`)],
            `more ${keyOf(thread, call)}`,
          ),
        );
        continue;
      }
      out.push(callRow(c, above, depth));
      push(c.thread, c.call, c, depth + 1);
    }
  }
  return out;
}

async function toggleThread(thread) {
  const key = keyOf(thread, null);
  if (tree.open.has(key)) tree.open.delete(key);
  else await open(thread, null);
  redraw(key);
}

// ---- keys: as in a tree of files ----

function onTreeKey(e) {
  const rows = [...e.currentTarget.querySelectorAll("[role=treeitem]")],
    at = rows.indexOf(document.activeElement),
    now = rows[at];
  if (!now) return;
  const level = (r) => +r.getAttribute("aria-level"),
    expanded = now.getAttribute("aria-expanded"),
    turn = () => now.querySelector(".toggle").click();
  let to = null;
  if (e.key === "ArrowDown") to = rows[at + 1];
  else if (e.key === "ArrowUp") to = rows[at - 1];
  else if (e.key === "Home") to = rows[0];
  else if (e.key === "End") to = rows.at(-1);
  else if (e.key === "ArrowRight") {
    if (expanded === "false") turn();
    else to = expanded === "true" ? rows[at + 1] : null;
  } else if (e.key === "ArrowLeft") {
    if (expanded === "true") turn();
    else to = rows.slice(0, at).findLast((r) => level(r) < level(now));
  } else if (e.key === "Enter" || e.key === " ") now.click();
  else return;
  e.preventDefault();
  e.stopPropagation();
  to?.focus();
}

// ---- a call ----

const word = (cell) => (cell === null || cell === "-" ? "not known" : +cell ? time(+cell) : "0 µs");

async function about(thread, call) {
  const { calls, rank, table } = await ask("call", { run: state.run, thread, call }),
    c = calls.at(-1),
    up = calls.at(-2);
  const onTimeLine = () => {
    const [from, to] = [c.start_us, c.end_us].map((at) => at / us()),
      name = info().lanes.find((l) => l.kind === 9 && l.thread === thread)?.name,
      margin = Math.max(10, (to - from) * 0.1);
    change({ calls: [...new Set([...state.calls, ...(name ? [name] : [])])] });
    timeline.go(from - margin, to + margin);
    change({ sel: [Math.floor(from), Math.max(Math.ceil(to), Math.floor(from) + 1)] });
  };
  return {
    path: calls,
    table,
    element: h(
      "div",
      { class: "about" },
      h(
        "p",
        { class: "way" },
        calls.map((p, i) => [
          i ? " › " : "",
          h("button", { class: "crumb", onclick: () => change({ call: [p.thread, p.call] }) }, p.function),
        ]),
      ),
      h(
        "p",
        {},
        `From ${time(c.start_us, 0.001)} on: ${word(c.time_us)} without the probes, ${word(c.raw_us)} with them; `,
        `its thread was suspended for ${word(c.away_us)} meanwhile. ${quantity(c.inside)} calls were made inside.`,
      ),
      rank && c.time_us !== null
        ? h(
            "p",
            {},
            `Of ${quantity(+rank.calls)} calls of ${c.function}, ${word(rank.total_us)} in all, `,
            `from ${word(rank.least_us)} to ${word(rank.most_us)}, mean ${word(rank.mean_us)}, `,
            `standard deviation ${word(rank.deviation_us)}, `,
            `${((100 * rank.shorter) / rank.calls).toFixed(2)} % were shorter than this one, `,
            `${((100 * rank.as_long) / rank.calls).toFixed(2)} % as long.`,
          )
        : "",
      h(
        "div",
        { class: "bar" },
        h("button", { id: "call-time", onclick: onTimeLine }, "on the time line"),
        up ? h("button", { id: "call-up", onclick: () => change({ call: [up.thread, up.call] }) }, "up one level") : "",
        h("button", { id: "call-open", onclick: () => openLevel(thread, call) }, "open one level"),
        h("button", { onclick: () => fold() }, "fold all"),
      ),
    ),
  };
}

// Opens the calls inside a call that are not open yet, of those that are shown one level.
async function openLevel(thread, call) {
  let level = [call];
  while (level.length) {
    const shut = level.filter((n) => !tree.open.has(keyOf(thread, n)));
    if (shut.length) {
      for (const n of shut.slice(0, AT_ONCE)) await open(thread, n);
      break;
    }
    level = level.flatMap((n) =>
      tree.known
        .get(keyOf(thread, n))
        .calls.filter((c) => c.inside)
        .map((c) => c.call),
    );
  }
  redraw(keyOf(thread, call));
}

function fold() {
  tree.open.clear();
  change({ call: null });
  redraw("");
}

// ---- finding ----

async function findNext() {
  const { text, order, over, found } = find;
  if (!text) return;
  const { calls } = await ask("findCall", {
    run: state.run,
    text,
    breadth: order === "breadth",
    over,
    below: find.below,
    after: found,
  });
  const hit = calls.at(-1);
  find.found = hit ? [hit.thread, hit.call] : null;
  say(
    hit
      ? ""
      : found
        ? "No call behind that one is like that; the next search begins at the first."
        : "No call is like that.",
  );
  if (hit) change({ call: find.found });
}

// A search for something else begins at the first call.
const sought = (what) => Object.assign(find, what, { found: null });

function findBar() {
  return h(
    "div",
    { class: "bar" },
    h("input", {
      type: "search",
      id: "find-call",
      value: find.text,
      placeholder: "find a function",
      "aria-label": "find calls of functions whose names hold",
      oninput: (e) => sought({ text: e.target.value }),
      onkeydown: (e) => e.key === "Enter" && findNext(),
    }),
    choice("next is", ORDERS, find.order, (order) => sought({ order })),
    h(
      "label",
      {},
      "of at least ",
      h("input", {
        type: "number",
        min: 0,
        value: find.over || "",
        style: "width:80px",
        oninput: (e) => sought({ over: +e.target.value }),
      }),
      " µs",
    ),
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        checked: Boolean(find.below),
        onchange: (e) => sought({ below: e.target.checked ? state.call : null }),
      }),
      " only inside the chosen call",
    ),
    h("button", { id: "find-next", onclick: findNext }, "find next"),
  );
}

// ---- the view ----

let place = null,
  threads = [];

// Makes the rows anew; the row `key` has the focus where one of them had it.
function redraw(key) {
  const box = document.querySelector(".calls-tree");
  if (!box) return;
  const held = document.activeElement?.closest?.(".calls-tree") ? key : null,
    top = box.scrollTop;
  box.replaceChildren(...rowsOf(threads));
  box.scrollTop = top;
  const first = box.querySelector(`[data-key="${CSS.escape(held ?? "")}"]`) ?? box.querySelector("[role=treeitem]");
  if (first) first.tabIndex = 0;
  if (held !== null) first?.focus();
}

// A call is looked at with all that is around it, so a window takes none away.
const windowNote = () =>
  state.sel
    ? h(
        "p",
        { class: "note" },
        "The tree has all calls of the run. ",
        h(
          "button",
          { onclick: () => change({ tab: "tables", table: "calls", sort: null, filter: "", ranges: [] }) },
          "those that ended in the window",
        ),
      )
    : "";

export async function showCallTree(where) {
  place = where;
  if (!info().hasCalls)
    return place.replaceChildren(
      nothing("This run has no calls one by one. A target that is booted with prof=calls records each."),
    );
  const made = await showCalls();
  begin();
  threads = await ask("callers", { run: state.run });
  if (!made.count) return place.replaceChildren(nothing("No call was recorded."));
  if (threads.length === 1) await open(threads[0].thread, null);
  let chosen = null;
  if (state.call) {
    chosen = await about(...state.call).catch(() => null); // an address may name a call that this run lacks
    if (chosen) await openPath(chosen.path);
  }
  const known = [...tree.known.values()].find((k) => k.table);
  const box = h("div", {
    class: "calls-tree",
    role: "tree",
    "data-arrows": "yes",
    "aria-label": "calls",
    onkeydown: onTreeKey,
  });
  const before = document.querySelector(".calls-tree")?.scrollTop ?? 0,
    held = document.activeElement?.closest?.(".calls-tree") !== null && document.activeElement?.dataset?.key;
  place.replaceChildren(
    h(
      "div",
      { class: "calls-view" },
      findBar(),
      (chosen ?? known) ? remarks((chosen ?? known).table) : [],
      windowNote(),
      chosen?.element ?? h("p", { class: "note" }, `${quantity(made.count)} calls. Open a thread, or find a function.`),
      box,
    ),
  );
  box.replaceChildren(...rowsOf(threads));
  box.scrollTop = before;
  const at = box.querySelector(".chosen") ?? box.querySelector("[role=treeitem]");
  if (at) at.tabIndex = 0;
  box.querySelector(".chosen")?.scrollIntoView({ block: "nearest" });
  if (held) box.querySelector(`[data-key="${CSS.escape(held)}"]`)?.focus();
}
