import { once } from '../../once.ts';
import { t } from '../../t.ts';
import { add, multiply, negate, ofNumber, subtract } from '../../decimal.ts';
import type { Finding, Span } from '../../span.ts';
import { rounding } from './entry.ts';
import type { EntryParts } from './entry.ts';
import type { Component, Decimal, Default, Entry, Need, Score, Verdict } from '../model.ts';

export interface ComponentParts {
  readonly key: string;
  readonly title: string;
  readonly weight: Decimal;
  readonly scope: Span | null;
  readonly deductions: readonly EntryParts[];
  /** A sentence for the entry that keeps the component from going below 0; null if it may go below. */
  readonly floor: string | null;
}

/** A component that starts at 1, with its deductions and, if they go below 0, an entry for the floor. */
export function component({ key, title, weight, scope, deductions, floor }: ComponentParts): Component {
  if (deductions.length === 0) {
    return { key, title, weight, start: '1', value: '1', paid: weight, most: weight, entries: [], scope };
  }
  const entries = deductions.map((deduction) => weighEntry('deduction', deduction, weight));
  let value = '1';
  for (const { amount } of deductions) value = add(value, amount);
  if (floor !== null && value.startsWith('-')) {
    const amount = negate(value);
    entries.push(
      weighEntry('floor', { code: `${key}-floor`, amount, reason: floor, span: null, tool: null }, weight),
    );
    value = '0';
  }
  const paid = multiply(weight, value);
  return { key, title, weight, start: '1', value, paid, most: weight, entries, scope };
}

function weighEntry(
  kind: Entry['kind'],
  { code, amount, reason, span, tool }: EntryParts,
  weight: Decimal,
): Entry {
  return { kind, code, amount, paid: multiply(weight, amount), reason, span, tool };
}

/** What determines the component of the answer. */
export interface AnswerParts {
  readonly weight: Decimal;
  readonly verdict: Verdict;
  /** The span of the answer's content; null if none was read. */
  readonly span: Span | null;
  /** Why no judge is asked, so that the answer pays nothing whatever the verdict; null if one is asked. */
  readonly notJudged: { readonly code: string; readonly reason: string } | null;
}

/** The component that a judge decides: 1 or 0, and null while the verdict is unknown. */
export function answerComponent({ weight, verdict, span, notJudged }: AnswerParts): Component {
  const lost = notJudged ?? (verdict === 'wrong' ? judgedWrong() : null);
  let value: Decimal | null = null;
  let paid: Decimal | null = null;
  let entries: readonly Entry[] = [];
  if (lost !== null) {
    const { code, reason } = lost;
    entries = [{ kind: 'deduction', code, amount: '-1', paid: negate(weight), reason, span, tool: null }];
    value = paid = '0';
  } else if (verdict === 'right') {
    value = '1';
    paid = weight;
  }
  return {
    key: 'answer',
    title: t('Answer'),
    weight,
    start: '1',
    value,
    paid,
    most: weight,
    entries,
    scope: span,
  };
}

const judgedWrong = once(() => ({ code: 'answer-wrong', reason: t('The answer is judged wrong.') }));

/** Why no judge is asked about an answer with this content, stripped (null if there is none); null if one is asked. */
export function whyNotJudged(answer: Span | null): AnswerParts['notJudged'] {
  if (answer === null) {
    return {
      code: 'answer-missing',
      reason: t('There is no complete <answer>: nothing is judged, and the answer pays nothing.'),
    };
  }
  if (answer.start === answer.end) {
    return {
      code: 'answer-empty',
      reason: t('The answer is empty: it is not judged and pays nothing.'),
    };
  }
  return null;
}

/** What a profile provides to assemble its score. */
export interface JudgedScoreParts {
  readonly profile: string;
  readonly verdict: Verdict;
  /** Whether the judge is asked, so that the verdict matters. */
  readonly judged: boolean;
  /** The reference's sum, in its own order and doubles, for an answer of 0 or 1. */
  readonly overall: (answer: 0 | 1) => number;
  /** What the reference returns, for an overall and an answer that are null while the verdict is unknown. */
  readonly reported: (overall: number | null, answer: 0 | 1 | null) => Score['reported'];
  /** The sentence about the difference between doubles and decimals; missing if the reference rounds to six decimals. */
  readonly rounding?: () => string;
  readonly defaults: readonly Default[];
  readonly components: readonly Component[];
  readonly notes: readonly Finding[];
}

/**
 * Assembles the score from its parts. If the components' exact decimals and the reference's doubles differ, an entry of
 * kind rounding has the difference, so that the displayed numbers add up exactly; while the verdict is unknown, it is
 * that of a wrong answer.
 */
export function assembleJudged(parts: JudgedScoreParts): Score {
  const { profile, verdict, judged, components, defaults, notes } = parts;
  const ifWrong = parts.overall(0);
  const ifRight = judged ? parts.overall(1) : ifWrong;
  let overall: number | null = ifWrong;
  let answer: 0 | 1 | null = 0;
  let needs = NOTHING;
  if (judged && verdict === 'right') {
    overall = ifRight;
    answer = 1;
  } else if (judged && verdict === 'unknown') {
    overall = answer = null;
    needs = THE_VERDICT;
  }
  let paid: Decimal = '0';
  for (const component of components) if (component.paid !== null) paid = add(paid, component.paid);
  const shown = ofNumber(overall ?? ifWrong);
  const adjustments =
    paid === shown
      ? []
      : [
          rounding(
            subtract(shown, paid),
            parts.rounding?.() ??
              t('The reference adds in binary floating point and rounds the sum to six decimals.'),
          ),
        ];
  return {
    profile,
    overall,
    ifWrong,
    ifRight,
    reported: parts.reported(overall, answer),
    raises: null,
    defaults,
    needs,
    components,
    adjustments,
    notes,
  };
}

const NOTHING: readonly Need[] = [];
const THE_VERDICT: readonly Need[] = ['verdict'];
