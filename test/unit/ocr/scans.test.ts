import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boxArea, boxAround, intersection, type PageBox } from '../../../src/core/geometry/box.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import type { GroundedClaim } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
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
  for (const [index, language] of LANGUAGES.entries()) {
    const reader = new PageReader({ languages: [language], data, cache: null, files: findOcrFiles() });
    pages.set(language, await reader.recognize(document, '', index + 1, undefined));
    await reader.close();
  }
});

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
