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

/**
 * The workers as they are built: they start in a fraction of the time that their sources take, and many tests start them.
 * The worker of `createDocuments`.
 */
export const DOCUMENTS_WORKER = new URL('../../dist/documents-worker.js', import.meta.url);

/** The language worker. */
export const LANGUAGE_WORKER = new URL('../../dist/language-worker.js', import.meta.url);

/** The worker that writes exports. */
export const EXPORT_WORKER = new URL('../../dist/export-worker.js', import.meta.url);

/** The grounding worker. */
export const GROUNDING_WORKER = new URL('../../dist/grounding-worker.js', import.meta.url);

/** The retrieval worker. */
export const RETRIEVAL_WORKER = new URL('../../dist/retrieval-worker.js', import.meta.url);

/** The worker of runs. */
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
