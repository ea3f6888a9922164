import { t } from '../../../t.ts';
import * as v from 'valibot';
import { ofNumber } from '../../../decimal.ts';
import { skipSpace } from '../../../python/strip.ts';
import type { Span } from '../../../span.ts';
import { charactersPhrase, tokensPhrase, wordsPhrase } from '../../../countPhrases.ts';
import { wholeNumber } from '../../../displayLocale.ts';
import { quote } from '../../explanation/wording.ts';
import { partMissing, partMissingChange, findPart, tagsOfPart, WHOLE } from '../check.ts';
import type { Check } from '../check.ts';
import { common, count, tag } from './fields.ts';

export const tagPresentSchema = v.strictObject({ ...common, check: v.literal('tag-present'), tag });

/** Pays for a tag that is opened and closed, with something inside. */
export function tagPresent({ tag: name }: v.InferOutput<typeof tagPresentSchema>): Check {
  return {
    title: t('<{0}> present', name),
    sentence: t('`<{0}>` is opened and closed, with something inside.', name),
    changes: [
      { code: 'tag-missing', amount: '-1', reason: t('There is no complete `<{0}>`.', name) },
      { code: 'tag-empty', amount: '-1', reason: t('`<{0}>` is empty.', name) },
    ],
    reads: [],
    tags: [name],
    find({ response }) {
      const span = findPart(response, name);
      if (span === null) {
        const reason = t('There is no complete <{0}>.', name);
        return {
          scope: null,
          changes: [{ code: 'tag-missing', amount: '-1', reason, span: null, tool: null }],
        };
      }
      const isEmpty = span.start === span.end;
      const reason = t('<{0}> is empty.', name);
      return {
        scope: span,
        changes: isEmpty ? [{ code: 'tag-empty', amount: '-1', reason, span, tool: null }] : [],
      };
    },
  };
}

export const orderSchema = v.strictObject({
  ...common,
  check: v.literal('order'),
  tags: v.pipe(
    v.array(tag),
    v.minLength(2, () => t('an order needs two tags or more')),
  ),
  /** Whether only white space is allowed around and between them. */
  closed: v.optional(v.boolean(), false),
});

/** Pays for tags in a given order. */
export function order({ tags, closed }: v.InferOutput<typeof orderSchema>): Check {
  const listed = tags.map((name) => `\`<${name}>\``).join(', ');
  return {
    title: t('Order'),
    sentence: closed
      ? t('{0} are in this order, with only white space around and between them.', listed)
      : t('{0} are in this order.', listed),
    changes: [
      { code: 'tag-missing', amount: '-1', reason: t('One of them is missing, or is not closed.') },
      { code: 'tag-order', amount: '-1', reason: t('One of them begins before the previous one ends.') },
      ...(closed
        ? [{ code: 'text-around', amount: '-1', reason: t('There is text around or between them.') }]
        : []),
    ],
    reads: [],
    tags,
    order: tags,
    find({ response }) {
      let end = 0;
      const lost = (code: string, reason: string, span: Span | null) => ({
        scope: null,
        changes: [{ code, amount: '-1', reason, span, tool: null }],
      });
      for (const [index, name] of tags.entries()) {
        const open = new RegExp(`<${name}>`, 'i').exec(response);
        const close = open && firstFrom(response, `</${name}>`, open.index);
        if (!open || !close) return lost('tag-missing', t('There is no complete <{0}>.', name), null);
        const opening = { start: open.index, end: open.index + open[0].length };
        if (open.index < end) {
          const before = tags[index - 1] ?? '';
          return lost('tag-order', t('<{0}> begins before <{1}> ends.', name, before), opening);
        }
        const text = skipSpace(response, end, response.length);
        if (closed && text < open.index) {
          return lost('text-around', t('There is text before <{0}>.', name), {
            start: text,
            end: open.index,
          });
        }
        ({ end } = close);
      }
      const rest = skipSpace(response, end, response.length);
      if (closed && rest < response.length) {
        const reason = t('There is text after </{0}>.', tags.at(-1) ?? '');
        return lost('text-around', reason, { start: rest, end: response.length });
      }
      return { scope: null, changes: [] };
    },
  };
}

function firstFrom(text: string, mark: string, from: number): Span | null {
  const pattern = new RegExp(mark, 'ig');
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found && { start: found.index, end: found.index + found[0].length };
}

export const lengthSchema = v.pipe(
  v.strictObject({
    ...common,
    check: v.literal('length'),
    unit: v.picklist(['tokens', 'characters', 'words']),
    in: v.optional(v.union([tag, v.literal(WHOLE)]), WHOLE),
    least: v.optional(count, 0),
    most: v.optional(count),
    /** The length from which on a part is worth nothing. */
    end: v.optional(count),
  }),
  v.check(
    ({ unit, in: part }) => unit !== 'tokens' || part === WHOLE,
    () => t('tokens are counted only in the whole response'),
  ),
  v.check(
    ({ least, most }) => most === undefined || least <= most,
    () => t('least must not be greater than most'),
  ),
  v.check(
    ({ most, end }) => end === undefined || (most !== undefined && most <= end),
    () => t('end needs most, and must not be less than it'),
  ),
);

/** Pays for a length between two bounds, and gradually less above the upper bound, down to nothing at `end`. */
export function length(spec: v.InferOutput<typeof lengthSchema>): Check {
  const { unit, in: part, least, most, end } = spec;
  return {
    title: t('Length'),
    sentence: lengthSentence(spec),
    changes: [
      ...partMissingChange(part),
      ...(least > 0
        ? [{ code: 'too-short', amount: '-1', reason: t('Fewer than {0}.', sizePhrase(least, unit)) }]
        : []),
      ...(most === undefined
        ? []
        : end === undefined || end === most
          ? [{ code: 'too-long', amount: '-1', reason: t('More than {0}.', sizePhrase(most, unit)) }]
          : [
              {
                code: 'long',
                amount: t('-1 to 0'),
                reason: t(
                  'More than {0}: the value falls evenly, to -1 at {1}.',
                  sizePhrase(most, unit),
                  sizePhrase(end, unit),
                ),
              },
            ]),
    ],
    reads: unit === 'tokens' ? ['response_length'] : [],
    ...tagsOfPart(part),
    ...(unit === 'tokens' && most !== undefined ? { length: { least, most, end: end ?? most } } : {}),
    find({ response, context }) {
      const span = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(part)] };
      const size =
        unit === 'tokens' ? context.responseLength : countUnits(response.slice(span.start, span.end), unit);
      if (size === null) return { needs: ['response_length'] };
      const scope = part === WHOLE ? null : span;
      const lost = (code: string, amount: number, limit: string) => {
        const counted = sizePhrase(size, unit);
        const has = part === WHOLE ? t('The response has {0}.', counted) : t('<{0}> has {1}.', part, counted);
        const reason = `${has} ${limit}`;
        return { scope, changes: [{ code, amount: ofNumber(amount), reason, span: scope, tool: null }] };
      };
      if (size < least) return lost('too-short', -1, t('Fewer than {0} are too short.', wholeNumber(least)));
      if (most === undefined || size <= most) return { scope, changes: [] };
      if (end === undefined || size >= end) {
        return lost(
          end === undefined ? 'too-long' : 'long',
          -1,
          t('More than {0} are too long.', wholeNumber(most)),
        );
      }
      const limit = t(
        'More than {0} are worth less, and {1} or more are worth nothing.',
        wholeNumber(most),
        wholeNumber(end),
      );
      return lost('long', (most - size) / (end - most), limit);
    },
  };
}

type LengthSpec = v.InferOutput<typeof lengthSchema>;

function lengthSentence({ unit, in: part, least, most }: LengthSpec): string {
  if (most === undefined) {
    const size = sizePhrase(least, unit);
    return part === WHOLE
      ? t('The response has {0} or more.', size)
      : t('`<{0}>` has {1} or more.', part, size);
  }
  const size = sizePhrase(most, unit);
  return part === WHOLE
    ? t('The response has {0} to {1}.', wholeNumber(least), size)
    : t('`<{0}>` has {1} to {2}.', part, wholeNumber(least), size);
}

function sizePhrase(size: number, unit: LengthSpec['unit']): string {
  switch (unit) {
    case 'tokens':
      return tokensPhrase(size);
    case 'characters':
      return charactersPhrase(size);
    case 'words':
      return wordsPhrase(size);
  }
}

function countUnits(text: string, unit: 'characters' | 'words'): number {
  return unit === 'words' ? (text.match(/\S+/gu) ?? []).length : Array.from(text).length;
}

export const repetitionSchema = v.strictObject({
  ...common,
  check: v.literal('repetition'),
  in: v.optional(v.union([tag, v.literal(WHOLE)]), WHOLE),
  /** Words of a phrase. */
  words: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)), 4),
  /** The share of phrases that may be repeated. */
  most: v.optional(v.pipe(v.number(), v.minValue(0), v.ltValue(1)), 0),
});

/** Pays for a text that does not repeat itself, by the share of its phrases of n words that occurred before. */
export function repetition({ in: part, words, most }: v.InferOutput<typeof repetitionSchema>): Check {
  return {
    title: t('Repetition'),
    sentence:
      part === WHOLE
        ? t('The response does not repeat phrases of {0}.', wordsPhrase(words))
        : t('`<{0}>` does not repeat phrases of {1}.', part, wordsPhrase(words)),
    changes: [
      ...partMissingChange(part),
      {
        code: 'repeated',
        amount: t('-1 to 0'),
        reason:
          most === 0
            ? t('Phrases of {0} are repeated: minus their share.', wordsPhrase(words))
            : t('Phrases of {0} are repeated: minus their share above {1}.', wordsPhrase(words), most),
      },
    ],
    reads: [],
    ...tagsOfPart(part),
    find({ response }) {
      const span = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(part)] };
      const scope = part === WHOLE ? null : span;
      const { phrases, repeated, first } = countRepeatedPhrases(response, span, words);
      const share = phrases === 0 ? 0 : repeated / phrases;
      if (share <= most) return { scope, changes: [] };
      const counted =
        repeated === 1
          ? t('1 of {0} phrases of {1} is a repetition.', phrases, wordsPhrase(words))
          : t('{0} of {1} phrases of {2} are repetitions.', repeated, phrases, wordsPhrase(words));
      const example =
        first === null ? '' : ` ${t('The first is {0}.', quote(response.slice(first.start, first.end)))}`;
      const reason = `${counted}${example}`;
      const amount = ofNumber(-(share - most) / (1 - most));
      return { scope, changes: [{ code: 'repeated', amount, reason, span: first, tool: null }] };
    },
  };
}

function countRepeatedPhrases(
  text: string,
  { start, end }: Span,
  words: number,
): { readonly phrases: number; readonly repeated: number; readonly first: Span | null } {
  const places: Span[] = [];
  // A number for each distinct word, so that comparing phrases does not depend on the length of their words.
  const numbers = new Map<string, number>();
  const ids: number[] = [];
  for (const match of text.slice(start, end).matchAll(/\S+/gu)) {
    const [word] = match;
    const id = numbers.get(word) ?? numbers.size;
    numbers.set(word, id);
    ids.push(id);
    places.push({ start: start + match.index, end: start + match.index + word.length });
  }
  const seen = new Set<string>();
  let repeated = 0;
  let first: Span | null = null;
  const phrases = Math.max(0, ids.length - words + 1);
  for (let at = 0; at < phrases; at++) {
    const run = ids.slice(at, at + words).join(' ');
    if (seen.has(run)) {
      repeated += 1;
      first ??= { start: places[at]?.start ?? 0, end: places[at + words - 1]?.end ?? 0 };
    } else seen.add(run);
  }
  return { phrases, repeated, first };
}
