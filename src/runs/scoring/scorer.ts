import type { Grounding } from '../../core/grounding/model.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Score, ScoreContext } from '../../core/rewards/model.ts';
import type { UserScore } from '../../userRewards/model.ts';
import type { ProfileChoice } from '../choosing/profileChoice.ts';
import type { InputItem, Place } from '../reading/inputs.ts';
import { batchItems } from './batches.ts';
import type { PythonScorer } from './pythonScorer.ts';
import { rewardContext, type ScoringOptions } from './rewardContext.ts';

/** A sample with its score by a profile, and by the person's own reward function. */
export interface ScoredSample {
  readonly place: Place;
  readonly sample: Sample;
  /** The name of the form of its record. */
  readonly format: string;
  /** What the front matter says, if it is a trajectory file. */
  readonly info?: TrajectoryInfo;
  /** Null if no profile scores: none is requested, or nothing determines which one does. */
  readonly score: Score | null;
  /** Whether a judge decides a part of the reward, and there is no verdict. */
  readonly unjudged: boolean;
  /** Null if the person has no function of their own. */
  readonly user: UserScore | null;
}

/** A sample with its scores, or why there is none at that place, with the record there, if any. */
export type ScoredItem = ScoredSample | Extract<InputItem, { readonly problem: string }>;

/** What samples are scored by: a profile, the person's own function, or both. */
export interface Scoring {
  /** Chooses the profile of each sample; null if no profile scores. */
  readonly choice: ProfileChoice | null;
  readonly options: ScoringOptions;
  readonly python: PythonScorer | null;
  /** What the pages say of a sample whose profile reads that; null if it cannot be known. Missing if nobody can say. */
  readonly ground?: (item: ReadItem) => Promise<Grounding | null>;
}

/** A sample that was read. */
export type ReadItem = Extract<InputItem, { readonly sample: unknown }>;

/**
 * Scores the samples of portions, each portion when the consumer requests it, so that the command line, a worker, or a
 * view sets the pace. One portion is in memory at a time; with a Python function, one of its batches as well. It ends
 * early when `signal` is aborted.
 * @throws whatever `portions` throws
 */
export async function* scorePortions(
  portions: AsyncIterable<readonly InputItem[]>,
  scoring: Scoring,
  signal: AbortSignal,
): AsyncGenerator<readonly ScoredItem[]> {
  const { options, python } = scoring;
  const contextOf = (sample: Sample): ScoreContext => rewardContext(sample, options);
  const scored = scoreByProfiles(portions, scoring, contextOf, signal);
  if (python === null) {
    yield* scored;
    return;
  }
  for await (const items of python.batch === null ? scored : batchItems(scored, python.batch)) {
    if (signal.aborted) return;
    yield await scoreByPython(items, python, contextOf, signal);
  }
}

async function* scoreByProfiles(
  portions: AsyncIterable<readonly InputItem[]>,
  { choice, ground }: Scoring,
  contextOf: (sample: Sample) => ScoreContext,
  signal: AbortSignal,
): AsyncGenerator<readonly ScoredItem[]> {
  for await (const items of portions) {
    if (signal.aborted) return;
    await choice?.look(items);
    const groundings = new Map<InputItem, Grounding>();
    if (ground !== undefined) {
      for (const item of items) {
        if ('problem' in item || choice?.of(item.place.file, item.sample)?.form.readsPages !== true) continue;
        const grounding = await ground(item);
        if (grounding !== null) groundings.set(item, grounding);
      }
    }
    yield items.map((item) => scoreByProfile(item, choice, contextOf, groundings.get(item)));
  }
}

async function scoreByPython(
  scored: readonly ScoredItem[],
  python: PythonScorer,
  contextOf: (sample: Sample) => ScoreContext,
  signal: AbortSignal,
): Promise<readonly ScoredItem[]> {
  const samples = scored.filter((each) => 'sample' in each);
  const answers = await python.score(
    samples.map(({ sample }) => ({ sample, context: contextOf(sample) })),
    signal,
  );
  const users = new Map<ScoredItem, UserScore | null>(
    samples.map((each, index) => [each, answers[index] ?? null]),
  );
  return scored.map((each) => ('sample' in each ? { ...each, user: users.get(each) ?? null } : each));
}

function scoreByProfile(
  item: InputItem,
  choice: ProfileChoice | null,
  contextOf: (sample: Sample) => ScoreContext,
  grounding: Grounding | undefined,
): ScoredItem {
  if ('problem' in item) return item;
  const { place, sample } = item;
  const fault = choice?.faultOf(place.file) ?? null;
  if (fault !== null) return { place, problem: fault };
  const profile = choice?.of(place.file, sample) ?? null;
  if (profile === null) return { ...item, score: null, unjudged: false, user: null };
  const known = contextOf(sample);
  const context = grounding === undefined ? known : { ...known, grounding };
  const score = profile.score(sample.response, context);
  const unjudged = profile.form.judged && context.verdict === 'unknown';
  return { ...item, score, unjudged, user: null };
}
