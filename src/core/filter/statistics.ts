import { t } from '@vscode/l10n';
import { joinChoices } from '../joinList.ts';
import { nearestName } from '../nearestName.ts';
import type { Span } from '../span.ts';
import { GROUP_FIELDS, keyedGroupField } from './fields.ts';
import type { FilterError } from './model.ts';

/** The fault of a statistic that groups do not have, such as `group.sum`; null for every other field. */
export function unknownStatistic(field: string, span: Span): FilterError | null {
  if (!field.startsWith('group.') || keyedGroupField(field) !== null) return null;
  const name = field.slice('group.'.length);
  if (GROUP_FIELDS.includes(name)) return null;
  const nearest = nearestName(name, GROUP_FIELDS);
  return {
    message:
      nearest === null
        ? t('Of a group there is {0}, not {1}.', joinChoices(GROUP_FIELDS), name)
        : t('There is no field {0} here. Did you mean {1}?', field, `group.${nearest}`),
    span,
    suggestion: nearest === null ? null : `group.${nearest}`,
  };
}
