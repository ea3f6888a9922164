import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Dropdown, TextField } from '../../../shared/controls.tsx';

/** Fields that records of evaluations have as lists, or under another name than a column. */
const OFTEN: readonly string[] = ['evidence_sources', 'query_type', 'hops'];

/** Fields that every run has. */
const USUAL: readonly string[] = [
  'step',
  'verdict',
  'tool',
  'finding',
  'finish',
  'gold_images',
  'sufficient',
];

const OTHER = '\0other';

interface FieldChoiceProps {
  readonly state: RunState;
  readonly label: string;
  /** The field; empty for none. */
  readonly field: string;
  /** What no field is called; null if one has to be chosen. */
  readonly none: string | null;
  readonly onChoose: (field: string) => void;
}

/** Chooses a field of the samples: one that the run has, or another key of the records. */
export function FieldChoice({ state, label, field, none, onChoose }: FieldChoiceProps): JSX.Element {
  const columns = state.columns
    .filter(({ kind, isEmpty }) => (kind === 'textField' || kind === 'field') && !isEmpty)
    .map(({ name }) => name);
  const known = [...new Set([...USUAL, ...OFTEN, ...columns])];
  const [isOther, setIsOther] = useState(false);
  const isWritten = isOther || (field !== '' && !known.includes(field));
  return (
    <>
      <Dropdown
        label={label}
        value={isWritten ? OTHER : field}
        choices={[
          ...(none === null ? [] : [{ value: '', text: none }]),
          ...known.map((name) => ({ value: name, text: t('By {0}', name) })),
          { value: OTHER, text: t('By another field…') },
        ]}
        onChange={(value) => {
          setIsOther(value === OTHER);
          if (value !== OTHER) onChoose(value);
        }}
      />
      {isWritten && (
        <TextField
          label={t('Field')}
          value={known.includes(field) ? '' : field}
          placeholder={t('A key of the records, such as meta_info.hops')}
          class="metrics-field"
          onCommit={(text) => {
            onChoose(text.trim());
          }}
        />
      )}
    </>
  );
}
