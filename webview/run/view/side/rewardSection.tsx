import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Button, Dropdown, ProgressRing } from '../../../shared/controls.tsx';
import { anyNumber } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { weightedComponents, type WeightedComponent } from '../../model/weights.ts';
import { trialSentence } from '../../model/whatIfWords.ts';
import { NumberField } from './numberField.tsx';
import { RewardResult } from './rewardResult.tsx';

interface RewardSectionProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** What another reward would change: other weights of the components, or a reward that is tried on all samples. */
export function RewardSection({ model, state }: RewardSectionProps): JSX.Element {
  const { whatIf } = model;
  const { trial } = state;
  const isTrial = whatIf.isTrialShown.value;
  const components = weightedComponents(state);
  const isChanged = isTrial || whatIf.weights.value.size > 0;
  useEffect(() => {
    whatIf.rewarded.want(isChanged);
    return () => {
      whatIf.rewarded.want(false);
    };
  }, [whatIf, isChanged]);
  return (
    <section class="side-section">
      <h2>{t('Reward What-If')}</h2>
      {trial !== null && (
        <Dropdown
          label={t('What the reward is compared with')}
          value={isTrial ? 'trial' : 'weights'}
          choices={[
            { value: 'weights', text: t('Other weights') },
            { value: 'trial', text: trial.name },
          ]}
          onChange={(value) => {
            whatIf.showTrial(value === 'trial');
          }}
        />
      )}
      {!isTrial && <Weights model={model} components={components} />}
      <Trial model={model} state={state} />
      <p>
        <Button
          onClick={() => {
            model.post({ type: 'tryReward' });
          }}
        >
          {t('Try Another Reward…')}
        </Button>
      </p>
      {isChanged && <RewardResult model={model} state={state} />}
    </section>
  );
}

interface WeightsProps {
  readonly model: RunModel;
  readonly components: readonly WeightedComponent[];
}

function Weights({ model, components }: WeightsProps): JSX.Element {
  const { whatIf } = model;
  const weights = whatIf.weights.value;
  if (components.length === 0)
    return (
      <p class="dim">
        {t('No profile scores this run by components, so that there are no weights to change.')}
      </p>
    );
  const hasUnknown = components.some(({ isKnown }) => !isKnown);
  return (
    <>
      {hasUnknown && (
        <p class="dim">{t('The weights are not known here: the numbers are multiples of what is paid.')}</p>
      )}
      <ul class="weights" aria-label={t('Weights of the components')}>
        {components.map(({ name, weight }) => {
          const changed = weights.get(name);
          return (
            <li key={name}>
              <code>{name}</code>
              <span class="dim">{anyNumber(weight)}</span>
              <span aria-hidden="true">→</span>
              <NumberField
                label={t('Weight of {0}', name)}
                value={changed ?? weight}
                step={weight < 1 && weight > -1 ? 0.05 : 0.5}
                onChange={(value) => {
                  whatIf.setWeight(name, value === weight ? null : value);
                }}
              />
            </li>
          );
        })}
      </ul>
      {weights.size > 0 && (
        <p class="dim">
          {t('Where the reward rounds its sum or limits it, that is not done again with other weights.')}
        </p>
      )}
      {weights.size > 0 && (
        <button
          type="button"
          class="link"
          onClick={() => {
            whatIf.resetWeights();
          }}
        >
          {t('Reset the weights')}
        </button>
      )}
    </>
  );
}

/** How far the reward is that is tried. */
function Trial({ model, state: { trial } }: RewardSectionProps): JSX.Element | null {
  const name = trial?.name;
  const isRunning = trial?.phase === 'running';
  // What is tried is what the person wants to see.
  useEffect(() => {
    if (isRunning) model.whatIf.showTrial(true);
  }, [model, name, isRunning]);
  if (trial === null) return null;
  return (
    <>
      <p class="what-if-row" role="status">
        {isRunning && <ProgressRing />}
        {trialSentence(trial)}
        {isRunning && (
          <Button
            onClick={() => {
              model.post({ type: 'stopTrial' });
            }}
          >
            {t('Stop')}
          </Button>
        )}
      </p>
      {trial.problem !== null && <p class="warned">{trial.problem}</p>}
    </>
  );
}
