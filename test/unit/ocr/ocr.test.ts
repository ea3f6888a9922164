import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { imageSize } from 'image-size';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DEPTH } from '../../../scripts/lib/generatedInputs.mjs';
import { findOcrFiles } from '../../../src/ocr/files.ts';
import { OcrPool, type OcrLimits } from '../../../src/ocr/pool.ts';
import { formatStoredPages, readStoredPages, toStoredPage } from '../../support/storedPages.ts';
import { pageImages, wordsFile } from '../offline/support.ts';

/** Documents whose recognized words are stored for the tests of the reader. */
const DOCUMENTS = ['data-sheet', 'annual-report', 'second-report'];
const updates = process.env['PAGETRACE_UPDATE'] === '1';

const pool = new OcrPool(findOcrFiles());
afterAll(() => pool.close());

let first: Uint8Array = new Uint8Array();
let second: Uint8Array = new Uint8Array();
beforeAll(async () => {
  [first = first, second = second] = await pageImages('data-sheet.pdf');
});

/** A recognition thread that does what the bytes of an image say. */
const SCRIPT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ id, request }) => {
  const text = Buffer.from(request.image).toString();
  if (text === 'fail') throw new Error('broken');
  if (text === 'exit') process.exit(3);
  if (text === 'grow') for (const kept = []; ; ) kept.push(Array.from({ length: 10_000 }, Math.random));
  if (text === 'endless') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  parentPort.postMessage({ kind: 'value', id, value: { text, lines: [] } });
});
parentPort.postMessage({ kind: 'ready' });
`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ocr-'));
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
});

const LIMITS = { threads: 1, readTimeout: 60_000, memory: 16, cached: 4 };

/** A pool of one thread that runs SCRIPT. */
function scriptedPool(limits: Partial<OcrLimits> = {}): OcrPool {
  const worker = path.join(folder, 'thread.cjs');
  fs.writeFileSync(worker, SCRIPT);
  const scripted = new OcrPool(findOcrFiles({ worker }), { ...LIMITS, ...limits });
  onTestFinished(() => scripted.close());
  return scripted;
}

describe('reading images', () => {
  it('reads the print of a page within the budget, including small marks', async () => {
    const { text, lines } = await pool.read(first);
    for (const part of ['0.25% of the reading', '-20 to 120 degrees Celsius', '3.8 kg'])
      expect(text).toContain(part);
    // Boxes are in pixels of the original image, even if it was enlarged.
    const { width, height } = imageSize(first);
    const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box));
    expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
    expect(Math.max(...boxes.map(({ right }) => right))).toBeGreaterThan(width / 2);
    expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeLessThanOrEqual(height);
  });

  it('reads an image once and keeps its text', async () => {
    const [one, other] = await Promise.all([pool.read(second), pool.read(Uint8Array.from(second))]);
    expect(other).toBe(one);
  });

  it('refuses bytes that are not an image, and reads the next image', async () => {
    await expect(pool.read(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({
      reason: 'image-unreadable',
    });
    await expect(pool.read(first)).resolves.toHaveProperty('text');
  });

  it('gives up on an image that takes too long', async () => {
    const hasty = new OcrPool(findOcrFiles(), { ...LIMITS, readTimeout: 1 });
    await expect(hasty.read(first)).rejects.toMatchObject({ reason: 'ocr-failed' });
    await hasty.close();
  });

  it('an image that declares too many pixels is refused, and the next image is read', async () => {
    const huge = Buffer.alloc(1000);
    huge.write('89504e470d0a1a0a0000000d49484452', 'hex');
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    await expect(pool.read(huge)).rejects.toMatchObject({ reason: 'document-too-large' });
    await expect(pool.read(first)).resolves.toHaveProperty('text');
  });

  it.each([
    ['fail', 'The thread ended.'],
    ['exit', 'The thread ended.'],
    ['grow', 'The thread ran out of memory.'],
  ])('a thread that dies (%s) fails its image only, and the next image is read', async (how, said) => {
    const one = scriptedPool();
    await one.read(Buffer.from('first'));
    const failed = expect(one.read(Buffer.from(how))).rejects.toMatchObject({ reason: 'ocr-failed', said });
    const next = one.read(Buffer.from('good'));
    await failed;
    expect(await next).toHaveProperty('text', 'good');
  });

  it('a thread that hangs is ended after its time, and the next image is read', async () => {
    const one = scriptedPool({ readTimeout: 3_000 });
    const failed = expect(one.read(Buffer.from('endless'))).rejects.toMatchObject({
      reason: 'ocr-failed',
      said: 'An image took longer than 3 s.',
    });
    const next = one.read(Buffer.from('next'));
    await failed;
    expect(await next).toHaveProperty('text', 'next');
  });

  it('Tesseract’s own thread that runs out of memory fails its image and not the process', async () => {
    const small = new OcrPool(findOcrFiles(), { ...LIMITS, memory: 6 });
    await expect(small.read(first)).rejects.toMatchObject({
      reason: 'ocr-failed',
      said: expect.stringContaining('memory') as string,
    });
    await small.close();
  });

  it('an image for which nobody waits any longer ends its thread, and can be requested again', async () => {
    const one = scriptedPool();
    for (let round = 0; round < 2; round += 1) {
      await one.read(Buffer.from(`first ${round}`));
      const leave = new AbortController();
      const reading = expect(one.read(Buffer.from('endless'), leave.signal)).rejects.toThrow('gone');
      // The thread is running and takes the image at once.
      await setImmediate();
      leave.abort(new Error('gone'));
      await reading;
      expect(await one.read(Buffer.from(`next ${round}`))).toHaveProperty('text', `next ${round}`);
    }
  });

  // Recognition takes a second or more per page: a deep run reads every document, every other run a short one.
  it.each(DEPTH === 1 || updates ? DOCUMENTS : DOCUMENTS.slice(0, 1))(
    'reads the words that are stored of %s (PAGETRACE_UPDATE=1 stores them)',
    async (name) => {
      const images = await pageImages(`${name}.pdf`);
      const pages = await Promise.all(images.map(async (image) => toStoredPage(await pool.read(image))));
      if (updates) fs.writeFileSync(wordsFile(name), formatStoredPages(pages));
      expect(pages.flatMap((lines) => lines).length).toBeGreaterThan(20);
      expect(pages).toEqual(readStoredPages(wordsFile(name)));
    },
    240_000,
  );

  it('findOcrFiles names the missing file', () => {
    expect(() => findOcrFiles({ core: '/nonexistent/core.wasm' })).toThrow('core.wasm');
  });
});
