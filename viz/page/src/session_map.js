// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_map.js: the mapper of the session's tree: rules that give calls a colour, a size, a shape and an arc's width
// by what is known of them. A rule asks for a value, for a range, or gives each value its own. Later rules win.

import { hueOfName } from "./dom.js";

export const ATTRIBUTES = [
  ["of", "node"],
  ["name", "method"],
  ["threadName", "thread"],
  ["kind", "kind"],
  ["ended", "how it ended"],
  ["time_us", "time, µs"],
  ["raw_us", "time with the probes, µs"],
  ["away_us", "waited, µs"],
  ["inside", "calls inside"],
  ["start_us", "began at, µs"],
];
export const ASKS = [
  ["value", "is"],
  ["range", "is from … to"],
  ["each", "each value its own"],
];
export const SHAPES = ["circle", "square", "diamond", "triangle", "hexagon"];
export const GIVES = [
  ["colour", "colour"],
  ["size", "size"],
  ["shape", "shape"],
  ["arc", "arc width"],
];
const TEXTS = new Set(["of", "name", "threadName", "kind", "ended"]);

export const isText = (attribute) => TEXTS.has(attribute);
export const labelOf = (attribute) => ATTRIBUTES.find(([a]) => a === attribute)[1];

// Whether a rule is about a row.
export function holds(rule, row) {
  const value = row[rule.attribute];
  if (value === null || value === undefined) return false;
  if (rule.ask === "each") return true;
  if (rule.ask === "value")
    return isText(rule.attribute) ? value.toLowerCase() === rule.value.toLowerCase() : value === +rule.value;
  return (rule.low === "" || value >= +rule.low) && (rule.high === "" || value <= +rule.high);
}

const digest = (text) => [...text].reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) >>> 0, 7);

// What a value gets where each gets its own: of a number by its magnitude, of a text by its letters.
function own(gives, value) {
  const size = typeof value === "number" ? Math.min(Math.max(Math.log10(Math.abs(value) + 1), 0), 7) / 7 : null;
  switch (gives) {
    case "colour":
      return size === null
        ? `hsl(${(hueOfName(value) * 7) % 360} 65% 50%)`
        : `hsl(${Math.round(240 - 240 * size)} 75% 50%)`;
    case "size":
      return size === null ? 6 + (digest(value) % 5) * 2 : 4 + 14 * size;
    case "shape":
      return SHAPES[size === null ? digest(value) % SHAPES.length : Math.floor(size * (SHAPES.length - 1) + 0.5)];
    default:
      return size === null ? 1 + (digest(value) % 4) : 1 + 7 * size;
  }
}

const PLAIN = { colour: null, size: 7, shape: "circle", arc: 1.2 };

// How a row is drawn.
export function look(rules, row) {
  const out = { ...PLAIN, colour: row.of ? own("colour", row.of) : "var(--dim)" };
  if (row.kind === "remote") out.shape = "diamond";
  for (const rule of rules)
    if (holds(rule, row))
      out[rule.gives] =
        rule.ask === "each"
          ? own(rule.gives, row[rule.attribute])
          : rule.gives === "size" || rule.gives === "arc"
            ? Math.min(Math.max(+rule.with || 0, 1), 30)
            : rule.with;
  return out;
}

// A rule in words, for the key.
export function told(rule) {
  const what =
    rule.ask === "each"
      ? "each value"
      : rule.ask === "value"
        ? `= ${rule.value}`
        : `${rule.low === "" ? "…" : rule.low} to ${rule.high === "" ? "…" : rule.high}`;
  const [, gives] = GIVES.find(([g]) => g === rule.gives);
  return `${labelOf(rule.attribute)} ${what}: ${gives} ${rule.ask === "each" ? "of its own" : rule.with}`;
}
