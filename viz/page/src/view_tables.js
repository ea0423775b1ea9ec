// SPDX-License-Identifier: GPL-2.0-or-later
//
// view_tables.js: a table: sorted, filtered, brushed and copied. Of its rows those in view are elements.

import { brush, refocus } from "./brush.js";
import { byId, h, idle, quantity, say, time } from "./dom.js";
import { change, state } from "./state.js";
import { ask, timeline, info, us, all, remarks } from "./view_base.js";

const PRINTED_MOST = 2000; // rows that are printed
const ROW = 23,
  SPACER_MOST = 8e6; // pixels; browsers give up above some 17 millions

// Columns whose sum means something; times of the clock, times with callees in them, and levels are not such.
const SUMMED = /_us$|_ns$|calls|count|samples|bytes|objects/,
  NOT_SUMMED =
    /mean|median|min|max|p[0-9]|time_us|incl|^(start|end|from|to|birth|death|first|last|age|used|heap|before|after)_/;

export async function showTable(place) {
  const names = info().tables.filter((t) => t.applies || t.name === state.table);
  const sort = state.sort,
    t = await ask("table", {
      withFigures: true,
      run: state.run,
      name: state.table,
      choice: { filter: state.filter, ranges: state.ranges, sort },
    });
  const nav = h(
    "nav",
    { class: "names", "aria-label": "tables" },
    names.map((n) =>
      h(
        "button",
        {
          title: n.title,
          "aria-current": n.name === state.table ? "true" : null,
          onclick: () => change({ table: n.name, sort: null, filter: "", ranges: [] }),
        },
        n.name,
      ),
    ),
  );
  const filter = h("input", {
    type: "search",
    id: "filter",
    value: state.filter,
    placeholder: "only rows with",
    "aria-label": "only rows with",
    oninput: (e) => {
      clearTimeout(showTable.later);
      showTable.later = setTimeout(() => change({ filter: e.target.value }), 150);
    },
  });
  const title = names.find((n) => n.name === state.table);
  const bar = h(
    "div",
    { class: "bar" },
    h("b", {}, title?.title ?? state.table),
    filter,
    h(
      "span",
      { id: "row-count" },
      `${quantity(t.chosen)} of ${quantity(t.of)} rows${t.count < t.of ? `; the first ${quantity(t.count)} are here: a smaller window shows all` : ""}`,
    ),
    h(
      "button",
      { onclick: async () => copy(await ask("copy", { run: state.run, name: state.table })) },
      "copy as TSV",
    ),
    state.ranges.length ? h("button", { onclick: () => change({ ranges: [] }) }, "all values") : null,
  );
  const main = h("div", { class: "table-main" }, bar, ...remarks(t));
  place.replaceChildren(h("div", { class: "tables" }, nav, main));
  const spread = h("div", { class: "spread" });
  const rows = grid(t, spread);
  main.append(spread, rows);
  keepForPrint(t, rows);
  if (state.ranges.length || showTable.column) await histogram(spread, t, showTable.column ?? state.ranges[0]?.[0]);
  if (document.activeElement === document.body && state.filter) byId("filter").focus();
}

// The rows that are printed, all at once, which a browser that prints does not wait for: {t, box, cells}.
let printed = null;

async function keepForPrint(t, box) {
  const mine = (printed = { t, box, cells: [] });
  await idle();
  if (printed !== mine || !box.isConnected) return;
  mine.cells = await ask("rows", { run: state.run, name: t.name, first: 0, count: PRINTED_MOST }).catch(() => []);
  box.dataset.printed = String(mine.cells.length);
}

function toPaper() {
  if (!printed?.box.isConnected) return;
  const { t, box, cells } = printed,
    cell = (tag) => (text, i) => h(tag, { class: t.types[i] }, text);
  box.after(
    h(
      "table",
      { class: "printed" },
      h("thead", {}, h("tr", {}, t.columns.map(cell("th")))),
      h("tbody", {}, cells.map((row) => h("tr", {}, row.map(cell("td"))))),
    ),
    cells.length < t.chosen
      ? h("p", { class: "printed note" }, `The first ${quantity(cells.length)} of ${quantity(t.chosen)} rows.`)
      : "",
  );
}

addEventListener("beforeprint", toPaper);
addEventListener("afterprint", () => document.querySelectorAll(".printed").forEach((e) => e.remove()));

// How wide a column of text is at least, in pixels, of which a cell has `n` letters: of a place the line number is the
// last thing, and is not cut.
const least = (column, n) => (column === "where" ? n * 8 + 14 : Math.min(n, 34) * 7);

// Rows on demand: of any number only those in view are elements.
function grid(t, spread) {
  const tall = Math.min(SPACER_MOST, t.chosen * ROW),
    scale = t.chosen * ROW > SPACER_MOST ? SPACER_MOST / (t.chosen * ROW) : 1;
  const head = h(
    "div",
    { class: "row head", role: "row" },
    t.columns.map((c, i) =>
      h(
        "span",
        {
          role: "columnheader",
          class: t.types[i],
          "aria-sort": state.sort?.[0] === i ? (state.sort[1] ? "descending" : "ascending") : null,
        },
        h(
          "button",
          {
            title: "sort",
            onclick: () =>
              change({
                sort:
                  state.sort?.[0] === i
                    ? state.sort[1] === (t.types[i] === "number")
                      ? [i, !state.sort[1]]
                      : null
                    : [i, t.types[i] === "number"],
              }),
          },
          c,
          state.sort?.[0] === i ? (state.sort[1] ? " ▼" : " ▲") : "",
        ),
        t.types[i] === "number"
          ? h(
              "button",
              {
                class: "bars",
                title: "how its values are spread",
                "aria-label": `how ${c} is spread`,
                onclick: () => {
                  showTable.column = showTable.column === i ? null : i;
                  histogram(spread, t, showTable.column);
                },
              },
              "▁▅▂",
            )
          : null,
      ),
    ),
  );
  const rows = h("div", { class: "rows" }),
    foot = h(
      "div",
      { class: "row foot", role: "row" },
      t.columns.map((c, i) =>
        h(
          "span",
          {
            class: t.types[i],
            title: t.figures[i]
              ? `n ${t.figures[i].n}, least ${t.figures[i].least}, mean ${t.figures[i].mean}, most ${t.figures[i].most}`
              : null,
          },
          t.figures[i]?.n
            ? SUMMED.test(c) && !NOT_SUMMED.test(c)
              ? `Σ ${quantity(t.figures[i].sum)}`
              : `⌀ ${quantity(t.figures[i].mean)}`
            : "",
        ),
      ),
    );
  const box = h(
    "div",
    {
      class: "grid",
      role: "grid",
      "aria-rowcount": t.chosen,
      "aria-label": t.name,
      "aria-description": "arrows go from row to row, Enter shows the time of one on the time line",
      tabindex: "0",
    },
    head,
    h("div", { style: `height:${tall}px` }),
    rows,
    t.chosen > 1 ? foot : null,
  );
  let at = -1; // the row that keys have gone to
  const goToRow = (row) => {
    at = Math.max(0, Math.min(t.chosen - 1, row));
    const first = Math.ceil(box.scrollTop / scale / ROW),
      seen = Math.max(1, Math.floor(box.clientHeight / ROW) - 2 - (t.chosen > 1)); // below the head, above the foot
    if (at < first) box.scrollTop = Math.floor(at * ROW * scale);
    else if (at >= first + seen) box.scrollTop = Math.ceil((at - seen + 1) * ROW * scale);
    box.setAttribute("aria-activedescendant", "row-at");
    return draw();
  };
  box.addEventListener("keydown", async (e) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];
    if (e.target !== box || e.altKey || e.ctrlKey || e.metaKey || !t.chosen) return;
    if (by) {
      e.preventDefault();
      await goToRow(at < 0 ? Math.ceil(box.scrollTop / scale / ROW) : at + by);
    } else if (e.key === "Enter" && at >= 0) {
      e.preventDefault();
      const [row] = await ask("rows", { run: state.run, name: t.name, first: at, count: 1 });
      if (row) goTo(t, row);
    }
  });
  const draw = async () => {
    const first = Math.floor(box.scrollTop / scale / ROW),
      count = Math.ceil(box.clientHeight / ROW) + 2;
    const cells = await ask("rows", { run: state.run, name: t.name, first, count });
    rows.style.top = `${ROW + (scale < 1 ? box.scrollTop : first * ROW)}px`;
    rows.replaceChildren(
      ...cells.map((row, n) =>
        h(
          "div",
          {
            class: `row${first + n === at ? " at" : ""}`,
            role: "row",
            id: first + n === at ? "row-at" : null,
            "data-row": first + n,
            onclick: () => goTo(t, row),
          },
          row.map((cell, i) =>
            h("span", { role: "gridcell", class: t.types[i], title: cell.length > 24 ? cell : null }, cell),
          ),
        ),
      ),
    );
  };
  // Text columns share what the numbers leave, in proportion to their names in the first rows.
  ask("rows", { run: state.run, name: t.name, first: 0, count: 100 }).then((some) => {
    const letters = t.columns.map((c, i) =>
      Math.min(60, Math.max(c.length + (t.types[i] === "number" ? 5 : 2), ...some.map((row) => row[i].length))),
    );
    const free =
      box.clientWidth - 20 - letters.reduce((sum, n, i) => sum + (t.types[i] === "number" ? n * 7.3 + 14 : 0), 0);
    const texts = letters.reduce((sum, n, i) => sum + (t.types[i] === "number" ? 0 : n), 0);
    box.style.setProperty(
      "--columns",
      letters
        .map(
          (n, i) =>
            `${Math.round(
              t.types[i] === "number"
                ? n * 7.3 + 14
                : Math.max(least(t.columns[i], n), Math.min(n * 8 + 14, (free * n) / texts)),
            )}px`,
        )
        .join(" "),
    );
  });
  box.addEventListener("scroll", draw);
  new ResizeObserver(draw).observe(box);
  return box;
}

// A row that has a time is shown there.
function goTo(t, row) {
  const i = t.columns.findIndex((c) => c === "time_us" || c === "start_us" || c === "birth_us" || c === "from_us");
  if (i < 0 || t.name === "latency" || !info().hz || Number.isNaN(+row[i])) return;
  const at = +row[i] / us(),
    span = state.to - state.from;
  if (at < state.from || at > state.to) timeline.go(at - span / 2, at + span / 2);
  timeline.picked = { at, end: null, lane: null };
  timeline.draw();
}

// How a column of numbers is spread; a stretch that is brushed chooses rows.
async function histogram(place, t, column) {
  if (column === null || column === undefined) return place.replaceChildren();
  const bins = 60,
    s = await ask("spread", {
      run: state.run,
      name: t.name,
      column,
      bins,
      choice: { filter: state.filter, ranges: state.ranges.filter(([c]) => c !== column) },
    });
  const most = Math.max(...s.counts, 1),
    value = (i) => (s.ratio ? s.least * (s.most / s.least) ** (i / bins) : s.least + ((s.most - s.least) * i) / bins);
  const bars = [...s.counts].map((n, i) =>
    h("span", {
      class: "hbar",
      "data-bin": i,
      title: `${quantity(value(i))} to ${quantity(value(i + 1))}: ${n}`,
      style: `height:${n ? Math.max(2, Math.sqrt(n / most) * 100) : 0}%`,
    }),
  );
  const others = state.ranges.filter(([c]) => c !== column),
    own = state.ranges.find(([c]) => c === column),
    told = h("p", { class: "brush-told" }),
    words = (first, last) => {
      const n = s.counts.slice(first, last + 1).reduce((sum, one) => sum + one, 0);
      return `${quantity(value(first))} to ${quantity(value(last + 1))}: ${quantity(n)} rows`;
    };
  // Of a range that is chosen the bars in it: edges are computed alike, so equal ones are equal.
  const inside = own && [...bars.keys()].filter((i) => value(i + 1) > own[1] && value(i) < own[2]),
    name = `histogram ${t.name} ${column}`;
  const box = brush(
    h(
      "div",
      { class: "hbars" },
      bars.map((b) => h("div", { class: "hcol" }, b)),
    ),
    {
      name,
      key: `${name} ${state.run} ${state.sel} ${state.filter}`,
      label: `how ${t.columns[column]} is spread`,
      steps: bins,
      now: inside?.length ? [inside[0], inside.at(-1)] : null,
      told: words,
      show: (first, last) => {
        bars.forEach((b, i) => {
          const brushed = first !== null && i >= first && i <= last;
          for (const e of [b, b.parentNode]) e.classList.toggle("brushed", brushed);
        });
        told.textContent = first === null ? "" : words(first, last);
      },
      choose: (first, last) =>
        change({
          ranges: [
            ...others,
            [column, first ? value(first) : s.least, last === bins - 1 ? s.most : value(last + 1)],
          ],
        }),
      drop: () => {
        change({ ranges: others });
        return Boolean(own);
      },
    },
  );
  place.replaceChildren(
    h(
      "p",
      {},
      h("b", {}, t.columns[column]),
      ` n ${quantity(s.n)}, least ${quantity(s.least)}, mean ${quantity(s.mean)}, most ${quantity(s.most)}`,
      `; heights are square roots${s.ratio ? ", steps have equal ratios" : ""}; drag, or brush by keys, to choose rows`,
    ),
    box,
    told,
  );
  refocus(box, name);
}

async function copy(text) {
  const area = h("textarea", { style: "position:fixed;left:-9999px" });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => {});
  say(`${text.split("\n").length - 2} rows are copied`);
}

// The next table that is shown shows how this column is spread.
export function brushNext(column) {
  showTable.column = column;
}
