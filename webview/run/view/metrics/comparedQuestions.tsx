import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { metricNumber } from '../../../../src/core/runMetrics/format/numbers.ts';
import type {
  ListedOutcome,
  ListedQuestion,
  RunComparison,
} from '../../../../src/core/runComparison/model.ts';
import { Button, Dropdown } from '../../../shared/controls.tsx';
import { DataTable } from '../../../shared/dataTable.tsx';
import { whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';

interface ComparedQuestionsProps {
  readonly model: RunModel;
  readonly comparison: RunComparison;
}

/** The questions that are answered better, worse, equally well, or otherwise; each opens both trajectories. */
export function ComparedQuestions({ model, comparison }: ComparedQuestionsProps): JSX.Element {
  const { compare } = model.measures;
  const { wins, losses, ties, changedAnswers, base, run, metrics, measure } = comparison;
  const choices: readonly { readonly value: ListedOutcome; readonly text: string }[] = [
    { value: 'loss', text: t('Answered worse ({0})', whole(losses)) },
    { value: 'win', text: t('Answered better ({0})', whole(wins)) },
    { value: 'tie', text: t('Answered equally well ({0})', whole(ties)) },
    { value: 'changed', text: t('With another answer ({0})', whole(changedAnswers)) },
  ];
  const unit = metrics.find(({ name }) => name === measure)?.unit ?? 'number';
  const listing = compare.listing.value;
  const left = listing === null ? 0 : listing.count - listing.questions.length;
  return (
    <section class="metrics-table">
      <div class="metrics-bar">
        <h2>{t('Questions')}</h2>
        <Dropdown
          label={t('Which questions are listed')}
          value={compare.outcome.value}
          choices={choices}
          onChange={(value) => {
            const chosen = choices.find((each) => each.value === value);
            if (chosen !== undefined) compare.chooseOutcome(chosen.value);
          }}
        />
      </div>
      {listing !== null && listing.count === 0 && <p class="dim">{t('There are no such questions.')}</p>}
      {listing !== null && listing.count > 0 && (
        <DataTable
          label={t('Questions')}
          columns={[
            { title: t('Question') },
            { title: base.name, numeric: true },
            { title: run.name, numeric: true },
            { title: t('Answer') },
          ]}
        >
          {listing.questions.map((question) => (
            <tr key={`${question.baseRow} ${question.runRow}`}>
              <th scope="row">
                <button
                  type="button"
                  class="link compare-question"
                  title={t('Shows a sample of each side by side')}
                  onClick={() => {
                    open(model, question);
                  }}
                >
                  {question.name}
                </button>
              </th>
              <td class="numeric">{metricNumber(question.base, unit)}</td>
              <td class="numeric">{metricNumber(question.run, unit)}</td>
              <td class="dim">{question.isAnswerChanged ? t('another one') : ''}</td>
            </tr>
          ))}
        </DataTable>
      )}
      {left > 0 && (
        <Button
          onClick={() => {
            compare.more();
          }}
        >
          {t('Show More ({0} Left)', whole(left))}
        </Button>
      )}
    </section>
  );
}

function open(model: RunModel, { baseRow, runRow }: ListedQuestion): void {
  const parts = model.measures.compare.parts.peek();
  if (parts === null) return;
  const generation = model.state.peek()?.generation ?? 0;
  model.post({ type: 'compareQuestion', parts, baseRow, runRow, generation });
}
