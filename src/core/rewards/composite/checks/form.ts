import * as v from 'valibot';
import { ofNumber } from '../../../decimal.ts';
import { skipSpace } from '../../../python/strip.ts';
import type { Span } from '../../../span.ts';
import { pluralize, quote } from '../../explanation/wording.ts';
import { partMissing, partMissingChange, findPart, tagsOfPart, WHOLE } from '../check.ts';
import type { Check } from '../check.ts';
import { common, count, tag } from './fields.ts';

export const tagPresentSchema = v.strictObject({ ...common, check: v.literal('tag-present'), tag });

/** Pays for a tag that is opened and closed, with something inside. */
export function tagPresent({ tag: name }: v.InferOutput<typeof tagPresentSchema>): Check {
  return {
    title: `<${name}> present`,
    sentence: `\`<${name}>\` is opened and closed, with something inside.`,
    changes: [
      { code: 'tag-missing', amount: '-1', reason: `There is no complete \`<${name}>\`.` },
      { code: 'tag-empty', amount: '-1', reason: `\`<${name}>\` is empty.` },
    ],
    reads: [],
    tags: [name],
    find({ response }) {
      const { span } = findPart(response, name);
      if (span === null) {
        const reason = `There is no complete <${name}>.`;
        return {
          scope: null,
          changes: [{ code: 'tag-missing', amount: '-1', reason, span: null, tool: null }],
        };
      }
      const isEmpty = span.start === span.end;
      const reason = `<${name}> is empty.`;
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
  tags: v.pipe(v.array(tag), v.minLength(2, 'an order needs two tags or more')),
  /** Whether only white space is allowed around and between them. */
  closed: v.optional(v.boolean(), false),
});

/** Pays for tags in a given order. */
export function order({ tags, closed }: v.InferOutput<typeof orderSchema>): Check {
  const listed = tags.map((name) => `\`<${name}>\``).join(', ');
  return {
    title: 'Order',
    sentence: `${listed} stand in this order${closed ? ', with nothing but white space around and between them' : ''}.`,
    changes: [
      { code: 'tag-missing', amount: '-1', reason: 'One of them is missing, or is not closed.' },
      { code: 'tag-order', amount: '-1', reason: 'One of them begins before the one before it ends.' },
      ...(closed
        ? [{ code: 'text-around', amount: '-1', reason: 'Text stands around or between them.' }]
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
        if (!open || !close) return lost('tag-missing', `There is no complete <${name}>.`, null);
        const opening = { start: open.index, end: open.index + open[0].length };
        if (open.index < end) {
          const before = tags[index - 1] ?? '';
          return lost('tag-order', `<${name}> begins before <${before}> ends.`, opening);
        }
        const text = skipSpace(response, end, response.length);
        if (closed && text < open.index) {
          return lost('text-around', `Text stands before <${name}>.`, { start: text, end: open.index });
        }
        ({ end } = close);
      }
      const rest = skipSpace(response, end, response.length);
      if (closed && rest < response.length) {
        const reason = `Text stands after </${tags.at(-1) ?? ''}>.`;
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
    'tokens are counted of the whole response only',
  ),
  v.check(({ least, most }) => most === undefined || least <= most, 'least must not be above most'),
  v.check(
    ({ most, end }) => end === undefined || (most !== undefined && most <= end),
    'end needs most, and must not be below it',
  ),
);

/** Pays for a length between two bounds, and gradually less above the upper bound, down to nothing at `end`. */
export function length(spec: v.InferOutput<typeof lengthSchema>): Check {
  const { unit, in: part, least, most, end } = spec;
  const bounds = most === undefined ? `${least} ${unit} or more` : `${least} to ${most} ${unit}`;
  return {
    title: 'Length',
    sentence: `${part === WHOLE ? 'The response' : `\`<${part}>\``} has ${bounds}.`,
    changes: [
      ...partMissingChange(part),
      ...(least > 0 ? [{ code: 'too-short', amount: '-1', reason: `Fewer than ${least} ${unit}.` }] : []),
      ...(most === undefined
        ? []
        : end === undefined || end === most
          ? [{ code: 'too-long', amount: '-1', reason: `More than ${most} ${unit}.` }]
          : [
              {
                code: 'long',
                amount: '-1 to 0',
                reason: `More than ${most} ${unit}: (${most} - ${unit}) / ${end - most}, and -1 from ${end} on.`,
              },
            ]),
    ],
    reads: unit === 'tokens' ? ['response_length'] : [],
    ...tagsOfPart(part),
    ...(unit === 'tokens' && most !== undefined ? { length: { least, most, end: end ?? most } } : {}),
    find({ response, context }) {
      const { span, name } = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(name)] };
      const size =
        unit === 'tokens' ? context.responseLength : countUnits(response.slice(span.start, span.end), unit);
      if (size === null) return { needs: ['response_length'] };
      const scope = part === WHOLE ? null : span;
      const has = `${part === WHOLE ? 'The response' : name} has ${pluralize(size, unit.slice(0, -1))}`;
      const lost = (code: string, amount: number, reason: string) => ({
        scope,
        changes: [{ code, amount: ofNumber(amount), reason, span: scope, tool: null }],
      });
      if (size < least) return lost('too-short', -1, `${has}; fewer than ${least} are too short.`);
      if (most === undefined || size <= most) return { scope, changes: [] };
      if (end === undefined || size >= end) {
        return lost(end === undefined ? 'too-long' : 'long', -1, `${has}; more than ${most} are too long.`);
      }
      const reason = `${has}; beyond ${most} it is worth less, and nothing from ${end} on.`;
      return lost('long', (most - size) / (end - most), reason);
    },
  };
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
    title: 'Repetition',
    sentence: `${part === WHOLE ? 'The response' : `\`<${part}>\``} does not repeat phrases of ${pluralize(words, 'word')}.`,
    changes: [
      ...partMissingChange(part),
      {
        code: 'repeated',
        amount: '-1 to 0',
        reason: `Phrases of ${pluralize(words, 'word')} that stood there before: minus their share${most === 0 ? '' : ` beyond ${most}`}.`,
      },
    ],
    reads: [],
    ...tagsOfPart(part),
    find({ response }) {
      const { span, name } = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(name)] };
      const scope = part === WHOLE ? null : span;
      const { phrases, repeated, first } = countRepeatedPhrases(response, span, words);
      const share = phrases === 0 ? 0 : repeated / phrases;
      if (share <= most) return { scope, changes: [] };
      const example = first === null ? '' : `, ${quote(response.slice(first.start, first.end))} first`;
      const reason = `${repeated} of ${phrases} phrases of ${pluralize(words, 'word')} stood there before${example}.`;
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
