// SPDX-License-Identifier: GPL-2.0-or-later
//
// browser.mjs: the page in a browser, without a screen, as a reader uses it: clicks, keys, wheel, drag and drop. Usage:
// node browser.mjs chromium|firefox PROGRAM PUPPETEER FOLDER, where PUPPETEER is puppeteer-core's module and FOLDER has
// pages NAME.html, dumps NAME.jxp and the tables of hostdump tables/tables_NAME. Prints `ok NAME` or `not ok NAME
// REASON`.

import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [browserName, program, module, folder] = process.argv.slice(2);
const { default: puppeteer } = await import(pathToFileURL(module));
const browser = await puppeteer.launch({
  browser: browserName === "firefox" ? "firefox" : "chrome",
  executablePath: program,
  headless: true,
  args: browserName === "firefox" ? [] : ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
let closing = false;
browser.on("disconnected", () => {
  if (closing) return;
  console.log(`not ok ${browserName}_runs the browser has ended`); // and answers no case any more
  process.exit(1);
});
const complaints = [];
const quick = browserName === "firefox"; // which answers its driver slowly: what does not depend on the browser is left out

// Opens a page; `before(page)` prepares it.
async function open(name, fragment = "", before = async () => {}) {
  const page = await browser.newPage();
  await before(page);
  await page.setViewport({ width: 1400, height: 1000 });
  page.setDefaultTimeout(120000); // of a machine that does much else
  const lost = /Failed to load resource|net::ERR_/; // what a browser says of connections that a case breaks
  page.on(
    "console",
    (m) =>
      m.type() === "error" &&
      !(name === "http" && lost.test(m.text())) &&
      complaints.push(`${name}: console: ${m.text()}`),
  );
  page.on("pageerror", (e) => complaints.push(`${name}: ${e.message}`));
  const own = name === "http" ? /^(http:\/\/127\.0\.0\.1:|blob:|data:)/ : /^(file|blob|data):/;
  page.on("request", (r) => own.test(r.url()) || complaints.push(`${name}: asks for ${r.url()}`));
  await page.goto(name === "http" ? `http:${fragment}` : `${pathToFileURL(`${folder}/${name}.html`)}${fragment}`);
  return page;
}

// A page of a server whose other requests are `answers`(request, answer)'s: one server for all cases, one by one.
let answers = null;
const server = createServer((request, answer) => {
  if (request.url !== "/") return answers(request, answer);
  const live = `<script type="text/plain" class="live" data-feed="feed"></script>`;
  return answer.setHeader("Content-Type", "text/html").end(`${readFileSync(`${folder}/bare.html`)}${live}`);
});

async function openFeed(of) {
  answers = of;
  if (!server.listening) await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return open("http", `//127.0.0.1:${server.address().port}/`);
}

const ready = (page) =>
  page.waitForFunction(() => document.documentElement.dataset.ready === "yes", { timeout: 120000 });

// The page has answered all that it was asked, and shows it.
async function settled(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await ready(page);
  await page.waitForFunction(() => !explorer.timeline.busy);
}

// Drops a file on the page, with the mouse; Firefox' driver cannot, and opens it.
async function drop(page, file) {
  if (quick) return (await page.$("#file")).uploadFile(file);
  const driver = await page.createCDPSession(),
    data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"])
    await driver.send("Input.dispatchDragEvent", { type, x: 600, y: 700, data });
  return driver.detach();
}

// The rows that hostdump has of a table.
const hostdumps = (name, table) =>
  readFileSync(`${folder}/tables/tables_${name}_named/${table}.tsv`, "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .slice(1)
    .map((line) => line.replace(/(^|\t)\\/g, "$1"));

async function showTable(page, table) {
  await page.evaluate((t) => explorer.change({ tab: "tables", table: t }), table);
  await settled(page);
  await page.waitForFunction((t) => document.querySelector(".grid")?.getAttribute("aria-label") === t, {}, table);
  return shownRows(page);
}

const state = (page) => page.evaluate(() => JSON.parse(JSON.stringify(explorer.state)));

// All rows of a table as the page shows them, cell by cell, scrolled through to the end.
async function shownRows(page) {
  return page.evaluate(async () => {
    const box = document.querySelector(".grid"),
      count = +box.getAttribute("aria-rowcount"),
      rows = new Map();
    for (let at = 0; rows.size < count && at <= count * 23 + 200; at += 200) {
      box.scrollTop = at;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      for (let tries = 0; tries < 50; tries++) {
        await explorer.ask("rows", { run: 0, name: explorer.state.table, first: 0, count: 0 });
        for (const row of box.querySelectorAll(".rows .row"))
          rows.set(+row.dataset.row, [...row.children].map((c) => c.textContent).join("\t"));
        if (rows.has(Math.min(count - 1, Math.floor(box.scrollTop / 23)))) break;
      }
    }
    return [...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, text]) => text);
  });
}

// Colours of the lanes' canvas are the worker's; a picture of the page has them, and draws of it are probed here.
async function pixels(page, points) {
  const picture = await page.screenshot({ encoding: "base64" });
  return page.evaluate(
    async (data, places) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height),
        ctx = canvas.getContext("2d");
      ctx.drawImage(image, 0, 0);
      return places.map(([x, y, w, h]) => {
        const { data: d } = ctx.getImageData(x, y, w, h),
          colours = new Set();
        for (let i = 0; i < d.length; i += 4) colours.add(`${d[i]},${d[i + 1]},${d[i + 2]}`);
        return [...colours];
      });
    },
    picture,
    points,
  );
}

// Presses a key, with Shift where "Shift+" stands before it.
async function pressed(page, key) {
  const shift = key.startsWith("Shift+");
  if (shift) await page.keyboard.down("Shift");
  await page.keyboard.press(key.replace("Shift+", ""));
  if (shift) await page.keyboard.up("Shift");
}

// A picture of the page as it is printed, when all is there that is to be printed.
async function printed(page, dark) {
  await page.evaluate(() => explorer.ask("within", { run: 0, from: 0, to: 1 })); // which is answered after the overview
  await page.emulateMediaType("print");
  await settled(page);
  await page.waitForFunction(
    (dark) => [...document.querySelectorAll(".paper")].every((e) => !dark || !e.hidden), // their light copies are there
    {},
    dark,
  );
  const picture = await page.screenshot({ encoding: "base64" });
  await page.emulateMediaType("screen");
  return picture;
}

// The system turns dark, and light again, while the page is open: so do the lanes and the heat map; "" where they do. A
// choice of the reader stands.
async function followsSystem(page) {
  const { x, y } = await (await page.$(".glass")).boundingBox();
  for (const [system, chosen, wanted] of [
    ["dark", false, "22,24,29"],
    ["light", false, "255,255,255"],
    ["light", true, "22,24,29"],
    ["dark", true, "22,24,29"],
  ]) {
    if (chosen && system === "light") await page.keyboard.press("t");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: system }]);
    await settled(page);
    const red = (canvas) => canvas.getContext("2d").getImageData(0, 0, 1, 1).data[0],
      heat = await page.$eval("canvas.heat:not(.paper)", red),
      [lanes] = await pixels(page, [[Math.ceil(x), Math.ceil(y), 300, 60]]);
    if (!lanes.includes(wanted) || (heat < 100) !== (wanted === "22,24,29"))
      return `in a ${system} system${chosen ? ", dark by choice," : ""} lanes have ${lanes}, the heat map ${heat}`;
  }
  await page.keyboard.press("t"); // light by choice
  return settled(page).then(() => "");
}

// Runs in the page: where two pictures differ first, and in what.
async function differing(...pictures) {
  const [a, b] = await Promise.all(
    pictures.map(async (data) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0)),
        image = await createImageBitmap(new Blob([bytes], { type: "image/png" })),
        ctx = new OffscreenCanvas(image.width, image.height).getContext("2d");
      ctx.drawImage(image, 0, 0);
      const { data: all } = ctx.getImageData(0, 0, image.width, image.height);
      return { wide: image.width, words: new Uint32Array(all.buffer) };
    }),
  );
  const off = [...a.words.keys()].filter((i) => a.words[i] !== b.words[i]),
    [i] = off,
    rgb = ({ words }) => [0, 8, 16].map((shift) => (words[i] >>> shift) & 255);
  return `${off.length} pixels differ, the first at ${i % a.wide},${Math.floor(i / a.wide)}: ${rgb(a)} and ${rgb(b)}`;
}

// Runs in the page: the first message to the worker for which wanted(message) holds is not sent; another question
// breaks the worker instead.
function breakInsteadOf(wanted) {
  const post = Worker.prototype.postMessage;
  let waits = true;
  window.sent = [];
  Worker.prototype.postMessage = function (message, transfer) {
    if (waits && wanted(message)) {
      waits = false;
      explorer.ask("bins", { run: 0, lane: 0, from: 0, to: 100, pixels: 3e9 }).catch(() => {});
      return undefined;
    }
    window.sent.push(`${message.op} ${message.run} ${message.name ?? ""}`);
    return post.call(this, message, transfer);
  };
}
const breaking = (page, wanted) => page.evaluate(`(${breakInsteadOf})(${wanted})`);
const reopened = (page) => page.waitForFunction(() => /opened again/.test(document.getElementById("said").textContent));

const base64 = (bytes) => bytes.toString("base64");
const appended = (page, text) =>
  page.evaluate((data) => live.append(Uint8Array.from(atob(data), (c) => c.charCodeAt(0))), text);

// Runs in the page: of all texts that are seen the one that stands out least, as a share of what it should.
function faintest() {
  const parse = (text) => (text.match(/[0-9.]+/g) ?? [0, 0, 0, 0]).map(Number);
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; // relative luminance, WCAG 2.1
  };
  const ground = (e) =>
    e ? over(parse(getComputedStyle(e).backgroundColor), ground(e.parentElement)) : [255, 255, 255];
  let worst = { ratio: Infinity };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const e = node.parentElement,
      style = getComputedStyle(e),
      box = e.getBoundingClientRect();
    if (
      !node.data.trim() ||
      !box.width ||
      style.visibility === "hidden" ||
      e.closest("script, style, [hidden], option")
    )
      continue;
    const behind = ground(e),
      colour = over(parse(e instanceof SVGElement ? style.fill : style.color), behind),
      [high, low] = [light(behind), light(colour)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize),
      wanted = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700) ? 3 : 4.5;
    const ratio = (high + 0.05) / (low + 0.05) / wanted;
    if (ratio < worst.ratio)
      worst = {
        ratio,
        wanted,
        text: `"${node.data.trim().slice(0, 40)}" (${e.className})`,
        colours: `${colour} on ${behind}`,
      };
  }
  return { ...worst, ground: light(ground(document.body)) };
}

// Runs in the page: what has no name or cannot be reached by keys; "" where all is well.
function unnamed() {
  const name = (e) => e.getAttribute("aria-label") || e.textContent.trim() || e.title || e.labels?.[0]?.textContent;
  const roles = ["application", "grid", "img", "slider"].map((role) => `[role=${role}]`);
  for (const e of document.querySelectorAll(["button", "select", "input", ...roles].join()))
    if (!name(e)) return `no name: ${e.outerHTML.slice(0, 200)}`;
  for (const e of document.querySelectorAll("button, select, input"))
    if (e.tabIndex < 0 && !e.closest("[role=tablist], [data-arrows]")) return `no key: ${e.outerHTML.slice(0, 200)}`;
  for (const e of document.querySelectorAll("[role=tab]"))
    if (document.getElementById(e.getAttribute("aria-controls"))?.getAttribute("role") !== "tabpanel")
      return "a tab controls nothing";
  if (!document.querySelector("#said[role=status]")) return "nothing tells of changes";
  return "";
}

// Runs in the page as it is printed: what of a view would not be on the paper; "" where all is.
function unprinted(tab) {
  dispatchEvent(new Event("beforeprint"));
  try {
    const wide = document.documentElement.clientWidth,
      lanes = document.getElementById("lanes-canvas").getBoundingClientRect();
    if (document.documentElement.scrollWidth > wide) return `it is ${document.documentElement.scrollWidth} wide`;
    if (!document.getElementById("timeline").hidden && Math.abs(lanes.right - wide) > 1)
      return `lanes end at ${lanes.right} of ${wide}`;
    for (const { id, width, height, clientHeight } of document.querySelectorAll("#timeline canvas:not([hidden])"))
      if (!document.getElementById("timeline").hidden && Math.abs(height - clientHeight) > 1)
        return `of the picture ${id} a part is printed, ${width} by ${height}`;
    for (const e of document.querySelectorAll("#views *, header *")) {
      const { right, width, height } = e.getBoundingClientRect(),
        { overflowX, overflowY, display } = getComputedStyle(e);
      if (!width || !height || display === "none") continue;
      if (right > wide + 1) return `${e.tagName}.${e.className} ends at ${right} of ${wide}`;
      if (/auto|scroll/.test(overflowX + overflowY) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1))
        return `${e.tagName}.${e.className} would have to be scrolled`;
    }
    if (!document.getElementById("view-title").offsetHeight) return "the view's name is missing";
    if (tab !== "tables") return "";
    const count = +document.querySelector(".grid").getAttribute("aria-rowcount"),
      rows = document.querySelectorAll("table.printed tbody tr");
    if (rows.length !== count) return `${rows.length} of ${count} rows`;
    return rows[0].offsetHeight ? "" : "its rows are hidden";
  } finally {
    dispatchEvent(new Event("afterprint"));
  }
}

// Where dump full lacks samples, from 900 us to its end at 1000 us, the heat map and the samples one after the other
// are hatched; "" where they are.
async function lossesAreHatched(page) {
  const placesOf = (all) => all.map(({ style }) => `${style.left},${style.width}`);
  for (const [what, wanted] of [
    [{ tab: "heat" }, "90%,10%"],
    [{ tab: "flame", mode: "time", split: true }, "90%,10%"],
    [{ sel: [920000, 980000] }, "0%,100%"],
    [{ sel: [420000, 780000] }, ""],
  ]) {
    await page.evaluate((what) => explorer.change(what), what);
    await settled(page);
    const found = new Set(await page.$$eval("#view .lost-band", placesOf));
    if ([...found].join() !== wanted) return `${JSON.stringify(what)}: lost are ${[...found]}`;
  }
  // In that window, of 360 us, events were lost from 430 to 600 us.
  const chosen = await page.$eval("#chosen", (e) => e.textContent);
  return /event records were lost in 47.2 % of the time/.test(chosen) ? "" : `of the window it says ${chosen}`;
}

// Runs in the page: what a view shows beside its notes, as one text.
function shownOf(view) {
  const canvases = [...view.querySelectorAll("canvas")].map((c) => c.toDataURL()),
    copy = view.cloneNode(true);
  copy.querySelectorAll(".note, .lost").forEach((e) => e.remove());
  const titles = [...copy.querySelectorAll("[title]")].map((e) => `${e.title} ${e.style.cssText}`);
  return [copy.textContent, ...titles, ...canvases].join("\n");
}

// Views of which a dump has something, which are therefore others where a window is chosen.
const FOLLOWING = {
  basic: [
    ...["down", "up", "sandwich", "time", "boxes"].map((mode) => ({ tab: "flame", mode })),
    { tab: "heat" },
    { tab: "intervals" },
  ],
  objects: [{ tab: "objects" }, ...["creation", "lifetime", "heap"].map((chart) => ({ tab: "charts", chart }))],
  processors: [{ tab: "latency" }],
  cycles: [{ tab: "rounds" }],
};

const cases = {
  async tables_are_hostdumps() {
    for (const name of quick ? ["basic"] : ["basic", "objects", "processors"]) {
      const page = await open(name);
      await ready(page);
      for (const file of readdirSync(`${folder}/tables/tables_${name}_named`)) {
        const table = file.replace(".tsv", "");
        const shown = await showTable(page, table),
          expected = hostdumps(name, table);
        if (JSON.stringify(shown) !== JSON.stringify(expected))
          return `${name} ${table}: ${shown.length} rows, not ${expected.length}: ${shown.find((r, i) => r !== expected[i])}`;
      }
      await page.close();
    }
    return "";
  },

  async keys_zoom_and_pan() {
    const page = await open("basic");
    await ready(page);
    const before = await state(page);
    await page.keyboard.press("w");
    await page.keyboard.press("w");
    const zoomed = await state(page);
    await page.keyboard.press("d");
    const panned = await state(page);
    await page.keyboard.press("0");
    const whole = await state(page);
    if (!(zoomed.to - zoomed.from < (before.to - before.from) * 0.6)) return "w does not zoom in";
    if (!(panned.from > zoomed.from)) return "d does not pan to the right";
    if (Math.abs(whole.to - before.to) > 1) return "0 does not show the whole run";
    await page.keyboard.press("w");
    await page.keyboard.press("c"); // a window without a pointer
    const chosen = await state(page);
    if (chosen.sel?.[0] !== Math.floor(chosen.from) || chosen.sel[1] !== Math.ceil(chosen.to)) return "c chooses nothing";
    await page.keyboard.press("?");
    if (!(await page.$("dialog#keys[open]"))) return "? shows no keys";
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    return (await page.evaluate(() => document.activeElement.id)) === "search" ? "" : "/ does not go to the search";
  },

  async dragging_chooses_a_window() {
    const page = await open("basic");
    await settled(page); // the time line has its size
    const box = await (await page.$(".glass")).boundingBox();
    await page.mouse.move(box.x + box.width * 0.25, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 30, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => explorer.state.sel);
    await settled(page);
    const { sel } = await state(page),
      chosen = await page.$eval("#chosen b", (e) => e.textContent);
    const us = await page.evaluate(() => 1e6 / explorer.runs[0].hz);
    await page.evaluate(() => explorer.change({ tab: "tables", table: "events" }));
    await settled(page);
    const rows = await page.evaluate(() => explorer.ask("rows", { run: 0, name: "events", first: 0, count: 1000 }));
    const outside = rows.filter(([at]) => at < sel[0] * us - 0.001 || at > sel[1] * us + 0.001);
    if (!chosen || outside.length) return `${outside.length} events are outside of the window ${sel}`;
    await page.evaluate(() => explorer.change({ thread: "main" }));
    await settled(page);
    await page.keyboard.press("Escape");
    const whole = await state(page);
    return whole.sel === null && whole.thread === null ? "" : "Escape does not choose the whole run and all threads";
  },

  async the_wheel_zooms_at_the_pointer() {
    const page = await open("basic");
    await settled(page); // the time line has its size
    const box = await (await page.$(".glass")).boundingBox();
    await page.mouse.move(box.x + box.width * 0.25, box.y + 30);
    await page.keyboard.down("Control");
    await page.mouse.wheel({ deltaY: -300 });
    await page.keyboard.up("Control");
    await page.waitForFunction(() => explorer.state.to - explorer.state.from < explorer.runs[0].stop * 0.8);
    const s = await state(page),
      stop = await page.evaluate(() => explorer.runs[0].stop),
      at = (s.from + (s.to - s.from) * 0.25) / stop;
    return Math.abs(at - 0.25) < 0.03 ? "" : `what was at a quarter is at ${at}`;
  },

  async an_address_is_a_view() {
    const page = await open("basic");
    await ready(page);
    await page.evaluate(() => explorer.change({ tab: "tables", table: "threads", sel: [1000, 50000] }));
    await page.waitForFunction(() => location.hash.includes("table"));
    const hash = await page.evaluate(() => location.hash);
    const again = await open("basic", hash);
    await ready(again);
    const s = await state(again);
    if (s.table !== "threads" || s.tab !== "tables" || s.sel[1] !== 50000) return `${hash} shows ${JSON.stringify(s)}`;
    // In the same page, by hand; what the address does not say is as at first.
    await again.evaluate(() => (location.hash = "#tab=%22heat%22&search=%22main%22"));
    await again.waitForFunction(() => explorer.state.tab === "heat" && document.getElementById("only"));
    const other = await state(again);
    if (other.sel !== null || other.table !== "methods") return `then it shows ${JSON.stringify(other)}`;
    // The page does not write its own over one that is entered just before it would.
    await again.evaluate(() => {
      explorer.change({ tab: "tables" });
      for (const since = performance.now(); performance.now() - since < 150; );
      location.hash = "#tab=%22heat%22&search=%22busy%22";
    });
    await again.waitForFunction(() => explorer.state.search === "busy");
    return "";
  },

  // Of several runs an address says which one, and what it says of a run that is not there is not told of another one.
  async an_address_is_of_a_run() {
    const page = await open("two");
    await ready(page);
    await page.click("#runs button:nth-of-type(2)");
    await page.waitForFunction(() => explorer.state.run === 1 && /run=1/.test(location.hash));
    await page.reload();
    await ready(page);
    if ((await state(page)).run !== 1) return `${page.url()} shows another run`;
    await page.evaluate(() => (location.hash = "#sel=[1000,2000]"));
    await page.waitForFunction(() => explorer.state.run === 0 && explorer.state.sel);
    const none = await open("basic", "#run=1&sel=[1000,2000]&tab=%22tables%22");
    await ready(none);
    const { run, sel, tab } = await state(none),
      said = await none.$eval("#said", (e) => e.textContent);
    return !run && !sel && tab === "tables" && /of run 2, which this page has not/.test(said)
      ? ""
      : `${said} ${sel}`;
  },

  // What makes no sense in an address is as if it were not there.
  async an_address_without_sense_opens() {
    for (const wrong of ["tab=%22constructor%22", "marks=[1]", "pins={}", "focus=5", "sel=[9,1]", "from=9&to=3"]) {
      const page = await open("basic", `#${wrong}&table=%22threads%22`);
      await settled(page);
      const { from, to, sel, tab, table } = await state(page),
        stop = await page.evaluate(() => explorer.runs[0].stop),
        text = await page.$eval("#view", (e) => e.textContent);
      if (from || to !== stop || sel || tab !== "flame" || table !== "threads" || !text || /cannot be made/.test(text))
        return `${wrong} shows ${from} to ${to}, ${sel}, ${tab}, ${table}: ${text.slice(0, 100)}`;
      await page.close();
    }
    return "";
  },

  // The heat map is of the window that is chosen, and a drag over it chooses a part of that.
  async heat_is_of_the_window() {
    const page = await open("basic");
    await settled(page);
    const [from, to] = [20000, 180000],
      cells = (from, to) =>
        page.evaluate(
          async (from, to) => {
            const lanes = explorer.runs[0].lanes.filter((l) => l.kind === 3);
            const all = await Promise.all(
              lanes.map(({ lane }) => explorer.ask("bins", { run: 0, lane, from, to, pixels: 6400 })),
            );
            return Array.from(all[0], (_, i) => i).filter((i) => all.some((bins) => bins[i]));
          },
          from,
          to,
        );
    await page.evaluate((sel) => explorer.change({ tab: "heat", sel }), [from, to]);
    await settled(page);
    const wanted = await cells(from, to),
      shown = await page.evaluate(() => {
        const { data } = document.querySelector("canvas.heat").getContext("2d").getImageData(0, 0, 160, 40),
          blue = (i) => data[4 * ((39 - (i % 40)) * 160 + Math.floor(i / 40)) + 2];
        return Array.from({ length: 6400 }, (_, i) => i).filter((i) => blue(i) < 200);
      });
    if (!wanted.length || `${wanted}` !== `${shown}`) return `samples are in cells ${wanted}, shown are ${shown}`;
    const box = await (await page.$("canvas.heat")).boundingBox();
    await page.mouse.move(box.x + box.width * 0.2525, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4975, box.y + 10);
    await page.mouse.up();
    await page.waitForFunction((was) => explorer.state.sel[0] !== was, {}, from);
    const { sel } = await state(page);
    if (`${sel}` !== "60000,100000") return `chosen is ${sel}`;
    // The same by keys: the first one brushes the middle, or the beginning; Enter chooses, and the focus stays.
    await settled(page);
    await page.focus(".heat-box");
    const steps = [
      ["ArrowRight", 80, 80],
      ["Home", 0, 0],
      ["PageUp", 10, 10],
      ["ArrowRight", 11, 11],
      ["Shift+PageUp", 11, 21],
      ["Shift+ArrowLeft", 11, 20],
      ["ArrowLeft", 10, 19],
      ["Shift+End", 10, 159],
      ["PageUp", 10, 159],
      ["Shift+Home", 0, 10],
      ["Escape", null, null],
      ["ArrowLeft", 80, 80],
      ["Shift+PageDown", 70, 80],
    ];
    for (const [key, first, last] of steps) {
      await pressed(page, key);
      const [band, words] = await page.evaluate(() => {
        const { hidden, style } = document.querySelector(".heat-band"),
          text = document.querySelector(".heat-box").getAttribute("aria-valuetext");
        return [hidden ? null : [parseFloat(style.left) * 1.6, parseFloat(style.width) * 1.6], text];
      });
      if (first === null ? band : Math.abs(band[0] - first) > 0.01 || Math.abs(band[1] - (last + 1 - first)) > 0.01)
        return `${key} brushes ${band}, not ${first} to ${last}`;
      if (first === null ? words !== "nothing is brushed" : !/ to .* samples$/.test(words)) return `${key}: ${words}`;
    }
    await page.keyboard.press("Enter");
    await settled(page);
    const chosen = (await state(page)).sel;
    if (`${chosen}` !== "77500,80250") return `by keys ${chosen} is chosen`;
    if (!(await page.evaluate(() => document.activeElement.matches(".heat-box")))) return "Enter takes the focus away";
    await page.keyboard.press("Escape");
    return (await state(page)).sel ? "Escape does not choose the whole run" : "";
  },

  // Of each stretch in which records of a kind were lost, the lane of the kind is red there.
  async losses_are_red() {
    for (const name of ["full", "stream", "deaths_full"]) {
      const page = await open(name);
      await ready(page);
      await page.evaluate(() => explorer.timeline.go(0, explorer.runs[0].stop));
      await settled(page);
      const lost = await page.evaluate(async () => {
        const t = await explorer.ask("table", { run: 0, name: "lost" });
        const rows = await explorer.ask("rows", { run: 0, name: "lost", first: 0, count: 1000 });
        return { columns: t.columns, rows, lanes: explorer.runs[0].lanes.filter((l) => l.kind === 8) };
      });
      const timed = lost.rows.filter((r) => r.some((c, i) => /from_us/.test(lost.columns[i]) && c !== "-"));
      if (timed.length && !lost.lanes.length) return `${name}: no lane shows ${timed.length} losses`;
      for (const lane of lost.lanes) {
        const places = await page.evaluate(async ({ lane: number }) => {
          const row = explorer.timeline.rows.findIndex((r) => r.lane === number),
            box = document.querySelector(".glass").getBoundingClientRect();
          const width = explorer.timeline.width,
            found = [];
          for (let i = 0; i < 50; i++) {
            const bins = await explorer.ask("within", {
              run: 0,
              from: Math.floor(explorer.state.from + ((explorer.state.to - explorer.state.from) * i) / 50),
              to: Math.floor(explorer.state.from + ((explorer.state.to - explorer.state.from) * (i + 1)) / 50),
            });
            if (bins[number].busy[1])
              found.push([
                Math.round(box.left + (width * i) / 50),
                Math.round(box.top + row * 24 - explorer.timeline.scroller.scrollTop) + 3,
                Math.max(1, Math.round(width / 50)),
                18,
              ]);
          }
          return found;
        }, lane);
        if (!places.length) return `${name}: the lane ${lane.name} is empty`;
        for (const colours of await pixels(page, places))
          if (
            !colours.some((c) => {
              const [r, g, b] = c.split(",").map(Number);
              return r > 150 && g < 130 && b < 130;
            })
          )
            return `${name}: a loss of ${lane.name} is not red: ${colours.slice(0, 4)}`;
      }
      await page.evaluate(() => explorer.change({ tab: "loss" }));
      await settled(page);
      if (lost.rows.length && !(await page.$eval("#view", (e) => e.textContent)).includes(lost.rows[0][0]))
        return `${name}: the view of losses does not tell them`;
      if (name === "full") {
        await page.evaluate(() => explorer.change({ tab: "rounds" })); // of which too little is left to be drawn
        await settled(page);
        const text = await page.$eval("#view", (e) => e.textContent);
        if (!/Not drawn.*Missing: 1000 of 1006 events/.test(text)) return `rounds: ${text}`;
        const wrong = await lossesAreHatched(page);
        if (wrong) return wrong;
      }
      await page.close();
    }
    return "";
  },

  async every_view_is_there() {
    for (const name of quick ? ["objects", "cycles"] : ["basic", "objects", "processors", "cycles", "locks"]) {
      const page = await open(name);
      await ready(page);
      for (const tab of await page.$$eval("#tabs button", (all) => all.map((b) => b.dataset.tab))) {
        await page.click(`#tabs button[data-tab=${tab}]`);
        await page.waitForFunction((t) => document.getElementById("view").dataset.view === t, {}, tab);
        await settled(page);
        const text = await page.$eval("#view", (e) => e.textContent);
        if (!text || /cannot be made|undefined|NaN|\[object/.test(text))
          return `${name}, ${tab}: ${text.match(/.{0,40}(cannot be made|undefined|NaN|\[object).{0,40}/)?.[0]}`;
      }
      for (const mode of ["down", "up", "sandwich", "time", "boxes"])
        for (const source of ["samples", "timing"]) {
          await page.evaluate(
            (m, s) => explorer.change({ tab: "flame", mode: m, source: s, focus: null }),
            mode,
            source,
          );
          await settled(page);
          const text = await page.$eval("#view", (e) => e.textContent);
          if (/cannot be made|undefined|NaN/.test(text))
            return `${name}, flame ${mode} of ${source}: ${text.slice(0, 200)}`;
        }
      for (const what of FOLLOWING[name] ?? []) {
        const seen = [];
        for (const part of [null, [0.3, 0.7]]) {
          await page.evaluate(
            (what, part) => {
              const stop = explorer.runs[0].stop;
              const sel = part?.map((share) => Math.floor(share * stop)) ?? null;
              explorer.change({ source: "samples", ...what, sel });
            },
            what,
            part,
          );
          await settled(page);
          seen.push(await page.$eval("#view", shownOf));
        }
        if (seen[0] === seen[1]) return `${name}: a window does not change ${JSON.stringify(what)}`;
      }
      await page.close();
    }
    return "";
  },

  // Each chart is drawn: marks on its canvas, its names as text, and what was not recorded is told.
  async charts_are_drawn() {
    for (const name of quick ? ["objects"] : ["basic", "objects", "processors", "cycles", "locks", "full", "names"]) {
      const page = await open(name);
      await ready(page);
      const charts = await page.evaluate(() => explorer.ask("figures", { run: 0 }));
      if (charts.length < 18) return `${charts.length} charts`;
      for (const { name: chart } of charts) {
        await page.evaluate((c) => explorer.change({ tab: "charts", chart: c }), chart);
        await settled(page);
        const got = await page.evaluate(async (c) => {
          const { json } = await explorer.ask("figure", { run: 0, name: c }),
            f = json && JSON.parse(json),
            place = document.querySelector(`#view [data-chart=${c}]`),
            canvas = place?.querySelector("canvas");
          const marks =
            canvas &&
            new Set(
              new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer),
            ).size;
          const texts = new Set([...(place?.querySelectorAll("svg text") ?? [])].map((e) => e.textContent));
          const names = f
            ? f.series
                .filter((s) => /^(names|shares|counts|numbers)$/.test(s.name))
                .flatMap((s) => s.rows.map((r) => r.find((cell) => typeof cell === "string")))
            : [];
          return {
            drawn: !!f,
            text: place?.textContent ?? "",
            marks,
            lacks: names.find((n) => !texts.has(n)),
            notes: f?.notes ?? [],
          };
        }, chart);
        const missing = got.notes.find((n) => !got.text.includes(n));
        if (!got.drawn ? !/^Not drawn: /.test(got.text) : !(got.marks > 2))
          return `${name}, ${chart}: ${got.marks} colours, ${got.text.slice(0, 100)}`;
        if (got.lacks !== undefined || missing || /undefined|NaN|\[object/.test(got.text))
          return `${name}, ${chart}: lacks ${got.lacks ?? missing}: ${got.text.slice(0, 200)}`;
      }
      await page.close();
    }
    return "";
  },

  async a_second_dump_is_compared() {
    const said = [];
    for (const second of ["basic", "objects"]) {
      const page = await open("basic");
      await ready(page);
      await drop(page, `${folder}/${second}.named.jxp`);
      await page.waitForFunction(() => explorer.runs.length === 2 && explorer.state.tab === "compare");
      await settled(page);
      said.push(await page.$eval("#view", (e) => e.textContent));
      const names = await page.$$eval("#runs button", (all) => all.map((b) => b.textContent).join());
      if (names !== `basic.named.jxp,${second}.named.jxp${second === "basic" ? " (2)" : ""}`) return `runs: ${names}`;
    }
    if (!/NO VERDICT|counts instructions/.test(said[0])) return `hostdump diff says nothing: ${said[0].slice(-300)}`;
    if (!/beside/.test(said[0])) return `no comparison: ${said[0].slice(0, 200)}`;
    return /nothing to compare/.test(said[1]) && !/beside/.test(said[1])
      ? ""
      : `compared with no samples: ${said[1].slice(0, 200)}`;
  },

  // Timed calls of a window are those between the snapshots around it, exactly; where there are none it is said.
  async timed_calls_are_divided_by_snapshots() {
    const page = await open("snapshots"),
      us = (page, from, to) =>
        page.evaluate(
          (a, b) =>
            explorer.change({
              tab: "flame",
              source: "timing",
              mode: "down",
              sel: [a, b].map((at) => Math.round((at * explorer.runs[0].hz) / 1e6)),
            }),
          from,
          to,
        );
    await settled(page);
    await us(page, 350, 550);
    await settled(page);
    const text = await page.$eval("#view", (e) => e.textContent);
    const said = /from snapshot 0 at 300\S* µs to snapshot 1 at 600\S* µs, exactly/;
    if (!said.test(text)) return `it says ${text.slice(0, 300)}`;
    // So are the tables and charts that are made of call trees.
    for (const table of ["methods", "pairs", "tree", "own", "agreement"]) {
      const shown = await showTable(page, table),
        expected = hostdumps("between", table),
        text = await page.$eval("#view", (e) => e.textContent);
      if (JSON.stringify(shown) !== JSON.stringify(expected) || !said.test(text) || /whole run/.test(text))
        return `${table}: ${shown.find((r, i) => r !== expected[i])}, ${text.match(/.{0,60}whole run.{0,60}/)}`;
    }
    for (const chart of ["boxes", "callgraph"]) {
      const json = readFileSync(`${folder}/tables/tables_between_named.figures/${chart}.json`, "utf8"),
        got = await page.evaluate((name) => explorer.ask("figure", { run: 0, name }), chart);
      if (got.json !== json) return `chart ${chart} is not of the time between snapshots 0 and 1`;
      await page.evaluate((chart) => explorer.change({ tab: "charts", chart }), chart);
      await settled(page);
      if (!said.test(await page.$eval("#view", (e) => e.textContent))) return `chart ${chart} does not say its time`;
    }
    const { nodes } = JSON.parse(readFileSync(`${folder}/tables/tables_between_named.figures/callgraph.json`, "utf8"));
    await page.evaluate(() => explorer.change({ tab: "graph" }));
    await settled(page);
    const names = await page.$$eval("#view svg text", (all) => all.map((e) => e.textContent)),
      lacks = nodes.flatMap((n) => n.lines).find((line) => !names.includes(line));
    if (lacks || (await page.$$(".between")).length !== 1) return `the call graph lacks ${lacks}`;
    await us(page, 350, 550);
    await settled(page);
    await page.click(".between button");
    await settled(page);
    const { sel } = await state(page),
      hz = await page.evaluate(() => explorer.runs[0].hz);
    if (sel[0] !== (300 * hz) / 1e6 || sel[1] !== (600 * hz) / 1e6) return `chosen is ${sel}`;
    await us(page, 100, 200); // from the beginning to the first one
    await settled(page);
    if (!/from the beginning of the run to snapshot 0/.test(await page.$eval("#view", (e) => e.textContent)))
      return "the beginning of the run is no edge";
    const other = await open("basic");
    await settled(other);
    await us(other, 1, 20);
    await settled(other);
    return /cannot be divided/.test(await other.$eval("#view", (e) => e.textContent)) ? "" : "it is not said";
  },

  // A dump that is chosen as soon as the page is there, before it can read any, is opened.
  async a_dump_chosen_at_once_is_opened() {
    const dump = readFileSync(`${folder}/basic.named.jxp`).toString("base64");
    const page = await open("bare", "", (page) =>
      page.evaluateOnNewDocument((dump) => {
        addEventListener("DOMContentLoaded", () => {
          const bytes = Uint8Array.from(atob(dump), (c) => c.charCodeAt(0)),
            chosen = new DataTransfer(),
            input = document.getElementById("file");
          chosen.items.add(new File([bytes], "early.jxp"));
          input.files = chosen.files;
          input.dispatchEvent(new Event("change"));
        });
      }, dump),
    );
    await page.waitForFunction(() => document.documentElement.dataset.painted);
    const names = await page.evaluate(() => explorer.runs.map((r) => r.name));
    return names.join() === "early.jxp" ? "" : `open are ${names}`;
  },

  // Ten runs, five a side: what hostdump diff says of them, with interval and p.
  async sides_are_compared_as_by_hostdump_diff() {
    const page = await open("bare"),
      files = Array.from({ length: 10 }, (_, i) => `${folder}/forged/run${i + 1}.jxp`);
    await (await page.$("#file")).uploadFile(...files);
    await page.waitForFunction(() => explorer.runs.length === 10 && explorer.runs.every((r) => r?.ok));
    await page.waitForFunction(() => explorer.state.tab === "compare");
    await settled(page);
    for (let run = 1; run < 5; run++) {
      await page.select(`.bar label:nth-of-type(${run + 1}) select`, "A");
      await settled(page);
    }
    const rows = await page.$$eval("#differ tr", (all) =>
        all.map((r) => [...r.cells].map((c) => c.textContent).join("|")),
      ),
      head = await page.$eval("pre.differ", (e) => e.textContent);
    if (!/^WORSE: [0-9]+ of [0-9]+ figures/.test(head) || !/A: 5 runs.*\n.*B: 5 runs/.test(head))
      return `it says: ${head}`;
    return rows.some((r) =>
      /^worse\|functions\|find_word\|.*\|\+2[0-9.]+ %\|\+[0-9.]+ % to \+[0-9.]+ %\|0\.00[0-9]+$/.test(r),
    )
      ? ""
      : rows.slice(0, 4).join(" / ");
  },

  // Text stands out from what is behind it as WCAG 2.1 asks at level AA: 4.5 to 1, 3 to 1 where it is large. In each
  // view, light and dark, and as it is printed, where nothing is dark.
  async contrast_is_enough() {
    const page = await open("basic");
    await settled(page);
    for (const look of ["light", "dark", "print"]) {
      if (look === "print") await page.emulateMediaType("print");
      else await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), look);
      for (const tab of await page.$$eval("#tabs button", (all) => all.map((b) => b.dataset.tab))) {
        await page.evaluate(
          (tab) => explorer.change({ tab, sel: tab === "tables" ? [0, explorer.runs[0].stop] : null }),
          tab,
        );
        await settled(page);
        const faint = await page.evaluate(faintest);
        if (faint.ratio < 1)
          return `${look}, ${tab}: ${faint.text} has ${(faint.ratio * faint.wanted).toFixed(2)} to 1: ${faint.colours}`;
        if (look === "print" && faint.ground < 0.8) return `${tab} is printed on dark ground`;
      }
    }
    await page.emulateMediaType("screen");
    const calls = await open("called", "#tab=%22calls%22&call=[1,700]");
    await calls.waitForFunction(() => document.querySelector(".call-row.chosen"));
    for (const look of ["light", "dark"]) {
      await calls.evaluate((theme) => (document.documentElement.dataset.theme = theme), look);
      await settled(calls);
      const faint = await calls.evaluate(faintest);
      if (faint.ratio < 1)
        return `${look}, calls: ${faint.text} has ${faint.ratio * faint.wanted} to 1: ${faint.colours}`;
    }
    return "";
  },

  // Lanes that are pinned stand first, and do again where the address is opened; the palette finds commands, tables and
  // threads; m keeps a window as a measure, M drops it.
  async pins_palette_and_measures() {
    const page = await open("basic");
    await settled(page);
    const last = await page.evaluate(() => explorer.timeline.rows.at(-1).name);
    await page.evaluate(() => (explorer.timeline.scroller.scrollTop = 1e6));
    await settled(page);
    await page.click(".label:last-child .pin");
    await page.evaluate(() => (explorer.timeline.scroller.scrollTop = 0));
    await settled(page);
    if ((await page.$eval(".label:first-child .name", (e) => e.textContent)) !== last) return `${last} is not pinned`;
    await page.evaluate(() => explorer.change({ sel: [10000, 30000] }));
    await settled(page);
    await page.keyboard.press("m");
    await page.waitForFunction(() => document.querySelector(".band.kept"));
    const told = await page.$eval(".band.kept span", (e) => e.textContent);
    if (!/^1: 20(\.0+)? µs$/.test(told)) return `the measure says ${told}`;
    await page.waitForFunction(() => /pins=/.test(location.hash) && /marks=/.test(location.hash));
    const hash = await page.evaluate(() => location.hash),
      again = await open("basic", hash);
    await settled(again);
    if ((await again.$eval(".label:first-child .name", (e) => e.textContent)) !== last || !(await again.$(".band.kept")))
      return `${hash} has no pin, or no measure`;
    await page.bringToFront();
    await page.keyboard.press("M");
    if ((await state(page)).marks.length) return "M drops no measure";
    await page.keyboard.down("Control");
    await page.keyboard.press("k");
    await page.keyboard.up("Control");
    await page.waitForSelector("dialog#palette[open]");
    await page.keyboard.type("table: eventstats");
    await page.keyboard.press("Enter");
    await settled(page);
    const { tab, table } = await state(page);
    return tab === "tables" && table === "eventstats" ? "" : `the palette leads to ${tab} ${table}`;
  },

  // A table is sorted by a click on a column, filtered by a text, copied as it is shown; brushing a column's histogram
  // chooses its rows, of which n, least, mean and most are told: those of the rows that hostdump has.
  async tables_are_sorted_filtered_copied_and_brushed() {
    const page = await open("called");
    await settled(page);
    const own = hostdumps("called", "calls").map((row) => row.split("\t")),
      columns = readFileSync(`${folder}/tables/tables_called_named/calls.tsv`, "utf8")
        .split("\n")
        .find((line) => line && !line.startsWith("#"))
        .split("\t"),
      [time, name] = [columns.indexOf("time_us"), columns.indexOf("function")];
    await page.evaluate(() => explorer.change({ tab: "tables", table: "calls" }));
    await settled(page);
    await page.click(`.row.head > span:nth-child(${time + 1}) button`);
    await settled(page);
    const first = () => page.$eval(".rows .row", (e) => [...e.children].map((c) => c.textContent)),
      most = Math.max(...own.map((r) => +r[time] || 0));
    // Between two drawings there is no row.
    const leads = (at, value) => +document.querySelector(".rows .row")?.children[at].textContent === value;
    const counts = (n) => document.getElementById("row-count")?.textContent.replace(/,/g, "").startsWith(`${n} of`);
    await page.waitForFunction(leads, {}, time, most);
    const filter = own[0][name];
    await page.type("#filter", filter);
    const having = own.filter((r) => r.some((c) => c.includes(filter)));
    await page.waitForFunction(counts, {}, having.length);
    await settled(page);
    const copied = await page.evaluate(() => explorer.ask("copy", { run: 0, name: "calls" })),
      lines = copied.trimEnd().split("\n");
    if (lines.length !== having.length + 1 || lines[1] !== (await first()).join("\t"))
      return `${lines.length - 1} rows are copied, not ${having.length}`;
    await page.click(`.row.head > span:nth-child(${time + 1}) .bars`);
    await page.waitForSelector(".hbars");
    const box = await (await page.$(".hbars")).boundingBox();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.98, box.y + 20, { steps: 3 });
    await page.mouse.up();
    await page.waitForFunction(() => explorer.state.ranges.length);
    await settled(page);
    const { ranges } = await state(page),
      [, low, high] = ranges[0],
      brushed = having.filter((r) => +r[time] >= low && +r[time] <= high).map((r) => +r[time]);
    await page.waitForFunction(counts, {}, brushed.length);
    if (!brushed.length || brushed.length === having.length) return `${brushed.length} of ${having.length} are brushed`;
    const figures = await page.$eval(`.row.foot > span:nth-child(${time + 1})`, (e) => e.title),
      [n, least, , top] = figures.match(/[0-9.]+(e[+-]?[0-9]+)?/g).map(Number);
    if (n !== brushed.length || least !== Math.min(...brushed) || top !== Math.max(...brushed))
      return `of ${brushed.length} from ${Math.min(...brushed)} to ${Math.max(...brushed)} it says ${figures}`;
    // By keys: what is brushed is brushed, Shift moves its end, Enter chooses; Escape drops it.
    const bars = () => page.$$eval(".hbar", (all) => all.flatMap((b, i) => (b.matches(".brushed") ? [i] : []))),
      chosen = async (key) => {
        await page.keyboard.press(key);
        await settled(page);
        await page.waitForSelector(".hbars");
        return (await state(page)).ranges;
      };
    if (`${await bars()}` !== `${Array.from({ length: 29 }, (_, i) => 30 + i)}`) return `marked are ${await bars()}`;
    await page.focus(".hbars");
    for (const key of ["Shift+PageDown", "Shift+ArrowLeft", "ArrowLeft"]) await pressed(page, key);
    if (`${await bars()}` !== `${Array.from({ length: 18 }, (_, i) => 29 + i)}`) return `keys brush ${await bars()}`;
    const [[, from, to]] = await chosen("Enter"),
      said = await page.$eval(".hbars", (e) => e.getAttribute("aria-valuetext")),
      rows = having.filter((r) => +r[time] >= from && +r[time] <= to).length;
    if (!(from < low) || !(to < high) || !(await page.evaluate(() => document.activeElement.matches(".hbars"))))
      return `Enter chooses ${from} to ${to}`;
    if (!new RegExp(`: ${rows} rows$`).test(said)) return `it is said: ${said}, of ${rows}`;
    if ((await chosen("Escape")).length) return "Escape chooses no other rows";
    // Rows are gone through by keys, and Enter shows one on the time line.
    await page.focus(".grid");
    for (const [key, row] of [["Down", 0], ["Down", 1], ["Down", 2], ["Up", 1]]) {
      await page.keyboard.press(`Arrow${key}`);
      await page.waitForFunction((n) => document.getElementById("row-at")?.dataset.row === String(n), {}, row);
    }
    const row = await page.$eval("#row-at", (e) => [...e.children].map((c) => c.textContent)),
      start = columns.indexOf("start_us");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => explorer.timeline.picked);
    const at = await page.evaluate(() => explorer.timeline.picked.at);
    return Math.abs(at - row[start] * 1000) < 1 ? "" : `Enter on row ${row} leads to ${at}`;
  },

  // The end of a window that is dragged near an edge is that edge; with Alt it is where the pointer is.
  async windows_snap_to_edges() {
    const page = await open("basic");
    await settled(page);
    const edge = await page.evaluate(async () => {
      const t = explorer.timeline,
        lane = t.rows.find((r) => r.kind === 0).lane;
      return explorer.ask("next", { run: 0, lane, at: explorer.runs[0].stop / 4, back: false });
    });
    const drag = async (free) => {
      await page.evaluate(() => explorer.change({ sel: null }));
      await settled(page);
      const [from, to, y] = await page.evaluate((at) => {
        const t = explorer.timeline,
          box = document.querySelector(".glass").getBoundingClientRect();
        return [box.left + t.width * 0.9, box.left + t.x(at) + 3, box.top + 40];
      }, edge);
      if (free) await page.keyboard.down("Alt");
      await page.mouse.move(from, y);
      await page.mouse.down();
      await page.mouse.move(to, y, { steps: 3 });
      await page.mouse.up();
      if (free) await page.keyboard.up("Alt");
      await page.waitForFunction(() => explorer.state.sel);
      return (await state(page)).sel[0];
    };
    const [snapped, free] = [await drag(false), await drag(true)];
    return snapped === edge && free !== edge ? "" : `the edge is ${edge}; snapped ${snapped}, free ${free}`;
  },

  // What is printed from the dark page is what is printed from the light one, to the pixel: lanes of many kinds, the
  // labels beside them, and the heat map.
  async dark_is_printed_as_light() {
    for (const [name, fragment] of [
      ["basic", "#tab=%22heat%22"],
      ["called", "#calls=[%22main%22]&call=[1,700]"],
      ["locks", ""],
    ]) {
      const page = await open(name, fragment);
      await page.setViewport({ width: 1047, height: 718 }); // A4, landscape, within its margins
      await settled(page);
      if (name === "basic") {
        const wrong = await followsSystem(page);
        if (wrong) return wrong;
      }
      const light = await printed(page, false);
      await page.keyboard.press("t");
      await settled(page);
      const scheme = await page.evaluate(() => getComputedStyle(document.body).colorScheme);
      if (scheme !== "dark") return `t makes the page ${scheme}`;
      const dark = await printed(page, true);
      if (dark !== light) return `${name}: ${await page.evaluate(differing, light, dark)}`;
      if (name === "basic" && !(await page.$("canvas.heat"))) return "no heat map was printed";
      await page.close();
    }
    return "";
  },

  // A printed page holds what the view holds: nothing is cut off at its edges or by a scroll bar, lanes and boxes are as
  // wide as the paper, and a table has all its rows.
  async print_has_all() {
    const own = { called: ["calls", "tables"], moments: ["now", "charts"] }; // of what the others have nothing
    for (const name of ["basic", "objects", ...Object.keys(own)]) {
      const page = await open(name, name === "called" ? "#calls=[%22main%22]&call=[1,700]" : "");
      await settled(page);
      for (const tab of own[name] ?? (await page.$$eval("#tabs button", (all) => all.map((b) => b.dataset.tab)))) {
        await page.evaluate((t) => explorer.change({ tab: t, table: "threads" }), tab);
        await settled(page);
        await page.emulateMediaType("print");
        await page.setViewport({ width: 1047, height: 718 }); // A4, landscape, within its margins
        await settled(page);
        if (tab === "tables") await page.waitForSelector(".grid[data-printed]");
        const wrong = await page.evaluate(unprinted, tab);
        await page.emulateMediaType("screen");
        await page.setViewport({ width: 1400, height: 1000 });
        await settled(page);
        if (wrong) return `${name}, ${tab}: ${wrong}`;
      }
      await page.close();
    }
    return "";
  },

  // What a screen reader and the keyboard find: a name for all that can be operated, by keys as well, and regions that
  // tell of changes.
  async all_has_a_name_and_a_key() {
    const page = await open("basic");
    await settled(page);
    for (const tab of await page.$$eval("#tabs button", (all) => all.map((b) => b.dataset.tab))) {
      await page.evaluate((tab) => explorer.change({ tab }), tab);
      await settled(page);
      const wrong = await page.evaluate(unnamed);
      if (wrong) return `${tab}: ${wrong}`;
    }
    await page.evaluate(() => explorer.change({ tab: "flame" }));
    await settled(page);
    await page.focus("[data-arrows] [tabindex='0']");
    await page.keyboard.press("ArrowDown");
    if ((await page.evaluate(() => document.activeElement.dataset.depth)) !== "1") return "below the first box is none";
    await page.focus("#tabs [aria-selected=true]");
    await page.keyboard.press("ArrowRight");
    await settled(page);
    const now = await page.evaluate(() => [explorer.state.tab, document.activeElement.dataset.tab]);
    if (now[0] === "flame" || now[0] !== now[1]) return `right of flame is ${now}`;
    const calls = await open("called", "#tab=%22calls%22&call=[1,700]&calls=[%22main%22]");
    await calls.waitForFunction(() => document.querySelector(".call-row.chosen"));
    await settled(calls);
    const wrong = await calls.evaluate(unnamed);
    return wrong ? `calls: ${wrong}` : "";
  },

  // A module that has trapped is left: another worker has the run, and what was chosen stands.
  async a_broken_analysis_begins_anew() {
    const page = await open("objects");
    await ready(page);
    await page.evaluate(() => explorer.change({ sel: [1000, explorer.runs[0].stop], tab: "tables", table: "threads" }));
    await settled(page);
    const before = await shownRows(page);
    const error = await page.evaluate(() =>
      explorer.ask("bins", { run: 0, lane: 0, from: 0, to: 100, pixels: 3e9 }).then(
        () => "",
        (e) => e.message,
      ),
    );
    if (!error) return "a question that breaks the module was answered";
    await page.waitForFunction(() => /opened again/.test(document.getElementById("said").textContent));
    await showTable(page, "threads");
    const after = await shownRows(page);
    if (!after.length || JSON.stringify(after) !== JSON.stringify(before))
      return `threads were ${before}, are ${after}`;
    await page.evaluate(() => explorer.change({ sel: null }));
    await settled(page);
    const all = await showTable(page, "objects");
    return JSON.stringify(all) === JSON.stringify(hostdumps("objects", "objects")) ? "" : `objects: ${all.length} rows`;
  },

  // What another question breaks is asked again: a picture, a file that is dropped, the last look at a stream.
  async what_waits_for_a_broken_worker_is_not_lost() {
    const page = await open("objects");
    await settled(page);
    await breaking(page, (m) => m.op === "paint" && m.name === "overview");
    await page.keyboard.press("t");
    await reopened(page);
    await settled(page);
    await page.waitForFunction(() => window.sent.some((m) => /^paint .* overview/.test(m)));
    for (const op of ["begin", "feed", "done"]) {
      const other = await open("basic");
      await settled(other);
      await breaking(other, `(m) => m.run === 1 && m.op === "${op}"`);
      await (await other.$("#file")).uploadFile(`${folder}/basic.named.jxp`);
      await other.waitForFunction(() => explorer.runs.length === 2 && explorer.state.tab === "compare");
      await settled(other);
      const [a, b] = await other.evaluate(() => explorer.runs.map((r) => r.frames));
      if (a !== b) return `broken at ${op}: ${b} frames, not ${a}`;
    }
    const stream = await open("bare");
    await stream.evaluate(async () => {
      window.live = await explorer.openLive("objects.jxp");
    });
    await appended(stream, base64(readFileSync(`${folder}/objects.named.jxp`)));
    await stream.waitForFunction(() => explorer.runs[0]?.stop && !document.querySelector("#timeline").hidden);
    await settled(stream);
    await breaking(stream, (m) => m.op === "refresh" && m.last);
    await stream.evaluate(() => live.end());
    await settled(stream);
    if (await stream.$(".live")) return "the last look at a stream was lost";
    if (!(await stream.evaluate(() => explorer.timeline.painted.endsWith(` ${explorer.runs[0].frames}`))))
      return "the overview is of an earlier look";
    const shown = await showTable(stream, "objects");
    return JSON.stringify(shown) === JSON.stringify(hostdumps("objects", "objects")) ? "" : `${shown.length} objects`;
  },

  // A run that breaks the worker again and again is refused, and whatever is asked of it then ends with words. Another
  // one that is in the page goes on.
  async a_run_that_breaks_for_ever_is_refused() {
    const page = await open("objects");
    await settled(page);
    await (await page.$("#file")).uploadFile(`${folder}/basic.named.jxp`);
    await page.waitForFunction(() => explorer.runs.length === 2 && explorer.state.tab === "compare");
    await settled(page);
    const broken = await page.evaluate(async () => {
      const ends = (promise) =>
        promise.then(
          () => "answered",
          (e) => e.message,
        );
      const said = [];
      for (let i = 0; i < 4; i++)
        said.push(await ends(explorer.ask("bins", { run: 0, lane: 0, from: 0, to: 100, pixels: 3e9 })));
      return [...said, await ends(explorer.ask("rows", { run: 0, name: "run", first: 0, count: 1 }))];
    });
    if (broken.includes("answered") || !/objects.named.jxp has broken the analysis 4 times/.test(broken[4]))
      return `it says ${broken.at(-1)}`;
    await page.waitForFunction(
      () =>
        /not looked at any more/.test(document.getElementById("said").textContent) &&
        /not looked at any more/.test(document.getElementById("damage").textContent) &&
        document.getElementById("views").hidden,
    );
    await page.click("#runs button:nth-of-type(2)");
    await page.waitForFunction(() => explorer.state.run === 1);
    await settled(page);
    await page.evaluate(() => explorer.change({ tab: "tables", table: "events" }));
    await settled(page);
    const rows = await page.evaluate(() => explorer.ask("rows", { run: 1, name: "events", first: 0, count: 1000 }));
    return JSON.stringify(rows.map((r) => r.join("\t"))) === JSON.stringify(hostdumps("basic", "events"))
      ? ""
      : `the other run has ${rows.length} events`;
  },

  // A run of timed calls alone has nothing for the time line: its views are there all the same.
  async a_run_without_lanes_has_views() {
    const page = await open("timing_only");
    await settled(page);
    const shown = await showTable(page, "methods");
    if (JSON.stringify(shown) !== JSON.stringify(hostdumps("timing_only", "methods"))) return `methods: ${shown}`;
    return (await page.$eval("#timeline", (e) => e.hidden)) ? "" : "an empty time line is shown";
  },

  // Calls as slices below their thread, by clicks: in each pixel of the lanes the calls that hostdump has there.
  async calls_are_slices() {
    const page = await open("called");
    await settled(page);
    const calls = hostdumps("called", "calls")
        .map((row) => row.split("\t"))
        .map(([thread, call, , depth, name, start, end]) => ({
          thread,
          call,
          depth: +depth,
          name,
          start: +start,
          end: +end,
        })),
      lanes = await page.evaluate(() => explorer.runs[0].lanes.filter((l) => l.kind === 9));
    if (!lanes.length) return "there are no lanes of calls";
    for (const { lane, name, depth } of lanes) {
      const own = calls.filter((c) => c.thread === name && c.depth === depth + 1),
        told = await page.evaluate(
          (lane) => explorer.ask("within", { run: 0, from: 0, to: 10000000 }).then((w) => w[lane]),
          lane,
        ),
        busy = Math.round(own.reduce((sum, c) => sum + c.end - c.start, 0) * 1000);
      if (told.busy[1] !== busy) return `${name}, depth ${depth}: ${told.busy[1]} ns in calls, not ${busy}`;
      for (const c of own.filter((_, i) => i % 97 === 0)) {
        const at = Math.round(((c.start + c.end) / 2) * 1000),
          [hit, call] = await page.evaluate(
            (lane, at) =>
              Promise.all([
                explorer.ask("at", { run: 0, lane, at, reach: 0 }),
                explorer.ask("callAt", { run: 0, lane, at }),
              ]).then(([r, c]) => [r.functionName, c]),
            lane,
            at,
          );
        if (hit !== c.name || call[1] !== +c.call) return `at ${at} ${name} is in ${hit}, call ${call}, not ${c.name}`;
      }
    }
    // A long call fills its place with one colour, and is chosen by a click.
    const long = calls
      .filter((c) => c.thread === "worker" && c.depth === 1)
      .sort((a, b) => b.end - b.start - (a.end - a.start))[1];
    await page.evaluate((a, b) => explorer.timeline.go(a, b), long.start * 1000 - 200, long.end * 1000 + 200);
    await settled(page);
    const place = await page.evaluate(() => {
      const t = explorer.timeline,
        row = t.rows.findIndex((r) => r.kind === 9 && r.name === "worker" && r.depth === 0);
      t.scroller.scrollTop = row * 24;
      const box = document.querySelector(".glass").getBoundingClientRect();
      return [box.left + t.width * 0.9, box.top + row * 24 - t.scroller.scrollTop + 4];
    });
    await settled(page);
    const [colours] = await pixels(page, [[Math.round(place[0]), Math.round(place[1]), 3, 3]]);
    if (colours.length !== 1 || colours[0] === "255,255,255") return `a call is painted ${colours}`;
    await page.mouse.click(place[0], place[1] + 6);
    await page.waitForSelector("#to-call");
    await page.click("#to-call");
    await page.waitForFunction(() => explorer.state.tab === "calls" && document.querySelector(".call-row.chosen"));
    const { call } = await state(page);
    return call[1] === +long.call ? "" : `call ${call} is chosen, not ${long.call}`;
  },

  // Lock waits: each lane sums up the table's waits, and shows the holder's colour; a click tells who held the lock.
  async lock_waits_are_lanes() {
    const page = await open("locks");
    await settled(page);
    const rows = hostdumps("locks", "lockwaits").map((row) => row.split("\t")),
      lanes = await page.evaluate(() => explorer.runs[0].lanes.filter((l) => l.kind === 10)),
      waiters = [...new Set(rows.map((r) => r[6]))].sort();
    if (JSON.stringify(lanes.map((l) => l.name).sort()) !== JSON.stringify(waiters)) return `lanes of ${waiters}`;
    for (const { lane, name } of lanes) {
      const wanted = rows.filter((r) => r[6] === name).reduce((sum, r) => sum + Math.round(+r[2] * 1000), 0),
        { busy } = await page.evaluate(
          (n) => explorer.ask("within", { run: 0, from: 0, to: explorer.runs[0].stop }).then((all) => all[n]),
          lane,
        );
      if (busy[1] + busy[2] !== wanted) return `${name} waits for ${busy[1] + busy[2]} ns, not ${wanted}`;
    }
    // worker#3 waits from 60 to 185 us: up to 100 us main has the lock, then worker, each in its thread's colour.
    await page.evaluate(() => explorer.timeline.go(50000, 190000));
    await settled(page);
    const places = await page.evaluate(() => {
      const t = explorer.timeline,
        hue = (name) => t.swatch(t.rows.find((r) => r.kind === 0 && r.name === name)),
        row = t.rows.findIndex((r) => r.kind === 10 && r.name === "worker#3"),
        box = document.querySelector(".glass").getBoundingClientRect(),
        at = (us) => [Math.round(box.left + t.x(us * 1000)), Math.round(box.top + row * 24 - t.scroller.scrollTop)];
      const shown = (colour) => {
        const e = document.body.appendChild(document.createElement("i"));
        e.style.color = colour;
        const text = getComputedStyle(e).color.match(/[0-9]+/g).join(",");
        e.remove();
        return text;
      };
      return { at: [at(60.3), at(100.3)], hues: [shown(hue("main")), shown(hue("worker"))], nothing: at(188) };
    });
    const probed = await pixels(page, [...places.at, places.nothing].map(([x, y]) => [x, y + 4, 2, 2]));
    for (const i of [0, 1])
      if (probed[i].join() !== places.hues[i]) return `the holder's colour is ${places.hues[i]}, painted is ${probed[i]}`;
    if (probed[2].join() !== "255,255,255") return `where it waits no more is ${probed[2]}`;
    await page.mouse.click(places.at[1][0], places.at[1][1] + 10);
    await page.waitForSelector("#to-waits");
    const told = await page.$eval(".measure", (e) => e.textContent);
    if (!/waits for mutex .*which worker holds, for 85\S* µs of 125\S* µs and 2 holders/.test(told)) return told;
    await page.click("#to-waits");
    await settled(page);
    const { table } = await state(page);
    return table === "lockwaits" ? "" : `table ${table} is shown`;
  },

  // A thread's lane tells why it does not run, and who woke it, as hostdump's table has that.
  async threads_tell_why_they_wait() {
    const page = await open("basic");
    await settled(page);
    const told = await page.evaluate(async () => {
      const t = explorer.timeline,
        all = [];
      for (const row of t.rows.filter((r) => r.kind === 0))
        for (let at = 0; at !== null; at = await explorer.ask("next", { run: 0, lane: row.lane, at, back: false })) {
          const r = await explorer.ask("at", { run: 0, lane: row.lane, at, reach: 0 }),
            words = r && t.tell(row, r).map((e) => e.textContent ?? e);
          if (r) all.push(`${row.name} ${Math.round(r.at * t.us)}: ${words.join("")}`);
        }
      return all;
    });
    for (const [at, by, woken] of hostdumps("basic", "wakes").map((row) => row.split("\t")))
      if (!told.some((text) => text.startsWith(`${woken} ${Math.round(+at)}: `) && text.includes(`woken by ${by} `)))
        return `who woke ${woken} at ${at} us is not told: ${told}`;
    const why = ["it was preempted", "it waits for something", "it was unblocked"];
    const lacks = why.find((words) => !told.some((text) => text.includes(`because ${words} `)));
    return lacks ? `nothing is so because ${lacks}: ${told}` : "";
  },

  // Processors stand by their numbers, in whatever order the dump has met them.
  async processors_stand_by_number() {
    const page = await open("processors");
    await settled(page);
    const orders = await page.evaluate(() => {
      const { timeline } = explorer,
        rows = () => timeline.rows.filter((r) => r.kind === 1).map((r) => r.number),
        shown = rows(),
        [a, b] = timeline.info.lanes.filter((l) => l.kind === 1);
      [a.number, b.number] = [b.number, a.number];
      timeline.arrange();
      return [shown, rows()];
    });
    const rises = (all) => all.length > 1 && all.every((n, i) => !i || n > all[i - 1]);
    return orders.every(rises) ? "" : `they stand as ${orders.join(" and ")}`;
  },

  // Moments: a stroke for each, red where the dump lacks some, a thread's stand from the first to the last one of it.
  async moments_are_lanes() {
    const page = await open("moments");
    await settled(page);
    await page.evaluate(() => explorer.timeline.go(0, explorer.runs[0].stop));
    await settled(page);
    const place = (kind, name, us) =>
      page.evaluate(
        (k, n, at) => {
          const t = explorer.timeline,
            row = t.rows.findIndex((r) => r.kind === k && r.name === n),
            box = document.querySelector(".glass").getBoundingClientRect();
          return [Math.floor(box.left + t.x(at * 1000)), Math.round(box.top + row * 24 - t.scroller.scrollTop)];
        },
        kind,
        name,
        us,
      );
    const colours = async (kind, name, us, down) => {
      const [x, y] = await place(kind, name, us);
      return (await pixels(page, [[x, y + down, 1, 2]]))[0].join();
    };
    for (const us of [101, 201, 301, 501, 601, 701])
      if ((await colours(11, "moments", us, 4)) !== "34,37,43") return `no stroke at ${us} us`;
    const red = await colours(11, "moments", 400, 16);
    if (red !== "210,31,31") return `where moment 4 is missing it is ${red}`;
    for (const us of [150, 250, 550, 650])
      if ((await colours(11, "moments", us, 16)) !== "255,255,255") return `between moments, at ${us} us, is something`;
    if ((await colours(12, "worker", 250, 19)) === "255,255,255") return "worker stands nowhere at 250 us";
    for (const us of [150, 400])
      if ((await colours(12, "worker", us, 19)) !== "255,255,255") return `it is not known where worker is at ${us} us`;
    const [x, y] = await place(12, "worker", 650);
    await page.mouse.click(x, y + 18);
    await page.waitForSelector("#to-moment");
    const told = await page.$eval(".measure", (e) => e.textContent);
    if (!/worker waiting, for mutex .* of main at 2 moments in a row in hash called by/.test(told)) return told;
    await page.click("#to-moment");
    await page.waitForFunction(() => explorer.state.tab === "now");
    await settled(page);
    const text = await page.$eval("#view", (e) => e.textContent);
    if (!/Moment 5 of 6/.test(text)) return text.slice(0, 200);
    // In a window it is the moments of the window; one that the reader has chosen stays, and is said to be outside.
    const inWindow = async (sel, ...clicks) => {
      await page.evaluate((sel) => explorer.change({ sel }), sel);
      await settled(page);
      for (const click of clicks) {
        await page.click(click);
        await settled(page);
      }
      return page.$eval("#moment-told", (e) => e.textContent);
    };
    const steps = [
      [/^Moment 5 of 6.*is not in the window, which has 2 of 6/, [150000, 350000]],
      [/^Moment 3 of 6.*The window has 2 of 6/, [150000, 350000], "#newest"],
      [/^Moment 2 of 6/, [150000, 350000], ...Array(2).fill("[aria-label='moment before']")],
      [/^Moment 3 of 6/, [150000, 350000], ...Array(2).fill("[aria-label='next moment']")],
      [/^The window has 0 of 6 moments/, [110000, 150000], "#newest"],
    ];
    for (const [wanted, ...of] of steps) {
      const said = await inWindow(...of);
      if (!wanted.test(said)) return `in window ${of}: ${said}`;
    }
    const none = await page.$eval("#view", (e) => e.textContent);
    return /No moment is in the window/.test(none) ? "" : none.slice(0, 200);
  },

  // The tree of calls opens where it is opened, by keys, too; find goes from call to call; each call tells its way out.
  async calls_are_a_tree() {
    const page = await open("called");
    await settled(page);
    await page.click("#tabs button[data-tab=calls]");
    await settled(page);
    const rows = () =>
        page.$$eval(".call-row", (all) =>
          all.map((e) => [+e.getAttribute("aria-level"), e.querySelector("b")?.textContent ?? ""]),
        ),
      calls = hostdumps("called", "calls").map((row) => row.split("\t")),
      begun = (thread, depth) => calls.filter((c) => c[0] === thread && +c[3] === depth).sort((a, b) => +a[5] - +b[5]);
    if ((await rows()).length !== 2) return `at first there are ${await rows()}`;
    await page.focus(".call-row[tabindex='0']");
    await page.keyboard.press("ArrowRight"); // opens thread main
    await page.waitForFunction(() => document.querySelectorAll(".call-row").length > 2);
    const shown = await rows(),
      outer = begun("main", 1);
    const wanted = outer.slice(0, 100).map((c) => c[4]);
    if (JSON.stringify(shown.slice(1, 101).map((r) => r[1])) !== JSON.stringify(wanted))
      return `below main: ${shown.slice(0, 9)}`;
    if (!new RegExp(`${outer.length - 100} more`).test(await page.$eval(".calls-tree", (e) => e.textContent)))
      return "it is not said how many more calls there are";
    // By hand: a call deep inside, its way out and its rank.
    const deep = begun("worker", 6)[3];
    await page.evaluate((n) => explorer.change({ call: [1, n] }), +deep[1]);
    await page.waitForFunction(() => document.querySelector(".call-row.chosen"));
    await settled(page);
    const way = await page.$$eval(".crumb", (all) => all.map((e) => e.textContent)),
      around = calls
        .filter((c) => c[0] === "worker" && +c[1] >= +deep[1] && +c[1] - +c[2] <= +deep[1])
        .sort((a, b) => +a[3] - +b[3])
        .map((c) => c[4]);
    if (JSON.stringify(way) !== JSON.stringify(around)) return `the way is ${way}, not ${around}`;
    const same = calls.filter((c) => c[4] === deep[4] && c[10] !== "open"),
      shorter = same.filter((c) => +c[7] < +deep[7]).length,
      told = await page.$eval(".about", (e) => e.textContent);
    if (
      !told.includes(`Of ${same.length} calls of ${deep[4]}`) ||
      !told.includes(`${((100 * shorter) / same.length).toFixed(2)} % were shorter`)
    )
      return `it says ${told}; ${shorter} of ${same.length} are shorter`;
    // All calls of a function, one after the other, in the order in which they began.
    const name = calls[0][4],
      found = [];
    await page.type("#find-call", name);
    const all = [...calls].filter((c) => c[4] === name && c[0] === "main").sort((a, b) => +a[5] - +b[5]);
    for (let i = 0; i < 5; i++) {
      const before = JSON.stringify((await state(page)).call);
      await page.click("#find-next");
      await page.waitForFunction((was) => JSON.stringify(explorer.state.call) !== was, {}, before);
      await settled(page);
      found.push((await state(page)).call);
    }
    if (JSON.stringify(found) !== JSON.stringify(all.slice(0, 5).map((c) => [0, +c[1]])))
      return `found are ${JSON.stringify(found)}`;
    await page.click("#call-time");
    await settled(page);
    const { sel } = await state(page),
      c = all[4];
    return sel[0] <= +c[5] * 1000 && sel[1] >= +c[6] * 1000 && sel[1] - sel[0] < (+c[6] - +c[5]) * 1000 + 3
      ? ""
      : `on the time line ${sel} is chosen, not ${c}`;
  },

  // What a run that is received brings waits while the reader pauses.
  async a_pause_keeps_what_comes() {
    const page = await open("bare"),
      bytes = readFileSync(`${folder}/objects.named.jxp`),
      half = Math.floor(bytes.length * 0.8);
    await page.evaluate(async () => {
      window.live = await explorer.openLive("objects.jxp");
    });
    await appended(page, base64(bytes.subarray(0, half)));
    await page.waitForFunction(() => explorer.runs[0]?.stop);
    await settled(page);
    const frames = () => page.evaluate(() => explorer.runs[0].frames),
      before = await frames();
    await page.click("#pause");
    await appended(page, base64(bytes.subarray(half)));
    await page.waitForFunction(
      (n) => document.getElementById("pause").textContent.replace(/,/g, "").includes(n),
      {},
      String(bytes.length - half),
    );
    await page.evaluate(() => void (window.ended = live.end()));
    await page.evaluate(() => explorer.change({ tab: "tables", table: "objects" })); // what there was can be looked at
    await settled(page);
    if ((await frames()) !== before || !(await page.$(".live"))) return "what comes while it is paused is shown";
    await page.click("#pause");
    await page.evaluate(() => window.ended);
    await settled(page);
    const shown = await showTable(page, "objects");
    return (await page.$eval("#pause", (e) => e.hidden)) &&
      JSON.stringify(shown) === JSON.stringify(hostdumps("objects", "objects"))
      ? ""
      : `${shown.length} objects`;
  },

  // Where threads stand, moment by moment, by clicks: stacks with places, the deadlock, who waits, both hues.
  async now_shows_where_threads_stand() {
    const page = await open("moments");
    await settled(page);
    await page.click("#tabs button[data-tab=now]");
    await settled(page);
    const text = () => page.$eval("#view", (e) => e.textContent),
      slide = async (key) => {
        await page.focus("#moment");
        await page.keyboard.press(key);
        await settled(page);
      };
    if (
      !/Deadlock 1: main waits for join worker.*; worker waits for mutex .*, which main has.*1 more waits/.test(
        await text(),
      )
    )
      return `no deadlock: ${(await text()).slice(0, 400)}`;
    const stacks = () =>
      page.$$eval("details.thread", (all) =>
        all.map((e) => [
          e.querySelector("b").textContent,
          [...e.querySelectorAll("ol.stack code")]
            .map((c) => c.textContent)
            .reverse()
            .join(";"),
          [...e.querySelectorAll("ol.stack li")].map((i) => i.textContent.replace(/ ([^ ]*)$/, " ($1)")),
        ]),
      );
    await page.waitForFunction(() => document.querySelectorAll("ol.stack").length === 3);
    const expected = hostdumps("moments", "moments").map((row) => row.split("\t")),
      at = (us) =>
        expected
          .filter((r) => +r[0] <= us && us <= +r[1])
          .map((r) => `${r[3]} ${r[9]}`)
          .sort();
    let shown = await stacks();
    const lines = readFileSync(`${folder}/moments.lines`, "utf8").split(/== \d+\n/).at(-1);
    if (shown.flatMap((s) => s[2]).join("\n") !== lines.trim()) return `lines of calls: ${shown}, not ${lines}`;
    if (
      JSON.stringify(shown.map(([t, s]) => `${t} ${s || "-"}`).sort()) !== JSON.stringify(at(700))
    )
      return `at 700 us: ${JSON.stringify(shown)}, not ${at(700)}`;
    await slide("Home");
    shown = await stacks();
    if (JSON.stringify(shown.map(([t, s]) => `${t} ${s || "-"}`).sort()) !== JSON.stringify(at(100)))
      return `at 100 us: ${JSON.stringify(shown)}, not ${at(100)}`;
    if (/Deadlock/.test(await text()) || !/Moment 1 of 6/.test(await text())) return "the first moment has a deadlock";
    await page.click("details.thread summary"); // it is shut, and stays so
    await slide("ArrowRight");
    if (await page.$eval("details.thread", (e) => e.open)) return "a stack that was shut is open";
    await page.click("#newest");
    await settled(page);
    await page.select(".now select", "waits");
    await settled(page);
    const names = await page.$$eval(".sheet svg text", (all) => all.map((e) => e.textContent));
    if (!["main", "worker", "worker#3", "deadlock 1", "behind deadlock 1"].every((n) => names.includes(n)))
      return `who waits: ${names}`;
    await page.select(".now select", "flame");
    await settled(page);
    const boxes = await page.$$eval(".box.wall", (all) => all.map((e) => e.title));
    if (!boxes[0]?.startsWith("all threads: 20 times, 100.00 %; blocked 13 times")) return `flame: ${boxes[0]}`;
    await page.select(".now select", "calls");
    await settled(page);
    if (!(await page.$$eval(".sheet svg text", (all) => all.length > 4))) return "no call graph";
    await slide("Home");
    const address = await page.evaluate(() => new Promise((done) => setTimeout(() => done(location.hash), 200)));
    return /now=%22calls%22/.test(address) && /moment=100/.test(address) ? "" : `the address is ${address}`;
  },

  // The feed of hostdump serve (host-tools/LIVE.md), cut at odd places: two targets at once, a connection that is lost
  // in the middle, runs that had ended before, and a server that is started again: what it had before is no more offered.
  async a_feed_is_followed() {
    const dumps = [readFileSync(`${folder}/objects.named.jxp`), readFileSync(`${folder}/moments.named.jxp`)],
      asked = [];
    const line = (what) => `${JSON.stringify(what)}\n`,
      hello = (serve) => line({ type: "hello", version: 1, serve }) + line({ type: "later" }),
      run = (n, name, state) => line({ type: "run", run: n, target: name, file: `${name}.jxp`, state }),
      bytes = (n, of, at, end) => [line({ type: "bytes", run: n, at, bytes: end - at }), of.subarray(at, end)];
    const both = (from, [o, m]) => [
      hello("x"),
      run(0, "past", "whole"),
      run(1, "moments", "live"),
      run(2, "objects", "live"),
      ...bytes(2, dumps[0], Math.min(from[2] ?? 0, o), o),
      ...bytes(1, dumps[1], Math.min(from[1] ?? 0, m), m),
    ];
    const ends = [run(1, "moments", "whole"), run(2, "objects", "whole")],
      again = [
        hello("y"),
        run(1, "before", "whole"),
        run(0, "again", "live"),
        ...bytes(0, dumps[0], 0, dumps[0].length),
        run(0, "again", "whole"),
      ];
    let sayAll;
    const allCame = new Promise((done) => (sayAll = done));
    const page = await openFeed((request, answer) => {
      const url = new URL(request.url, "http://localhost");
      if (url.pathname === "/runs/1") return answer.end(dumps[0]);
      if (url.pathname.endsWith("/names")) return answer.writeHead(404).end("The image is not here.");
      const n = asked.push(request.url);
      if (n > 3) return allCame.then(() => answer.writeHead(403).end("that is all"));
      const from = Object.fromEntries((url.searchParams.get("from") ?? "").split(",").map((part) => part.split(":"))),
        parts = [
          both(from, [900, 500]),
          [
            ...both(
              from,
              dumps.map((d) => d.length),
            ),
            ...ends,
          ],
          again,
        ][n - 1],
        all = Buffer.concat(parts.map((part) => Buffer.from(part)));
      for (let at = 0; at < all.length; at += 97) answer.write(all.subarray(at, at + 97));
      return n > 1 ? answer.end() : setImmediate(() => answer.socket.end()); // it is cut off
    });
    await page.waitForFunction(
      () =>
        explorer.runs.length === 3 &&
        explorer.runs.every((r) => r.ok && !r.live) &&
        document.getElementById("pause").hidden,
    );
    sayAll();
    await page.waitForFunction(() => /that is all/.test(document.getElementById("said").textContent));
    if (asked[0] !== "/feed" || asked[2] !== "/feed?serve=x" || !/^\/feed(\?serve=x(&from=.*)?)?$/.test(asked[1]))
      return `asked for ${asked}`;
    const names = await page.evaluate(() => explorer.runs.map((r) => `${r.name} ${r.frames}`)),
      frames = Object.fromEntries(names.map((n) => n.split(" ")));
    if (frames["objects.jxp"] !== frames["again.jxp"]) return `frames: ${names}`;
    const past = await page.$$eval("#runs button", (all) =>
      all.map((b) => b.textContent).filter((text) => text.startsWith("open ")),
    );
    if (past.length !== 1 || !past[0].startsWith("open before.jxp")) return `runs that had ended: ${past}`;
    await page.evaluate(() =>
      [...document.querySelectorAll("#runs button")].find((b) => /^open before/.test(b.textContent)).click(),
    );
    await page.waitForFunction(() => explorer.state.run === 3);
    await settled(page);
    const rows = await page.evaluate(async () => {
      const i = explorer.runs.findIndex((r) => r.name === "moments.jxp"),
        t = await explorer.ask("table", { run: i, name: "moments" });
      return (await explorer.ask("rows", { run: i, name: "moments", first: 0, count: t.count })).map((r) =>
        r.join("\t"),
      );
    });
    return JSON.stringify(rows) === JSON.stringify(hostdumps("moments", "moments"))
      ? ""
      : `moments: ${rows.length} rows`;
  },

  // A run that has not ended has the names of its image's functions, and what target and threads are is told.
  async a_live_run_has_names() {
    const dump = readFileSync(`${folder}/moments.jxp`).subarray(0, 1400), // its moments, not its end
      line = (what) => `${JSON.stringify(what)}\n`;
    const page = await openFeed((request, answer) => {
      if (request.url === "/runs/4/names") return answer.end(readFileSync(`${folder}/moments.named.jxp`));
      answer.write(line({ type: "hello", version: 1, serve: "x" }));
      answer.write(line({ type: "run", run: 4, target: "m", file: "m.jxp", state: "live" }));
      answer.write(line({ type: "bytes", run: 4, at: 0, bytes: dump.length }));
      answer.write(dump); // and goes on
    });
    await page.waitForFunction(() => /main_loop/.test(document.getElementById("view").textContent));
    const text = await page.$eval("#view", (e) => e.textContent);
    if (!/image\.S:111/.test(text)) return `there is no line of a call: ${text.slice(0, 300)}`;
    if (!/number 2, made by main, program/.test(text)) return `which threads these are: ${text.slice(0, 300)}`;
    if (!/system golden 1/.test(text)) return `what the target is: ${text.slice(0, 300)}`;
    return (await page.$(".live")) ? "" : "the run has ended";
  },

  // Names of many live runs are asked for one after the other: a browser asks a server few questions at once, and one
  // for names may take a minute.
  async names_hold_up_nothing() {
    const RUNS = 8,
      dump = readFileSync(`${folder}/moments.jxp`).subarray(0, 1400),
      line = (what) => `${JSON.stringify(what)}\n`,
      held = [];
    let most = 0,
      names = 0;
    const page = await openFeed((request, answer) => {
      if (request.url === "/runs") return answer.end("there");
      if (request.url.endsWith("/names")) {
        names++;
        most = Math.max(most, held.push(answer));
        return undefined;
      }
      answer.write(line({ type: "hello", version: 1, serve: "x" }));
      for (let run = 0; run < RUNS; run++) {
        answer.write(line({ type: "run", run, target: `t${run}`, file: `t${run}.jxp`, state: "live" }));
        answer.write(line({ type: "bytes", run, at: 0, bytes: dump.length }));
        answer.write(dump);
      }
      return undefined;
    });
    await page.waitForFunction((n) => explorer.runs.filter((r) => r?.ok).length === n, {}, RUNS);
    const through = await page.evaluate(() => fetch("runs").then((answer) => answer.text()));
    if (through !== "there") return `beside it comes: ${through}`;
    for (let turns = 0; names < RUNS || held.length; turns++) {
      if (turns === 3000) return `names of ${names} runs were asked for in ${turns} frames, not of ${RUNS}`;
      held.splice(0).forEach((answer) => answer.end(readFileSync(`${folder}/moments.named.jxp`)));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
    }
    return most === 1 ? "" : `${most} questions for names at once`;
  },

  // Runs of a feed that have ended are closed when they are many, and opened again by their buttons.
  async ended_runs_of_a_feed_are_closed() {
    const RUNS = 12,
      dump = readFileSync(`${folder}/basic.named.jxp`),
      line = (what) => `${JSON.stringify(what)}\n`,
      run = (n, s) => line({ type: "run", run: n, target: `t${n}`, file: `t${n}.jxp`, state: s });
    const fed = [line({ type: "hello", version: 1, serve: "x" })];
    for (let n = 0; n < RUNS; n++)
      fed.push(run(n, "live"), line({ type: "bytes", run: n, at: 0, bytes: dump.length }), dump, run(n, "whole"));
    const page = await openFeed((request, answer) => {
      if (request.url.startsWith("/runs/")) return answer.end(dump);
      fed.forEach((part) => answer.write(part)); // and goes on
    });
    const names = () =>
      page.$$eval("#runs button", (all) =>
        all.map((b) => b.textContent.replace(/^open (.*), which has ended$/, "($1)")),
      );
    await page.waitForFunction(
      () => [...document.querySelectorAll("#runs button")].filter((b) => /^open t/.test(b.textContent)).length >= 3,
    );
    await page.waitForFunction((n) => document.querySelectorAll("#runs button").length === n, {}, RUNS);
    await page.waitForFunction(() => explorer.runs.every((r) => !r.live));
    const shown = await names(),
      kept = await page.evaluate(() => [explorer.state.run, Object.keys(explorer.runs).length]);
    if (kept[1] !== 9) return `${kept[1]} of ${RUNS} runs are open`; // eight, and the one that is looked at
    if (!shown.includes("(t1.jxp)") || shown.includes(`(t${RUNS - 1}.jxp)`)) return `runs: ${shown}`;
    if (!/Closed, so that the page does not grow/.test(await page.$eval("#said", (e) => e.textContent)))
      return "it is not said";
    const closed = await page.evaluate(() =>
      explorer.ask("table", { run: 1, name: "run" }).then(
        () => "",
        (e) => e.message,
      ),
    );
    if (!closed) return "what is closed answers";
    await page.evaluate(() =>
      [...document.querySelectorAll("#runs button")].find((b) => b.textContent.startsWith("open t1.jxp")).click(),
    );
    await page.waitForFunction((n) => explorer.state.run >= n, {}, RUNS);
    await settled(page);
    const rows = await page.evaluate(() =>
      explorer.ask("rows", { run: explorer.state.run, name: "events", first: 0, count: 1000 }),
    );
    return JSON.stringify(rows.map((r) => r.join("\t"))) === JSON.stringify(hostdumps("basic", "events"))
      ? ""
      : `opened again it has ${rows.length} events`;
  },

  // A node is a run: two of them, each with its threads.
  async now_shows_all_nodes() {
    const page = await open("moments");
    await settled(page);
    await (await page.$("#file")).uploadFile(`${folder}/moments.jxp`);
    await page.waitForFunction(() => explorer.runs.length === 2 && explorer.state.tab === "compare");
    await page.click("#tabs button[data-tab=now]");
    await settled(page);
    const open2 = () =>
      page.$$eval("details.node", (all) => all.map((e) => e.querySelectorAll("details.thread").length));
    await page.waitForFunction(() => document.querySelectorAll("details.node").length === 2);
    await page.click("details.node:nth-of-type(2) > summary > b");
    await page.waitForFunction(() => document.querySelectorAll("details.node")[1]?.querySelector("details.thread"));
    if (JSON.stringify(await open2()) !== "[3,3]") return `threads: ${JSON.stringify(await open2())}`;
    await page.click("details.node:nth-of-type(2) > summary button");
    await page.waitForFunction(() => explorer.state.run === 1);
    await settled(page);
    return "";
  },

  // A dump that comes in pieces is shown as it comes, and in the end as if it had been opened.
  async a_dump_comes_in_pieces() {
    const page = await open("bare");
    const bytes = readFileSync(`${folder}/objects.named.jxp`),
      looks = [];
    await page.evaluate(async () => {
      window.live = await explorer.openLive("objects.jxp");
      window.looks = 0; // each look at what has come sets that attribute, to the same where a piece ends no frame
      const root = document.documentElement;
      new MutationObserver(() => window.looks++).observe(root, { attributeFilter: ["data-live"] });
    });
    for (let at = 0, n = 0; at < bytes.length; n++) {
      const size = 1 + ((n * 7919) % Math.ceil(bytes.length / 4));
      await page.evaluate(() => (window.before = window.looks));
      await appended(page, base64(bytes.subarray(at, at + size)));
      at += size;
      await page.waitForFunction(() => window.looks > window.before);
      looks.push(await page.evaluate(() => document.documentElement.dataset.live));
    }
    const frames = looks.filter((l) => l !== undefined).map(Number);
    if (!frames.length || frames.some((f, i) => i && f < frames[i - 1])) return `frames: ${looks}`;
    if (!(await page.$(".live"))) return "it is not said that the run goes on";
    await page.evaluate(() => live.end());
    await settled(page);
    if (await page.$(".live")) return "it is still said that the run goes on";
    const view = await state(page),
      stop = await page.evaluate(() => explorer.runs[0].stop);
    if (view.from > 0 || view.to < stop) return `of 0 to ${stop} it shows ${view.from} to ${view.to}`;
    for (const table of ["run", "threads", "objects", "collections"]) {
      const shown = await showTable(page, table),
        expected = hostdumps("objects", table).filter((row) => !row.startsWith("file\t"));
      if (JSON.stringify(shown.filter((row) => !row.startsWith("file\t"))) !== JSON.stringify(expected))
        return `${table}: ${shown.find((r, i) => r !== expected[i])}`;
    }
    return "";
  },

  async search_counts_and_filters() {
    const page = await open("basic");
    await ready(page);
    const name = await page.evaluate(() => explorer.runs[0].lanes.find((l) => l.kind === 2).name);
    await page.type("#search", name);
    await page.waitForSelector("#only");
    await page.click("#only");
    await settled(page);
    const labels = await page.$$eval(".label .name", (all) => all.map((e) => e.textContent));
    if (!labels.length || !labels.every((l) => l.includes(name))) return `only ${name}: ${labels}`;
    await page.focus("#search");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => explorer.timeline.picked);
    const picked = () => page.evaluate(() => explorer.timeline.picked.at),
      first = await picked();
    await page.click("#next");
    await page.waitForFunction((at) => explorer.timeline.picked.at > at, {}, first);
    await page.click("#previous");
    await page.waitForFunction((at) => explorer.timeline.picked.at === at, {}, first);
    // n goes through all entries of all lanes with hits by time, and N back; [ and ] go on in the lane of the hit.
    await page.click("#only");
    await page.evaluate(() => (explorer.timeline.picked = null));
    await page.evaluate(() => explorer.search("ma"));
    const wanted = await page.evaluate(async () => {
      const { lanes } = await explorer.ask("search", { run: 0, text: "ma" }),
        all = [];
      for (const lane of lanes)
        for (let at = -1; (at = await explorer.ask("next", { run: 0, lane, at, back: false })) !== null; )
          all.push({ lane, at });
      return all.sort((a, b) => a.at - b.at || lanes.indexOf(a.lane) - lanes.indexOf(b.lane));
    });
    if (new Set(wanted.map((e) => e.lane)).size < 2) return `one lane has hits: ${JSON.stringify(wanted)}`;
    const press = async (key) => {
      await page.evaluate(() => (window.was = explorer.timeline.picked));
      await page.keyboard.press(key);
      await page.waitForFunction(() => explorer.timeline.picked !== window.was);
      return page.evaluate(({ lane, at } = explorer.timeline.picked) => ({ lane: lane.lane, at }));
    };
    await page.focus(".glass");
    const back = wanted.slice(0, -1).reverse(),
      steps = [...wanted.map((e) => ["n", e]), ...back.map((e) => ["N", e])];
    for (const [key, entry] of steps) {
      const got = await press(key);
      if (JSON.stringify(got) !== JSON.stringify(entry))
        return `${key} goes to ${JSON.stringify(got)}, not ${JSON.stringify(entry)}`;
    }
    const turn = wanted.findIndex((e, i) => i && e.lane !== wanted[0].lane);
    for (let i = 0; i < turn; i++) await press("n");
    const own = wanted.filter((e) => e.lane === wanted[turn].lane),
      next = await press("]"),
      before = await press("[");
    if (JSON.stringify([next, before]) !== JSON.stringify([own[1], own[0]]))
      return `] and [ go to ${JSON.stringify([next, before])}, not ${JSON.stringify([own[1], own[0]])}`;
    // Another run has other lanes.
    const two = await open("two");
    await ready(two);
    await two.type("#search", name);
    await two.waitForSelector("#next");
    await two.click("#runs button:nth-of-type(2)");
    await two.waitForFunction(() => /^0 in 0 lanes/.test(document.getElementById("hits").textContent));
    return "";
  },

  // Names with markup stay text; damaged, cut and empty files say so and show what is good.
  async hostile_dumps() {
    for (const name of ["names", "threads", "waits", "moments_wild", "lines", "cut", "hole", "empty"]) {
      const page = await open(name);
      await page.waitForFunction(
        () =>
          document.documentElement.dataset.ready === "yes" ||
          (explorer.runs[0]?.ok === false && document.getElementById("damage").textContent),
        { timeout: 120000 },
      );
      if (await page.evaluate(() => window.hacked || document.querySelector("img, #view script, #timeline script")))
        return `${name}: a name became markup`;
      const said = await page.$eval("#damage", (e) => e.textContent);
      const wild = { waits: { tab: "tables", table: "locks" }, moments_wild: { tab: "charts", chart: "deadlock" } }[name];
      if (wild) {
        await page.evaluate((what) => explorer.change(what), wild);
        await settled(page);
        const text = await page.$eval("#view", (e) => e.textContent);
        if (!/went through too many holders|for threads that are not drawn/.test(text)) return `${name}: ${text.slice(0, 300)}`;
      }
      if (name === "lines") {
        await page.evaluate(() => explorer.change({ tab: "now" }));
        await settled(page);
        const shown = await page.$$eval("ol.stack li", (all) => all.map((e) => e.textContent)),
          wanted = "<img src=x onerror=hacked=1>:4294967295,begins,begins,begins,begins,x.c:8,begins,long:7",
          got = shown.map((t) =>
            t.replace("deep<b> ", "").replace("begins at deep.c:3", "begins").replace(/^(long)+l?o?n?g?:/, "long:"),
          );
        if (`${got}` !== wanted) return `lines that make no sense: ${shown}`;
      }
      if (["cut", "hole", "empty"].includes(name) && !said) return `${name}: nothing is said of what is wrong`;
      if (
        name === "threads" &&
        (await page.evaluate(
          () => explorer.timeline.rows.length < 100000 || document.querySelectorAll(".label").length > 100,
        ))
      )
        return "of 100,000 threads not each has a lane, or each has an element";
      await page.close();
    }
    return "";
  },

  async nothing_complains() {
    return complaints.join("; ").slice(0, 500);
  },
};

if (quick) {
  delete cases.contrast_is_enough; // of colours that both compute alike; its driver cannot print
  delete cases.print_has_all;
  delete cases.dark_is_printed_as_light;
}
const chosen = process.env.ONLY;
for (const [name, run] of Object.entries(cases)) {
  if (chosen && !name.includes(chosen)) continue;
  let wrong;
  try {
    wrong = await run();
  } catch (error) {
    wrong = error.stack.split("\n").slice(0, 2).join(" ");
  }
  console.log(wrong ? `not ok ${browserName}_${name} ${wrong}` : `ok ${browserName}_${name}`);
  for (const page of (await browser.pages()).slice(1)) await page.close();
}
closing = true;
await browser.close();
process.exit(); // whatever a case has left open
