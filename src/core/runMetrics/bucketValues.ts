import { isJsonObject, valueAt } from '../records/fieldPath.ts';
import type { Sample } from '../records/sample.ts';
import type { SampleFacts } from '../summary/sampleFacts.ts';
import { readTextList } from '../textList.ts';
import type { SampleMeasures } from './sampleMeasures.ts';

/** Where records keep what is known of their questions, beside the record itself. */
const WITHIN = ['', 'meta_info.', 'metadata.'];

/**
 * The values of a sample in a field by which metrics are put into buckets, each once: `step`, `verdict`, `finish`, `tool`,
 * `finding`, `sufficient`, `gold_images` (how many pages have the answer), or a key of the record with a text, a number, or
 * a list of these; otherwise a number of the sample, such as `reward`.
 */
export function bucketValues(
  field: string,
  sample: Sample,
  facts: SampleFacts,
  measures: Pick<SampleMeasures, 'gold_images'>,
): readonly string[] {
  switch (field) {
    case 'step':
      return textsOf(facts.step);
    case 'verdict':
      return facts.right === null ? [] : [facts.right ? 'right' : 'wrong'];
    case 'finish':
      return textsOf(facts.finishReason);
    case 'tool':
      return [...new Set(facts.tools)];
    case 'finding':
      return facts.findings;
    case 'sufficient':
      return textsOf(sample.sufficient);
    case 'gold_images':
      return textsOf(measures.gold_images);
    default:
      return valuesOfRecord(sample.record, field) ?? textsOf(facts.fields.get(field));
  }
}

/** The values under a key of a record; null if it has none. */
function valuesOfRecord(record: unknown, key: string): readonly string[] | null {
  if (!isJsonObject(record)) return null;
  for (const place of WITHIN) {
    const value = valueAt(record, `${place}${key}`);
    if (value !== undefined && value !== null) return textsOf(value);
  }
  return null;
}

/** Longer texts are no names of buckets. */
const LONGEST = 200;

/** The texts, numbers and truth values of a value or of a list, each once. */
function textsOf(value: unknown): readonly string[] {
  // An empty list of Python, as evaluations write it in a text, is a list without texts.
  const read = value === '[]' ? [] : readTextList(value);
  const items: readonly unknown[] = Array.isArray(read) ? read : [read];
  const texts = items.flatMap((item) =>
    typeof item === 'string' && item.length <= LONGEST
      ? [item.trim().replace(/\s+/g, ' ')]
      : typeof item === 'boolean' || (typeof item === 'number' && Number.isFinite(item))
        ? [String(item)]
        : [],
  );
  return [...new Set(texts.filter((text) => text !== ''))];
}
