// SPDX-License-Identifier: GPL-2.0-or-later
//
// session_tree.js: the tree of a session as far as it is known: a virtual root, below it the threads of all nodes,
// below these their calls, and below remote calls what their servers called. What is below is asked for when it is
// opened.

import { ask } from "./view_base.js";

const AT_ONCE = 40; // children that are asked for and drawn together

export const keyOf = (row) =>
  row.kind === "root"
    ? "root"
    : row.kind === "remote"
      ? `=> ${row.remote}`
      : `${row.node}/${row.thread}:${row.call ?? ""}`;

export class Tree {
  constructor() {
    this.root = this.item({ kind: "root", name: "virtual root", below: 1, of: null }, null);
    this.root.open = true;
    this.threadNames = new Map();
    this.remarks = new Set(); // what was said of all that is known
  }

  item(row, parent) {
    if (row.kind === "thread") this.threadNames?.set(`${row.node}/${row.thread}`, row.name);
    row.threadName = this.threadNames?.get(`${row.node}/${row.thread}`) ?? null;
    return { key: keyOf(row), row, parent, children: null, of: 0, far: [], open: false, hidden: false };
  }

  // Makes more of what is below an item known.
  async learn(item) {
    const have = item.children?.length ?? 0,
      { row } = item;
    const { rows, of, remarks } =
      row.kind === "root"
        ? await ask("sessionThreads").then((t) => ({ ...t, of: t.rows.length }))
        : await ask("sessionBelow", {
            place: [row.node, row.thread, row.call, row.remote],
            first: have,
            count: AT_ONCE,
          });
    const more = rows.map((r) => this.item(r, item)),
      keep = new Map(item.far.map((f) => [f.key, f]));
    item.children = [...(item.children ?? []), ...more.map((m) => keep.get(m.key) ?? m)];
    item.far = item.far.filter((f) => !more.some((m) => m.key === f.key));
    item.of = of;
    for (const remark of remarks) this.remarks.add(remark);
  }

  async open(item) {
    if (!item.children) await this.learn(item);
    item.open = true;
  }

  // The item of a call at the end of a path of rows from its thread on, all opened around it. A child that is one of
  // many, and not known yet, stands behind those that are.
  async reach(path) {
    let at = this.root;
    for (const row of path) {
      await this.open(at);
      at.hidden = false;
      const key = keyOf(row);
      let next = this.childrenOf(at).find((c) => c.key === key);
      if (!next) at.far.push((next = this.item(row, at)));
      at = next;
    }
    for (let up = at; up; up = up.parent) up.hidden = false;
    return at;
  }

  childrenOf(item) {
    return [...(item.children ?? []), ...item.far];
  }

  // All known items, those before whose children come.
  *all(from = this.root) {
    const waiting = [from];
    while (waiting.length) {
      const item = waiting.pop();
      yield item;
      waiting.push(...this.childrenOf(item));
    }
  }

  // Opens one more level of what is below an item.
  async openLevel(item) {
    let level = [item];
    while (level.length) {
      const shut = level.filter((i) => !i.open && i.row.below);
      if (shut.length) {
        for (const i of shut.slice(0, AT_ONCE)) await this.open(i);
        return;
      }
      level = level.flatMap((i) => this.childrenOf(i).filter((c) => c.row.below && !c.hidden));
    }
  }

  fold(item = this.root) {
    for (const i of this.all(item)) i.open = i === this.root;
  }

  // Where each item is drawn: {item, slot, depth}, slots from left to right, an item above the middle of what is below
  // it; and `more` behind children that are not known. Without recursion: calls may be deep.
  placed() {
    const out = [],
      stack = [{ item: this.root, depth: 0, next: 0, below: null, slots: [] }];
    let slots = 0;
    while (stack.length) {
      const at = stack.at(-1);
      at.below ??= at.item.open ? this.childrenOf(at.item).filter((c) => !c.hidden) : [];
      if (at.next < at.below.length) {
        stack.push({ item: at.below[at.next++], depth: at.depth + 1, next: 0, below: null, slots: [] });
        continue;
      }
      const missing = at.item.open && at.item.children ? at.item.of - at.item.children.length : 0;
      if (missing > 0) {
        out.push({ more: missing, of: at.item, slot: slots, depth: at.depth + 1 });
        at.slots.push(slots++);
      }
      const slot = at.slots.length ? (at.slots[0] + at.slots.at(-1)) / 2 : slots++;
      out.push({ item: at.item, slot, depth: at.depth, parent: at.item.parent });
      stack.pop();
      stack.at(-1)?.slots.push(slot);
    }
    return { places: out, slots };
  }
}
