// SPDX-License-Identifier: GPL-2.0-or-later
//
// duckdb.mjs: DuckDB as a program, for machines that have npm's package of it only: SQL on standard input; the rows of each
// query, tab-separated, on standard output, and an empty line behind them. Exit status 1 where a statement fails.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const { DuckDBInstance } = createRequire(process.env.NODE_MODULES + '/')('@duckdb/node-api');
const connection = await (await DuckDBInstance.create(':memory:')).connect();
try {
  const all = await connection.extractStatements(readFileSync(0, 'utf8'));
  for (let i = 0; i < all.count; i++) {
    const result = await (await all.prepare(i)).runAndReadAll();
    const rows = result.getRowsJson();
    if (result.columnCount && rows.length)
      process.stdout.write(rows.map(row => row.map(cell => cell ?? '-').join('\t')).join('\n') + '\n\n');
    else if (result.returnsRows !== false)
      process.stdout.write('\n');
  }
} catch (error) {
  console.error(String(error.message ?? error).split('\n')[0]);
  process.exit(1);
}
