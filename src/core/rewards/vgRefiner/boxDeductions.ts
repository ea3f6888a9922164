import { t } from '../../t.ts';
import { ofNumber, subtract } from '../../decimal.ts';
import type { PythonJson } from '../../python/json.ts';
import type { Span } from '../../span.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { amountsOf } from '../explanation/measuredScore.ts';
import type { IouAccuracy } from './iouAccuracy.ts';
import { boxesPhrase } from '../../countPhrases.ts';

/** The loss of one box of the answer or of the reference. */
interface Loss {
  readonly code: string;
  /** As a share of one box: from 0 to 1, except for inverted boxes. */
  readonly share: number;
  readonly reason: string;
  readonly span: Span | null;
}

/**
 * The deductions from an IoU accuracy of 1 to the actual value, box by box.
 * @param place the span of the answer; null if there is none
 * @param within converts a span of the answer's text to a span of the response
 */
export function boxDeductions(
  match: IouAccuracy,
  place: Span | null,
  within: (span: Span) => Span,
): EntryParts[] {
  const { accuracy, refused, boxes, expected } = match;
  const whole = (code: string, reason: string): EntryParts[] => [
    { code, amount: '-1', reason, span: place, tool: null },
  ];
  if (refused !== null) return whole('boxes-not-read', refused);
  if (accuracy === 1) return [];
  if (boxes.length === 0) {
    const has = boxesPhrase(expected.length);
    return whole('no-boxes', t('The answer has no boxes; the reference has {0}.', has));
  }
  if (expected.length === 0) {
    const has = boxesPhrase(boxes.length);
    return whole('boxes-not-expected', t('The reference has no boxes; the answer has {0}.', has));
  }
  if (!Number.isFinite(accuracy)) return [];
  const count = Math.max(boxes.length, expected.length);
  return spread(boxLosses(match, within), count, subtract(ofNumber(accuracy), '1'));
}

/** The losses as amounts that add up to `total`. */
function spread(losses: readonly Loss[], count: number, total: string): EntryParts[] {
  const amounts = amountsOf(
    losses.map(({ share }) => -share / count),
    total,
  );
  const changes = losses.map(({ code, reason, span }, index): EntryParts => {
    return { code, amount: amounts[index] ?? '0', reason, span, tool: null };
  });
  return changes.filter(({ amount }) => amount !== '0');
}

function boxLosses({ boxes, expected, pairs }: IouAccuracy, within: (span: Span) => Span): Loss[] {
  const boxSpan = (box: PythonJson | undefined): Span | null =>
    typeof box === 'object' && box !== null ? within(box.span) : null;
  const losses: Loss[] = pairs
    .filter(({ iou }) => iou !== 1)
    .map(({ row, column, iou }) => ({
      code: 'box-differs',
      share: 1 - iou,
      reason: t(
        'Box {0} is matched with box {1} of the reference, with an IoU of {2}.',
        row + 1,
        column + 1,
        iou.toFixed(3),
      ),
      span: boxSpan(boxes[row]),
    }));
  const matched = new Set(pairs.map(({ row }) => row));
  const met = new Set(pairs.map(({ column }) => column));
  if (boxes.length > expected.length) {
    for (const [index, box] of boxes.entries()) {
      if (matched.has(index)) continue;
      const reason = t(
        'Box {0} is left over: the reference has {1}.',
        index + 1,
        boxesPhrase(expected.length),
      );
      losses.push({ code: 'box-unmatched', share: 1, reason, span: boxSpan(box) });
    }
  } else {
    for (const index of expected.keys()) {
      if (met.has(index)) continue;
      const reason = t(
        'Box {0} of the reference is not matched: the answer has {1}.',
        index + 1,
        boxesPhrase(boxes.length),
      );
      losses.push({ code: 'box-missing', share: 1, reason, span: null });
    }
  }
  return losses;
}
