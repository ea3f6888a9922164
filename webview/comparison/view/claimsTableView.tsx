import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { COUNTED_MARKS } from '../../../src/core/grounding/claimCounts.ts';
import { joinList } from '../../../src/core/joinList.ts';
import { markPhrase } from '../../../src/core/grounding/claimWords.ts';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import type { SideModel } from '../model/sideModel.ts';
import type { SidesModel } from '../model/sidesModel.ts';

/** How many claims of each side have each mark, and which sides have no counts yet, or cannot have any. */
export function ClaimsTable({ model: { sides } }: { readonly model: SidesModel }): JSX.Element {
  return (
    <>
      <Counts sides={sides} />
      {notesOf(sides).map(({ said, titles, isFailure }) => (
        <p key={said} class={isFailure ? 'claims-note warned' : 'claims-note dim'}>
          {titles.length === sides.length ? said : t('Claims of {0}: {1}', joinList(titles), said)}
        </p>
      ))}
    </>
  );
}

interface SidesProps {
  readonly sides: readonly SideModel[];
}

function Counts({ sides }: SidesProps): JSX.Element | null {
  const counts = sides.map(({ sample }) =>
    sample.value?.grounding.value.kind === 'grounded' ? sample.value.claims.value.counts : null,
  );
  const marks = COUNTED_MARKS.filter((mark) => counts.some((own) => own?.byMark.has(mark) === true));
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
              {own === null ? '\u2013' : wholeNumber(own.byMark.get(mark) ?? 0)}
            </td>
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">{t('All claims')}</th>
        {counts.map((own, side) => (
          <td key={side} class="numeric">
            {own === null ? '\u2013' : wholeNumber(own.total)}
          </td>
        ))}
      </tr>
    </DataTable>
  );
}

/** What is said instead of the counts of some sides. */
interface SidesNote {
  readonly said: string;
  readonly titles: readonly string[];
  readonly isFailure: boolean;
}

/** Which sides are still looked for on their pages, and why others cannot be; the same is said once. */
function notesOf(sides: readonly SideModel[]): readonly SidesNote[] {
  const notes = new Map<string, SidesNote>();
  for (const { label, sample } of sides) {
    const shown = sample.value?.grounding.value;
    if (shown?.kind !== 'running' && shown?.kind !== 'failed') continue;
    const isFailure = shown.kind === 'failed';
    const said = isFailure
      ? `${shown.message} ${shown.hint}`.trim()
      : t('Looking for the claims on the pages…');
    notes.set(said, { said, isFailure, titles: [...(notes.get(said)?.titles ?? []), label.title] });
  }
  return [...notes.values()];
}
