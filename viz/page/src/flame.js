// SPDX-License-Identifier: GPL-2.0-or-later
//
// flame.js: call stacks as boxes on boxes: from the outermost function down, from the innermost up, around one function,
// or one sample after the other; and nested boxes. A stack is [names, weight]; what is too narrow to be seen is one grey
// box that says how many it stands for, so widths always add up.

import { h, hueOfName, isDark, quantity, time } from "./dom.js";
import { change, state } from "./state.js";

const ROW = 19,
  LEAST = 1.5; // pixels

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

const colourOf = (name, dark) => `hsl(${hueOfName(name)} ${dark ? 45 : 68}% ${dark ? 34 : 76}%)`;

// Red: more than in the other run; blue: less.
function colourOfChange(share, otherShare, dark) {
  const strength = Math.min(1, Math.abs(share - otherShare) / Math.max(share, otherShare, 1e-9));
  return `hsl(${share > otherShare ? 4 : 214} ${Math.round(strength * 75)}% ${dark ? 34 : 80 - strength * 18}%)`;
}

// A tree as rows of boxes. `what`: {tell, hit: text, up: rows go up, change: colours of two runs, focus: path,
// pick: f(node)}.
export function flame(root, width, what) {
  const dark = isDark(),
    rows = [],
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
    }${node.self ? `; itself ${what.tell(node.self)}` : ""}`;
    boxes.push(
      h(
        "button",
        {
          class: `box${hit ? " hit" : ""}`,
          title: text,
          "aria-label": text,
          "data-depth": depth,
          tabindex: depth ? "-1" : "0",
          style: `left:${x}px;width:${Math.max(1, w - 0.5)}px;${what.up ? "bottom" : "top"}:${depth * ROW}px;background:${
            what.change ? colourOfChange(share, node.other / other, dark) : colourOf(node.name, dark)
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
            style: `left:${at}px;width:${Math.max(1, nw - 0.5)}px;${
              what.up ? "bottom" : "top"
            }:${(depth + 1) * ROW}px`,
          },
          nw > 60 ? note : "",
        ),
      );
    }
  };
  put(base, 0, width, 0, false);
  return {
    element: h("div", { class: "flame", style: `height:${rows.length * ROW}px`, role: "tree" }, boxes),
    found,
  };
}

// Samples one after the other: neighbours that share their first functions share boxes.
export function chronicle(samples, to, us, width) {
  const dark = isDark(),
    boxes = [],
    open = [];
  const from = samples.length ? samples[0][0] : 0,
    span = to - from || 1,
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
            tabindex: "-1",
            style: `left:${x(since)}px;width:${Math.max(1, w - 0.5)}px;top:${open.length * ROW}px;background:${colourOf(name, dark)}`,
            onclick: () => change({ sel: [Math.floor(since), Math.ceil(at)] }),
          },
          w > 24 ? name : "",
        ),
      );
    }
  };
  for (const [at, names] of samples) {
    let same = 0;
    while (same < open.length && same < names.length && open[same].name === names[same]) same++;
    shut(same, at);
    for (let d = same; d < names.length; d++) open.push({ name: names[d], since: at });
    deepest = Math.max(deepest, names.length);
  }
  shut(0, to);
  return h("div", { class: "flame", style: `height:${deepest * ROW}px` }, boxes);
}

// Nested boxes (JX paper, figure 7): a box has the area of its weight, and holds those of its callees.
export function nested(root, width, height, what) {
  const dark = isDark(),
    boxes = [];
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
          tabindex: "-1",
          style: `left:${x}px;top:${y}px;width:${w}px;height:${hgt}px;background:${colourOf(node.name, dark)}`,
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
  return h("div", { class: "nested", style: `height:${height}px` }, boxes);
}

export const tellSamples = (n) => `${quantity(n)} samples`;
export const tellTime = (us) => time(us);
export { state };
