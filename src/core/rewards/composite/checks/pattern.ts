import { t } from '../../../t.ts';
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
    flags: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[ims]*$/, () => t('the flags are i, m and s')),
      ),
      '',
    ),
    in: v.optional(v.union([tag, v.literal(WHOLE)]), WHOLE),
    least: v.optional(count, 1),
    most: v.optional(count),
  }),
  v.check(
    ({ least, most }) => most === undefined || least <= most,
    () => t('least must not be greater than most'),
  ),
);

type PatternSpec = v.InferOutput<typeof patternSchema>;

/** What the engine does not support in a pattern, and where: offsets into the pattern. */
export interface PatternFault {
  readonly span: Span;
  readonly message: string;
}

/** Constructs that other engines support and a linear-time one cannot, by how they begin. */
const LACKING: readonly (readonly [RegExp, () => string])[] = [
  [
    /^\(\?<?[=!]/,
    () =>
      t(
        'This engine, which matches in linear time, does not support lookaround. Match the text around it too.',
      ),
  ],
  [
    /^\\[1-9]|^\\k|^\(\?P=/,
    () => t('This engine, which matches in linear time, does not support backreferences.'),
  ],
  [
    /^\(\?>|^[*+?}]\+/,
    () => t('This engine does not support atomic groups and possessive quantifiers; it never needs them.'),
  ],
  [/^\(\?\(/, () => t('This engine, which matches in linear time, does not support conditions.')],
];

/** The most characters of a pattern, because the engine compares the names of its groups with one another. */
const MOST_CHARACTERS = 10_000;

/** Why a pattern cannot be used by the linear-time engine; null if it can. */
export function patternFault({
  pattern,
  flags,
}: Pick<PatternSpec, 'pattern' | 'flags'>): PatternFault | null {
  if (pattern.length > MOST_CHARACTERS) {
    return {
      span: { start: MOST_CHARACTERS, end: pattern.length },
      message: t(
        'A pattern can have at most {0} characters. Divide it into several checks.',
        MOST_CHARACTERS,
      ),
    };
  }
  try {
    RE2JS.compile(pattern, flagsOf(flags));
    return null;
  } catch (error) {
    const { said, fragment } = describeError(error);
    const lacking = lackingAt(pattern);
    if (lacking !== null) return lacking;
    const at = fragment === '' ? -1 : pattern.indexOf(fragment);
    const span = at < 0 ? { start: 0, end: pattern.length } : { start: at, end: at + fragment.length };
    return { span, message: t('The pattern cannot be read: {0}.', said) };
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
        if (found) return { span: { start: at, end: at + found[0].length }, message: message() };
      }
    }
    if (rest.startsWith('\\')) at += 1;
    else if (rest.startsWith('[')) inClass = true;
    else if (rest.startsWith(']')) inClass = false;
  }
  return null;
}

function describeError(error: unknown): { readonly said: string; readonly fragment: string } {
  const message = error instanceof Error ? error.message : String(error);
  const [, said = message, fragment = ''] =
    /^error parsing regexp: (.*?)(?:: `([^]*)`)?$/s.exec(message) ?? [];
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
  return {
    title: t('Pattern'),
    sentence: patternSentence(spec),
    changes: [
      ...partMissingChange(part),
      ...(least > 0
        ? [
            {
              code: 'pattern-missing',
              amount: '-1',
              reason: t('It is found fewer than {0}.', timesPhrase(least)),
            },
          ]
        : []),
      ...(most === undefined
        ? []
        : [
            {
              code: 'pattern-found',
              amount: '-1',
              reason: t('It is found more than {0}.', timesPhrase(most)),
            },
          ]),
    ],
    reads: [],
    ...(part === WHOLE && least === 1
      ? tagsOfPattern(spec.pattern, (text) => compiled.matcher(text).find())
      : tagsOfPart(part)),
    find({ response }) {
      const span = findPart(response, part);
      if (span === null) return { scope: null, changes: [partMissing(part)] };
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
        const quoted = quote(spec.pattern);
        const [is, must] = [timesPhrase(found), timesPhrase(least)];
        const reason =
          part === WHOLE
            ? t('{0} is found {1} in the response; it must be found {2} or more.', quoted, is, must)
            : t('{0} is found {1} in <{2}>; it must be found {3} or more.', quoted, is, part, must);
        return lost('pattern-missing', reason, scope);
      }
      if (most !== undefined && found > most) {
        const [quoted, limit] = [quote(spec.pattern), timesPhrase(most)];
        const reason =
          part === WHOLE
            ? t('{0} is found more than {1} in the response.', quoted, limit)
            : t('{0} is found more than {1} in <{2}>.', quoted, limit, part);
        return lost('pattern-found', reason, last);
      }
      return { scope, changes: [] };
    },
  };
}

function patternSentence({ pattern, in: part, least, most }: PatternSpec): string {
  const quoted = quote(pattern);
  if (part === WHOLE) {
    if (most === 0) return t('{0} is not found in the response.', quoted);
    if (most === least) return t('{0} is found exactly {1} in the response.', quoted, timesPhrase(most));
    if (most !== undefined) return t('{0} is found {1} to {2} times in the response.', quoted, least, most);
    return least === 1
      ? t('{0} is found in the response.', quoted)
      : t('{0} is found {1} times or more in the response.', quoted, least);
  }
  if (most === 0) return t('{0} is not found in `<{1}>`.', quoted, part);
  if (most === least) return t('{0} is found exactly {1} in `<{2}>`.', quoted, timesPhrase(most), part);
  if (most !== undefined) return t('{0} is found {1} to {2} times in `<{3}>`.', quoted, least, most, part);
  return least === 1
    ? t('{0} is found in `<{1}>`.', quoted, part)
    : t('{0} is found {1} times or more in `<{2}>`.', quoted, least, part);
}

/** `once`, `3 times`. */
function timesPhrase(count: number): string {
  return count === 1 ? t('once') : t('{0} times', count);
}
