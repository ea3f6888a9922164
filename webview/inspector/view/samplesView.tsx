import type { JSX } from 'preact';
import { Button } from '../../shared/controls.tsx';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import { count, pluralize } from '../../shared/format.ts';
import { formatReward } from '../../../src/core/rewards/explanation/headline.ts';
import { tokenCount } from '../../../src/core/tokenCount.ts';
import { NO_SCORE } from '../model/explain.ts';
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

const COLUMNS: readonly Column[] = [
  { title: 'Sample' },
  { title: 'Verdict' },
  { title: 'Reward', numeric: true },
  { title: 'Tokens', numeric: true },
  { title: 'Tool calls', numeric: true },
  { title: 'Failed checks', numeric: true },
  { title: 'Ended' },
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
        {open > 0 && (
          <Button
            disabled={!info.canJudge || !hasReference(info)}
            title={judgeTitle(info)}
            onClick={() => {
              model.judgeAll();
            }}
          >
            Judge All
          </Button>
        )}
      </div>
      <DataTable label="Samples compared" columns={COLUMNS}>
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
        <th colSpan={COLUMNS.length} scope="colgroup">
          <span class={answer === '' ? 'dim' : 'group-answer'}>{answer === '' ? 'No answer' : answer}</span>
          <span class="dim">
            {pluralize(samples.length, 'sample')}: {verdictsPhrase(samples)}
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

const BY = { person: ' (by you)', judge: ' (by the model)' } as const;
const VERDICTS = { right: 'Right', wrong: 'Wrong', unknown: 'Not judged' } as const;
const STATES = {
  waiting: 'Still arriving',
  streaming: 'Still arriving',
  done: 'Done',
  cancelled: 'Canceled',
  failed: 'Failed',
} as const;

function SampleRow({ model, compared, total }: SampleRowProps): JSX.Element {
  const { sample, index, verdict } = compared;
  const meta = sample.meta.value;
  const parsed = sample.parsed.value;
  const failed = sample.checks.value.filter(({ state }) => state === 'failed').length;
  const shown = sample === model.sample.value;
  const by = meta.verdictBy === null ? '' : BY[meta.verdictBy];
  return (
    <tr class={shown ? 'current' : ''} aria-current={shown ? 'true' : undefined}>
      <th scope="row">
        <button
          type="button"
          class="link"
          aria-label={sampleName(compared, total)}
          title="Show the steps of this sample"
          onClick={() => {
            model.showSample(index);
            model.showTab('steps');
          }}
        >
          {index + 1}
        </button>
      </th>
      <td class={`verdict-${verdict}`}>{sample.streaming ? '' : `${VERDICTS[verdict]}${by}`}</td>
      <td class="numeric reward-cell">
        {sample.streaming ? NO_SCORE : (sample.explained.value?.headline ?? NO_SCORE)}
      </td>
      <td class="numeric">
        {meta.tokens === null ? NO_SCORE : tokenCell(meta.tokens, meta.tokensEstimated)}
      </td>
      <td class="numeric">{parsed.tools.length}</td>
      <td class="numeric">{failed === 0 ? '' : count(failed)}</td>
      <td>{meta.state === 'done' ? (meta.finishReason ?? STATES.done) : STATES[meta.state]}</td>
    </tr>
  );
}

const tokenCell = (tokens: number, isEstimated: boolean): string =>
  isEstimated ? tokenCount(tokens, true) : count(tokens);
