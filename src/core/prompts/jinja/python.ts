import type { Value } from './ast.ts';
import { dictionaryEntries, listItems, numberValue, printValue, stringValue } from './values.ts';

/** Methods of Python's values that a template can call, by type. */
const METHODS: Readonly<Record<string, ReadonlySet<string>>> = {
  StringValue: new Set(
    (
      'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii ' +
      'isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip ' +
      'maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split ' +
      'splitlines startswith strip swapcase title translate upper zfill'
    ).split(' '),
  ),
  ArrayValue: new Set('append clear copy count extend index insert pop remove reverse sort'.split(' ')),
  TupleValue: new Set(['count', 'index']),
  ObjectValue: new Set('clear copy fromkeys get items keys pop popitem setdefault update values'.split(' ')),
  IntegerValue: new Set(
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes'.split(
      ' ',
    ),
  ),
  FloatValue: new Set('as_integer_ratio conjugate fromhex hex imag is_integer real'.split(' ')),
};

/** Whether the value has a method or attribute of that name in Python. */
export function hasPythonAttribute(value: Value, name: string): boolean {
  const type = value.type === 'BooleanValue' ? 'IntegerValue' : value.type;
  return (METHODS[type]?.has(name) ?? false) || name.startsWith('__');
}

/** Python's `==` of two values; null if it is not known here. */
export function pythonEquals(left: Value, right: Value): boolean | null {
  const [a, b] = [comparable(left), comparable(right)];
  if (a !== null && b !== null) return a === b;
  const [items, others] = [listItems(left), listItems(right)];
  if (items && others) {
    if (left.type !== right.type || items.length !== others.length) return false;
    return every(items.map((item, index) => pythonEquals(item, others[index] ?? item)));
  }
  const [entries, rest] = [dictionaryEntries(left), dictionaryEntries(right)];
  if (entries && rest) {
    if (entries.size !== rest.size) return false;
    return every(
      [...entries].map(([key, value]) => {
        const other = rest.get(key);
        return other === undefined ? false : pythonEquals(value, other);
      }),
    );
  }
  const plain = [left, right].every(
    (value) => comparable(value) !== null || listItems(value) !== null || dictionaryEntries(value) !== null,
  );
  return plain ? false : null;
}

function every(results: readonly (boolean | null)[]): boolean | null {
  if (results.includes(false)) return false;
  return results.includes(null) ? null : true;
}

/** A scalar in a form for which JavaScript's `===` agrees with Python's `==`: True equals 1. */
function comparable(value: Value): string | number | symbol | null {
  switch (value.type) {
    case 'StringValue':
      return `text ${value.value as string}`;
    case 'IntegerValue':
    case 'FloatValue':
      return value.value as number;
    case 'BooleanValue':
      return Number(value.value);
    case 'NullValue':
      return NONE;
    case 'UndefinedValue':
      return UNDEFINED;
    default:
      return null;
  }
}

const NONE = Symbol('None');
const UNDEFINED = Symbol('Undefined');

/**
 * The result of Jinja2's test `name` for a value: null if it is not known here, undefined if the library's own result
 * is right.
 */
export function jinjaTest(name: string, value: Value): boolean | null | undefined {
  switch (name) {
    case 'number':
      return numberValue(value) !== null || value.type === 'BooleanValue';
    case 'iterable':
    case 'sequence':
      return (
        stringValue(value) !== null ||
        listItems(value) !== null ||
        dictionaryEntries(value) !== null ||
        value.type === 'UndefinedValue'
      );
    case 'callable':
      return value.type === 'FunctionValue' || value.type === 'UndefinedValue';
    case 'lower':
    case 'upper': {
      const text = printValue(value);
      if (text === null || !isAscii(text)) return null;
      return /[a-z]/i.test(text) && text === (name === 'lower' ? text.toLowerCase() : text.toUpperCase());
    }
    default:
      return undefined;
  }
}

/** Whether every character of `text` is ASCII: only for ASCII letters do Python and JavaScript change case alike. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/**
 * Whether Python and JavaScript count the characters of `text` differently, because some are outside of the basic
 * plane.
 */
export function hasAstral(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}

/** Characters that are white space in Python but not in JavaScript, or vice versa. */
export const ODD_SPACE = anyOf(0x1c, 0x1d, 0x1e, 0x1f, 0x85, 0xfeff);

/** Line ends of Python's `splitlines`, in addition to the line feed. */
export const LINE_ENDS = anyOf(0xb, 0xc, 0xd, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029);

function anyOf(...points: readonly number[]): RegExp {
  return new RegExp(`[${points.map((point) => `\\u{${point.toString(16)}}`).join('')}]`, 'u');
}
