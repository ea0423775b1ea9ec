// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_loss.js: what was lost, when, and what the profiler cost.

import { h } from "./dom.js";
import { info, all, remarks } from "./view_base.js";

const SHOWN = 2000; // rows of a table that are elements all at once

export async function showLoss(place) {
  const t = await all("losses"),
    l = await all("lost"),
    cost = await all("cost");
  const list = (table) =>
    h(
      "table",
      { class: "delta" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          table.columns.map((c) => h("th", {}, c)),
        ),
      ),
      h(
        "tbody",
        {},
        table.cells.slice(0, SHOWN).map((cells) =>
          h(
            "tr",
            {},
            cells.map((cell) => h("td", {}, cell)),
          ),
        ),
      ),
    );
  place.replaceChildren(
    ...remarks(t, l),
    h("h3", {}, t.rows.length ? "what was lost" : "Nothing was lost."),
    list(t),
    h("h3", {}, l.rows.length ? "when" : ""),
    t.rows.length > SHOWN || l.rows.length > SHOWN
      ? h("p", { class: "lost" }, `The first ${SHOWN} rows; all are in tables losses and lost.`)
      : "",
    l.rows.length ? list(l) : "",
    h("h3", {}, "what the profiler cost"),
    ...remarks(cost),
    list(cost),
    info().said ? h("pre", {}, info().said) : "",
  );
}
