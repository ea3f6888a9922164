import { t } from '@vscode/l10n';
import { imagesPhrase } from '../../../countPhrases.ts';
import { fourPlaces } from '../../../decimal.ts';
import type { Entry, Score } from '../../../rewards/model.ts';
import { TRAINER_TITLES, type Trainer } from '../../../rewards/trainers.ts';
import type { RuleFinding, PromptWithReward, RewardRule } from '../rule.ts';
import { findTrainerDefaults, findTrainerNeeds, scoreAsTrained, type TrainerDefault } from '../losses.ts';
import { joinSentences } from '../wording.ts';
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
      message: t(
        '{0} does not pass `{1}`, for which the reward {2} has no default, so the reward cannot be computed. Count the tokens of the response in your reward function. A response can lose {3} by its length.',
        TRAINER_TITLES[trainer],
        key,
        reward.name,
        fourPlaces(most),
      ),
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
    return joinSentences(
      t(
        '{0} does not pass `num_images`, so the reward {1} assumes {2} for every question.',
        trainer,
        reward,
        imagesPhrase(Number(value)),
      ),
      cost === null || cost <= 0
        ? null
        : t('A response that names Image {0} loses {1}.', Number(value) + 1, fourPlaces(cost)),
    );
  }
  if (key === 'prompt') {
    return joinSentences(
      value === "''"
        ? t(
            '{0} does not pass the question, so the judge of the reward {1} receives an empty text instead.',
            trainer,
            reward,
          )
        : t(
            '{0} does not pass the question, so the judge of the reward {1} receives `{2}` instead.',
            trainer,
            reward,
            value,
          ),
      t('The judge decides {0} of the reward.', fourPlaces(judged)),
    );
  }
  return joinSentences(
    t('{0} does not pass `{1}`, so the reward {2} uses `{3}` instead.', trainer, key, reward, value),
    cost === null || cost <= 0 ? null : t('A response can lose {0} because of that.', fourPlaces(cost)),
  );
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
      message: t(
        'With what {0} passes, the reward {1} deducts {2} from this example: {3}',
        TRAINER_TITLES[trainer],
        reward.name,
        fourPlaces(cost),
        added.map(({ reason }) => reason).join(' '),
      ),
    };
  }
}

const deductions = ({ components }: Score): readonly Entry[] =>
  components.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'deduction'));
const keyOf = ({ code, span }: Entry): string => `${code} ${span?.start ?? ''}`;
