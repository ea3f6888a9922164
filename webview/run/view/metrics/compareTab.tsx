import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { csvLine } from '../../../../src/core/csv.ts';
import { COMPARISON_COLUMNS, comparedMetricRows } from '../../../../src/core/runComparison/comparisonCsv.ts';
import { comparisonReport } from '../../../../src/core/runComparison/comparisonReport.ts';
import type { ComparisonAnswer, RunComparison } from '../../../../src/core/runComparison/model.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Button, Dropdown } from '../../../shared/controls.tsx';
import type { RunModel } from '../../model/runModel.ts';
import { ComparedQuestions } from './comparedQuestions.tsx';
import { MeasuringNote } from './measuringNote.tsx';
import { ExportMenus, ReportParts } from './reportParts.tsx';
import { ValuesChoice } from './valuesChoice.tsx';

interface CompareTabProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** What differs between the run and another one, or between two parts of it. */
export function CompareTab({ model, state }: CompareTabProps): JSX.Element {
  const { compare } = model.measures;
  useEffect(() => {
    compare.want(true);
    return () => {
      compare.want(false);
    };
  }, [compare]);
  const parts = compare.parts.value;
  const answer = parts === null ? null : compare.answer.value;
  const comparison = answer?.comparison ?? null;
  const { compared } = state;
  const isReading = parts?.kind === 'run' && compared?.phase === 'indexing';
  const hasFailed = parts?.kind === 'run' && compared?.phase === 'failed';
  return (
    <div class="metrics-tab">
      <Choice model={model} state={state} />
      {parts === null && (
        <p class="dim">
          {t(
            'Questions that both have are compared: what is answered better or worse, with tests, and which tools and findings came and went.',
          )}
        </p>
      )}
      {hasFailed && (
        <p class="run-note warned" role="alert">
          {t('This run cannot be compared with {0}. {1}', compared.name, compared.problem ?? '')}
        </p>
      )}
      {isReading && (
        <p class="dim" role="status">
          {t('Reading {0}…', compared.name)}
        </p>
      )}
      {parts !== null && !isReading && !hasFailed && (
        <MeasuringNote
          isAsking={compare.isAsking.value}
          failure={compare.failure.value}
          progress={compare.progress.value}
          hasAnswer={comparison !== null}
        />
      )}
      {answer !== null && comparison !== null && !hasFailed && (
        <Compared
          model={model}
          answer={answer}
          comparison={comparison}
          isFiltered={state.view.filter.trim() !== ''}
        />
      )}
    </div>
  );
}

function Compared({
  model,
  answer,
  comparison,
  isFiltered,
}: {
  readonly model: RunModel;
  readonly answer: ComparisonAnswer;
  readonly comparison: RunComparison;
  readonly isFiltered: boolean;
}): JSX.Element {
  const { compare } = model.measures;
  const report = comparisonReport(comparison, []);
  const measures = comparison.metrics.filter(({ better }) => better !== null);
  return (
    <>
      <div class="metrics-bar">
        <h2 class="compare-title">{report.title}</h2>
        {measures.length > 0 && (
          <Dropdown
            label={t('The metric that says which run answers a question better')}
            value={comparison.measure ?? ''}
            choices={measures.map(({ name, title }) => ({ value: name, text: t('Better by {0}', title) }))}
            onChange={(name) => {
              compare.chooseMeasure(name);
            }}
          />
        )}
        <ExportMenus
          model={model}
          report={report}
          csv={() => [COMPARISON_COLUMNS, ...comparedMetricRows(comparison)].map(csvLine).join('')}
        />
      </div>
      <ReportParts report={report} definitions={comparison.metrics} />
      {comparison.matched === 0 && <NothingShared comparison={comparison} isFiltered={isFiltered} />}
      {comparison.matched > 0 && <ComparedQuestions model={model} comparison={comparison} />}
      <Unmatched
        title={t('Only in {0}', comparison.run.name)}
        names={answer.onlyInRun}
        of={comparison.run.unmatched}
      />
      <Unmatched
        title={t('Only in {0}', comparison.base.name)}
        names={answer.onlyInBase}
        of={comparison.base.unmatched}
      />
    </>
  );
}

/** Says why nothing could be compared. */
function NothingShared({
  comparison: { run, base },
  isFiltered,
}: {
  readonly comparison: RunComparison;
  readonly isFiltered: boolean;
}): JSX.Element {
  const empty = [run, base].find(({ samples }) => samples === 0);
  return (
    <p class="run-note">
      {empty === undefined
        ? t(
            'Nothing can be compared, because no question is in both. Questions are matched by their ids and references, otherwise by their words.',
          )
        : isFiltered
          ? t('Nothing can be compared, because the filter leaves no sample of {0}.', empty.name)
          : t('Nothing can be compared, because {0} has no samples.', empty.name)}
    </p>
  );
}

/** Questions that only one of the runs has. */
function Unmatched({
  title,
  names,
  of,
}: {
  readonly title: string;
  readonly names: readonly string[];
  readonly of: number;
}): JSX.Element | null {
  if (of === 0) return null;
  return (
    <details class="compare-unmatched">
      <summary>
        {title} ({of.toLocaleString()})
      </summary>
      <ul>
        {names.map((name, at) => (
          <li key={at}>{name}</li>
        ))}
      </ul>
      {of > names.length && <p class="dim">{t('and {0} more', of - names.length)}</p>}
    </details>
  );
}

/** Chooses what is compared: another run, or two values of a field. */
function Choice({ model, state }: CompareTabProps): JSX.Element {
  const { compare } = model.measures;
  const parts = compare.parts.value;
  const isCompared = parts !== null;
  return (
    <div class="metrics-bar">
      <Button
        onClick={() => {
          model.post({ type: 'chooseCompared', isFolder: false });
        }}
      >
        {t('Compare with a File…')}
      </Button>
      <Button
        onClick={() => {
          model.post({ type: 'chooseCompared', isFolder: true });
        }}
      >
        {t('Compare with a Folder…')}
      </Button>
      <ValuesChoice compare={compare} state={state} />
      {isCompared && (
        <Button
          onClick={() => {
            if (state.compared !== null) model.post({ type: 'closeCompared' });
            compare.close();
          }}
        >
          {t('Close the Comparison')}
        </Button>
      )}
    </div>
  );
}
