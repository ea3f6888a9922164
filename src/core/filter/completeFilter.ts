import type { Span } from '../span.ts';
import {
  GENERAL_FIELDS,
  GROUP_FIELDS,
  KEYED_GROUP_FIELDS,
  kindOfField,
  NUMBER_FIELDS,
  PART_FIELDS,
  ROW_FIELDS,
  ROW_STATES,
  VERDICTS,
} from './fields.ts';
import type { FilterNames } from './filterNames.ts';
import { filterTokens, type FilterToken } from './filterTokens.ts';
import { formatName, formatWord } from './quoteText.ts';

/** What a completion inserts. */
export type CompletionKind = 'field' | 'tool' | 'finding' | 'keyword' | 'value';

/** A word that may stand at the cursor. */
export interface FilterCompletion {
  readonly kind: CompletionKind;
  /** What people see. */
  readonly label: string;
  /** What replaces the span, with quotes if it needs them. */
  readonly text: string;
}

/** What may stand at the cursor, and what it replaces. */
export interface FilterCompletions {
  readonly span: Span;
  /** The field whose values these are; null for fields and keywords. */
  readonly field: string | null;
  /** The likeliest first, at most 100. */
  readonly items: readonly FilterCompletion[];
}

/** More proposals are not read. */
const MOST = 100;

/** Where in a filter a token stands. */
type Position =
  | { readonly at: 'start' }
  /** After a whole condition, or a word that may be a field. */
  | { readonly at: 'end'; readonly name: string | null }
  | { readonly at: 'value'; readonly field: string; readonly sign: string };

/**
 * What may stand at a place of a filter, which need not be finished: fields and keywords, or after a sign the values of
 * its field. Words that begin with what is written there come first, then those that contain it.
 * @param offset of the cursor
 */
export function completeFilter(text: string, offset: number, names: FilterNames): FilterCompletions {
  const tokens = filterTokens(text);
  let position: Position = { at: 'start' };
  for (const [index, token] of tokens.entries()) {
    const { kind, span } = token;
    if (span.end >= offset) {
      const isTouched = span.start < offset;
      if (isTouched && kind === 'pattern') return { span, field: null, items: [] };
      if (isTouched && (kind === 'word' || kind === 'quoted')) {
        const isField = position.at !== 'value' && tokens[index + 1]?.kind === 'sign';
        const { field, items } = completionsAt(
          position,
          names,
          token.text.slice(0, writtenLength(token, offset)),
        );
        return { span, field, items: isField ? items.map(withoutSign) : items };
      }
      if (!isTouched) break;
    }
    position = positionAfter(position, token);
  }
  return { span: { start: offset, end: offset }, ...completionsAt(position, names, '') };
}

/** A field before a sign that is there. */
function withoutSign(item: FilterCompletion): FilterCompletion {
  return item.kind === 'field' && item.text.endsWith(':') ? { ...item, text: item.text.slice(0, -1) } : item;
}

/** How much of a token's text is before the cursor. */
function writtenLength({ kind, span }: FilterToken, offset: number): number {
  return offset - span.start - (kind === 'quoted' ? 1 : 0);
}

function positionAfter(position: Position, { kind, text }: FilterToken): Position {
  switch (kind) {
    case 'opening':
      return { at: 'start' };
    case 'sign':
      return { at: 'value', field: position.at === 'end' ? (position.name ?? '') : '', sign: text };
    case 'word':
      if (position.at !== 'value' && /^(?:and|or|not)$/i.test(text)) return { at: 'start' };
      return { at: 'end', name: position.at === 'value' ? null : text };
    case 'quoted':
      return { at: 'end', name: position.at === 'value' ? null : text };
    default:
      return { at: 'end', name: null };
  }
}

function completionsAt(
  position: Position,
  names: FilterNames,
  written: string,
): Pick<FilterCompletions, 'field' | 'items'> {
  const all =
    position.at === 'value'
      ? valuesOf(position.field, position.sign, names)
      : [...conditionsAt(position.at, names), ...keyedFields(written, names)];
  const plain = written.toLowerCase();
  const place = ({ label }: FilterCompletion): number => label.toLowerCase().indexOf(plain);
  const items = [...all.filter((item) => place(item) === 0), ...all.filter((item) => place(item) > 0)];
  return { field: position.at === 'value' ? position.field : null, items: items.slice(0, MOST) };
}

/** How a condition may begin, or go on. */
function conditionsAt(at: 'start' | 'end', names: FilterNames): readonly FilterCompletion[] {
  const fields = [...new Set([...GENERAL_FIELDS, ...names.numbers, ...(names.texts ?? [])])].map(
    fieldCompletion,
  );
  const rows = ROW_FIELDS.map((name) => ({ kind: 'field' as const, label: name, text: `${name}:` }));
  const keywords = (at === 'end' ? ['and', 'or', 'not'] : ['not']).map((label) => ({
    kind: 'keyword' as const,
    label,
    text: `${label} `,
  }));
  return at === 'end' ? [...keywords, ...fields, ...rows] : [...fields, ...rows, ...keywords];
}

/** Numbers of groups that are of a field of the samples, once it is clear which number is meant: `group.mean.acc`. */
function keyedFields(written: string, { numbers }: FilterNames): readonly FilterCompletion[] {
  const statistic = KEYED_GROUP_FIELDS.find((each) => written.toLowerCase().startsWith(`group.${each}.`));
  return statistic === undefined ? [] : numbers.map((name) => fieldCompletion(`group.${statistic}.${name}`));
}

/** A field at the beginning of a condition, with the sign that follows a text or a name. */
function fieldCompletion(name: string): FilterCompletion {
  const kind = kindOfField(name);
  const sign = kind === 'part' || kind === 'name' || kind === 'list' ? ':' : '';
  return { kind: 'field', label: name, text: `${formatName(name)}${sign}` };
}

/** What may follow the sign after a field. */
function valuesOf(field: string, sign: string, names: FilterNames): readonly FilterCompletion[] {
  const words = (kind: CompletionKind, labels: readonly string[]): readonly FilterCompletion[] =>
    labels.map((label) => ({ kind, label, text: formatWord(label) }));
  const fields = (labels: readonly string[]): readonly FilterCompletion[] =>
    labels
      .filter((label) => label !== field)
      .map((label) => ({ kind: 'field', label, text: formatName(label) }));
  switch (field) {
    case 'tool':
      return words('tool', names.tools);
    case 'finding':
      return words('finding', names.findings);
    case 'claim':
      return words('value', names.claims);
    case 'is':
      return words('value', ROW_STATES);
    case 'verdict':
      return words('value', VERDICTS);
    case 'has':
    case 'missing':
      return fields([...GENERAL_FIELDS, ...names.numbers, ...(names.texts ?? [])]);
  }
  const isNumber = kindOfField(field) === 'number';
  const values = words('value', names.values.get(field) ?? []).map((item) =>
    // A number in quotes is a text.
    isNumber ? { ...item, text: item.label } : item,
  );
  const isEqual = sign === '=' || sign === '==' || sign === '!=';
  switch (kindOfField(field)) {
    case 'part':
      return isEqual ? [...fields(PART_FIELDS), ...values] : values;
    case 'number':
    case 'group':
    case 'any': {
      if (sign === ':') return values;
      // Only these words are fields after = and != without backticks.
      const numbers = isEqual
        ? [
            'score',
            'reward',
            ...names.numbers.filter((name) => name.startsWith('reward.')),
            ...GROUP_FIELDS.map((name) => `group.${name}`),
          ]
        : [...NUMBER_FIELDS, ...GROUP_FIELDS.map((name) => `group.${name}`), ...names.numbers];
      const special = isEqual ? words('value', ['nan']).map((item) => ({ ...item, text: item.label })) : [];
      return [...values, ...fields(numbers), ...special];
    }
    default:
      return values;
  }
}
