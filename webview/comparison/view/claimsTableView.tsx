import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { markPhrase } from '../../../src/core/grounding/claimWords.ts';
import { CLAIM_MARKS } from '../../../src/core/grounding/model.ts';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import type { SidesModel } from '../model/sidesModel.ts';

/** How many claims of each side have each mark; nothing while no side is compared with its pages. */
export function ClaimsTable({ model: { sides } }: { readonly model: SidesModel }): JSX.Element | null {
  const counts = sides.map(({ sample }) =>
    sample.value?.grounding.value.kind === 'grounded' ? sample.value.claims.value.counts : null,
  );
  const marks = CLAIM_MARKS.filter((mark) => counts.some((own) => own?.has(mark) === true));
  if (marks.length === 0) return null;
  const columns: readonly Column[] = [
    { title: t('Claims') },
    ...sides.map(({ label: { title } }): Column => ({ title, numeric: true })),
  ];
  return (
    <DataTable label={t('Claims compared')} columns={columns}>
      {marks.map((mark) => (
        <tr key={mark}>
          <th scope="row">{markPhrase(mark)}</th>
          {counts.map((own, side) => (
            <td key={side} class="numeric">
              {own === null ? '\u2013' : wholeNumber(own.get(mark) ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}
