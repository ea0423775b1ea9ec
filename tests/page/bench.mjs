// SPDX-License-Identifier: GPL-2.0-or-later
//
// bench.mjs: what the page costs with many records, in Chromium without a GPU, 1600 pixels wide. Usage: node bench.mjs
// PROGRAM PUPPETEER PAGE.html DUMP. Prints a line a figure: name, value, goal, unit, whether it holds, and the CPU time
// of the browser's process for the page meanwhile, which others on the machine change little. The values are times of
// an idle machine. With DROP=yes the dump is opened in PAGE.html, which then has none; nothing is measured but that.

import { readFileSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [program, module, file, dump] = process.argv.slice(2);
const PANS = 40, // frames at each of several zooms
  ZOOMS = 40,
  ROWS = 40, // lanes
  SHARE = 0.005; // of the run: the window that is chosen
const LONG = { timeout: 600000 };
const { default: puppeteer } = await import(pathToFileURL(module));
const browser = await puppeteer.launch({
  executablePath: program,
  headless: true,
  protocolTimeout: 600000,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const page = await browser.newPage(),
  whole = await browser.target().createCDPSession();
await page.setViewport({ width: 1600, height: 1000 });

// The process of the page is the renderer that has worked most.
async function renderer() {
  const { processInfo } = await whole.send("SystemInfo.getProcessInfo");
  return processInfo.filter((p) => p.type === "renderer").sort((p, q) => q.cpuTime - p.cpuTime)[0] ?? { cpuTime: 0 };
}

const cpu = async () => (await renderer()).cpuTime;

async function memory() {
  const status = readFileSync(`/proc/${(await renderer()).id}/status`, "utf8"),
    kib = (name) => +status.match(new RegExp(`${name}:\\s*(\\d+)`))[1];
  return { now: (kib("RssAnon") * 1024) / 1e6, most: (kib("VmHWM") * 1024) / 1e6 };
}

const say = (name, value, goal, unit, used) =>
  console.log(
    [name, +value.toPrecision(4), goal ?? "-", unit, goal === null ? "-" : value <= goal ? "holds" : "SHORT"]
      .concat(used === undefined ? [] : [`${used.toFixed(used < 10 ? 2 : 0)} s of CPU`])
      .join("\t"),
  );

// ---- opening ----

let before, began;
if (process.env.DROP) {
  await page.goto(pathToFileURL(file).href, LONG);
  before = await cpu();
  began = Date.now();
  await (await page.$("#file")).uploadFile(dump);
} else {
  say("page_by_dump", statSync(file).size / statSync(dump).size, 1.4, "times the dump");
  before = 0; // a site has a process of its own
  await page.goto(pathToFileURL(file).href, LONG);
}
await page.waitForFunction(() => document.documentElement.dataset.painted, LONG);
const took = process.env.DROP
    ? (Date.now() - began) / 1000
    : (await page.evaluate(() => performance.getEntriesByName("painted")[0].startTime)) / 1000,
  used = (await cpu()) - before;
say(process.env.DROP ? "drop_until_painted" : "open_until_painted", took, process.env.DROP ? 12 : 1.5, "s", used);
await page.waitForFunction(() => document.documentElement.dataset.ready === "yes", LONG);
for (const mark of process.env.DROP ? [] : ["core", "read", "lanes"])
  say(
    `open_until_${mark}`,
    await page.evaluate((name) => (performance.getEntriesByName(name)[0]?.startTime ?? NaN) / 1000, mark),
    null,
    "s",
  );
say("memory_of_the_tab", (await memory()).most, process.env.DROP ? 2000 : 600, "MB at most");
say("memory_of_the_module", await page.evaluate(() => explorer.runs[0].memory / 1e6), null, "MB");
if (process.env.DROP || process.env.OPEN) {
  await browser.close();
  process.exit();
}

// ---- frames ----

// Frames of the time line with as many rows as are wanted, lanes several times if need be; each from the change on
// until the picture is on the canvas. Moves 1 to 60 pixels a frame, or zooms.
const frames = (count, zooming) =>
  page.evaluate(
    async (count, zooming, wanted) => {
      const { timeline, runs } = explorer,
        { stop } = runs[0];
      const all = timeline.rows;
      timeline.scroller.style.maxHeight = timeline.scroller.style.height = `${wanted * 24}px`;
      timeline.rows = Array.from({ length: wanted }, (_, i) => ({ ...all[i % all.length] }));
      const frame = async () => {
        await new Promise((done) => requestAnimationFrame(done));
        do await new Promise((done) => setTimeout(done));
        while (timeline.busy);
      };
      const took = [];
      for (let zoom = 0; zoom < (zooming ? 1 : 5); zoom++) {
        const span = stop * 0.9 * 0.1 ** zoom;
        timeline.go(stop * 0.45 - span / 2, stop * 0.45 + span / 2);
        await frame();
        timeline.frames.length = 0;
        for (let i = 0; i < count; i++) {
          if (zooming) timeline.zoom(0.9);
          else timeline.pan((1 + ((i * 7) % 60)) / timeline.width);
          await frame();
        }
        took.push(...timeline.frames);
      }
      timeline.rows = all;
      timeline.scroller.style.maxHeight = timeline.scroller.style.height = "";
      return took.sort((a, b) => a - b);
    },
    count,
    zooming,
    ROWS,
  );

async function sayFrames(name, count, zooming, goal) {
  const start = await cpu(),
    all = await frames(count, zooming),
    each = ((await cpu()) - start) / all.length;
  say(`${name}_p95`, all[Math.floor(all.length * 0.95)], goal, "ms");
  say(`${name}_median`, all[Math.floor(all.length / 2)], null, "ms", undefined);
  say(`${name}_cpu`, each * 1000, null, "ms of CPU a frame");
}

await sayFrames("frame_panning", PANS, false, 16);
await sayFrames("frame_zooming", ZOOMS, true, null);

// ---- a window, and each view of it ----

await page.waitForFunction(() => document.documentElement.dataset.warm === "yes", LONG);
const tabs = await page.$$eval("#tabs button", (all) => all.map((b) => b.dataset.tab));
for (const [i, tab] of tabs.entries()) {
  const start = await cpu();
  const ms = await page.evaluate(
    async (tab, at, share) => {
      const { change, runs, state } = explorer,
        { stop } = runs[0];
      const ready = async (view) => {
        while (document.getElementById("view").dataset.view !== view ||
               document.documentElement.dataset.ready !== "yes")
          await new Promise((done) => setTimeout(done));
      };
      const other = tab === "loss" ? "tables" : "loss", // a view that asks for little
        frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      if (state.tab !== other) change({ tab: other });
      await frames();
      await ready(other);
      const from = Math.floor(stop * at), // a window that no view has seen
        start = performance.now();
      change({ tab, sel: [from, from + Math.floor(stop * share)] });
      await frames();
      await ready(tab);
      return performance.now() - start;
    },
    tab,
    0.4 + 0.02 * i,
    SHARE,
  );
  say(`window_${tab}`, ms, 200, "ms", (await cpu()) - start);
}

// ---- search ----

for (const text of ["make1", "step 3", "0x1000"])
  say(
    `search_${text.replace(" ", "_")}`,
    await page.evaluate(async (text) => {
      const start = performance.now();
      await explorer.search(text);
      return performance.now() - start;
    }, text),
    300,
    "ms",
  );
await browser.close();
