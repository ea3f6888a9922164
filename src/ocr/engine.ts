import './commonJsDirname.ts';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { dispatchHandlers, setAdapter } from 'tesseract.js/src/worker-script/index.js';
import * as v from 'valibot';
import type { OcrWorkerData } from './calls.ts';

/** Tesseract's page segmentation modes: automatic, and sparse text in no particular order. */
const SEGMENTATIONS = { automatic: '3', sparse: '11' } as const;

/** Tesseract's engine mode for its neural network only. */
const LSTM_ONLY = 1;

const answerSchema = v.looseObject({
  status: v.picklist(['resolve', 'reject', 'progress']),
  data: v.unknown(),
});

/**
 * Starts Tesseract in this thread: tesseract.js's worker script with one core for every Node version, so that the same
 * image gives the same text everywhere (by default it chooses among cores by the features of the machine's
 * WebAssembly), and without access to the network or to a cache on disk.
 */
export async function startEngine({ core, languages }: OcrWorkerData): Promise<void> {
  setAdapter({
    getCore: async (_lstmOnly, corePath) => {
      const wasmBinary = await readFile(corePath);
      // Its warnings about parameters that older data files have would reach the terminal.
      return (options) => createCore({ ...options, wasmBinary, print: ignore, printErr: ignore });
    },
    gunzip: gunzipSync,
    fetch: () => Promise.reject(new Error('Text recognition does not use the network.')),
    readCache: (path) => readFile(path),
    writeCache: () => Promise.resolve(),
    deleteCache: () => Promise.resolve(),
    checkCache: () => Promise.resolve(false),
  });
  const options = { corePath: core, cacheMethod: 'none', gzip: true, lstmOnly: true };
  await dispatch('load', { options });
  const langs = await Promise.all(
    languages.map(async ({ code, file }) => ({ code, data: await readFile(file) })),
  );
  await dispatch('loadLanguage', { langs, options });
  await dispatch('initialize', { langs: languages.map(({ code }) => code).join('+'), oem: LSTM_ONLY });
}

/**
 * Tesseract's result for an image file, as tesseract.js describes it.
 * @param dpi the resolution that Tesseract should assume; null to let it guess
 * @throws Error what tesseract.js says
 */
export async function readImage(
  image: Uint8Array,
  segmentation: keyof typeof SEGMENTATIONS,
  dpi: number | null,
): Promise<unknown> {
  const resolution = dpi === null ? {} : { user_defined_dpi: String(dpi) };
  return await dispatch('recognize', {
    image,
    options: { tessedit_pageseg_mode: SEGMENTATIONS[segmentation], ...resolution },
    output: { text: true, blocks: true },
  });
}

function ignore(): void {
  // Nothing is to be done with it.
}

/** Lets tesseract.js handle a packet. Its answers about progress are ignored. */
async function dispatch(action: string, payload: Readonly<Record<string, unknown>>): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    dispatchHandlers({ workerId: 'worker', jobId: action, action, payload }, (answer) => {
      const { status, data } = v.parse(answerSchema, answer);
      if (status === 'resolve') resolve(data);
      else if (status === 'reject') reject(new Error(String(data)));
    });
  });
}
