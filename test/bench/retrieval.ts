import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import MiniSearch from 'minisearch';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { createDocuments } from '../../src/documents/documents.ts';
import { Bm25Retriever } from '../../src/retrieval/bm25Retriever.ts';
import { textOf } from '../../src/retrieval/pageText.ts';
import type { SearchedDocument } from '../../src/retrieval/model.ts';
import { SegmentFolder } from '../../src/retrieval/segmentFolder.ts';
import { numbersFrom } from './numbersFrom.ts';
import { medianOf, type BenchRow } from './row.ts';

const PAGES = 1000;
const LINES = 50;
const WORDS_IN_LINE = 10;
const VOCABULARY = 20_000;
const QUESTIONS = 100;
const WORDS_OF_QUESTION = 12;

/** Words as often as in a language: the n-th one 1 / n times as often as the first (Zipf), the same in every run. */
function wordSource(): () => string {
  const number = numbersFrom(1);
  return () => {
    const rank = Math.floor(VOCABULARY ** number());
    return `${rank.toString(36).replaceAll(/\d/gu, (digit) => 'aeiouylmnr'[Number(digit)] ?? '')}en`;
  };
}

async function writeReport(file: string, word: () => string): Promise<void> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 0; page < PAGES; page += 1) {
    const lines = Array.from({ length: LINES }, () => Array.from({ length: WORDS_IN_LINE }, word).join(' '));
    pdf.addPage([595, 842]).drawText(lines.join('\n'), { x: 40, y: 790, size: 9, lineHeight: 14, font });
  }
  fs.writeFileSync(file, await pdf.save());
}

/**
 * A PDF of 1,000 pages of 500 words: from the file to an index on disk, and questions of twelve words. The peer is
 * MiniSearch over the same texts, without reading the file.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  const documents = createDocuments({
    worker: new URL('../../dist/documents-worker.js', import.meta.url),
    log: () => undefined,
  });
  try {
    const word = wordSource();
    const file = path.join(folder, 'report.pdf');
    await writeReport(file, word);
    const open = () => documents.open({ kind: 'path', path: file });
    const opened = await open();
    const report: SearchedDocument = { name: 'report.pdf', hash: await opened.hash(), open };
    const retriever = (): Bm25Retriever =>
      new Bm25Retriever({
        folder: new SegmentFolder(path.join(folder, 'index')),
        recognizer: null,
        onProgress: () => undefined,
        onNotice: () => undefined,
      });
    const { signal } = new AbortController();
    const indexed = await timed(() => retriever().index([report], signal));
    const kept = retriever();
    const loaded = await timed(() => kept.index([report], signal));
    const texts = await Promise.all(
      Array.from({ length: PAGES }, async (_, at) => ({
        id: at,
        text: textOf((await opened.text(at + 1)).words),
      })),
    );
    const peer = new MiniSearch({ fields: ['text'] });
    const peerIndexed = await timed(() => {
      peer.addAll(texts);
      return Promise.resolve();
    });
    const times = { ours: [] as number[], peer: [] as number[], ratio: [] as number[] };
    for (let at = 0; at < QUESTIONS; at += 1) {
      const question = Array.from({ length: WORDS_OF_QUESTION }, word).join(' ');
      const ours = await timed(() => kept.find(question, [report], 10, signal));
      const theirs = await timed(() => Promise.resolve(peer.search(question)));
      times.ours.push(ours);
      times.peer.push(theirs);
      times.ratio.push(ours / theirs);
    }
    const size = `${PAGES.toLocaleString('en')} pages`;
    const none = { peer: null, ratio: null, unit: 'ms' };
    return [
      {
        what: `retrieval: ${size} from the PDF to the index on disk, beside MiniSearch over their texts`,
        ours: indexed,
        peer: peerIndexed,
        ratio: indexed / peerIndexed,
        unit: 'ms',
        budget: { of: 'ours', most: 60_000 },
      },
      { what: `retrieval: the index of ${size} from disk`, ours: loaded, ...none },
      {
        what: `retrieval: a question over ${size}, median`,
        ours: medianOf(times.ours),
        peer: medianOf(times.peer),
        ratio: medianOf(times.ratio),
        unit: 'ms',
        budget: { of: 'ours', most: 50 },
      },
      {
        what: `retrieval: a question over ${size}, worst of ${QUESTIONS}`,
        ours: Math.max(...times.ours),
        peer: Math.max(...times.peer),
        ratio: null,
        unit: 'ms',
        budget: { of: 'ours', most: 50 },
      },
    ];
  } finally {
    await documents.dispose();
    fs.rmSync(folder, { recursive: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
