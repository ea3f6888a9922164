import { config } from '@vscode/l10n';
import { setDisplayLocale } from '../../../src/core/displayLocale.ts';

/**
 * Plants a language in which every string is the English one between marks, with its values outside of the marks, and in
 * which numbers and dates are German.
 */
export function plantLanguage(): void {
  const contents: Record<string, string> = new Proxy<Record<string, string>>(
    {},
    { get: (_, english) => mark(String(english)) },
  );
  config({ contents });
  setDisplayLocale('de');
}

/** Back to English. */
export function removeLanguage(): void {
  config({ contents: {} });
  setDisplayLocale('en');
}

/** `Page {0} of {1}` as `⟦Page ⟧{0}⟦ of ⟧{1}`. */
function mark(english: string): string {
  return english
    .split(/(\{\d+\})/)
    .map((piece, index) => (index % 2 === 1 || piece === '' ? piece : `⟦${piece}⟧`))
    .join('');
}

/** Attributes that a person reads or hears. */
const ATTRIBUTES = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
  'label',
];

/** Elements that show nothing but what a person or a model wrote. */
const WRITTEN = '.text .chunk, .body .chip';

/**
 * The pieces of what `root` shows that have words, are not translated and do not come from `data`, each once.
 * @param data what a person or a model wrote, and what other rooms say
 */
export function untranslated(root: ParentNode, data: readonly string[]): string[] {
  const shown: string[] = [];
  const read = (node: Node): void => {
    if (node instanceof Element && node.matches(WRITTEN)) return;
    if (node.nodeType === Node.TEXT_NODE) shown.push(node.textContent ?? '');
    if (node instanceof Element) for (const name of ATTRIBUTES) shown.push(node.getAttribute(name) ?? '');
    node.childNodes.forEach(read);
  };
  root.childNodes.forEach(read);
  const pieces = new Set(shown.flatMap((text) => text.split(/⟦[^⟧]*⟧/)).map(plain));
  const known = [...new Set(data.map(plain))].filter(hasWords).sort((a, b) => b.length - a.length);
  const all = known.join('\n');
  const isKnown = (piece: string): boolean =>
    (piece.split(' ').length >= PART && all.includes(piece)) || !hasWords(without(piece, known));
  return [...pieces].filter(hasWords).filter((piece) => !isKnown(piece));
}

/** A piece of at least so many words may be a part of a longer text; a shorter one would be that by chance. */
const PART = 4;

/** Properties whose strings are codes, which nobody reads. */
const CODES =
  /^(kind|speaker|unit|state|verdict|verdictBy|reasoning|severity|code|key|needs|owner|scope|role|flow|loose)$/;

/** The strings anywhere inside `value` that may be shown, without the names of properties. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Map) return [...value.values()].flatMap(stringsIn);
  return Object.entries(value)
    .filter(([name, inner]) => typeof inner !== 'string' || !CODES.test(name))
    .flatMap(([, inner]) => stringsIn(inner));
}

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text);

/** On one line, without punctuation around it or a mark that it is cut off. */
const plain = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A text without the whole words of `known`, the longest first. */
function without(text: string, known: readonly string[]): string {
  let left = text;
  for (const words of known) {
    if (!left.includes(words)) continue;
    const whole = new RegExp(`(?<!\\p{L})${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\p{L})`, 'gu');
    left = left.replace(whole, ' ');
  }
  return left;
}
