import { t } from '@vscode/l10n';
import {
  NARROWEST_COLUMN,
  WIDEST_COLUMN,
  type ChosenColumn,
  type RunColumn,
} from '../../../src/protocol/run.ts';

/** A column of the table. */
export interface TableColumn {
  readonly name: string;
  readonly title: string;
  readonly width: number;
  readonly canSort: boolean;
  readonly kind: RunColumn['kind'];
}

/** The titles and the first widths of the columns that PageTrace knows, in their usual order. */
const KNOWN: ReadonlyMap<string, { readonly title: () => string; readonly width: number }> = new Map([
  ['question', { title: () => t('Question'), width: 300 }],
  ['answer', { title: () => t('Answer'), width: 150 }],
  ['reference', { title: () => t('Reference'), width: 100 }],
  ['verdict', { title: () => t('Verdict'), width: 116 }],
  ['reward', { title: () => t('Reward'), width: 140 }],
  ['score', { title: () => t('Score'), width: 112 }],
  ['advantage', { title: () => t('Advantage'), width: 92 }],
  ['rloo', { title: () => t('RLOO'), width: 80 }],
  ['grounded', { title: () => t('Grounded'), width: 90 }],
  ['claims', { title: () => t('Claims'), width: 180 }],
  ['gold_sent', { title: () => t('Gold pages'), width: 90 }],
  ['gold_claims', { title: () => t('On gold'), width: 90 }],
  ['gold_seen', { title: () => t('Gold met'), width: 90 }],
  ['findings', { title: () => t('Findings'), width: 180 }],
  ['tools', { title: () => t('Tools'), width: 170 }],
  ['length', { title: () => t('Tokens'), width: 64 }],
  ['finish', { title: () => t('Finish'), width: 64 }],
  ['step', { title: () => t('Step'), width: 48 }],
  ['group', { title: () => t('Group'), width: 140 }],
  ['id', { title: () => t('ID'), width: 120 }],
  ['place', { title: () => t('Place'), width: 180 }],
  ['group.n', { title: () => t('Samples'), width: 80 }],
  ['group.mean', { title: () => t('Group mean'), width: 100 }],
  ['group.std', { title: () => t('Group deviation'), width: 130 }],
  ['group.min', { title: () => t('Group worst'), width: 100 }],
  ['group.max', { title: () => t('Group best'), width: 100 }],
  ['group.right', { title: () => t('Right'), width: 70 }],
  ['group.wrong', { title: () => t('Wrong'), width: 70 }],
  ['group.share', { title: () => t('Share right'), width: 100 }],
  ['group.agreement', { title: () => t('Agreement'), width: 100 }],
]);

/** Columns that are there, but not shown until a person chooses them. */
const UNUSUAL: ReadonlySet<string> = new Set(['rloo', 'gold_seen', 'group', 'id', 'place']);

/** How many other numbers of the records are shown until a person chooses columns. */
const USUAL_FIELDS = 4;

/** The width of any other column. */
const WIDTH = 90;

/** The name of a column as it is shown: a component and a field of the records have their own names. */
export function columnTitle(name: string): string {
  return KNOWN.get(name)?.title() ?? name.replace(/^reward\./, '');
}

/** The width that a column has first, in CSS pixels. */
export function usualWidth(name: string): number {
  return KNOWN.get(name)?.width ?? WIDTH;
}

/**
 * The columns that are shown until a person chooses others.
 * @param compared the number that is compared within groups: without most rewards, only the recorded score is shown
 */
export function usualColumns(
  columns: readonly RunColumn[],
  compared: 'reward' | 'score',
): readonly ChosenColumn[] {
  const known = [...KNOWN.keys()].filter((name) =>
    columns.some(
      (column) =>
        column.name === name &&
        !UNUSUAL.has(name) &&
        !column.isEmpty &&
        column.kind !== 'group' &&
        (name !== 'reward' || compared === 'reward'),
    ),
  );
  const fields = columns.filter(({ name, kind }) => kind === 'field' && !KNOWN.has(name));
  return [...known, ...fields.slice(0, USUAL_FIELDS).map(({ name }) => name)].map((name) => ({
    name,
    width: usualWidth(name),
  }));
}

/** The columns of the table: those of the chosen ones that the run has. */
export function tableColumns(
  columns: readonly RunColumn[],
  chosen: readonly ChosenColumn[] | null,
  compared: 'reward' | 'score',
): readonly TableColumn[] {
  const found = (list: readonly ChosenColumn[]): readonly TableColumn[] =>
    list.flatMap(({ name, width }) => {
      const column = columns.find((one) => one.name === name);
      return column === undefined ? [] : [{ ...column, width, title: columnTitle(name) }];
    });
  const usual = usualColumns(columns, compared);
  const shown = found(chosen ?? usual);
  // A run may have none of the columns that were chosen for another one.
  return shown.length > 0 ? shown : found(usual);
}

/** The columns with one more, at the end, or without it. The last one stays. */
export function toggleColumn(shown: readonly ChosenColumn[], name: string): readonly ChosenColumn[] {
  if (!shown.some((column) => column.name === name)) return [...shown, { name, width: usualWidth(name) }];
  return shown.length === 1 ? shown : shown.filter((column) => column.name !== name);
}

/** The columns with one of them at another index. */
export function moveColumn(
  shown: readonly ChosenColumn[],
  name: string,
  to: number,
): readonly ChosenColumn[] {
  const moved = shown.find((column) => column.name === name);
  if (moved === undefined) return shown;
  const rest = shown.filter((column) => column !== moved);
  const at = Math.min(Math.max(to, 0), rest.length);
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}

/** The columns with another width of one of them. */
export function resizeColumn(
  shown: readonly ChosenColumn[],
  name: string,
  width: number,
): readonly ChosenColumn[] {
  const allowed = Math.min(Math.max(Math.round(width), NARROWEST_COLUMN), WIDEST_COLUMN);
  return shown.map((column) => (column.name === name ? { name, width: allowed } : column));
}
