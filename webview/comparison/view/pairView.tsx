import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { stepsPhrase } from '../../../src/core/countPhrases.ts';
import type { ComparisonSide } from '../../../src/protocol/comparison.ts';
import { Button } from '../../shared/controls.tsx';
import { count } from '../../shared/format.ts';
import { FailureAlert } from '../../shared/failureAlert.tsx';
import { StatusLine } from '../../shared/statusLine.tsx';
import { VerdictButtons } from '../../shared/verdictButtons.tsx';
import type { InspectorModel } from '../../inspector/model/inspectorModel.ts';
import {
  compareSamples,
  groupSamples,
  sampleName,
  samplesSentences,
} from '../../inspector/model/sampleGroups.ts';
import { finishPhrase, stateSentence } from '../../inspector/model/phrases.ts';
import type { PairModel } from '../model/pairModel.ts';
import { PairPromptDiff } from './promptDiffView.tsx';
import { Rows } from './rows.tsx';
import { ScoreTable } from './scoreTableView.tsx';
import { isRunning } from '../../../src/core/records/sampleState.ts';

export interface PairViewProps {
  readonly model: PairModel;
  /** Whether what changed in the prompt is shown here. */
  readonly showsPrompt: boolean;
  /** Links to the other questions; null if there are none. */
  readonly navigation: JSX.Element | null;
  readonly onShowOnlyDifferences: (only: boolean) => void;
}

const SIDES: readonly ComparisonSide[] = ['before', 'after'];
const titleOf = (side: ComparisonSide): string => (side === 'before' ? t('Before') : t('After'));

/** Two trajectories of one question side by side, in any state. */
export function PairView(props: PairViewProps): JSX.Element | null {
  const { model, showsPrompt, navigation, onShowOnlyDifferences } = props;
  const { labels } = model;
  const info = model.after.info.value ?? model.before.info.value;
  if (info === null) return null;
  return (
    <div class="comparison">
      <header class="head">
        {navigation}
        <h1 class="question">{info.question ?? t('Two trajectories')}</h1>
        <div class="sides">
          {SIDES.map((side) => (
            <Side key={side} model={model} side={side} prompt={labels[side].prompt} />
          ))}
        </div>
        {showsPrompt && <PairPromptDiff model={model} />}
        <ScoreTable model={model} />
        <Summary model={model} onShowOnlyDifferences={onShowOnlyDifferences} />
      </header>
      <main class="views">
        <Rows model={model} />
      </main>
    </div>
  );
}

interface SideProps {
  readonly model: PairModel;
  readonly side: ComparisonSide;
  readonly prompt: string;
}

/** One side: what was asked, its state, and whether its answer is right. */
function Side({ model, side, prompt }: SideProps): JSX.Element {
  const own = model[side];
  return (
    <section class="side" aria-label={titleOf(side)}>
      <h2>
        {titleOf(side)} {prompt !== '' && <span class="prompt">{prompt}</span>}
      </h2>
      <Meta model={own} />
      <Status model={own} />
      <div class="side-actions">
        <SamplePicker model={own} />
        <VerdictButtons
          label={side === 'before' ? t('Is the answer right? (before)') : t('Is the answer right? (after)')}
          verdict={own.sample.value?.meta.value.verdict}
          onChoose={(verdict) => {
            own.setVerdict(verdict);
          }}
        />
        <Button
          onClick={() => {
            model.inspect(side);
          }}
        >
          {t('Inspect')}
        </Button>
      </div>
    </section>
  );
}

function Meta({ model }: { readonly model: InspectorModel }): JSX.Element {
  const info = model.info.value;
  const meta = model.sample.value?.meta.value;
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

function Status({ model }: { readonly model: InspectorModel }): JSX.Element | null {
  const info = model.info.value;
  if (info?.failure != null) {
    const { message, hint } = info.failure;
    return <FailureAlert message={message} hint={hint} />;
  }
  const sample = model.sample.value;
  const state = sample?.meta.value.state;
  const isEmpty = (sample?.parsed.value.text.length ?? 0) === 0;
  const sentence = info?.progress ?? stateSentence(state, isEmpty);
  return (
    <StatusLine
      sentence={sentence}
      isBusy={sample !== null && isRunning(sample.meta.value)}
      onCancel={() => {
        model.command('cancel');
      }}
    />
  );
}

/** The samples of a side: what they have in common, and which of them is compared. */
function SamplePicker({ model }: { readonly model: InspectorModel }): JSX.Element | null {
  const samples = compareSamples(model.samples.value);
  if (samples.length < 2) return null;
  const shown = Math.min(model.sampleIndex.value, samples.length - 1);
  const groups = groupSamples(samples, model.info.value?.profile ?? null);
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
            model.showSample(sample.index);
          }}
        >
          {String(sample.index + 1)}
        </Button>
      ))}
    </div>
  );
}

/** How much differs, in words, and a way to show only the differences. */
function Summary({
  model,
  onShowOnlyDifferences,
}: Pick<PairViewProps, 'model' | 'onShowOnlyDifferences'>): JSX.Element {
  const rows = model.rows.value;
  const only = model.onlyDifferences.value;
  const differ = rows.filter(({ state }) => state !== 'same' && state !== 'arriving').length;
  const arriving = rows.some(({ state }) => state === 'arriving');
  const sentence = differenceSentence(rows.length, differ, arriving);
  return (
    <div class="summary">
      <span>{sentence}</span>
      <Button
        pressed={only}
        disabled={rows.length === 0}
        onClick={() => {
          onShowOnlyDifferences(!only);
        }}
      >
        {t('Only Differences')}
      </Button>
    </div>
  );
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
