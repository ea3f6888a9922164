import { Environment } from '@huggingface/jinja';
import type { Value } from './ast.ts';

/** Converts a JavaScript value to a value of the library. */
export function toValue(plain: unknown): Value {
  return new Environment().set('value', plain);
}

/** The string of a string value; null for other values. */
export function stringValue(value: Value | undefined): string | null {
  return value?.type === 'StringValue' ? (value.value as string) : null;
}

/** The number of a numeric value, whole or not; null for other values. */
export function numberValue(value: Value | undefined): number | null {
  return value?.type === 'IntegerValue' || value?.type === 'FloatValue' ? (value.value as number) : null;
}

/** The items of a list or tuple; null for other values. */
export function listItems(value: Value | undefined): readonly Value[] | null {
  return value?.type === 'ArrayValue' || value?.type === 'TupleValue' ? (value.value as Value[]) : null;
}

/** The entries of a dictionary; null for other values. */
export function dictionaryEntries(value: Value | undefined): ReadonlyMap<string, Value> | null {
  return value?.type === 'ObjectValue' ? (value.value as Map<string, Value>) : null;
}

/** Whether the value is undefined, as that of a name without a value is. */
export function isUndefined(value: Value | undefined): boolean {
  return value?.type === 'UndefinedValue';
}

/**
 * Python's `str` of a value, as Jinja2 prints it: an undefined name prints nothing. Null for values that Python prints
 * in a form of their own: lists, tuples, dictionaries, functions, and whole numbers that JavaScript cannot represent
 * exactly.
 */
export function printValue(value: Value): string | null {
  switch (value.type) {
    case 'StringValue':
      return value.value as string;
    case 'UndefinedValue':
      return '';
    case 'NullValue':
      return 'None';
    case 'BooleanValue':
      return value.value ? 'True' : 'False';
    case 'IntegerValue':
      return Number.isSafeInteger(value.value) ? JSON.stringify(value.value) : null;
    case 'FloatValue':
      return floatText(value.value as number);
    default:
      return null;
  }
}

/** Python's `repr` of a float: the shortest digits, with an exponent below 1e-4 and from 1e16 up. */
function floatText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const exponent = Number(value.toExponential().split('e')[1]);
  if (exponent >= -4 && exponent < 16) {
    return Number.isInteger(value) ? `${String(value)}.0` : String(value);
  }
  const [digits, power] = value.toExponential().split('e');
  const sign = power?.startsWith('-') ? '-' : '+';
  return `${digits ?? ''}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
