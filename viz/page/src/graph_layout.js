// SPDX-License-Identifier: GPL-2.0-or-later
//
// graph_layout.js: places for the nodes of a call graph: a layer for each distance from what nobody calls, in each
// layer the order in which fewest arrows cross, found by barycentres (K. Sugiyama, S. Tagawa, M. Toda, 1981). Arrows
// that would lead back, of recursion, do not count for the layers.

const LETTER = 7.2, // width of one of 12 px, bold
  ROW = 14,
  GAP = 18,
  BETWEEN = 90,
  SWEEPS = 8;

const keyOf = (n) => (n.kind === "others" ? `o${n.of}` : `n${n.number}`);

// Layers by longest path, with edges that close a cycle left out.
function layer(nodes, out) {
  const mark = new Map(),
    level = new Map(nodes.map((n) => [n.key, 0])),
    order = [];
  for (const root of nodes) {
    const stack = [[root.key, 0]];
    if (!mark.has(root.key)) mark.set(root.key, "open");
    else continue;
    while (stack.length) {
      const top = stack.at(-1),
        edges = out.get(top[0]) ?? [];
      if (top[1] < edges.length) {
        const e = edges[top[1]++];
        if (mark.get(e.b) === "open") e.back = true;
        else if (!mark.has(e.b)) {
          mark.set(e.b, "open");
          stack.push([e.b, 0]);
        }
      } else {
        mark.set(top[0], "done");
        order.push(top[0]);
        stack.pop();
      }
    }
  }
  for (const key of order.reverse())
    for (const e of out.get(key) ?? []) if (!e.back) level.set(e.b, Math.max(level.get(e.b), level.get(key) + 1));
  return level;
}

// Returns { nodes: with x, y, width, height; edges: with points of a curve and the place of its text; width; height;
// arrow(e) }. `down`: layers lie below each other, else beside each other.
export function layGraph(given, arrows, down) {
  const nodes = given.map((n) => ({
    ...n,
    key: keyOf(n),
    width: Math.max(...n.lines.map((t, i) => [...t].length * (i ? 6.2 : LETTER))) + 16,
    height: n.lines.length * ROW + 10,
  }));
  const byKey = new Map(nodes.map((n) => [n.key, n])),
    out = new Map(),
    edges = arrows
      .map((e) => ({ ...e, a: `${e.others ? "o" : "n"}${e.from}`, b: `n${e.to}` }))
      .filter((e) => byKey.has(e.a) && byKey.has(e.b));
  edges.forEach((e) => (out.get(e.a) ?? out.set(e.a, []).get(e.a)).push(e));
  const level = layer(nodes, out),
    layers = [];
  // The callers that share a node stand one layer before it.
  for (const e of edges) if (e.others) level.set(e.a, Math.max(0, level.get(e.b) - 1));
  nodes.forEach((n) => (layers[level.get(n.key)] ??= []).push(n));
  const near = new Map(nodes.map((n) => [n.key, []]));
  edges.forEach((e) => {
    near.get(e.a).push(e.b);
    near.get(e.b).push(e.a);
  });
  const used = layers.filter((l) => l);
  const number = () => used.forEach((l) => l.forEach((n, i) => (n.order = (i + 0.5) / l.length)));
  number();
  for (let i = 0; i < SWEEPS; i++)
    for (const l of i % 2 ? used.toReversed() : used) {
      for (const n of l) {
        const all = near.get(n.key).filter((k) => level.get(k) !== level.get(n.key));
        n.weight = all.length ? all.reduce((sum, k) => sum + byKey.get(k).order, 0) / all.length : n.order;
      }
      l.sort((a, b) => a.weight - b.weight);
      l.forEach((n, at) => (n.order = (at + 0.5) / l.length));
    }
  // Across: how much a layer takes; along: from layer to layer.
  const [wide, deep] = down ? ["width", "height"] : ["height", "width"],
    [x, y] = down ? ["x", "y"] : ["y", "x"];
  const takes = used.map((l) => l.reduce((sum, n) => sum + n[wide] + GAP, -GAP)),
    most = Math.max(...takes, 1);
  let along = 0;
  used.forEach((l, i) => {
    let at = (most - takes[i]) / 2;
    const depth = Math.max(...l.map((n) => n[deep]));
    for (const n of l) {
      n[x] = at;
      n[y] = along;
      at += n[wide] + GAP;
    }
    along += depth + BETWEEN;
  });
  const size = down ? [most, along - BETWEEN] : [along - BETWEEN, most];
  for (const e of edges) {
    const [a, b] = [byKey.get(e.a), byKey.get(e.b)],
      from = down ? [a.x + a.width / 2, a.y + a.height] : [a.x + a.width, a.y + a.height / 2],
      to = down ? [b.x + b.width / 2, b.y] : [b.x, b.y + b.height / 2],
      half = down ? [0, (to[1] - from[1]) / 2] : [(to[0] - from[0]) / 2, 0];
    e.points = [from, [from[0] + half[0], from[1] + half[1]], [to[0] - half[0], to[1] - half[1]], to];
    e.at = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  }
  const arrow = ({ points: [, , , [tx, ty]] }) =>
    down
      ? [[tx, ty], [tx - 4, ty - 8], [tx + 4, ty - 8]]
      : [[tx, ty], [tx - 8, ty - 4], [tx - 8, ty + 4]];
  return { nodes, edges, width: size[0], height: size[1], arrow };
}
