import { fourPlaces } from '../../../decimal.ts';
import type { Entry, Score } from '../../../rewards/model.ts';
import { TRAINER_TITLES, type Trainer } from '../../../rewards/trainers.ts';
import type { RuleFinding, PromptWithReward, RewardRule } from '../rule.ts';
import { findTrainerDefaults, findTrainerNeeds, scoreAsTrained, type TrainerDefault } from '../losses.ts';
import { firstLineSpan } from './firstLine.ts';

/**
 * Finds what a reward takes instead of the things that the trainer does not pass, the examples that lose by it, and
 * what it cannot do without.
 */
export const trainerRules: RewardRule = function* (subject) {
  const { trainer, reward, reading } = subject;
  if (trainer === null) return;
  for (const each of findTrainerDefaults(reward, trainer)) {
    yield {
      code: 'trainer-default',
      span: firstLineSpan(reading.text),
      message: describeDefault(each, reward.name, TRAINER_TITLES[trainer]),
    };
  }
  for (const { key, most } of findTrainerNeeds(reward, trainer)) {
    yield {
      code: 'trainer-default',
      severity: 'warning',
      span: firstLineSpan(reading.text),
      message: `${TRAINER_TITLES[trainer]} does not pass \`${key}\`, and the reward ${reward.name} has no default for it, so it cannot be computed. Count the tokens of the response in your reward function; a response can lose ${fourPlaces(most)} by its length.`,
    };
  }
  yield* exampleFaults(subject, trainer);
};

function describeDefault(
  { key, value, cost, judged }: TrainerDefault,
  reward: string,
  trainer: string,
): string {
  if (key === 'num_images') {
    const loss =
      cost === null || cost <= 0
        ? ''
        : ` A response that names Image ${Number(value) + 1} loses ${fourPlaces(cost)}.`;
    return `${trainer} does not pass \`num_images\`, so the reward ${reward} assumes ${value} images for every question.${loss}`;
  }
  if (key === 'prompt') {
    const told = value === "''" ? 'an empty text' : `\`${value}\``;
    return `${trainer} does not pass the question, so the judge of the reward ${reward} is told ${told} instead. It decides ${fourPlaces(judged)} of the reward.`;
  }
  const loss = cost === null || cost <= 0 ? '' : ` A response can lose ${fourPlaces(cost)} by it.`;
  return `${trainer} does not pass \`${key}\`, so the reward ${reward} takes \`${value}\` instead.${loss}`;
}

function* exampleFaults({ scored, reward }: PromptWithReward, trainer: Trainer): Iterable<RuleFinding> {
  for (const part of scored) {
    const { shown, score } = part;
    if (score === null || score.raises) continue;
    const trained = scoreAsTrained(part, reward, trainer);
    // A score that depends on what the trainer does not pass is not known: that is no loss.
    if (score.ifRight === null || trained.ifRight === null) continue;
    const cost = score.ifRight - trained.ifRight;
    if (cost < 1e-9) continue;
    const known = new Set(deductions(score).map(keyOf));
    const added = deductions(trained).filter((entry) => !known.has(keyOf(entry)));
    const place = added.find(({ span }) => span !== null)?.span ?? null;
    yield {
      code: 'trainer-default',
      loss: cost,
      span:
        place === null
          ? (shown.blocks[0]?.open.span ?? shown.span)
          : { start: place.start + shown.span.start, end: place.end + shown.span.start },
      message: `With what ${TRAINER_TITLES[trainer]} passes, the reward ${reward.name} takes ${fourPlaces(cost)} off this example: ${added.map(({ reason }) => reason).join(' ')}`,
    };
  }
}

const deductions = ({ components }: Score): readonly Entry[] =>
  components.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'deduction'));
const keyOf = ({ code, span }: Entry): string => `${code} ${span?.start ?? ''}`;
