// SPDX-License-Identifier: GPL-2.0-or-later
//
// tsv.js: a table of host-tools/TABLES.md as it lies in memory: its bytes and where its rows begin, never an object a
// row. Rows can be ordered and chosen; numbers are read once for each column that is asked for.

const TAB = 9,
  LINE_END = 10,
  HASH = 35;

export class Table {
  // `rows`: how many the table has, which may be more than are in `bytes`.
  constructor(name, bytes, rows) {
    this.name = name;
    this.bytes = bytes;
    this.of = rows;
    this.remarks = [];
    this.columns = [];
    this.starts = [];
    this.decoder = new TextDecoder();
    this.numbers = new Map();
    this.wide = new Set(); // columns in which a whole number is too large for a double to be exact
    this.split();
    this.order = null;
  }

  split() {
    const { bytes } = this,
      starts = [];
    for (let at = 0; at < bytes.length;) {
      let end = bytes.indexOf(LINE_END, at);
      end = end < 0 ? bytes.length : end;
      if (bytes[at] === HASH) this.remarks.push(this.decoder.decode(bytes.subarray(at + 1, end)).trim());
      else if (!this.columns.length) this.columns = this.decoder.decode(bytes.subarray(at, end)).split("\t");
      else starts.push(at);
      at = end + 1;
    }
    this.starts = Uint32Array.from(starts);
    this.count = starts.length;
  }

  // The cells of the row that stands `i`th in the table.
  row(i) {
    const from = this.starts[i];
    let end = this.bytes.indexOf(LINE_END, from);
    end = end < 0 ? this.bytes.length : end;
    return this.decoder
      .decode(this.bytes.subarray(from, end))
      .split("\t")
      .map((cell) => (cell[0] === "\\" ? cell.slice(1) : cell));
  }

  cellText(i, column) {
    return this.row(i)[column];
  }

  // A column as numbers; NaN where a cell is none.
  column(column) {
    let values = this.numbers.get(column);
    if (values) return values;
    values = new Float64Array(this.count);
    const { bytes } = this;
    for (let i = 0; i < this.count; i++) {
      let at = this.starts[i];
      for (let c = 0; c < column; c++) at = bytes.indexOf(TAB, at) + 1;
      values[i] = number(bytes, at);
      if (Math.abs(values[i]) > Number.MAX_SAFE_INTEGER) this.wide.add(column);
    }
    this.numbers.set(column, values);
    return values;
  }

  // A cell of digits as the number that it is; null where it is none.
  exact(i, column) {
    const cell = this.cellText(i, column);
    return /^-?[0-9]+$/.test(cell) ? BigInt(cell) : null;
  }

  // figures() of some rows of a column of numbers. Where a double is too small for whole numbers or their sum, least,
  // most and sum are BigInts.
  figures(column, rows) {
    const f = figures(this.column(column), rows);
    if (!this.wide.has(column) && Math.abs(f.sum) <= Number.MAX_SAFE_INTEGER) return f;
    const e = { least: null, most: null, sum: 0n };
    for (const i of rows) {
      const v = this.exact(i, column);
      if (v === null) {
        if (Number.isNaN(this.column(column)[i])) continue;
        return f; // it has fractions
      }
      e.sum += v;
      e.least = e.least === null || v < e.least ? v : e.least;
      e.most = e.most === null || v > e.most ? v : e.most;
    }
    return { ...f, ...e };
  }

  // How rows are ordered by the numbers of a column, rising or falling; those that have none stand last, equal ones as
  // in the table.
  orderOf(column, falling) {
    const values = this.column(column),
      wide = this.wide.has(column),
      sign = falling ? -1 : 1;
    const compare = (x, y) => (x < y ? -sign : x > y ? sign : 0);
    return (a, b) => {
      const [x, y] = [values[a], values[b]];
      if (x !== x || y !== y) return (x !== x) - (y !== y) || a - b; // NaN
      if (wide && x === y) return compare(this.exact(a, column) ?? 0n, this.exact(b, column) ?? 0n) || a - b;
      return compare(x, y) || a - b;
    };
  }

  // Whether most of the first cells of a column are numbers.
  isNumber(column) {
    let numbers = 0,
      some = 0;
    for (let i = 0; i < Math.min(this.count, 50); i++) {
      const cell = this.cellText(i, column);
      some += cell !== "-";
      numbers += /^-?[0-9]+(\.[0-9]+)?$/.test(cell);
    }
    return numbers > 0 && numbers === some;
  }

  // Chooses and orders rows: `filter` is a text that a row has, case aside; `ranges` [[column, least, most]...];
  // `sort` [column, falling] or null. A column that the table has not, as an address may name, chooses nothing. Returns
  // the row numbers.
  choose({ filter = "", ranges = [], sort = null }) {
    let rows = [];
    const has = (column) => column < this.columns.length;
    ranges = ranges.filter(([column]) => has(column));
    const wanted = filter.toLowerCase();
    for (let i = 0; i < this.count; i++)
      if (
        ranges.every(([c, least, most]) => this.column(c)[i] >= least && this.column(c)[i] <= most) &&
        (!wanted || this.row(i).join("\t").toLowerCase().includes(wanted))
      )
        rows.push(i);
    rows = Uint32Array.from(rows);
    if (!sort || !has(sort[0])) return rows;
    const [column, falling] = sort,
      sign = falling ? -1 : 1;
    if (this.isNumber(column)) return rows.sort(this.orderOf(column, falling));
    const texts = new Map();
    rows.forEach((i) => texts.set(i, this.cellText(i, column)));
    return rows.sort((a, b) => sign * texts.get(a).localeCompare(texts.get(b)) || a - b);
  }
}

// The number whose digits begin at `at`; NaN: none does.
function number(bytes, at) {
  let sign = 1,
    value = 0,
    scale = 0,
    digits = 0;
  if (bytes[at] === 45) {
    sign = -1;
    at++;
  }
  for (; ; at++) {
    const digit = bytes[at] - 48;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      scale *= 10;
      digits++;
    } else if (bytes[at] === 46 && !scale) {
      scale = 1;
    } else {
      break;
    }
  }
  return digits ? (sign * value) / (scale || 1) : NaN;
}

// n, least, mean, most, sum of the numbers among some rows.
export function figures(values, rows) {
  const f = { n: 0, least: Infinity, most: -Infinity, sum: 0 };
  for (const i of rows) {
    const v = values[i];
    if (Number.isNaN(v)) continue;
    f.n++;
    f.sum += v;
    f.least = v < f.least ? v : f.least;
    f.most = v > f.most ? v : f.most;
  }
  return { ...f, mean: f.sum / f.n };
}
