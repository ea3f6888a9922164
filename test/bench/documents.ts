import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { PixelBudget } from '../../src/core/geometry/pixelBudget.ts';
import { hasProgram } from '../../scripts/lib/command.mjs';
import { createDocuments } from '../../src/documents/documents.ts';
import type { Documents, OpenDocument } from '../../src/documents/model.ts';
import { type BenchRow, medianOf } from './row.ts';

const FIXTURES = ['annual-report.pdf', 'data-sheet.pdf', 'second-report.pdf'].map((name) =>
  fileURLToPath(new URL(`../fixtures/documents/${name}`, import.meta.url)),
);
const ROUNDS = 7;
const PAPERS: PixelBudget = { minPixels: 200_704, maxPixels: 401_408 };
/** A4 at 1600 px on its long side, drawn directly. */
const LARGE: PixelBudget = { minPixels: 1_809_600, maxPixels: 1_809_600 };

/** The bundled worker if it has been built; running it from the sources adds the time of stripping types. */
function workerUrl(): URL {
  const bundled = new URL('../../dist/documents-worker.js', import.meta.url);
  return fs.existsSync(bundled) ? bundled : new URL('../../src/documents/worker/main.ts', import.meta.url);
}

async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function poppler(tool: string, args: readonly string[]): void {
  const { status, error } = spawnSync(tool, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  if (error || status !== 0)
    throw new Error(`${tool} failed; it is in the package poppler-utils`, { cause: error });
}

/**
 * Compares us with the peer (if it is installed), which take turns for a number of rounds per document. Times are per
 * page.
 */
async function compare(
  what: string,
  peer: ((file: string) => unknown) | null,
  ours: (file: string) => unknown,
  pages: (file: string) => number,
): Promise<BenchRow> {
  const peerTimes: number[] = [];
  const ourTimes: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const file of FIXTURES) {
      const theirs = peer === null ? null : (await milliseconds(() => peer(file))) / pages(file);
      const mine = (await milliseconds(() => ours(file))) / pages(file);
      // The first round fills caches and warms up the code.
      if (round === 0) continue;
      ourTimes.push(mine);
      if (theirs === null) continue;
      peerTimes.push(theirs);
      ratios.push(mine / theirs);
    }
  }
  return {
    what,
    ours: medianOf(ourTimes),
    peer: peer === null ? null : medianOf(peerTimes),
    ratio: peer === null ? null : medianOf(ratios),
    unit: 'ms a page',
  };
}

/**
 * The milliseconds that the papers' own pipeline takes for each number of pages, within one process; null without
 * Pillow, which `npm run bench` installs.
 */
function papersPipeline(file: string, ...pages: readonly number[]): number[] | null {
  const { PAGETRACE_PILLOW_PYTHON: python, PAGETRACE_PILLOW: pillow } = process.env;
  if (python === undefined || pillow === undefined) return null;
  const script = fileURLToPath(new URL('pagePipeline.py', import.meta.url));
  const { stdout, status, stderr } = spawnSync(python, [script, file, ...pages.map(String)], {
    env: { ...process.env, PYTHONPATH: pillow },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`pagePipeline.py failed: ${stderr}`);
  return JSON.parse(stdout) as number[];
}

/** Compares page images with the papers' own pipeline: one more page in a run, and the first page of a fresh process. */
async function comparePipeline(documents: Documents, folder: string): Promise<BenchRow[]> {
  const [file = ''] = FIXTURES;
  // As what ships, so that the time of stripping types is not measured.
  const script = path.join(folder, 'firstPage.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('firstPage.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: script,
  });
  const document = await documents.open({ kind: 'path', path: file });
  const measured: { more: Pair; first: Pair }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const theirFirst = await milliseconds(() => papersPipeline(file, 1));
    const ourFirst = await milliseconds(() =>
      spawnSync(process.execPath, [script, fileURLToPath(workerUrl()), file]),
    );
    const [one = 0, all = 0] = papersPipeline(file, 1, document.pageCount) ?? [];
    const more = (await milliseconds(() => renderAll(document, PAPERS))) / document.pageCount;
    // The first round fills caches and warms up the code.
    if (round === 0) continue;
    measured.push({
      more: { ours: more, peer: (all - one) / (document.pageCount - 1) },
      first: { ours: ourFirst, peer: theirFirst },
    });
  }
  await document.close();
  const hasPeer = papersPipeline(file, 1) !== null;
  const row = (what: string, unit: string, pairs: readonly Pair[], budget: BenchRow['budget']): BenchRow => ({
    what,
    ours: medianOf(pairs.map(({ ours }) => ours)),
    peer: hasPeer ? medianOf(pairs.map(({ peer }) => peer)) : null,
    ratio: hasPeer ? medianOf(pairs.map(({ ours, peer }) => ours / peer)) : null,
    unit,
    ...(budget ? { budget } : {}),
  });
  return [
    row(
      "page image, one more in a run (the papers' pipeline: pdftoppm, Pillow)",
      'ms a page',
      measured.map(({ more }) => more),
      { of: 'ratio', most: 0.8 },
    ),
    row(
      'first page image of a fresh process (the same)',
      'ms',
      measured.map(({ first }) => first),
      { of: 'ours', most: 350 },
    ),
  ];
}

/** A measurement of ours and of the peer, in milliseconds. */
interface Pair {
  readonly ours: number;
  readonly peer: number;
}

/** Has pdftoppm write JPEG files of the given pages at the size that we draw. */
function pdftoppm(
  file: string,
  size: { width: number; height: number },
  out: string,
  page: number | null,
): void {
  const range = page === null ? [] : ['-f', String(page), '-l', String(page)];
  const scale = ['-scale-to-x', String(size.width), '-scale-to-y', String(size.height)];
  poppler('pdftoppm', ['-jpeg', '-jpegopt', 'quality=90', ...scale, ...range, file, path.join(out, 'page')]);
}

async function renderAll(document: OpenDocument | undefined, budget: PixelBudget): Promise<void> {
  if (!document) return;
  for (let page = 1; page <= document.pageCount; page++)
    await document.render(page, { budget, format: 'jpeg' });
}

/**
 * Compares page images with pdftoppm and words with `pdftotext -bbox`, in interleaved rounds. Cold means that we start
 * a thread, open a document and draw its first page, and the peer runs one pdftoppm process for that page. Warm means
 * that we draw all pages of an open document, and the peer runs one process for all of them.
 */
export async function run(): Promise<BenchRow[]> {
  const hasPoppler = (await hasProgram('pdftoppm', ['-v'])) && (await hasProgram('pdftotext', ['-v']));
  if (!hasPoppler)
    console.log(
      'Page images and words are measured alone: pdftoppm and pdftotext (poppler-utils) are missing.',
    );
  const peer = (run: (file: string) => unknown): typeof run | null => (hasPoppler ? run : null);
  const out = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  const documents: Documents = createDocuments({ worker: workerUrl() });
  try {
    const memoryBefore = process.memoryUsage().rss;
    const open = new Map<string, OpenDocument>();
    for (const file of FIXTURES) open.set(file, await documents.open({ kind: 'path', path: file }));
    const pages = (file: string): number => open.get(file)?.pageCount ?? 1;
    const one = (): number => 1;

    const cold = async (file: string): Promise<void> => {
      const fresh = createDocuments({ worker: workerUrl() });
      const document = await fresh.open({ kind: 'path', path: file });
      await document.render(1, { budget: PAPERS, format: 'jpeg' });
      await fresh.dispose();
    };
    const small = { width: 532, height: 753 };
    const large = { width: 1131, height: 1600 };
    const rows = [
      ...(await comparePipeline(documents, out)),
      await compare(
        'page image within 401,408 px, cold (pdftoppm)',
        peer((file) => {
          pdftoppm(file, small, out, 1);
        }),
        cold,
        one,
      ),
      await compare(
        'page image within 401,408 px, warm (pdftoppm)',
        peer((file) => {
          pdftoppm(file, small, out, null);
        }),
        (file) => renderAll(open.get(file), PAPERS),
        pages,
      ),
      await compare(
        'page image of 1600 px, warm (pdftoppm)',
        peer((file) => {
          pdftoppm(file, large, out, null);
        }),
        (file) => renderAll(open.get(file), LARGE),
        pages,
      ),
      await compare(
        'words with boxes, warm (pdftotext -bbox)',
        peer((file) => {
          poppler('pdftotext', ['-bbox', file, path.join(out, 'words.html')]);
        }),
        async (file) => {
          for (let page = 1; page <= pages(file); page++) await open.get(file)?.text(page);
        },
        pages,
      ),
    ];
    const memory = (process.memoryUsage().rss - memoryBefore) / 1024 / 1024;
    return [
      ...rows,
      {
        what: 'memory of the documents thread after the page images and words',
        ours: memory,
        peer: null,
        ratio: null,
        unit: 'MB',
      },
    ];
  } finally {
    await documents.dispose();
    fs.rmSync(out, { recursive: true, force: true });
  }
}
