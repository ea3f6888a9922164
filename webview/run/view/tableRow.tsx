import { t } from '@vscode/l10n';
import type { ComponentChildren, JSX } from 'preact';
import type { RunRow, ShownComponent } from '../../../src/protocol/run.ts';
import { memo } from '../../shared/memo.ts';
import type { TableColumn } from '../model/columns.ts';
import type { RunModel } from '../model/runModel.ts';
import { GroupCell } from './groupCells.tsx';
import { ProblemText } from './problemText.tsx';
import { SampleCell } from './sampleCells.tsx';

/** The id of a row's element. */
export const rowId = (index: number): string => `row-${index}`;

interface TableRowProps {
  readonly model: RunModel;
  /** The index of the row in the view. */
  readonly index: number;
  /** Its place, in pixels from the top of the list's element. */
  readonly top: number;
  /** Null until it arrives. */
  readonly row: RunRow | null;
  readonly isActive: boolean;
  readonly isGrouped: boolean;
  readonly columns: readonly TableColumn[];
  readonly weights: readonly ShownComponent[];
  /** The column of the number that groups have the mean of. */
  readonly compared: 'reward' | 'score';
}

/** A row of the table: a sample, a record that has none, the head of a group, or the place of one that has not arrived. */
export const TableRow = memo(
  Row,
  (before, after) =>
    before.row === after.row &&
    before.top === after.top &&
    before.isActive === after.isActive &&
    before.isGrouped === after.isGrouped &&
    before.columns === after.columns &&
    before.weights === after.weights &&
    before.compared === after.compared,
);

function Row(props: TableRowProps): JSX.Element {
  const { model, index, top, row, isActive, isGrouped, columns } = props;
  const isHead = row?.kind === 'group';
  return (
    <div
      id={rowId(index)}
      class={`table-row ${row?.kind ?? 'coming'}${isActive ? ' active' : ''}${isGrouped && !isHead ? ' inside' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-level={isGrouped ? (isHead ? 1 : 2) : undefined}
      aria-expanded={isGrouped && isHead ? !row.isCollapsed : undefined}
      aria-selected={isActive}
      aria-busy={row === null ? true : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => {
        model.activate(index);
        // A click that selected text selects it, and the second one of two keeps what the first has opened.
        if (row !== null && event.detail < 2 && getSelection()?.isCollapsed !== false) model.open(row, false);
      }}
      onDblClick={() => {
        if (row !== null && row.kind !== 'group') model.open(row, true);
      }}
    >
      <Cells {...props} row={row} columns={columns} />
    </div>
  );
}

function Cells({ model, row, columns, weights, compared, isGrouped }: TableRowProps): JSX.Element {
  if (row === null || row.kind === 'problem')
    return (
      <div class="cell whole" role="gridcell" aria-colindex={1} aria-colspan={columns.length}>
        {row === null ? <Coming /> : <ProblemText row={row} />}
      </div>
    );
  return (
    <>
      {columns.map((column, at) => (
        <Cell key={column.name} column={column} index={at}>
          {row.kind === 'group' ? (
            <GroupCell name={column.name} compared={compared} row={row} model={model} isFirst={at === 0} />
          ) : (
            <SampleCell column={column} row={row} weights={weights} isGrouped={isGrouped} />
          )}
        </Cell>
      ))}
    </>
  );
}

/** What stands where a row will be. */
function Coming(): JSX.Element {
  return (
    <span class="placeholder">
      <span class="visually-hidden">{t('Loading')}</span>
    </span>
  );
}

interface CellProps {
  readonly column: TableColumn;
  readonly index: number;
  readonly children: ComponentChildren;
}

function Cell({ column, index, children }: CellProps): JSX.Element {
  return (
    <div
      class="cell"
      role="gridcell"
      aria-colindex={index + 1}
      data-kind={column.kind}
      data-column={column.name}
    >
      {children}
    </div>
  );
}
