import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Button, Dropdown } from '../../../shared/controls.tsx';
import type { CompareModel } from '../../model/compareModel.ts';
import { FieldChoice } from './fieldChoice.tsx';

interface ValuesChoiceProps {
  readonly compare: CompareModel;
  readonly state: RunState;
}

/** Two values of a field, such as two steps or two prompts: the samples with the second are compared with the first. */
export function ValuesChoice({ compare, state }: ValuesChoiceProps): JSX.Element {
  const field = compare.field.value;
  return (
    <span class="compare-values">
      <FieldChoice
        state={state}
        label={t('The field whose values are compared')}
        field={field}
        none={null}
        onChoose={(name) => {
          compare.chooseField(name === '' ? 'step' : name);
        }}
      />
      <TwoValues key={field} compare={compare} />
    </span>
  );
}

function TwoValues({ compare }: { readonly compare: CompareModel }): JSX.Element {
  const [first, setFirst] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const known = compare.values.value?.values ?? null;
  const failure = compare.valuesFailure.value;
  if (failure !== null)
    return (
      <span class="dim" role="alert">
        {failure}
      </span>
    );
  if (known === null)
    return (
      <span class="dim" role="status">
        {t('Reading…')}
      </span>
    );
  const values = known.map(({ value }) => value);
  const [least] = values;
  const greatest = values.at(-1);
  if (least === undefined || greatest === undefined)
    return <span class="dim">{t('No sample has a value in this field.')}</span>;
  if (values.length === 1)
    return <span class="dim">{t('All samples have the same value: {0}.', least)}</span>;
  // A value that the filter has left out since it was chosen cannot be compared.
  const base = first !== null && values.includes(first) ? first : least;
  const run = last !== null && values.includes(last) ? last : greatest;
  const choices = known.map(({ value, samples }) => ({
    value,
    text: `${value} (${samples.toLocaleString()})`,
  }));
  return (
    <>
      <Dropdown
        label={t('The value that is compared with')}
        value={base}
        choices={choices}
        onChange={(value) => {
          setFirst(value);
        }}
      />
      <Dropdown
        label={t('The value that is compared')}
        value={run}
        choices={choices}
        onChange={(value) => {
          setLast(value);
        }}
      />
      <Button
        disabled={base === run}
        onClick={() => {
          compare.compareValues(base, run);
        }}
      >
        {t('Compare')}
      </Button>
    </>
  );
}
