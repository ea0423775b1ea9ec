// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_draw.js: how the tree of a session is drawn (session_tree.js): a level of calls below the other, arcs between
// them, each call as the mapper says (session_map.js); and the key to it.

import { h, quantity, time } from "./dom.js";
import { isText, look, metTexts, told } from "./session_map.js";
import { svg } from "./session_lanes.js";

const SLOT = 34, // pixels between neighbours, at a zoom of 1
  LEVEL = 54,
  LABELLED = 70, // pixels that a name takes
  DRAWN_MOST = 4000, // items that are drawn
  KEYS_MOST = 24; // texts that the key lists of a rule

const scale = ({ zoomX, zoomY }) => ({
  middle: (slot) => 40 + slot * SLOT * zoomX,
  height: (depth) => 30 + depth * LEVEL * zoomY,
});

// A drawing of a row's look, in the middle of a group.
function shape(of, chosen) {
  const { size: r, colour } = of,
    at = (n, radius = r, turn = 0) =>
      Array.from({ length: n }, (_, i) => {
        const a = (2 * Math.PI * i) / n - Math.PI / 2 + turn;
        return `${(radius * Math.cos(a)).toFixed(1)},${(radius * Math.sin(a)).toFixed(1)}`;
      }).join(" ");
  const star = Array.from({ length: 10 }, (_, i) => {
    const a = (Math.PI * i) / 5 - Math.PI / 2,
      radius = i % 2 ? r * 0.55 : r * 1.5;
    return `${(radius * Math.cos(a)).toFixed(1)},${(radius * Math.sin(a)).toFixed(1)}`;
  }).join(" ");
  if (chosen) return svg("polygon", { points: star, fill: colour });
  if (of.shape === "circle") return svg("circle", { r, fill: colour });
  const corners = { square: [4, Math.PI / 4], diamond: [4, 0], triangle: [3, 0], hexagon: [6, 0] }[of.shape];
  return svg("polygon", { points: at(corners[0], r * 1.15, corners[1]), fill: colour });
}

const picture = (...parts) => svg("svg", { width: 26, height: 22, viewBox: "-13 -11 26 22" }, ...parts);

// What each text that was met gets by a rule which gives each its own.
function ownOnes(rule) {
  const texts = metTexts(rule.attribute),
    first = texts.slice(0, KEYS_MOST);
  const pictureOf = (text) => {
    const of = look([rule], { kind: "call", [rule.attribute]: text });
    return rule.gives === "arc"
      ? picture(svg("line", { class: "session-arc", x1: -12, x2: 12, y1: 0, y2: 0, "stroke-width": of.arc }))
      : picture(shape({ ...of, colour: rule.gives === "colour" ? of.colour : "var(--text)" }, false));
  };
  return [
    first.map((text) => h("div", { class: "session-own" }, pictureOf(text), text)),
    texts.length > first.length ? h("div", {}, `and ${quantity(texts.length - first.length)} more`) : "",
  ];
}

// What shapes and colours stand for, to be made when all that is drawn has been.
export function keyBox(it) {
  const entries = [
    ["star: the current call", { size: 7, colour: "var(--text)", shape: "circle" }, true],
    ["underlined: nothing is below it", { size: 6, colour: "var(--text)", shape: "circle" }, false],
    ["diamond: a call to another machine", { size: 6, colour: "var(--text)", shape: "diamond" }, false],
  ];
  const nodes = metTexts("of").slice(0, Math.max(it.nodes.length, KEYS_MOST)); // and machines that are not traced here
  return h(
    "fieldset",
    { class: "session-key" },
    h("legend", {}, "Key"),
    entries.map(([text, of, chosen]) =>
      h("div", {}, picture(shape(of, chosen)), text),
    ),
    nodes.map((name) =>
      h(
        "div",
        { class: "session-node-key" },
        picture(shape(look(it.rules, { kind: "call", of: name }), false)),
        `node ${name}`,
      ),
    ),
    it.rules.map((r) =>
      h("div", { class: "session-rule" }, told(r), r.ask === "each" && isText(r.attribute) ? ownOnes(r) : ""),
    ),
  );
}

function drawItem(it, on, { item, slot, depth }) {
  const { middle, height } = scale(it),
    of = look(it.rules, item.row),
    chosen = item === it.chosen,
    { row } = item;
  return svg(
    "g",
    {
      class: `session-node${chosen ? " chosen" : ""}`,
      transform: `translate(${middle(slot)},${height(depth)})`,
      role: "treeitem",
      tabindex: chosen || (!it.chosen && row.kind === "root") ? 0 : -1,
      "aria-level": depth + 1,
      "aria-selected": String(chosen),
      "aria-expanded": row.below ? String(item.open) : null,
      "data-key": item.key,
      "data-name": row.name,
      "data-shape": of.shape,
      onclick: () => on.click(item),
    },
    svg(
      "title",
      {},
      [row.name, row.of && ` on ${row.of}`, typeof row.time_us === "number" && `: ${time(row.time_us)}`]
        .filter(Boolean)
        .join(""),
    ),
    shape(of, chosen),
    row.below
      ? item.open
        ? null
        : svg("text", { class: "session-shut", x: of.size + 2, y: 4 }, "▸")
      : svg("line", { class: "session-leaf", x1: -of.size, x2: of.size, y1: of.size + 3, y2: of.size + 3 }),
    SLOT * it.zoomX >= LABELLED || chosen ? svg("text", { class: "session-name", y: of.size + 14 }, row.name) : null,
  );
}

// The drawing of what is open: `it` has the tree, rules and zooms of view_session.js; `on` what clicks and keys do.
export function drawing(it, on) {
  const { middle, height } = scale(it),
    { places, slots } = it.tree.placed(),
    shown = places.length > DRAWN_MOST ? places.slice(-DRAWN_MOST) : places,
    at = new Map(shown.filter((p) => p.item).map((p) => [p.item, p])),
    deepest = Math.max(...shown.map((p) => p.depth));
  const arcs = shown.flatMap((p) => {
    const up = at.get(p.item ? p.parent : p.of);
    return up
      ? [
          svg("line", {
            class: "session-arc",
            x1: middle(up.slot),
            y1: height(up.depth),
            x2: middle(p.slot),
            y2: height(p.depth),
            "stroke-width": p.item ? look(it.rules, p.item.row).arc : 1,
          }),
        ]
      : [];
  });
  const more = shown
    .filter((p) => p.more)
    .map((p) =>
      svg(
        "text",
        {
          class: "session-more",
          x: middle(p.slot) - 10,
          y: height(p.depth),
          role: "button",
          tabindex: -1,
          "data-of": p.of.key,
          onclick: () => on.more(p.of),
        },
        `… ${quantity(p.more)} more`,
      ),
    );
  return [
    shown.length < places.length
      ? h(
          "p",
          { class: "lost" },
          `${quantity(places.length - shown.length)} calls are open and not drawn: fold or hide some.`,
        )
      : "",
    svg(
      "svg",
      {
        class: "session-svg",
        width: middle(slots) + 160,
        height: height(deepest) + 40,
        role: "tree",
        "aria-label": "calls of all nodes",
        "data-arrows": "yes",
        onkeydown: on.key,
      },
      arcs,
      shown.filter((p) => p.item).map((p) => drawItem(it, on, p)),
      more,
    ),
  ];
}
