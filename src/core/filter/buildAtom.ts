import { t } from '@vscode/l10n';
import type { Span } from '../span.ts';
import { COUNT_FIELDS, kindOfField, LIST_FIELDS, recordKeyOf, SEARCHED_FIELDS, VERDICTS } from './fields.ts';
import { formatName } from './quoteText.ts';
import { unknownValue } from './filterFaults.ts';
import type { Sign, WrittenCondition, WrittenValue } from './grammarNodes.ts';
import type { FilterAtom, FilterError, FilterField, FilterTest, TextMatch } from './model.ts';
import { buildRowAtom } from './rowAtoms.ts';
import { commonScope, scopeOfField } from './scopes.ts';
import { unknownStatistic } from './statistics.ts';

/** Words after `=` and `!=` that name fields; others are texts unless they stand in backticks. */
const FIELDS_AFTER_EQUALS: readonly string[] = [
  'question',
  'prompt',
  'response',
  'answer',
  'reference',
  'score',
  'reward',
];

/** A word that may be the name of a field. */
const NAME = /^[\p{L}_]/u;

const SPECIAL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ['nan', Number.NaN],
  ['inf', Infinity],
  ['+inf', Infinity],
  ['-inf', -Infinity],
]);

/** The atom of a text that is searched everywhere. */
export function buildSearch(value: WrittenValue, span: Span): FilterAtom {
  return {
    scope: 'text',
    fields: SEARCHED_FIELDS.map((name) => ({ name, span })),
    span,
    kind: 'text',
    match: textMatch(value, 'contains'),
    isNegated: false,
  };
}

/** The atom of a condition, or why it has no meaning. */
export function buildAtom(condition: WrittenCondition): FilterAtom | FilterError {
  const { field, sign, value } = condition;
  const row = field.isQuoted ? null : buildRowAtom(condition);
  if (row !== null) return row;
  const wrong = unknownStatistic(field.name, field.span);
  if (wrong !== null) return wrong;
  if (comparesWithNothing(condition)) return askWhetherThere(condition);
  switch (kindOfField(field.name)) {
    case 'list':
    case 'name':
      return buildNames(condition);
    case 'part':
      return sign === ':' || sign === '=' || sign === '!='
        ? buildPart(condition, sign)
        : buildComparison(condition, sign);
    case 'number':
    case 'group':
    case 'any':
      return buildComparison(condition, sign === ':' ? '=' : sign);
    default:
      return fault(t('{0} is not a field.', value.text), field.span);
  }
}

/** Whether a condition compares with what other languages have where something is missing. */
function comparesWithNothing({ field, sign, value }: WrittenCondition): boolean {
  if (value.type !== 'word') return false;
  const kind = kindOfField(field.name);
  return kind === 'number' || kind === 'group'
    ? /^(?:null|none|undefined)$/i.test(value.text)
    : sign !== ':' && /^null$/i.test(value.text);
}

/** The fault of a comparison with nothing. */
function askWhetherThere({ field, sign, value, span }: WrittenCondition): FilterError {
  const name = formatName(field.name);
  const instead = sign === '!=' ? `has:${name}` : `missing:${name}`;
  return fault(
    t(
      'For {0}, write {1}. To compare with the word, put it in quotes.',
      `${name}${sign}${value.text}`,
      instead,
    ),
    span,
    instead,
  );
}

/** A list or a name: the names that it is compared with. */
function buildNames(condition: WrittenCondition): FilterAtom | FilterError {
  const { field, sign, value } = condition;
  if (sign !== ':' && sign !== '=' && sign !== '!=') {
    const count = COUNT_FIELDS[LIST_FIELDS.indexOf(field.name)];
    return count === undefined
      ? fault(t('{0} is not a number: compare it with :, = or !=.', field.name), field.span)
      : fault(t('{0} stands for names; their number is {1}.', field.name, count), field.span, count);
  }
  const match = textMatch(value, value.type === 'word' && value.text.includes('*') ? 'wildcard' : 'name');
  if (field.name === 'verdict' && match.how === 'name' && !VERDICTS.includes(match.text.toLowerCase()))
    return unknownValue(`verdict${sign}`, match.text, VERDICTS, value.span);
  const isNegated = sign === '!=';
  return LIST_FIELDS.includes(field.name)
    ? atom(condition, { kind: 'list', match, isNegated })
    : atom(condition, { kind: 'text', match, isNegated });
}

/** A text of the sample against a text, a pattern, or another field. */
function buildPart(condition: WrittenCondition, sign: ':' | '=' | '!='): FilterAtom | FilterError {
  const { value } = condition;
  if (value.type === 'range') return buildRange(condition, sign);
  if (value.type === 'field' || (sign !== ':' && isFieldAfterEquals(value)))
    return buildFields(condition, sign === ':' ? '=' : sign);
  return atom(condition, {
    kind: 'text',
    match: textMatch(value, sign === ':' ? 'contains' : 'same'),
    isNegated: sign === '!=',
  });
}

/** A field that is or may be a number. */
function buildComparison(
  condition: WrittenCondition,
  comparison: Exclude<Sign, ':'>,
): FilterAtom | FilterError {
  const { field, sign, value } = condition;
  const number = value.type === 'number' ? value.number : specialNumber(value);
  if (number !== null) return atom(condition, { kind: 'number', comparison, value: number });
  if (value.type === 'range') return buildRange(condition, sign);
  const isOrder = comparison !== '=' && comparison !== '!=';
  if (
    value.type === 'field' ||
    (value.type === 'word' && (isOrder ? NAME.test(value.text) : isFieldAfterEquals(value) && sign !== ':'))
  )
    return buildFields(condition, comparison);
  if (isOrder || kindOfField(field.name) !== 'any') return numberMissing(`${field.name}${sign}`, value);
  return atom(
    condition,
    {
      kind: 'text',
      match: textMatch(value, sign === ':' ? 'contains' : 'same'),
      isNegated: comparison === '!=',
    },
    'text',
  );
}

function buildRange(condition: WrittenCondition, sign: Sign): FilterAtom | FilterError {
  const { value } = condition;
  if (value.type !== 'range') return numberMissing(sign, value);
  if (sign !== ':' && sign !== '=')
    return fault(t('A range follows : or =. For its opposite, put not before the condition.'), value.span);
  const from = value.from ?? -Infinity;
  const to = value.to ?? Infinity;
  if (from > to)
    return fault(t('The range begins after its end.'), value.span, `${value.to ?? ''}..${value.from ?? ''}`);
  return atom(condition, { kind: 'range', from, to });
}

/** A field against another. */
function buildFields(condition: WrittenCondition, comparison: Exclude<Sign, ':'>): FilterAtom | FilterError {
  const { field, value, span } = condition;
  const fields: readonly FilterField[] = [
    { name: field.name, span: field.span },
    { name: value.text, span: value.span },
  ];
  const kind = kindOfField(value.text);
  const wrong = unknownStatistic(value.text, value.span);
  if (wrong !== null) return wrong;
  if (kind === 'list' || kind === 'name')
    return fault(
      t('{0} cannot stand on this side. To compare with the word, put it in quotes.', value.text),
      value.span,
    );
  const scope = commonScope(fields.map(({ name }) => name));
  if (scope === null)
    return fault(
      fields.some(({ name }) => recordKeyOf(name) !== null)
        ? t(
            '{0} and {1} cannot be compared: one is read from the record, and the other is computed.',
            field.name,
            value.text,
          )
        : t(
            '{0} and {1} cannot be compared: one is a text, and the other is computed.',
            field.name,
            value.text,
          ),
      span,
    );
  return { scope, fields, span, kind: 'fields', comparison };
}

function isFieldAfterEquals(value: WrittenValue): boolean {
  if (value.type !== 'word') return false;
  return (
    FIELDS_AFTER_EQUALS.includes(value.text) ||
    value.text.startsWith('reward.') ||
    value.text.startsWith('group.')
  );
}

function specialNumber(value: WrittenValue): number | null {
  return (value.type === 'word' ? SPECIAL_NUMBERS.get(value.text.toLowerCase()) : undefined) ?? null;
}

function numberMissing(before: string, value: WrittenValue): FilterError {
  const [, from, to] = /^(-?[\d.]+)(?:-|…|to)([\d.]+)$/.exec(value.text) ?? [];
  if (from !== undefined && to !== undefined)
    return fault(t('A range is written {0}.', `${from}..${to}`), value.span, `${from}..${to}`);
  const number = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(value.text) ? value.text.replaceAll(',', '') : null;
  return fault(t('After {0} comes a number, not {1}.', before, value.text), value.span, number);
}

function textMatch(value: WrittenValue, how: 'contains' | 'same' | 'name' | 'wildcard'): TextMatch {
  return value.type === 'pattern'
    ? { how: 'pattern', text: value.text, flags: value.flags, span: value.span }
    : { how, text: value.text, flags: '', span: value.span };
}

/** The atom of a condition about one field. */
function atom(
  { field, span }: WrittenCondition,
  test: FilterTest,
  scope = scopeOfField(field.name),
): FilterAtom {
  return { scope, fields: [{ name: field.name, span: field.span }], span, ...test };
}

function fault(message: string, span: Span, suggestion: string | null = null): FilterError {
  return { message, span, suggestion };
}
