import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { Button } from '../../shared/controls.tsx';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import { samplesPhrase } from '../../../src/core/countPhrases.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { formatReward } from '../../../src/core/rewards/explanation/headline.ts';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { NO_SCORE } from '../model/explain.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import type { SampleMeta } from '../model/sampleModel.ts';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';
import {
  compareSamples,
  groupSamples,
  sampleName,
  samplesSentences,
  unjudged,
  verdictsPhrase,
  type ComparedSample,
  type SampleGroup,
} from '../model/sampleGroups.ts';
import { judgeTitle, hasReference } from './judging.tsx';

interface SampleTabsProps {
  readonly model: InspectorModel;
}

/** A tab for each sample of the question; nothing if there is only one. */
export function SampleTabs({ model }: SampleTabsProps): JSX.Element | null {
  const samples = compareSamples(model.samples.value);
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
      aria-label={t('Samples')}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') go(active + 1);
        else if (event.key === 'ArrowLeft') go(active - 1);
        else if (event.key === 'Home') go(0);
        else if (event.key === 'End') go(samples.length - 1);
        else return;
        event.preventDefault();
      }}
    >
      {samples.map((sample) => (
        <SampleTab
          key={sample.index}
          model={model}
          compared={sample}
          total={samples.length}
          active={sample.index === active}
        />
      ))}
    </div>
  );
}

interface SampleTabProps {
  readonly model: InspectorModel;
  readonly compared: ComparedSample;
  readonly total: number;
  readonly active: boolean;
}

function SampleTab({ model, compared, total, active }: SampleTabProps): JSX.Element {
  const { index, sample } = compared;
  const name = sampleName(compared, total);
  return (
    <button
      type="button"
      id={`sample-${index}`}
      role="tab"
      aria-selected={active}
      aria-controls="sample-panel"
      tabIndex={active ? 0 : -1}
      class="sample-tab"
      title={name}
      onClick={() => {
        model.showSample(index);
      }}
    >
      <span class="visually-hidden">{name}</span>
      <span class="sample-sign" aria-hidden="true">
        {index + 1}
        <span class="dim">
          {sample.streaming ? '…' : compared.reward === null ? '?' : formatReward(compared.reward)}
        </span>
      </span>
    </button>
  );
}

const columns = (): readonly Column[] => [
  { title: t('Sample') },
  { title: t('Verdict') },
  { title: t('Reward'), numeric: true },
  { title: t('Tokens'), numeric: true },
  { title: t('Tool calls'), numeric: true },
  { title: t('Failed checks'), numeric: true },
  { title: t('Ended') },
];

interface SamplesProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
}

/** The samples of one question by their answer, with what is judged and what each is paid. */
export function SamplesView({ model, info }: SamplesProps): JSX.Element {
  const samples = compareSamples(model.samples.value);
  const groups = groupSamples(samples, info.profile);
  const open = unjudged(samples).length;
  return (
    <div class="samples">
      <div class="samples-summary">
        <p>{samplesSentences(samples, groups)}</p>
        <Button
          onClick={() => {
            model.command('compareSamples');
          }}
        >
          {t('Compare Samples')}
        </Button>
        {open > 0 && (
          <Button
            disabled={!info.canJudge || !hasReference(info)}
            title={judgeTitle(info)}
            onClick={() => {
              model.post({ type: 'judgeAll' });
            }}
          >
            {t('Judge All')}
          </Button>
        )}
      </div>
      <DataTable label={t('Samples compared')} columns={columns()}>
        {groups.map((group) => (
          <Group key={group.samples[0]?.index} model={model} group={group} total={samples.length} />
        ))}
      </DataTable>
    </div>
  );
}

interface GroupProps {
  readonly model: InspectorModel;
  readonly group: SampleGroup;
  readonly total: number;
}

/** The samples that give one answer, below that answer. */
function Group({ model, group: { answer, samples }, total }: GroupProps): JSX.Element {
  return (
    <>
      <tr class="group-row">
        <th colSpan={columns().length} scope="colgroup">
          <span class={answer === '' ? 'dim' : 'group-answer'}>
            {answer === '' ? t('No answer') : answer}
          </span>
          <span class="dim">
            {samplesPhrase(samples.length)}: {verdictsPhrase(samples)}
          </span>
        </th>
      </tr>
      {samples.map((sample) => (
        <SampleRow key={sample.index} model={model} compared={sample} total={total} />
      ))}
    </>
  );
}

interface SampleRowProps {
  readonly model: InspectorModel;
  readonly compared: ComparedSample;
  readonly total: number;
}

/** The verdict on a sample, with who gave it. */
function verdictText(verdict: Verdict, by: SampleMeta['verdictBy']): string {
  switch (verdict) {
    case 'right':
      if (by === null) return t('Right');
      return by === 'person' ? t('Right (by you)') : t('Right (by the model)');
    case 'wrong':
      if (by === null) return t('Wrong');
      return by === 'person' ? t('Wrong (by you)') : t('Wrong (by the model)');
    case 'unknown':
      return t('Not judged');
  }
}

/** How a sample ended, in the server's word if it has one. */
function endText({ state, finishReason }: SampleMeta): string {
  switch (state) {
    case 'waiting':
    case 'streaming':
      return t('Still arriving');
    case 'done':
      return finishReason ?? t('Done');
    case 'cancelled':
      return t('Canceled');
    case 'failed':
      return t('Failed');
  }
}

function SampleRow({ model, compared, total }: SampleRowProps): JSX.Element {
  const { sample, index, verdict } = compared;
  const meta = sample.meta.value;
  const parsed = sample.parsed.value;
  const failed = sample.checks.value.filter(({ state }) => state === 'failed').length;
  const shown = sample === model.sample.value;
  return (
    <tr class={shown ? 'current' : ''} aria-current={shown ? 'true' : undefined}>
      <th scope="row">
        <button
          type="button"
          class="link"
          aria-label={sampleName(compared, total)}
          title={t('Show the steps of this sample')}
          onClick={() => {
            model.showSample(index);
            model.showTab('steps');
          }}
        >
          {index + 1}
        </button>
      </th>
      <td class={`verdict-${verdict}`}>{sample.streaming ? '' : verdictText(verdict, meta.verdictBy)}</td>
      <td class="numeric reward-cell">
        {sample.streaming ? NO_SCORE : (sample.explained.value?.headline ?? NO_SCORE)}
      </td>
      <td class="numeric">
        {meta.tokens === null ? NO_SCORE : tokenCell(meta.tokens, meta.tokensEstimated)}
      </td>
      <td class="numeric">{parsed.tools.length}</td>
      <td class="numeric">{failed === 0 ? '' : wholeNumber(failed)}</td>
      <td>{endText(meta)}</td>
    </tr>
  );
}

const tokenCell = (tokens: number, isEstimated: boolean): string =>
  isEstimated ? tokenCount(tokens, true) : wholeNumber(tokens);
