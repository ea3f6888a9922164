import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { groupsPhrase } from '../../../../src/core/countPhrases.ts';
import type { FilterOutcome, StepOutcome } from '../../../../src/core/whatIf/filterWhatIf.ts';
import { LARGEST_BATCH } from '../../../../src/protocol/runWhatIf.ts';
import { DataTable } from '../../../shared/dataTable.tsx';
import { whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { drawsSentence, lostSentence } from '../../model/whatIfWords.ts';
import { BackLink } from './backLink.tsx';
import { NumberField } from './numberField.tsx';
import { PairBars } from './pairBars.tsx';

/** Steps that the table has; a run may have thousands. */
const SHOWN_STEPS = 500;

interface FilterResultProps {
  readonly model: RunModel;
  /** Whether nothing is looked at. */
  readonly isEmpty: boolean;
}

/** What the filter of groups does to what is looked at. */
export function FilterResult({ model, isEmpty }: FilterResultProps): JSX.Element | null {
  const { filtered, batch } = model.whatIf;
  const outcome = filtered.value.value;
  const failure = filtered.failure.value;
  if (failure !== null) return <p role="alert">{failure}</p>;
  if (outcome === null) return null;
  const { groups, kept, draws, steps } = outcome;
  if (groups === 0)
    return (
      <p class="dim">
        {isEmpty
          ? t('Nothing is left to keep or drop.')
          : t('There are no groups: each sample stands for itself.')}
      </p>
    );
  const isByStep = steps.some(({ step }) => step !== null);
  return (
    <>
      <p class="what-if-number" role="status">
        <strong>{whole(kept)}</strong> {t('of {0} kept', groupsPhrase(groups))}
      </p>
      <p>{lostSentence(outcome)}</p>
      <p>{drawsSentence(draws, isByStep)}</p>
      <p class="what-if-row">
        <span class="dim">{t('Batch')}</span>
        <NumberField
          label={t('Prompts of a full batch')}
          value={batch.value}
          placeholder={String(draws.batch)}
          step={1}
          least={1}
          most={LARGEST_BATCH}
          onChange={(value) => {
            model.whatIf.setBatch(value === null ? null : Math.round(value));
          }}
        />
      </p>
      <p class="what-if-row">
        <ShowLink model={model} which="kept" count={kept} text={t('Show the kept')} />
        <ShowLink model={model} which="lost" count={groups - kept} text={t('Show the dropped')} />
        <BackLink model={model} />
      </p>
      <DifficultyBars outcome={outcome} />
      {steps.length > 1 && <StepTable steps={steps} />}
    </>
  );
}

interface ShowLinkProps {
  readonly model: RunModel;
  readonly which: 'kept' | 'lost';
  readonly count: number;
  readonly text: string;
}

function ShowLink({ model, which, count, text }: ShowLinkProps): JSX.Element | null {
  if (count === 0) return null;
  return (
    <button
      type="button"
      class="link"
      onClick={() => {
        model.whatIf.showGroups(which);
      }}
    >
      {text}
    </button>
  );
}

function DifficultyBars({
  outcome: { difficulty },
}: {
  readonly outcome: FilterOutcome;
}): JSX.Element | null {
  const { size, before, after, others } = difficulty;
  if (size === 0) return null;
  return (
    <>
      <PairBars
        title={t('Groups by how many of {0} are right, before and after', whole(size))}
        names={before.map((_, right) => t('{0} right', whole(right)))}
        before={before}
        after={after}
        ends={[whole(0), whole(size)]}
      />
      {others > 0 && (
        <p class="dim">
          {t(
            'Not in the bars: {0} of another size or with samples that are not judged.',
            groupsPhrase(others),
          )}
        </p>
      )}
    </>
  );
}

/** What is kept in each step. */
function StepTable({ steps }: { readonly steps: readonly StepOutcome[] }): JSX.Element {
  return (
    <details>
      <summary>{t('By step')}</summary>
      <DataTable
        label={t('What is kept in each step')}
        columns={[
          { title: t('Step') },
          { title: t('Groups'), numeric: true },
          { title: t('Kept'), numeric: true },
          { title: t('To sample'), numeric: true },
        ]}
      >
        {steps.slice(0, SHOWN_STEPS).map(({ step, groups, kept, draws }) => (
          <tr key={step}>
            <th scope="row">{step === null ? t('not known') : whole(step)}</th>
            <td class="numeric">{whole(groups)}</td>
            <td class="numeric">{whole(kept)}</td>
            <td class="numeric" title={drawsSentence(draws, false)}>
              {draws.expected === null ? '∞' : whole(Math.ceil(draws.expected))}
            </td>
          </tr>
        ))}
      </DataTable>
      {steps.length > SHOWN_STEPS && (
        <p class="dim">{t('and {0} more', whole(steps.length - SHOWN_STEPS))}</p>
      )}
    </details>
  );
}
