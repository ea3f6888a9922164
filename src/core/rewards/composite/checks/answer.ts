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
import { VG_PLAIN_PAYS } from '../../vgRefiner/form.ts';
import { iouAccuracy } from '../../vgRefiner/iouAccuracy.ts';
import { pluralize, quote } from '../../explanation/wording.ts';
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
      const { span, name } = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(name)] };
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
  const from = threshold === undefined ? '' : ` with an IoU accuracy of ${threshold} or more`;
  const boxChange = VG_PLAIN_PAYS.find(({ key }) => key === 'accuracy')?.changes ?? [];
  return answerCheck(
    spec,
    {
      title: 'Boxes',
      sentence: `The boxes of ${namePart(spec.in)} match those of the reference${from}.`,
      changes:
        threshold === undefined
          ? boxChange
          : [
              {
                code: 'boxes-wrong',
                amount: '-1',
                reason: `The IoU accuracy is below ${threshold}, or the boxes cannot be read.`,
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
        `The boxes match the reference with an IoU accuracy of ${match.accuracy.toFixed(3)}; ${threshold} or more is asked for.`;
      return [{ code: 'boxes-wrong', amount: '-1', reason, span, tool: null }];
    },
  );
}

const namePart = (part: string): string => (part === WHOLE ? 'The response' : `\`<${part}>\``);

/** Fields of a check that compares texts. */
const comparedFields = {
  ...answerFields,
  /** Whether case, punctuation, and articles are ignored, as in EVisRAG's metrics. */
  normalized: v.optional(v.boolean(), true),
} as const;

const howCompared = (normalized: boolean): string =>
  normalized ? ', but for case, punctuation and articles' : ', character by character';

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
      title: 'Answer equals',
      sentence: `${namePart(spec.in)} is the reference${howCompared(normalized)}.`,
      changes: [{ code: 'answer-differs', amount: '-1', reason: 'It is another.', againstReference: true }],
    },
    (answer, reference) => ({
      value: Number(comparableText(answer, normalized) === comparableText(reference, normalized)),
      code: 'answer-differs',
      reason: `The answer ${quote(answer)} is not the reference ${quote(reference)}.`,
    }),
  );
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
      title: 'Answer contains',
      sentence: `${namePart(spec.in)} contains the reference${howCompared(normalized)}.`,
      changes: [
        { code: 'reference-not-contained', amount: '-1', reason: 'It does not.', againstReference: true },
      ],
    },
    (answer, reference) => ({
      value: Number(comparableText(answer, normalized).includes(comparableText(reference, normalized))),
      code: 'reference-not-contained',
      reason: `The reference ${quote(reference)} is not contained.`,
    }),
  );
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
      title: 'Words of the answer',
      sentence: `The words of ${namePart(spec.in)} agree with those of the reference, by F1 over sets of words.`,
      changes: [{ code: 'answer-differs', amount: '-1 to 0', reason: 'F1 less 1.', againstReference: true }],
    },
    (answer, reference) => {
      const {
        f1,
        common: shared,
        predicted,
        expected,
      } = matchWordSets(normalizedWords(answer), normalizedWords(reference));
      const reason =
        `Of the answer’s ${pluralize(predicted, 'different word')} ${shared} ${shared === 1 ? 'is' : 'are'} among ` +
        `the reference’s ${expected}.`;
      return { value: f1, code: 'answer-differs', reason };
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
      title: 'Nearness of the answer',
      sentence: `${namePart(spec.in)} is near the reference, character by character (ANLS${ignoreCase ? ', case ignored' : ''}).`,
      changes: [
        {
          code: 'answer-differs',
          amount: '-1 to 0',
          reason: `Minus the share of characters that differ; -1 from ${threshold} on.`,
          againstReference: true,
        },
      ],
    },
    (answer, reference) => {
      const { anls: value, distance, length } = anlsOf(points(answer), points(reference), threshold);
      const differ = `${pluralize(distance, 'character')} of ${length} ${distance === 1 ? 'differs' : 'differ'} from the reference ${quote(reference)}`;
      const reason = value === 0 ? `${differ}; from ${threshold} of them on nothing is paid.` : `${differ}.`;
      return { value, code: 'answer-differs', reason };
    },
  );
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
  const margins = [
    ...(absolute > 0 ? [`${absolute}`] : []),
    ...(relative > 0 ? [`${Number((relative * 100).toPrecision(6))}%`] : []),
  ];
  const tolerance = margins.length === 0 ? 'exactly' : `within ${margins.join(' or ')}`;
  return answerCheck(
    spec,
    {
      title: 'Number',
      sentence: `The ${which} number of ${namePart(spec.in)} is the reference’s first, ${tolerance}.`,
      changes: [
        {
          code: 'number-missing',
          amount: '-1',
          reason: 'The answer or the reference has no number.',
          againstReference: true,
        },
        { code: 'number-off', amount: '-1', reason: 'The number is farther off.', againstReference: true },
      ],
    },
    (answer, reference) => {
      const expected = readNumbers(reference)[0];
      const given = which === 'first' ? readNumbers(answer)[0] : readNumbers(answer).at(-1);
      if (expected === undefined || given === undefined) {
        const who = expected === undefined ? `reference ${quote(reference)}` : `answer ${quote(answer)}`;
        return { value: 0, code: 'number-missing', reason: `The ${who} has no number.` };
      }
      const off = Math.abs(given - expected);
      const isNear = off <= Math.max(absolute, relative * Math.abs(expected));
      const reason = `The number ${given} is not ${expected}, ${margins.length === 0 ? 'the reference’s' : `nor ${tolerance} of it`}.`;
      return { value: Number(isNear), code: 'number-off', reason };
    },
  );
}

/** The numbers of a text; commas between thousands are ignored. */
function readNumbers(text: string): readonly number[] {
  return Array.from(text.matchAll(NUMBER), ([written]) =>
    Number(written.replaceAll(',', '').replace('\u2212', '-')),
  );
}
