import { t } from '../../t.ts';
import type { Span } from '../../span.ts';
import type { Default, LengthWindow, Need, PaidChange, RecordKey, ScoreContext } from '../model.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { stripSpan } from '../../python/strip.ts';

/** What a check looks at. */
export interface Subject {
  readonly response: string;
  readonly context: ScoreContext;
}

/** The result of a check: the part that it is about and the changes of its component, or what must be known first. */
export type Finding =
  | {
      readonly scope: Span | null;
      readonly changes: readonly EntryParts[];
      readonly defaults?: readonly Default[];
    }
  | { readonly needs: readonly Need[] };

/** One check of a composite reward, created from its file. A check is worth 1, less what it finds wrong. */
export interface Check {
  readonly title: string;
  /** What it pays for. */
  readonly sentence: string;
  /** What it can deduct, and when. */
  readonly changes: readonly PaidChange[];
  /** The keys of a record that it reads. */
  readonly reads: readonly RecordKey[];
  /** Set if it reads what the pages say of the response. */
  readonly readsPages?: true;
  /** The tags that must be present for it to pay, in their order if it matters. */
  readonly tags?: readonly string[];
  readonly order?: readonly string[];
  /** Tags that it reads, although it may pay without them. */
  readonly optionalTags?: readonly string[];
  /** Whether upper and lower case count in its tags. */
  readonly caseSensitive?: boolean;
  readonly length?: LengthWindow;
  /** Runs the check. Never throws. */
  find(subject: Subject): Finding;
}

/** The tag name that means the whole response. */
export const WHOLE = '*';

/**
 * The span of the content of the first `<tag>` up to the nearest closing tag after it, ignoring case, stripped, or of the
 * whole response; null if the tag is missing.
 */
export function findPart(response: string, tag: string): Span | null {
  if (tag === WHOLE) return { start: 0, end: response.length };
  const opening = `<${tag}>`;
  const open = new RegExp(opening, 'i').exec(response);
  if (!open) return null;
  const start = open.index + opening.length;
  const close = new RegExp(`</${tag}>`, 'ig');
  close.lastIndex = start;
  const closed = close.exec(response);
  return closed && stripSpan(response, start, closed.index);
}

/** A deduction of everything, for a part that is missing. */
export function partMissing(tag: string): EntryParts {
  return {
    code: 'part-missing',
    amount: '-1',
    reason: t('There is no complete <{0}>: nothing is checked.', tag),
    span: null,
    tool: null,
  };
}

/** The tags that a check needs if it looks at a part only. */
export function tagsOfPart(tag: string): Pick<Check, 'tags'> {
  return tag === WHOLE ? {} : { tags: [tag] };
}

/** The change for a missing part, for the table of what a check can deduct. */
export function partMissingChange(tag: string): readonly PaidChange[] {
  return tag === WHOLE
    ? []
    : [{ code: 'part-missing', amount: '-1', reason: t('There is no complete `<{0}>`.', tag) }];
}
