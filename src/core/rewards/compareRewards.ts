import { answerKey } from '../metrics/answerKey.ts';
import type { Score, Verdict } from './model.ts';

/** A complete response on one side of a comparison. */
export interface ComparedResponse {
  /** Null if no reward scores it. */
  readonly score: Pick<Score, 'profile' | 'overall' | 'ifWrong' | 'ifRight' | 'between' | 'needs'> | null;
  /** Null if it has none. */
  readonly answer: string | null;
  readonly verdict: Verdict;
}

/** The least and the most that a number can be; equal if it is known. */
export type Range = readonly [least: number, most: number];

/** The mean rewards of two sides, as far as they are known. */
export interface ComparedRewards {
  readonly before: Range;
  readonly after: Range;
  /** After minus before. */
  readonly difference: Range;
  /** Whether an answer that nobody has judged counts as another answer that is the same and was judged. */
  readonly sharesVerdicts: boolean;
  /** Whether the rewards would be known better if all answers were judged. */
  readonly lacksVerdicts: boolean;
}

/** Why rewards cannot be compared: a side has no complete response, no reward, or another reward than the other side. */
export type NotComparable = 'incomplete' | 'no-reward' | 'different-rewards';

/**
 * Compares the mean rewards of the complete responses of two sides. The same answer has the same verdict on both sides,
 * so that a difference can be known although the rewards are not, as when both sides give the same answer and nobody has
 * judged it.
 */
export function compareRewards(
  before: readonly ComparedResponse[],
  after: readonly ComparedResponse[],
): ComparedRewards | NotComparable {
  if (before.length === 0 || after.length === 0) return 'incomplete';
  const profiles = new Set([...before, ...after].map(({ score }) => score?.profile ?? null));
  if (profiles.has(null)) return 'no-reward';
  if (profiles.size > 1) return 'different-rewards';
  const verdicts = judgedAnswers([...before, ...after]);
  /** By the answer whose verdict decides; null for what no verdict decides. */
  const sums = new Map<string | null, Pick<Paid, 'ifWrong' | 'ifRight'>>();
  const sides = { before: [] as Range[], after: [] as Range[] };
  for (const [side, responses, weight] of [
    ['before', before, -1 / before.length],
    ['after', after, 1 / after.length],
  ] as const) {
    for (const response of responses) {
      const paid = paidFor(response, verdicts);
      if (paid === null) return 'no-reward';
      const { answer, ifWrong, ifRight } = paid;
      sides[side].push([Math.min(ifWrong[0], ifRight[0]), Math.max(ifWrong[1], ifRight[1])]);
      const sum = sums.get(answer);
      sums.set(answer, {
        ifWrong: add(sum?.ifWrong ?? NOTHING, times(ifWrong, weight)),
        ifRight: add(sum?.ifRight ?? NOTHING, times(ifRight, weight)),
      });
    }
  }
  const unjudged = [...before, ...after].filter(
    ({ verdict, score }) => verdict === 'unknown' && score !== null && isDecidedByVerdict(score),
  );
  let difference = NOTHING;
  for (const { ifWrong, ifRight } of sums.values())
    difference = add(difference, [Math.min(ifWrong[0], ifRight[0]), Math.max(ifWrong[1], ifRight[1])]);
  return {
    before: mean(sides.before),
    after: mean(sides.after),
    difference: rounded(difference),
    sharesVerdicts: unjudged.some(({ answer }) => verdicts.has(keyOf(answer))),
    lacksVerdicts: unjudged.some(({ answer }) => !verdicts.has(keyOf(answer))),
  };
}

/** What a response is paid, whatever its verdict is. */
interface Paid {
  /** The key of the answer whose verdict decides; null if no verdict does. */
  readonly answer: string | null;
  readonly ifWrong: Range;
  readonly ifRight: Range;
}

const NOTHING: Range = [0, 0];
/** Whether a verdict makes a reward known. If a library is missing instead, a person's verdict says nothing about it. */
const isDecidedByVerdict = ({ overall, needs }: Pick<Score, 'overall' | 'needs'>): boolean =>
  overall === null && needs.length > 0 && needs.every((need) => need === 'verdict');
const keyOf = (answer: string | null): string => answerKey(answer ?? '');

/** The verdicts of the answers that were judged, and never differently. */
function judgedAnswers(responses: readonly ComparedResponse[]): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const { answer, verdict } of responses) {
    if (verdict === 'unknown') continue;
    const key = keyOf(answer);
    const known = verdicts.get(key);
    verdicts.set(key, known === undefined || known === verdict ? verdict : 'unknown');
  }
  for (const [key, verdict] of verdicts) if (verdict === 'unknown') verdicts.delete(key);
  return verdicts;
}

/** Null if the reward is not known for a reason that gives no range either, such as an exception of the reference. */
function paidFor(
  { score, answer, verdict }: ComparedResponse,
  verdicts: ReadonlyMap<string, Verdict>,
): Paid | null {
  if (score === null) return null;
  const { overall, ifWrong, ifRight, between } = score;
  const always = (range: Range): Paid => ({ answer: null, ifWrong: range, ifRight: range });
  if (overall !== null) return always([overall, overall]);
  if (ifWrong !== null && ifRight !== null) {
    if (!isDecidedByVerdict(score)) return always([Math.min(ifWrong, ifRight), Math.max(ifWrong, ifRight)]);
    const shared = verdict === 'unknown' ? verdicts.get(keyOf(answer)) : verdict;
    if (shared === 'right') return always([ifRight, ifRight]);
    if (shared === 'wrong') return always([ifWrong, ifWrong]);
    return { answer: keyOf(answer), ifWrong: [ifWrong, ifWrong], ifRight: [ifRight, ifRight] };
  }
  return between === undefined ? null : always(between);
}

const add = (a: Range, b: Range): Range => [a[0] + b[0], a[1] + b[1]];
const times = ([least, most]: Range, factor: number): Range =>
  factor < 0 ? [most * factor, least * factor] : [least * factor, most * factor];
const mean = (ranges: readonly Range[]): Range =>
  rounded(times(ranges.reduce(add, NOTHING), 1 / ranges.length));

/** Without the errors of adding binary fractions: rewards are shown with at most six decimals. */
const rounded = ([least, most]: Range): Range => [round(least), round(most)];
const round = (value: number): number => Math.round(value * 1e6) / 1e6;
