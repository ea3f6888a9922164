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

/** The keys that do something with the active row. */
function rowKey(model: RunModel, event: KeyboardEvent, at: number): boolean {
  const row = model.rowAt(at);
  if (row === null) return false;
  switch (event.key) {
    case 'Enter':
      model.open(row, event.ctrlKey);
      return true;
    case ' ':
      model.open(row, false);
      return true;
    case 'c':
      if (event.ctrlKey) return false;
      model.compare(row);
      return true;
    case 'ArrowRight':
      if (row.kind !== 'group') return false;
      if (row.isCollapsed) model.fold(row.key, false);
      else model.activate(at + 1);
      return true;
    case 'ArrowLeft': {
      if (row.kind === 'group') {
        if (!row.isCollapsed) model.fold(row.key, true);
        return true;
      }
      const head = model.headAbove(at);
      if (head === null) return false;
      model.activate(head);
      return true;
    }
    default:
      return false;
  }
}
