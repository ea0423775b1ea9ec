// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_graph.js: the call graph, and what is around one function of it: who calls it, and whom it calls.

import { h, quantity, time } from "./dom.js";
import { change, state } from "./state.js";
import { all, choice, nothing, remarks } from "./view_base.js";
import { figure } from "./view_figures.js";

export async function showGraph(place) {
  const t = await all("pairs");
  if (!t.rows.length) return place.replaceChildren(...remarks(t), nothing("No timed calls here."));
  const name = state.focus?.at(-1) ?? t.rows[0].callee;
  const node = (who, r) =>
    h(
      "button",
      {
        class: "gnode",
        style: `--share:${Math.max(2, Math.min(100, r.incl_pct || 0))}%`,
        onclick: () => change({ focus: [who] }),
      },
      h("b", {}, who),
      h("span", {}, `${quantity(r.calls)} calls, ${time(r.incl_us)}`),
    );
  const some = (rows, who) => (rows.length ? rows.map((r) => node(r[who], r)) : [nothing("none")]);
  place.replaceChildren(
    ...remarks(t),
    await figure("callgraph", true),
    h("h3", {}, "around one function"),
    choice(
      "function",
      [...new Set(t.rows.flatMap((r) => [r.caller, r.callee]))].sort().map((n) => [n, n]),
      name,
      (n) => change({ focus: [n] }),
    ),
    h(
      "div",
      { class: "graph" },
      h(
        "div",
        {},
        h("h3", {}, "called by"),
        some(
          t.rows.filter((r) => r.callee === name),
          "caller",
        ),
      ),
      h("div", { class: "middle" }, h("div", { class: "gnode now" }, h("b", {}, name))),
      h(
        "div",
        {},
        h("h3", {}, "calls"),
        some(
          t.rows.filter((r) => r.caller === name),
          "callee",
        ),
      ),
    ),
  );
}
