// SPDX-License-Identifier: GPL-2.0-or-later
//
// state.js: what the reader looks at. It stands in the fragment of the page's address, so that an address is a view.

export const state = {
  from: 0,
  to: 1, // of the time line, cycles
  sel: null, // [from, to] chosen, cycles; null: the whole run
  thread: null, // name; null: all
  tab: "flame",
  run: 0,
  pins: [], // names of lanes, as group:name
  calls: [], // names of threads whose calls are shown below their lane
  call: null, // the call that is looked at, [thread, number]
  only: "", // lanes are shown whose names hold this text
  search: "",
  table: "methods",
  chart: "threads",
  sort: null,
  filter: "",
  ranges: [],
  source: "samples",
  mode: "down",
  split: false,
  focus: null,
  now: "threads", // what view now shows
  moment: null, // which moment, us; null: the newest one
  sides: [], // of runs that are compared, "A", "B" or ""; as long as the reader has not said, the first one is A
  marks: [], // measures that are kept, [from, to]
};

const listeners = [];
let writing = false;

// f(changed) is called with the set of names of what has changed.
export function onChange(f) {
  listeners.push(f);
}

export function change(what) {
  const changed = new Set(Object.keys(what).filter((k) => JSON.stringify(state[k]) !== JSON.stringify(what[k])));
  if (!changed.size) return;
  Object.assign(state, what);
  listeners.forEach((f) => f(changed));
  write();
}

const KEPT = [
  "from",
  "to",
  "sel",
  "thread",
  "tab",
  "pins",
  "calls",
  "call",
  "only",
  "search",
  "table",
  "chart",
  "sort",
  "filter",
  "source",
  "mode",
  "split",
  "focus",
  "marks",
  "ranges",
  "now",
  "moment",
];
const atFirst = JSON.parse(JSON.stringify(state));

function write() {
  if (writing) return;
  writing = true;
  setTimeout(() => {
    writing = false;
    const kept = KEPT.filter((k) => JSON.stringify(state[k]) !== JSON.stringify(atFirst[k]));
    history.replaceState(
      null,
      "",
      "#" + kept.map((k) => `${k}=${encodeURIComponent(JSON.stringify(state[k]))}`).join("&"),
    );
  }, 100);
}

// What the fragment says; nothing of it that makes no sense.
export function fromFragment() {
  const what = {};
  for (const part of location.hash.slice(1).split("&")) {
    const [name, value] = part.split("=");
    if (!KEPT.includes(name)) continue;
    try {
      const read = JSON.parse(decodeURIComponent(value)),
        usual = atFirst[name];
      if (usual === null || typeof read === typeof usual) what[name] = read;
    } catch {
      // An address that was cut: the rest of it counts.
    }
  }
  return what;
}
