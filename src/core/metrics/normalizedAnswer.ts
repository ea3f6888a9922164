import { lower } from '../python/lower.ts';
import { isInRanges, readRanges } from '../python/characterRanges.ts';
import type { CharacterRanges } from '../python/characterRanges.ts';
import { splitWords } from '../python/split.ts';
import { withoutLoneSurrogates } from '../python/surrogates.ts';
import { WORD_RUNS } from '../python/tables.ts';

const PUNCTUATION = /[!-/:-@[-`{-~]/g;
const ARTICLES = /\b(?:a|an|the)\b/g;
const NOT_ASCII = /[^\0-\x7f]/;

let wordRuns: CharacterRanges | null = null;

/**
 * The words of an answer for comparison (`normalize_answer_qa` of OpenBMB/VisRAG): lowercase, ASCII punctuation
 * removed, then the words a, an, and the removed, each as Python does it.
 */
export function normalizedWords(text: string): string[] {
  const bare = lower(withoutLoneSurrogates(text)).replace(PUNCTUATION, '');
  return splitWords(NOT_ASCII.test(bare) ? withoutArticles(bare) : bare.replace(ARTICLES, ' '));
}

/** An answer as its normalized words with a space between them. */
export function normalizedAnswer(text: string): string {
  return normalizedWords(text).join(' ');
}

/** Replaces each whole word (by Python's `\w`) that is a, an or the with a space. */
function withoutArticles(text: string): string {
  wordRuns ??= readRanges(WORD_RUNS);
  let kept = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const start = at;
    at = runEnd(text, start, wordRuns);
    if (at === start) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      continue;
    }
    const run = at - start > 3 ? '' : text.slice(start, at);
    if (run !== 'a' && run !== 'an' && run !== 'the') continue;
    kept += `${text.slice(copied, start)} `;
    copied = at;
  }
  return kept + text.slice(copied);
}

function runEnd(text: string, start: number, words: CharacterRanges): number {
  let at = start;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    if (!isInRanges(words, point)) break;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** How well two sets of words agree, with the numbers that F1 is computed from. */
export interface WordMatch {
  readonly f1: number;
  readonly common: number;
  readonly predicted: number;
  readonly expected: number;
}

/** F1 over sets of words (`f1_match` of OpenBMB/VisRAG, evidencecot.py): 2pr / (p + r), 0 if they share no word. */
export function matchWordSets(prediction: readonly string[], reference: readonly string[]): WordMatch {
  const predicted = new Set(prediction);
  const expected = new Set(reference);
  let common = 0;
  for (const word of predicted) if (expected.has(word)) common++;
  const counts = { common, predicted: predicted.size, expected: expected.size };
  if (common === 0) return { f1: 0, ...counts };
  const precision = common / predicted.size;
  const recall = common / expected.size;
  return { f1: (2 * precision * recall) / (precision + recall), ...counts };
}
