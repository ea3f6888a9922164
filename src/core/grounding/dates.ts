import { partitionPoint } from '../binarySearch.ts';
import type { TokenTexts } from './tokenTexts.ts';
import { BETWEEN } from './values.ts';

/** A date in a text, or what is written of one. */
export interface DateReading {
  /** Index of the token after its last one. */
  readonly to: number;
  /** What it can be, as `2025-02-07`, `2025-02` or `--02-07`: `07/02/2025` is two dates. */
  readonly keys: readonly string[];
}

const MONTHS: ReadonlyMap<string, number> = new Map(
  [
    'january jan januar jänner janvier janv',
    'february feb februar février fevrier févr fév',
    'march mar märz mrz mars',
    'april apr avril avr',
    'may mai',
    'june jun juni juin',
    'july jul juli juillet juil',
    'august aug août aout',
    'september sep sept septembre',
    'october oct oktober okt octobre',
    'november nov novembre',
    'december dec dezember dez décembre decembre déc',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
);

const YEAR_FIRST = /(?<![\d.,])(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?![\d]|[-/.,]\d)/g;
const YEAR_LAST = /(?<![\d.,])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d]|[-/.,]\d)/g;
/** What every date in digits has; most texts have none. */
const IN_DIGITS = /\d[-/]\d|\d\.\d{1,2}\.\d/;
/** `1er` is the first day in French. */
const DAY = /^(?:\d{1,2}|1er)$/;
const YEAR = /^[12]\d{3}$/;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The dates of a text by the index of their first token: in words (English, German, French, Chinese) and in digits. */
export function readDates(tokens: TokenTexts): Map<number, DateReading[]> {
  const dates = new Map<number, DateReading[]>();
  const add = (from: number, to: number, keys: readonly (string | null)[]): void => {
    const known = [...new Set(keys.filter((key) => key !== null))];
    if (known.length === 0 || to <= from) return;
    const others = dates.get(from);
    if (others === undefined) dates.set(from, [{ to, keys: known }]);
    else others.push({ to, keys: known });
  };
  const { folded, keys, starts, ends } = tokens;
  const addMatch = ({ index, 0: whole }: RegExpExecArray, ...found: (string | null)[]): void => {
    const end = index + whole.length;
    const from = partitionPoint(starts.length, (at) => (starts[at] ?? 0) < index);
    const to = partitionPoint(ends.length, (at) => (ends[at] ?? 0) <= end);
    if (starts[from] === index && ends[to - 1] === end) add(from, to, found);
  };
  const isInDigits = IN_DIGITS.test(folded.text);
  for (const match of isInDigits ? folded.text.matchAll(YEAR_FIRST) : []) {
    addMatch(match, dateKey(match[1], match[3], match[4]));
  }
  for (const match of isInDigits ? folded.text.matchAll(YEAR_LAST) : []) {
    const [, one, , other, short = ''] = match;
    const year = short.length === 4 ? short : `20${short}`;
    addMatch(match, dateKey(year, other, one), dateKey(year, one, other));
  }
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const month = MONTHS.get(key);
    if (month !== undefined) addAround(tokens, at, month, add);
    else if (key === '月') addHan(keys, at, add);
  }
  addSharedYears(keys, dates, add);
  return dates;
}

/** What stands between the first and the last date of a period. */
const UNTIL: ReadonlySet<string> = new Set([...BETWEEN, 'till', 'au']);

/** `January 1 through December 31, 2024` says the year of both dates once. */
function addSharedYears(
  keys: readonly string[],
  dates: ReadonlyMap<number, readonly DateReading[]>,
  add: Add,
): void {
  for (const [from, readings] of [...dates]) {
    for (const { to, keys: known } of readings) {
      const [day] = known;
      if (day === undefined || known.length > 1 || !day.startsWith('--')) continue;
      const last = dates.get(UNTIL.has(keys[to] ?? '') ? to + 1 : to) ?? [];
      const year = last.flatMap((date) => date.keys).find((key) => /^\d{4}-\d\d-\d\d$/.test(key));
      if (year !== undefined) add(from, to, [`${year.slice(0, 4)}${day.slice(1)}`]);
    }
  }
}

type Add = (from: number, to: number, keys: readonly (string | null)[]) => void;

/** Dates with the name of a month: `7 February 2025`, `February 7, 2025`, `February 2025`, `7 February`. */
function addAround({ keys, starts, ends }: TokenTexts, at: number, month: number, add: Add): void {
  const named = String(month);
  const isNear = (one: number): boolean => (starts[one + 1] ?? Infinity) - (ends[one] ?? 0) <= 2;
  let first = at - 1;
  if (keys[first] === 'of' || /^(?:st|nd|rd|th)$/.test(keys[first] ?? '')) first -= 1;
  if (/^(?:st|nd|rd|th)$/.test(keys[first] ?? '')) first -= 1;
  const dayBefore = DAY.test(keys[first] ?? '') && isNear(first) ? keys[first] : undefined;
  const yearAt = (one: number): string | undefined =>
    YEAR.test(keys[one] ?? '') && isNear(one - 1) ? keys[one] : undefined;
  const yearAfter = yearAt(at + 1);
  if (dayBefore !== undefined) {
    if (yearAfter !== undefined) add(first, at + 2, [dateKey(yearAfter, named, dayBefore)]);
    add(first, at + 1, [dateKey(undefined, named, dayBefore)]);
  }
  if (yearAfter !== undefined) add(at, at + 2, [dateKey(yearAfter, named, undefined)]);
  if (!DAY.test(keys[at + 1] ?? '') || !isNear(at)) return;
  const dayAfter = keys[at + 1];
  const next = /^(?:st|nd|rd|th)$/.test(keys[at + 2] ?? '') ? at + 3 : at + 2;
  const yearLast = yearAt(next);
  if (yearLast !== undefined) add(at, next + 1, [dateKey(yearLast, named, dayAfter)]);
  add(at, next, [dateKey(undefined, named, dayAfter)]);
}

/** `2025年2月7日` and its parts. */
function addHan(keys: readonly string[], at: number, add: Add): void {
  const month = keys[at - 1];
  const hasYear = keys[at - 2] === '年' && YEAR.test(keys[at - 3] ?? '');
  const year = hasYear ? keys[at - 3] : undefined;
  const hasDay = keys[at + 2] === '日' && DAY.test(keys[at + 1] ?? '');
  const day = hasDay ? keys[at + 1] : undefined;
  if (year !== undefined && day !== undefined) add(at - 3, at + 3, [dateKey(year, month, day)]);
  if (year !== undefined) add(at - 3, at + 1, [dateKey(year, month, undefined)]);
  if (day !== undefined) add(at - 1, at + 3, [dateKey(undefined, month, day)]);
}

function dateKey(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): string | null {
  const inYear = Number(month);
  const last = DAYS[inYear - 1];
  if (last === undefined || (year !== undefined && !YEAR.test(year))) return null;
  const inMonth = day === undefined ? undefined : Number.parseInt(day, 10);
  if (inMonth !== undefined && !(inMonth >= 1 && inMonth <= last)) return null;
  const shown = `${year ?? '-'}-${String(inYear).padStart(2, '0')}`;
  return inMonth === undefined ? shown : `${shown}-${String(inMonth).padStart(2, '0')}`;
}

/** A date and its parts, as `dateKeys` of another date may name it: `2025-02-07` also as `2025-02` and `--02-07`. */
export function datePartKeys(key: string): string[] {
  const [, year = '', month = '', day = ''] = /^(-|\d{4})-(\d\d)(?:-(\d\d))?$/.exec(key) ?? [];
  return year !== '-' && day !== '' ? [key, `${year}-${month}`, `--${month}-${day}`] : [key];
}

/** Whether a date of a claim is a date of a page or a part of it. */
export function isDateOrPart(said: DateReading, onPage: DateReading): boolean {
  return onPage.keys.some((key) => datePartKeys(key).some((part) => said.keys.includes(part)));
}
