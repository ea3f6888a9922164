import { COUNT_FIELDS, kindOfField } from './fields.ts';
import type { Comparison, FilterAtom } from './model.ts';

/** A test for a number, and for whether it is missing, which is something else than NaN. */
export type NumberTest = (value: number, isMissing: boolean) => boolean;

/**
 * A test for the number of the atom's field, for tight loops over a column: a comparison with a number, a range, or
 * whether it is there. Null for atoms that need more than one number.
 */
export function compileNumberAtom(atom: FilterAtom): NumberTest | null {
  switch (atom.kind) {
    case 'number':
      return Number.isNaN(atom.value) ? nanTest(atom.comparison) : numberTest(atom.comparison, atom.value);
    case 'range': {
      const { from, to } = atom;
      return (value, isMissing) => !isMissing && value >= from && value <= to;
    }
    case 'presence': {
      const name = atom.fields[0]?.name ?? '';
      const kind = kindOfField(name);
      if (kind !== 'number' && kind !== 'group') return null;
      const { isPresent } = atom;
      if (COUNT_FIELDS.includes(name)) return (value, isMissing) => (!isMissing && value > 0) === isPresent;
      return (_value, isMissing) => isMissing !== isPresent;
    }
    default:
      return null;
  }
}

/** Compares two numbers as IEEE 754 does: NaN is equal to nothing, and different from everything. */
export function compareNumbers(left: number, comparison: Comparison, right: number): boolean {
  switch (comparison) {
    case '=':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

/** `=nan` holds for NaN, `!=nan` for numbers, and no other comparison with NaN holds. */
function nanTest(comparison: Comparison): NumberTest {
  if (comparison === '=') return (value, isMissing) => !isMissing && Number.isNaN(value);
  if (comparison === '!=') return (value, isMissing) => !isMissing && !Number.isNaN(value);
  return () => false;
}

function numberTest(comparison: Comparison, limit: number): NumberTest {
  switch (comparison) {
    case '=':
      return (value, isMissing) => !isMissing && value === limit;
    case '!=':
      return (value, isMissing) => !isMissing && value !== limit;
    case '<':
      return (value, isMissing) => !isMissing && value < limit;
    case '<=':
      return (value, isMissing) => !isMissing && value <= limit;
    case '>':
      return (value, isMissing) => !isMissing && value > limit;
    case '>=':
      return (value, isMissing) => !isMissing && value >= limit;
  }
}
