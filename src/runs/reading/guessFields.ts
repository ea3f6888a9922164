import { GUESSED_FROM, guessFieldMap, type GuessedField } from '../../core/records/guessFieldMap.ts';
import { readInputs, WITHOUT_OPTIONS } from './inputs.ts';

/** The most items that are looked at for records of no known form. */
const MOST_ITEMS = 5_000;

/**
 * Guesses where the fields of the records of files and folders are, from the first records of no known form. Empty if
 * there are none, or if no key could hold a response.
 * @throws PageTraceError `bad-input` for a folder with too many files
 */
export async function guessFields(paths: readonly string[]): Promise<readonly GuessedField[]> {
  const records: unknown[] = [];
  let seen = 0;
  for await (const items of readInputs(paths, WITHOUT_OPTIONS)) {
    for (const item of items) {
      if ('problem' in item && item.lacks !== undefined) records.push(item.record);
      seen += 1;
      if (records.length >= GUESSED_FROM || seen >= MOST_ITEMS) return guessFieldMap(records);
    }
  }
  return guessFieldMap(records);
}
