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

const number = Number.isFinite,
  text = (v) => typeof v === "string",
  truth = (v) => typeof v === "boolean",
  place = (v) => Number.isSafeInteger(v) && v >= 0,
  list = (one) => (v) => Array.isArray(v) && v.every(one),
  tuple = (...parts) => (v) => Array.isArray(v) && v.length === parts.length && parts.every((part, i) => part(v[i])),
  maybe = (test) => (v) => v === null || test(v),
  stretch = (v) => tuple(number, number)(v) && v[0] < v[1];

// What stands in the address, and what makes sense there.
const KEPT = {
  run: place,
  from: number,
  to: number,
  sel: maybe(stretch),
  thread: maybe(text),
  tab: text,
  pins: list(text),
  calls: list(text),
  call: maybe(tuple(place, place)),
  only: text,
  search: text,
  table: text,
  chart: text,
  sort: maybe(tuple(place, truth)),
  filter: text,
  source: text,
  mode: text,
  split: truth,
  focus: maybe(list(text)),
  marks: list(stretch),
  ranges: list(tuple(place, number, number)),
  now: text,
  moment: maybe(number),
  sides: list((side) => ["A", "B", ""].includes(side)),
};
export const atFirst = JSON.parse(JSON.stringify(state));

let seen = null; // the fragment as this page has read or written it last; opening reads it

// Has the address say what is looked at. One that was entered, and that the page is about to show, stays.
export function write() {
  if (writing) return;
  writing = true;
  setTimeout(() => {
    writing = false;
    if (seen !== null && location.hash !== seen) return;
    const kept = Object.keys(KEPT).filter((k) => JSON.stringify(state[k]) !== JSON.stringify(atFirst[k]));
    history.replaceState(
      null,
      "",
      "#" + kept.map((k) => `${k}=${encodeURIComponent(JSON.stringify(state[k]))}`).join("&"),
    );
    seen = location.hash;
  }, 100);
}

// What the fragment says; nothing of it that makes no sense. `tabs`: the views that there are.
export function fromFragment(tabs) {
  const what = {};
  seen = location.hash;
  for (const part of location.hash.slice(1).split("&")) {
    const [name, value] = part.split("=");
    if (!Object.hasOwn(KEPT, name)) continue;
    try {
      const read = JSON.parse(decodeURIComponent(value));
      if (KEPT[name](read)) what[name] = read;
    } catch {
      // An address that was cut: the rest of it counts.
    }
  }
  if (!tabs.includes(what.tab)) delete what.tab;
  return what;
}
