import { t } from '../../t.ts';
import type { Finding } from '../../span.ts';
import { EVISRAG_TAGS } from './formatFault.ts';
import { between } from './tagText.ts';
import { quote } from '../explanation/wording.ts';

const TAGS = EVISRAG_TAGS.join('|');
/** A tag in another case, or with spaces or attributes, which is not the exact tag. */
const NEAR_TAG = new RegExp(`<\\s{0,8}(?:/\\s{0,8})?(?:${TAGS})(?![\\w-])[^<>]{0,200}>`, 'gi');
const EXACT_TAG = new RegExp(`^</?(?:${TAGS})>$`);
/** An item as a person reads it but the reward does not: the number or the colon is separated by white space. */
const NEAR_ITEM = /\[\s{0,8}(?:image\s{0,8})?\d{1,4}\s{0,8}\](?:\s{1,8}:)?/gi;
const ITEM = /^\[(\d+)\]$/;

/** Notes about parts of a response that EVisRAG's reward reads differently from a person. */
export function evisragNotes(response: string, fault: string | null): Finding[] {
  return [...(fault === 'tag-count' ? tagNotes(response) : []), ...itemNotes(response)];
}

function tagNotes(response: string): Finding[] {
  return Array.from(response.matchAll(NEAR_TAG)).flatMap(({ 0: tag, index }) => {
    if (EXACT_TAG.test(tag)) return [];
    const message = t(
      '{0} is not a tag for the reward: it reads tags only in lower case, without spaces and attributes.',
      quote(tag),
    );
    return [warning('tag-not-read', message, index, index + tag.length)];
  });
}

/** Items of the evidence that the reward does not read: other forms than `[1]:`, and numbers above six. */
function itemNotes(response: string): Finding[] {
  const part = between(response, 'evidence');
  if (part === null) return [];
  const notes: Finding[] = [];
  for (const { 0: mark, index } of response.slice(part.start, part.end).matchAll(NEAR_ITEM)) {
    const start = part.start + index;
    const end = start + mark.length;
    const number = ITEM.exec(mark)?.[1];
    const isRead = number !== undefined && response.startsWith(':', end) && !number.startsWith('0');
    if (isRead && Number(number) <= 6) continue;
    if (number !== undefined && !response.startsWith(':', end)) continue;
    const message = isRead
      ? t('The reward compares the items [1] to [6]; it does not look at {0}.', quote(mark))
      : t(
          '{0} does not begin an item for the reward: it reads `[1]:`, with nothing in between.',
          quote(mark),
        );
    notes.push(warning('evidence-item-not-read', message, start, end));
  }
  return notes;
}

function warning(code: string, message: string, start: number, end: number): Finding {
  return { code, severity: 'warning', span: { start, end }, message };
}
