// A reading thread: tesseract.js's worker script with one core for every Node, so that the same image gives the same
// text everywhere (left to itself it chooses among cores by what the machine's WebAssembly can do), and without any
// way to the network or to a cache on disk. Images are enlarged before Tesseract sees them.
import './dirname.ts';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { dispatchHandlers, setAdapter } from 'tesseract.js/src/worker-script/index.js';
import * as v from 'valibot';
import { enlarge } from './enlarge.ts';

setAdapter({
  getCore: async (_lstmOnly, corePath) => {
    const wasmBinary = await readFile(corePath);
    return (options) => createCore({ ...options, wasmBinary });
  },
  gunzip: gunzipSync,
  fetch: () => Promise.reject(new Error('The offline reader does not use the network.')),
  readCache: (path) => readFile(path),
  writeCache: () => Promise.resolve(),
  deleteCache: () => Promise.resolve(),
  checkCache: () => Promise.resolve(false),
});

const recognizeSchema = v.looseObject({
  action: v.literal('recognize'),
  payload: v.looseObject({ image: v.instance(Uint8Array), options: v.record(v.string(), v.unknown()) }),
});

async function prepare(packet: unknown): Promise<unknown> {
  if (!v.is(recognizeSchema, packet)) return packet;
  const { payload } = packet;
  const { bytes, dpi } = await enlarge(payload.image);
  const options = dpi === null ? payload.options : { ...payload.options, user_defined_dpi: String(dpi) };
  return { ...packet, payload: { ...payload, image: bytes, options } };
}

const port = parentPort;
port?.on('message', (packet: unknown) => {
  void prepare(packet).then((prepared) => {
    dispatchHandlers(prepared, (answer) => {
      port.postMessage(answer);
    });
  });
});
