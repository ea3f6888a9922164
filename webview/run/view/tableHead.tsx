import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { RunSort } from '../../../src/protocol/run.ts';
import { moveColumn, resizeColumn, usualWidth, type TableColumn } from '../model/columns.ts';
import type { RunModel } from '../model/runModel.ts';

/** The height of the heads of the columns, in CSS pixels. */
export const HEAD_HEIGHT = 28;

/** How far the pointer moves before a head is moved rather than clicked, in CSS pixels. */
const DRAGGED = 6;

/** How much a key makes a column wider or narrower, in CSS pixels. */
const KEY_STEP = 16;

interface TableHeadProps {
  readonly model: RunModel;
  readonly columns: readonly TableColumn[];
  readonly sort: RunSort | null;
}

/** The heads of the columns: a click sorts, dragging moves, and dragging the edge makes wider. */
export function TableHead({ model, columns, sort }: TableHeadProps): JSX.Element {
  // One of the heads is in the order of the Tab key; arrows go to the others.
  const [focused, setFocused] = useState(0);
  return (
    <div class="table-head" role="rowgroup">
      <div class="table-columns" role="row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <ColumnHead
            key={column.name}
            model={model}
            columns={columns}
            column={column}
            index={index}
            sorted={sort?.column === column.name ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            isInTabOrder={index === Math.min(focused, columns.length - 1)}
            onFocus={setFocused}
          />
        ))}
      </div>
    </div>
  );
}

interface ColumnHeadProps {
  readonly model: RunModel;
  readonly columns: readonly TableColumn[];
  readonly column: TableColumn;
  readonly index: number;
  readonly sorted: 'ascending' | 'descending' | 'none';
  readonly isInTabOrder: boolean;
  readonly onFocus: (index: number) => void;
}

function ColumnHead(props: ColumnHeadProps): JSX.Element {
  const { model, columns, column, index, sorted } = props;
  const { name, title, width, canSort } = column;
  /** What the pointer drags: the head from a place, or its edge. */
  const drag = useRef<{ readonly x: number; readonly isEdge: boolean; isMoved: boolean } | null>(null);
  const [shift, setShift] = useState(0);

  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const head = event.currentTarget as HTMLElement;
    if (event.altKey) model.choose(moveColumn(columns, name, index + step));
    else if (event.shiftKey) model.choose(resizeColumn(columns, name, width + step * KEY_STEP));
    else {
      const to = Math.min(Math.max(index + step, 0), columns.length - 1);
      head.closest('[role=row]')?.querySelectorAll<HTMLElement>('.column-button')[to]?.focus();
      return;
    }
    if (event.altKey) props.onFocus(Math.min(Math.max(index + step, 0), columns.length - 1));
  };
  const begin = (event: PointerEvent, isEdge: boolean): void => {
    if (event.button !== 0) return;
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, isEdge, isMoved: false };
  };
  const moved = (event: PointerEvent): void => {
    if (drag.current === null) return;
    const distance = event.clientX - drag.current.x;
    if (Math.abs(distance) > DRAGGED) drag.current.isMoved = true;
    if (drag.current.isMoved) setShift(distance);
  };
  const end = (event: PointerEvent): void => {
    const dragged = drag.current;
    drag.current = null;
    setShift(0);
    if (dragged?.isMoved !== true) {
      if (dragged?.isEdge === false && canSort) model.sortBy(name);
      return;
    }
    const distance = event.clientX - dragged.x;
    model.choose(
      dragged.isEdge
        ? resizeColumn(columns, name, width + distance)
        : moveColumn(columns, name, indexAt(columns, index, distance)),
    );
  };
  const cancel = (): void => {
    drag.current = null;
    setShift(0);
  };
  const isEdge = drag.current?.isEdge === true;
  return (
    <div
      class="column-head"
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={canSort ? sorted : undefined}
      data-kind={column.kind}
      data-column={name}
    >
      <button
        type="button"
        class={shift !== 0 && !isEdge ? 'column-button dragged' : 'column-button'}
        style={shift !== 0 && !isEdge ? { transform: `translateX(${shift}px)` } : undefined}
        tabIndex={props.isInTabOrder ? 0 : -1}
        title={
          canSort
            ? t(
                '{0}: click to sort, drag to move. Alt and arrows move it, Shift and arrows resize it.',
                title,
              )
            : t('{0}: drag to move. Alt and arrows move it, Shift and arrows resize it.', title)
        }
        aria-label={title}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Shift+ArrowLeft Shift+ArrowRight"
        onFocus={() => {
          props.onFocus(index);
        }}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          begin(event, false);
        }}
        onPointerMove={moved}
        onPointerUp={end}
        onPointerCancel={cancel}
        onClick={(event) => {
          // A click of the pointer was handled when the pointer was let go.
          if (event.detail === 0 && canSort) model.sortBy(name);
        }}
      >
        <span class="column-title">{title}</span>
        {sorted !== 'none' && <span aria-hidden="true">{sorted === 'ascending' ? ' ▴' : ' ▾'}</span>}
      </button>
      <span
        class="column-edge"
        aria-hidden="true"
        style={shift !== 0 && isEdge ? { transform: `translateX(${shift}px)` } : undefined}
        onPointerDown={(event) => {
          begin(event, true);
        }}
        onPointerMove={moved}
        onPointerUp={end}
        onPointerCancel={cancel}
        onDblClick={() => {
          model.choose(resizeColumn(columns, name, usualWidth(name)));
        }}
      />
    </div>
  );
}

/** The index that a column gets when it is dragged so far: its middle passes the middles of others. */
function indexAt(columns: readonly TableColumn[], from: number, distance: number): number {
  const starts = columns.map((_, index) =>
    columns.slice(0, index).reduce((sum, { width }) => sum + width, 0),
  );
  const middle = (index: number): number => (starts[index] ?? 0) + (columns[index]?.width ?? 0) / 2;
  const dropped = middle(from) + distance;
  return columns.filter((_, index) => index !== from && middle(index) < dropped).length;
}
