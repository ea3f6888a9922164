import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { RunState } from '../../../src/protocol/run.ts';
import type { RunModel } from '../model/runModel.ts';
import { tableKey } from '../model/tableKeys.ts';
import { GroupDetails } from './groupDetails.tsx';
import { ProblemDetails } from './problemText.tsx';
import { HEAD_HEIGHT, TableHead } from './tableHead.tsx';
import { rowId, TableRow } from './tableRow.tsx';

interface RunTableProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The rows in sight, as a grid; as a tree of groups and samples if they are grouped. */
export function RunTable({ model, state }: RunTableProps): JSX.Element {
  const element = useRef<HTMLDivElement | null>(null);
  useEffect(
    () => (element.current === null ? undefined : model.scroll.follow(element.current, HEAD_HEIGHT)),
    [model],
  );
  const { rows, height, rowHeight } = model.scroll.placement.value;
  // Rows that arrive are drawn.
  model.rows.arrivals.value satisfies number;
  useLayoutEffect(() => {
    model.scroll.drawn();
  }, [model, height]);
  const columns = model.columns.value;
  const active = model.active.value;
  const { view, profile } = state;
  // In a narrow panel, there is room for a part of a second column.
  const widths = columns.map((column) => `min(${column.width}px, 60vw)`);
  const isDrawn = rows.some(({ index }) => index === active);
  return (
    <>
      <p id="table-keys" class="visually-hidden">
        {t(
          'Enter opens a row. Left and Right fold and unfold a group. C compares the best and the worst sample of a group. Shift and arrows scroll to the side. A slash goes to the filter.',
        )}
      </p>
      <div
        ref={element}
        class="table"
        role={view.isGrouped ? 'treegrid' : 'grid'}
        tabIndex={0}
        aria-label={t('Rows of {0}', state.name)}
        aria-describedby="table-keys"
        aria-rowcount={view.rows + 1}
        aria-colcount={columns.length}
        aria-activedescendant={isDrawn ? rowId(active) : undefined}
        style={{ '--columns': widths.join(' ') }}
        onKeyDown={(event) => {
          if (event.target === event.currentTarget && tableKey(model, event)) event.preventDefault();
        }}
      >
        <TableHead model={model} columns={columns} sort={view.sort} />
        <div
          class="table-rows"
          role="rowgroup"
          style={{
            height: `${height}px`,
            minWidth: `calc(${widths.join(' + ')})`,
            '--row': `${rowHeight}px`,
          }}
        >
          {rows.map(({ index, top }) => (
            <TableRow
              key={index}
              model={model}
              index={index}
              top={top}
              row={model.rowAt(index)}
              isActive={index === active}
              isGrouped={view.isGrouped}
              columns={columns}
              weights={model.components.value}
              compared={profile.compared}
            />
          ))}
        </div>
      </div>
      <ProblemDetails model={model} />
      {view.isGrouped && <GroupDetails model={model} compared={profile.compared} />}
    </>
  );
}
