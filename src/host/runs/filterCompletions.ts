import { completeFilter, type CompletionKind } from '../../core/filter/completeFilter.ts';
import { CLAIM_MARKS } from '../../core/grounding/model.ts';
import { FINDING_CODES } from '../../core/trajectory/findings.ts';
import type { FilterCompletion, FilterCompletions, RunColumn } from '../../protocol/run.ts';

/** What completions of the language are to the view of a run. */
const KINDS: Readonly<Record<CompletionKind, FilterCompletion['kind']>> = {
  field: 'field',
  keyword: 'keyword',
  tool: 'value',
  finding: 'value',
  value: 'value',
};

/** What can stand at an offset of a filter of a run with these columns, the likeliest first. */
export function filterCompletions(
  { text, offset }: { readonly text: string; readonly offset: number },
  columns: readonly RunColumn[],
): FilterCompletions {
  const numbers = columns.filter(({ kind }) => kind === 'component' || kind === 'field');
  const { span, items } = completeFilter(text, offset, {
    numbers: numbers.map(({ name }) => name),
    texts: [],
    tools: [],
    findings: FINDING_CODES,
    claims: CLAIM_MARKS,
    values: new Map(),
  });
  return {
    start: span.start,
    end: span.end,
    items: items.map((item) => ({ insert: item.text, kind: KINDS[item.kind], detail: '' })),
  };
}
