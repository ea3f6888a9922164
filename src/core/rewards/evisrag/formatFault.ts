import { t } from '../../t.ts';
import { skipSpace } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { closedPhrase, openedPhrase } from '../explanation/wording.ts';

/** The tags that EVisRAG asks for, in their order. */
export const EVISRAG_TAGS = ['observe', 'evidence', 'think', 'answer'] as const;

/**
 * The first error in the form of a response (OpenBMB/VisRAG, evidencecot.py, `format_reward`); null if there is none:
 * the four parts in order, only white space between them, nothing around them, and each tag once.
 */
export function formatFault(response: string): EntryParts | null {
  for (const tag of EVISRAG_TAGS) {
    const opened = findMarks(response, `<${tag}>`);
    const closed = findMarks(response, `</${tag}>`);
    if (opened.length === 1 && closed.length === 1) continue;
    const reason = t(
      '<{0}> must be opened and closed once; it is {1} and {2}.',
      tag,
      openedPhrase(opened.length),
      closedPhrase(closed.length),
    );
    return fault('tag-count', reason, opened[1] ?? closed[1] ?? opened[0] ?? closed[0] ?? null);
  }
  return orderFault(response) ?? strayFault(response);
}

/**
 * The error of a part that is closed before it is opened, or opened before the previous one is closed; each tag occurs
 * once.
 */
function orderFault(response: string): EntryParts | null {
  let end = 0;
  for (const [index, tag] of EVISRAG_TAGS.entries()) {
    const open = response.indexOf(`<${tag}>`);
    const close = response.indexOf(`</${tag}>`);
    if (close < open) {
      const span = { start: close, end: close + tag.length + 3 };
      return fault('tag-malformed', t('<{0}> is closed before it is opened.', tag), span);
    }
    if (open < end) {
      const before = EVISRAG_TAGS[index - 1] ?? '';
      const span = { start: open, end: open + tag.length + 2 };
      return fault('tag-order', t('<{0}> is opened before <{1}> is closed.', tag, before), span);
    }
    end = close + tag.length + 3;
  }
  return null;
}

/** The error of text where none is allowed, with the parts in order. */
function strayFault(response: string): EntryParts | null {
  let end = 0;
  for (const [index, tag] of EVISRAG_TAGS.entries()) {
    const open = response.indexOf(`<${tag}>`);
    const start = index === 0 ? 0 : skipSpace(response, end, response.length);
    if (open > start) return stray(response, index, { start: end, end: open });
    end = response.indexOf(`</${tag}>`) + tag.length + 3;
  }
  return end === response.length
    ? null
    : stray(response, EVISRAG_TAGS.length, { start: end, end: response.length });
}

function findMarks(response: string, mark: string): Span[] {
  const places: Span[] = [];
  for (let at = response.indexOf(mark); at >= 0; at = response.indexOf(mark, at + mark.length))
    places.push({ start: at, end: at + mark.length });
  return places;
}

/** Text where none is allowed, before the tag of that index or after the last. */
function stray(response: string, index: number, span: Span): EntryParts {
  const [before, after] = [EVISRAG_TAGS[index - 1], EVISRAG_TAGS[index]];
  const isSpace = skipSpace(response, span.start, span.end) === span.end;
  if (before === undefined) {
    const reason = isSpace
      ? t('There is white space before <{0}>, which must come first.', after ?? '')
      : t('There is text before <{0}>, which must come first.', after ?? '');
    return fault('text-around', reason, span);
  }
  if (after === undefined) {
    const reason = isSpace
      ? t('There is white space after </{0}>, which must end the response.', before)
      : t('There is text after </{0}>, which must end the response.', before);
    return fault('text-around', reason, span);
  }
  return fault('text-between', t('There is text between </{0}> and <{1}>.', before, after), span);
}

function fault(code: string, reason: string, span: Span | null): EntryParts {
  return { code, amount: '-1', reason, span, tool: null };
}
