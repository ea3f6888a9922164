import type { ClaimKind, GroundedClaim } from '../model.ts';
import { quantitiesIn, type Quantity } from './quantities.ts';

/** Claims whose numbers can be operands. */
const WITH_VALUES: ReadonlySet<ClaimKind> = new Set<ClaimKind>([
  'observation',
  'evidence',
  'quote',
  'number',
  'answer',
]);

/** The claims by the numbers in them. */
export class ClaimValues {
  readonly #found = new Map<number, number>();
  readonly #any = new Map<number, number>();

  constructor(claims: readonly GroundedClaim[]) {
    for (const [index, { kind, text, status, span }] of claims.entries()) {
      if (!WITH_VALUES.has(kind)) continue;
      for (const quantity of quantitiesIn(text, span.start)) {
        for (const value of valuesOf(quantity)) {
          if (!this.#any.has(value)) this.#any.set(value, index);
          if (status === 'found' && !this.#found.has(value)) this.#found.set(value, index);
        }
      }
    }
  }

  /** Index of the first claim that is found and has this number; null if there is none. */
  found(quantity: Quantity): number | null {
    return firstOf(this.#found, quantity);
  }

  /** Index of the first claim that has this number; null if there is none. */
  any(quantity: Quantity): number | null {
    return firstOf(this.#any, quantity);
  }
}

function firstOf(map: ReadonlyMap<number, number>, quantity: Quantity): number | null {
  for (const value of valuesOf(quantity)) {
    const index = map.get(value);
    if (index !== undefined) return index;
  }
  return null;
}

/** The values of a number, with and without its scale. */
function valuesOf({ values, scale }: Quantity): number[] {
  return scale === 1 ? [...values] : values.flatMap((value) => [value, value * scale]);
}
