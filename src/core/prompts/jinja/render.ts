import { t } from '@vscode/l10n';
import { Environment, parse } from '@huggingface/jinja';
import type { Span } from '../../span.ts';
import type { Program } from './ast.ts';
import { Budget, EVALUATION, type RenderLimits } from './budget.ts';
import { errorText, FindingList, type JinjaFinding, type UnfilledName } from './findings.ts';
import { TracingInterpreter } from './interpreter.ts';
import { lex } from './lexer.ts';
import { tooDeep } from './nesting.ts';
import { placeStatements } from './program.ts';
import { SegmentMap, type Segment } from './segments.ts';
import { readSource, type Source } from './source.ts';
import { checkProgram } from './programChecks.ts';
import { checkTags, OTHER_STATEMENTS } from './tagChecks.ts';
import { tagsOf, type PlacedToken } from './tokens.ts';
import { stringValue } from './values.ts';
import { partitionPoint } from '../../binarySearch.ts';
import { wholeNumber } from '../../displayLocale.ts';

/** A template, rendered. */
export interface Rendered {
  readonly text: string;
  /**
   * The offset in the template of the character at `offset` of the text; null outside of the text, or if a variable or
   * an expression produced it.
   */
  readonly templateOffset: (offset: number) => number | null;
  /** The start of the tag that produced the character: its own place, or the `{{` that printed it. */
  readonly tagOffset: (offset: number) => number | null;
  /** Constructs that Jinja2 renders differently, or that are not rendered, in order of their places in the template. */
  readonly findings: readonly JinjaFinding[];
  /** Names that the template prints but that no variable defines. */
  readonly unfilled: readonly UnfilledName[];
  /** Names that the template read, whether or not they have a value. */
  readonly used: ReadonlySet<string>;
}

/** The limits of a rendering: far above those of an honest prompt, and some seconds of work at most. */
export const RENDER_LIMITS: RenderLimits = {
  work: 100_000_000,
  depth: 600,
  textLength: 5_000_000,
  listLength: 1_000_000,
};
const LONGEST_RANGE = 100_000;
/** What a template must not contain. The first is looked for first: the others take quadratic time on it. */
const REFUSED = [
  // A run of white space for which the library takes quadratic time before it looks at any tag.
  [
    /(?<!\s)\s{5001,}/,
    'unsupported',
    () => t('There are more than 5,000 white space characters in a row here. Remove most of them.'),
  ],
  // A tag that the library removes before it reads anything else, which shifts everything after it.
  [
    /\{%-?\s*(?:end)?generation\s*-?%\}/,
    'fails',
    () => t('The tag "generation" exists only in chat templates of Transformers, not in Jinja2. Remove it.'),
  ],
] as const;

/**
 * Renders a Jinja template as Jinja2 does with its defaults: blocks are not trimmed, one line feed at the very end is
 * dropped, and values are printed as Python prints them. Constructs that cannot be rendered, and those that Jinja2
 * renders differently, become findings; a tag that fails prints nothing, and the rest is rendered.
 * @param variables the variables that the template can use: strings, numbers, booleans, null, and lists and
 * dictionaries of them
 */
export function renderTemplate(
  template: string,
  variables: Readonly<Record<string, unknown>>,
  budget: Budget = new Budget(RENDER_LIMITS),
): Rendered {
  const source = readSource(template);
  const findings = new FindingList();
  const read = readTemplate(source, findings);
  if (!read) return renderSegments(source, '', [], findings, { unfilled: [], used: new Set() });
  const { program, placed } = read;
  const nothing: Names = { unfilled: [], used: new Set() };
  let interpreter: TracingInterpreter | null = null;
  try {
    const found = tagsOf(placed);
    checkTags(source.text, found, new Set(Object.keys(variables)), findings);
    const { tags } = placeStatements(program, found);
    checkProgram(program, tags, findings);
    interpreter = new TracingInterpreter(environmentOf(variables, budget), tags, findings, budget);
    const result = interpreter.run(program);
    return renderSegments(
      source,
      stringValue(result) ?? '',
      interpreter.segmentsOf(result),
      findings,
      interpreter,
    );
  } catch (error) {
    const whole = { start: 0, end: source.text.length };
    findings.add('unsupported', whole, explainStop(error));
    return renderSegments(source, '', [], findings, interpreter ?? nothing);
  }
}

/** Why a template was not rendered to its end. */
function explainStop(error: unknown): string {
  return error instanceof RangeError
    ? nestedTooDeeply()
    : t('The template cannot be rendered: {0}.', errorText(error));
}

const nestedTooDeeply = (): string => t('The template is nested too deeply to be rendered. Split it up.');

type Names = Pick<TracingInterpreter, 'unfilled' | 'used'>;

interface ReadTemplate {
  readonly program: Program;
  readonly placed: readonly PlacedToken[];
}

function readTemplate(source: Source, findings: FindingList): ReadTemplate | null {
  let placed: readonly PlacedToken[];
  for (const [pattern, code, message] of REFUSED) {
    const found = pattern.exec(source.text);
    if (found === null) continue;
    findings.add(code, { start: found.index, end: found.index + found[0].length }, message());
    return null;
  }
  try {
    placed = lex(source.text);
  } catch (error) {
    findings.add(
      'syntax',
      unreadTag(source.text),
      t('This is not a tag that Jinja can read: {0}.', errorText(error)),
    );
    return null;
  }
  const deep = tooDeep(placed);
  if (deep !== null) {
    findings.add('unsupported', deep.span, nestedTooDeeply());
    return null;
  }
  const known = placed.flatMap(inLibraryTerms);
  // The parser does not report where it stopped: the last token that it read is the place.
  let reached = 0;
  const watched = new Proxy(
    known.map(({ token }) => token),
    {
      get: (target, key, receiver) => {
        const index = typeof key === 'string' ? Number(key) : NaN;
        if (index > reached) reached = index;
        return Reflect.get(target, key, receiver) as unknown;
      },
    },
  );
  try {
    return { program: parse(watched), placed };
  } catch (error) {
    const end = source.text.length;
    const at = known[reached];
    const span = at?.span ?? { start: end, end };
    if (at && known[reached - 1]?.token.type === 'OpenStatement' && OTHER_STATEMENTS.has(at.token.value)) {
      findings.add(
        'unsupported',
        span,
        t('Jinja2 has the tag "{0}", but PageTrace does not render it.', at.token.value),
      );
      return null;
    }
    findings.add(
      'syntax',
      span,
      reached >= known.length
        ? t('The template ends before a tag or a block is closed.')
        : t('Jinja cannot read the template here: {0}.', errorText(error)),
    );
    return null;
  }
}

/** Filters under the names that the library uses, and `default` without arguments. */
function inLibraryTerms(
  item: PlacedToken,
  index: number,
  all: readonly PlacedToken[],
): readonly PlacedToken[] {
  const { token, span } = item;
  if (token.type !== 'Identifier' || all[index - 1]?.token.type !== 'Pipe') return [item];
  const renamed = Object.hasOwn(ALIASES, token.value) ? (ALIASES[token.value] ?? token.value) : token.value;
  const named: PlacedToken = { token: { type: 'Identifier', value: renamed }, span };
  if (renamed !== 'default' || all[index + 1]?.token.type === 'OpenParen') return [named];
  return [
    named,
    { token: { type: 'OpenParen', value: '(' }, span },
    { token: { type: 'CloseParen', value: ')' }, span },
  ];
}

const ALIASES: Readonly<Record<string, string>> = { count: 'length', d: 'default' };

/** The tag that the lexer could not read: it begins after the last offset up to which the text can be read. */
function unreadTag(text: string): Span {
  const ends = [...text.matchAll(/[%}#]\}/g)].map((match) => match.index + 2);
  const unread = partitionPoint(ends.length, (index) => isReadable(text.slice(0, ends[index])));
  const good = ends[unread - 1] ?? 0;
  const opening = /\{[{%#]/.exec(text.slice(good));
  const start = good + (opening?.index ?? 0);
  return { start, end: Math.max(start, ends[unread] ?? text.length) };
}

function isReadable(text: string): boolean {
  try {
    lex(text);
    return true;
  } catch {
    return false;
  }
}

/** Jinja2's own constants, `range`, and the variables. */
function environmentOf(variables: Readonly<Record<string, unknown>>, budget: Budget): Environment {
  const environment = new Environment();
  const range = (...bounds: readonly unknown[]): number[] => listRange(bounds, budget);
  const constants = { true: true, false: false, none: null, True: true, False: false, None: null, range };
  for (const [name, value] of Object.entries({ ...variables, ...constants })) {
    environment.variables.delete(name);
    environment.set(name, value);
  }
  return environment;
}

/**
 * Python's `range`, as a list.
 * @throws Error for arguments that are not whole numbers, a step of 0, or more than 100,000 numbers
 */
function listRange(bounds: readonly unknown[], budget: Budget): number[] {
  const [first, second, third] = bounds;
  if (bounds.length === 0 || bounds.length > 3 || !bounds.every((bound) => Number.isSafeInteger(bound)))
    throw new Error(t('range() takes one to three whole numbers'));
  const [start, stop] = second === undefined ? [0, Number(first)] : [Number(first), Number(second)];
  const step = third === undefined ? 1 : Number(third);
  if (step === 0) throw new Error(t('the step of range() must not be 0'));
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > LONGEST_RANGE)
    throw new Error(t('range() is longer than {0} numbers', wholeNumber(LONGEST_RANGE)));
  budget.list(length, EVALUATION);
  return Array.from({ length }, (_, index) => start + index * step);
}

function renderSegments(
  source: Source,
  text: string,
  segments: readonly Segment[],
  findings: FindingList,
  names: Names,
): Rendered {
  const map = new SegmentMap(segments);
  const original = (span: Span): Span => ({
    start: source.original(span.start),
    end: source.original(span.end),
  });
  return {
    text,
    templateOffset: (offset) => {
      const found = map.at(offset);
      return found?.segment.from == null ? null : source.original(found.segment.from + found.into);
    },
    tagOffset: (offset) => {
      const found = map.at(offset);
      if (!found) return null;
      return source.original(
        found.segment.from === null ? found.segment.tag : found.segment.from + found.into,
      );
    },
    findings: findings.list().map((finding) => ({ ...finding, span: original(finding.span) })),
    used: names.used,
    unfilled: names.unfilled.map((name) => ({ ...name, span: original(name.span) })),
  };
}
