import type { JSX } from 'preact';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import { formatReward } from '../../../src/core/rewards/explanation/headline.ts';
import { count, pluralize } from '../../shared/format.ts';
import { NO_SCORE } from '../model/explain.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import { answerOf } from '../model/answer.ts';
import { summarizeSamples } from '../model/samplesSummary.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';

interface SamplesProps {
  readonly model: InspectorModel;
}

const VERDICT_SIGN = { right: '\u2713 right', wrong: '\u2717 wrong', unknown: '? unknown' } as const;

/** A tab for each sample of the question; nothing if there is only one. */
export function SampleTabs({ model }: SamplesProps): JSX.Element | null {
  const samples = model.samples.value;
  if (samples.length < 2) return null;
  const active = Math.min(model.sampleIndex.value, samples.length - 1);
  const go = (index: number): void => {
    const next = (index + samples.length) % samples.length;
    model.showSample(next);
    document.getElementById(`sample-${next}`)?.focus();
  };
  return (
    <div
      class="sample-tabs"
      role="tablist"
      aria-label="Samples"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(active + 1);
        else if (event.key === 'ArrowLeft') go(active - 1);
        else if (event.key === 'Home') go(0);
        else if (event.key === 'End') go(samples.length - 1);
        else return;
        event.preventDefault();
      }}
    >
      {samples.map((sample, index) => (
        <SampleTab key={index} model={model} sample={sample} index={index} active={index === active} />
      ))}
    </div>
  );
}

interface SampleTabProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
  readonly index: number;
  readonly active: boolean;
}

function SampleTab({ model, sample, index, active }: SampleTabProps): JSX.Element {
  const explained = sample.explained.value;
  const meta = sample.meta.value;
  const running = isRunning(meta);
  return (
    <button
      type="button"
      id={`sample-${index}`}
      role="tab"
      aria-selected={active}
      aria-controls="sample-panel"
      tabIndex={active ? 0 : -1}
      class="sample-tab"
      title={`Sample ${index + 1}: ${running ? 'arriving' : meta.verdict}`}
      onClick={() => {
        model.showSample(index);
      }}
    >
      {index + 1}
      <span class="dim">{running ? '…' : (explained?.headline ?? NO_SCORE)}</span>
    </button>
  );
}

const COLUMNS: readonly Column[] = [
  { title: 'Sample' },
  { title: 'Verdict' },
  { title: 'Reward', numeric: true },
  { title: 'Tokens', numeric: true },
  { title: 'Tools', numeric: true },
  { title: 'Failed checks', numeric: true },
  { title: 'Ended' },
  { title: 'Answer' },
];

/** The samples of one question side by side: the answer of each, whether it is right, and its reward. */
export function SamplesView({ model }: SamplesProps): JSX.Element {
  const samples = model.samples.value;
  const comparison = summarizeSamples(samples);
  const best = comparison.best;
  return (
    <div class="samples">
      <p class="samples-summary">{summary(comparison)}</p>
      <DataTable label="Samples compared" columns={COLUMNS}>
        {samples.map((sample, index) => (
          <SampleRow
            key={index}
            model={model}
            sample={sample}
            index={index}
            best={samples.length > 1 && best !== null && sampleReward(sample) === best}
          />
        ))}
      </DataTable>
    </div>
  );
}

interface SampleRowProps {
  readonly model: InspectorModel;
  readonly sample: SampleModel;
  readonly index: number;
  readonly best: boolean;
}

function SampleRow({ model, sample, index, best }: SampleRowProps): JSX.Element {
  const meta = sample.meta.value;
  const explained = sample.explained.value;
  const parsed = sample.parsed.value;
  const failed = sample.checks.value.filter(({ state }) => state === 'failed').length;
  const shown = sample === model.sample.value;
  const answer = answerOf(parsed).text;
  const running = sample.streaming;
  return (
    <tr class={shown ? 'current' : ''} aria-current={shown ? 'true' : undefined}>
      <th scope="row">
        <button
          type="button"
          class="link"
          title="Show this sample"
          onClick={() => {
            model.showSample(index);
            model.showTab('steps');
          }}
        >
          {index + 1}
        </button>
      </th>
      <td class={`verdict-${meta.verdict}`}>{VERDICT_SIGN[meta.verdict]}</td>
      <td class="numeric">
        {running ? NO_SCORE : (explained?.headline ?? NO_SCORE)}
        {best && <span class="dim"> best</span>}
      </td>
      <td class="numeric">
        {meta.tokens === null ? '–' : `${meta.tokensEstimated ? 'about ' : ''}${count(meta.tokens)}`}
      </td>
      <td class="numeric">{parsed.tools.length}</td>
      <td class="numeric">{failed}</td>
      <td>{meta.state === 'done' ? (meta.finishReason ?? 'done') : running ? 'arriving' : meta.state}</td>
      <td class="answer-cell">
        {answer === '' ? <span class="dim">{running ? 'none yet' : 'no answer'}</span> : answer}
      </td>
    </tr>
  );
}

function sampleReward(sample: SampleModel): number | null {
  if (sample.streaming) return null;
  return sample.explained.value?.score?.overall ?? null;
}

function summary(comparison: ReturnType<typeof summarizeSamples>): string {
  const { size, right, wrong, unknown, mean, best, worst, answers } = comparison;
  if (size === 1) return 'One sample. Ask with more samples to compare several responses to the question.';
  const verdicts = [
    right > 0 ? `${count(right)} right` : '',
    wrong > 0 ? `${count(wrong)} wrong` : '',
    unknown > 0 ? `${count(unknown)} not judged` : '',
  ].filter((part) => part !== '');
  const paid =
    mean === null || best === null || worst === null
      ? ''
      : best === worst
        ? ` All are paid ${formatReward(best)}.`
        : ` The reward goes from ${formatReward(worst)} to ${formatReward(best)}, ${formatReward(Math.round(mean * 1000) / 1000)} on average.`;
  const agreement =
    answers <= 1 ? ' All answer alike.' : ` They give ${pluralize(answers, 'different answer')}.`;
  return `${pluralize(size, 'sample')}: ${verdicts.join(', ')}.${paid}${agreement}`;
}
