import { once } from '../once.ts';
import { isGerman } from './claims/names.ts';
import { splitSentences } from './claims/sentences.ts';
import { contentOf } from './content.ts';
import { originStart } from './fold.ts';
import type { TokenRange } from './matchWords.ts';
import { tokenize, type Tokens } from './tokens.ts';

/** A number, date or name of a claim that must stand on the page. */
export interface Anchor extends TokenRange {
  readonly kind: 'value' | 'name';
}

/** The text of a claim with what is looked for of it, which is the same for each page that is searched. */
export interface SoughtText {
  readonly source: string;
  readonly claim: Tokens;
  /** Its tokens that say what it is about. */
  readonly content: () => readonly number[];
  /** Its numbers and dates. */
  readonly values: () => readonly Anchor[];
  /** Whether it says nothing but its values. */
  readonly isOnlyValues: () => boolean;
  /** Its numbers, dates and names: at most one more than `MAX_ANCHORS`. */
  readonly anchors: () => readonly Anchor[];
  /** Its sentences, lines and parts between `...`: at most one more than `MAX_PARTS`. */
  readonly parts: () => readonly SoughtText[];
}

/** A claim of more numbers, dates and names is not compared by them. */
export const MAX_ANCHORS = 40;
/** A claim of more parts is not compared by them. */
export const MAX_PARTS = 40;

const PART_END = /;|\[?(?:\.{3}|…)\]?/gu;
/** What stands between the words of a name. */
const IN_NAME = /^[ .&'-]{1,3}$/;

/** What is looked for of a text. Each part is computed when it is first needed. */
export function seekText(source: string, claim = tokenize(source)): SoughtText {
  const content = once(() => contentOf(claim));
  const values = once(() => anchorsOf(claim, ''));
  return {
    source,
    claim,
    content,
    values,
    isOnlyValues: once(() => content().every((at) => values().some(({ from, to }) => at >= from && at < to))),
    anchors: once(() => anchorsOf(claim, source)),
    parts: once(() =>
      splitSentences(
        source.replaceAll(PART_END, (end) => '\n'.repeat(end.length)),
        0,
      )
        .slice(0, MAX_PARTS + 1)
        .map(({ start, end }) => seekText(source.slice(start, end))),
    ),
  };
}

/** Whether a word of a claim is written with a capital. */
export function isCapital({ folded, starts }: Tokens, source: string, at: number): boolean {
  const start = originStart(folded, starts[at] ?? 0) ?? 0;
  return /^\p{Lu}/u.test(source.slice(start, start + 2));
}

/** The numbers and dates of a claim, and its names as they are written in `source`. */
function anchorsOf(claim: Tokens, source: string): Anchor[] {
  const anchors: Anchor[] = [];
  const names = new Map(namesOf(claim, source).map((name) => [name.from, name.to]));
  for (let at = 0; at < claim.keys.length && anchors.length <= MAX_ANCHORS;) {
    const day = claim.dates.get(at)?.toSorted((one, other) => other.to - one.to)[0];
    const number = claim.numbers.get(at)?.findLast(({ inDigits }) => inDigits);
    const to = day?.to ?? number?.to ?? names.get(at);
    if (to === undefined) at += 1;
    else {
      const isName = day === undefined && number === undefined;
      anchors.push({ from: at, to, kind: isName ? 'name' : 'value' });
      at = to;
    }
  }
  return anchors;
}

/** Runs of words with capitals that do not begin the claim: names. In German, a single one is none. */
function namesOf(claim: Tokens, source: string): TokenRange[] {
  const { keys, optional } = claim;
  const names: TokenRange[] = [];
  if (source === '') return names;
  const least = isGerman(source) ? 2 : 1;
  for (let at = 1; at < keys.length; at += 1) {
    let to = at;
    while (
      to < keys.length &&
      isCapital(claim, source, to) &&
      !optional.has(to) &&
      (to === at || IN_NAME.test(claim.folded.text.slice(claim.ends[to - 1], claim.starts[to])))
    ) {
      to += 1;
    }
    if (to - at >= least) names.push({ from: at, to });
    at = Math.max(at, to - 1);
  }
  return names;
}
