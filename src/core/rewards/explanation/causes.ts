import type { Entry } from '../model.ts';

/** The code of entries for parts that a reward does not score because the format is not valid. */
const FORMAT_NOT_VALID = 'format-not-valid';

/** Whether an entry only follows from another one, as when an invalid format leaves the answer unscored. */
export function isConsequence({ code }: Pick<Entry, 'code'>): boolean {
  return code === FORMAT_NOT_VALID;
}

/** Entries with every cause before what only follows from it, otherwise in their order. */
export function causesFirst<E extends Pick<Entry, 'code'>>(entries: readonly E[]): readonly E[] {
  return [...entries.filter((entry) => !isConsequence(entry)), ...entries.filter(isConsequence)];
}
