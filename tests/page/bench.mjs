// SPDX-License-Identifier: GPL-2.0-or-later
//
// bench.mjs: what the page costs with many records, in Chromium without a GPU, 1600 pixels wide. Usage: node bench.mjs
// PROGRAM PUPPETEER PAGE.html DUMP. Prints a line a figure: name, value, goal, unit. Figures are times of an idle machine.

import { statSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [program, module, file, dump] = process.argv.slice(2);
const FRAMES = 120,
  SHARE = 0.005; // of the run: the window that is chosen
const { default: puppeteer } = await import(pathToFileURL(module));
const browser = await puppeteer.launch({
  executablePath: program,
  headless: true,
  protocolTimeout: 600000,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const page = await browser.newPage();
const say = (name, value, goal, unit) =>
  console.log(`${name}\t${+value.toPrecision(4)}\t${goal}\t${unit}\t${value <= goal ? "holds" : "SHORT"}`);

await page.setViewport({ width: 1600, height: 1000 });
say("page_by_dump", statSync(file).size / statSync(dump).size, 1.4, "times the dump");
const began = Date.now();
await page.goto(pathToFileURL(file).href, { timeout: 600000 });
await page.waitForFunction(() => document.documentElement.dataset.painted, { timeout: 600000 });
say("open_until_painted", (Date.now() - began) / 1000, 1.5, "s");
await page.waitForFunction(() => document.documentElement.dataset.ready === "yes", { timeout: 600000 });

const frames = await page.evaluate(async (count) => {
  const { timeline, runs } = explorer,
    { stop } = runs[0];
  timeline.frames.length = 0;
  for (let i = 0; i < count; i++) {
    const span = stop * 0.9 ** (i % 40),
      middle = stop * (0.4 + i / count / 5);
    timeline.go(middle - span / 2, middle + span / 2);
    await new Promise((done) => requestAnimationFrame(done));
    while (timeline.busy) await new Promise((done) => setTimeout(done));
  }
  return timeline.frames.sort((a, b) => a - b);
}, FRAMES);
say("frame_p95", frames[Math.floor(frames.length * 0.95)], 16, "ms");

for (const [view, ms] of await page.evaluate(async (share) => {
  const { change, runs } = explorer,
    { stop } = runs[0],
    out = [];
  change({ sel: [Math.floor(stop * 0.4), Math.floor(stop * (0.4 + share))] });
  for (const {
    dataset: { tab },
  } of document.querySelectorAll("#tabs button")) {
    change({ tab: tab === "tables" ? "loss" : "tables" });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (document.documentElement.dataset.ready !== "yes") await new Promise((done) => setTimeout(done));
    const start = performance.now();
    change({ tab });
    while (document.getElementById("view").dataset.view !== tab || document.documentElement.dataset.ready !== "yes")
      await new Promise((done) => setTimeout(done));
    out.push([tab, performance.now() - start]);
  }
  return out;
}, SHARE))
  say(`window_${view}`, ms, 200, "ms");
say(
  "search",
  await page.evaluate(async () => {
    const start = performance.now();
    await explorer.ask("search", { run: 0, text: "make1" });
    return performance.now() - start;
  }),
  300,
  "ms",
);
say("memory_of_the_module", (await page.evaluate(() => explorer.runs[0].memory)) / 1e6, 600, "MB");
await browser.close();
