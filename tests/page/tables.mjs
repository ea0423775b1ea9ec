// SPDX-License-Identifier: GPL-2.0-or-later
//
// tables.mjs: the tables that the page's module makes are hostdump's, byte for byte: of the whole run, of a window, of
// a thread, and of a part of the rows. Usage: node tables.mjs CORE.wasm < LIST, in the folder in which hostdump has read
// the dumps. A line of the list is `NAME DUMP TABLES FROM TO THREAD`, where TABLES is the folder that hostdump has
// filled with the same choice, and `-` stands for none. Prints `ok NAME`, or `not ok NAME` and what differs.

import { readFileSync, existsSync } from "node:fs";
import { Run } from "../../viz/page/src/wasm.js";

const MOST_SAID = 3; // differences
const core = new WebAssembly.Module(readFileSync(process.argv[2]));

// Pieces of an odd size: what is fed at once makes no difference.
function open(path) {
  const dump = readFileSync(path),
    run = new Run(core, path, dump.length);
  for (let at = 0; at < dump.length; at += 4099) run.feed(dump.subarray(at, at + 4099));
  run.done();
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
  return first || wrong();
}

for (const line of readFileSync(0, "utf8")
  .split("\n")
  .filter((text) => text)) {
  const [name, ...what] = line.split(" ");
  let wrong;
  try {
    wrong = check(...what);
  } catch (error) {
    wrong = error.stack.split("\n").slice(0, 2).join(" ");
  }
  console.log(wrong ? `not ok ${name} ${wrong}` : `ok ${name}`);
}
