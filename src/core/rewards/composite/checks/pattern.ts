import { RE2JS } from 're2js';
import * as v from 'valibot';
import type { Span } from '../../../span.ts';
import { quote } from '../../explanation/wording.ts';
import { partMissing, partMissingChange, findPart, tagsOfPart, WHOLE } from '../check.ts';
import type { Check } from '../check.ts';
import { common, count, tag } from './fields.ts';
import { tagsOfPattern } from './patternTags.ts';

export const patternSchema = v.pipe(
  v.strictObject({
    ...common,
    check: v.literal('pattern'),
    pattern: v.pipe(v.string(), v.minLength(1)),
    flags: v.optional(v.pipe(v.string(), v.regex(/^[ims]*$/, 'flags are i, m and s')), ''),
    in: v.optional(v.union([tag, v.literal(WHOLE)]), WHOLE),
    least: v.optional(count, 1),
    most: v.optional(count),
  }),
  v.check(({ least, most }) => most === undefined || least <= most, 'least must not be above most'),
);

type PatternSpec = v.InferOutput<typeof patternSchema>;

/** What the engine does not support in a pattern, and where: offsets into the pattern. */
export interface PatternFault {
  readonly span: Span;
  readonly message: string;
}

/** Constructs that other engines support and a linear-time one cannot, by how they begin. */
const LACKING: readonly (readonly [RegExp, string])[] = [
  [
    /^\(\?<?[=!]/,
    'Lookaround is not known to this engine, which matches in linear time. Match what stands around it too.',
  ],
  [/^\\[1-9]|^\\k|^\(\?P=/, 'Backreferences are not known to this engine, which matches in linear time.'],
  [
    /^\(\?>|^[*+?}]\+/,
    'Atomic groups and possessive quantifiers are not known to this engine; it never needs them.',
  ],
  [/^\(\?\(/, 'Conditions are not known to this engine, which matches in linear time.'],
];

/** Why a pattern cannot be used by the linear-time engine; null if it can. */
export function patternFault({
  pattern,
  flags,
}: Pick<PatternSpec, 'pattern' | 'flags'>): PatternFault | null {
  try {
    RE2JS.compile(pattern, flagsOf(flags));
    return null;
  } catch (error) {
    const { said, fragment } = describeError(error);
    const lacking = lackingAt(pattern);
    if (lacking !== null) return lacking;
    const at = fragment === '' ? -1 : pattern.indexOf(fragment);
    const span = at < 0 ? { start: 0, end: pattern.length } : { start: at, end: at + fragment.length };
    return { span, message: `The pattern cannot be read: ${said}.` };
  }
}

/** The first construct of a pattern that the engine does not support, outside of character classes. */
function lackingAt(pattern: string): PatternFault | null {
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const rest = pattern.slice(at, at + 4);
    if (!inClass) {
      for (const [begins, message] of LACKING) {
        const found = begins.exec(rest);
        if (found) return { span: { start: at, end: at + found[0].length }, message };
      }
    }
    if (rest.startsWith('\\')) at += 1;
    else if (rest.startsWith('[')) inClass = true;
    else if (rest.startsWith(']')) inClass = false;
  }
  return null;
}

function describeError(error: unknown): { readonly said: string; readonly fragment: string } {
  if (!(error instanceof Error)) return { said: 'it is not a pattern', fragment: '' };
  const [, said = error.message, fragment = ''] =
    /^error parsing regexp: (.*?)(?:: `([^]*)`)?$/s.exec(error.message) ?? [];
  return { said, fragment };
}

function flagsOf(flags: string): number {
  return (
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0)
  );
}

/** Pays for a pattern that occurs often enough, and not too often. The pattern must have no fault. */
export function pattern(spec: PatternSpec): Check {
  const { in: part, least, most } = spec;
  const compiled = RE2JS.compile(spec.pattern, flagsOf(spec.flags));
  const where = part === WHOLE ? 'the response' : `\`<${part}>\``;
  const bounds =
    most === undefined
      ? least === 1
        ? 'is found'
        : `is found ${least} times or more`
      : most === 0
        ? 'is not found'
        : least === most
          ? `is found ${timesWords(least)}`
          : `is found ${least} to ${most} times`;
  return {
    title: 'Pattern',
    sentence: `${quote(spec.pattern)} ${bounds} in ${where}.`,
    changes: [
      ...partMissingChange(part),
      ...(least > 0
        ? [{ code: 'pattern-missing', amount: '-1', reason: `It is found fewer than ${timesWords(least)}.` }]
        : []),
      ...(most === undefined
        ? []
        : [{ code: 'pattern-found', amount: '-1', reason: `It is found more than ${timesWords(most)}.` }]),
    ],
    reads: [],
    ...(part === WHOLE && least === 1
      ? tagsOfPattern(spec.pattern, (text) => compiled.matcher(text).find())
      : tagsOfPart(part)),
    find({ response }) {
      const { span, name } = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(name)] };
      const scope = part === WHOLE ? null : span;
      const matcher = compiled.matcher(response.slice(span.start, span.end));
      // The number of matches at which the result is known: there are enough, or too many.
      const enough = most === undefined ? least : most + 1;
      let found = 0;
      let last: Span | null = null;
      while (found < enough && matcher.find()) {
        found += 1;
        last = { start: span.start + matcher.start(), end: span.start + matcher.end() };
      }
      const lost = (code: string, reason: string, at: Span | null) => ({
        scope,
        changes: [{ code, amount: '-1', reason, span: at, tool: null }],
      });
      if (found < least) {
        const reason = `${quote(spec.pattern)} is found ${timesWords(found)} in ${name}; ${timesWords(least)} or more are asked for.`;
        return lost('pattern-missing', reason, scope);
      }
      if (most !== undefined && found > most) {
        const reason = `${quote(spec.pattern)} is found more than ${timesWords(most)} in ${name}.`;
        return lost('pattern-found', reason, last);
      }
      return { scope, changes: [] };
    },
  };
}

function timesWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
