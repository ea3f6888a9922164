import type { Span } from '../span.ts';
import { groupStatistics, type GroupStatistics } from './advantages.ts';

/** A part of a reward, as a sample is paid for it. */
export interface ScopedPart {
  readonly key: string;
  readonly title: string;
  /** What the trainer gets for the part; null if it is not known. */
  readonly score: number | null;
  /** Where the advantage of the part applies; null for the whole response. */
  readonly scope: Span | null;
}

/** A sample of a group. */
export interface ScopedSample {
  /** The length of the response in UTF-16 units. */
  readonly length: number;
  /** The whole reward; null if it is not known. */
  readonly reward: number | null;
  readonly parts: readonly ScopedPart[];
}

/** The advantage of one part of the reward of a sample. */
export interface PartAdvantage {
  readonly key: string;
  readonly title: string;
  readonly scope: Span;
  readonly score: number | null;
  /** Of the scores of the group; null if one is not known. */
  readonly mean: number | null;
  readonly deviation: number | null;
  readonly advantage: number | null;
}

/** A piece of a response over which the same parts apply. */
export interface AdvantageSpan extends Span {
  /** The sum of what the parts add. */
  readonly advantage: number;
  readonly parts: readonly { readonly key: string; readonly advantage: number }[];
}

/** The advantages of a sample over its text. Plain data. */
export interface ScopedAdvantages {
  /** GRPO's advantage of the whole reward, which applies to the whole response; null if a reward is not known. */
  readonly whole: number | null;
  readonly parts: readonly PartAdvantage[];
  /**
   * Pieces without a gap from the beginning to the end of the response; for a reward without scopes, the whole response
   * with GRPO's advantage.
   */
  readonly spans: readonly AdvantageSpan[];
  /** Whether a part of the reward has a scope in some sample, even if missing tags open it to the whole response. */
  readonly isScoped: boolean;
  /** The parts whose score is not known of every sample of the group, by key: they are in no piece. */
  readonly unknown: readonly string[];
}

/**
 * The advantages of one sample of a group as RS-GRPO computes them (OpenBMB/VisRAG, `src/rsgrpo`): each part of the
 * reward gets GRPO's advantage of its own, (score - mean) / (deviation + 1e-6) with the sample deviation
 * (`compute_router_outcome_advantage` in verl/trainer/core_algos.py), which is multiplied by the part's mask over the
 * tokens (`compute_policy_loss` there, with the masks of `BatchFunctionRewardManager.compute_reward` in
 * verl/workers/reward/function.py). The parts are not weighted again and not normalized together; the trainer's metrics
 * add them up, as this does (verl/trainer/metrics.py). In the loss, each part is averaged over the tokens of its own mask
 * before the parts are averaged (`average_loss` with the mode `router`), so that a part with a short scope moves each of
 * its tokens more. The trainer looks for a tag as the tokens that it has by itself; a tag whose last sign has become one
 * token with what follows is missing there, and its scope is open to that side.
 * @throws RangeError if the group has no such sample
 */
export function scopedAdvantages(samples: readonly ScopedSample[], index: number): ScopedAdvantages {
  const sample = samples[index];
  if (sample === undefined) throw new RangeError(`The group has no sample ${index}.`);
  const parts = sample.parts.map((part) => partAdvantage(part, sample, samples, index));
  const isScoped = samples.some((each) => each.parts.some(({ scope }) => scope !== null));
  const rewards = samples.flatMap(({ reward }) => reward ?? []);
  const whole = statisticsOf(rewards, samples.length)?.grpo[index] ?? null;
  return {
    whole,
    parts,
    spans: isScoped ? spansOf(parts, sample.length) : wholeSpan(whole, sample.length),
    isScoped,
    unknown: parts.flatMap(({ key, advantage }) => (advantage === null ? [key] : [])),
  };
}

function partAdvantage(
  { key, title, score, scope }: ScopedPart,
  { length }: ScopedSample,
  samples: readonly ScopedSample[],
  index: number,
): PartAdvantage {
  const scores = samples.flatMap(({ parts }) => parts.find((part) => part.key === key)?.score ?? []);
  const known = statisticsOf(scores, samples.length);
  return {
    key,
    title,
    score,
    scope: scope ?? { start: 0, end: length },
    mean: known?.mean ?? null,
    deviation: known?.deviation ?? null,
    advantage: known?.grpo[index] ?? null,
  };
}

/** The statistics of the scores of a group; null unless all of its samples have one that is finite. */
function statisticsOf(scores: readonly number[], samples: number): GroupStatistics | null {
  return scores.length === samples && scores.every(Number.isFinite) ? groupStatistics(scores) : null;
}

function wholeSpan(advantage: number | null, length: number): readonly AdvantageSpan[] {
  return advantage === null || length === 0 ? [] : [{ start: 0, end: length, advantage, parts: [] }];
}

function spansOf(parts: readonly PartAdvantage[], length: number): readonly AdvantageSpan[] {
  const ends = parts.flatMap(({ scope }) => [scope.start, scope.end]);
  const cuts = [...new Set([0, length, ...ends])]
    .filter((cut) => cut >= 0 && cut <= length)
    .sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? length;
    const applied = parts.flatMap(({ key, scope, advantage }) =>
      advantage !== null && scope.start <= start && end <= scope.end ? [{ key, advantage }] : [],
    );
    return { start, end, advantage: applied.reduce((sum, each) => sum + each.advantage, 0), parts: applied };
  });
}
