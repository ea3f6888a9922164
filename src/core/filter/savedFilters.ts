import type { SavedFilter } from './builtInFilters.ts';
import { formatFilter } from './formatFilter.ts';
import { readFilter } from './readFilter.ts';

/** The filters that a person used and saved. */
export interface FilterMemory {
  /** What was used, the most recent first. */
  readonly history: readonly string[];
  /** What was saved, in the order of saving. */
  readonly saved: readonly SavedFilter[];
}

export const NO_FILTERS: FilterMemory = { history: [], saved: [] };

/** More filters are not remembered. */
const LONGEST_HISTORY = 50;
const MOST_SAVED = 200;

/** The memory after a filter was used. What is empty or no filter is not remembered. */
export function rememberFilter(memory: FilterMemory, text: string): FilterMemory {
  const key = keyOf(text);
  if (key === null || key === '') return memory;
  const others = memory.history.filter((each) => keyOf(each) !== key);
  return { ...memory, history: [text.trim(), ...others].slice(0, LONGEST_HISTORY) };
}

/**
 * The memory with a filter under a name; a filter that has the name is replaced in its place. Unchanged if the text is
 * empty or no filter, or the name is empty.
 */
export function saveFilter(memory: FilterMemory, name: string, text: string): FilterMemory {
  const key = keyOf(text);
  const plain = name.trim();
  if (key === null || key === '' || plain === '') return memory;
  const filter = { name: plain, text: text.trim() };
  const at = memory.saved.findIndex((each) => isSameName(each.name, plain));
  const saved = at === -1 ? [...memory.saved, filter] : memory.saved.with(at, filter);
  return { ...memory, saved: saved.slice(-MOST_SAVED) };
}

/** The memory with a saved filter under another name; unchanged if no filter has the old name, or another the new one. */
export function renameFilter(memory: FilterMemory, name: string, newName: string): FilterMemory {
  const plain = newName.trim();
  const isTaken = memory.saved.some((each) => isSameName(each.name, plain) && !isSameName(each.name, name));
  if (plain === '' || isTaken) return memory;
  return {
    ...memory,
    saved: memory.saved.map((each) => (isSameName(each.name, name) ? { ...each, name: plain } : each)),
  };
}

/** The memory without a saved filter. */
export function removeFilter(memory: FilterMemory, name: string): FilterMemory {
  return { ...memory, saved: memory.saved.filter((each) => !isSameName(each.name, name)) };
}

/** The memory without what was used; saved filters stay. */
export function forgetHistory(memory: FilterMemory): FilterMemory {
  return { ...memory, history: [] };
}

/** The name of a filter, however it is written: of a saved one, otherwise of a built-in one; null if it has none. */
export function nameOfFilter(
  text: string,
  { saved }: FilterMemory,
  builtIn: readonly SavedFilter[],
): string | null {
  const key = keyOf(text);
  if (key === null || key === '') return null;
  return [...saved, ...builtIn].find((each) => keyOf(each.text) === key)?.name ?? null;
}

/** The memory in stored data, which may be of any form; what is no filter any more is left out. */
export function readFilterMemory(stored: unknown): FilterMemory {
  if (typeof stored !== 'object' || stored === null) return NO_FILTERS;
  const { history, saved } = stored as { readonly history?: unknown; readonly saved?: unknown };
  let memory = NO_FILTERS;
  for (const text of listIn(history).toReversed())
    if (typeof text === 'string') memory = rememberFilter(memory, text);
  for (const each of listIn(saved)) {
    if (typeof each !== 'object' || each === null) continue;
    const { name, text } = each as { readonly name?: unknown; readonly text?: unknown };
    if (typeof name === 'string' && typeof text === 'string') memory = saveFilter(memory, name, text);
  }
  return memory;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The same for the same filter, however it is written; null if it is no filter. */
function keyOf(text: string): string | null {
  const result = readFilter(text);
  return result.ok ? formatFilter(result.filter) : null;
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
