import { t } from '../../../t.ts';
import * as v from 'valibot';
import { ofNumber, subtract } from '../../../decimal.ts';
import { anlsOf, codePoints } from '../../../metrics/anls.ts';
import { matchWordSets, normalizedAnswer, normalizedWords } from '../../../metrics/normalizedAnswer.ts';
import { strip } from '../../../python/strip.ts';
import type { Span } from '../../../span.ts';
import type { PaidChange } from '../../model.ts';
import type { EntryParts } from '../../explanation/entry.ts';
import { answerBoxes, referenceBoxes } from '../../vgRefiner/boxLists.ts';
import { boxDeductions } from '../../vgRefiner/boxDeductions.ts';
import { vgPlainPays } from '../../vgRefiner/form.ts';
import { iouAccuracy } from '../../vgRefiner/iouAccuracy.ts';
import {
  differingCharacters,
  paysNothingFrom,
  percent,
  quote,
  sharedWords,
} from '../../explanation/wording.ts';
import { partMissing, partMissingChange, findPart, tagsOfPart, WHOLE } from '../check.ts';
import type { Check } from '../check.ts';
import { common, tag } from './fields.ts';

/** Fields that every check of an answer can have. */
const answerFields = {
  ...common,
  in: v.optional(v.union([tag, v.literal(WHOLE)]), 'answer'),
  /** A text to compare with instead of the record's reference. */
  reference: v.optional(v.string()),
} as const;

interface AnswerSpec {
  readonly in: string;
  readonly reference?: string | undefined;
}

/** The result of comparing an answer: its worth from 0 to 1 and, if that is below 1, why. */
interface Compared {
  readonly value: number;
  readonly code: string;
  readonly reason: string;
}

/** A check of an answer against the reference. */
function answerCheck(
  spec: AnswerSpec,
  about: { readonly title: string; readonly sentence: string; readonly changes: readonly PaidChange[] },
  compare: (answer: string, reference: string, span: Span) => Compared | readonly EntryParts[],
): Check {
  const { in: part, reference } = spec;
  return {
    ...about,
    changes: [...partMissingChange(part), ...about.changes],
    reads: reference === undefined ? ['ground_truth'] : [],
    ...tagsOfPart(part),
    find({ response, context }) {
      const span = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(part)] };
      const wanted = reference ?? context.reference;
      if (wanted === null) return { needs: ['reference'] };
      const scope: Span | null = part === WHOLE ? null : span;
      const compared = compare(response.slice(span.start, span.end), wanted, span);
      if ('length' in compared) return { scope, changes: compared };
      const { value, code, reason } = compared;
      const amount = subtract(ofNumber(value), '1');
      return { scope, changes: amount === '0' ? [] : [{ code, amount, reason, span: scope, tool: null }] };
    },
  };
}

export const iouSchema = v.strictObject({
  ...answerFields,
  check: v.literal('iou'),
  /**
   * Boxes with at least this IoU are paid in full, and others not at all; without a threshold, the IoU is what they are
   * worth.
   */
  threshold: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
});

/** Pays for boxes that overlap those of the reference, read and assigned as in VG-Refiner's reward. */
export function iou(spec: v.InferOutput<typeof iouSchema>): Check {
  const { threshold } = spec;
  const boxChange = vgPlainPays().find(({ key }) => key === 'accuracy')?.changes ?? [];
  return answerCheck(
    spec,
    {
      title: t('Boxes'),
      sentence: iouSentence(spec.in, threshold),
      changes:
        threshold === undefined
          ? boxChange
          : [
              {
                code: 'boxes-wrong',
                amount: '-1',
                reason: t('The IoU accuracy is below {0}, or the boxes cannot be read.', threshold),
              },
            ],
    },
    (answer, reference, span) => {
      const match = iouAccuracy(answerBoxes(answer, 'answer'), referenceBoxes(reference));
      if (threshold === undefined) {
        return boxDeductions(match, span, ({ start, end }) => ({
          start: span.start + start,
          end: span.start + end,
        }));
      }
      if (match.accuracy >= threshold) return [];
      const reason =
        match.refused ??
        t(
          'The boxes match the reference with an IoU accuracy of {0}; {1} or more is required.',
          match.accuracy.toFixed(3),
          threshold,
        );
      return [{ code: 'boxes-wrong', amount: '-1', reason, span, tool: null }];
    },
  );
}

function iouSentence(part: string, threshold: number | undefined): string {
  if (threshold === undefined) {
    return part === WHOLE
      ? t('The boxes of the response match those of the reference.')
      : t('The boxes of `<{0}>` match those of the reference.', part);
  }
  return part === WHOLE
    ? t(
        'The boxes of the response match those of the reference with an IoU accuracy of {0} or more.',
        threshold,
      )
    : t(
        'The boxes of `<{0}>` match those of the reference with an IoU accuracy of {1} or more.',
        part,
        threshold,
      );
}

/** Fields of a check that compares texts. */
const comparedFields = {
  ...answerFields,
  /** Whether case, punctuation, and articles are ignored, as in EVisRAG's metrics. */
  normalized: v.optional(v.boolean(), true),
} as const;

export const equalsSchema = v.strictObject({
  ...comparedFields,
  check: v.literal('equals'),
});

/** Pays for an answer that equals the reference. */
export function equals(spec: v.InferOutput<typeof equalsSchema>): Check {
  const { normalized } = spec;
  return answerCheck(
    spec,
    {
      title: t('Answer equals'),
      sentence: equalsSentence(spec.in, normalized),
      changes: [
        {
          code: 'answer-differs',
          amount: '-1',
          reason: t('The answer is not the reference.'),
          againstReference: true,
        },
      ],
    },
    (answer, reference) => ({
      value: Number(comparableText(answer, normalized) === comparableText(reference, normalized)),
      code: 'answer-differs',
      reason: t('The answer {0} is not the reference {1}.', quote(answer), quote(reference)),
    }),
  );
}

function equalsSentence(part: string, normalized: boolean): string {
  if (part === WHOLE) {
    return normalized
      ? t('The response is the reference, without regard to case, punctuation and articles.')
      : t('The response is the reference, character by character.');
  }
  return normalized
    ? t('`<{0}>` is the reference, without regard to case, punctuation and articles.', part)
    : t('`<{0}>` is the reference, character by character.', part);
}

export const containsSchema = v.strictObject({
  ...comparedFields,
  check: v.literal('contains'),
});

/** Pays for an answer that contains the reference. */
export function contains(spec: v.InferOutput<typeof containsSchema>): Check {
  const { normalized } = spec;
  return answerCheck(
    spec,
    {
      title: t('Answer contains'),
      sentence: containsSentence(spec.in, normalized),
      changes: [
        {
          code: 'reference-not-contained',
          amount: '-1',
          reason: t('The answer does not contain the reference.'),
          againstReference: true,
        },
      ],
    },
    (answer, reference) => ({
      value: Number(comparableText(answer, normalized).includes(comparableText(reference, normalized))),
      code: 'reference-not-contained',
      reason: t('The answer does not contain the reference {0}.', quote(reference)),
    }),
  );
}

function containsSentence(part: string, normalized: boolean): string {
  if (part === WHOLE) {
    return normalized
      ? t('The response contains the reference, without regard to case, punctuation and articles.')
      : t('The response contains the reference, character by character.');
  }
  return normalized
    ? t('`<{0}>` contains the reference, without regard to case, punctuation and articles.', part)
    : t('`<{0}>` contains the reference, character by character.', part);
}

function comparableText(text: string, normalized: boolean): string {
  return normalized ? normalizedAnswer(text) : strip(text);
}

export const wordF1Schema = v.strictObject({ ...answerFields, check: v.literal('word-f1') });

/** Pays for the words that the answer and the reference share, as in EVisRAG's accuracy. */
export function wordF1(spec: v.InferOutput<typeof wordF1Schema>): Check {
  return answerCheck(
    spec,
    {
      title: t('Words of the answer'),
      sentence:
        spec.in === WHOLE
          ? t('The words of the response agree with those of the reference, by F1 over sets of words.')
          : t('The words of `<{0}>` agree with those of the reference, by F1 over sets of words.', spec.in),
      changes: [
        {
          code: 'answer-differs',
          amount: t('-1 to 0'),
          reason: t('There are missing or additional words: F1 minus 1.'),
          againstReference: true,
        },
      ],
    },
    (answer, reference) => {
      const {
        f1,
        common: shared,
        predicted,
        expected,
      } = matchWordSets(normalizedWords(answer), normalizedWords(reference));
      return { value: f1, code: 'answer-differs', reason: sharedWords(predicted, shared, expected) };
    },
  );
}

export const anlsSchema = v.strictObject({
  ...answerFields,
  check: v.literal('anls'),
  /** The share of differing characters from which on an answer is worth nothing. */
  threshold: v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(1)), 0.5),
  ignoreCase: v.optional(v.boolean(), false),
});

/** Pays for an answer that is similar to the reference, character by character. */
export function anls(spec: v.InferOutput<typeof anlsSchema>): Check {
  const { threshold, ignoreCase } = spec;
  const points = (text: string): number[] => codePoints(strip(ignoreCase ? text.toLowerCase() : text));
  return answerCheck(
    spec,
    {
      title: t('Similarity of the answer'),
      sentence: anlsSentence(spec.in, ignoreCase),
      changes: [
        {
          code: 'answer-differs',
          amount: t('-1 to 0'),
          reason: t(
            'The amount is minus the share of characters that differ; it is -1 from {0} on.',
            threshold,
          ),
          againstReference: true,
        },
      ],
    },
    (answer, reference) => {
      const { anls: value, distance, length } = anlsOf(points(answer), points(reference), threshold);
      const differing = differingCharacters(distance, length, quote(reference));
      const reason = value === 0 ? `${differing} ${paysNothingFrom(threshold)}` : differing;
      return { value, code: 'answer-differs', reason };
    },
  );
}

function anlsSentence(part: string, ignoreCase: boolean): string {
  if (part === WHOLE) {
    return ignoreCase
      ? t('The response is similar to the reference, character by character (ANLS), without regard to case.')
      : t('The response is similar to the reference, character by character (ANLS).');
  }
  return ignoreCase
    ? t('`<{0}>` is similar to the reference, character by character (ANLS), without regard to case.', part)
    : t('`<{0}>` is similar to the reference, character by character (ANLS).', part);
}

export const numberSchema = v.strictObject({
  ...answerFields,
  check: v.literal('number'),
  /** The tolerance in the number's own unit, and as a share of the reference; the larger of the two applies. */
  absolute: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0)), 0),
  relative: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0)), 0),
  /** Which number of the answer is compared. */
  which: v.optional(v.picklist(['first', 'last']), 'first'),
});

const NUMBER = /[-+\u2212]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:e[-+]?\d{1,3})?/gi;

/** Pays for a number within a tolerance of the reference's number. */
export function number(spec: v.InferOutput<typeof numberSchema>): Check {
  const { absolute, relative, which } = spec;
  const margins = [...(absolute > 0 ? [`${absolute}`] : []), ...(relative > 0 ? [percent(relative)] : [])];
  const [margin, other] = margins;
  const tolerance = margin === undefined || other === undefined ? margin : t('{0} or {1}', margin, other);
  return answerCheck(
    spec,
    {
      title: t('Number'),
      sentence: [
        numberSentence(spec.in, which),
        tolerance === undefined ? t('The two must be equal.') : t('The two may differ by {0}.', tolerance),
      ].join(' '),
      changes: [
        {
          code: 'number-missing',
          amount: '-1',
          reason: t('The answer or the reference has no number.'),
          againstReference: true,
        },
        {
          code: 'number-off',
          amount: '-1',
          reason: t('The number differs by more than that.'),
          againstReference: true,
        },
      ],
    },
    (answer, reference) => {
      const expected = readNumbers(reference)[0];
      const given = which === 'first' ? readNumbers(answer)[0] : readNumbers(answer).at(-1);
      if (expected === undefined || given === undefined) {
        const reason =
          expected === undefined
            ? t('The reference {0} has no number.', quote(reference))
            : t('The answer {0} has no number.', quote(answer));
        return { value: 0, code: 'number-missing', reason };
      }
      const off = Math.abs(given - expected);
      const isNear = off <= Math.max(absolute, relative * Math.abs(expected));
      const reason =
        tolerance === undefined
          ? t('The number {0} is not the reference’s {1}.', given, expected)
          : t(
              'The number {0} differs from the reference’s {1} by more than {2}.',
              given,
              expected,
              tolerance,
            );
      return { value: Number(isNear), code: 'number-off', reason };
    },
  );
}

function numberSentence(part: string, which: 'first' | 'last'): string {
  if (part === WHOLE) {
    return which === 'first'
      ? t('The first number of the response is the first number of the reference.')
      : t('The last number of the response is the first number of the reference.');
  }
  return which === 'first'
    ? t('The first number of `<{0}>` is the first number of the reference.', part)
    : t('The last number of `<{0}>` is the first number of the reference.', part);
}

/** The numbers of a text; commas between thousands are ignored. */
function readNumbers(text: string): readonly number[] {
  return Array.from(text.matchAll(NUMBER), ([written]) =>
    Number(written.replaceAll(',', '').replace('\u2212', '-')),
  );
}
