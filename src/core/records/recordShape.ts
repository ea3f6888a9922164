import { columnKeysOf } from './columnKeys.ts';
import type { FieldMap, FieldSource, RecordField } from './fieldMap.ts';
import type { JsonObject } from './fieldPath.ts';

/** Keys of the longest record that has a shape, and keys that all shapes may have: some records have keys of their own. */
const MOST_KEYS = 64;
const MOST_KNOWN = 10_000;

/**
 * The keys of records that have the same ones in the same order, as almost all records of a file do: what follows from
 * them alone is found out once.
 */
export class RecordShape {
  readonly keys: readonly string[];
  readonly #has: ReadonlySet<string>;
  readonly #maps = new WeakMap<FieldMap, FieldMap>();
  readonly #columnKeys = new WeakMap<FieldMap, readonly string[]>();

  constructor(keys: readonly string[]) {
    this.keys = keys;
    this.#has = new Set(keys);
  }

  /** Whether records of this shape may have a value at a path. */
  mayHave(path: string): boolean {
    if (this.#has.has(path)) return true;
    const dot = path.indexOf('.');
    return dot !== -1 && this.#has.has(path.slice(0, dot));
  }

  /** A map without the paths at which no record of this shape has a value. */
  mapWithin(map: FieldMap): FieldMap {
    let within = this.#maps.get(map);
    if (within === undefined) this.#maps.set(map, (within = this.#prune(map)));
    return within;
  }

  /** The keys whose numbers are columns. */
  columnKeys(map: FieldMap): readonly string[] {
    let keys = this.#columnKeys.get(map);
    if (keys === undefined) this.#columnKeys.set(map, (keys = columnKeysOf(this.keys, map)));
    return keys;
  }

  #prune(map: FieldMap): FieldMap {
    const within: Partial<Record<RecordField, FieldSource>> = {};
    for (const [field, source] of Object.entries(map) as [RecordField, FieldSource][]) {
      const paths = source.paths.filter((path) => this.mayHave(path));
      if (paths.length > 0) within[field] = { ...source, paths };
    }
    return within;
  }
}

/** The shapes whose first keys are those on the way to it. */
interface Branch {
  readonly next: Map<string, Branch>;
  shape: RecordShape | null;
}

const root: Branch = { next: new Map(), shape: null };
let known = 0;
let last = new RecordShape([]);

/** The shape of a record; null for one with very many keys, and if records have too many different ones. */
export function shapeOf(record: JsonObject): RecordShape | null {
  if (hasKeys(record, last.keys)) return last;
  let branch = root;
  const keys = Object.keys(record);
  if (keys.length > MOST_KEYS) return null;
  for (const key of keys) {
    let next = branch.next.get(key);
    if (next === undefined) {
      if (known >= MOST_KNOWN) return null;
      known += 1;
      branch.next.set(key, (next = { next: new Map(), shape: null }));
    }
    branch = next;
  }
  last = branch.shape ??= new RecordShape(keys);
  return last;
}

function hasKeys(record: JsonObject, keys: readonly string[]): boolean {
  let at = 0;
  for (const key in record) {
    if (key !== keys[at]) return false;
    at += 1;
  }
  return at === keys.length;
}
