import type { Default, RewardProfile, Score } from '../../rewards/model.ts';
import type { Trainer } from '../../rewards/trainers.ts';
import { bestOverall, bestScore, fillerCall, fillerOf, MANY_IMAGES, scoreAgainst } from './filler.ts';
import type { ScoredPart } from './scoring.ts';

/**
 * How much less the reward pays for a response if it writes `other` in place of the tag `name`; 0 if the reward has no
 * such tag.
 */
export function lossOfRenaming(profile: RewardProfile, name: string, other: string): number {
  const { full: response } = fillerOf(profile);
  const renamed = response.replaceAll(`<${name}>`, `<${other}>`).replaceAll(`</${name}>`, `</${other}>`);
  return lossOf(profile, response, renamed);
}

/**
 * How much less the reward pays for a response if the tag `name` holds `content`; 0 if the reward has no such tag.
 */
export function lossOfContent(profile: RewardProfile, name: string, content: string): number {
  const filler = fillerOf(profile);
  const made = filler.with(name, content);
  return made.at < 0 ? 0 : lossOf(profile, filler.full, made.text);
}

/** How much less the reward pays for a response whose only tool call is `call`. */
export function lossOfCall(profile: RewardProfile, call: string): number {
  return lossOfContent(profile, profile.form.tools?.container ?? 'description', call);
}

/** How much less the reward pays for a response with its tags in the order of `names`. */
export function lossOfOrder(profile: RewardProfile, names: readonly string[]): number {
  const filler = fillerOf(profile);
  return lossOf(profile, filler.full, filler.inOrder(names));
}

/** How much less the reward pays for a response with `count` tool calls than for one with a single call. */
export function lossOfCalls(profile: RewardProfile, count: number): number {
  const { tools } = profile.form;
  const tool = tools?.allowed[0]?.name;
  const container = tools?.container ?? 'description';
  return tool === undefined ? 0 : lossOfContent(profile, container, fillerCall(tool).repeat(count));
}

/** How much less the reward pays for a response without the tags `names`. */
export function lossWithout(profile: RewardProfile, names: readonly string[]): number {
  const { full } = fillerOf(profile);
  const left = names.reduce(
    (text, name) => text.replace(new RegExp(`<${name}>[\\s\\S]*?</${name}>\\n?`, 'i'), ''),
    full,
  );
  return lossOf(profile, full, left);
}

/** How much less the reward pays for a response without the mark that it reads the answer from. */
export function lossOfAnswerMark(profile: RewardProfile): number {
  const { full, unmarked } = fillerOf(profile);
  return lossOf(profile, full, unmarked);
}

/**
 * How much less the reward pays for a response because of the prompt before it, if it reads the two as one text: for
 * Search-R1's rewards, because the prompt shows no complete answer.
 */
export function lossByPrompt(profile: RewardProfile, prompt: string): number {
  const { full, readsBoxes } = fillerOf(profile);
  const paid = (after: string | null): number =>
    bestOverall(scoreAgainst(profile, full, MANY_IMAGES, readsBoxes, { prompt: after }));
  return finiteLoss(paid(null) - paid(prompt));
}

/** How much less the reward pays for a response that has another tag as well, before or after the others. */
export function lossOfTag(profile: RewardProfile, name: string): number {
  const { full } = fillerOf(profile);
  const extra = `<${name}>What is seen there.</${name}>`;
  return Math.min(lossOf(profile, full, `${extra}\n${full}`), lossOf(profile, full, `${full}\n${extra}`));
}

/** How much less the reward pays for a response whose tool call follows the tag in which it belongs. */
export function lossOfCallOutside(profile: RewardProfile): number {
  const { tools } = profile.form;
  const tool = tools?.allowed[0]?.name;
  const container = tools?.container;
  if (tool === undefined || container === undefined || container === null) return 0;
  const filler = fillerOf(profile);
  const { text } = filler.with(container, 'The table says 42.');
  return lossOf(
    profile,
    filler.full,
    text.replace(`</${container}>`, `</${container}>\n${fillerCall(tool)}`),
  );
}

/** How much less the reward pays for a response of so many tokens. */
export function lossOfLength(profile: RewardProfile, tokens: number): number {
  const { full, readsBoxes } = fillerOf(profile);
  const paid = bestOverall(scoreAgainst(profile, full, MANY_IMAGES, readsBoxes, { tokens }));
  return finiteLoss(mostPaid(profile) - paid);
}

/** The most that the reward pays. */
export function mostPaid(profile: RewardProfile): number {
  return bestOverall(bestScore(profile, fillerOf(profile).full, MANY_IMAGES));
}

function lossOf(profile: RewardProfile, response: string, changed: string): number {
  return finiteLoss(
    bestOverall(bestScore(profile, response, MANY_IMAGES)) -
      bestOverall(bestScore(profile, changed, MANY_IMAGES)),
  );
}

const finiteLoss = (loss: number): number => (Number.isFinite(loss) ? Math.max(0, loss) : 0);

/** The highest reward for an example if the reward is given only what a trainer passes. */
export function scoreAsTrained(
  { text, numImages }: ScoredPart,
  profile: RewardProfile,
  trainer: Trainer,
): Score {
  return scoreAgainst(profile, text, numImages, fillerOf(profile).readsBoxes, { trainer });
}

/** What a reward takes instead of something that a trainer does not pass. */
export interface TrainerDefault extends Pick<Default, 'key' | 'value'> {
  /**
   * What a response that is otherwise paid in full loses by it; for the number of images, one that names the first image
   * beyond the default. Null if it cannot be computed.
   */
  readonly cost: number | null;
  /** The part of the reward that a judge decides. */
  readonly judged: number;
}

/** The defaults of a reward that a trainer causes. */
export function findTrainerDefaults(profile: RewardProfile, trainer: Trainer): readonly TrainerDefault[] {
  const { readsBoxes, full } = fillerOf(profile);
  const trained = (text: string): Score => scoreAgainst(profile, text, MANY_IMAGES, readsBoxes, { trainer });
  const { ifRight, ifWrong, defaults } = trained(full);
  const judged = profile.form.judged && ifRight !== null && ifWrong !== null ? ifRight - ifWrong : 0;
  return defaults.map(({ key, value }) => {
    const text = key === 'num_images' ? full.replaceAll(/Image \d/g, `Image ${Number(value) + 1}`) : full;
    const cost = bestOverall(bestScore(profile, text, MANY_IMAGES)) - bestOverall(trained(text));
    return { key, value, cost: Number.isFinite(cost) ? cost : null, judged };
  });
}

/** Something that a reward reads, that it has no default for, and that a trainer does not pass. */
export interface TrainerNeed {
  readonly key: 'response_length';
  /** The most that a response loses by it. */
  readonly most: number;
}

/**
 * What a trainer leaves out so that a reward cannot be computed. What was retrieved is not among it: the trainers of
 * such rewards pass it with reward managers of their own.
 */
export function findTrainerNeeds(profile: RewardProfile, trainer: Trainer): readonly TrainerNeed[] {
  const { readsBoxes, full } = fillerOf(profile);
  const { needs } = scoreAgainst(profile, full, MANY_IMAGES, readsBoxes, { trainer });
  if (!needs.includes('response_length')) return [];
  const longest = (profile.form.length?.most ?? 0) + MANY_TOKENS;
  return [
    {
      key: 'response_length',
      most: Math.max(lossOfLength(profile, 1), lossOfLength(profile, longest)),
    },
  ];
}

/** Tokens beyond the longest response that is paid, so that nothing is paid for the length. */
const MANY_TOKENS = 1_000_000;
