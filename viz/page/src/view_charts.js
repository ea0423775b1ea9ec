// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_charts.js: the views of one subject each: its chart of viz/figures, and the ways to what is beside it.

import { h, quantity } from "./dom.js";
import { change } from "./state.js";
import { all, nothing, remarks } from "./view_base.js";
import { brushNext } from "./view_tables.js";
import { figure } from "./view_figures.js";

const way = (text, to, before) =>
  h(
    "button",
    {
      onclick: () => {
        before?.();
        change(to);
      },
    },
    text,
  );
const toChart = (chart, text) => way(text, { tab: "charts", chart });
const toTable = (table, text, before) =>
  way(text, { tab: "tables", table, sort: null, filter: "", ranges: [] }, before);
const bar = (...ways) => h("div", { class: "bar" }, ways);

export async function showIntervals(place) {
  place.replaceChildren(
    bar(
      toTable("intervals", "how they are spread, and each of them", () => brushNext(1)),
      toTable("eventstats", "sums of each event"),
    ),
    await figure("intervals"),
  );
}

export async function showLatency(place) {
  place.replaceChildren(
    bar(toTable("threads", "sums of each thread"), toTable("latency", "each wait"), toTable("wakes", "who woke whom")),
    await figure("latency"),
  );
}

export async function showObjects(place) {
  const sites = await all("sites");
  if (!sites.rows.length) return place.replaceChildren(...remarks(sites), nothing("Objects were not recorded."));
  const top = sites.rows.slice(0, 16),
    bytes = "bytes";
  const most = Math.max(...top.map((r) => r[bytes] || 0), 1);
  const said = (r) => `${r.class === "-" ? "" : r.class + "."}${r.method}`;
  place.replaceChildren(
    ...remarks(sites),
    h("h3", {}, `where objects are made, by ${bytes}`),
    h(
      "div",
      { class: "bars2" },
      top.map((r) => [
        h("span", { title: r.where }, said(r), " ", h("i", {}, String(r.where).replace(/.*\//, ""))),
        h("div", { class: "track" }, h("i", { style: `width:${(100 * (r[bytes] || 0)) / most}%` })),
        h("span", {}, `${quantity(r[bytes])}`),
      ]),
    ),
    bar(
      toChart("creation", "when they are made"),
      toChart("lifetime", "when they are born and die"),
      toChart("heap", "how full the heap is"),
    ),
    await figure("age"),
    await figure("survival"),
  );
}

export async function showRounds(place) {
  place.replaceChildren(
    bar(toTable("cycle", "where the time of a round goes"), toTable("rounds", "each round")),
    await figure("rounds"),
  );
}
