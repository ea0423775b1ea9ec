// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_map.js: the mapper of the session's tree: rules that give calls a colour, a size, a shape and an arc's width
// by what is known of them. A rule asks for a value, for a range, or gives each value its own. Later rules win.

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

// Of each attribute that has texts, those that were met, in their order: what a text gets of its own follows from its
// place, so that few texts never look alike.
const met = new Map();

const placeOf = (attribute, text) => {
  if (!met.has(attribute)) met.set(attribute, new Map());
  const places = met.get(attribute);
  if (!places.has(text)) places.set(text, places.size);
  return places.get(text);
};

// Nodes of a session that is loaded: their places are in its order, whatever is drawn first; none loses its place.
export function meet(nodes) {
  for (const name of nodes) placeOf("of", name);
}

export const metTexts = (attribute) => [...(met.get(attribute)?.keys() ?? [])];

// The first eight hues are 32 degrees apart or more; the eight behind them are darker, and the next ones lighter.
const hueOf = (n) => `hsl(${Math.round(190 + 137.508 * n) % 360} 65% ${[50, 32, 68][Math.floor(n / 8) % 3]}%)`;

// What a value gets where each gets its own: of a number by its magnitude, of a text by its place.
function own(gives, attribute, value) {
  if (typeof value === "number") {
    const size = Math.min(Math.max(Math.log10(Math.abs(value) + 1), 0), 7) / 7;
    return {
      colour: `hsl(${Math.round(240 - 240 * size)} 75% 50%)`,
      size: 4 + 14 * size,
      shape: SHAPES[Math.floor(size * (SHAPES.length - 1) + 0.5)],
      arc: 1 + 7 * size,
    }[gives];
  }
  const n = placeOf(attribute, value);
  return { colour: hueOf(n), size: 4 + (n % 8), shape: SHAPES[n % SHAPES.length], arc: 1 + (n % 8) }[gives];
}

const PLAIN = { colour: null, size: 7, shape: "circle", arc: 1.2 };

// How a row is drawn.
export function look(rules, row) {
  const out = { ...PLAIN, colour: row.of ? own("colour", "of", row.of) : "var(--dim)" };
  if (row.kind === "remote") out.shape = "diamond";
  for (const rule of rules)
    if (holds(rule, row))
      out[rule.gives] =
        rule.ask === "each"
          ? own(rule.gives, rule.attribute, row[rule.attribute])
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
