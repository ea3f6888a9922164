import search from 'approx-string-match';
import { editDistance } from './editDistance.ts';
import { wordsOf, sourceOf, type NearMatch } from './findNear.ts';
import type { TokenRange } from './matchWords.ts';
import type { PageIndex } from './pageIndex.ts';
import type { Tokens } from './tokens.ts';
import { areEqualNumbers } from './values.ts';
import { similarWords } from './vocabulary.ts';

/** A sentence has at least this many words; of these, this share stands on the page in order. */
const MIN_SENTENCE = 5;
const MIN_IN_ORDER = 0.8;
/** A longer claim is not compared approximately. */
const MAX_TOKENS = 250;
/** A name has at most this many words and at least this many letters, of which this share may differ. */
const MAX_NAME = 8;
const MIN_LETTERS = 5;
const SHORTEST_WORD = 4;
const MAX_DIFFERENT = 0.2;
/** One of its words may differ more. */
const MAX_DIFFERENT_WORD = 0.3;
/** Words that stand in more places say little of where a claim may stand. */
const MAX_PLACES = 20;
/** So many of the rarest words of a claim are looked up, and so many windows compared, on a page. */
const LOOKED_UP = 10;
const WINDOWS = 3;
/** This share of the words that are looked up must stand in a window. */
const MIN_VOTES = 0.5;

/**
 * The words on the pages that nearly say what a claim says: a sentence with most of its words in order, or a name of
 * which some letters differ. Only windows around the claim's rarest words are compared.
 */
export function findNearWords(claim: Tokens, source: string, pages: readonly PageIndex[]): NearMatch | null {
  const size = claim.keys.length;
  if (size === 0 || size > MAX_TOKENS) return null;
  let best: { readonly match: NearMatch; readonly score: number } | null = null;
  for (const index of pages) {
    const isName = size <= MAX_NAME;
    for (const start of windowsOf(claim, index, isName)) {
      const found =
        (size >= MIN_SENTENCE ? alignSentence(claim, source, index, start) : null) ??
        (isName ? alignName(claim, source, index, start) : null);
      if (found !== null && (best === null || found.score > best.score)) best = found;
    }
  }
  return best?.match ?? null;
}

/** A word of a claim, and where the page has it or words like it. */
interface Placed {
  readonly offset: number;
  readonly places: readonly number[];
}

/**
 * Where on a page the claim would begin if its rarest words stood there in their order; the likeliest first. None if
 * the page lacks too many of its words.
 */
function windowsOf(claim: Tokens, index: PageIndex, isName: boolean): number[] {
  const known = placedWords(claim, index, isName).sort(
    (one, other) => one.places.length - other.places.length,
  );
  const votes = new Map<number, number>();
  let most = 0;
  for (const { offset, places } of known.slice(0, LOOKED_UP)) {
    const weight = 1 / Math.sqrt(places.length);
    most += weight;
    for (const at of places) {
      const start = at - offset;
      for (const bucket of [start - (start % 4), start - (start % 4) + 4]) {
        votes.set(bucket, (votes.get(bucket) ?? 0) + weight);
      }
    }
  }
  return [...votes]
    .filter(([, weight]) => weight >= MIN_VOTES * most)
    .sort(([, one], [, other]) => other - one)
    .slice(0, WINDOWS)
    .map(([start]) => start);
}

/** The words of a claim that a page has, or nearly has if it is a name; none if too many are missing. */
function placedWords({ keys, numbers }: Tokens, index: PageIndex, isName: boolean): Placed[] {
  const placed: Placed[] = [];
  const missing: number[] = [];
  for (const [offset, key] of keys.entries()) {
    const places = index.positions.get(key);
    if (places === undefined) missing.push(offset);
    else if (places.length <= MAX_PLACES) placed.push({ offset, places });
  }
  const isNearSentence =
    keys.length >= MIN_SENTENCE && keys.length - missing.length >= MIN_IN_ORDER * keys.length;
  if (isNearSentence || !isName) return isNearSentence ? placed : [];
  if (missing.some((offset) => numbers.has(offset))) return [];
  const letters = keys.join('').length;
  let different = 0;
  for (const offset of missing) {
    const key = keys[offset] ?? '';
    const similar =
      key.length < SHORTEST_WORD ? [] : similarWords(key, index.vocabulary(), MAX_DIFFERENT_WORD);
    const places = similar.flatMap((word) => index.positions.get(word) ?? []);
    if (places.length === 0) different += key.length;
    else placed.push({ offset, places: places.slice(0, MAX_PLACES) });
    if (different > MAX_DIFFERENT * letters) return [];
  }
  return placed;
}

interface Scored {
  readonly match: NearMatch;
  readonly score: number;
}

/** A sentence with most of its words, in order, in a window; what differs is named. */
function alignSentence(claim: Tokens, source: string, index: PageIndex, start: number): Scored | null {
  const size = claim.keys.length;
  const slack = 4 + Math.ceil(0.25 * size);
  const from = Math.max(0, start - slack);
  const to = Math.min(index.tokens.keys.length, start + size + 2 * slack);
  const pairs = longestInOrder(claim, index.tokens, from, to);
  const [first] = pairs;
  const last = pairs.at(-1);
  if (first === undefined || last === undefined || pairs.length < MIN_IN_ORDER * size) return null;
  if (last.page - first.page + 1 > size + slack) return null;
  // Numbers are equal with their units: `1.2846 bn` is `1,284.6 m`.
  const isOfUnits = ({ ofClaim, onPage }: Gap): boolean =>
    isOptional(claim, ofClaim) && isOptional(index.tokens, onPage);
  const gaps = gapsBetween(pairs, size, index).filter((gap) => !isOfUnits(gap));
  const ranges = gaps.flatMap(({ onPage }) => (onPage.to > onPage.from ? [onPage] : []));
  const differences = gaps.map(({ ofClaim: { from: at, to: end }, onPage }) => ({
    said: end > at ? sourceOf(claim, source, at, end) : '',
    pageHas: wordsOf(index, onPage),
  }));
  const textOf = (side: 'said' | 'pageHas'): string =>
    differences.flatMap((one) => (one[side] === '' ? [] : [one[side]])).join(' … ');
  const share = pairs.length / size;
  return {
    score: share,
    match: {
      index,
      ranges: ranges.length > 0 ? ranges : [{ from: first.page, to: last.page + 1 }],
      differences,
      difference: { said: textOf('said'), pageHas: textOf('pageHas') },
      confidence: share,
    },
  };
}

/** Whether a range has nothing but units and scales of numbers. */
function isOptional({ optional }: Tokens, { from, to }: TokenRange): boolean {
  for (let at = from; at < to; at += 1) if (!optional.has(at)) return false;
  return true;
}

/** Tokens of a claim and those of the page in their place; one of them may be none. */
interface Gap {
  readonly ofClaim: TokenRange;
  readonly onPage: TokenRange;
}

/**
 * What differs around tokens that are in the same order. Before the first and behind the last one it is as long on the
 * page as in the claim, and part of the same sentence.
 */
function gapsBetween(pairs: readonly Pair[], size: number, index: PageIndex): Gap[] {
  const first = pairs[0] ?? { claim: 0, page: 0, pageTo: 0 };
  const last = pairs.at(-1) ?? first;
  const left = size - 1 - last.claim;
  // A single word at the edge may be equal to one of another sentence by chance: the next one tells the sentence.
  const sentenceOf = ({ page }: Pair): readonly number[] => index.scopes().sentenceOf(page);
  const start = first.claim === 0 ? first.page : (sentenceOf(pairs[1] ?? first)[0] ?? 0);
  const end = left === 0 ? last.pageTo : 1 + (sentenceOf(pairs.at(-2) ?? last).at(-1) ?? 0);
  let claim = 0;
  let page = Math.min(first.page, Math.max(start, first.page - first.claim));
  const behind = Math.max(last.pageTo, Math.min(end, last.pageTo + left));
  return [...pairs, { claim: size, page: behind, pageTo: behind }].flatMap((next) => {
    const gap = {
      ofClaim: { from: claim, to: next.claim },
      onPage: { from: Math.min(page, next.page), to: next.page },
    };
    claim = next.claim + 1;
    page = next.pageTo;
    return gap.ofClaim.to > gap.ofClaim.from || gap.onPage.to > gap.onPage.from ? [gap] : [];
  });
}

/** A token of a claim, and what is equal to it on the page: from `page` up to and without `pageTo`. */
interface Pair {
  readonly claim: number;
  readonly page: number;
  readonly pageTo: number;
}

/** The longest sequence of tokens that a claim and a window of a page have in the same order. */
function longestInOrder(claim: Tokens, page: Tokens, from: number, to: number): Pair[] {
  const width = to - from + 1;
  const size = claim.keys.length;
  const lengths = new Uint16Array((size + 1) * width);
  const endOf = (i: number, j: number): number => {
    const key = claim.keys[i];
    if (key === page.keys[j] || key === page.joined.get(j)?.key)
      return key === page.keys[j] ? j + 1 : (page.joined.get(j)?.to ?? 0);
    const said = claim.numbers.get(i) ?? [];
    return said.length === 0
      ? 0
      : (page.numbers.get(j)?.find((read) => said.some((one) => areEqualNumbers(one, read)))?.to ?? 0);
  };
  const isEqual = (i: number, j: number): boolean => endOf(i, j) > 0;
  for (let i = size - 1; i >= 0; i -= 1) {
    for (let j = to - 1; j >= from; j -= 1) {
      const at = i * width + j - from;
      lengths[at] = isEqual(i, j)
        ? (lengths[at + width + 1] ?? 0) + 1
        : Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = from; i < size && j < to;) {
    const at = i * width + j - from;
    if (isEqual(i, j) && lengths[at] === (lengths[at + width + 1] ?? 0) + 1) {
      pairs.push({ claim: i, page: j, pageTo: endOf(i, j) });
      i += 1;
      j += 1;
    } else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) i += 1;
    else j += 1;
  }
  // Of equal words the one nearest to the next pair belongs to the sentence.
  for (let at = pairs.length - 2; at >= 0; at -= 1) {
    const pair = pairs[at];
    const next = pairs[at + 1];
    if (pair === undefined || next === undefined) continue;
    for (let j = next.page - 1; j > pair.page; j -= 1) {
      if (!isEqual(pair.claim, j)) continue;
      pairs[at] = { claim: pair.claim, page: j, pageTo: endOf(pair.claim, j) };
      break;
    }
  }
  return pairs;
}

/** A name of which a few letters differ. Its numbers must be the same. */
function alignName(claim: Tokens, source: string, index: PageIndex, start: number): Scored | null {
  const name = claim.keys.join(' ');
  const letters = claim.keys.join('').length;
  if (letters < MIN_LETTERS) return null;
  const size = claim.keys.length;
  const from = Math.max(0, start - 4);
  const to = Math.min(index.tokens.keys.length, start + size + 8);
  const keys = index.tokens.keys.slice(from, to).map((key, at) => {
    const whole = index.tokens.joined.get(from + at);
    return whole?.to === from + at + 1 ? whole.key : key;
  });
  const starts: number[] = [];
  let text = '';
  for (const key of keys) {
    if (text !== '') text += ' ';
    starts.push(text.length);
    text += key;
  }
  const most = Math.max(1, Math.floor(MAX_DIFFERENT * letters));
  if (name.length > 4 * MAX_NAME * MIN_LETTERS) return null;
  const found = search(text, name, most).sort((one, other) => one.errors - other.errors)[0];
  if (found === undefined) return null;
  const isInside = (at: number): boolean =>
    (starts[at] ?? 0) + (keys[at]?.length ?? 0) / 2 > found.start &&
    (starts[at] ?? 0) + (keys[at]?.length ?? 0) / 2 < found.end;
  const inside = keys.flatMap((_, at) => (isInside(at) ? [at] : []));
  const [first] = inside;
  const last = inside.at(-1);
  if (first === undefined || last === undefined) return null;
  const onPage = keys.slice(first, last + 1);
  const edits = editDistance(name, onPage.join(' '));
  const numbersOf = (all: readonly string[]): string => all.filter((key) => /\d/.test(key)).join(' ');
  if (edits > most || numbersOf(onPage) !== numbersOf(claim.keys)) return null;
  const range = { from: from + first, to: from + last + 1 };
  const share = 1 - edits / letters;
  return {
    score: share,
    match: {
      index,
      ranges: [range],
      differences: [],
      difference: { said: sourceOf(claim, source, 0, size), pageHas: wordsOf(index, range) },
      confidence: share,
    },
  };
}
