import { isJsonObject } from '../../core/records/fieldPath.ts';
import type { TextLine } from './lines.ts';

/** The most words of each kind that are offered. */
const MOST = 200;

/** The words that the lines of a data set use, to be offered in other lines. */
export interface KnownWords {
  readonly tags: readonly string[];
  /** The values of each bucket, as JSON. */
  readonly buckets: ReadonlyMap<string, readonly string[]>;
}

/** Collects the words of lines that can be read. */
export function knownWords(lines: readonly TextLine[]): KnownWords {
  const tags = new Set<string>();
  const buckets = new Map<string, Set<string>>();
  for (const { text } of lines) {
    if (!text.includes('"tags"') && !text.includes('"buckets"')) continue;
    const record = parse(text);
    if (!isJsonObject(record)) continue;
    if (Array.isArray(record['tags']))
      for (const tag of record['tags']) if (typeof tag === 'string' && tags.size < MOST) tags.add(tag);
    if (!isJsonObject(record['buckets'])) continue;
    for (const [name, value] of Object.entries(record['buckets'])) {
      const values = buckets.get(name) ?? new Set<string>();
      if (buckets.size < MOST) buckets.set(name, values);
      for (const each of [value].flat()) if (values.size < MOST) values.add(JSON.stringify(each));
    }
  }
  return {
    tags: [...tags].sort(),
    buckets: new Map([...buckets].map(([name, values]) => [name, [...values].sort()])),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
