// SPDX-License-Identifier: GPL-2.0-or-later
//
// tables.mjs: the tables that the page's module makes are hostdump's, byte for byte: of the whole run, of a window, of
// a thread, and of a part of the rows; and its charts show what those of render do. Usage: node tables.mjs CORE.wasm <
// LIST, in the folder in which hostdump has read the dumps. A line of the list is `NAME DUMP TABLES FROM TO THREAD`,
// where TABLES is the folder that hostdump has filled with the same choice, and `-` stands for none; of a case
// stream_NAME the dump comes in pieces; of a case `names_NAME DUMP TABLES NAMED` without names, which come beside it.
// `differ_NAME DIFFER A,A... B,B...` has runs that hostdump diff has compared.
// Prints `ok NAME`, or `not ok NAME` and what differs.

import { readFileSync, existsSync } from "node:fs";
import { Run } from "../../viz/page/src/wasm.js";

const MOST_SAID = 3, // differences
  PIECES = 100; // that a dump comes in
const core = new WebAssembly.Module(readFileSync(process.argv[2]));

// Pieces of an odd size: what is fed at once makes no difference.
function open(path) {
  const dump = readFileSync(path),
    run = new Run(core, path, dump.length);
  for (let at = 0; at < dump.length; at += 4099) run.feed(dump.subarray(at, at + 4099));
  run.done();
  run.lanes(); // behind which the file has been read whole, if its index does not hold
  return run;
}

function firstDifference(got, expected) {
  const a = got.split("\n"),
    b = expected.split("\n"),
    line = a.findIndex((text, i) => text !== b[i]);
  return `line ${line + 1}: ${a[line]} / hostdump: ${b[line]}`;
}

const rowsOf = (text) =>
  text
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .slice(1);

// What is wrong with a table of the page; "" where nothing is.
function compare(run, name, file) {
  const { bytes, rows } = run.table(name),
    got = Buffer.from(bytes).toString();
  if (!existsSync(file)) return `hostdump has no table ${name}`;
  const expected = readFileSync(file);
  if (Buffer.compare(expected, bytes) !== 0) return `${name} differs in ${firstDifference(got, expected.toString())}`;
  const some = rowsOf(Buffer.from(run.table(name, 1, 2).bytes).toString());
  if (rows !== rowsOf(got).length || some.join("\n") !== rowsOf(got).slice(1, 3).join("\n"))
    return `${name}: rows 1 and 2 of ${rows} are ${some.join(" ")}`;
  return "";
}

// What is wrong with a chart of the page.
function compareFigure(run, { name }, folder) {
  const { json, why } = run.figure(name),
    expected = existsSync(`${folder}/${name}.why`) ? +readFileSync(`${folder}/${name}.why`) : 0;
  if (why || expected)
    return why === expected || (!why && !expected) ? "" : `chart ${name} ends with ${why}, not ${expected}`;
  const drawn = readFileSync(`${folder}/${name}.json`, "utf8");
  return json === drawn ? "" : `chart ${name} differs in ${firstDifference(json, drawn)}`;
}

// Whether each moment is what table moments says of it.
function compareMoments(run, folder) {
  const rows = rowsOf(readFileSync(`${folder}/moments.tsv`, "utf8")).map((line) => line.split("\t"));
  for (const [i, us] of run.moments().entries()) {
    const lines = rowsOf(Buffer.from(run.moment(i).bytes).toString()).map((line) => line.split("\t")),
      stacks = new Map();
    for (const [, , , thread, state, wait, on, owner, , since, , , , level, name] of lines) {
      const key = [thread, state, wait, on, owner, since].join("\t");
      stacks.set(key, level === "-" ? ["-"] : [name, ...(stacks.get(key) ?? [])]);
    }
    const got = [...stacks].map(([key, names]) => `${key}\t${names.join(";")}`).sort(),
      wanted = rows
        .filter((r) => +r[0] <= us && us <= +r[1])
        .map((r) => r.slice(3).join("\t"))
        .sort();
    if (got.join("\n") !== wanted.join("\n")) return `moment ${i}: ${got.join(" / ")}, not ${wanted.join(" / ")}`;
  }
  return "";
}

function check(path, folder, from, to, thread) {
  const run = open(path),
    number = (text) => (text === "-" ? null : +text);
  const looked = run.look(number(from), number(to), thread === "-" ? null : thread),
    said = run.takeSaid();
  const hostdump = readFileSync(`${folder}.said`, "utf8");
  if (said !== hostdump) return `it says: ${said.split("\n").filter((line) => !hostdump.includes(line))[0]}`;
  if (!looked) return existsSync(folder) ? "it does not look at a dump that hostdump takes" : "";
  const names = run.tables().map((t) => t.name);
  if (names.length < 39) return `there are ${names.length} tables only`;
  const wrong = () =>
    names
      .map((name) => compare(run, name, `${folder}/${name}.tsv`))
      .filter((text) => text)
      .slice(0, MOST_SAID)
      .join("; ");
  const first = wrong();
  run.look(1, 20, null); // another choice leaves nothing behind
  names.forEach((name) => run.table(name));
  run.look(number(from), number(to), thread === "-" ? null : thread);
  const figures = existsSync(`${folder}.figures`) ? run.figures() : [],
    charts = figures.map((c) => compareFigure(run, c, `${folder}.figures`)).filter((text) => text);
  const standing = from === "-" && thread === "-" ? compareMoments(run, folder) : "";
  // The charts leave the choice of tables alone.
  return first || wrong() || standing || charts.slice(0, MOST_SAID).join("; ");
}

const textOf = (run, name) => Buffer.from(run.table(name).bytes).toString();

// A stream of which so much has come; what it is is looked at, and more may come.
function look(run) {
  const frames = run.done(true);
  run.lanes();
  run.look(null, null, null);
  return frames;
}

// A dump that comes in pieces: now and then it is as if what has come had come at once, each table says that more is
// missing, and in the end all is hostdump's.
function checkStream(path, folder) {
  const dump = readFileSync(path),
    run = new Run(core, path, 0),
    cuts = Array.from({ length: PIECES - 1 }, (_, i) => ((i + 1) * 2654435761) % dump.length).sort((a, b) => a - b);
  const at = `cut at ${cuts}`;
  let before = 0;
  for (const [i, cut] of [0, ...cuts].entries()) {
    run.feed(dump.subarray(cut, cuts[i] ?? dump.length));
    const frames = look(run);
    if (frames < before) return `frames go from ${before} to ${frames}, ${at}`;
    before = frames;
    if (i % 25 || !frames || i === PIECES - 1) continue;
    const once = new Run(core, path, 0);
    once.feed(dump.subarray(0, cuts[i]));
    look(once);
    for (const { name } of run.tables()) {
      const text = textOf(run, name);
      if (text !== textOf(once, name)) return `${name} of piece ${i} is not what it is at once, ${at}`;
      if (cuts[i] < dump.length / 2 && name !== "run" && !/^# (incomplete|note)/m.test(text))
        return `${name} of piece ${i} does not say that more is missing, ${at}`;
    }
  }
  run.done();
  run.look(null, null, null);
  const wrong = run
    .tables()
    .map(({ name }) => compare(run, name, `${folder}/${name}.tsv`))
    .filter((text) => text);
  return wrong.length ? `${wrong.slice(0, MOST_SAID).join("; ")}, ${at}` : "";
}

// A stream without names, of which the functions of its image come meanwhile (out of the dump that has them).
function checkNames(path, folder, named) {
  const run = new Run(core, path, 0),
    dump = readFileSync(path);
  run.feed(dump.subarray(0, dump.length / 2));
  look(run);
  run.names(readFileSync(named));
  look(run);
  run.feed(dump.subarray(dump.length / 2));
  run.done();
  run.look(null, null, null);
  return run
    .tables()
    .filter(({ name }) => name !== "run") // which has the size of the file
    .map(({ name }) => compare(run, name, `${folder}/${name}.tsv`))
    .filter((text) => text)
    .slice(0, MOST_SAID)
    .join("; ");
}

// The lines of the calls in stacks of all moments, which a file has as `== MOMENT` and `FUNCTION (LINE)` below it; with
// the lines that the dump carries, or with those of the image that come before the end of a stream without any.
function checkLines(path, stacks, names) {
  const run = names ? new Run(core, path, 0) : open(path);
  if (names) {
    run.feed(readFileSync(path));
    run.names(readFileSync(names));
    run.done();
  }
  run.look(null, null, null);
  const wanted = readFileSync(stacks, "utf8"),
    frames = [...run.moments().keys()].map((i) =>
      rowsOf(Buffer.from(run.moment(i).bytes).toString())
        .map((row) => row.split("\t").slice(13))
        .filter(([level]) => level !== "-"),
    ),
    got = frames.map((all, i) => `== ${i}\n${all.map(([, name, , line]) => `${name} (${line})\n`).join("")}`).join("");
  if (got !== wanted) return `it differs in ${firstDifference(got, wanted)}`;
  return frames.flat().filter(([, , where, line]) => line !== where).length > 10 ? "" : "no line is that of a call";
}

// The time between two snapshots: all tables, and the charts that are made of call trees.
function checkBetween(path, folder, from, to) {
  const run = open(path);
  run.look(2, 40, null);
  if (!run.lookBetween(+from, +to, null)) return run.takeSaid();
  const charts = run.figures().filter(({ trees }) => trees),
    names = charts.map(({ name }) => name).join();
  if (names !== "boxes,callgraph") return `charts of call trees are ${names}`;
  return [
    ...charts.map((chart) => compareFigure(run, chart, `${folder}.figures`)),
    ...run.tables().map(({ name }) => compare(run, name, `${folder}/${name}.tsv`)),
  ]
    .filter((text) => text)
    .slice(0, MOST_SAID)
    .join("; ");
}

// Runs beside each other: what hostdump diff prints of them, and all its figures.
function checkDiffer(differ, ...sides) {
  const [a, b] = sides.map((side) =>
      side.split(",").map((name) => {
        const run = open(name);
        run.look(2, 40, null); // the window does not count
        return { name, bytes: run.figuresToCompare() };
      }),
    ),
    { text, rows } = new Run(core, "runs", 0).compare([...a, ...b], a.length),
    printed = readFileSync(`${differ}.txt`, "utf8");
  if (text !== printed) return `it says other than hostdump in ${firstDifference(text, printed)}`;
  const said = JSON.parse(readFileSync(`${differ}.json`, "utf8")).rows,
    [columns, ...cells] = rows
      .split("\n")
      .slice(0, -1)
      .map((line) => line.split("\t"));
  if (cells.length !== said.length) return `${cells.length} figures, not ${said.length}`;
  const other = (row, i) =>
    columns.find((c, k) =>
      typeof said[i][c] === "number"
        ? +row[k] !== said[i][c] && (row[k] !== "-" || said[i][c])
        : row[k] !== (said[i][c] ?? "-"),
    );
  const wrong = cells.findIndex(other);
  return wrong < 0 ? "" : `figure ${wrong}, ${other(cells[wrong], wrong)}: ${cells[wrong]}`;
}

for (const line of readFileSync(0, "utf8")
  .split("\n")
  .filter((text) => text)) {
  const [name, ...what] = line.split(" ");
  let wrong;
  try {
    wrong = (
      {
        stream: checkStream,
        names: checkNames,
        lines: checkLines,
        differ: checkDiffer,
        between: checkBetween,
      }[name.split("_")[0]] ?? check
    )(...what);
  } catch (error) {
    wrong = error.stack.split("\n").slice(0, 2).join(" ");
  }
  console.log(wrong ? `not ok ${name} ${wrong}` : `ok ${name}`);
}
