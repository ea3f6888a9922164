import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import { completeFilter, type CompletionKind } from '../../core/filter/completeFilter.ts';
import { kindOfField, NUMBER_FIELDS } from '../../core/filter/fields.ts';
import type { OfferedCompletion, OfferedCompletions } from '../../core/filter/offeredCompletions.ts';
import { CLAIM_MARKS } from '../../core/grounding/model.ts';
import { FINDING_CODES } from '../../core/trajectory/findings.ts';
import type { RunColumnInfo } from '../index/model.ts';
import type { NamedCount, RunNames } from './runNames.ts';

/** What completions of the language are to the view of a run. */
const KINDS: Readonly<Record<CompletionKind, OfferedCompletion['kind']>> = {
  field: 'field',
  keyword: 'keyword',
  tool: 'value',
  finding: 'value',
  value: 'value',
};

/** What can stand at an offset of a filter of a run with these columns and names, the likeliest first. */
export function filterCompletions(
  { text, offset }: { readonly text: string; readonly offset: number },
  columns: readonly RunColumnInfo[],
  { texts, tools, findings, values }: RunNames,
): OfferedCompletions {
  const numbers = columns.filter(
    ({ name, kind }) =>
      kind === 'component' || kind === 'field' || (kind === 'number' && !NUMBER_FIELDS.includes(name)),
  );
  const { span, field, items } = completeFilter(text, offset, {
    numbers: numbers.map(({ name }) => name),
    texts,
    tools: namesOf(tools),
    // Those that occur come first, the most frequent before the others.
    findings: [...new Set([...namesOf(findings), ...FINDING_CODES])],
    claims: CLAIM_MARKS,
    values: new Map(Array.from(values, ([name, counts]) => [name, namesOf(counts)])),
  });
  const counted = field === 'tool' ? tools : field === 'finding' ? findings : (values.get(field ?? '') ?? []);
  const counts = new Map(counted.map(({ name, samples }) => [name, samples]));
  return {
    start: span.start,
    end: span.end,
    items: items.map((item) => ({
      insert: item.text,
      kind: KINDS[item.kind],
      detail:
        item.kind === 'field'
          ? fieldDetail(item.label, columns)
          : item.kind === 'keyword'
            ? ''
            : samplesPhrase(counts.get(item.label) ?? null),
    })),
  };
}

const namesOf = (counts: readonly NamedCount[]): readonly string[] => counts.map(({ name }) => name);

/** What a field holds, in a word or two, or the range of its numbers. */
function fieldDetail(name: string, columns: readonly RunColumnInfo[]): string {
  const column = columns.find((each) => each.name === name);
  const { least = null, greatest = null } = column ?? {};
  if (least !== null && greatest !== null)
    return least === greatest ? number(least) : t('{0} to {1}', number(least), number(greatest));
  switch (kindOfField(name)) {
    case 'part':
      return t('text');
    case 'name':
      return t('name');
    case 'list':
      return t('names');
    case 'group':
      return t('number of the group');
    case 'number':
      return t('number');
    case 'any':
      return column?.kind === 'textField' ? t('text') : '';
  }
}

const number = (value: number): string => String(Math.round(value * 1000) / 1000);

function samplesPhrase(samples: number | null): string {
  if (samples === null) return '';
  return samples === 1 ? t('1 sample') : t('{0} samples', wholeNumber(samples));
}
