import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { Score } from '../../../src/core/rewards/model.ts';
import { isProfileName } from '../../../src/core/rewards/names.ts';
import { TRAINERS } from '../../../src/core/rewards/trainers.ts';
import { WordChoice, type Choice } from '../../shared/controls.tsx';
import { joinList } from '../../../src/core/joinList.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import type { Explained } from '../model/explain.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { SLOT, Sentence } from '../../shared/sentence.tsx';
import { trainerName } from '../model/rewardWords.ts';
import { Link } from './links.tsx';

interface FootProps {
  readonly model: InspectorModel;
  readonly explained: Explained;
  readonly others: readonly Score[] | null;
}

/** What other profiles would pay, and what the reference implementation returns under its own names. */
export function RewardFoot({ model, explained, others }: FootProps): JSX.Element {
  return (
    <>
      <Others model={model} explained={explained} others={others} />
      {explained.score !== null && <Inputs model={model} />}
      {explained.score !== null && <Reported score={explained.score} />}
    </>
  );
}

function Others({ model, explained, others }: FootProps): JSX.Element | null {
  if (others === null) return null;
  const same = others.filter((other) => headline(other) === explained.headline);
  const different = others.filter((other) => headline(other) !== explained.headline);
  return (
    <ul class="others" aria-label={t('Other rewards')}>
      {different.map((other) => (
        <li key={other.profile}>
          <Sentence
            text={wouldPay(other, SLOT)}
            elements={[
              <Link
                title={t('Score with {0}: {1}', other.profile, descriptionOf(model, other))}
                onClick={() => {
                  const { profile } = other;
                  const reward = isProfileName(profile) ? profile : model.info.peek()?.composite?.file;
                  if (reward !== undefined) model.setProfile(reward);
                }}
              >
                {other.profile}
              </Link>,
            ]}
          />
        </li>
      ))}
      {same.length > 0 && (
        <li>{t('{0} would pay the same', joinList(same.map(({ profile }) => profile)))}</li>
      )}
      <li>
        <Link
          title={t('A table of every reward that reads this response')}
          onClick={() => {
            model.command('scoreWithAllRewards');
          }}
        >
          {t('All rewards')}
        </Link>
      </li>
    </ul>
  );
}

/** The dropdown's value for everything in the record. */
const RECORDED = 'record';
const inputs = (): readonly Choice[] => [
  { value: RECORDED, text: t('all recorded fields') },
  ...TRAINERS.map((trainer) => ({ value: trainer, text: t('only what {0} passes', trainerName(trainer)) })),
];

/** The inputs of the reward in addition to the response: everything that is recorded, or what a trainer would pass. */
function Inputs({ model }: { readonly model: InspectorModel }): JSX.Element {
  return (
    <p class="others">
      {t('Score with:')}{' '}
      <WordChoice
        label={t('Score with')}
        title={t('A trainer passes few of the fields that a reward reads. The others get their defaults.')}
        value={model.trainer.value ?? RECORDED}
        choices={inputs()}
        onChange={(value) => {
          model.setTrainer(TRAINERS.find((trainer) => trainer === value) ?? null);
        }}
      />
    </p>
  );
}

function wouldPay(score: Score, name: string): string {
  if (score.raises !== null) return t('{0} would raise {1}', name, score.raises.name);
  const { overall, ifWrong, ifRight, between } = score;
  const isKnown = overall !== null || between !== undefined || (ifWrong !== null && ifRight !== null);
  if (!isKnown) return t('{0} needs more inputs', name);
  // Such a reward judges nothing without a reference, so that it has no range for the two verdicts.
  const lacksReference = score.components.some(({ entries }) =>
    entries.some(({ code }) => code === 'reference-missing'),
  );
  return lacksReference
    ? t('{0} would pay {1} without a reference answer', name, headline(score))
    : t('{0} would pay {1}', name, headline(score));
}

/** The fields that the reference, or a composite reward, returns, for comparison with a training log. */
function Reported({ score: { reported, profile } }: { readonly score: Score }): JSX.Element | null {
  const fields = Object.entries(reported);
  if (fields.length === 0) return null;
  return (
    <details class="reported">
      <summary>
        {isProfileName(profile) ? t('Raw output of the original code') : t('Raw output of the reward')}
      </summary>
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null ? t('Not known') : String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function descriptionOf(model: InspectorModel, { profile }: Score): string {
  const builtIn = model.engine.profiles.find(({ name }) => name === profile);
  return builtIn?.description ?? model.info.peek()?.composite?.description ?? '';
}
