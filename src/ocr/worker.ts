// The script of a recognition thread. It is ready when Tesseract is.
import { parentPort, workerData } from 'node:worker_threads';
import { isPageTraceError } from '../core/errors.ts';
import { serveCalls } from '../workers/serve.ts';
import type { OcrCalls, OcrWorkerData } from './calls.ts';
import { startEngine } from './engine.ts';
import { recognitionError, unreadableImageError } from './errors.ts';
import { CHINESE } from './languages.ts';
import { recognize } from './recognize.ts';

if (!parentPort) throw new Error('Text recognition runs in a worker thread only.');
const data = workerData as OcrWorkerData;
await startEngine(data);
const mostFactor = data.languages.some(({ code }) => code === CHINESE) ? 1 : undefined;
serveCalls<OcrCalls>(parentPort, {
  recognize: async ({ image, parts }) => {
    try {
      return await recognize(image, { parts, mostFactor });
    } catch (error) {
      if (isPageTraceError(error)) throw error;
      throw /read(ing)? image|pix(Read)?/i.test(String(error))
        ? unreadableImageError(String(error))
        : recognitionError(String(error));
    }
  },
});
