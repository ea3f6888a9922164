import type { JSX } from 'preact';
import type { Score } from '../../../src/core/rewards/model.ts';
import { isProfileName } from '../../../src/core/rewards/names.ts';
import { TRAINERS } from '../../../src/core/rewards/trainers.ts';
import { WordChoice, type Choice } from '../../shared/controls.tsx';
import { joinList } from '../../../src/core/joinList.ts';
import { headline } from '../../../src/core/rewards/explanation/headline.ts';
import type { Explained } from '../model/explain.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
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
    <ul class="others" aria-label="Other rewards">
      {different.map((other) => (
        <li key={other.profile}>
          <Link
            title={`Score with ${other.profile}: ${descriptionOf(model, other)}`}
            onClick={() => {
              const { profile } = other;
              const reward = isProfileName(profile) ? profile : model.info.peek()?.composite?.file;
              if (reward !== undefined) model.setProfile(reward);
            }}
          >
            {other.profile}
          </Link>{' '}
          {wouldPay(other)}
        </li>
      ))}
      {same.length > 0 && <li>{joinList(same.map(({ profile }) => profile))} would pay the same</li>}
      <li>
        <Link
          title="A table of every reward that reads this response"
          onClick={() => {
            model.command('scoreWithAllRewards');
          }}
        >
          All rewards
        </Link>
      </li>
    </ul>
  );
}

/** The dropdown's value for everything in the record. */
const RECORDED = 'record';
const INPUTS: readonly Choice[] = [
  { value: RECORDED, text: 'all recorded fields' },
  ...TRAINERS.map((trainer) => ({ value: trainer, text: `only what ${trainerName(trainer)} passes` })),
];

/** The inputs of the reward in addition to the response: everything that is recorded, or what a trainer would pass. */
function Inputs({ model }: { readonly model: InspectorModel }): JSX.Element {
  return (
    <p class="others">
      Score with:{' '}
      <WordChoice
        label="Score with"
        title="A trainer passes few of the fields that a reward reads. The others get their defaults."
        value={model.trainer.value ?? RECORDED}
        choices={INPUTS}
        onChange={(value) => {
          model.setTrainer(TRAINERS.find((trainer) => trainer === value) ?? null);
        }}
      />
    </p>
  );
}

function wouldPay(score: Score): string {
  if (score.raises !== null) return `would raise ${score.raises.name}`;
  const pay = headline(score);
  return pay === 'Not known' ? 'needs more to be known' : `would pay ${pay}`;
}

/** The fields that the reference, or a composite reward, returns, for comparison with a training log. */
function Reported({ score: { reported, profile } }: { readonly score: Score }): JSX.Element | null {
  const fields = Object.entries(reported);
  if (fields.length === 0) return null;
  return (
    <details class="reported">
      <summary>
        {isProfileName(profile) ? 'Raw output of the original code' : 'Raw output of the reward'}
      </summary>
      <dl>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null ? 'Not known' : String(value)}</dd>
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
