import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunColumn } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import { columnTitle, moveColumn, toggleColumn } from '../model/columns.ts';
import type { RunModel } from '../model/runModel.ts';

interface ColumnsPanelProps {
  readonly model: RunModel;
  readonly columns: readonly RunColumn[];
}

/** A button that opens the list of columns: which are shown, and in which order. */
export function ColumnsPanel({ model, columns }: ColumnsPanelProps): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    root.current?.querySelector<HTMLElement>('input')?.focus();
    const outside = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) setIsOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
    };
  }, [isOpen]);
  const close = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    root.current?.querySelector<HTMLElement>('.columns-button')?.focus();
  };
  return (
    <div class="columns-panel" ref={root} onKeyDown={close}>
      <button
        type="button"
        class="button secondary columns-button"
        aria-expanded={isOpen}
        onClick={() => {
          setIsOpen(!isOpen);
        }}
      >
        {t('Columns')}
      </button>
      {isOpen && <ColumnsList model={model} columns={columns} />}
    </div>
  );
}

function ColumnsList({ model, columns }: ColumnsPanelProps): JSX.Element {
  const shown = model.columns.value;
  const others = columns.filter(({ name }) => !shown.some((column) => column.name === name));
  const move = (name: string, to: number): void => {
    model.choose(moveColumn(shown, name, to));
  };
  return (
    <div class="columns-list" role="group" aria-label={t('Columns')}>
      <ul>
        {[...shown, ...others].map(({ name }, index) => {
          const isShown = index < shown.length;
          const title = columnTitle(name);
          return (
            <li key={name}>
              <label>
                <input
                  type="checkbox"
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={() => {
                    model.choose(toggleColumn(shown, name));
                  }}
                />
                {title}
              </label>
              {isShown && (
                <>
                  <Button
                    appearance="icon"
                    disabled={index === 0}
                    label={t('Move {0} before the column to its left', title)}
                    onClick={() => {
                      move(name, index - 1);
                    }}
                  >
                    ↑
                  </Button>
                  <Button
                    appearance="icon"
                    disabled={index === shown.length - 1}
                    label={t('Move {0} after the column to its right', title)}
                    onClick={() => {
                      move(name, index + 1);
                    }}
                  >
                    ↓
                  </Button>
                </>
              )}
            </li>
          );
        })}
      </ul>
      <Button
        onClick={() => {
          model.choose(null);
        }}
      >
        {t('Usual Columns')}
      </Button>
    </div>
  );
}
