import { t } from '@vscode/l10n';
import { nearestName } from '../nearestName.ts';
import type { Span } from '../span.ts';
import {
  GENERAL_FIELDS,
  keyedGroupField,
  kindOfField,
  NUMBER_FIELDS,
  recordKeyOf,
  ROW_FIELDS,
  WHAT_IF_FIELDS,
} from './fields.ts';
import type { FilterNames } from './filterNames.ts';
import type { Filter, FilterAtom, FilterError, FilterField, TextMatch } from './model.ts';
import { formatName } from './quoteText.ts';

/**
 * What a filter names that a run does not have, in the order of the filter: fields of its records and components of its
 * reward if it has one, codes of findings and marks of claims. Tools are not checked, because a call of any name may come.
 * `nearMisses` has what may be meant.
 */
export function checkFilter({ atoms }: Filter, names: FilterNames): readonly FilterError[] {
  return atoms.flatMap((atom) => [
    ...atom.fields.flatMap((field) => checkField(atom, field, names)),
    ...checkName(atom, names),
  ]);
}

/** The marks of claims that conditions name and that there are not. */
export function checkMarks(atoms: readonly FilterAtom[], marks: readonly string[]): readonly FilterError[] {
  return atoms.flatMap((atom) => {
    const isMark = atom.kind === 'list' && atom.match.how === 'name' && atom.fields[0]?.name === 'claim';
    return isMark ? checkMark(atom.match, marks) : [];
  });
}

/**
 * Names of tools and of texts of the records that no row of a run has although another name is near, in the order of the
 * filter. The filter may be meant so: rows with these names may come, or be those that someone makes sure of.
 */
export function nearMisses({ atoms }: Filter, names: FilterNames): readonly FilterError[] {
  return atoms
    .flatMap((atom) => [
      ...atom.fields.flatMap((field) => checkField(atom, field, names)),
      ...checkTool(atom, names),
    ])
    .filter(({ suggestion }) => suggestion !== null);
}

function checkTool(atom: FilterAtom, { tools }: FilterNames): readonly FilterError[] {
  if (atom.kind !== 'list' || atom.match.how !== 'name' || atom.fields[0]?.name !== 'tool') return [];
  const { text, span } = atom.match;
  return check(text, tools, span, (nearest) =>
    t('No sample calls {0}. Did you mean {1}?', text, nearest ?? ''),
  );
}

function checkField(
  atom: FilterAtom,
  { name: written, span }: FilterField,
  names: FilterNames,
): FilterError[] {
  const keyed = keyedGroupField(written);
  if (keyed !== null) return checkKeyed(keyed, span, names);
  if (WHAT_IF_FIELDS.includes(written))
    return names.numbers.includes(written)
      ? []
      : [{ message: unknownWhatIf(written), span, suggestion: null }];
  const key = recordKeyOf(written);
  const name = key ?? written;
  // What a state reads is not named in the filter, and which records have a key that means something else is not known.
  if (atom.kind === 'state' || names.numbers.includes(name)) return [];
  if (key !== null && kindOfField(key) !== 'any') return [];
  const isNumber = atom.kind === 'number' || atom.kind === 'range';
  if (names.texts === null && !isNumber) return [];
  if (names.texts?.includes(name) === true) {
    if (!isNumber) return [];
    const message = t('The values of {0} are texts. Put the number in quotes.', name);
    return [{ message, span: atom.span, suggestion: null }];
  }
  const isComponent = isComponentOf(name) && names.numbers.some(isComponentOf);
  if (kindOfField(name) !== 'any' && !isComponent) return [];
  const nearest = nearestName(name, [
    ...GENERAL_FIELDS,
    ...ROW_FIELDS,
    ...names.numbers,
    ...(names.texts ?? []),
  ]);
  const message =
    nearest === null
      ? isComponent
        ? t('The reward has no component {0} here.', name.slice('reward.'.length))
        : t('There is no field {0} here. To search for the word, put it in quotes.', name)
      : t('There is no field {0} here. Did you mean {1}?', name, nearest);
  const suggestion =
    nearest === null || ROW_FIELDS.includes(nearest)
      ? nearest
      : formatName(key === null ? nearest : `record.${nearest}`);
  return [{ message, span, suggestion }];
}

/** Checks the field that a number such as `group.mean.acc` is of. */
function checkKeyed(
  { statistic, key }: { readonly statistic: string; readonly key: string },
  span: Span,
  { numbers }: FilterNames,
): FilterError[] {
  if (numbers.length === 0 || numbers.includes(key) || NUMBER_FIELDS.includes(key)) return [];
  const nearest = nearestName(key, numbers);
  const field = nearest === null ? null : `group.${statistic}.${nearest}`;
  const message =
    field === null
      ? t('No sample has a number {0}.', key)
      : t('There is no field {0} here. Did you mean {1}?', `group.${statistic}.${key}`, field);
  return [{ message, span, suggestion: field === null ? null : formatName(field) }];
}

/** What is wrong with a field of a what-if that was not shown. */
export function unknownWhatIf(field: string): string {
  return t('{0} is known only while the run view shows what a what-if changes.', field);
}

function isComponentOf(name: string): boolean {
  return name.startsWith('reward.');
}

function checkName(atom: FilterAtom, names: FilterNames): FilterError[] {
  if (atom.kind !== 'list' || atom.match.how !== 'name') return [];
  const [field] = atom.fields;
  const { text, span } = atom.match;
  if (field?.name === 'finding')
    return check(text, names.findings, span, (nearest) =>
      nearest === null
        ? t('No finding has the code {0}. docs/findings.md lists them.', text)
        : t('No finding has the code {0}. Did you mean {1}?', text, nearest),
    );
  return field?.name === 'claim' ? checkMark(atom.match, names.claims) : [];
}

function checkMark({ text, span }: TextMatch, marks: readonly string[]): FilterError[] {
  return check(text, marks, span, (nearest) =>
    nearest === null
      ? t('No claim has the mark {0}. The marks are {1}.', text, marks.join(', '))
      : t('No claim has the mark {0}. Did you mean {1}?', text, nearest),
  );
}

function check(
  written: string,
  known: readonly string[],
  span: Span,
  say: (nearest: string | null) => string,
): FilterError[] {
  if (known.length === 0 || known.some((name) => name.toLowerCase() === written.toLowerCase())) return [];
  const nearest = nearestName(written, known);
  return [{ message: say(nearest), span, suggestion: nearest }];
}
