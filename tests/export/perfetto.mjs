// SPDX-License-Identifier: GPL-2.0-or-later
//
// perfetto.mjs: asks Perfetto's trace processor: node perfetto.mjs ENGINE TRACE... < QUERIES. ENGINE is the folder of the
// engine (consumers.sh). QUERIES are SQL statements, each behind a line `-- NAME`. The rows that a query finds in a trace
// go into the file TRACE.NAME.tsv. Exit status: 0 good, 1 the engine refuses a trace or a query.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const [folder, ...traces] = process.argv.slice(2);

// The engine is made for a browser's worker. What it looks for there:
globalThis.self = globalThis;
globalThis.WorkerGlobalScope = class {};
Object.defineProperty(globalThis, 'location', { value: { href: `${pathToFileURL(folder).href}/` } });

// It looks for its code by XMLHttpRequest, and for 64-bit memory; its bridge is its own. Each text must be there.
function replaced(source, pairs) {
  for (const [from, to] of pairs) {
    if (!source.includes(from)) throw new Error(`the engine has changed: it lacks ${from}`);
    source = source.replace(from, () => to);
  }
  return source;
}

function startBridge() {
  globalThis.engineCode = new Uint8Array(readFileSync(`${folder}/trace_processor.wasm`));
  vm.runInThisContext(replaced(readFileSync(`${folder}/engine_bundle.node.js`, 'utf8'), [
    ['this.useMemory64 = hasMemory64Support();', 'this.useMemory64 = false;'],
    ['locateFile: (s) => s,', 'locateFile: (s) => s, wasmBinary: globalThis.engineCode,'],
    ['const wasmBridge = new wasm_bridge_1.WasmBridge();',
      'const wasmBridge = new wasm_bridge_1.WasmBridge(); globalThis.engineBridge = wasmBridge;'],
  ]));
  return globalThis.engineBridge;
}

const { EngineBase } = await import(pathToFileURL(`${folder}/engine.mjs`).href);

class Engine extends EngineBase {
  mode = 'WASM';
  id = 'tests';
  constructor(port) {
    super();
    this.port = port;
    port.onmessage = (message) => { if (message.data instanceof Uint8Array) this.onRpcResponseBytes(message.data); };
  }
  rpcSendRequestBytes(bytes) { this.port.postMessage(bytes); }
}

const quiet = console.warn;
console.warn = (...said) => { if (!/Unexpected QueryResult field/.test(String(said[0]))) quiet(...said); };
console.log = () => {}; // the engine's own messages

try {
  const { port1, port2 } = new MessageChannel();
  startBridge().initialize(port1);
  const engine = new Engine(port2);
  const queries = [...readFileSync(0, 'utf8').matchAll(/^-- (\w+)\n([^]*?)(?=^-- |$(?![^]))/gm)];
  for (const trace of traces) {
    await engine.resetTraceProcessor({ cropTrackEvents: false, ingestFtraceInRawTable: false,
      analyzeTraceProtoContent: false, ftraceDropUntilAllCpusValid: false });
    const bytes = readFileSync(trace);
    for (let at = 0; at < bytes.length; at += 32 << 20) await engine.parse(bytes.subarray(at, at + (32 << 20)));
    await engine.notifyEof();
    for (const [, name, query] of queries) {
      const result = await engine.query(query), columns = result.columns();
      let text = '';
      for (const row = result.iter({}); row.valid(); row.next())
        text += `${columns.map((c) => String(row.get(c))).join('\t')}\n`;
      writeFileSync(`${trace}.${name}.tsv`, text);
    }
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error?.message ?? error}\n`);
  process.exit(1);
}
