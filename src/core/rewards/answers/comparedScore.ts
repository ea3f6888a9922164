import { t } from '../../t.ts';
import type { Span } from '../../span.ts';
import { assembleMeasured, measuredComponent, unknown } from '../explanation/measuredScore.ts';
import type { MeasuredParts } from '../explanation/measuredScore.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { quote } from '../explanation/wording.ts';
import type { Component, Decimal, Default, PaidChange, Need, PaidPart, Score } from '../model.ts';

/** The result of comparing an answer with the reference: equal, different, or decidable only by the reference's library. */
export type Equality = boolean | null;

/** The changes that the answer's part can show. */
export const answerChanges = (): readonly PaidChange[] => [
  {
    code: 'answer-differs',
    amount: '-1',
    reason: t('The answer is not equal to the reference.'),
    againstReference: true,
  },
];

/** The description of the answer's part. */
export function answerPart(weight: Decimal, sentence: string, changes = answerChanges()): PaidPart {
  return { ...answerHead(), weight, sentence, changes };
}

/** The description of the format's part. */
export function formatPart(weight: Decimal, sentence: string, reason: string): PaidPart {
  return {
    ...formatHead(),
    weight,
    sentence,
    changes: [{ code: 'format-incomplete', amount: '-1', reason }],
  };
}

const answerHead = () => ({ key: 'accuracy', title: t('Answer') });
const formatHead = () => ({ key: 'format', title: t('Format') });

/** The component of a format that is paid in full or not at all. */
export function formatComponent(weight: Decimal, fault: string | null): Component {
  const changes =
    fault === null
      ? []
      : [{ code: 'format-incomplete', amount: '-1', reason: fault, span: null, tool: null }];
  return measuredComponent({ ...formatHead(), weight, start: '1', scope: null, changes });
}

/** An answer and its comparison. */
export interface Compared {
  readonly weight: Decimal;
  /** The place of the answer; null if the response has none, or if the whole response is the answer. */
  readonly span: Span | null;
  /** The text that is compared. */
  readonly answer: string;
  /** Null if the record has none. */
  readonly reference: string | null;
  /** Why nothing is compared, so that the answer pays nothing whatever the reference; null if it is compared. */
  readonly lost: { readonly code: string; readonly reason: string } | null;
  readonly compare: (answer: string, reference: string) => Equality;
  /** Says, of a quoted answer and a quoted reference, that they differ; that they are not equal, if it is not given. */
  readonly differs?: (answer: string, reference: string) => string;
  /** What an equal answer is paid less for. */
  readonly deductions?: readonly EntryParts[];
  /** What is needed where the comparison is not decided; SymPy if it is not given. */
  readonly undecided?: Need;
}

/** What a profile that compares the answer with the reference provides to assemble its score. */
export interface ComparedScoreParts {
  readonly profile: string;
  readonly compared: Compared;
  /** The reference's sum, in its own order and doubles. */
  readonly overall: (accuracy: 0 | 1) => number;
  readonly reported: (overall: number | null, accuracy: 0 | 1 | null) => Score['reported'];
  readonly defaults?: readonly Default[];
  /** The components besides the answer's. */
  readonly others: readonly Component[];
}

/** Assembles the score: known, a range if only a library can compare the answer, unknown without a reference answer. */
export function comparedScore({
  profile,
  compared,
  overall,
  reported,
  defaults = [],
  others,
}: ComparedScoreParts): Score {
  const { answer, reference, lost, compare, undecided = 'sympy' } = compared;
  const equal = lost === null ? (reference === null ? null : compare(answer, reference)) : false;
  const accuracy = equal === null ? null : equal ? 1 : 0;
  const total = accuracy === null ? null : overall(accuracy);
  const score = assembleMeasured({
    profile,
    overall: total,
    reported: reported(total, accuracy),
    raises: null,
    defaults,
    needs: equal !== null ? [] : reference === null ? ['reference'] : [undecided],
    components: [answerComponent(compared, equal), ...others],
    notes: [],
  });
  return equal === null && reference !== null
    ? { ...score, ifWrong: overall(0), ifRight: overall(1) }
    : score;
}

const notEqual = (answer: string, reference: string): string =>
  t('The answer {0} is not equal to the reference {1}.', answer, reference);

function answerComponent(
  { weight, span, answer, reference, lost, differs = notEqual, deductions = [] }: Compared,
  equal: Equality,
): Component {
  const head: Omit<MeasuredParts, 'changes'> = { ...answerHead(), weight, start: '1', scope: span };
  if (equal === null) return unknown(head);
  if (equal) return measuredComponent({ ...head, changes: deductions });
  const { code, reason } = lost ?? {
    code: 'answer-differs',
    reason: differs(quote(answer), quote(reference ?? '')),
  };
  return measuredComponent({
    ...head,
    changes: [{ code, amount: '-1', reason, span, tool: null }],
  });
}
