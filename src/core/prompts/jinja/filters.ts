import { t } from '@vscode/l10n';
import { strip } from '../../python/strip.ts';
import { as, type Node, type Value } from './ast.ts';
import { hasAstral, isAscii, LINE_ENDS, ODD_SPACE } from './python.ts';
import { dictionaryEntries, listItems, numberValue, printValue, stringValue, toValue } from './values.ts';

/** A use of a filter: its input and the library's result. */
export interface FilterUse {
  readonly operand: Value;
  readonly args: readonly Value[];
  readonly keywords: ReadonlyMap<string, Value>;
  readonly result: Value;
}

/**
 * How the result of a filter or method may differ from Jinja2's.
 * - `arguments`: its arguments are not read as Jinja2 reads them.
 * - `value`: Jinja2 gives something else for this value.
 * - `json`: Jinja2 sorts the keys of this value, or escapes its characters.
 */
type Difference = 'arguments' | 'value' | 'json';

/** Finds how the result of a use differs from Jinja2's; null if it does not. */
type Check = (use: FilterUse) => Difference | null;

/** A sentence on a filter whose result differs. */
export function describeFilter(name: string, difference: Difference): string {
  switch (difference) {
    case 'arguments':
      return t('PageTrace does not read the arguments of the filter "{0}" as Jinja2 does.', name);
    case 'value':
      return t('Jinja2 gives a different result for this value with the filter "{0}".', name);
    case 'json':
      return t(
        'In Jinja2 the filter "{0}" sorts keys and escapes <, >, &, quotes and letters beyond ASCII.',
        name,
      );
  }
}

/** A sentence on a method of Python whose result differs. */
export const describeMethod = (name: string, difference: Difference): string =>
  difference === 'arguments'
    ? t('PageTrace does not read the arguments of the method "{0}" as Python does.', name)
    : t('Python gives a different result for this value with the method "{0}".', name);

const noArguments: Check = ({ args, keywords }) => (args.length + keywords.size > 0 ? 'arguments' : null);

/** The filters that are rendered here, each with a check of whether its result differs from Jinja2's. */
export const FILTERS: Readonly<Record<string, Check>> = {
  abs: noArguments,
  capitalize: (use) =>
    noArguments(use) ??
    checkResult(use, (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  count: (use) => noArguments(use) ?? checkCount(use),
  d: checkDefault,
  default: checkDefault,
  dictsort: (use) =>
    noArguments(use) ??
    (homogeneous([...(dictionaryEntries(use.operand)?.keys() ?? [])].map(toValue)) ? null : 'value'),
  first: noArguments,
  float: (use) => checkConversion(use, 'FloatValue'),
  indent: ({ args, keywords, operand }) =>
    args.length > 1 || [...keywords.keys()].some((key) => key !== 'width')
      ? 'arguments'
      : LINE_ENDS.test(stringValue(operand) ?? '')
        ? 'value'
        : null,
  int: (use) => checkConversion(use, 'IntegerValue'),
  items: noArguments,
  join: ({ args, keywords, operand }) =>
    keywords.size > 0 || args.length > 1
      ? 'arguments'
      : (listItems(operand)?.some((item) => stringValue(item) === null) ?? false)
        ? 'value'
        : null,
  last: noArguments,
  length: (use) => noArguments(use) ?? checkCount(use),
  list: noArguments,
  lower: noArguments,
  map: ({ args, keywords }) =>
    args.length > 0 || stringValue(keywords.get('attribute'))?.includes('.') !== false ? 'arguments' : null,
  rejectattr: checkSelect,
  replace: ({ args, keywords }) =>
    args.length < 2 || keywords.size > 0 || stringValue(args[0]) === '' ? 'arguments' : null,
  reverse: noArguments,
  safe: noArguments,
  selectattr: checkSelect,
  sort: checkSort,
  string: noArguments,
  title: (use) =>
    noArguments(use) ??
    checkResult(use, (text) =>
      text
        .split(/([-\s({[<]+)/)
        .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
        .join(''),
    ),
  tojson: ({ args, keywords, operand, result }) =>
    args.length > 0 || keywords.size > 0
      ? 'arguments'
      : sortedKeys(operand) &&
          /^[\x20-\x7e]*$/.test(stringValue(result) ?? '') &&
          !/[<>&']/.test(stringValue(result) ?? '')
        ? null
        : 'json',
  trim: (use) =>
    noArguments(use) ?? (strip(stringValue(use.operand) ?? '') === stringValue(use.result) ? null : 'value'),
  unique: (use) => {
    const items = listItems(use.operand) ?? [];
    const texts = items.map((item) => stringValue(item));
    const folded = new Set(texts.map((text) => text?.toLowerCase()));
    const plain =
      texts.every((text) => text !== null && isAscii(text)) && folded.size === new Set(texts).size;
    return (
      noArguments(use) ?? (plain || items.every((item) => item.type === 'IntegerValue') ? null : 'value')
    );
  },
  upper: noArguments,
};

/** Filters of Jinja2 that are not rendered here. */
export const OTHER_FILTERS: ReadonlySet<string> = new Set(
  (
    'attr batch center e escape filesizeformat forceescape format groupby max min pprint random reject round select ' +
    'slice striptags sum truncate urlencode urlize wordcount wordwrap xmlattr'
  ).split(' '),
);

/** Filters that convert any value to text, as Python's `str` does. */
export const TEXT_FILTERS: ReadonlySet<string> = new Set(
  'capitalize lower replace string title trim upper'.split(' '),
);

/** Filters whose result can be iterated only once. */
export const LAZY_FILTERS: ReadonlySet<string> = new Set(
  'items map rejectattr reverse selectattr unique'.split(' '),
);

/** Filters that iterate over their input once. */
export const CONSUMERS: ReadonlySet<string> = new Set(
  'first join list map rejectattr selectattr sort unique'.split(' '),
);

function checkResult({ operand, result }: FilterUse, expected: (text: string) => string): Difference | null {
  const text = stringValue(operand) ?? '';
  return isAscii(text) && expected(text) === stringValue(result) ? null : 'value';
}

function checkCount({ operand }: FilterUse): Difference | null {
  return hasAstral(stringValue(operand) ?? '') ? 'value' : null;
}

function checkDefault({ keywords, args }: FilterUse): Difference | null {
  return args.length > 2 || [...keywords.keys()].some((key) => key !== 'boolean') ? 'arguments' : null;
}

/**
 * `int` and `float`: Python accepts more numbers than runs of digits (`1_000`, `inf`), and rejects digits that are
 * followed by other text.
 */
function checkConversion({ operand, args, keywords, result }: FilterUse, type: string): Difference | null {
  if (args.length > 1 || keywords.size > 0) return 'arguments';
  const text = stringValue(operand);
  if (text !== null) {
    const plain = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) || !/\d|inf|nan/i.test(text);
    return plain && isAscii(text) ? null : 'value';
  }
  const number = numberValue(operand);
  if (number === null) return operand.type === 'BooleanValue' ? null : 'value';
  const expected = type === 'IntegerValue' ? Math.trunc(number) : number;
  return numberValue(result) === expected && result.type === type ? null : 'value';
}

function checkSelect({ operand, args, keywords }: FilterUse): Difference | null {
  const name = stringValue(args[0]);
  const test = stringValue(args[1]);
  if (name === null || name.includes('.') || keywords.size > 0) return 'arguments';
  if (args.length > 1 && !['eq', 'equalto', 'none', 'string'].includes(test ?? '')) return 'arguments';
  return (listItems(operand) ?? []).every((item) => dictionaryEntries(item)?.has(name)) ? null : 'value';
}

function checkSort({ operand, args, keywords }: FilterUse): Difference | null {
  const names = [...keywords.keys()];
  const by = keywords.get('attribute');
  const attribute = stringValue(by);
  if (args.length > 1 || names.some((name) => !['reverse', 'case_sensitive', 'attribute'].includes(name)))
    return 'arguments';
  if (by && (attribute === null || attribute.includes('.'))) return 'arguments';
  const items = listItems(operand) ?? [];
  const keys =
    attribute === null ? items : items.map((item) => dictionaryEntries(item)?.get(attribute) ?? item);
  return homogeneous(keys) ? null : 'value';
}

/**
 * Whether Python and JavaScript compare these values alike: all are numbers, or all are texts without characters
 * outside of the basic plane.
 */
function homogeneous(items: readonly Value[]): boolean {
  return (
    items.every((item) => numberValue(item) !== null) ||
    items.every((item) => stringValue(item) !== null && isAscii(stringValue(item) ?? ''))
  );
}

function sortedKeys(value: Value): boolean {
  const entries = dictionaryEntries(value);
  if (entries) {
    const keys = [...entries.keys()];
    return (
      keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key) &&
      [...entries.values()].every(sortedKeys)
    );
  }
  const items = listItems(value);
  if (items) return items.every(sortedKeys);
  return value.type !== 'FloatValue' && value.type !== 'UndefinedValue' && printValue(value) !== null;
}

/** The value that a filter receives as its operand: its text, if the filter works on text. */
export function filterOperand(name: string, operand: Value): Value {
  if (TEXT_FILTERS.has(name) && stringValue(operand) === null) return toText(operand);
  if ((name === 'length' || name === 'count' || name === 'join') && operand.type === 'UndefinedValue')
    return toValue('');
  const items = listItems(operand);
  if (name === 'join' && items) {
    const texts = items.map(printValue);
    return texts.every((text) => text !== null) ? toValue(texts) : operand;
  }
  return operand;
}

/** The text that Python's `str` makes of a value; the value itself if that is not known. */
export function toText(value: Value): Value {
  const text = printValue(value);
  return text === null ? value : toValue(text);
}

/** String methods that are rendered as Python's, each with a check of whether its result differs. */
export const STRING_METHODS: Readonly<Record<string, Check>> = {
  upper: noArguments,
  lower: noArguments,
  strip: (use) =>
    noArguments(use) ?? (strip(stringValue(use.operand) ?? '') === stringValue(use.result) ? null : 'value'),
  lstrip: (use) => noArguments(use) ?? oddSpace(use),
  rstrip: (use) => noArguments(use) ?? oddSpace(use),
  capitalize: (use) =>
    noArguments(use) ??
    checkResult(use, (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  title: (use) =>
    noArguments(use) ??
    checkResult(use, (text) =>
      text.replace(/[a-z]+/gi, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()),
    ),
  startswith: affix,
  endswith: affix,
  split: (use) => (use.keywords.size > 0 || use.args.length > 2 ? 'arguments' : oddSpace(use)),
  replace: ({ args, keywords }) =>
    args.length < 2 || keywords.size > 0 || stringValue(args[0]) === '' ? 'arguments' : null,
};

/** Dictionary methods that are rendered as Python's. */
export const DICTIONARY_METHODS: Readonly<Record<string, Check>> = {
  get: ({ args, keywords }) => (args.length > 2 || keywords.size > 0 ? 'arguments' : null),
  items: noArguments,
  keys: noArguments,
  values: noArguments,
};

function affix({ args, keywords }: FilterUse): Difference | null {
  return args.length !== 1 || keywords.size > 0 || args[0]?.type === 'ArrayValue' ? 'arguments' : null;
}

function oddSpace({ operand }: FilterUse): Difference | null {
  return ODD_SPACE.test(stringValue(operand) ?? '') ? 'value' : null;
}

/** The name of a filter, with or without arguments; empty if there is no filter. */
export function filterName(filter: Node | undefined): string {
  return as(as(filter, 'CallExpression')?.callee ?? filter, 'Identifier')?.value ?? '';
}
