import type { StringPart } from './placedText.ts';

/** A field of `str.format`, or doubled braces, which stand for single ones. */
const BRACES = /\{\{|\}\}|\{([A-Za-z_]\w*|\d*)(?:[.[][^{}:]*|![rsa])?(?::[^{}]*(?:\{\w*\}[^{}]*)*)?\}|[{}]/g;
/** A field that `str.replace` fills: only a name. */
const NAME_IN_BRACES = /\{([A-Za-z_]\w*)\}/g;
const PERCENT =
  /%%|%\((\w+)\)[#0 +-]*(?:[1-9]\d*|\*)?(?:\.\d+)?[diouxXeEfFgGcrsa]|%[#0 +-]*(?:[1-9]\d*)?(?:\.\d+)?([dsrif])(?!\w)/g;

/** How the fields of a string are filled. */
export type Filling = 'format' | 'percent' | 'replace' | 'none';

/** The parts of a string whose fields are filled later: each field as a part of its own, doubled signs as single ones. */
export function withFields(parts: readonly StringPart[], filling: Filling): readonly StringPart[] {
  if (filling === 'none') return parts;
  const pattern = filling === 'format' ? BRACES : filling === 'percent' ? PERCENT : NAME_IN_BRACES;
  return parts.flatMap((part) => (part.kind === 'field' ? [part] : splitAtFields(part, pattern)));
}

/** Whether every brace of a text is a field or doubled, as `str.format` requires. */
export const isFormatText = (text: string): boolean =>
  [...text.matchAll(BRACES)].every(({ 0: found }) => found !== '{' && found !== '}');

function splitAtFields(part: StringPart & { readonly kind: 'text' }, pattern: RegExp): StringPart[] {
  const made: StringPart[] = [];
  const { text, places } = part;
  let from = 0;
  const keep = (end: number): void => {
    if (end > from) made.push({ kind: 'text', text: text.slice(from, end), places: places.slice(from, end) });
  };
  for (const { 0: found, 1: name, index } of text.matchAll(pattern)) {
    const [first, last] = [places[index], places[index + found.length - 1]];
    if (first === undefined || last === undefined || found.length === 1) continue;
    keep(index);
    from = index + found.length;
    const span = { start: first.start, end: last.end };
    if (/^(?:\{\{|\}\}|%%)$/.test(found)) made.push({ kind: 'text', text: found.charAt(0), places: [span] });
    else made.push({ kind: 'field', name: name ?? '', span });
  }
  keep(text.length);
  return made;
}
