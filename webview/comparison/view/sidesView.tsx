import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { questionOfPrompt } from '../../../src/core/records/promptQuestion.ts';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { stepsPhrase } from '../../../src/core/countPhrases.ts';
import { Button, Tabs } from '../../shared/controls.tsx';
import { count } from '../../shared/format.ts';
import { FailureAlert } from '../../shared/failureAlert.tsx';
import { StatusLine } from '../../shared/statusLine.tsx';
import { VerdictButtons } from '../../shared/verdictButtons.tsx';
import {
  compareSamples,
  groupSamples,
  sampleName,
  samplesSentences,
} from '../../inspector/model/sampleGroups.ts';
import { finishPhrase, stateSentence } from '../../inspector/model/phrases.ts';
import type { SideModel } from '../model/sideModel.ts';
import type { Row, SidesModel } from '../model/sidesModel.ts';
import { useIsNarrow } from '../../shared/narrow.ts';
import { Answers } from './answersView.tsx';
import { ClaimsTable } from './claimsTableView.tsx';
import { SidesPromptDiff } from './promptDiffView.tsx';
import { Rows, type RowsProps } from './rows.tsx';
import { ScoreTable } from './scoreTableView.tsx';
import { isRunning } from '../../../src/core/records/sampleState.ts';

export interface SidesViewProps {
  readonly model: SidesModel;
  /** Whether what changed in the prompt is shown here. */
  readonly showsPrompt: boolean;
  /** Links to the other questions; null if there are none. */
  readonly navigation: JSX.Element | null;
  readonly onShowOnlyDifferences: (only: boolean) => void;
}

/** The least width of a column, and the greatest width of a panel that shows one side at a time, in CSS pixels. */
const COLUMN = 260;
const NARROW = 700;

/** Trajectories side by side, in any state. */
export function SidesView(props: SidesViewProps): JSX.Element | null {
  const { model, showsPrompt, navigation, onShowOnlyDifferences } = props;
  const { sides } = model;
  const isNarrow = useIsNarrow(Math.min(NARROW, sides.length * COLUMN));
  const [target, setTarget] = useState<RowsProps['target']>(null);
  if (sides.every(({ trajectory }) => trajectory.info.value === null)) return null;
  const shown = isNarrow ? [model.tab.value] : [...sides.keys()];
  return (
    <div class={isNarrow ? 'comparison narrow' : 'comparison'} style={{ '--sides': String(shown.length) }}>
      <header class="head">
        {navigation}
        <h1 class="question">{headingOf(sides)}</h1>
        <Answers model={model} />
        {!isNarrow && (
          <div class="sides">
            {shown.map((side) => (
              <Side key={side} model={model} side={side} />
            ))}
          </div>
        )}
        {showsPrompt && sides.length === 2 && <SidesPromptDiff model={model} />}
        <div class="tables">
          <ScoreTable model={model} />
          <div>
            <ClaimsTable model={model} />
          </div>
        </div>
      </header>
      <Summary
        model={model}
        onShowOnlyDifferences={onShowOnlyDifferences}
        onGoTo={({ key }) => {
          setTarget({ key, time: (target?.time ?? 0) + 1 });
        }}
      />
      <main class="views">
        {isNarrow ? (
          <Tabs
            label={t('Trajectories')}
            tabs={sides.map(({ label: { title } }, side) => ({ id: String(side), title }))}
            active={String(model.tab.value)}
            onChange={(id) => {
              model.showTab(Number(id));
            }}
            render={(id) => (
              <>
                <Side model={model} side={Number(id)} />
                <Rows model={model} shown={shown} target={target} />
              </>
            )}
          />
        ) : (
          <Rows model={model} shown={shown} target={target} />
        )}
      </main>
    </div>
  );
}

/** The question of all sides, or how many trajectories are compared. */
function headingOf(sides: readonly SideModel[]): string {
  const questions = new Set(sides.flatMap(({ trajectory }) => trajectory.info.value?.question ?? []));
  const [question] = questions;
  if (questions.size === 1 && question !== undefined) return questionOfPrompt(question);
  return sides.length === 2 ? t('Two trajectories') : t('{0} trajectories', count(sides.length));
}

interface SideProps {
  readonly model: SidesModel;
  readonly side: number;
}

/** One side: what was asked, its state, and whether its answer is right. */
function Side({ model, side }: SideProps): JSX.Element | null {
  const own = model.sides[side];
  if (own === undefined) return null;
  const { title, prompt } = own.label;
  const isReference = model.reference.value === side;
  return (
    <section class="side" aria-label={title}>
      <h2>
        {title} {prompt !== '' && <span class="prompt">{prompt}</span>}
      </h2>
      <Meta side={own} />
      <Status side={own} />
      <div class="side-actions">
        <SamplePicker side={own} />
        <VerdictButtons
          label={t('Is the answer right? ({0})', title)}
          verdict={own.sample.value?.meta.value.verdict}
          onChoose={(verdict) => {
            own.setVerdict(verdict);
          }}
        />
        <Button
          onClick={() => {
            own.inspect();
          }}
        >
          {t('Inspect')}
        </Button>
        {model.sides.length > 2 && (
          <Button
            pressed={isReference}
            title={t('Show how the others differ from this one')}
            onClick={() => {
              model.setReference(side);
            }}
          >
            {t('Compare with This')}
          </Button>
        )}
      </div>
    </section>
  );
}

interface OwnProps {
  readonly side: SideModel;
}

function Meta({ side: { trajectory, sample } }: OwnProps): JSX.Element {
  const info = trajectory.info.value;
  const meta = sample.value?.meta.value;
  const finish = finishPhrase(meta?.finishReason ?? null);
  const parts = [
    info?.model ?? '',
    (info?.composite?.chosen === true ? info.composite.name : info?.profile) ?? '',
    info?.sampling ?? '',
    meta?.tokens === null || meta === undefined ? '' : tokenCount(meta.tokens, meta.tokensEstimated),
    finish?.text ?? '',
  ];
  return <p class="meta">{parts.filter((part) => part !== '').join(' \u00b7 ')}</p>;
}

function Status({ side }: OwnProps): JSX.Element | null {
  const info = side.trajectory.info.value;
  if (info?.failure != null) {
    const { message, hint } = info.failure;
    return <FailureAlert message={message} hint={hint} />;
  }
  const sample = side.sample.value;
  const state = sample?.meta.value.state;
  const isEmpty = (sample?.parsed.value.text.length ?? 0) === 0;
  const sentence = info?.progress ?? stateSentence(state, isEmpty);
  return (
    <StatusLine
      sentence={sentence}
      isBusy={sample !== null && isRunning(sample.meta.value)}
      onCancel={() => {
        side.cancel();
      }}
    />
  );
}

/** The samples of a side: what they have in common, and which of them is compared. */
function SamplePicker({ side }: OwnProps): JSX.Element | null {
  const samples = compareSamples(side.trajectory.samples.value);
  if (samples.length < 2 || side.label.isSample) return null;
  const shown = side.sampleIndex.value;
  const groups = groupSamples(samples, side.trajectory.info.value?.profile ?? null);
  return (
    <div class="samples" role="group" aria-label={t('Sample')}>
      <p class="samples-sum">{samplesSentences(samples, groups)}</p>
      {samples.map((sample) => (
        <Button
          key={sample.index}
          pressed={sample.index === shown}
          label={sampleName(sample, samples.length)}
          title={t('Compare {0}', sampleName(sample, samples.length))}
          onClick={() => {
            side.showSample(sample.index);
          }}
        >
          {String(sample.index + 1)}
        </Button>
      ))}
    </div>
  );
}

interface SummaryProps extends Pick<SidesViewProps, 'model' | 'onShowOnlyDifferences'> {
  /** Scrolls to a row. */
  readonly onGoTo: (row: Row) => void;
}

/**
 * How much differs and where the trajectories part, in words, and a way to show only the differences. It stays in sight
 * whatever the head above it shows.
 */
function Summary({ model, onShowOnlyDifferences, onGoTo }: SummaryProps): JSX.Element {
  const rows = model.rows.value;
  const only = model.onlyDifferences.value;
  const parting = model.parting.value;
  // The sides may have different numbers for it.
  const actions = parting === null ? [] : [parting.actions[model.reference.value] ?? 0, ...parting.actions];
  const action = actions.find((number) => number > 0) ?? 0;
  const differ = rows.filter(({ difference }) => difference !== null).length;
  const arriving = rows.some(({ state }) => state === 'arriving');
  const sentence = differenceSentence(rows.length, differ, arriving);
  return (
    <section class="summary" aria-label={t('Differences')}>
      <span>{sentence}</span>
      {parting !== null && <span>{partingSentence(parting, action)}</span>}
      {parting !== null && (
        <Button
          onClick={() => {
            onGoTo(parting);
          }}
        >
          {action > 0 ? t('Go to Step {0}', count(action)) : t('Go There')}
        </Button>
      )}
      <Button
        pressed={only}
        disabled={rows.length === 0}
        onClick={() => {
          onShowOnlyDifferences(!only);
        }}
      >
        {t('Only Differences')}
      </Button>
    </section>
  );
}

/**
 * Where the trajectories part, and in what.
 * @param action the number of that step among the model's actions; 0 if it is no action
 */
function partingSentence({ steps, difference }: Row, action: number): string {
  const step = count(action);
  const named = steps.find((each) => each !== null)?.name ?? '';
  const name = named === '' ? t('text outside the tags') : named;
  if (action === 0) {
    if (difference === 'missing') return t('They part at {0}, which not all of them have.', name);
    return difference === 'text' ? t('They part in the text of {0}.', name) : t('They part at {0}.', name);
  }
  switch (difference) {
    case 'missing':
      return t('They part at step {0}, which not all of them have: {1}.', step, name);
    case 'name':
      return t('They part at step {0}, where they call different tools.', step);
    case 'args':
      return t('They part at step {0}, in the args of {1}.', step, name);
    default:
      return t('They part at step {0}, in the text of {1}.', step, name);
  }
}

/** How many of the steps differ. */
function differenceSentence(all: number, differ: number, arriving: boolean): string {
  if (all === 0) return t('There is nothing to compare yet.');
  if (differ === 0) return arriving ? t('No step differs so far.') : t('No step differs.');
  const steps = stepsPhrase(all);
  if (differ === 1) return arriving ? t('1 of {0} differs so far.', steps) : t('1 of {0} differs.', steps);
  return arriving
    ? t('{0} of {1} differ so far.', count(differ), steps)
    : t('{0} of {1} differ.', count(differ), steps);
}
