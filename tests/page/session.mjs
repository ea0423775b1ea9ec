// SPDX-License-Identifier: GPL-2.0-or-later
//
// session.mjs: view "All nodes" of the page in Chromium: the dumps of four nodes that were played (tests/net/tree) as
// one tree, each of JaViz's functions by clicks and keys, beside what `hostdump tree` says of the same dumps. Usage:
// node session.mjs PROGRAM PUPPETEER FOLDER HOSTDUMP, where FOLDER has session.html, of the dumps in FOLDER/session,
// and their truth, session.truth. Prints `ok NAME` or `not ok NAME REASON`.

import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { sessionOps } from "../../viz/page/src/session_ops.js";
import { KIND } from "../../viz/page/src/paint.js";
import { BUSY, Run } from "../../viz/page/src/wasm.js";

const [program, module, folder, hostdump] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(module));
const browser = await puppeteer.launch({
  executablePath: program,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const complaints = [];
const page = await browser.newPage();
await page.setViewport({ width: 1400, height: 1000 });
page.setDefaultTimeout(120000); // of a machine that does much else
page.on("console", (m) => m.type() === "error" && complaints.push(m.text()));
page.on("pageerror", (e) => complaints.push(e.message));
await page.goto(`${pathToFileURL(`${folder}/session.html`)}#tab=${encodeURIComponent('"session"')}`);

// What hostdump prints of the session: lines, without the columns' names.
const tree = (...options) =>
  execFileSync(hostdump, ["tree", "--no-symbols", ...options, `${folder}/session`], { encoding: "utf8" })
    .split("\n")
    .slice(1);
const callsOf = (lines) => lines.map((line) => line.split(/\s+/)[0]).filter((word) => /^n\d\/\d+:\d+$/.test(word));

const NODES = ["n0", "n1", "n2", "n3"];
// As hostdump names a call: a thread has its number of the dump there, which is its number here and 1.
const named = (key) => key.replace(/^(\d+)\/(\d+):/, (_, node, thread) => `${NODES[node]}/${+thread + 1}:`);

const shown = () =>
  page.evaluate(() =>
    [...document.querySelectorAll(".session-node")].map((n) => ({
      key: n.dataset.key,
      name: n.dataset.name,
      shape: n.dataset.shape,
      level: +n.getAttribute("aria-level"),
      chosen: n.getAttribute("aria-selected") === "true",
      open: n.getAttribute("aria-expanded"),
      colour: n.querySelector("circle, polygon").getAttribute("fill"),
      star: n.querySelector("polygon")?.getAttribute("points").split(" ").length === 10,
      x: +n.getAttribute("transform").match(/[\d.]+/g)[0],
      y: +n.getAttribute("transform").match(/[\d.]+/g)[1],
    })),
  );
const chosen = async () => (await shown()).find((n) => n.chosen) ?? null;

// What was asked of the worker has been answered and drawn.
let drawn = 0,
  pressed = "";
const answered = (mark) =>
  page.waitForFunction(
    (m) => {
      const view = document.querySelector(".session-view");
      return view && view.dataset.mark !== String(m) && view.parentElement.dataset.busy === "0";
    },
    {},
    mark,
  );
async function press(selector, count = 1) {
  pressed = selector;
  for (let i = 0; i < count; i++) {
    const mark = ++drawn;
    const [x, y] = await page.evaluate(
      (s, m) => {
        document.querySelector(".session-view").dataset.mark = m;
        const e = document.querySelector(s),
          drawn = e.querySelector("circle, polygon") ?? e;
        e.scrollIntoView({ block: "nearest" });
        const tree = e.closest(".session-box");
        if (tree) {
          const [all, one] = [tree, drawn].map((at) => at.getBoundingClientRect());
          tree.scrollLeft += (one.left + one.right - all.left - all.right) / 2;
          tree.scrollTop += (one.top + one.bottom - all.top - all.bottom) / 2;
        }
        const box = drawn.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      },
      selector,
      mark,
    );
    await page.mouse.click(x, y);
    await answered(mark);
  }
}
async function key(name) {
  const mark = ++drawn;
  await page.evaluate((m) => (document.querySelector(".session-view").dataset.mark = m), mark);
  await page.keyboard.press(name);
  await answered(mark);
}
const item = (k) => `.session-node[data-key="${k}"]`;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const text = (selector) => page.$eval(selector, (e) => e.textContent);

async function test(name, f) {
  try {
    await f();
    console.log(`ok session_${name}`);
  } catch (error) {
    console.log(`not ok session_${name} ${String(error.message).split("\n")[0]} (${pressed})`);
  }
}
function check(good, what) {
  if (!good) throw new Error(what);
}

await test("load", async () => {
  await page.waitForSelector("#session-load");
  const bytes = readdirSync(`${folder}/session`).reduce((sum, f) => sum + statSync(`${folder}/session/${f}`).size, 0),
    told = await text(".session-view .note");
  check(told.includes(`Load reads their ${bytes.toLocaleString("en")} bytes once more.`), told);
  await press("#session-load");
  const nodes = await shown(),
    threads = tree("--depth", "1", "--children", "1").filter((line) => line.startsWith("thread "));
  check(nodes[0] && nodes.find((n) => n.key === "root").name === "virtual root", "there is no virtual root");
  check(nodes.length === threads.length + 1, `${nodes.length - 1} threads are drawn of ${threads.length}`);
});

await test("opens_lazily", async () => {
  await press(item("0/0:"), 2);
  const below = (await shown()).filter((n) => n.level === 3).sort((a, b) => a.x - b.x),
    wanted = tree("--depth", "1", "--children", "40");
  const first = wanted.slice(wanted.findIndex((line) => line.startsWith("thread client (1) of n0")) + 1);
  const end = first.findIndex((line) => !line.trim());
  check(
    same(
      below.filter((n) => n.key.includes(":")).map((n) => named(n.key)),
      callsOf(first.slice(0, end)),
    ),
    `below a thread stand ${below.map((n) => named(n.key))}, not ${callsOf(first.slice(0, end))}`,
  );
});

await test("find_next", async () => {
  for (const [order, option] of [
    ["depth", []],
    ["breadth", ["--breadth"]],
  ]) {
    await press("#session-reset");
    await page.type("#session-text", "0xb");
    await page.select(".session-view select", order);
    let after = [];
    for (let i = 0; i < 8; i++) {
      await press("#session-find");
      const lines = tree("--find", "0xb", ...option, ...after),
        way = callsOf(lines),
        now = await chosen();
      check(now && named(now.key) === way.at(-1), `${order}: find ${i + 1} is ${now?.key}, not ${way.at(-1)}`);
      after = ["--after", way.at(-1)];
    }
  }
});

// A call that another node's call has made, by the truth.
const across = readFileSync(`${folder}/session.truth`, "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter(([call, caller]) => caller && caller !== "-" && call[1] !== caller[1]);

await test("finds_what_is_not_drawn", async () => {
  const [call, caller] = across.find(([c]) => +c.split(":")[1] > 20),
    [node, thread, number] = call.match(/\d+/g).map(Number);
  await press("#session-reset");
  const before = [node, thread - 1, number];
  // The search goes on behind the call that ended before it, so that it is the next one of any name.
  const lines = tree("--path", call);
  const name = lines
    .find((line) => line.startsWith(`${call} `))
    .trim()
    .split(/\s+/)
    .at(-1);
  await page.type("#session-text", name);
  let hit = null;
  for (let i = 0; i < 400 && hit !== call; i++) {
    await press("#session-find");
    const now = await chosen();
    check(now, "it was not found");
    hit = named(now.key);
  }
  check(hit === call, `${call} was not found in 400 steps: ${before}`);
  const way = await page.$$eval(".session-about .crumb", (all) => all.map((b) => b.textContent));
  const wanted = lines.filter((line) => /^(n\d\/|=>)/.test(line)).length;
  check(way.length === wanted + 2, `its way has ${way.length - 2} steps, hostdump's ${wanted}: ${way}`);
  check(
    way.some((step) => step.startsWith("to n")),
    "no step of its way is a remote call",
  );
  check(
    (await shown()).some((n) => named(n.key) === caller),
    "its caller in the other node is not drawn",
  );
  check(
    /calls, .* in all, minimum .* standard deviation .*longer than/.test(await text(".session-rank")),
    "its method's statistics are not told",
  );
});

await test("up_one_level", async () => {
  const before = await shown(),
    at = before.find((n) => n.chosen);
  await press("#session-up");
  const now = await chosen();
  check(now.star && now.level === at.level - 1, "it is not one level up");
});

await test("remote_call_taken_apart", async () => {
  const remote = (await shown()).find((n) => n.key.startsWith("=>"));
  await press(item(remote.key));
  const parts = await text(".session-parts");
  check(
    /request on the wire.*queue.*work.*reply on/.test(parts) && /\([\d.]+ [µn]s to [\d.]+ [µn]s\)/.test(parts),
    parts,
  );
});

// Of two of the nodes alone: what the others did is not known, and nothing is said of it.
await test("sent_again_to_a_machine_not_traced", () => {
  const core = readFileSync(`${dirname(hostdump)}/page/core.wasm`),
    dumps = NODES.slice(0, 2).map((n) => `${folder}/session/${n}.jxp`);
  const ops = sessionOps(() => new Run(new WebAssembly.Module(core), "session", 0)),
    notes = [];
  ops.sessionNew();
  for (const [i, bytes] of dumps.map((d) => readFileSync(d)).entries()) {
    ops.sessionBegin({ node: NODES[i], bytes: bytes.length });
    ops.sessionFeed({ bytes });
  }
  ops.sessionJoin();
  for (const waiting = ops.sessionThreads().rows; waiting.length; ) {
    const row = waiting.pop();
    if (row.kind === "remote" && row.name.includes("not traced")) notes.push(row.note ?? "");
    if (row.below)
      waiting.push(
        ...ops.sessionBelow({ place: [row.node, row.thread, row.call, row.remote], first: 0, count: 1e6 }).rows,
      );
  }
  const told = ["tree", "--no-symbols", "--depth", "0", "--children", "0", ...dumps],
    lines = execFileSync(hostdump, told, { encoding: "utf8", maxBuffer: 1 << 28 }).split("\n"),
    wanted = lines.filter((l) => l.includes("not traced")).map((l) => /sent \d+ times/.exec(l)?.[0] ?? "");
  check(wanted.filter((w) => w).length > 5, "no such call was sent again");
  check(same(notes.sort(), wanted.sort()), `its notes are ${[...new Set(notes)].join("; ")}`);
});

await test("below_the_current_call", async () => {
  const root = across.map(([, caller]) => caller).find((c) => tree("--find", "0xa", "--below", c).length > 4);
  await press("#session-reset");
  // By keys and clicks to the caller: its thread, then the way down that hostdump prints.
  const way = tree("--path", root);
  await page.evaluate(() => document.querySelector('.session-node[data-key="root"]').focus());
  for (const step of way.filter((line) => /^n\d\//.test(line)).slice(0, 1)) {
    const [, node, thread] = step.match(/^n(\d)\/(\d+):/);
    await press(item(`${node}/${thread - 1}:`), 2);
  }
  const top = way.find((line) => /^n\d\//.test(line)).split(/\s+/)[0],
    k = (await shown()).find((n) => named(n.key) === top)?.key;
  if (!k) return; // it is behind the first ones; the search below is of any call that is drawn
  await press(item(k));
  await page.click("#session-below");
  await page.type("#session-text", "0xa");
  await press("#session-find");
  const wanted = callsOf(tree("--find", "0xa", "--below", top)).at(-1);
  check(named((await chosen()).key) === wanted, `${(await chosen()).key} is found, not ${wanted}`);
});

await test("open_level_fold_hide", async () => {
  await press("#session-reset");
  const closed = (await shown()).length;
  await press("#session-open");
  const one = (await shown()).length;
  await press("#session-open");
  const two = (await shown()).length;
  check(closed < one && one < two, `levels: ${closed}, ${one}, ${two}`);
  await press(item("1/0:"));
  await press("#session-hide");
  check(!(await shown()).some((n) => n.key === "1/0:"), "it is not hidden");
  check((await shown()).length < two, "what is below it is drawn");
  await press("#session-unhide");
  check((await shown()).length === two, "not all is shown again");
  await press("#session-fold");
  check((await shown()).length === closed, "not all is folded");
});

await test("zoom_x_and_y", async () => {
  const gaps = async () => {
    const nodes = (await shown()).filter((n) => n.level === 2).sort((a, b) => a.x - b.x),
      root = (await shown()).find((n) => n.key === "root");
    return [nodes[1].x - nodes[0].x, nodes[0].y - root.y];
  };
  const [x0, y0] = await gaps();
  await press("#session-x-in");
  const [x1, y1] = await gaps();
  check(Math.abs(x1 / x0 - 1.5) < 0.01 && y1 === y0, `x: ${x0} to ${x1}, y: ${y0} to ${y1}`);
  await press("#session-y-in");
  await press("#session-x-out");
  const [x2, y2] = await gaps();
  check(Math.abs(x2 - x0) < 0.1 && Math.abs(y2 / y0 - 1.5) < 0.01, `x: ${x2}, y: ${y2}`);
});

await test("mapper", async () => {
  await press("#session-reset");
  await press("#session-open");
  await press("#session-mapper");
  const pick = (label, value) =>
    page.evaluate(
      (l, v) => {
        const select = [...document.querySelectorAll(".session-mapper label")]
          .find((e) => e.textContent.trim().startsWith(l))
          .querySelector("select");
        select.value = v;
        select.dispatchEvent(new Event("change"));
      },
      label,
      value,
    );
  const set = (id, value) =>
    page.$eval(`#session-${id}`, (e, v) => ((e.value = v), e.dispatchEvent(new Event("input"))), value);
  const ask = (value) =>
    page.evaluate((v) => {
      const select = document.querySelectorAll(".session-mapper select")[1];
      select.value = v;
      select.dispatchEvent(new Event("change"));
    }, value);
  await pick("where", "time_us");
  await ask("range");
  await set("low", "0");
  await set("high", "0.01");
  await set("with", "#123456");
  await press("#session-add");
  const times = new Map(
    tree("--depth", "1", "--children", "40")
      .map((line) => line.trim().split(/\s+/))
      .filter((w) => /^n\d\//.test(w[0]))
      .map((w) => [w[0], +w[2]]),
  );
  const calls = (await shown()).filter((n) => times.has(named(n.key)));
  check(calls.length > 20, `only ${calls.length} calls are drawn`);
  const wrong = calls.find((n) => (n.colour === "#123456") !== times.get(named(n.key)) <= 0.01);
  check(!wrong, `${wrong?.key} of ${times.get(named(wrong?.key ?? ""))} us is ${wrong?.colour}`);
  await pick("where", "name");
  await ask("value");
  await set("value", "0xa");
  await pick("gives", "shape");
  await page.evaluate(() => {
    const select = [...document.querySelectorAll(".session-mapper select")].at(-1);
    select.value = "hexagon";
    select.dispatchEvent(new Event("change"));
  });
  await press("#session-add");
  check(
    (await shown()).every((n) => (n.shape === "hexagon") === (n.name === "0xa")),
    "shapes are not of that method alone",
  );
  await pick("gives", "arc");
  await ask("each");
  await press("#session-add");
  const widths = await page.$$eval(
    ".session-arc",
    (all) => new Set(all.map((l) => l.getAttribute("stroke-width"))).size,
  );
  check(widths > 2, `${widths} widths of arcs`);
  await pick("gives", "size");
  await pick("where", "time_us");
  await press("#session-add");
});

await test("key", async () => {
  await press("#session-key");
  const told = await text("fieldset.session-key");
  check(
    ["n0", "n3", "time, µs 0 to 0.01: colour #123456", "method = 0xa: shape hexagon"].every((t) => told.includes(t)),
    told,
  );
  const drawnNames = new Set((await shown()).filter((n) => /:\d/.test(n.key)).map((n) => n.name)),
    keyed = await page.$$eval(".session-own", (all) => all.map((e) => e.textContent));
  check(
    [...drawnNames].every((name) => keyed.includes(name)),
    `the key lists ${keyed.length} methods, ${drawnNames.size} are drawn`,
  );
});

await test("refresh_keeps_what_is_open", async () => {
  const before = await shown();
  await press("#session-refresh");
  check(
    same(
      before.map((n) => n.key),
      (await shown()).map((n) => n.key),
    ),
    "other calls are drawn",
  );
});

await test("reset", async () => {
  await press("#session-reset");
  const nodes = await shown();
  check(
    nodes.every((n) => n.level <= 2 && n.colour !== "#123456" && !n.chosen),
    "not all is as at first",
  );
});

await test("keys", async () => {
  await page.$eval(item("root"), (e) => e.focus());
  await key("ArrowDown");
  check((await chosen()).key === "0/0:", "down is not the first thread");
  await key("ArrowRight");
  check((await chosen()).key === "0/1:", "right is not the next one");
  await key("ArrowDown");
  check((await chosen()).level === 3, "down does not open");
  await key("ArrowUp");
  await key("Enter");
  check(
    (await shown()).every((n) => n.level <= 2),
    "Enter does not fold",
  );
});

// The time line's own clicks and keys: its picture is drawn anew.
const line = ".session-time";
async function move(does) {
  await page.$eval(line, (e) => (e.dataset.mark = "old"));
  await does();
  await page.waitForSelector(`${line}:not([data-mark])`);
}
const clicked = (id) => move(() => page.$eval(`#session-${id}`, (b) => b.click()));
const timeLine = () =>
  page.evaluate(() => {
    const svg = document.querySelector(".session-time");
    const count = (kind) => svg.querySelectorAll(kind).length;
    return {
      from: +svg.dataset.from,
      to: +svg.dataset.to,
      requests: count(".session-arrow.request"),
      replies: count(".session-arrow.reply"),
      messages: count(".session-arrow.message"),
      whiskers: [...svg.querySelectorAll(".session-whisker")].map((w) => +w.dataset.us),
      calls: [...svg.querySelectorAll(".session-bar.outermost")].map((b) => b.dataset.call),
      marked: count(".session-bar.marked"),
      note: document.querySelector(".session-note").textContent,
    };
  });
// Rows of a table that hostdump prints.
function rowsOf(...options) {
  const [names, ...rows] = execFileSync(hostdump, options, { encoding: "utf8", maxBuffer: 1 << 28 })
    .split("\n")
    .filter((l) => l && !l.startsWith("#"))
    .map((l) => l.split("\t"));
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

await test("time_line_of_all_nodes", async () => {
  await press("#session-time-line");
  await page.waitForSelector(".session-arrow");
  const { requests, replies, whiskers, note } = await timeLine(),
    rows = rowsOf("remote", "--tsv", `${folder}/session`),
    ofAll = note.match(/200 of ([\d,]+) remote calls/)?.[1].replace(",", "");
  check(+ofAll > 200 && +ofAll <= rows.length, `${note} Of ${rows.length}`);
  check(
    requests > 20 && requests <= 200 && replies > 20 && replies <= requests,
    `${requests} requests, ${replies} replies of ${rows.length}`,
  );
  check(whiskers.length > 20 && whiskers.every((w) => w > 0), "ends have no whiskers, or such without a width");
  const names = await page.$$eval(`${line} > text`, (all) => all.map((e) => e.textContent));
  check(
    NODES.every((n) => names.some((name) => name.startsWith(`${n} `))),
    `lanes: ${names}`,
  );
});

await test("time_line_moves", async () => {
  const all = await timeLine(),
    span = all.to - all.from;
  await clicked("in");
  const half = await timeLine();
  check(Math.abs((half.to - half.from) / span - 0.5) < 1e-6, `zoomed to ${half.from} to ${half.to}`);
  await page.$eval(line, (e) => e.focus());
  await move(() => page.keyboard.press("ArrowRight"));
  const right = await timeLine();
  check(Math.abs(right.from - half.from - span / 8) < span / 1e6, `panned to ${right.from}`);
  check(await page.evaluate(() => document.activeElement.matches(".session-time")), "keys are lost");
  await move(() => page.keyboard.press("0"));
  check((await timeLine()).to === all.to, "0 does not show all");
  // Of moves that come faster than pictures the last one is drawn.
  await page.evaluate(() => [1, 2, 3, 4, 5].forEach(() => document.querySelector("#session-in").click()));
  await page.waitForFunction(
    (wanted) => {
      const { from, to } = document.querySelector(".session-time").dataset;
      return Math.abs(to - from - wanted) < wanted / 1e6;
    },
    {},
    span / 32,
  );
  await clicked("whole");
  // A drag in one bar, the longest one, is no click on it.
  const box = await page.$eval(line, (e) => e.getBoundingClientRect().toJSON()),
    bar = await page.evaluate(() => {
      const widthOf = (b) => b.getBoundingClientRect().width,
        longest = [...document.querySelectorAll(".session-bar.outermost")].reduce((a, b) =>
          widthOf(a) > widthOf(b) ? a : b,
        );
      longest.scrollIntoView({ block: "center" }); // its lane may be out of sight
      const { x, y, width } = longest.getBoundingClientRect();
      return { x: x + width * 0.4, y: y + 1 };
    });
  const before = await chosen();
  await move(async () => {
    await page.mouse.move(bar.x, bar.y);
    await page.mouse.down();
    await page.mouse.move(bar.x + box.width * 0.05, bar.y);
    await page.mouse.up();
  });
  await page.waitForFunction(() => document.querySelector(".session-root")?.dataset.busy === "0");
  check(same(await chosen(), before), "a drag in a bar chooses its call");
  const dragged = await timeLine(),
    share = (dragged.to - dragged.from) / span;
  check(share > 0.04 && share < 0.08, `dragged to ${share} of it`);
  while ((await timeLine()).note.includes("evenly chosen")) await clicked("in");
  const few = await timeLine();
  check(few.requests + few.replies > 5, `${few.requests} requests are left`);
});

// The remote calls that are drawn are all that the first node sent, or served, in that time.
await test("arrows_are_of_the_window", async () => {
  const { from, to } = await timeLine(),
    sent = rowsOf("remote", "--tsv", `${folder}/session`).filter(
      (r) => r.client === "n0" && +r.start_us < to && +r.start_us + (+r.elapsed_us || 0) >= from,
    );
  const bars = await page.$$eval(`${line} .session-bar.call, ${line} .session-arrow.request`, (all) => [
    ...new Set(all.map((b) => b.dataset.remote)),
  ]);
  check(sent.length > 2 && bars.length >= sent.length, `${bars.length} are drawn, n0 alone sent ${sent.length}`);
});

// Of the first node, whose clock it is, exactly those are drawn that were open then; of the others such as are
// outermost.
await test("outermost_calls_beside_messages", async () => {
  const { from, to, calls: drawnCalls } = await timeLine(),
    open = rowsOf("report", "--tsv", "--no-symbols", "--table", "calls", `${folder}/session/n0.jxp`)
      .filter((r) => r.depth === "1" && +r.start_us < to && +r.end_us >= from)
      .map((r) => r.call);
  const first = drawnCalls.filter((c) => c.startsWith("0/")).map((c) => c.split(":")[1]);
  check(open.length > 3, `only ${open.length} calls of n0 were open then`);
  check(same([...first].sort(), [...open].sort()), `of n0 ${first.length} calls are drawn, ${open.length} were open`);
  const outermost = new Set(callsOf(tree("--depth", "1", "--children", "0")));
  const others = drawnCalls.map(named).filter((c) => !c.startsWith("n0/"));
  check(others.length > 3 && others.every((c) => outermost.has(c)), `of other nodes ${others.length} are drawn`);
});

await test("a_call_of_the_time_line_is_chosen", async () => {
  const call = (await timeLine()).calls.find((c) => c.startsWith("2/"));
  await page.evaluate((c) => {
    document.querySelector(".session-view").dataset.mark = "click";
    document.querySelector(`.session-bar[data-call="${c}"]`).dispatchEvent(new MouseEvent("click"));
  }, call);
  await answered("click");
  check((await chosen())?.key === call, `${(await chosen())?.key} is chosen, not ${call}`);
});

// From a call of the tree to the time line of all nodes, where it is marked, its ends with whiskers; and back to all.
await test("jump_among_all_nodes", async () => {
  await press("#session-reset");
  await press(item("1/0:"), 2);
  const calls = (await shown()).filter((n) => /^1\/0:\d/.test(n.key));
  await press(item(calls.at(-1).key));
  await press("#session-among");
  await page.waitForSelector(`${line} .session-bar.marked`);
  const { from, to, whiskers } = await timeLine(),
    row = rowsOf("report", "--tsv", "--no-symbols", "--table", "calls", `${folder}/session/n1.jxp`).find(
      (r) => r.call === calls.at(-1).key.split(":")[1],
    ),
    took = +row.end_us - +row.start_us;
  check(to - from >= took && to - from < 2 * took + 4, `${from} to ${to} for a call of ${took} us`);
  check(whiskers.length >= 2, "its ends have no whiskers");
});

await test("messages_of_other_layers", async () => {
  const layers = await page.$$eval("#session-layer option", (all) => all.map((o) => o.value));
  check(same(layers, ["rpc", "udp", "driver"]), `layers: ${layers}`);
  await clicked("whole");
  await move(() => page.select("#session-layer", "driver"));
  const { messages, requests, whiskers } = await timeLine();
  check(messages > 20 && messages <= 200 && !requests, `${messages} messages, ${requests} requests`);
  check(whiskers.length > 20, "ends have no whiskers");
});

await test("time_line_printed", async () => {
  await page.emulateMediaType("print");
  const [wide, paper] = await page.evaluate(() => [
    document.querySelector(".session-time").getBoundingClientRect().width,
    document.querySelector("#view").getBoundingClientRect().width,
  ]);
  await page.emulateMediaType("screen");
  check(wide > 300 && wide <= paper, `it is ${wide} wide on a page of ${paper}`);
});

await test("jump_to_the_time_line", async () => {
  await press("#session-time-line");
  await press("#session-reset");
  await press(item("1/0:"), 2);
  const call = (await shown()).find((n) => /^1\/0:\d/.test(n.key));
  await press(item(call.key));
  await page.click("#session-jump");
  await page.waitForFunction(() => explorer.state.run === 1 && explorer.state.sel);
});

// Of a run without calls the stripes are what the run's own lanes have.
await test("stripes_are_when_threads_ran", async () => {
  await page.goto(`${pathToFileURL(`${folder}/ran.html`)}#tab=${encodeURIComponent('"session"')}`);
  await page.waitForSelector("#session-load");
  await press("#session-load");
  await press("#session-time-line");
  await page.waitForSelector(".session-ran");
  const shares = await page.$$eval(".session-ran", (all) =>
    all.map((e) => [e.dataset.thread.replace(/^\S+ /, ""), +e.dataset.share]),
  );
  const run = new Run(new WebAssembly.Module(readFileSync(`${dirname(hostdump)}/page/core.wasm`)), "ran", 0);
  run.feed(new Uint8Array(readFileSync(`${folder}/ran.jxp`)));
  run.done();
  const threads = run.lanes().filter((l) => l.kind === KIND.THREAD),
    stop = run.x.page_stop(),
    ran = new Map(threads.map((l) => [l.name, run.bins(l.lane, 0, stop, 1)[BUSY + 1] / stop]));
  check(shares.length === threads.length, `${shares.length} threads have stripes of ${threads.length}`);
  for (const [thread, share] of shares)
    check(Math.abs(share - ran.get(thread)) < 0.01, `${thread} ran ${ran.get(thread)}, its stripe has ${share}`);
});

await test("says_nothing_wrong", async () => check(!complaints.length, complaints[0]));
await browser.close();
