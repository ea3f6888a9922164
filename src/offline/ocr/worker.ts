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
import { toPgm } from './grey.ts';
import { letterHeight } from './leaders.ts';
import { leftover } from './leftover.ts';

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

/** Sparse text in no particular order: Tesseract's page segmentation mode for what the first reading left out. */
const SPARSE = '11';
/** Words of the second reading that Tesseract trusts less than this, of 100, are marks. */
const MIN_CONFIDENCE = 60;

const recognizeSchema = v.looseObject({
  action: v.literal('recognize'),
  payload: v.looseObject({ image: v.instance(Uint8Array), options: v.record(v.string(), v.unknown()) }),
});
const boxSchema = v.object({ x0: v.number(), y0: v.number(), x1: v.number(), y1: v.number() });
const lineSchema = v.looseObject({
  words: v.array(v.looseObject({ text: v.string(), confidence: v.number(), bbox: boxSchema })),
});
const readSchema = v.looseObject({
  text: v.string(),
  blocks: v.array(
    v.looseObject({ paragraphs: v.array(v.looseObject({ lines: v.array(lineSchema) })) }),
  ),
});
type Read = v.InferOutput<typeof readSchema>;
type RecognizePacket = v.InferOutput<typeof recognizeSchema>;

/** What tesseract.js's worker script answers to a packet. */
const answerSchema = v.looseObject({ status: v.picklist(['resolve', 'reject', 'progress']) });

/** Runs a packet; `progress` gets what is said before its end. */
async function run(packet: unknown, progress: (answer: unknown) => void): Promise<unknown> {
  return await new Promise((resolve) => {
    dispatchHandlers(packet, (answer) => {
      if (v.is(answerSchema, answer) && answer.status === 'progress') progress(answer);
      else resolve(answer);
    });
  });
}

/** Reads an image, and then what the first reading left out. */
async function recognize(packet: RecognizePacket, progress: (answer: unknown) => void): Promise<unknown> {
  const { payload } = packet;
  const { bytes, dpi, pixels } = await enlarge(payload.image);
  const options = dpi === null ? payload.options : { ...payload.options, user_defined_dpi: String(dpi) };
  const answer = await run({ ...packet, payload: { ...payload, image: bytes, options } }, progress);
  if (pixels === null || !v.is(v.looseObject({ data: readSchema }), answer)) return answer;
  const left = leftover(
    pixels.grey,
    pixels.components,
    wordsOf(answer.data).map(({ bbox: { x0, y0, x1, y1 } }) => ({ left: x0, top: y0, right: x1, bottom: y1 })),
    letterHeight(pixels.components),
  );
  if (left === null) return answer;
  const sparse = { ...options, tessedit_pageseg_mode: SPARSE };
  const second = await run(
    { ...packet, payload: { ...payload, image: toPgm(left), options: sparse } },
    progress,
  );
  if (!v.is(v.looseObject({ data: readSchema }), second)) return answer;
  return { ...answer, data: merge(answer.data, second.data) };
}

function wordsOf({ blocks }: Read): Read['blocks'][number]['paragraphs'][number]['lines'][number]['words'] {
  return blocks.flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)),
  );
}

/** The first reading, and below it the lines of the second whose words are trusted. */
function merge(first: Read, second: Read): Read {
  const lines = second.blocks
    .flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
    .filter(({ words }) =>
      words.every(({ text, confidence }) => confidence >= MIN_CONFIDENCE && /[\p{L}\p{N}]/u.test(text)),
    );
  if (lines.length === 0) return first;
  const added = lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n');
  return {
    ...first,
    text: `${first.text.trimEnd()}\n\n${added}\n`,
    blocks: [...first.blocks, { paragraphs: lines.map((line) => ({ lines: [line] })) }],
  };
}

const port = parentPort;
port?.on('message', (packet: unknown) => {
  const post = (answer: unknown): void => {
    port.postMessage(answer);
  };
  if (v.is(recognizeSchema, packet)) void recognize(packet, post).then(post);
  else dispatchHandlers(packet, post);
});
