import fs from 'node:fs';
import { groundTrajectory } from '../../src/core/grounding/groundTrajectory.ts';
import type { CitedImage, Grounding } from '../../src/core/grounding/model.ts';
import { indexPage, type PageIndex } from '../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../src/core/trajectory/parser.ts';
import { type StoredWords, wordsOfPage } from './storedWords.ts';

const folder = new URL('../fixtures/grounding/', import.meta.url);
const FILES = ['words.json', 'heldOut/words.json', 'heldOut/moreWords.json'];
let stored: readonly StoredWords[] | null = null;
const indexes = new Map<string, PageIndex>();

/** A page of a fixture. Throws if there is no such page. */
function pageOf(document: string, page: number): PageIndex {
  stored ??= FILES.flatMap(
    (name) => JSON.parse(fs.readFileSync(new URL(name, folder), 'utf8')) as readonly StoredWords[],
  );
  const key = `${document} ${page}`;
  const words = stored.find((one) => one.document === document && one.page === page);
  if (words === undefined) throw new Error(`There is no page ${key}.`);
  const index = indexes.get(key) ?? indexPage(wordsOfPage(words));
  indexes.set(key, index);
  return index;
}

/** Grounds a response in think and answer tags on some pages of a fixture, which are its images. */
export function groundOn(
  text: string,
  document: string,
  pages: readonly number[],
  question: string | null = null,
): Grounding {
  const images = pages.map((page, at): CitedImage => ({ image: at + 1, document, page, size: null }));
  const context = { dialect: 'think-answer', numImages: pages.length, tools: null } as const;
  return groundTrajectory(
    parseTrajectory(text, context),
    { pages: pages.map((page) => pageOf(document, page)), images },
    question,
  );
}

/** Grounds a response that has only an answer on some pages of a fixture. */
export function groundAnswerOn(
  answer: string,
  document: string,
  pages: readonly number[],
  question: string | null = null,
): Grounding {
  return groundOn(`<think>x</think><answer>${answer}</answer>`, document, pages, question);
}

/** `computed-right 518.9 - 481.9 = 37.0`. */
export function verdictOf({ answer }: Grounding): string {
  return [answer?.verdict, answer?.computation?.text].filter((text) => text !== undefined).join(' ');
}
