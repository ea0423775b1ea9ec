// SPDX-License-Identifier: GPL-2.0-or-later
//
// flame.js: call stacks as boxes on boxes: from the outermost function down, from the innermost up, around one
// function, or one sample after the other; and nested boxes. A stack is [names, weight]; what is too narrow to be seen
// is one grey box that says how many it stands for, so widths always add up.

import { h, hueOfName, quantity, time } from "./dom.js";
import { change, state } from "./state.js";

const ROW = 19,
  LEAST = 1.5, // pixels
  GAP = 0.5;

export class Node {
  constructor(name, parent = null) {
    this.name = name;
    this.parent = parent;
    this.value = 0;
    this.other = 0; // the same of a second run
    this.self = 0;
    this.children = new Map();
  }

  child(name) {
    let c = this.children.get(name);
    if (!c) this.children.set(name, (c = new Node(name, this)));
    return c;
  }

  path() {
    return this.parent ? [...this.parent.path(), this.name] : [];
  }
}

// Adds stacks to a tree; `field` is `value`, or `other` for the second run.
export function grow(root, stacks, field = "value") {
  for (const [names, weight] of stacks) {
    let node = root;
    node[field] += weight;
    for (const name of names) {
      node = node.child(name);
      node[field] += weight;
    }
    if (field === "value") node.self += weight;
  }
  return root;
}

export const upsideDown = (stacks) => stacks.map(([names, weight]) => [[...names].reverse(), weight]);

// What lies below, and above, the calls of a function.
export function around(stacks, name) {
  const below = [],
    above = [];
  for (const [names, weight] of stacks) {
    const first = names.indexOf(name);
    if (first >= 0) {
      below.push([names.slice(first), weight]);
      above.push([names.slice(0, first + 1).reverse(), weight]);
    }
  }
  return { below, above };
}

// Colours are the style sheet's, light, dark and printed: a box has its hue.
const colourOf = (name) => `--hue:${hueOfName(name)}`;

// Where a box lies that is `w` of `width` pixels wide: as a share, since a printed page is of another width.
const across = (x, w, width) =>
  `left:${(100 * x) / width}%;width:max(1px,calc(${(100 * w) / width}% - ${GAP}px))`;

// Red: more than in the other run; blue: less.
function colourOfChange(share, otherShare) {
  const strength = Math.min(1, Math.abs(share - otherShare) / Math.max(share, otherShare, 1e-9));
  return `--hue:${share > otherShare ? 4 : 214};--strength:${strength.toFixed(2)}`;
}

// Boxes are reached by arrows: the next one in the row, and that above or below.
function withArrows(element) {
  const boxes = [...element.querySelectorAll("button")];
  boxes.forEach((b, i) => {
    b.tabIndex = i ? -1 : 0;
  });
  element.setAttribute("role", "group");
  element.dataset.arrows = "yes";
  element.addEventListener("keydown", (e) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key],
      now = document.activeElement;
    if (!way || !boxes.includes(now)) return;
    e.preventDefault();
    const middle = (b) => [b.offsetLeft + b.offsetWidth / 2, b.offsetTop + b.offsetHeight / 2],
      [x, y] = middle(now);
    // The nearest in that direction; what is beside the way counts more than what is far on it.
    let best = null,
      least = Infinity;
    for (const b of boxes) {
      const dx = Math.max(b.offsetLeft - x, 0, x - b.offsetLeft - b.offsetWidth),
        [bx, by] = middle(b),
        on = way[0] * (bx - x) + way[1] * (by - y);
      if (b === now || on <= 0) continue;
      const far = way[0] ? on + 1000 * Math.abs(by - y) : on * 1000 + dx;
      if (far < least) [best, least] = [b, far];
    }
    if (!best || (way[0] && least >= 1000 * best.offsetHeight)) return;
    now.tabIndex = -1;
    best.tabIndex = 0;
    best.focus();
  });
  return element;
}

// A tree as rows of boxes. `what`: {tell, hit: text, up: rows go up, change: colours of two runs, wall: two hues for
// what ran and what was blocked (`other` of a node), focus: path, pick: f(node)}.
export function flame(root, width, what) {
  const rows = [],
    wanted = (what.hit ?? "").toLowerCase();
  let base = root,
    found = 0;
  for (const name of what.focus ?? []) {
    base = base.children.get(name) ?? base;
  }
  const total = root.value || 1,
    other = root.other || 1;
  const boxes = [];
  // Of two runs a box is as wide as its shares of both together, so what only one of them has is there, too.
  const weight = what.change ? (n) => n.value / total + n.other / other : (n) => n.value;
  const put = (node, x, w, depth, above) => {
    rows[depth] = true;
    const share = node.value / total,
      hit = wanted && node.name.toLowerCase().includes(wanted);
    found += hit && !above ? node.value : 0;
    const text = `${node.name}: ${what.tell(node.value)}, ${(100 * share).toFixed(2)} %${
      what.change ? `; other run ${((100 * node.other) / other).toFixed(2)} %` : ""
    }${what.wall ? `; blocked ${what.tell(node.other)}` : ""}${node.self ? `; itself ${what.tell(node.self)}` : ""}`;
    boxes.push(
      h(
        "button",
        {
          class: `box${hit ? " hit" : ""}${what.change ? " changed" : ""}${what.wall ? " wall" : ""}`,
          title: text,
          "aria-label": text,
          "data-depth": depth,
          style: `${across(x, w, width)};${what.up ? "bottom" : "top"}:${depth * ROW}px;${
            what.change
              ? colourOfChange(share, node.other / other)
              : what.wall
                ? `--blocked:${((100 * node.other) / (node.value || 1)).toFixed(1)}%`
                : colourOf(node.name)
          }`,
          onclick: (e) => what.pick?.(node, e),
          ondblclick: () => change({ mode: "sandwich", focus: [node.name] }),
        },
        w > 24 ? node.name : "",
      ),
    );
    const children = [...node.children.values()].sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1));
    let at = x,
      narrow = 0,
      narrowValue = 0;
    for (const c of children) {
      const cw = weight(node) ? (w * weight(c)) / weight(node) : 0;
      if (cw < LEAST) {
        narrow += 1;
        narrowValue += weight(c);
        continue;
      }
      put(c, at, cw, depth + 1, above || hit);
      at += cw;
    }
    if (narrowValue) {
      rows[depth + 1] = true;
      const nw = (w * narrowValue) / weight(node);
      const note = what.change ? `${narrow} narrower` : `${narrow} narrower: ${what.tell(narrowValue)}`;
      boxes.push(
        h(
          "span",
          {
            class: "box narrow",
            title: note,
            style: `${across(at, nw, width)};${what.up ? "bottom" : "top"}:${(depth + 1) * ROW}px`,
          },
          nw > 60 ? note : "",
        ),
      );
    }
  };
  put(base, 0, width, 0, false);
  return {
    element: withArrows(
      h("div", { class: "flame", style: `height:${rows.length * ROW}px`, "aria-label": "flame graph" }, boxes),
    ),
    found,
  };
}

// Stretches of from..to in which records were lost, hatched over what lies there: their time is not known.
export const lostBands = (lost, from, to) =>
  lost.map(([a, b]) =>
    h("i", {
      class: "lost-band",
      title: "records were lost here",
      style: `left:${(100 * (a - from)) / (to - from)}%;width:${(100 * (b - a)) / (to - from)}%`,
    }),
  );

// Samples one after the other, [[from, to, names]...] of the time from..to: neighbours that share their first functions
// share boxes. `lost` as above.
export function chronicle(samples, [from, to], us, width, lost) {
  const boxes = [],
    open = [];
  const span = to - from || 1,
    x = (at) => ((at - from) / span) * width;
  let deepest = 0;
  const shut = (depth, at) => {
    while (open.length > depth) {
      const { name, since } = open.pop(),
        w = x(at) - x(since);
      if (w < LEAST) continue;
      const text = `${name}: from ${time(since * us)} for ${time((at - since) * us)}`;
      boxes.push(
        h(
          "button",
          {
            class: "box",
            title: text,
            "aria-label": text,
            style: `${across(x(since), w, width)};top:${open.length * ROW}px;${colourOf(name)}`,
            onclick: () => change({ sel: [Math.floor(since), Math.ceil(at)] }),
          },
          w > 24 ? name : "",
        ),
      );
    }
  };
  let until = from; // the sample before
  for (const [at, end, names] of samples) {
    let same = 0;
    if (at > until) shut(0, until);
    while (same < open.length && same < names.length && open[same].name === names[same]) same++;
    shut(same, at);
    for (let d = same; d < names.length; d++) open.push({ name: names[d], since: at });
    deepest = Math.max(deepest, names.length);
    until = end;
  }
  shut(0, until);
  const bands = lostBands(lost, from, to),
    style = `height:${Math.max(deepest, 1) * ROW}px`;
  return withArrows(h("div", { class: "flame", style, "aria-label": "samples in their order" }, boxes, bands));
}

// Nested boxes (JX paper, figure 7): a box has the area of its weight, and holds those of its callees.
export function nested(root, width, height, what) {
  const boxes = [];
  const put = (node, x, y, w, hgt, depth) => {
    if (w < 4 || hgt < 4) return;
    const text = `${node.name}: ${what.tell(node.value)}`;
    boxes.push(
      h(
        "button",
        {
          class: "box nest",
          title: text,
          "aria-label": text,
          style: `left:${(100 * x) / width}%;width:${(100 * w) / width}%;top:${y}px;height:${hgt}px;${colourOf(node.name)}`,
          onclick: () => what.pick?.(node),
        },
        w > 30 && hgt > 14 ? node.name : "",
      ),
    );
    const margin = 2,
      head = hgt > 30 ? 15 : 2;
    const children = [...node.children.values()].filter((c) => c.value > 0).sort((a, b) => b.value - a.value);
    let box = { x: x + margin, y: y + head, w: w - 2 * margin, h: hgt - head - margin },
      left = node.value;
    for (const c of children) {
      if (box.w < 4 || box.h < 4) break;
      const share = c.value / left,
        wide = box.w > box.h;
      put(c, box.x, box.y, wide ? box.w * share : box.w, wide ? box.h : box.h * share, depth + 1);
      box = wide
        ? { ...box, x: box.x + box.w * share, w: box.w * (1 - share) }
        : { ...box, y: box.y + box.h * share, h: box.h * (1 - share) };
      left -= c.value;
    }
  };
  put(root, 0, 0, width, height, 0);
  return withArrows(h("div", { class: "nested", style: `height:${height}px`, "aria-label": "nested boxes" }, boxes));
}

export const tellSamples = (n) => `${quantity(n)} samples`;
export const tellTime = (us) => time(us);
export { state };
