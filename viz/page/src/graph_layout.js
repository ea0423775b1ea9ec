// SPDX-License-Identifier: GPL-2.0-or-later
//
// graph_layout.js: places for the nodes and edges of a graph, by dagre: layers from what nobody points at, in each
// layer the order in which few edges cross, and room for the text of each edge.

import dagre from "dagre";

const BOLD = 7.2, // width of a letter of 12 px
  PLAIN = 6.2, // and of one of 11 px
  ROW = 14,
  BESIDE = 18,
  BETWEEN = 40;

const keyOf = (kind, number) => `${kind === "others" ? "o" : "n"}${number}`;
const wide = (text, letter) => [...text].length * letter;

// Nodes: {kind, number (of "others": `of`), lines: texts}; edges: {from, to, others: `from` is of that kind, text}.
// Returns { nodes: with x, y, width, height; edges: with points, from node to node, `at`, the middle of the text, and
// `room`, its width; width; height }. `down`: layers lie below each other, else beside each other.
export function layGraph(given, arrows, down) {
  const g = new dagre.graphlib.Graph({ multigraph: true });
  g.setGraph({ rankdir: down ? "TB" : "LR", nodesep: BESIDE, edgesep: BESIDE, ranksep: BETWEEN });
  const nodes = given.map((n) => ({
    ...n,
    key: keyOf(n.kind, n.kind === "others" ? n.of : n.number),
    width: Math.max(...n.lines.map((text, i) => wide(text, i ? PLAIN : BOLD))) + 16,
    height: n.lines.length * ROW + 10,
  }));
  nodes.forEach((n) => g.setNode(n.key, { width: n.width, height: n.height }));
  const edges = arrows
    .map((e, i) => ({ ...e, v: keyOf(e.others ? "others" : "", e.from), w: keyOf("", e.to), name: String(i) }))
    .filter((e) => g.hasNode(e.v) && g.hasNode(e.w));
  edges.forEach((e) => (e.room = wide(e.text, PLAIN)));
  edges.forEach((e) => g.setEdge(e, { width: e.room + 8, height: ROW, labelpos: "c" }));
  dagre.layout(g);
  for (const n of nodes) {
    const { x, y } = g.node(n.key);
    Object.assign(n, { x: x - n.width / 2, y: y - n.height / 2 });
  }
  for (const e of edges) {
    const { points, x, y } = g.edge(e);
    Object.assign(e, { points: points.map((p) => [p.x, p.y]), at: [x, y] });
  }
  const { width, height } = g.graph();
  return { nodes, edges, width: Math.max(width, 0), height: Math.max(height, 0) };
}
