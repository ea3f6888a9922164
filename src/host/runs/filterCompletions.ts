import type { FilterCompletions, RunColumn } from '../../protocol/run.ts';

/** Fields of a filter that are no columns. */
const OTHER_FIELDS = [
  'question',
  'response',
  'answer',
  'reference',
  'tool',
  'finding',
  'file',
  'group.std',
  'group.n',
  'group.mean',
  'group.right',
  'is',
  'has',
  'missing',
];

/** The fields that the word before an offset of a filter may become. */
export function completeFields(
  { text, offset }: { readonly text: string; readonly offset: number },
  columns: readonly RunColumn[],
): FilterCompletions {
  let start = offset;
  while (start > 0 && /[\w.]/.test(text[start - 1] ?? '')) start -= 1;
  const word = text.slice(start, offset);
  const names = new Set([...columns.map(({ name }) => name), ...OTHER_FIELDS]);
  const fitting = [...names].filter((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return {
    start,
    end: offset,
    items: fitting.map((name) => ({ insert: name, kind: 'field', detail: '' })),
  };
}
