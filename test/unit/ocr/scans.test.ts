import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxArea, boxAround, intersection, type PageBox } from '../../../src/core/geometry/box.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import type { GroundedClaim, PageWords } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import type { PageImage } from '../../../src/documents/model.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import { readPages } from '../../../src/grounding/readPages.ts';
import { findOcrFiles } from '../../../src/ocr/files.ts';
import type { OcrLanguage } from '../../../src/ocr/languages.ts';
import { PageReader } from '../../../src/ocr/pageReader.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { DOCUMENTS_WORKER } from '../../support/files.ts';

/** A word as it was printed: `[text, line, left, top, right, bottom]`. */
type PrintedWord = readonly [string, number, number, number, number, number];

const FOLDER = new URL('../../fixtures/scans/', import.meta.url);
const LANGUAGES = ['eng', 'deu', 'chi_sim'] as const satisfies readonly OcrLanguage[];
const SIZE = { width: 420, height: 300 };
const printed = JSON.parse(
  fs.readFileSync(new URL('words.json', FOLDER), 'utf8'),
) as readonly (readonly PrintedWord[])[];

/** The packages with the data of the languages, as npm installed them. */
const PACKAGES = {
  eng: '@tesseract.js-data/eng/package.json',
  deu: '@tesseract.js-data/deu/package.json',
  chi_sim: '@tesseract.js-data/chi_sim/package.json',
} as const satisfies Record<OcrLanguage, string>;

function dataFile(language: OcrLanguage): string {
  const manifest = createRequire(import.meta.url).resolve(PACKAGES[language]);
  return path.join(path.dirname(manifest), '4.0.0_best_int', `${language}.traineddata.gz`);
}

/** The recognized words of the pages in English, German, and Chinese. */
const pages = new Map<OcrLanguage, readonly Word[]>();

const documents = createDocuments({ worker: DOCUMENTS_WORKER });
afterAll(() => documents.dispose());
beforeAll(async () => {
  const document = await documents.open({
    kind: 'path',
    path: fileURLToPath(new URL('scans.pdf', FOLDER)),
  });
  const data = { find: (code: OcrLanguage) => Promise.resolve({ code, file: dataFile(code) }) };
  // The languages have threads of their own, so no core waits while one of them is read.
  await Promise.all(
    LANGUAGES.map(async (language, index) => {
      const reader = new PageReader({ languages: [language], data, cache: null, files: findOcrFiles() });
      const page = { hash: '', page: index + 1, pictures: null };
      const scan = reader.recognize(document, page, undefined);
      if (language === 'eng') mixed = await readMixedPage(await document.render(1, SHARP), reader);
      pages.set(language, await scan);
      await reader.close();
    }),
  );
});

const SHARP = { budget: { minPixels: 1_000_000, maxPixels: 1_000_000 }, format: 'jpeg' } as const;
/** Where the picture of the page with text and a picture is, in points from its top left. */
const PICTURE = { left: 40, top: 90, right: 460, bottom: 390 };
let mixed: PageWords | undefined;

/** The words of a page with two lines of text and a picture of a scan. */
async function readMixedPage(scan: PageImage, recognizer: PageReader): Promise<PageWords | undefined> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([500, 480]);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  page.drawText('The table shows what the harbour charged.', { x: 40, y: 430, size: 12, font });
  page.drawText('Figure 3: a scan of the report of 2024', { x: 40, y: 60, size: 12, font });
  page.drawImage(await pdf.embedJpg(scan.bytes), { x: 40, y: 90, width: 420, height: 300 });
  const bytes = await pdf.save();
  const from = {
    name: 'mixed.pdf',
    hash: '',
    open: () => documents.open({ kind: 'bytes', name: 'mixed.pdf', bytes }),
  };
  const { read } = await readPages([{ key: '', document: from.name, page: 1, from, recognizer }], undefined);
  return read[0]?.words;
}

function overlap(one: PageBox, other: PageBox): number {
  const both = intersection(one, other);
  const common = both === null ? 0 : boxArea(both);
  return common / (boxArea(one) + boxArea(other) - common);
}

/** Whether a word, or some that follow one another, have this text, with half of their box and its box in common. */
function isRead(words: readonly Word[], [text, , left, top, right, bottom]: PrintedWord): boolean {
  return words.some((_, from) =>
    [1, 2, 3].some((count) => {
      const some = words.slice(from, from + count);
      const isSame = some.map((word) => word.text).join('') === text;
      return isSame && overlap(boxAround(some.map(({ box }) => box)), { left, top, right, bottom }) >= 0.5;
    }),
  );
}

/** The share of the printed words, and of those of them that have digits, that were recognized where they stand. */
function recall(language: OcrLanguage): { readonly words: number; readonly numbers: number } {
  const words = printed[LANGUAGES.findIndex((each) => each === language)] ?? [];
  const share = (some: readonly PrintedWord[]): number =>
    some.filter((word) => isRead(pages.get(language) ?? [], word)).length / some.length;
  return { words: share(words), numbers: share(words.filter(([text]) => /\d/.test(text))) };
}

function ground(language: OcrLanguage, texts: readonly string[]): GroundedClaim[] {
  const words = pages.get(language) ?? [];
  const index = indexPage({ document: 'scans.pdf', page: 1, size: SIZE, source: 'ocr', words });
  return groundTexts(
    texts.map((text) => ({ text, image: 1 })),
    [index],
  );
}

describe('a scanned page', () => {
  test.each([
    ['eng', 0.98, 1],
    ['deu', 0.98, 0.95],
    ['chi_sim', 0.85, 0.9],
  ] as const)(
    'in %s has its words where they stand: %f of all, %f of the numbers',
    (language, all, numbers) => {
      const { words, numbers: withDigits } = recall(language);
      console.log(`${language}: words ${words.toFixed(3)}, with digits ${withDigits.toFixed(3)}`);
      expect(words).toBeGreaterThanOrEqual(all);
      expect(withDigits).toBeGreaterThanOrEqual(numbers);
    },
  );

  test('in Chinese has its characters in the words of a text layer', () => {
    const texts = (pages.get('chi_sim') ?? []).map(({ text }) => text);
    expect(texts).toContain('二零二四年全年供水量为');
    expect(texts).not.toContain('二');
    expect(texts.slice(texts.indexOf('工业用水')).slice(0, 4)).toEqual(['工业用水', '24.7', '24.1', '23.5']);
  });

  test.each([
    [
      'eng',
      ['Ferries paid the largest share', '2,614.8', 'Ingrid Solheim', '698.4'],
      ['2,641.8', '689.4', 'Ingrid Solhelm'],
      ['Ferries were exempt from 1 May on', '5,931.7'],
    ],
    [
      'deu',
      ['Die Umsatzerlöse stiegen um 6,4 %', '1.284,7', 'Käthe Müßig', '15. März 2024'],
      ['1.248,7', '367,6'],
      ['Die Verluste stiegen um 31 %', '9.713,2'],
    ],
    [
      'chi_sim',
      ['比上一年增长 3.2%', '总投资为 1,350 万元', '工业用水略有下降', '86.4', '2,917 人'],
      ['总投资为 1,530 万元', '2,971 人'],
      ['公司关闭了城南水厂', '7,208 人'],
    ],
  ] as const)('in %s grounds claims that are true, altered, and invented', (language, found, near, none) => {
    const claims = ground(language, [...found, ...near, ...none]);
    expect(claims.map(({ text, status }) => [text, status])).toEqual([
      ...found.map((text) => [text, 'found']),
      ...near.map((text) => [text, 'near']),
      ...none.map((text) => [text, 'not-found']),
    ]);
    for (const { source, confidence } of claims.slice(0, found.length)) {
      expect(source).toBe('ocr');
      expect(confidence).toBeGreaterThan(0.4);
      expect(confidence).toBeLessThan(1);
    }
  });
});

test('a page with text and a picture of text has the words of both, each once', () => {
  const words = mixed?.words ?? [];
  const isRecognized = ({ confidence }: Word): boolean => confidence !== undefined;
  const layer = 'The table shows what the harbour charged. Figure 3: a scan of the report of 2024';
  expect(words.filter((word) => !isRecognized(word)).map(({ text }) => text)).toEqual(layer.split(' '));
  const recognized = words.filter(isRecognized);
  expect(recognized.map(({ text }) => text)).toEqual((printed[0] ?? []).map(([text]) => text));
  for (const { box, line } of recognized) {
    expect(intersection(box, PICTURE)).toEqual(box);
    expect(line).toBeGreaterThan(1);
  }
  const claims = groundTexts(
    ['Container ships', 'what the harbour charged', '2,641.8'].map((text) => ({ text, image: 1 })),
    mixed === undefined ? [] : [mixed],
  );
  expect(claims).toMatchObject([
    { status: 'found', source: 'ocr' },
    { status: 'found', source: 'text', confidence: 1 },
    { status: 'near', source: 'ocr' },
  ]);
});
