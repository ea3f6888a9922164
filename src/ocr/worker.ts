// The script of a recognition thread: tesseract.js's worker script with one core for every Node version, so that the
// same image gives the same text everywhere (by default it chooses among cores by the features of the machine's
// WebAssembly), and without access to the network or to a cache on disk. Images are enlarged before Tesseract reads
// them.
import './commonJsDirname.ts';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import { dispatchHandlers, setAdapter } from 'tesseract.js/src/worker-script/index.js';
import * as v from 'valibot';
import { prepareImage } from './prepareImage.ts';
import { toPgm } from './grayImage.ts';
import { letterHeight } from './leaders.ts';
import { keepUnreadMarks } from './unreadMarks.ts';
import { mergeReadings, readSchema, reliableBoxes } from './secondReading.ts';

setAdapter({
  getCore: async (_lstmOnly, corePath) => {
    const wasmBinary = await readFile(corePath);
    return (options) => createCore({ ...options, wasmBinary });
  },
  gunzip: gunzipSync,
  fetch: () => Promise.reject(new Error('Text recognition does not use the network.')),
  readCache: (path) => readFile(path),
  writeCache: () => Promise.resolve(),
  deleteCache: () => Promise.resolve(),
  checkCache: () => Promise.resolve(false),
});

/** Sparse text in no particular order: Tesseract's page segmentation mode for the second reading. */
const SPARSE = '11';
const recognizeSchema = v.looseObject({
  action: v.literal('recognize'),
  payload: v.looseObject({ image: v.instance(Uint8Array), options: v.record(v.string(), v.unknown()) }),
});
type RecognizePacket = v.InferOutput<typeof recognizeSchema>;

/** The answer of tesseract.js's worker script to a packet. */
const answerSchema = v.looseObject({ status: v.picklist(['resolve', 'reject', 'progress']) });

/** Lets tesseract.js handle a packet; `progress` gets its messages except the last one. */
async function handle(packet: unknown, progress: (answer: unknown) => void): Promise<unknown> {
  return await new Promise((resolve) => {
    dispatchHandlers(packet, (answer) => {
      if (v.is(answerSchema, answer) && answer.status === 'progress') progress(answer);
      else resolve(answer);
    });
  });
}

/**
 * Reads an image, and then again the parts that the first reading left out or has little confidence in. Boxes are in
 * pixels of the enlarged image; `scale` is the factor of the enlargement.
 */
async function recognize(packet: RecognizePacket, progress: (answer: unknown) => void): Promise<unknown> {
  const { payload } = packet;
  const { bytes, dpi, scale, pixels } = await prepareImage(payload.image);
  const options = dpi === null ? payload.options : { ...payload.options, user_defined_dpi: String(dpi) };
  const answer = await handle({ ...packet, payload: { ...payload, image: bytes, options } }, progress);
  if (pixels === null || !v.is(v.looseObject({ data: readSchema }), answer)) return answer;
  const left = keepUnreadMarks(
    pixels.gray,
    pixels.components,
    reliableBoxes(answer.data),
    letterHeight(pixels.components),
  );
  const first = { ...answer, data: { ...answer.data, scale } };
  if (left === null) return first;
  const sparse = { ...options, tessedit_pageseg_mode: SPARSE };
  const second = await handle(
    { ...packet, payload: { ...payload, image: toPgm(left), options: sparse } },
    progress,
  );
  if (!v.is(v.looseObject({ data: readSchema }), second)) return first;
  return { ...answer, data: { ...mergeReadings(answer.data, second.data), scale } };
}

/** The answer of tesseract.js's worker script to a packet that failed. */
function rejectPacket({ workerId, jobId, action }: RecognizePacket): (error: unknown) => object {
  return (error) => ({ workerId, jobId, action, status: 'reject', data: String(error) });
}

const port = parentPort;
port?.on('message', (packet: unknown) => {
  const post = (answer: unknown): void => {
    port.postMessage(answer);
  };
  if (v.is(recognizeSchema, packet)) void recognize(packet, post).catch(rejectPacket(packet)).then(post);
  else dispatchHandlers(packet, post);
});
