import type { RunRow } from '../../../src/protocol/run.ts';
import type { RunModel } from './runModel.ts';

/** How far a key scrolls to the side, in CSS pixels. */
const ACROSS = 80;

/** Does what a key in the table asks for; returns false for a key that asks for nothing. */
export function tableKey(model: RunModel, event: KeyboardEvent): boolean {
  if (event.altKey || event.metaKey) return false;
  if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    model.scroll.across(event.key === 'ArrowLeft' ? -ACROSS : ACROSS);
    return true;
  }
  const at = model.active.peek();
  const page = Math.max(1, model.scroll.rowsInSight - 1);
  switch (event.key) {
    case 'ArrowDown':
      model.activate(at + 1);
      return true;
    case 'ArrowUp':
      model.activate(at - 1);
      return true;
    case 'PageDown':
      model.activate(at + page);
      return true;
    case 'PageUp':
      model.activate(at - page);
      return true;
    case 'Home':
      model.activate(0);
      return true;
    case 'End':
      model.activate(Infinity);
      return true;
    default:
      return rowKey(model, event, at);
  }
}

const ROW_KEYS = new Set(['Enter', ' ', 'c', 'ArrowRight', 'ArrowLeft']);

/** The keys that do something with the active row, which may not have arrived yet. */
function rowKey(model: RunModel, { key, ctrlKey }: KeyboardEvent, at: number): boolean {
  if (!ROW_KEYS.has(key) || (ctrlKey && key === 'c') || scrollsAcross(model, key, at)) return false;
  model.rows.whenCurrent(at, (row) => {
    actOn(model, row, at, { key, ctrlKey });
  });
  return true;
}

/** Whether a key is left to the browser, because nothing folds to that side. */
function scrollsAcross(model: RunModel, key: string, at: number): boolean {
  if (key === 'ArrowLeft') return model.state.peek()?.view.isGrouped !== true;
  const row = model.rowAt(at);
  return key === 'ArrowRight' && row !== null && row.kind !== 'group';
}

function actOn(
  model: RunModel,
  row: RunRow,
  at: number,
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
): void {
  switch (key) {
    case 'Enter':
      model.open(row, ctrlKey);
      break;
    case ' ':
      model.open(row, false);
      break;
    case 'c':
      model.compare(row);
      break;
    case 'ArrowRight':
      if (row.kind !== 'group') break;
      if (row.isCollapsed) model.fold(row.key, false);
      else model.activate(at + 1);
      break;
    case 'ArrowLeft':
      if (row.kind !== 'group') model.activate(model.headAbove(at) ?? at);
      else if (!row.isCollapsed) model.fold(row.key, true);
  }
}
