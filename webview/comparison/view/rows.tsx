import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ChunkedList } from '../../shared/chunkedList.tsx';
import type { Row, SidesModel } from '../model/sidesModel.ts';
import { Cell } from './cell.tsx';

/** The estimated height of a row, in CSS pixels. */
const ROW_HEIGHT = 90;
/** Cells per chunk. */
const CELLS = 32;

export interface RowsProps {
  readonly model: SidesModel;
  /** The sides that are shown. */
  readonly shown: readonly number[];
  /** The row to scroll to, and a counter, so that a second request is noticed; null for none. */
  readonly target: { readonly key: string; readonly time: number } | null;
}

/** The steps of all sides, with matching ones in one row. */
export function Rows({ model, shown, target }: RowsProps): JSX.Element {
  const all = model.rows.value;
  const only = model.onlyDifferences.value;
  const parting = model.parting.value;
  const reference = model.reference.value;
  const element = useRef<HTMLDivElement | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const rows = only ? all.filter(({ state }) => state !== 'same') : all;
  const samples = model.sides.flatMap(({ sample }) => sample.value ?? []);
  const wanted = target === null ? -1 : rows.findIndex(({ key }) => key === target.key);
  useEffect(() => {
    if (wanted < 0) return;
    const row = element.current?.querySelector<HTMLElement>(`[data-row="${wanted}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
    // The rows may change while the person reads them, which must not scroll.
  }, [target]);
  if (samples.length < model.sides.length || all.length === 0)
    return <p class="hint">{t('The steps of the responses appear here side by side as they arrive.')}</p>;
  if (rows.length === 0)
    return (
      <p class="hint">
        {model.sides.length === 2
          ? t('All steps are the same on both sides.')
          : t('All steps are the same on all sides.')}
      </p>
    );
  const versions = samples
    .map(({ explained, parsed }) => `${explained.value?.serial ?? 0}/${parsed.value.version}`)
    .join();
  const toggle = (key: string): void => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  const perChunk = Math.max(4, Math.floor(CELLS / shown.length));
  return (
    <div ref={element} class="rows" role="table" aria-label={t('Steps compared')} tabIndex={0}>
      {shown.length > 1 && (
        <div role="rowgroup" class="row-titles">
          <div class="row" role="row">
            {shown.map((side) => (
              <div key={side} class="cell" role="columnheader">
                {model.sides[side]?.label.title}
              </div>
            ))}
          </div>
        </div>
      )}
      <ChunkedList
        count={Math.ceil(rows.length / perChunk)}
        edition={`${only ? 'differences' : 'all'} ${shown.join()}`}
        estimate={(chunk) => Math.min(perChunk, rows.length - chunk * perChunk) * ROW_HEIGHT}
        pinned={wanted < 0 ? null : Math.floor(wanted / perChunk)}
        stamp={() => `${reference}|${versions}|${[...opened].join()}|${parting?.key ?? ''}`}
        attributes={() => ({ role: 'rowgroup' })}
        render={(chunk) =>
          rows.slice(chunk * perChunk, (chunk + 1) * perChunk).map((row, index) => (
            <RowView
              key={row.key}
              model={model}
              row={row}
              index={chunk * perChunk + index}
              shown={shown}
              parts={row === parting}
              opened={opened.has(row.key)}
              onToggle={() => {
                toggle(row.key);
              }}
            />
          ))
        }
      />
    </div>
  );
}

interface RowProps {
  readonly model: SidesModel;
  readonly row: Row;
  readonly index: number;
  readonly shown: readonly number[];
  /** Whether the trajectories part here. */
  readonly parts: boolean;
  readonly opened: boolean;
  readonly onToggle: () => void;
}

function RowView({ model, row, index, shown, parts, opened, onToggle }: RowProps): JSX.Element {
  const first = shown.find((side) => row.steps[side] !== null);
  return (
    <div
      class={`row ${row.state}`}
      role="row"
      tabIndex={-1}
      data-row={index}
      title={stateTitle(row.state, model.sides.length === 2)}
    >
      {shown.map((side) => (
        <Cell
          key={side}
          model={model}
          row={row}
          side={side}
          isAlone={shown.length === 1}
          parts={parts && side === first}
          opened={opened}
          onToggle={onToggle}
        />
      ))}
    </div>
  );
}

function stateTitle(state: Row['state'], isPair: boolean): string {
  switch (state) {
    case 'same':
      return isPair ? t('The same on both sides') : t('The same on all sides');
    case 'changed':
      return t('Differs');
    case 'removed':
      return isPair ? t('Removed') : t('Not on all sides');
    case 'added':
      return isPair ? t('Added') : t('Not on all sides');
    case 'arriving':
      return t('Still arriving');
  }
}
