import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { oneLine } from '../../../../src/core/oneLine.ts';
import type { NamedShift, RewardAnswer } from '../../../../src/core/whatIf/answers.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Dropdown } from '../../../shared/controls.tsx';
import { advantage, anyNumber, reward, whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { arrow, ranksSentence, rewardSentences, signsSentence } from '../../model/whatIfWords.ts';
import { BackLink } from './backLink.tsx';
import { PairBars } from './pairBars.tsx';

/** Samples that are listed. */
const LISTED = 12;
/** Characters of a question in the list. */
const QUESTION = 60;

interface RewardResultProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** What the other reward changes in what is looked at. */
export function RewardResult({ model, state }: RewardResultProps): JSX.Element | null {
  const { value, failure } = model.whatIf.rewarded;
  const answer = value.value;
  if (failure.value !== null) return <p role="alert">{failure.value}</p>;
  if (answer === null) return null;
  return (
    <>
      {answer.groups === 0 ? (
        <p role="status">
          {answer.unknownGroups === 0
            ? t('There are no groups: each sample stands for itself.')
            : t('No group can be compared: each has a sample with only one reward or none.')}
        </p>
      ) : (
        <>
          <p role="status">
            {signsSentence(answer)}{' '}
            {answer.signs.samples > 0 && <ShowLink model={model} condition="whatif.turned=1" />}
          </p>
          <p>
            {ranksSentence(answer)}{' '}
            {answer.ranks.samples > 0 && <ShowLink model={model} condition="whatif.moved!=0" />}
          </p>
        </>
      )}
      <BackLink model={model} />
      {rewardSentences(answer).map((sentence) => (
        <p key={sentence} class="dim">
          {sentence}
        </p>
      ))}
      <Distribution answer={answer} />
      <Disagreements model={model} state={state} answer={answer} />
    </>
  );
}

function ShowLink({
  model,
  condition,
}: {
  readonly model: RunModel;
  readonly condition: string;
}): JSX.Element {
  return (
    <button
      type="button"
      class="link"
      title={t('Filter by {0}', condition)}
      onClick={() => {
        void model.whatIf.showSamples(condition);
      }}
    >
      {t('Show them')}
    </button>
  );
}

function Distribution({ answer: { distributions } }: { readonly answer: RewardAnswer }): JSX.Element | null {
  if (distributions === null) return null;
  const { least, greatest, barsBefore, barsAfter } = distributions;
  const width = (greatest - least) / barsBefore.length;
  const edge = (bar: number): string => anyNumber(least + bar * width);
  return (
    <PairBars
      title={t('Samples by reward, before and after')}
      names={barsBefore.map((_, bar) => t('{0} to {1}', edge(bar), edge(bar + 1)))}
      before={barsBefore}
      after={barsAfter}
      ends={[anyNumber(least), anyNumber(greatest)]}
    />
  );
}

interface DisagreementsProps extends RewardResultProps {
  readonly answer: RewardAnswer;
}

/** The samples that the two rewards see most differently; each opens. */
function Disagreements({ model, state, answer }: DisagreementsProps): JSX.Element | null {
  const [by, setBy] = useState<'advantage' | 'rank'>('advantage');
  const shifts = (by === 'rank' ? answer.byRank : answer.byAdvantage).slice(0, LISTED);
  if (answer.byAdvantage.length === 0) return null;
  return (
    <>
      <h3>{t('Worst disagreements')}</h3>
      <Dropdown
        label={t('Which samples are listed')}
        value={by}
        choices={[
          { value: 'advantage', text: t('by change of advantage') },
          { value: 'rank', text: t('by change of place') },
        ]}
        onChange={(value) => {
          setBy(value === 'rank' ? 'rank' : 'advantage');
        }}
      />
      {shifts.length === 0 && <p class="dim">{t('No sample changes its place in its group.')}</p>}
      <ul class="shifts">
        {shifts.map((shift) => (
          <li key={shift.row}>
            <button
              type="button"
              class="link quiet"
              title={t('Open this sample')}
              onClick={() => {
                model.post({ type: 'open', row: shift.row, generation: state.generation, isKept: false });
              }}
            >
              {nameOf(shift)}
            </button>
            <span class="dim">{numbersOf(shift)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf({ name, answer, row }: NamedShift): string {
  const question = oneLine(name, QUESTION);
  if (question === '') return answer === '' ? t('Row {0}', whole(row + 1)) : answer;
  return answer === '' ? question : `${question}: ${oneLine(answer, QUESTION)}`;
}

function numbersOf({ reward: paid, advantage: worth, rank, size }: NamedShift): string {
  const changes = [
    t('reward {0}', arrow(reward(paid[0]), reward(paid[1]))),
    t('advantage {0}', arrow(advantage(worth[0]), advantage(worth[1]))),
  ];
  if (rank[0] !== rank[1])
    changes.push(t('place {0} of {1}', arrow(whole(rank[0]), whole(rank[1])), whole(size)));
  return changes.join(', ');
}
