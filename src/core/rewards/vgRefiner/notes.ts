import { t } from '../../t.ts';
import type { Finding, Span } from '../../span.ts';
import type { LastAnswer } from './lastAnswer.ts';
import { MOST_BOXES } from './iouAccuracy.ts';
import { quote } from '../explanation/wording.ts';

/** Notes about parts of a response that VG-Refiner's reward reads differently from a person. */
export function vgNotes(response: string, answer: LastAnswer, tags: readonly string[]): Finding[] {
  return [...tagNotes(response, tags), ...answerNotes(response, answer), ...boxNotes(answer)];
}

/** Tags that a person reads as the reward's own but the reward does not: in another case, or with attributes. */
function tagNotes(response: string, tags: readonly string[]): Finding[] {
  const names = tags.join('|');
  const near = new RegExp(`<\\s{0,8}(?:/\\s{0,8})?(${names})(?![\\w-])([^<>]{0,200})>`, 'gi');
  const notes: Finding[] = [];
  for (const { 0: tag, 1: name = '', 2: rest = '', index } of response.matchAll(near)) {
    if (name === name.toLowerCase() && rest.trim() === '') continue;
    const message = t(
      '{0} is not a tag for the reward: it reads tags only in lower case and without attributes.',
      quote(tag),
    );
    notes.push(warning('tag-not-read', message, { start: index, end: index + tag.length }));
  }
  return notes;
}

/** Answers before the last complete one, which is the only one that counts. */
function answerNotes(response: string, { place }: LastAnswer): Finding[] {
  if (place === null) return [];
  const last = response.lastIndexOf('<', place.start - 1);
  const notes: Finding[] = [];
  for (const { 0: tag, index } of response.matchAll(/<\s{0,8}answer\s{0,8}>/g)) {
    if (index === last) continue;
    const message = t('The reward reads only the last complete answer, not this one.');
    notes.push(warning('answer-not-read', message, { start: index, end: index + tag.length }));
  }
  return notes;
}

function boxNotes({ list, within }: LastAnswer): Finding[] {
  if (!list.ok) return [];
  const notes = list.skipped.map((span) =>
    warning('box-not-read', t('This entry has no `bbox_2d`: the reward skips it.'), within(span)),
  );
  for (const [index, box] of list.boxes.entries()) {
    if (typeof box !== 'object' || box?.kind !== 'list') continue;
    const [x1, y1, x2, y2] = box.items;
    if (index >= MOST_BOXES) {
      const message = t('The reward compares the first {0} boxes; this one is not among them.', MOST_BOXES);
      notes.push(warning('box-not-compared', message, within(box.span)));
    } else if (isBelow(x2, x1) || isBelow(y2, y1)) {
      const message = t('The corners of this box are in the wrong order: the reward uses them as they are.');
      notes.push(warning('box-inverted', message, within(box.span)));
    }
  }
  return notes;
}

function isBelow(a: unknown, b: unknown): boolean {
  return typeof a !== 'object' && typeof b !== 'object' && Number(a) < Number(b);
}

function warning(code: string, message: string, span: Span): Finding {
  return { code, severity: 'warning', span, message };
}
