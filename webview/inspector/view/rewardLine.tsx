import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { componentLabel, isNothing, NO_SCORE } from '../model/explain.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import { keySentence } from '../model/rewardWords.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import { Link } from './links.tsx';
import { Bars } from './rewardParts.tsx';

interface RewardLineProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly sample: SampleModel;
}

/** The reward on one line: a number, its parts as a bar, and its most important cause. */
export function RewardLine({ model, info, sample }: RewardLineProps): JSX.Element {
  const explained = sample.explained.value;
  const meta = sample.meta.value;
  const score = explained?.score ?? null;
  const key = keySentence(explained, info, meta);
  const more = explained?.lines.filter((line) => line !== key.line && !isNothing(line.paid)).length ?? 0;
  const toReward = (): void => {
    model.showTab('reward');
  };
  return (
    <section
      class={explained?.isSoFar === true ? 'row reward-row so-far' : 'row reward-row'}
      aria-label={t('Reward')}
    >
      <span class="row-name">{t('Reward')}</span>
      <div class="reward-words">
        <span class={score?.raises == null ? 'number' : 'number raised'}>
          {explained?.isSoFar === true && explained.headline === NO_SCORE
            ? ''
            : (explained?.headline ?? NO_SCORE)}
        </span>
        {score?.raises === null && score.components.length > 0 && (
          <button
            type="button"
            class="bar-button"
            title={score.components.map((component) => componentLabel(component, score)).join(', ')}
            aria-label={t('Show the parts of the reward')}
            onClick={toReward}
          >
            <Bars components={score.components} />
          </button>
        )}
        <span class="cause" title={key.sentence}>
          {key.line === null ? (
            <span class={key.isFault ? 'warned' : 'dim'}>{key.sentence}</span>
          ) : (
            <Link
              onClick={() => {
                const span = key.line?.span ?? null;
                if (span === null) toReward();
                else model.goTo(span);
              }}
            >
              {key.sentence}
            </Link>
          )}
        </span>
        {key.line !== null && more > 0 && (
          <Link quiet title={t('Show every deduction')} onClick={toReward}>
            {t('{0} more', wholeNumber(more))}
          </Link>
        )}
      </div>
    </section>
  );
}
