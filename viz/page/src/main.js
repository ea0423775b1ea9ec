// SPDX-License-Identifier: GPL-2.0-or-later
//
// main.js: the page from its opening on: the runs that it holds and those that are dropped on it, keys, commands,
// search, and which view is shown.

import { BRUSH_KEYS } from "./brush.js";
import { SYSTEM_DARK, byId, h, idle, isDark, quantity, say, soon, time } from "./dom.js";
import { atFirst, change, fromFragment, onChange, state, write } from "./state.js";
import { Feed } from "./feed.js";
import { Live } from "./live.js";
import { KIND } from "./paint.js";
import { Timeline } from "./timeline.js";
import { begin, views } from "./views.js";

const FILE_PIECE = 1 << 22; // bytes that are read of a file at once

const runs = [];
let worker,
  timeline,
  drawn = 0;

// ---- the worker ----

const waiting = new Map();
let questions = 0,
  opening = Promise.resolve(); // behind it the worker has all runs; rejected: they cannot be opened again

// The worker was started anew before it had answered: another question had broken it.
class Interrupted extends Error {}

// Asks the worker at hand.
function post(op, what = {}, transfer = []) {
  const id = ++questions;
  worker.postMessage({ id, op, ...what }, transfer);
  return new Promise((good, bad) =>
    waiting.set(id, { key: `${op} ${what.run ?? ""} ${what.name ?? ""}`, run: what.run, good, bad }),
  );
}

// What a worker that is started anew is given without being asked (reopen()).
const REOPENED = ["begin", "feed", "append"];

// Asks the worker, and, where another question breaks that one, the next worker.
async function ask(op, what, transfer) {
  for (;;) {
    for (let last; last !== opening;) await (last = opening).catch(() => {}); // a worker may break while it opens
    await opening;
    const refused = sources[what?.run]?.refused ?? givenUp.get(op);
    if (refused) throw new Error(refused);
    try {
      return await post(op, what, transfer);
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      if (REOPENED.includes(op)) return undefined;
    }
  }
}

async function startWorker() {
  const mine = new Worker(URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" })));
  worker = mine;
  mine.onmessage = ({ data: { id, result, error, broken } }) => {
    const question = waiting.get(id);
    if (worker !== mine || !question) return;
    waiting.delete(id);
    if (error === undefined) return question.good(result);
    if (broken) restart(question, error);
    question.bad(new Error(error));
  };
  mine.onerror = (e) => worker === mine && restart({ key: "" }, e.message);
  const core = await unpacked(bytesOf(byId("core").textContent.trim()));
  await post("core", { bytes: core }, [core]);
}

const RESTARTS = 3; // for one question: then the page would do nothing else
const restarts = new Map(),
  givenUp = new Map(); // kinds of questions that are of no run and were asked so often: why they are asked no more

// Refuses what has broken the worker again and again: its run, or, of a question that is of no run, this question.
function refuse({ key, run }, why) {
  const source = sources[run],
    what = source?.name ?? "This",
    told = `${what} has broken the analysis ${RESTARTS + 1} times and is not looked at any more: ${why}`;
  if (!source) return givenUp.set(key.split(" ")[0], told);
  source.refused = told;
  source.pieces = [];
  if (!runs[run]) return undefined;
  runs[run] = { ...runs[run], ok: false, lanes: [], tables: [], said: told };
  return state.run === run ? showRun(run) : showRuns();
}

// A module that has trapped is not to be trusted any more: another worker opens the runs again, and is asked what this
// one has not answered. Where that is not possible each question ends with an error that says so.
function restart(question, why) {
  const { key } = question,
    count = (restarts.get(key) ?? 0) + 1,
    others = [...waiting.values()];
  worker.terminate();
  waiting.clear();
  restarts.set(key, count);
  if (count > RESTARTS && key) refuse(question, why);
  // What comes from now on is asked later.
  const runsSoFar = sources.map((source) => ({ ...source, pieces: [...source.pieces] }));
  const mine = (opening = (
    count > RESTARTS && !key ? Promise.reject(new Error(`that was the ${count}th time`)) : reopen(runsSoFar)
  ).then(
    () =>
      say(
        count > RESTARTS
          ? `An analysis broke: ${why}. ${sources[question.run]?.refused ?? givenUp.get(key.split(" ")[0])}.`
          : `An analysis broke: ${why}. The dump has been opened again, and what you chose stands.`,
      ),
    (error) => {
      const told = `An analysis broke: ${why}. The dump cannot be opened again: ${error.message}. Reload the page.`;
      if (mine === opening) say(told);
      throw new Error(told);
    },
  ));
  mine.catch(() => {}); // who asks is told
  others.forEach(({ bad }) => bad(new Interrupted("the worker was started anew")));
}

// Where the bytes of each run are: {name, bytes, pieces: Blobs, live, whole: all have come, line: what the feed has
// told of it, refused: why it is not looked at any more}. A hole: a run that was closed.
const sources = [];

async function reopen(all) {
  await startWorker();
  for (const [run, source] of all.entries()) {
    if (!source || source.refused) continue;
    const { name, bytes, pieces, live, whole, names } = source;
    await post("begin", { run, name, bytes });
    if (names) {
      const own = await names.arrayBuffer();
      await post("names", { run, bytes: own }, [own]);
    }
    for (const [piece, blob] of pieces.entries()) {
      const own = await blob.arrayBuffer();
      await post(live ? "append" : "feed", { run, piece, bytes: own }, [own]);
    }
    if (runs[run]) {
      const { calls } = runs[run];
      runs[run] = { ...runs[run], ...(await post(live ? "refresh" : "done", { run, last: whole })) };
      if (calls) runs[run].lanes = (await post("calls", { run })).lanes;
    }
    if (isLookedAt(run)) await post("look", { run, ...choice() });
  }
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

// What gzip has packed.
async function unpacked(bytes) {
  if (!globalThis.DecompressionStream) throw new Error("this browser is too old: it has no DecompressionStream");
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// ---- runs ----

// What a run of a file is called: two that come from files of one name are told apart.
function nameOf(file) {
  const taken = new Set(sources.map((source) => source?.name));
  for (let n = 1; ; n++) {
    const name = n > 1 ? `${file} (${n})` : file;
    if (!taken.has(name)) return name;
  }
}

// Begins a run, of a file or, with 0 bytes, of a stream. Returns its number.
async function beginRun(name, bytes, line = null) {
  const run = sources.push({ name, bytes, pieces: [], live: !bytes, whole: false, line }) - 1;
  await ask("begin", { run, name, bytes });
  return run;
}

// Forgets a run, and frees what it takes.
function closeRun(run) {
  delete sources[run];
  delete runs[run];
  return ask("close", { run });
}

// Adds a file. One that cannot be opened leaves nothing behind.
async function addRun(file, line = null) {
  const name = nameOf(file.name),
    run = await beginRun(name, file.size, line);
  try {
    for (let at = 0; at < file.size; at += FILE_PIECE) {
      const blob = file.slice(at, at + FILE_PIECE),
        own = await blob.arrayBuffer(),
        piece = sources[run].pieces.push(blob) - 1;
      await ask("feed", { run, piece, bytes: own }, [own]);
    }
    runs[run] = { ...(await ask("done", { run })), name };
  } catch (error) {
    await closeRun(run).catch(() => {}); // the first reason is told
    throw error;
  }
  return run;
}

// The blocks of runs in the page, each as soon as the browser has read it: the worker unpacks one while the browser reads
// the next. A block is whole when an element follows, or the page has ended.
async function* embedded() {
  for (;;) {
    const ended = document.readyState !== "loading",
      block = document.querySelector("script.run");
    if (block && (block.nextElementSibling || ended)) {
      yield block;
      block.remove();
    } else if (ended) {
      return;
    } else {
      await new Promise((done) => setTimeout(done, 2));
    }
  }
}

// One that cannot be opened is told of, and the others are.
async function addEmbedded() {
  const end = async ({ run, name }) => {
    performance.mark("read"); // marks are what bench-page asks for
    try {
      runs[run] = { ...(await ask("done", { run })), name };
    } catch (error) {
      say(`${name} cannot be opened: ${error.message}`);
      await closeRun(run).catch(() => {});
    }
    performance.mark("lanes");
  };
  let now = null;
  for await (const block of embedded()) {
    const { run: key, name: file, bytes } = block.dataset;
    if (now?.key !== key) {
      if (now) await end(now);
      const name = nameOf(file);
      now = { key, name, run: await beginRun(name, +bytes || 1) }; // 0 would be a stream
    }
    const own = bytesOf(block.textContent.trim()).buffer,
      piece = sources[now.run].pieces.push(new Blob([own])) - 1;
    ask("feed", { run: now.run, piece, bytes: own }, [own]).catch(() => {}); // what is wrong `done` says
  }
  if (now) await end(now);
}

// A button for each run, and for those that a server has and that are not opened yet.
function showRuns() {
  const failed = (error) => say(`It cannot be opened: ${error.message}`),
    open = (line) => openPast(line).catch(failed);
  byId("runs").replaceChildren(
    ...runs
      .map((r, i) => h("button", { "aria-pressed": String(i === state.run), onclick: () => switchRun(i) }, r.name))
      .filter((button) => button), // one that could not be opened leaves a hole
    ...past.map((line) => h("button", { onclick: () => open(line) }, `open ${line.file}, which has ended`)),
    ...(pastBefore
      ? [h("span", { class: "dim" }, `${quantity(pastBefore)} before them are where hostdump serve writes`)]
      : []),
  );
}

// What the run is, in the page's head.
async function showRun(run) {
  state.run = run;
  const r = runs[run];
  showRuns();
  byId("damage").replaceChildren(
    ...(r.said
      ? [
          h(
            "details",
            { open: !r.ok },
            h(
              "summary",
              {},
              r.ok
                ? "This dump is damaged or incomplete: what is missing is drawn in red, and said in each view"
                : "This dump cannot be looked at",
            ),
            h("pre", {}, r.said),
          ),
        ]
      : []),
  );
  byId("views").hidden = !r.ok;
  byId("timeline").hidden = !r.ok || !r.lanes.length; // of timed calls alone there are no times
  if (!r.ok) return;
  const rows = await ask("table", { run, name: "run" }).then((t) =>
    ask("rows", { run, name: "run", first: 0, count: t.count }),
  );
  if (state.run !== run) return; // another one has been chosen meanwhile
  const facts = Object.fromEntries(rows);
  r.hasCalls = /\bcalls\b/.test(facts.modes ?? "");
  if (r.hasCalls && (state.calls.length || !r.lanes.some((l) => l.kind === 0))) {
    await showCalls();
    if (state.run !== run) return;
    byId("timeline").hidden = !r.lanes.length;
  }
  byId("facts").replaceChildren(
    ...[
      ["", r.live ? "live" : ""],
      ["program", facts.program],
      ["system", facts.system],
      ["modes", facts.modes],
      ["lasts", time(+facts.duration_us)],
      ["records", quantity(+facts.records)],
      ["lost frames", facts.lost_frames],
    ]
      .filter(([, v]) => v && v !== "-" && v !== "0")
      .map(([k, v]) => h("span", { class: k ? null : "live" }, h("i", {}, k), ` ${v}`)),
  );
  const threads = [...new Set(r.lanes.filter((l) => l.kind === 0).map((l) => l.name))];
  byId("thread").replaceChildren(
    h("option", { value: "" }, "all threads"),
    ...threads.slice(0, 2000).map((t) => h("option", { value: t }, t)),
  );
  byId("thread").value = state.thread ?? "";
  timeline.show(run, r);
}

// Tables whose first window costs a look at the whole run.
const COLD = ["threads", "sites", "rounds"];

// Has the worker make what windows rest on, while the reader looks at the first picture.
async function warm(run) {
  for (const name of COLD.filter((n) => runs[run].tables.find((t) => t.name === n)?.applies)) {
    await idle();
    await ask("warm", { run, name }).catch(() => {}); // a view that needs it will say what is wrong
  }
  document.documentElement.dataset.warm = "yes";
}

async function switchRun(run) {
  await ask("look", { run, from: null, to: null, thread: null }); // a comparison may have asked for what this run lacks
  looked = "";
  await showRun(run);
  change({ from: 0, to: runs[run].stop || 1, sel: null, thread: null, moment: null });
  write(); // of two runs alike all else may stay
  await look();
  showView();
  if (state.search) await search(state.search); // lanes of the run before are none of this one
  closeEnded(); // the run that was looked at before may be one
}

// ---- the view below ----

let looked = "";

// What is chosen, for `look`; and whether it is of a run.
function choice() {
  const us = 1e6 / (runs[state.run]?.hz || 1),
    [from, to] = state.sel?.map((at) => at * us) ?? [null, null];
  return { from, to, thread: state.thread };
}

const isLookedAt = (run) => runs[run]?.ok && (run === state.run || state.tab === "compare");

async function look() {
  const wanted = JSON.stringify([state.run, state.sel, state.thread]);
  if (looked === wanted) return;
  looked = wanted;
  const said = await Promise.all(runs.map((_, run) => (isLookedAt(run) ? ask("look", { run, ...choice() }) : null)));
  if (said[state.run] && !said[state.run].ok) say(said[state.run].said);
}

const waited = ({ busy }) => busy[1] + busy[2]; // blocked, and spinning

// What a lane has in a window of `span` cycles, in words: `b` of the worker's `within`.
function wordsOf(lane, b, span) {
  const share = (cycles) => `${((100 * cycles) / span).toFixed(1)} %`;
  switch (lane.kind) {
    case KIND.THREAD:
      return `ran ${share(b.busy[1])}, ready ${share(b.busy[2])}`;
    case KIND.WAIT:
      return `waited for locks ${share(waited(b))}`;
    case KIND.COLLECTION:
      return `took ${share(b.busy[1])}`;
    case KIND.LOSS:
      return `records were lost in ${share(b.busy[1])} of the time`;
    case KIND.EVENT:
      return `${quantity(b.count)} times`;
    case KIND.SAMPLE:
      return `${quantity(b.count)} samples`;
    default:
      return `${quantity(b.least)} to ${quantity(b.most)}, mean ${quantity(Math.round(b.mean))}`;
  }
}

const isLoss = (lane) => lane.kind === KIND.LOSS;
const STRETCHES = [KIND.THREAD, KIND.COLLECTION, KIND.LOSS]; // lanes of which the time counts, not how often it changes

// What is chosen, with figures of each lane in it, what was lost first.
async function showChosen() {
  const r = runs[state.run],
    us = 1e6 / (r.hz || 1),
    place = byId("chosen");
  if (!state.sel)
    return place.replaceChildren(
      h("span", {}, "The whole run. "),
      h("span", { class: "dim" }, "Drag on the time line to choose a window; all views follow."),
    );
  const chosen = state.sel,
    run = state.run,
    [from, to] = chosen,
    lanes = await ask("within", { run, from, to });
  if (state.sel !== chosen || state.run !== run) return; // another choice has been made meanwhile
  const told = r.lanes
    .map((l, i) => ({ l, b: lanes[i] }))
    .filter(({ l }) => ![KIND.PROCESSOR, KIND.CALL, KIND.MOMENT, KIND.STAND].includes(l.kind))
    .filter(({ l, b }) =>
      l.kind === KIND.WAIT ? waited(b) : STRETCHES.includes(l.kind) ? b.busy[1] : b.count,
    )
    .sort((p, q) => isLoss(q.l) - isLoss(p.l) || q.b.busy[1] - p.b.busy[1] || q.b.count - p.b.count)
    .slice(0, 8)
    .map(({ l, b }) =>
      h("span", { class: isLoss(l) ? "more" : null }, h("i", {}, l.name), ` ${wordsOf(l, b, to - from)}`),
    );
  place.replaceChildren(
    h(
      "b",
      {},
      `${time(from * us, ((to - from) * us) / 1000)} to ${time(to * us, ((to - from) * us) / 1000)}: ${time((to - from) * us)}`,
    ),
    ...told,
    h("button", { onclick: () => timeline.fit() }, "fit (f)"),
    h("button", { onclick: () => change({ sel: null }) }, "whole run (Esc)"),
  );
}

async function showView() {
  const place = byId("view"),
    mine = ++drawn,
    r = runs[state.run];
  if (!r?.ok) return;
  document.documentElement.dataset.ready = "no";
  document.querySelectorAll("#tabs button").forEach((b) => {
    b.setAttribute("aria-selected", String(b.dataset.tab === state.tab));
    b.tabIndex = b.dataset.tab === state.tab ? 0 : -1; // arrows lead to the others
  });
  try {
    await look();
    if (mine === drawn)
      await views[state.tab].show({
        clientWidth: place.clientWidth,
        clientHeight: place.clientHeight,
        // A view that was asked for earlier and is made later shows nothing.
        replaceChildren: (...children) => mine === drawn && place.replaceChildren(...children),
      });
  } catch (error) {
    place.replaceChildren(h("p", { class: "lost", role: "alert" }, `This view cannot be made: ${error.message}`));
  }
  if (mine === drawn) {
    byId("view-title").textContent = views[state.tab].title;
    place.dataset.view = state.tab;
    document.documentElement.dataset.ready = "yes";
  }
}

const viewSoon = soon(showView);

// The calls of the run that is looked at, which the worker makes when they are first asked for.
async function showCalls() {
  const run = state.run,
    r = runs[run];
  if (!r?.calls) {
    const { lanes, ...calls } = await ask("calls", { run });
    Object.assign(r, { lanes, calls });
    if (calls.deeper) say(`${quantity(calls.deeper)} calls are too deep for a lane; view Calls has them.`);
  }
  return r.calls;
}

// ---- search ----

let hits = null;

const SEARCHED = ["methods", "samples", "threads", "locks", "sites", "classes"]; // tables, the quickest first

function showHits(text) {
  byId("hits").replaceChildren(
    ...(hits
      ? [
          h("b", {}, quantity(hits.hits)),
          ` in ${hits.lanes.length} lanes`,
          ...(hits.lanes.length
            ? [
                h("button", { id: "previous", title: "N", "aria-label": "previous hit", onclick: () => step(true) }, "‹"),
                h("button", { id: "next", title: "n", "aria-label": "next hit", onclick: () => step(false) }, "›"),
              ]
            : []),
          h(
            "button",
            {
              id: "only",
              "aria-pressed": String(state.only === text),
              onclick: () => change({ only: state.only === text ? "" : text }),
            },
            "only these",
          ),
        ]
      : []),
  );
}

// Hits in a table, beside those that are shown: what the reader is about to click stays where it is.
function addHits(text, name, count) {
  const show = () => change({ tab: "tables", table: name, filter: text, sort: null, ranges: [] });
  byId("hits").append(h("button", { onclick: show }, `${count} in ${name}`));
}

// Lanes at once; tables one after the other, for some have to be made.
async function search(text) {
  change({ search: text });
  const mine = (hits = text ? await ask("search", { run: state.run, text }) : null);
  showHits(text);
  for (const name of mine ? SEARCHED.filter((n) => runs[state.run].tables.find((t) => t.name === n)?.applies) : []) {
    const count = await ask("searchTable", { run: state.run, text, name }).catch(() => 0); // its view says why
    if (mine !== hits) return;
    if (count) addHits(text, name, count);
  }
}

async function step(back) {
  if (!hits?.lanes.length) return;
  const { picked } = timeline,
    at = picked?.at ?? (back ? state.to : state.from),
    lane = picked?.lane?.lane ?? null;
  const hit = await ask("step", { run: state.run, lanes: hits.lanes, lane, at, back });
  if (!hit) return say(back ? "no earlier hit" : "no further hit");
  return timeline.goTo(hit.lane, hit.at);
}

// ---- commands and keys ----

const commands = [
  ["w", "zoom in", () => timeline.zoom(1 / 1.4)],
  ["s", "zoom out", () => timeline.zoom(1.4)],
  ["a", "pan left", () => timeline.pan(-0.15)],
  ["d", "pan right", () => timeline.pan(0.15)],
  ["f", "fit what is chosen, or the whole run", () => timeline.fit()],
  ["0", "the whole run", () => timeline.whole()],
  ["c", "choose what is in view as the window", () => timeline.chooseView()],
  ["m", "keep the chosen window as a measure", () => state.sel && change({ marks: [...state.marks, state.sel] })],
  ["M", "drop all measures", () => change({ marks: [] })],
  ["/", "search", () => byId("search").focus()],
  ["n", "next hit", () => step(false)],
  ["N", "previous hit", () => step(true)],
  ["]", "next entry of the lane", () => timeline.step(false)],
  ["[", "previous entry of the lane", () => timeline.step(true)],
  ["p", "pause a run that is received, or go on", () => lives.length && pause()],
  ["Escape", "the whole run, all threads", () => change({ sel: null, thread: null })],
  ["?", "keys", () => byId("keys").showModal()],
  ["Control+k", "commands", () => palette()],
  ["t", "light or dark", () => theme()],
  ...Object.entries(views).map(([tab, v], i) => [
    i < 9 ? `Alt+${i + 1}` : "",
    `view: ${v.title}`,
    () => change({ tab }),
  ]),
];

function theme() {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  repaint();
}

// Where the reader has not chosen, the page is as dark as the system, also when that changes.
matchMedia(SYSTEM_DARK).addEventListener("change", () => document.documentElement.dataset.theme || repaint());

// What has been painted is of other colours now.
function repaint() {
  timeline?.draw();
  showView();
}

function onKey(e) {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
  const name = `${e.altKey ? "Alt+" : ""}${e.ctrlKey || e.metaKey ? "Control+" : ""}${e.key}`;
  if (typing && e.key === "Escape") return e.target.blur();
  if ((typing && name !== "Control+k") || document.querySelector("dialog[open]")) return;
  const found =
    commands.find(([key]) => key === name) ??
    { ArrowLeft: commands[2], ArrowRight: commands[3] }[e.target.closest?.(".glass") ? e.key : ""];
  if (found) {
    e.preventDefault();
    found[2]();
  }
}

// All that can be done, by its name: commands, tables, threads.
function palette() {
  const all = [
    ...commands.map(([key, text, f]) => ({ text, key, f })),
    ...(runs[state.run]?.tables ?? []).map((t) => ({
      text: `table: ${t.name}, ${t.title}`,
      f: () => change({ tab: "tables", table: t.name, sort: null, filter: "", ranges: [] }),
    })),
    ...(runs[state.run]?.lanes ?? [])
      .filter((l) => l.kind === 0)
      .slice(0, 500)
      .map((l) => ({ text: `thread: ${l.name}`, f: () => change({ thread: l.name }) })),
  ];
  const list = h("div", { class: "list", role: "listbox" }),
    input = h("input", { type: "search", placeholder: "what to do", "aria-label": "what to do" });
  const dialog = byId("palette");
  const run = (c) => {
    dialog.close();
    c.f();
  };
  const fill = () => {
    const words = input.value.toLowerCase().split(" ");
    list.replaceChildren(
      ...all
        .filter((c) => words.every((w) => c.text.toLowerCase().includes(w)))
        .slice(0, 14)
        .map((c) => h("button", { role: "option", onclick: () => run(c) }, c.text, c.key ? h("kbd", {}, c.key) : null)),
    );
  };
  input.addEventListener("input", fill);
  input.addEventListener("keydown", (e) => e.key === "Enter" && list.firstChild?.click());
  dialog.replaceChildren(input, list);
  fill();
  dialog.showModal();
  input.focus();
}

// ---- the address ----

// What is looked at of a run when it is opened.
function atOpening(run) {
  const sampled = runs[run].lanes.some((l) => l.kind === 3);
  return { from: 0, to: runs[run].stop || 1, source: sampled ? "samples" : "timing" };
}

const OF_ONE_RUN = ["from", "to", "sel", "thread", "marks", "call", "moment"];

// What the address says of a run; of another run's times and threads nothing.
function addressed(run) {
  const { run: of = run, ...what } = fromFragment(Object.keys(views));
  if (of !== run) OF_ONE_RUN.forEach((name) => delete what[name]);
  if (!((what.from ?? 0) < (what.to ?? (runs[run].stop || 1)))) delete what.from, delete what.to;
  return what;
}

const notHere = (run) => `The address is of run ${run + 1}, which this page has not: drop it here.`;

// Shows what another address says, which the reader has gone to in this page: a bookmark, a link, what was pasted.
async function showAddress() {
  const { run = runs.findIndex((r) => r?.ok) } = fromFragment(Object.keys(views)),
    what = runs[run]?.ok ? addressed(run) : null; // before the page writes another one
  if (run < 0) return undefined;
  if (!what) return say(notHere(run));
  if (run !== state.run) await switchRun(run);
  change({ ...atFirst, run, ...atOpening(run), ...what });
  byId("search").value = state.search;
  return search(state.search);
}

// ---- opening ----

function layOut() {
  byId("tabs").replaceChildren(
    ...Object.entries(views).map(([tab, v]) =>
      h("button", { role: "tab", "data-tab": tab, "aria-controls": "view", onclick: () => change({ tab }) }, v.title),
    ),
  );
  byId("tabs").addEventListener("keydown", (e) => {
    const all = Object.keys(views),
      by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!by) return;
    e.preventDefault();
    e.stopPropagation(); // it would move the time line
    change({ tab: all[(all.indexOf(state.tab) + by + all.length) % all.length] });
    document.querySelector(`#tabs [data-tab=${state.tab}]`).focus();
  });
  byId("keys").replaceChildren(
    h("h2", {}, "Keys"),
    h(
      "dl",
      {},
      commands.filter(([key]) => key).map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]),
      [
        ["drag", "choose a window; with Alt its ends do not snap"],
        ["Shift+drag", "pan"],
        ["Control+wheel", "zoom at the pointer"],
        ["Shift+wheel", "pan"],
        ["double click", "fit"],
        ["click on a thread's name", "all views of this thread"],
        ["☆", "pin a lane"],
        ["in a histogram or heat map", BRUSH_KEYS],
        ["in a table", "arrows go from row to row, Enter shows the time of one on the time line"],
      ].map(([k, v]) => [h("dt", {}, h("kbd", {}, k)), h("dd", {}, v)]),
    ),
    h("form", { method: "dialog" }, h("button", {}, "close")),
  );
  byId("search").addEventListener("input", (e) => {
    clearTimeout(search.later);
    search.later = setTimeout(() => search(e.target.value), 120);
  });
  byId("search").addEventListener("keydown", (e) => {
    if (e.key === "Enter") {
      e.preventDefault();
      step(e.shiftKey);
    }
  });
  byId("thread").addEventListener("change", (e) => change({ thread: e.target.value || null }));
  byId("pause").addEventListener("click", pause);
  byId("theme").addEventListener("click", theme);
  byId("help").addEventListener("click", () => byId("keys").showModal());
  byId("commands").addEventListener("click", palette);
  document.addEventListener("keydown", onKey);
  addEventListener("resize", () => viewSoon());
  const unshown = (error) => say(`The address cannot be shown: ${error.message}`);
  addEventListener("hashchange", () => showAddress().catch(unshown));
}

// ---- runs that still go on ----

const lives = []; // those that are received
let paused = false;

// While it is paused the page shows what it shows, of all runs, and what comes is kept.
function pause() {
  paused = !paused;
  lives.forEach((live) => live.hold(paused));
  showPause();
}

function showPause() {
  const came = lives.reduce((sum, live) => sum + live.kept, 0),
    button = byId("pause");
  button.hidden = !lives.length;
  button.setAttribute("aria-pressed", String(paused));
  button.textContent = paused ? `go on: ${quantity(came)} bytes came since` : "pause";
}

const showPauseSoon = soon(showPause);

const OTHERS = 500; // ms between two views of nodes that are not the one that is looked at
let others = null;

function showOthers() {
  if (state.tab !== "now" || others) return;
  others = setTimeout(() => {
    others = null;
    viewSoon();
  }, OTHERS);
}

// Shows a run of which more has come. Where the view went up to the run's end it goes on with it.
async function showMore(run, name, told, last) {
  const before = runs[run],
    alone = !runs.some((r, i) => i !== run && r?.ok && r.lanes.length);
  runs[run] = { ...told, name, live: !last };
  sources[run].whole = last;
  document.documentElement.dataset.live = last ? "no" : String(told.frames);
  if (last) say(`${name} has ended: ${quantity(told.frames)} frames`);
  if (!told.ok || !told.stop) return;
  if (!before?.stop && alone) {
    await showRun(run);
    const moments = told.tables.find((t) => t.name === "moments")?.applies;
    return change({ ...atOpening(run), tab: moments ? "now" : state.tab, ...addressed(run) });
  }
  if (!before?.stop) showRuns();
  if (state.run !== run) return showOthers();
  await showRun(run);
  if (state.run !== run) return; // another one has been chosen meanwhile: the window is of that one
  if (state.to >= before.stop) {
    const whole = state.from <= 0,
      span = state.to - state.from;
    change({ from: whole ? 0 : Math.round(told.stop - span), to: told.stop });
  }
  showChosen();
  await showView();
}

const NAMES_WAIT = 5000; // ms until names are asked for again
let lastNames = Promise.resolve(); // settles when the server has answered the last question for names

// Gets the functions of a live run's image from the server that has it: where that has no image, addresses are shown.
// An answer may take long, and a browser asks a server no more than some six questions at once: so runs ask one after
// the other, and the feed and what is asked by clicks get through.
function addNames(run, line, live) {
  lastNames = lastNames.then(() => (sources[run] ? askNames(run, line, live) : null)).catch(() => {});
}

async function askNames(run, line, live) {
  const answer = await fetch(`runs/${line.run}/names`).catch(() => null);
  if (answer?.status === 503) setTimeout(() => addNames(run, line, live), NAMES_WAIT); // too many pages ask
  if (!answer?.ok) return;
  const blob = await answer.blob();
  if (!sources[run]) return;
  sources[run].names = blob;
  await live.names(new Uint8Array(await blob.arrayBuffer()));
}

// Opens a run that is still received. Returns what takes its bytes: append(), end() and, of live.js, hold().
// `line`: what the feed has told of it; null: it is none of a feed.
async function openLive(file, line = null) {
  const name = nameOf(file),
    run = await beginRun(name, 0, line),
    live = new Live(ask, run, (told, last) => showMore(run, name, told, last));
  lives.push(live);
  live.hold(paused);
  showPause();
  let named = !line;
  return {
    append: (bytes) => {
      if (sources[run].refused) return undefined;
      if (!named) addNames(run, line, live);
      named = true;
      const came = live.append(bytes, sources[run].pieces.push(new Blob([bytes])) - 1);
      if (paused) showPauseSoon();
      return came;
    },
    end: () =>
      live.end().finally(() => {
        lives.splice(lives.indexOf(live), 1);
        showPause();
        if (line) hasEnded(run);
      }),
  };
}

// Runs of the feed that have ended and are not open, as its lines tell of them, the last ones; and how many before them
// are no more offered.
const past = [],
  PAST_MOST = 100;
let pastBefore = 0;

function addPast(line) {
  past.push(line);
  if (past.length > PAST_MOST) pastBefore += past.splice(0, past.length - PAST_MOST).length;
  showRuns();
}

function forgetPast() {
  past.length = pastBefore = 0;
  sources.forEach((source) => (source.line = null)); // their numbers were the other server's
  showRuns();
}

// Opens one of them.
async function openPast(line) {
  say(`${line.file} is read`);
  const answer = await fetch(`runs/${line.run}`);
  if (!answer.ok) throw new Error(`${line.file}: ${(await answer.text()).trim() || answer.status}`);
  const run = await addRun(new File([await answer.blob()], line.file), line);
  if (past.includes(line)) past.splice(past.indexOf(line), 1);
  say(`${line.file}: ${quantity(runs[run].frames)} frames`);
  await switchRun(run);
  hasEnded(run);
}

// A page may follow a feed for days. Of its runs that have ended so many stay open, and so many bytes of them, dumps
// and memory of their modules together, beside the one that is looked at, and those that are compared. Of the others
// the one that ended first is closed, and offered to be opened again as long as its server is there.
const ended = [], // their numbers, in the order in which they ended
  ENDED_MOST = 8,
  ENDED_BYTES = 1 << 29;

function hasEnded(run) {
  ended.push(run);
  closeEnded();
}

const isCompared = (run) => state.tab === "compare" && state.sides[run];

function closeEnded() {
  const takes = (run) => (runs[run]?.memory ?? 0) + sources[run].pieces.reduce((sum, blob) => sum + blob.size, 0),
    closable = ended.filter((run) => sources[run] && run !== state.run && !isCompared(run)),
    closed = [];
  let bytes = closable.reduce((sum, run) => sum + takes(run), 0);
  while (closable.length > ENDED_MOST || bytes > ENDED_BYTES) {
    const run = closable.shift(),
      { name, line } = sources[run];
    bytes -= takes(run);
    ended.splice(ended.indexOf(run), 1);
    closed.push(name);
    closeRun(run).catch(() => {}); // a worker that broke has said so, and the next one has not this run
    if (line) addPast(line);
  }
  if (!closed.length) return;
  showRuns();
  say(
    `Closed, so that the page does not grow: ${closed.join(", ")}. A button opens each again while its server is ` +
      "there; its dump stays where the server has written it.",
  );
}

function followFeed(url) {
  return new Feed(url, {
    say,
    open: openLive,
    past: addPast,
    forget: forgetPast,
  }).follow();
}

async function openFiles(files) {
  for (const file of files) {
    say(`${file.name} is read`);
    const run = await addRun(file);
    say(`${runs[run].name}: ${quantity(runs[run].frames)} frames`);
    if (runs.filter((r) => r.ok).length < 2) await switchRun(run).then(() => runs[run].ok && warm(run));
    else
      await showRun(state.run)
        .then(() => change({ tab: "compare" }))
        .then(() => {
          looked = "";
          return showView();
        });
  }
}

onChange((changed) => {
  const has = (...keys) => keys.some((k) => changed.has(k));
  if (has("pins", "only")) timeline.arrange();
  if (has("calls"))
    showCalls().then(
      () => timeline.arrange(),
      (error) => say(`The calls cannot be shown: ${error.message}`),
    );
  if (has("from", "to", "sel", "marks")) timeline.draw();
  if (has("sel", "tab", "thread")) showChosen();
  if (has("thread")) byId("thread").value = state.thread ?? "";
  if (has("only", "search") && byId("only"))
    byId("only").setAttribute("aria-pressed", String(state.only === state.search));
  if (has("tab")) looked = state.tab === "compare" ? "" : looked;
  if (
    has(
      "sel",
      "thread",
      "tab",
      "table",
      "sort",
      "filter",
      "ranges",
      "source",
      "mode",
      "split",
      "focus",
      "search",
      "chart",
      "now",
      "moment",
      "sides",
      "call",
    )
  )
    viewSoon();
});

// Takes the dumps that the reader chooses or drops, also before the page can read them: they wait for `begun`.
function takeFiles(begun) {
  const opened = (files) =>
    begun.then(() => openFiles(files)).catch((error) => say(`It cannot be opened: ${error.message}`));
  byId("file").addEventListener("change", (e) => opened([...e.target.files]));
  document.addEventListener("dragover", (e) => e.preventDefault());
  document.addEventListener("drop", (e) => {
    e.preventDefault();
    opened([...e.dataTransfer.files]);
  });
}

async function open() {
  let begun;
  takeFiles(new Promise((done) => (begun = done)));
  opening = startWorker();
  await opening;
  performance.mark("core");
  layOut();
  timeline = new Timeline(ask);
  begin({ ask, runs, timeline, switchRun, showCalls, pieces: (run) => sources[run].pieces });
  await addEmbedded();
  begun();
  const wanted = fromFragment(Object.keys(views)).run ?? -1,
    first = runs[wanted] ? wanted : runs.findIndex((r) => r);
  const feed = document.querySelector("script.live");
  if (feed && !runs.length) return followFeed(feed.dataset.feed);
  if (first < 0) return sources.length ? undefined : say("Drop a dump (run.jxp) here, or open one.");
  await showRun(first);
  if (!runs[first].ok) return;
  if (wanted >= 0 && first !== wanted) say(notHere(wanted));
  change({ ...atOpening(first), ...addressed(first) });
  timeline.arrange();
  byId("search").value = state.search;
  await Promise.all([showChosen(), showView()]);
  if (state.search) await search(state.search);
  await warm(first);
}

open().catch((error) => say(`The page cannot be opened: ${error.message}`));
window.explorer = {
  search,
  openLive,
  state,
  change,
  ask,
  runs,
  get timeline() {
    return timeline;
  },
};
