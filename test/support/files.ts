import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, onTestFinished } from 'vitest';

/** The path of a document of test/fixtures/documents. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/documents/${name}`, import.meta.url));
}

const makeFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-'));

/** The worker of `createDocuments`, run from the sources. */
export const DOCUMENTS_WORKER = new URL('../../src/documents/worker/main.ts', import.meta.url);

/** The language worker, run from the sources. */
export const LANGUAGE_WORKER = new URL('../../src/languageWorker/worker/main.ts', import.meta.url);

/** The worker that writes exports, run from the sources. */
export const EXPORT_WORKER = new URL('../../src/languageWorker/exportWorker/main.ts', import.meta.url);

/** The grounding worker, run from the sources. */
export const GROUNDING_WORKER = new URL('../../src/grounding/worker/main.ts', import.meta.url);

/** The worker of runs as it is built: it starts in a fraction of the time that its sources take, and many tests start it. */
export const RUNS_WORKER = new URL('../../dist/runs-worker.js', import.meta.url);

/** A folder that is removed when the running test ends. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** A folder that is removed when all tests of the file or of the surrounding `describe` have ended. */
export function sharedFolder(): string {
  const folder = makeFolder();
  afterAll(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
