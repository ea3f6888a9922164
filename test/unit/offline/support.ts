import fs from 'node:fs';
import { createDocuments } from '../../../src/documents/documents.ts';
import { OFFLINE_BUDGET } from '../../../src/offline/model.ts';
import type { OcrLine, OcrPage, OcrWord } from '../../../src/ocr/model.ts';

export const WORKER = new URL('../../../src/documents/worker/main.ts', import.meta.url);

/** A fixture document's file. */
export function fixture(name: string): string {
  return new URL(`../../fixtures/documents/${name}`, import.meta.url).pathname;
}

/** The pages of a fixture as they are sent to the offline reader. */
export async function pageImages(name: string): Promise<Uint8Array[]> {
  const documents = createDocuments({ worker: WORKER });
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

/** A cell or line of text at a place, for {@link page}. */
export interface Placed {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

const LETTER = 10;
const HEIGHT = 20;

/** A page as Tesseract would give it: each row of texts one line, letters 10 px wide and 20 px high. */
export function page(...rows: readonly (readonly Placed[])[]): OcrPage {
  const lines = rows.map((row, paragraph): OcrLine => {
    const words = row.flatMap(({ text, left, top }) => {
      let at = left;
      return text.split(' ').map((word): OcrWord => {
        const box = { left: at, top, right: at + word.length * LETTER, bottom: top + HEIGHT };
        at = box.right + 6;
        return { text: word, box, confidence: 95 };
      });
    });
    const boxes = words.map(({ box }) => box);
    const box = {
      left: Math.min(...boxes.map(({ left }) => left)),
      top: Math.min(...boxes.map(({ top }) => top)),
      right: Math.max(...boxes.map(({ right }) => right)),
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
    };
    return { words, box, paragraph };
  });
  return { text: lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n\n'), lines };
}

/** A row of texts at the given left edges. */
export function row(top: number, ...cells: readonly (readonly [number, string])[]): Placed[] {
  return cells.map(([left, text]) => ({ text, left, top }));
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
