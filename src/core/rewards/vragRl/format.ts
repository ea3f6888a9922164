import { t } from '../../t.ts';
import type { Finding, Span } from '../../span.ts';
import type { EntryParts } from '../explanation/entry.ts';
import type { PaidChange, RewardForm } from '../model.ts';
import { withoutUserTurns } from './userTurns.ts';
import type { KeptText } from './userTurns.ts';

/** What all of VRAG-RL's rewards read of a response. */
export const VRAG_FORM = {
  tags: ['search', 'answer'].map((name) => ({ name, required: true, caseSensitive: true })),
  order: [],
  closed: false,
  tools: null,
  length: null,
} as const satisfies Partial<RewardForm>;

/** The result of the format check. */
export interface FormatReading {
  /** The response without the turns that were injected into it. */
  readonly kept: KeptText;
  /** The tags without a complete pair. */
  readonly missing: readonly string[];
  readonly formatScore: 0 | 1;
}

/**
 * VRAG-RL's format check (Alibaba-NLP/VRAG, vrag.py, `compute_format_reward_only`): a pair of answer tags and a pair of
 * search tags somewhere in the response, without the injected turns.
 */
export function readFormat(response: string): FormatReading {
  const kept = withoutUserTurns(response);
  const missing = VRAG_FORM.tags.map(({ name }) => name).filter((tag) => !hasPair(kept.text, tag));
  return { kept, missing, formatScore: missing.length === 0 ? 1 : 0 };
}

/** Whether an opening tag precedes a closing tag. */
function hasPair(text: string, tag: string): boolean {
  const open = text.indexOf(`<${tag}>`);
  return open >= 0 && text.lastIndexOf(`</${tag}>`) >= open + tag.length + 2;
}

/** The text between the last `</answer>` and the `<answer>` before it (`get_answer_from_predict_str`). */
export function lastAnswer(text: string): Span | null {
  const opening = '<answer>';
  const end = text.lastIndexOf('</answer>');
  if (end < opening.length) return null;
  const open = text.lastIndexOf(opening, end - opening.length);
  return open < 0 ? null : { start: open + opening.length, end };
}

/** The change for a response without a complete answer or search, in the description of a part. */
export const formatChange = (): PaidChange => ({
  code: 'format-incomplete',
  amount: '-1',
  reason: t('There is no `<answer>` with a `</answer>` after it, or no such pair of `<search>`.'),
});

/** The deduction for a response without a complete answer or search, which pays nothing for anything. */
export function formatLost({ missing }: FormatReading): EntryParts {
  const [first = '', second] = missing;
  const reason =
    second === undefined
      ? t('There is no complete <{0}>: the response is paid nothing.', first)
      : t('There is no complete <{0}> and no complete <{1}>: the response is paid nothing.', first, second);
  return { code: 'format-incomplete', amount: '-1', reason, span: null, tool: null };
}

/** Notes about injected turns that the reward reads as the model's own words. */
export function turnNotes({ kept }: FormatReading): readonly Finding[] {
  return kept.leftTurns.map((span) => ({
    code: 'turn-not-removed',
    severity: 'warning',
    span,
    message: t(
      'There is a line break in this turn, so the reward does not remove it and reads its tags as the model’s own.',
    ),
  }));
}
