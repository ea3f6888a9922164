import { t } from '@vscode/l10n';
import { kindOfField, ROW_FIELDS, ROW_STATES } from './fields.ts';
import { unknownValue } from './filterFaults.ts';
import type { WrittenCondition } from './grammarNodes.ts';
import type { FilterAtom, FilterError, RowState } from './model.ts';
import { scopeOfField } from './scopes.ts';
import { unknownStatistic } from './statistics.ts';

/** What says that a row is in a state. */
const STATE_FIELDS: Readonly<Record<RowState, readonly string[]>> = {
  failed: ['problem'],
  broken: ['problem'],
  truncated: ['finish', 'is_truncated'],
  right: ['verdict'],
  wrong: ['verdict'],
};

/** The atom of `has:`, `missing:`, and `is:`; null for the condition of a field. */
export function buildRowAtom({
  field,
  sign,
  value,
  span,
}: WrittenCondition): FilterAtom | FilterError | null {
  if (!ROW_FIELDS.includes(field.name)) return null;
  if (sign !== ':' && sign !== '=' && sign !== '!=')
    return {
      message: t('{0} is followed by : and a name.', field.name),
      span: field.span,
      suggestion: null,
    };
  if (value.type === 'pattern' || value.type === 'range')
    return {
      message: t('After {0} comes a name, not {1}.', `${field.name}${sign}`, value.text),
      span: value.span,
      suggestion: null,
    };
  const isNegated = sign === '!=';
  if (field.name === 'is') {
    const state = ROW_STATES.find((each) => each === value.text.toLowerCase());
    if (state === undefined) return unknownValue(`is${sign}`, value.text, ROW_STATES, value.span);
    const scope = state === 'truncated' ? 'text' : 'columns';
    const fields = STATE_FIELDS[state].map((name) => ({ name, span: value.span }));
    return { scope, fields, span, kind: 'state', state, isNegated };
  }
  return (
    unknownStatistic(value.text, value.span) ?? {
      scope: kindOfField(value.text) === 'any' ? 'text' : scopeOfField(value.text),
      fields: [{ name: value.text, span: value.span }],
      span,
      kind: 'presence',
      isPresent: (field.name === 'has') !== isNegated,
    }
  );
}
