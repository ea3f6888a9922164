import { createHash } from 'node:crypto';
import type { LayoutWord } from '../../core/layout/model.ts';
import type { PageLines } from './pageWords.ts';

/** The most pages that are kept. */
const KEPT = 400;
const kept = new Map<string, PageLines>();

/**
 * A page from the words of its text layer, in their order: a word that is not beside the one before it, to its right,
 * begins another line. The same words give the same object again while it is kept.
 */
export function textLayerPage(words: readonly LayoutWord[]): PageLines {
  const key = createHash('sha256').update(JSON.stringify(words)).digest('base64');
  const page = kept.get(key) ?? toPage(words);
  kept.delete(key);
  kept.set(key, page);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return page;
}

function toPage(words: readonly LayoutWord[]): PageLines {
  const lines: { words: LayoutWord[] }[] = [];
  let last: LayoutWord | undefined;
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && last !== undefined && continuesLine(word, last)) line.words.push(word);
    else lines.push({ words: [word] });
    last = word;
  }
  return { text: lines.map((line) => line.words.map(({ text }) => text).join(' ')).join('\n'), lines };
}

function continuesLine({ box }: LayoutWord, { box: last }: LayoutWord): boolean {
  const middle = (box.top + box.bottom) / 2;
  return middle > last.top && middle < last.bottom && box.left >= last.left;
}
