import { parseArgs, type ParseArgsConfig } from 'node:util';
import { PageTraceError } from '../../core/errors.ts';
import { joinChoices } from '../../core/joinList.ts';
import { nearestName } from '../../core/nearestName.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { retrieverOptions } from '../retrieval/retrieverOptions.ts';
import { UsageError } from './usageError.ts';

const shared = {
  pages: { type: 'string', multiple: true },
  'min-pixels': { type: 'string' },
  'max-pixels': { type: 'string' },
  password: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const askOptions = {
  ...shared,
  ...retrieverOptions,
  server: { type: 'string' },
  model: { type: 'string' },
  prompt: { type: 'string' },
  protocol: { type: 'string' },
  'tool-results': { type: 'string' },
  step: { type: 'boolean' },
  script: { type: 'string' },
  reference: { type: 'string' },
  samples: { type: 'string' },
  temperature: { type: 'string' },
  'top-p': { type: 'string' },
  'repetition-penalty': { type: 'string' },
  'max-tokens': { type: 'string' },
  seed: { type: 'string' },
  logprobs: { type: 'string' },
  'api-key-file': { type: 'string' },
  json: { type: 'boolean' },
} as const;

const renderOptions = {
  ...shared,
  format: { type: 'string' },
  quality: { type: 'string' },
  'multiple-of-28': { type: 'boolean' },
} as const;

export type AskArguments = ReturnType<typeof readAsk>;

/**
 * The arguments of `pagetrace ask`.
 * @throws PageTraceError `bad-input` for an option that is unknown or has no value.
 */
export function readAsk(args: readonly string[]) {
  return readArguments(args, askOptions);
}

/**
 * The arguments of `pagetrace render`.
 * @throws PageTraceError `bad-input` for an option that is unknown or has no value.
 */
export function readRender(args: readonly string[]) {
  return readArguments(args, renderOptions);
}

/**
 * The options whose value may be empty here: an answer, a password, a filter that every row matches, and `--out`, whose
 * files report an empty name.
 */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['reference', 'password', 'where', 'out']);

/**
 * The arguments of a command with the given options.
 * @throws PageTraceError `bad-input` for an option that is unknown, has no value or an empty one, or is given twice
 * although it takes a single value
 */
export function readArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  const parsed = parseTokens(args, options);
  const given = new Set<string>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    if (token.value === '' && !MAY_BE_EMPTY.has(token.name))
      throw new UsageError(`--${token.name} needs a value.`);
    if (options[token.name]?.multiple === true) continue;
    if (given.has(token.name) && token.name !== 'help') {
      throw new PageTraceError('bad-input', `--${token.name} is given twice.`, { hint: 'Give it once.' });
    }
    given.add(token.name);
  }
  return { values: parsed.values, positionals: parsed.positionals };
}

function parseTokens<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw rewordParseError(error, Object.keys(options));
  }
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Rejects options that have an effect only together with another one, if that one is not given.
 * @param hint the beginning of what to do: `Name the server`
 * @param why the end of the hint, if there is more to say
 * @throws PageTraceError `bad-input` naming both options
 */
export function refuseWithout(
  values: Values,
  needed: string,
  names: readonly string[],
  { hint, why = '' }: { readonly hint: string; readonly why?: string },
): void {
  if (values[needed] !== undefined) return;
  const name = names.find((each) => values[each] !== undefined);
  if (name === undefined) return;
  throw new PageTraceError('bad-input', `--${name} is given without --${needed}.`, {
    hint: `${hint} with --${needed}, or leave --${name} out${why}.`,
  });
}

/**
 * Reports options that have no effect because of something else; they are otherwise ignored.
 * @param beside what makes them ineffective, as a person would write it: `--profile none`
 */
export function reportIdle(
  values: Values,
  beside: string,
  names: readonly string[],
  { say }: Pick<Terminal, 'say'>,
): void {
  for (const name of names) {
    if (values[name] !== undefined) say(`--${name} has no effect with ${beside}.`);
  }
}

/** An error of parseArgs, whose wording is meant for programmers and differs between versions of Node, reworded. */
function rewordParseError(cause: unknown, options: readonly string[]): PageTraceError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  const option = /(?:'|\s)(-{1,2}[^\s'<,]+)/u.exec(said)?.[1] ?? 'This option';
  const details = { said, cause };
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const meant = nearestName(option.replace(/^-+/, ''), options);
    const hint = meant === null ? {} : { hint: `Did you mean --${meant}?` };
    return new UsageError(`There is no option ${option}.`, { ...hint, ...details });
  }
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return new UsageError(said, details);
  // Node uses the same code for a missing value, an extra value, and a value that looks like an option.
  if (said.includes('does not take')) return new UsageError(`${option} takes no value.`, details);
  const sentence = `${option} needs a value.`;
  if (!said.includes('ambiguous')) return new UsageError(sentence, details);
  return new PageTraceError('bad-input', sentence, {
    hint: `A value that begins with a dash is written ${option}=VALUE.`,
    ...details,
  });
}

/**
 * An option's value as a number within a range; `fallback` if the option is not given.
 * @throws PageTraceError `bad-input` naming the option and its range
 */
export function numberOption<T extends number | null>(
  name: string,
  text: string | undefined,
  range: { readonly least: number; readonly most: number; readonly whole?: boolean },
  fallback: T,
): number | T {
  if (text === undefined) return fallback;
  const value = text.trim() === '' ? NaN : Number(text);
  const fits = value >= range.least && value <= range.most && (!range.whole || Number.isInteger(value));
  if (fits) return value;
  throw new UsageError(
    `--${name} must be a ${range.whole ? 'whole ' : ''}number from ${range.least} to ${range.most}, not "${text}".`,
  );
}

/**
 * An option's value, which must be one of a few words; `fallback` if the option is not given.
 * @throws PageTraceError `bad-input` naming the words
 */
export function wordOption<const W extends string, F extends W | null>(
  name: string,
  value: string | undefined,
  words: readonly W[],
  fallback: F,
): W | F {
  if (value === undefined) return fallback;
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  throw new UsageError(`--${name} must be ${joinChoices(words)}, not "${value}".`);
}
