import type { Change, LossCounts } from '../../../core/records/writing/losses.ts';
import { countText, wholeText } from '../../output/numbers.ts';
import type { RunRecords } from '../runs/runsJson.ts';

/** What was converted. */
export interface Conversion {
  /** The name of the form. */
  readonly to: string;
  /** What people call what is written in it: `rollouts of verl`. */
  readonly title: string;
  readonly container: 'jsonl' | 'parquet' | 'folder';
  /** The file or folder; null for standard output. */
  readonly out: string | null;
  readonly records: RunRecords;
  /** All samples of the records. */
  readonly samples: number;
  /** Those that were written. */
  readonly written: number;
  readonly losses: LossCounts;
}

/** The most parts that a sentence names. */
const NAMED = 20;

/** How a part is changed, as the end of a sentence about it. */
const CHANGES: Readonly<Record<Change, string>> = {
  'other-value': 'reads as another value',
  'messages-as-text': 'messages are one text',
  'lone-surrogates': 'halves of characters are U+FFFD',
};

/** What a person reads after a conversion, line by line. */
export function conversionText(conversion: Conversion): readonly string[] {
  const { title, records, written, losses, out } = conversion;
  const { failed, broken } = records;
  const where = out === null ? '' : ` to ${out}`;
  const title1 = `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
  const count = Object.values(broken).reduce((sum, each) => sum + each, 0);
  const left = [
    ...(failed === 0 ? [] : [countText(failed, 'failed request', 'failed requests')]),
    ...(count === 0 ? [] : [`${countText(count, 'broken record', 'broken records')} (${reasons(broken)})`]),
  ];
  return [
    `Converted ${countText(written, 'sample', 'samples')}${where}.`,
    ...(losses.lost.length === 0
      ? []
      : [
          `${title1} have no place for: ${named(losses.lost, ({ name, samples }) => `${name} (${samplesText(samples)})`)}.`,
        ]),
    ...(losses.changed.length === 0
      ? []
      : [
          `Changed: ${named(losses.changed, ({ name, change, samples }) => `${name} (${samplesText(samples)}: ${CHANGES[change]})`)}.`,
        ]),
    ...(left.length === 0 ? [] : [`Left out: ${left.join(', ')}.`]),
  ];
}

/** The JSON that media/schemas/convert.schema.json describes. */
export function conversionJson(conversion: Conversion): Readonly<Record<string, unknown>> {
  const { to, container, out, records, samples, written, losses } = conversion;
  const { files, formats, failed, broken, problems } = records;
  return {
    to,
    container,
    out,
    files,
    formats: Object.fromEntries([...formats].sort(([a], [b]) => (a < b ? -1 : 1))),
    records: records.records,
    samples,
    written,
    lost: losses.lost,
    changed: losses.changed,
    failed,
    broken: { count: Object.values(broken).reduce((sum, each) => sum + each, 0), by: broken },
    problems,
  };
}

const samplesText = (count: number): string => countText(count, 'sample', 'samples');

function named<T>(parts: readonly T[], text: (part: T) => string): string {
  const first = parts.slice(0, NAMED).map(text).join(', ');
  return parts.length > NAMED ? `${first} and ${parts.length - NAMED} more` : first;
}

function reasons(broken: RunRecords['broken']): string {
  return Object.entries(broken)
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${reason} ${wholeText(count)}`)
    .join(', ');
}
