import { t } from '@vscode/l10n';
import { characterCode, hiddenSpans, visibleText } from '../../core/visibleText.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The most hidden characters of a text that are marked; others are written as `visibleText` writes them. */
const MOST_MARKS = 1000;

/** The most characters that one mark names. */
const MOST_NAMED = 16;

/** Text in an attribute, with its quotes: hidden characters are written as `visibleText` writes them. */
export function attribute(text: string): string {
  return `"${escaped(visibleText(text))}"`;
}

/**
 * Text in an element. Marks with their codes are written in place of hidden characters: those could change the order of
 * the text around them, or hide a part of it.
 */
export function textHtml(original: string): string {
  const text = original.replaceAll('\r\n', '\n');
  const spans = hiddenSpans(text);
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of spans.slice(0, MOST_MARKS)) {
    pieces.push(escaped(text.slice(from, start)), mark(text.slice(start, end)));
    from = end;
  }
  const rest = text.slice(from);
  pieces.push(escaped(spans.length > MOST_MARKS ? visibleText(rest) : rest));
  return pieces.join('');
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** `U+202E`, or `U+E0061 ×12` for several characters. */
function mark(characters: string): string {
  const codes = Array.from(characters, characterCode);
  const named = codes.slice(0, MOST_NAMED).join(' ');
  const label = t('Hidden characters: {0}', codes.length > MOST_NAMED ? `${named} …` : named);
  const shown = codes.length === 1 ? codes[0] : `${codes[0] ?? ''} ×${codes.length}`;
  return `<span class="hidden" title=${attribute(label)}>${shown ?? ''}</span>`;
}
