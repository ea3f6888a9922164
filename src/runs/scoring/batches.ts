import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import type { Sample } from '../../core/records/sample.ts';

/** How samples are divided into the calls of a reward function. */
export interface BatchRule {
  /** The most samples of a call, unless one group has more. */
  readonly size: number;
  /** The group of a sample, which stays in one call; null if it belongs to none. */
  readonly groupOf: (sample: Sample) => string | null;
  /** Called when a group is too long for one call and is divided. */
  readonly onSplit?: () => void;
}

/** Samples for each call, to which a time limit applies and for which stopping waits. */
export const BATCH = 64;

/** A longer group is divided, so that a file of one question does not fill the memory. */
const LONGEST_GROUP = 10_000;

/** What a person should know about a group that was divided. */
export function describeSplit(): string {
  return t(
    'A group of more than {0} samples is passed in several calls, which changes the scores if the function compares the samples of a group.',
    wholeNumber(LONGEST_GROUP),
  );
}

/** Something that was read from a file: a sample, or why there is none. */
type Item = { readonly place: { readonly file: string } } & (
  | { readonly sample: Sample }
  | { readonly problem: string }
);

/**
 * The same items in batches. Consecutive samples of one group in one file stay together, also if they are more than a
 * batch; a problem stays in its place.
 */
export async function* batchItems<I extends Item>(
  portions: AsyncIterable<readonly I[]>,
  { size, groupOf, onSplit = () => undefined }: BatchRule,
): AsyncGenerator<readonly I[]> {
  let batch: I[] = [];
  let group: I[] = [];
  let key: string | null = null;
  for await (const items of portions) {
    for (const item of items) {
      const own: string | null = 'sample' in item ? keyOf(item, groupOf) : key;
      if (group.length > 0 && (own === null || own !== key || group.length >= LONGEST_GROUP)) {
        if (batch.length > 0 && batch.length + group.length > size) {
          yield batch;
          batch = [];
        }
        if (own !== null && own === key) onSplit();
        batch = batch.length === 0 ? group : [...batch, ...group];
        group = [];
        if (batch.length >= size) {
          yield batch;
          batch = [];
        }
      }
      key = own;
      group.push(item);
    }
  }
  if (batch.length > 0 && batch.length + group.length > size) {
    yield batch;
    batch = [];
  }
  if (batch.length + group.length > 0) yield [...batch, ...group];
}

function keyOf(item: Item & { readonly sample: Sample }, groupOf: BatchRule['groupOf']): string | null {
  const group = groupOf(item.sample);
  return group === null ? null : JSON.stringify([item.place.file, group]);
}
