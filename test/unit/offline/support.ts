import fs from 'node:fs';
import { readTextLayer } from '../../../src/asking/textLayer.ts';
import type { PageLines } from '../../../src/offline/reading/pageWords.ts';
import { textLayerPage } from '../../../src/offline/reading/textLayerPage.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import { OFFLINE_BUDGET } from '../../../src/offline/model.ts';
import { boxAround } from '../../../src/core/geometry/box.ts';
import type { OcrLine, OcrPage } from '../../../src/ocr/model.ts';
import { DOCUMENTS_WORKER, fixture } from '../../support/files.ts';
import { recognizedPages } from '../../support/storedPages.ts';
import { wordsOf, type Placed } from '../layout/build.ts';

/** The page images of a fixture, as the offline reader receives them. */
export async function pageImages(name: string): Promise<Uint8Array[]> {
  const documents = createDocuments({ worker: DOCUMENTS_WORKER });
  try {
    const document = await documents.open({ kind: 'path', path: fixture(name) });
    const images: Uint8Array[] = [];
    for (let page = 1; page <= document.pageCount; page += 1) {
      const { bytes } = await document.render(page, { budget: OFFLINE_BUDGET, format: 'jpeg' });
      images.push(bytes);
    }
    await document.close();
    return images;
  } finally {
    await documents.dispose();
  }
}

/** The file that holds the words recognized on the pages of a fixture document. */
export function wordsFile(name: string): URL {
  return new URL(`../../fixtures/questions/words/${name}.json`, import.meta.url);
}

/** The pages of a fixture document as they were recognized; a test of text recognition compares them with new ones. */
export function recognizedFixture(name: string): OcrPage[] {
  return recognizedPages(wordsFile(name));
}

/** The pages of a fixture document as the reader gets them: from their text layers, or recognized. */
export async function fixtureText(name: string): Promise<PageLines[]> {
  const documents = createDocuments({ worker: DOCUMENTS_WORKER });
  try {
    const document = await documents.open({ kind: 'path', path: fixture(`${name}.pdf`) });
    const pages: PageLines[] = [];
    for (const [index, recognized] of recognizedFixture(name).entries()) {
      const words = await readTextLayer(document, index + 1);
      pages.push(words === null ? recognized : textLayerPage(words));
    }
    await document.close();
    return pages;
  } finally {
    await documents.dispose();
  }
}

/** A page as Tesseract returns it: each row of texts is one line. */
export function page(...rows: readonly (readonly Placed[])[]): OcrPage {
  const lines = rows.map((cells, paragraph): OcrLine => {
    const words = wordsOf(cells);
    return { words, box: boxAround(words.map(({ box }) => box)), paragraph };
  });
  return { text: lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n\n'), lines };
}

interface Question {
  readonly question: string;
  readonly pages: readonly number[];
  readonly images: readonly number[];
  readonly accepted: readonly string[];
  readonly reworded: boolean;
}

/** The look-up questions about a fixture. */
export function questionsAbout(name: string): readonly Question[] {
  const file = new URL(`../../fixtures/questions/${name}.json`, import.meta.url);
  const { questions } = JSON.parse(fs.readFileSync(file, 'utf8')) as { questions: readonly Question[] };
  return questions;
}

/** The observations of the tool calls in a response of the lang2act form. */
export function observations(response: string): string[] {
  return [...response.matchAll(/<tool name="[^"]*" args="[^"]*">([\s\S]*?)<\/tool>/g)].map(
    ([, body]) => body ?? '',
  );
}
