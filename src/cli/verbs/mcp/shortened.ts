/** How much of a list and of a text is left, from one try to the next. */
const STEPS = [
  { items: 200, characters: 20_000 },
  { items: 50, characters: 4000 },
  { items: 20, characters: 1000 },
  { items: 5, characters: 300 },
  { items: 1, characters: 100 },
] as const;

/** A JSON value that has at most so many characters as JSON, if that is possible. */
export interface Shortened<T> {
  readonly value: T;
  /** Whether lists or texts in it were cut. */
  readonly isCut: boolean;
}

/** Cuts the lists and texts of a JSON value, so that an assistant can read it. */
export function shorten<T>(value: T, most: number): Shortened<T> {
  if (lengthOf(value) <= most) return { value, isCut: false };
  let last = value;
  for (const step of STEPS) {
    last = cut(value, step) as T;
    if (lengthOf(last) <= most) break;
  }
  return { value: last, isCut: true };
}

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

function cut(value: unknown, step: (typeof STEPS)[number]): unknown {
  if (typeof value === 'string')
    return value.length > step.characters ? `${value.slice(0, step.characters)}...` : value;
  if (Array.isArray(value)) return value.slice(0, step.items).map((each) => cut(each, step));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cut(each, step)]));
}
