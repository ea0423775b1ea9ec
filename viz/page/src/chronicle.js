// SPDX-License-Identifier: GPL-2.0-or-later
//
// chronicle.js: samples one after the other, of each thread or of each processor, and where samples were lost. It runs
// in the worker.

import { BIN, BUSY } from "./wasm.js";
import { KIND, concerns } from "./paint.js";

const CHRONICLE_MOST = 20000, // samples that can be told apart
  FAR = 4, // usual distances of samples that one stands for at most
  COLUMNS = 1600; // of a window, in which it is asked whether records were lost

// Stretches of a window in which records of lanes of a kind were lost: [[from, to]...], cycles, in their order.
export function lostOf(core, lanes, kind, from, to) {
  const columns = new Uint8Array(COLUMNS),
    stretches = [];
  for (const loss of lanes.filter((l) => l.kind === KIND.LOSS && concerns(l, { kind }))) {
    const bins = core.bins(loss.lane, from, to, COLUMNS);
    for (let x = 0; x < COLUMNS; x++) if (bins[x * BIN + BUSY + 1]) columns[x] = 1;
  }
  const at = (x) => from + ((to - from) * x) / COLUMNS;
  for (let x = 0; x < COLUMNS; x++) {
    if (!columns[x]) continue;
    const first = x;
    while (columns[x + 1]) x++;
    stretches.push([at(first), at(x + 1)]);
  }
  return stretches;
}

// The samples of a window of all threads, each with its processor, and the one before and behind it of each thread.
function samplesOf(core, lanes, from, to) {
  const all = [];
  for (const { lane, name, count } of lanes) {
    const first = Math.max(0, core.before(lane, from) - 1),
      last = Math.min(count, core.before(lane, to) + 1);
    for (let i = first; i < last; i++) {
      const record = core.record(lane, i);
      if (record) all.push({ at: record.at, cpu: record.cpu, lane, name, i });
    }
  }
  return all.sort((a, b) => a.at - b.at);
}

// Says until when each sample stands: until the next one of its processor, at most for FAR times the median distance of
// the processor's samples, and for one such distance where samples were lost behind it.
function endEach(samples, lost) {
  const usual = median(samples.slice(1).map((s, i) => s.at - samples[i].at)) || Infinity;
  samples.forEach((s, i) => {
    const end = Math.min(samples[i + 1]?.at ?? Infinity, s.at + FAR * usual),
      loses = lost.some(([from, to]) => from < end && to > s.at);
    s.end = loses ? Math.min(end, s.at + usual) : end;
  });
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

// {charts: [{name, samples: [[from, to, names]...]}...]}, of each thread, or of each processor, whose outermost boxes
// are threads; `thread`: only of that one. {many, most}: they are too many.
export function chronicleOf(core, lanes, { from, to, thread, split, lost }) {
  const sampled = lanes.filter((l) => l.kind === KIND.SAMPLE),
    many = sampled.reduce((sum, { lane }) => sum + core.before(lane, to) - core.before(lane, from), 0);
  if (many > CHRONICLE_MOST) return { many, most: CHRONICLE_MOST };
  const processors = new Map(),
    charts = new Map();
  const add = (map, key, one) => (map.has(key) ? map.get(key).push(one) : map.set(key, [one]));
  samplesOf(core, sampled, from, to).forEach((s) => add(processors, s.cpu, s));
  processors.forEach((samples) => endEach(samples, lost));
  for (const [cpu, samples] of [...processors].sort(([a], [b]) => a - b))
    for (const { at, end, lane, name, i } of samples) {
      if (at >= to || end <= from || (thread !== null && name !== thread)) continue;
      const names = [...(split ? [] : [name]), ...core.stack(lane, i)];
      add(charts, split ? name : `processor ${cpu}`, [Math.max(at, from), Math.min(end, to), names]);
    }
  const order = (a, b) => a[0] - b[0];
  return { charts: [...charts].map(([name, samples]) => ({ name, samples: samples.sort(order) })) };
}
