import { t } from '../../t.ts';
import { standsIgnoringCase } from '../../python/ignoreCase.ts';
import { skipSpace } from '../../python/strip.ts';

/**
 * The opening tag of a tool call, read as the reward's pattern reads it: `<tool`, white space, `name=`, a quoted value,
 * white space, `args=`, a quoted value, optional white space, `>`. A quote of either kind opens or closes a value, a
 * value contains no quote, and it has at least one character. So each step either matches or fails, and reading an
 * opening ends before the quotes of the next one: reading all openings of a text takes linear time.
 */
export interface ToolOpening {
  readonly start: number;
  /** How many of its steps match. */
  readonly steps: number;
  /** Where reading stopped: the end of the opening if all steps match. */
  readonly stop: number;
  /** The values without their quotes; -1 if reading did not reach them. */
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly argsStart: number;
  readonly argsEnd: number;
}

/** How many steps a complete opening has. */
export const OPENING_STEPS = 9;

/**
 * Why the reward does not see a tool call.
 * @param steps how many steps of its opening match; all of them if only `</tool>` is missing
 */
export function unseenReason(steps: number): string {
  switch (steps) {
    case 0:
      return t(
        'The reward does not see this tool call: it expects `name=` right after `<tool` and white space.',
      );
    case 1:
      return t('The reward does not see this tool call: the name must be in quotes.');
    case 2:
      return t('The reward does not see this tool call: the name is empty.');
    case 3:
      return t('The reward does not see this tool call: the quote around the name is never closed.');
    case 4:
      return t('The reward does not see this tool call: it expects `args=` after the name and white space.');
    case 5:
      return t('The reward does not see this tool call: the args must be in quotes.');
    case 6:
      return t(
        'The reward does not see this tool call: the args are empty, but must have at least one character.',
      );
    case 7:
      return t('The reward does not see this tool call: the quote around the args is never closed.');
    case 8:
      return t(
        'The reward does not see this tool call: a quote of either kind ends the args, and `>` must follow.',
      );
    default:
      return t('The reward does not see this tool call: no `</tool>` follows it in the description.');
  }
}

/** The steps of an opening that counts for leakage: up to the quote after the name. */
export const COUNTED_STEPS = 4;

/** Reads the opening whose `<tool` begins at `start`. */
export function readToolOpening(text: string, start: number): ToolOpening {
  const name = readAttribute(text, start + '<tool'.length, 'name=');
  if (name.steps < COUNTED_STEPS) {
    const { steps, stop } = name;
    return { start, steps, stop, nameStart: -1, nameEnd: -1, argsStart: -1, argsEnd: -1 };
  }
  const { start: nameStart, end: nameEnd } = name;
  const args = readAttribute(text, name.stop, 'args=');
  if (args.steps < COUNTED_STEPS) {
    const steps = COUNTED_STEPS + args.steps;
    return { start, steps, stop: args.stop, nameStart, nameEnd, argsStart: -1, argsEnd: -1 };
  }
  const { start: argsStart, end: argsEnd } = args;
  const last = skipSpace(text, args.stop, text.length);
  const closes = text.charAt(last) === '>';
  const steps = OPENING_STEPS - (closes ? 0 : 1);
  return { start, steps, stop: closes ? last + 1 : args.stop, nameStart, nameEnd, argsStart, argsEnd };
}

interface AttributeRead {
  readonly steps: number;
  readonly stop: number;
  readonly start: number;
  readonly end: number;
}

/** Four steps: white space with `key`, a quote, a value, and a quote. */
function readAttribute(text: string, at: number, key: string): AttributeRead {
  const keyStart = skipSpace(text, at, text.length);
  if (keyStart === at || !standsIgnoringCase(text, keyStart, key)) return stopReading(0, at);
  const quote = keyStart + key.length;
  if (!isQuote(text.charCodeAt(quote))) return stopReading(1, quote);
  const start = quote + 1;
  let end = start;
  while (end < text.length && !isQuote(text.charCodeAt(end))) end++;
  if (end === start) return stopReading(2, start);
  return end === text.length ? stopReading(3, end) : { steps: 4, stop: end + 1, start, end };
}

const stopReading = (steps: number, stop: number): AttributeRead => ({ steps, stop, start: -1, end: -1 });

const isQuote = (unit: number): boolean => unit === 0x22 || unit === 0x27;
