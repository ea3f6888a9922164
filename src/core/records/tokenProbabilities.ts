import { partitionPoint } from '../binarySearch.ts';
import type { Span } from '../span.ts';

/**
 * The probabilities of a response's tokens, as a server reported them: natural logarithms, by default those of the
 * model itself, before temperature and top_p.
 *
 * The tokens cover the response exactly, in order: token i is the next `lengths[i]` UTF-16 units of it. A token of
 * length 0 wrote a part of what ends with the next token of another length, such as the first bytes of a character.
 * Text without a probability, such as a tag that the server removed and PageTrace put back, is a token whose
 * logarithm is null. Lists are flat because a response has up to some ten thousand tokens.
 */
export interface TokenProbabilities {
  readonly lengths: readonly number[];
  readonly logprobs: readonly (number | null)[];
  /** How many alternatives each token has. */
  readonly counts: readonly number[];
  /** The alternatives of all tokens, one after the other: other tokens that the model considered, the likeliest first. */
  readonly alternatives: readonly string[];
  readonly alternativeLogprobs: readonly number[];
}

/** A token that the model could have written instead. */
export interface Alternative {
  readonly text: string;
  readonly logprob: number;
}

/** Text that one token wrote, or several together if they share a character. */
export interface TokenGroup {
  readonly span: Span;
  /** The sum over its tokens; null if not known for all of them. */
  readonly logprob: number | null;
  /** The index of its last token, and how many it has. */
  readonly last: number;
  readonly count: number;
}

/** What is known about the probability of a part of a response. */
export interface JointProbability {
  /** The sum of the logarithms of its tokens; null if a token has none. */
  readonly logprob: number | null;
  readonly tokens: number;
  /** The group with the lowest probability; null if none is known. */
  readonly least: TokenGroup | null;
}

/** The tokens of a response by their places in it. */
export class TokenGroups {
  readonly #groups: readonly TokenGroup[];

  constructor({ lengths, logprobs }: Pick<TokenProbabilities, 'lengths' | 'logprobs'>) {
    const groups: TokenGroup[] = [];
    let start = 0;
    let sum: number | null = 0;
    let count = 0;
    lengths.forEach((length, index) => {
      const logprob = logprobs[index] ?? null;
      sum = sum === null || logprob === null ? null : sum + logprob;
      count += 1;
      if (length === 0) return;
      groups.push({ span: { start, end: start + length }, logprob: sum, last: index, count });
      start += length;
      sum = 0;
      count = 0;
    });
    this.#groups = groups;
  }

  get count(): number {
    return this.#groups.length;
  }

  /** Undefined if there is no such group. */
  at(index: number): TokenGroup | undefined {
    return this.#groups[index];
  }

  /** The index of the first group that ends after `offset`; `count` if none does. */
  indexAt(offset: number): number {
    return partitionPoint(this.#groups.length, (index) => (this.#groups[index]?.span.end ?? 0) <= offset);
  }

  /**
   * The probability that the model writes exactly the text of `span` after the text before it: the product of the
   * probabilities of all tokens that wrote a part of it. A token that also wrote text beside the span counts whole.
   */
  joint(span: Span): JointProbability {
    let logprob: number | null = 0;
    let tokens = 0;
    let least: TokenGroup | null = null;
    for (let index = this.indexAt(span.start); index < this.#groups.length; index++) {
      const group = this.#groups[index];
      if (group === undefined || group.span.start >= span.end) break;
      tokens += group.count;
      logprob = logprob === null || group.logprob === null ? null : logprob + group.logprob;
      if (group.logprob !== null && group.logprob < (least?.logprob ?? Infinity)) least = group;
    }
    return { logprob: tokens === 0 ? null : logprob, tokens, least };
  }
}

/** The alternatives of the token at `index`. */
export function alternativesOf(probabilities: TokenProbabilities, index: number): readonly Alternative[] {
  const start = probabilities.counts.slice(0, index).reduce((sum, count) => sum + count, 0);
  return alternativesFrom(probabilities, start, probabilities.counts[index] ?? 0);
}

/** The alternatives of each token, in order. */
export function* alternativesOfEach(
  probabilities: TokenProbabilities,
): Generator<readonly Alternative[], void, undefined> {
  let start = 0;
  for (const count of probabilities.counts) {
    yield alternativesFrom(probabilities, start, count);
    start += count;
  }
}

function alternativesFrom(
  { alternatives, alternativeLogprobs }: TokenProbabilities,
  start: number,
  count: number,
): readonly Alternative[] {
  return alternatives
    .slice(start, start + count)
    .map((text, position) => ({ text, logprob: alternativeLogprobs[start + position] ?? -Infinity }));
}

/** A list of tokens that is being built. */
export class TokenProbabilitiesBuilder {
  readonly #lengths: number[] = [];
  readonly #logprobs: (number | null)[] = [];
  readonly #counts: number[] = [];
  readonly #alternatives: string[] = [];
  readonly #alternativeLogprobs: number[] = [];
  /** Equal texts of alternatives share one string. */
  readonly #texts = new Map<string, string>();
  readonly #mostAlternatives: number;

  /** @param mostAlternatives the most alternatives of all tokens together; those of later tokens are left out */
  constructor(mostAlternatives = Infinity) {
    this.#mostAlternatives = mostAlternatives;
  }

  /** Appends a token of `length` UTF-16 units; text without a probability continues such text before it. */
  add(length: number, logprob: number | null, alternatives: readonly Alternative[] = []): void {
    const last = this.#lengths.length - 1;
    if (logprob === null && last >= 0 && this.#logprobs[last] === null) {
      this.#lengths[last] = (this.#lengths[last] ?? 0) + length;
      return;
    }
    if (logprob === null && length === 0) return;
    const kept = this.#alternatives.length + alternatives.length > this.#mostAlternatives ? [] : alternatives;
    this.#lengths.push(length);
    this.#logprobs.push(logprob);
    this.#counts.push(kept.length);
    for (const { text, logprob: other } of kept) {
      const shared = this.#texts.get(text) ?? text;
      this.#texts.set(shared, shared);
      this.#alternatives.push(shared);
      this.#alternativeLogprobs.push(other);
    }
  }

  /** Adds `length` units to the last token if it is empty; returns whether it was. */
  fillLast(length: number): boolean {
    const last = this.#lengths.length - 1;
    if (this.#lengths[last] !== 0) return false;
    this.#lengths[last] = length;
    return true;
  }

  /** The tokens so far; null if none has a probability. */
  build(): TokenProbabilities | null {
    if (this.#logprobs.every((logprob) => logprob === null)) return null;
    return {
      lengths: this.#lengths,
      logprobs: this.#logprobs,
      counts: this.#counts,
      alternatives: this.#alternatives,
      alternativeLogprobs: this.#alternativeLogprobs,
    };
  }
}

/** The tokens of the end of a response of `length` UTF-16 units as those of all of it: the text before has none. */
export function atEnd(probabilities: TokenProbabilities, length: number): TokenProbabilities {
  const before = length - probabilities.lengths.reduce((sum, units) => sum + units, 0);
  if (before <= 0) return probabilities;
  const { lengths, logprobs, counts } = probabilities;
  return {
    ...probabilities,
    lengths: [before, ...lengths],
    logprobs: [null, ...logprobs],
    counts: [0, ...counts],
  };
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

/** `value` as the probabilities of a response of `length` UTF-16 units; null if it is something else. */
export function readTokenProbabilities(value: unknown, length: number): TokenProbabilities | null {
  if (typeof value !== 'object' || value === null) return null;
  const { lengths, logprobs, counts, alternatives, alternativeLogprobs } = value as Partial<
    Record<keyof TokenProbabilities, unknown>
  >;
  if (!Array.isArray(lengths) || !lengths.every(isCount)) return null;
  if (!Array.isArray(logprobs) || !logprobs.every((logprob) => logprob === null || isNumber(logprob)))
    return null;
  if (!Array.isArray(counts) || !counts.every(isCount)) return null;
  if (!Array.isArray(alternatives) || !alternatives.every((text) => typeof text === 'string')) return null;
  if (!Array.isArray(alternativeLogprobs) || !alternativeLogprobs.every(isNumber)) return null;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const isConsistent =
    lengths.length === logprobs.length &&
    lengths.length === counts.length &&
    alternatives.length === alternativeLogprobs.length &&
    sum(counts as number[]) === alternatives.length &&
    sum(lengths as number[]) === length;
  return isConsistent ? (value as TokenProbabilities) : null;
}
