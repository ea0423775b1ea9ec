// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_session.js: the dumps of several nodes as one tree of calls, as `hostdump tree SESSION` has it, with the
// functions of JaViz's visualizer by their names (I. H. Kazi et al., "JaViz: A client/server Java profiling tool", IBM
// Systems Journal 39-1, 2000): Load, Mapper, Find next, Zoom, Key, Reset, Up one level, Open level, Refresh; and hide,
// fold, the way to a call from its root, the method's statistics, a remote call taken apart, and all nodes' threads
// on one time line (session_time.js).

import { byId, h, quantity, say, time } from "./dom.js";
import { change } from "./state.js";
import { ask, choice, nothing, pieces, remarks, runs, switchRun, timeline } from "./view_base.js";
import { drawing, keyBox } from "./session_draw.js";
import { ASKS, ATTRIBUTES, GIVES, SHAPES, isText, meet, told } from "./session_map.js";
import { goToCall, showTime, spanOf, viewOf } from "./session_time.js";
import { Tree } from "./session_tree.js";

const PIECE = 1 << 22; // bytes that are read of a file at once

const it = {
  tree: null, // null: nothing is loaded
  nodes: [], // names, and the number of the run of each
  told: null, // what joining said
  chosen: null,
  about: null, // what is known of it
  rules: [],
  zoomX: 1,
  zoomY: 1,
  key: false,
  mapper: false,
  time: false,
  view: null, // of the time line (session_time.js); null: nothing says how any clock stands
  remarks: [], // what was said of the call that was found last
  find: { text: "", breadth: false, over: 0, below: null, after: null },
};
const place = h("div", { class: "session-root" }); // in which all is drawn

// ---- loading ----

const nameOf = (file) => file.replace(/^.*\//, "").replace(/\.jxp$/, "");

const bytesOf = (run) => pieces(run).reduce((sum, blob) => sum + blob.size, 0);

async function load() {
  it.nodes = runs.map((r, run) => r && { name: nameOf(r.name), run }).filter((n) => n);
  await ask("sessionNew");
  for (const { name, run } of it.nodes) {
    const blobs = pieces(run);
    await ask("sessionBegin", { node: name, bytes: bytesOf(run) });
    for (const blob of blobs)
      for (let at = 0; at < blob.size; at += PIECE) {
        const bytes = await blob.slice(at, at + PIECE).arrayBuffer();
        await ask("sessionFeed", { bytes }, [bytes]);
      }
  }
  it.told = await ask("sessionJoin");
  meet(it.nodes.map((n) => n.name));
  const span = await spanOf();
  it.view = span && viewOf(span);
  it.remarks = [];
  it.tree = new Tree();
  it.chosen = it.about = null;
  await it.tree.open(it.tree.root);
}

// What was open is open again, of a session that may have grown.
async function refresh() {
  const before = it.tree,
    chosen = it.chosen?.key,
    open = new Set([...before.all()].filter((i) => i.open).map((i) => i.key)),
    hidden = new Set([...before.all()].filter((i) => i.hidden).map((i) => i.key));
  await load();
  for (const item of it.tree.all()) {
    item.hidden = hidden.has(item.key);
    if (open.has(item.key)) await it.tree.open(item);
    if (item.key === chosen) await choose(item);
  }
}

function reset() {
  Object.assign(it, { rules: [], zoomX: 1, zoomY: 1, chosen: null, about: null });
  Object.assign(it.find, { text: "", breadth: false, over: 0, below: null, after: null });
  for (const item of it.tree.all()) item.hidden = false;
  it.remarks = [];
  it.tree.fold();
}

// ---- what is chosen ----

const placeOf = ({ row }) => [row.node, row.thread, row.call];

async function choose(item) {
  const { row } = item;
  it.chosen = item;
  it.about =
    row.kind === "call"
      ? { rank: await ask("sessionRank", { place: placeOf(item) }) }
      : row.kind === "remote"
        ? { parts: await ask("sessionParts", { remote: row.remote }) }
        : {};
}

const us = (value) => (value === null || value === undefined ? "not known" : value ? time(value) : "0 µs");
const between = (p, name) =>
  p[`${name}_low_us`] === null
    ? us(p[`${name}_us`])
    : `${us(p[`${name}_us`])} (${us(p[`${name}_low_us`])} to ${us(p[`${name}_high_us`])})`;

// A remote call taken apart.
function partsOf(p) {
  const rows = [
    ["out of the client", us(p.out_us)],
    ["request on the wire", between(p, "request")],
    ["queue of the server", us(p.queue_us)],
    ["work", us(p.work_us)],
    ["out of the server", us(p.back_us)],
    ["reply on the wire", between(p, "reply")],
    ["into the client", us(p.in_us)],
  ];
  return h(
    "dl",
    { class: "session-parts" },
    rows.map(([what, value]) => [h("dt", {}, what), h("dd", {}, value)]),
  );
}

function rankOf(r, row) {
  return h(
    "p",
    { class: "session-rank" },
    `This method in ${row.of}: ${quantity(r.calls)} calls, ${us(r.total_us)} in all, minimum ${us(r.least_us)}, `,
    `maximum ${us(r.most_us)}, average ${us(r.mean_us)}, standard deviation ${us(r.deviation_us)}. `,
    r.calls && row.time_us !== null
      ? `This call is longer than ${((100 * r.shorter) / r.calls).toFixed(2)} % of them.`
      : "",
  );
}

// When a call, or a thread, or a call to another machine ended, by its node's clock.
const endedAt = (row) => row.start_us + (row.raw_us ?? row.time_us ?? 0) + (row.away_us ?? 0);

// Shows the call on the time line of all nodes.
async function amongAll() {
  const { row } = it.chosen;
  it.time = true;
  const place = { node: row.node, thread: row.threadName, start: row.start_us, end: endedAt(row) };
  if (!it.view || !(await goToCall(it.view, place)))
    say(`No message says how the clock of ${it.nodes[row.node].name} stands.`);
}

// Shows the call on the time line of its own run.
async function onTimeLine() {
  const { row } = it.chosen,
    { run } = it.nodes[row.node],
    scale = 1e6 / (runs[run].hz || 1),
    from = row.start_us / scale,
    to = endedAt(row) / scale;
  await switchRun(run);
  timeline.go(from - (to - from) * 0.1 - 10, to + (to - from) * 0.1 + 10);
  change({ sel: [Math.floor(from), Math.max(Math.ceil(to), Math.floor(from) + 1)] });
}

function about() {
  const { row } = it.chosen,
    way = [];
  for (let i = it.chosen; i; i = i.parent) way.unshift(i);
  return h(
    "div",
    { class: "about session-about" },
    h(
      "p",
      { class: "way" },
      way.map((i, n) => [n ? " › " : "", h("button", { class: "crumb", onclick: act(() => choose(i)) }, i.row.name)]),
    ),
    row.kind === "root"
      ? ""
      : h(
          "p",
          { class: "session-call" },
          h("b", {}, row.name),
          `, on ${it.nodes[row.node].name}, thread ${row.threadName ?? row.thread}`,
          row.start_us === null ? "" : `: from ${time(row.start_us, 0.001)} of its clock on`,
          row.time_us === null ? "" : `, ${us(row.time_us)}`,
          row.raw_us === null ? "" : ` without the probes, ${us(row.raw_us)} with them, ${us(row.away_us)} suspended`,
          `. ${quantity(row.inside)} calls inside`,
          row.note
            ? `; ${row.note === "stray" ? "callers between it and what is above are not recorded" : row.note}`
            : "",
          row.ended && row.ended !== "returned" ? `; ${row.ended}` : "",
          ".",
        ),
    it.about?.rank ? rankOf(it.about.rank, row) : "",
    it.about?.parts ? partsOf(it.about.parts) : "",
  );
}

// ---- functions ----

// Runs f, then draws anew; what goes wrong is said. `data-busy`: functions that are at work.
let busy = 0;
const act = (f) => async () => {
  place.dataset.busy = ++busy;
  try {
    await f();
  } catch (error) {
    say(error.message);
  }
  busy--;
  draw();
  place.dataset.busy = busy;
};

async function findNext() {
  const { text, breadth, over, below, after } = it.find;
  if (!text) return;
  const { rows, remarks: said } = await ask("sessionFind", { text, breadth, over, below, after });
  it.remarks = said;
  say(
    rows.length
      ? ""
      : after
        ? "No call behind that one is like that; the next search begins at the first."
        : "No call is like that.",
  );
  if (!rows.length) return (it.find.after = null);
  const item = await it.tree.reach(rows);
  it.find.after = placeOf(item);
  await choose(item);
}

const sought = (what) => Object.assign(it.find, what, { after: null });

const hiddenCount = () => [...it.tree.all()].filter((i) => i.hidden).length;

function bar() {
  const button = (id, text, f, off = false) =>
    h("button", { id: `session-${id}`, disabled: off, onclick: act(f) }, text);
  const timed = typeof it.chosen?.row.start_us === "number",
    hidden = hiddenCount();
  return h(
    "div",
    { class: "bar", role: "toolbar", "aria-label": "the session's tree" },
    button("load", "Load", load),
    button("refresh", "Refresh", refresh),
    button("reset", "Reset", reset),
    button("up", "Up one level", () => choose(it.chosen.parent), !it.chosen?.parent),
    button("open", "Open level", () => it.tree.openLevel(it.chosen ?? it.tree.root)),
    button("fold", "Fold", () => it.tree.fold(it.chosen ?? it.tree.root)),
    button(
      "hide",
      "Hide",
      () => {
        it.chosen.hidden = true;
        it.chosen = it.chosen.parent;
        it.about = {};
      },
      !it.chosen?.parent,
    ),
    hidden
      ? button("unhide", `Show ${hidden} hidden`, () => {
          for (const i of it.tree.all()) i.hidden = false;
        })
      : "",
    h("span", {}, "Zoom"),
    button("x-in", "x +", () => (it.zoomX *= 1.5)),
    button("x-out", "x −", () => (it.zoomX /= 1.5)),
    button("y-in", "y +", () => (it.zoomY *= 1.5)),
    button("y-out", "y −", () => (it.zoomY /= 1.5)),
    button("mapper", "Mapper", () => (it.mapper = !it.mapper)),
    button("key", "Key", () => (it.key = !it.key)),
    button("time-line", "Time line", () => (it.time = !it.time)),
    button("among", "on the time line", amongAll, !timed),
    button("jump", "on its node's time line", onTimeLine, !timed),
  );
}

function findBar() {
  const { find } = it;
  return h(
    "div",
    { class: "bar" },
    h("input", {
      type: "search",
      id: "session-text",
      value: find.text,
      placeholder: "find a method",
      "aria-label": "find calls of methods whose names hold",
      oninput: (e) => sought({ text: e.target.value }),
      onkeydown: (e) => e.key === "Enter" && act(findNext)(),
    }),
    choice(
      "next is",
      [
        ["depth", "depth first"],
        ["breadth", "breadth first"],
      ],
      find.breadth ? "breadth" : "depth",
      (o) => sought({ breadth: o === "breadth" }),
    ),
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
        id: "session-below",
        checked: Boolean(find.below),
        disabled: it.chosen?.row.kind !== "call" && !find.below,
        onchange: (e) => sought({ below: e.target.checked ? placeOf(it.chosen) : null }),
      }),
      " only below the current call",
    ),
    h("button", { id: "session-find", onclick: act(findNext) }, "Find next"),
  );
}

// ---- the mapper, and the key ----

const rule = { attribute: "of", ask: "each", value: "", low: "", high: "", gives: "colour", with: "#d21f1f" };

function mapper() {
  const set = (what) => {
    Object.assign(rule, what);
    draw();
  };
  const input = (id, type, name) =>
    h("input", {
      id: `session-${id}`,
      type,
      value: rule[name],
      style: "width:90px",
      oninput: (e) => (rule[name] = e.target.value),
    });
  const given =
    rule.gives === "colour"
      ? input("with", "color", "with")
      : rule.gives === "shape"
        ? choice(
            "",
            SHAPES.map((s) => [s, s]),
            rule.with,
            (w) => (rule.with = w),
          )
        : input("with", "number", "with");
  const usual = { colour: "#d21f1f", size: "14", shape: "square", arc: "5" };
  return h(
    "fieldset",
    { class: "session-mapper" },
    h("legend", {}, "Mapper"),
    h(
      "div",
      { class: "bar" },
      choice("where", ATTRIBUTES, rule.attribute, (attribute) =>
        set({ attribute, ask: isText(attribute) && rule.ask === "range" ? "value" : rule.ask }),
      ),
      choice(
        "",
        ASKS.filter(([a]) => a !== "range" || !isText(rule.attribute)),
        rule.ask,
        (a) => set({ ask: a }),
      ),
      rule.ask === "value" ? input("value", "text", "value") : "",
      rule.ask === "range" ? [input("low", "number", "low"), " to ", input("high", "number", "high")] : "",
      choice("gives", GIVES, rule.gives, (gives) => set({ gives, with: usual[gives] })),
      rule.ask === "each" ? "" : given,
      h("button", { id: "session-add", onclick: act(() => it.rules.push({ ...rule })) }, "Apply"),
    ),
    h(
      "ol",
      { class: "session-rules" },
      it.rules.map((r, i) =>
        h("li", {}, told(r), " ", h("button", { onclick: act(() => it.rules.splice(i, 1)) }, "remove")),
      ),
    ),
  );
}

// ---- what clicks and keys do in the drawing ----

function toggle(item) {
  return act(async () => {
    if (item.open) item.open = false;
    else if (item.row.below) await it.tree.open(item);
    await choose(item);
  });
}

const click = (item) => (item === it.chosen ? toggle(item) : act(() => choose(item)))();

// Left and right: the calls beside it; up: what is above; down: what is below, opened; Enter: opens and folds.
function onKey(e) {
  const item = it.chosen ?? it.tree.root,
    beside = item.parent ? it.tree.childrenOf(item.parent).filter((c) => !c.hidden) : [item],
    at = beside.indexOf(item);
  const down = async () => {
    if (item.row.below) await it.tree.open(item);
    return it.tree.childrenOf(item).find((c) => !c.hidden);
  };
  const ways = {
    ArrowLeft: () => beside[at - 1],
    ArrowRight: () => beside[at + 1],
    ArrowUp: () => item.parent,
    ArrowDown: down,
  };
  if (e.key !== "Enter" && e.key !== " " && !ways[e.key]) return;
  e.preventDefault();
  e.stopPropagation();
  if (!ways[e.key]) return void toggle(item)();
  act(async () => {
    const to = await ways[e.key]();
    if (to) await choose(to);
  })();
}

// ---- the view ----

// Scrolls a box so that an element of its drawing is in it: scrollIntoView() does not go sideways to a part of an SVG.
function bringInto(box, element) {
  const [all, one] = [box, element].map((e) => e.getBoundingClientRect());
  if (one.left < all.left || one.right > all.right) box.scrollLeft += (one.left + one.right - all.left - all.right) / 2;
  if (one.top < all.top || one.bottom > all.bottom) box.scrollTop += (one.top + one.bottom - all.top - all.bottom) / 2;
}

function draw(focus = document.activeElement?.closest?.(".session-svg")) {
  if (!place?.isConnected || !it.tree) return;
  const box = place.querySelector(".session-box"),
    [left, top] = [box?.scrollLeft ?? 0, box?.scrollTop ?? 0],
    { told: joined } = it,
    drawn = drawing(it, { click, more: (item) => act(() => it.tree.learn(item))(), key: onKey }); // before its key
  place.replaceChildren(
    h(
      "div",
      { class: "session-view" },
      bar(),
      findBar(),
      it.mapper ? mapper() : "",
      it.key ? keyBox(it) : "",
      joined.note ? h("p", { class: "lost" }, `${joined.note}.`) : "",
      remarks({ name: "session", count: 0, of: 0, remarks: [...it.remarks, ...it.tree.remarks] }),
      joined.said ? h("details", {}, h("summary", {}, "What these dumps lack"), h("pre", {}, joined.said)) : "",
      it.chosen
        ? about()
        : h(
            "p",
            { class: "note" },
            `${quantity(joined.calls)} calls of ${it.nodes.map((n) => n.name).join(", ")}. `,
            joined.calls
              ? "Click a call to look at it, and once more to open what is below."
              : "Nodes that are booted with prof=calls,messages record each; Time line has what else there is.",
          ),
      it.time ? h("div", { id: "session-time" }) : "",
      h("div", { class: "session-box" }, drawn),
    ),
  );
  const now = place.querySelector(".session-box"),
    star = now.querySelector(".session-node.chosen");
  now.scrollLeft = left;
  now.scrollTop = top;
  if (star) bringInto(now, star);
  if (focus) (star ?? now.querySelector(".session-node"))?.focus();
  if (it.time && !it.view) byId("session-time").replaceChildren(nothing("Nothing says how long these runs lasted."));
  else if (it.time)
    showTime(
      byId("session-time"),
      it.nodes,
      it.view,
      { choose: chooseRemote, chooseCall, say },
    ).catch((error) => {
      say(error.message);
    });
}

// A remote call that is chosen on the time line: the item, where it is known; else nothing says where it hangs.
function chooseRemote(remote) {
  const item = [...it.tree.all()].find((i) => i.row.kind === "remote" && i.row.remote === remote);
  if (item) act(() => choose(item))();
  else say("That call's caller is not open in the tree.");
}

// An outermost call that is chosen there, with all above it opened.
const chooseCall = (place) =>
  act(async () => {
    const { rows } = await ask("sessionPath", { place });
    await choose(await it.tree.reach(rows));
  })();

export async function showSession(where) {
  const opened = runs.filter((r) => r);
  where.replaceChildren(place);
  const bytes = runs.reduce((sum, r, run) => sum + (r ? bytesOf(run) : 0), 0);
  if (!it.tree)
    return place.replaceChildren(
      h(
        "div",
        { class: "session-view" },
        h("div", { class: "bar" }, h("button", { id: "session-load", onclick: act(load) }, "Load")),
        h(
          "p",
          { class: "note" },
          `Joins ${opened.length === 1 ? "the run that is open" : `the ${opened.length} runs that are open`} `,
          "to one tree of calls: below a call to another machine stands what was called there. ",
          `Load reads ${opened.length === 1 ? "its" : "their"} ${quantity(bytes)} bytes once more. `,
          "Dumps of more nodes can be dropped on the page.",
        ),
      ),
    );
  return draw(false);
}
