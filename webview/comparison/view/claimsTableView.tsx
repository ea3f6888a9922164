import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { statusPhrase } from '../../../src/core/grounding/claimWords.ts';
import { CLAIM_STATUSES } from '../../../src/core/grounding/model.ts';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import type { SidesModel } from '../model/sidesModel.ts';

/** How many claims of each side have each status; nothing while no side is compared with its pages. */
export function ClaimsTable({ model: { sides } }: { readonly model: SidesModel }): JSX.Element | null {
  const counts = sides.map(({ sample }) =>
    sample.value?.grounding.value.kind === 'grounded' ? sample.value.claims.value.counts : null,
  );
  const statuses = CLAIM_STATUSES.filter((status) => counts.some((own) => own?.has(status) === true));
  if (statuses.length === 0) return null;
  const columns: readonly Column[] = [
    { title: t('Claims') },
    ...sides.map(({ label: { title } }): Column => ({ title, numeric: true })),
  ];
  return (
    <DataTable label={t('Claims compared')} columns={columns}>
      {statuses.map((status) => (
        <tr key={status}>
          <th scope="row">{statusPhrase(status)}</th>
          {counts.map((own, side) => (
            <td key={side} class="numeric">
              {own === null ? '\u2013' : wholeNumber(own.get(status) ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
